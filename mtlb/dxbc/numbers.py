"""Number formatting of the C runtimes in Microsoft's compilers (docs/dxbc.md §3).
Compilers up to 9.x and 6.3 use a runtime that computes 17 significant digits and rounds them half up. Later runtimes
compute every digit; from 10.1 on (the SDK of Windows 10 version 2004) ties are rounded to even."""

from __future__ import annotations

import struct
from decimal import ROUND_HALF_UP, Context, Decimal
from enum import Enum


class Runtime(Enum):
    """The generation of the C runtime."""

    OLD = "17 digits, ties up"
    MIDDLE = "all digits, ties up"
    NEW = "all digits, ties to even"


_EXACT = Context(prec=400)
_SIX = Decimal("0.000001")
_MAX_DECIMAL = 10_000
_EXPONENT = 0x7F800000
_INFINITIES = (0x7F800000, 0xFF800000)
_NEGATIVE_ZERO = 0x80000000
_float = struct.Struct("<f")
_word = struct.Struct("<I")


def double_text(value: float, runtime: Runtime) -> str:
    """The number as ``%f``."""
    if value - value != 0:
        return _special(value, runtime)
    if runtime is Runtime.NEW:
        return f"{value:.6f}"
    exact = Decimal(value)
    if runtime is Runtime.OLD:
        exact = Decimal(f"{value:.16e}")
    rounded = exact.quantize(_SIX, rounding=ROUND_HALF_UP, context=_EXACT)
    return f"{rounded.copy_sign(exact):f}"


def _special(value: float, runtime: Runtime) -> str:
    """Infinities and NaN."""
    sign = "-" if struct.pack("<d", value)[7] & 0x80 else ""
    if value == value:
        return sign + ("1.#INF00" if runtime is Runtime.OLD else "inf")
    if runtime is Runtime.OLD:
        return sign + ("1.#IND00" if sign else "1.#QNAN0")
    return "-nan(ind)" if sign else "nan"


def float_text(word: int, runtime: Runtime) -> str:
    """The 32 bits of a float as ``%f``."""
    return double_text(_float.unpack(_word.pack(word))[0], runtime)


def integer_text(word: int) -> str:
    """The 32 bits of an integer: decimal up to 10000 and down to -10000, otherwise hexadecimal."""
    signed = word - (word >> 31 << 32)
    return str(signed) if -_MAX_DECIMAL <= signed <= _MAX_DECIMAL else f"0x{word:08x}"


def untyped_text(word: int, runtime: Runtime) -> str:
    """32 bits of unknown type: bits that would be subnormal or not finite as a float are printed as an integer."""
    if word == 0:
        return "0"
    if word == _NEGATIVE_ZERO or word in _INFINITIES or word & _EXPONENT not in (0, _EXPONENT):
        return float_text(word, runtime)
    return integer_text(word)
