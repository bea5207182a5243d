"""Metal's number types, with their names in metadata, in LLVM, in AIR's function names, in mangled names and in numpy.

Source: the Metal Shading Language Specification, chapter 2.1; the words are those of the functions that Apple's
compilers declare (`intrinsics.py`), the letters those of C++ (the Itanium ABI).
"""

from __future__ import annotations

from typing import Final

from ..base.classes import NamedTuple
from ..ir import FLOAT_NAMES, Type, TypeCode

FLOAT_CODES: Final = {name: code for code, name in FLOAT_NAMES.items()}
"""Floating-point types by name; Metal and LLVM use the same names."""


class NumberType(NamedTuple):
    """A number type. `name`: its name in Metal and in metadata; `kind`: "float", "int", "uint" or "bool".

    `bits`: the width of a value; `mangled`: its letter in C++ names; `numpy`: the type that holds it in memory (for
    bfloat its bits).
    """

    name: str
    kind: str
    bits: int
    mangled: str
    numpy: str

    @property
    def memory_bits(self) -> int:
        """The number of bits in memory."""
        return max(self.bits, 8)

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point type."""
        return self.kind == "float"

    @property
    def word(self) -> str:
        """The word in function names of AIR and LLVM: `f32`, `bf16`, `i32`."""
        letter = "bf" if self.name == "bfloat" else "f" if self.is_float else "i"
        return f"{letter}{self.bits}"

    @property
    def short(self) -> str:
        """The word with the sign of integers, for users: `u32`."""
        if self.kind == "bool":
            return self.name
        return f"u{self.bits}" if self.kind == "uint" else self.word


_HALF = NumberType("half", "float", 16, "Dh", "f2")
_FLOAT = NumberType("float", "float", 32, "f", "f4")
_BFLOAT = NumberType("bfloat", "float", 16, "DF16b", "u2")
DOUBLE: Final = NumberType("double", "float", 64, "d", "f8")
"""A type of LLVM and of hosts; Metal only reserves the name."""
NUMBERS: Final = (
    _HALF,
    _FLOAT,
    NumberType("char", "int", 8, "c", "i1"),
    NumberType("short", "int", 16, "s", "i2"),
    NumberType("int", "int", 32, "i", "i4"),
    NumberType("long", "int", 64, "l", "i8"),
    NumberType("uchar", "uint", 8, "h", "u1"),
    NumberType("ushort", "uint", 16, "t", "u2"),
    NumberType("uint", "uint", 32, "j", "u4"),
    NumberType("ulong", "uint", 64, "m", "u8"),
    _BFLOAT,
    NumberType("bool", "bool", 1, "b", "u1"),
)
"""The number types of Metal."""
SPELLINGS: Final = {
    **{
        f"{'u' * (number.kind == 'uint')}int{number.bits}_t": number.name
        for number in NUMBERS
        if number.kind in ("int", "uint")
    },
    "size_t": "ulong",
}
"""Other names of the same types, mapped to the names above."""
ATOMICS: Final = ("int", "uint", "ulong", "float", "bool")
"""The types that have an atomic type, `atomic_<name>`."""
LETTERS: Final = {"int": "s", "uint": "u", "bool": "u", "float": "f"}
"""The letter before a type word in AIR's function names that distinguish signs, by the kind of the type."""

_FLOATS: Final = {TypeCode.HALF: _HALF, TypeCode.FLOAT: _FLOAT, TypeCode.BFLOAT: _BFLOAT}
FLOAT_WORDS: Final = {TypeCode.DOUBLE: DOUBLE.word, **{code: float_.word for code, float_ in _FLOATS.items()}}
"""The words for floats in function names."""
_INTEGERS: Final = {number.bits: number for number in NUMBERS if number.kind in ("uint", "bool")}


def number_of(type_: Type) -> NumberType | None:
    """The number type of Metal for a type of LLVM; None for another type. Integers count as unsigned."""
    if type_.code is TypeCode.INTEGER:
        return _INTEGERS.get(type_.params[0])
    return _FLOATS.get(type_.code)
