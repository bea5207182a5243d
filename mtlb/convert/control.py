"""Control flow that Apple's compilers never write: unreachable ends of blocks, and phis of structs."""

from __future__ import annotations

from ..ir import (
    STRUCT_TYPES,
    BasicBlock,
    BlockInstruction,
    Function,
    InstCode,
    Instruction,
    Type,
    TypeCode,
    Value,
)
from ..ir.mapper import replace_operands
from ..ir.uses import local_values
from ..passes.rewriter import Rewriter


def remove_unreachable_ends(code: Rewriter, function: Function) -> None:
    """Replace UNREACHABLE by a return: a thread that never returns would block all others of its SIMD-group."""
    result = function.value_type.result
    for block in function.blocks:
        last = block.instructions[-1] if block.instructions else None
        if last is not None and last.code is InstCode.UNREACHABLE:
            code.at_end(block)
            code.debug_loc = block.instructions.pop().debug_loc
            code.ret(None if result.code is TypeCode.VOID else code.undef(result))


def scalarise_phis(code: Rewriter, function: Function) -> bool:
    """Replace phis and selects of structs and arrays by one for each member; returns whether there were any."""
    result = False
    for block in function.blocks:
        phis = [i for i in block.instructions if i.code is InstCode.PHI]
        wide = [i for i in phis if _is_aggregate(i)]
        for phi in wide:
            assert isinstance(phi, BlockInstruction)
            _split_phi(code, function, block, phi)
            result = True
        for select in [i for i in block.instructions if i.code is InstCode.VSELECT and _is_aggregate(i)]:
            _split_select(code, function, block, select)
            result = True
    return result


def _is_aggregate(instruction: Instruction) -> bool:
    return instruction.type.code in STRUCT_TYPES or instruction.type.code is TypeCode.ARRAY


def _count(instruction: Instruction) -> int:
    type_ = instruction.type
    return type_.params[0] if type_.code is TypeCode.ARRAY else len(type_.elements)


def _split_phi(code: Rewriter, function: Function, block: BasicBlock, phi: BlockInstruction) -> None:
    incoming: list[list[Value]] = []
    for value, source in zip(phi.operands, phi.blocks, strict=True):
        code.before_end(source)
        code.debug_loc = source.instructions[-1].debug_loc
        parts = [code.part(value, index) for index in range(_count(phi))] if value is not phi else []
        incoming.append(parts)
    block.instructions.remove(phi)
    code.at_end(block)
    code.place, code.debug_loc = 0, phi.debug_loc
    members = [code.phi(_member_type(phi, index)) for index in range(_count(phi))]
    for index, member in enumerate(members):
        member.blocks = phi.blocks
        member.operands = tuple(parts[index] if parts else member for parts in incoming)
    code.at_start(block)
    whole = code.aggregate(phi.type, members)
    _replace(code, function, phi, whole)


def _split_select(code: Rewriter, function: Function, block: BasicBlock, select: Instruction) -> None:
    condition, if_true, if_false = select.operands
    code.before(block, select)
    code.debug_loc = select.debug_loc
    members = [
        code.select(condition, code.part(if_true, index), code.part(if_false, index)) for index in range(_count(select))
    ]
    whole = code.aggregate(select.type, members)
    block.instructions.remove(select)
    _replace(code, function, select, whole)


def _member_type(instruction: Instruction, index: int) -> Type:
    type_ = instruction.type
    return type_.elements[0 if type_.code is TypeCode.ARRAY else index]


def _replace(code: Rewriter, function: Function, old: Instruction, new: Value) -> None:
    for instruction in function.instructions():
        if old in instruction.operands or any(old in local_values(operand) for operand in instruction.operands):
            replace_operands(code.context, instruction, lambda value: new if value is old else value)
    function.symbols = [symbol for symbol in function.symbols if symbol is not old]
