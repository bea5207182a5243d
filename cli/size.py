"""mtlb size: the sizes in a library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, Role
from .parameters import CommandOption
from .usage import UsageError, option_values

if TYPE_CHECKING:
    from mtlb.inspect.growth import Growth, Measured
    from mtlb.inspect.size import Sizes

_BAR = 24
_FULL, _PARTS = "█", " ▏▎▍▌▋▊▉"


def command(
    inputs: Files,
    arch: Arch = None,
    top: Annotated[
        int, CommandOption("--top", "-n", min=0, metavar="N", help="Show this many functions and families; 0 for all.")
    ] = 10,
    against: Annotated[
        str | None,
        CommandOption(
            "--against",
            metavar="OLD",
            help="Compare with another build: a file, folder or app, or its output of size --json.",
        ),
        Role.READ,
    ] = None,
    max_growth: Annotated[
        str | None,
        CommandOption(
            "--max-growth",
            metavar="N|P%",
            help="With --against: exit with 1 if a library, or the total, grew by more than this (bytes or percent).",
        ),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Show where the bytes of libraries go.

    By section, by function (module and reflection), and by family: functions whose names differ only in what looks
    like template arguments (types, numbers, truth values), written as *. Modules that are stored more than once are
    listed with the bytes that the copies take. --json lists every function and family. For a Direct3D container the
    parts are shown. For several libraries a table with the total is printed.

    --against compares each library with the one of the same name in OLD and lists the functions that grew.

    Examples:

      mtlb size default.metallib
      mtlb size -n 30 mlx.metallib
      mtlb size --json Game.app > sizes.json
      mtlb size Game.app --against sizes.json --max-growth 5%
    """
    from mtlb.inspect.size import measure

    if max_growth is not None and against is None:
        raise UsageError("--max-growth needs --against, for the old sizes")
    if against is not None:
        return _compare(inputs, against, max_growth, arch, top, as_json=as_json)
    reading = files.Reading(inputs, arch)
    measured = []
    for part in reading:
        with reading.reporting(part.place), console.progress(f"measuring {part.place}"):
            measured.append((part.place, measure(part.data)))
    if len(measured) == 1 and len(inputs) == 1:
        place, sizes = measured[0]
        if as_json:
            console.print_json(_as_json(place, sizes))
        else:
            console.lines(_lines(sizes, top))
    elif as_json:
        total = sum(sizes.total for _, sizes in measured)
        described = [_as_json(place, sizes) for place, sizes in measured]
        console.print_json({"schema": "mtlb.sizes/1", "size": total, "files": described})
    elif measured:
        console.lines(_table(measured))
    return reading.code


def _table(measured: list[tuple[str, Sizes]]) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [("bytes", "functions", "file")]
    rows += [(f"{row.total:,}", f"{len(row.functions):,}", console.printable(place)) for place, row in measured]
    total = sum(row.total for _, row in measured), sum(len(row.functions) for _, row in measured)
    rows.append((f"{total[0]:,}", f"{total[1]:,}", f"total of {counted(len(measured), 'file')}"))
    yield from console.table(rows, align=">>")


# --- compared with another build --------------------------------------------------------------------------------------


def _compare(
    inputs: list[str], against: str, max_growth: str | None, arch: str | None, top: int, *, as_json: bool
) -> int:
    from mtlb.inspect.growth import GrowthLimit, compare_sizes

    limit: GrowthLimit | None = None
    if max_growth is not None:
        with option_values():
            limit = GrowthLimit.parse(max_growth)
    reading = files.Reading(inputs, arch)
    old_reading = files.Reading([against], arch)
    old, new = _measured_old(against, old_reading), _measured(reading)
    if old_reading.failed or reading.failed or not new:
        return 1  # the comparison would be between different files
    compared = compare_sizes(old, new)
    before, now = sum(row.old or 0 for row in compared), sum(row.new or 0 for row in compared)
    # A new library counts only in the total: it has no previous size.
    within = [limit is None or row.old is None or row.new is None or limit.allows(row.old, row.new) for row in compared]
    ok = all(within) and (limit is None or limit.allows(before, now))
    if as_json:
        described = [
            {
                "name": row.name,
                "old": row.old,
                "new": row.new,
                "ok": fine,
                "functions": [function._asdict() for function in row.functions],
            }
            for row, fine in zip(compared, within, strict=True)
        ]
        document = {"ok": ok, "max_growth": max_growth, "old": before, "new": now, "files": described}
        console.print_json({"schema": "mtlb.growth/1", **document})
        return 0 if ok else 1
    console.lines(_growth_lines(compared, before, now, top))
    too_much = [row.name for row, fine in zip(compared, within, strict=True) if not fine]
    if not ok:
        console.error(f"grew by more than {max_growth}: {', '.join(too_much) or 'all together'}")
    return 0 if ok else 1


def _measured_old(name: str, reading: files.Reading) -> list[Measured]:
    from mtlb.inspect.growth import measured_in_json

    if name == files.STDIO or name.endswith(".json"):
        with files.naming(name):
            return measured_in_json(files.read_input(name))
    return _measured(reading)


def _measured(reading: files.Reading) -> list[Measured]:
    from mtlb.inspect.growth import Measured
    from mtlb.inspect.size import measure

    sizes = []
    for part in reading:
        with reading.reporting(part.place), console.progress(f"measuring {part.place}"):
            sizes.append(Measured.of(part.place, measure(part.data)))
    return sizes


def _growth_lines(compared: list[Growth], before: int, now: int, top: int) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [("old", "new", "growth", "", "file")]
    rows += [_growth_row(row.old, row.new, console.printable(row.name)) for row in compared]
    if len(compared) > 1:
        rows.append(_growth_row(before, now, "total"))
    yield from console.table(rows, align=">>>>")
    for row in compared:
        if row.old is None or not row.functions:
            continue
        shown = row.functions[:top] if top else row.functions
        yield ""
        title = f"grew in {console.printable(row.name)}"
        yield console.bold(
            title if len(shown) == len(row.functions) else f"{title}: {len(shown)} of {len(row.functions)}"
        )
        grown = [(f"  {f.old:,}", f"{f.new:,}", f"{f.new - f.old:+,}", console.printable(f.name)) for f in shown]
        yield from console.table(grown, align=">>>")


def _growth_row(old: int | None, new: int | None, name: str) -> tuple[str, ...]:
    if old is None:
        return "", f"{new:,}", f"{new:+,}", "new", name
    if new is None:
        return f"{old:,}", "", f"{-old:+,}", "gone", name
    return f"{old:,}", f"{new:,}", f"{new - old:+,}", f"{_share(new - old, old):+.1%}", name


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
    """A bar with `_BAR` columns for the largest size, in eighths of a column."""
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
