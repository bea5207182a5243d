"""mtlb find: Metal libraries and Direct3D containers inside other files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mtlb.base.filekind import FileKind
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import AsJson, Role

if TYPE_CHECKING:
    from mtlb.inspect.find import Found


def command(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH", help="Files of any kind, directories, app bundles, wheels and other zips; - for stdin."
        ),
        Role.READ,
    ],
    as_json: AsJson = False,
) -> int:
    """Find Metal libraries and Direct3D containers in files of any kind.

    Every byte of every file is looked at, also inside zips and gzips. For each library or container its place, size and
    kind is printed; FILE!MEMBER@OFFSET names a place inside a zip. What looks like one and can't be read is an error.
    The exit code is 1 if there are errors, or if nothing was found.

    Examples:

      mtlb find game.exe
      mtlb find --json Game.app | jq -r '.found[] | select(.kind == "direct3d") | .place'
    """
    found: list[dict[str, Any]] = []
    failed = False
    for path in paths:
        with console.progress(f"searching {files.shown(path)}"):
            for one in _found(path):
                if one.problem:
                    failed = True
                    console.error(f"{console.printable(one.place)}: {one.problem}")
                    continue
                described = _as_json(one)
                found.append(described)
                if not as_json:
                    console.out(
                        console.printable(
                            f"{one.place}: {described['kind']}, {counted(one.size, 'byte')}, {_says(one)}"
                        )
                    )
    if as_json:
        console.print_json({"schema": "mtlb.find/1", "found": found})
    if not found and not failed:
        console.error(f"{', '.join(map(files.shown, paths))}: no library and no Direct3D container is in it")
    return 1 if failed or not found else 0


def _found(path: str) -> Iterator[Found]:
    from mtlb.inspect.find import find_in_stream, find_libraries

    kinds = frozenset({FileKind.METALLIB, FileKind.DXBC})
    if path == files.STDIO:
        data = io.BytesIO(files.read_input(path))
        return find_in_stream(files.shown(path), data, everywhere=True, kinds=kinds)
    return find_libraries(path, everywhere=True, kinds=kinds)


def _says(one: Found) -> str:
    if one.library is not None:
        return counted(len(one.library), "function")
    return f"parts {' '.join(part.tag for part in one.container or ())}"


def _as_json(one: Found) -> dict[str, Any]:
    return {
        "place": one.place,
        "path": one.path,
        "offset": one.offset,
        "size": one.size,
        "kind": "metallib" if one.library is not None else "direct3d",
        "contents": _says(one),
    }
