"""Whether several threads may run the threadgroups of a function, so that what it leaves is the same in every order.

Threadgroups are ordered by nothing, so a function without races between them leaves the same whoever runs which. What
Metal has for them to talk to each other is atomic operations. Those on integers whose result nobody uses give the same
in every order; a function with others runs on one core, where threadgroups run in the order of their numbers.
"""

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
    """Whether no atomic operation of the modules gives something else if threadgroups run in another order."""
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
