"""The metadata kinds of all inputs in one table, numbered as the LLVM in Apple's linkers does (docs/linking.md §6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mtlb.base.classes import NamedTuple
from mtlb.base.toolchains import Layout, Toolchain
from mtlb.ir import Module

from .facts import InputFacts

_NO_DEBUG_INFO_KIND = "heapallocsite"
_LINKER_KIND = "air.function_groups"


class MetadataKinds(NamedTuple):
    """`table`: the kinds of all modules. `changed`: for each input, the new number of each kind that is renumbered."""

    table: list[tuple[int, str]]
    changed: list[dict[int, int]]


def common_metadata_kinds(
    inputs: Sequence[InputFacts], layout: Layout, toolchain: Toolchain, is_stripped: Callable[[InputFacts], bool]
) -> MetadataKinds:
    """The metadata kinds of all inputs, numbered in one table, with those that the linker itself adds.

    The linker registers `air.function_groups`. LLVM 11 and later register `heapallocsite` when they strip debug info,
    which reading does to every module without a debug info version, if an instruction carries other metadata (so in all
    libraries of air-lld 32023); `metallib` always does. Modules from LLVM 3.x are linked as the linkers of that time
    did, which add none. `is_stripped`: the answer for an input whose facts don't have it.
    """
    kinds: dict[str, int] = {}
    taken: set[int] = set()
    renumbered = []
    for facts in inputs:
        changed = {}
        for number, name in facts.kinds:
            common = kinds.setdefault(name, number if number not in taken else len(kinds))
            taken.add(common)
            if common != number:
                changed[number] = common
        renumbered.append(changed)
    if inputs and all(facts.is_native for facts in inputs):
        return MetadataKinds([(number, name) for name, number in kinds.items()], renumbered)
    added: list[str] = []
    build = toolchain.number
    if build >= (32023, 0) and (layout is not Layout.AIR_LLD or _any_is_stripped(inputs, is_stripped)):
        added.append(_NO_DEBUG_INFO_KIND)
    if build >= (31001, 50):
        added.append(_LINKER_KIND)
    for name in added:
        kinds.setdefault(name, max(kinds.values(), default=-1) + 1)
    return MetadataKinds([(number, name) for name, number in kinds.items()], renumbered)


def _any_is_stripped(inputs: Sequence[InputFacts], is_stripped: Callable[[InputFacts], bool]) -> bool:
    if any(facts.stripped for facts in inputs):
        return True
    return any(facts.stripped is None and is_stripped(facts) for facts in inputs)


def renumber(module: Module, changed: Mapping[int, int]) -> None:
    """Give the attachments of a module the numbers of the program's table."""
    for value in module.global_values():
        value.metadata = [(changed.get(kind, kind), node) for kind, node in value.metadata]
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.metadata:
                instruction.metadata = tuple((changed.get(k, k), node) for k, node in instruction.metadata)
