"""The bits of a bitstream: numbers, abbreviations and records, decoded and encoded. Knows no blocks.

Numbers are stored least significant bit first. A VBR number of width w comes in chunks of w bits, whose highest bit
says that another follows. Source: https://llvm.org/docs/BitCodeFormat.html.
"""

from __future__ import annotations

import binascii
import sys
from array import array
from collections.abc import Sequence
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
    "Window",
    "abbreviation_of",
    "encode",
    "encode_definition",
    "encode_elements",
    "lay_out",
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
_CHAR6_TO_BASE64: Final = bytes.maketrans(ALPHABET, _BASE64)

WINDOW: Final = 4096  # bytes of the stream that are laid out at first; twice as many when reading goes on after them
_MOST: Final = 1 << 13  # bytes that are laid out at most
_AFTER_A_JUMP: Final = 1536  # bytes after something that was stepped over
_LONGEST: Final = 66  # bits of a VBR6 number
AT_ONCE: Final = 16  # numbers that are read without a look at the window
_MARGIN: Final = AT_ONCE * 128 + 256  # bits that can be read from any place: the numbers (VBR2), a record's head


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


def lay_out(data: bytes, padding: int = 16) -> array[int]:
    """`data` for reading at any bit: item i is the 64 bits from bit 32*i on. At least `padding` zero bytes follow."""
    padded = data + bytes(-len(data) % 8 + padding)
    padded += bytes(-len(padded) % 8)
    words = array("Q", bytes(len(padded) // 4 * 8))
    words[0::2] = array("Q", padded)
    words[1::2] = array("Q", padded[4:] + bytes(4))
    return words


def vbr(words: array[int], pos: int, width: int) -> tuple[int, int]:
    """The VBR number at bit `pos` of what `lay_out` made, and the bit after it.

    FormatError, without an offset, if it has more than 64 bits.
    """
    high = 1 << (width - 1)
    value = shift = 0
    while shift < MAX_BITS:
        chunk = words[pos >> 5] >> (pos & 31)
        value |= (chunk & (high - 1)) << shift
        pos += width
        if not chunk & high:
            if value >> MAX_BITS:
                break
            return value, pos
        shift += width - 1
    raise FormatError(f"a number has more than {MAX_BITS} bits")


def _characters(data: bytes) -> bytes:
    """A character of base64 for each six bits of `data`, the lowest first; its size is a multiple of 3."""
    # Base64 takes the most significant bits first, so both ends are turned around.
    return binascii.b2a_base64(data[::-1], newline=False)[::-1]


def _pairs(characters: bytes) -> array[int]:
    """Each character with the one after it: the index into `number_table` of a VBR6 number that starts there."""
    both = bytearray(2 * len(characters))
    both[0::2] = characters
    both[1::2] = characters[1:] + _BASE64[:1]
    return array("H", bytes(both))


@cache
def number_table() -> list[tuple[int, int]]:
    """A VBR6 number by the characters of its first two groups, and how many it has; (-1, 0) for three or more."""
    table = [(-1, 0)] * (1 << 15)
    shifts = (0, 8) if sys.byteorder == "little" else (8, 0)
    for low, first in enumerate(_BASE64):
        places = [first << shifts[0] | second << shifts[1] for second in _BASE64]
        if low < 32:
            for place in places:
                table[place] = (low, 1)
        else:
            for high in range(32):
                table[places[high]] = (low & 31 | high << 5, 2)
    return table


def vbr6_numbers(words: array[int], pairs: array[int], phase: int, i: int, count: int, numbers: list[int]) -> int:
    """Append `count` VBR6 numbers from group `i` of six bits on; the group after them. `pairs` start at bit `phase`.

    The same as `vbr` with a width of 6, for many numbers of few groups.
    """
    table = number_table()
    end = len(numbers) + count
    while count:
        for _ in range(count):
            number, groups = table[pairs[i]]
            i += groups
            numbers.append(number)
        if number >= 0:
            break
        # One of three groups or more: from there on all were -1.
        del numbers[numbers.index(-1) :]
        number, pos = vbr(words, i * 6 + phase, 6)
        numbers.append(number)
        i = pos // 6
        count = end - len(numbers)
    return i


def vbr6_array(data: bytes, count: int) -> list[int]:
    """The first `count` VBR6 numbers of `data`. FormatError, without an offset, if it has fewer."""
    padded = data + bytes(-len(data) % 3 + 24)
    words, pairs = lay_out(data), _pairs(_characters(padded))
    numbers: list[int] = []
    i, end = 0, len(data) * 8 // 6
    while count and i <= end:
        some = min(count, AT_ONCE)
        i = vbr6_numbers(words, pairs, 0, i, some, numbers)
        count -= some
    if i > end:
        raise FormatError("the numbers run past the end")
    return numbers


# --- decoding --------------------------------------------------------------------------------------------------------


class Window:
    """A piece of the stream, laid out for fast access at any bit. Its tables take thirty times its bytes: it is small.

    It starts at bit `origin` of the stream, a multiple of 32; positions in it are counted from there. What is read must
    start before `limit`, and take no more than `reach` bits from there. After the end of the stream are zeros.

    Every VBR6 number starts at a bit 6*i + p for some phase p. `pairs[p]` is None until `numbers(p)` was asked for.
    """

    __slots__ = ("_even", "_odd", "_texts", "limit", "origin", "pairs", "words")

    def __init__(self, data: memoryview, pos: int, size: int, reach: int) -> None:
        start = pos >> 5 << 2
        piece = bytes(data[start : start + size])
        at_end = start + size >= len(data)
        self.origin = start * 8
        self.limit = (len(piece) + 16) * 8 if at_end else size * 8 - reach
        padding = 32 + reach // 8 if at_end else 16
        self.words = lay_out(piece, padding)
        self._even = piece + bytes((len(piece) + padding) // 3 * 3 + 5 - len(piece))
        self._odd = b""  # the same from the second bit on
        self._texts: list[bytes] = [b""] * 6
        self.pairs: list[array[int] | None] = [None] * 6

    def characters(self, phase: int) -> bytes:
        """At i the base64 character of the six bits from bit 6*i + phase on."""
        found = self._texts[phase]
        if not found:
            even, ahead = self._even, phase >> 1
            if phase & 1 and not self._odd:
                self._odd = (int.from_bytes(even, "little") >> 1).to_bytes(len(even), "little")
            some = self._odd if phase & 1 else even
            # A byte later or two, other groups of six bits start. Those before the first of them are put in front.
            low = some[0] | some[1] << 8
            before = bytes([_BASE64[low >> at & 63] for at in range(2 * ahead, 8 * ahead, 6)])
            found = self._texts[phase] = before + _characters(some[ahead : ahead + len(some) - 2])
        return found

    def numbers(self, phase: int) -> array[int]:
        """At i the place in `number_table` of the VBR6 number from bit 6*i + phase on."""
        found = self.pairs[phase]
        if found is None:
            found = self.pairs[phase] = _pairs(self.characters(phase))
        return found


class Source:
    """The bytes of a stream, and the window that was opened last. `base` is the file offset of the first byte.

    `sparse`: much of it will be stepped over.
    """

    __slots__ = ("_whole", "base", "data", "most", "window", "window_size")

    def __init__(self, data: memoryview, base: int, sparse: bool = False) -> None:
        self.data = data
        self.base = base
        self.window: Window | None = None
        self._whole: bytes | None = None
        self.window_size = WINDOW if sparse or len(data) > _MOST else _MOST  # bytes of the next one
        self.most = _MOST

    def whole(self) -> bytes:
        """All of it as bytes, copied once if it is a view of something else: for loops on native integers."""
        if self._whole is None:
            under = self.data.obj
            if isinstance(under, bytes) and len(under) == len(self.data):
                self._whole = under
            else:
                self._whole = bytes(self.data)
        return self._whole

    def look(self, pos: int, bits: int = 0) -> Window:
        """A window in which `bits` bits from bit `pos` on, or _MARGIN, can be read."""
        window = self.window
        if window is None or not window.origin <= pos <= pos + max(bits - _MARGIN, 0) <= window.origin + window.limit:
            reach = max(bits, _MARGIN)
            if window is not None:
                goes_on = window.origin <= pos <= window.origin + window.limit + reach
                self.window_size = min(self.window_size * 2, self.most) if goes_on else min(_AFTER_A_JUMP, self.most)
            window = self.window = Window(self.data, pos, max(self.window_size, (bits + _MARGIN) // 8 + 8), reach)
        return window


_DEFINITION_BITS: Final = 96
_DEFINITION_MASK: Final = (1 << _DEFINITION_BITS) - 1
_MOST_DEFINITIONS: Final = 1 << 10
_definitions: Final[dict[int, tuple[Abbreviation, int]]] = {}  # by the bits of definitions, and what follows them


class BodyDecoder:
    """Decodes the body of one block: `size` bytes from byte `start` on.

    `position` is the first bit of the last item in the stream, at the end that of END_BLOCK. All other positions are
    counted from the start of the window, which moves along.
    """

    __slots__ = ("block_id", "end", "origin", "position", "source", "stop", "window")

    def __init__(self, source: Source, block_id: int, start: int, size: int) -> None:
        self.source = source
        self.block_id = block_id
        self.position = start * 8
        self.stop = (start + size) * 8  # in the stream; `end` is the same in the window
        self.window = source.look(self.position)
        self.origin = self.window.origin
        self.end = self.stop - self.origin

    def move(self, pos: int, bits: int = 0) -> int:
        """Put the window over bit `pos` of the stream, and `bits` bits more if need be; that position in it."""
        self.window = self.source.look(pos, bits)
        self.origin = self.window.origin
        self.end = self.stop - self.origin
        return pos - self.origin

    def moved(self, pos: int, bits: int = 0) -> int:
        """`pos` in a window that has _MARGIN bits, or as many as are asked for, from there on."""
        if pos + max(bits - _MARGIN, 0) > self.window.limit:
            return self.move(self.origin + pos, bits)
        return pos

    def fail(self, reason: str, pos: int) -> FormatError:
        """`pos` in the stream."""
        return FormatError(f"{reason} in block {self.block_id}", offset=self.source.base + (pos >> 3))

    def vbr6_numbers(self, ops: list[int], count: int, pos: int) -> int:
        """Append `count` VBR6 numbers from bit `pos` on to the operands; the bit after them."""
        while count:
            pos = self.moved(pos)
            i, phase = divmod(pos, 6)
            window = self.window
            some = min(count, max((window.limit - pos) // _LONGEST, AT_ONCE))
            i = vbr6_numbers(window.words, window.numbers(phase), phase, i, some, ops)
            count -= some
            pos = i * 6 + phase
        return pos

    def abbreviated(self, abbreviation: Abbreviation, pos: int) -> tuple[list[int], bytes | None, int]:
        """Code and operands of a record, its blob, and the bit after it."""
        if abbreviation.reach > _MARGIN:
            pos = self.moved(pos, abbreviation.reach)
        words = self.window.words
        ops: list[int] = []
        is_short = abbreviation.is_short
        chunk = words[pos >> 5] >> (pos & 31)  # at least 33 bits
        for kind, width in abbreviation.scalars:
            if kind == LITERAL:
                ops.append(width)
                continue
            if kind == VBR:
                high = 1 << (width - 1)
                if chunk & high:
                    value, pos = vbr(words, pos, width)
                    ops.append(value)
                    chunk = words[pos >> 5] >> (pos & 31)
                    continue
                ops.append(chunk & (high - 1))
            elif kind == FIXED:
                ops.append(chunk & ((1 << width) - 1))
            else:
                width = 6
                ops.append(ALPHABET[chunk & 63])
            pos += width
            chunk = chunk >> width if is_short else words[pos >> 5] >> (pos & 31)
        if abbreviation.element is not None:
            return ops, None, self.elements(ops, abbreviation.element, self.moved(pos))
        if abbreviation.has_blob:
            pos = self.moved(pos)
            size, pos = vbr(self.window.words, pos, 6)
            pos = (pos + 31) & ~31
            if size * 8 > self.end - pos:
                raise self.fail(f"a blob of {size} bytes runs past the end", self.origin + pos)
            start = (self.origin + pos) >> 3
            return ops, bytes(self.source.data[start : start + size]), pos + (size + 3) // 4 * 32
        return ops, None, pos

    def elements(self, ops: list[int], element: AbbrevOp, pos: int) -> int:
        """Append the elements of an array to the operands; the bit after them."""
        kind, width = element
        i, phase = divmod(pos, 6)
        pairs = self.window.numbers(phase)
        count, groups = number_table()[pairs[i]]
        if 0 <= count <= AT_ONCE and kind == VBR and width == 6 and (count + groups) * 6 <= self.end - pos:
            return vbr6_numbers(self.window.words, pairs, phase, i + groups, count, ops) * 6 + phase  # most arrays
        count, pos = vbr(self.window.words, pos, 6)
        if kind == CHAR6_KIND:
            width = 6
        if count * width > self.end - pos:
            raise self.fail(f"an array of {count} elements runs past the end", self.origin + pos)
        if kind == VBR and width == 6:
            return self.vbr6_numbers(ops, count, pos)
        if width == 8 and kind == FIXED:
            start, end = self.origin + pos, self.origin + pos + 8 * count
            piece = int.from_bytes(self.source.data[start >> 3 : (end + 7) >> 3], "little") >> (start & 7)
            ops += (piece & ((1 << 8 * count) - 1)).to_bytes(count, "little")
            return pos + 8 * count
        while count:
            some = min(count, AT_ONCE)
            pos = self.moved(pos)
            if kind == CHAR6_KIND:
                i, phase = divmod(pos, 6)
                ops += self.window.characters(phase)[i : i + some].translate(_BASE64_TO_CHAR6)
                pos += 6 * some
            elif kind == VBR:
                words = self.window.words
                for _ in range(some):
                    value, pos = vbr(words, pos, width)
                    ops.append(value)
            else:
                words = self.window.words
                mask = (1 << width) - 1
                end = pos + some * width
                ops += [words[p >> 5] >> (p & 31) & mask for p in range(pos, end, width)]
                pos = end
            count -= some
        return pos

    def definition(self, pos: int) -> tuple[Abbreviation, int]:
        """The abbreviation defined at bit `pos`, and the bit after it."""
        # Most modules define the same ones: the bits from there on tell which, if they hold all of it.
        at, words = pos >> 5, self.window.words
        bits = (words[at] | words[at + 2] << 64) >> (pos & 31) & _DEFINITION_MASK
        found = _definitions.get(bits)
        if found is not None and pos + found[1] <= self.end:
            return found[0], pos + found[1]
        start = self.origin + pos
        abbreviation, end = self._definition(pos)
        size = self.origin + end - start  # the window may have moved
        if size <= _DEFINITION_BITS:
            if len(_definitions) >= _MOST_DEFINITIONS:
                _definitions.clear()
            _definitions[bits] = (abbreviation, size)
        return abbreviation, end

    def _definition(self, pos: int) -> tuple[Abbreviation, int]:
        count, pos = vbr(self.window.words, pos, 5)
        numbers: list[int] = []  # encoding and value of each operand
        for _ in range(count):
            pos = self.moved(pos)
            if pos > self.end:
                raise self.fail("the definition of an abbreviation runs past the end", self.position)
            words = self.window.words
            # a bit for a literal, else three bits of encoding after it
            head = words[pos >> 5] >> (pos & 31) & 15
            value = 0
            if head & 1:
                head = LITERAL << 1
                value, pos = vbr(words, pos + 1, 8)
            else:
                pos += 4
                if head in (FIXED << 1, VBR << 1):
                    value, pos = vbr(words, pos, 5)
                elif not ARRAY << 1 <= head <= BLOB << 1:
                    raise self.fail(f"an abbreviation has the unknown encoding {head >> 1}", self.position)
            numbers += (head >> 1, value)
        try:
            return abbreviation_of_numbers(*numbers), pos
        except ValueError as error:
            raise self.fail(str(error), self.position) from None


# --- encoding --------------------------------------------------------------------------------------------------------


def encode(kind: int, width: int, value: int) -> tuple[int, int]:
    """The bits of one operand, and how many they are. BuildError if it can't be encoded so."""
    if kind == VBR:
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


def encode_elements(element: AbbrevOp, values: Sequence[int]) -> tuple[int, int] | None:
    """The bits of an array's elements and how many they are, if all can be encoded at once; else None."""
    kind, width = element
    if kind is Encoding.CHAR6 and IS_CHAR6.issuperset(values):
        # Base64 is six bits a character, most significant first: the text goes in backwards.
        text = bytes(values).translate(_CHAR6_TO_BASE64)[::-1]
        bits = binascii.a2b_base64(b"A" * (-len(text) % 4) + text)
        return int.from_bytes(bits, "big"), 6 * len(values)
    if kind is Encoding.FIXED and width == 8 and all(value < 256 for value in values):
        return int.from_bytes(bytes(values), "little"), 8 * len(values)
    return None


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
