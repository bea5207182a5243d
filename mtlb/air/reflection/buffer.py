"""AIRR: the reflection FlatBuffer of one module, read into nodes and built back byte for byte.

A `Reflection` is a list of nodes that refer to each other by index, and a root that lists which of them are functions,
function constants and so on. `read` parses any buffer within its bounds; `build` writes one as Apple's air-lld
does (docs/reflection.md §2.2): nodes in index order, strings pooled, vtables shared, defaults and empty
strings left out.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Union

from ...base.errors import BuildError, FormatError
from ...base.strings import string_from_bytes, string_to_bytes
from ...base.versions import Version
from .schema import FORWARD_ORDER, ROOT, SUBTABLES, NodeType, Slot, SlotKind, slots_of

__all__ = ["IDENTIFIER", "Node", "Reflection", "Table", "build", "read"]

IDENTIFIER = b"AIRR"

FieldValue = Union[bool, int, str, "list[int]", "list[str]", "tuple[int, int, int]", "Table", "list[Table]"]


@dataclass
class Table:
    """A table that is not a node: `table` is its name in `SUBTABLES`, `values` maps slot names to what is present."""

    table: str
    values: dict[str, FieldValue] = field(default_factory=dict)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots that a table of this name has."""
        return slots_of(SUBTABLES[self.table])


@dataclass
class Node:
    """One node: `values` maps the slot names of `type` to what is present. Empty for an unknown type."""

    type: NodeType
    values: dict[str, FieldValue] = field(default_factory=dict)

    def get(self, name: str) -> FieldValue | None:
        """The value of a slot: enumerations as such, a scalar's default where it is absent, else None."""
        return _get(self.type.slots or (), self.values, name)


def _get(slots: tuple[Slot, ...], values: dict[str, FieldValue], name: str) -> FieldValue | None:
    slot = next((slot for slot in slots if slot.name == name), None)
    if slot is None:
        return None
    value = values.get(name)
    if value is None and slot.kind.has_default:
        value = slot.default if slot.kind is not SlotKind.BOOL else bool(slot.default)
    return slot.enum(value) if slot.enum is not None and isinstance(value, int) else value


@dataclass
class Reflection:
    """The content of one AIRR buffer. Lists of integers hold indices into `nodes`.

    `static_local_allocations`: threadgroup memory, size and alignment in bytes.

    `foreign` is the whole buffer if it holds node types or slots that are not in our schema, else None; `build` then
    returns it unchanged, or raises BuildError if the model was edited.
    """

    version: Version | None = None
    nodes: list[Node] = field(default_factory=list)
    fragment_functions: list[int] = field(default_factory=list)
    intersection_functions: list[int] = field(default_factory=list)
    kernel_functions: list[int] = field(default_factory=list)
    vertex_functions: list[int] = field(default_factory=list)
    visible_functions: list[int] = field(default_factory=list)
    mesh_functions: list[int] = field(default_factory=list)
    object_functions: list[int] = field(default_factory=list)
    function_constants: list[int] = field(default_factory=list)
    static_local_allocations: list[Table] = field(default_factory=list)
    emulations: list[int] = field(default_factory=list)
    global_bindings: list[int] = field(default_factory=list)
    visible_function_references: list[int] = field(default_factory=list)
    ci_functions: list[int] = field(default_factory=list)
    foreign: bytes | None = field(default=None, compare=False, repr=False)

    def add(self, type: NodeType) -> tuple[int, Node]:
        """A new node of this type, and its index."""
        node = Node(type)
        self.nodes.append(node)
        return len(self.nodes) - 1, node

    def functions(self) -> Iterator[Node]:
        """The function nodes, in the order of the root's lists."""
        for slot in fields(self):
            if slot.name.endswith("_functions"):
                for index in getattr(self, slot.name):
                    yield self.nodes[index]


# --- reading ---------------------------------------------------------------------------------------------------------


