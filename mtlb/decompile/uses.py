"""Analysis of a function's values before text is generated: their uses, their signedness, and which are written
inline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..air.intrinsics import intrinsic
from ..air.names import CONTROL_POINT_SUFFIX, PREFIX
from ..base.metal import AddressSpace
from ..ir import (
    STRUCT_TYPES,
    TERMINATORS,
    Argument,
    BasicBlock,
    BinaryOperator,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Predicate,
    Type,
    TypeCode,
    Value,
    WrapFlag,
    constant_number,
)
from ..ir.names import INTRINSIC, LIFETIME, MEMCPY, MEMMOVE, MEMSET

MOST_FOLDED = 14
"""The maximum number of operations in an expression."""
_SIGNED_OPERATORS = {BinaryOperator.SDIV, BinaryOperator.SREM, BinaryOperator.ASHR}
_UNSIGNED_OPERATORS = {BinaryOperator.UDIV, BinaryOperator.UREM, BinaryOperator.LSHR}
_PLAIN_OPERATORS = {
    BinaryOperator.ADD,
    BinaryOperator.SUB,
    BinaryOperator.MUL,
    BinaryOperator.AND,
    BinaryOperator.OR,
    BinaryOperator.XOR,
    BinaryOperator.SHL,
}
_WRAPPING = {BinaryOperator.ADD, BinaryOperator.SUB, BinaryOperator.MUL, BinaryOperator.SHL}
_SIGNED_PREDICATES = {Predicate.ICMP_SGT, Predicate.ICMP_SGE, Predicate.ICMP_SLT, Predicate.ICMP_SLE}
_UNSIGNED_PREDICATES = {Predicate.ICMP_UGT, Predicate.ICMP_UGE, Predicate.ICMP_ULT, Predicate.ICMP_ULE}
_IGNORED = (
    f"{INTRINSIC}dbg.",
    LIFETIME,
    f"{INTRINSIC}assume",
    f"{INTRINSIC}experimental.noalias",
    f"{INTRINSIC}invariant.",
)


def is_ignored(instruction: Instruction) -> bool:
    """Whether an instruction has no text: debug info, lifetimes, assumptions."""
    if instruction.code is InstCode.CALL:
        return instruction.callee.name.startswith(_IGNORED)
    return instruction.code.name.startswith("DEBUG_RECORD")


def callee_name(instruction: Instruction) -> str:
    """The name of a call's callee, "" for anything else."""
    if instruction.code is InstCode.CALL and isinstance(instruction.callee, Function):
        return instruction.callee.name
    return ""


COPIED_CALLS = (f"{PREFIX}get_function_pointer_visible_function_table",)
"""Functions whose results cannot be stored in Metal variables; a table does not change while a function runs."""
MATRIX_ELEMENTS = 64
"""The elements of a SIMD-group matrix in each thread."""


def thread_elements(instruction: Instruction) -> tuple[Value, Value | None] | None:
    """The two-element vector that an instruction writes into a matrix, and the matrix that provides the rest.
    Apple's `thread_elements() = v` is a shuffle of `v` to 64 elements, and a shuffle of that with the previous
    matrix."""
    if instruction.code is not InstCode.SHUFFLEVEC or instruction.type.params[0] != MATRIX_ELEMENTS:
        return None
    first, second, mask = instruction.operands
    if not isinstance(mask, Constant):
        return None
    places = [constant_number(part) for part in mask.operands] if mask.operands else list(mask.params)
    if places[:2] != [0, 1]:
        return None
    if first.type.params[0] == 2:
        return first, None
    inner = thread_elements(first) if isinstance(first, Instruction) else None
    if inner is None or any(place is not None and place < MATRIX_ELEMENTS for place in places[2:]):
        return None
    return inner[0], second


def is_of_matrices(instruction: Instruction) -> bool:
    """Whether an operator computes a matrix element by element: each thread handles the elements that it holds."""
    is_matrix = instruction.type.code is TypeCode.VECTOR and instruction.type.params[0] == MATRIX_ELEMENTS
    return instruction.code is InstCode.BINOP and is_matrix


def _is_wrapped(instruction: Instruction) -> bool:
    """Whether an instruction wraps a resource in a library class: a struct with a single member."""
    if instruction.code is not InstCode.INSERTVAL or len(instruction.type.elements) != 1:
        return False
    aggregate = instruction.aggregate
    is_unset = isinstance(aggregate, Constant) and aggregate.code in (ConstantCode.UNDEF, ConstantCode.POISON)
    return is_unset and instruction.type.elements[0].is_pointer and instruction.path == (0,)


