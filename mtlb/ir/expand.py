"""What several rooms write in place of one operation, for lack of an instruction or a function that does it."""

from __future__ import annotations

from .build import IRBuilder
from .opcodes import Predicate
from .operators import BinaryOperator
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
