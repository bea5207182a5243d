"""Writing bits: numbers, records and definitions. The same source for both engines (docs/engine.md).

Bits are collected in an integer, which is flushed in 32-bit words. It is a native 64-bit one in the compiled engine: at
most 31 pending bits and one more word are 63 bits.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from ..base.errors import BuildError
from .abbreviations import ALPHABET, CHAR6_KIND, FIXED, LITERAL, UNABBREV_RECORD, VBR, Abbreviation, Step

if TYPE_CHECKING:
    from mypy_extensions import i64

_CHAR_TO_SIX: Final = bytes([ALPHABET.index(c) if c in ALPHABET else 64 for c in range(256)])
_WORD: Final = 0xFFFFFFFF
_MOST_WORDS: Final = 1 << 10  # a list of them takes ten times as much memory as their bytes


def _six(value: int) -> int:
    """The six bits of a character. BuildError if CHAR6 does not have it."""
    six: i64 = _CHAR_TO_SIX[value] if 0 <= value < 256 else 64
    if six == 64:
        raise BuildError(f"the character {value} is not one of [a-zA-Z0-9._]")
    return six


def _not_literal(code: int, value: int, abbreviation: Abbreviation, literal: int) -> BuildError:
    return BuildError(f"record {code} has the operand {value}, but {abbreviation} requires {literal}")


@final
class BitWriter:
    """Bits, one after the other. What it starts with, and what is appended, is whole words of 32 bits."""

    __slots__ = ("_count", "_out", "_pending", "_words")

    def __init__(self, start: bytes) -> None:
        self._out = bytearray(start)
        self._words: list[int] = []  # 32-bit words that are not in _out yet
        self._pending: i64 = 0  # bits after `_words`
        self._count: i64 = 0  # how many bits `_pending` has: less than 32

    @property
    def position(self) -> int:
        """The next bit to be written."""
        return (len(self._out) + 4 * len(self._words)) * 8 + self._count

    def _put(self, value: i64, width: i64) -> None:
        """The low `width` bits, 32 at most, of `value`, which must not have more."""
        pending: i64 = self._pending | value << self._count
        count: i64 = self._count + width
        if count >= 32:
            self._words.append(pending & _WORD)
            pending >>= 32
            count -= 32
        self._pending = pending
        self._count = count

    def emit(self, value: int, width: int) -> None:
        """The low `width` bits of `value`, which must not have more."""
        while width > 32:
            self._put(value & _WORD, 32)
            value >>= 32
            width -= 32
        self._put(value, width)

    def emit_vbr(self, value: int, width: int) -> None:
        """A variable bit rate number in chunks of `width` bits."""
        if value < 0:
            raise ValueError(f"{value} is negative")
        rest = width - 1
        high = 1 << rest
        while value >= high:
            self._put(value & (high - 1) | high, width)
            value >>= rest
        self._put(value, width)

    def emit_numbers(self, values: Sequence[int]) -> None:
        """VBR6 numbers, one after the other."""
        self._numbers(values if isinstance(values, list) else list(values))

    def _numbers(self, values: list[int]) -> None:
        words = self._words
        pending: i64 = self._pending
        count: i64 = self._count
        for value in values:
            if 0 <= value < 1024:  # most have one group or two
                number: i64 = value
                if number < 32:
                    pending |= number << count
                    count += 6
                else:
                    pending |= (number & 31 | 32 | number >> 5 << 6) << count
                    count += 12
                if count >= 32:
                    words.append(pending & _WORD)
                    pending >>= 32
                    count -= 32
            else:
                self._pending = pending
                self._count = count
                self.emit_vbr(value, 6)
                pending = self._pending
                count = self._count
        self._pending = pending
        self._count = count

    def _value(self, step: Step, value: int) -> None:
        """A value that needs encoding. BuildError if the step can't store it."""
        if step.kind == VBR:
            self.emit_vbr(value, step.width)
        elif step.kind == CHAR6_KIND:
            self._put(_six(value), 6)
        else:
            raise BuildError(f"{value} does not fit in {step.width} bits")

    def _values(self, abbreviation: Abbreviation, steps: list[Step], code: int, values: list[int]) -> None:
        """The first values of a record, one per step, each encoded as its step says."""
        words = self._words
        pending: i64 = self._pending
        count: i64 = self._count
        for step, value in zip(steps, values):  # noqa: B905
            if 0 <= value <= step.most:
                number: i64 = value
                pending |= number << count
                count += step.width
                if count >= 32:
                    words.append(pending & _WORD)
                    pending >>= 32
                    count -= 32
            elif step.kind != LITERAL:
                self._pending = pending
                self._count = count
                self._value(step, value)
                pending = self._pending
                count = self._count
            elif value != step.literal:
                raise _not_literal(code, value, abbreviation, step.literal)
        self._pending = pending
        self._count = count

    def _drain(self) -> None:
        if self._words:
            words = array("I", self._words)
            if sys.byteorder == "big":
                words.byteswap()
            self._out += words.tobytes()
            self._words = []

    def align(self) -> None:
        """Zero bits up to a multiple of 32."""
        if self._count > 0:
            self._put(0, 32 - self._count)

    def append(self, data: bytes | memoryview) -> None:
        """Bytes, after `align`, and zero bytes up to a multiple of 32 bits."""
        self._drain()
        self._out += data
        self._out += bytes(-len(self._out) % 4)

    def definition(self, abbreviation: Abbreviation) -> None:
        """The definition of an abbreviation, after the id that says so."""
        numbers = abbreviation.numbers
        self.emit_vbr(len(numbers) // 2, 5)
        for i in range(0, len(numbers), 2):
            kind, value = numbers[i], numbers[i + 1]
            if kind == LITERAL:
                self._put(1, 1)
                self.emit_vbr(value, 8)
            else:
                self._put(kind << 1, 4)
                if kind == FIXED or kind == VBR:  # noqa: SIM109
                    self.emit_vbr(value, 5)

    def unabbreviated(self, width: int, code: int, ops: Sequence[int]) -> None:
        """A record that has no abbreviation."""
        values = ops if isinstance(ops, list) else list(ops)
        self._put(UNABBREV_RECORD, width)
        count = len(values)
        if 0 <= code < 32 and count < 32:  # most have one chunk each
            self._put(code | count << 6, 12)
        else:
            self._numbers([code, count])
        self._numbers(values)

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
        steps = abbreviation.steps
        element = abbreviation.element
        values = ops if isinstance(ops, list) else list(ops)
        if abbreviation.code < 0:
            values = [code, *values]
        few = len(steps)
        if len(values) < few or (len(values) > few and element is None):
            count = few + len(ops) - len(values)  # without the code
            raise BuildError(f"record {code} has {len(ops)} operands, its abbreviation {abbreviation} {count}")
        if abbreviation.code >= 0 and code != abbreviation.code:
            raise _not_literal(code, code, abbreviation, abbreviation.code)
        self._put(number, width)
        self._values(abbreviation, steps, code, values)
        if element is not None:
            more = values[few:] if few else values
            self.emit_vbr(len(more), 6)
            if element.kind == VBR and element.width == 6:
                self._numbers(more)
            else:
                self._values(abbreviation, [element] * len(more), code, more)
        elif abbreviation.has_blob:
            if blob is None:
                raise BuildError(f"record {code} has no blob for its abbreviation {abbreviation}")
            self.emit_vbr(len(blob), 6)
            self.align()
            self.append(blob)

    def patch(self, position: int, value: int, width: int) -> None:
        """Set `width` bits, written before as zeros at bit `position`, to `value`."""
        if position + width > self.position or value >> width:
            raise ValueError(f"can't patch {width} bits at bit {position} to {value}")
        if position + width > len(self._out) * 8:
            if width == 32 and not position & 31:  # a word that is not in _out yet, as the size of a small block
                self._words[(position >> 5) - (len(self._out) >> 2)] |= value
                if len(self._words) > _MOST_WORDS:
                    self._drain()
                return
            self._drain()
        inside = min(width, max(len(self._out) * 8 - position, 0))  # bits that are in _out; the rest is pending
        if inside:
            start, end = position >> 3, (position + inside + 7) >> 3
            low = value & ((1 << inside) - 1)
            old = int.from_bytes(self._out[start:end], "little")
            self._out[start:end] = (old | low << (position & 7)).to_bytes(end - start, "little")
        if inside < width:
            rest: i64 = value >> inside
            at: i64 = position + inside - len(self._out) * 8
            self._pending |= rest << at

    def written(self, start: int) -> bytes:
        """The output from byte `start` on, after `align`."""
        self._drain()
        return bytes(self._out[start:])
