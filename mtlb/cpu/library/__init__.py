"""Definitions of `air.*` functions for a CPU.
Each is generated from its declaration: the name gives the operation, the type gives the operand types."""

from __future__ import annotations

from ...air.names import PREFIX
from ...base.errors import UnsupportedError
from ...ir import Function
from ..support import SupportModule
from . import arithmetic, lanes, memory, meshes, stages, textures
from .body import FunctionBody, NoDefinitionError
from .registry import MAKERS, PATTERNS, Maker

__all__ = ["define", "family_of", "meets"]

_MAKERS_OF = (arithmetic, lanes, memory, meshes, stages, textures)  # importing them fills MAKERS and PATTERNS


def _find(name: str) -> tuple[str, Maker, bool, bool] | None:
    """The family of a function, its maker, whether lanes meet in it, and whether they do so only with checks.
    A function that the `air.*` table lacks, because no Apple module with it is available, may still have a maker."""
    if not name.startswith(PREFIX):
        return None
    parts = name[len(PREFIX) :].split(".")
    for length in range(len(parts), 0, -1):
        family = ".".join(parts[:length])
        if family in MAKERS:
            return family, *MAKERS[family]
    for pattern, maker in PATTERNS:
        if pattern.fullmatch(name):
            return parts[0], maker, False, False
    return None


def family_of(name: str) -> str | None:
    """The family of an `air.*` function that has a definition here."""
    result = _find(name)
    return None if result is None else result[0]


def meets(name: str, *, is_fragment: bool, checked: bool = False) -> bool:
    """Whether lanes wait for each other in a function of this name, so that its calls pass their site number."""
    result = _find(name)
    if result is None:
        return False
    if is_fragment and result[0].startswith(("sample_", "calculate_")) and not result[0].endswith("_grad"):
        return True  # the level of detail comes from the neighbours
    return result[3] if checked else result[2]


def define(
    support: SupportModule, function: Function, *, is_fragment: bool, checked: bool = False, alone: bool = False
) -> Function | None:
    """Define a declared `air.*` function in a support module. Returns None if its name or operands have no
    definition.
    If lanes meet in it, its last parameter is the number of the call site, an i64. `alone`: also return None for a
    function that calls the run-time."""
    row = _find(function.name)
    if row is None:
        return None
    family, maker, *_ = row
    waits = meets(function.name, is_fragment=is_fragment, checked=checked)
    try:
        body = FunctionBody(support, function.name, family, function.value_type, meets=waits, is_fragment=is_fragment)
        result = maker(body)
    except (NoDefinitionError, UnsupportedError, IndexError, KeyError, ValueError):  # too few operands, for example
        return None
    return None if alone and body.calls_runtime else body.finish(result)
