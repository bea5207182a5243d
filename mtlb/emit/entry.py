"""Entry points: one object is the function's signature and its metadata, so that they can't disagree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..air import ConstantPredicate, EntryArgument, EntryPoint
from ..air.names import BOUND_AT_RUN_TIME, MAX_DEVICE_BUFFERS, MAX_SAMPLERS, MAX_TEXTURES, MAX_THREADGROUP_BUFFERS
from ..air.target import AirTarget
from ..air.words import CONTROL_POINT_FIELD, LIMITS
from ..base.errors import BuildError
from ..base.metal import (
    AccessQualifier,
    AddressSpace,
    DepthQualifier,
    InterpolationQualifier,
    SamplingQualifier,
)
from ..container import FunctionType
from ..ir import (
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    Function,
    TypeCode,
    UnnamedAddr,
)
from ..ir import Type as IRType
from ..ir import Value as IRValue
from .arguments import Arguments, generated_name
from .builder import Builder
from .builtins import INPUTS, OUTPUTS, BuiltinRow
from .calls import ResultRecord
from .lowering import Lowering
from .names import boolean, f32, sampler, u32
from .types import Array, Handle, MetalPointer, MetalType, Scalar, Struct, Texture, Vector, Void, access_of
from .value import Operand, PipelineConstant, TypedValue, caller

__all__ = [
    "ComputeEntry",
    "Entry",
    "EntryBuilder",
    "EntryScope",
    "FragmentEntry",
    "KernelEntry",
    "VertexEntry",
    "VisibleEntry",
]


@dataclass(eq=False)
class EntryScope:
    """What entry points share with their module."""

    low: Lowering
    target: AirTarget
    arguments: Arguments
    fast_flags: int
    predicate: Callable[[PipelineConstant], ConstantPredicate]


class EntryBuilder(Builder):
    """The builder of an entry point: `ret` takes its outputs."""

    entry: Entry

    def ret(  # type: ignore[override]
        self, *values: Operand | Sequence[Operand], **named: Operand | Sequence[Operand]
    ) -> None:
        """Return from the function, with a value for each output: in order, or by name.

        The value of an imageblock's data is a sequence of the members' values.
        """
        outputs = self.entry.outputs
        if named:
            known = [output.name for output in outputs]
            strange = [name for name in named if name not in known]
            if strange:
                raise self.error("ret", f"{self.entry.name} has no output {strange[0]!a}")
            missing = [name for name in known[len(values) :] if name not in named]
            if missing:
                raise self.error("ret", f"there is no value for the output {missing[0]!a}")
            values = (*values, *(named[name] for name in known[len(values) :]))
        if len(values) != len(outputs):
            raise self.error("ret", f"{len(values)} values for {len(outputs)} outputs")
        if not outputs:
            self._at("ret").ret()
            return
        operands = []
        for value, output in zip(values, outputs, strict=True):
            if isinstance(output.type, (Struct, Array)):
                operands.append(self._members(value, output.name, output.type))
            elif isinstance(value, Sequence):
                raise self.error("ret", f"several values for the output {output.name!a} of {output.type}")
            else:
                operands.append(self._fitting(value, f"the output {output.name!a}", output.type))
        result = operands[0]
        if self.entry.returns_struct:
            result = self._at("ret").aggregate(self.entry._result_type(), operands)
        self._at("ret").ret(result)
        self.entry._returned = True

    def _fitting(self, value: Operand, what: str, type: MetalType) -> IRValue:
        value = self._number("ret", value, type)
        if value.type != type:
            raise self.error("ret", f"a {value.type} for {what} of {type}")
        return self._use("ret", value)

    def _members(self, values: Operand | Sequence[Operand], name: str, type: Struct | Array) -> IRValue:
        """A struct or an array as a value, made of its members."""
        if isinstance(type, Array):
            members = [(f"[{number}]", type.element) for number in range(type.count)]
        else:
            members = [(member.name, member.type) for member in type.members]
        if not isinstance(values, Sequence):
            raise self.error("ret", f"one value for the output {name!a}, which has {len(members)} members")
        if len(values) != len(members):
            raise self.error("ret", f"{len(values)} values for the {len(members)} members of {name!a}")
        operands = [
            self._fitting(value, f"the member {member!a}", member_type)
            for value, (member, member_type) in zip(values, members, strict=True)
        ]
        return self._at("ret").aggregate(self.low.memory(type), operands)


@dataclass
class _Output:
    name: str
    type: MetalType
    fact: EntryArgument


_COUNTED = {
    "buffer": ("buffer", MAX_DEVICE_BUFFERS),
    "threadgroup": ("threadgroup buffer", MAX_THREADGROUP_BUFFERS),
    "texture": ("texture", MAX_TEXTURES),
    "sampler": ("sampler", MAX_SAMPLERS),
    "attribute": ("attribute", ""),
    "color": ("render target", ""),
}
_ATTRIBUTES = 31
_PIXEL = "imageblock_data"
_TARGETS = 8


class Entry:
    """An entry point under construction: arguments and outputs first, then `entry()` for the body.

    Methods that add an argument return its value. Two arguments of one name or index, an index past the limit, a type
    that has no layout, a builtin that the stage or the AIR version lacks: a BuildError at the call.
    """

    kind: FunctionType
    stage = ""

    def __init__(self, scope: EntryScope, name: str) -> None:
        self.name = name
        self.outputs: list[_Output] = []
        self._scope = scope
        self._low = scope.low
        self._target = scope.target
        self._parameters: list[tuple[IRType, AttributeGroup | None]] = []
        self._names: set[str] = set()
        self._used: dict[tuple[str, int], bool] = {}
        self._returned = False
        function_type = self._low.context.type(TypeCode.FUNCTION, (0,), (self._low.value(Void()),))
        function = self._low.functions.new(name, function_type)
        function.is_definition = True
        function.unnamed_addr = UnnamedAddr.LOCAL
        self.fact = EntryPoint(self.kind, function)
        self.builder = EntryBuilder(
            self._low, function, f"{self.stage} {name!a}", scope.target, scope.fast_flags, Void(), ()
        )
        self.builder.entry = self
        self._low.functions.add(function)

    # --- errors and limits

    def _error(self, what: str, reason: str) -> BuildError:
        file, line = caller()
        return BuildError(f"{self.stage} {self.name!a}: {what} ({file}:{line}): {reason}")

    def _name(self, what: str, name: str) -> None:
        if not name:
            raise self._error(what, "an argument needs a name")
        if name in self._names:
            raise self._error(what, f"two arguments are named {name!a}")
        self._names.add(name)

    def _place(self, what: str, table: str, index: int, count: int, when: PipelineConstant | None) -> None:
        """Take the indices of an argument. Arguments that depend on function constants may share theirs."""
        words, limit_name = _COUNTED[table]
        limit = LIMITS[limit_name] if limit_name else _TARGETS if table == "color" else _ATTRIBUTES
        for number in range(index, index + count):
            if not 0 <= number < limit:
                raise self._error(what, f"there is no {words} {number}: they count from 0 to {limit - 1}")
            known = self._used.get((table, number))
            if known is not None and not (known and when is not None):
                raise self._error(what, f"{words} {number} is taken already")
            self._used[table, number] = when is not None

    def _type(self, what: str, type: MetalType) -> None:
        if not isinstance(type, MetalType):
            raise self._error(what, f"{type!r:.60} is no type of Metal")

    def _since(self, what: str, major: int, minor: int) -> None:
        if not self._target.since(major, minor):
            raise self._error(what, f"AIR {self._target.air} does not have it (since {major}.{minor})")

    # --- parameters

    def _parameter(
        self, type: IRType, name: str, fact: EntryArgument | None, attributes: Sequence[Attribute] = ()
    ) -> IRValue:
        index = len(self._parameters)
        place = AttributePlace.PARAMETERS + index
        self._parameters.append((type, AttributeGroup(place, tuple(attributes)) if attributes else None))
        argument = Argument(type, index)
        self.fact.function.arguments.append(argument)
        if fact is not None:
            fact.index = index
            self.fact.arguments.append(fact)
        return argument

    def _argument(self, what: str, type: MetalType, fact: EntryArgument, when: PipelineConstant | None) -> TypedValue:
        self._type(what, type)
        self._name(what, fact.name)
        try:
            ir = self._low.value(type)
        except BuildError as error:
            raise self._error(what, error.reason) from None
        if when is not None:
            fact.function_constant = self._scope.predicate(when)
        attributes = _parameter_attributes(type)
        if fact.kind in _FROM_STRUCTS and _NO_UNDEF in attributes:
            attributes.remove(_NO_UNDEF)
        return TypedValue(self.builder, self._parameter(ir, fact.name, fact, attributes), type)

    def buffer(
        self,
        name: str,
        type: MetalType,
        index: int,
        access: str = "read_write",
        *,
        space: AddressSpace = AddressSpace.DEVICE,
        reference: bool = False,
        raster_order_group: int | None = None,
        when: PipelineConstant | None = None,
    ) -> TypedValue:
        """A pointer to objects of `type` in buffer `index`, in device or constant memory.

        `reference`: exactly one object, as `constant T&` of Metal. `when`: it exists if the function constant is true.
        """
        what = f"buffer {name!a}"
        self._type(what, type)
        if space not in (AddressSpace.DEVICE, AddressSpace.CONSTANT):
            raise self._error(what, "a buffer is in device or constant memory")
        try:
            qualifier = AccessQualifier.READ if space is AddressSpace.CONSTANT else access_of(access)
            pointer = MetalPointer(type, space, qualifier, reference)
            fact = self._scope.arguments.buffer(name, pointer, None, index)
        except BuildError as error:
            raise self._error(what, error.reason) from None
        fact.raster_order_group = raster_order_group
        self._place(what, "buffer", index, 1, when)
        return self._argument(what, pointer, fact, when)

    def constant(self, name: str, type: MetalType, index: int, *, when: PipelineConstant | None = None) -> TypedValue:
        """A reference to one object of `type` in constant memory: ``constant T& name [[buffer(index)]]``."""
        return self.buffer(name, type, index, "read", space=AddressSpace.CONSTANT, reference=True, when=when)

    def texture(
        self,
        name: str,
        type: Texture,
        index: int,
        *,
        raster_order_group: int | None = None,
        when: PipelineConstant | None = None,
    ) -> TypedValue:
        """A texture: ``texture2d(f32)``, ``texture2d_array(u32, "read")``…"""
        what = f"texture {name!a}"
        if not isinstance(type, Texture):
            raise self._error(what, f"{type} is no texture")
        if type.access is AccessQualifier.READ_WRITE and type.shape.startswith("depth"):
            raise self._error(what, f"{type} can't be written")
        fact = self._scope.arguments.argument(name, type, None, index)
        fact.raster_order_group = raster_order_group
        self._place(what, "texture", index, 1, when)
        return self._argument(what, type, fact, when)

    def sampler(self, name: str, index: int, *, when: PipelineConstant | None = None) -> TypedValue:
        """A sampler that is bound at run time; `Module.sampler` makes one that is a part of the program."""
        what = f"sampler {name!a}"
        fact = self._scope.arguments.argument(name, sampler, None, index)
        self._place(what, "sampler", index, 1, when)
        return self._argument(what, sampler, fact, when)

    def resource(self, name: str, type: Handle, index: int, *, when: PipelineConstant | None = None) -> TypedValue:
        """An acceleration structure, function table, command buffer or pipeline state, at a buffer's index."""
        what = f"resource {name!a}"
        if not isinstance(type, Handle) or isinstance(type, Texture) or type == sampler:
            raise self._error(what, f"{type} is none of them")
        if type.kind.endswith(("acceleration_structure", "function_table")):
            self._since(what, 2, 3)
        fact = self._scope.arguments.argument(name, type, None, index)
        self._place(what, "buffer", index, 1, when)
        return self._argument(what, type, fact, when)

    def builtin(self, name: str, type: MetalType | None = None, argument: str = "") -> TypedValue:
        """A builtin of the stage, such as ``thread_position_in_grid``; `argument`: its name, else the builtin's."""
        what = f"builtin {name!a}"
        row = INPUTS.get((self.stage, name))
        if row is None:
            stages = sorted({stage for stage, other in INPUTS if other == name})
            known = f"it is one of {', '.join(stages)}" if stages else "there is none of this name"
            raise self._error(what, f"a {self.stage} function does not have it ({known})")
        if self._target.air < row.since:
            raise self._error(what, f"AIR {self._target.air} does not have it (since {row.since})")
        type = type or row.types[0]
        if type not in row.types:
            raise self._error(what, f"it is {' or '.join(map(str, row.types))}, not {type}")
        fact = EntryArgument(name, type_name=type.name, name=argument or name)
        if name == "position":
            fact.sampling_qualifier = SamplingQualifier.CENTER
            fact.interpolation_qualifier = InterpolationQualifier.NO_PERSPECTIVE
        elif name == "barycentric_coord":
            fact.sampling_qualifier = SamplingQualifier.CENTER
            fact.interpolation_qualifier = InterpolationQualifier.PERSPECTIVE
        return self._argument(what, type, fact, None)

    # --- outputs

    def _builtin_output(self, what: str, name: str, type: MetalType) -> None:
        row: BuiltinRow | None = OUTPUTS.get((self.stage, name))
        if row is None:
            raise self._error(what, f"a {self.stage} function has no output {name!a}")
        if self._target.air < row.since:
            raise self._error(what, f"AIR {self._target.air} does not have it (since {row.since})")
        if type not in row.types:
            raise self._error(what, f"{name} is {' or '.join(map(str, row.types))}, not {type}")

    def _output(self, what: str, type: MetalType, fact: EntryArgument, when: PipelineConstant | None = None) -> None:
        self._type(what, type)
        if self._returned:
            raise self._error(what, "the outputs come before the first ret")
        if fact.name and any(output.name == fact.name for output in self.outputs):
            raise self._error(what, f"two outputs are named {fact.name!a}")
        if (not fact.name and self.outputs) or any(not output.name for output in self.outputs):
            raise self._error(what, "an output without a name is the only one")
        output = _Output(fact.name, type, fact)
        try:
            self._output_type(output)
        except BuildError as error:
            raise self._error(what, error.reason) from None
        if when is not None:
            fact.function_constant = self._scope.predicate(when)
        self.outputs.append(output)
        self.fact.outputs.append(fact)

    @property
    def returns_struct(self) -> bool:
        """Whether outputs are members of a struct; one without a name is returned by itself."""
        return any(output.name for output in self.outputs)

    def _output_type(self, output: _Output) -> IRType:
        is_aggregate = output.fact.kind == _PIXEL or isinstance(output.type, Array)
        return (self._low.memory if is_aggregate else self._low.value)(output.type)

    def _result_type(self) -> IRType:
        if not self.outputs:
            return self._low.value(Void())
        types = [self._output_type(output) for output in self.outputs]
        return self._low.packed_struct(types) if self.returns_struct else types[0]

    # --- body

    def entry(self) -> EntryBuilder:
        """The builder of the body."""
        return self.builder

    def finish(self) -> EntryPoint:
        """Check the body and give the function its type. BuildError as `Builder.finish`; `Module` calls it."""
        function = self.fact.function
        groups = tuple(group for _, group in self._parameters if group is not None)
        types = tuple(type for type, _ in self._parameters)
        function.value_type = self._low.context.type(TypeCode.FUNCTION, (0,), (self._result_type(), *types))
        function.type = self._low.context.pointer_type(function.value_type)
        if not self.builder._finished:
            if not self.outputs and not self.builder.is_terminated:
                self.builder.ret()
            self.builder.finish()
            function.attributes = (*function.attributes, *groups)
        return self.fact