def is_void(type_: Type) -> bool:
    """Whether an instruction has no result."""
    return type_.code is TypeCode.VOID


@dataclass(eq=False, slots=True)
class ValueUse:
    """A use: the instruction, and the block in which the value is needed."""

    user: Instruction
    block: BasicBlock
    operand: int


@dataclass(slots=True)
class _Memory:
    """The memory effect of an instruction: the address spaces that it reads or writes, -1 for all."""

    reads: int | None = None
    writes: int | None = None


def memory_of(instruction: Instruction) -> _Memory:
    """The memory effect of an instruction."""
    code = instruction.code
    if code is InstCode.LOAD:
        space = instruction.pointer.type.address_space
        if instruction.is_volatile:
            return _Memory(-1, -1)
        return _Memory(None if space == 2 else space)
    if code is InstCode.STORE:
        return _Memory(None, instruction.pointer.type.address_space)
    if code is InstCode.CALL:
        return _of_call(instruction)
    if code in (InstCode.LOADATOMIC, InstCode.STOREATOMIC, InstCode.ATOMICRMW, InstCode.CMPXCHG, InstCode.FENCE):
        return _Memory(-1, -1)
    return _Memory()


_EFFECTS: dict[str, tuple[int | None, int | None]] = {
    "pure": (None, None),
    "read": (1, None),
    "any_read": (-1, None),
    "hidden_read": (None, None),
    "sample": (1, None),
}


def _of_call(instruction: Instruction) -> _Memory:
    name = callee_name(instruction)
    if is_ignored(instruction):
        return _Memory()
    function = intrinsic(name)
    if function is not None and function.family.effect in _EFFECTS:
        return _Memory(*_EFFECTS[function.family.effect])
    if name.endswith(CONTROL_POINT_SUFFIX):
        return _Memory()
    if function is not None and function.family.name in ("dfdx", "dfdy", "fwidth"):
        return _Memory(-1, None)
    if name.startswith(INTRINSIC) and not name.startswith((MEMCPY, MEMMOVE, MEMSET)):
        return _Memory()
    return _Memory(-1, -1)


_INLINE_CASTS = {CastOperator.ZEXT, CastOperator.SEXT, CastOperator.TRUNC, CastOperator.BITCAST}


