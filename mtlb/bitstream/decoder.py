"""Reading bits: numbers, and the records in the body of a block. The same source for both engines (docs/engine.md).

A loop reads a word ahead: `bits` are the bits from `pos` on, of which `used` are consumed. Locals are 64-bit native
integers in the compiled engine. Numbers of a stream are unsigned and have up to 64 bits: long ones are assembled as
Python integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from ..base.errors import FormatError
from .abbreviations import (
    ALPHABET,
    ARRAY,
    BLOB,
    CHAR6_KIND,
    FIRST_ABBREVIATION,
    FIXED,
    LITERAL,
    MAX_BITS,
    MAX_WIDTH,
    UNABBREV_RECORD,
    VBR,
    Abbreviation,
    Step,
    abbreviation_of_numbers,
)
from .recent import Recent

if TYPE_CHECKING:
    from mypy_extensions import i64


def _here() -> None:
    pass


COMPILED: Final = not hasattr(_here, "__code__")
"""Whether this file, and so the engine, is compiled; mypyc sets it at build time (tools/build_engine.py)."""

if COMPILED:
    _SEEN: Final = 56  # a constant in C too
else:
    _SEEN: Final = 121
"""The least number of bits that `peek` returns. A record needs 44: up to 32 for its abbreviation id, and 12 after
it."""

_FEW: Final = 9  # numbers of up to three chunks that Python decodes in one loop
_FEW_SEEN: Final = 27  # bytes: 44 bits before these numbers, 18 for each, and the first bit is in the first byte
_from_bytes: Final = int.from_bytes
_ZERO: Final = [0]  # to be multiplied: a new list would be made and freed for each record
_AT_A_TIME: Final = 64  # the most records that are decoded ahead of the consumer
_BITS_AT_A_TIME: Final = 1 << 15  # the most bits that are decoded ahead of the consumer
_LONG: Final = 64  # numbers of an unabbreviated record that other modules may have too
_LONGEST: Final = 1024
_long_records: Final = Recent(1 << 16)  # bytes of numbers: their bits, a mask, the number of bits, and the numbers
_STRING: Final = 24  # numbers of shorter records that are looked up: target triples
_definitions: Final[dict[int, tuple[int, int, int, Abbreviation]]] = {}
"""Abbreviations by the first bits of their definitions, each with a mask, the masked bits, and their number."""
_NO_DEFINITION: Final[tuple[int, int, int, Abbreviation | None]] = (0, 0, 0, None)
_HEAD: Final = 0xFFFFFFFF
_MOST_DEFINITIONS: Final = 1024
_SMALL: Final = 1000  # records that may all be of a few bits; LLVM's take two bytes and more on average


@final
class Record:
    """One record as it is stored. `ops` are its operands without the code and without the bytes of `blob`.

    `start` is its first bit in the stream, where it was read from one.
    """

    __slots__ = ("abbreviation", "blob", "code", "ops", "start")

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
        self.start: i64 = start

    def __iter__(self) -> Iterator[object]:
        return iter((self.code, self.ops, self.abbreviation, self.blob))

    def __repr__(self) -> str:
        return f"Record(code={self.code}, ops={self.ops}, abbreviation={self.abbreviation}, blob={self.blob!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # as of a tuple with a list in it


# --- numbers ---------------------------------------------------------------------------------------------------------


def peek(data: bytes, pos: i64) -> i64:
    """`_SEEN` bits or more from bit `pos` on; zeros after the end."""
    at: i64 = pos >> 3
    if not COMPILED:
        return _from_bytes(data[at : at + 16], "little") >> (pos & 7)
    if at + 8 > len(data):
        return _peek_at_end(data, pos)
    b0: i64 = data[at]
    b1: i64 = data[at + 1]
    b2: i64 = data[at + 2]
    b3: i64 = data[at + 3]
    b4: i64 = data[at + 4]
    b5: i64 = data[at + 5]
    b6: i64 = data[at + 6]
    b7: i64 = data[at + 7]  # without the bit that would be the sign
    low: i64 = b0 | (b1 << 8) | (b2 << 16) | (b3 << 24)
    return (low | (b4 << 32) | (b5 << 40) | (b6 << 48) | ((b7 & 127) << 56)) >> (pos & 7)


def _peek_at_end(data: bytes, pos: i64) -> i64:
    at: i64 = pos >> 3
    bits: i64 = 0
    shift: i64 = 0
    while at < len(data) and shift < 56:
        byte: i64 = data[at]
        bits |= byte << shift
        shift += 8
        at += 1
    if at < len(data):
        last: i64 = data[at]
        bits |= (last & 127) << 56
    return bits >> (pos & 7)


def vbr(data: bytes, pos: i64, width: i64) -> tuple[int, i64]:
    """The VBR number at bit `pos`, and the bit after it. After the end of the data are zeros.

    FormatError, without an offset, if it has more than 64 bits.
    """
    high: i64 = 0x100000000 >> (33 - width)  # mypyc compiles the 1 of `1 << n` to a 32-bit C int
    bits: i64 = peek(data, pos)
    if not bits & high:
        return bits & (high - 1), pos + width
    used: i64 = 0
    value = shift = 0
    while shift < MAX_BITS:
        if used > _SEEN - MAX_WIDTH:
            pos += used
            bits = peek(data, pos)
            used = 0
        group: i64 = bits >> used
        low: int = group & (high - 1)
        value |= low << shift
        used += width
        if not group & high:
            if value >> MAX_BITS:
                break
            return value, pos + used
        shift += int(width) - 1
    raise FormatError(f"a number has more than {MAX_BITS} bits")


def _numbers(data: bytes, ops: list[int], first: i64, pos: i64, bits: i64, used: i64) -> i64:
    """Fill the list from place `first` on with VBR6 numbers, which start at bit `pos + used`; the bit after them."""
    limit: i64 = _SEEN - 12
    for at in range(first, len(ops)):
        if used > limit:
            pos += used
            bits = peek(data, pos)
            used = 0
        chunk: i64 = bits >> used
        if not chunk & 0x20:  # most have one chunk or two
            ops[at] = chunk & 31
            used += 6
        elif not chunk & 0x800:
            ops[at] = chunk & 31 | chunk >> 1 & 0x3E0
            used += 12
        else:
            ops[at], after = vbr(data, pos + used, 6)
            used = after - pos
    return pos + used


def _long_numbers(data: bytes, count: int, pos: int) -> tuple[list[int], int]:
    """So many VBR6 numbers at bit `pos`, and the bit after them.

    Data layouts and target triples are such records, the same ones in most modules: if the bits are those of the last
    record of this length, Python need not decode them.
    """
    last = _long_records.get(count, 0)
    if isinstance(last, tuple):
        bits, mask, size, numbers = last
        if _bits(data, pos, size) & mask == bits:
            return numbers.copy(), pos + size
    numbers = [0] * count
    end = _numbers(data, numbers, 0, pos, peek(data, pos), 0)
    if count < _LONGEST:
        size = end - pos
        mask = (1 << size) - 1
        _long_records.put(count, count * 8, (_bits(data, pos, size) & mask, mask, size, numbers.copy()))
    return numbers, end


def _bits(data: bytes, pos: int, size: int) -> int:
    """So many bits from bit `pos` on, and some more; zeros after the end."""
    at = pos >> 3
    return int.from_bytes(data[at : at + (size >> 3) + 2], "little") >> (pos & 7)


def vbr6_array(data: bytes, count: int) -> list[int]:
    """The first `count` VBR6 numbers of `data`. FormatError, without an offset, if it has fewer."""
    end = len(data) * 8
    if count * 6 <= end:
        numbers = [0] * count
        if _numbers(data, numbers, 0, 0, peek(data, 0), 0) <= end:
            return numbers
    raise FormatError("the numbers run past the end")


# --- records ---------------------------------------------------------------------------------------------------------


@final
class RecordReader:
    """Decodes the records of the body of one block: `size` bytes from byte `start` of `data` on.

    `pos` is the next bit. `code`, `ops`, `blob` and `abbreviation` are the parts of the record that `step` read last,
    as `Record` has them. If `step` finds no record, `kind` is the abbreviation id of the item at `pos`: a block, a
    definition or the end of the block. `base` is the offset of `data` in the file. `shapes` are the abbreviations that
    BLOCKINFO gave to the block, and after them those that it defined so far.
    """

    __slots__ = (
        *("abbreviation", "base", "blob", "block_id", "code", "data", "end", "kind", "literals", "ops", "pos"),
        *("shapes", "size", "small", "width"),
    )

    def __init__(
        self,
        data: bytes,
        base: int,
        block_id: int,
        width: int,
        start: int,
        size: int,
        inherited: tuple[Abbreviation, ...],
    ) -> None:
        self.data = data
        self.base = base
        self.block_id = block_id
        self.size = size
        self.shapes = list(inherited)
        self.kind = 0
        self.code = 0
        self.ops: list[int] = []
        self.abbreviation = UNABBREV_RECORD
        self.blob: bytes | None = None
        self.pos: i64 = start * 8
        self.end: i64 = (start + size) * 8
        self.width: i64 = width
        self.small = 0  # abbreviated records of less than a byte so far
        self.literals = 0  # operands of abbreviated records that have more operands than bits

    def fail(self, reason: str, pos: int) -> FormatError:
        """The error at a bit of the stream."""
        return FormatError(f"{reason} in block {self.block_id}", offset=self.base + (pos >> 3))

    def records(self) -> list[Record]:
        """The next records, some at a time; [] before any other item, whose `kind` is set then.

        FormatError for a record that is malformed, when all before it were returned.
        """
        records: list[Record] = []
        start: i64 = self.pos
        last: i64 = start + _BITS_AT_A_TIME
        try:
            for _ in range(_AT_A_TIME):
                if start >= last or not self.step():
                    break
                records.append(Record(self.code, self.ops, self.abbreviation, self.blob, start))
                start = self.pos
        except FormatError:
            if not records:  # else the consumer gets these first, and the error on the next call
                raise
        return records

    def step(self) -> bool:
        """Read the next record; False before any other item, whose `kind` is set then. FormatError if malformed."""
        start: i64 = self.pos
        if start >= self.end:
            raise self.fail("END_BLOCK is missing" if start == self.end else "a record runs past the end", start)
        if COMPILED:
            bits: i64 = peek(self.data, start)
        else:  # more of them, without a call
            at = start >> 3
            bits = _from_bytes(self.data[at : at + _FEW_SEEN], "little") >> (start & 7)
        kind: i64 = bits & (0xFFFFFFFF >> (32 - self.width))
        try:
            if kind == UNABBREV_RECORD:
                self._unabbreviated(start, bits)
            elif kind >= FIRST_ABBREVIATION:
                self._abbreviated(start, bits, kind)
            else:
                self.kind = kind
                return False
        except FormatError as error:
            if error.offset is None:
                raise self.fail(error.reason, start) from None
            raise
        return True

    def _unabbreviated(self, start: i64, bits: i64) -> None:
        """Read the record at bit `start`; `bits` are those from there on."""
        self.abbreviation = UNABBREV_RECORD
        self.blob = None
        data = self.data
        used: i64 = self.width
        head: i64 = bits >> used
        if not head & 0x820:  # code and count have one chunk each
            self.code = head & 31
            few: i64 = head >> 6 & 31
            used += 12
            if not COMPILED and few <= _FEW:  # the loop of `_numbers`, without the call
                numbers: list[int] = []
                after = used
                for _ in range(few):
                    chunk = bits >> after
                    if not chunk & 0x20:
                        numbers.append(chunk & 31)
                        after += 6
                    elif not chunk & 0x800:
                        numbers.append(chunk & 31 | chunk >> 1 & 0x3E0)
                        after += 12
                    elif not chunk & 0x20000:
                        numbers.append(chunk & 31 | chunk >> 1 & 0x3E0 | chunk >> 2 & 0x7C00)
                        after += 18
                    else:
                        break
                else:
                    self.ops, self.pos = numbers, start + after
                    return
            if not COMPILED and few >= _STRING:
                self.ops, self.pos = _long_numbers(data, few, start + used)
            else:
                ops = _ZERO * few
                self.pos = _numbers(data, ops, 0, start, bits, used)
                self.ops = ops
            return
        both = [0, 0]
        pos: i64 = _numbers(data, both, 0, start, bits, used)
        self.code, count = both
        room: int = self.end - pos  # the count may be too large for a native integer
        if count * 6 > room:
            raise self.fail(f"a record claims {count} operands", start)
        if not COMPILED and count > _LONG:
            self.ops, self.pos = _long_numbers(data, count, pos)
            return
        ops = _ZERO * count
        self.pos = _numbers(data, ops, 0, start, bits, pos - start)
        self.ops = ops

    def _abbreviated(self, start: i64, bits: i64, kind: i64) -> None:
        index: i64 = kind - FIRST_ABBREVIATION
        if index >= len(self.shapes):
            raise self.fail(f"abbreviation {kind} is not defined", start)
        shape = self.shapes[index]
        data = self.data
        ops: list[int] = []
        limit: i64 = _SEEN - MAX_WIDTH
        pos: i64 = start
        used: i64 = self.width
        for step in shape.steps:
            if used > limit:
                pos += used
                bits = peek(data, pos)
                used = 0
            chunk: i64 = bits >> used
            if chunk & step.high:
                width: i64 = step.width
                mask: i64 = step.high - 1
                rest: i64 = chunk >> width
                if not rest & step.high and used + 2 * width <= _SEEN:  # two chunks, as most of these have
                    ops.append(chunk & mask | (rest & mask) << (width - 1))
                    used += 2 * width
                else:
                    number, after = vbr(data, pos + used, width)
                    ops.append(number)
                    used = after - pos
            elif step.most >= 0:
                ops.append(chunk & step.most)
                used += step.width
            else:
                ops.append(step.literal if step.kind == LITERAL else ALPHABET[chunk & 63])
                used += step.width
        pos += used
        if shape.element is not None:
            pos = self._elements(ops, shape.element, pos)
        blob = None
        if shape.has_blob:
            size, pos = vbr(data, pos, 6)
            pos = (pos + 31) & ~31
            room: int = self.end - pos
            if size * 8 > room:
                raise self.fail(f"a blob of {size} bytes runs past the end", pos)
            at: int = pos >> 3
            blob = data[at : at + size]
            pos += (size + 3) // 4 * 32
        code = shape.code
        if code < 0:
            if not ops:
                raise self.fail("a record has no code", start)
            code = ops.pop(0)
        taken: i64 = pos - start
        if taken < 8:
            self.small += 1
            if self.small > _SMALL and self.small > self.size:
                raise self.fail("records of less than a byte each", pos)
        if len(ops) >= taken:  # the code is an operand too
            self.literals += len(ops)
            if self.literals > self.size * 8:
                raise self.fail("literals of abbreviations outnumber the bits", pos)
        self.pos = pos
        self.code = code
        self.ops = ops
        self.abbreviation = kind
        self.blob = blob

    def _elements(self, ops: list[int], element: Step, pos: i64) -> i64:
        """Append the elements of an array to the operands; the bit after them."""
        data = self.data
        bits: i64 = peek(data, pos)
        used: i64 = 6
        count: int = bits & 31
        if bits & 0x20:  # more than one chunk
            count, pos = vbr(data, pos, 6)
            bits = peek(data, pos)
            used = 0
        width: i64 = element.width
        room: int = self.end - pos - used
        if count * int(width) > room:
            raise self.fail(f"an array of {count} elements runs past the end", pos + used)
        if element.kind == VBR and width == 6:
            first: i64 = len(ops)
            ops += _ZERO * count
            return _numbers(data, ops, first, pos, bits, used)
        if element.kind == VBR:
            pos += used
            for _ in range(count):
                number, pos = vbr(data, pos, width)
                ops.append(number)
            return pos
        limit: i64 = _SEEN - width
        mask: i64 = 0xFFFFFFFF >> (32 - width)
        is_char6 = element.kind == CHAR6_KIND
        for _ in range(count):
            if used > limit:
                pos += used
                bits = peek(data, pos)
                used = 0
            value: i64 = bits >> used & mask
            ops.append(ALPHABET[value] if is_char6 else value)
            used += width
        return pos + used

    def definition(self) -> Abbreviation:
        """The abbreviation that is defined at `pos`, which moves after it."""
        start: i64 = self.pos
        try:
            return self._known_definition(start)
        except FormatError as error:
            if error.offset is None:
                raise self.fail(error.reason, start) from None
            raise
        except ValueError as error:
            raise self.fail(str(error), start) from None

    def _known_definition(self, start: int) -> Abbreviation:
        """As `_definition`: modules have the same ones, and each is decoded once."""
        first = start + int(self.width)
        bits: int = peek(self.data, first)
        mask, content, size, abbreviation = _definitions.get(bits & _HEAD, _NO_DEFINITION)
        if abbreviation is not None and bits & mask == content and first + size <= self.end:
            self.pos = first + size
            return abbreviation
        abbreviation = self._definition(start)
        size = int(self.pos) - first
        if size <= _SEEN:
            mask = (1 << size) - 1
            if len(_definitions) >= _MOST_DEFINITIONS:
                _definitions.clear()
            _definitions[bits & _HEAD] = mask, bits & mask, size, abbreviation
        return abbreviation

    def _definition(self, start: i64) -> Abbreviation:
        data = self.data
        numbers: list[int] = []
        count, pos = vbr(data, start + self.width, 5)
        while count > 0:
            count -= 1
            if pos > self.end:
                raise self.fail("the definition of an abbreviation runs past the end", start)
            # a bit for a literal, else three bits of encoding after it
            head: i64 = peek(data, pos) & 15
            kind: i64 = LITERAL if head & 1 else head >> 1
            value = 0
            if head & 1:
                value, pos = vbr(data, pos + 1, 8)
            elif kind == FIXED or kind == VBR:  # noqa: SIM109
                value, pos = vbr(data, pos + 4, 5)
            elif ARRAY <= kind <= BLOB:
                pos += 4
            else:
                raise self.fail(f"an abbreviation has the unknown encoding {kind}", start)
            numbers.append(kind)
            numbers.append(value)
        abbreviation = abbreviation_of_numbers(*numbers)
        self.pos = pos
        return abbreviation
