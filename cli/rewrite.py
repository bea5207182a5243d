"""mtlb rewrite: a library through the model and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from mtlb.base.errors import MtlbError

from . import console
from . import io as files

if TYPE_CHECKING:
    from mtlb.container import Library


def command(
    library: Annotated[str, typer.Argument(metavar="LIB", help="The library to read; - for stdin.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to write it; default: stdout.")
    ] = files.STDIO,
    modules: Annotated[
        bool, typer.Option("--modules", help="Take every module apart as well and write it anew; -v counts them.")
    ] = False,
) -> None:
    """Read a library and write it again.

    Every offset, size, count and hash is computed anew, and for what Apple's linkers wrote the result is the same,
    byte for byte. What mtlb doesn't know (a new tag, a new platform) is written back as it was read.

    With --modules that holds for the bitcode too: values, types, attributes and metadata are numbered afresh. Modules
    of AIR before 1.9, which LLVM 3.x wrote in a form of its own, are copied.

    Examples:

      mtlb rewrite old.metallib -o new.metallib && cmp old.metallib new.metallib
      curl -s https://example.com/x.metallib | mtlb rewrite - -o x.metallib
    """
    files.check_output(output)
    with console.progress(f"rewriting {files.shown(library)}") as tell, files.open_library(library) as opened:
        read = opened.stored_size or 0
        if modules:
            _rebuild_modules(opened, tell)
        written = files.write_library(output, opened)
    if written < read and not modules:
        console.warn(
            f"{files.shown(library)}: {read - written} bytes that are no part of the library are left out "
            "(mtlb verify tells which)"
        )


def _rebuild_modules(library: Library, tell: Callable[[int, int], None]) -> None:
    """Replace every module of the library by what our own writer makes of it; shared modules stay shared."""
    from mtlb.bitcode.rebuild import rebuild_module
    from mtlb.container.module_cache import by_module

    rebuilt = copied = changed = 0
    shared = by_module(library.functions)
    for number, functions in enumerate(shared):
        tell(number, len(shared))
        old = functions[0].module
        try:
            new = rebuild_module(old)
        except MtlbError as error:
            raise error.in_module(functions[0].name) from None
        copied += new is None
        rebuilt += new is not None
        if new is not None and new != old:
            changed += 1
            for function in functions:
                function.module = new
    console.note(f"{rebuilt} modules rebuilt ({changed} of them differ from what was read), {copied} copied")
