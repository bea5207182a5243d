"""Runs a stand-in, for `mtlb apple TOOL` and for the installed scripts, without the parser for mtlb's own options."""

from __future__ import annotations

import os
from collections.abc import Sequence

from .. import console
from ..process import guarded, process
from .table import TOOLS
from .tool import Surroundings


def call(tool: str, words: Sequence[str], script: str | None = None) -> int:
    """Run a stand-in from the table, installed as `script` or not. Returns its exit code. Messages begin with its
    name."""
    console.set_program(tool)
    folder = None if script is None else os.path.dirname(os.path.abspath(script))
    return TOOLS[tool].call(words, Surroundings(os.environ, folder))


def main(tool: str, script: str) -> None:
    """Run as an installed stand-in, with the words of `sys.argv`, and end the process with its exit code."""
    process(lambda arguments: guarded(lambda words: call(tool, words, script), arguments))
