"""The formats of floating-point numbers that shaders have: sign, exponent, fraction, as IEEE 754 lays them out."""

from __future__ import annotations

import math
import struct
from typing import Final

from ..base.classes import NamedTuple
from .opcodes import TypeCode
from .types import Type

_BFLOAT: Final = TypeCode.BFLOAT
_FLOAT: Final = TypeCode.FLOAT
_HALF: Final = TypeCode.HALF


class FloatFormat(NamedTuple):
    """The width of a format and of its fraction, in bits. The numbers below are bits of it, too."""

    bits: int
    fraction: int

    @property
    def bias(self) -> int:
        """The exponent of 1 as the format has it."""
        return (1 << self.bits - self.fraction - 2) - 1

    @property
    def one(self) -> int:
        """1.0."""
        return self.bias << self.fraction

    @property
    def sign(self) -> int:
        """The sign, which alone is -0.0."""
        return 1 << self.bits - 1

    @property
    def infinity(self) -> int:
        """The exponent bits; greater patterns, ignoring the sign, are NaN."""
        return (2 * self.bias + 1) << self.fraction

    @property
    def quiet(self) -> int:
        """The bit that a NaN has which signals nothing."""
        return 1 << self.fraction - 1


FLOAT_FORMATS: Final = {
    TypeCode.HALF: FloatFormat(16, 10),
    TypeCode.BFLOAT: FloatFormat(16, 7),
    TypeCode.FLOAT: FloatFormat(32, 23),
    TypeCode.DOUBLE: FloatFormat(64, 52),
}


def bits_of(type_: Type) -> int:
    """The width of a number, or of the elements of a vector of numbers."""
    scalar = type_.scalar
    return FLOAT_FORMATS[scalar.code].bits if scalar.code in FLOAT_FORMATS else scalar.params[0]


def float_bits(code: TypeCode, value: float) -> int | None:
    """The bits of a number in a floating-point type: the nearest one, ties to even. None for a finite one that is too
    large."""
    if code is _BFLOAT:
        return _bfloat_bits(value)
    letter = {_HALF: "<e", _FLOAT: "<f"}.get(code, "<d")
    try:
        return int.from_bytes(struct.pack(letter, value), "little")
    except OverflowError:
        return None


def _bfloat_bits(value: float) -> int | None:
    """Rounded once: by way of a float it would be twice."""
    format = FLOAT_FORMATS[_BFLOAT]
    sign = format.sign if math.copysign(1.0, value) < 0 else 0
    if math.isnan(value):
        return sign | format.infinity | format.quiet
    if math.isinf(value):
        return sign | format.infinity
    least = 1 - format.bias
    exponent = max(math.frexp(value)[1] - 1, least) if value else least
    steps = round(math.ldexp(abs(value), format.fraction - exponent))  # 128 to 256 for a normal number
    bits = (exponent - least << format.fraction) + steps
    return sign | bits if bits < format.infinity else None
