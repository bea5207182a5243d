"""The state of reading one function body, shared by the readers of its records.

A value in a record counts back from the next value (before record version 1 it is the value's id). It may be a forward
reference: a placeholder takes its place until the value is defined. The readers of records, in `records`, get the
operands of a record and `count`, the number of values that can be reached by counting back: 0 if ids are absolute.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from ..base.errors import FormatError
from ..bitstream.stream import Block
from ..ir import (
    BasicBlock,
    Call,
    DebugLoc,
    Function,
    Instruction,
    LocalAsMetadata,
    MDNode,
    Metadata,
    MetadataAsValue,
    OperandBundle,
    Type,
    TypeCode,
    Value,
)
from .state import ReadState

_MASK: Final = 0xFFFFFFFF  # forward references are negative, in 32 bits

# Most instructions have one number or two, which are small: what one has is looked up by them, not by a tuple.
_FIRST: Final = 64
_SECOND: Final = 256
# Of tuples of one number mypyc would make a list that gives a new tuple each time.
_numbers: Final[list[tuple[int, ...]]] = [(number,) for number in range(_SECOND)]
_pairs: Final[list[tuple[int, ...] | None]] = [None] * (_FIRST * _SECOND)


class _Forward(Value):
    """A placeholder for a value that is defined later."""

    __slots__ = ("definition",)

    def __init__(self, type: Type) -> None:
        self.type = type
        self.name = ""
        self.definition: Value = self


def _defined(values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple([v.definition if isinstance(v, _Forward) else v for v in values])


def _location(node: MDNode) -> DebugLoc:
    """The debug location of a LOCATION node."""
    line, column, scope, inlined_at = node.fields[:4]
    implicit = node.fields[4] if len(node.fields) > 4 else 0
    return DebugLoc(
        line if isinstance(line, int) else 0,
        column if isinstance(column, int) else 0,
        scope if isinstance(scope, MDNode) else None,
        inlined_at if isinstance(inlined_at, MDNode) else None,
        implicit if isinstance(implicit, int) else 0,
    )


class Body:
    """One function body while it is read. `values`: those of the module, the arguments, and the instructions defined so
    far.

    `size`: bytes of the block, which bound all counts. `blocks`: the basic blocks; `current`: the instructions of the
    current block, None after the last terminator. `last`: the instruction that a debug location record applies to.
    """

    def __init__(self, state: ReadState, function: Function, block: Block) -> None:
        self.state = state
        self.function = function
        self.size = block.size
        self.context = state.context
        self.types = state.types
        self.values = state.values
        self.params = state.params
        self.relative = state.module.version >= 1
        self.blocks: list[BasicBlock] = []
        self.current: list[Instruction] | None = None
        self.position = 0  # of the current block
        self.last: Instruction | None = None
        self.last_location: DebugLoc | None = None
        self.bundles: list[OperandBundle] = []  # of the next call
        self.bundled: list[Call] = []
        self.forwards: dict[int, _Forward] = {}
        self.due: list[int] = []  # the keys of `forwards`, as a heap
        self.is_ahead = False  # whether the instruction that is being read has an operand that is defined later
        self.waiting: list[Instruction] = []  # instructions with forward references
        self.debug_calls: list[tuple[Instruction, Call]] = []  # each with the instruction that follows it
        self.void = state.context.type(TypeCode.VOID)
        self.i1 = state.context.integer_type(1)
        self.metadata_type = state.context.type(TypeCode.METADATA)

    # --- numbers of instructions, each content once ------------------------------------------------------------------

    def number(self, number: int) -> tuple[int, ...]:
        """One number."""
        return _numbers[number] if 0 <= number < _SECOND else self.shared((number,))

    def pair(self, first: int, second: int) -> tuple[int, ...]:
        """Two numbers."""
        if not (0 <= first < _FIRST and 0 <= second < _SECOND):
            return self.shared((first, second))
        pair = _pairs[first * _SECOND + second]
        if pair is None:
            pair = _pairs[first * _SECOND + second] = (first, second)
        return pair

    def shared(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Any numbers."""
        return self.params.setdefault(numbers, numbers)

    # --- operands ----------------------------------------------------------------------------------------------------

    def type(self, number: int) -> Type:
        """The type of this id."""
        if number >= len(self.types):
            raise self.no_type(number)
        return self.types[number]

    def no_type(self, number: int) -> FormatError:
        """The error for a type that does not exist."""
        return FormatError(f"type {number} of {len(self.types)}")

    def absolute(self, number: int) -> int:
        """The id of the value that a record names."""
        return (len(self.values) - number) & _MASK if self.relative else number

    def typed(self, ops: list[int], at: int, least: int) -> Value:
        """The value that `ops[at]` names. The type of a forward reference is removed from `ops`, which keep `least`."""
        number = self.absolute(ops[at])
        if number < len(self.values):
            return self.values[number]
        if len(ops) <= max(at + 1, least):
            raise FormatError(f"value {number} is a forward reference without its type")
        return self.forward(number, self.type(ops.pop(at + 1)))

    def typed_rest(self, ops: list[int], at: int) -> list[Value]:
        """All values from `ops[at]` on; a forward reference is followed by its type."""
        values: list[Value] = []
        while at < len(ops):
            values.append(self.typed(ops, at, 0))
            at += 1
        return values

    def value(self, number: int, type_: Type) -> Value:
        """The value, of a known type, that a record names by `number`; of type METADATA it is metadata."""
        return self.value_of_id(self.absolute(number), type_)

    def value_of_id(self, number: int, type_: Type) -> Value:
        """The value of this id, or a placeholder for a forward reference; of type METADATA it is metadata."""
        if type_ is self.metadata_type:
            metadata = self.state.metadata_of_id(number)
            if isinstance(metadata, LocalAsMetadata):
                return MetadataAsValue(type_, metadata)
            return self.context.metadata_value(metadata)
        if number < len(self.values):
            return self.values[number]
        return self.forward(number, type_)

    def forward(self, number: int, type_: Type) -> Value:
        """The placeholder for a value that was not read yet."""
        # Every record defines at most one value and takes at least a byte, so no forward reference can have a higher
        # id.
        if number > len(self.values) + self.size * 8:
            raise FormatError(f"value {number} does not exist")
        forward = self.forwards.get(number)
        if forward is None:
            forward = self.forwards[number] = _Forward(type_)
            heappush(self.due, number)
        self.is_ahead = True
        return forward

    def block(self, number: int) -> BasicBlock:
        """The basic block of this number."""
        if number >= len(self.blocks):
            raise FormatError(f"basic block {number} of {len(self.blocks)}")
        return self.blocks[number]

    # --- debug info of variables -------------------------------------------------------------------------------------

    def add_debug_call(self, name: str, operands: list[Metadata], location: MDNode) -> None:
        """A call of a debug intrinsic before the last instruction; `location` is its LOCATION node."""
        if self.last is None:
            raise FormatError("a debug record before the first instruction")
        function = self.state.debug_intrinsic(name, len(operands))
        arguments: list[Value] = []
        for operand in operands:
            if isinstance(operand, LocalAsMetadata):
                arguments.append(MetadataAsValue(self.metadata_type, operand))
            else:
                arguments.append(self.context.metadata_value(operand))
        call = Call(self.void, (*arguments, function), (0, 0, 0), function.value_type)
        call.debug_loc = _location(location)
        self.debug_calls.append((self.last, call))

    def place_debug_calls(self) -> None:
        """Put the calls of debug intrinsics into their blocks, when nothing counts instructions any more."""
        if not self.debug_calls:
            return
        calls: dict[Instruction, list[Instruction]] = {}
        for before, call in self.debug_calls:
            calls.setdefault(before, []).append(call)
        for block in self.blocks:
            placed: list[Instruction] = []
            for instruction in block.instructions:
                placed += calls.get(instruction, ())
                placed.append(instruction)
            block.instructions = placed

    # --- instructions ------------------------------------------------------------------------------------------------

    def add(self, instruction: Instruction) -> None:
        """Append an instruction to the current block, number its result, and replace its placeholder."""
        if self.is_ahead or self.current is None:
            self.add_void(instruction)
        else:  # the same, for most
            self.current.append(instruction)
            self.last = instruction
        if instruction.type is not self.void:
            self.values.append(instruction)
            if self.due and self.due[0] == len(self.values) - 1:
                self.forwards.pop(heappop(self.due)).definition = instruction

    def add_void(self, instruction: Instruction) -> None:
        """Append an instruction without a result to the current block."""
        if self.current is None:
            raise FormatError("instruction after the last block's terminator")
        self.current.append(instruction)
        self.last = instruction
        if self.is_ahead:
            self.waiting.append(instruction)
            self.is_ahead = False

    def end_block(self, instruction: Instruction) -> None:
        """Append a terminator, and go on with the next block."""
        self.add_void(instruction)
        self.position += 1
        self.current = self.blocks[self.position].instructions if self.position < len(self.blocks) else None

    def declare_blocks(self, count: int) -> None:
        """Make the basic blocks."""
        if not 0 < count <= self.size:  # each has a terminator, which takes more than a byte
            raise FormatError(f"{count} basic blocks in a function body of {self.size} bytes")
        self.blocks = [BasicBlock() for _ in range(count)]
        self.current = self.blocks[0].instructions
        self.position = 0

    def finish(self) -> None:
        """Replace placeholders by their values. FormatError if a value, or the terminator of a block, is missing."""
        name = self.function.name
        if not self.blocks:
            raise FormatError(f"function {name!r} has a body without a basic block")
        for instruction in self.waiting:
            instruction.operands = _defined(instruction.operands)
        for call in self.bundled:
            call.bundles = tuple([OperandBundle(tag, _defined(values)) for tag, values in call.bundles])
        if self.forwards:
            raise FormatError(f"function {name!r} uses value {min(self.forwards)}, which nothing defines")
        if self.position < len(self.blocks):
            raise FormatError(f"function {name!r} ends in the middle of block {self.position}")
