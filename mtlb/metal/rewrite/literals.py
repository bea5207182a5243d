"""Tokens with another meaning in C++: numbers, casts, directives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .tokens import TokenKind
from .unit import CLASS_WORDS, SPACES, Unit

_DOUBLE = re.compile(r"(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][+-]?\d+)?|0[xX][\da-fA-F.]+[pP][+-]?\d+")
_SUFFIX = re.compile(r"((?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?|0[xX][\da-fA-F.]+[pP][+-]?\d+)(H|bf|BF)")
"""Numbers of half and bfloat (specification, 2.1) with suffixes that clang does not take: of those without `_` it knows
`h`, a suffix of the C++ library."""

_OF_METAL = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+METAL\b([^\n]*)", re.MULTILINE)
_MATH = re.compile(r"fp[ \t]+(math_mode|contract)[ \t]*\([ \t]*(\w+)[ \t]*\)[ \t]*")
_OF_CLANG = re.compile(
    r"^[ \t]*#[ \t]*pragma[ \t]+clang[ \t]+fp\b[^\n]*\bcontract[ \t]*\([ \t]*(off|on)\b", re.MULTILINE
)
_OF_C = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+STDC[ \t]+FP_CONTRACT[ \t]+OFF\b", re.MULTILINE)
_MODES = {"math_mode": ("safe", "relaxed", "fast"), "contract": ("off", "on", "fast")}


def coherent_at(words: Sequence[str], at: int) -> tuple[str, int]:
    """Of the qualifier `coherent`, `coherent(device)` or `coherent(system)`: its scope and the number of its words."""
    scope = words[at + 2] if words[at + 1 : at + 2] == ["("] else ""
    return scope or "device", 4 if scope else 1


def erase_coherent(unit: Unit) -> None:
    """Erase `coherent` of members, and of pointers in functions that are not entry points: which memory they point to
    is that of an entry point, whose buffers `Unit.coherence` makes coherent, all of them. Parameters of entry points
    are excluded; they have been processed before.
    """
    texts = unit.source.texts
    for at, text in enumerate(texts[:-1]):
        if text != "coherent" or unit.source.is_edited(at) or texts[at + 1] not in ("(", *SPACES):
            continue
        scope, length = coherent_at(texts[at : at + 4], 0)
        open_ = unit.source.opening(at)
        is_member = open_ >= 0 and texts[unit.source.statement_start(open_)] in CLASS_WORDS
        unit.source.erase(at, at + length)
        unit.coherence = max(unit.coherence, scope)  # the system's includes the device's
        unit.has_coherent_members |= is_member


def rewrite_literals(unit: Unit) -> None:
    """`1.0` is a float, `1.0H` a half, `1.0bf` a bfloat; `static_cast` also converts between `half` and `bfloat`."""
    for at, token in enumerate(unit.source.tokens):
        if unit.source.is_edited(at) and token.kind is TokenKind.NUMBER:
            pass  # in an attribute
        elif token.kind is TokenKind.NUMBER and _DOUBLE.fullmatch(token.text):
            unit.source.append(at, "f")
        elif token.kind is TokenKind.NUMBER and (number := _SUFFIX.fullmatch(token.text)):
            unit.source.set(at, number[1] + ("h" if number[2] == "H" else "_mtl_bf"))
        elif token.text == "static_cast":
            unit.source.set(at, "__mtl::cast")
        if "#" in token.before:
            # Clang applies its own pragmas to numbers alone: operators of vectors are functions of the header.
            unit.contractions += _OF_CLANG.findall(token.before) + ["off"] * len(_OF_C.findall(token.before))
            for pragma in _OF_METAL.finditer(token.before):
                _math(unit, at, pragma[1].strip())
            token.before = _OF_METAL.sub("", token.before)


def _math(unit: Unit, at: int, words: str) -> None:
    """Record a pragma before a token: `#pragma METAL fp math_mode(safe)`, `#pragma METAL fp contract(off)`
    (specification, 1.6.3). Others are for Apple's compiler alone (`internals : enable`), or cause a warning.
    """
    match = _MATH.fullmatch(words)
    if match is None or match[2] not in _MODES[match[1]]:
        if re.match(r"fp\b|fp_", words):
            unit.warnings.append(f"{unit.source.where(at)}: '#pragma METAL {words}' before this is ignored")
        return
    head = next(unit.source.heads(at), ["namespace"])
    if not {"namespace", "extern", *CLASS_WORDS} & set(head):
        if match[2] != "fast":
            unit.source.prepend(at, f"__mtl::math_{match[2]}(); ")
    else:
        (unit.math_modes if match[1] == "math_mode" else unit.contractions).append(match[2])
