"""Writing bits, made for Python: numbers and records as they follow each other. `native` has the same for mypyc."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..base.errors import BuildError
from .abbreviations import FIXED, LITERAL, VBR, Abbreviation, AbbrevOp, Encoding
from .codec import UNABBREV_RECORD, encode, encode_elements

__all__ = ["BitWriter"]

_MOST: Final = 1024
_SMALL: Final = [(value, 6) if value < 32 else (value & 31 | 32 | value >> 5 << 6, 12) for value in range(_MOST)]
"""The bits of VBR6 numbers of one group or two, and how many they are."""


class BitWriter:
    """Bits, one after the other. What it starts with, and what is appended, is whole words of 32 bits."""

    def __init__(self, start: bytes) -> None:
        self._out = bytearray(start)
        self._pending = 0  # bits that are not in _out yet, ...
        self._count = 0  # ... and how many

    @property
    def position(self) -> int:
        """The next bit to be written."""
        return len(self._out) * 8 + self._count

    def emit(self, value: int, width: int) -> None:
        """The low `width` bits of `value`, which must not have more."""
        self._pending |= value << self._count
        self._count += width
        if self._count > 512:
            self._flush()

    def emit_vbr(self, value: int, width: int) -> None:
        """A variable bit rate number in chunks of `width` bits."""
        self.emit(*encode(VBR, width, value))

    def _flush(self) -> None:
        size = self._count >> 3
        self._out += (self._pending & ((1 << size * 8) - 1)).to_bytes(size, "little")
        self._pending >>= size * 8
        self._count &= 7

    def align(self) -> None:
        """Zero bits up to a multiple of 32."""
        self._count = -(-self.position // 32) * 32 - len(self._out) * 8
        self._flush()

    def append(self, data: bytes | memoryview) -> None:
        """Bytes, after `align`, and zero bytes up to a multiple of 32 bits."""
        self._flush()
        self._out += data
        self._out += bytes(-len(self._out) % 4)

    def unabbreviated(self, width: int, code: int, ops: Sequence[int]) -> None:
        """A record that has no abbreviation."""
        count = len(ops)
        if code < 32 and count < 32:
            self._emit_six(ops, UNABBREV_RECORD | code << width | count << width + 6, width + 12)
        else:
            self.emit(UNABBREV_RECORD, width)
            self._emit_six((code, count, *ops))

    def _emit_six(self, values: Sequence[int], bits: int = 0, used: int = 0) -> None:
        """VBR6 numbers, one after the other, after the `used` bits of `bits`."""
        table = _SMALL
        for value in values:
            piece, size = table[value] if 0 <= value < _MOST else encode(VBR, 6, value)
            bits |= piece << used
            used += size
            if used > 240:
                self.emit(bits, used)
                bits = used = 0
        # emit(bits, used), without the call
        self._pending |= bits << self._count
        self._count += used
        if self._count > 512:
            self._flush()

    def abbreviated(
        self,
        number: int,
        width: int,
        abbreviation: Abbreviation,
        code: int,
        ops: Sequence[int],
        blob: bytes | memoryview | None,
    ) -> None:
        """A record with the abbreviation of this id. BuildError if it does not fit it."""
        bits, used = number, width
        scalars = abbreviation.scalars
        count = len(scalars)
        values = [code, *ops]
        if len(values) < count or (len(values) > count and abbreviation.element is None):
            raise BuildError(f"record {code} has {len(ops)} operands, its abbreviation {abbreviation} {count - 1}")
        for (kind, width), value in zip(scalars, values, strict=False):
            if kind == LITERAL:
                if value != width:
                    raise BuildError(f"record {code} has the operand {value} where {abbreviation} says {width}")
            elif kind <= VBR and not value >> (width if kind == FIXED else width - 1):  # most fit into one group
                bits |= value << used
                used += width
            else:
                is_short = kind == VBR and width == 6 and 0 <= value < _MOST
                piece, size = _SMALL[value] if is_short else encode(kind, width, value)
                bits |= piece << used
                used += size
        self.emit(bits, used)
        if abbreviation.element is not None:
            self._elements(abbreviation.element, values[count:])
        elif abbreviation.has_blob:
            if blob is None:
                raise BuildError(f"record {code} has no blob for its abbreviation {abbreviation}")
            self.emit_vbr(len(blob), 6)
            self.align()
            self.append(blob)

    def _elements(self, element: AbbrevOp, values: Sequence[int]) -> None:
        kind, width = element
        self.emit_vbr(len(values), 6)
        if kind is Encoding.VBR and width == 6:
            self._emit_six(values)
            return
        found = encode_elements(element, values)
        if found is not None:
            self.emit(*found)
            return
        for value in values:
            self.emit(*encode(kind, width, value))

    def patch(self, position: int, value: int, width: int) -> None:
        """Set `width` bits, written before as zeros at bit `position`, to `value`."""
        self._flush()
        start, end = position >> 3, (position + width + 7) >> 3
        if end > len(self._out) or value >> width:
            raise ValueError(f"can't patch {width} bits at bit {position} to {value}")
        old = int.from_bytes(self._out[start:end], "little")
        self._out[start:end] = (old | value << (position & 7)).to_bytes(end - start, "little")

    def written(self, start: int) -> bytes:
        """What was written from byte `start` on, after `align`."""
        self._flush()
        return bytes(self._out[start:])
