"""Expressions of Metal that clang does not accept in C++, rewritten to equivalent ones."""

from __future__ import annotations

import re

from ...air.types import NUMBERS
from .tokens import TokenKind, joined
from .unit import Unit

_SWIZZLE = re.compile(r"[xyzw]{2,4}|[rgba]{2,4}")
_TO_XYZW = str.maketrans("rgba", "xyzw")
_COMPOUND = frozenset({"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
_ENDS = (";", ",", ")", "}")
_NUMBERS = frozenset(number.name for number in NUMBERS)
_SMALL_FLOATS = ("half", "bfloat")
_BEFORE_VALUE = frozenset("=(,+-*/%<>?:{[!;}&|^") | {
    "return",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    ">=",
    "<<",
    ">>",
    *_COMPOUND,
}
_OPERATORS = frozenset({"=", "+", "-", "*", "/", "return", *_COMPOUND})
_PREFIXES = frozenset({"-", "+", "!", "~", "*", "&", "++", "--"})
_COUNTS = frozenset(number.name for number in NUMBERS if number.kind == "uint") | {"size_t", "uint32_t", "uint16_t"}
_SIZED = frozenset({"vec", "packed_vec", "matrix"})


def rewrite_expressions(unit: Unit) -> None:
    """Rewrite `v.xy += a` to `v.xy = v.xy + (a)`, and `half(x)` in a source with bfloats to a cast that accepts them.

    Longer swizzles are properties, for which clang does not compile `+=` in a template.
    """
    texts = unit.source.texts
    has_both = "bfloat" in texts
    for at, text in enumerate(texts):
        if text in _COMPOUND:
            _compound(unit, at)
        elif has_both and text in _SMALL_FLOATS:
            _cast(unit, at)
        elif text == "template" and texts[at + 1 : at + 2] == ["<"]:
            _counts(unit, at + 1)


def _compound(unit: Unit, at: int) -> None:
    source, texts = unit.source, unit.source.texts
    if at < 2 or texts[at - 2] not in (".", "->") or not _SWIZZLE.fullmatch(texts[at - 1]):
        return
    start = at - 1
    while start > 1 and texts[start - 1] in (".", "->"):
        start -= 2
        while start > 0 and texts[start] == "]":
            start = source.partner[start] - 1
    words = texts[start:at]
    if source.tokens[start].kind is not TokenKind.WORD or {"(", "++", "--", "="} & set(words):
        return  # the left side contains a call, which must run only once
    end = source.find(at, _ENDS)
    letters = texts[at - 1].translate(_TO_XYZW)
    source.set(at, f"= {joined(words[:-1])} __g_{letters}() {texts[at][0]} (")
    source.append(end - 1, ")")


def cast_small_floats(unit: Unit) -> bool:
    """Rewrite `T(x)` and `(T)x` of template parameters and aliases as `half(x)`; returns whether there are any.

    For a source in which clang has found a cast between half and bfloat that C++ does not have.
    """
    source, texts = unit.source, unit.source.texts
    names = {*_SMALL_FLOATS}
    for at, text in enumerate(texts[:-2]):
        is_parameter = text in ("typename", "class") and texts[at - 1] in ("<", ",")
        if is_parameter or (text == "using" and texts[at + 2] == "="):
            names.add(texts[at + 1])
        elif text == "typedef":
            names.add(texts[source.find(at, (";",)) - 1])
    is_any = False
    for at in range(1, len(texts) - 2):
        if texts[at] not in names or source.is_edited(at):
            continue
        if texts[at - 1] == "(" and texts[at + 1] == ")":
            _cast_before(unit, at)
        else:
            _cast(unit, at)
        is_any |= source.is_edited(at)
    return is_any


def _cast_before(unit: Unit, at: int) -> None:
    """Rewrite `(T)x`, of which `at` is the type."""
    source, texts = unit.source, unit.source.texts
    before = texts[at - 2] if at > 1 else ";"
    is_after_cast = before == ")" and source.partner[at - 2] == at - 4  # (float)(T)x
    if (before in _BEFORE_VALUE or is_after_cast) and (end := _operand_end(unit, at + 2)) > at + 2:
        source.set(at - 1, "__mtl::cast<")
        source.set(at + 1, ">(")
        source.append(end - 1, ")")
        source.set(at, f" {texts[at]}")


def _operand_end(unit: Unit, at: int) -> int:
    """The token after the operand of a cast: prefixes, a name, number or bracket, and what follows it."""
    source, texts = unit.source, unit.source.texts
    while texts[at] in _PREFIXES or (
        texts[at] == "(" and source.partner[at] == at + 2 and _begins_operand(unit, at + 3)
    ):
        at = source.skip(at)
    if not _begins_operand(unit, at):
        return at
    at = source.skip(at)
    while True:
        if texts[at] in ("::", ".", "->"):
            at += 2
        elif texts[at] == "<" and texts[source.angle_end(at) + 1] == "(" and source.angle_end(at) >= 0:
            at = source.angle_end(at) + 1
        elif texts[at] in ("(", "[", "++", "--"):
            at = source.skip(at)
        else:
            return at


def _begins_operand(unit: Unit, at: int) -> bool:
    """Whether a token is a name, a number or an opening bracket."""
    return unit.source.tokens[at].kind in (TokenKind.WORD, TokenKind.NUMBER) or unit.source.texts[at] == "("


def _cast(unit: Unit, at: int) -> None:
    """Rewrite `half(x)`, except in declarations and without a value: C++ does not convert between half and bfloat."""
    source, texts = unit.source, unit.source.texts
    if at + 2 >= len(texts) or texts[at + 1] != "(" or texts[at + 2] == ")":
        return
    before = texts[at - 1] if at else ";"
    end = source.partner[at + 1]
    inside = texts[at + 2 : end]
    if before not in _BEFORE_VALUE or "," in inside[:1] or _is_declarator(unit, at) or _is_types(inside):
        return
    if len(list(source.split(at + 2, end))) == 1:
        source.set(at, f"__mtl::cast<{texts[at]}>")


def _is_declarator(unit: Unit, at: int) -> bool:
    """Whether `half(` begins a declaration: `half (*f)(float)`, `half (&a)[3]`, but not `x + half(*p)`."""
    texts, end = unit.source.texts, unit.source.partner[at + 1]
    is_value = texts[at + 2] == "*" and texts[at - 1] in _OPERATORS and texts[end + 1] not in ("(", "[")
    return texts[at + 2] in ("*", "&") and not is_value


def _is_types(words: list[str]) -> bool:
    """Whether brackets hold the types of a function: `visible_function_table<half(float, half)>`."""
    return len(words) == 1 and (words[0] == "void" or words[0] in _NUMBERS)


def _counts(unit: Unit, open_: int) -> None:
    """Rewrite `template <uint N> f(vec<T, N> x)`: the width of the class `vec` is an int, and C++ deduces it only as an
    int.
    """
    source, texts = unit.source, unit.source.texts
    end = source.angle_end(open_)
    if end < 0:
        return
    named = {}
    for first, last in source.split(open_ + 1, end):
        if last - first >= 2 and texts[first] in _COUNTS and texts[first + 1].isidentifier():
            named[texts[first + 1]] = first
    if not named:
        return
    list_at = source.find(end, ("(", ";", "{"))
    if list_at >= len(texts) or texts[list_at] != "(":
        return
    for at in range(list_at, source.partner[list_at]):
        if texts[at] in _SIZED and texts[at + 1] == "<":
            for word in texts[at + 2 : max(source.angle_end(at + 1), at + 2)]:
                if word in named:
                    source.set(named[word], "int")
