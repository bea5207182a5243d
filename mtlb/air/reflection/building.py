"""Writes an AIRR buffer with the layout of Apple's air-lld (docs/reflection.md §2.2).

This file is part of the compiled engine (docs/engine.md).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from ...base.classes import NamedTuple
from ...base.errors import BuildError
from ...base.strings import string_to_bytes
from .flatbuffer import FieldShape, FlatBufferWriter, TableShape
from .nodes import IDENTIFIER, Node, Reflection, Table
from .schema import FORWARD_ORDER, ROOT, SUBTABLES, Slot, SlotKind, slots_of

_STRING: Final = SlotKind.STRING
_STRINGS: Final = SlotKind.STRINGS
_TABLE: Final = SlotKind.TABLE
_TABLES: Final = SlotKind.TABLES
_U32_X3: Final = SlotKind.U32X3
_U64_V: Final = SlotKind.U64V

_NODE = "type:u32 content:table"
"""A node: the number of its type, and the table with its slots."""

_ROOT = f"version:u32x3 nodes:nodes {ROOT}"


@cache
def _shape(description: str) -> TableShape:
    """The fields of a table in the order in which Apple's writer adds them."""
    fields = [FieldShape(n, slot.kind.size, slot.kind.is_reference) for n, slot in enumerate(slots_of(description))]
    if description not in FORWARD_ORDER:
        fields.sort(key=lambda field: (-min(field.size, 4), -field.number))
    return TableShape(fields)


_BITS = {
    SlotKind.BOOL: 8,
    SlotKind.ENUM: 8,
    SlotKind.SOME_BOOL: 8,
    SlotKind.U32: 32,
    SlotKind.SOME_U32: 32,
    SlotKind.NODE: 32,
}
_ELEMENT_BITS = {SlotKind.U32X3: 32, SlotKind.NODES: 32, SlotKind.U64V: 64}


class _Column(NamedTuple):
    """How the values of a slot are checked and written.

    For a number, `limit` is the smallest value that is too large, and `left_out` the value that is not written; for
    other values `limit` is 0. `element_limit` is the limit of each element of a vector of numbers.
    """

    name: str
    slot: Slot
    limit: int
    left_out: int | None
    is_string: bool
    element_limit: int


def _column(slot: Slot) -> _Column:
    bits, element_bits = _BITS.get(slot.kind, 0), _ELEMENT_BITS.get(slot.kind, 0)
    left_out = slot.default if slot.kind.has_default else None
    limit, element_limit = 1 << bits if bits else 0, 1 << element_bits if element_bits else 0
    return _Column(slot.name, slot, limit, left_out, slot.kind is _STRING, element_limit)


@cache
def _columns(description: str) -> tuple[_Column, ...]:
    return tuple([_column(slot) for slot in slots_of(description)])


def _refusal(slot: Slot, value: object) -> BuildError:
    return BuildError(f"the reflection slot {slot.name} ({slot.kind.text}) can't hold {value!r}")


def _check(column: _Column, value: object) -> None:
    """BuildError for a value that a slot can't hold. Slots with a single number or string are checked elsewhere."""
    kind = column.slot.kind
    if kind is _TABLE:
        fits = isinstance(value, Table)
    elif not isinstance(value, (list, tuple)):
        fits = False
    elif column.element_limit:
        fits = kind is not _U32_X3 or len(value) == 3
        for element in value:
            if not (isinstance(element, int) and 0 <= element < column.element_limit):
                fits = False
    elif kind is _STRINGS:
        fits = not [part for part in value if not isinstance(part, str)]
    else:
        fits = not [part for part in value if not isinstance(part, Table)]
    if not fits:
        raise _refusal(column.slot, value)


class Building:
    """A buffer under construction: tables and their contents, in Apple's order.

    Every method returns a position as `FlatBufferWriter` counts them, and raises BuildError for a value that its slot
    can't hold.
    """

    def __init__(self) -> None:
        self.writer = FlatBufferWriter()

    def string(self, text: str) -> int:
        """Write a string, or reuse an equal one. BuildError for a string that can't be encoded."""
        return self.writer.string(string_to_bytes(text))

    def content(self, slot: Slot, value: Any) -> Any:
        """Write the content that a slot refers to; returns its position, or None for empty content, which is omitted.
        Numbers stored in the table itself are returned unchanged.
        """
        kind = slot.kind
        if kind is _TABLE:
            return self.table(SUBTABLES[slot.table], value.values)
        if kind is _U32_X3:
            return value
        if not value:
            return None
        if kind is _TABLES:
            description = SUBTABLES[slot.table]
            return self.writer.offsets([self.table(description, record.values) for record in value])
        if kind is _STRINGS:
            return self.writer.offsets([self.string(text) for text in value])
        return self.writer.vector(value, 8 if kind is _U64_V else 4)

    def table(self, description: str, values: dict[str, Any]) -> int:
        """Write a table and its contents; returns its position."""
        columns = _columns(description)
        fields: list[Any] = [None] * len(columns)
        for number, (name, slot, limit, left_out, is_string, _) in enumerate(columns):
            if name not in values:
                continue
            value = values[name]
            if limit:
                if not isinstance(value, int) or not 0 <= value < limit:
                    raise _refusal(slot, value)
                if value != left_out:
                    fields[number] = value
            elif is_string:
                if not isinstance(value, str):
                    raise _refusal(slot, value)
                if value:
                    fields[number] = self.string(value)
            else:
                _check(columns[number], value)
                fields[number] = self.content(slot, value)
        return self.writer.table(_shape(description), fields)

    def node(self, node: Node) -> int:
        """Write a node: its content, then the table with its type. BuildError for an unknown type."""
        description = node.type.description if node.type.is_known else None
        if description is None:
            raise BuildError(f"reflection node of unknown type {node.type}")
        content = self.table(description, node.values)
        return self.writer.table(_shape(_NODE), (int(node.type), content))

    def reflection(self, reflection: Reflection) -> bytes:
        """The whole buffer: nodes in their order, the root's lists, the root."""
        writer = self.writer
        nodes = [self.node(node) for node in reflection.nodes]
        version, _, *lists = _columns(_ROOT)
        fields: list[Any] = [None, writer.offsets(nodes) if nodes else None]
        for column in lists:
            value = getattr(reflection, column.name)
            _check(column, value)
            fields.append(self.content(column.slot, value))
        if reflection.version is not None:
            _check(version, reflection.version)
            fields[0] = reflection.version
        return writer.finish(writer.table(_shape(_ROOT), fields), IDENTIFIER)