_ENUM, _INT, _STRING = AttributeForm.ENUM, AttributeForm.INT, AttributeForm.STRING
_NO_UNDEF = Attribute(_ENUM, AttributeKind.NO_UNDEF)
_FROM_STRUCTS = frozenset({"vertex_input", "fragment_input", "stage_in", "patch_input", "position", "render_target"})
"""Members of a struct in Metal: of these Apple's compiler does not say that they are defined."""


def _parameter_attributes(type: MetalType) -> list[Attribute]:
    """As Apple's compiler gives them to a parameter, as far as they follow from its declaration."""
    if isinstance(type, MetalPointer):
        attributes = [_NO_UNDEF]
        if type.access is AccessQualifier.READ:
            attributes.append(Attribute(_ENUM, AttributeKind.READ_ONLY))
        if type.is_reference:
            attributes.append(Attribute(_INT, AttributeKind.ALIGNMENT, type.pointee.align))
            attributes.append(Attribute(_INT, AttributeKind.DEREFERENCEABLE, type.pointee.size))
        return [*attributes, Attribute(_STRING, "air-buffer-no-alias")]
    if isinstance(type, Handle):
        return []
    if type == boolean:
        return [_NO_UNDEF, Attribute(_ENUM, AttributeKind.Z_EXT)]
    return [_NO_UNDEF]