@dataclass(eq=False)
class BodyUses:
    """The uses of all values in a function, and the decisions derived from them."""

    function: Function
    blocks: list[BasicBlock]
    keep_all: bool = False
    has_outputs: bool = False
    uses: dict[Value, list[ValueUse]] = field(default_factory=dict)
    home: dict[Value, BasicBlock] = field(default_factory=dict)
    place: dict[Value, int] = field(default_factory=dict)
    folded: set[Value] = field(default_factory=set)
    copied: set[Value] = field(default_factory=set)
    signed: dict[Value, bool] = field(default_factory=dict)
    returned: dict[Value, Instruction] = field(default_factory=dict)
    parts: set[Value] = field(default_factory=set)
    """Vectors whose only use is as matrix elements."""
    narrow: set[Value] = field(default_factory=set)
    """Vectors of four elements that stand for one of three: Clang loads and stores those as four."""
    late: dict[BasicBlock, list[Instruction]] = field(default_factory=dict)
    """The next value of a loop phi: a variable at the end of the block, inline before that."""

    def __post_init__(self) -> None:
        """Determine uses, signedness, and the values that are folded."""
        self._forced: set[Value] = set()
        self._weights: dict[Value, int] = {}
        for block in self.blocks:
            for number, instruction in enumerate(block.instructions):
                self.home[instruction] = block
                self.place[instruction] = number
        for block in self.blocks:
            for instruction in block.instructions:
                if not is_ignored(instruction):
                    self._note(instruction, block)
        self._find_returned()
        self._find_elements()
        self._find_signs()
        self._find_copies()
        if not self.keep_all:
            self.narrow = narrow_vectors(self.blocks, self.of)
            for block in self.blocks:
                self._fold(block)
            for block in self.blocks:
                self._find_late(block)

    def _note(self, instruction: Instruction, block: BasicBlock) -> None:
        for number, operand in enumerate(instruction.operands):
            where = instruction.blocks[number] if instruction.code is InstCode.PHI else block
            self.uses.setdefault(operand, []).append(ValueUse(instruction, where, number))

    def of(self, value: Value) -> list[ValueUse]:
        """The uses of a value."""
        return self.uses.get(value, [])

    def is_only_read(self, pointer: Value) -> bool:
        """Whether memory is read alone, through an address that is a variable."""
        if not isinstance(pointer, Instruction) or pointer.code not in (InstCode.PHI, InstCode.VSELECT):
            return False
        waiting: list[Value] = [pointer]
        seen: set[Value] = set()
        while waiting:
            value = waiting.pop()
            if value in seen:
                continue
            seen.add(value)
            for use in self.of(value):
                user = use.user
                if user.code in (InstCode.GEP, InstCode.CAST, InstCode.PHI, InstCode.VSELECT) and user.type.is_pointer:
                    waiting.append(user)
                elif user.code not in (InstCode.LOAD, InstCode.CMP2):
                    return False
        return True

    def is_variable(self, value: Value) -> bool:
        """Whether an instruction's value is given a name."""
        return value not in self.folded and value not in self.copied

    def _find_returned(self) -> None:
        """Find the insertions that build the return value: the return statement includes all of them."""
        for block in self.blocks if self.has_outputs else ():
            last = block.instructions[-1]
            if last.code is not InstCode.RET or not last.operands:
                continue
            value = last.operands[0]
            while isinstance(value, Instruction) and value.code is InstCode.INSERTVAL and len(self.of(value)) == 1:
                if len(value.path) != 1:
                    break
                self.returned[value] = last
                self.folded.add(value)
                value = value.aggregate

    def _find_elements(self) -> None:
        """Find the vectors that become a thread's matrix elements: parts that only feed another part have no text."""
        for block in self.blocks:
            for instruction in block.instructions:
                if thread_elements(instruction) is None or instruction.operands[0].type.params[0] == MATRIX_ELEMENTS:
                    continue
                if self.of(instruction) and all(
                    use.operand == 0 and thread_elements(use.user) is not None for use in self.of(instruction)
                ):
                    self.folded.add(instruction)
                    self.parts.add(instruction)

    # --- what may be written more than once

    def _find_copies(self) -> None:
        """Find values to be repeated at each use, if their text is short: addresses, elements, and casts that change
        no bit."""
        for block in self.blocks:
            for instruction in block.instructions:
                code = instruction.code
                is_address = code is InstCode.GEP or (code is InstCode.CAST and instruction.type.is_pointer)
                if is_address and instruction.type.is_pointer:
                    if len(self.of(instruction)) > 1:
                        self._forced.update(instruction.operands)
                    self.copied.add(instruction)
                elif (
                    callee_name(instruction) in COPIED_CALLS
                    or _is_wrapped(instruction)
                    or (code is InstCode.LOAD and (self._is_kept_address(instruction) or _is_parameter(instruction)))
                    or (len(self.of(instruction)) > 1 and self._is_index(instruction))
                ):
                    self._forced.update(instruction.operands)
                    self.copied.add(instruction)
                elif self._is_cheap_cast(instruction) and isinstance(instruction.operands[0], Argument):
                    if instruction.operands[0].type.params[0] > 1:
                        self.copied.add(instruction)
                elif len(self.of(instruction)) > 1 and (
                    self._is_extended_variable(instruction) or _is_test_of_argument(instruction)
                ):
                    self._forced.update(instruction.operands)
                    self.copied.add(instruction)
                elif code is InstCode.EXTRACTELT or code is InstCode.EXTRACTVAL:
                    if max(len(self.of(instruction.operands[0])), len(self.of(instruction))) > 1:
                        self._forced.update(instruction.operands)
                    self.copied.add(instruction)
        # Only the root of an address is forced: a repeated value is not a variable.
        for value in list(self._forced):
            self._force_below(value)

    def _is_kept_address(self, value: Instruction) -> bool:
        """Whether a number in constant memory is used only as an address."""
        return (
            value.pointer.type.address_space == 2
            and len(self.of(value)) > 0
            and all(
                (
                    use.user.code is InstCode.CMP2
                    or (use.user.code is InstCode.CAST and use.user.opcode == CastOperator.INTTOPTR)
                )
                for use in self.of(value)
            )
        )

    def _is_index(self, value: Instruction) -> bool:
        """Whether a value is a narrower number that was extended for use as an index."""
        return (
            self._is_cheap_cast(value)
            and value.opcode in (CastOperator.ZEXT, CastOperator.SEXT)
            and value.operands[0].type.params[0] > 1
            and all(use.user.code is InstCode.GEP for use in self.of(value))
        )

    def _is_extended_variable(self, value: Instruction) -> bool:
        """Whether a value is the extension of a variable that is assigned once."""
        return (
            self._is_cheap_cast(value)
            and value.opcode in (CastOperator.ZEXT, CastOperator.SEXT)
            and isinstance(value.operands[0], Instruction)
            and value.operands[0].code is not InstCode.PHI
            and value.operands[0].type.params[0] > 1
            and len(self.of(value.operands[0])) > 1
        )

    def _force_below(self, value: Value) -> None:
        waiting = [value]
        seen: set[Value] = set()
        while waiting:
            value_below = waiting.pop()
            if value_below in seen:
                continue
            seen.add(value_below)
            self._forced.add(value_below)
            if value_below in self.copied and isinstance(value_below, Instruction):
                waiting += value_below.operands
            elif (
                self._is_cheap_cast(value_below)
                and isinstance(value_below, Instruction)
                and value_below.operands[0].type.params[0] > 1
            ):
                assert isinstance(value_below, Instruction)
                self.copied.add(value_below)
                waiting += value_below.operands

    @staticmethod
    def _is_cheap_cast(value: Value) -> bool:
        return (
            isinstance(value, Instruction)
            and value.code is InstCode.CAST
            and value.opcode in _INLINE_CASTS
            and value.type.code is TypeCode.INTEGER
            and value.operands[0].type.code is TypeCode.INTEGER
        )

    # --- what is written where it is used

    def _fold(self, block: BasicBlock) -> None:
        """Choose the inline instructions in a block, last to first. `roots`: the statement that contains each folded
        instruction."""
        roots: dict[Value, int] = {}
        writes: list[tuple[int, int]] = []
        for number, instruction in enumerate(block.instructions):
            space = memory_of(instruction).writes
            if space is not None:
                writes.append((number, space))
        for number in range(len(block.instructions) - 1, -1, -1):
            instruction = block.instructions[number]
            if instruction in self.copied:
                roots_of_uses = [self._root(use, block, roots) for use in self.of(instruction)]
                if roots_of_uses and None not in roots_of_uses and len(roots_of_uses) == 1:
                    roots[instruction] = max(root for root in roots_of_uses if root is not None)
                continue
            if not self._may_fold(instruction) or instruction in self.parts:
                continue
            uses = self.of(instruction)
            if len(uses) != 1 or instruction in self._forced:
                continue
            root = self._root(uses[0], block, roots)
            if root is None or not self._is_unchanged(instruction, number, root, writes):
                continue
            weight = 1 + sum(self._weights.get(o, 0) for o in instruction.operands if o in self.folded)
            user = uses[0].user
            total = self._weights.get(user, 1) + weight
            if total > MOST_FOLDED and instruction.code is not InstCode.INSERTELT:
                continue
            self._weights[user] = total
            self._weights[instruction] = total if user in self.folded else weight
            roots[instruction] = root
            self.folded.add(instruction)

    def _root(self, use: ValueUse, block: BasicBlock, roots: dict[Value, int]) -> int | None:
        """The index of the statement that contains a use; None if it is in another block."""
        if use.block is not block:
            return None
        if use.user.code is InstCode.PHI:
            return len(block.instructions)
        last = self.returned.get(use.user)
        if last is not None:
            return self.place[last] if self.home[last] is block else None
        if use.user in self.folded or use.user in self.copied:
            return roots.get(use.user)
        return self.place[use.user]

    @staticmethod
    def _may_fold(instruction: Instruction) -> bool:
        code = instruction.code
        if code in TERMINATORS or is_void(instruction.type) or code in (InstCode.PHI, InstCode.ALLOCA):
            return False
        if code is InstCode.INSERTVAL or thread_elements(instruction) is not None or is_of_matrices(instruction):
            return False
        if code is InstCode.INSERTELT and constant_number(instruction.index) is None:
            return False
        return memory_of(instruction).writes is None

    @staticmethod
    def _is_unchanged(instruction: Instruction, number: int, root: int, writes: list[tuple[int, int]]) -> bool:
        space = memory_of(instruction).reads
        if space is None:
            return True
        return not any(number < at < root and (where in (-1, space, 0) or space in (-1, 0)) for at, where in writes)

    def _find_late(self, block: BasicBlock) -> None:
        for instruction in block.instructions:
            if (
                instruction.code is not InstCode.BINOP
                or not self.is_variable(instruction)
                or instruction.type.code is not TypeCode.INTEGER
            ):
                continue
            uses = self.of(instruction)
            is_step = isinstance(instruction.operands[1], Constant) and any(
                use.user is instruction.operands[0] and use.block is block and use.user.code is InstCode.PHI
                for use in uses
            )
            if is_step and all(self._ends_in(use, block, 0) for use in uses):
                self.late.setdefault(block, []).append(instruction)

    def _ends_in(self, use: ValueUse, block: BasicBlock, depth: int) -> bool:
        """Whether the statement with a use is in a block, if the use is inline."""
        if use.user.code is InstCode.PHI or self.is_variable(use.user):
            return True
        return use.block is block and depth < 8 and all(self._ends_in(u, block, depth + 1) for u in self.of(use.user))

    # --- signs

    def _find_signs(self) -> None:
        """For each integer, whether most of its operands and uses treat it as signed."""
        votes: dict[Value, int] = {}
        near: list[tuple[Value, Value]] = []
        for block in self.blocks:
            for instruction in block.instructions:
                self._vote(instruction, votes, near)
        for value, vote in votes.items():
            if vote:
                self.signed[value] = vote > 0
        for _ in range(4):
            gained: dict[Value, int] = {}
            for value, neighbour in near:
                for mine, theirs in ((value, neighbour), (neighbour, value)):
                    if mine not in self.signed and theirs in self.signed:
                        gained[mine] = gained.get(mine, 0) + (1 if self.signed[theirs] else -1)
            if not gained:
                break
            for value, vote in gained.items():
                self.signed[value] = vote > 0
        for block in self.blocks:
            for instruction in block.instructions:
                if instruction.code is InstCode.BINOP and instruction.opcode in _WRAPPING and _may_wrap(instruction):
                    self.signed[instruction] = False
                    counter = instruction.operands[0]
                    is_phi = isinstance(counter, Instruction) and counter.code is InstCode.PHI
                    if is_phi and instruction in counter.incoming:  # type: ignore[attr-defined]
                        self.signed[counter] = False
        for value in self.home:
            if isinstance(value, Instruction) and value.code is InstCode.PHI:
                self._sign_of_counter(value)

    def _sign_of_counter(self, phi: Instruction) -> None:
        """A counter and its step have one sign: that of the counter, or signed if it counts up from a negative number
        to another constant."""
        for step in _steps(phi):
            if self._counts_from_negative(phi, step):
                self.signed[phi] = self.signed[step] = True
            elif not _may_wrap(step):
                self.signed[step] = self.signed.get(phi, False)

    def _counts_from_negative(self, phi: Instruction, step: Instruction) -> bool:
        """Whether `step` adds 1 to `phi`, from a negative constant up to a constant above it: no sum overflows."""
        if step.opcode != BinaryOperator.ADD or constant_number(step.operands[1]) != 1:
            return False
        starts = [constant_number(value) for value in phi.incoming if value is not step]
        ends = [
            constant_number(use.user.operands[1])
            for value in (phi, step)
            for use in self.of(value)
            if use.user.code is InstCode.CMP2 and use.user.predicate in (Predicate.ICMP_EQ, Predicate.ICMP_NE)
        ]
        return (
            len(starts) == 1
            and starts[0] is not None
            and starts[0] < 0
            and any(end is not None and starts[0] < end for end in ends)
        )

    def _vote(self, instruction: Instruction, votes: dict[Value, int], near: list[tuple[Value, Value]]) -> None:
        code, operands = instruction.code, instruction.operands

        def say(value: Value, signed: bool, weight: int = 2) -> None:
            votes[value] = votes.get(value, 0) + (weight if signed else -weight)

        if code is InstCode.BINOP and not instruction.type.is_floating:
            operator = instruction.opcode
            if operator in _SIGNED_OPERATORS or operator in _UNSIGNED_OPERATORS:
                for value in (instruction, *operands[: 1 if operator in (8, 9) else 2]):
                    say(value, operator in _SIGNED_OPERATORS)
            elif operator in _PLAIN_OPERATORS:
                near += [(instruction, operand) for operand in operands]
        elif code is InstCode.CMP2:
            if instruction.predicate in _SIGNED_PREDICATES or instruction.predicate in _UNSIGNED_PREDICATES:
                for value in operands:
                    say(value, instruction.predicate in _SIGNED_PREDICATES)
            else:
                near.append((operands[0], operands[1]))
        elif code is InstCode.CAST:
            self._vote_cast(instruction, say, near)
        elif code is InstCode.PHI:
            near += [(instruction, operand) for operand in operands]
            if any(self._counts_from_negative(instruction, step) for step in _steps(instruction)):
                say(instruction, True)
        elif code is InstCode.INSERTELT:
            near += [(instruction, operand) for operand in operands[:2]]
        elif code is InstCode.VSELECT:
            near += [(instruction, operand) for operand in operands[1:]]
        elif code is InstCode.CALL:
            self._vote_call(instruction, say)

    @staticmethod
    def _vote_cast(instruction: Instruction, say: object, near: list[tuple[Value, Value]]) -> None:
        assert callable(say)
        operator, value = instruction.opcode, instruction.operands[0]
        if operator in (CastOperator.SEXT, CastOperator.SITOFP):
            say(value, True)
        if operator in (CastOperator.ZEXT, CastOperator.UITOFP):
            say(value, False)
        if operator in (CastOperator.SEXT, CastOperator.FPTOSI):
            say(instruction, True, 1)
        if operator in (CastOperator.ZEXT, CastOperator.FPTOUI):
            say(instruction, False, 1)
        if operator == CastOperator.TRUNC:
            near.append((instruction, value))

    @staticmethod
    def _vote_call(instruction: Instruction, say: object) -> None:
        assert callable(say)
        parts = callee_name(instruction).split(".")
        if "convert" in parts:
            kinds = parts[2::2]
            if kinds[:1] and kinds[0] in "su":
                say(instruction, kinds[0] == "s")
            if kinds[1:2] and kinds[1] in "su":
                say(instruction.arguments[0], kinds[1] == "s")
        elif "s" in parts or "u" in parts:
            for value in (instruction, *instruction.arguments):
                if not value.type.is_pointer and value.type.scalar.code is TypeCode.INTEGER:
                    say(value, "s" in parts)