def read(data: bytes | memoryview, *, offset: int = 0) -> Reflection:
    """The model of one buffer. `offset` is where `data` starts in its file, for errors.

    Raises FormatError for offsets outside the buffer, overlapping vectors, and invalid node indices.
    """
    return _Reading(bytes(data), offset).reflection()


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
        # Strings, vectors and vtables don't overlap, so they can't hold more than the buffer does.
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
        """Where the 32-bit offset at `at` points."""
        return at + self.u32(at)

    def vector(self, at: int, element_size: int) -> tuple[int, int]:
        """Position of the first element and number of elements of the vector that `at` refers to."""
        start = self.target(at)
        count = self.u32(start)
        if count * element_size > len(self.data) - start - 4 or count > self.elements_left:
            raise self.fail(f"a vector claims {count} elements", start)
        self.elements_left -= count
        return start + 4, count

    def string(self, at: int) -> str:
        start = self.target(at)
        found = self.strings.get(start)
        if found is None:
            size = self.u32(start)
            if size > len(self.data) - start - 4 or size > self.characters_left:
                raise self.fail(f"a string claims {size} bytes", start)
            self.characters_left -= size
            found = string_from_bytes(self.data[start + 4 : start + 4 + size])
            self.strings[start] = found
        return found

    def table(self, at: int, known: int) -> list[int]:
        """Position of the field of each of the first `known` slots, 0 for an absent one, of the table at `at`.

        Fields beyond these make the buffer foreign.
        """
        slots = self.vtable(at - int(self.unpack(_I32, at)[0]))
        self.foreign |= len(slots) > known
        return [at + slot if slot else 0 for slot in slots[:known]]

    def vtable(self, at: int) -> tuple[int, ...]:
        """The slots of the vtable at `at`, up to the last that is used."""
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

    def reflection(self) -> Reflection:
        data = self.data
        if len(data) < 8 or data[4:8] != IDENTIFIER:
            raise self.fail(f"no {IDENTIFIER.decode()} identifier", 4)
        root = slots_of(ROOT)
        positions = self.table(self.target(0), 2 + len(root))
        version_at, nodes_at, *others = [*positions, 0, 0]
        result = Reflection()
        if version_at:
            result.version = Version(*self.unpack(_U32X3, version_at))
        if nodes_at:
            start, self.node_count = self.vector(nodes_at, 4)
            result.nodes = [self.node(self.target(start + 4 * i)) for i in range(self.node_count)]
        for slot, at in zip(root, others, strict=False):
            if at:
                setattr(result, slot.name, self.value(slot, at))
        if self.foreign:
            result.foreign = data
        return result


# --- building --------------------------------------------------------------------------------------------------------


def build(reflection: Reflection) -> bytes:
    """The buffer of this reflection. BuildError for types and slots that are not known, and values that do not fit."""
    if reflection.foreign is not None:
        if read(reflection.foreign) != reflection:
            raise BuildError("a reflection buffer with node types or slots unknown to us can't be edited")
        return reflection.foreign
    return _Building().reflection(reflection)


@cache
def _adding_order(description: str) -> tuple[tuple[int, Slot], ...]:
    """The slots of a table with their numbers, in the order in which Apple's writer adds them."""
    slots = tuple(enumerate(slots_of(description)))
    if description in FORWARD_ORDER:
        return slots
    return tuple(sorted(slots, key=lambda pair: (-min(pair[1].kind.size, 4), -pair[0])))


_VERSION = Slot("version", SlotKind.U32X3)
_BITS = {
    SlotKind.BOOL: 8,
    SlotKind.ENUM: 8,
    SlotKind.SOME_BOOL: 8,
    SlotKind.U32: 32,
    SlotKind.SOME_U32: 32,
    SlotKind.NODE: 32,
}
_ELEMENT_BITS = {SlotKind.U32X3: 32, SlotKind.NODES: 32, SlotKind.U64V: 64}
_CLASSES = {SlotKind.STRING: str, SlotKind.TABLE: Table}
_ELEMENT_CLASSES = {SlotKind.STRINGS: str, SlotKind.TABLES: Table}


def _check(slot: Slot, value: object) -> None:
    """BuildError for a value that the slot can't hold."""
    kind = slot.kind
    if kind in _BITS:
        fits = _is_unsigned(value, _BITS[kind])
    elif kind in _CLASSES:
        fits = isinstance(value, _CLASSES[kind])
    elif not isinstance(value, (list, tuple)):
        fits = False
    elif kind in _ELEMENT_BITS:
        fits = all(_is_unsigned(element, _ELEMENT_BITS[kind]) for element in value)
        fits &= kind is not SlotKind.U32X3 or len(value) == 3
    else:
        fits = all(isinstance(element, _ELEMENT_CLASSES[kind]) for element in value)
    if not fits:
        raise BuildError(f"the reflection slot {slot.name} ({kind.text}) can't hold {value!r}")


