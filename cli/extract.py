"""mtlb extract: the modules of a library, or its embedded sources, one file each."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.binary import Buffer
from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind
from mtlb.base.files import holds_other, numbered_name, write_directory
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Arch, AsJson, FunctionNames, OneLibrary, Quiet, Role, to_directory
from .parameters import CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.container import Library
    from mtlb.dxbc import Container


def command(
    library: OneLibrary,
    directory: Annotated[
        str,
        to_directory(help="The directory for the modules; created if it doesn't exist."),
        Role.WRITTEN,
    ],
    names: FunctionNames = None,
    sources: Annotated[
        bool, CommandOption("--sources", help="Extract the sources embedded in the library instead of its modules.")
    ] = False,
    force: Annotated[
        bool, CommandOption("--force", help="Write even if the directory has files from another library; replace them.")
    ] = False,
    arch: Arch = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Write the modules of a library as files NNNNN_name.air, in function order.

    A module is written as it is stored: AIR bitcode in its wrapper, padding included, ready for `mtlb link --pack`.
    In a file name, every byte of the function's name other than an ASCII letter, a digit or one of _-.$ becomes %
    and two hex digits. If a module can't be written, DIR is left unchanged. A DIR with other modules is refused
    unless --force is given, because they would be packed with the new ones.

    The parts of a Direct3D container are files NNNNN_NAME.bin, each with its stored data.

    Embedded sources are files NNNNN_name, in the order of the archives and of the files in each; -v shows the path that
    the compiler recorded for each of them.

    Examples:

      mtlb extract default.metallib -d modules
      mtlb extract default.metallib -d modules --function blur_h --function blur_v
      mtlb extract default.metallib -d sources --sources
    """
    if sources and names:
        raise UsageError("--sources and --function can't be used together")
    with console.progress(f"extracting {files.shown(library)}"), files.open_part(library, arch) as part:
        if part.kind is FileKind.DXBC:
            if sources or names:
                raise UsageError("a Direct3D container has parts: no functions and no embedded sources to choose from")
            written = _extract_parts(part.container(), library, directory, force=force)
        else:
            written = _extract_library(part.library(), library, directory, names or [], sources=sources, force=force)
    sizes = sum(row["size"] for row in written)
    where = files.shown(directory)
    console.summary(f"{where}: {counted(len(written), 'file')}, {sizes:,} bytes", quiet=quiet)
    if as_json:
        described = {"file": files.shown(library), "directory": directory, "files": written}
        console.print_json({"schema": "mtlb.extract/1", **described})


def _extract_library(
    library: Library, path: str, directory: str, names: list[str], *, sources: bool, force: bool
) -> list[dict[str, Any]]:
    if sources:
        return extract_sources(library, path, directory, force=force)
    return _extract_modules(library, path, directory, names, force=force)


def _extract_modules(
    library: Library, path: str, directory: str, names: list[str], *, force: bool
) -> list[dict[str, Any]]:
    """Write the modules; name, function and size of each file."""
    from mtlb.inspect import choose_functions

    chosen, count = choose_functions(library, names), len(library.functions)
    modules = [(numbered_name(i, count, function.name, ".air"), function.module) for i, function in chosen]
    _write(directory, path, modules, is_ours=lambda name: name.endswith(".air"), force=force)
    return [
        {"name": name, "function": function.name, "size": len(module)}
        for (name, module), (_, function) in zip(modules, chosen, strict=True)
    ]


def _extract_parts(container: Container, path: str, directory: str, *, force: bool) -> list[dict[str, Any]]:
    parts = container.parts
    outputs = [(numbered_name(i, len(parts), part.tag, ".bin"), part.data) for i, part in enumerate(parts)]
    _write(directory, path, outputs, is_ours=re.compile(r"\d{5,}_.*\.bin$").match, force=force)
    return [
        {"name": name, "part": part.tag, "size": len(part.data)} for (name, _), part in zip(outputs, parts, strict=True)
    ]


def _write(
    directory: str,
    library: str,
    outputs: Sequence[tuple[str, Buffer]],
    *,
    is_ours: Callable[[str], object],
    force: bool,
) -> None:
    """Write `outputs` into the directory. Raises MtlbError if it has other files of this kind."""
    if os.path.lexists(directory) and not os.path.isdir(directory):
        raise NotADirectoryError(errno.ENOTDIR, "is a file: -d names the directory for the files", directory)
    paths = [os.path.join(directory, name) for name, _ in outputs]
    files.check_paths([library], paths)
    if not force and os.path.isdir(directory):
        contents = dict(outputs)
        for name in sorted(filter(is_ours, os.listdir(directory))):
            path = os.path.join(directory, name)
            if name not in contents or holds_other(path, contents[name]):
                raise MtlbError(
                    f"the directory has other files, such as {name}: choose another one, or add --force", file=directory
                )
    write_directory(directory, outputs)


def extract_sources(library: Library, path: str, directory: str, *, force: bool) -> list[dict[str, Any]]:
    """Write the embedded sources; name, recorded path and size of each file."""
    from mtlb.container import unpack_sources

    if library.sources is None:
        raise MtlbError("the library has no embedded sources")
    sources = unpack_sources(library.sources)
    written = []
    for number, file in enumerate(sources):
        name = numbered_name(number, len(sources), file.path.rpartition("/")[2], "")
        written.append((name, file.data))
        console.note(f"{name}: {file.path}")
    _write(directory, path, written, is_ours=re.compile(r"\d{5,}_").match, force=force)
    return [
        {"name": name, "path": file.path, "size": len(data)}
        for (name, data), file in zip(written, sources, strict=True)
    ]
