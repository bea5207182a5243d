"""The bits of a bitstream: numbers, abbreviations and records, decoded and encoded. Knows no blocks.

Numbers are stored least significant bit first. A VBR number of width w comes in chunks of w bits, whose highest bit
says that another follows. Source: https://llvm.org/docs/BitCodeFormat.html.
"""

from __future__ import annotations

import binascii
from functools import cache, lru_cache
from typing import Final, NamedTuple

from ..base.errors import BuildError, FormatError
from ..base.filekind import FileKind
from .abbreviations import (
    ALPHABET,
    ARRAY,
    BLOB,
    CHAR6_KIND,
    DEFINE_ABBREV,
    END_BLOCK,
    ENTER_SUBBLOCK,
    FIRST_ABBREVIATION,
    FIXED,
    LITERAL,
    MAX_BITS,
    MAX_WIDTH,
    UNABBREV_RECORD,
    VBR,
    Abbreviation,
    AbbrevOp,
    Encoding,
    abbreviation_of,
    abbreviation_of_numbers,
)
from .native import COMPILED

__all__ = [
    "BLOCKINFO",
    "DEFINE_ABBREV",
    "END_BLOCK",
    "ENTER_SUBBLOCK",
    "FEW",
    "FIRST_ABBREVIATION",
    "IS_CHAR6",
    "MAGIC",
    "MAX_DEPTH",
    "MAX_WIDTH",
    "SETBID",
    "UNABBREV_RECORD",
    "AbbrevOp",
    "Abbreviation",
    "BodyDecoder",
    "Encoding",
    "Record",
    "Source",
    "abbreviation_of",
    "encode",
    "encode_definition",
    "head_table",
    "long_numbers",
    "number_table",
    "vbr",
    "vbr6_array",
    "vbr6_numbers",
]

MAGIC: Final = FileKind.BITCODE.magic
BLOCKINFO: Final = 0  # id of the block that gives other blocks their abbreviations
SETBID: Final = 1  # its record that says which block the next definitions are for

MAX_DEPTH: Final = 32  # of blocks; LLVM's writers nest three deep

IS_CHAR6: Final = frozenset(ALPHABET)
"""The characters that CHAR6 can hold."""
_BASE64: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE64_TO_CHAR6: Final = bytes.maketrans(_BASE64, ALPHABET)

_LONGEST: Final = 17  # bytes that hold a number of 64 bits as VBR2 wherever in a byte it starts
_AT_ONCE: Final = 20  # numbers that are read from one integer, ...
_MANY: Final = 32  # ... and bytes that hold them as VBR6 with two groups each
FEW: Final = 8  # the same, read from what is looked at for a record
_THREE_GROUPS: Final = 18  # bits


# --- records ---------------------------------------------------------------------------------------------------------


if COMPILED:
    from .native import NativeRecord as Record
else:

    class Record(NamedTuple):  # type: ignore[no-redef]
        """One record as it is stored. `ops` are its operands without the code and without the bytes of `blob`."""

        code: int
        ops: list[int]
        abbreviation: int = UNABBREV_RECORD
        blob: bytes | None = None


# --- numbers ---------------------------------------------------------------------------------------------------------


def vbr(data: bytes, pos: int, width: int) -> tuple[int, int]:
    """The VBR number at bit `pos`, and the bit after it. After the end of the data are zeros.

    FormatError, without an offset, if it has more than 64 bits.
    """
    at = pos >> 3
    bits = int.from_bytes(data[at : at + _LONGEST], "little") >> (pos & 7)
    high = 1 << (width - 1)
    value = shift = used = 0
    while shift < MAX_BITS:
        chunk = bits >> used
        value |= (chunk & (high - 1)) << shift
        used += width
        if not chunk & high:
            if value >> MAX_BITS:
                break
            return value, pos + used
        shift += width - 1
    raise FormatError(f"a number has more than {MAX_BITS} bits")


@cache
def number_table() -> list[tuple[int, int]]:
    """A VBR6 number by the twelve bits it starts with, and how many bits it has; (-1, 0) for one of three groups."""
    table = [(-1, 0)] * (1 << 12)
    for low in range(32):
        table[low::64] = [(low, 6)] * 64
        for high in range(32):
            table[low | 32 | high << 6] = (low | high << 5, 12)
    return table


@cache
def head_table() -> list[tuple[int, int] | None]:
    """Code and count of operands of an unabbreviated record, by the twelve bits that both are if each has one group.

    None if one of both has more groups.
    """
    return [None if head & 0x820 else (head & 31, head >> 6) for head in range(1 << 12)]


