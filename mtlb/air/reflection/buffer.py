"""AIRR: the reflection FlatBuffer of one module, read into nodes and built back byte for byte.

A `Reflection` is a list of nodes that refer to each other by index, and a root that lists which of them are functions,
function constants and so on. `read` parses any buffer within its bounds; `build` writes one as Apple's air-lld
does (docs/reflection.md §2.2): nodes in index order, strings pooled, vtables shared, defaults and empty
strings left out.
"""

from __future__ import annotations

import struct
from typing import Any

from ...base.errors import BuildError, FormatError
from ...base.strings import string_from_bytes
from ...base.versions import Version
from .building import Building
from .nodes import IDENTIFIER, FieldValue, Node, Reflection, Table
from .schema import ROOT, SUBTABLES, NodeType, Slot, SlotKind, slots_of

__all__ = ["IDENTIFIER", "Node", "Reflection", "Table", "build", "read", "read_version"]


def read(data: bytes | memoryview, *, offset: int = 0) -> Reflection:
    """Read a buffer. `offset` is its position in the file, for errors.

    FormatError for offsets outside the buffer, overlapping vectors, and invalid node indices.
    """
    return _Reading(bytes(data), offset).reflection()


def read_version(data: bytes | memoryview) -> Version | None:
    """The version in a buffer; nothing else is read. FormatError for offsets outside the buffer."""
    return _Reading(bytes(data), 0).root()[0].version


_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")
_I32 = struct.Struct("<i")
_U32X3 = struct.Struct("<3I")


