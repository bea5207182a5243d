"""Access to parts whose tables refer to each other: bounds checks, strings, and a record of the bytes read."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..base.binary import Buffer, Reader
from ..base.errors import FormatError
from ..base.strings import string_from_bytes, string_to_bytes

_MIN_BUDGET = 1 << 16
_BUDGET_FACTOR = 64  # real files refer to each record once, and share types between variables at most a few times


class Gap(NamedTuple):
    """Unreferenced bytes of a part; `offset` counts from the start of its data."""

    offset: int
    data: bytes

    @property
    def is_padding(self) -> bool:
        """Whether it is compiler padding: up to three bytes 0xAB or 0 after a string."""
        return len(self.data) < 4 and not set(self.data) - {0, 0xAB}


class PartView:
    """The data of a part, with offsets relative to its start.
    A read outside of it raises a FormatError that names the byte in the file; so do tables that overlap so much that
    reading them would take too long. `base` is the file offset of the data, `name` the name of the part."""

    def __init__(self, data: Buffer, base: int, name: str) -> None:
        self.data = memoryview(data)
        self.base = base
        self.name = name
        self._spans: list[tuple[int, int]] = []
        self._strings: dict[int, str] = {}
        self._left = max(_MIN_BUDGET, _BUDGET_FACTOR * len(self.data))

    def __len__(self) -> int:
        """The size of the data in bytes."""
        return len(self.data)

    def fail(self, reason: str, offset: int) -> FormatError:
        """Create the error for byte `offset` of the part."""
        return FormatError(f"{self.name}: {reason}", offset=self.base + offset)

    def cover(self, offset: int, size: int, what: str) -> int:
        """Record that `size` bytes at `offset` are `what`, and return the offset. Raises FormatError if they are out
        of bounds."""
        if size > len(self.data) - offset:
            left = max(len(self.data) - offset, 0)
            raise self.fail(f"{what} at {offset:#x} needs {size} bytes, {left} are left", min(offset, len(self.data)))
        self._left -= size
        if self._left < 0:
            raise self.fail("its tables overlap: together they are many times larger than the part", offset)
        self._spans.append((offset, offset + size))
        return offset

    def unpack(self, layout: struct.Struct, offset: int, what: str) -> tuple[Any, ...]:
        """The fields at `offset`."""
        return layout.unpack_from(self.data, self.cover(offset, layout.size, what))

    def words(self, offset: int, count: int, what: str) -> tuple[int, ...]:
        """`count` 32-bit words at `offset`."""
        return struct.unpack_from(f"<{count}I", self.data, self.cover(offset, 4 * count, what))

    def word(self, offset: int, what: str) -> int:
        """The 32-bit word at `offset`."""
        return self.words(offset, 1, what)[0]

    def bytes_at(self, offset: int, size: int, what: str) -> bytes:
        """`size` bytes at `offset`."""
        return bytes(self.data[self.cover(offset, size, what) : offset + size])

    def string(self, offset: int, what: str) -> str:
        """The NUL-terminated text at `offset`."""
        if (cached := self._strings.get(offset)) is not None:
            return cached
        if offset >= len(self.data):
            raise self.fail(f"{what} at {offset:#x} is beyond the part", len(self.data))
        text = string_from_bytes(Reader(self.data, offset, base=self.base).cstring(f"{self.name}: {what}"))
        self.cover(offset, len(string_to_bytes(text)) + 1, what)
        self._strings[offset] = text
        return text

    def table(self, offset: int, count: int, size: int, what: str) -> range:
        """The offsets of `count` records of `size` bytes each. Raises FormatError if they are out of bounds."""
        if count and (size * count > len(self.data) or offset > len(self.data) - size * count):
            reason = f"{count} {what} of {size} bytes at {offset:#x} run over the {len(self.data)} bytes of the part"
            raise self.fail(reason, min(offset, len(self.data)))
        return range(offset, offset + size * count, size) if size else range(0)

    def gaps(self) -> Iterator[Gap]:
        """The bytes that were not read."""
        position = 0
        for start, end in (*sorted(self._spans), (len(self.data), len(self.data))):
            if start > position:
                yield Gap(position, bytes(self.data[position:start]))
            position = max(position, end)
