"""Accesses through a `select` or phi of pointers into different address spaces, split into two accesses: AIR has no
such pointer.

C++ creates such a pointer for ``c ? device_value : local_value`` of a class type, because the conditional operator
gives an address: LLVM writes ``load (select c, p, q)``, or a phi if an index is computed in a branch. Only one of the
addresses may be valid, so the accesses are in branches. LLVM also joins equal stores and atomic operations at the ends
of two branches. A phi becomes a phi of numbers of spaces, a phi for each space,
and a select of these.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..ir import BasicBlock, BlockInstruction, Constant, Function, InstCode, Instruction, Predicate, TypeCode, Value
from ..ir.mapper import replace_operands
from ..ir.names import MEMCPY, MEMMOVE, MEMSET
from ..passes.rewriter import Rewriter, uses

_SAME_MEMORY = (InstCode.GEP, InstCode.CAST, InstCode.FREEZE)
_LIMIT = 64
"""The maximum number of passes over a function; each pass removes one select from an access."""
_ACCESSES = (
    *(InstCode.LOAD, InstCode.STORE, InstCode.LOADATOMIC, InstCode.STOREATOMIC),
    *(InstCode.ATOMICRMW, InstCode.CMPXCHG),
)
"""The instructions whose first operand is an address. Of copies, the first two are."""


def split_mixed_accesses(code: Rewriter, function: Function, space: Callable[[Value], int | None]) -> bool:
    """Split the accesses whose address may be in two address spaces; returns whether there were any.

    `space`: gives the address space for the base of an address; None if it is unknown.
    """
    changed = _Pairs(code, function, space).replace_phis()

    def rule(_: Rewriter, access: Instruction) -> Value | bool | None:
        for place in range(_addresses_of(access)):
            path = _path_to_select(access.operands[place])
            if path is not None and _is_mixed(path[-1], space):
                return _split(code, access, place, path)
        return None

    for _ in range(_LIMIT):
        if not code.run(function, dict.fromkeys((*_ACCESSES, InstCode.CALL), rule)):
            break
        changed = True
        _drop_unused(function)
    return changed


class _Parts(NamedTuple):
    """A pointer into several spaces: the number of its space, and a pointer for each, of which that one is valid."""

    number: Value
    pointers: dict[int, Value]


class _Pairs:
    """Replaces the phis of a function whose pointers are into several known spaces."""

    def __init__(self, code: Rewriter, function: Function, space: Callable[[Value], int | None]) -> None:
        self.code = code
        self.function = function
        self.space = space
        self.parts: dict[Value, _Parts] = {}
        self.after: dict[Instruction, list[Instruction]] = {}
        self.phis: set[Instruction] = set()
        self.spaces: dict[Value, frozenset[int]] = {}

    def replace_phis(self) -> bool:
        """Replace them; returns whether there were any."""
        mixed = [
            i
            for i in self.function.instructions()
            if i.code is InstCode.PHI and i.type.is_pointer and len(self.spaces_of(i)) > 1
        ]
        if not mixed:
            return False
        selects: dict[Value, Value] = {}
        for phi in mixed:
            number, pointers = self.parts_of(phi)
            self.code.collect(self.after.setdefault(phi, []))
            self.code.debug_loc = phi.debug_loc
            last, *rest = sorted(pointers)
            selected = pointers[last]
            for space in rest:
                is_here = self.code.compare(Predicate.ICMP_EQ, number, self.numbered(space))
                selected = self.code.select(is_here, pointers[space], selected)
            selects[phi] = selected
        self.place()
        for instruction in self.function.instructions():
            replace_operands(self.code.context, instruction, lambda value: selects.get(value, value))
        _drop_unused(self.function, InstCode.PHI)
        return True

    def spaces_of(self, pointer: Value) -> frozenset[int]:
        """The spaces of the bases of a pointer; none if one of them is not known."""
        if pointer not in self.spaces:
            roots = [root for root in _roots(pointer) if not isinstance(root, Constant) or self.space(root) is not None]
            spaces = {self.space(root) for root in roots}
            self.spaces[pointer] = (
                frozenset() if None in spaces else frozenset(item for item in spaces if item is not None)
            )
        return self.spaces[pointer]

    def numbered(self, space: int) -> Constant:
        return self.code.integer(self.code.i32, space)

    def parts_of(self, pointer: Value) -> _Parts:
        """The parts of a pointer, created behind the instruction that computes it."""
        if pointer in self.parts:
            return self.parts[pointer]
        spaces = self.spaces_of(pointer)
        if len(spaces) < 2 or not isinstance(pointer, Instruction):
            only = min(spaces, default=0)
            self.parts[pointer] = _Parts(self.numbered(only), {only: pointer} if spaces else {})
        elif isinstance(pointer, BlockInstruction) and pointer.code is InstCode.PHI:
            self.split_phi(pointer, spaces)
        else:
            inputs = [self.parts_of(value) for value in self.bases(pointer)]
            self.code.collect(self.after.setdefault(pointer, []))
            self.code.debug_loc = pointer.debug_loc
            self.parts[pointer] = self.copied(pointer, inputs, spaces)
        return self.parts[pointer]

    def bases(self, pointer: Instruction) -> tuple[Value, ...]:
        return pointer.operands[1:] if pointer.code is InstCode.VSELECT else pointer.operands[:1]

    def copied(self, pointer: Instruction, inputs: list[_Parts], spaces: frozenset[int]) -> _Parts:
        """The parts of the result of a select, GEP or cast."""
        code = self.code

        def input_of(parts: _Parts, space: int) -> Value:
            return parts.pointers.get(space, code.null(pointer.type))

        if pointer.code is InstCode.VSELECT:
            number = code.select(pointer.operands[0], inputs[0].number, inputs[1].number)
            pointers = {
                space: code.select(pointer.operands[0], input_of(inputs[0], space), input_of(inputs[1], space))
                for space in sorted(spaces)
            }
            return _Parts(number, dict(pointers))
        copies: dict[int, Value] = {}
        for space in sorted(spaces):
            copy = pointer.copy()
            copy.operands = (input_of(inputs[0], space), *pointer.operands[1:])
            copies[space] = code.insert(copy)
        return _Parts(inputs[0].number, copies)

    def split_phi(self, phi: BlockInstruction, spaces: frozenset[int]) -> None:
        """The parts of a phi, which may be an operand of itself."""
        with self.code.kept_position():
            self.code.collect([])
            number = self.code.phi(self.code.i32)
            phis = {space: self.code.phi(phi.type) for space in sorted(spaces)}
        self.parts[phi] = _Parts(number, dict(phis))
        self.after[phi] = [number, *phis.values(), *self.after.get(phi, [])]
        self.phis.update((number, *phis.values()))
        inputs = [self.parts_of(value) for value in phi.operands]
        number.operands, number.blocks = tuple(parts.number for parts in inputs), phi.blocks
        for space, part in phis.items():
            part.operands = tuple(parts.pointers.get(space, self.code.null(phi.type)) for parts in inputs)
            part.blocks = phi.blocks

    def place(self) -> None:
        """Put the new instructions into their blocks, phis first."""
        for block in self.function.blocks:
            phis: list[Instruction] = []
            rest: list[Instruction] = []
            for instruction in block.instructions:
                new = self.after.get(instruction, [])
                if instruction.code is InstCode.PHI:
                    phis += [instruction, *(i for i in new if i in self.phis)]
                    rest += [i for i in new if i not in self.phis]
                else:
                    rest += [instruction, *new]
            block.instructions = [*phis, *rest]


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


def _addresses_of(access: Instruction) -> int:
    """The number of operands that are addresses, before the others."""
    if access.code is not InstCode.CALL:
        return 1
    callee = access.operands[-1]
    if not isinstance(callee, Function) or not callee.name.startswith((MEMCPY, MEMMOVE, MEMSET)):
        return 0
    return 1 if callee.name.startswith(MEMSET) else 2


def _split(code: Rewriter, access: Instruction, place: int, path: list[Instruction]) -> Value | bool:
    """Replace the access, whose operand at `place` is the address, by a branch for each address space; returns the phi
    of the results, or True if it has none.
    """
    condition, *sides = path[-1].operands
    branches, after = [BasicBlock(), BasicBlock()], BasicBlock()
    code.branch_if(condition, branches[0], branches[1])
    results: list[Value] = []
    for block, side in zip(branches, sides, strict=True):
        code.begin(block)
        address = side
        for step in reversed(path[:-1]):
            copy = step.copy()
            copy.operands = (address, *step.operands[1:])
            address = code.insert(copy)
        copy = access.copy()
        copy.operands = (*access.operands[:place], address, *access.operands[place + 1 :])
        results.append(code.insert(copy))
        code.branch(after)
    code.begin(after)
    return True if access.type.code is TypeCode.VOID else code.phi(access.type, results, branches)


def _drop_unused(function: Function, also: InstCode = InstCode.VSELECT) -> None:
    """Remove addresses that nothing but themselves uses."""
    while True:
        used = uses(function)
        dead = {
            i
            for i in function.instructions()
            if i.type.is_pointer
            and i.code in (*_SAME_MEMORY, InstCode.VSELECT, also)
            and all(user is i for user in used.get(i, ()))
        }
        if not dead:
            return
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in dead]
        function.symbols = [symbol for symbol in function.symbols if symbol not in dead]
