"""Joins several calls of a function on numbers into one call on a vector.
A thread with a separate stack is not a loop iteration that LLVM could vectorize, and LLVM's vectorizer for
straight-line code does not start at such calls. So powers and logarithms, which are polynomials of a few dozen
operations, are joined if a thread computes several of them side by side. Each number gets the same result as a
separate call would give."""

from __future__ import annotations

from ..air.names import PREFIX
from ..ir import BasicBlock, Call, Function, Instruction, Module, Value
from ..ir.build import FunctionTable, IRBuilder
from ..ir.mapper import replace_values
from .library.arithmetic import POLYNOMIALS

_WIDTHS = (8, 4, 2)  # doubles in vectors of at most 512 bits
_FLOAT = ".f32"


def join_calls(module: Module) -> None:
    """Join calls in each block of a module, which is changed, if none of them needs the result of another."""
    functions = FunctionTable(module)
    b = IRBuilder(module.context)
    for function in module.functions:
        replaced: dict[Value, Value] = {}
        for block in function.blocks:
            for group in _groups(block):
                _join(b, functions, block, group, replaced)
        if replaced:
            for instruction in function.instructions():
                replace_values(module.context, instruction, replaced)


def _groups(block: BasicBlock) -> list[list[Call]]:
    """Calls of the same function that can all be moved to the position of the last call."""
    result: list[list[Call]] = []
    open_: dict[Value, list[Call]] = {}
    for instruction in block.instructions:
        for callee, group in list(open_.items()):
            if any(item in instruction.operands for item in group) or len(group) == _WIDTHS[0]:
                result.append(open_.pop(callee))
        if _is_joinable(instruction):
            open_.setdefault(instruction.operands[-1], []).append(instruction)  # type: ignore[arg-type]
    return [group for group in (*result, *open_.values()) if len(group) > 1]


def _is_joinable(instruction: Instruction) -> bool:
    callee = instruction.operands[-1] if isinstance(instruction, Call) else None
    if not isinstance(callee, Function) or callee.blocks or not callee.name.endswith(_FLOAT):
        return False
    family = callee.name.removeprefix(PREFIX).removesuffix(_FLOAT)
    return family in POLYNOMIALS and len(instruction.operands) == 2 and instruction.operands[0].type is instruction.type


def _join(
    b: IRBuilder, functions: FunctionTable, block: BasicBlock, group: list[Call], replaced: dict[Value, Value]
) -> None:
    name = group[0].operands[-1].name.removesuffix(_FLOAT)
    b.before(block, group[-1])
    while len(group) > 1:
        width = next(width for width in _WIDTHS if width <= len(group))
        ours, group = group[:width], group[width:]
        vector = b.vector(ours[0].type, width)
        callee = functions.declare(f"{name}.v{width}f32", b.function_type(vector, (vector,)))
        b.debug_loc = ours[-1].debug_loc
        results = b.elements(b.call(callee, (b.joined(vector, [call.operands[0] for call in ours]),)))
        replaced.update(zip(ours, results, strict=True))
    b.debug_loc = None
    block.instructions = [instruction for instruction in block.instructions if instruction not in replaced]
