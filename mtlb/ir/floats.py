"""The formats of floating-point numbers that shaders have: sign, exponent, fraction, as IEEE 754 lays them out."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from .opcodes import TypeCode
from .types import Type


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
        """The exponent alone; what is more, but for the sign, is NaN."""
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
    """The bits of a number in a floating-point type: the nearest one. None for one that is too large."""
    if code is TypeCode.DOUBLE:
        return int.from_bytes(struct.pack("<d", value), "little")
    try:
        packed = struct.pack("<e" if code is TypeCode.HALF else "<f", value)
    except OverflowError:
        return None
    bits = int.from_bytes(packed, "little")
    if code is TypeCode.BFLOAT:
        bits = bits + 0x7FFF + (bits >> 16 & 1) >> 16
    return bits
