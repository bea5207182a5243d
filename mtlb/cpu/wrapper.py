"""The parameters of a function, and the wrapper through which the run-time calls it with a thread's arguments."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

from ..air import EntryArgument, EntryPoint
from ..air.builtins import components
from ..base.errors import BuildError
from ..ir import (
    STRUCT_TYPES,
    Argument,
    AttributeKind,
    BasicBlock,
    BinaryOperator,
    CastOperator,
    Constant,
    Context,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    MDNode,
    MDString,
    MetadataCode,
    Predicate,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import IRBuilder
from ..ir.names import LOOP
from ..ir.uses import DERIVING
from .layout import THREAD_FIELDS, LaneRun, LaneRuns
from .support import SupportFunction, SupportModule

ENTRY = "mtlb.function"
"""The symbol of the function in the compiled code."""

_FIELDS = {
    "thread_position_in_grid": "position",
    "thread_position_in_threadgroup": "in_group",
    "threadgroup_position_in_grid": "group",
    "thread_index_in_threadgroup": "index",
    "thread_index_in_simdgroup": "lane",
    "simdgroup_index_in_threadgroup": "simd",
    "threadgroups_per_grid": "groups",
    "threads_per_threadgroup": "group_size",
    "dispatch_threads_per_threadgroup": "declared_size",
    "threads_per_grid": "grid",
    "simdgroups_per_threadgroup": "simds",
    "dispatch_simdgroups_per_threadgroup": "simds",
    "threads_per_simdgroup": "width",
    "thread_execution_width": "width",
    "quadgroup_index_in_threadgroup": "quad",
    "thread_index_in_quadgroup": "lane_in_quad",
    "quadgroups_per_threadgroup": "quads",
    "dispatch_quadgroups_per_threadgroup": "quads",
}
"""Built-in arguments that come from the position of a thread: the field of `Thread`."""
_NO_UNSIGNED_WRAP = 1
_OF_SIMDGROUP = frozenset(
    {
        *("group", "simd", "groups", "group_size", "declared_size", "grid", "simds", "width", "quads"),
    }
)
"""Fields that are the same for all threads of a simdgroup."""
_DEFAULTS: dict[str, tuple[str, int, int]] = {
    "vertex_id": ("position", 1, 0),
    "instance_id": ("position", 1, 1),
    "patch_id": ("position", 1, 1),
}
"""Optional built-in arguments, and their defaults: the field, the count of numbers, the first number."""
_ZERO = frozenset(
    {
        *("base_vertex", "base_instance", "amplification_id", "sample_id", "primitive_id", "stage_in_grid_origin"),
        *("render_target_array_index", "viewport_array_index", "grid_origin"),
    }
)
_PER_GROUP = frozenset({"payload", "mesh", "mesh_grid_properties"})
_ONE = frozenset({"front_facing", "amplification_count", "sample_mask_in", "sample_mask", "stage_in_grid_size"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the function: its metadata, and how its value is passed.
    `by_pointer`: the address of memory (a buffer, texture or sampler) is passed; otherwise a value of `size` bytes
    for each thread. `source`: the origin of the value: "place" (always the position of the thread), "default" (if
    the caller gives none), "group" and "patch" (the address of a threadgroup's or patch's memory), or "" if the
    caller must give one. `type`: the type in the support module. `is_read`: whether the code uses it."""

    argument: EntryArgument
    by_pointer: bool
    address_space: int
    size: int
    stride: int
    source: str
    type: Type
    is_read: bool

    @property
    def label(self) -> str:
        """Its name in messages."""
        return repr(self.argument.name) if self.argument.name else f"{self.argument.kind} {self.argument.index}"

    @property
    def is_of_simdgroup(self) -> bool:
        """Whether it comes from the thread's position, and is the same for all threads of a simdgroup."""
        return self.source == "place" and _FIELDS[self.argument.kind] in _OF_SIMDGROUP

    @property
    def is_aggregate(self) -> bool:
        """Whether its values are structs or arrays."""
        return self.type.code in STRUCT_TYPES or self.type.code is TypeCode.ARRAY