# --- compute ---------------------------------------------------------------------------------------------------------


class ComputeEntry(Entry):
    """What kernels, object and mesh functions have: threadgroup memory."""

    def threadgroup(self, name: str, type: MetalType) -> TypedValue:
        """Threadgroup memory of this function: its address. What is in it at first is undefined."""
        what = f"threadgroup {name!a}"
        self._type(what, type)
        self._name(what, name)
        try:
            variable = self._low.variable(
                f"_ZZ{len(self.name)}{self.name}E{len(name)}{name}", type, AddressSpace.THREADGROUP
            )
        except BuildError as error:
            raise self._error(what, error.reason) from None
        return TypedValue(self.builder, variable, MetalPointer(type, AddressSpace.THREADGROUP))

    def threadgroup_buffer(
        self,
        name: str,
        type: MetalType,
        index: int,
        *,
        reference: bool = False,
        when: PipelineConstant | None = None,
    ) -> TypedValue:
        """A pointer to threadgroup memory whose size is set at run time: ``threadgroup T* [[threadgroup(index)]]``.

        `reference`: exactly one object, as ``threadgroup T&`` of Metal.
        """
        what = f"threadgroup_buffer {name!a}"
        self._type(what, type)
        pointer = MetalPointer(type, AddressSpace.THREADGROUP, is_reference=reference)
        try:
            fact = self._scope.arguments.buffer(name, pointer, None, index)
        except BuildError as error:
            raise self._error(what, error.reason) from None
        self._place(what, "threadgroup", index, 1, when)
        return self._argument(what, pointer, fact, when)


