"""The LLVM bitstream container: nested blocks of records, written with abbreviations. Knows bits, no LLVM IR.

Layout (https://llvm.org/docs/BitCodeFormat.html): the magic 'BC' C0 DE, then 32-bit aligned top-level blocks,
least significant bit first. A block is ENTER_SUBBLOCK (abbreviation id 1), its id (VBR8), the width of the
abbreviation ids inside (VBR4), alignment, its length in 32-bit words, and the body, which ends with END_BLOCK (0)
and alignment.

The representation is flat: a block holds one list of operands for all of its records, with the end of each record,
its code and its abbreviation id beside it. Bodies are decoded on first access; a block that nobody asks for costs
its length word. `write_stream(read_stream(data)) == data` for every stream whose VBR numbers are minimal and whose
padding is zero.
"""

from __future__ import annotations

import binascii
from array import array
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ..errors import BuildError, FormatError

__all__ = [
    "BLOCKINFO",
    "MAGIC",
    "SETBID",
    "UNABBREV_RECORD",
    "Abbreviation",
    "Block",
    "Encoding",
    "Operand",
    "Record",
    "Stream",
    "StreamWriter",
    "read_stream",
    "write_stream",
]

MAGIC = b"BC\xc0\xde"
END_BLOCK, ENTER_SUBBLOCK, DEFINE_ABBREV, UNABBREV_RECORD = range(4)
FIRST_ABBREVIATION = 4
BLOCKINFO = 0  # id of the block that gives other blocks their abbreviations
SETBID = 1  # its record that says which block the next definitions are for

MAX_DEPTH = 32  # LLVM's writers nest three deep
MAX_WIDTH = 32  # of Fixed and VBR, in bits; LLVM's MaxChunkSize
_CHAR6 = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE64_TO_SIX = bytes.maketrans(_BASE64, bytes(range(64)))
_SIX_TO_CHAR6 = bytes.maketrans(bytes(range(64)), _CHAR6)
_CHAR6_TO_BASE64 = bytes.maketrans(_CHAR6, _BASE64)
_IS_CHAR6 = frozenset(_CHAR6)


class Encoding(IntEnum):
    """How one operand of an abbreviated record is stored. LITERAL takes no bits."""

    LITERAL = 0
    FIXED = 1
    VBR = 2
    ARRAY = 3
    CHAR6 = 4
    BLOB = 5


_LITERAL, _FIXED, _VBR, _ARRAY, _CHAR6_KIND, _BLOB = (int(encoding) for encoding in Encoding)


class Operand(NamedTuple):
    """One operand of an abbreviation. `value` is the literal, the width in bits of FIXED and VBR, or 0."""

    encoding: Encoding
    value: int = 0


class Abbreviation:
    """The operands of one abbreviation; the first stands for the record code.

    An ARRAY (VBR6 count, then elements) is followed by its element's operand and ends the record; so does a BLOB.
    Raises ValueError for any other shape, for widths over 32 bits and for elements that take no bits.
    """

    __slots__ = ("_blob", "_element", "_scalars", "operands")

    def __init__(self, *operands: Operand) -> None:
        self.operands = operands
        kinds = [operand.encoding for operand in operands]
        if not kinds or (kinds[0] in (Encoding.ARRAY, Encoding.BLOB) and len(kinds) == 1):
            raise ValueError("an abbreviation needs an operand for the record code")
        if any(o.encoding in (Encoding.FIXED, Encoding.VBR) and not 0 <= o.value <= MAX_WIDTH for o in operands):
            raise ValueError(f"an abbreviation has an operand wider than {MAX_WIDTH} bits")
        if any(o.encoding is Encoding.VBR and o.value == 1 for o in operands):
            raise ValueError("an abbreviation has a VBR of one bit")
        has_array = Encoding.ARRAY in kinds
        self._blob = Encoding.BLOB in kinds
        self._element: Operand | None = operands[-1] if has_array else None
        scalars = operands[: len(operands) - (2 if has_array else 1 if self._blob else 0)]
        if any(o.encoding in (Encoding.ARRAY, Encoding.BLOB) for o in scalars) or (has_array and self._blob):
            raise ValueError("an array or blob must be the last operand of an abbreviation")
        if self._element is not None and not _takes_bits(self._element):
            raise ValueError("the elements of an array must take bits")
        self._scalars = [(int(o.encoding) if _takes_bits(o) else _LITERAL, o.value) for o in scalars]

    def __repr__(self) -> str:
        valued = (Encoding.LITERAL, Encoding.FIXED, Encoding.VBR)
        names = (f"({o.value})" if o.encoding in valued else "" for o in self.operands)
        return "[" + ", ".join(o.encoding.name.lower() + n for o, n in zip(self.operands, names, strict=True)) + "]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Abbreviation) and self.operands == other.operands

    def __hash__(self) -> int:
        return hash(self.operands)


