"""Static samplers: `constexpr sampler s(...)` becomes the address of a constant that the header computes."""

from __future__ import annotations

from .tokens import SourceTokens, TokenKind, joined
from .unit import Unit, is_namespace

_BEFORE = ("constexpr", "const", "static", "constant", "metal", "::")
_SETTINGS = {"filter", "mag_filter", "min_filter", "mip_filter", "address", "s_address", "t_address", "coord"}
"""Enumerations whose values are the arguments of a sampler."""


def rewrite_samplers(unit: Unit) -> None:
    """Write static samplers as `sampler s(&state of the bits...)`."""
    source = unit.source
    texts = source.texts
    for at, text in enumerate(texts):
        if text != "sampler" or at == 0 or at + 2 >= len(texts) or source.is_edited(at):
            continue
        if _rewrite_array(unit, at):
            continue
        if texts[at + 2] == "=" and "constexpr" in texts[max(at - len(_BEFORE), 0) : at]:
            _rewrite_copy(unit, at)
            continue
        deduced = _deduced(source, at)
        is_set = texts[at + 1] == "(" and bool(_SETTINGS & set(texts[at + 2 : source.partner[at + 1]]))
        if is_set or deduced >= 0:
            # A sampler as a value: `sampler(filter::linear)`, as in LuisaCompute's kernels.
            source.set(source.partner[at + 1], ")>::state)")
            source.set(at + 1, "(&metal::__sampler_state<metal::__sampler_bits(")
            if deduced >= 0:
                source.set(deduced, "const")
            continue
        first = at - 2 if texts[at - 2 : at] == ["metal", "::"] else at
        if source.statement_start(at) == first and texts[at + 2] == ";" and _is_lasting(unit, at):
            # A guess: `sampler s;` of a namespace has the default state.
            _make_lasting(source, at, "", at + 1)
            continue
        if texts[at - 1] not in _BEFORE and not _is_local(unit, at):
            continue
        if texts[at + 2] not in ("(", "{", ";") or not texts[at + 1].isidentifier():
            continue
        is_constant = {"constexpr", "constant"} & set(texts[max(at - len(_BEFORE), 0) : at])
        if texts[at + 2] != ";" and is_constant and _is_lasting(unit, at):
            close = source.partner[at + 2]
            _make_lasting(source, at, joined(texts[at + 3 : close]), close)
            continue
        if texts[at + 2] == ";":  # a sampler without arguments
            if "constexpr" not in texts[max(at - len(_BEFORE), 0) : at]:
                continue
            source.prepend(at + 2, "(&metal::__sampler_state<metal::__sampler_bits()>::state)")
        else:
            source.set(at + 2, "(&metal::__sampler_state<metal::__sampler_bits(")
            source.set(source.partner[at + 2], ")>::state)")
        head = at - 1
        while texts[head] in _BEFORE:
            if texts[head] == "constexpr":
                source.set(head, "const")
            head -= 1


def _deduced(source: SourceTokens, at: int) -> int:
    """The `constexpr` of `constexpr auto s = sampler(...)`, whose value is at `at`; -1 if it is not such a value."""
    texts = source.texts
    first = at - 2 if texts[at - 2 : at] == ["metal", "::"] else at
    if first < 4 or texts[first - 1] != "=" or texts[first - 3] != "auto" or texts[at + 1] not in ("(", "{"):
        return -1
    start = source.statement_start(first)
    return next((place for place in range(start, first - 3) if texts[place] == "constexpr"), -1)


