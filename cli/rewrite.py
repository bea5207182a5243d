"""mtlb rewrite: a library through the model and back."""

from __future__ import annotations

from typing import Annotated

import typer

from . import console, files


def command(
    library: Annotated[str, typer.Argument(metavar="LIB", help="The library to read; - for stdin.")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to write it; default: stdout.")
    ] = files.STDIO,
) -> None:
    """Read a library and write it again.

    Every offset, size, count and hash is computed anew, and for what Apple's linkers wrote the result is the same,
    byte for byte. What mtlb doesn't know (a new tag, a new platform) is written back as it was read.

    Examples:

      mtlb rewrite old.metallib -o new.metallib && cmp old.metallib new.metallib
      curl -s https://example.com/x.metallib | mtlb rewrite - -o x.metallib
    """
    files.check_output(output)
    with console.progress(f"rewriting {files.shown(library)}"), files.open_library(library) as opened:
        files.write_library(output, opened)
