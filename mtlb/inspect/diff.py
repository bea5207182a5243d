"""The differences of two libraries: by part, by function, and optionally inside functions.

Functions are paired by name (the n-th of a name with the n-th). Pairs with equal parts cost one comparison of bytes.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..air.describe import describe_all
from ..air.reflection import buffer as airr
from ..base.digest import sha256
from ..base.enums import TextEnum
from ..base.errors import MtlbError, in_file
from ..base.filekind import FileKind
from ..base.versions import Version
from ..bitcode import Module, read_module
from ..container import FunctionType, Library, LibraryFunction
from ..container.module_cache import ModuleCache
from ..container.parts import PartValue, function_parts, library_parts
from ..dxbc import Container
from .direct3d import container_values, listing_or_problem, profile_of
from .metadata_text import metadata_lines
from .parts import FilePart

_MAX_IR_LINES = 20_000
_COMPARED = 1 << 12  # bytes at a time
_CONTEXT = 3


class Status(TextEnum):
    """How a function of one library compares with the other library's function of that name."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"
    """Equal, but at another position among the functions that both libraries have."""
    SAME = "same"


class Change(NamedTuple):
    """One part that differs; None where a library doesn't have it. Binary parts are given by size and hash."""

    part: str
    old: str | None
    new: str | None


@dataclass(frozen=True)
class FunctionDiff:
    """One name. `old` and `new` are its indices in the function lists; `lines` are unified diffs of metadata,
    reflection and, if asked for, disassembly."""

    name: str
    status: Status
    old: int | None
    new: int | None
    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class LibraryDiff:
    """`parts`: header, sources and other sections. `functions`: all names of both, in the order of the new library with
    removed ones at the end."""

    parts: tuple[Change, ...]
    functions: tuple[FunctionDiff, ...]

    @property
    def differs(self) -> bool:
        """Whether anything differs, the order of the functions included."""
        return bool(self.parts) or any(function.status is not Status.SAME for function in self.functions)

    def having(self, status: Status) -> list[FunctionDiff]:
        """The functions of one status."""
        return [function for function in self.functions if function.status is status]


def diff_parts(old: FilePart, new: FilePart, *, ir: bool = False, lines: bool = True) -> LibraryDiff:
    """Compare two libraries, or two Direct3D containers: `diff_libraries` and `diff_containers` say how.

    A module is compared as a library of its entry points. Files whose parts are all equal may still differ, in sizes
    and offsets that the file states or in bytes of no part: the first such byte is a change. MtlbError for a container
    and something else; otherwise as reading them raises.
    """
    kinds = [part.kind is FileKind.DXBC for part in (old, new)]
    if any(kinds) and not all(kinds):
        raise MtlbError("a Direct3D container can't be compared with another kind of file", file=old.place)
    if all(kinds):
        diff = diff_containers(old.container(), new.container(), ir=ir)
    else:
        diff = diff_libraries(library_of(old), library_of(new), ir=ir, lines=lines)
    if diff.differs or old.data == new.data:
        return diff
    at = _first_difference(old.data, new.data)
    before, after = (bytes(part.data[at : at + 8]).hex(" ") or "the end" for part in (old, new))
    return LibraryDiff((Change(f"bytes at {at:#x}", before, after),), diff.functions)


def _first_difference(old: memoryview, new: memoryview) -> int:
    """The offset of the first byte that differs, or that one of them does not have."""
    at = 0
    while old[at : at + _COMPARED] == new[at : at + _COMPARED]:
        at += _COMPARED
    pairs = zip(old[at : at + _COMPARED], new[at : at + _COMPARED], strict=False)
    return at + next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(old) - at, len(new) - at, _COMPARED))


def library_of(part: FilePart) -> Library:
    """The library to compare: of a module, a library of its entry points, or of the whole module under an empty name.

    Raises what reading it raises.
    """
    if not part.is_module:
        return part.library()
    with in_file(part.place):
        described = describe_all(read_module(part.data, bodies=False))
    functions = [entry.library_function(part.data) for entry in described]
    listed = functions or [LibraryFunction("", FunctionType.UNQUALIFIED, part.data)]
    return Library(container_version=_NO_CONTAINER, functions=listed)


