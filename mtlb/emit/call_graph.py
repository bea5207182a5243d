"""Which functions of a module call which: no recursion, and nothing that only fragment functions have elsewhere.

Source: the Metal Shading Language Specification, which has no recursion of functions (1.4.4, restrictions) and gives
derivatives and `discard_fragment` to fragment functions alone (6.12).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..air.intrinsics import intrinsic
from ..base.errors import BuildError
from ..ir import Call, Function

FRAGMENT_ONLY = frozenset({"dfdx", "dfdy", "fwidth", "discard_fragment"})
"""Families of functions that only fragment functions call."""

NOT_FRAGMENT = frozenset({"kernel", "vertex", "object", "mesh", "intersection"})
"""Stages that never run them. A visible function may be called by a fragment function."""


def check_calls(functions: Iterable[Function], stages: dict[Function, str]) -> None:
    """BuildError for a function that calls itself, and for an entry point that calls what its stage does not have;
    `stages`: those of the entry points. Each function is looked at once."""
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
    """Find what `first` and all that it calls need of a stage: the name of a function, or nothing."""
    path: list[tuple[Function, list[Function]]] = [(first, _callees(first))]
    open_ = {first}
    while path:
        function, rest = path[-1]
        if not rest:
            path.pop()
            open_.discard(function)
            needs[function] = _need(function) or next(filter(None, map(needs.__getitem__, _callees(function))), "")
            continue
        callee = rest.pop()
        if callee in open_:
            cycle = [item.name for item, _ in path]
            names = [*cycle[cycle.index(callee.name) :], callee.name]
            raise BuildError(f"function {callee.name!a}: Metal does not support recursion: {' calls '.join(names)}")
        if callee not in needs:
            open_.add(callee)
            path.append((callee, _callees(callee)))


def _callees(function: Function) -> list[Function]:
    """The functions that a function calls by name, each once."""
    calls = (instruction.callee for instruction in function.instructions() if isinstance(instruction, Call))
    return list(dict.fromkeys(callee for callee in calls if isinstance(callee, Function)))


def _need(function: Function) -> str:
    known = intrinsic(function.name)
    return function.name if known is not None and known.family.name in FRAGMENT_ONLY else ""