def _takes_bits(operand: Operand) -> bool:
    """False for literals and for Fixed(0) and VBR(0), which always stand for 0."""
    kind = operand.encoding
    return kind is Encoding.CHAR6 or (kind in (Encoding.FIXED, Encoding.VBR) and operand.value > 0)


class Record(NamedTuple):
    """One record as it is stored. `ops` are its operands without the code and without the bytes of `blob`."""

    code: int
    ops: list[int]
    abbreviation: int = UNABBREV_RECORD
    blob: memoryview | None = None


_Scope = Mapping[int, tuple[Abbreviation, ...]]  # block id -> abbreviations that BLOCKINFO gave it


class _Bits:
    """The stream, laid out for fast access at any bit.

    `words[i]` is the 64 bits from bit 32*i on. `sixes[p][i]` is the six bits from bit 6*i + p on; every VBR6
    number starts at one of these.
    """

    __slots__ = ("data", "sixes", "words")

    def __init__(self, data: memoryview) -> None:
        self.data = data
        padded = bytes(data) + bytes(-len(data) % 8 + 16)
        words = array("Q", bytes(len(padded) // 4 * 8))
        words[0::2] = array("Q", padded)
        words[1::2] = array("Q", padded[4:] + bytes(4))
        self.words = words
        # Base64 splits bytes into groups of six bits, most significant first, so both ends are turned around.
        whole = int.from_bytes(data, "little")
        size = (len(data) // 3 + 5) * 3
        self.sixes = tuple(
            binascii.b2a_base64((whole >> phase).to_bytes(size, "big"), newline=False)[::-1].translate(_BASE64_TO_SIX)
            for phase in range(6)
        )

    def fixed(self, pos: int, width: int) -> int:
        """`width` (at most 32) bits at bit `pos`."""
        return self.words[pos >> 5] >> (pos & 31) & ((1 << width) - 1)

    def vbr(self, pos: int, width: int) -> tuple[int, int]:
        """A variable bit rate number at bit `pos`, and the bit behind it. IndexError if it can't end."""
        high = 1 << (width - 1)
        value = shift = 0
        while True:
            chunk = self.words[pos >> 5] >> (pos & 31)
            value |= (chunk & (high - 1)) << shift
            pos += width
            if not chunk & high:
                break
            shift += width - 1
            if shift > 63:
                raise IndexError
        if value >> 64:
            raise IndexError
        return value, pos


class Block:
    """One block. Whatever looks inside a malformed body first raises FormatError with the offset in the file.

    `id`, `abbrev_width` (bits), `offset` of the body in the file and its `size` (bytes), `depth` (0 at the top),
    `header_bits` between ENTER_SUBBLOCK and the body.
    """

    __slots__ = (
        "_abbreviations",
        "_base",
        "_blobs",
        "_codes",
        "_ends",
        "_marks",
        "_ops",
        "_positions",
        "_scope",
        "_stream",
        "abbrev_width",
        "depth",
        "header_bits",
        "id",
        "offset",
        "size",
    )

    def __init__(
        self,
        stream: Stream,
        scope: _Scope,
        block_id: int,
        width: int,
        start: int,
        size: int,
        depth: int,
        header_bits: int,
    ) -> None:
        self._stream = stream
        self._scope = scope
        self.id = block_id
        self.abbrev_width = width
        self._base = start
        self.offset = stream.base + start
        self.size = size
        self.depth = depth
        self.header_bits = header_bits
        self._codes: list[int] | None = None
        self._ops: list[int]  # the operands of all records, one after the other
        self._ends: list[int]  # where each record's operands end in _ops, after a leading 0
        self._abbreviations: list[int]
        self._positions: list[int]  # bits from the start of the stream
        self._blobs: dict[int, memoryview]
        # (number of records before it, what, its first bit); the last one is END_BLOCK
        self._marks: list[tuple[int, Block | Abbreviation | None, int]]

    def __repr__(self) -> str:
        return f"Block({self.id}, offset={self.offset:#x}, size={self.size})"

    @property
    def blocks(self) -> list[Block]:
        """The child blocks, in order."""
        self._load()
        return [what for _, what, _ in self._marks if isinstance(what, Block)]

    def records(self) -> Iterator[tuple[int, list[int]]]:
        """Code and operands of every record, in order."""
        codes, ops = self._load(), self._ops
        return ((code, ops[a:b]) for code, (a, b) in zip(codes, pairwise(self._ends), strict=True))

    def items(self) -> Iterator[Record | Block | Abbreviation]:
        """Records, child blocks and abbreviation definitions as they follow each other."""
        codes, ops, ends = self._load(), self._ops, self._ends
        marks = iter(self._marks)
        at, what, _ = next(marks)
        for i in range(len(codes) + 1):
            while at == i and what is not None:
                yield what
                at, what, _ = next(marks)
            if i < len(codes):
                yield Record(codes[i], ops[ends[i] : ends[i + 1]], self._abbreviations[i], self._blobs.get(i))

    def blob(self, code: int) -> memoryview | None:
        """The blob of the first record of this code that has one."""
        codes = self._load()
        return next((blob for i, blob in self._blobs.items() if codes[i] == code), None)

    def record_offset(self, index: int) -> int:
        """File offset, in bytes, of the record number `index` (the byte its first bit is in)."""
        self._load()
        return self._stream.base + (self._positions[index] >> 3)

    def record_sizes(self) -> list[int]:
        """How many bits each record takes, its abbreviation id included."""
        self._load()
        ends = [*self._positions[1:], self._marks[-1][2]]
        for index, _, position in reversed(self._marks):
            if index:
                ends[index - 1] = min(ends[index - 1], position)
        return [end - start for start, end in zip(self._positions, ends, strict=False)]

    def fail(self, reason: str, index: int | None = None) -> FormatError:
        """A FormatError that blames this block, or its record number `index`."""
        return FormatError(reason, offset=self.offset if index is None else self.record_offset(index))

    def release(self) -> None:
        """Forget what was decoded of the body and of the blocks inside it; the next look decodes it again."""
        self._codes = None
        for name in ("_ops", "_ends", "_abbreviations", "_positions", "_blobs", "_marks"):
            if hasattr(self, name):
                delattr(self, name)

    def _load(self) -> list[int]:
        """The record codes; decodes the body if that was not done yet."""
        if self._codes is None:
            _Decoder(self).run()
            assert self._codes is not None
        return self._codes


class Stream:
    """A whole bitstream: `blocks` at the top and `tail`, the bytes behind the last of them.

    `base` is the file offset of the first byte.
    """

    def __init__(self, data: memoryview | bytes, base: int = 0) -> None:
        self.data = memoryview(data).cast("B")
        self.base = base
        self._bits: _Bits | None = None
        if self.data[:4] != MAGIC:
            raise FormatError("not LLVM bitcode: the magic 'BC' C0 DE is missing", offset=base)
        self.blocks: list[Block] = []
        pos = 4
        while pos + 4 <= len(self.data) and self.data[pos] & 3 == ENTER_SUBBLOCK:
            block = self._enter(pos * 8 + 2, len(self.data), {}, 0)
            self.blocks.append(block)
            pos = block._base + block.size
        self.tail = self.data[pos:]

    @property
    def bits(self) -> _Bits:
        if self._bits is None:
            self._bits = _Bits(self.data)
        return self._bits

    def _enter(self, pos: int, end: int, scope: _Scope, depth: int) -> Block:
        """The block whose ENTER_SUBBLOCK id ends at bit `pos` inside a body that ends at byte `end`."""
        at = pos >> 3
        head = int.from_bytes(self.data[at : at + 28], "little") >> (pos & 7)
        block_id, used = _vbr_of(head, 8)
        width, more = _vbr_of(head >> used, 4)
        start = ((pos + used + more + 31) >> 5) * 4 + 4
        if start > end:
            raise FormatError("the header of a block runs past the end", offset=self.base + at)
        size = int.from_bytes(self.data[start - 4 : start], "little") * 4
        if size > end - start:
            raise FormatError(
                f"block {block_id} claims {size} bytes, {end - start} are left", offset=self.base + start - 4
            )
        if not 2 <= width <= MAX_WIDTH:
            raise FormatError(f"block {block_id} has abbreviation ids of {width} bits", offset=self.base + at)
        if depth > MAX_DEPTH:
            raise FormatError(f"blocks are nested more than {MAX_DEPTH} deep", offset=self.base + at)
        return Block(self, scope, block_id, width, start, size, depth, start * 8 - pos)


def _vbr_of(value: int, width: int) -> tuple[int, int]:
    """A VBR number of at most 64 bits at the low end of `value`, and how many bits it took."""
    high = 1 << (width - 1)
    result = shift = used = 0
    while shift < 64:
        result |= (value & (high - 1)) << shift
        used += width
        if not value & high:
            break
        value >>= width
        shift += width - 1
    return result, used


class _Decoder:
    """Takes the body of one block apart."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.bits = block._stream.bits
        self.end = (block._base + block.size) * 8
        self.ops: list[int] = []
        self.blobs: dict[int, memoryview] = {}
        self.marks: list[tuple[int, Block | Abbreviation | None, int]] = []
        self.scope: _Scope = block._scope
        self.codes: list[int] = []
        self.ends = [0]
        self.ids: list[int] = []
        self.positions: list[int] = []

    def fail(self, reason: str, pos: int) -> FormatError:
        return FormatError(f"{reason} in block {self.block.id}", offset=self.block._stream.base + (pos >> 3))

    def run(self) -> None:
        block = self.block
        try:
            self.body()
        except IndexError:
            at = self.positions[-1] if self.positions else block._base * 8
            raise self.fail("a record runs past the end or has a number over 64 bits", at) from None
        block._ops, block._ends, block._abbreviations = self.ops, self.ends, self.ids
        block._positions, block._blobs, block._marks = self.positions, self.blobs, self.marks
        block._codes = self.codes

    def body(self) -> None:
        block, end = self.block, self.end
        pos = block._base * 8
        width = block.abbrev_width
        mask = (1 << width) - 1
        words, sixes = self.bits.words, self.bits.sixes
        abbreviations = list(self.scope.get(block.id, ()))
        ops, codes, ends, ids, positions = self.ops, self.codes, self.ends, self.ids, self.positions
        append = ops.append
        while True:
            if pos >= end:
                raise self.fail("END_BLOCK is missing" if pos == end else "a record runs past the end", pos)
            abbreviation = words[pos >> 5] >> (pos & 31) & mask
            if abbreviation == UNABBREV_RECORD:
                positions.append(pos)
                i, phase = divmod(pos + width, 6)
                six = sixes[phase]
                code, count = six[i], six[i + 1]
                if (code | count) & 32:
                    code, i = _six_vbr(six, i)
                    count, i = _six_vbr(six, i)
                    if count * 6 > end - i * 6:
                        raise self.fail(f"a record claims {count} operands", pos)
                else:
                    i += 2
                for c in six[i : i + count]:
                    if c & 32:
                        done = len(ops) - ends[-1]
                        i = self.six_bit_numbers(six, i + done, count - done)
                        break
                    append(c)
                else:
                    i += count
                codes.append(code)
                ids.append(UNABBREV_RECORD)
                ends.append(len(ops))
                pos = i * 6 + phase
            elif abbreviation >= FIRST_ABBREVIATION:
                if abbreviation - FIRST_ABBREVIATION >= len(abbreviations):
                    raise self.fail(f"abbreviation {abbreviation} is not defined", pos)
                positions.append(pos)
                pos = self.abbreviated(abbreviations[abbreviation - FIRST_ABBREVIATION], pos + width)
                codes.append(ops.pop(ends[-1]))
                ids.append(abbreviation)
                ends.append(len(ops))
                if len(ops) > end - block._base * 8:
                    raise self.fail("literals of abbreviations outnumber the bits", pos)
            elif abbreviation == ENTER_SUBBLOCK:
                child = block._stream._enter(pos + width, end >> 3, self.scope, block.depth + 1)
                self.marks.append((len(codes), child, pos))
                if child.id == BLOCKINFO:
                    self.scope = _blockinfo(child, self.scope)
                pos = (child._base + child.size) * 8
            elif abbreviation == DEFINE_ABBREV:
                definition, behind = self.definition(pos + width)
                self.marks.append((len(codes), definition, pos))
                pos = behind
                if block.id != BLOCKINFO:
                    abbreviations.append(definition)
            else:
                if (pos + width + 31) & ~31 != end:
                    raise self.fail("END_BLOCK is not where the block's length says", pos)
                self.marks.append((len(codes), None, pos))
                return

    def six_bit_numbers(self, six: bytes, i: int, count: int) -> int:
        """Append `count` VBR6 numbers from six-bit group `i` on to the operands; the group behind them."""
        append = self.ops.append
        for _ in range(count):
            c = six[i]
            i += 1
            if c & 32:
                value, shift = c & 31, 5
                while True:
                    c = six[i]
                    i += 1
                    value |= (c & 31) << shift
                    if c < 32:
                        break
                    shift += 5
                    if shift > 63:
                        raise IndexError
                if value >> 64:
                    raise IndexError
                append(value)
            else:
                append(c)
        return i

    def abbreviated(self, abbreviation: Abbreviation, pos: int) -> int:
        """Append code and operands of a record to the operands; the bit behind it."""
        words = self.bits.words
        ops = self.ops
        for kind, width in abbreviation._scalars:
            if kind == _LITERAL:
                ops.append(width)
                continue
            chunk = words[pos >> 5] >> (pos & 31)
            if kind == _FIXED:
                ops.append(chunk & ((1 << width) - 1))
                pos += width
            elif kind == _VBR:
                high = 1 << (width - 1)
                if chunk & high:
                    value, pos = self.bits.vbr(pos, width)
                    ops.append(value)
                else:
                    ops.append(chunk & (high - 1))
                    pos += width
            else:
                ops.append(_CHAR6[chunk & 63])
                pos += 6
        if abbreviation._element is not None:
            pos = self.elements(abbreviation._element, pos)
        elif abbreviation._blob:
            size, pos = self.bits.vbr(pos, 6)
            pos = (pos + 31) & ~31
            if size * 8 > self.end - pos:
                raise self.fail(f"a blob of {size} bytes runs past the end", pos)
            self.blobs[len(self.codes)] = self.bits.data[pos >> 3 : (pos >> 3) + size]
            pos += (size + 3) // 4 * 32
        return pos

    def elements(self, element: Operand, pos: int) -> int:
        """Append the elements of an array to the operands; the bit behind them."""
        kind, width = element
        count, pos = self.bits.vbr(pos, 6)
        if kind == _CHAR6_KIND:
            width = 6
        if count * width > self.end - pos:
            raise self.fail(f"an array of {count} elements runs past the end", pos)
        ops = self.ops
        if width == 6 and kind != _FIXED:
            i, phase = divmod(pos, 6)
            if kind == _CHAR6_KIND:
                ops.extend(self.bits.sixes[phase][i : i + count].translate(_SIX_TO_CHAR6))
                return pos + 6 * count
            return self.six_bit_numbers(self.bits.sixes[phase], i, count) * 6 + phase
        if kind == _VBR:
            for _ in range(count):
                value, pos = self.bits.vbr(pos, width)
                ops.append(value)
            return pos
        if width == 8:
            end = pos + 8 * count
            piece = int.from_bytes(self.bits.data[pos >> 3 : (end + 7) >> 3], "little") >> (pos & 7)
            ops.extend((piece & ((1 << 8 * count) - 1)).to_bytes(count, "little"))
            return end
        words = self.bits.words
        mask = (1 << width) - 1
        end = pos + count * width
        ops.extend([words[p >> 5] >> (p & 31) & mask for p in range(pos, end, width)])
        return end

    def definition(self, pos: int) -> tuple[Abbreviation, int]:
        """The abbreviation defined at bit `pos`, and the bit behind it."""
        words, vbr, start = self.bits.words, self.bits.vbr, pos
        count, pos = vbr(pos, 5)
        numbers: list[int] = []  # encoding and value of each operand
        for _ in range(count):
            if pos > self.end:
                raise self.fail("the definition of an abbreviation runs past the end", start)
            head = words[pos >> 5] >> (pos & 31) & 15  # a bit for a literal, else three bits of encoding behind it
            value = 0
            if head & 1:
                head = _LITERAL << 1
                value, pos = vbr(pos + 1, 8)
            else:
                pos += 4
                if head in (_FIXED << 1, _VBR << 1):
                    value, pos = vbr(pos, 5)
                elif not _ARRAY << 1 <= head <= _BLOB << 1:
                    raise self.fail(f"an abbreviation has the unknown encoding {head >> 1}", start)
            numbers += (head >> 1, value)
        try:
            return _abbreviation(*numbers), pos
        except ValueError as error:
            raise self.fail(str(error), start) from None


@lru_cache(maxsize=4096)
def _abbreviation(*numbers: int) -> Abbreviation:
    """The abbreviation of these encodings and values. All modules of an era define much the same ones."""
    return Abbreviation(*(Operand(Encoding(kind), n) for kind, n in zip(numbers[::2], numbers[1::2], strict=True)))


def _six_vbr(six: bytes, i: int) -> tuple[int, int]:
    """A VBR6 number from six-bit group `i`, and the group behind it."""
    value = shift = 0
    while True:
        c = six[i]
        i += 1
        value |= (c & 31) << shift
        if c < 32:
            return value, i
        shift += 5
        if shift > 63:
            raise IndexError


def _blockinfo(block: Block, scope: _Scope) -> _Scope:
    """`scope` with the definitions of a BLOCKINFO block added."""
    added = dict(scope)
    current: int | None = None
    for item in block.items():
        if isinstance(item, Record) and item.code == SETBID:
            if not item.ops:
                raise block.fail("SETBID names no block")
            current = item.ops[0]
        elif isinstance(item, Abbreviation):
            if current is None:
                raise block.fail("BLOCKINFO defines an abbreviation before SETBID")
            added[current] = (*added.get(current, ()), item)
    return added


def read_stream(data: memoryview | bytes, *, base: int = 0) -> Stream:
    """The stream in `data`: raw bitcode from its magic on, without a wrapper. `base` is its offset in the file.

    Raises FormatError if the magic is missing or a top-level block does not fit.
    """
    return Stream(data, base)


def _encode(kind: int, width: int, value: int) -> tuple[int, int]:
    """The bits of one operand, and how many they are. BuildError if it can't be encoded so."""
    if kind == _VBR:
        high = 1 << (width - 1)
        bits = used = 0
        while value >= high:
            bits |= (value & (high - 1) | high) << used
            used += width
            value >>= width - 1
        return bits | value << used, used + width
    if kind == _FIXED:
        if value >> width:
            raise BuildError(f"{value} does not fit in {width} bits")
        return value, width
    if value not in _IS_CHAR6:
        raise BuildError(f"the character {value} is none of [a-zA-Z0-9._]")
    return _CHAR6.index(value), 6


class _OpenBlock(NamedTuple):
    """What StreamWriter goes back to at the end of a block."""

    block_id: int
    width: int
    abbreviations: list[Abbreviation]
    scope: dict[int, list[Abbreviation]]
    start: int  # of the body that is being written


class StreamWriter:
    """Writes a bitstream. Positions are bits from the start of the stream, magic included."""

    def __init__(self, magic: bytes = MAGIC) -> None:
        self._out = bytearray(magic)
        self._pending = 0  # bits that are not in _out yet, ...
        self._count = 0  # ... and how many
        self._block_id = -1
        self._width = 2
        self._abbreviations: list[Abbreviation] = []
        self._scope: dict[int, list[Abbreviation]] = {}
        self._described: list[Abbreviation] | None = None  # abbreviations of the block that BLOCKINFO is describing
        self._open: list[_OpenBlock] = []

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
        self.emit(*_encode(_VBR, width, value))

    def _flush(self) -> None:
        size = self._count >> 3
        self._out += (self._pending & ((1 << size * 8) - 1)).to_bytes(size, "little")
        self._pending >>= size * 8
        self._count &= 7

    def align(self) -> None:
        """Zero bits up to a multiple of 32."""
        self._count = -(-self.position // 32) * 32 - len(self._out) * 8
        self._flush()

    def enter_block(self, block_id: int, abbrev_width: int) -> None:
        """Open a block; `end_block` fills in its length."""
        self.emit(ENTER_SUBBLOCK, self._width)
        self.emit_vbr(block_id, 8)
        self.emit_vbr(abbrev_width, 4)
        self.align()
        self._out += bytes(4)
        self._open.append(_OpenBlock(self._block_id, self._width, self._abbreviations, self._scope, len(self._out)))
        self._block_id = block_id
        self._width = abbrev_width
        self._abbreviations = list(self._scope.get(block_id, ()))
        if block_id != BLOCKINFO:
            self._scope = {key: list(value) for key, value in self._scope.items()}

    def end_block(self) -> None:
        """Close the innermost block: END_BLOCK, alignment, length."""
        self.emit(END_BLOCK, self._width)
        self.align()
        outer = self._open.pop()
        size = len(self._out) - outer.start
        self._out[outer.start - 4 : outer.start] = (size // 4).to_bytes(4, "little")
        self._block_id, self._width, self._abbreviations = outer.block_id, outer.width, outer.abbreviations
        self._scope = outer.scope
        self._described = None

    def define_abbreviation(self, abbreviation: Abbreviation) -> int:
        """Write a definition and return its abbreviation id.

        Inside BLOCKINFO it is the id in the blocks that the last SETBID named.
        """
        self.emit(DEFINE_ABBREV, self._width)
        self.emit_vbr(len(abbreviation.operands), 5)
        for kind, value in abbreviation.operands:
            if kind is Encoding.LITERAL:
                self.emit(1, 1)
                self.emit_vbr(value, 8)
            else:
                self.emit(int(kind) << 1, 4)
                if kind is Encoding.FIXED or kind is Encoding.VBR:
                    self.emit_vbr(value, 5)
        target = self._abbreviations
        if self._block_id == BLOCKINFO:
            if self._described is None:
                raise BuildError("BLOCKINFO defines an abbreviation before SETBID")
            target = self._described
        target.append(abbreviation)
        return FIRST_ABBREVIATION + len(target) - 1

    def set_block(self, block_id: int) -> None:
        """Inside BLOCKINFO: the definitions that follow are for blocks of this id."""
        self.record(SETBID, [block_id])

    def record(
        self,
        code: int,
        ops: Sequence[int],
        abbreviation: int = UNABBREV_RECORD,
        blob: bytes | memoryview | None = None,
    ) -> None:
        """Write one record. BuildError if it does not fit the abbreviation."""
        if abbreviation != UNABBREV_RECORD:
            self._abbreviated(code, ops, abbreviation, blob)
            return
        width, count = self._width, len(ops)
        if code < 32 and count < 32:
            self._emit_six(ops, UNABBREV_RECORD | code << width | count << width + 6, width + 12)
        else:
            self.emit(UNABBREV_RECORD, width)
            self._emit_six((code, count, *ops))
        if self._block_id == BLOCKINFO and code == SETBID:
            self._described = self._scope.setdefault(ops[0], [])

    def _emit_six(self, values: Sequence[int], bits: int = 0, used: int = 0) -> None:
        """VBR6 numbers, one after the other, behind the `used` bits of `bits`."""
        for value in values:
            while value > 31:
                bits |= (value & 31 | 32) << used
                used += 6
                value >>= 5
            bits |= value << used
            used += 6
            if used > 240:
                self.emit(bits, used)
                bits = used = 0
        self.emit(bits, used)

    def _abbreviated(
        self, code: int, ops: Sequence[int], abbreviation_id: int, blob: bytes | memoryview | None
    ) -> None:
        abbreviation = self._abbreviations[abbreviation_id - FIRST_ABBREVIATION]
        bits, used = abbreviation_id, self._width
        scalars = abbreviation._scalars
        count = len(scalars)
        values = [code, *ops]
        if len(values) < count or (len(values) > count and abbreviation._element is None):
            raise BuildError(f"record {code} has {len(ops)} operands, its abbreviation {abbreviation} {count - 1}")
        for (kind, width), value in zip(scalars, values, strict=False):
            if kind == _LITERAL:
                if value != width:
                    raise BuildError(f"record {code} has the operand {value} where {abbreviation} says {width}")
            else:
                piece, size = (value, width) if kind == _FIXED and not value >> width else _encode(kind, width, value)
                bits |= piece << used
                used += size
        self.emit(bits, used)
        if abbreviation._element is not None:
            self._elements(abbreviation._element, values[count:])
        elif abbreviation._blob:
            if blob is None:
                raise BuildError(f"record {code} has no blob for its abbreviation {abbreviation}")
            self.emit_vbr(len(blob), 6)
            self.align()
            self._out += blob
            self._out += bytes(-len(self._out) % 4)

    def _elements(self, element: Operand, values: Sequence[int]) -> None:
        kind, width = element
        self.emit_vbr(len(values), 6)
        if kind is Encoding.VBR and width == 6:
            self._emit_six(values)
        elif kind is Encoding.CHAR6 and _IS_CHAR6.issuperset(values):
            # Base64 is six bits a character, most significant first: the text goes in backwards.
            text = bytes(values).translate(_CHAR6_TO_BASE64)[::-1]
            bits = binascii.a2b_base64(b"A" * (-len(text) % 4) + text)
            self.emit(int.from_bytes(bits, "big"), 6 * len(values))
        elif kind is Encoding.FIXED and width == 8 and all(value < 256 for value in values):
            self.emit(int.from_bytes(bytes(values), "little"), 8 * len(values))
        else:
            for value in values:
                self.emit(*_encode(kind, width, value))

    def patch(self, position: int, value: int, width: int = 32) -> None:
        """Set `width` bits, written before as zeros at bit `position`, to `value`."""
        self._flush()
        start, end = position >> 3, (position + width + 7) >> 3
        if end > len(self._out) or value >> width:
            raise ValueError(f"can't patch {width} bits at bit {position} to {value}")
        old = int.from_bytes(self._out[start:end], "little")
        self._out[start:end] = (old | value << (position & 7)).to_bytes(end - start, "little")

    def getvalue(self) -> bytes:
        """The stream so far; all blocks must be closed."""
        if self._open:
            raise ValueError(f"{len(self._open)} blocks are still open")
        self.align()
        return bytes(self._out)


def write_stream(stream: Stream) -> bytes:
    """The bytes of a stream, every block taken apart and encoded anew."""
    writer = StreamWriter()
    for block in stream.blocks:
        _write_block(writer, block)
    return writer.getvalue() + bytes(stream.tail)


def _write_block(writer: StreamWriter, block: Block) -> None:
    writer.enter_block(block.id, block.abbrev_width)
    for item in block.items():
        if isinstance(item, Record):
            writer.record(*item)
        elif isinstance(item, Abbreviation):
            writer.define_abbreviation(item)
        else:
            _write_block(writer, item)
    writer.end_block()
