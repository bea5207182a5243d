"""Control flow that Apple's compilers never write: unreachable ends, branches on constants, phis of structs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..ir import (
    STRUCT_TYPES,
    BasicBlock,
    BinaryOperator,
    BlockInstruction,
    Context,
    Function,
    InstCode,
    Instruction,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.blocks import drop_replaced, drop_single_phis, drop_unreachable, phis_of, successors
from ..ir.mapper import replace_operands, replacement
from ..ir.uses import local_values
from ..passes.rewriter import Rewriter

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_AND: Final = BinaryOperator.AND
_ARRAY: Final = TypeCode.ARRAY
_BINOP: Final = InstCode.BINOP
_BR: Final = InstCode.BR
_OR: Final = BinaryOperator.OR
_PHI: Final = InstCode.PHI
_UNREACHABLE: Final = InstCode.UNREACHABLE
_VOID: Final = TypeCode.VOID
_VSELECT: Final = InstCode.VSELECT
_XOR: Final = BinaryOperator.XOR


def remove_unreachable_ends(code: Rewriter, function: Function) -> None:
    """Replace UNREACHABLE by a return: a thread that never returns would block all others of its SIMD-group."""
    result = function.value_type.result
    for block in function.blocks:
        last = block.instructions[-1] if block.instructions else None
        if last is not None and last.code is _UNREACHABLE:
            code.at_end(block)
            code.debug_loc = block.instructions.pop().debug_loc
            code.ret(None if result.code is _VOID else code.undef(result))


def remove_untaken(context: Context, function: Function) -> None:
    """Make branches and selects on constants unconditional, and remove the blocks that are not reached then."""
    if not function.blocks:
        return
    replaced: dict[Value, Value] = {}
    for i in function.instructions():
        if i.code is _VSELECT and (number := _truth(replaced, i.operands[0])) is not None:
            replaced[i] = i.operands[1 if number else 2]
        elif i.code is _BR and i.operands and (number := _truth(replaced, i.operands[0])) is not None:
            assert isinstance(i, BlockInstruction)
            i.blocks, i.operands = (i.blocks[0 if number else 1],), ()
    drop_replaced(context, function, replaced)
    drop_unreachable(function)
    drop_single_phis(context, function)
    _join_blocks(function)
    left = {*function.arguments, *function.blocks, *function.instructions()}
    function.symbols = [symbol for symbol in function.symbols if symbol in left]


def _join_blocks(function: Function) -> None:
    """Append a block to the only one that branches there, if that branches nowhere else."""
    sources: dict[BasicBlock, list[BasicBlock]] = {block: [] for block in function.blocks}
    for block in function.blocks:
        for target in successors(block):
            sources[target].append(block)
    joined: dict[BasicBlock, BasicBlock] = {}
    for block in function.blocks[1:]:
        if len(sources[block]) != 1:
            continue
        before = _end_of(joined, sources[block][0])
        last = before.instructions[-1]
        if before is not block and last.code is _BR and not last.operands:
            before.instructions[-1:] = block.instructions
            joined[block] = before
    function.blocks = [block for block in function.blocks if block not in joined]
    for block in function.blocks:
        for phi in phis_of(block):
            phi.blocks = tuple(_end_of(joined, source) for source in phi.blocks)


def _end_of(joined: Mapping[BasicBlock, BasicBlock], block: BasicBlock) -> BasicBlock:
    while block in joined:
        block = joined[block]
    return block


def _truth(replaced: Mapping[Value, Value], value: Value) -> int | None:
    """A condition that is known; None for another one."""
    root = replacement(replaced, value)
    if not _is_binary(root):
        return constant_number(root)
    truths: dict[Value, int | None] = {}
    work: list[tuple[Value, bool]] = [(root, False)]
    while work:
        value, has_operands = work.pop()
        if has_operands:
            assert isinstance(value, Instruction)
            left, right = [truths[replacement(replaced, operand)] for operand in value.operands]
            if left is not None and right is not None:
                truths[value] = _computed(value.opcode, left, right)
        elif value not in truths:
            truths[value] = constant_number(value)  # None for an instruction; it stays in a cycle of unreachable code
            if isinstance(value, Instruction) and _is_binary(value):
                work.append((value, True))
                work += [(replacement(replaced, operand), False) for operand in value.operands]
    return truths[root]


def _is_binary(value: Value) -> bool:
    return isinstance(value, Instruction) and value.code is _BINOP and len(value.operands) == 2


def _computed(opcode: int, left: int, right: int) -> int | None:
    if opcode == _AND:
        return left & right
    if opcode == _OR:
        return left | right
    return left ^ right if opcode == _XOR else None


def scalarise_phis(code: Rewriter, function: Function) -> bool:
    """Replace phis and selects of structs and arrays by one for each member; returns whether there were any."""
    result = False
    for block in function.blocks:
        choices = [i for i in block.instructions if i.code is _PHI or i.code is _VSELECT]
        for choice in [i for i in choices if _is_aggregate(i)]:  # phis come first
            if isinstance(choice, BlockInstruction):
                _split_phi(code, function, block, choice)
            else:
                _split_select(code, function, block, choice)
            result = True
    return result


def _is_aggregate(instruction: Instruction) -> bool:
    return instruction.type.code in STRUCT_TYPES or instruction.type.code is _ARRAY


def _count(instruction: Instruction) -> int:
    type_ = instruction.type
    return type_.params[0] if type_.code is _ARRAY else len(type_.elements)


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
    return type_.elements[0 if type_.code is _ARRAY else index]


def _replace(code: Rewriter, function: Function, old: Instruction, new: Value) -> None:
    for instruction in function.instructions():
        if old in instruction.operands or any(old in local_values(operand) for operand in instruction.operands):
            replace_operands(code.context, instruction, lambda value: new if value is old else value)
    function.symbols = [symbol for symbol in function.symbols if symbol is not old]