def _steps(phi: Instruction) -> list[Instruction]:
    """The sums and differences that give a counter its next value."""
    return [
        step
        for step in phi.incoming
        if isinstance(step, Instruction)
        and step.code is InstCode.BINOP
        and step.operands[0] is phi
        and step.opcode in (BinaryOperator.ADD, BinaryOperator.SUB)
    ]


def _is_test_of_argument(value: Instruction) -> bool:
    """Whether an argument is compared with an integer."""
    if value.code is not InstCode.CMP2 or value.type.code is not TypeCode.INTEGER:
        return False
    first, second = value.operands
    return isinstance(first, Argument) and first.type.code is TypeCode.INTEGER and constant_number(second) is not None


def _is_parameter(load: Instruction) -> bool:
    """Whether a load reads a dispatch-wide number from a place with a short spelling."""
    if load.is_volatile or load.pointer.type.address_space != AddressSpace.CONSTANT or load.type.is_pointer:
        return False
    if load.type.code in (*STRUCT_TYPES, TypeCode.ARRAY):
        return False
    place: Value = load.pointer
    for _ in range(3):
        if isinstance(place, Argument):
            return True
        if not isinstance(place, Instruction) or place.code is not InstCode.GEP:
            return False
        if any(not isinstance(index, Constant) for index in place.indices):
            return False
        place = place.base
    return False


