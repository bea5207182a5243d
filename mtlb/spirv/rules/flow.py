"""Functions and blocks: terminators, branch targets, and dominance of uses by definitions (docs/spirv.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...ir.dominance import dominators
from ..enumerants import Capability, Op, StorageClass
from ..functions import BRANCHES, SpirvBlock, SpirvFunction
from ..instructions import SpirvInstruction
from ..module import SpirvModule
from ..opcodes import (
    OP_BRANCH,
    OP_BRANCH_CONDITIONAL,
    OP_FUNCTION_CALL,
    OP_LOOP_MERGE,
    OP_PHI,
    OP_RETURN,
    OP_RETURN_VALUE,
    OP_SELECTION_MERGE,
    OP_SWITCH,
    OP_VARIABLE,
)
from ..types import TypeFunction, TypeVoid
from .problem import SpirvProblem


def flow_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Problems in functions, their blocks, and the use of values in them."""
    homes: dict[
        int, tuple[int, int]
    ] = {}  # for every id that a function defines: the function and the label of its block
    for function in module.functions.values():
        for parameter in function.parameters:
            homes[parameter.id] = function.id, 0
        for block in function.blocks:
            homes[block.label] = function.id, block.label
            for instruction in block.instructions:
                if instruction.id:
                    homes[instruction.id] = function.id, block.label
    for function in module.functions.values():
        yield from _signature_problems(module, function)
        if function.blocks:
            branch_problems = list(_branch_problems(module, function))
            yield from branch_problems
            if not branch_problems:
                yield from _value_problems(module, function, homes)
    yield from _recursion_problems(module)


def _signature_problems(module: SpirvModule, function: SpirvFunction) -> Iterator[SpirvProblem]:
    kind = module.types.get(function.type)
    if not isinstance(kind, TypeFunction):
        yield SpirvProblem("function", function.instruction, f"%{function.type} is not the type of a function")
        return
    if kind.result != function.result:
        yield SpirvProblem(
            "function", function.instruction, f"its result %{function.result} is not that of its type %{function.type}"
        )
    if len(kind.parameters) != len(function.parameters):
        yield SpirvProblem(
            "function",
            function.instruction,
            f"it has {len(function.parameters)} parameters, its type %{function.type} {len(kind.parameters)}",
        )
        return
    for parameter, expected in zip(function.parameters, kind.parameters, strict=True):
        if parameter.type != expected:
            yield SpirvProblem(
                "function", parameter, f"its type is not %{expected}, which the type of the function has"
            )
    is_void = isinstance(module.types.get(kind.result), TypeVoid)
    for block in function.blocks:
        if block.terminator.op is OP_RETURN and not is_void:
            yield SpirvProblem("function", block.terminator, "the function must return a value")
        elif block.terminator.op is OP_RETURN_VALUE and is_void:
            yield SpirvProblem("function", block.terminator, "the function has no result")


def _branch_problems(module: SpirvModule, function: SpirvFunction) -> Iterator[SpirvProblem]:
    """Branch targets outside of the function, phis that do not match the predecessors, variables in the wrong place."""
    entry = function.blocks[0].label
    headers: dict[int, int] = {}
    for block in function.blocks:
        targets = [(target, block.terminator) for target in block.successors]
        if block.merge is not None:
            named = block.merge.ids
            targets += [(target, block.merge) for target in named]
            yield from _merge_problems(block, headers)
        for target, instruction in targets:
            if target not in function.block:
                yield SpirvProblem("block", instruction, f"%{target} is not a block of the function %{function.id}")
            elif target == entry and instruction is block.terminator:
                yield SpirvProblem("block", instruction, f"it branches to the first block %{target}")
        yield from _phi_problems(module, function, block)
        is_first = block.label == entry
        behind = False
        for instruction in block.instructions:
            if instruction.op is not OP_VARIABLE:
                behind = behind or instruction.op not in _AMONG_VARIABLES
            else:
                if is_first and behind:
                    yield SpirvProblem(
                        "variable", instruction, "a variable must stand before the other instructions of its block"
                    )
                if instruction.operands[0] != StorageClass.Function:
                    yield SpirvProblem(
                        "block", instruction, "a variable in a function must have the storage class Function"
                    )
                if not is_first:
                    yield SpirvProblem("block", instruction, "a variable must be in the function's first block")


_AMONG_VARIABLES: Final = frozenset({Op.OpPhi, Op.OpExtInst, Op.OpUndef})
"""Instructions that may stand before a variable."""


def _merge_problems(block: SpirvBlock, headers: dict[int, int]) -> Iterator[SpirvProblem]:
    merge = block.merge
    assert merge is not None
    target = int(merge.operands[0])
    if target in headers:
        yield SpirvProblem(
            "block", merge, f"%{target} is the merge block of two blocks, %{headers[target]} and %{block.label}"
        )
    headers[target] = block.label
    if target == block.label:
        yield SpirvProblem("block", merge, "the block is its own merge block")
    branches = (OP_BRANCH_CONDITIONAL, OP_SWITCH)
    allowed = branches if merge.op is OP_SELECTION_MERGE else (OP_BRANCH, OP_BRANCH_CONDITIONAL)
    if block.terminator.op not in allowed:
        yield SpirvProblem("block", merge, f"{block.terminator.name} follows it")
    if merge.op is OP_LOOP_MERGE and merge.operands[0] == merge.operands[1]:
        yield SpirvProblem("block", merge, "merge block and continue target are the same")


