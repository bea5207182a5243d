"""What Apple's linkers from 32023.404 on do to code, as far as the open link pairs show it: two folds of InstCombine.

Off unless asked for: without it the code is as the compiler left it. docs/linking.md §9 lists what is missing.
"""

from __future__ import annotations

from typing import TypeVar

from ..ir import (
    BasicBlock,
    BinaryOperator,
    BlockInstruction,
    Constant,
    ConstantCode,
    FastMath,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)

__all__ = ["optimize"]

_T = TypeVar("_T")
_REASSOCIATE = FastMath.FAST | FastMath.REASSOC
_ONE = {TypeCode.HALF: 0x3C00, TypeCode.FLOAT: 0x3F800000, TypeCode.DOUBLE: 0x3FF0000000000000}


def optimize(module: Module) -> Module:
    """`module` with the two folds made in every function."""
    for function in module.functions:
        if function.is_definition:
            _divide_directly(function)
            for block in function.blocks:
                _align_phis(block)
    return module


def _align_phis(block: BasicBlock) -> None:
    """All phis of a block list its predecessors in the order of the first one."""
    phis = [i for i in block.instructions if isinstance(i, BlockInstruction) and i.code is InstCode.PHI]
    for phi in phis[1:]:
        for place, wanted in enumerate(phis[0].blocks):
            if phi.blocks[place] is not wanted:
                other = phi.blocks.index(wanted)
                phi.blocks = _swapped(phi.blocks, place, other)
                phi.operands = _swapped(phi.operands, place, other)


def _swapped(items: tuple[_T, ...], a: int, b: int) -> tuple[_T, ...]:
    swapped = list(items)
    swapped[a], swapped[b] = items[b], items[a]
    return tuple(swapped)


def _divide_directly(function: Function) -> None:
    """``x * (1 / y)`` becomes ``x / y`` where that product is the reciprocal's only use and may be reassociated."""
    uses: dict[Value, int] = {}
    for instruction in function.instructions():
        for operand in instruction.operands:
            uses[operand] = uses.get(operand, 0) + 1
    gone: set[Instruction] = set()
    for instruction in function.instructions():
        if not _is_binary(instruction, BinaryOperator.FMUL) or not instruction.fast_flags & _REASSOCIATE:
            continue
        for place, factor in enumerate(instruction.operands):
            if isinstance(factor, Instruction) and uses[factor] == 1 and _is_reciprocal(factor):
                instruction.operands = (instruction.operands[1 - place], factor.right)
                instruction.set_fields(opcode=BinaryOperator.FDIV)
                gone.add(factor)
                break
    if gone:
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in gone]


def _is_binary(instruction: Instruction, opcode: int) -> bool:
    return instruction.code is InstCode.BINOP and instruction.opcode == opcode and _is_float(instruction.type)


def _is_float(type_: Type) -> bool:
    return type_.scalar.code in _ONE


def _is_reciprocal(instruction: Instruction) -> bool:
    return _is_binary(instruction, BinaryOperator.FDIV) and _is_one(instruction.left)


def _is_one(value: Value) -> bool:
    if not isinstance(value, Constant):
        return False
    one = _ONE.get(value.type.scalar.code)
    return value.code in (ConstantCode.FLOAT, ConstantCode.DATA) and set(value.params) == {one}
