"""mtlb find: Metal libraries and Direct3D containers inside other files."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.errors import MtlbError
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import AsJson, Role
from .parameters import CommandArgument, CommandOption

if TYPE_CHECKING:
    from mtlb.inspect.find import Found


def command(
    paths: Annotated[
        list[str],
        CommandArgument(
            metavar="PATH", help="Files of any kind, directories, app bundles, wheels and other zips; - for stdin."
        ),
        Role.READ,
    ],
    directory: Annotated[
        str | None,
        CommandOption("--extract", metavar="DIR", help="Write each result to its own file in this directory."),
        Role.WRITTEN,
    ] = None,
    force: Annotated[bool, CommandOption("--force", help="With --extract: replace existing files.")] = False,
    as_json: AsJson = False,
) -> int:
    """Find Metal libraries and Direct3D containers in files of any kind.

    Every byte of every file is searched, also inside zip, gzip, bzip2 and xz files; text files are searched for
    libraries written as C arrays, string literals or base64. For each library or container its place, size and kind
    are printed. Every command accepts such a place as a file: FILE@OFFSET, FILE!MEMBER@OFFSET. Anything that starts
    like a library and is cut off or cannot be read is an error. The exit code is 1 if there are errors, or if
    nothing was found.

    Examples:

      mtlb find game.exe
      mtlb find Game.app --extract shaders
      mtlb find --json Game.app | jq -r '.found[] | select(.kind == "direct3d") | .place'
    """
    rows: list[dict[str, Any]] = []
    carved: list[tuple[str, bytes]] = []
    failed = False
    for path in paths:
        with console.progress(f"searching {files.shown(path)}"):
            for hit in _hits(path):
                if hit.problem:
                    failed = True
                    console.error(f"{console.printable(hit.place)}: {hit.problem}")
                    continue
                described = _as_json(hit)
                rows.append(described)
                if directory is not None and hit.data is not None:
                    carved.append((hit.place, bytes(hit.data)))
                if not as_json:
                    console.out(
                        console.printable(
                            f"{hit.place}: {described['kind']}, {counted(hit.size, 'byte')}, {_says(hit)}"
                        )
                    )
    if directory is not None and carved:
        for described, name in zip(rows, _extract(directory, carved, force=force), strict=True):
            described["file"] = name
    if as_json:
        console.print_json({"schema": "mtlb.find/1", "found": rows})
    if not rows and not failed:
        names = console.printable(", ".join(map(files.shown, paths)))
        console.error(f"{names}: contains no Metal library and no Direct3D container")
    return 1 if failed or not rows else 0


def _extract(directory: str, carved: list[tuple[str, bytes]], *, force: bool) -> list[str]:
    """Write all libraries and containers, or none. Returns their names. Raises MtlbError for an existing file,
    unless `force`."""
    from mtlb.base.files import holds_other, numbered_name, write_directory

    names = []
    for index, (place, data) in enumerate(carved):
        suffix = ".metallib" if sniff(data) is FileKind.METALLIB else ".dxbc"
        name = os.path.basename(place)
        names.append(numbered_name(index, len(carved), name.removesuffix(suffix), suffix))
    if not force:
        for name, (_, data) in zip(names, carved, strict=True):
            if holds_other(os.path.join(directory, name), data):
                raise MtlbError(f"the directory already has a file named {name} (--force replaces it)", file=directory)
    files.check_paths([place for place, _ in carved], [os.path.join(directory, name) for name in names])
    write_directory(directory, zip(names, (data for _, data in carved), strict=True))
    console.note(f"{len(names)} written to {directory}", level=0)
    return names


def _hits(path: str) -> Iterator[Found]:
    from mtlb.inspect.find import find_in_stream, find_libraries

    kinds = frozenset({FileKind.METALLIB, FileKind.DXBC})
    if path == files.STDIO:
        data = io.BytesIO(files.read_input(path))
        return find_in_stream(files.shown(path), data, everywhere=True, kinds=kinds)
    return find_libraries(path, everywhere=True, kinds=kinds)


def _says(hit: Found) -> str:
    if hit.library is not None:
        return counted(len(hit.library), "function")
    return f"parts {' '.join(part.tag for part in hit.container or ())}"


def _as_json(hit: Found) -> dict[str, Any]:
    return {
        "place": hit.place,
        "path": hit.path,
        "offset": hit.offset,
        "size": hit.size,
        "kind": "metallib" if hit.library is not None else "direct3d",
        "contents": _says(hit),
    }
