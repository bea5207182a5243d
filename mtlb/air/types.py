"""Metal's number types, and each name that one has: in metadata, in LLVM, in AIR's and in mangled names, in numpy.

Source: the Metal Shading Language Specification, chapter 2.1; the words are those of the functions that compilers of
Apple's declare (`intrinsics.py`), the letters those of C++ (the Itanium ABI).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..ir import FLOAT_NAMES, Type, TypeCode

FLOAT_CODES: Final = {name: code for code, name in FLOAT_NAMES.items()}
"""The types of floats by their name, which Metal and LLVM share."""


class NumberType(NamedTuple):
    """A type of one number. `name`: Metal's, as metadata has it; `kind`: "float", "int", "uint" or "bool".

    `bits`: of a value; `mangled`: in the names of C++ functions; `numpy`: what holds it in memory (bfloat: its bits).
    """

    name: str
    kind: str
    bits: int
    mangled: str
    numpy: str

    @property
    def memory_bits(self) -> int:
        """The bits that it takes in memory."""
        return max(self.bits, 8)

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point type."""
        return self.kind == "float"

    @property
    def word(self) -> str:
        """In the names of functions of AIR and of LLVM: `f32`, `bf16`, `i32`."""
        letter = "bf" if self.name == "bfloat" else "f" if self.is_float else "i"
        return f"{letter}{self.bits}"

    @property
    def short(self) -> str:
        """The word with the sign of integers, which users write: `u32`."""
        if self.kind == "bool":
            return self.name
        return f"u{self.bits}" if self.kind == "uint" else self.word


_HALF = NumberType("half", "float", 16, "Dh", "f2")
_FLOAT = NumberType("float", "float", 32, "f", "f4")
_BFLOAT = NumberType("bfloat", "float", 16, "DF16b", "u2")
DOUBLE: Final = NumberType("double", "float", 64, "d", "f8")
"""LLVM's and the host's: Metal reserves the name."""
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
"""Metal's."""
SPELLINGS: Final = {
    **{
        f"{'u' * (number.kind == 'uint')}int{number.bits}_t": number.name
        for number in NUMBERS
        if number.kind in ("int", "uint")
    },
    "size_t": "ulong",
}
"""Other names of the same types, to those above."""
ATOMICS: Final = ("int", "uint", "ulong", "float", "bool")
"""Those that have an atomic type, `atomic_<name>`."""
LETTERS: Final = {"int": "s", "uint": "u", "bool": "u", "float": "f"}
"""What names of functions of AIR have before the word of a type, by its kind, where they tell signs apart."""

_FLOATS: Final = {TypeCode.HALF: _HALF, TypeCode.FLOAT: _FLOAT, TypeCode.BFLOAT: _BFLOAT}
FLOAT_WORDS: Final = {TypeCode.DOUBLE: DOUBLE.word, **{code: float_.word for code, float_ in _FLOATS.items()}}
"""What names of functions have for floats."""
_INTEGERS: Final = {number.bits: number for number in NUMBERS if number.kind in ("uint", "bool")}


def number_of(type_: Type) -> NumberType | None:
    """The number of Metal that a type of LLVM is; None for another type. Integers count as unsigned."""
    if type_.code is TypeCode.INTEGER:
        return _INTEGERS.get(type_.params[0])
    return _FLOATS.get(type_.code)
