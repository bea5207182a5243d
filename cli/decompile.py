"""mtlb decompile: functions of a library as Metal source."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import MtlbError
from mtlb.base.files import numbered_name, write_directory
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Arch, AsJson, FunctionNames, OneFile, Quiet, Role
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.decompile import Decompiled
    from mtlb.inspect import NamedModule


class SourceStyle(str, Enum):
    """The values of `mtlb.decompile.STYLES`, whose import is slow."""

    READABLE = "readable"
    FAITHFUL = "faithful"


def command(
    library: OneFile,
    names: FunctionNames = None,
    directory: Annotated[
        str | None,
        CommandOption(
            "--output",
            "-o",
            metavar="DIR",
            help="Write one file per function into this directory; created if it doesn't exist.",
        ),
        Role.WRITTEN,
    ] = None,
    style: Annotated[
        SourceStyle,
        CommandOption("--style", help="readable: natural expressions; faithful: one statement per instruction."),
    ] = SourceStyle.READABLE,
    arch: Arch = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Print functions as Metal source.

    Each function is printed with the structs, constants and helper functions that it needs. The names of arguments,
    members and attributes come from the metadata; names of variables come from debug info if present. Whatever
    Metal source can't express is a comment, and is listed at the top. With -o, structs that several functions share
    go to a header, types.h.

    Examples:

      mtlb decompile default.metallib --function blur_h
      mtlb decompile default.metallib -o sources
      mtlb decompile default.metallib --style faithful | less
      mtlb decompile default.metallib --json | jq -r '.functions[].source'
    """
    if as_json and directory is not None:
        raise UsageError("--json prints the sources, --output writes them")
    with console.progress(f"decompiling {files.shown(library)}"), files.open_part(library, arch) as part:
        from mtlb.inspect import modules_of_parts

        decompiled = [
            (module, source)
            for module in modules_of_parts([part], names or [])
            for source in _decompiled(module, style)
        ]
        if as_json:
            functions = [_as_json(module, source) for module, source in decompiled]
            console.print_json({"schema": "mtlb.decompile/1", "file": part.place, "functions": functions})
            return
    sources = [source for _, source in decompiled]
    if directory is None:
        for number, source in enumerate(sources):
            if number:
                console.out()
            console.lines(console.printable(line) for line in source.text.rstrip("\n").split("\n"))
        return
    write_directory(directory, _files(sources))
    listed = sum(bool(source.problems) for source in sources)
    what = f"{counted(len(sources), 'function')}, {listed} with something that Metal source can't express"
    console.summary(f"{files.shown(directory)}: {what}", quiet=quiet)


def _files(sources: list[Decompiled]) -> list[tuple[str, bytes]]:
    """A file for each function, and a header for shared structs."""
    from mtlb.decompile import TYPES_HEADER, shared_structs, types_header

    shared = shared_structs(sources)
    texts = [
        (
            numbered_name(number, len(sources), source.name or "functions", ".metal"),
            source.without_structs(shared).encode(),
        )
        for number, source in enumerate(sources)
    ]
    return [*texts, *([(TYPES_HEADER, types_header(shared).encode())] if shared else [])]


def _as_json(module: NamedModule, source: Decompiled) -> dict[str, Any]:
    return {
        "name": source.name,
        "kind": source.kind,
        "offset": module.offset,
        "size": len(module.module),
        "fast_math": source.is_fast,
        "invariance": source.is_invariant,
        "problems": source.problems,
        "source": source.text,
    }


def _decompiled(module: NamedModule, style: SourceStyle) -> list[Decompiled]:
    """The entry points of a module, or the entry point that the library's function refers to."""
    from mtlb.bitcode import read_module
    from mtlb.decompile import decompile_module

    try:
        sources = decompile_module(read_module(module.module), style=style.value)
    except MtlbError as error:
        raise (error if module.name is None else error.in_module(module.name)) from None
    own = [source for source in sources if source.name == module.name]
    return own or sources
