"""Inserts calls of the run-time's checks where an instruction's result is undefined for its operands
(native/check.c).
Division by zero, and of the lowest integer by -1, is undefined in LLVM (its language reference); Metal leaves the
quotient unspecified, and the remainder by zero undefined (Metal Shading Language Specification 3.1). Operations that
wrap in spite of their no-wrap flags are poison in LLVM; overflow of signed integers is undefined in Metal (3.1).
Metal's specification does not state the result of casts out of range: that `air.convert` is undefined there is
a guess.
An LLVM shift by the width or more is poison, and so are `fptosi` and `fptoui` of values out of the integer's range
(LLVM's language reference); compilers mask the amount first if a language takes it modulo the width. Such
instructions may be hoisted out of branches, so the second run substitutes another result (`execution.py`), and there
is a finding only if the output changes."""

from __future__ import annotations

import re
from collections.abc import Collection

from ..air.intrinsics import type_word
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
    UnnamedAddr,
    Value,
    WrapFlag,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.floats import float_bits
from ..ir.type_rules import is_vector
from .checks import Place, place_of
from .layout import ReportKind

_DIVISIONS = {
    BinaryOperator.UDIV: ReportKind.DIVISION_BY_ZERO,
    BinaryOperator.SDIV: ReportKind.DIVISION_BY_ZERO,
    BinaryOperator.UREM: ReportKind.REMAINDER_BY_ZERO,
    BinaryOperator.SREM: ReportKind.REMAINDER_BY_ZERO,
}
_WRAPPING = {BinaryOperator.ADD: "add", BinaryOperator.SUB: "sub", BinaryOperator.MUL: "mul"}
_SIGNED = frozenset({BinaryOperator.SDIV, BinaryOperator.SREM})
_SHIFTS = frozenset({BinaryOperator.SHL, BinaryOperator.LSHR, BinaryOperator.ASHR})
_TO_INTEGER = frozenset({CastOperator.FPTOSI, CastOperator.FPTOUI})
_CONVERT = re.compile(r"air\.convert\.[su]\.[^.]+\.f\.")
_OTHER = 42.0  # neither an integer limit nor the result for NaN
_PLAIN = (ConstantCode.NULL, ConstantCode.INTEGER, ConstantCode.DATA)
_WIDEST = 64  # the widest product, in bits, whose overflow LLVM tests without a library call
_PRECISION = {TypeCode.FLOAT: 24, TypeCode.DOUBLE: 53}


