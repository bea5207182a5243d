"""Calls in which lanes meet, for a simdgroup whose lanes are loop iterations. Each call is replaced by arithmetic
and by a few steps on all lanes at once (`MeetingStep`).
All lanes of the simdgroup reach each such call together (ensured by regions.py), so besides its operands a call
needs only the number of the lane. Results are bit-identical to those of library/lanes.py and native/lanes.c, which
serve lanes with separate stacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from ..base.errors import FormatError
from ..ir import (
    Argument,
    BinaryOperator,
    Call,
    Function,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Predicate,
    Type,
    Value,
)
from ..ir.mapper import replace_values
from ..ir.type_rules import is_vector
from .library import family_of
from .library.lanes import OPERATIONS, QUAD, REDUCTIONS, WIDTH, over_of
from .matrices import matrix_steps
from .support import NumberBuilder

BARRIER = "wg.barrier"
"""The family of threadgroup barriers, which are kept."""

_MATRIX = 64  # the elements of the vector that hold a lane's two matrix elements


class NotLoopsError(Exception):
    """The lanes of a function cannot be loop iterations, so each thread gets a stack. The message states the reason."""


class MeetingStep(Enum):
    """An operation on all lanes at once. Operands that are not constant have a value for each lane."""

    COUNT = "count"  # lanes met: has no effect beyond a number in the result
    REDUCE = "reduce"  # value, operation, over, width of the groups of lanes: a float or 64 bits
    BALLOT = "ballot"  # i32: a bit for each lane whose lowest bit is set
    EXCHANGE = "exchange"  # value, lane below 32: the value of that lane
    MULTIPLY = "multiply"  # from a row of 8 lanes: two elements of a, one of b, one of c; gives one of a b + c


class Meetings(NumberBuilder):
    """Replaces the calls in one function. `lane` stands for the number of the lane; `steps` has the functions that
    stand for steps, which are not part of the module."""

    def __init__(self, module: Module) -> None:
        super().__init__(module.context)
        self.lane = Argument(self.i32, -1)
        self.steps: dict[Value, MeetingStep] = {}
        self._functions: dict[tuple[MeetingStep, Type], Function] = {}

    def replace(self, function: Function) -> None:
        """Replace the calls in a function of the module. Raises NotLoopsError for a call without an equivalent in
        steps."""
        replaced: dict[Value, Value] = {}
        for block in function.blocks:
            instructions = self.collect()
            for instruction in block.instructions:
                maker = _maker_of(instruction)
                if maker is None:
                    instructions.append(instruction)
                    continue
                assert isinstance(instruction, Call)
                replace_values(self.context, instruction, replaced)
                try:
                    result = maker(_MeetingCall(self, instruction))
                except (IndexError, KeyError, ValueError, TypeError, FormatError):
                    raise NotLoopsError("a function of Metal is declared with the wrong type") from None
                if result is not None:
                    replaced[instruction] = result
            block.instructions = instructions
        for instruction in function.instructions():
            replace_values(self.context, instruction, replaced)

    def step(self, step: MeetingStep, result: Type, operands: Sequence[Value]) -> Call:
        """Emit a call that stands for a step."""
        function = self._functions.get((step, result))
        type_ = self.function_type(result, [operand.type for operand in operands])
        if function is None or function.value_type is not type_:
            function = Function(self.pointer_to(type_), type_, step.value, Linkage.EXTERNAL)
            self._functions[step, result] = function
            self.steps[function] = step
        # Lanes can share only the result of an instruction, so insert an instruction without effect.
        always = self.integer(self.i1, 1)
        values = [self.select(always, value, value) if isinstance(value, Argument) else value for value in operands]
        return self.call(function, values)

    def step_of(self, instruction: Instruction) -> MeetingStep | None:
        """The step that an instruction stands for, if any."""
        return self.steps.get(instruction.operands[-1]) if instruction.code is InstCode.CALL else None

    # --- arithmetic of lanes ---

    def and_(self, left: Value, mask: int) -> Value:
        """The bitwise AND of a number and a mask."""
        return self.binary(BinaryOperator.AND, left, self.integer(left.type, mask))

    def add(self, left: Value, right: Value | int) -> Value:
        """The sum of two numbers."""
        other = self.integer(left.type, right) if isinstance(right, int) else right
        return self.binary(BinaryOperator.ADD, left, other)

    def moved(self, value: Value, left: int) -> Value:
        """A number shifted left by this many bits, or right if negative."""
        operator = BinaryOperator.SHL if left > 0 else BinaryOperator.LSHR
        return self.binary(operator, value, self.integer(value.type, abs(left)))

    def row(self) -> Value:
        """The row of the lane's matrix elements, as in native/lanes.c."""
        return self.add(self.and_(self.moved(self.lane, -2), 4), self.and_(self.moved(self.lane, -1), 3))

    def column(self) -> Value:
        """The column of the lane's first matrix element."""
        high = self.moved(self.and_(self.moved(self.lane, -2), 2), 1)
        return self.add(high, self.moved(self.and_(self.lane, 1), 1))


