"""Reading the records of a block one by one, with the offset of the record in every error."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import MtlbError
from ..bitstream.stream import Block, ItemDecoder, known_records


def each(block: Block, handle: Callable[[int, list[int]], None]) -> None:
    """`handle` code and operands of every record of a block."""
    index = 0
    decoder = ItemDecoder(block)
    reader = decoder.reader
    while True:
        while reader.step():
            try:
                handle(reader.code, reader.ops)
            except MtlbError as error:
                raise blame(block, index, error) from None
            index += 1
        if decoder.other() is None:
            break


def each_known(block: Block, handle: Callable[[int, list[int]], None]) -> None:
    """The same for a block that many modules have alike; `handle` must not change the operands."""
    records = known_records(block)
    if records is None:
        each(block, handle)
        return
    for index, record in enumerate(records):
        try:
            handle(record.code, record.ops)
        except MtlbError as error:
            raise blame(block, index, error) from None


def blame(block: Block, index: int, error: MtlbError) -> MtlbError:
    """The error, with the offset of the block's record of this index if it has none yet."""
    if error.offset is None:
        error.offset = block.record_offset(index)
    return error
