"""Removal of the debug info that Apple's linker does not keep.

A newer writer that writes an older form drops debug info. The module keeps the flags `Dwarf Version` and `Debug Info
Version`, and the library's DEBI tag still has the location of the function. Observed in every module that a toolchain
wrote in an older form than its own (`downgraded_from` of the eras: AIR 2.0 from 902 on, 2.1 and 2.2 from 31001 on, 2.3
to 2.5 from 32023 on; 88 modules of the corpus), and in no module that was written in the toolchain's own form.
"""

from __future__ import annotations

from ..air.facts import DebugLocations
from ..base.classes import NamedTuple
from ..base.versions import Version
from ..bitcode.eras import toolchain_of
from ..container.tags import DebugLocation
from ..ir import Function, InstCode, Instruction, MDNode, MetadataCode, Module, copy_module, era_for_air
from ..ir.names import LOOP

_DEBUG_PREFIX = "llvm.dbg."  # prefix of named metadata and of intrinsics
_DEBUG_KINDS = ("dbg", "heapallocsite")


class Stripped(NamedTuple):
    """A module without debug info, and the locations of the functions that had debug info."""

    module: Module
    debug_locations: dict[Function, DebugLocation]


def loses_debug_info(module: Module, air: Version) -> bool:
    """Whether Apple's writer for AIR version `air` leaves out the debug info of this module."""
    if not any(name.startswith(_DEBUG_PREFIX) for name in module.named_metadata):
        return False
    return toolchain_of(module) >= era_for_air(air[:2]).downgraded_from


def strip_debug_info(module: Module) -> Stripped:
    """`module` without debug info, as LLVM's StripDebugInfo leaves it; `module` itself if it has none.

    FormatError for a malformed subprogram.
    """
    if not _has_debug_info(module):
        return Stripped(module, {})
    module = copy_module(module)
    locations = DebugLocations(module)
    result = {function: locations.of(function) for function in module.functions if function.is_definition}
    debug_kinds = _debug_kinds(module)
    loop_kind = module.kind_ids.get(LOOP)
    for name in [name for name in module.named_metadata if name.startswith(_DEBUG_PREFIX)]:
        del module.named_metadata[name]
    module.functions = [function for function in module.functions if not function.name.startswith(_DEBUG_PREFIX)]
    for value in module.global_values():
        value.metadata = [(kind, node) for kind, node in value.metadata if kind not in debug_kinds]
    loops = _Loops()
    for function in module.functions:
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if not _is_debug_call(i)]
            for instruction in block.instructions:
                instruction.debug_loc = None
                kept = [(kind, node) for kind, node in instruction.metadata if kind not in debug_kinds]
                changed = [(kind, loops.without_locations(node) if kind == loop_kind else node) for kind, node in kept]
                instruction.metadata = tuple((kind, node) for kind, node in changed if node is not None)
    return Stripped(module, {function: location for function, location in result.items() if location is not None})


def _debug_kinds(module: Module) -> set[int]:
    kinds = module.kind_ids
    return {kinds[name] for name in _DEBUG_KINDS if name in kinds}


def _has_debug_info(module: Module) -> bool:
    """Whether there is anything to remove."""
    if any(name.startswith(_DEBUG_PREFIX) for name in module.named_metadata):
        return True
    if any(function.name.startswith(_DEBUG_PREFIX) for function in module.functions):
        return True
    kinds = _debug_kinds(module)
    if any(kind in kinds for value in module.global_values() for kind, _ in value.metadata):
        return True
    loop_kind = module.kind_ids.get(LOOP)
    loops = _Loops()
    for function in module.functions:
        for instruction in function.instructions():
            if instruction.debug_loc is not None:
                return True
            for kind, node in instruction.metadata:
                if kind in kinds or (kind == loop_kind and loops.without_locations(node) is not node):
                    return True
    return False


def _is_debug_call(instruction: Instruction) -> bool:
    if instruction.code is not InstCode.CALL:
        return False
    callee = instruction.callee
    return isinstance(callee, Function) and callee.name.startswith(_DEBUG_PREFIX)


class _Loops:
    """Removes locations from loop ids. A loop id names the start and end of the loop in the source; without debug info
    only its own properties.
    """

    def __init__(self) -> None:
        self.stripped: dict[MDNode, MDNode | None] = {}

    def without_locations(self, loop: MDNode) -> MDNode | None:
        """The loop id without locations; None if nothing else remains."""
        if loop in self.stripped:
            return self.stripped[loop]
        kept = [f for f in loop.fields if not (isinstance(f, MDNode) and f.code is MetadataCode.LOCATION)]
        result: MDNode | None = loop
        if len(kept) < len(loop.fields) and len(kept) <= 1:
            result = None
        elif len(kept) < len(loop.fields):
            # A loop id is distinct and its own first operand.
            result = MDNode(loop.code, kept, distinct=loop.distinct)
            result.fields = tuple(result if field is loop else field for field in kept)
        self.stripped[loop] = result
        return result
