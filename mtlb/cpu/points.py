"""Orders the positions of threads in the program, so that lanes meet in the program's order, independent of the
block order in the file.
Each call of a function in which threads meet keeps a frame of words (native/runtime.h): one for each loop around the
current position, with the iteration number, and one for the position itself, which is a meeting or a call of such a
function. Positions are numbered along the control flow graph (ir/loops.py): a later position has a larger number,
and a position after a loop has a larger number than the loop. So the words of all frames, the outermost first, can
be compared as a point in time. Lanes at the same point meet, and the lanes at the earliest point continue first.
LLVM calls this maximal convergence ("Convergence And Uniformity" in its documentation)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from ..air.names import PREFIX
from ..ir import (
    BasicBlock,
    BinaryOperator,
    Call,
    Constant,
    Function,
    InstCode,
    Instruction,
    Module,
    Predicate,
    TailKind,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.loops import LoopNest, NestedLoop
from ..ir.names import INTRINSIC
from .checks import PROMISES
from .edits import without_attributes

_SHIFT = 40  # a word holds the number of a loop or position, and in the low bits its kind, as in native/runtime.h
_MEETING, _CALL = 0, (1 << _SHIFT) - 1  # in a loop's word: how often its header was reached, from 1 on
_ALIGNED = 4  # 8 bytes, as log2 + 1
_RUNTIME = "mtlb_"

_Loop: TypeAlias = NestedLoop[BasicBlock]


def number_points(modules: Sequence[tuple[Module, Function]], meeting: Collection[Function]) -> None:
    """Insert code that records the position when functions call those of `meeting`, which are declared.
    The modules, which are changed, come with their entry points. Functions are numbered in the order in which calls
    from these reach them."""
    framed = _framed([function for module, _ in modules for function in module.functions], meeting)
    for function in (*framed, *meeting):
        function.attributes = without_attributes(function.attributes, PROMISES)
    nests: dict[Function, LoopNest[BasicBlock]] = {}
    waiting = [function for module, _ in reversed(modules) for function in reversed(module.functions)]
    waiting += [entry for _, entry in reversed(modules)]
    while waiting:
        function = waiting.pop()
        if function not in nests and function in framed:
            nests[function] = LoopNest(function.blocks[0], lambda block: block.instructions[-1].blocks)
            callees = [call.operands[-1] for block in nests[function].order for call in _calls(block)]
            waiting += [callee for callee in reversed(callees) if isinstance(callee, Function)]
    homes = {function: frames for module, _ in modules for frames in [_Frames(module)] for function in module.functions}
    pausing = {*framed, *meeting}
    number = 1
    for function, nest in nests.items():
        points = {
            block: [call for call in _calls(block) if call.operands[-1] in pausing or _is_elsewhere(call.operands[-1])]
            for block in nest.order
        }
        number = homes[function].give(function, nest, points, meeting, number)


def _calls(block: BasicBlock) -> Iterator[Call]:
    for instruction in block.instructions:
        if isinstance(instruction, Call):
            yield instruction


def _framed(functions: Sequence[Function], meeting: Collection[Function]) -> set[Function]:
    """The functions that call one of `meeting`, a function that may be in another module, or another function of
    this set."""
    callers: dict[Value, list[Function]] = {}
    result: set[Function] = set()
    waiting: list[Function] = []
    for function in functions:
        for block in function.blocks:
            for call in _calls(block):
                callee = call.operands[-1]
                if callee in meeting or _is_elsewhere(callee):
                    waiting.append(function)
                callers.setdefault(callee, []).append(function)
    while waiting:
        function = waiting.pop()
        if function not in result:
            result.add(function)
            waiting += callers.get(function, ())
    return result


def _is_elsewhere(callee: Value) -> bool:
    """Whether it may be called through a function table or from another module."""
    if not isinstance(callee, Function):
        return True
    return not callee.blocks and not callee.name.startswith((PREFIX, INTRINSIC, _RUNTIME))


def _entered(block: BasicBlock, loop: _Loop | None) -> list[_Loop]:
    """The loops that control enters at a block, or whose header the block is, the outermost first."""
    loops: list[_Loop] = []
    while loop is not None and (loop.header is block or block in loop.entries):
        loops.append(loop)
        loop = loop.parent
    return loops[::-1]


def _is_variable(instruction: Instruction) -> bool:
    return instruction.code is InstCode.ALLOCA and all(
        isinstance(operand, Constant) for operand in instruction.operands
    )


class _Frames:
    """Adds frames to the functions of one module."""

    def __init__(self, module: Module) -> None:
        b = self.b = IRBuilder(module.context)
        self.functions = FunctionTable(module)
        self.frame = b.pointer_to(b.i64)
        self.numbers: dict[_Loop, int] = {}
        self.depths: dict[_Loop | None, int] = {}
        self.words: list[Value] = []  # the addresses of the words of the current function

    def give(
        self,
        function: Function,
        nest: LoopNest[BasicBlock],
        points: dict[BasicBlock, list[Call]],
        meeting: Collection[Value],
        number: int,
    ) -> int:
        """Give a function a frame and its `points` words. `number` is that of the first word; returns the next
        number."""
        used: set[_Loop] = set()  # the loops with points in them
        for block, calls in points.items():
            loop = nest.loop_of(block) if calls else None
            while loop is not None and loop not in used:
                used.add(loop)
                loop = loop.parent
        self.depths = {None: 0}  # the index of the word for positions inside a loop
        self.numbers = {}
        places: dict[Instruction, int] = {}
        for block in nest.order:
            loop = nest.loop_of(block)
            if loop in used and loop.header is block:
                self.depths[loop] = self.depths[loop.parent] + 1
                self.numbers[loop] = number
                number += 1
            for call in points[block]:
                places[call] = number << _SHIFT | (_MEETING if call.operands[-1] in meeting else _CALL)
                number += 1
        outer = self.begin(function)
        leave = self.declared("mtlb_leave", self.b.void)
        for block in nest.order:
            loop = nest.loop_of(block)
            self.b.at_start(block)
            for entered in _entered(block, loop):
                if entered in used:
                    self.arrive(entered, is_header=entered.header is block)
            depth = self.depths[loop if loop in used else None]
            result = self.b.collect()
            for instruction in block.instructions:
                self.b.debug_loc = instruction.debug_loc
                if instruction in places:
                    self.put(self.b.integer(self.b.i64, places[instruction]), depth)
                elif instruction.code is InstCode.RET:
                    self.b.call(leave, (outer,))
                if instruction.code is InstCode.CALL:  # it may read the frame: no tail call
                    instruction.params = (TailKind.NONE, *instruction.params[1:])
                result.append(instruction)
            self.b.debug_loc = None
            block.instructions = result
        return number

    def declared(self, name: str, result: Type) -> Function:
        """The declaration of a run-time function that receives a frame."""
        return self.functions.declare(name, self.b.function_type(result, (self.frame,)))

    def begin(self, function: Function) -> Value:
        """Create the frame at the start of a function. Returns the caller's frame.
        Allocas stay before it: LLVM inlines the callee here and so splits the block, and an alloca after the first
        block is not part of the static stack frame, and is not aligned for 64-byte arguments."""
        b = self.b
        first = function.blocks[0]
        variables = [instruction for instruction in first.instructions if _is_variable(instruction)]
        first.instructions = [instruction for instruction in first.instructions if instruction not in variables]
        b.at_start(first)
        count = max(self.depths.values()) + 2
        memory = b.alloca(b.context.type(TypeCode.ARRAY, (count,), (b.i64,)), _ALIGNED)
        frame = b.bitcast(memory, self.frame)
        self.words = [b.gep(b.i64, frame, b.integer(b.i64, place)) for place in range(1, count)]
        outer = b.call(self.declared("mtlb_enter", self.frame), (frame,))
        self.put(b.null(b.i64), 0)
        first.instructions = [*variables, *first.instructions]
        return outer

    def arrive(self, loop: _Loop, *, is_header: bool) -> None:
        """Count an iteration at a loop header. Other predecessors of the header make sure that the loop has a word.
        A loop is entered once for each iteration of the surrounding loop, whose header clears its word."""
        b = self.b
        depth = self.depths[loop.parent]
        number = self.numbers[loop]
        word = self.word(depth)
        before = b.binary(BinaryOperator.LSHR, word, b.integer(b.i64, _SHIFT))
        is_inside = b.compare(Predicate.ICMP_EQ, before, b.integer(b.i64, number))
        following = b.binary(BinaryOperator.ADD, word, b.integer(b.i64, 1)) if is_header else word
        self.put(b.select(is_inside, following, b.integer(b.i64, number << _SHIFT | 1)), depth)
        nothing = b.null(b.i64)
        self.put(nothing if is_header else b.select(is_inside, self.word(depth + 1), nothing), depth + 1)

    def word(self, depth: int) -> Value:
        """The address of a word in the frame."""
        return self.b.load(self.b.i64, self.words[depth], _ALIGNED)

    def put(self, word: Value, depth: int) -> None:
        """Write a word in the frame."""
        self.b.store(word, self.words[depth], _ALIGNED)