def _rewrite_array(unit: Unit, at: int) -> bool:
    """Write `constexpr array<sampler, 2> s = {sampler(...), ...}`, or `constexpr sampler s[2]`, as an object of a class
    without members; returns whether it is such a declaration.
    """
    source = unit.source
    texts = source.texts
    first = at
    if texts[at - 2 : at] == ["array", "<"]:
        first, name = at - 2, source.angle_end(at - 1) + 1
    elif texts[at - 4 : at] == ["array", "<", "metal", "::"]:
        first, name = at - 4, source.angle_end(at - 3) + 1
    elif texts[at + 2 : at + 3] == ["["] and texts[at + 3 : at + 4] != ["["]:  # an array, not an attribute
        name = at + 1
    else:
        return False
    start = source.statement_start(at)
    open_ = _initializer(source, name)
    if open_ < 0 or name <= at:
        return False
    if "constexpr" not in texts[start:at]:
        if "constant" in texts[start:at]:  # specification, 2.10
            raise source.error(name, "samplers with initial values need constexpr")
        return False
    states = []
    for item, _ in source.split(open_ + 1, source.partner[open_]):
        value = item + 2 if texts[item : item + 2] == ["metal", "::"] else item
        if texts[value] != "sampler" or texts[value + 1] not in ("(", "{"):
            return False
        bits = joined(texts[value + 2 : source.partner[value + 1]])
        states.append(f"metal::__sampler_bits({bits})")
    source.erase(first, name)
    namespace = "" if texts[first - 1] == "::" else "metal::"
    source.set(first, f"{namespace}__lasting_samplers<{', '.join(states)}> ")
    source.erase(name + 1, source.partner[open_] + 1)
    source.append(name, "{}")
    return True


def _initializer(source: SourceTokens, name: int) -> int:
    """The bracket of the list of initial values of a variable, or -1: `s[2] = {`, `s{`."""
    texts = source.texts
    at = name + 1 if source.tokens[name].kind is TokenKind.WORD else len(texts)
    while texts[at : at + 1] == ["["]:
        at = source.partner[at] + 1
    at += texts[at : at + 1] == ["="]
    return at if texts[at : at + 1] == ["{"] else -1


def _rewrite_copy(unit: Unit, at: int) -> None:
    """Write `constexpr sampler s = sampler(...)`, or `= {...}`, as a constant with the value's state."""
    source = unit.source
    texts = source.texts
    value = at + 5 if texts[at + 3 : at + 5] == ["metal", "::"] else at + 3
    open_ = value if texts[value] == "{" else value + 1
    if texts[open_] not in ("(", "{") or (open_ > value and texts[value] != "sampler"):
        return
    close = source.partner[open_]
    bits = joined(texts[open_ + 1 : close])
    if _is_lasting(unit, at):
        _make_lasting(source, at, bits, close)
        return
    source.erase(at + 2, close + 1)
    source.append(at + 1, f"(&metal::__sampler_state<metal::__sampler_bits({bits})>::state)")
    head = at - 1
    while texts[head] in _BEFORE:
        if texts[head] == "constexpr":
            source.set(head, "const")
        head -= 1


def _is_local(unit: Unit, at: int) -> bool:
    """Whether `sampler s(filter::linear)` is a statement. A guess: it needs no constexpr there."""
    texts = unit.source.texts
    if texts[at - 1] not in (";", "{", "}") or texts[at + 2] != "(":
        return False
    return "::" in texts[at + 3 : unit.source.partner[at + 2]]


def _make_lasting(source: SourceTokens, at: int, bits: str, close: int) -> None:
    """Replace the declaration of a sampler, from its type at `at` to its arguments' end at `close`. No code runs before
    a kernel, so the variable is an object of an empty class, which converts to a sampler at its use.
    """
    source.set(at, f"__lasting_sampler<metal::__sampler_bits({bits})>")
    if source.texts[at - 1] != "::":
        source.prepend(at, "metal::")
    source.erase(at + 2, close + 1)
    source.append(at + 1, "{}")


def _is_lasting(unit: Unit, at: int) -> bool:
    """Whether a declaration is in a namespace, or static: the variable is initialised before code runs."""
    source = unit.source
    start = source.statement_start(at)
    if "static" in source.texts[start:at]:
        return True
    return all(map(is_namespace, source.heads(at)))
