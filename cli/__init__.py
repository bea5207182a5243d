"""The mtlb command: one file per subcommand, no logic of its own."""
