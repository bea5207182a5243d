"""The LLVM bitstream container: nested blocks of records, written with abbreviations. Knows bits, no LLVM IR.

Layout (https://llvm.org/docs/BitCodeFormat.html): the magic 'BC' C0 DE, then 32-bit aligned top-level blocks,
least significant bit first. A block is ENTER_SUBBLOCK (abbreviation id 1), its id (VBR8), the width of the
abbreviation ids inside (VBR4), alignment, its length in 32-bit words, and the body, which ends with END_BLOCK (0)
and alignment.

Bodies are decoded item by item while somebody looks at them, and nothing of them is kept: a block that nobody asks for
costs its length word, and one of any size no more memory than the record at hand. `write_stream(read_stream(data)) ==
data` for every stream whose VBR numbers are minimal and whose padding is zero.
"""

from __future__ import annotations

import binascii
from array import array
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ..base.errors import BuildError, FormatError

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
_SMALL = 1000  # records that may all be of a few bits; LLVM's take two bytes and more on average

_WINDOW = 1536  # bytes of the stream that are laid out at a time
_AT_ONCE = 16  # numbers that are read without a look at the window
_MARGIN = _AT_ONCE * 128 + 256  # bits that can be read at any place of it: the numbers (VBR2), and a record's head


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

    __slots__ = ("_blob", "_element", "_reach", "_scalars", "operands")

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
        self._reach = MAX_WIDTH + sum(_most_bits(kind, width) for kind, width in self._scalars)  # with the id

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


