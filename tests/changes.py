"""Edits: of tuples, of which the module model is made, and of the records of a module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from mtlb.bitstream.codec import Abbreviation, Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import StreamWriter

T = TypeVar("T")


def put(items: Sequence[T], index: int, *values: T) -> tuple[T, ...]:
    """`values` in the places from `index` on."""
    edited = list(items)
    index %= len(edited)
    edited[index : index + len(values)] = values
    return tuple(edited)


def cut(items: Sequence[T], index: int = -1, count: int = 1) -> tuple[T, ...]:
    """Without `count` items from `index` on, by default without the last one."""
    edited = list(items)
    index %= len(edited)
    del edited[index : index + count]
    return tuple(edited)


def with_records(data: bytes, change: Callable[[Block, Record], Record | None]) -> bytes:
    """A module in which every record is what `change` makes of it; None drops it."""
    writer = StreamWriter()

    def copy(block: Block) -> None:
        writer.enter_block(block.id, block.abbrev_width)
        for item in block.items():
            if isinstance(item, Block):
                copy(item)
            elif isinstance(item, Abbreviation):
                writer.define_abbreviation(item)
            elif (record := change(block, item)) is not None:
                writer.record(*record)
        writer.end_block()

    for block in read_stream(unwrap(data)).blocks():
        copy(block)
    return writer.getvalue()
