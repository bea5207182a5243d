"""The LLVM bitstream container: nested blocks of records, stored with abbreviations.

Layout (https://llvm.org/docs/BitCodeFormat.html): the magic 'BC' C0 DE, then 32-bit aligned top-level blocks,
least significant bit first. A block is ENTER_SUBBLOCK (abbreviation id 1), its id (VBR8), the width of the
abbreviation ids inside (VBR4), alignment, its length in 32-bit words, and the body, which ends with END_BLOCK (0)
and alignment.

Bodies are decoded on demand, at most 64 records ahead, and are not kept: a skipped block costs its length word, and a
block of any size the memory of 64 records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeVar

from ..base.errors import FormatError
from .codec import (
    BLOCKINFO,
    DEFINE_ABBREV,
    ENTER_SUBBLOCK,
    MAGIC,
    MAX_DEPTH,
    MAX_WIDTH,
    SETBID,
    Abbreviation,
    Record,
    Source,
)
from .decoder import RecordReader, peek, vbr
from .recent import Met, Recent

_T = TypeVar("_T")


class Inherited:
    """The abbreviations that BLOCKINFO gave to blocks of an id. Compared by identity, which is faster for keys of
    `cached`: equal BLOCKINFO blocks are read once, so they give the same object.
    """

    __slots__ = ("shapes",)

    def __init__(self, shapes: tuple[Abbreviation, ...]) -> None:
        self.shapes = shapes


_Scope = Mapping[int, Inherited]  # by block id


def inherited_shapes(scope: _Scope, block_id: int) -> tuple[Abbreviation, ...]:
    """The abbreviations that BLOCKINFO gave to blocks of an id."""
    inherited = scope.get(block_id)
    return () if inherited is None else inherited.shapes


class Block:
    """One block. Its body is not kept: every call of a method decodes it again.

    `id`, `abbrev_width` (bits), `start` of the body in the stream and `offset` in the file, its `size` (bytes), `depth`
    (0 at the top), `header_bits` between ENTER_SUBBLOCK and the body. All methods raise FormatError, with the offset in
    the file, at a malformed piece of the body.
    """

    __slots__ = ("abbrev_width", "depth", "header_bits", "id", "offset", "scope", "size", "source", "start")

    def __init__(
        self,
        source: Source,
        scope: _Scope,
        block_id: int,
        width: int,
        start: int,
        size: int,
        depth: int,
        header_bits: int,
    ) -> None:
        self.source = source
        self.scope = scope
        self.id = block_id
        self.abbrev_width = width
        self.start = start
        self.offset = source.base + start
        self.size = size
        self.depth = depth
        self.header_bits = header_bits

    def __repr__(self) -> str:
        return f"Block({self.id}, offset={self.offset:#x}, size={self.size})"

    def items(self) -> Iterator[Item]:
        """Records, child blocks and abbreviation definitions as they follow each other."""
        return ItemDecoder(self).items()

    def groups(self) -> Iterator[Group]:
        """The same, where records that follow each other are a list: for loops over many."""
        return ItemDecoder(self).groups()

    def sized_items(self) -> Iterator[tuple[Item, int]]:
        """The items with the bits that each takes: of a child block all, header included."""
        decoder = ItemDecoder(self)
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
        for group in self.groups():
            if isinstance(group, list):
                for record in group:
                    yield record.code, record.ops

    def blocks(self) -> list[Block]:
        """The child blocks, in order."""
        return [group for group in self.groups() if isinstance(group, Block)]

    def blob(self, code: int) -> bytes | None:
        """The blob of the first record of this code that has one."""
        for group in self.groups():
            if isinstance(group, list):
                for record in group:
                    if record.code == code and record.blob is not None:
                        return record.blob
        return None

    def record_offset(self, index: int) -> int:
        """File offset, in bytes, of the record number `index` (the byte its first bit is in)."""
        decoder = ItemDecoder(self)
        for item in decoder.items():
            if isinstance(item, Record):
                if index == 0:
                    break
                index -= 1
        return self.source.base + (decoder.position >> 3)

    def fail(self, reason: str, index: int | None = None) -> FormatError:
        """A FormatError at the offset of this block, or of its record number `index`."""
        return FormatError(reason, offset=self.offset if index is None else self.record_offset(index))


Item = Record | Block | Abbreviation
"""The elements of a block's body."""

