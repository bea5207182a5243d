"""The command `mtlb`. Command lines are read here, or by typer (`typed.py`)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NoReturn

from .commands import NAMES
from .process import OK, guarded, process
from .version import VERBOSE, VERSION, print_version

_COMPLETION = "_MTLB_COMPLETE"
"""The environment variable with which a shell requests completion."""


def run(arguments: Sequence[str]) -> int:
    """Run the command line `arguments` (without the program name); its exit code."""
    return guarded(_run, arguments)


def _run(words: list[str]) -> int:
    if _COMPLETION not in os.environ and words:
        if words[0] in VERSION and (VERSION | VERBOSE).issuperset(words):
            print_version(words)
            return OK
        if words[0] in NAMES:
            from .subcommand import Subcommand

            command = Subcommand.of(words[0])
            values = command.read(words[1:])
            if values is not None:
                code = command.function(**values)
                return code if isinstance(code, int) else OK
    from .typed import run as run_typed

    return run_typed(words)


def main() -> NoReturn:
    """Run the command in `sys.argv`, and end the process with its exit code."""
    process(run)
