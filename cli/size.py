"""mtlb size: the sizes in a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import console
from . import io as files
from .arguments import Arch, AsJson, OneLibrary

if TYPE_CHECKING:
    from mtlb.inspect.size import Sizes

_BAR = 24
_FULL, _PARTS = "█", " ▏▎▍▌▋▊▉"


def command(
    library: OneLibrary,
    arch: Arch = None,
    top: Annotated[
        int, typer.Option("--top", "-n", min=0, metavar="N", help="Show this many functions and families; 0 for all.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """Show where the bytes of a library go.

    By section, by function (module and reflection), and by family: functions whose names differ only in what looks
    like template arguments (types, numbers, truth values), written as *. Modules that are stored more than once are
    listed with the bytes that the copies take. With --json every function and family is listed. Of a Direct3D container
    the parts are shown.

    Examples:

      mtlb size default.metallib
      mtlb size -n 30 mlx.metallib
    """
    from mtlb.inspect.size import measure

    with files.open_part(library, arch) as part:
        sizes = measure(part.data)
    if as_json:
        console.print_json(_as_json(part.place, sizes))
        return
    console.lines(_lines(sizes, top))


def _lines(sizes: Sizes, top: int) -> Iterator[str]:
    functions = [(f.name, f.total, f"shared by {f.sharers}" if f.sharers > 1 else "") for f in sizes.functions]
    families = [(f.name, f.size, f"{f.functions:,}") for f in sizes.families if f.functions > 1]
    copies = [(", ".join(d.functions), d.wasted, d.hash[:16]) for d in sizes.duplicates]
    yield from _block("sections", [(part.name, part.size, "") for part in sizes.parts], sizes.total, 0)
    for title, rows in (("functions", functions), ("families", families), ("modules stored more than once", copies)):
        if rows:
            yield ""
            yield from _block(title, rows, sizes.total, top)


def _block(title: str, rows: list[tuple[str, int, str]], total: int, top: int) -> Iterator[str]:
    shown = rows[:top] if top else rows
    yield console.bold(title if len(rows) == len(shown) else f"{title}: the largest {len(shown)} of {len(rows):,}")
    largest = max(size for _, size, _ in shown)
    lines: list[tuple[str, ...]] = [
        (f"  {size:,}", f"{_share(size, total):5.1%}", _bar(size, largest), note, console.printable(name))
        for name, size, note in shown
    ]
    yield from console.table(lines, align=">><><")


def _share(size: int, total: int) -> float:
    return size / total if total else 0.0


def _bar(size: int, largest: int) -> str:
    """A bar that is `_BAR` columns long for the largest, in eighths of a column."""
    eighths = round(_share(size, largest) * _BAR * 8)
    full, rest = divmod(eighths, 8)
    return _FULL * full + (_PARTS[rest] if rest else "")


def _as_json(file: str, sizes: Sizes) -> dict[str, Any]:
    return {
        "schema": "mtlb.size/1",
        "file": file,
        "size": sizes.total,
        "sections": [part._asdict() for part in sizes.parts],
        "functions": [function._asdict() for function in sizes.functions],
        "families": [family._asdict() for family in sizes.families],
        "duplicates": [{"hash": d.hash, "functions": list(d.functions), "wasted": d.wasted} for d in sizes.duplicates],
    }