def check_results(module: Module, places: list[Place], left_alone: Collection[Function] = ()) -> None:
    """Insert checks of results into the functions of a module, which is changed. The place of each is added to
    `places`.
    This runs before divisors are replaced (`guards.py`)."""
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
            result = self.b.collect()
            for instruction in block.instructions:
                if _has_undefined_results(instruction):
                    self.b.debug_loc = instruction.debug_loc
                    if instruction.code in (InstCode.CAST, InstCode.CALL):
                        self.conversion(function, instruction)
                    elif instruction.opcode in _WRAPPING:
                        self.overflow(function, instruction)
                    elif instruction.opcode in _SHIFTS:
                        self.shift(function, instruction)
                    else:
                        self.division(function, instruction)
                result.append(instruction)
            block.instructions = result

    def division(self, function: Function, instruction: Instruction) -> None:
        b, opcode = self.b, BinaryOperator(instruction.opcode)
        dividend, divisor = instruction.operands
        type_ = divisor.type
        self.report(function, instruction, b.compare(Predicate.ICMP_EQ, divisor, b.null(type_)), _DIVISIONS[opcode])
        if opcode in _SIGNED:
            lowest = b.compare(Predicate.ICMP_EQ, dividend, b.integer(type_, -1 << type_.scalar.params[0] - 1))
            minus_one = b.compare(Predicate.ICMP_EQ, divisor, b.integer(type_, -1))
            bad = b.binary(BinaryOperator.AND, lowest, minus_one)
            self.report(function, instruction, bad, ReportKind.QUOTIENT_TOO_LARGE)

    def shift(self, function: Function, instruction: Instruction) -> None:
        """A shift by too much, or a left shift that loses bits although its flags exclude that."""
        b = self.b
        value, amount = instruction.operands
        type_, width = amount.type, amount.type.scalar.params[0]
        flags = _wrap_flags(instruction)
        rest: Value = amount
        bad: Value | None = None
        difference: Value | None = None
        if _is_out_of_range(instruction):
            bad = b.compare(Predicate.ICMP_UGE, amount, b.integer(type_, width))
            rest = b.binary(BinaryOperator.UREM, amount, b.integer(type_, width))
            difference = self.report(function, instruction, bad, ReportKind.SHIFT)
        if flags:
            shifted = b.binary(BinaryOperator.SHL, value, rest)
            lost: Value | None = None
            for flag, back in ((WrapFlag.NO_SIGNED, BinaryOperator.ASHR), (WrapFlag.NO_UNSIGNED, BinaryOperator.LSHR)):
                if flags & flag:
                    differs = b.compare(Predicate.ICMP_NE, b.binary(back, shifted, rest), value)
                    lost = differs if lost is None else b.binary(BinaryOperator.OR, lost, differs)
            assert lost is not None
            if bad is not None:
                lost = b.select(bad, b.null(lost.type), lost)
            more = self.report(function, instruction, lost, ReportKind.OVERFLOW)
            difference = more if difference is None else b.binary(BinaryOperator.OR, difference, more)
            bad = lost if bad is None else b.binary(BinaryOperator.OR, bad, lost)
        assert bad is not None and difference is not None
        self.replace(instruction, (value, rest), bad, difference)

    def overflow(self, function: Function, instruction: Instruction) -> None:
        """LLVM's overflow intrinsics report whether a result wraps."""
        b, type_ = self.b, instruction.type
        pair = b.context.type(TypeCode.STRUCT_ANON, (0,), (type_, b.like(type_, b.i1)))
        bad: Value | None = None
        for flag, letter in ((WrapFlag.NO_SIGNED, "s"), (WrapFlag.NO_UNSIGNED, "u")):
            if _wrap_flags(instruction) & flag:
                word = _WRAPPING[BinaryOperator(instruction.opcode)]
                name = f"llvm.{letter}{word}.with.overflow.{type_word(type_)}"
                asked = self.functions.declare(
                    name, b.function_type(pair, (type_, type_)), unnamed_addr=UnnamedAddr.NONE
                )
                wraps = b.extract_value(b.call(asked, instruction.operands), 1)
                bad = wraps if bad is None else b.binary(BinaryOperator.OR, bad, wraps)
        assert bad is not None
        difference = self.report(function, instruction, bad, ReportKind.OVERFLOW)
        self.replace(instruction, instruction.operands, bad, difference)

    def replace(self, instruction: Instruction, operands: tuple[Value, ...], bad: Value, difference: Value) -> None:
        """The result of an instruction with substituted valid operands; its bits are changed where the original
        operands are invalid."""
        b, type_ = self.b, instruction.type
        defined = instruction.copy()
        defined.operands, defined.params = operands, (instruction.opcode, 0)
        b.insert(defined)
        bits: Value = difference if type_.scalar is b.i64 else b.resized(difference, type_.scalar)
        if is_vector(type_):
            bits = b.joined(type_, [bits] * type_.params[0])
        instruction.params = (BinaryOperator.XOR, 0)
        instruction.operands = (defined, b.select(bad, bits, b.null(type_)))

    def conversion(self, function: Function, instruction: Instruction) -> None:
        b = self.b
        value = operand = instruction.operands[0]
        if value.type.scalar.code in (TypeCode.HALF, TypeCode.BFLOAT):
            value = b.cast(CastOperator.FPEXT, value, b.like(value.type, b.f32))
        bits, signed = instruction.type.scalar.params[0], _word(instruction).startswith(("fptosi", "air.convert.s."))
        end = 2.0 ** (bits - 1 if signed else bits)
        first = -end if signed else 0.0
        # Numbers above the next lower integer are truncated towards zero, to the lowest integer.
        below = Predicate.FCMP_OGT, first - 1
        if signed and bits > _PRECISION[value.type.scalar.code]:
            below = Predicate.FCMP_OGE, first  # no number of the format lies between them
        inside = b.binary(
            BinaryOperator.AND,
            b.compare(below[0], value, self.number(value.type, below[1])),
            b.compare(Predicate.FCMP_OLT, value, self.number(value.type, end)),
        )
        bad = b.binary(BinaryOperator.XOR, inside, b.integer(inside.type, -1))
        difference = self.report(function, instruction, bad, ReportKind.CONVERSION)
        differs = b.compare(Predicate.ICMP_NE, difference, b.null(b.i64))
        usual = operand if instruction.code is InstCode.CALL else b.null(operand.type)  # the call is defined here
        other = b.select(bad, b.select(differs, self.number(operand.type, _OTHER), usual), operand)
        instruction.operands = (other, *instruction.operands[1:])

    def number(self, type_: Type, value: float) -> Constant:
        bits = float_bits(type_.scalar.code, value)
        assert bits is not None, value
        return self.b.floating(type_, bits)

    def report(self, function: Function, instruction: Instruction, bad: Value, kind: ReportKind) -> Instruction:
        """Call the run-time's report if any element is invalid. Returns the bits in which undefined results are to
        differ."""
        b = self.b
        if is_vector(bad.type):
            bits = b.context.integer_type(bad.type.params[0])
            bad = b.compare(Predicate.ICMP_NE, b.bitcast(bad, bits), b.null(bits))
        self.places.append(place_of(function, instruction, _word(instruction)))
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
    if instruction.opcode in _WRAPPING:
        return bool(_wrap_flags(instruction)) and instruction.type.scalar.params[0] <= _WIDEST
    if instruction.opcode in _SHIFTS and _wrap_flags(instruction):
        return True
    return instruction.opcode in (*_SHIFTS, *_DIVISIONS) and _is_out_of_range(instruction)


