"""Rules on control flow: barriers that only some threads reach, loops that keep a value in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...base.metal import AddressSpace
from ...bitstream.recent import Recent
from ...ir import Argument, BasicBlock, CastOperator, Constant, ConstantCode, Function, InstCode, Instruction, Value
from ...ir.dominance import block_intervals, dominators
from ...ir.names import LIFETIME
from ...ir.shapes import Shape
from ..builtins import OF_A_THREAD
from ..intrinsics import intrinsic
from ..names import PREFIX
from .registry import NOTE, SUSPECTED, rule
from .subjects import FUNCTION, MODULE, CodeSubject, FunctionSubject, ModuleSubject

__all__: list[str] = []

_MOST_BLOCKS = 4096  # larger functions are skipped: every branch is compared with every barrier
_END = -1  # the number of the exit node, which follows all returns

_ALLOCA: Final = InstCode.ALLOCA
_CALL: Final = InstCode.CALL
_CAST: Final = InstCode.CAST
_EXTRACTELT: Final = InstCode.EXTRACTELT
_GEP: Final = InstCode.GEP
_LOAD: Final = InstCode.LOAD
_PHI: Final = InstCode.PHI
_RET: Final = InstCode.RET
_STORE: Final = InstCode.STORE
_BITCAST: Final = int(CastOperator.BITCAST)
_DEVICE: Final = int(AddressSpace.DEVICE)


class _Flow:
    """The control flow graph of a function, with blocks by number."""

    def __init__(self, function: Function) -> None:
        self.blocks = function.blocks
        self.numbers = {block: number for number, block in enumerate(self.blocks)}
        self.targets = [
            [self.numbers[target] for target in _targets(block) if target in self.numbers] for block in self.blocks
        ]

    def sources(self) -> list[list[int]]:
        """For each block the blocks that branch to it."""
        return _sources(self.targets)

    def control_dependences(self) -> tuple[list[int], list[int]]:
        """For each block, the blocks for which its branch decides whether they are reached, and the blocks whose
        branches decide about it. Sets of blocks are the bits of a number, since hostile functions have nearly all
        pairs. They are kept for functions that branch alike.
        """
        returns = tuple([number for number, block in enumerate(self.blocks) if _returns(block)])
        key = (tuple([tuple(reached) for reached in self.targets]), returns)
        size = len(self.blocks) ** 2 // 4 + len(self.blocks) * _OF_A_BLOCK
        kept: tuple[list[int], list[int]] | None = _dependences.get(key, size)  # type: ignore[assignment]
        if kept is None:
            kept = _control_dependences(self.targets, returns)
            _dependences.put(key, size, kept)
        return kept


_dependences: Final = Recent(1 << 22)
_OF_A_BLOCK: Final = 300  # bytes that dependences take for a block, about, beside the bits


def _sources(all_targets: list[list[int]]) -> list[list[int]]:
    sources: list[list[int]] = [[] for _ in all_targets]
    for number, targets in enumerate(all_targets):
        for target in targets:
            sources[target].append(number)
    return sources


def _control_dependences(targets: list[list[int]], returns: Sequence[int]) -> tuple[list[int], list[int]]:
    """Which blocks depend on which directly, not through other branches: the control dependences of Ferrante,
    Ottenstein and Warren ("The program dependence graph", 1987). The blocks between a branch target and the branch's
    parent in the post-dominator tree depend on the branch.
    """
    sources = _sources(targets)
    after = dominators(_END, lambda number: returns if number == _END else sources[number])
    decided, deciding = [0] * len(targets), [0] * len(targets)
    for branch, reached in enumerate(targets):
        ends = set(reached)
        if len(ends) < 2 or not after.is_reachable(branch):
            continue
        above = after.parent(branch)
        for target in ends:
            number = target if after.is_reachable(target) else above
            while number is not None and number != above:
                decided[branch] |= 1 << number
                deciding[number] |= 1 << branch
                number = after.parent(number)
    return decided, deciding


def _reached(numbers: Iterable[int], edges: list[int]) -> list[int]:
    """The numbers to which a path of one or more edges leads; `edges` has the bits of those that follow each."""
    waiting, reached, seen = list(numbers), list[int](), 0
    while waiting:
        new = edges[waiting.pop()] & ~seen
        seen |= new
        while new:
            number = new.bit_length() - 1
            new ^= 1 << number
            reached.append(number)
            waiting.append(number)
    return reached


def _targets(block: BasicBlock) -> tuple[BasicBlock, ...]:
    return block.instructions[-1].blocks if block.instructions else ()


def _returns(block: BasicBlock) -> bool:
    return bool(block.instructions) and block.instructions[-1].code is _RET


def _only_returns(block: BasicBlock) -> bool:
    """Whether a block only returns: surplus threads leave a kernel like this, also before barriers in Apple's
    modules.
    """
    return _returns(block) and all(instruction.code is _PHI for instruction in block.instructions[:-1])


# --- barriers --------------------------------------------------------------------------------------------------------

_BARRIER = "air.wg.barrier"
_GIVES_A_THREAD = ("air.get_thread_index_in_", "air.atomic.")
_READS_ATOMIC = (".load.", ".store.")


@rule(MODULE, "AIR090", "divergent-barrier", NOTE, SUSPECTED,
      "Every thread of a threadgroup reaches its barriers",
      "Threads wait for others that never come: the GPU hangs, or values after the barrier are wrong.")  # fmt: skip
def _divergent_barrier(module: ModuleSubject) -> Iterator[str]:
    waiting = _functions_with_barriers(module)
    if not waiting:
        return
    threads: dict[Function, set[Value]] = {}
    for entry in module.entries:
        own = threads.setdefault(entry.function, set())
        for argument in entry.arguments:
            if argument.kind in OF_A_THREAD and argument.index is not None:
                own.update(entry.function.arguments[argument.index : argument.index + 1])
    for function in module.module.functions:
        if function in waiting and 1 < len(function.blocks) <= _MOST_BLOCKS:
            if not any(_callee(call) in waiting for call in module.calls[function]):
                continue
            barriers = {
                block: instruction
                for block in function.blocks
                for instruction in reversed(block.instructions)
                if instruction.code is _CALL and _callee(instruction) in waiting
            }
            if barriers:
                for instruction in _reached_by_some(function, barriers, threads.get(function, set())):
                    where = CodeSubject(instruction, function, module).where
                    yield f"a barrier behind a branch that only some threads take{where}"


def _callee(instruction: Instruction) -> Value | None:
    return instruction.operands[-1] if instruction.operands else None


def _functions_with_barriers(module: ModuleSubject) -> set[Value]:
    """The barrier functions, and all functions that call one, directly or through others."""
    barriers: set[Value] = {function for function in module.module.functions if function.name == _BARRIER}
    if not barriers:
        return barriers
    calls = {function: {_callee(instruction) for instruction in calls} for function, calls in module.calls.items()}
    values: set[Value] = set()
    while len(values) < len(barriers):
        values = set(barriers)
        barriers |= {function for function, called in calls.items() if not called.isdisjoint(values)}
    return values


def _behind(function: Function, values: Iterable[Value]) -> list[Instruction]:
    """The backward slice of `values`: the instructions that decide whether they differ between threads, roughly each
    after its operands. Those are few of a function.
    """
    seen: dict[Value, None] = {}
    writers: dict[Instruction, list[Instruction]] | None = None
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if value in seen or not isinstance(value, Instruction):
            continue
        code = value.code
        if code is _LOAD and _variable(value.operands[0]) is None:
            continue
        seen[value] = None
        waiting += value.operands
        if code is _ALLOCA:
            if writers is None:
                writers = _writers(function)
            waiting += writers.get(value, ())
    return [value for value in reversed(seen) if isinstance(value, Instruction)]


def _writers(function: Function) -> dict[Instruction, list[Instruction]]:
    """The instructions that may write to each alloca: stores, and calls that get its address."""
    writers: dict[Instruction, list[Instruction]] = {}
    for instruction in function.instructions():
        code = instruction.code
        if code is _STORE or code is _CALL:
            for pointer in instruction.operands[1:] if code is _STORE else instruction.operands[:-1]:
                held = _variable(pointer)
                if held is not None:
                    writers.setdefault(held, []).append(instruction)
    return writers


def _divergent_values(function: Function, own: set[Value], conditions: Iterable[Value]) -> set[Value]:
    """The values that may differ between threads, of those that decide about `conditions`: the values computed from
    `own`, which differ by definition.

    An alloca is in the set if its contents differ. Parameters of helper functions, and values loaded from shared
    memory, count as uniform: Apple's modules have barriers in loops with loaded limits.
    """
    divergent_values = set(own)
    waiting: Iterable[Instruction] = _behind(function, conditions)
    before = -1
    while before != len(divergent_values):
        before = len(divergent_values)
        same: list[Instruction] = []  # the instructions that are uniform so far
        for instruction in waiting:
            code = instruction.code
            if code is _STORE:
                held = _variable(instruction.operands[1])
                if held is None or held in divergent_values:
                    continue
                if not divergent_values.isdisjoint(instruction.operands):
                    divergent_values.add(held)
                    continue
            elif code is _CALL:
                if _differs(instruction, divergent_values):
                    divergent_values.add(instruction)
                    divergent_values.update(
                        [held for held in map(_variable, instruction.operands[:-1]) if held is not None]
                    )
                    continue
            elif code is _LOAD:
                pointer = instruction.operands[0]
                if pointer in divergent_values and _variable(pointer) is not None:
                    divergent_values.add(instruction)
                    continue
            elif not divergent_values.isdisjoint(instruction.operands) and not _is_of_a_row(instruction):
                divergent_values.add(instruction)
                continue
            same.append(instruction)
        waiting = same
    return divergent_values


def _is_of_a_row(instruction: Instruction) -> bool:
    """Whether it extracts y or z of an argument: Apple's modules assume that a threadgroup may be one row of
    threads.
    """
    if instruction.code is not _EXTRACTELT or not isinstance(instruction.operands[0], Argument):
        return False
    index = instruction.operands[1]
    return isinstance(index, Constant) and index.code == ConstantCode.INTEGER and index.params != (0,)


def _differs(call: Instruction, values: set[Value]) -> bool:
    """Whether the result of a call differs between threads."""
    callee = call.operands[-1] if call.operands else None
    name = callee.name if isinstance(callee, Function) else ""
    if name.startswith(_GIVES_A_THREAD) and not any(word in name for word in _READS_ATOMIC):
        return True
    if name.startswith(LIFETIME):
        return False
    callee_row = intrinsic(name) if name.startswith(PREFIX) else None
    if callee_row is not None and callee_row.family.is_convergent:
        return False  # votes and sums are uniform in a SIMD-group, which may be the whole threadgroup
    return not values.isdisjoint(call.operands)


def _variable(pointer: Value) -> Instruction | None:
    """The alloca that a pointer points into."""
    while isinstance(pointer, Instruction) and pointer.operands:
        is_cast = pointer.code is _CAST and pointer.opcode == _BITCAST
        if not is_cast and pointer.code is not _GEP:
            break
        pointer = pointer.operands[0]
    return pointer if isinstance(pointer, Instruction) and pointer.code is _ALLOCA else None


def _reached_by_some(
    function: Function, barriers: dict[BasicBlock, Instruction], own: set[Value]
) -> Iterator[Instruction]:
    """The barriers that depend on a branch on a divergent value. `own`: the values that differ between threads by
    definition.
    """
    flow = _Flow(function)
    decided, deciding = flow.control_dependences()
    conditions: dict[int, Value] = {}  # of the branches that decide about barriers, a part of all
    for number in sorted(_reached([flow.numbers[block] for block in barriers], deciding)):
        branch = flow.blocks[number].instructions[-1]
        if branch.operands and not any(map(_only_returns, branch.blocks)):
            conditions[number] = branch.operands[0]
    if not conditions:
        return
    divergent = _divergent_values(function, own, conditions.values())
    differing = [number for number, condition in conditions.items() if condition in divergent]
    behind = set(_reached(differing, decided))
    for block, instruction in barriers.items():
        if flow.numbers[block] in behind:
            yield instruction


# --- loops -----------------------------------------------------------------------------------------------------------


@rule(FUNCTION, "AIR091", "value-in-memory", NOTE, SUSPECTED,
      "No loop loads and stores one address of device memory",
      "Every turn waits for the memory: it is slow, and other threads see the values in between.")  # fmt: skip
def _value_in_memory(subject: FunctionSubject) -> Iterator[str]:
    function = subject.function
    if not 1 < len(function.blocks) <= _MOST_BLOCKS or not _has_one_type(subject.shapes):
        return
    stored: dict[Value, list[BasicBlock]] = {}
    loaded: dict[Value, list[tuple[BasicBlock, Instruction]]] = {}
    homes: dict[Value, BasicBlock] = {}
    for block in function.blocks:
        for instruction in block.instructions:
            code = instruction.code
            if code is _LOAD:
                pointer = instruction.operands[0]
                if _is_device(pointer):
                    loaded.setdefault(pointer, []).append((block, instruction))
            elif code is _STORE:
                pointer = instruction.operands[1]
                if _is_device(pointer):
                    stored.setdefault(pointer, []).append(block)
    both = stored.keys() & loaded.keys()
    if not both:
        return
    for block in function.blocks:
        homes.update((instruction, block) for instruction in block.instructions if instruction in both)
    loops = list(_loops(_Flow(function)))
    for pointer in loaded:
        if pointer not in both:
            continue
        kept = [loop for loop in loops if homes.get(pointer) not in loop and not loop.isdisjoint(stored[pointer])]
        for block, instruction in loaded[pointer]:
            if any(block in loop for loop in kept):
                where = CodeSubject(instruction, function, subject.module).where
                yield f"a load from device memory in a loop that stores to the same address{where}"


def _has_one_type(shapes: dict[Shape, Instruction]) -> bool:
    """Whether a function loads and stores through device pointers of one type."""
    firsts = shapes.values()
    loaded = {first.operands[0].type for first in firsts if first.code is _LOAD and _is_device(first.operands[0])}
    return bool(loaded) and any(
        first.code is _STORE and first.operands[1].type in loaded and _is_device(first.operands[1]) for first in firsts
    )


def _is_device(pointer: Value) -> bool:
    return pointer.type.is_pointer and pointer.type.address_space == _DEVICE


def _loops(flow: _Flow) -> Iterator[set[BasicBlock]]:
    """The blocks of each natural loop: those from which a back edge to a dominating header is reached."""
    (firsts, ends), sources = block_intervals(flow.targets), flow.sources()
    for number, targets in enumerate(flow.targets):
        for start in targets:
            if 0 <= firsts[start] <= firsts[number] < ends[start]:
                inside, waiting = {start}, [number]
                while waiting:
                    item = waiting.pop()
                    if item not in inside:
                        inside.add(item)
                        waiting += sources[item]
                yield {flow.blocks[item] for item in inside}
