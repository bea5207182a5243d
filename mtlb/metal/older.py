"""What LLVM 22's passes leave, in the form of Apple's compiler, which is LLVM 15.

%1 = call float @"mtlb.convert sitofp i32 to float"(i32 %0)     %1 = sitofp i32 %0 to float
%3 = trunc nuw i8 %2 to i1                                      %3 = icmp eq i8 %2, 0
br i1 %3, label %a, label %b                                    br i1 %3, label %b, label %a
%5 = bitcast <4 x i32> %4 to <16 x i8>                          %5 = extractelement <4 x i32> %4, i64 2
%6 = extractelement <16 x i8> %5, i64 9                         %6 = lshr i32 %5, 8
                                                                %7 = trunc i32 %6 to i8
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from ..ir import (
    BinaryOperator,
    BlockInstruction,
    Call,
    CastOperator,
    Context,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Module,
    Predicate,
    Type,
    TypeCode,
    Value,
    WrapFlag,
    constant_number,
)
from ..ir.mapper import replace_values
from ..ir.type_rules import find_member
from ..passes.rewriter import remove_unused, uses
from .llvm_text import CONVERSION


def restore_forms(module: Module) -> Module:
    """The module, changed: conversions that `passes.hide_conversions` hid are instructions, a part of an integer in a
    vector is made of that integer, and a byte that is tested is compared with 0.

    Source of the last: modules by compilers of 32023 with source compare a `bool` of memory 267 times, and none of
    them truncates a number to i1; LLVM 22 makes that of each comparison. Of what one branch or `select` uses, the
    comparison is `eq`, as InstCombine of LLVM 15 has it: 345 of 409 such uses. Source of the second: in 1,086 modules
    of the corpus 296 elements are truncated, 582 of ANGLE's after a shift, and none is taken of a vector of shorter
    integers, which no type of Metal has where there are more than four.
    """
    for function in module.functions:
        _show_conversions(module.context, function)
        _load_elements(module.context, function)
        _shorten_elements(module.context, function)
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


def _load_elements(context: Context, function: Function) -> None:
    """Load vectors of integers with the type of the address, or with that of most vectors of Metal, and make the loaded
    type of them.
    """
    replaced: dict[Value, Value] = {}
    casts: set[Instruction] = set()
    for block in function.blocks:
        result: list[Instruction] = []
        for item in block.instructions:
            result.append(item)
            type_ = _loaded_type(context, item) if item.code is InstCode.LOAD else None
            if type_ is not None:
                cast = Instruction(InstCode.CAST, item.type, (item,), (CastOperator.BITCAST, 0))
                item.type, cast.debug_loc = type_, item.debug_loc
                result.append(cast)
                replaced[item] = cast
                casts.add(cast)
        block.instructions = result
    for item in function.instructions() if replaced else ():
        if item not in casts:
            replace_values(context, item, replaced)


def _loaded_type(context: Context, load: Instruction) -> Type | None:
    """The vector that is at the address of a load of a vector with more and shorter integers."""
    type_ = load.type
    if type_.code is not TypeCode.VECTOR or type_.scalar.code is not TypeCode.INTEGER:
        return None
    count, bits = type_.params[0], type_.scalar.params[0]
    at = _addressed(load.operands[0])
    if at is not None and _is_divided(type_, at) and at.params[0] * at.scalar.params[0] == count * bits:
        return at
    elements = 3 if count % 3 == 0 else 4
    if count <= 4 or count % elements or at is type_:
        return None
    return context.type(TypeCode.VECTOR, (elements,), (context.integer_type(count // elements * bits),))


def _addressed(pointer: Value) -> Type | None:
    """The type that an address was computed for."""
    if isinstance(pointer, GlobalVariable):
        return pointer.value_type
    if not isinstance(pointer, Instruction) or pointer.code is not InstCode.GEP or pointer.aux_type is None:
        return None
    return find_member(pointer.aux_type, (constant_number(index) or 0 for index in pointer.operands[2:]))


def _shorten_elements(context: Context, function: Function) -> None:
    """Take the elements of vectors that are other vectors with more elements from those."""
    vectors: dict[Value, Value] = {}
    for item in function.instructions():
        if _is_bitcast(item) and item.type.code is TypeCode.VECTOR:
            while _is_bitcast(item.operands[0]):
                item.operands = item.operands[0].operands
            if _is_divided(item.type, item.operands[0].type):
                vectors[item] = item.operands[0]
    if not vectors:
        return
    replaced: dict[Value, Value] = {}
    for block in function.blocks:
        result: list[Instruction] = []
        whole: dict[tuple[Value, int], Value] = {}

        def add(item: Instruction, like: Instruction, result: list[Instruction] = result) -> Instruction:
            item.debug_loc = like.debug_loc
            result.append(item)
            return item

        for item in block.instructions:
            if _is_bitcast(item) and item.type is item.operands[0].type:
                replaced[item] = item.operands[0]
                continue
            number = constant_number(item.operands[1]) if item.code is InstCode.EXTRACTELT else None
            vector = vectors.get(item.operands[0]) if number is not None else None
            if vector is None or number is None:
                result.append(item)
                continue
            ratio = item.operands[0].type.params[0] // vector.type.params[0]
            type_, place = vector.type.elements[0], context.integer_constant(item.operands[1].type, number // ratio)
            key = vector, number // ratio
            if key not in whole:
                whole[key] = add(Instruction(InstCode.EXTRACTELT, type_, (vector, place)), item)
            value = whole[key]
            if number % ratio:
                amount = context.integer_constant(type_, number % ratio * item.type.params[0])
                value = add(Instruction(InstCode.BINOP, type_, (value, amount), (BinaryOperator.LSHR, 0)), item)
            replaced[item] = add(Instruction(InstCode.CAST, item.type, (value,), (CastOperator.TRUNC, 0)), item)
        block.instructions = result
    _replace(context, function, replaced)
    remove_unused(function, {InstCode.CAST}, _is_bitcast)


def _is_bitcast(item: Value) -> TypeGuard[Instruction]:
    return isinstance(item, Instruction) and item.code is InstCode.CAST and item.opcode == CastOperator.BITCAST


def _is_divided(new: Type, old: Type) -> bool:
    """Whether a vector has more and shorter integers than another one."""
    return (
        {new.code, old.code} == {TypeCode.VECTOR}
        and {new.scalar.code, old.scalar.code} == {TypeCode.INTEGER}
        and new.params[0] % old.params[0] == 0
        and new.params[0] > old.params[0]
    )


def _replace(context: Context, function: Function, replaced: dict[Value, Value]) -> None:
    for item in function.instructions() if replaced else ():
        replace_values(context, item, replaced)
