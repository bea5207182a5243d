"""What many streams have alike is decoded once, and nothing of it is shared that could change."""

from __future__ import annotations

import pytest

from mtlb.base.errors import FormatError
from mtlb.bitcode.blocks import each_known
from mtlb.bitstream.codec import BLOCKINFO, UNABBREV_RECORD, Abbreviation, AbbrevOp, Encoding, Source
from mtlb.bitstream.recent import Met, Recent
from mtlb.bitstream.stream import Block, cached, known_records, read_stream
from mtlb.bitstream.writer import StreamWriter

OUTER, INNER = 8, 11
MOST = 10_000  # bytes


def inner(ops: list[int], *, width: int | None = None, before: int = 0, code: int = 5) -> Block:
    """A block with one record, of an abbreviation that BLOCKINFO gives if there is a `width`."""
    writer = StreamWriter()
    writer.enter_block(OUTER, 3)
    abbreviation = UNABBREV_RECORD
    if width is not None:
        writer.enter_block(BLOCKINFO, 2)
        writer.set_block(INNER)
        fixed = AbbrevOp(Encoding.FIXED, width)
        abbreviation = writer.define_abbreviation(Abbreviation(fixed, AbbrevOp(Encoding.ARRAY), fixed))
        writer.end_block()
    for _ in range(before):
        writer.record(1, [])
    writer.enter_block(INNER, 4)
    writer.record(code, ops, abbreviation)
    writer.end_block()
    writer.end_block()
    (outer,) = read_stream(writer.getvalue()).blocks()
    return next(item for item in outer.items() if isinstance(item, Block) and item.id == INNER)


def numbers(block: Block) -> list[int]:
    """The numbers of its records, which are known since they were asked for twice."""
    known_records(block)
    return [number for record in known_records(block) or () for number in (record.code, *record.ops)]


def test_what_occurs_again_is_kept() -> None:
    first, again, other = inner([1, 2]), inner([1, 2], before=70), inner([1, 3])
    assert known_records(first) is None
    assert known_records(again) is known_records(first) is not None
    assert (numbers(first), numbers(other)) == ([5, 1, 2], [5, 1, 3])


@pytest.mark.parametrize("before", [0, 1, 7])
def test_long_records_are_those_that_were_written(before: int) -> None:
    """Python decodes the bits of the last long record of a length once, at whatever bit they are."""
    layout = [40 + number % 80 for number in range(215)]
    for ops in (layout, [*layout[:-1], 3], layout, layout[:-1], [1 << 40, *layout[1:]], [*layout[:-1], 1 << 63]):
        for _ in range(2):
            (record,) = inner(ops, before=before).records()
            assert record == (5, ops)
            record[1].clear()  # it is the reader's own


def test_a_long_record_that_is_cut_off_is_an_error_again() -> None:
    ops = [31] * 100
    assert list(inner(ops).records()) == [(5, ops)]
    block = inner(ops)
    for size in (block.size - 4, 8):
        block.size = size
        with pytest.raises(FormatError):
            list(block.records())


def test_the_same_bits_of_other_abbreviations_are_other_records() -> None:
    narrow = inner([1, 2, 3, 4, 0, 0, 0, 0], width=4, code=1)
    data = bytearray(narrow.source.data)
    wide = inner([1, 2, 3, 4], width=8, code=1)
    body = bytes(data[narrow.start : narrow.start + narrow.size])
    copied = Block(wide.source, wide.scope, narrow.id, narrow.abbrev_width, wide.start, wide.size, 1, 0)
    copied.source = Source(memoryview(bytes(wide.source.data[: wide.start]) + body), wide.source.base)
    copied.size = len(body)
    assert numbers(narrow) == [1, 1, 2, 3, 4, 0, 0, 0, 0]
    assert numbers(copied) != numbers(narrow)


def test_a_reader_sees_an_error_at_the_record_that_has_it() -> None:
    block = inner([1, 2])
    data = bytearray(block.source.data)
    data[block.start + 3] |= 0x50  # after the record, where END_BLOCK is: an abbreviation that is not defined
    block.source = Source(memoryview(bytes(data)), block.source.base)
    for _ in range(3):
        seen: list[int] = []
        with pytest.raises(FormatError, match="abbreviation 5 is not defined"):
            each_known(block, lambda code, ops, seen=seen: seen.extend(ops))  # type: ignore[misc]
        assert seen == [1, 2]
    assert known_records(block) is None


def test_a_child_block_is_not_kept() -> None:
    (outer,) = read_stream(bytes(inner([1]).source.data)).blocks()
    assert known_records(outer) is None
    assert known_records(outer) is known_records(outer) == ()


def test_little_is_kept() -> None:
    recent = Recent(MOST)
    for number in range(300):
        recent.put(number, 100, [number])
    assert recent.size < MOST + 1000
    assert 0 < len(recent.current) + len(recent.previous) < 100
    large = inner([1] * 40_000)
    assert numbers(large) == []
    assert known_records(large) is None


def test_what_is_needed_again_stays() -> None:
    recent = Recent(MOST)
    recent.put(-1, 100, "made")
    for number in range(300):
        recent.put(number, 100, number)
        assert recent.get(-1, 100) == "made"
    assert recent.get(0, 100) is None


def test_what_was_met_is_remembered_for_a_while() -> None:
    met = Met(10)
    assert [met.again(("content", number)) for number in (1, 2, 1, 1, 2)] == [False, False, True, True, True]
    assert not any(met.again(number) for number in range(20, 29))
    assert met.again(("content", 1))
    assert not any(met.again(number) for number in range(30, 60))
    assert not met.again(("content", 1))
    assert len(met.current) + len(met.previous) <= 20


def test_each_reader_has_its_own_results() -> None:
    def code(block: Block) -> list[int]:
        return [code for code, _ in block.records()]

    def count(block: Block) -> int:
        return len(code(block))

    first, again = inner([9, 8, 7]), inner([9, 8, 7])
    assert (cached(first, code), cached(first, count)) == ([5], 1)
    assert cached(again, code) is cached(first, code)


def test_what_seldom_occurs_again_is_kept_when_it_does() -> None:
    def ops(block: Block) -> list[int]:
        return [number for _, numbers in block.records() for number in numbers]

    results = [cached(inner([6, 5, 4]), ops, at_once=False) for _ in range(3)]
    assert results == [[6, 5, 4]] * 3
    assert results[0] is not results[1] and results[1] is results[2]
