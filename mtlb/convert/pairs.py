"""Integers of 128 bits: each is a pair of 64-bit integers.

LLVM makes such a product of code that computes the upper half of a product of 64 bits from its four parts.
"""

from __future__ import annotations

from typing import Final

from ..ir import (
    BinaryOperator,
    BlockInstruction,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Predicate,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.mapper import replace_operands
from ..ir.type_rules import is_vector
from ..ir.uses import local_values
from ..passes.rewriter import Rewriter, remove_unused

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ADD: Final = BinaryOperator.ADD
_AND: Final = BinaryOperator.AND
_ASHR: Final = BinaryOperator.ASHR
_LSHR: Final = BinaryOperator.LSHR
_MUL: Final = BinaryOperator.MUL
_OR: Final = BinaryOperator.OR
_SHL: Final = BinaryOperator.SHL
_SUB: Final = BinaryOperator.SUB
_XOR: Final = BinaryOperator.XOR
_INTEGER: Final = TypeCode.INTEGER

_HALF = 64
_ALIGNED = 4
"""The alignment of a half in a record, log2 of 8 bytes and 1."""
_UNSIGNED = {
    Predicate.ICMP_SGT: Predicate.ICMP_UGT,
    Predicate.ICMP_SGE: Predicate.ICMP_UGE,
    Predicate.ICMP_SLT: Predicate.ICMP_ULT,
    Predicate.ICMP_SLE: Predicate.ICMP_ULE,
}
_Pair = tuple[Value, Value]
"""The lower and the upper half."""


def is_long(type_: Type) -> bool:
    """Whether it is an integer of 128 bits, or a vector of such integers."""
    return type_.scalar.code is _INTEGER and type_.scalar.params[0] == 2 * _HALF


def split_integers(code: Rewriter, function: Function) -> bool:
    """Rewrite all such integers in a function; returns whether there were any. UnsupportedError for instructions that
    have no form here, such as divisions.
    """
    if not any(map(is_long, code.context.literal_types())):  # as in most modules
        return False
    if not any(map(_has_long_value, function.instructions())):
        return False
    splitting = _Splitting()
    code.run(function, dict.fromkeys(InstCode, splitting.rule))
    splitting.finish(code)
    remove_unused(function, (InstCode.BINOP,))  # halves that nothing uses
    return True


def _has_long_value(i: Instruction) -> bool:
    return is_long(i.type) or any(is_long(operand.type) for operand in i.operands)


def _has_long(i: Instruction) -> bool:
    is_place = i.code is InstCode.GEP and i.aux_type is not None and is_long(i.aux_type)
    return is_place or _has_long_value(i)


class _Splitting:
    def __init__(self) -> None:
        self.pairs: dict[Value, _Pair] = {}
        self.phis: list[tuple[BlockInstruction, BlockInstruction, BlockInstruction]] = []

    def type(self, code: Rewriter, type_: Type) -> Type:
        """The type of a half."""
        return code.like(type_, code.i64)

    def of(self, code: Rewriter, value: Value) -> _Pair:
        """The halves of a value."""
        pair = self.pairs.get(value)
        if pair is None:
            pair = self.pairs[value] = self.constant(code, value)
        return pair

    def constant(self, code: Rewriter, value: Value) -> _Pair:
        """The halves of a constant."""
        type_ = self.type(code, value.type)
        if isinstance(value, Constant):
            if value.code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON):
                return code.null(type_), code.null(type_)
            if value.code == ConstantCode.INTEGER:  # of 64 bits, signed
                return code.integer(type_, value.params[0]), code.integer(type_, value.params[0] >> (_HALF - 1))
            if value.code == ConstantCode.WIDE_INTEGER:
                low, high = (*value.params, 0)[:2]  # upper words of zero are not written
                return code.integer(type_, low), code.integer(type_, high)
            if value.code == ConstantCode.AGGREGATE:
                halves = [self.of(code, operand) for operand in value.operands]
                lower, upper = (tuple(half[n] for half in halves) for n in range(2))
                aggregate = ConstantCode.AGGREGATE
                return code.context.constant(type_, aggregate, (), lower), code.context.constant(
                    type_, aggregate, (), upper
                )
        raise code.refuse(None, f"an operand of type i{2 * _HALF}")

    def rule(self, code: Rewriter, i: Instruction) -> Value | bool | None:
        if not _has_long(i):
            return None
        if is_long(i.type):
            pair = self.pair(code, i)
            if pair is not None:
                self.pairs[i] = pair
                return True
        else:
            result = self.single(code, i)
            if result is not None:
                return result
        raise code.refuse(i, f"an instruction on i{2 * _HALF}: AIR has integers of at most 64 bits")

    def pair(self, code: Rewriter, i: Instruction) -> _Pair | None:
        """The halves of a result of 128 bits; None for an instruction without a form here."""
        operands = i.operands
        type_ = self.type(code, i.type)
        if i.code is InstCode.CAST:
            value = operands[0]
            if i.opcode not in (CastOperator.ZEXT, CastOperator.SEXT):
                return None
            is_signed = i.opcode == CastOperator.SEXT
            low = value if value.type is type_ else code.resized(value, type_, signed=is_signed)
            return low, code.binary(_ASHR, low, code.integer(type_, _HALF - 1)) if is_signed else code.null(type_)
        if i.code is InstCode.BINOP:
            return self.binary(code, BinaryOperator(i.opcode), operands[0], operands[1])
        if i.code is InstCode.VSELECT:
            first, second = (self.of(code, value) for value in operands[1:])
            return code.select(operands[0], first[0], second[0]), code.select(operands[0], first[1], second[1])
        if i.code is InstCode.FREEZE:
            low, high = self.of(code, operands[0])
            return code.freeze(low), code.freeze(high)
        if i.code is InstCode.PHI and isinstance(i, BlockInstruction):
            phis = code.phi(type_, (), i.blocks), code.phi(type_, (), i.blocks)
            self.phis.append((i, *phis))
            return phis
        if i.code is InstCode.LOAD and not is_vector(i.type):
            upper = code.gep(code.i8, operands[0], code.integer(code.i64, 8))
            align = min(i.alignment, _ALIGNED)
            return code.load(type_, operands[0], align, i.is_volatile), code.load(type_, upper, align, i.is_volatile)
        return None

    def binary(self, code: Rewriter, operator: BinaryOperator, left: Value, right: Value) -> _Pair | None:
        """The halves of an operator's result."""
        low, high = self.of(code, left)
        if operator in (_SHL, _LSHR, _ASHR):
            return _shifted(code, operator, low, high, self.of(code, right)[0])
        other, upper = self.of(code, right)
        if operator in (_AND, _OR, _XOR):
            return code.binary(operator, low, other), code.binary(operator, high, upper)
        if operator in (_ADD, _SUB):
            result = code.binary(operator, low, other)
            first, second = (result, low) if operator is _ADD else (low, other)
            carry = code.resized(code.compare(Predicate.ICMP_ULT, first, second), low.type)
            return result, code.binary(operator, code.binary(operator, high, upper), carry)
        if operator is _MUL:
            product = code.air_call("mul_hi", [low.type], [low, other])
            for factor, half in ((low, upper), (other, high)):
                if constant_number(factor) != 0 and constant_number(half) != 0:
                    product = code.binary(_ADD, product, code.binary(_MUL, factor, half))
            return code.binary(_MUL, low, other), product
        return None

    def single(self, code: Rewriter, i: Instruction) -> Value | bool | None:
        """The result of an instruction that takes 128 bits; None if it has no form here."""
        operands = i.operands
        if i.code is InstCode.CAST and i.opcode == CastOperator.TRUNC:
            low = self.of(code, operands[0])[0]
            return low if low.type is i.type else code.resized(low, i.type)
        if i.code is InstCode.GEP and not any(is_long(operand.type) for operand in operands):
            return code.make(i.code, i.type, operands, i.params, code.context.type(TypeCode.ARRAY, (2,), (code.i64,)))
        if i.code is InstCode.CMP2:
            (low, high), (other, upper) = (self.of(code, value) for value in operands)
            predicate = Predicate(i.predicate)
            if predicate in (Predicate.ICMP_EQ, Predicate.ICMP_NE):
                bits = code.binary(_OR, code.binary(_XOR, low, other), code.binary(_XOR, high, upper))
                return code.compare(predicate, bits, code.null(bits.type))
            is_equal = code.compare(Predicate.ICMP_EQ, high, upper)
            lower = code.compare(_UNSIGNED.get(predicate, predicate), low, other)
            return code.select(is_equal, lower, code.compare(predicate, high, upper))
        if i.code is InstCode.STORE and is_long(operands[0].type) and not is_vector(operands[0].type):
            low, high = self.of(code, operands[0])
            align = min(i.alignment, _ALIGNED)
            code.store(low, operands[1], align, i.is_volatile)
            code.store(high, code.gep(code.i8, operands[1], code.integer(code.i64, 8)), align, i.is_volatile)
            return True
        return None

    def finish(self, code: Rewriter) -> None:
        """Set the operands of the phis, some of which are defined after them."""
        for old, *halves in self.phis:
            for number, phi in enumerate(halves):
                phi.operands = tuple(self.of(code, operand)[number] for operand in old.operands)
                phi.blocks = tuple(code.ends.get(block, block) for block in old.blocks)
        unknown = code.undef(code.i64)
        for instruction in code.function.instructions():  # debug info
            for operand in instruction.operands:
                if any(value in self.pairs for value in local_values(operand)):
                    replace_operands(code.context, instruction, lambda x: unknown if x in self.pairs else x)


