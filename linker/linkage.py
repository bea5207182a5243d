"""The symbols of one module: the names that it defines for other modules, and those that it needs."""

from __future__ import annotations

from collections.abc import Iterator

from mtlb.air.words import ENTRY_LISTS
from mtlb.base.errors import LinkError
from mtlb.container import FileType
from mtlb.ir import ConstantAsMetadata, GlobalValue, MDNode, Module

__all__ = [
    "CONSTRUCTORS",
    "CORE_IMAGE",
    "FILTERED_METADATA",
    "USED",
    "entry_nodes",
    "has_entry_points",
    "has_recorded_sources",
    "is_intrinsic",
    "is_linkable",
    "is_optional",
    "needs",
    "refuse_entry_points",
]

CONSTRUCTORS = "llvm.global_ctors"
USED = ("llvm.compiler.used", "llvm.used")
CORE_IMAGE = "air.ci"
_VISIBLE = "air.visible"
FILTERED_METADATA = ("air.function_constants", "air.sampler_states", "air.visible_function_references")

_INTRINSIC_PREFIXES = ("llvm.", "air.")


def is_linkable(value: GlobalValue) -> bool:
    """Whether the name of `value` means the same in every input: it is not private to one, nor collected from all."""
    return value.is_shared


def is_intrinsic(name: str) -> bool:
    """Whether the GPU compiler provides the symbol: no input has to define it."""
    return name.startswith(_INTRINSIC_PREFIXES)


def is_optional(value: GlobalValue) -> bool:
    """Whether a declaration may stay without a definition (a weak reference)."""
    return value.linkage.is_optional


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


def has_recorded_sources(module: Module) -> bool:
    """Whether the compiler recorded sources in the module (-frecord-sources)."""
    return "llvm_utils.sources" in module.named_metadata


def refuse_entry_points(module: Module, kind: FileType) -> None:
    """LinkError for an entry point that a library of this kind can't have, and for a Core Image kernel in others."""
    allowed = {FileType.CORE_IMAGE: (CORE_IMAGE,), FileType.DYNAMIC_LIBRARY: (_VISIBLE,)}.get(
        kind, tuple(name for name in ENTRY_LISTS if name != CORE_IMAGE)
    )
    for name in ENTRY_LISTS:
        nodes = module.named_metadata.get(name)
        if not nodes or name in allowed:
            continue
        field = nodes[0].fields[0] if nodes[0].fields else None
        value = field.value if isinstance(field, ConstantAsMetadata) else None
        what = f"{value.name!a}" if isinstance(value, GlobalValue) else "the first of them"
        if name == CORE_IMAGE:
            raise LinkError(f"{what} is a Core Image kernel (!{name}): link it with --kind core-image")
        words = "a Core Image library" if kind is FileType.CORE_IMAGE else "a dynamic library"
        raise LinkError(f"{what} is an entry point (!{name}), which {words} can't have: link it with --kind executable")