def vbr6_numbers(data: bytes, pos: int, count: int, numbers: list[int]) -> int:
    """Append `count` VBR6 numbers from bit `pos` on; the bit after them. After the end of the data are zeros.

    The same as `vbr` with a width of 6, for many numbers of few groups.
    """
    table = number_table()
    while count > 0:
        at = pos >> 3
        bits = int.from_bytes(data[at : at + _MANY], "little") >> (pos & 7)
        some = min(count, _AT_ONCE)
        count -= some
        used = 0
        for _ in range(some):
            number, size = table[bits >> used & 4095]
            used += size
            numbers.append(number)
        pos += used
        if number < 0:  # one of three groups or more: from there on all were -1
            first = numbers.index(-1)
            some = len(numbers) - first
            del numbers[first:]
            pos = long_numbers(data, pos, some, numbers)
    return pos


def long_numbers(data: bytes, pos: int, count: int, numbers: list[int]) -> int:
    """The same for numbers of which some have three groups or more."""
    table = number_table()
    left = 0  # bits of `bits` that are still to be used
    for _ in range(count):
        if left < _THREE_GROUPS:
            at = pos >> 3
            bits = int.from_bytes(data[at : at + _MANY], "little") >> (pos & 7)
            left = _MANY * 8 - 7
        number, used = table[bits & 4095]
        if number < 0 and not bits & 0x20000:
            number = bits & 31 | (bits & 0x7C0) >> 1 | (bits & 0x1F000) >> 2
            used = _THREE_GROUPS
        elif number < 0:
            number, after = vbr(data, pos, 6)
            used = after - pos
        bits >>= used
        left -= used
        pos += used
        numbers.append(number)
    return pos


def vbr6_array(data: bytes, count: int) -> list[int]:
    """The first `count` VBR6 numbers of `data`. FormatError, without an offset, if it has fewer."""
    end = len(data) * 8
    numbers: list[int] = []
    if count * 6 > end or vbr6_numbers(data, 0, count, numbers) > end:
        raise FormatError("the numbers run past the end")
    return numbers


# --- decoding --------------------------------------------------------------------------------------------------------


class Source:
    """The bytes of a stream. `base` is the file offset of the first byte."""

    __slots__ = ("_whole", "base", "data")

    def __init__(self, data: memoryview, base: int) -> None:
        self.data = data
        self.base = base
        self._whole: bytes | None = None

    def whole(self) -> bytes:
        """All of it as bytes, copied once if it is a view of something else: their slices are quicker than views."""
        if self._whole is None:
            under = self.data.obj
            if isinstance(under, bytes) and len(under) == len(self.data):
                self._whole = under
            else:
                self._whole = bytes(self.data)
        return self._whole


_DEFINITION_BITS: Final = 96
_DEFINITION_MASK: Final = (1 << _DEFINITION_BITS) - 1
_MOST_DEFINITIONS: Final = 1 << 10
_definitions: Final[dict[int, tuple[Abbreviation, int]]] = {}  # by the bits of definitions, and what follows them


