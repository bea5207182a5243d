"""Blocks that nothing reaches, and phis with one value."""

from __future__ import annotations

from .globals import Function
from .instructions import BasicBlock, BlockInstruction
from .mapper import replace_values
from .module import Context
from .opcodes import ConstantCode, InstCode, TypeCode
from .values import Value


def successors(block: BasicBlock) -> tuple[BasicBlock, ...]:
    """The blocks to which the last instruction may branch."""
    return block.instructions[-1].blocks if block.instructions else ()


def phis_of(block: BasicBlock) -> list[BlockInstruction]:
    """The phis of a block."""
    return [i for i in block.instructions if i.code is InstCode.PHI and isinstance(i, BlockInstruction)]


def drop_unreachable(context: Context, function: Function) -> None:
    """Remove unreachable blocks, and the values of phis for blocks that no longer branch there.

    Values of such blocks may use each other, or themselves. For one that debug info of other blocks names it has an
    undefined value.
    """
    reached, work = {function.blocks[0]}, [function.blocks[0]]
    while work:
        new = [block for block in successors(work.pop()) if block not in reached]
        reached.update(new)
        work += new
    dropped = [block for block in function.blocks if block not in reached]
    undefined: dict[Value, Value] = {}
    if dropped:
        for block in dropped:
            values = [i for i in block.instructions if i.type.code is not TypeCode.VOID]
            undefined.update({i: context.constant(i.type, ConstantCode.UNDEF) for i in values})
        gone = {*dropped, *undefined}
        function.symbols = [symbol for symbol in function.symbols if symbol not in gone]
        function.blocks = [block for block in function.blocks if block in reached]
    for block in function.blocks:
        for phi in phis_of(block):
            pairs = [
                (value, source)
                for value, source in zip(phi.operands, phi.blocks, strict=True)
                if source in reached and block in successors(source)
            ]
            phi.operands, phi.blocks = tuple([value for value, _ in pairs]), tuple([source for _, source in pairs])
        if undefined:
            for instruction in block.instructions:
                replace_values(context, instruction, undefined)


def drop_single_phis(context: Context, function: Function) -> None:
    """Replace phis that have a single value by that value."""
    replaced: dict[Value, Value] = {}
    for block in function.blocks:
        replaced.update({phi: phi.operands[0] for phi in phis_of(block) if len(phi.blocks) == 1})
    drop_replaced(context, function, replaced)


def drop_replaced(context: Context, function: Function, replaced: dict[Value, Value]) -> None:
    """Remove the instructions that `replaced` has, and use what it has for them."""
    if not replaced:
        return
    for block in function.blocks:
        block.instructions = [i for i in block.instructions if i not in replaced]
    for instruction in function.instructions():
        replace_values(context, instruction, replaced)