def _may_wrap(instruction: Instruction) -> bool:
    """Whether an operation may overflow signed numbers, which is undefined in C++; narrow types cannot overflow."""
    scalar = instruction.type.scalar
    if scalar.code is not TypeCode.INTEGER or scalar.params[0] < 32:
        return instruction.type.code is TypeCode.VECTOR
    return not instruction.fast_flags & WrapFlag.NO_SIGNED


# --- vectors of three elements --------------------------------------------------------------------------------------


def narrow_vectors(blocks: list[BasicBlock], uses: Callable[[Value], list[ValueUse]]) -> set[Value]:
    """The vectors of four elements whose last is not defined or not used, from and to vectors of three in memory."""
    candidates: set[Value] = {
        instruction
        for block in blocks
        for instruction in block.instructions
        if instruction.type.code is TypeCode.VECTOR and instruction.type.params[0] == 4 and _may_be_narrow(instruction)
    }
    while True:
        kept = {
            value
            for value in candidates
            if _has_narrow_operands(value, candidates)
            and all(_needs_three(value, use, candidates) for use in uses(value))
        }
        if len(kept) == len(candidates):
            return kept
        candidates = kept


def three_behind(pointer: Value) -> Type | None:
    """The vector of three elements whose address Clang cast to that of one of four, or which is the first in the
    struct at that address; None for any other pointer."""
    if not isinstance(pointer, Instruction) or pointer.code is not InstCode.CAST:
        return None
    source = pointer.operands[0]
    if source.type.code is not TypeCode.POINTER or pointer.type.code is not TypeCode.POINTER:
        return None
    whole, wide = source.type.pointee, pointer.type.pointee
    while whole.code in STRUCT_TYPES and whole.elements:
        whole = whole.elements[0]
    if whole.code is not TypeCode.VECTOR or wide.code is not TypeCode.VECTOR:
        return None
    is_cast = (whole.params[0], wide.params[0]) == (3, 4) and wide.elements[0] is whole.elements[0]
    return whole if is_cast else None


