"""Checked reading over memoryviews and growing output with patchable locations. All integers are little-endian."""

from __future__ import annotations

import struct
from bisect import bisect_right

from .classes import NamedTuple
from .errors import FormatError

Buffer = bytes | bytearray | memoryview

_REFERRED_SIZE = 2048  # bytes from which on a reference is cheaper than a copy

_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")


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
        """Bytes between the cursor and the end of the range."""
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
        """The next byte."""
        return self.data[self._advance(1, what)]

    def u16(self, what: str = "16-bit word") -> int:
        """The next 16-bit word."""
        value: int = _U16.unpack_from(self.data, self._advance(2, what))[0]
        return value

    def u32(self, what: str = "32-bit word") -> int:
        """The next 32-bit word."""
        value: int = _U32.unpack_from(self.data, self._advance(4, what))[0]
        return value

    def cstring(self, what: str = "string") -> bytes:
        """Bytes up to the next NUL (not included), which must lie in the range."""
        start, size = self.pos, 64
        while True:
            chunk = bytes(self.data[start : min(start + size, self.end)])
            index = chunk.find(b"\0")
            if index >= 0:
                return bytes(self.take(start + index + 1 - self.pos)[:-1])
            start += len(chunk)
            if start >= self.end:
                raise self.fail(f"{what} has no terminating NUL")
            size *= 2

    def sub(self, size: int, what: str = "data") -> Reader:
        """A reader over the next `size` bytes; the cursor moves past them."""
        reader = Reader.__new__(Reader)  # __init__ would check the range again
        reader.data, reader.base = self.data, self.base
        reader.pos = pos = self._advance(size, what)
        reader.end = pos + size
        return reader


class Location(NamedTuple):
    """A field that was written before its value was known: `size` bytes at `offset` of the output."""

    offset: int
    size: int


class Writer:
    """Output that grows at its end, with fields that can be patched later. Offsets count from the start of the file.

    Large immutable data is referenced, not copied: `chunks` returns the output in pieces.
    """

    __slots__ = ("_base", "_own", "_pieces", "_starts")

    def __init__(self) -> None:
        self._pieces: list[Buffer] = []
        self._starts: list[int] = []  # offset of each piece
        self._base = 0  # offset of _own
        self._own = bytearray()

    def __len__(self) -> int:
        return self._base + len(self._own)

    @property
    def offset(self) -> int:
        """Where the next byte goes."""
        return self._base + len(self._own)

    def write(self, data: Buffer) -> None:
        """Append `data`; large immutable data is referenced, not copied."""
        if len(data) < _REFERRED_SIZE or not _is_constant(data):
            self._own += data
            return
        self._finish_piece()
        self._add_piece(data)

    def _finish_piece(self) -> None:
        if self._own:
            self._add_piece(self._own)
            self._own = bytearray()

    def _add_piece(self, piece: Buffer) -> None:
        self._pieces.append(piece)
        self._starts.append(self._base)
        self._base += len(piece)

    def u8(self, value: int) -> None:
        """Append a byte."""
        self._own.append(value)

    def u16(self, value: int) -> None:
        """Append a 16-bit word."""
        self._own += _U16.pack(value)

    def u32(self, value: int) -> None:
        """Append a 32-bit word."""
        self._own += _U32.pack(value)

    def reserve(self, size: int) -> Location:
        """`size` zero bytes, to be patched later."""
        location = Location(self.offset, size)
        self._own += bytes(size)
        return location

    def patch(self, location: Location, value: int | bytes) -> None:
        """Set the field at `location` to an integer (little-endian) or to exactly as many bytes as it has."""
        data = value.to_bytes(location.size, "little") if isinstance(value, int) else value
        if len(data) != location.size:
            raise ValueError(f"{len(data)} bytes for a field of {location.size}")
        start, piece = self._base, self._own
        if location.offset < start:
            index = bisect_right(self._starts, location.offset) - 1
            start, part = self._starts[index], self._pieces[index]
            if not isinstance(part, bytearray):
                raise ValueError("only a reserved place can be patched")
            piece = part
        piece[location.offset - start : location.offset - start + location.size] = data

    def chunks(self) -> list[Buffer]:
        """The output in pieces; later writes are not included."""
        return [*self._pieces, self._own] if self._own else list(self._pieces)

    def getvalue(self) -> bytes:
        """The output so far."""
        return b"".join(self.chunks())


def _is_constant(data: Buffer) -> bool:
    return data.readonly if isinstance(data, memoryview) else isinstance(data, bytes)
