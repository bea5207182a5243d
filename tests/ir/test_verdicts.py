"""Golden modules that were changed at random: ours and LLVM's verifier give one verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import Argument, BlockInstruction, Function, InstCode, Instruction, Module, Value
from mtlb.ir.opcodes import TERMINATORS
from mtlb.ir.verify import verify_module
from tests.conftest import ROOT
from tests.ir.text.test_printer import distinct_modules

Change = Callable[[Random, Function], bool]


def swap(random: Random, function: Function) -> bool:
    """Two instructions of a block change places."""
    block = random.choice(function.blocks)
    count = len(block.instructions) - 1
    if count < 2:
        return False
    item, other = random.sample(range(count), 2)
    rows = block.instructions
    rows[item], rows[other] = rows[other], rows[item]
    return True


def move(random: Random, function: Function) -> bool:
    """An instruction goes to the start or the end of another block."""
    source, target = random.choice(function.blocks), random.choice(function.blocks)
    if source is target or len(source.instructions) < 2:
        return False
    instruction = source.instructions.pop(random.randrange(len(source.instructions) - 1))
    target.instructions.insert(random.choice((0, len(target.instructions) - 1)), instruction)
    return True


def operand(random: Random, function: Function) -> bool:
    """An operand becomes another value of its type."""
    every = [*function.instructions()]
    item = random.choice(every)
    places = [n for n, held in enumerate(item.operands) if isinstance(held, (Instruction, Argument))]
    if not places:
        return False
    place = random.choice(places)
    others: list[Value] = [other for other in (*function.arguments, *every) if other.type is item.operands[place].type]
    item.operands = (*item.operands[:place], random.choice(others), *item.operands[place + 1 :])
    return True


def target(random: Random, function: Function) -> bool:
    """A branch or a phi names another block."""
    ones = [
        instruction
        for instruction in function.instructions()
        if isinstance(instruction, BlockInstruction) and instruction.blocks
    ]
    if not ones:
        return False
    item = random.choice(ones)
    place = random.randrange(len(item.blocks))
    item.blocks = (*item.blocks[:place], random.choice(function.blocks), *item.blocks[place + 1 :])
    return True


def phi(random: Random, function: Function) -> bool:
    """A phi loses one of its values."""
    ones = [
        instruction
        for instruction in function.instructions()
        if instruction.code is InstCode.PHI and len(instruction.operands) > 1
    ]
    if not ones:
        return False
    item = random.choice(ones)
    assert isinstance(item, BlockInstruction)
    place = random.randrange(len(item.operands))
    item.operands = item.operands[:place] + item.operands[place + 1 :]
    item.blocks = item.blocks[:place] + item.blocks[place + 1 :]
    return True


def order(random: Random, function: Function) -> bool:
    """Two blocks change places."""
    if len(function.blocks) < 2:
        return False
    item, other = random.sample(range(len(function.blocks)), 2)
    blocks = function.blocks
    blocks[item], blocks[other] = blocks[other], blocks[item]
    return True


def cut(random: Random, function: Function) -> bool:
    """A block ends early, with another block's end."""
    block = random.choice(function.blocks)
    ends = [instruction for instruction in function.instructions() if instruction.code in TERMINATORS]
    block.instructions[-1] = random.choice(ends).copy()
    return True


CHANGES: tuple[Change, ...] = (swap, move, operand, target, phi, order, cut)


def golden_modules() -> Iterator[bytes]:
    """The modules in golden/, Apple's among them, and what examples of several eras were made of."""
    for path in sorted((ROOT / "golden").rglob("*.air")):
        yield path.read_bytes()
    for path in sorted((ROOT / "golden" / "apple").rglob("*.metallib")):
        for function in mtlb.open(path).functions:
            yield bytes(function.module)


def verdict_of_llvm(data: bytes) -> bool:
    from llvmlite import binding

    try:
        binding.parse_bitcode(data, binding.create_context()).verify()
    except RuntimeError:
        return False
    return True


def changed(random: Random, data: bytes) -> Module | None:
    module = read_module(data)
    bodies = [function for function in module.functions if function.blocks]
    return module if bodies and random.choice(CHANGES)(random, random.choice(bodies)) else None


def compare(count: int, seed: int) -> tuple[int, int]:
    """How many changed modules were compared, and how many of them LLVM refuses. Fails where the verdicts differ."""
    golden = [data for data in golden_modules() if verdict_of_llvm(data)]
    random, compared, refused = Random(seed), 0, 0
    while compared < count:
        module = changed(random, random.choice(golden))
        if module is None:
            continue
        ours = verify_module(module, debug_info=False)
        compared += 1
        try:
            data = write_module(module)
        except MtlbError:
            assert ours  # the writer can't express it
            refused += 1
            continue
        theirs = verdict_of_llvm(data)
        assert theirs == (not ours), (ours[:2], theirs, compared)
        refused += not theirs
    return compared, refused


def test_verdicts() -> None:
    compared, refused = compare(150, 31)
    assert 20 < refused < compared - 20


@pytest.mark.long
def test_more_verdicts() -> None:
    compared, refused = compare(1500, 32)
    assert 200 < refused < compared - 200


def test_no_module_of_apples_is_refused() -> None:
    modules = [*golden_modules()]
    assert len(modules) > 40
    for data in modules:
        assert verify_module(read_module(data)) == []


@pytest.mark.long
def test_none_in_the_corpus(shared: Path) -> None:
    for data in distinct_modules():
        assert verify_module(read_module(data)) == []
