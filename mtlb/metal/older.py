"""What LLVM 22's passes leave, in the form of Apple's compiler, which is LLVM 15.

%1 = call float @"mtlb.convert sitofp i32 to float"(i32 %0)     %1 = sitofp i32 %0 to float
%3 = trunc nuw i8 %2 to i1                                      %3 = icmp eq i8 %2, 0
br i1 %3, label %a, label %b                                    br i1 %3, label %b, label %a
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import (
    BinaryOperator,
    BlockInstruction,
    Call,
    CastOperator,
    Context,
    Function,
    InstCode,
    Instruction,
    Module,
    Predicate,
    Type,
    TypeCode,
    Value,
    WrapFlag,
)
from ..ir.mapper import replace_values
from ..passes.rewriter import uses
from .llvm_text import CONVERSION


def restore_forms(module: Module) -> Module:
    """The module, changed: conversions that `passes.hide_conversions` hid are instructions, and a byte that is tested
    is compared with 0.

    Source of the second: modules by compilers of 32023 with source compare a `bool` of memory 267 times, and none of
    them truncates a number to i1; LLVM 22 makes that of each comparison. Of what one branch or `select` uses, the
    comparison is `eq`, as InstCombine of LLVM 15 has it: 345 of 409 such uses.
    """
    for function in module.functions:
        _show_conversions(module.context, function)
        _compare_bytes(module.context, function)
    module.functions = [function for function in module.functions if not function.name.startswith(CONVERSION)]
    return module


def _show_conversions(context: Context, function: Function) -> None:
    replaced: dict[Value, Value] = {}
    for block in function.blocks:
        for place, item in enumerate(block.instructions):
            if not isinstance(item, Call) or not item.callee.name.startswith(CONVERSION):
                continue
            word = item.callee.name.removeprefix(CONVERSION).partition(" ")[0]
            cast = Instruction(InstCode.CAST, item.type, item.arguments, (CastOperator[word.upper()], 0))
            cast.metadata, cast.debug_loc = item.metadata, item.debug_loc
            block.instructions[place] = replaced[item] = cast
    _replace(context, function, replaced)


def _compare_bytes(context: Context, function: Function) -> None:
    replaced: dict[Value, Value] = {}
    users: dict[Value, list[Instruction]] = {}
    for block in function.blocks:
        result: list[Instruction] = []
        for item in block.instructions:
            if _tests(item):
                value = item.operands[0]
                if not item.fast_flags & WrapFlag.NO_UNSIGNED:
                    bit = context.integer_constant(value.type, 1)
                    value = Instruction(InstCode.BINOP, value.type, (value, bit), (BinaryOperator.AND, 0))
                    value.debug_loc = item.debug_loc
                    result.append(value)
                users = users or uses(function)
                equal = _is_condition(item, users.get(item, ()))
                zero = context.integer_constant(value.type, 0)
                predicate = Predicate.ICMP_EQ if equal else Predicate.ICMP_NE
                test = Instruction(InstCode.CMP2, item.type, (value, zero), (predicate, 0))
                test.debug_loc = item.debug_loc
                if equal:
                    _swap(users[item][0])
                replaced[item] = item = test
            result.append(item)
        block.instructions = result
    _replace(context, function, replaced)


def _tests(item: Instruction) -> bool:
    """Whether it makes a bit of a number."""
    return item.code is InstCode.CAST and item.opcode == CastOperator.TRUNC and _is_bit(item.type)


def _is_bit(type_: Type) -> bool:
    return type_.code is TypeCode.INTEGER and type_.params == (1,)


def _is_condition(item: Instruction, users: Sequence[Instruction]) -> bool:
    """Whether one branch or `select` uses a value, as its condition and not as one of the choices."""
    if len(users) != 1 or users[0].code not in (InstCode.BR, InstCode.VSELECT):
        return False
    return [operand for operand in users[0].operands if operand is item] == [users[0].operands[0]]


def _swap(user: Instruction) -> None:
    """Turn the condition of a branch or `select` around."""
    if isinstance(user, BlockInstruction):
        user.blocks = user.blocks[::-1]
    else:
        condition, if_true, if_false = user.operands
        user.operands = (condition, if_false, if_true)


def _replace(context: Context, function: Function, replaced: dict[Value, Value]) -> None:
    for item in function.instructions() if replaced else ():
        replace_values(context, item, replaced)
