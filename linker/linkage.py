"""The symbols of one module: the names that it defines for other modules, and those that it needs."""

from __future__ import annotations

from collections.abc import Iterator

from mtlb.air.words import ENTRY_LISTS
from mtlb.ir import GlobalValue, Linkage, MDNode, Module

__all__ = ["entry_nodes", "has_entry_points", "is_intrinsic", "is_linkable", "is_optional", "needs"]

_INTRINSIC_PREFIXES = ("llvm.", "air.")
_OPTIONAL = frozenset({Linkage.EXTERN_WEAK})


def is_linkable(value: GlobalValue) -> bool:
    """Whether the name of `value` means the same in every input: it is not private to one, nor collected from all."""
    return value.is_shared


def is_intrinsic(name: str) -> bool:
    """Whether the GPU compiler provides the symbol: no input has to define it."""
    return name.startswith(_INTRINSIC_PREFIXES)


def is_optional(value: GlobalValue) -> bool:
    """Whether a declaration may stay without a definition (a weak reference)."""
    return value.linkage in _OPTIONAL


def needs(module: Module) -> Iterator[str]:
    """The names that a module declares and others have to define."""
    for value in module.global_values():
        declared = is_linkable(value) and value.is_declaration and not is_intrinsic(value.name)
        if declared and not is_optional(value):
            yield value.name


def entry_nodes(module: Module) -> Iterator[tuple[str, int, MDNode]]:
    """The nodes of a module's entry points in Apple's order: name of the list, index in it, node."""
    for kind in ENTRY_LISTS:
        for number, node in enumerate(module.named_metadata.get(kind, ())):
            yield kind, number, node


def has_entry_points(module: Module) -> bool:
    """Whether a module lists an entry point of any kind."""
    return any(module.named_metadata.get(kind) for kind in ENTRY_LISTS)
