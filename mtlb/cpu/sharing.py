"""Decides whether several threads may run the threadgroups of a function with the same output in every order.
Threadgroups have no defined order, so a function without races between them has the same output whichever thread
runs them. In Metal they can communicate through atomic operations. Integer atomics whose result is unused have the
same effect in every order; a function with other atomics runs on one core, with threadgroups in the order of their
numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..air.names import PREFIX
from ..ir import Function, InstCode, Module, Value

_GLOBAL: Final = f"{PREFIX}atomic.global."
_COMMUTING: Final = frozenset({"add", "sub", "min", "max", "and", "or", "xor"})
_HARMLESS: Final = (f"{PREFIX}atomic.local.", f"{PREFIX}atomic.fence")
_ATOMIC: Final = frozenset({InstCode.ATOMICRMW, InstCode.CMPXCHG, InstCode.LOADATOMIC, InstCode.STOREATOMIC})


def order_free(modules: Iterable[Module]) -> bool:
    """Whether all atomic operations of the modules have the same effect in every order of threadgroups."""
    return all(_is_order_free(function) for module in modules for function in module.functions if function.blocks)


def _is_order_free(function: Function) -> bool:
    atomics: list[Value] = []
    used: set[Value] = set()
    for instruction in function.instructions():
        used.update(instruction.operands)
        callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
        if instruction.code in _ATOMIC:
            return False
        if isinstance(callee, Function) and "atomic" in callee.name and not callee.name.startswith(_HARMLESS):
            operation, _, types = callee.name.removeprefix(_GLOBAL).partition(".")
            if not callee.name.startswith(_GLOBAL) or operation not in _COMMUTING or "f" in types:
                return False
            atomics.append(instruction)
    return used.isdisjoint(atomics)
