"""The metadata kinds of all units in one table, as the LLVM of Apple's linkers numbers them (docs/linking.md §6)."""

from __future__ import annotations

from collections.abc import Sequence

from mtlb.base.toolchains import Layout, Toolchain
from mtlb.bitcode.eras import is_native
from mtlb.ir import Module

__all__ = ["common_metadata_kinds"]

_NO_DEBUG_INFO_KIND = "heapallocsite"
_LINKER_KIND = "air.function_groups"
_DEBUG_INFO_FLAG = "Debug Info Version"


def common_metadata_kinds(modules: Sequence[Module], layout: Layout, toolchain: Toolchain) -> list[tuple[int, str]]:
    """The metadata kinds of all modules, numbered in one table, with those that the linker itself adds.

    Attachments of a module whose numbers differ are renumbered. The linker registers `air.function_groups`. LLVM 11 and
    later register `heapallocsite` when they strip debug info, which reading does to every module without a debug info
    version, if an instruction carries other metadata (so in all libraries of air-lld 32023); `metallib` always does.
    Modules that LLVM 3.x of its time wrote are linked as by the linker of that time, which adds none.
    """
    kinds: dict[str, int] = {}
    for module in modules:
        changed = {}
        for number, name in module.metadata_kinds:
            common = kinds.setdefault(name, number if number not in kinds.values() else len(kinds))
            if common != number:
                changed[number] = common
        if changed:
            _renumber(module, changed)
    added: list[str] = []
    if modules and all(is_native(module) for module in modules):
        return [(number, name) for name, number in kinds.items()]
    build = toolchain.number
    if build >= (32023, 0) and (layout is not Layout.AIR_LLD or any(_is_stripped(module) for module in modules)):
        added.append(_NO_DEBUG_INFO_KIND)
    if build >= (31001, 50):
        added.append(_LINKER_KIND)
    for name in added:
        kinds.setdefault(name, max(kinds.values(), default=-1) + 1)
    return [(number, name) for name, number in kinds.items()]


def _is_stripped(module: Module) -> bool:
    flags = module.named_metadata.get("llvm.module.flags", ())
    if any(getattr(flag.fields[1], "value", None) == _DEBUG_INFO_FLAG for flag in flags if len(flag.fields) > 1):
        return False
    return any(i.metadata for function in module.functions for i in function.instructions())


def _renumber(module: Module, changed: dict[int, int]) -> None:
    for value in module.global_values():
        value.metadata = [(changed.get(kind, kind), node) for kind, node in value.metadata]
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.metadata:
                instruction.metadata = tuple((changed.get(k, k), node) for k, node in instruction.metadata)
