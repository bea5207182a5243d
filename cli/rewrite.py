"""mtlb rewrite: read a library into the model and write it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mtlb.base.filekind import FileKind
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Jobs, OneLibrary, Output, Quiet, count_of
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.container import LibraryFunction


def command(
    library: OneLibrary,
    output: Output = files.STDIO,
    modules: Annotated[
        bool, CommandOption("--modules", help="Also read and rewrite every module; -v prints the numbers.")
    ] = False,
    rehash: Annotated[
        bool, CommandOption("--rehash", help="Recompute every HASH; by default a wrong one is kept.")
    ] = False,
    jobs: Jobs = None,
    quiet: Quiet = False,
) -> None:
    """Read a library and write it again.

    Every offset, size and count is recomputed. For a library from Apple's linkers the result is the same, byte for
    byte. A wrong HASH is kept, with a warning, unless --rehash is given. Unknown parts (a new tag, a new
    platform) are written back as they were read.

    --modules does the same for the bitcode: values, types, attributes and metadata are renumbered.

    A Direct3D container is written with a recomputed checksum, so a wrong one is corrected.

    Examples:

      mtlb rewrite old.metallib -o new.metallib && cmp old.metallib new.metallib
      curl -s https://example.com/x.metallib | mtlb rewrite - -o x.metallib
    """
    files.check_output(output)
    with console.progress(f"rewriting {files.shown(library)}") as tell, files.open_part(library, output=output) as part:
        if part.kind is FileKind.DXBC:
            if modules or rehash:
                raise UsageError("--modules and --rehash are for metallibs")
            data = part.container().write()
            files.write_output(output, data)
            console.summary(files.written_as(output, len(data)), quiet=quiet)
            return
        opened = part.library()
        read = opened.stored_size or 0
        done: list[str] = []
        if modules:
            from mtlb.inspect import rebuild_modules

            rebuilt = rebuild_modules(opened, progress=tell, jobs=count_of(jobs))
            done.append(f"{counted(rebuilt.rebuilt, 'module')} rebuilt, of which {rebuilt.changed} changed")
        wrong = opened.wrong_hashes()
        if rehash:
            opened.uuid = opened.uuid
            opened.rehash()
            done.append(f"{counted(len(wrong), 'HASH').replace('HASHs', 'HASHes')} computed again")
        elif wrong:
            console.warn(
                f"{files.shown(library)}: {_functions(wrong)}: HASH does not match the module and was kept: "
                "`mtlb rewrite --rehash` recomputes it"
            )
        written = files.write_library(output, opened)
    if written < read and not modules:
        console.warn(
            f"{files.shown(library)}: {read - written} bytes that are not part of the library are left out "
            "(mtlb verify lists them)"
        )
    console.summary(", ".join([files.written_as(output, written), *done]), quiet=quiet)


def _functions(functions: list[LibraryFunction]) -> str:
    """The name of the first function, and the number of others."""
    more = f" and {len(functions) - 1:,} more" if len(functions) > 1 else ""
    return f"function {functions[0].name!a}{more}"
