"""The reference graph of globals: each function is scanned once, each entry point queries it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .globals import Function, GlobalValue
from .instructions import Call, Instruction
from .names import MEMCPY, MEMMOVE, MEMSET
from .opcodes import InstCode
from .uses import DERIVING, globals_in, named_by, points_plainly
from .values import Constant, Value

_CALL: Final = InstCode.CALL
_CMP2: Final = InstCode.CMP2
_LOAD: Final = InstCode.LOAD
_STORE: Final = InstCode.STORE

_MEMORY_INTRINSICS = (MEMCPY, MEMMOVE, MEMSET)


class Uses:
    """How one function or initializer uses the globals that it refers to.

    `named`: last instruction first, in each the operands first to last; repeats left in. `escaping`: whose address may
    go anywhere (LLVM's GlobalStatus would give up on it). `compared`: whose address is compared. `taken`: functions
    that are named other than as the callee of a call. `calls`: direct calls of functions.
    """

    def __init__(self) -> None:
        self.named: list[GlobalValue] = []
        self.escaping: set[GlobalValue] = set()
        self.compared: set[GlobalValue] = set()
        self.taken: set[GlobalValue] = set()
        self.calls: list[Call] = []


class References:
    """The uses of every global value, computed when first asked for."""

    def __init__(self) -> None:
        self._uses: dict[GlobalValue, Uses] = {}

    def of(self, value: GlobalValue) -> Uses:
        """The uses of other globals by a global; computed on first use."""
        uses = self._uses.get(value)
        if uses is None:
            uses = self._uses[value] = _uses_of(value)
        return uses

    def reach(self, roots: Iterable[GlobalValue]) -> list[GlobalValue]:
        """The dependencies of `roots`, in the order in which Apple's linker visits them. The order is depth-first: each
        value, its references, then the next root. A function's instructions are visited last to first, the operands of
        each first to last (docs/linking.md §6, and the threadgroup variables that gsm-renderer passes in one call;
        exact on all single-input modules of the corpus).
        """
        worklist = list(roots)[::-1]
        order: dict[GlobalValue, None] = {}
        while worklist:
            value = worklist.pop()
            if value not in order:
                order[value] = None
                worklist.extend(reversed(self.of(value).named))
        return list(order)


def _uses_of(value: GlobalValue) -> Uses:
    uses = Uses()
    if isinstance(value, Function):
        pointers: dict[Value, frozenset[GlobalValue]] = {}
        named: list[list[GlobalValue]] = []
        for block in value.blocks:
            for instruction in block.instructions:
                for operand in instruction.operands:
                    if isinstance(operand, Instruction):
                        counts = bool(pointers) and operand in pointers
                    elif isinstance(operand, Constant):
                        counts = bool(operand.operands)
                    else:
                        counts = isinstance(operand, GlobalValue)
                    if counts:
                        named.append(_scan(instruction, uses, pointers))
                        break
        uses.named = [name for names in reversed(named) for name in names]
    else:
        uses.named.extend(named_by(value))
        uses.escaping.update(uses.named)
        uses.taken.update(uses.named)
    return uses


def _scan(instruction: Instruction, uses: Uses, pointers: dict[Value, frozenset[GlobalValue]]) -> list[GlobalValue]:
    """Add one instruction to `uses`; the globals it names. `pointers`: which globals earlier results point into."""
    all_named: list[GlobalValue] = []
    code = instruction.code
    callee = instruction.callee if code is _CALL else None
    if isinstance(callee, Function) and isinstance(instruction, Call):
        uses.calls.append(instruction)
    memory_intrinsic = isinstance(callee, Function) and callee.name.startswith(_MEMORY_INTRINSICS)
    last = len(instruction.operands) - 1
    derived: frozenset[GlobalValue] = frozenset()
    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, Instruction):
            bases = pointers.get(operand)
        elif isinstance(operand, Constant) and not operand.operands:
            continue
        elif operand is callee and index == last and isinstance(operand, GlobalValue):  # the commonest use
            all_named.append(operand)
            continue
        else:
            named = globals_in(operand)
            if not named:
                continue
            all_named += named
            if not (operand is callee and index == last):
                uses.taken.update(named)
            bases = frozenset(named)
            if not points_plainly(operand):
                uses.escaping.update(bases)
        if not bases:
            continue
        if code in DERIVING:
            derived |= bases
        elif code is _CMP2:
            uses.compared.update(bases)
        elif not (
            code is _LOAD or (code is _STORE and index == 1) or (code is _CALL and (index == last or memory_intrinsic))
        ):
            uses.escaping.update(bases)
    if derived:
        if instruction.type.is_pointer:
            pointers[instruction] = derived
        else:
            uses.escaping.update(derived)
    return all_named