def parameters_of(support: SupportModule, entry: EntryPoint) -> list[Parameter]:
    """The parameters of an entry point. Raises BuildError if the metadata lacks one."""
    described = {argument.index: argument for argument in entry.arguments}
    types = entry.function.value_type.parameters
    layout = DataLayout()
    unread = _unread(entry.function)
    results = []
    for number, type_ in enumerate(types):
        argument = described.get(number)
        if argument is None:
            raise BuildError(f"function {entry.name!a}: the metadata does not describe parameter {number}")
        by_pointer = type_.is_pointer
        source = _source(argument.kind, by_pointer=by_pointer)
        size = 0 if by_pointer else layout.size(type_)
        stride = 0 if by_pointer else layout.alloc_size(type_)
        space = type_.address_space if by_pointer else 0
        is_read = number not in unread
        results.append(Parameter(argument, by_pointer, space, size, stride, source, support.type(type_), is_read))
    return results


def _unread(function: Function) -> set[int]:
    """The parameters that nothing dereferences, compares, stores or returns, in the function and in its callees."""
    users: dict[Function, dict[Value, list[Instruction]]] = {}

    def is_read(argument: Argument) -> bool:
        stack: list[tuple[Function, Value]] = [(function, argument)]
        seen: set[Value] = {argument}
        while stack:
            where, value = stack.pop()
            if where not in users:
                users[where] = {}
                for instruction in where.instructions():
                    for operand in instruction.operands:
                        users[where].setdefault(operand, []).append(instruction)
            for user in users[where].get(value, ()):
                behind: list[tuple[Function, Value]]
                callee = user.operands[-1] if user.code is InstCode.CALL else None
                if user.code in DERIVING:
                    behind = [(where, user)]
                elif isinstance(callee, Function) and callee.blocks:
                    arguments = zip(user.operands[:-1], callee.arguments, strict=False)
                    behind = [(callee, its) for operand, its in arguments if operand is value]
                else:
                    return True
                stack += [item for item in behind if item[1] not in seen]
                seen.update(item for _, item in behind)
        return False

    return {number for number, argument in enumerate(function.arguments) if not is_read(argument)}


def _source(kind: str, *, by_pointer: bool) -> str:
    if kind == "patch_control_point_input":
        return "patch" if by_pointer else "default"  # a number that nothing reads, if nothing reads the patch
    if by_pointer:
        return "group" if kind in _PER_GROUP else ""
    if kind in _FIELDS:
        return "place"
    with_default = kind in _DEFAULTS or kind in _ZERO or kind in _ONE or kind == "imageblock"
    return "default" if with_default or kind in ("position", "point_coord", "barycentric_coord") else ""


class _Places(SupportFunction):
    """A function that can access a thread's position."""

    def field(self, name: str, number: int = 0) -> Value:
        """One number of the thread's position."""
        raise NotImplementedError

    def from_place(self, type_: Type, field_name: str, count: int, first: int = 0) -> Value:
        """The thread's position as a number or a vector of a type."""
        requested = type_.params[0] if type_.code is TypeCode.VECTOR else 1
        numbers = [self.field(field_name, first + number) for number in range(min(requested, count))]
        return self.joined(type_, [self.resized(number, type_.scalar) for number in numbers])


