"""The mtlb command: one file per subcommand, each a thin face over library calls.

`main` holds the list of subcommands, the conventions that all of them obey, and the exit codes; `console` what is said
on stdout and stderr, `files` where bytes come from and go to, `help` the layout of `--help`.
"""

if __name__ != "mtlb.cli":
    raise ImportError("the command line is imported as mtlb.cli: import mtlb.cli", name=__name__)