def _most_bits(kind: int, width: int) -> int:
    """The bits that a scalar takes at most."""
    if kind == _VBR:
        return -(-64 // (width - 1)) * width
    return {_FIXED: width, _CHAR6_KIND: 6}.get(kind, 0)


class Record(NamedTuple):
    """One record as it is stored. `ops` are its operands without the code and without the bytes of `blob`."""

    code: int
    ops: list[int]
    abbreviation: int = UNABBREV_RECORD
    blob: memoryview | None = None


_Scope = Mapping[int, tuple[Abbreviation, ...]]  # block id -> abbreviations that BLOCKINFO gave it


class _Window:
    """A piece of the stream, laid out for fast access at any bit. Its tables take ten times its bytes, so it is small.

    It starts at bit `origin` of the stream, a multiple of 32; positions in it are counted from there. `words[i]` is the
    64 bits from bit 32*i on. `sixes[p][i]` is the six bits from bit 6*i + p on; every VBR6 number starts at one of
    these. What is read must start before `limit`, and take no more than _MARGIN bits from there. Behind the end of the
    stream are zeros, and then IndexError.
    """

    __slots__ = ("limit", "origin", "sixes", "words")

    def __init__(self, data: memoryview, pos: int, size: int) -> None:
        start = pos >> 5 << 2
        piece = data[start : start + size]
        at_end = start + size >= len(data)
        self.origin = start * 8
        self.limit = (len(piece) + 16) * 8 if at_end else size * 8 - _MARGIN
        padded = bytes(piece) + bytes(-len(piece) % 8 + 16)
        words = array("Q", bytes(len(padded) // 4 * 8))
        words[0::2] = array("Q", padded)
        words[1::2] = array("Q", padded[4:] + bytes(4))
        self.words = words
        # Base64 splits bytes into groups of six bits, most significant first, so both ends are turned around.
        whole = int.from_bytes(piece, "little")
        size = (len(piece) // 3 + 5) * 3
        self.sixes = tuple(
            binascii.b2a_base64((whole >> phase).to_bytes(size, "big"), newline=False)[::-1].translate(_BASE64_TO_SIX)
            for phase in range(6)
        )

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
    """One block, decoded while it is looked at: nothing of its body is kept, and each look decodes it again.

    `id`, `abbrev_width` (bits), `offset` of the body in the file and its `size` (bytes), `depth` (0 at the top),
    `header_bits` between ENTER_SUBBLOCK and the body. Whoever comes to a malformed piece of the body gets a FormatError
    with the offset in the file.
    """

    __slots__ = ("_base", "_scope", "_stream", "abbrev_width", "depth", "header_bits", "id", "offset", "size")

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

    def __repr__(self) -> str:
        return f"Block({self.id}, offset={self.offset:#x}, size={self.size})"

    def items(self) -> Iterator[Item]:
        """Records, child blocks and abbreviation definitions as they follow each other."""
        return _Decoder(self).items()

    def sized_items(self) -> Iterator[tuple[Item, int]]:
        """The items with the bits that each takes: of a child block all, header included."""
        decoder = _Decoder(self)
        previous: Item | None = None
        start = 0
        for item in decoder.items():
            if previous is not None:
                yield previous, decoder.position - start
            previous, start = item, decoder.position
        if previous is not None:
            yield previous, decoder.position - start

    def records(self) -> Iterator[tuple[int, list[int]]]:
        """Code and operands of every record, in order."""
        return ((item.code, item.ops) for item in self.items() if isinstance(item, Record))

    @property
    def blocks(self) -> list[Block]:
        """The child blocks, in order."""
        return [item for item in self.items() if isinstance(item, Block)]

    def blob(self, code: int) -> memoryview | None:
        """The blob of the first record of this code that has one."""
        found = (item.blob for item in self.items() if isinstance(item, Record) and item.code == code)
        return next((blob for blob in found if blob is not None), None)

    def record_offset(self, index: int) -> int:
        """File offset, in bytes, of the record number `index` (the byte its first bit is in)."""
        decoder = _Decoder(self)
        records = (item for item in decoder.items() if isinstance(item, Record))
        next(islice(records, index, None))
        return self._stream.base + (decoder.position >> 3)

    def fail(self, reason: str, index: int | None = None) -> FormatError:
        """A FormatError that blames this block, or its record number `index`."""
        return FormatError(reason, offset=self.offset if index is None else self.record_offset(index))


Item = Record | Block | Abbreviation


class Stream:
    """A whole bitstream: `blocks` at the top and `tail`, the bytes behind the last of them.

    `base` is the file offset of the first byte.
    """

    def __init__(self, data: memoryview | bytes, base: int = 0) -> None:
        self.data = memoryview(data).cast("B")
        self.base = base
        self._window: _Window | None = None
        if self.data[:4] != MAGIC:
            raise FormatError("not LLVM bitcode: the magic 'BC' C0 DE is missing", offset=base)
        self._starts: list[int] = []  # bytes
        pos = 4
        while pos + 4 <= len(self.data) and self.data[pos] & 3 == ENTER_SUBBLOCK:
            self._starts.append(pos)
            block = self._top(pos)
            pos = block._base + block.size
        self.tail = self.data[pos:]

    @property
    def blocks(self) -> list[Block]:
        """Made anew: blocks keep their stream, so a stream that kept them would outlive its last user."""
        return [self._top(start) for start in self._starts]

    def _top(self, start: int) -> Block:
        return self._enter(start * 8 + 2, len(self.data), {}, 0)

    def _look(self, pos: int, bits: int = 0) -> _Window:
        """A window in which `bits` bits from bit `pos` on, or _MARGIN, can be read."""
        window = self._window
        if window is None or not window.origin <= pos <= pos + max(bits - _MARGIN, 0) <= window.origin + window.limit:
            window = self._window = _Window(self.data, pos, max(_WINDOW, (bits + _MARGIN) // 8 + 8))
        return window

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
    """Takes the body of one block apart, an item at a time.

    `position` is the first bit of the last item in the stream, at the end that of END_BLOCK. All other positions are
    counted from the start of the window, which moves along.
    """

    def __init__(self, block: Block) -> None:
        self.block = block
        self.stream = block._stream
        self.scope: _Scope = block._scope
        self.position = block._base * 8
        self.move(self.position)

    def move(self, pos: int, bits: int = 0) -> int:
        """Put the window over bit `pos` of the stream, and `bits` bits more if need be; that position in it."""
        self.window = self.stream._look(pos, bits)
        self.origin = self.window.origin
        self.end = (self.block._base + self.block.size) * 8 - self.origin
        return pos - self.origin

    def fail(self, reason: str, pos: int) -> FormatError:
        """`pos` in the stream."""
        return FormatError(f"{reason} in block {self.block.id}", offset=self.stream.base + (pos >> 3))

    def items(self) -> Iterator[Item]:
        try:
            yield from self.body()
        except IndexError:
            raise self.fail("a record runs past the end or has a number over 64 bits", self.position) from None

    def body(self) -> Iterator[Item]:
        block = self.block
        width = block.abbrev_width
        mask = (1 << width) - 1
        abbreviations = list(self.scope.get(block.id, ()))
        operands = records = 0  # of abbreviated records so far, with their codes
        new = tuple.__new__  # without the checks of Record()
        pos = self.move(self.position)
        origin, end, limit = self.origin, self.end, self.window.limit
        words, sixes = self.window.words, self.window.sixes
        while True:
            if pos > limit:
                pos = self.move(origin + pos)
                origin, end, limit = self.origin, self.end, self.window.limit
                words, sixes = self.window.words, self.window.sixes
            start = self.position = origin + pos
            if pos >= end:
                raise self.fail("END_BLOCK is missing" if pos == end else "a record runs past the end", start)
            abbreviation = words[pos >> 5] >> (pos & 31) & mask
            if abbreviation == UNABBREV_RECORD:
                i, phase = divmod(pos + width, 6)
                six = sixes[phase]
                code, count = six[i], six[i + 1]
                if (code | count) & 32:
                    code, i = _six_vbr(six, i)
                    count, i = _six_vbr(six, i)
                    if count * 6 > end - i * 6:
                        raise self.fail(f"a record claims {count} operands", start)
                else:
                    i += 2
                ops: list[int] = []
                if count > _AT_ONCE:
                    pos = self.six_bit_numbers(ops, count, i * 6 + phase)
                else:
                    ops, i = _six_bit_numbers(six, i, count)
                    pos = i * 6 + phase
                yield new(Record, (code, ops, UNABBREV_RECORD, None))
            elif abbreviation >= FIRST_ABBREVIATION:
                if abbreviation - FIRST_ABBREVIATION >= len(abbreviations):
                    raise self.fail(f"abbreviation {abbreviation} is not defined", start)
                ops, blob, pos = self.abbreviated(abbreviations[abbreviation - FIRST_ABBREVIATION], pos + width)
                operands += len(ops)
                records += 1
                if operands > block.size * 8:
                    raise self.fail("literals of abbreviations outnumber the bits", self.origin + pos)
                if records > _SMALL and records > block.size:
                    raise self.fail("records of less than a byte each", self.origin + pos)
                yield new(Record, (ops.pop(0), ops, abbreviation, blob))
            elif abbreviation == ENTER_SUBBLOCK:
                child = self.stream._enter(start + width, origin + end >> 3, self.scope, block.depth + 1)
                if child.id == BLOCKINFO:
                    self.scope = _blockinfo(child, self.scope)
                yield child
                pos = (child._base + child.size) * 8 - origin
            elif abbreviation == DEFINE_ABBREV:
                definition, pos = self.definition(pos + width)
                yield definition
                if block.id != BLOCKINFO:
                    abbreviations.append(definition)
            else:
                if (pos + width + 31) & ~31 != end:
                    raise self.fail("END_BLOCK is not where the block's length says", start)
                return
            if self.origin != origin:  # the window moved inside of the item
                origin, end, limit = self.origin, self.end, self.window.limit
                words, sixes = self.window.words, self.window.sixes

    def moved(self, pos: int, bits: int = 0) -> int:
        """`pos` in a window that has _MARGIN bits, or as many as are asked for, from there on."""
        if pos + max(bits - _MARGIN, 0) > self.window.limit:
            return self.move(self.origin + pos, bits)
        return pos

    def six_bit_numbers(self, ops: list[int], count: int, pos: int) -> int:
        """Append `count` VBR6 numbers from bit `pos` on to the operands; the bit behind them."""
        while count:
            pos = self.moved(pos)
            i, phase = divmod(pos, 6)
            some = min(count, _AT_ONCE)
            values, i = _six_bit_numbers(self.window.sixes[phase], i, some)
            ops += values
            count -= some
            pos = i * 6 + phase
        return pos

    def abbreviated(self, abbreviation: Abbreviation, pos: int) -> tuple[list[int], memoryview | None, int]:
        """Code and operands of a record, its blob, and the bit behind it."""
        if abbreviation._reach > _MARGIN:
            pos = self.moved(pos, abbreviation._reach)
        words = self.window.words
        ops: list[int] = []
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
                    value, pos = self.window.vbr(pos, width)
                    ops.append(value)
                else:
                    ops.append(chunk & (high - 1))
                    pos += width
            else:
                ops.append(_CHAR6[chunk & 63])
                pos += 6
        if abbreviation._element is not None:
            return ops, None, self.elements(ops, abbreviation._element, self.moved(pos))
        if abbreviation._blob:
            pos = self.moved(pos)
            size, pos = self.window.vbr(pos, 6)
            pos = (pos + 31) & ~31
            if size * 8 > self.end - pos:
                raise self.fail(f"a blob of {size} bytes runs past the end", self.origin + pos)
            start = (self.origin + pos) >> 3
            return ops, self.stream.data[start : start + size], pos + (size + 3) // 4 * 32
        return ops, None, pos

    def elements(self, ops: list[int], element: Operand, pos: int) -> int:
        """Append the elements of an array to the operands; the bit behind them."""
        kind, width = element
        count, pos = self.window.vbr(pos, 6)
        if kind == _CHAR6_KIND:
            width = 6
        if count * width > self.end - pos:
            raise self.fail(f"an array of {count} elements runs past the end", self.origin + pos)
        if kind == _VBR and width == 6:
            return self.six_bit_numbers(ops, count, pos)
        if width == 8 and kind == _FIXED:
            start, end = self.origin + pos, self.origin + pos + 8 * count
            piece = int.from_bytes(self.stream.data[start >> 3 : (end + 7) >> 3], "little") >> (start & 7)
            ops += (piece & ((1 << 8 * count) - 1)).to_bytes(count, "little")
            return pos + 8 * count
        while count:
            some = min(count, _AT_ONCE)
            pos = self.moved(pos)
            if kind == _CHAR6_KIND:
                i, phase = divmod(pos, 6)
                ops += self.window.sixes[phase][i : i + some].translate(_SIX_TO_CHAR6)
                pos += 6 * some
            elif kind == _VBR:
                for _ in range(some):
                    value, pos = self.window.vbr(pos, width)
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
        """The abbreviation defined at bit `pos`, and the bit behind it."""
        count, pos = self.window.vbr(pos, 5)
        numbers: list[int] = []  # encoding and value of each operand
        for _ in range(count):
            pos = self.moved(pos)
            if pos > self.end:
                raise self.fail("the definition of an abbreviation runs past the end", self.position)
            # a bit for a literal, else three bits of encoding behind it
            head = self.window.words[pos >> 5] >> (pos & 31) & 15
            value = 0
            if head & 1:
                head = _LITERAL << 1
                value, pos = self.window.vbr(pos + 1, 8)
            else:
                pos += 4
                if head in (_FIXED << 1, _VBR << 1):
                    value, pos = self.window.vbr(pos, 5)
                elif not _ARRAY << 1 <= head <= _BLOB << 1:
                    raise self.fail(f"an abbreviation has the unknown encoding {head >> 1}", self.position)
            numbers += (head >> 1, value)
        try:
            return _abbreviation(*numbers), pos
        except ValueError as error:
            raise self.fail(str(error), self.position) from None


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
            break
        shift += 5
        if shift > 63:
            raise IndexError
    if value >> 64:
        raise IndexError
    return value, i


def _six_bit_numbers(six: bytes, i: int, count: int) -> tuple[list[int], int]:
    """`count` VBR6 numbers from six-bit group `i` on, and the group behind them."""
    numbers: list[int] = []
    append = numbers.append
    for _ in range(count):
        c = six[i]
        i += 1
        if c & 32:
            high = six[i]
            if high & 32:
                c, i = _six_vbr(six, i - 1)
            else:  # most have two groups
                c = c & 31 | high << 5
                i += 1
        append(c)
    return numbers, i


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
