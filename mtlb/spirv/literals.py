"""Numbers and strings in the form of SPIR-V's assembly (docs/spirv.md §7)."""

from __future__ import annotations

import math

from .types import SpirvType, TypeFloat, TypeInt, number_of

_DIGITS = {32: 9, 64: 17}
_SHAPES = {16: (5, 10), 32: (8, 23), 64: (11, 52)}
"""The numbers of exponent and fraction bits, by width."""


def number_text(bits: int, kind: SpirvType) -> str:
    """A number literal: decimal, or hexadecimal if it is 16-bit, subnormal, infinite or NaN."""
    if isinstance(kind, TypeInt):
        return str(number_of(bits, kind))
    if not isinstance(kind, TypeFloat) or kind.encoding is not None or kind.width not in _SHAPES:
        return str(bits)
    value = float(number_of(bits, kind))
    smallest = {32: 2.0**-126, 64: 2.0**-1022}.get(kind.width, math.inf)
    if (value == 0 and kind.width != 16) or (math.isfinite(value) and abs(value) >= smallest):
        return format(value, f".{_DIGITS[kind.width]}g")
    return _hexadecimal(bits, kind.width)


def _hexadecimal(bits: int, width: int) -> str:
    """``-0x1.8p+3``."""
    exponent_bits, fraction_bits = _SHAPES[width]
    sign = "-" if bits >> (width - 1) & 1 else ""
    exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1)
    nibbles = -(-fraction_bits // 4)
    top = 1 << (4 * nibbles)
    fraction = (bits & ((1 << fraction_bits) - 1)) << (4 * nibbles - fraction_bits)
    if not exponent and not fraction:
        return f"{sign}0x0p+0"
    power = exponent - ((1 << (exponent_bits - 1)) - 1)
    if not exponent:
        while not fraction & top >> 1:
            fraction <<= 1
            power -= 1
        fraction = fraction << 1 & (top - 1)
    digits = f"{fraction:0{nibbles}x}".rstrip("0")
    return f"{sign}0x1{'.' if digits else ''}{digits}p{power:+d}"


def string_text(text: str) -> str:
    """A string literal: quoted, with quotes and backslashes escaped."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
