"""Tokens with another meaning in C++: numbers, casts, directives."""

from __future__ import annotations

import re

from ...base.errors import UnsupportedError
from .tokens import TokenKind
from .unit import SPACES, Unit

_DOUBLE = re.compile(r"(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?|0[xX][\da-fA-F.]+[pP][+-]?\d+")
_SUFFIX = re.compile(r"((?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?|0[xX][\da-fA-F.]+[pP][+-]?\d+)(H|bf|BF)")
"""Numbers of half and bfloat (specification, 2.1) with suffixes that clang does not take: of those without `_` it knows
`h`, a suffix of the C++ library."""
_UNROLL = re.compile(r"#\s*pragma\s+unroll\s*\(.*[A-Za-z_]\w*\s*\([^\n]*")

_OF_METAL = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+METAL\b[^\n]*", re.MULTILINE)


def refuse_words(unit: Unit) -> None:
    """UnsupportedError for a qualifier that would be lost: memory that is coherent beyond a threadgroup. Parameters of
    entry points are excluded; they have been processed before.
    """
    for at, text in enumerate(unit.source.texts[:-1]):
        if text == "coherent" and not unit.source.is_edited(at) and unit.source.texts[at + 1] in ("(", *SPACES):
            raise UnsupportedError(f"{unit.source.where(at)}: the qualifier coherent is not compiled yet")


def rewrite_literals(unit: Unit) -> None:
    """`1.0` is a float, `1.0H` a half, `1.0bf` a bfloat; `static_cast` also converts between `half` and `bfloat`.

    A count of `#pragma unroll` that is a macro call, which the preprocessor does not expand there, is dropped, because
    it is only a hint. `#pragma METAL` is for Metal's own compiler; clang would warn about it.
    """
    for at, token in enumerate(unit.source.tokens):
        if token.kind is TokenKind.NUMBER and _DOUBLE.fullmatch(token.text):
            unit.source.append(at, "f")
        elif token.kind is TokenKind.NUMBER and (number := _SUFFIX.fullmatch(token.text)):
            unit.source.set(at, number[1] + ("h" if number[2] == "H" else "_mtl_bf"))
        elif token.text == "static_cast":
            unit.source.set(at, "__mtl::cast")
        if "#" in token.before:
            token.before = _OF_METAL.sub("", _UNROLL.sub("#pragma unroll", token.before))
