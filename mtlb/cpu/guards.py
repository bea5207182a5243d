"""Transformations that keep GPU code from ending the process on a CPU: divisions that would trap, wrong assumptions,
vectors at unaligned addresses, and control flow past the end of a function.
The result of a division by zero is undefined on a GPU, but execution continues. A divisor that would trap is
replaced by 1: zero, and -1 if the dividend is the lowest integer, whose quotient cannot be represented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..air.intrinsics import type_word
from ..ir import (
    AttributeKind,
    AttributeList,
    BinaryOperator,
    Call,
    Constant,
    ConstantCode,
    FastMath,
    Function,
    InstCode,
    Instruction,
    Module,
    TypeCode,
    UnnamedAddr,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.expand import safe_divisor
from ..ir.mapper import replace_values
from ..ir.names import ASSUME
from ..ir.type_rules import takes_fast_flags
from .edits import without_attributes
from .trace import Traced

_DIVISIONS = frozenset({BinaryOperator.UDIV, BinaryOperator.SDIV, BinaryOperator.UREM, BinaryOperator.SREM})
_SIGNED = frozenset({BinaryOperator.SDIV, BinaryOperator.SREM})
_CONTRACTS = FastMath.FAST | FastMath.CONTRACT
_MAY_BE_FAST = frozenset(
    {InstCode.UNOP, InstCode.BINOP, InstCode.CAST, InstCode.VSELECT, InstCode.CMP2, InstCode.PHI, InstCode.CALL}
)
_TRAP = "llvm.trap"
_ANY_ALIGNMENT = 1  # in log2 + 1
_ALIGNMENT = frozenset({AttributeKind.ALIGNMENT})


def guard_divisions(module: Module) -> None:
    """Replace divisors that may trap, in all functions of a module, which is changed."""
    b = IRBuilder(module.context)
    for function in module.functions:
        for block in function.blocks:
            if not any(_may_trap(instruction) for instruction in block.instructions):
                continue
            result = b.collect()
            for instruction in block.instructions:
                if _may_trap(instruction):
                    b.debug_loc = instruction.debug_loc
                    dividend, divisor = instruction.operands
                    divisor = safe_divisor(b, dividend, divisor, signed=instruction.opcode in _SIGNED)
                    instruction.operands = (dividend, divisor)
                result.append(instruction)
            block.instructions = result


def trap_where_no_way_leads(module: Module) -> None:
    """Insert a trap before each `unreachable`: a thread that reached it would execute the code that follows in
    memory."""
    b = IRBuilder(module.context)
    functions = FunctionTable(module)
    for function in list(module.functions):
        for block in function.blocks:
            if block.instructions[-1].code is InstCode.UNREACHABLE:
                last = block.instructions.pop()
                b.collect(block.instructions)
                b.debug_loc = last.debug_loc
                b.call(functions.declare(_TRAP, b.function_type(b.void, ()), unnamed_addr=UnnamedAddr.NONE), ())
                block.instructions.append(last)


def drop_assumptions(module: Module) -> None:
    """Remove calls of `llvm.assume`: where the assumption is wrong, LLVM may do anything with the code.
    Kernels assume that numbers are uniform (`air.is_uniform`), which no optimization uses here."""
    for function in module.functions:
        for block in function.blocks:
            if any(_is_assumption(instruction) for instruction in block.instructions):
                block.instructions = [
                    instruction for instruction in block.instructions if not _is_assumption(instruction)
                ]


def define_members(module: Module) -> None:
    """Replace undefined structs and arrays by zeros where members are set or the value is returned.

    A fragment function leaves members of its result undefined if it does not write the render target. LLVM takes
    what a register holds for them, so that two runs could differ."""
    b = IRBuilder(module.context)
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.code in (InstCode.INSERTVAL, InstCode.RET):
                operands = instruction.operands
                if any(_is_undefined(value) for value in operands):
                    instruction.operands = tuple(
                        [b.null(value.type) if _is_undefined(value) else value for value in operands]
                    )


def _is_undefined(value: Value) -> bool:
    return (
        isinstance(value, Constant)
        and value.code in (ConstantCode.UNDEF, ConstantCode.POISON)
        and value.type.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED, TypeCode.ARRAY)
    )


def settle_arithmetic(module: Module, words: dict[Instruction, Traced] | None = None) -> None:
    """Replace `fast` floating-point operations by the operations that are to be executed, so that LLVM has no
    choice.
    LLVM would choose by the surrounding instructions and by the processor, so the last digits in a vectorized loop
    could differ from those of a single thread. A single-precision product whose only use is an addition becomes a
    fused multiply-add, rounded once, as on GPUs; the other transformations of fast math are not done.

    `words`: what a trace shows of each instruction. A fused operation takes over what is shown of the sum, and the
    product is computed as well, to be shown."""
    b = IRBuilder(module.context)
    functions = FunctionTable(module)
    for function in list(module.functions):
        uses = Counter(operand for instruction in function.instructions() for operand in instruction.operands)
        fused: dict[Value, Value] = {}
        products: set[Value] = set()
        for block in function.blocks:
            result = b.collect()
            for instruction in block.instructions:
                place = _place_of_product(instruction, uses)
                if place is None:
                    result.append(instruction)
                    continue
                b.debug_loc = instruction.debug_loc
                operation = fused[instruction] = _fused(b, functions, instruction, place)
                if not words:
                    products.add(instruction.operands[place])
                elif instruction in words:
                    words[operation] = words.pop(instruction)
            block.instructions = result
        for block in function.blocks:
            if products:
                block.instructions = [inst for inst in block.instructions if inst not in products]
            for instruction in block.instructions:
                if _has_fast_flags(instruction):
                    instruction.set_fields(fast_flags=0)
                if fused:
                    replace_values(module.context, instruction, fused)
    b.debug_loc = None


def _has_fast_flags(instruction: Instruction) -> bool:
    if instruction.code not in _MAY_BE_FAST or not instruction.params:
        return False
    type_ = instruction.operands[0].type if instruction.code is InstCode.CMP2 else instruction.type
    return takes_fast_flags(type_) and bool(instruction.fast_flags)


def _is_product(value: Value, uses: Mapping[Value, int]) -> bool:
    """Whether it is a product that may be fused into its only use."""
    return (
        isinstance(value, Instruction)
        and value.code is InstCode.BINOP
        and value.opcode == BinaryOperator.FMUL
        and value.type.scalar.code is TypeCode.FLOAT
        and bool(value.fast_flags & _CONTRACTS)
        and uses[value] == 1
    )


def _place_of_product(instruction: Instruction, uses: Mapping[Value, int]) -> int | None:
    """The index of the operand of a sum or difference that is a product to be fused."""
    if instruction.code is not InstCode.BINOP or instruction.opcode not in (BinaryOperator.FADD, BinaryOperator.FSUB):
        return None
    if instruction.type.scalar.code is not TypeCode.FLOAT or not instruction.fast_flags & _CONTRACTS:
        return None
    return next((n for n, operand in enumerate(instruction.operands) if _is_product(operand, uses)), None)


def _fused(b: IRBuilder, functions: FunctionTable, sum_: Instruction, place: int) -> Instruction:
    product, other = sum_.operands[place], sum_.operands[1 - place]
    assert isinstance(product, Instruction)
    left, right = product.operands
    if sum_.opcode == BinaryOperator.FSUB:
        # Modules before AIR 2.3 have no fneg; they subtract from -0.0 instead.
        zero = b.floating(sum_.type, 1 << 31)
        if place:
            left = b.binary(BinaryOperator.FSUB, zero, left)
        else:
            other = b.binary(BinaryOperator.FSUB, zero, other)
    type_ = sum_.type
    callee = functions.declare(f"llvm.fma.{type_word(type_)}", b.function_type(type_, (type_,) * 3))
    return b.call(callee, (left, right, other))


def allow_any_alignment(module: Module) -> None:
    """Let loads, stores and copies take any address: an instruction for aligned vectors would end the process on
    x86-64.
    Addresses depend on the caller's numbers, such as a stride. LLVM still knows the alignment of variables. Atomic
    operations keep their alignment, without which they are not atomic, and so do arguments that are copies
    (`byval`)."""
    for function in module.functions:
        function.attributes = _without_alignment(function.attributes)
        for instruction in function.instructions():
            if instruction.code in (InstCode.LOAD, InstCode.STORE):
                instruction.set_fields(alignment=_ANY_ALIGNMENT)
            elif isinstance(instruction, Call):
                instruction.attributes = _without_alignment(instruction.attributes)


def _without_alignment(attributes: AttributeList) -> AttributeList:
    return tuple(
        group
        for attribute in attributes
        for group in (
            [attribute]
            if any(its.kind == AttributeKind.BY_VAL for its in attribute.attributes)
            else without_attributes((attribute,), _ALIGNMENT)
        )
    )


def _is_assumption(instruction: Instruction) -> bool:
    if instruction.code is not InstCode.CALL:
        return False
    callee = instruction.operands[-1]
    return isinstance(callee, Function) and callee.name == ASSUME


def _may_trap(instruction: Instruction) -> bool:
    if instruction.code is not InstCode.BINOP or instruction.opcode not in _DIVISIONS:
        return False
    if instruction.type.scalar.code is not TypeCode.INTEGER:
        return False
    return not _is_harmless(instruction.operands[1])


def _is_harmless(divisor: Value) -> bool:
    """Whether it is a constant that has no element 0 or -1."""
    if not isinstance(divisor, Constant) or divisor.code not in (ConstantCode.INTEGER, ConstantCode.DATA):
        return False
    ones = (1 << divisor.type.scalar.params[0]) - 1
    return all(value & ones not in (0, ones) for value in divisor.params)
