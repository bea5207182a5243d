"""Runtime data of libraries: functions, resources, subobjects (RDAT).

Version, number of parts, their offsets; each part has a kind, a size and data: strings (1), index arrays (2), bytes
(5), and tables (number and size of records) of resources (3), functions (4), subobjects (6), nodes (7 to 11).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from ..base.binary import Buffer
from ..base.enums import OpenEnum
from .view import PartView


class RuntimePartKind(OpenEnum):
    """The kinds of parts in RDAT."""

    STRINGS = 1
    INDEX_ARRAYS = 2
    RESOURCES = 3
    FUNCTIONS = 4
    RAW_BYTES = 5
    SUBOBJECTS = 6
    NODE_IDS = 7
    NODE_SHADER_IO_ATTRIBUTES = 8
    NODE_SHADER_FUNCTION_ATTRIBUTES = 9
    IO_NODES = 10
    NODE_SHADERS = 11


_FIELDS: Mapping[RuntimePartKind, tuple[str, ...]] = {
    RuntimePartKind.RESOURCES: ("class", "kind", "id", "space", "lower", "upper", "name", "flags"),
    RuntimePartKind.FUNCTIONS: (
        "name",
        "unmangled_name",
        "resources",
        "dependencies",
        "shader_kind",
        "payload_bytes",
        "attribute_bytes",
        "features_low",
        "features_high",
        "stages",
        "min_shader_target",
        "waves_and_flags",
        "shader_record",
    ),
    RuntimePartKind.SUBOBJECTS: ("kind", "name"),
    RuntimePartKind.NODE_IDS: ("name", "index"),
}
"""The names of a record's words; words after them have only a number."""
_STRINGS = frozenset({"name", "unmangled_name"})
_ARRAYS = frozenset({"resources", "dependencies"})
_NONE = 0xFFFFFFFF


@dataclass(frozen=True)
class RuntimeRecord:
    """A record of a table: its words by name; references are resolved to texts and lists of numbers."""

    fields: dict[str, int | str | tuple[int, ...] | None]


@dataclass(frozen=True)
class RuntimePart:
    """A part: `records` for a table, `data` for other parts."""

    kind: RuntimePartKind
    data: bytes
    stride: int = 0
    records: tuple[RuntimeRecord, ...] = ()


@dataclass(frozen=True)
class RuntimeData:
    """The contents of RDAT."""

    version: int
    parts: tuple[RuntimePart, ...]
    view: PartView

    def part(self, kind: RuntimePartKind) -> RuntimePart | None:
        """The first part of a kind."""
        return next((part for part in self.parts if part.kind is kind), None)


def read_runtime_data(data: Buffer, *, base: int = 0, name: str = "RDAT") -> RuntimeData:
    """The contents of an RDAT part. Raises FormatError, with the offset, for tables and references outside of it."""
    view = PartView(data, base, name)
    version, count = view.words(0, 2, "header")
    view.table(8, count, 4, "parts")
    parts: list[tuple[RuntimePartKind, int, int]] = []
    for offset in view.words(8, count, "offsets of parts"):
        kind, size = view.words(offset, 2, "header of a part")
        parts.append((RuntimePartKind(kind), view.cover(offset + 8, size, "part"), size))
    places = {kind: (at, size) for kind, at, size in reversed(parts)}
    return RuntimeData(version, tuple(_part(view, kind, at, size, places) for kind, at, size in parts), view)


_Places = Mapping[RuntimePartKind, tuple[int, int]]


def _part(view: PartView, kind: RuntimePartKind, at: int, size: int, places: _Places) -> RuntimePart:
    data = bytes(view.data[at : at + size])
    if kind in (RuntimePartKind.STRINGS, RuntimePartKind.INDEX_ARRAYS, RuntimePartKind.RAW_BYTES) or size < 8:
        return RuntimePart(kind, data)
    if not kind.is_known:
        return RuntimePart(kind, data)
    count, stride = struct.unpack_from("<2I", data)
    if count and (stride < 4 or stride % 4 or count > (size - 8) // stride):
        raise view.fail(f"{count} records of {stride} bytes in a {kind.label} part of {size}", at)
    records = []
    for start in range(8, 8 + count * stride, stride):
        words = struct.unpack_from(f"<{stride // 4}I", data, start)
        names = _FIELDS.get(kind, ())
        fields: dict[str, int | str | tuple[int, ...] | None] = {
            names[i] if i < len(names) else f"word_{i}": _field(view, names[i] if i < len(names) else "", word, places)
            for i, word in enumerate(words)
        }
        records.append(RuntimeRecord(fields))
    return RuntimePart(kind, data, stride, tuple(records))


def _field(view: PartView, name: str, word: int, places: _Places) -> int | str | tuple[int, ...] | None:
    if name in _STRINGS:
        at, size = places.get(RuntimePartKind.STRINGS, (0, 0))
        if word >= size:
            raise view.fail(f"string {word:#x} is beyond the {size} bytes of strings", at)
        return view.string(at + word, "string")
    if name in _ARRAYS:
        if word == _NONE:
            return None
        at, size = places.get(RuntimePartKind.INDEX_ARRAYS, (0, 0))
        if word >= size // 4:
            raise view.fail(f"index array {word:#x} is beyond the {size // 4} words of arrays", at)
        count = view.word(at + 4 * word, "index array")
        if count > size // 4 - word - 1:
            raise view.fail(f"an index array of {count} entries runs over the end of the arrays", at + 4 * word)
        return view.words(at + 4 * word + 4, count, "index array")
    return word
