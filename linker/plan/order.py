"""The link order of the inputs, which is also the order of their functions in the library.

`metallib` keeps the order of the command line. `air-lld` iterates over its symbol table, an LLVM StringMap, and links
an input at the first of its symbols (docs/linking.md §3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mtlb.air.symbols import is_intrinsic
from mtlb.base.toolchains import Layout
from mtlb.bitcode.symtab import hash_order

from .facts import InputFacts, SymbolFacts


def link_order(inputs: Sequence[InputFacts], layout: Layout) -> list[InputFacts]:
    """`inputs` (in command-line order) in the order in which `layout`'s program links them."""
    if layout is not Layout.AIR_LLD:
        return list(inputs)
    definer: dict[str, InputFacts] = {}
    for facts in inputs:
        for symbol in _shared(facts):
            if not symbol.is_declaration:
                definer.setdefault(symbol.name, facts)
    met = dict.fromkeys([definer[name] for name in symbol_table(inputs) if name in definer])
    return [*met, *[facts for facts in inputs if facts not in met]]


def symbol_table(inputs: Iterable[InputFacts]) -> list[str]:
    """The names of `air-lld`'s symbol table in its order: those of all `inputs`, entered in command-line order."""
    return hash_order(dict.fromkeys([symbol.name for facts in inputs for symbol in _shared(facts)]))


def _shared(facts: InputFacts) -> list[SymbolFacts]:
    return [symbol for symbol in facts.symbols if not is_intrinsic(symbol.name)]