_NO_CONTAINER = Version(0)


def diff_libraries(old: Library, new: Library, *, ir: bool = False, lines: bool = True) -> LibraryDiff:
    """Compare two libraries; `ir` adds the difference of disassemblies to functions whose modules differ.

    With `lines` false the changed functions have no lines, and no module is read: `diff_function` gives those of one.
    FormatError for parts that can't be read; modules that can't be read are compared as bytes alone.
    """
    parts = _changes(dict(library_parts(old, functions=False)), dict(library_parts(new, functions=False)))
    old_places, new_places = _places(old), _places(new)
    pairs = {key: (old_places[key], place) for key, place in new_places.items() if key in old_places}
    moved = _moved(pairs)
    modules = _Modules(old.functions, new.functions, ir, lines)
    functions: list[FunctionDiff] = []
    for key, place in new_places.items():
        if key not in pairs:
            functions.append(FunctionDiff(key[0], Status.ADDED, None, place))
        else:
            before = pairs[key][0]
            functions.append(_pair(old.functions[before], new.functions[place], before, place, key in moved, modules))
    removed = [FunctionDiff(key[0], Status.REMOVED, at, None) for key, at in old_places.items() if key not in pairs]
    return LibraryDiff(tuple(parts), tuple(functions + removed))


def diff_function(old: LibraryFunction, new: LibraryFunction) -> FunctionDiff:
    """Compare two functions, their disassembly included; their places in the result are 0.

    FormatError for parts that can't be read.
    """
    modules = _Modules([old], [new], ir=True, lines=True)
    return _pair(old, new, 0, 0, False, modules)


def diff_json(old: str, new: str, diff: LibraryDiff) -> dict[str, Any]:
    """The output of `diff --json` for two files with these names."""
    return {
        "schema": "mtlb.diff/1",
        "old": old,
        "new": new,
        "differs": diff.differs,
        "parts": [change._asdict() for change in diff.parts],
        "functions": [
            {
                "name": function.name,
                "status": function.status.value,
                "old_index": function.old,
                "new_index": function.new,
                "changes": [change._asdict() for change in function.changes],
                "lines": list(function.lines),
            }
            for function in diff.functions
            if function.status is not Status.SAME
        ],
    }


def diff_containers(old: Container, new: Container, *, ir: bool = False) -> LibraryDiff:
    """Compare two Direct3D containers, part by part; `ir` adds the difference of their listings.

    A program is a function in the result, whose name is the profile. FormatError for a bad program.
    """
    parts = _changes({**container_values(old)}, {**container_values(new)})
    before, after = profile_of(old), profile_of(new)
    lines: tuple[str, ...] = ()
    if ir and parts:
        old_lines, new_lines = (listing_or_problem(container)[:_MAX_IR_LINES] for container in (old, new))
        lines = tuple(difflib.unified_diff(old_lines, new_lines, n=_CONTEXT, lineterm=""))[2:]
    if before is None and after is None:
        return LibraryDiff(tuple(parts), ())
    profiles = [Change("profile", before, after)] if before != after else []
    status = Status.CHANGED if lines or profiles else Status.SAME
    program = FunctionDiff(after or before or "", status, 0, 0, tuple(profiles), lines)
    return LibraryDiff(tuple(parts), (program,))


def diff_code(old: Module, new: Module) -> list[str]:
    """The unified difference of two modules' assembly, ignoring renumbering; empty if there is none."""
    return list(_ir(old.text().splitlines(), new.text().splitlines()))


_Key = tuple[str, int]  # name, and which one of that name


def _places(library: Library) -> dict[_Key, int]:
    seen: dict[str, int] = {}
    places = {}
    for place, function in enumerate(library.functions):
        number = seen[function.name] = seen.get(function.name, 0) + 1
        places[function.name, number] = place
    return places


