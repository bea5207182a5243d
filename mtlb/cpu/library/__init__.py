"""Definitions of `air.*` functions as LLVM IR for a CPU.

Each is made from its declaration: from the name what it does, from the type with what.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...air.intrinsics import intrinsic
from ...ir import Function
from . import arithmetic, lanes, memory, stages, textures
from .body import FunctionBody, quoted, spell
from .registry import MAKERS

__all__ = ["Definition", "define", "meets", "quoted", "spell"]

_MAKERS_OF = (arithmetic, lanes, memory, stages, textures)  # importing them fills MAKERS


@dataclass(frozen=True, slots=True)
class Definition:
    """The text of one function, the declarations of what it calls, and whether lanes meet in it."""

    text: str
    externals: dict[str, str]
    meets: bool


def meets(name: str, *, is_fragment: bool) -> bool:
    """Whether lanes wait for each other in a function of this name, so that its calls pass the number of their site."""
    found = intrinsic(name)
    if found is None:
        return False
    of_neighbours = ("sample_", "calculate_")
    if is_fragment and found.family.name.startswith(of_neighbours) and not found.family.name.endswith("_grad"):
        return True  # the level of detail comes from the neighbours
    maker = MAKERS.get(found.family.name)
    return maker is not None and maker[1]


def define(function: Function, *, is_fragment: bool) -> Definition | None:
    """The definition of a declared `air.*` function; None if there is none for its name or type.

    If lanes meet in it, it takes the number of the call site, an i64, as its last parameter.
    """
    found = intrinsic(function.name)
    if found is None or found.family.name not in MAKERS:
        return None
    maker, _ = MAKERS[found.family.name]
    type_ = function.value_type
    family = found.family.name
    letters = function.name[len("air.") + len(family) + 1 :].split(".")
    body = FunctionBody(function.name, letters, spell(type_.result), [spell(p) for p in type_.parameters], is_fragment)
    waits = meets(function.name, is_fragment=is_fragment)
    result = maker(body)
    if result is None:
        return None
    return Definition(body.text(result, meets=waits), body.externals, waits)
