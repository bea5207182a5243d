"""Calls of the run-time's checks where an instruction has no defined result for its operands (native/check.c).

Division by zero, and of the lowest integer by -1, is undefined in LLVM (its language reference); that Metal leaves all
of it open is a guess. A copy of Metal's specification of 2018 says that casts don't saturate, and not what they give
out of range: that `air.convert` is undefined there is a guess too.
A shift of LLVM by the width or more is poison, and so are `fptosi` and `fptoui` of what the integer can't hold (LLVM's
language reference); compilers mask the amount first where a language takes it modulo the width. Such instructions are
moved out of branches, so the result gets another value in the second run (`execution.py`), and is a finding only if
that makes a difference.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from ..ir import (
    BinaryOperator,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Module,
    Predicate,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.floats import float_bits
from ..ir.type_rules import is_vector
from .checks import Place, place_of

_DIVISION_BY_ZERO, _REMAINDER_BY_ZERO, _QUOTIENT_TOO_LARGE, _SHIFT, _CONVERSION = range(12, 17)  # as in native/check.c
_DIVISIONS = {
    BinaryOperator.UDIV: _DIVISION_BY_ZERO,
    BinaryOperator.SDIV: _DIVISION_BY_ZERO,
    BinaryOperator.UREM: _REMAINDER_BY_ZERO,
    BinaryOperator.SREM: _REMAINDER_BY_ZERO,
}
_SIGNED = frozenset({BinaryOperator.SDIV, BinaryOperator.SREM})
_SHIFTS = frozenset({BinaryOperator.SHL, BinaryOperator.LSHR, BinaryOperator.ASHR})
_TO_INTEGER = frozenset({CastOperator.FPTOSI, CastOperator.FPTOUI})
_CONVERT = re.compile(r"air\.convert\.[su]\.[^.]+\.f\.")
_OTHER = 42.0  # no limit of an integer, nor what NaN gives
_PLAIN = (ConstantCode.NULL, ConstantCode.INTEGER, ConstantCode.DATA)
_PRECISION = {TypeCode.FLOAT: 24, TypeCode.DOUBLE: 53}


def check_results(module: Module, places: list[Place], left_alone: Collection[Function] = ()) -> None:
    """Checks of results in the functions of a module that may be changed. The place of each is added to `places`.

    This is before divisors are replaced (`guards.py`).
    """
    checker = _Checker(module, places)
    for function in list(module.functions):
        if function.blocks and function not in left_alone:
            checker.function(function)


class _Checker:
    def __init__(self, module: Module, places: list[Place]) -> None:
        self.module, self.places = module, places
        self.b = b = IRBuilder(module.context)
        self.functions = FunctionTable(module)
        self.type = b.function_type(b.i64, (b.i1, b.i32, b.i32))

    def function(self, function: Function) -> None:
        for block in function.blocks:
            if not any(_has_undefined_results(instruction) for instruction in block.instructions):
                continue
            made = self.b.collect()
            for instruction in block.instructions:
                if _has_undefined_results(instruction):
                    self.b.debug_loc = instruction.debug_loc
                    if instruction.code in (InstCode.CAST, InstCode.CALL):
                        self.conversion(function, instruction)
                    elif instruction.opcode in _SHIFTS:
                        self.shift(function, instruction)
                    else:
                        self.division(function, instruction)
                made.append(instruction)
            block.instructions = made

    def division(self, function: Function, instruction: Instruction) -> None:
        b, opcode = self.b, BinaryOperator(instruction.opcode)
        dividend, divisor = instruction.operands
        type_ = divisor.type
        self.report(function, instruction, b.compare(Predicate.ICMP_EQ, divisor, b.null(type_)), _DIVISIONS[opcode])
        if opcode in _SIGNED:
            lowest = b.compare(Predicate.ICMP_EQ, dividend, b.integer(type_, -1 << type_.scalar.params[0] - 1))
            minus_one = b.compare(Predicate.ICMP_EQ, divisor, b.integer(type_, -1))
            bad = b.binary(BinaryOperator.AND, lowest, minus_one)
            self.report(function, instruction, bad, _QUOTIENT_TOO_LARGE)

    def shift(self, function: Function, instruction: Instruction) -> None:
        b = self.b
        value, amount = instruction.operands
        type_, width = amount.type, amount.type.scalar.params[0]
        bad = b.compare(Predicate.ICMP_UGE, amount, b.integer(type_, width))
        rest = b.binary(BinaryOperator.UREM, amount, b.integer(type_, width))
        difference = self.report(function, instruction, bad, _SHIFT)
        defined = instruction.copy()
        defined.operands, defined.params = (value, rest), (instruction.opcode, 0)
        b.insert(defined)
        bits: Value = difference if type_.scalar is b.i64 else b.resized(difference, type_.scalar)
        if is_vector(type_):
            bits = b.joined(type_, [bits] * type_.params[0])
        instruction.params = (BinaryOperator.XOR, 0)
        instruction.operands = (defined, b.select(bad, bits, b.null(type_)))

    def conversion(self, function: Function, instruction: Instruction) -> None:
        b = self.b
        value = given = instruction.operands[0]
        if value.type.scalar.code in (TypeCode.HALF, TypeCode.BFLOAT):
            value = b.cast(CastOperator.FPEXT, value, b.like(value.type, b.f32))
        bits, signed = instruction.type.scalar.params[0], _word(instruction).startswith(("fptosi", "air.convert.s."))
        end = 2.0 ** (bits - 1 if signed else bits)
        first = -end if signed else 0.0
        # What is above the next lower integer is rounded towards zero, to the lowest.
        below = Predicate.FCMP_OGT, first - 1
        if signed and bits > _PRECISION[value.type.scalar.code]:
            below = Predicate.FCMP_OGE, first  # there is nothing between them
        inside = b.binary(
            BinaryOperator.AND,
            b.compare(below[0], value, self.number(value.type, below[1])),
            b.compare(Predicate.FCMP_OLT, value, self.number(value.type, end)),
        )
        bad = b.binary(BinaryOperator.XOR, inside, b.integer(inside.type, -1))
        difference = self.report(function, instruction, bad, _CONVERSION)
        differs = b.compare(Predicate.ICMP_NE, difference, b.null(b.i64))
        usual = given if instruction.code is InstCode.CALL else b.null(given.type)  # the call is defined here
        other = b.select(bad, b.select(differs, self.number(given.type, _OTHER), usual), given)
        instruction.operands = (other, *instruction.operands[1:])

    def number(self, type_: Type, value: float) -> Constant:
        bits = float_bits(type_.scalar.code, value)
        assert bits is not None, value
        return self.b.floating(type_, bits)

    def report(self, function: Function, instruction: Instruction, bad: Value, kind: int) -> Instruction:
        """A call that reports it if any element is bad: the bits that undefined results are to differ by."""
        b = self.b
        if is_vector(bad.type):
            bits = b.context.integer_type(bad.type.params[0])
            bad = b.compare(Predicate.ICMP_NE, b.bitcast(bad, bits), b.null(bits))
        self.places.append(place_of(self.module, function, instruction, _word(instruction)))
        check = self.functions.declare("mtlb_check_result", self.type)
        return b.call(check, (bad, b.integer(b.i32, kind), b.integer(b.i32, len(self.places))))


def _has_undefined_results(instruction: Instruction) -> bool:
    if instruction.code is InstCode.CAST:
        return instruction.opcode in _TO_INTEGER
    if instruction.code is InstCode.CALL:
        converts = len(instruction.operands) == 2 and _CONVERT.match(_word(instruction)) is not None
        return converts and instruction.operands[0].type.is_floating and _is_integer(instruction.type)
    if instruction.code is not InstCode.BINOP or instruction.type.scalar.code is not TypeCode.INTEGER:
        return False
    if instruction.opcode in _SHIFTS:
        least, most = 0, instruction.type.scalar.params[0] - 1
    elif instruction.opcode in _DIVISIONS:
        least, most = 1, (1 << instruction.type.scalar.params[0]) - 1 - (instruction.opcode in _SIGNED)
    else:
        return False
    amount, ones = instruction.operands[1], (1 << instruction.type.scalar.params[0]) - 1
    if not isinstance(amount, Constant) or amount.code not in _PLAIN:
        return True
    values = (0,) if amount.code is ConstantCode.NULL else amount.params
    return not all(least <= value & ones <= most for value in values)


def _is_integer(type_: Type) -> bool:
    return type_.scalar.code is TypeCode.INTEGER and type_.scalar.params[0] > 1


def _word(instruction: Instruction) -> str:
    """What the text of IR calls it, or whom it calls."""
    if instruction.code is InstCode.CALL:
        callee = instruction.operands[-1]
        return callee.name if isinstance(callee, Function) else ""
    is_cast = instruction.code is InstCode.CAST
    return (CastOperator if is_cast else BinaryOperator)(instruction.opcode).name.lower()
