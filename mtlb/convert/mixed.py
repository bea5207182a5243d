"""Loads through a `select` of pointers into different address spaces, split into two loads: AIR has no such pointer.

C++ creates such a pointer for ``c ? device_value : local_value`` of a class type, because the conditional operator
gives an address: LLVM writes ``load (select c, p, q)``. Only one of the addresses may be valid, so the loads are in
branches.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ir import BasicBlock, Function, InstCode, Instruction, Value
from ..passes.rewriter import Rewriter, uses

_SAME_MEMORY = (InstCode.GEP, InstCode.CAST, InstCode.FREEZE)
_LIMIT = 64
"""The maximum number of passes over a function; each pass removes one select from a load."""


def split_mixed_loads(code: Rewriter, function: Function, space: Callable[[Value], int | None]) -> bool:
    """Split the loads whose address may be in two address spaces; returns whether there were any.

    `space`: gives the address space for the base of an address; None if it is unknown.
    """
    changed = False

    def rule(_: Rewriter, load: Instruction) -> Value | None:
        path = _path_to_select(load.operands[0])
        if path is None or not _is_mixed(path[-1], space):
            return None
        return _split(code, load, path)

    for _ in range(_LIMIT):
        if not code.run(function, {InstCode.LOAD: rule}):
            break
        changed = True
        _drop_unused(function)
    return changed


def _path_to_select(address: Value) -> list[Instruction] | None:
    """The instructions from an address back to the select that it is computed from, the select last; None without a
    select.
    """
    path: list[Instruction] = []
    while isinstance(address, Instruction) and address.type.is_pointer:
        path.append(address)
        if address.code is InstCode.VSELECT:
            return path
        if address.code not in _SAME_MEMORY or len(path) > _LIMIT:
            return None
        address = address.operands[0]
    return None


def _is_mixed(select: Instruction, space: Callable[[Value], int | None]) -> bool:
    roots = {item for root in _roots(select) if (item := space(root)) is not None}
    return len(roots) > 1


def _roots(address: Value) -> list[Value]:
    """The possible bases of an address."""
    values: list[Value] = []
    seen: set[Value] = set()
    work = [address]
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        if isinstance(value, Instruction) and value.code is InstCode.VSELECT:
            work += value.operands[1:]
        elif isinstance(value, Instruction) and value.code is InstCode.PHI:
            work += value.operands
        elif isinstance(value, Instruction) and value.code in _SAME_MEMORY:
            work.append(value.operands[0])
        else:
            values.append(value)
    return values


def _split(code: Rewriter, load: Instruction, path: list[Instruction]) -> Value:
    """Split the load into two branches; returns the phi."""
    condition, *sides = path[-1].operands
    branches, after = [BasicBlock(), BasicBlock()], BasicBlock()
    code.branch_if(condition, branches[0], branches[1])
    loaded: list[Value] = []
    for block, side in zip(branches, sides, strict=True):
        code.begin(block)
        address = side
        for step in reversed(path[:-1]):
            copy = step.copy()
            copy.operands = (address, *step.operands[1:])
            address = code.insert(copy)
        copy = load.copy()
        copy.operands = (address, *load.operands[1:])
        loaded.append(code.insert(copy))
        code.branch(after)
    code.begin(after)
    return code.phi(load.type, loaded, branches)


def _drop_unused(function: Function) -> None:
    """Remove addresses that are no longer used."""
    while True:
        used = uses(function)
        dead = {
            i
            for i in function.instructions()
            if i.type.is_pointer and i.code in (*_SAME_MEMORY, InstCode.VSELECT) and not used.get(i)
        }
        if not dead:
            return
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in dead]
        function.symbols = [symbol for symbol in function.symbols if symbol not in dead]