class _MeetingCall:
    """A call that is being replaced."""

    def __init__(self, b: Meetings, call: Call) -> None:
        self.b = b
        callee = call.operands[-1]
        assert isinstance(callee, Function)
        name = callee.name
        self.family = family_of(name) or ""
        self.is_signed = "u" not in name.split(".")[1 + len(self.family.split(".")) :]
        self.call, self.result = call, call.type
        self.operands = call.operands[:-1]
        self.width = QUAD if self.family.startswith("quad") else WIDTH

    def meet(self) -> None:
        """Record the meeting."""
        self.b.step(MeetingStep.COUNT, self.b.void, ())

    def number(self, value: Value) -> Value:
        return self.b.resized(value, self.b.i32)

    # --- barriers, votes ---

    def barrier(self) -> None:
        """The simdgroup waits for the other simdgroups as a single thread."""
        self.b.insert(self.call)

    def simdgroup_barrier(self) -> None:
        self.meet()

    def ballot(self, vote: Value) -> Value:
        vote = self.b.and_(vote, 1)
        self.meet()
        return self.b.step(MeetingStep.BALLOT, self.b.i32, (vote,))

    def vote(self) -> Value:
        b, family = self.b, self.family
        kind = family.partition("_")[2]
        if kind == "is_first":
            self.meet()
            mine = b.lane if self.width == WIDTH else b.and_(b.lane, QUAD - 1)
            return b.resized(b.compare(Predicate.ICMP_EQ, mine, b.null(b.i32)), self.result)
        vote = b.integer(b.i32, 1) if kind == "active_threads_mask" else self.number(self.operands[0])
        if kind == "all":
            vote = b.binary(BinaryOperator.XOR, vote, b.integer(b.i32, 1))
        mask: Value = self.ballot(vote)
        if kind not in ("any", "all"):
            return b.resized(mask, self.result)
        if self.width == QUAD:
            start = b.and_(b.lane, WIDTH - QUAD)
            mask = b.and_(b.binary(BinaryOperator.LSHR, mask, start), 15)
        predicate = Predicate.ICMP_NE if kind == "any" else Predicate.ICMP_EQ
        return b.resized(b.compare(predicate, mask, b.null(b.i32)), self.result)

    # --- exchange ---

    def from_lane(self, lane: Value) -> Value:
        """The first operand's value in another lane. No instruction is emitted between the meeting and the step, as
        it would form a region."""
        value = self.operands[0]
        number = self.b.and_(lane, WIDTH - 1)
        self.meet()
        return self.b.step(MeetingStep.EXCHANGE, value.type, (value, number))

    def in_my_group(self, lane: Value) -> Value:
        """The lane with this number in the lane's group."""
        b = self.b
        if self.width == WIDTH:
            return lane
        return b.add(b.and_(b.lane, WIDTH - self.width), b.and_(lane, self.width - 1))

    def broadcast_first(self) -> Value:
        return self.from_lane(self.in_my_group(self.b.null(self.b.i32)))

    def shuffle(self) -> Value:
        return self.from_lane(self.in_my_group(self.number(self.operands[1])))

    def shuffle_xor(self) -> Value:
        lane = self.b.binary(BinaryOperator.XOR, self.b.lane, self.number(self.operands[1]))
        return self.from_lane(lane)

    def distance(self, value: Value) -> Value:
        number = self.number(value)
        return self.b.binary(BinaryOperator.SUB, self.b.null(self.b.i32), number) if "up" in self.family else number

    def shuffle_by(self) -> Value:
        b = self.b
        lane = b.add(b.lane, self.distance(self.operands[1]))
        if "rotate" in self.family:
            start = b.and_(b.lane, -self.width)
            return self.from_lane(b.add(start, b.and_(lane, self.width - 1)))
        inside = b.compare(Predicate.ICMP_EQ, b.and_(lane, -self.width), b.and_(b.lane, -self.width))
        return self.from_lane(b.select(inside, lane, b.lane))

    # --- reductions ---

    def reduce(self) -> Value:
        """Half and bfloat values are reduced in single precision and rounded once; integers are extended to 64 bits."""
        b, type_ = self.b, self.result
        over = over_of(self.family)
        operation = self.family.rpartition("_")[2]
        if operation in ("min", "max") and not (type_.is_floating or self.is_signed):
            operation = f"u{operation}"
        scalar = b.f32 if type_.is_floating else b.i64
        wide = b.like(type_, scalar)
        numbers = [b.integer(b.i32, number) for number in (OPERATIONS.index(operation), over, self.width)]
        values = b.elements(b.converted(self.operands[0], wide, signed=self.is_signed))
        self.meet()
        results = [b.step(MeetingStep.REDUCE, scalar, (value, *numbers)) for value in values]
        return b.converted(b.joined(wide, results), type_)

    # --- numbers of lanes ---

    def index(self) -> Value:
        return self.b.resized(self.b.lane, self.result)

    # --- matrices ---

    def pair(self, matrix: Value) -> list[Value]:
        b = self.b
        return [b.converted(b.extract_element(matrix, number), b.f32) for number in (0, 1)]

    def diagonal(self) -> Value:
        self.meet()
        b = self.b
        value = self.operands[0]
        row, column = b.row(), b.column()
        on = [b.compare(Predicate.ICMP_EQ, row, b.add(column, number)) for number in (0, 1)]
        return b.joined(self.result, [b.select(is_on, value, b.null(value.type)) for is_on in on])

    def places(self, element: Type, pointer: Value, rest: Sequence[Value]) -> list[Value]:
        """The addresses of the two elements. The operands are those of a load."""
        b = self.b
        right, down, x0, y0 = matrix_steps(b, rest)
        row, column = (b.resized(number, b.i64) for number in (b.row(), b.column()))
        down_to = b.binary(BinaryOperator.MUL, b.add(row, y0), down)
        places: list[Value] = []
        for number in (0, 1):
            across = b.binary(BinaryOperator.MUL, b.add(b.add(column, number), x0), right)
            places.append(b.gep(element, pointer, b.add(across, down_to), inbounds=0))
        return places

    def load(self) -> Value:
        b, element = self.b, self.result.scalar
        pointer, *rest = self.operands
        return b.joined(self.result, [b.load(element, place, 1) for place in self.places(element, pointer, rest)])

    def store(self) -> None:
        b = self.b
        matrix, pointer, *rest = self.operands
        for number, place in enumerate(self.places(matrix.type.scalar, pointer, rest)):
            b.store(b.extract_element(matrix, number), place, 1)

    def multiply(self) -> Value:
        """a b + c in single precision."""
        b = self.b
        left, right, sums = (self.pair(matrix) for matrix in self.operands[:3])
        self.meet()
        results = [b.step(MeetingStep.MULTIPLY, b.f32, (*left, right[number], sums[number])) for number in (0, 1)]
        return b.joined(self.result, [b.converted(number, self.result.scalar) for number in results])


