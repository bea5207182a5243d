"""Names in Naga's scheme: duplicates are numbered, and names reserved in Metal get an underscore.
Source of the rules: Naga's namer and the names in its Metal output. The reserved words are C++14's keywords, the
types and limits in Metal's headers, and the helpers in Naga's Metal."""

from __future__ import annotations

import re
from typing import Final

from ..air.types import NUMBERS

_CPP: Final = """
alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char16_t char32_t class compl const
const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
protected public register reinterpret_cast restrict return short signed sizeof static static_assert static_cast struct
switch template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile
wchar_t while xor xor_eq
"""
_METAL: Final = """
main metal vertex fragment kernel device constant thread threadgroup threadgroup_imageblock ray_data object_data
int8_t uchar uint8_t int16_t ushort uint16_t int32_t uint uint32_t int64_t uint64_t half bfloat size_t ptrdiff_t
llong ullong quad complex imaginary matrix vec packed_vec as_type DefaultConstructible
atomic atomic_int atomic_uint atomic_bool atomic_ulong atomic_float
naga_frexp naga_modf naga_abs naga_div naga_mod naga_neg NagaArgumentBufferWrapper
"""
_LIMITS: Final = """
CHAR_BIT FP_ILOGB0 FP_ILOGBNAN INFINITY NAN MAXFLOAT MAXHALF MAXDOUBLE HUGE_VAL HUGE_VALF HUGE_VALH
"""
_INTEGERS: Final = ["CHAR", "SCHAR", "SHRT", "INT", "LONG", "LLONG"]
_FLOATS: Final = ["FLT", "HALF", "DBL"]
_OF_FLOATS: Final = [
    "DIG",
    "MANT_DIG",
    "MAX_10_EXP",
    "MAX_EXP",
    "MIN_10_EXP",
    "MIN_EXP",
    "RADIX",
    "MAX",
    "MIN",
    "EPSILON",
    "DECIMAL_DIG",
]
_CONSTANTS: Final = [
    "E",
    "LOG2E",
    "LOG10E",
    "LN2",
    "LN10",
    "PI",
    "PI_2",
    "PI_4",
    "1_PI",
    "2_PI",
    "2_SQRTPI",
    "SQRT2",
    "SQRT1_2",
]
_RESERVED: Final = frozenset(
    [
        *_CPP.split(),
        *_METAL.split(),
        *_LIMITS.split(),
        *[
            f"{start}{name}{count}"
            for name in [number.name for number in NUMBERS]
            for count in (2, 3, 4)
            for start in ("", "packed_")
        ],
        *[f"{name}{columns}x{rows}" for name in ("half", "float") for columns in (2, 3, 4) for rows in (2, 3, 4)],
        *[f"{name}_{end}" for name in _INTEGERS for end in ("MAX", "MIN")],
        *("UCHAR_MAX", "USHRT_MAX", "UINT_MAX", "ULONG_MAX", "ULLONG_MAX"),
        *[f"{name}_{end}" for name in _FLOATS for end in _OF_FLOATS],
        *[f"M_{name}{end}" for name in _CONSTANTS for end in ("", "_F", "_H")],
    ]
)


def is_reserved(name: str) -> bool:
    """Whether Metal's language has a meaning for a name."""
    return name in _RESERVED


class NameScope:
    """Assigns unique names within a scope."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def unique(self, proposed: str, otherwise: str) -> str:
        """A unique valid Metal name from `proposed`, or from `otherwise` if that is empty."""
        base = proposed or otherwise
        if not (base.isascii() and base.isidentifier()):
            base = re.sub(r"\W", "", proposed, flags=re.ASCII).lstrip("0123456789")
        if "__" in base:
            base = re.sub("__+", "_", base)
        base = base.rstrip("_") or ("unnamed" if proposed else otherwise)
        number = self._counts.get(base)
        if number is None:
            self._counts[base] = 0
            return f"{base}_" if base[-1].isdigit() or base in _RESERVED else base
        self._counts[base] = number + 1
        return f"{base}_{number + 1}"

    def host_name(self, proposed: str) -> str:
        """A name that a host looks up, unchanged except for invalid characters; numbered if it is already used."""
        base = re.sub(r"\W", "_", proposed, flags=re.ASCII)
        number = self._counts.get(base)
        self._counts[base] = 0 if number is None else number + 1
        return base if number is None else f"{base}_{number + 1}"
