"""Modules whose records were changed: each is read, checked and written, or refused with one of our errors."""

from __future__ import annotations

import random

import pytest

from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.codec import BLOCKINFO, UNABBREV_RECORD, Record
from mtlb.bitstream.stream import Block
from mtlb.bitstream.wrapper import unwrap
from mtlb.convert.pointers import type_pointers
from mtlb.ir import ERAS
from mtlb.ir.verify import verify_module
from tests.assembled import assemble
from tests.changes import with_records

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
  %14 = call i32 @llvm.read_register.i32(metadata !"text") [ "deopt"(i32 %9) ]
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
declare i32 @llvm.read_register.i32(metadata)
!air.notes = !{!0}
!0 = distinct !{!0, !"x", i32 7, null}
"""
NUMBERS = (0, 1, 2, 3, 7, 40, 256, 2**31, 2**32 - 1, 2**32 + 1, 2**63, 2**64 - 1)


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


def with_one_changed(bitcode: bytes, dice: random.Random) -> bytes:
    """The module with one record changed, of those without a blob and outside of BLOCKINFO."""
    places: list[int] = []
    count = 0

    def collect(block: Block, record: Record) -> Record:
        nonlocal count
        if block.id != BLOCKINFO and record.blob is None:
            places.append(count)
        count += 1
        return record

    with_records(bitcode, collect)
    chosen = dice.choice(places)
    numbers = iter(range(count))
    return with_records(bitcode, lambda _, record: changed(dice, record) if next(numbers) == chosen else record)


@pytest.fixture(scope="module")
def bitcode() -> bytes:
    return bytes(unwrap(write_module(type_pointers(read_module(assemble(TEXT))), ERAS[-1])))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.long
def test_changed_records_end_in_our_errors(bitcode: bytes, seed: int) -> None:
    dice = random.Random(seed)
    refused = 0
    for _ in range(200):
        try:
            module = read_module(with_one_changed(bitcode, dice))
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