def _both(*kinds: str) -> list[str]:
    return [f"{group}_{kind}" for group in ("simd", "quad") for kind in kinds]


_Maker = Callable[[_MeetingCall], Value | None]
_MAKERS: dict[str, _Maker] = {
    BARRIER: _MeetingCall.barrier,
    "simdgroup.barrier": _MeetingCall.simdgroup_barrier,
    "simd_ballot": _MeetingCall.vote,
    "simd_active_threads_mask": _MeetingCall.vote,
    **dict.fromkeys(_both("any", "all", "is_first"), _MeetingCall.vote),
    **dict.fromkeys(_both("broadcast_first"), _MeetingCall.broadcast_first),
    **dict.fromkeys(_both("broadcast", "shuffle"), _MeetingCall.shuffle),
    **dict.fromkeys(_both("shuffle_xor"), _MeetingCall.shuffle_xor),
    **dict.fromkeys(
        _both("shuffle_up", "shuffle_down", "shuffle_rotate_up", "shuffle_rotate_down"), _MeetingCall.shuffle_by
    ),
    **dict.fromkeys(_both(*REDUCTIONS), _MeetingCall.reduce),
    "get_thread_index_in_simdgroup": _MeetingCall.index,
    "simdgroup_matrix_8x8_init_diag": _MeetingCall.diagonal,
    "simdgroup_matrix_8x8_load": _MeetingCall.load,
    "simdgroup_matrix_8x8_store": _MeetingCall.store,
    "simdgroup_matrix_8x8_multiply_accumulate": _MeetingCall.multiply,
}
"""For each family, the method that replaces a call: families in which lanes meet, and families that query the lane
number."""


def _maker_of(instruction: Instruction) -> _Maker | None:
    callee = instruction.operands[-1] if isinstance(instruction, Call) else None
    if not isinstance(callee, Function) or callee.blocks:
        return None
    return _MAKERS.get(family_of(callee.name) or "")


def asks_for_lanes(function: Function) -> bool:
    """Whether it is a declared function whose calls are replaced."""
    return not function.blocks and (family_of(function.name) or "") in _MAKERS


def is_matrix(type_: Type) -> bool:
    """Whether values of the type are matrices; a lane holds the first two elements of the vector."""
    return is_vector(type_) and type_.params[0] == _MATRIX
