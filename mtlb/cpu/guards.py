"""What keeps a function for a GPU from ending the process on a CPU: divisions that would trap, wrong assumptions,
vectors at addresses that are not aligned, code behind the end of a function.

Nothing is promised of a division by zero on a GPU, but it goes on. A divisor that would trap becomes 1: zero, and -1
where the dividend is the lowest number, whose quotient has no representation.
"""

from __future__ import annotations

from ..ir import (
    AttributeKind,
    AttributeList,
    BinaryOperator,
    Call,
    Constant,
    ConstantCode,
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
from .edits import without_attributes

_DIVISIONS = frozenset({BinaryOperator.UDIV, BinaryOperator.SDIV, BinaryOperator.UREM, BinaryOperator.SREM})
_SIGNED = frozenset({BinaryOperator.SDIV, BinaryOperator.SREM})
_TRAP = "llvm.trap"
_ANY_ALIGNMENT = 1  # log2 + 1
_ALIGNMENT = frozenset({AttributeKind.ALIGNMENT})


def guard_divisions(module: Module) -> None:
    """Replace divisors that may trap, in all functions of a module that may be changed."""
    b = IRBuilder(module.context)
    for function in module.functions:
        for block in function.blocks:
            if not any(_may_trap(instruction) for instruction in block.instructions):
                continue
            made = b.collect()
            for instruction in block.instructions:
                if _may_trap(instruction):
                    b.debug_loc = instruction.debug_loc
                    dividend, divisor = instruction.operands
                    divisor = safe_divisor(b, dividend, divisor, signed=instruction.opcode in _SIGNED)
                    instruction.operands = (dividend, divisor)
                made.append(instruction)
            block.instructions = made


def trap_where_no_way_leads(module: Module) -> None:
    """A trap before each `unreachable`: a thread that comes there would run into the code behind it."""
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
    """Take out what the compiler was to believe: LLVM may do anything with code where it is wrong.

    Kernels assume that numbers are uniform (`air.is_uniform`), which no optimisation here can use.
    """
    for function in module.functions:
        for block in function.blocks:
            if any(_is_assumption(instruction) for instruction in block.instructions):
                block.instructions = [one for one in block.instructions if not _is_assumption(one)]


def allow_any_alignment(module: Module) -> None:
    """Loads, stores and copies take any address: an instruction for aligned vectors would end the process (x86-64).

    The address comes from numbers of the caller, as a stride. LLVM knows the alignment of variables all the same.
    Atomic operations keep theirs, without which they are not atomic. So does an argument that is a copy (`byval`).
    """
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
        for one in attributes
        for group in (
            [one]
            if any(its.kind == AttributeKind.BY_VAL for its in one.attributes)
            else without_attributes((one,), _ALIGNMENT)
        )
    )


def _is_assumption(instruction: Instruction) -> bool:
    if instruction.code is not InstCode.CALL:
        return False
    callee = instruction.operands[-1]
    return isinstance(callee, Function) and callee.name == "llvm.assume"


def _may_trap(instruction: Instruction) -> bool:
    if instruction.code is not InstCode.BINOP or instruction.opcode not in _DIVISIONS:
        return False
    if instruction.type.scalar.code is not TypeCode.INTEGER:
        return False
    return not _is_harmless(instruction.operands[1])


def _is_harmless(divisor: Value) -> bool:
    """Whether it is a constant of which no element is 0 or -1."""
    if not isinstance(divisor, Constant) or divisor.code not in (ConstantCode.INTEGER, ConstantCode.DATA):
        return False
    ones = (1 << divisor.type.scalar.params[0]) - 1
    return all(value & ones not in (0, ones) for value in divisor.params)
