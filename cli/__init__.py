"""The mtlb command: one file per subcommand, which calls the library and prints.

`commands` is the table of them; `main` has the common options and the exit codes, `arguments` the arguments of several
commands, `console` printing on stdout and stderr, `io` inputs and outputs, `help` the layout of `--help`.
"""

if __name__ != "mtlb.cli":
    raise ImportError("the command line is imported as mtlb.cli: import mtlb.cli", name=__name__)
