"""The differences of two files or folders with several libraries: apps, wheels, zips, universal files.

Libraries are paired by their path (several in one file by their order in it), then by equal bytes, then by their UUID:
these were renamed. Two passes: the first keeps a digest of each library, the second the bytes of those old ones that
are compared; so memory is needed for what differs alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..base.digest import sha256
from ..container import Library
from .diff import LibraryDiff, diff_json, diff_parts, library_of
from .parts import FilePart

_OFFSET = re.compile(r"@0x[0-9a-f]+$")


class Listed(NamedTuple):
    """A library of a tree: its place, the name under which it is paired, and what it is recognised by."""

    place: str
    name: str
    number: int
    digest: bytes
    uuid: bytes | None


@dataclass(frozen=True)
class LibraryChange:
    """What became of one library. `old` and `new` are its places, None where it is not there.

    `functions`: the names in a library that came or went; `diff`: of a pair that is not equal.
    """

    name: str
    status: str
    """``added``, ``removed``, ``changed``, ``renamed`` (with equal bytes) or ``equal``."""
    old: str | None = None
    new: str | None = None
    functions: tuple[str, ...] = ()
    diff: LibraryDiff | None = None


def list_libraries(parts: Iterable[FilePart], root: str) -> list[Listed]:
    """The libraries and modules of the input `root`. FormatError or UnsupportedError for one that can't be read."""
    found: list[Listed] = []
    seen: dict[str, int] = {}
    for part in parts:
        name = _OFFSET.sub("", part.place[len(root) :] if part.place.startswith(root) else part.place).lstrip("/!")
        number = seen[name] = seen.get(name, 0) + 1
        stored = library_of(part).uuid
        uuid = bytes(stored) if isinstance(stored, bytes) else None
        found.append(Listed(part.place, name, number, sha256(bytes(part.data)), uuid))
    return found


def diff_trees(
    old: list[Listed],
    new: list[Listed],
    parts_of_old: Callable[[], Iterable[FilePart]],
    parts_of_new: Callable[[], Iterable[FilePart]],
    *,
    ir: bool = False,
    lines: bool = True,
) -> Iterator[LibraryChange]:
    """What became of each library, in the order of the new ones, with removed ones at the end.

    The inputs are read again for what differs. Raises what `diff_parts` raises.
    """
    pairs = _pairs(old, new)
    partners = {one.place: pairs.get(one.place) for one in new}
    paired = {one.place for one in pairs.values()}
    wanted = {before.place for one in new if (before := partners[one.place]) and before.digest != one.digest}
    wanted |= {one.place for one in old if one.place not in paired}
    kept = {
        part.place: part._replace(data=memoryview(bytes(part.data))) for part in parts_of_old() if part.place in wanted
    }
    listed = {one.place: one for one in new}
    for part in parts_of_new():
        one = listed.get(part.place)
        if one is None:  # it came while we were reading
            continue
        before = partners[part.place]
        if before is None:
            yield LibraryChange(one.name, "added", None, one.place, _names(library_of(part)))
        elif before.digest == one.digest:
            status = "equal" if (before.name, before.number) == (one.name, one.number) else "renamed"
            yield LibraryChange(one.name, status, before.place, one.place)
        else:
            found = diff_parts(kept[before.place], part, ir=ir, lines=lines)
            yield LibraryChange(one.name, "changed", before.place, one.place, (), found)
    for gone in old:
        if gone.place not in paired:
            functions = _names(library_of(kept[gone.place])) if gone.place in kept else ()
            yield LibraryChange(gone.name, "removed", gone.place, None, functions)


def _pairs(old: list[Listed], new: list[Listed]) -> dict[str, Listed]:
    """For the place of a new library the old one that it is compared with."""
    pairs: dict[str, Listed] = {}
    left = list(old)
    keys: tuple[Callable[[Listed], object], ...] = (
        lambda one: (one.name, one.number),
        lambda one: one.digest,
        lambda one: one.uuid,
    )
    for key in keys:
        candidates: dict[object, list[Listed]] = {}
        for one in left:
            if key(one) is not None:
                candidates.setdefault(key(one), []).append(one)
        for one in new:
            if one.place not in pairs and candidates.get(key(one)):
                pairs[one.place] = candidates[key(one)].pop(0)
        taken = {one.place for one in pairs.values()}
        left = [one for one in left if one.place not in taken]
    return pairs


def _names(library: Library) -> tuple[str, ...]:
    return tuple(function.name for function in library.functions)


def tree_json(old: str, new: str, changes: Iterable[LibraryChange]) -> dict[str, Any]:
    """What `diff --json` prints of two inputs with these names, of which one has several libraries."""
    libraries = [
        {
            "name": one.name,
            "status": one.status,
            "old": one.old,
            "new": one.new,
            "functions": list(one.functions),
            "diff": None if one.diff is None else diff_json(one.old or "", one.new or "", one.diff),
        }
        for one in changes
    ]
    differs = any(one["status"] != "equal" for one in libraries)
    return {"schema": "mtlb.diff-tree/1", "old": old, "new": new, "differs": differs, "libraries": libraries}