Group = list[Record] | Block | Abbreviation
"""Records that follow each other, or another element."""


class Stream:
    """A whole bitstream. `tail` are the bytes after the last top-level block.

    `base` is the file offset of the first byte.
    """

    def __init__(self, data: memoryview | bytes, base: int = 0) -> None:
        self.data = memoryview(data).cast("B")
        self.base = base
        self.source = Source(self.data, base)
        if self.data[:4] != MAGIC:
            raise FormatError("not LLVM bitcode: the magic 'BC' C0 DE is missing", offset=base)
        self._starts: list[int] = []  # bytes
        pos = 4
        while pos + 4 <= len(self.data) and self.data[pos] & 3 == ENTER_SUBBLOCK:
            self._starts.append(pos)
            block = self._top(pos)
            pos = block.start + block.size
        self.tail = self.data[pos:]

    def blocks(self) -> list[Block]:
        """The top-level blocks."""
        return [self._top(start) for start in self._starts]

    def _top(self, start: int) -> Block:
        return _enter(self.source, start * 8 + 2, len(self.data), {}, 0)


def _enter(source: Source, pos: int, end: int, scope: _Scope, depth: int) -> Block:
    """The block whose ENTER_SUBBLOCK id ends at bit `pos` inside a body that ends at byte `end`."""
    data = source.whole()
    at = pos >> 3
    try:
        head = peek(data, pos)
        if head & 0x880:
            block_id, after = vbr(data, pos, 8)
            width, after = vbr(data, after, 4)
        else:  # one chunk each, as most
            block_id, width, after = head & 127, head >> 8 & 7, pos + 12
    except FormatError as error:
        raise FormatError(f"in the header of a block: {error.reason}", offset=source.base + at) from None
    start = ((after + 31) >> 5) * 4 + 4
    if start > end:
        raise FormatError("the header of a block runs past the end", offset=source.base + at)
    size = (peek(data, start * 8 - 32) & 0xFFFFFFFF) * 4
    if size > end - start:
        reason = f"block {block_id} claims {size} bytes, {end - start} are left"
        raise FormatError(reason, offset=source.base + start - 4)
    if not 2 <= width <= MAX_WIDTH:
        raise FormatError(f"block {block_id} has abbreviation ids of {width} bits", offset=source.base + at)
    if depth > MAX_DEPTH:
        raise FormatError(f"blocks are nested more than {MAX_DEPTH} deep", offset=source.base + at)
    return Block(source, scope, block_id, width, start, size, depth, start * 8 - pos)


class ItemDecoder:
    """Decodes the body of a block. `reader` has its records, `other` the items between them.

    `position` is the first bit of the last item in the stream, at the end that of END_BLOCK.
    """

    __slots__ = ("block", "position", "reader", "scope")

    def __init__(self, block: Block) -> None:
        self.block = block
        self.scope: _Scope = block.scope
        self.position = block.start * 8
        source = block.source
        inherited = inherited_shapes(self.scope, block.id)
        self.reader = RecordReader(
            source.whole(), source.base, block.id, block.abbrev_width, block.start, block.size, inherited
        )

    def items(self) -> Iterator[Item]:
        """Records, child blocks and abbreviation definitions as they follow each other."""
        for group in self.groups():
            if isinstance(group, list):
                for record in group:
                    self.position = record.start
                    yield record
            else:
                yield group

    def groups(self) -> Iterator[Group]:
        """The same, where records that follow each other are a list; `position` is then still before them."""
        while True:
            records = self.reader.records()
            if records:
                yield records
                continue
            item = self.other()
            if item is None:
                return
            yield item

    def other(self) -> Block | Abbreviation | None:
        """The next item where `reader` has no record; None at the end."""
        block, reader = self.block, self.reader
        width = block.abbrev_width
        start = self.position = reader.pos
        if reader.kind == ENTER_SUBBLOCK:
            child = _enter(block.source, start + width, block.start + block.size, self.scope, block.depth + 1)
            if child.id == BLOCKINFO:
                self.scope = _with_blockinfo(child, self.scope)
            reader.pos = (child.start + child.size) * 8
            return child
        if reader.kind == DEFINE_ABBREV:
            definition = reader.definition()
            if block.id != BLOCKINFO:
                reader.shapes.append(definition)
            return definition
        if (start + width + 31) & ~31 != reader.end:
            raise reader.fail("END_BLOCK is not where the block's length says", start)
        return None


