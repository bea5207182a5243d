"""Names: valid C++ identifiers from those of a module, and names for variables."""

from __future__ import annotations

import re

from ..air.intrinsics import families
from ..air.types import NUMBERS

_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const constexpr const_cast
continue decltype default delete do double dynamic_cast else enum explicit export extern false float for friend goto if
inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch template this thread_local
throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
kernel vertex fragment device constant thread threadgroup threadgroup_imageblock object_data ray_data mesh object
metal simd sampler array access level gradient2d gradient3d gradientcube component select
any all isnan isinf fast precise as_type abs size_t atomic atomic_int atomic_uint main coord address filter visible
assert min max INFINITY NAN HUGE_VALF half bfloat quad fract
"""


_WORDS = frozenset(_KEYWORDS.split())


_TYPES = frozenset(f"{number.name}{count}" for number in NUMBERS for count in ("", "2", "3", "4"))


def _taken() -> frozenset[str]:
    words = set(_KEYWORDS.split()) | _TYPES
    words |= {family.name.partition(".")[0].removeprefix("fast_") for family in families()}
    return frozenset(words)


RESERVED = _taken()
"""Names that variables must not have: keywords, types, functions that the text may call."""


def entry_name(text: str) -> str:
    """An identifier for an entry point, which may equal a library function's name."""
    name = identifier(text)
    return text if name == f"{text}_" and text not in _WORDS else name


def identifier(text: str) -> str:
    """An identifier that resembles a name; "_" is appended to reserved words."""
    name = re.sub(r"\W+", "_", text, flags=re.ASCII)
    if not name or name[0].isdigit():
        name = f"_{name}"
    if name.startswith("__"):
        name = "_" + name.lstrip("_")
    return f"{name}_" if name in RESERVED else name


_OF_FUNCTIONS = frozenset(
    ("min", "max", "select", "any", "all", "abs", "level", "component", "fract", "filter", "address", "coord")
)


def member_name(text: str) -> str:
    """An identifier for a struct member, which may equal a function's name."""
    name = identifier(text)
    is_function = name == f"{text}_" and (text in _OF_FUNCTIONS or (text not in _WORDS and text not in _TYPES))
    return text if is_function else name


class LocalNames:
    """The unique names in a function."""

    def __init__(self, taken: frozenset[str] = frozenset()) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def is_free(self, name: str) -> bool:
        """Whether a name is not used yet."""
        return name not in self._taken

    def take(self, name: str) -> str:
        """Reserve a name."""
        self._taken.add(name)
        return name

    def new(self, hint: str) -> str:
        """A free name: `hint`, or `hint` with a number after it."""
        base = identifier(hint)
        name = base
        while name in self._taken:
            number = self._next[base] = self._next.get(base, 1) + 1
            name = f"{base}_{number}" if base[-1].isdigit() else f"{base}{number}"
        self._taken.add(name)
        return name

    def numbered(self, stem: str) -> str:
        """A name from a stem and a number: `v1`."""
        while True:
            number = self._next[stem] = self._next.get(stem, 0) + 1
            if f"{stem}{number}" not in self._taken:
                self._taken.add(f"{stem}{number}")
                return f"{stem}{number}"
