"""Writing bits: numbers, records and definitions. The same source for both engines (docs/engine.md).

Bits are collected in an integer, which is flushed in 32-bit words. It is a native 64-bit one in the compiled engine: at
most 31 pending bits and one more word are 63 bits.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from ..base.errors import BuildError
from .abbreviations import (
    ALPHABET,
    CHAR6_KIND,
    DEFINE_ABBREV,
    ENTER_SUBBLOCK,
    FIXED,
    LITERAL,
    UNABBREV_RECORD,
    VBR,
    Abbreviation,
    Step,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

_CHAR_TO_SIX: Final = bytes([ALPHABET.index(c) if c in ALPHABET else 64 for c in range(256)])
_WORD: Final = 0xFFFFFFFF
_MOST_WORDS: Final = 1 << 10  # a list of them takes ten times as much memory as their bytes
_MOST_AT_ONCE: Final = 512  # bits of a piece that are appended word by word: more are faster as bytes
_MOST_BEFORE: Final = 20  # bits of an abbreviation's id that one word has room for, with 12 bits after them

Piece = tuple[int, int]
"""Encoded bits, the first one lowest, and how many: what modules have alike is encoded once and appended anywhere."""


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

    def _encoded(self, step: Step, value: int, code: int, abbreviation: Abbreviation) -> None:
        """A value that needs more than its bits. BuildError if the step can't store it."""
        if step.kind == VBR:
            self.emit_vbr(value, step.width)
        elif step.kind == CHAR6_KIND:
            self._put(_six(value), 6)
        elif step.kind != LITERAL:
            raise BuildError(f"{value} does not fit in {step.width} bits")
        elif value != step.literal:
            raise _not_literal(code, value, abbreviation, step.literal)

    def _elements(self, abbreviation: Abbreviation, step: Step, code: int, values: list[int]) -> None:
        """The elements of an array."""
        words = self._words
        pending: i64 = self._pending
        count: i64 = self._count
        width: i64 = step.width
        most: int = step.most
        for value in values:
            if 0 <= value <= most:
                number: i64 = value
                pending |= number << count
                count += width
                if count >= 32:
                    words.append(pending & _WORD)
                    pending >>= 32
                    count -= 32
            else:
                self._pending = pending
                self._count = count
                self._encoded(step, value, code, abbreviation)
                pending = self._pending
                count = self._count
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
            self._words.append(self._pending)
            self._pending = 0
            self._count = 0

    def append(self, data: bytes | memoryview) -> None:
        """Bytes, after `align`, and zero bytes up to a multiple of 32 bits."""
        self._drain()
        self._out += data
        self._out += bytes(-len(self._out) % 4)

    def piece(self) -> Piece:
        """All bits so far."""
        self._drain()
        pending: int = self._pending
        return int.from_bytes(self._out, "little") | pending << 8 * len(self._out), self.position

    def append_piece(self, piece: Piece) -> None:
        """Bits that were encoded before."""
        bits, width = piece
        before: int = self._count
        pending: int = self._pending
        bits = bits << before | pending
        width += before
        if width > _MOST_AT_ONCE:
            size = width >> 5 << 2
            self._drain()
            self._out += (bits & ((1 << 8 * size) - 1)).to_bytes(size, "little")
            bits >>= 8 * size
            width &= 31
        words = self._words
        while width >= 32:
            words.append(bits & _WORD)
            bits >>= 32
            width -= 32
        self._pending = bits
        self._count = width

    def enter_block(self, width: int, block_id: int, inner: int) -> int:
        """The header of a block whose length is not known yet, the byte where its body starts. `width` and `inner` are
        the bits of abbreviation ids outside and inside of it.
        """
        if 0 <= block_id < 128 and inner < 8 and width <= _MOST_BEFORE:  # one chunk each, as most
            self._put(ENTER_SUBBLOCK | block_id << width | inner << (width + 8), width + 12)
        else:
            self.emit(ENTER_SUBBLOCK, width)
            self.emit_vbr(block_id, 8)
            self.emit_vbr(inner, 4)
        self.align()
        self._words.append(0)
        return len(self._out) + 4 * len(self._words)

    def leave_block(self, width: int, start: int) -> None:
        """END_BLOCK, which is 0, zero bits up to a multiple of 32, and the length of the body in its header."""
        count: i64 = self._count + width
        pending: i64 = self._pending
        words = self._words
        while count > 0:
            words.append(pending & _WORD)
            pending >>= 32
            count -= 32
        self._pending = 0
        self._count = 0
        size = (len(self._out) - start >> 2) + len(words)
        at = (start - len(self._out) >> 2) - 1
        if at >= 0:
            words[at] = size
        else:
            self._out[start - 4 : start] = size.to_bytes(4, "little")
        if len(words) > _MOST_WORDS:
            self._drain()

    def copy_block(self, width: int, block_id: int, inner: int, body: bytes) -> None:
        """A block whose body is already encoded, END_BLOCK included."""
        self.enter_block(width, block_id, inner)
        self._words[-1] = len(body) >> 2
        self._drain()
        self._out += body

    def definition(self, abbreviation: Abbreviation, width: int) -> None:
        """The definition of an abbreviation."""
        self.append_piece(_definition(abbreviation, width))

    def unabbreviated(self, width: int, code: int, ops: Sequence[int]) -> None:
        """A record that has no abbreviation."""
        values = ops if isinstance(ops, list) else list(ops)
        self._head(width, code, len(values))
        self._numbers(values)

    def _head(self, width: i64, code: int, size: int) -> None:
        """The start of a record without an abbreviation: code and number of operands."""
        if 0 <= code < 32 and size < 32 and width <= _MOST_BEFORE:  # one chunk each, as most
            head: i64 = UNABBREV_RECORD | code << width | size << (width + 6)
            self._put(head, width + 12)
        else:
            self.emit(UNABBREV_RECORD, width)
            self.emit_vbr(code, 6)
            self.emit_vbr(size, 6)

    def all_unabbreviated(self, width: int, records: Sequence[tuple[int, list[int]]]) -> list[int]:
        """Records that have no abbreviation; the bits where they start."""
        starts: list[int] = []
        for code, values in records:
            starts.append(self.position)
            self._head(width, code, len(values))
            self._numbers(values)
        return starts

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
        values: list[int] = ops if isinstance(ops, list) else list(ops)
        if abbreviation.code < 0:
            values = [code, *values]
        elif code != abbreviation.code:
            raise _not_literal(code, code, abbreviation, abbreviation.code)
        few = len(steps)
        if len(values) != few and (element is None or len(values) < few):
            count_ = few + len(ops) - len(values)  # without the code
            raise BuildError(f"record {code} has {len(ops)} operands, its abbreviation {abbreviation} {count_}")
        # The id, then its operands: most records have no array.
        words = self._words
        pending: i64 = self._pending | number << self._count
        count: i64 = self._count + width
        if count >= 32:
            words.append(pending & _WORD)
            pending >>= 32
            count -= 32
        for at in range(few):  # compiled, `zip` would compare objects
            step = steps[at]
            value = values[at]
            if 0 <= value <= step.most:
                bits: i64 = value
                pending |= bits << count
                count += step.width
                if count >= 32:
                    words.append(pending & _WORD)
                    pending >>= 32
                    count -= 32
            else:
                self._pending = pending
                self._count = count
                self._encoded(step, value, code, abbreviation)
                pending = self._pending
                count = self._count
        self._pending = pending
        self._count = count
        if element is not None:
            more = values[few:] if few else values
            self.emit_vbr(len(more), 6)
            if element.kind == VBR and element.width == 6:
                self._numbers(more)
            else:
                self._elements(abbreviation, element, code, more)
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


@lru_cache(maxsize=1024)
def _definition(abbreviation: Abbreviation, width: int) -> Piece:
    """The definition of an abbreviation, where ids of abbreviations have `width` bits."""
    numbers = abbreviation.numbers
    bits = BitWriter(b"")
    bits.emit(DEFINE_ABBREV, width)
    bits.emit_vbr(len(numbers) // 2, 5)
    for i in range(0, len(numbers), 2):
        kind, value = numbers[i], numbers[i + 1]
        if kind == LITERAL:
            bits.emit(1, 1)
            bits.emit_vbr(value, 8)
        else:
            bits.emit(kind << 1, 4)
            if kind == FIXED or kind == VBR:  # noqa: SIM109
                bits.emit_vbr(value, 5)
    return bits.piece()
