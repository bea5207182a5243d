"""mtlb rewrite: read a library into the model and write it again."""

from __future__ import annotations

from typing import Annotated

import typer

from mtlb.base.filekind import FileKind

from . import console
from . import io as files
from .arguments import Jobs, OneLibrary, Output, count_of
from .usage import UsageError


def command(
    library: OneLibrary,
    output: Output = files.STDIO,
    modules: Annotated[
        bool, typer.Option("--modules", help="Read and write every module as well; -v counts them.")
    ] = False,
    rehash: Annotated[
        bool, typer.Option("--rehash", help="Compute every HASH anew; default: a wrong one stays as it is.")
    ] = False,
    jobs: Jobs = None,
) -> None:
    """Read a library and write it again.

    Every offset, size and count is computed anew, and for what Apple's linkers wrote the result is the same, byte
    for byte. A HASH that was wrong stays wrong (mtlb verify reports it) without --rehash. Unknown parts (a new tag, a
    new platform) are written back as they were read.

    With --modules that holds for the bitcode too: values, types, attributes and metadata are numbered afresh.

    A Direct3D container is written with its checksum computed anew: a wrong one becomes right.

    Examples:

      mtlb rewrite old.metallib -o new.metallib && cmp old.metallib new.metallib
      curl -s https://example.com/x.metallib | mtlb rewrite - -o x.metallib
    """
    files.check_output(output)
    with console.progress(f"rewriting {files.shown(library)}") as tell, files.open_part(library) as part:
        if part.kind is FileKind.DXBC:
            if modules or rehash:
                raise UsageError("--modules and --rehash are for metallibs")
            files.write_output(output, part.container().write())
            return
        opened = part.library()
        read = opened.stored_size or 0
        if modules:
            from mtlb.inspect import rebuild_modules

            rebuilt = rebuild_modules(opened, progress=tell, jobs=count_of(jobs))
            changed = f"{rebuilt.changed} of them differ from what was read"
            console.note(f"{rebuilt.rebuilt} modules rebuilt ({changed}), 0 copied")
        if rehash:
            opened.uuid = opened.uuid
            count = opened.rehash()
            console.note(f"{count} hashes were wrong")
        written = files.write_library(output, opened)
    if written < read and not modules:
        console.warn(
            f"{files.shown(library)}: {read - written} bytes that are not part of the library are left out "
            "(mtlb verify lists them)"
        )