class KernelEntry(ComputeEntry):
    """A kernel."""

    kind = FunctionType.KERNEL
    stage = "kernel"

    def stage_in(self, name: str, type: MetalType, attribute: int) -> TypedValue:
        """A member of the kernel's ``[[stage_in]]`` struct."""
        what = f"stage_in {name!a}"
        self._type(what, type)
        self._place(what, "attribute", attribute, 1, None)
        fact = EntryArgument("stage_in", type_name=type.name, name=name, location_index=attribute, location_count=1)
        return self._argument(what, type, fact, None)


# --- rendering -------------------------------------------------------------------------------------------------------


class VertexEntry(Entry):
    """A vertex function."""

    kind = FunctionType.VERTEX
    stage = "vertex"

    def stage_in(
        self, name: str, type: MetalType, attribute: int, *, when: PipelineConstant | None = None
    ) -> TypedValue:
        """A vertex attribute: a member of the ``[[stage_in]]`` struct, ``[[attribute(n)]]``."""
        what = f"stage_in {name!a}"
        self._type(what, type)
        self._place(what, "attribute", attribute, 1, when)
        fact = EntryArgument("vertex_input", type_name=type.name, name=name, location_index=attribute, location_count=1)
        if not self._target.since(2, 3):
            fact.attribute_name = generated_name(name, type)
        return self._argument(what, type, fact, when)

    def control_points(self, name: str, fields: Sequence[tuple[str, MetalType, int]]) -> TypedValue:
        """The control points of the patch; `fields` of each: (name, type, attribute). `control_point` reads one."""
        what = f"control_points {name!a}"
        if self.fact.patch is None:
            raise self._error(what, "the function is not for patches")
        if self._control_point is not None:
            raise self._error(what, "the function has control points already")
        self._name(what, name)
        fact = EntryArgument("patch_control_point_input")
        for field_name, type, attribute in fields:
            self._place(what, "attribute", attribute, 1, None)
            fact.fields.append(
                EntryArgument(
                    CONTROL_POINT_FIELD,
                    type_name=type.name,
                    name=field_name,
                    location_index=attribute,
                    location_count=1,
                )
            )
        context = self._low.context
        handle = context.pointer_type(self._low.opaque(f"struct.{_CONTROL_POINTS.word}"))
        result = context.type(TypeCode.STRUCT_ANON, (0,), tuple(self._low.value(type) for _, type, _ in fields))
        function_type = context.type(TypeCode.FUNCTION, (0,), (result, context.integer_type(32), handle))
        fact.control_point_function = f"{self.name}.MTL_CONTROL_POINT_FN"
        reader = self._low.functions.add(self._low.functions.new(fact.control_point_function, function_type))
        reader.section = BOUND_AT_RUN_TIME
        self._control_point = reader, tuple(type for _, type, _ in fields)
        return TypedValue(self.builder, self._parameter(handle, name, fact), _CONTROL_POINTS)

    _control_point: tuple[Function, tuple[MetalType, ...]] | None = None

    def control_point(self, points: TypedValue, index: Operand) -> ResultRecord:
        """The fields of control point `index`."""
        if self._control_point is None:
            raise self._error("control_point", "the function has no control points")
        reader, types = self._control_point
        number = self.builder._number("control_point", index, u32)
        operands = [self.builder._use("control_point", one) for one in (number, points)]
        made = self.builder._call("control_point", reader, operands, Void(), ())
        return ResultRecord(self.builder, made.ir, types)

    def patch_input(self, name: str, type: MetalType, attribute: int) -> TypedValue:
        """An attribute of the patch, of a post-tessellation vertex function."""
        what = f"patch_input {name!a}"
        if self.fact.patch is None:
            raise self._error(what, "the function is not for patches")
        self._place(what, "attribute", attribute, 1, None)
        fact = EntryArgument("patch_input", type_name=type.name, name=name, location_index=attribute, location_count=1)
        return self._argument(what, type, fact, None)

    def out(
        self,
        name: str,
        type: MetalType,
        builtin: str = "",
        *,
        user: str = "",
        invariant: bool = False,
        shared: bool = False,
        count: int = 1,
        when: PipelineConstant | None = None,
    ) -> None:
        """An output: a `builtin` (position, point_size, clip_distance…), or one for the fragment function, which finds
        it by ``[[user(name)]]`` or by name and type. `count`: of clip distances, whose value is a sequence if there are
        several."""
        what = f"out {name!a}"
        self._type(what, type)
        if builtin:
            self._builtin_output(what, builtin, type)
            fact = EntryArgument(builtin, type_name=type.name, name=name)
            if builtin == "clip_distance":
                fact.array_size = count
                type = Array(f32, count) if count > 1 else type
            if any(output.fact.kind == builtin for output in self.outputs):
                raise self._error(what, f"there is an output {builtin} already")
        else:
            attribute = f"user({user})" if user else generated_name(name, type)
            if any(output.fact.attribute_name == attribute for output in self.outputs):
                raise self._error(what, f"there is an output {attribute} already")
            fact = EntryArgument("vertex_output", type_name=type.name, name=name, attribute_name=attribute)
        fact.invariant, fact.shared = invariant, shared
        self._output(what, type, fact, when)