_KNOWN_SIZE: Final = 1 << 14  # bytes of a block
_recent: Final = Recent(1 << 17)  # bytes of blocks; their results take about twenty times as much
_met: Final = Met(1 << 11)  # blocks: most occur once, and what is kept costs its freeing, and collections of garbage


def cached(block: Block, read: Callable[[Block], _T], *, at_once: bool = True) -> _T:
    """The result of `read` for a block whose content is often the same in other modules: each content is read once, or
    twice where most contents occur once, and are not kept `at_once`. `read` must depend on the block alone, and its
    result must not be changed.
    """
    size = block.size
    if size > _KNOWN_SIZE:
        return read(block)
    key = _content(block, read)
    if not at_once and not _met.again(key):
        return read(block)
    result = _recent.get(key, size)
    if result is None:
        result = read(block)
        _recent.put(key, size, result)
    return result  # type: ignore[return-value]


def known_records(block: Block) -> tuple[Record, ...] | None:
    """The records of a block whose content was met before: their operands must not be changed. None for another block,
    and for one that has an error, which readers of its items raise at the record that has it.
    """
    size = block.size
    if size > _KNOWN_SIZE:
        return None
    key = _content(block, known_records)
    if not _met.again(key):
        return None
    records: tuple[Record, ...] | None = _recent.get(key, size)  # type: ignore[assignment]
    if records is None:
        try:
            records = tuple([record for group in block.groups() if isinstance(group, list) for record in group])
        except FormatError:
            return None
        _recent.put(key, size, records)
    return records


def _content(block: Block, read: object) -> tuple[object, ...]:
    """All that the result of `read` depends on."""
    body = bytes(block.source.data[block.start : block.start + block.size])
    return read, block.id, block.abbrev_width, block.scope.get(block.id), body


def _with_blockinfo(block: Block, scope: _Scope) -> _Scope:
    """`scope` with the definitions of a BLOCKINFO block added."""
    return _blockinfo(block, scope) if scope else cached(block, _first_blockinfo)


def _first_blockinfo(block: Block) -> _Scope:
    return _blockinfo(block, {})


def _blockinfo(block: Block, scope: _Scope) -> _Scope:
    added: dict[int, list[Abbreviation]] = {}
    current: int | None = None
    for item in block.items():
        if isinstance(item, Record) and item.code == SETBID:
            if not item.ops:
                raise block.fail("SETBID names no block")
            current = item.ops[0]
        elif isinstance(item, Abbreviation):
            if current is None:
                raise block.fail("BLOCKINFO defines an abbreviation before SETBID")
            added.setdefault(current, []).append(item)
    return {**scope, **{key: Inherited((*inherited_shapes(scope, key), *items)) for key, items in added.items()}}


def read_stream(data: memoryview | bytes, *, base: int = 0) -> Stream:
    """The stream in `data`: raw bitcode from its magic on, without a wrapper. `base` is its offset in the file.

    Raises FormatError if the magic is missing or a top-level block does not fit.
    """
    return Stream(data, base)
