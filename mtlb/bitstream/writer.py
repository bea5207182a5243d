"""Writing bitstreams: blocks, abbreviation definitions and records, and fields that are patched afterwards.

`write_stream(read_stream(data)) == data` for every stream whose VBR numbers are minimal and whose padding is zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..base.errors import BuildError
from .codec import (
    BLOCKINFO,
    FIRST_ABBREVIATION,
    MAGIC,
    SETBID,
    UNABBREV_RECORD,
    Abbreviation,
    Record,
)
from .encoder import BitWriter, Piece
from .stream import Block, Stream

_Scope = Mapping[int, tuple[Abbreviation, ...]]  # block id -> abbreviations that BLOCKINFO gave it


_Outer = tuple[int, int, list[Abbreviation], _Scope, dict[int, list[Abbreviation]], int | None, int]
"""The state of StreamWriter that END_BLOCK restores: the fields of the enclosing block from `_block_id` to
`_describing`, and the byte where the body of the ending block starts."""


class StreamWriter:
    """Writes a bitstream. Positions are bits from the start of the stream, magic included."""

    def __init__(self, magic: bytes = MAGIC) -> None:
        self._bits = BitWriter(magic)
        self._block_id = -1
        self._width = 2
        self._shapes: list[Abbreviation] = []  # abbreviations of the innermost block: BLOCKINFO's, then its own
        self._scope: _Scope = {}
        self._described: dict[int, list[Abbreviation]] = {}  # abbreviations of the open BLOCKINFO block, by block id
        self._describing: int | None = None  # the block id that its definitions are for
        self._open: list[_Outer] = []
        self._last = 0  # byte where the body of the last ended block starts

    @property
    def position(self) -> int:
        """The next bit to be written."""
        return self._bits.position

    @property
    def width(self) -> int:
        """The bits of the ids of abbreviations in the innermost block."""
        return self._width

    def shape(self, abbreviation: int) -> Abbreviation | None:
        """The abbreviation of an id in the innermost block; None for records without one."""
        if abbreviation == UNABBREV_RECORD:
            return None
        return self._shapes[abbreviation - FIRST_ABBREVIATION]

    def append_piece(self, piece: Piece) -> None:
        """Records that were encoded before, with the abbreviations and the width of ids of the innermost block."""
        self._bits.append_piece(piece)

    def emit(self, value: int, width: int) -> None:
        """The low `width` bits of `value`, which must not have more."""
        self._bits.emit(value, width)

    def emit_vbr(self, value: int, width: int) -> None:
        """A variable bit rate number in chunks of `width` bits."""
        self._bits.emit_vbr(value, width)

    def enter_block(self, block_id: int, abbrev_width: int) -> None:
        """Open a block; `end_block` fills in its length."""
        start = self._bits.enter_block(self._width, block_id, abbrev_width)
        around = (
            self._block_id,
            self._width,
            self._shapes,
            self._scope,
            self._described,
            self._describing,
            start,
        )
        self._open.append(around)
        self._block_id = block_id
        self._width = abbrev_width
        self._shapes = [*self._scope.get(block_id, ())]
        self._described = {}
        self._describing = None

    def end_block(self) -> None:
        """Close the innermost block: END_BLOCK, alignment, length."""
        block_id, width, shapes, scope, described, describing, start = self._open.pop()
        self._last = start
        self._bits.leave_block(self._width, start)
        if self._described:
            scope = {**scope, **{key: (*scope.get(key, ()), *items) for key, items in self._described.items()}}
        self._block_id, self._width, self._shapes = block_id, width, shapes
        self._scope, self._described, self._describing = scope, described, describing

    def copy_block(self, block_id: int, abbrev_width: int, body: bytes) -> None:
        """A block whose body is already encoded (by `block_body`)."""
        self._bits.copy_block(self._width, block_id, abbrev_width, body)

    def copy_blockinfo(self, abbrev_width: int, body: bytes, blockinfo: Mapping[int, Sequence[Abbreviation]]) -> None:
        """The first BLOCKINFO block, already encoded; `blockinfo`: its abbreviations by block id."""
        self.copy_block(BLOCKINFO, abbrev_width, body)
        self._scope = {
            **self._scope,
            **{block_id: tuple(abbreviations) for block_id, abbreviations in blockinfo.items()},
        }

    def last_body(self) -> bytes:
        """The body of the block that was just ended, for `copy_block`."""
        return self._bits.written(self._last)

    def define_abbreviation(self, abbreviation: Abbreviation) -> int:
        """Write a definition and return its abbreviation id.

        Inside BLOCKINFO it is the id in the blocks that the last SETBID named.
        """
        self._bits.definition(abbreviation, self._width)
        if self._block_id != BLOCKINFO:
            self._shapes.append(abbreviation)
            return FIRST_ABBREVIATION + len(self._shapes) - 1
        if self._describing is None:
            raise BuildError("BLOCKINFO defines an abbreviation before SETBID")
        described = self._described.setdefault(self._describing, [])
        described.append(abbreviation)
        return FIRST_ABBREVIATION + len(self._scope.get(self._describing, ())) + len(described) - 1

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
            shape = self._shapes[abbreviation - FIRST_ABBREVIATION]
            self._bits.abbreviated(abbreviation, self._width, shape, code, ops, blob)
            return
        self._bits.unabbreviated(self._width, code, ops)
        if self._block_id == BLOCKINFO and code == SETBID:
            self._describing = ops[0]

    def records(self, records: Sequence[tuple[int, list[int]]]) -> list[int]:
        """Records without abbreviations, each a code and its operands, outside of BLOCKINFO; the bits where they
        start.
        """
        return self._bits.all_unabbreviated(self._width, records)

    def patch(self, position: int, value: int, width: int = 32) -> None:
        """Set `width` bits, written before as zeros at bit `position`, to `value`."""
        self._bits.patch(position, value, width)

    def getvalue(self) -> bytes:
        """The stream so far; all blocks must be closed."""
        if self._open:
            raise ValueError(f"{len(self._open)} blocks are still open")
        self._bits.align()
        return self._bits.written(0)


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
            writer.record(item.code, item.ops, item.abbreviation, item.blob)
        elif isinstance(item, Abbreviation):
            writer.define_abbreviation(item)
        else:
            _write_block(writer, item)
    writer.end_block()
