"""Arguments and options of several commands, declared once."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["AsJson", "FunctionNames", "Libraries", "ModuleOrLibrary", "OneLibrary", "Output"]

OneLibrary = Annotated[str, typer.Argument(metavar="LIB", help="The library; - for stdin.")]
Libraries = Annotated[list[str], typer.Argument(metavar="LIB", help="Libraries; - for stdin.")]
ModuleOrLibrary = Annotated[str, typer.Argument(metavar="FILE", help="A library, or a module (.air); - for stdin.")]
Output = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write it; default: stdout.")]
FunctionNames = Annotated[
    list[str] | None, typer.Option("--function", metavar="NAME", help="Only the function of this name. Repeatable.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
