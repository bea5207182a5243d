"""Entry points: their functions, their interface, and the modes that their stage requires (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..enumerants import Capability, ExecutionMode, ExecutionModel
from ..module import EXECUTION_MODES, SpirvEntryPoint, SpirvModule
from ..opcodes import OP_EXT_INST, OP_FUNCTION_CALL
from ..types import TypeFunction, TypeVoid
from .problem import SpirvProblem

_ANY_STORAGE: Final = (1, 4)
"""From this version on the interface lists all variables, not only inputs and outputs."""


def entry_point_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Problems in entry points and execution modes."""
    targets = {entry.function for entry in module.entry_points}
    for instruction in module.each(*EXECUTION_MODES):
        if instruction.operands[0] not in targets:
            yield SpirvProblem(
                "entry-point", instruction, f"%{instruction.operands[0]} is not the function of an entry point"
            )
    if not targets and Capability.Linkage not in module.capabilities:
        yield SpirvProblem("entry-point", None, "the module has no entry point")
    seen: set[tuple[int, str]] = set()
    for entry in module.entry_points:
        if (entry.model, entry.name) in seen:
            yield SpirvProblem("entry-point", entry.instruction, f"a second {entry.model.label} entry {entry.name!a}")
        seen.add((entry.model, entry.name))
        yield from _problems(module, entry)
    yield from _interface_problems(module)
    for instruction in module.each(OP_FUNCTION_CALL):
        if instruction.operands[0] in targets:
            yield SpirvProblem("entry-point", instruction, f"it calls the entry point %{instruction.operands[0]}")


def _interface_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Inputs and outputs that an entry point uses without listing them."""
    variables = module.variables
    used: dict[int, list[int]] = {}
    calls: dict[int, list[int]] = {}
    for function in module.functions.values():
        ids = used[function.id] = []
        callees = calls[function.id] = []
        for block in function.blocks:
            for instruction in block.instructions:
                if instruction.op is OP_FUNCTION_CALL:
                    callees.append(int(instruction.operands[0]))
                if instruction.op is not OP_EXT_INST:  # debug instructions refer to variables as well
                    ids += [id for id in instruction.ids if id in variables]
    for entry in module.entry_points:
        listed = set(entry.interface)
        waiting, seen = [entry.function], {entry.function}
        while waiting:
            function_id = waiting.pop()
            for id in used.get(function_id, ()):
                if id not in listed and variables[id].is_interface:
                    listed.add(id)
                    reason = f"it uses the variable %{id}, which its interface does not name"
                    yield SpirvProblem("entry-point", entry.instruction, reason)
            for callee in calls.get(function_id, ()):
                if callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)


def _problems(module: SpirvModule, entry: SpirvEntryPoint) -> Iterator[SpirvProblem]:
    instruction = entry.instruction
    function = module.functions.get(entry.function)
    if function is None:
        yield SpirvProblem("entry-point", instruction, f"%{entry.function} is not a function")
        return
    kind = module.types.get(function.type)
    if not isinstance(module.types.get(function.result), TypeVoid):
        yield SpirvProblem("entry-point", instruction, f"the function %{entry.function} has a result")
    if isinstance(kind, TypeFunction) and kind.parameters and entry.model is not ExecutionModel.Kernel:
        yield SpirvProblem("entry-point", instruction, f"the function %{entry.function} has parameters")
    for id in entry.interface:
        variable = module.variables.get(id)
        if variable is None:
            yield SpirvProblem("entry-point", instruction, f"%{id} of its interface is not a variable")
        elif module.version < _ANY_STORAGE and not variable.is_interface:
            yield SpirvProblem("interface", instruction, f"%{id} of its interface is neither input nor output")
    if module.version >= _ANY_STORAGE and len(set(entry.interface)) != len(entry.interface):
        yield SpirvProblem("entry-point", instruction, "its interface names a variable twice")
    origins = {ExecutionMode.OriginUpperLeft, ExecutionMode.OriginLowerLeft} & entry.modes.keys()
    if entry.model is ExecutionModel.Fragment and len(origins) > 1:
        yield SpirvProblem("entry-point", instruction, "a fragment function has OriginUpperLeft and OriginLowerLeft")
    elif entry.model is ExecutionModel.Fragment and not origins:
        reason = "a fragment function needs OriginUpperLeft or OriginLowerLeft; OriginUpperLeft is assumed"
        yield SpirvProblem("origin", instruction, reason)
