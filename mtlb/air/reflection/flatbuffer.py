"""A writer of FlatBuffers: strings, vectors and tables, byte for byte as flatc's builders write them.

A buffer is written from its end to its beginning. A position is the number of bytes to the end of the buffer, so it
does not change when more is written before it. A table is a signed 32-bit offset to its vtable, followed by its fields.
The vtable has its own size, the size of the table, and the offset of each field in the table (16 bits each, 0 for an
absent field, up to the last present field); it precedes the first table that uses it. Other offsets have 32 bits and
point from their own location to a later one.

Source: https://flatbuffers.dev/internals/, and the C++ and Python builders of FlatBuffers.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ...base.classes import NamedTuple
from ...base.errors import BuildError

_LARGEST = 1 << 31
"""The maximum size of a buffer in bytes: offsets to vtables are signed."""

_MOST_LAYOUTS = 1024
"""The number of layouts cached for a shape; real tables need a few dozen."""


class FieldShape(NamedTuple):
    """A field of a table: its number in the vtable, its size in bytes (1, 4, or 4 for each of several words), and
    whether it is an offset.
    """

    number: int
    size: int
    is_offset: bool = False


class _Layout(NamedTuple):
    """The layout of a table's fields. `fields` is ordered from the lowest address, each with its number and, for an
    offset, the distance of its position from that of the table's end (0 for all others).
    """

    pack: struct.Struct
    vtable: bytes
    fields: tuple[tuple[int, int], ...]


class TableShape:
    """The fields of a table, in the order in which they are added: the first has the highest address."""

    __slots__ = ("_layouts", "fields")

    def __init__(self, fields: Sequence[FieldShape]) -> None:
        self.fields = tuple(fields)
        self._layouts: dict[tuple[int, int], _Layout] = {}

    def layout(self, present: int, misalignment: int) -> _Layout:
        """The layout of a table with the fields in `present`, a bit mask of field numbers.

        `misalignment`: the position of the table's end modulo 4.
        """
        key = (present, misalignment)
        result = self._layouts.get(key)
        if result is None:
            if len(self._layouts) >= _MOST_LAYOUTS:
                self._layouts.clear()
            result = self._layouts[key] = self._lay_out(present, misalignment)
        return result

    def _lay_out(self, present: int, misalignment: int) -> _Layout:
        at = misalignment
        placed: list[tuple[FieldShape, int]] = []
        code: list[str] = []
        for field in self.fields:
            if not present >> field.number & 1:
                continue
            padding = -(at + field.size) % min(field.size, 4)
            at += field.size + padding
            words = "B" if field.size == 1 else "I" * (field.size // 4)
            code.append(f"{words}{padding}x" if padding else words)
            placed.append((field, at - misalignment))
        padding = -at % 4
        size = at + padding + 4 - misalignment
        code.append(f"<i{padding}x" if padding else "<i")
        slots = [0] * present.bit_length()
        for field, position in placed:
            slots[field.number] = size - position
        vtable = struct.pack(f"<{len(slots) + 2}H", 2 * len(slots) + 4, size, *slots)
        fields = [(field.number, position if field.is_offset else 0) for field, position in reversed(placed)]
        return _Layout(struct.Struct("".join(reversed(code))), vtable, tuple(fields))


class FlatBufferWriter:
    """A buffer under construction. The target of an offset is written first, and identified by its position.

    Every method raises BuildError if the buffer becomes larger than 2 GiB.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []  # from the end of the buffer
        self._position = 0
        self._alignment = 4
        self._strings: dict[bytes, int] = {}
        self._vtables: dict[bytes, int] = {}

    def _prepend(self, part: bytes) -> int:
        self._parts.append(part)
        self._position += len(part)
        if self._position > _LARGEST:
            raise BuildError(f"a FlatBuffer larger than {_LARGEST} bytes")
        return self._position

    def string(self, text: bytes) -> int:
        """Write a string with its length before it and a NUL after it; equal strings are written once."""
        position = self._strings.get(text)
        if position is None:
            padding = -(self._position + len(text) + 1) % 4
            position = self._prepend(_U32.pack(len(text)) + text + bytes(1 + padding))
            self._strings[text] = position
        return position

    def vector(self, values: Sequence[int], size: int) -> int:
        """A vector of unsigned integers of 4 or 8 bytes each."""
        code = "Q" if size == 8 else "I"
        self._alignment = max(self._alignment, size)
        padding = -(self._position + len(values) * size) % size
        return self._prepend(struct.pack(f"<I{len(values)}{code}{padding}x", len(values), *values))

    def offsets(self, positions: Sequence[int]) -> int:
        """A vector of offsets."""
        padding = -self._position % 4
        first = self._position + padding + 4 * len(positions)
        values = [first - 4 * index - position for index, position in enumerate(positions)]
        return self._prepend(struct.pack(f"<I{len(values)}I{padding}x", len(values), *values))

    def table(self, shape: TableShape, values: Sequence[Sequence[int] | int | None]) -> int:
        """Write a table. `values`: by the number of the field; None for an absent field, the position of the target for
        an offset, and a sequence for a field of several words.
        """
        present = 0
        for number, value in enumerate(values):
            if value is not None:
                present |= 1 << number
        start = self._position
        pack, vtable, fields = shape.layout(present, start & 3)
        words: list[int] = []
        for number, distance in fields:
            value = values[number]
            if isinstance(value, int):
                words.append(start + distance - value if distance else value)
            elif value is not None:
                words.extend(value)
        at = start + pack.size
        position = self._vtables.get(vtable)
        if position is None:
            self._prepend(pack.pack(len(vtable), *words))
            self._vtables[vtable] = self._prepend(vtable)
        else:
            self._prepend(pack.pack(position - at, *words))
        return at

    def finish(self, root: int, identifier: bytes) -> bytes:
        """The whole buffer: the offset of the root table and the identifier of 4 bytes come first."""
        padding = -(self._position + 8) % self._alignment
        at = self._position + padding + 8
        self._prepend(_U32.pack(at - root) + identifier + bytes(padding))
        return b"".join(reversed(self._parts))


_U32 = struct.Struct("<I")
