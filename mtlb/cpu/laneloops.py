"""Kernels that run a whole simdgroup at a time: between the places where lanes meet, lanes are loop iterations.
`loop_over_lanes` changes the entry point into a function that is called once for each simdgroup. Values that are the
same for all lanes are computed once in it, and so are the branches that decide where lanes meet next. Each region
between two meetings (regions.py) becomes a function of a single lane, which LLVM inlines into a loop over the lanes
(wrapper.py) and vectorizes where it can. A value that outlives its region is stored in an array with an element for
each lane.
Only barriers remain meetings: there a simdgroup waits for the others, on one stack for all its lanes. The lanes of a
region run one after the other, as lanes with stacks do, or side by side in vectors: the output of a function without
races is the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from ..ir import (
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    BasicBlock,
    BinaryOperator,
    BlockInstruction,
    CastOperator,
    Constant,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.loops import LoopNest
from ..ir.mapper import replace_operands, replace_values
from ..ir.names import LIFETIME
from .door import is_debug
from .library import family_of
from .library.lanes import WIDTH
from .meetings import BARRIER, Meetings, MeetingStep, NotLoopsError, asks_for_lanes, is_matrix
from .regions import LaneRegion, regions_of
from .uniform import Uniformity
from .wrapper import Parameter

LOOP, LANE = "mtlb_lanes.", "mtlb_lane."
"""The prefixes of the names of lane loops and of single-lane functions; a number follows."""

_ALIGNED = 7  # to 64 bytes: log2 + 1
_MOST_VARIABLES = 4096  # bytes of a lane: LLVM splits a store of zeros into words


@dataclass(frozen=True)
class LaneFunction:
    """A single-lane function. Its parameters are the lane's values of the kernel's parameters with these numbers,
    then the values that the loop passes, then the number of the lane."""

    function: Function
    loop: Function
    places: list[int]


def loop_over_lanes(
    module: Module, entry: Function, parameters: Sequence[Parameter], meeting: Collection[Function]
) -> tuple[list[LaneFunction], int]:
    """Make the entry point of a module, which is changed, run a simdgroup. Returns the single-lane functions, and
    the size of the arrays in bytes.
    `meeting`: the functions at which lanes meet.
    Raises NotLoopsError, with the module partly changed, for a function whose lanes cannot be loop iterations."""
    if entry.value_type.result.code is not TypeCode.VOID:
        raise NotLoopsError("it returns a value")
    for function in module.functions:
        for instruction in function.instructions():
            callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
            if callee is entry or (instruction.code is InstCode.CALL and not isinstance(callee, Function)):
                raise NotLoopsError("it is called, or calls by address")
            if isinstance(callee, Function) and function is not entry and (callee in meeting or asks_for_lanes(callee)):
                raise NotLoopsError("lanes meet in a function that it calls")
    for block in entry.blocks:
        block.instructions = [inst for inst in block.instructions if not is_debug(inst)]
    meetings = Meetings(module)
    meetings.replace(entry)
    for instruction in entry.instructions():
        callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
        if isinstance(callee, Function) and callee in meeting and family_of(callee.name) != BARRIER:
            raise NotLoopsError(f"lanes meet in {callee.name}")
    regions = regions_of(module.context, entry, {*meeting, *meetings.steps})
    return _Maker(module, entry, parameters, meetings, regions).make()


@dataclass(eq=False)
class _Array:
    """Storage for a value of each lane: arrays of its parts."""

    pointers: list[Value]
    types: list[Type]


@dataclass
class _Lane:
    """A single-lane function under construction. `places`: the kernel's parameters that come first; `passed`: values
    that the loop passes, with their parameters; `current`: the values of the kernel as this function has them. It
    begins at `start`, which loads its inputs, and leaves through `end`, which stores its outputs."""

    region: LaneRegion | None
    places: list[Value] = field(default_factory=list)
    passed: list[tuple[Value, Argument]] = field(default_factory=list)
    current: dict[Value, Value] = field(default_factory=dict)
    start: BasicBlock = field(default_factory=BasicBlock)
    end: BasicBlock = field(default_factory=BasicBlock)


class _Maker:
    def __init__(
        self,
        module: Module,
        entry: Function,
        parameters: Sequence[Parameter],
        meetings: Meetings,
        regions: list[LaneRegion],
    ) -> None:
        self.module, self.entry, self.meetings, self.regions = module, entry, meetings, regions
        self.b = IRBuilder(module.context)
        self.functions = FunctionTable(module)
        self.layout = DataLayout()
        self.numbers: dict[Value, int] = {argument: n for n, argument in enumerate(entry.arguments)}
        self.by_lane: set[Value] = set()  # arguments that differ between lanes
        for argument, parameter in zip(entry.arguments, parameters, strict=True):
            if parameter.source == "place":
                if not parameter.is_of_simdgroup:
                    self.by_lane.add(argument)
            elif parameter.is_read and (not parameter.by_pointer or parameter.source):
                raise NotLoopsError(f"parameter {parameter.label} has a value for each thread")
        self.region_of = {block: region for region in regions for block in region.blocks}
        self.home: dict[Value, LaneRegion] = {}  # of instructions
        for region in regions:
            for block in region.blocks:
                self.home.update(dict.fromkeys(block.instructions, region))
        self.variables = self.take_variables()
        self.uniformity = Uniformity(regions, meetings, self.by_lane)
        self.uniform = self.uniformity.values
        self.arrays: dict[Value, _Array] = {}
        self.memories: dict[Value, tuple[Value, int]] = {}  # of variables that outlive a region
        self.first = BasicBlock()  # of the simdgroup's function
        self.blocks = {region: BasicBlock() for region in regions}
        self.current: dict[Value, Value] = {}  # values of the simdgroup after the rewrite
        self.lanes: list[LaneFunction] = []
        self.bytes = 0

    def take_variables(self) -> list[Instruction]:
        """Remove the variables of a thread."""
        start = self.regions[0].main[0]
        variables = [inst for block in self.region_of for inst in block.instructions if inst.code is InstCode.ALLOCA]
        if any(inst not in start.instructions or not isinstance(inst.operands[0], Constant) for inst in variables):
            raise NotLoopsError("a variable of the thread is allocated on the way")
        if sum(self.layout.alloc_size(inst.aux_type) for inst in variables if inst.aux_type) > _MOST_VARIABLES:
            raise NotLoopsError("the variables of the thread are large")
        start.instructions = [inst for inst in start.instructions if inst.code is not InstCode.ALLOCA]
        return variables

    # --- arrays ---

    def array(self, value: Value) -> _Array:
        """The array that stores the lanes' values."""
        array = self.arrays.get(value)
        if array is None:
            types = [self.stored(type_) for type_ in self.parts(value.type)]
            array = self.arrays[value] = _Array([self.memory(type_) for type_ in types], types)
        return array

    @staticmethod
    def parts(type_: Type) -> list[Type]:
        return [type_.scalar] * 2 if is_matrix(type_) else [type_]

    def stored(self, type_: Type) -> Type:
        """The type of a value in memory; single bits are stored as bytes."""
        return self.b.i8 if type_ is self.b.i1 else type_

    def memory(self, type_: Type, count: int = WIDTH) -> Value:
        """Zeroed memory in the simdgroup's function for this many values."""
        b = self.b
        whole = b.context.type(TypeCode.ARRAY, (count,), (type_,))
        self.bytes += self.layout.alloc_size(whole) + 64
        with b.kept_position():
            b.at_end(self.first)
            memory = b.alloca(whole, _ALIGNED)
            b.store(b.null(whole), memory, 1)
            return b.bitcast(memory, b.pointer_to(type_))

    # --- functions of one lane ---

    def passed(self, lane: _Lane, value: Value) -> Argument:
        """The parameter that passes a value of the simdgroup to a single-lane function."""
        for passed, argument in lane.passed:
            if passed is value:
                return argument
        argument = Argument(value.type, 0)
        lane.passed.append((value, argument))
        return argument

    def element(self, lane: _Lane, array: Value, type_: Type, number: Value | None = None) -> Value:
        """The address of a lane's value in an array: of this lane, or of another."""
        return self.b.gep(type_, self.passed(lane, array), self.meetings.lane if number is None else number)

    def loaded(self, lane: _Lane, value: Value) -> Value:
        """Load the lane's value from its array."""
        b, array = self.b, self.array(value)
        parts = []
        for pointer, memory_type, type_ in zip(array.pointers, array.types, self.parts(value.type), strict=True):
            part: Value = b.load(memory_type, self.element(lane, pointer, memory_type), 1)
            parts.append(part if type_ is memory_type else b.cast(CastOperator.TRUNC, part, type_))
        return b.joined(value.type, parts) if is_matrix(value.type) else parts[0]

    def keep(self, lane: _Lane, value: Value, array: _Array) -> None:
        """Store the lane's value into an array."""
        b = self.b
        parts = [b.extract_element(value, n) for n in range(len(array.types))] if len(array.types) > 1 else [value]
        for pointer, memory_type, part in zip(array.pointers, array.types, parts, strict=True):
            stored = part if part.type is memory_type else b.cast(CastOperator.ZEXT, part, memory_type)
            b.store(stored, self.element(lane, pointer, memory_type), 1)

    def in_lane(self, lane: _Lane, value: Value) -> Value:
        """The equivalent of a value in a single-lane function. Loads are placed at its start."""
        if not isinstance(value, (Instruction, Argument)):
            return value
        current = lane.current.get(value)
        if current is not None:
            return current
        if value is self.meetings.lane:
            return value
        if value in self.by_lane:
            current = Argument(value.type, 0)
            lane.places.append(value)
        elif isinstance(value, Argument) or value in self.uniform:
            current = self.passed(lane, value)
        elif value in self.memories:
            current = self.variable(lane, value)
        elif self.home.get(value) is lane.region and value not in self.slots:
            return value
        else:
            with self.b.kept_position():
                self.b.at_end(lane.start)
                current = self.loaded(lane, value)
        lane.current[value] = current
        return current

    def variable(self, lane: _Lane, value: Value) -> Value:
        """The address of this lane's copy of a variable."""
        b = self.b
        memory, stride = self.memories[value]
        with b.kept_position():
            b.at_end(lane.start)
            long = b.cast(CastOperator.ZEXT, self.meetings.lane, b.i64)
            place = b.binary(BinaryOperator.MUL, long, b.integer(b.i64, stride))
            return b.bitcast(b.gep(b.i8, self.passed(lane, memory), place), value.type)

    def finish(self, lane: _Lane, blocks: list[BasicBlock]) -> None:
        """Finish the single-lane function and its loop, and call the loop at the builder's position."""
        b = self.b
        number = len(self.lanes)
        places = [lane.current[value] for value in lane.places]
        passed = [argument for _, argument in lane.passed]
        index = Argument(b.i32, 0)
        arguments = [*places, *passed, index]
        for place, argument in enumerate(arguments):
            assert isinstance(argument, Argument)
            argument.index = place
        type_ = b.function_type(b.void, [argument.type for argument in arguments])
        function = self.functions.add(self.functions.new(f"{LANE}{number}", type_))
        function.is_definition = True
        function.arguments = arguments  # type: ignore[assignment]
        kinds = (AttributeKind.ALWAYS_INLINE, AttributeKind.NO_UNWIND)
        attributes = tuple([Attribute(AttributeForm.ENUM, kind) for kind in kinds])
        function.attributes = (AttributeGroup(AttributePlace.FUNCTION, attributes),)
        function.blocks = blocks
        for instruction in function.instructions():
            replace_values(b.context, instruction, {self.meetings.lane: index})
        values = [value for value, _ in lane.passed]
        loop = self.functions.declare(f"{LOOP}{number}", b.function_type(b.void, [value.type for value in values]))
        b.call(loop, values)
        self.lanes.append(LaneFunction(function, loop, [self.numbers[value] for value in lane.places]))

    # --- the function of the simdgroup ---

    def make(self) -> tuple[list[LaneFunction], int]:
        """Build all functions."""
        b = self.b
        self.slots = {
            phi: region
            for region in self.regions
            for phi in region.main[0].instructions
            if phi.code is InstCode.PHI and phi not in self.uniform
        }
        self.place_variables()
        self.find_kept()
        for region in self.regions:
            if region.meeting is None:
                self.make_region(region)
            else:
                self.make_meeting(region)
        b.at_end(self.first)
        b.branch(self.blocks[self.regions[0]])
        self.entry.blocks = [self.first, *(self.blocks[region] for region in self.regions)]
        for instruction in self.entry.instructions():
            replace_values(b.context, instruction, self.current)
        return self.lanes, self.bytes

    def uses(self) -> Iterator[tuple[Value, LaneRegion]]:
        """The values, and the regions in which lanes use them."""
        for region in self.regions:
            for block in region.blocks:
                for instruction in block.instructions:
                    if instruction.code is InstCode.PHI:
                        for value, source in zip(instruction.operands, instruction.blocks, strict=True):
                            yield value, self.region_of[source]
                    else:
                        for value in instruction.operands:
                            yield value, region

    def find_kept(self) -> None:
        """Determine the values of lanes that outlive their regions."""
        self.kept: dict[LaneRegion, list[Value]] = {region: [] for region in self.regions}
        self.copied: dict[LaneRegion, list[tuple[Value, Value]]] = {region: [] for region in self.regions}
        seen: set[Value] = set(self.slots)
        for value, region in self.uses():
            home = self.home.get(value)
            if home is None or home is region or value in self.uniform or value in seen or value in self.memories:
                continue
            seen.add(value)
            self.kept[home].append(value)
        for phi in self.slots:
            for value, source in zip(phi.operands, phi.blocks, strict=True):
                self.copied[self.region_of[source]].append((phi, value))

    def place_variables(self) -> None:
        """Variables that only one region uses move into its function; others get memory for each lane."""
        users: dict[Value, set[LaneRegion]] = {variable: set() for variable in self.variables}
        for value, region in self.uses():
            if value in users:
                users[value].add(region)
        self.own: dict[LaneRegion, list[Instruction]] = {region: [] for region in self.regions}
        repeated = self.repeated()
        for variable in self.variables:
            regions = users[variable]
            if len(regions) == 1:
                (region,) = regions
                if region.meeting is None and region not in repeated:
                    self.own[region].append(variable)
                    self.home[variable] = region
                    continue
            assert variable.aux_type is not None
            size = -(-self.layout.alloc_size(variable.aux_type) // 16) * 16
            self.home.pop(variable, None)
            self.memories[variable] = self.memory(self.b.i8, WIDTH * size), size
        if self.memories:
            self.drop_lifetimes()

    def repeated(self) -> set[LaneRegion]:
        """The regions that may execute more than once."""
        nest = LoopNest(self.regions[0], self.following)
        return {region for region in self.regions if nest.loop_of(region) is not None}

    def following(self, region: LaneRegion) -> list[LaneRegion]:
        """The possible successors of a region."""
        if region.end is not None:
            return [self.region_of[target] for target in region.end.blocks]
        return [] if region.following is None else [self.region_of[region.following]]

    def drop_lifetimes(self) -> None:
        """Drop the lifetime markers of variables: their memory belongs to the simdgroup."""
        for block in self.region_of:
            if any(map(_is_lifetime, block.instructions)):
                block.instructions = [inst for inst in block.instructions if not _is_lifetime(inst)]

    def make_region(self, region: LaneRegion) -> None:
        """Build a region: its part of the simdgroup's function, and its single-lane function."""
        b, block = self.b, self.blocks[region]
        block.instructions = [inst for main in region.main for inst in main.instructions if inst in self.uniform]
        for phi in block.instructions:
            if phi.code is InstCode.PHI:
                assert isinstance(phi, BlockInstruction)
                phi.blocks = tuple(self.blocks[self.region_of[source]] for source in phi.blocks)
        lane = _Lane(region)
        end = self.take_end(region, lane.end)
        work = 0
        for inner in region.blocks:
            inner.instructions = [
                inst for inst in inner.instructions if inst not in self.uniform and inst not in self.slots
            ]
            work += len(inner.instructions)
        b.at_end(lane.start)
        for variable in self.own[region]:
            b.insert(variable)
        for inner in region.blocks:
            for instruction in inner.instructions:
                replace_operands(b.context, instruction, partial(self.in_lane, lane))
        b.at_end(lane.end)
        copies = [(slot, self.in_lane(lane, value)) for slot, value in self.copied[region]]
        for value in self.kept[region]:
            self.keep(lane, value, self.array(value))
        for slot, incoming in copies:
            self.keep(lane, incoming, self.array(slot))
        work += len(lane.end.instructions) - len(region.blocks)
        b.ret()
        b.at_end(lane.start)
        b.branch(region.main[0])
        b.at_end(block)
        if work:
            self.finish(lane, [lane.start, *region.blocks, lane.end])
        b.at_end(block)
        if end is not None:
            b.insert(end)
        elif region.following is not None:
            b.branch(self.blocks[self.region_of[region.following]])
        else:
            b.ret()

    def take_end(self, region: LaneRegion, leave: BasicBlock) -> Instruction | None:
        """Make lanes leave their function at the end of the region. Returns the branch that the simdgroup takes."""
        b = self.b
        ours = set(region.blocks)
        end = region.end
        for block in region.blocks:
            last = block.instructions[-1]
            if last.code is InstCode.UNREACHABLE:
                continue
            if last is end or last.code is InstCode.RET:
                block.instructions.pop()
                b.at_end(block)
                b.branch(leave)
            elif any(target not in ours for target in last.blocks):
                assert isinstance(last, BlockInstruction)
                last.blocks = tuple(target if target in ours else leave for target in last.blocks)
        if end is not None:
            assert isinstance(end, BlockInstruction)
            end.blocks = tuple(self.blocks[self.region_of[target]] for target in end.blocks)
        return end

    # --- meetings ---

    def make_meeting(self, region: LaneRegion) -> None:
        """Build the simdgroup's code for a meeting."""
        b, call = self.b, region.meeting
        assert call is not None
        block = self.blocks[region]
        b.at_end(block)
        step = self.meetings.step_of(call)
        if any(operand in self.memories for operand in call.operands):
            raise NotLoopsError("lanes exchange addresses of variables")
        if step is None:  # a barrier, or a load
            if not all(map(self.uniformity.is_uniform, call.operands)):
                raise NotLoopsError("what a barrier or a load for all lanes is given may differ between lanes")
            b.insert(call)
        elif step is MeetingStep.COUNT:
            b.call(self.functions.declare("mtlb_lanes_met", b.function_type(b.void, ())), ())
        elif step is MeetingStep.EXCHANGE:
            self.exchange(block, call)
        else:
            self.together(call, step)
        b.at_end(block)
        assert region.following is not None
        b.branch(self.blocks[self.region_of[region.following]])

    def exchange(self, block: BasicBlock, call: Instruction) -> None:
        """Give each lane the value of another lane."""
        b = self.b
        value, number = call.operands[:2]
        if self.uniformity.is_uniform(value) and call in self.uniform:
            self.current[call] = value
            return
        if call in self.uniform:
            array = self.array(value)
            b.at_end(block)
            parts = []
            for pointer, memory_type, type_ in zip(array.pointers, array.types, self.parts(call.type), strict=True):
                part: Value = b.load(memory_type, b.gep(memory_type, pointer, number), 1)
                parts.append(part if type_ is memory_type else b.cast(CastOperator.TRUNC, part, type_))
            self.current[call] = b.joined(call.type, parts) if is_matrix(call.type) else parts[0]
            return
        lane = _Lane(None)
        b.at_end(lane.end)
        if self.uniformity.is_uniform(value):
            self.keep(lane, self.in_lane(lane, value), self.array(call))
        else:
            source, target = self.array(value), self.array(call)
            other = self.in_lane(lane, number)
            for pointer, to, type_ in zip(source.pointers, target.pointers, source.types, strict=True):
                part = b.load(type_, self.element(lane, pointer, type_, other), 1)
                b.store(part, self.element(lane, to, type_), 1)
        b.ret()
        b.at_end(lane.start)
        b.branch(lane.end)
        b.at_end(block)
        self.finish(lane, [lane.start, lane.end])

    def together(self, call: Instruction, step: MeetingStep) -> None:
        """Let the run-time compute the results of all lanes (native/lanes.c)."""
        b = self.b
        bytes_ = b.pointer_to(b.i8)
        operands: list[Value] = []
        count = 4 if step is MeetingStep.MULTIPLY else 1
        for value in call.operands[:count]:
            if self.uniformity.is_uniform(value):
                memory = self.memory(value.type, 1)
                b.store(value, memory, 1)
                step_bytes = 0
            else:
                memory, step_bytes = self.array(value).pointers[0], self.layout.alloc_size(value.type)
            operands += [b.bitcast(memory, bytes_), b.integer(b.i64, step_bytes)]
        operands += call.operands[count:-1]
        name = {
            MeetingStep.BALLOT: "mtlb_simd_ballot_of_lanes",
            MeetingStep.MULTIPLY: "mtlb_matrix_multiply_lanes",
        }.get(step)
        if name is None:
            name = "mtlb_reduce_lanes_floats" if call.type is b.f32 else "mtlb_reduce_lanes"
        result = b.void if step is MeetingStep.MULTIPLY else call.type
        if call not in self.uniform:
            pointer = self.array(call).pointers[0]
            operands.append(b.bitcast(pointer, bytes_))
        elif step is MeetingStep.REDUCE:
            operands.append(b.null(bytes_))
        type_ = b.function_type(result, [operand.type for operand in operands])
        result_of_all = b.call(self.functions.declare(name, type_), operands)
        if call in self.uniform:
            self.current[call] = result_of_all


def _is_lifetime(instruction: Instruction) -> bool:
    callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
    return isinstance(callee, Function) and callee.name.startswith(LIFETIME)