def _phi_problems(module: SpirvModule, function: SpirvFunction, block: SpirvBlock) -> Iterator[SpirvProblem]:
    expected = function.predecessors[block.label]
    behind = False
    for instruction in block.instructions:
        if instruction.op is not OP_PHI:
            behind = behind or not module.is_debug(instruction)  # spirv-opt leaves a DebugScope before a phi
            continue
        if behind:
            yield SpirvProblem("block", instruction, "it must be at the start of its block")
        labels = [int(label) for label in instruction.operands[1::2]]
        if sorted(labels) != sorted(expected):
            yield SpirvProblem(
                "block",
                instruction,
                f"its blocks are {_list(labels)}, the block %{block.label} is reached from {_list(expected)}",
            )


def _list(labels: list[int] | tuple[int, ...]) -> str:
    return ", ".join(f"%{label}" for label in labels) or "nowhere"


def _value_problems(
    module: SpirvModule, function: SpirvFunction, homes: dict[int, tuple[int, int]]
) -> Iterator[SpirvProblem]:
    """Values of other functions, values whose definition does not dominate the use, labels used as values, and back
    edges."""
    order = {block.label: index for index, block in enumerate(function.blocks)}
    dominance = dominators(function.blocks[0].label, lambda label: function.block[label].successors)
    for block in function.blocks:
        label = block.label
        if not dominance.is_reachable(label):
            continue
        parent = dominance.parent(label)
        if parent is not None and order[parent] > order[label]:
            yield SpirvProblem(
                "block", block.label_instruction, f"it stands before the block %{parent}, which dominates it"
            )
        for target in block.successors:
            header = function.block[target]
            is_loop = header.merge is not None and header.merge.op is OP_LOOP_MERGE
            if dominance.dominates(target, label) and not is_loop and _is_structured(module):
                yield SpirvProblem(
                    "block", block.terminator, f"it branches back to %{target}, which has no OpLoopMerge"
                )
        if block.merge is not None:
            merge = int(block.merge.operands[0])
            if dominance.is_reachable(merge) and not dominance.dominates(label, merge):
                yield SpirvProblem("block", block.merge, f"the block does not dominate its merge block %{merge}")
        done: set[int] = set()  # the ids that the block defines before the instruction
        for instruction in (*block.instructions, block.terminator):
            ids = instruction.ids
            is_phi = instruction.op is OP_PHI
            for number, id in enumerate(ids):
                if (number & 1 if is_phi else id in done) or (home := homes.get(id)) is None:
                    continue
                # a phi uses a value at the end of the block that is named after it
                place = ids[number + 1] if is_phi else label
                if home[0] != function.id:
                    yield SpirvProblem("id", instruction, f"%{id} is defined in another function, %{home[0]}")
                elif id == home[1]:
                    if (not id or id in function.block) and instruction.op not in _WITH_LABELS:
                        yield SpirvProblem("id", instruction, f"%{id} is a block and no value")
                elif not home[1]:
                    continue
                elif home[1] == place and not is_phi:
                    if module.definitions[id].offset >= instruction.offset:
                        yield SpirvProblem("id", instruction, f"%{id} is used before its definition")
                elif dominance.is_reachable(place) and not dominance.dominates(home[1], place):
                    yield SpirvProblem(
                        "id",
                        instruction,
                        f"the definition of %{id} in block %{home[1]} does not dominate its use in %{place}",
                    )
            done.add(instruction.id)


_WITH_LABELS: Final = BRANCHES | {Op.OpPhi, Op.OpExtInst}


def _is_structured(module: SpirvModule) -> bool:
    return Capability.Kernel not in module.capabilities


def _recursion_problems(module: SpirvModule) -> Iterator[SpirvProblem]:
    """Direct and indirect recursion, which shaders do not support."""
    calls: dict[int, list[SpirvInstruction]] = {}
    for function in module.functions.values():
        blocks = calls[function.id] = [
            instruction
            for block in function.blocks
            for instruction in block.instructions
            if instruction.op is OP_FUNCTION_CALL
        ]
        for instruction in blocks:
            if instruction.operands[0] not in module.functions:
                yield SpirvProblem("function", instruction, f"%{instruction.operands[0]} is not a function")
    state: dict[int, int] = {}  # 1: in progress, 2: done
    for start in calls:
        stack = [(start, iter(calls[start]))] if start not in state else []
        if stack:
            state[start] = 1
        while stack:
            function_id, rest = stack[-1]
            call = next(rest, None)
            if call is None:
                state[function_id] = 2
                stack.pop()
                continue
            callee = int(call.operands[0])
            if state.get(callee) == 1:
                yield SpirvProblem("recursion", call, f"the function %{callee} calls itself")
            elif callee in calls and callee not in state:
                state[callee] = 1
                stack.append((callee, iter(calls[callee])))