class _Entry(_Places):
    """`mtlb_entry`: builds the arguments of a thread, calls the function, and stores its return value.
    Its own arguments are the rows of a table (layout.ArgumentRow) and the position of the thread (layout.Thread)."""

    def __init__(self, support: SupportModule) -> None:
        ptr = support.context.opaque_pointer_type()
        type_ = support.context.type(TypeCode.FUNCTION, (0,), (support.context.type(TypeCode.VOID), ptr, ptr))
        super().__init__(support, "mtlb_entry", type_, AttributeKind.ALWAYS_INLINE)
        self.table, self.thread = self.arguments
        # The addresses of arguments are constant while a function runs.
        kind = support.module.kind_ids["invariant.load"]
        self.unchanged = (kind, support.context.node(MetadataCode.NODE))

    def field(self, name: str, number: int = 0) -> Value:
        """One number of the thread's position."""
        return self.load(self.i32, self.behind(self.thread, THREAD_FIELDS[name] + 4 * number))

    def base(self, number: int) -> Instruction:
        """The base address of an argument."""
        base = self.load(self.ptr, self.behind(self.table, 16 * number))
        base.metadata = (self.unchanged,)
        return base

    def value_at(self, number: int, base: Value, index: Value) -> Value:
        """The address of value `index` of an argument that starts at `base`."""
        stride = self.load(self.i64, self.behind(self.table, 16 * number + 8))
        stride.metadata = (self.unchanged,)
        return self.behind(base, self.binary(BinaryOperator.MUL, self.resized(index, self.i64), stride))

    def group_number(self) -> Value:
        """The number of the threadgroup; x varies fastest."""
        number = self.field("group", 2)
        for axis in (1, 0):
            number = self.binary(BinaryOperator.MUL, number, self.field("groups", axis))
            number = self.binary(BinaryOperator.ADD, number, self.field("group", axis))
        return number

    def argument(self, number: int, parameter: Parameter) -> Value:
        """The value that is passed for a parameter."""
        kind, type_ = parameter.argument.kind, parameter.type
        if parameter.source == "place":
            return self.from_place(type_, _FIELDS[kind], components(kind))
        base = self.base(number)
        if parameter.source in ("group", "patch"):
            index = self.group_number() if parameter.source == "group" else self.field("position", 1)
            return self.cast(CastOperator.ADDRSPACECAST, self.value_at(number, base, index), type_)
        if parameter.by_pointer:
            return self.cast(CastOperator.ADDRSPACECAST, base, type_)
        place = self.value_at(number, base, self.field("element"))
        if parameter.source == "default":
            # Select the address of the default if no value is given: a load from null is not allowed.
            default = self.alloca(type_)
            self.store(self.default(kind, type_), default)
            place = self.select(self.compare(Predicate.ICMP_EQ, base, self.null(self.ptr)), default, place)
        return self.load(type_, place, 1)

    def default(self, kind: str, type_: Type) -> Value:
        """The default of a built-in argument."""
        if kind in _DEFAULTS:
            return self.from_place(type_, *_DEFAULTS[kind])
        if kind == "position":  # the center of the pixel
            half = self.number(self.f32, 0.5)
            pixel = [self.converted(self.field("position", number), self.f32) for number in (0, 1)]
            middle = [self.binary(BinaryOperator.FADD, number, half) for number in pixel]
            return self.joined(type_, [*middle, self.null(self.f32), self.one(self.f32)])
        if kind in ("point_coord", "barycentric_coord"):
            return self.number(type_, 0.5)
        if kind in _ONE:
            return self.number(type_, 1)
        return self.null(type_)  # the handle of an imageblock is unused, as there is only one


def wrapper(support: SupportModule, function: Function, parameters: list[Parameter]) -> None:
    """Define the function through which the run-time enters."""
    b = _Entry(support)
    type_ = support.type(function.value_type)
    operands = [b.argument(number, parameter) for number, parameter in enumerate(parameters)]
    result = b.call(support.functions.declare(ENTRY, type_), operands)
    if type_.result is not b.void:
        row = len(parameters)
        b.store(result, b.value_at(row, b.base(row), b.field("element")), 1)
    b.finish(None)


