"""Expansions on all pairs of small integers, by a reading of the few instructions that they are made of."""

from __future__ import annotations

import pytest

from mtlb.ir import Argument, BinaryOperator, Constant, Context, InstCode, Predicate, Value
from mtlb.ir.build import IRBuilder
from mtlb.ir.expand import safe_divisor

BITS = 4
_COMPUTED = {BinaryOperator.AND: int.__and__, BinaryOperator.OR: int.__or__}


def evaluated(b: IRBuilder, result: Value, arguments: tuple[int, ...]) -> int:
    """The value of a result, as a number without a sign."""
    numbers: dict[Value, int] = {}

    def of(value: Value) -> int:
        if isinstance(value, Argument):
            return arguments[value.index] % (1 << BITS)
        if isinstance(value, Constant):
            return (value.params[0] if value.params else 0) % (1 << BITS)
        return numbers[value]

    for instruction in b.instructions:
        operands = [of(operand) for operand in instruction.operands]
        if instruction.code is InstCode.CMP2:
            assert instruction.predicate == Predicate.ICMP_EQ
            numbers[instruction] = int(operands[0] == operands[1])
        elif instruction.code is InstCode.VSELECT:
            numbers[instruction] = operands[1] if operands[0] else operands[2]
        else:
            numbers[instruction] = _COMPUTED[BinaryOperator(instruction.opcode)](*operands)
    return of(result)


@pytest.mark.parametrize("signed", [False, True])
def test_divisors(signed: bool) -> None:
    b = IRBuilder(Context())
    type_ = b.context.integer_type(BITS)
    result = safe_divisor(b, Argument(type_, 0), Argument(type_, 1), signed=signed)
    lowest = -1 << BITS - 1
    numbers = range(lowest, -lowest) if signed else range(1 << BITS)
    for dividend in numbers:
        for divisor in numbers:
            bad = divisor == 0 or (signed and (dividend, divisor) == (lowest, -1))
            assert evaluated(b, result, (dividend, divisor)) == (1 if bad else divisor % (1 << BITS)), (
                dividend,
                divisor,
            )


def test_of_vectors() -> None:
    b = IRBuilder(Context())
    type_ = b.vector(b.i32, 2)
    result = safe_divisor(b, Argument(type_, 0), Argument(type_, 1), signed=True)
    assert result.type is type_ and len(b.instructions) == 6
