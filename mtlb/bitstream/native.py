"""The loops of the bitstream on native integers: what the compiled engine decodes and encodes with (docs/engine.md).

As Python it does the same, more slowly than `codec` and `bits` do, which are made for Python: the tests compare them.
Native integers have 64 bits. A number of the stream has up to 64 and no sign, so what does not fit in 62 goes through
Python's integers (`_wide`, `_emit_wide`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, final

from ..base.errors import BuildError, FormatError
from .abbreviations import (
    ALPHABET,
    ARRAY,
    BLOB,
    CHAR6_KIND,
    FIRST_ABBREVIATION,
    FIXED,
    LITERAL,
    UNABBREV_RECORD,
    VBR,
    Abbreviation,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

__all__ = ["COMPILED", "NativeBitWriter", "NativeRecord", "RecordReader"]


def _here() -> None:
    pass


COMPILED: Final = not hasattr(_here, "__code__")
"""Whether this file is compiled, and so the whole engine. mypyc is told that it is (tools/build_engine.py)."""


_CHAR_TO_SIX: Final = bytes([ALPHABET.index(c) if c in ALPHABET else 64 for c in range(256)])

_AT_A_TIME: Final = 64  # records that are decoded before somebody looks at the first one, ...
_BITS_AT_A_TIME: Final = 1 << 15  # ... if they take no more bits than that
_SMALL: Final = 1000  # records that may all be of a few bits; LLVM's take two bytes and more on average
_MOST: Final = 0x3FFFFFFFFFFFFFFF  # 62 bits
_ZEROS: Final = [[0] * count for count in range(32)]  # a copy of a list takes less than making it


@final
class NativeRecord:
    """One record as it is stored. `ops` are its operands without the code and without the bytes of `blob`."""

    def __init__(
        self,
        code: int,
        ops: list[int],
        abbreviation: int = UNABBREV_RECORD,
        blob: bytes | None = None,
        start: i64 = 0,
    ) -> None:
        self.code = code
        self.ops = ops
        self.abbreviation = abbreviation
        self.blob = blob
        self.start: i64 = start  # its first bit in the stream, where it was read from one

    def __iter__(self) -> Iterator[object]:
        return iter((self.code, self.ops, self.abbreviation, self.blob))

    def __repr__(self) -> str:
        return f"Record(code={self.code}, ops={self.ops}, abbreviation={self.abbreviation}, blob={self.blob!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NativeRecord) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # as of a tuple with a list in it


# --- decoding --------------------------------------------------------------------------------------------------------


def _bit(number: i64) -> i64:
    """The number of which only this bit is set; 32 at most. Of the 1 in `1 << n` mypyc makes an int of C: 32 bits."""
    return 0x100000000 >> (32 - number)


def _low_bits(count: i64) -> i64:
    return (0x100000000 >> (32 - count)) - 1


def _peek(data: bytes, pos: i64) -> i64:
    """33 bits or more from bit `pos` on; zeros after the end."""
    at: i64 = pos >> 3
    if at + 5 > len(data):
        return _peek_at_end(data, pos)
    b0: i64 = data[at]
    b1: i64 = data[at + 1]
    b2: i64 = data[at + 2]
    b3: i64 = data[at + 3]
    b4: i64 = data[at + 4]
    return (b0 | (b1 << 8) | (b2 << 16) | (b3 << 24) | (b4 << 32)) >> (pos & 7)


def _peek_at_end(data: bytes, pos: i64) -> i64:
    at: i64 = pos >> 3
    size: i64 = len(data)
    found: i64 = 0
    shift: i64 = 0
    while at < size and shift < 40:
        byte: i64 = data[at]
        found |= byte << shift
        shift += 8
        at += 1
    return found >> (pos & 7)


@final
class RecordReader:
    """Decodes the records of the body of one block: `size` bytes from byte `start` of `data` on.

    `pos` is the next bit. When `records` has no more, `kind` is the abbreviation id of the item at `pos`: a block, a
    definition or the end. `base` is the offset of `data` in the file. `given` are the abbreviations that BLOCKINFO gave
    to the block, `own` those that it defined so far.
    """

    def __init__(
        self,
        data: bytes,
        base: int,
        block_id: int,
        width: int,
        start: int,
        size: int,
        given: tuple[Abbreviation, ...],
    ) -> None:
        self.data = data
        self.base = base
        self.block_id = block_id
        self.size = size
        self.given = given
        self.own: list[Abbreviation] = []
        self.kind = 0
        self.pos: i64 = start * 8
        self.end: i64 = (start + size) * 8
        self.width: i64 = width
        self.after: i64 = 0  # the bit after the number that was read last
        self.operands = 0  # of abbreviated records so far, with their codes
        self.abbreviated = 0

    def fail(self, reason: str, pos: int) -> FormatError:
        """The error at a bit of the stream."""
        return FormatError(f"{reason} in block {self.block_id}", offset=self.base + (pos >> 3))

    def records(self) -> list[NativeRecord]:
        """The next records, some at a time; [] before any other item, whose `kind` is set then.

        FormatError for a record that is malformed, when all before it were returned.
        """
        found: list[NativeRecord] = []
        data = self.data
        width: i64 = self.width
        mask: i64 = _low_bits(width)
        end: i64 = self.end
        first: i64 = self.pos
        count: i64 = 0
        while count < _AT_A_TIME and self.pos - first < _BITS_AT_A_TIME:
            start: i64 = self.pos
            try:
                if start >= end:
                    raise self.fail("END_BLOCK is missing" if start == end else "a record runs past the end", start)
                kind: i64 = _peek(data, start) & mask
                if kind == UNABBREV_RECORD:
                    found.append(self._unabbreviated(start, start + width))
                elif kind >= FIRST_ABBREVIATION:
                    found.append(self._abbreviated(start, start + width, kind))
                else:
                    self.kind = kind
                    break
            except FormatError as error:
                if found:  # somebody may find fault with one of these first; then it is decoded again
                    self.pos = start
                    break
                if error.offset is None:
                    raise self.fail(error.reason, start) from None
                raise
            count += 1
        return found

    def _number(self, pos: i64, width: i64) -> int:
        """The VBR number at bit `pos`. FormatError, without an offset, if it has more than 64 bits."""
        chunk: i64 = _peek(self.data, pos)
        high: i64 = _bit(width - 1)
        if not chunk & high:
            self.after = pos + width
            return chunk & (high - 1)
        value: i64 = 0
        shift: i64 = 0
        at: i64 = pos
        while shift + width < 62:
            value |= (chunk & (high - 1)) << shift
            at += width
            if not chunk & high:
                self.after = at
                return value
            shift += width - 1
            chunk = _peek(self.data, at)
        return self._wide(pos, width)

    def _wide(self, pos: i64, width: i64) -> int:
        """The same, for a number that may have more than 62 bits."""
        high: i64 = _bit(width - 1)
        value = 0
        shift = 0
        while shift < 64:
            chunk: i64 = _peek(self.data, pos)
            low: int = chunk & (high - 1)
            value |= low << shift
            pos += width
            if not chunk & high:
                if value >> 64:
                    break
                self.after = pos
                return value
            shift += int(width) - 1
        raise FormatError("a number has more than 64 bits")

    def _numbers(self, ops: list[int], first: i64, pos: i64) -> i64:
        """Fill the list from this place on with VBR6 numbers from bit `pos` on; the bit after them."""
        data = self.data
        at: i64 = first
        count: i64 = len(ops)
        while at < count:
            chunk: i64 = _peek(data, pos)  # 33 bits: five groups
            if not chunk & 32:
                ops[at] = chunk & 31
                pos += 6
            elif not chunk & 0x800:
                ops[at] = chunk & 31 | (chunk >> 6 & 31) << 5
                pos += 12
            elif not chunk & 0x20000:
                ops[at] = chunk & 31 | (chunk >> 6 & 31) << 5 | (chunk >> 12 & 31) << 10
                pos += 18
            else:
                ops[at] = self._number(pos, 6)
                pos = self.after
            at += 1
        return pos

    def _unabbreviated(self, start: i64, pos: i64) -> NativeRecord:
        head: i64 = _peek(self.data, pos)
        if not head & 0x820:  # code and count have one group each
            few: i64 = head >> 6 & 31
            ops = _ZEROS[few][:]
            self.pos = self._numbers(ops, 0, pos + 12)
            return NativeRecord(head & 31, ops, UNABBREV_RECORD, None, start)
        code = self._number(pos, 6)
        count = self._number(self.after, 6)
        pos = self.after
        # Where one of the first two groups goes on, the count is checked; so it is in `stream`.
        room: int = self.end - pos  # Python's, as the count may be too large for a native integer
        if count * 6 > room:
            raise self.fail(f"a record claims {count} operands", start)
        ops = [0] * count
        self.pos = self._numbers(ops, 0, pos)
        return NativeRecord(code, ops, UNABBREV_RECORD, None, start)

    def _abbreviated(self, start: i64, pos: i64, kind: i64) -> NativeRecord:
        index: i64 = kind - FIRST_ABBREVIATION
        count: i64 = len(self.given)
        if index < count:
            abbreviation = self.given[index]
        elif index - count < len(self.own):
            abbreviation = self.own[index - count]
        else:
            raise self.fail(f"abbreviation {kind} is not defined", start)
        data = self.data
        kinds = abbreviation.kinds
        widths = abbreviation.widths
        ops: list[int] = []
        code = 0
        i: i64 = 0
        n: i64 = len(kinds)
        while i < n:
            what: i64 = kinds[i]
            width: i64 = widths[i]
            value: int
            if what == LITERAL:
                value = abbreviation.literals[i]
            elif what == FIXED:
                value = _peek(data, pos) & _low_bits(width)
                pos += width
            elif what == VBR:
                value = self._number(pos, width)
                pos = self.after
            else:
                value = ALPHABET[_peek(data, pos) & 63]
                pos += 6
            if i == 0:
                code = value
            else:
                ops.append(value)
            i += 1
        blob: bytes | None = None
        if abbreviation.element_kind >= 0:
            if n == 0:  # the code is the first element
                pos = self._elements(ops, abbreviation, pos)
                if not ops:
                    raise self.fail("a record has no code", start)
                code = ops.pop(0)
            else:
                pos = self._elements(ops, abbreviation, pos)
        elif abbreviation.has_blob:
            size = self._number(pos, 6)
            pos = (self.after + 31) & ~31
            room: int = self.end - pos
            if size * 8 > room:
                raise self.fail(f"a blob of {size} bytes runs past the end", pos)
            at: int = pos >> 3
            blob = data[at : at + size]
            pos += (size + 3) // 4 * 32
        operands = self.operands + len(ops) + 1
        records = self.abbreviated + 1
        if operands > self.size * 8:
            raise self.fail("literals of abbreviations outnumber the bits", pos)
        if records > _SMALL and records > self.size:
            raise self.fail("records of less than a byte each", pos)
        self.operands = operands
        self.abbreviated = records
        self.pos = pos
        return NativeRecord(code, ops, kind, blob, start)

    def _elements(self, ops: list[int], abbreviation: Abbreviation, pos: i64) -> i64:
        """Append the elements of an array to the operands; the bit after them."""
        kind: i64 = abbreviation.element_kind
        width: i64 = abbreviation.element_width
        number = self._number(pos, 6)
        pos = self.after
        room: int = self.end - pos
        if number * abbreviation.element_width > room:
            raise self.fail(f"an array of {number} elements runs past the end", pos)
        count: i64 = number
        if kind == VBR:
            if width == 6:
                first: i64 = len(ops)
                ops += [0] * number
                return self._numbers(ops, first, pos)
            while count > 0:
                count -= 1
                ops.append(self._number(pos, width))
                pos = self.after
            return pos
        data = self.data
        mask: i64 = _low_bits(width)
        while count > 0:
            count -= 1
            value: i64 = _peek(data, pos) & mask
            pos += width
            if kind == CHAR6_KIND:
                ops.append(ALPHABET[value])
            else:
                ops.append(value)
        return pos

    def definition(self) -> list[int]:
        """Encoding and value of each operand of the abbreviation that is defined at `pos`, which moves after it."""
        start: i64 = self.pos
        try:
            return self._definition(start)
        except FormatError as error:
            if error.offset is None:
                raise self.fail(error.reason, start) from None
            raise

    def _definition(self, start: i64) -> list[int]:
        numbers: list[int] = []
        count = self._number(start + self.width, 5)
        pos: i64 = self.after
        while count > 0:
            count -= 1
            if pos > self.end:
                raise self.fail("the definition of an abbreviation runs past the end", start)
            # a bit for a literal, else three bits of encoding after it
            head: i64 = _peek(self.data, pos) & 15
            if head & 1:
                numbers.append(LITERAL)
                numbers.append(self._number(pos + 1, 8))
                pos = self.after
                continue
            kind: i64 = head >> 1
            pos += 4
            numbers.append(kind)
            if kind == FIXED or kind == VBR:  # noqa: SIM109
                numbers.append(self._number(pos, 5))
                pos = self.after
            elif ARRAY <= kind <= BLOB:
                numbers.append(0)
            else:
                raise self.fail(f"an abbreviation has the unknown encoding {kind}", start)
        self.pos = pos
        return numbers


# --- encoding --------------------------------------------------------------------------------------------------------


def _stored(kind: i64, width: i64, value: int) -> i64:
    """The bits of a value that is FIXED, of so many, or CHAR6."""
    if kind == FIXED:
        if not 0 <= value <= 0xFFFFFFFF or value >> int(width):
            raise BuildError(f"{value} does not fit in {width} bits")
        return value
    six: i64 = 64
    if 0 <= value < 256:
        six = _CHAR_TO_SIX[value]
    if six == 64:
        raise BuildError(f"the character {value} is not one of [a-zA-Z0-9._]")
    return six


_MOST_WORDS: Final = 1 << 10  # a list of them takes ten times as much memory as their bytes


@final
class NativeBitWriter:
    """Bits, as `bits.BitWriter` has them. It starts with whole words, and whole words are appended."""

    def __init__(self, start: bytes) -> None:
        self._out = bytearray(start)
        self._words: list[int] = []  # of 32 bits, that are not in _out yet; ...
        self._pending: i64 = 0  # ... bits after them, ...
        self._count: i64 = 0  # ... and how many: less than 32

    @property
    def position(self) -> int:
        """The next bit to be written."""
        return (len(self._out) + 4 * len(self._words)) * 8 + self._count

    def _put(self, value: i64, width: i64) -> None:
        """The low `width` bits, 32 at most, of `value`, which must not have more."""
        pending: i64 = self._pending | (value << self._count)
        count: i64 = self._count + width
        if count >= 32:
            self._words.append(pending & 0xFFFFFFFF)
            pending >>= 32
            count -= 32
        self._pending = pending
        self._count = count

    def _put_vbr(self, value: int, width: i64) -> None:
        if not 0 <= value <= _MOST:
            self._put_wide(value, width)
            return
        number: i64 = value
        high: i64 = _bit(width - 1)
        while number >= high:
            self._put(number & (high - 1) | high, width)
            number >>= width - 1
        self._put(number, width)

    def _put_wide(self, value: int, width: int) -> None:
        if value < 0:
            raise ValueError(f"{value} is negative")
        high = 1 << (width - 1)
        while value >= high:
            self._put(value & (high - 1) | high, width)
            value >>= width - 1
        self._put(value, width)

    def emit(self, value: int, width: int) -> None:
        """The low `width` bits of `value`, which must not have more."""
        if width <= 32:
            self._put(value, width)
            return
        data = value.to_bytes((width + 7) // 8, "little")
        at: i64 = 0
        rest: i64 = width
        while rest >= 32:
            b0: i64 = data[at]
            b1: i64 = data[at + 1]
            b2: i64 = data[at + 2]
            b3: i64 = data[at + 3]
            self._put(b0 | (b1 << 8) | (b2 << 16) | (b3 << 24), 32)
            at += 4
            rest -= 32
        while rest > 0:
            last: i64 = data[at]
            self._put(last, rest if rest < 8 else 8)
            at += 1
            rest -= 8

    def emit_vbr(self, value: int, width: int) -> None:
        """A variable bit rate number in chunks of `width` bits."""
        self._put_vbr(value, width)

    def emit_numbers(self, values: Sequence[int]) -> None:
        """VBR6 numbers, one after the other."""
        self._six(values if isinstance(values, list) else list(values), 0)

    def _drain(self) -> None:
        if self._words:
            self._out += array("I", self._words).tobytes()
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

    def unabbreviated(self, width: int, code: int, ops: Sequence[int]) -> None:
        """A record that has no abbreviation."""
        values = ops if isinstance(ops, list) else list(ops)
        count: i64 = len(values)
        self._put(UNABBREV_RECORD, width)
        if 0 <= code < 32 and count < 32:  # most have one group each
            head: i64 = code
            self._put(head | count << 6, 12)
        else:
            self._put_vbr(code, 6)
            self._put_vbr(count, 6)
        self._six(values, 0)

    def _six(self, values: list[int], first: i64) -> None:
        """VBR6 numbers, one after the other, from one of the values on."""
        i: i64 = first
        n: i64 = len(values)
        words = self._words
        pending: i64 = self._pending
        count: i64 = self._count
        while i < n:
            value = values[i]
            i += 1
            if 0 <= value < 1024:  # most have one group or two: what `_put` does
                number: i64 = value
                if number < 32:
                    pending |= number << count
                    count += 6
                else:
                    pending |= (number & 31 | 32 | number >> 5 << 6) << count
                    count += 12
                if count >= 32:
                    words.append(pending & 0xFFFFFFFF)
                    pending >>= 32
                    count -= 32
            else:
                self._pending = pending
                self._count = count
                self._put_vbr(value, 6)
                pending = self._pending
                count = self._count
        self._pending = pending
        self._count = count

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
        kinds = abbreviation.kinds
        widths = abbreviation.widths
        n: i64 = len(kinds)
        values = ops if isinstance(ops, list) else list(ops)
        size: i64 = len(values) + 1
        if size < n or (size > n and abbreviation.element_kind < 0):
            raise BuildError(f"record {code} has {size - 1} operands, its abbreviation {abbreviation} {n - 1}")
        self._put(number, width)
        i: i64 = 0  # of the code, and the operands after it
        value = code
        while i < n:
            if i > 0:
                value = values[i - 1]
            kind: i64 = kinds[i]
            if kind == LITERAL:
                if value != abbreviation.literals[i]:
                    told = f"where {abbreviation} says {abbreviation.literals[i]}"
                    raise BuildError(f"record {code} has the operand {value} {told}")
            else:
                self._element(kind, widths[i], value)
            i += 1
        if abbreviation.element_kind >= 0:
            self._put_vbr(size - n, 6)
            if i == 0:
                self._element(abbreviation.element_kind, abbreviation.element_width, code)
                i += 1
            self._elements(abbreviation.element_kind, abbreviation.element_width, values, i - 1)
        elif abbreviation.has_blob:
            if blob is None:
                raise BuildError(f"record {code} has no blob for its abbreviation {abbreviation}")
            self._put_vbr(len(blob), 6)
            self.align()
            self.append(blob)

    def _element(self, kind: i64, width: i64, value: int) -> None:
        if kind == VBR:
            self._put_vbr(value, width)
        else:
            self._put(_stored(kind, width, value), width if kind == FIXED else 6)

    def _elements(self, kind: i64, width: i64, values: list[int], first: i64) -> None:
        """The elements of an array, from one of the values on."""
        i: i64 = first
        n: i64 = len(values)
        if kind == VBR and width == 6:
            self._six(values, first)
            return
        if kind == VBR:
            while i < n:
                self._put_vbr(values[i], width)
                i += 1
            return
        size: i64 = width if kind == FIXED else 6
        words = self._words
        pending: i64 = self._pending
        count: i64 = self._count
        while i < n:  # what `_put` does
            pending |= _stored(kind, width, values[i]) << count
            i += 1
            count += size
            if count >= 32:
                words.append(pending & 0xFFFFFFFF)
                pending >>= 32
                count -= 32
        self._pending = pending
        self._count = count

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
        """What was written from byte `start` on, after `align`."""
        self._drain()
        return bytes(self._out[start:])
