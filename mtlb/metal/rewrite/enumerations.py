"""Aligned enumerations: `enum class alignas(8) E : uint { ... };`, which clang does not take (specification, 2.5).

The enumeration gets another name, and its own becomes an aligned alias. As in C++ its size stays that of its numbers.
"""

from __future__ import annotations

from .tokens import SourceTokens, joined
from .unit import Unit


def align_enumerations(unit: Unit) -> None:
    """Rewrite enumerations with an alignment."""
    source = unit.source
    for at, text in enumerate(source.texts):
        if text == "enum":
            _align(source, at)


def _align(source: SourceTokens, at: int) -> None:
    texts = source.texts
    first = at + 1 + (source.text(at + 1) in ("class", "struct"))
    if source.text(first) != "alignas" or source.text(first + 1) != "(":
        return
    name = source.partner[first + 1] + 1
    open_ = source.find(name, ("{", ";"))
    if not source.text(name).isidentifier() or texts[open_ : open_ + 1] != ["{"]:
        raise source.error(first, "alignas of an enumeration that has no name or is not defined here")
    alignment = joined(texts[first + 2 : name - 1])
    source.erase(first, name)
    source.set(name, f"__mtl_enum_{texts[name]}")
    close = source.partner[open_]
    alias = f"; typedef __mtl_enum_{texts[name]} {texts[name]} __attribute__((aligned({alignment})))"
    variables = "" if texts[close + 1 : close + 2] == [";"] else f"; {texts[name]} "
    source.append(close, alias + variables)
