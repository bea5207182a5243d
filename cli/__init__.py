"""The mtlb command: one file for each subcommand, which calls the library and prints.
`commands` is the table of subcommands; `main` has the common options and exit codes, `arguments` the arguments that
several commands share, `console` output on stdout and stderr, `io` inputs and outputs, `help` the layout of
`--help`."""

if __name__ != "mtlb.cli":
    raise ImportError("the command line is imported as mtlb.cli: import mtlb.cli", name=__name__)