class _Reading:
    def __init__(self, data: bytes, offset: int) -> None:
        self.data = data
        self.offset = offset
        self.strings: dict[int, str] = {}
        self.vtables: dict[int, tuple[int, ...]] = {}
        # Strings, vectors and vtables don't overlap, so their total size is at most that of the buffer.
        self.characters_left = len(data)
        self.elements_left = len(data) // 4
        self.slots_left = len(data) // 2
        self.foreign = False
        self.node_count = 0

    def fail(self, reason: str, at: int) -> FormatError:
        return FormatError(f"reflection buffer: {reason}", offset=self.offset + max(at, 0))

    def unpack(self, layout: struct.Struct, at: int) -> tuple[Any, ...]:
        if at < 0 or at + layout.size > len(self.data):
            raise self.fail(f"a field is outside of its {len(self.data)} bytes", at)
        return layout.unpack_from(self.data, at)

    def u32(self, at: int) -> int:
        return int(self.unpack(_U32, at)[0])

    def target(self, at: int) -> int:
        """The position that the 32-bit offset at `at` refers to."""
        return at + self.u32(at)

    def vector(self, at: int, element_size: int) -> tuple[int, int]:
        """Position of the first element, and number of elements, of the vector whose offset is at `at`."""
        start = self.target(at)
        count = self.u32(start)
        if count * element_size > len(self.data) - start - 4 or count > self.elements_left:
            raise self.fail(f"a vector claims {count} elements", start)
        self.elements_left -= count
        return start + 4, count

    def string(self, at: int) -> str:
        start = self.target(at)
        result = self.strings.get(start)
        if result is None:
            size = self.u32(start)
            if size > len(self.data) - start - 4 or size > self.characters_left:
                raise self.fail(f"a string claims {size} bytes", start)
            self.characters_left -= size
            result = string_from_bytes(self.data[start + 4 : start + 4 + size])
            self.strings[start] = result
        return result

    def table(self, at: int, count: int) -> list[int]:
        """The positions of the first `count` fields of the table at `at`; 0 for an absent field.

        Further fields mark the buffer as foreign.
        """
        slots = self.vtable(at - int(self.unpack(_I32, at)[0]))
        self.foreign |= len(slots) > count
        return [at + slot if slot else 0 for slot in slots[:count]]

    def vtable(self, at: int) -> tuple[int, ...]:
        """The slots of the vtable at `at`, up to the last used slot."""
        slots = self.vtables.get(at)
        if slots is None:
            size = int(self.unpack(_U16, at)[0])
            if size < 4 or size % 2 or at + size > len(self.data) or size > 2 * self.slots_left:
                raise self.fail(f"a vtable of {size} bytes", at)
            self.slots_left -= size // 2
            every = struct.unpack_from(f"<{size // 2 - 2}H", self.data, at + 4)
            used = max((number for number, slot in enumerate(every, 1) if slot), default=0)
            slots = self.vtables[at] = every[:used]
        return slots

    def values(self, at: int, slots: tuple[Slot, ...]) -> dict[str, FieldValue]:
        positions = self.table(at, len(slots))
        return {
            slot.name: self.value(slot, position) for slot, position in zip(slots, positions, strict=False) if position
        }

    def value(self, slot: Slot, at: int) -> FieldValue:
        kind = slot.kind
        if kind in (SlotKind.BOOL, SlotKind.ENUM, SlotKind.SOME_BOOL):
            if not 0 <= at < len(self.data):
                raise self.fail(f"a field is outside of its {len(self.data)} bytes", at)
            return self.data[at]
        if kind is SlotKind.STRING:
            return self.string(at)
        if kind is SlotKind.NODE:
            return self.node_index(self.u32(at), at)
        if kind is SlotKind.NODES:
            start, count = self.vector(at, 4)
            return [self.node_index(value, start) for value in struct.unpack_from(f"<{count}I", self.data, start)]
        if kind is SlotKind.TABLES:
            start, count = self.vector(at, 4)
            return [self.read_table(slot.table, self.target(start + 4 * i)) for i in range(count)]
        if kind is SlotKind.TABLE:
            return self.read_table(slot.table, self.target(at))
        if kind is SlotKind.STRINGS:
            start, count = self.vector(at, 4)
            return [self.string(start + 4 * i) for i in range(count)]
        if kind is SlotKind.U64V:
            start, count = self.vector(at, 8)
            return list(struct.unpack_from(f"<{count}Q", self.data, start))
        if kind is SlotKind.U32X3:
            first, second, third = self.unpack(_U32X3, at)
            return (first, second, third)
        return self.u32(at)

    def read_table(self, table: str, at: int) -> Table:
        return Table(table, self.values(at, slots_of(SUBTABLES[table])))

    def node_index(self, index: int, at: int) -> int:
        if index >= self.node_count:
            raise self.fail(f"node {index} of {self.node_count}", at)
        return index

    def node(self, at: int) -> Node:
        positions = self.table(at, 2)
        if len(positions) < 2 or not positions[1]:
            raise self.fail("a node without content", at)
        type = NodeType(self.u32(positions[0]) if positions[0] else 0)
        slots = type.slots
        if slots is None:
            self.foreign = True
            return Node(type)
        return Node(type, self.values(self.target(positions[1]), slots))

    def root(self) -> tuple[Reflection, int, list[int]]:
        """A reflection with only its version, and the positions of the nodes and the lists; 0 for an absent list."""
        data = self.data
        if len(data) < 8 or data[4:8] != IDENTIFIER:
            raise self.fail(f"no {IDENTIFIER.decode()} identifier", 4)
        positions = self.table(self.target(0), 2 + len(slots_of(ROOT)))
        version_at, nodes_at, *others = [*positions, 0, 0]
        result = Reflection()
        if version_at:
            result.version = Version(*self.unpack(_U32X3, version_at))
        return result, nodes_at, others

    def reflection(self) -> Reflection:
        result, nodes_at, others = self.root()
        if nodes_at:
            start, self.node_count = self.vector(nodes_at, 4)
            result.nodes = [self.node(self.target(start + 4 * i)) for i in range(self.node_count)]
        for slot, at in zip(slots_of(ROOT), others, strict=False):
            if at:
                setattr(result, slot.name, self.value(slot, at))
        if self.foreign:
            result.foreign = self.data
        return result


# --- building ------------------------------------------------------------------------------------------------------


def build(reflection: Reflection) -> bytes:
    """The buffer of a reflection. BuildError for unknown types and slots, and for values that do not fit."""
    if reflection.foreign is not None:
        if read(reflection.foreign) != reflection:
            raise BuildError("a reflection buffer with unknown node types or slots can't be edited")
        return reflection.foreign
    return Building().reflection(reflection)