_CONTROL_POINTS = Handle(
    "patch_control_point", "_patch_control_point_t", AddressSpace.PRIVATE, "patch_control_point_input"
)
_SAMPLING = {
    "center": SamplingQualifier.CENTER,
    "centroid": SamplingQualifier.CENTROID,
    "sample": SamplingQualifier.SAMPLE,
}


class FragmentEntry(Entry):
    """A fragment function."""

    kind = FunctionType.FRAGMENT
    stage = "fragment"

    def stage_in(self, name: str, type: MetalType, *, user: str = "", interpolation: str = "") -> TypedValue:
        """What a vertex function puts out, found by ``[[user(name)]]`` or by name and type.

        `interpolation`: "flat" (always of integers), else where and how: "center_perspective" (the default),
        "centroid_no_perspective", "sample_perspective"…
        """
        what = f"stage_in {name!a}"
        self._type(what, type)
        attribute = f"user({user})" if user else generated_name(name, type)
        fact = EntryArgument("fragment_input", type_name=type.name, name=name, attribute_name=attribute)
        element = type.element if isinstance(type, Vector) else type
        is_float = isinstance(element, Scalar) and element.is_float
        interpolation = interpolation or ("center_perspective" if is_float else "flat")
        if interpolation == "flat":
            fact.interpolation_qualifier = InterpolationQualifier.FLAT
        else:
            where, _, how = interpolation.partition("_")
            if where not in _SAMPLING or how not in ("perspective", "no_perspective"):
                raise self._error(what, f"unknown interpolation {interpolation!a}")
            if not is_float:
                raise self._error(what, f"{type} can't be interpolated: it is flat")
            fact.sampling_qualifier = _SAMPLING[where]
            fact.interpolation_qualifier = InterpolationQualifier[how.upper()]
        return self._argument(what, type, fact, None)

    def color_in(self, name: str, type: MetalType, index: int) -> TypedValue:
        """What is in a render target already: ``[[color(index)]]`` of an argument."""
        what = f"color_in {name!a}"
        self._type(what, type)
        self._place(what, "color", index, 1, None)
        fact = EntryArgument("render_target", type_name=type.name, name=name, render_target_index=index)
        return self._argument(what, type, fact, None)

    def imageblock_data(self, name: str, type: Struct, *, raster_order_group: int | None = None) -> ResultRecord:
        """What the imageblock holds for this pixel: ``v["member"]`` is the value of a member.

        `raster_order_group`: that of all members.
        """
        what = f"imageblock_data {name!a}"
        fact = self._pixel(what, name, type, raster_order_group)
        self._name(what, name)
        argument = self._parameter(self._low.memory(type), name, fact)
        members = type.members
        return ResultRecord(self.builder, argument, [one.type for one in members], [one.name for one in members])

    def imageblock_out(self, name: str, type: Struct, *, raster_order_group: int | None = None) -> None:
        """What the imageblock is to hold for this pixel; `ret` takes a sequence of the members' values for it."""
        what = f"imageblock_out {name!a}"
        if not name:
            raise self._error(what, "it needs a name")
        self._output(what, type, self._pixel(what, name, type, raster_order_group))

    def _pixel(self, what: str, name: str, type: Struct, group: int | None) -> EntryArgument:
        if not isinstance(type, Struct):
            raise self._error(what, f"{type} is no struct")
        for member in type.members:
            element = member.type.element if isinstance(member.type, Vector) else member.type
            is_packed = isinstance(member.type, Vector) and member.type.packed
            if not isinstance(element, Scalar) or element.is_bool or is_packed:
                raise self._error(what, f"the member {member.name!a} is {member.type}, no number or vector of them")
        fact = EntryArgument(_PIXEL, type_name=type.name, name=name, type_align=type.align)
        fact.data_size, fact.struct_type_info = type.size, self._scope.arguments.pixel(type, group)
        return fact

    def out(
        self,
        type: MetalType,
        *,
        render_target: int = 0,
        name: str = "",
        blend_source: int = 0,
        raster_order_group: int | None = None,
        when: PipelineConstant | None = None,
    ) -> None:
        """A color for render target `render_target`. Without a name it is the function's only output."""
        what = f"out {name!a}" if name else "out"
        self._type(what, type)
        if not 0 <= render_target < _TARGETS:
            raise self._error(what, f"there is no render target {render_target}: they count from 0 to {_TARGETS - 1}")
        for output in self.outputs:
            taken = (output.fact.render_target_index, output.fact.blend_source_index)
            if taken == (render_target, blend_source) and not (when and output.fact.function_constant):
                raise self._error(what, f"render target {render_target} is taken already")
        fact = EntryArgument("render_target", type_name=type.name, name=name)
        fact.render_target_index, fact.blend_source_index = render_target, blend_source
        fact.raster_order_group = raster_order_group
        self._output(what, type, fact, when)

    def depth(self, name: str, qualifier: str = "any") -> None:
        """The depth of the fragment. `qualifier`: "any", "greater" or "less" than that of the primitive."""
        what = f"depth {name!a}"
        words = {one.label: one for one in DepthQualifier if one is not DepthQualifier.INVALID}
        if qualifier not in words:
            raise self._error(what, f"unknown qualifier {qualifier!a} (one of {', '.join(words)})")
        self._output(what, f32, EntryArgument("depth", type_name="float", name=name, depth_qualifier=words[qualifier]))

    def builtin_out(self, name: str, type: MetalType, builtin: str) -> None:
        """The output `stencil` or `sample_mask`."""
        what = f"out {name!a}"
        self._builtin_output(what, builtin, type)
        self._output(what, type, EntryArgument(builtin, type_name=type.name, name=name))


class VisibleEntry(Entry):
    """A visible function: called through a function table, or by name."""

    kind = FunctionType.VISIBLE
    stage = "visible"

    def argument(self, name: str, type: MetalType) -> TypedValue:
        """A parameter."""
        self._type(f"argument {name!a}", type)
        fact = EntryArgument("visible_input", type_name=type.name, name=name)
        return self._argument(f"argument {name!a}", type, fact, None)

    def returns(self, type: MetalType) -> None:
        """The type of the result."""
        self._output("returns", type, EntryArgument("visible_output", type_name=type.name))
