"""Vertex outputs that are equal in all amplified copies of a vertex: `air.shared`.

An output that does not depend on `[[amplification_id]]` is shared. Source: the four vertex functions with this argument
in the corpus (gsm-renderer's `stereoCopyVertex`, Apple's ModernRendering). If a branch depends on the id, no output is
marked; values loaded from private memory are not marked either.
"""

from __future__ import annotations

from ..emit.entry import VertexEntry
from ..ir import Function, InstCode, Instruction, Value
from ..passes.rewriter import uses

_BUILTINS = ("amplification_id", "amplification_count")


def mark_shared(function: Function, entry: VertexEntry) -> None:
    """Mark the shared outputs of an amplified vertex function."""
    arguments = [argument for argument in entry.fact.arguments if argument.kind in _BUILTINS]
    if not arguments or len(entry.fact.outputs) < 2:
        return
    dependent = _dependent(
        function, [function.arguments[argument.index] for argument in arguments if argument.index is not None]
    )
    shared = [True] * len(entry.fact.outputs)
    for block in function.blocks:
        last = block.instructions[-1]
        if last.code is InstCode.RET:
            values = _members(last.operands[0], len(shared))
            shared = [
                a and value is not None and value not in dependent for a, value in zip(shared, values, strict=True)
            ]
    for output, is_shared in zip(entry.fact.outputs, shared, strict=True):
        output.shared = output.shared or is_shared


def _dependent(function: Function, roots: list[Value]) -> set[Value]:
    """All values that are computed from `roots`."""
    users = uses(function)
    values: set[Value] = set()
    work = list(roots)
    while work:
        value = work.pop()
        if value in values:
            continue
        values.add(value)
        for user in users.get(value, ()):
            work.append(user)
            if user.code is InstCode.STORE:  # loads from this address depend on it too
                work += user.operands
            elif user.code in (InstCode.BR, InstCode.SWITCH):
                work += [instruction for instruction in function.instructions() if instruction.code is InstCode.PHI]
                work += [instruction for instruction in function.instructions() if instruction.code is InstCode.LOAD]
    return values


def _members(value: Value, count: int) -> list[Value | None]:
    """The members of a struct that insertvalue instructions build; None for an unknown member."""
    values: list[Value | None] = [None] * count
    while isinstance(value, Instruction) and value.code is InstCode.INSERTVAL:
        place, *inner = value.path
        if not inner and values[place] is None:
            values[place] = value.operands[1]
        value = value.operands[0]
    return values