def lacks_last(value: Value) -> bool:
    """Whether the last of four elements of a constant is not defined."""
    if not isinstance(value, Constant):
        return False
    if value.code in _UNDEFINED:
        return True
    if value.code != ConstantCode.AGGREGATE:
        return False
    last = value.operands[-1]
    return isinstance(last, Constant) and last.code in _UNDEFINED


def _may_be_narrow(value: Instruction) -> bool:
    if value.code is InstCode.LOAD:
        return three_behind(value.pointer) is not None
    if value.code is InstCode.SHUFFLEVEC:
        return all(operand.type.params[0] <= 4 for operand in value.operands[:2]) and len(shuffle_places(value)) == 4
    if value.code is InstCode.VSELECT:
        return value.condition.type.code is TypeCode.INTEGER
    if value.code is InstCode.INSERTELT:
        place = constant_number(value.index)
        return place is not None and place < 3
    return value.code is InstCode.PHI


def _wide_operands(value: Value) -> tuple[Value, ...]:
    """The operands that have to be narrow if a vector is."""
    assert isinstance(value, Instruction)
    if value.code is InstCode.PHI:
        return tuple(value.incoming)
    if value.code is InstCode.VSELECT:
        return (value.if_true, value.if_false)
    return (value.vector,) if value.code is InstCode.INSERTELT else ()


