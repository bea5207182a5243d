"""Linkage properties of one module: its lists of entry points and sources, and which kinds of libraries can contain
it."""

from __future__ import annotations

from mtlb.air.entry_nodes import entry_function, entry_nodes
from mtlb.air.names import FUNCTION_CONSTANTS, SAMPLER_STATES, SOURCES, VISIBLE_REFERENCES
from mtlb.air.words import ENTRY_LISTS
from mtlb.base.errors import LinkError
from mtlb.container import FileType
from mtlb.ir import Module
from mtlb.ir.names import COMPILER_USED
from mtlb.ir.names import USED as LLVM_USED

USED = (COMPILER_USED, LLVM_USED)
CORE_IMAGE = "air.ci"
_VISIBLE = "air.visible"
FILTERED_METADATA = (FUNCTION_CONSTANTS, SAMPLER_STATES, VISIBLE_REFERENCES)


def has_entry_points(module: Module) -> bool:
    """Whether a module lists an entry point of any kind."""
    return any(module.named_metadata.get(kind) for kind in ENTRY_LISTS)


def has_recorded_sources(module: Module) -> bool:
    """Whether the compiler recorded sources in the module (-frecord-sources)."""
    return SOURCES in module.named_metadata


def refuse_entry_points(module: Module, kind: FileType) -> None:
    """LinkError for an entry point that a library of this kind can't have, and for a Core Image kernel in any other
    kind."""
    allowed = {FileType.CORE_IMAGE: (CORE_IMAGE,), FileType.DYNAMIC_LIBRARY: (_VISIBLE,)}.get(
        kind, tuple(name for name in ENTRY_LISTS if name != CORE_IMAGE)
    )
    for name, _, node in entry_nodes(module):
        if name in allowed:
            continue
        function = entry_function(node)
        what = "the first of them" if function is None else f"{function.name!a}"
        if name == CORE_IMAGE:
            raise LinkError(f"{what} is a Core Image kernel (!{name}): link it with --kind core-image")
        words = "a Core Image library" if kind is FileType.CORE_IMAGE else "a dynamic library"
        raise LinkError(f"{what} is an entry point (!{name}), which {words} can't have: link it with --kind executable")
