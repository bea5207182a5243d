"""In which order the inputs are linked, and with that the order of their functions in the library.

`metallib` keeps the order of the command line. `air-lld` walks its table of symbols, an LLVM StringMap, and links an
input when it meets the first of its symbols (docs/linking.md §3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtlb.air.symbols import is_intrinsic
from mtlb.base.toolchains import Layout
from mtlb.bitcode.symtab import hash_order

from .facts import SymbolFacts
from .scan import Unit

__all__ = ["link_order", "symbol_table"]


def link_order(units: Sequence[Unit], layout: Layout) -> list[Unit]:
    """`units` (in command-line order) in the order in which `layout`'s program links them."""
    if layout is not Layout.AIR_LLD:
        return list(units)
    owner: dict[str, Unit] = {}
    for unit in units:
        for value in _shared(unit):
            if not value.is_declaration:
                owner.setdefault(value.name, unit)
    met = dict.fromkeys([owner[name] for name in symbol_table(units) if name in owner])
    return [*met, *[unit for unit in units if unit not in met]]


def symbol_table(units: Iterable[Unit]) -> list[str]:
    """The names of `air-lld`'s symbol table in its order: those of all `units`, entered in command-line order."""
    return hash_order(dict.fromkeys([value.name for unit in units for value in _shared(unit)]))


def _shared(unit: Unit) -> list[SymbolFacts]:
    return [value for value in unit.facts.symbols if not is_intrinsic(value.name)]
