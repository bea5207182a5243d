"""Expressions over values with Python's operators, used by the rows of library functions.

`E(code, x) * 0.5 + y` creates a multiplication and an addition. Numbers and scalars are extended to vectors if the
other operand is a vector. Comparisons give i1 values, by which `pick` chooses between two values.
"""

from __future__ import annotations

from ..ir import BinaryOperator, CastOperator, Predicate, Type, Value
from ..ir.floats import FLOAT_FORMATS, float_bits
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter
from .math import air_math

_Number = int | float


def broadcast(code: Rewriter, value: Value, type_: Type) -> Value:
    """A scalar repeated to a vector of `type_`'s length; a vector is returned unchanged."""
    if not is_vector(type_) or is_vector(value.type):
        return value
    return code.joined(code.like(type_, value.type), [value] * type_.params[0])


class E:
    """A value and the operators on it. `flags`: fast-math flags of floating-point operations."""

    __slots__ = ("code", "flags", "value")

    def __init__(self, code: Rewriter, value: Value, flags: int = 0) -> None:
        self.code = code
        self.value = value
        self.flags = flags

    @property
    def type(self) -> Type:
        """The type of the value."""
        return self.value.type

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point number or a vector of them."""
        return self.type.is_floating

    def of(self, value: Value) -> E:
        """Another value, with the same flags."""
        return E(self.code, value, self.flags)

    def number(self, number: _Number) -> E:
        """A constant of the same type."""
        if self.is_float:
            bits = float_bits(self.type.scalar.code, float(number))
            assert bits is not None, f"{number} is too large for {self.type}"
            return self.of(self.code.floating(self.type, bits))
        return self.of(self.code.integer(self.type, int(number)))

    def _pair(self, other: E | _Number) -> tuple[E, E]:
        right = self.number(other) if isinstance(other, (int, float)) else other
        left = self.of(broadcast(self.code, self.value, right.type))
        return left, self.of(broadcast(self.code, right.value, left.type))

    def _binary(self, integer: BinaryOperator, floating: BinaryOperator | None, other: E | _Number) -> E:
        left, right = self._pair(other)
        if left.is_float and floating is not None:
            return self.of(self.code.binary(floating, left.value, right.value, self.flags))
        return self.of(self.code.binary(integer, left.value, right.value))

    def __add__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.ADD, BinaryOperator.FADD, other)

    def __sub__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.SUB, BinaryOperator.FSUB, other)

    def __rsub__(self, other: _Number) -> E:
        return self.number(other) - self

    def __mul__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.MUL, BinaryOperator.FMUL, other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __truediv__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.UDIV, BinaryOperator.FDIV, other)

    def __rtruediv__(self, other: _Number) -> E:
        return self.number(other) / self

    def __and__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.AND, None, other)

    def __or__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.OR, None, other)

    def __xor__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.XOR, None, other)

    def __lshift__(self, other: E | _Number) -> E:
        return self._binary(BinaryOperator.SHL, None, other)

    def __rshift__(self, other: E | _Number) -> E:
        """Logical shift right."""
        return self._binary(BinaryOperator.LSHR, None, other)

    def shifted_signed(self, other: E | _Number) -> E:
        """Arithmetic shift right."""
        return self._binary(BinaryOperator.ASHR, None, other)

    def __neg__(self) -> E:
        return self.number(-0.0 if self.is_float else 0) - self

    def __invert__(self) -> E:
        return self ^ -1

    def compared(self, floating: Predicate, integer: Predicate, other: E | _Number) -> E:
        """The i1 result of a comparison."""
        left, right = self._pair(other)
        predicate = floating if left.is_float else integer
        return self.of(self.code.compare(predicate, left.value, right.value))

    def __lt__(self, other: E | _Number) -> E:
        return self.compared(Predicate.FCMP_OLT, Predicate.ICMP_SLT, other)

    def __le__(self, other: E | _Number) -> E:
        return self.compared(Predicate.FCMP_OLE, Predicate.ICMP_SLE, other)

    def __gt__(self, other: E | _Number) -> E:
        return self.compared(Predicate.FCMP_OGT, Predicate.ICMP_SGT, other)

    def __ge__(self, other: E | _Number) -> E:
        return self.compared(Predicate.FCMP_OGE, Predicate.ICMP_SGE, other)

    def eq(self, other: E | _Number) -> E:
        """Whether both are equal; false for NaN."""
        return self.compared(Predicate.FCMP_OEQ, Predicate.ICMP_EQ, other)

    def ne(self, other: E | _Number) -> E:
        """Whether both are different; true for NaN."""
        return self.compared(Predicate.FCMP_UNE, Predicate.ICMP_NE, other)

    def is_nan(self) -> E:
        """Whether the value is NaN."""
        return self.of(self.code.compare(Predicate.FCMP_UNO, self.value, self.value))

    # --- functions ---------------------------------------------------------------------------------------------------

    def math(self, family: str, *others: E | _Number) -> E:
        """A function of AIR on floats."""
        operands = [other if isinstance(other, E) else self.number(other) for other in others]
        type_ = next((o.type for o in (self, *operands) if is_vector(o.type)), self.type)
        values = [broadcast(self.code, o.value, type_) for o in (self, *operands)]
        return self.of(air_math(self.code, family, values, self.flags))

    def bits(self) -> E:
        """The bits of floats as integers."""
        width = FLOAT_FORMATS[self.type.scalar.code].bits
        integer = self.code.like(self.type, self.code.context.integer_type(width))
        return self.of(self.code.bitcast(self.value, integer))

    def as_type(self, type_: Type) -> E:
        """The same bits as another type."""
        return self.of(self.code.bitcast(self.value, type_))

    def with_sign_of(self, other: E) -> E:
        """The magnitude of this value with the sign of another."""
        sign = FLOAT_FORMATS[self.type.scalar.code].sign
        joined = (self.bits() & (sign - 1)) | (other.bits() & sign)
        return joined.as_type(self.type)

    def extended(self, type_: Type, *, signed: bool) -> E:
        """Integers, or bits, extended or truncated to another width."""
        return self.of(self.code.resized(self.value, self.code.like(self.type, type_.scalar), signed=signed))

    def to_float(self, type_: Type) -> E:
        """Signed integers as floats. The rules for casts turn the instruction into a function of AIR."""
        requested = self.code.like(self.type, type_.scalar)
        return self.of(self.code.cast(CastOperator.SITOFP, self.value, requested))


def pick(condition: E, if_true: E | _Number, if_false: E | _Number) -> E:
    """A select between two values, element by element."""
    model = if_true if isinstance(if_true, E) else if_false
    assert isinstance(model, E)
    left, right = (item if isinstance(item, E) else model.number(item) for item in (if_true, if_false))
    code = condition.code
    shape = next((v.type for v in (condition, left, right) if is_vector(v.type)), condition.type)
    values = [broadcast(code, v.value, shape) for v in (left, right)]
    return left.of(code.select(broadcast(code, condition.value, shape), *values))
