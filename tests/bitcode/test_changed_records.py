"""Modules whose records were changed: each is read, checked and written, or refused with one of our errors."""

from __future__ import annotations

import random

import pytest

from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.codec import UNABBREV_RECORD, Abbreviation, Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import StreamWriter
from mtlb.ir.verify import verify_module
from tests.assembled import assemble

TEXT = b"""
define i32 @a(ptr %p, i32 %x, {i32, float} %s, [4 x <2 x float>] %arr, <4 x i32> %v) {
  %1 = atomicrmw add ptr %p, i32 %x monotonic
  %2 = cmpxchg ptr %p, i32 %x, i32 %1 acq_rel monotonic
  %3 = load atomic i32, ptr %p acquire, align 4
  store atomic i32 %3, ptr %p release, align 4
  fence seq_cst
  %4 = extractvalue {i32, float} %s, 0
  %5 = insertvalue {i32, float} %s, i32 %4, 0
  %6 = extractvalue [4 x <2 x float>] %arr, 1
  %7 = freeze i32 %4
  %8 = shufflevector <4 x i32> %v, <4 x i32> %v, <2 x i32> <i32 1, i32 2>
  %9 = extractelement <2 x i32> %8, i32 %x
  %10 = insertelement <4 x i32> %v, i32 %9, i32 %x
  %11 = select i1 true, i32 %9, i32 %4
  %12 = alloca {i32, [3 x i32]}, align 8
  %13 = getelementptr {i32, [3 x i32]}, ptr %12, i32 0, i32 1, i32 %x
  %14 = call i32 @b(i32 %x, metadata !"text") [ "deopt"(i32 %9) ]
  switch i32 %11, label %c [ i32 1, label %d
                             i32 2, label %c ]
c:
  %15 = phi i32 [ %11, %0 ], [ %11, %0 ], [ %16, %d ]
  ret i32 %15
d:
  %16 = add i32 %x, 1
  %17 = icmp ult i32 %16, 7
  %18 = fneg float undef
  %19 = sitofp i32 %16 to float
  br i1 %17, label %c, label %e
e:
  unreachable
}
declare i32 @b(i32, metadata)
!air.notes = !{!0}
!0 = distinct !{!0, !"x", i32 7, null}
"""
NUMBERS = (0, 1, 2, 3, 7, 40, 256, 2**31, 2**32 - 1, 2**32 + 1, 2**63, 2**64 - 1)

Item = Record | Abbreviation | tuple[Block, "list[Item]"]


def loaded(block: Block) -> tuple[Block, list[Item]]:
    return block, [loaded(item) if isinstance(item, Block) else item for item in block.items()]


def records(items: list[Item]) -> list[tuple[list[Item], int]]:
    """Where the records are: a list, and a place in it."""
    found: list[tuple[list[Item], int]] = []
    for place, item in enumerate(items):
        if isinstance(item, Record):
            found.append((items, place))
        elif isinstance(item, tuple) and item[0].id != 0:
            found += records(item[1])
    return found


def written(writer: StreamWriter, block: Block, items: list[Item]) -> None:
    writer.enter_block(block.id, block.abbrev_width)
    for item in items:
        if isinstance(item, Record):
            writer.record(*item)
        elif isinstance(item, Abbreviation):
            writer.define_abbreviation(item)
        else:
            written(writer, *item)
    writer.end_block()


def changed(dice: random.Random, record: Record) -> Record:
    """The record with an operand changed, added or removed, or with another code."""
    code, ops = record.code, list(record.ops)
    how = dice.randrange(6)
    if how < 2 and ops:
        ops[dice.randrange(len(ops))] = dice.choice(NUMBERS)
    elif how == 2 and ops:
        place = dice.randrange(len(ops))
        ops[place] = max(0, ops[place] + dice.choice((-1, 1)))
    elif how == 3:
        del ops[dice.randrange(len(ops) + 1) :]
    elif how == 4:
        ops.insert(dice.randrange(len(ops) + 1), dice.choice(NUMBERS))
    else:
        code = dice.randrange(1, 62)
    return Record(code, ops, UNABBREV_RECORD)


@pytest.fixture(scope="module")
def bitcode() -> bytes:
    return bytes(unwrap(assemble(TEXT)))


@pytest.mark.parametrize("seed", range(4))
def test_changed_records_end_in_our_errors(bitcode: bytes, seed: int) -> None:
    dice = random.Random(seed)
    refused = 0
    for _ in range(200):
        blocks = [loaded(block) for block in read_stream(bitcode).blocks()]
        places = [place for _, items in blocks for place in records(items)]
        items, place = dice.choice([p for p in places if p[0][p[1]].blob is None])  # type: ignore[union-attr]
        record = items[place]
        assert isinstance(record, Record)
        items[place] = changed(dice, record)
        writer = StreamWriter()
        for block, inside in blocks:
            written(writer, block, inside)
        try:
            module = read_module(writer.getvalue())
        except MtlbError as error:
            assert error.offset is not None
            refused += 1
            continue
        verify_module(module)
        try:
            write_module(module)
        except MtlbError:
            refused += 1
    assert 20 < refused < 190