def _has_narrow_operands(value: Value, candidates: set[Value]) -> bool:
    """Whether a vector gains from three elements: one of those that it is made of has them."""
    operands = _wide_operands(value)
    if isinstance(value, Instruction) and value.code is InstCode.INSERTELT:
        return isinstance(operands[0], Constant) or operands[0] in candidates
    return not operands or any(operand in candidates or lacks_last(operand) for operand in operands)


def _needs_three(value: Value, use: ValueUse, candidates: set[Value]) -> bool:
    """Whether a use reads the first three elements only."""
    user = use.user
    if user.code is InstCode.SHUFFLEVEC:
        if use.operand > 1:
            return False
        places = shuffle_places(user)
        if user in candidates:
            places = places[:3]
        return use.operand * 4 + 3 not in places and bool(places)
    if user.code is InstCode.EXTRACTELT:
        place = constant_number(user.index)
        return place is not None and place < 3
    if user.code is InstCode.STORE:
        return user.value is value and three_behind(user.pointer) is not None
    if user.code is InstCode.INSERTELT and use.operand == 0 and constant_number(user.index) == 3:
        return True
    return user in candidates and user.code in (InstCode.PHI, InstCode.VSELECT, InstCode.INSERTELT)


def shuffle_places(shuffle: Instruction) -> list[int | None]:
    """The elements that a shuffle takes; None for one that is not defined, [] if they are not constants."""
    mask = shuffle.operands[2]
    count = shuffle.type.params[0]
    if not isinstance(mask, Constant):
        return []
    if mask.code == ConstantCode.NULL:
        return [0] * count
    if mask.code == ConstantCode.DATA:
        return list(mask.params)
    if mask.code == ConstantCode.AGGREGATE:
        return [
            None if isinstance(part, Constant) and part.code in _UNDEFINED else constant_number(part)
            for part in mask.operands
        ]
    return [None] * count if mask.code in _UNDEFINED else []


_UNDEFINED = (ConstantCode.UNDEF, ConstantCode.POISON)
