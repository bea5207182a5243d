"""The differences of two files or folders with several libraries: apps, wheels, zips, universal files.

Libraries are paired by their path (several in one file by their order in it), then by equal bytes, then by their UUID
(renamed libraries). There are two passes to save memory: the first keeps a digest of each library, the second only the
bytes of previous libraries that differ.
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
    """A library of a tree: its place, the name by which it is paired, and its identity (digest, UUID)."""

    place: str
    name: str
    number: int
    digest: bytes
    uuid: bytes | None


@dataclass(frozen=True)
class LibraryChange:
    """The change of one library. `old` and `new`: its places, None where it does not exist. `functions`: the names in
    an added or removed library; `diff`: of a pair that is not equal.
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
    libraries: list[Listed] = []
    seen: dict[str, int] = {}
    for part in parts:
        name = _OFFSET.sub("", part.place[len(root) :] if part.place.startswith(root) else part.place).lstrip("/!")
        number = seen[name] = seen.get(name, 0) + 1
        stored = library_of(part).uuid
        uuid = bytes(stored) if isinstance(stored, bytes) else None
        libraries.append(Listed(part.place, name, number, sha256(bytes(part.data)), uuid))
    return libraries


def diff_trees(
    old: list[Listed],
    new: list[Listed],
    parts_of_old: Callable[[], Iterable[FilePart]],
    parts_of_new: Callable[[], Iterable[FilePart]],
    *,
    ir: bool = False,
    lines: bool = True,
) -> Iterator[LibraryChange]:
    """The change of each library, in the order of the new ones, with removed ones at the end. The inputs are read again
    for libraries that differ. Raises what `diff_parts` raises.
    """
    pairs = _pairs(old, new)
    partners = {item.place: pairs.get(item.place) for item in new}
    paired = {item.place for item in pairs.values()}
    differing = {before.place for item in new if (before := partners[item.place]) and before.digest != item.digest}
    differing |= {item.place for item in old if item.place not in paired}
    kept = {
        part.place: part._replace(data=memoryview(bytes(part.data)))
        for part in parts_of_old()
        if part.place in differing
    }
    listed = {listed_library.place: listed_library for listed_library in new}
    for part in parts_of_new():
        current = listed.get(part.place)
        if current is None:  # it was added while we were reading
            continue
        before = partners[part.place]
        if before is None:
            yield LibraryChange(current.name, "added", None, current.place, _names(library_of(part)))
        elif before.digest == current.digest:
            status = "equal" if (before.name, before.number) == (current.name, current.number) else "renamed"
            yield LibraryChange(current.name, status, before.place, current.place)
        else:
            diff = diff_parts(kept[before.place], part, ir=ir, lines=lines)
            yield LibraryChange(current.name, "changed", before.place, current.place, (), diff)
    for gone in old:
        if gone.place not in paired:
            functions = _names(library_of(kept[gone.place])) if gone.place in kept else ()
            yield LibraryChange(gone.name, "removed", gone.place, None, functions)


def _pairs(old: list[Listed], new: list[Listed]) -> dict[str, Listed]:
    """The previous library for each new one, by the new one's place."""
    pairs: dict[str, Listed] = {}
    left = list(old)
    keys: tuple[Callable[[Listed], object], ...] = (
        lambda library: (library.name, library.number),
        lambda library: library.digest,
        lambda library: library.uuid,
    )
    for key in keys:
        candidates: dict[object, list[Listed]] = {}
        for library in left:
            if key(library) is not None:
                candidates.setdefault(key(library), []).append(library)
        for library in new:
            if library.place not in pairs and candidates.get(key(library)):
                pairs[library.place] = candidates[key(library)].pop(0)
        taken = {library.place for library in pairs.values()}
        left = [library for library in left if library.place not in taken]
    return pairs


def _names(library: Library) -> tuple[str, ...]:
    return tuple(function.name for function in library.functions)


def tree_json(old: str, new: str, changes: Iterable[LibraryChange]) -> dict[str, Any]:
    """The output of `diff --json` for two inputs with these names, at least one of which has several libraries."""
    libraries = [
        {
            "name": change.name,
            "status": change.status,
            "old": change.old,
            "new": change.new,
            "functions": list(change.functions),
            "diff": None if change.diff is None else diff_json(change.old or "", change.new or "", change.diff),
        }
        for change in changes
    ]
    differs = any(change["status"] != "equal" for change in libraries)
    return {"schema": "mtlb.diff-tree/1", "old": old, "new": new, "differs": differs, "libraries": libraries}
