"""mtlb strip: a library without what running does not need."""

from __future__ import annotations

from typing import Annotated

import mtlb
from mtlb.base.filekind import FileKind
from mtlb.base.strings import counted
from mtlb.dxbc.container import DEBUG_PARTS

from . import console
from . import io as files
from .arguments import OneLibrary, Output, Quiet
from .parameters import CommandOption
from .usage import UsageError


def command(
    library: OneLibrary,
    debug: Annotated[
        bool, CommandOption("--debug", help="Remove debug info and the source lines of functions.")
    ] = False,
    sources: Annotated[
        bool, CommandOption("--sources", help="Remove embedded sources and all references to them.")
    ] = False,
    names: Annotated[
        bool,
        CommandOption(
            "--names",
            help="Remove local value names and the compiler's identity; shorten internal names of functions, "
            "variables and structs.",
        ),
    ] = False,
    paths: Annotated[
        bool,
        CommandOption(
            "--paths", help="Remove local paths, also from the source commands and debug info that are kept."
        ),
    ] = False,
    output: Output = files.STDIO,
    quiet: Quiet = False,
) -> None:
    """Remove what is not needed at run time: debug info, sources, names, paths.

    Without an option all of these are removed. Functions, their metadata, reflection and the UUID are kept: the
    UUID identifies the symbol companion. Every HASH is recomputed. The output may be the input file. From a
    Direct3D container the debug parts are removed, and the checksum is recomputed.

    Examples:

      mtlb strip default.metallib -o default.metallib
      mtlb strip --sources debug.metallib -o release.metallib
    """
    files.check_output(output)
    everything = not (debug or sources or names or paths)
    with console.progress(f"stripping {files.shown(library)}") as tell, files.open_part(library, output=output) as part:
        if part.kind is FileKind.DXBC:
            if names or paths or (sources and not debug):
                raise UsageError("only debug parts can be removed from a Direct3D container (--debug)")
            container = part.container()
            dropped = container.drop(*DEBUG_PARTS)
            data = container.write()
            files.write_output(output, data)
            tags = f" ({', '.join(part.tag for part in dropped)})" if dropped else ""
            what = f"{counted(len(dropped), 'part')} removed{tags}"
            console.summary(f"{files.written_as(output, len(data))}, {what}", quiet=quiet)
            return
        opened = mtlb.Library.of(part.library())
        done = opened.strip(
            debug=debug or everything,
            sources=sources or everything,
            names=names or everything,
            paths=paths or everything,
            progress=tell,
        )
        size = files.write_library(output, opened)
    gone = f"{counted(done.module_bytes, 'byte')} of modules and {done.source_bytes:,} of sources removed"
    what = f"{counted(done.modules, 'module')} changed, {gone}"
    console.summary(f"{files.written_as(output, size)}, {what}", quiet=quiet)
