"""Checks of the call graph: no recursion, and no fragment-only functions in other stages.

Source: the Metal Shading Language Specification, which forbids recursion (1.4.4, restrictions) and allows derivatives
and `discard_fragment` only in fragment functions (6.12).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..air.intrinsics import intrinsic
from ..base.errors import BuildError
from ..ir import Call, Function

FRAGMENT_ONLY: Final = frozenset({"dfdx", "dfdy", "fwidth", "discard_fragment"})
"""Families of functions that only fragment functions may call."""

NOT_FRAGMENT: Final = frozenset({"kernel", "vertex", "object", "mesh", "intersection"})
"""Stages that may not call these. A visible function may, because a fragment function may call it."""


def check_calls(functions: Iterable[Function], stages: dict[Function, str]) -> None:
    """BuildError for a recursive function, and for an entry point that reaches a function which its stage does not
    have. `stages`: the stages of the entry points. Each function is visited once.
    """
    needs: dict[Function, str] = {}
    for function in functions:
        if function not in needs:
            _visit(function, needs)
    for function, stage in stages.items():
        if stage in NOT_FRAGMENT and needs.get(function):
            raise BuildError(
                f"{stage} {function.name!a}: it calls {needs[function]}, which only fragment functions have"
            )


def _visit(first: Function, needs: dict[Function, str]) -> None:
    """Record for `first` and all functions that it calls the name of a fragment-only function that they need, or ""."""
    path = [(first, *_callees(first))]
    open_ = {first}
    while path:
        function, callees, rest = path[-1]
        if not rest:
            path.pop()
            open_.discard(function)
            needs[function] = _need(function) or next(filter(None, [needs[callee] for callee in callees]), "")
            continue
        callee = rest.pop()
        if callee in open_:
            cycle = [item.name for item, _, _ in path]
            names = [*cycle[cycle.index(callee.name) :], callee.name]
            raise BuildError(f"function {callee.name!a}: Metal does not support recursion: {' calls '.join(names)}")
        if callee not in needs:
            open_.add(callee)
            path.append((callee, *_callees(callee)))


def _callees(function: Function) -> tuple[list[Function], list[Function]]:
    """The functions that a function calls directly, without duplicates; and a copy."""
    calls = [instruction.callee for instruction in function.instructions() if isinstance(instruction, Call)]
    callees = list(dict.fromkeys([callee for callee in calls if isinstance(callee, Function)]))
    return callees, callees.copy()


def _need(function: Function) -> str:
    row = intrinsic(function.name)
    return function.name if row is not None and row.family.name in FRAGMENT_ONLY else ""