class _LaneLoop(_Places):
    """The loop over the lanes of a simdgroup.
    The run-time passes the simdgroup as runs of threads that follow each other along x (native/runtime.h,
    `LaneRuns`): within a run each number of a position is an invariant plus the number of the lane, so LLVM can see
    that addresses are consecutive. An outer loop iterates over the runs, an inner loop over the lanes of each."""

    def __init__(self, support: SupportModule, loop: Function) -> None:
        super().__init__(support, loop.name, support.type(loop.value_type), AttributeKind.ALWAYS_INLINE)
        self.offset: Value = self.null(self.i32)
        self.lane: Value = self.null(self.i32)
        self.starts: dict[object, Value] = {}

    def at(self, base: Value, offset: int) -> Value:
        return self.load(self.i32, self.behind(base, offset))

    def field(self, name: str, number: int = 0) -> Value:
        """One number of the position of the lane's thread."""
        if name == "lane":
            return self.lane
        if name == "lane_in_quad":
            return self.binary(BinaryOperator.AND, self.lane, self.integer(self.i32, 3))
        if name == "quad":
            return self.binary(BinaryOperator.LSHR, self.field("index"), self.integer(self.i32, 2))
        start = self.start(name, number)
        if name in ("position", "in_group") and number:
            return start
        assert name in ("position", "in_group", "index"), name
        return self.binary(BinaryOperator.ADD, start, self.offset, _NO_UNSIGNED_WRAP)

    def start(self, name: str, number: int) -> Value:
        """One number of the position of the run's first thread."""
        if name == "index":
            return self.starts["index"]
        within = self.starts["in_group", number]
        return within if name == "in_group" else self.starts["position", number]

    def define(self, lane: Function, fields: Sequence[tuple[Type, str, int]]) -> None:
        """Define it as calls of `lane`, which takes numbers of the position first: type, field, count."""
        entry, outer, inner, behind, end = self.function.blocks[0], *(BasicBlock() for _ in range(4))
        self.function.blocks += [outer, inner, behind, end]
        runs = self.called(self.ptr, "mtlb_lane_runs")
        count = self.at(runs, LaneRuns.count.offset)
        first = [self.at(runs, LaneRuns.first.offset + 4 * axis) for axis in range(3)]
        zero, integer = self.null(self.i32), self.integer(self.i32, 1)
        self.branch(outer)
        self.at_end(outer)
        number = self.phi(self.i32)
        row = self.binary(BinaryOperator.MUL, number, self.integer(self.i32, ctypes.sizeof(LaneRun)))
        run = self.behind(self.behind(runs, self.resized(row, self.i64)), LaneRuns.runs.offset)
        self.starts["index"] = self.at(run, LaneRun.index.offset)
        for axis in range(3):
            start = self.at(run, LaneRun.start.offset + 4 * axis)
            self.starts["in_group", axis] = start
            self.starts["position", axis] = self.binary(BinaryOperator.ADD, start, first[axis], _NO_UNSIGNED_WRAP)
        first_lane = self.binary(BinaryOperator.AND, self.starts["index"], self.integer(self.i32, 31))
        threads = self.at(run, LaneRun.threads.offset)
        self.branch(inner)
        self.at_end(inner)
        self.offset = offset = self.phi(self.i32)
        self.lane = self.binary(BinaryOperator.ADD, first_lane, offset, _NO_UNSIGNED_WRAP)
        places = [self.from_place(type_, name, count_) for type_, name, count_ in fields]
        declared = self.support.functions.declare(lane.name, self.support.type(lane.value_type))
        self.call(declared, [*places, *self.arguments, self.lane])
        following = self.binary(BinaryOperator.ADD, offset, integer, _NO_UNSIGNED_WRAP)
        again = self.branch_if(self.compare(Predicate.ICMP_ULT, following, threads), inner, behind)
        again.metadata = ((self.support.module.kind_ids[LOOP], _vector_loop(self.context)),)
        offset.operands, offset.blocks = (zero, following), (outer, inner)
        self.at_end(behind)
        next_run = self.binary(BinaryOperator.ADD, number, integer, _NO_UNSIGNED_WRAP)
        self.branch_if(self.compare(Predicate.ICMP_ULT, next_run, count), outer, end)
        number.operands, number.blocks = (zero, next_run), (entry, behind)
        self.at_end(end)
        self.finish(None)


def _vector_loop(context: Context) -> MDNode:
    """Loop metadata that makes LLVM vectorize whenever that is legal: by 16 lanes, since a simdgroup has at most 32."""
    node = MDNode(MetadataCode.NODE, (), distinct=True)
    b = IRBuilder(context)

    def option(name: str, value: Constant) -> MDNode:
        return context.node(MetadataCode.NODE, (MDString(f"llvm.loop.{name}"), context.value_metadata(value)))

    node.fields = (
        node,
        option("vectorize.enable", b.integer(b.i1, 1)),
        option("vectorize.width", b.integer(b.i32, 16)),
        option("interleave.count", b.integer(b.i32, 1)),
    )
    return node


def lane_loop(support: SupportModule, lane: Function, loop: Function, places: Sequence[Parameter]) -> None:
    """Define the loop over lanes that calls a single-lane function, which takes these position parameters first."""
    fields = [(place.type, _FIELDS[place.argument.kind], components(place.argument.kind)) for place in places]
    _LaneLoop(support, loop).define(lane, fields)


def control_points(support: SupportModule, function: Function) -> None:
    """Define the function that reads a control point: `(number, handle) -> {fields}`.
    The handle is the address of a patch's control points: their number (8 bytes), 8 bytes that are 0, then for each
    point its fields, 16 bytes each. A missing point reads as 0."""
    b = SupportFunction(support, function.name, support.type(function.value_type), AttributeKind.ALWAYS_INLINE)
    number, handle = b.arguments
    index = b.resized(number, b.i64)
    inside, outside = BasicBlock(), BasicBlock()
    b.function.blocks += [inside, outside]
    b.branch_if(b.compare(Predicate.ICMP_ULT, index, b.load(b.i64, handle)), inside, outside)
    b.at_end(outside)
    b.ret(b.null(b.result))
    b.at_end(inside)
    first = b.binary(BinaryOperator.MUL, index, b.integer(b.i64, 16 * len(b.result.elements)))
    point = b.behind(b.behind(handle, first), 16)
    fields = [b.load(type_, b.behind(point, 16 * place), 1) for place, type_ in enumerate(b.result.elements)]
    b.finish(b.aggregate(b.result, fields))