def _is_unsigned(value: object, bits: int) -> bool:
    return isinstance(value, int) and 0 <= value < 1 << bits


class _Building:
    """Calls the FlatBuffers builder in Apple's order."""

    def __init__(self) -> None:
        import flatbuffers

        self.builder = flatbuffers.Builder(1024)

    def string(self, text: str) -> int:
        return int(self.builder.CreateSharedString(string_to_bytes(text)))

    def vector(self, values: Sequence[int], size: int) -> int:
        """A vector of 32- or 64-bit integers."""
        builder = self.builder
        builder.StartVector(size, len(values), size)
        prepend = builder.PrependUint64 if size == 8 else builder.PrependUint32
        for value in reversed(values):
            prepend(value)
        return int(builder.EndVector())

    def offsets(self, offsets: Sequence[int]) -> int:
        """A vector of offsets to what was built before."""
        builder = self.builder
        builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            builder.PrependUOffsetTRelative(offset)
        return int(builder.EndVector())

    def child(self, slot: Slot, value: Any) -> int:
        """Build what a slot refers to; 0 for what is left out because it is empty."""
        kind = slot.kind
        if kind is SlotKind.STRING:
            return self.string(value) if value else 0
        if kind is SlotKind.TABLE:
            return self.table(SUBTABLES[slot.table], value.values)
        if not value:
            return 0
        if kind is SlotKind.TABLES:
            return self.offsets([self.table(SUBTABLES[slot.table], record.values) for record in value])
        if kind is SlotKind.STRINGS:
            return self.offsets([self.string(text) for text in value])
        return self.vector(value, 8 if kind is SlotKind.U64V else 4)

    def table(self, description: str, values: dict[str, Any]) -> int:
        """Build a table and what it refers to; its position."""
        slots = slots_of(description)
        children: dict[str, int] = {}
        for slot in slots:
            if slot.name in values:
                _check(slot, values[slot.name])
            if slot.kind.is_reference and slot.name in values:
                children[slot.name] = self.child(slot, values[slot.name])
        self.builder.StartObject(len(slots))
        for number, slot in _adding_order(description):
            value = children.get(slot.name) if slot.kind.is_reference else values.get(slot.name)
            if value is not None:
                self.add(number, slot, value)
        return int(self.builder.EndObject())

    def add(self, number: int, slot: Slot, value: Any) -> None:
        builder = self.builder
        kind = slot.kind
        if kind.is_reference:
            builder.PrependUOffsetTRelativeSlot(number, value, 0)
        elif kind is SlotKind.U32:
            builder.PrependUint32Slot(number, value, slot.default)
        elif kind is SlotKind.BOOL or kind is SlotKind.ENUM:
            builder.PrependUint8Slot(number, int(value), slot.default)
        elif kind is SlotKind.SOME_BOOL:
            builder.PrependUint8(int(value))
            builder.Slot(number)
        elif kind is SlotKind.U32X3:
            self.add_u32x3(number, value)
        else:
            builder.PrependUint32(value)
            builder.Slot(number)

    def add_u32x3(self, number: int, value: Sequence[int]) -> None:
        builder = self.builder
        builder.Prep(4, 12)
        for part in reversed(value):
            builder.PrependUint32(part)
        builder.Slot(number)

    def node(self, node: Node) -> int:
        description = node.type.description if node.type.is_known else None
        if description is None:
            raise BuildError(f"reflection node of unknown type {node.type}")
        content = self.table(description, node.values)
        builder = self.builder
        builder.StartObject(2)
        builder.PrependUOffsetTRelativeSlot(1, content, 0)
        builder.PrependUint32Slot(0, int(node.type), 0)
        return int(builder.EndObject())

    def reflection(self, reflection: Reflection) -> bytes:
        builder = self.builder
        nodes = [self.node(node) for node in reflection.nodes]
        positions = [self.offsets(nodes) if nodes else 0]
        for slot in slots_of(ROOT):
            value = getattr(reflection, slot.name)
            _check(slot, value)
            positions.append(self.child(slot, value))
        builder.StartObject(len(positions) + 1)
        for number in range(len(positions), 0, -1):
            builder.PrependUOffsetTRelativeSlot(number, positions[number - 1], 0)
        if reflection.version is not None:
            _check(_VERSION, reflection.version)
            self.add_u32x3(0, reflection.version)
        builder.Finish(builder.EndObject(), IDENTIFIER)
        return bytes(builder.Output())