def _wrap_flags(instruction: Instruction) -> int:
    """The no-wrap flags of an operation."""
    if instruction.opcode not in (*_WRAPPING, BinaryOperator.SHL) or len(instruction.params) < 2:
        return 0
    return instruction.params[1] & (WrapFlag.NO_SIGNED | WrapFlag.NO_UNSIGNED)


def _is_out_of_range(instruction: Instruction) -> bool:
    """Whether the second operand of a division or shift may be a value without a defined result."""
    if instruction.opcode in _SHIFTS:
        least, most = 0, instruction.type.scalar.params[0] - 1
    else:
        least, most = 1, (1 << instruction.type.scalar.params[0]) - 1 - (instruction.opcode in _SIGNED)
    amount, ones = instruction.operands[1], (1 << instruction.type.scalar.params[0]) - 1
    if not isinstance(amount, Constant) or amount.code not in _PLAIN:
        return True
    values = (0,) if amount.code is ConstantCode.NULL else amount.params
    return not all(least <= value & ones <= most for value in values)


def _is_integer(type_: Type) -> bool:
    return type_.scalar.code is TypeCode.INTEGER and type_.scalar.params[0] > 1


def _word(instruction: Instruction) -> str:
    """The name of the operation in IR text, or the name of the callee."""
    if instruction.code is InstCode.CALL:
        callee = instruction.operands[-1]
        return callee.name if isinstance(callee, Function) else ""
    is_cast = instruction.code is InstCode.CAST
    return (CastOperator if is_cast else BinaryOperator)(instruction.opcode).name.lower()
