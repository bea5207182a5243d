"""mtlb apple: run a stand-in for one of Apple's tools, or install them all."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

from mtlb.base.strings import counted

from .. import console
from ..parameters import CommandArgument
from ..usage import UsageError


def command(
    tool: Annotated[str, CommandArgument(metavar="TOOL", help="The tool, or install.")],
    arguments: Annotated[
        list[str] | None, CommandArgument(metavar="ARGUMENT", help="The tool's arguments: everything after its name.")
    ] = None,
) -> int:
    """Run a stand-in for one of Apple's tools: metallib, metal-nm, xcrun and others.

    They take Apple's options, with single dashes, so that a build script runs unchanged without Xcode.
    `mtlb apple TOOL --help` lists what a tool takes, what it accepts and ignores, and what it refuses; anything else is
    an error. `mtlb apple install DIR` writes them as commands into a folder, for PATH.

    `metal` links .air files, archives and libraries. It compiles sources like `mtlb compile`, or with the compiler
    in the environment variable MTLB_METAL.

    Examples:

      mtlb apple metallib a.air b.air -o default.metallib
      mtlb apple install ~/metal-tools
      PATH=~/metal-tools:$PATH cmake --build build
    """
    from .run import call
    from .table import TOOLS

    words = arguments or []
    if tool == "install":
        return _install(words, list(TOOLS))
    if tool not in TOOLS:
        close = get_close_matches(tool, [*TOOLS, "install"], n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise UsageError(f"there is no stand-in for {tool!r}{hint} (available: {', '.join(TOOLS)})")
    return call(tool, words)


def _install(words: list[str], tools: list[str]) -> int:
    from .install import install

    if len(words) != 1 or words[0].startswith("-"):
        raise UsageError("mtlb apple install takes one folder")
    installed = install(words[0], tools)
    console.note(f"{counted(len(installed), 'tool')} written to {words[0]}: put it first in PATH", level=0)
    return 0
