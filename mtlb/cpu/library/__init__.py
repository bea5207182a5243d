"""Definitions of `air.*` functions for a CPU.

Each is made from its declaration: from the name what it does, from the type with what.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...air.names import PREFIX
from ...ir import Function
from ..support import SupportModule
from . import arithmetic, lanes, memory, meshes, stages, textures
from .body import FunctionBody, NoDefinitionError
from .registry import MAKERS, PATTERNS, Maker
from .text import FunctionBody as TextBody
from .text import quoted, spell

__all__ = ["Definition", "define", "meets", "quoted", "spell"]

_MAKERS_OF = (arithmetic, lanes, memory, meshes, stages, textures)  # importing them fills MAKERS and PATTERNS


@dataclass(frozen=True, slots=True)
class Definition:
    """The text of one function, the declarations of what it calls, and whether lanes meet in it."""

    text: str
    externals: dict[str, str]
    meets: bool


def _find(name: str) -> tuple[str, Maker, bool] | None:
    """The family of a function, its maker, and whether lanes meet in it.

    What the table of `air.*` lacks, because no module of Apple's that has it is known, may have a maker too.
    """
    if not name.startswith(PREFIX):
        return None
    parts = name[len(PREFIX) :].split(".")
    for length in range(len(parts), 0, -1):
        family = ".".join(parts[:length])
        if family in MAKERS:
            maker, waits = MAKERS[family]
            return family, maker, waits
    for pattern, maker in PATTERNS:
        if pattern.fullmatch(name):
            return parts[0], maker, False
    return None


def meets(name: str, *, is_fragment: bool) -> bool:
    """Whether lanes wait for each other in a function of this name, so that its calls pass the number of their site."""
    found = _find(name)
    if found is None:
        return False
    if is_fragment and found[0].startswith(("sample_", "calculate_")) and not found[0].endswith("_grad"):
        return True  # the level of detail comes from the neighbours
    return found[2]


def define(support: SupportModule, function: Function, *, is_fragment: bool) -> Definition | Function | None:
    """The definition of a declared `air.*` function in a module; None if there is none for its name or type.

    If lanes meet in it, it takes the number of the call site, an i64, as its last parameter.
    """
    found = _find(function.name)
    if found is None:
        return None
    family, maker, _ = found
    type_ = function.value_type
    waits = meets(function.name, is_fragment=is_fragment)
    if maker.__module__ not in _TEXT_MODULES:
        made = FunctionBody(support, function.name, family, type_, meets=waits, is_fragment=is_fragment)
        try:
            return made.finish(maker(made))
        except NoDefinitionError:
            return None
    letters = function.name[len(PREFIX) + len(family) + 1 :].split(".")
    body = TextBody(function.name, letters, spell(type_.result), [spell(p) for p in type_.parameters], is_fragment)
    result = maker(body)
    if result is None:
        return None
    return Definition(body.text(result, meets=waits), body.externals, waits)


_TEXT_MODULES = [f"{__name__}.{name}" for name in ()]
