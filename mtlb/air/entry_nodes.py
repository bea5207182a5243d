"""The metadata nodes that list a module's entry points, and the function of each node."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir import ConstantAsMetadata, Function, MDNode, Module
from .cursor import strip_casts
from .words import ENTRY_LISTS


def entry_nodes(module: Module) -> Iterator[tuple[str, int, MDNode]]:
    """The nodes of a module's entry points in Apple's order: name of the list, index in it, node."""
    for kind in ENTRY_LISTS:
        for number, node in enumerate(module.named_metadata.get(kind, ())):
            yield kind, number, node


def entry_function(node: MDNode) -> Function | None:
    """The function in the first operand of an entry point's node; None if that operand is not a function."""
    first = node.fields[0] if node.fields else None
    value = strip_casts(first.value) if isinstance(first, ConstantAsMetadata) else None
    return value if isinstance(value, Function) else None
