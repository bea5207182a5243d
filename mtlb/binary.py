"""Checked reading over memoryviews and growing output with patchable locations. All integers are little-endian."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from .errors import FormatError

__all__ = ["Location", "Reader", "Writer", "align_up"]

_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")


def align_up(value: int, alignment: int) -> int:
    """The smallest multiple of `alignment` (bytes) that is not below `value`."""
    return -(-value // alignment) * alignment


class Reader:
    """A cursor over `data[start:end]` that knows its offset from the start of the file.

    `base` is the file offset of `data[0]`. Every read that would leave the range raises FormatError with the
    file offset of the read and `what` was being read.
    """

    __slots__ = ("base", "data", "end", "pos")

    def __init__(self, data: memoryview | bytes, start: int = 0, end: int | None = None, *, base: int = 0) -> None:
        self.data = memoryview(data)
        self.pos = start
        self.end = len(self.data) if end is None else end
        self.base = base
        if not 0 <= start <= self.end <= len(self.data):
            raise FormatError(f"range {start:#x}..{self.end:#x} leaves the {len(self.data)} bytes", offset=base + start)

    @property
    def offset(self) -> int:
        """Offset of the cursor from the start of the file, in bytes."""
        return self.base + self.pos

    @property
    def remaining(self) -> int:
        return self.end - self.pos

    def fail(self, reason: str, *, at: int | None = None) -> FormatError:
        """A FormatError at the cursor, or at position `at` of `data`."""
        return FormatError(reason, offset=self.base + (self.pos if at is None else at))

    def _advance(self, size: int, what: str) -> int:
        pos = self.pos
        if size < 0 or size > self.end - pos:
            raise self.fail(f"truncated: {what} needs {size} bytes, {self.end - pos} left")
        self.pos = pos + size
        return pos

    def take(self, size: int, what: str = "data") -> memoryview:
        """The next `size` bytes, without a copy."""
        pos = self._advance(size, what)
        return self.data[pos : pos + size]

    def u8(self, what: str = "byte") -> int:
        return self.data[self._advance(1, what)]

    def u16(self, what: str = "16-bit word") -> int:
        value: int = _U16.unpack_from(self.data, self._advance(2, what))[0]
        return value

    def u32(self, what: str = "32-bit word") -> int:
        value: int = _U32.unpack_from(self.data, self._advance(4, what))[0]
        return value

    def u64(self, what: str = "64-bit word") -> int:
        value: int = _U64.unpack_from(self.data, self._advance(8, what))[0]
        return value

    def cstring(self, what: str = "string") -> bytes:
        """Bytes up to the next NUL (not included), which must lie in the range."""
        start, size = self.pos, 64
        while True:
            chunk = bytes(self.data[start : min(start + size, self.end)])
            found = chunk.find(b"\0")
            if found >= 0:
                return bytes(self.take(start + found + 1 - self.pos)[:-1])
            start += len(chunk)
            if start >= self.end:
                raise self.fail(f"{what} has no terminating NUL")
            size *= 2

    def sub(self, size: int, what: str = "data") -> Reader:
        """A reader over the next `size` bytes; the cursor moves behind them."""
        pos = self._advance(size, what)
        return Reader(self.data, pos, pos + size, base=self.base)


@dataclass(frozen=True)
class Location:
    """A field that was written before its value was known: `size` bytes at `offset` of the output."""

    offset: int
    size: int


class Writer:
    """Output that grows at its end, with fields that can be patched later. Offsets count from the start of the file."""

    __slots__ = ("_out",)

    def __init__(self) -> None:
        self._out = bytearray()

    def __len__(self) -> int:
        return len(self._out)

    @property
    def offset(self) -> int:
        return len(self._out)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._out += data

    def u8(self, value: int) -> None:
        self._out.append(value)

    def u16(self, value: int) -> None:
        self._out += _U16.pack(value)

    def u32(self, value: int) -> None:
        self._out += _U32.pack(value)

    def u64(self, value: int) -> None:
        self._out += _U64.pack(value)

    def reserve(self, size: int) -> Location:
        """`size` zero bytes, to be patched later."""
        location = Location(len(self._out), size)
        self._out += bytes(size)
        return location

    def patch(self, location: Location, value: int | bytes) -> None:
        """Set the field at `location` to an integer (little-endian) or to exactly as many bytes as it has."""
        data = value.to_bytes(location.size, "little") if isinstance(value, int) else value
        if len(data) != location.size:
            raise ValueError(f"{len(data)} bytes for a field of {location.size}")
        self._out[location.offset : location.offset + location.size] = data

    def pad(self, alignment: int, start: int = 0) -> int:
        """Zero bytes until the size since `start` is a multiple of `alignment`; how many there were."""
        size = -(len(self._out) - start) % alignment
        self._out += bytes(size)
        return size

    def view(self, start: int = 0, end: int | None = None) -> bytes:
        return bytes(self._out[start:end])

    def getbuffer(self) -> memoryview:
        """The output without a copy; nothing can be written while the view is held."""
        return memoryview(self._out)

    def getvalue(self) -> bytes:
        return bytes(self._out)
