"""Writing bitstreams: blocks, abbreviation definitions and records, and fields that are patched afterwards.

`write_stream(read_stream(data)) == data` for every stream whose VBR numbers are minimal and whose padding is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..base.errors import BuildError
from .codec import (
    BLOCKINFO,
    DEFINE_ABBREV,
    END_BLOCK,
    ENTER_SUBBLOCK,
    FIRST_ABBREVIATION,
    MAGIC,
    SETBID,
    UNABBREV_RECORD,
    Abbreviation,
    AbbrevOp,
    Encoding,
    Record,
    encode,
    encode_definition,
    encode_elements,
)
from .stream import Block, Stream

__all__ = ["StreamWriter", "block_body", "write_stream"]

_LITERAL, _FIXED, _VBR = int(Encoding.LITERAL), int(Encoding.FIXED), int(Encoding.VBR)


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
        self.emit(*encode(_VBR, width, value))

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
        self._leave_block()

    def copy_block(self, block_id: int, abbrev_width: int, body: bytes) -> None:
        """A block whose body, of `block_body`, was encoded before."""
        self.enter_block(block_id, abbrev_width)
        self._out += body
        self._leave_block()

    def _leave_block(self) -> None:
        """Fill in the length of the innermost block, all of which is written."""
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
        self.emit(*encode_definition(abbreviation))
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
        """VBR6 numbers, one after the other, after the `used` bits of `bits`."""
        for value in values:
            if value < 32:
                bits |= value << used
                used += 6
            elif value < 1024:  # most have one group or two
                bits |= (value & 31 | 32 | value >> 5 << 6) << used
                used += 12
            else:
                piece, size = encode(_VBR, 6, value)
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

    def _abbreviated(
        self, code: int, ops: Sequence[int], abbreviation_id: int, blob: bytes | memoryview | None
    ) -> None:
        abbreviation = self._abbreviations[abbreviation_id - FIRST_ABBREVIATION]
        bits, used = abbreviation_id, self._width
        scalars = abbreviation.scalars
        count = len(scalars)
        values = [code, *ops]
        if len(values) < count or (len(values) > count and abbreviation.element is None):
            raise BuildError(f"record {code} has {len(ops)} operands, its abbreviation {abbreviation} {count - 1}")
        for (kind, width), value in zip(scalars, values, strict=False):
            if kind == _LITERAL:
                if value != width:
                    raise BuildError(f"record {code} has the operand {value} where {abbreviation} says {width}")
            elif kind <= _VBR and not value >> (width if kind == _FIXED else width - 1):  # most fit into one group
                bits |= value << used
                used += width
            else:
                piece, size = encode(kind, width, value)
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
            self._out += blob
            self._out += bytes(-len(self._out) % 4)

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


def block_body(abbrev_width: int, records: Iterable[tuple[int, Sequence[int]]]) -> bytes:
    """The body of a block of records without abbreviations, END_BLOCK included, for `StreamWriter.copy_block`."""
    writer = StreamWriter(magic=b"")
    writer.enter_block(BLOCKINFO + 1, abbrev_width)
    header = writer.position // 8
    for code, ops in records:
        writer.record(code, ops)
    writer.end_block()
    return writer.getvalue()[header:]


def write_stream(stream: Stream) -> bytes:
    """The bytes of a stream, every block decoded and encoded again."""
    writer = StreamWriter()
    for block in stream.blocks():
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
