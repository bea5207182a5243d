"""Expansions of operations without an instruction or function of their own, shared by several packages."""

from __future__ import annotations

from collections.abc import Callable

from .build import IRBuilder
from .floats import FLOAT_FORMATS
from .opcodes import Predicate
from .operators import BinaryOperator
from .types import Type
from .values import Value


def safe_divisor(b: IRBuilder, dividend: Value, divisor: Value, *, signed: bool) -> Value:
    """The divisor of integers; 1 where the quotient is not defined: for 0, and for -1 of the lowest number."""
    type_ = divisor.type
    bad = b.compare(Predicate.ICMP_EQ, divisor, b.null(type_))
    if signed:
        lowest = b.compare(Predicate.ICMP_EQ, dividend, b.integer(type_, -1 << type_.scalar.params[0] - 1))
        minus_one = b.compare(Predicate.ICMP_EQ, divisor, b.integer(type_, -1))
        bad = b.binary(BinaryOperator.OR, bad, b.binary(BinaryOperator.AND, lowest, minus_one))
    return b.select(bad, b.integer(type_, 1), divisor)


def modf_fraction(b: IRBuilder, x: Value, whole: Value) -> Value:
    """The part of a float after the point, of which `whole` is the other part. It has the sign of the float; that of
    an infinity is a zero (ISO C F.10.3.12)."""
    form = FLOAT_FORMATS[x.type.scalar.code]
    integer = b.like(x.type, b.context.integer_type(form.bits))
    is_whole = b.compare(Predicate.FCMP_OEQ, whole, x)
    rest = b.select(is_whole, b.null(x.type), b.binary(BinaryOperator.FSUB, x, whole))
    sign = b.binary(BinaryOperator.AND, b.bitcast(x, integer), b.integer(integer, form.sign))
    return b.bitcast(b.binary(BinaryOperator.OR, b.bitcast(rest, integer), sign), x.type)


def frexp(b: IRBuilder, x: Value, to_float: Callable[[Value], Value]) -> tuple[Value, Value]:
    """A fraction from 0.5 to below 1 and the power of two, an integer as wide as the float, whose product is `x`.

    Zeros, infinities and NaN are their own fraction, with the exponent 0. `to_float` converts unsigned integers to the
    type of `x`. No operation is done on a denormal number: GPUs may take it for zero.
    """
    form = FLOAT_FORMATS[x.type.scalar.code]
    integer = b.like(x.type, b.context.integer_type(form.bits))
    leading = 1 << form.fraction

    def number(value: int) -> Value:
        return b.integer(integer, value)

    bits = b.bitcast(x, integer)
    magnitude = b.binary(BinaryOperator.AND, bits, number(form.sign - 1))
    # The fraction of a denormal number, as an integer, is less than `leading`; as a float it is a normal number.
    is_denormal = b.compare(Predicate.ICMP_ULT, magnitude, number(leading))
    normal = b.select(is_denormal, b.bitcast(to_float(magnitude), integer), magnitude)
    scale = b.select(is_denormal, number(2 * form.bias - 2 + form.fraction), number(form.bias - 1))
    exponent = b.binary(BinaryOperator.SUB, b.binary(BinaryOperator.LSHR, normal, number(form.fraction)), scale)
    fraction = b.binary(BinaryOperator.AND, normal, number(leading - 1))
    fraction = b.binary(BinaryOperator.OR, fraction, number(form.bias - 1 << form.fraction))
    fraction = b.binary(BinaryOperator.OR, fraction, b.binary(BinaryOperator.AND, bits, number(form.sign)))
    is_zero = b.compare(Predicate.ICMP_EQ, magnitude, number(0))
    is_kept = b.binary(BinaryOperator.OR, is_zero, b.compare(Predicate.ICMP_UGE, magnitude, number(form.infinity)))
    return b.select(is_kept, x, b.bitcast(fraction, x.type)), b.select(is_kept, number(0), exponent)


def saturated(b: IRBuilder, x: Value, type_: Type, *, signed: bool, from_signed: bool) -> Value:
    """Integers as the nearest ones of another integer type, or of a vector of it. `signed` is of the result."""
    bits, wide = type_.scalar.params[0], x.type.scalar.params[0]
    lowest, highest = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if from_signed and lowest > -1 << wide - 1:
        is_less = b.compare(Predicate.ICMP_SLT, x, b.integer(x.type, lowest))
        x = b.select(is_less, b.integer(x.type, lowest), x)
    if highest < (1 << wide - from_signed) - 1:
        is_more = Predicate.ICMP_SGT if from_signed else Predicate.ICMP_UGT
        x = b.select(b.compare(is_more, x, b.integer(x.type, highest)), b.integer(x.type, highest), x)
    return b.resized(x, b.like(x.type, type_.scalar), signed=from_signed)