class BodyDecoder:
    """Decodes the body of one block: `size` bytes from byte `start` on. All positions are bits of the stream.

    `position` is the first bit of the last item, at the end that of END_BLOCK.
    """

    __slots__ = ("base", "block_id", "data", "end", "position")

    def __init__(self, source: Source, block_id: int, start: int, size: int) -> None:
        self.data = source.whole()
        self.base = source.base
        self.block_id = block_id
        self.position = start * 8
        self.end = (start + size) * 8

    def fail(self, reason: str, pos: int) -> FormatError:
        """The error at a bit of the stream."""
        return FormatError(f"{reason} in block {self.block_id}", offset=self.base + (pos >> 3))

    def abbreviated(self, abbreviation: Abbreviation, pos: int) -> tuple[list[int], bytes | None, int]:
        """Code and operands of a record, its blob, and the bit after it."""
        data = self.data
        ops: list[int] = []
        for kind, width in abbreviation.scalars:
            if kind == LITERAL:
                ops.append(width)
                continue
            if kind == VBR:
                value, pos = vbr(data, pos, width)
                ops.append(value)
                continue
            at = pos >> 3
            chunk = int.from_bytes(data[at : at + 5], "little") >> (pos & 7)
            if kind == FIXED:
                ops.append(chunk & ((1 << width) - 1))
            else:
                width = 6
                ops.append(ALPHABET[chunk & 63])
            pos += width
        if abbreviation.element is not None:
            return ops, None, self.elements(ops, abbreviation.element, pos)
        if abbreviation.has_blob:
            size, pos = vbr(data, pos, 6)
            pos = (pos + 31) & ~31
            if size * 8 > self.end - pos:
                raise self.fail(f"a blob of {size} bytes runs past the end", pos)
            start = pos >> 3
            return ops, data[start : start + size], pos + (size + 3) // 4 * 32
        return ops, None, pos

    def elements(self, ops: list[int], element: AbbrevOp, pos: int) -> int:
        """Append the elements of an array to the operands; the bit after them."""
        kind, width = element
        data = self.data
        count, pos = vbr(data, pos, 6)
        if kind == CHAR6_KIND:
            width = 6
        after = pos + count * width
        if after > self.end:
            raise self.fail(f"an array of {count} elements runs past the end", pos)
        if kind == VBR and width == 6:
            return vbr6_numbers(data, pos, count, ops)
        if kind == VBR:
            for _ in range(count):
                value, pos = vbr(data, pos, width)
                ops.append(value)
            return pos
        if kind == CHAR6_KIND or width == 8:
            bits = int.from_bytes(data[pos >> 3 : (after + 7) >> 3], "little") >> (pos & 7) & ((1 << after - pos) - 1)
            ops += bits.to_bytes(count, "little") if width == 8 else _characters(bits, count)
            return after
        mask = (1 << width) - 1
        for start in range(pos, after, _AT_ONCE * width):
            end = min(start + _AT_ONCE * width, after)
            bits = int.from_bytes(data[start >> 3 : (end + 7) >> 3], "little") >> (start & 7)
            ops += [bits >> used & mask for used in range(0, end - start, width)]
        return after

    def definition(self, pos: int) -> tuple[Abbreviation, int]:
        """The abbreviation defined at bit `pos`, and the bit after it."""
        # Most modules define the same ones: the bits from there on tell which, if they hold all of it.
        at = pos >> 3
        bits = int.from_bytes(self.data[at : at + _DEFINITION_BITS // 8 + 1], "little") >> (pos & 7) & _DEFINITION_MASK
        found = _definitions.get(bits)
        if found is not None and pos + found[1] <= self.end:
            return found[0], pos + found[1]
        abbreviation, end = self._definition(pos)
        if end - pos <= _DEFINITION_BITS:
            if len(_definitions) >= _MOST_DEFINITIONS:
                _definitions.clear()
            _definitions[bits] = (abbreviation, end - pos)
        return abbreviation, end

    def _definition(self, pos: int) -> tuple[Abbreviation, int]:
        data = self.data
        count, pos = vbr(data, pos, 5)
        numbers: list[int] = []  # encoding and value of each operand
        for _ in range(count):
            if pos > self.end:
                raise self.fail("the definition of an abbreviation runs past the end", self.position)
            at = pos >> 3
            # a bit for a literal, else three bits of encoding after it
            head = int.from_bytes(data[at : at + 2], "little") >> (pos & 7) & 15
            value = 0
            if head & 1:
                head = LITERAL << 1
                value, pos = vbr(data, pos + 1, 8)
            else:
                pos += 4
                if head in (FIXED << 1, VBR << 1):
                    value, pos = vbr(data, pos, 5)
                elif not ARRAY << 1 <= head <= BLOB << 1:
                    raise self.fail(f"an abbreviation has the unknown encoding {head >> 1}", self.position)
            numbers += (head >> 1, value)
        try:
            return abbreviation_of_numbers(*numbers), pos
        except ValueError as error:
            raise self.fail(str(error), self.position) from None


def _characters(bits: int, count: int) -> bytes:
    """The characters of CHAR6 of `count` times six bits, the lowest first."""
    # Base64 takes the most significant bits first, so the text is turned around.
    text = binascii.b2a_base64(bits.to_bytes((count + 3) // 4 * 3, "big"), newline=False)
    return text[: -count - 1 : -1].translate(_BASE64_TO_CHAR6)


# --- encoding --------------------------------------------------------------------------------------------------------


def encode(kind: int, width: int, value: int) -> tuple[int, int]:
    """The bits of one operand, and how many they are.

    BuildError if it can't be encoded so, ValueError for a VBR number below zero.
    """
    if kind == VBR:
        if value < 0:
            raise ValueError(f"{value} is negative")
        high = 1 << (width - 1)
        bits = used = 0
        while value >= high:
            bits |= (value & (high - 1) | high) << used
            used += width
            value >>= width - 1
        return bits | value << used, used + width
    if kind == FIXED:
        if value >> width:
            raise BuildError(f"{value} does not fit in {width} bits")
        return value, width
    if value not in IS_CHAR6:
        raise BuildError(f"the character {value} is not one of [a-zA-Z0-9._]")
    return ALPHABET.index(value), 6


@lru_cache(maxsize=4096)
def encode_definition(abbreviation: Abbreviation) -> tuple[int, int]:
    """The bits of an abbreviation's definition after its id, and how many they are."""
    bits, used = encode(VBR, 5, len(abbreviation.operands))
    for kind, value in abbreviation.operands:
        if kind is Encoding.LITERAL:
            fields = [(1, 1), encode(VBR, 8, value)]
        else:
            fields = [(int(kind) << 1, 4)]
            if kind is Encoding.FIXED or kind is Encoding.VBR:
                fields.append(encode(VBR, 5, value))
        for field, width in fields:
            bits |= field << used
            used += width
    return bits, used