def _moved(pairs: dict[_Key, tuple[int, int]]) -> set[_Key]:
    """The smallest set of functions that moved: those outside of a longest increasing subsequence."""
    ends: list[int] = []  # the smallest old index that ends an increasing run of each length
    run_of: list[int] = []
    for before, _ in pairs.values():  # in the order of the new library
        length = bisect_left(ends, before)
        ends[length : length + 1] = [before]
        run_of.append(length)
    stay: set[_Key] = set()
    length_left = len(ends) - 1
    for key, length in zip(reversed(pairs), reversed(run_of), strict=True):
        if length == length_left:
            stay.add(key)
            length_left -= 1
    return pairs.keys() - stay


# --- parts -----------------------------------------------------------------------------------------------------------


def _changes(
    old: dict[str, PartValue], new: dict[str, PartValue], hashes: tuple[bytes | None, bytes | None] = (None, None)
) -> list[Change]:
    """The parts that differ; `hashes`: SHA-256 of the part "module" of each."""
    changes = []
    for part in dict.fromkeys((*old, *new)):
        if old.get(part) != new.get(part):
            digests = hashes if part == "module" else (None, None)
            changes.append(Change(part, _printed(old.get(part), digests[0]), _printed(new.get(part), digests[1])))
    return changes


def _printed(value: PartValue | None, digest: bytes | None) -> str | None:
    if isinstance(value, bytes):
        return f"{len(value):,} bytes, SHA-256 {(digest or sha256(value)).hex()[:16]}"
    return value


def _pair(
    old: LibraryFunction, new: LibraryFunction, before: int, place: int, moved: bool, modules: _Modules
) -> FunctionDiff:
    hashes = modules.hashes[0](old), modules.hashes[1](new)
    changes = tuple(_changes(dict(function_parts(old, hashes[0])), dict(function_parts(new, hashes[1])), hashes))
    if not changes:
        return FunctionDiff(new.name, Status.MOVED if moved else Status.SAME, before, place)
    lines: tuple[str, ...] = ()
    if modules.lines:
        reflection = _unified("reflection", _text(old, _reflection_lines), _text(new, _reflection_lines))
        lines = (*modules.compare(old, new), *reflection)
    return FunctionDiff(new.name, Status.CHANGED, before, place, changes, lines)


# --- inside of a function --------------------------------------------------------------------------------------------


class _Modules:
    """The differences inside modules. Each module is read once and each pair compared once, even if shared."""

    def __init__(self, old: Sequence[LibraryFunction], new: Sequence[LibraryFunction], ir: bool, lines: bool) -> None:
        self.ir = ir
        self.lines = lines
        self.hashes = [ModuleCache(functions, LibraryFunction.computed_hash) for functions in (old, new)]
        self.metadata = [_lines_of_modules(functions, _module_lines) for functions in (old, new)]
        self.code = [_lines_of_modules(functions, _ir_lines) for functions in (old, new)]
        self.compared: dict[tuple[int, int], tuple[str, ...]] = {}

    def compare(self, old: LibraryFunction, new: LibraryFunction) -> tuple[str, ...]:
        pair = id(old.module), id(new.module)  # the libraries hold their modules
        if pair not in self.compared:
            self.compared[pair] = tuple(self._differences(old, new))
        return self.compared[pair]

    def _differences(self, old: LibraryFunction, new: LibraryFunction) -> Iterator[str]:
        if old.module == new.module:
            return
        yield from _unified("module", self.metadata[0](old), self.metadata[1](new))
        if self.ir:
            yield from _ir(self.code[0](old), self.code[1](new))


def _lines_of_modules(
    functions: Sequence[LibraryFunction], read: Callable[[LibraryFunction], Iterable[str]]
) -> ModuleCache[LibraryFunction, list[str]]:
    return ModuleCache(functions, lambda function: _text(function, read))


def _text(function: LibraryFunction, read: Callable[[LibraryFunction], Iterable[str]]) -> list[str]:
    try:
        return list(read(function))
    except MtlbError as error:
        return [f"({error})"]


def _module_lines(function: LibraryFunction) -> Iterator[str]:
    module = read_module(function.module, bodies=False)
    yield f"triple {module.triple}"
    yield f"data layout {module.data_layout}"
    yield f"source file {module.source_filename}"
    yield f"producer {module.producer or module.identification}"
    yield from (f"symbol {line}" for line in _symbols(module))
    yield from metadata_lines(module)


