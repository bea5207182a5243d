"""In which order the inputs are linked, and with that the order of their functions in the library.

`metallib` keeps the order of the command line. `air-lld` walks its table of symbols, an LLVM StringMap, and links an
input when it meets the first of its symbols (docs/linking.md §3).
"""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.base.toolchains import Layout
from mtlb.bitcode.symtab import hash_order

from .linkage import is_intrinsic, is_linkable
from .units import Unit

__all__ = ["link_order"]


def link_order(units: Sequence[Unit], layout: Layout) -> list[Unit]:
    """`units` (in command-line order) in the order in which `layout`'s program links them."""
    if layout is not Layout.AIR_LLD:
        return list(units)
    names: dict[str, None] = {}
    owner: dict[str, Unit] = {}
    for unit in units:
        for value in unit.module.global_values():
            if is_linkable(value) and not is_intrinsic(value.name):
                names[value.name] = None
                if not value.is_declaration:
                    owner.setdefault(value.name, unit)
    met = dict.fromkeys(owner[name] for name in hash_order(names) if name in owner)
    return [*met, *(unit for unit in units if unit not in met)]