def _shifted(code: Rewriter, operator: BinaryOperator, low: Value, high: Value, amount: Value) -> _Pair:
    """The halves of a number that is shifted by less than 128."""
    type_ = low.type
    last = code.integer(type_, _HALF - 1)
    near, far = (high, low) if operator is _SHL else (low, high)  # bits move from far to near
    back = _LSHR if operator is _SHL else _SHL
    of_near = _SHL if operator is _SHL else _LSHR
    rest = code.binary(_ASHR, high, last) if operator is _ASHR else code.null(type_)
    number = constant_number(amount)
    if number is not None:
        count: Value = code.integer(type_, number % _HALF)
        shifted = code.binary(operator, far, count) if number % _HALF else far
        if number >= _HALF:
            near, far = shifted, rest
        elif number:
            moved = code.binary(back, far, code.integer(type_, _HALF - number))
            near, far = code.binary(_OR, code.binary(of_near, near, count), moved), shifted
    else:
        count = code.binary(_AND, amount, last)
        # The bits that change their half move in two steps, because a shift by 64 is undefined.
        gap = code.binary(_SUB, last, count)
        moved = code.binary(back, code.binary(back, far, code.integer(type_, 1)), gap)
        shifted = code.binary(operator, far, count)
        is_more = code.compare(Predicate.ICMP_UGT, amount, last)
        near = code.select(is_more, shifted, code.binary(_OR, code.binary(of_near, near, count), moved))
        far = code.select(is_more, rest, shifted)
    return (far, near) if operator is _SHL else (near, far)
