"""mtlb decompile: functions of a library as Metal source."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from mtlb.base.errors import MtlbError
from mtlb.base.files import numbered_name, write_directory
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Arch, FunctionNames, OneFile, Quiet, Role

if TYPE_CHECKING:
    from mtlb.decompile import Decompiled
    from mtlb.inspect import NamedModule


class SourceStyle(str, Enum):
    """`mtlb.decompile.STYLES`, which takes time to import."""

    READABLE = "readable"
    FAITHFUL = "faithful"


def command(
    library: OneFile,
    names: FunctionNames = None,
    directory: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="A directory for a file of each function; created if it doesn't exist.",
        ),
        Role.WRITTEN,
    ] = None,
    style: Annotated[
        SourceStyle, typer.Option("--style", help="Expressions of natural size, or a statement for each instruction.")
    ] = SourceStyle.READABLE,
    arch: Arch = None,
    quiet: Quiet = False,
) -> None:
    """Print functions as Metal source.

    Each function comes with what it needs: structs, constants, helper functions. Names of arguments, members and
    attributes are those of the metadata; of variables, those of debug info where there is any. What Metal's source
    can't say stands there as a comment, and is listed at the top.

    Examples:

      mtlb decompile default.metallib --function blur_h
      mtlb decompile default.metallib -o sources
      mtlb decompile default.metallib --style faithful | less
    """
    with console.progress(f"decompiling {files.shown(library)}"), files.open_part(library, arch) as part:
        from mtlb.inspect import modules_of_parts

        made = [one for module in modules_of_parts([part], names or []) for one in _decompiled(module, style)]
    if directory is None:
        for number, one in enumerate(made):
            if number:
                console.out()
            console.lines(console.printable(line) for line in one.text.rstrip("\n").split("\n"))
    else:
        texts = [
            (numbered_name(number, len(made), one.name or "functions", ".metal"), one.text.encode())
            for number, one in enumerate(made)
        ]
        write_directory(directory, texts)
    listed = sum(bool(one.problems) for one in made)
    if directory is not None:
        what = f"{counted(len(made), 'function')}, {listed} with something that has no form in Metal's source"
        console.summary(f"{files.shown(directory)}: {what}", quiet=quiet)


def _decompiled(module: NamedModule, style: SourceStyle) -> list[Decompiled]:
    """The entry points of a module, or the one that the function of the library names."""
    from mtlb.bitcode import read_module
    from mtlb.decompile import decompile_module

    try:
        found = decompile_module(read_module(module.module), style=style.value)
    except MtlbError as error:
        raise (error if module.name is None else error.in_module(module.name)) from None
    own = [one for one in found if one.name == module.name]
    return own or found