def _symbols(module: Module) -> Iterator[str]:
    for value in module.global_values():
        kind = "declares" if value.is_declaration else "defines"
        yield f"{kind} {value.linkage.name.lower()} @{value.name}"


def _reflection_lines(function: LibraryFunction) -> Iterator[str]:
    """A node a line, with its type and what it holds."""
    if function.reflection is None:
        return
    reflection = airr.read(function.reflection.buffer)
    if reflection.version is not None:
        yield f"version {reflection.version.full}"
    for number, node in enumerate(reflection.nodes):
        yield f"node {number} {node.type}"
        for name, value in node.values.items():
            yield from _value_lines(name, value, "  ")


def _value_lines(name: str, value: object, indent: str) -> Iterator[str]:
    """A value of a node: a record has a line for each of its fields, a list one for each of its items."""
    if isinstance(value, airr.Table):
        yield f"{indent}{name}"
        for field, inner in value.values.items():
            yield from _value_lines(field, inner, indent + "  ")
    elif isinstance(value, (list, tuple)) and any(isinstance(item, airr.Table) for item in value):
        for number, item in enumerate(value):
            yield from _value_lines(f"{name}[{number}]", item, indent)
    else:
        yield f"{indent}{name} {value}"


def _unified(what: str, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    lines = difflib.unified_diff(old, new, f"old {what}", f"new {what}", n=_CONTEXT, lineterm="")
    yield from lines


def _ir_lines(function: LibraryFunction) -> list[str]:
    return read_module(function.module).text().splitlines()


def _ir(before: list[str], after: list[str]) -> Iterator[str]:
    if max(len(before), len(after)) > _MAX_IR_LINES:
        yield f"(disassembly of more than {_MAX_IR_LINES:,} lines is not compared)"
        return
    yield from _aligned("IR", _without_noise(before), _without_noise(after))


_NOISE = (
    (re.compile(r", ![a-z_.]+ !\d+"), ""),  # attachments: !dbg, !tbaa, ... by number
    (re.compile(r"(?<![\w.])#\d+"), "#"),  # attribute groups
    (re.compile(r"(?<![\w\"])!\d+"), "!"),
    (re.compile(r"%\d+"), "%"),  # nameless values
    (re.compile(r"^\d+:"), ":"),  # nameless blocks
    (re.compile(r"; preds = .*"), ""),
    (re.compile(r"\s+"), " "),
)
_DROPPED = re.compile(r"!\d+ = |![\w.]+ = |; ModuleID")


def _normalised(line: str) -> str:
    """A line of IR without the numbers of unnamed values and blocks, attribute groups and metadata, which change when
    other lines do. Metadata lines become empty: `metadata_text` compares them."""
    if _DROPPED.match(line):
        return ""
    for pattern, replacement in _NOISE:
        line = pattern.sub(replacement, line)
    return line.strip()


def _without_noise(lines: list[str]) -> list[tuple[str, str]]:
    """(text to compare, text to show) for each line other than metadata."""
    return [(key, line) for line in lines if (key := _normalised(line))]


def _aligned(what: str, old: list[tuple[str, str]], new: list[tuple[str, str]]) -> Iterator[str]:
    """A unified diff by keys, which shows the lines of the keys."""
    matcher = difflib.SequenceMatcher(None, [key for key, _ in old], [key for key, _ in new], autojunk=False)
    started = False
    for group in matcher.get_grouped_opcodes(_CONTEXT):
        if not started:
            started = True
            yield f"--- old {what}"
            yield f"+++ new {what}"
        first, last = group[0], group[-1]
        yield f"@@ -{first[1] + 1},{last[2] - first[1]} +{first[3] + 1},{last[4] - first[3]} @@"
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from (f" {line}" for _, line in new[c:d])
            else:
                yield from (f"-{line}" for _, line in old[a:b])
                yield from (f"+{line}" for _, line in new[c:d])
