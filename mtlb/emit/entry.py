"""Entry points: kernels, vertex, fragment and visible functions, and the arguments and outputs of each stage."""

from __future__ import annotations

from collections.abc import Sequence

from ..air import ComputedIndex, EntryArgument, EntryPoint
from ..air.builtins import INPUTS
from ..air.names import BOUND_AT_RUN_TIME, CONTROL_POINT_SUFFIX
from ..air.words import CONTROL_POINT_FIELD, PLACEHOLDER
from ..base.classes import replace
from ..base.errors import BuildError
from ..base.features import FUNCTION_TABLES_SINCE, GENERATED_NAMES_UNTIL, MOST_COLORS
from ..base.metal import (
    AccessQualifier,
    AddressSpace,
    DepthQualifier,
    InterpolationQualifier,
    SamplingQualifier,
)
from ..container import FunctionType
from ..ir import Function, TypeCode
from ..ir import Type as IRType
from ..ir import Value as IRValue
from .arguments import generated_name
from .names import NAMED, f32, sampler, u32
from .operands import Operand, PipelineConstant, Reference, ResultRecord, TypedValue
from .signature import PIXEL, EntryBuilder, EntryScope, EntrySignature
from .types import Array, Handle, MetalPointer, MetalType, Scalar, Struct, Texture, Vector, access_of


class Entry:
    """An entry point under construction: declare arguments and outputs first, then call `entry()` for the body.

    Methods that add an argument return its value. BuildError at the call for a repeated name or index, an index above
    the limit, a type without a layout, and a builtin that the stage or the AIR version lacks.
    """

    kind: FunctionType
    stage = ""

    def __init__(self, scope: EntryScope, name: str) -> None:
        self.name = name
        self.signature = EntrySignature(scope, self.kind, self.stage, name)
        self.fact = self.signature.fact
        self.builder = self.signature.builder

    # --- parameters

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

        `reference`: exactly one object, as `constant T&` of Metal. `when`: the argument exists if this function
        constant is true.
        """
        what = f"buffer {name!a}"
        self.signature.require_type(what, type)
        if space not in (AddressSpace.DEVICE, AddressSpace.CONSTANT):
            raise self.signature.error(what, "a buffer is in device or constant memory")
        try:
            qualifier = AccessQualifier.READ if space is AddressSpace.CONSTANT else access_of(access)
            pointer = self.signature.low.pointer(type, space, qualifier, is_reference=reference)
            fact = self.signature.scope.arguments.buffer(name, pointer, None, index)
        except BuildError as error:
            raise self.signature.error(what, error.reason) from None
        fact.raster_order_group = raster_order_group
        self.signature.take_index(what, "buffer", index, when)
        return self.signature.argument(what, pointer, fact, when)

    def constant(self, name: str, type: MetalType, index: int, *, when: PipelineConstant | None = None) -> TypedValue:
        """A reference to one object of `type` in constant memory: ``constant T& name [[buffer(index)]]``."""
        return self.buffer(name, type, index, "read", space=AddressSpace.CONSTANT, reference=True, when=when)

    def texture(
        self,
        name: str,
        type: Texture | Array,
        index: int,
        *,
        raster_order_group: int | None = None,
        when: PipelineConstant | None = None,
    ) -> TypedValue:
        """A texture: ``texture2d(f32)``, ``texture2d_array(u32, "read")``… or an array of textures at consecutive
        indices: ``array(texture2d(f32), 4)``, whose elements are ``t[i]``. The form of an array argument is a guess:
        docs/builder.md §7.
        """
        what = f"texture {name!a}"
        if isinstance(type, Array):
            return self._handles(what, "texture", name, type, index, raster_order_group, when)
        if not isinstance(type, Texture):
            raise self.signature.error(what, f"{type} is not a texture")
        if type.access is AccessQualifier.READ_WRITE and type.shape.startswith("depth"):
            raise self.signature.error(what, f"{type} can't be written")
        fact = self.signature.scope.arguments.argument(name, type, None, index)
        fact.raster_order_group = raster_order_group
        self.signature.take_index(what, "texture", index, when)
        return self.signature.argument(what, type, fact, when)

    def _handles(
        self,
        what: str,
        table: str,
        name: str,
        type: Array,
        index: int,
        group: int | None,
        when: PipelineConstant | None,
    ) -> TypedValue:
        """An argument that is an array of textures or samplers: the address of their handles."""
        element = type.element
        if element != sampler if table == "sampler" else not isinstance(element, Texture):
            raise self.signature.error(what, f"{type} is not an array of {table}s")
        for number in range(type.count):
            self.signature.take_index(what, table, index + number, when)
        fact = self.signature.scope.arguments.argument(name, type, None, index)
        fact.access_qualifier = element.access if isinstance(element, Texture) else None
        fact.raster_order_group = group
        pointer = MetalPointer(type, AddressSpace.PRIVATE, AccessQualifier.READ, is_reference=True)
        return self.signature.argument(what, pointer, fact, when)

    def sampler(
        self, name: str, index: int, *, count: int | None = None, when: PipelineConstant | None = None
    ) -> TypedValue:
        """A sampler that is bound at run time; `Module.sampler` defines one in the program. `count`: an array of
        samplers at consecutive indices.
        """
        what = f"sampler {name!a}"
        if count is not None:
            try:
                type = Array(sampler, count)
            except BuildError as error:
                raise self.signature.error(what, error.reason) from None
            return self._handles(what, "sampler", name, type, index, None, when)
        fact = self.signature.scope.arguments.argument(name, sampler, None, index)
        self.signature.take_index(what, "sampler", index, when)
        return self.signature.argument(what, sampler, fact, when)

    def resource(self, name: str, type: Handle, index: int, *, when: PipelineConstant | None = None) -> TypedValue:
        """An acceleration structure, function table, command buffer or pipeline state, bound at a buffer index."""
        what = f"resource {name!a}"
        if not isinstance(type, Handle) or isinstance(type, Texture) or type == sampler:
            raise self.signature.error(what, f"{type} is not one of them")
        if type.kind.endswith(("acceleration_structure", "function_table")):
            self.signature.require_air(what, FUNCTION_TABLES_SINCE)
        fact = self.signature.scope.arguments.argument(name, type, None, index)
        self.signature.take_index(what, "buffer", index, when)
        return self.signature.argument(what, type, fact, when)

    def builtin(
        self, name: str, type: MetalType | None = None, argument: str = "", *, perspective: bool = True
    ) -> TypedValue:
        """A builtin of the stage, such as ``thread_position_in_grid``. `argument`: its name; by default that of the
        builtin.

        `perspective`: how `barycentric_coord` is interpolated.
        """
        what = f"builtin {name!a}"
        row = INPUTS.get((self.stage, name))
        if row is None:
            stages = sorted({stage for stage, other in INPUTS if other == name})
            where = f"it is one of {', '.join(stages)}" if stages else "no built-in has this name"
            raise self.signature.error(what, f"a {self.stage} function does not have it ({where})")
        self.signature.require_air(what, row.since)
        if not row.types:
            raise self.signature.error(what, "it is a handle, which has a method of its own")
        type = type or NAMED[row.types[0]]
        if type not in [NAMED[type_] for type_ in row.types]:
            raise self.signature.error(what, f"it is {' or '.join(row.types)}, not {type}")
        fact = EntryArgument(name, type_name=type.name, name=argument or name)
        if name == "position":
            fact.sampling_qualifier = SamplingQualifier.CENTER
            fact.interpolation_qualifier = InterpolationQualifier.NO_PERSPECTIVE
        elif name == "barycentric_coord" and self.stage == "fragment":
            fact.sampling_qualifier = SamplingQualifier.CENTER
            shade = InterpolationQualifier.PERSPECTIVE if perspective else InterpolationQualifier.NO_PERSPECTIVE
            fact.interpolation_qualifier = shade
        return self.signature.argument(what, type, fact)

    # --- body

    def entry(self) -> EntryBuilder:
        """The builder of the body."""
        return self.builder

    def finish(self) -> EntryPoint:
        """Check the body and set the function's type. BuildError as for `Builder.finish`; `Module` calls this."""
        return self.signature.finish()


# --- compute ---------------------------------------------------------------------------------------------------------


class GroupEntry(Entry):
    """The common part of functions with arguments in threadgroup memory: kernels, object and fragment functions
    (language specification, 4.4). A guess: metadata of fragment functions have them as those of kernels.
    """

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
        self.signature.require_type(what, type)
        pointer = MetalPointer(type, AddressSpace.THREADGROUP, is_reference=reference)
        try:
            fact = self.signature.scope.arguments.buffer(name, pointer, None, index)
        except BuildError as error:
            raise self.signature.error(what, error.reason) from None
        self.signature.take_index(what, "threadgroup", index, when)
        return self.signature.argument(what, pointer, fact, when)


class ComputeEntry(GroupEntry):
    """The common part of kernels, object and mesh functions: threadgroup memory."""

    def threadgroup(self, name: str, type: MetalType) -> TypedValue:
        """Threadgroup memory of this function: its address. Its initial content is undefined."""
        what = f"threadgroup {name!a}"
        self.signature.require_type(what, type)
        self.signature.take_name(what, name)
        try:
            variable = self.signature.low.variable(
                f"_ZZ{len(self.name)}{self.name}E{len(name)}{name}", type, AddressSpace.THREADGROUP
            )
        except BuildError as error:
            raise self.signature.error(what, error.reason) from None
        return Reference(self.builder, variable, MetalPointer(type, AddressSpace.THREADGROUP))


class KernelEntry(ComputeEntry):
    """A kernel."""

    kind = FunctionType.KERNEL
    stage = "kernel"

    def stage_in(self, name: str, type: MetalType, attribute: int) -> TypedValue:
        """A member of the kernel's ``[[stage_in]]`` struct."""
        what = f"stage_in {name!a}"
        self.signature.require_type(what, type)
        self.signature.take_index(what, "attribute", attribute)
        fact = EntryArgument("stage_in", type_name=type.name, name=name, location_index=attribute, location_count=1)
        return self.signature.argument(what, type, fact)


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
        self.signature.require_type(what, type)
        self.signature.take_index(what, "attribute", attribute, when)
        fact = EntryArgument("vertex_input", type_name=type.name, name=name, location_index=attribute, location_count=1)
        if self.signature.target.air < GENERATED_NAMES_UNTIL:
            fact.attribute_name = PLACEHOLDER
        return self.signature.argument(what, type, fact, when)

    def control_points(self, name: str, fields: Sequence[tuple[str, MetalType, int]], function: str = "") -> TypedValue:
        """The control points of the patch; `fields` lists (name, type, attribute). `control_point` reads a control
        point.

        `function`: the name of the function that reads a control point, by default that of this function with a suffix.
        """
        what = f"control_points {name!a}"
        if self.fact.patch is None:
            raise self.signature.error(what, "the function is not for patches")
        if self._control_point is not None:
            raise self.signature.error(what, "the function has control points already")
        self.signature.take_name(what, name)
        fact = EntryArgument("patch_control_point_input")
        for field_name, type, attribute in fields:
            self.signature.take_index(what, "attribute", attribute)
            fact.fields.append(
                EntryArgument(
                    CONTROL_POINT_FIELD,
                    type_name=type.name,
                    name=field_name,
                    location_index=attribute,
                    location_count=1,
                )
            )
        context = self.signature.low.context
        handle = context.pointer_type(self.signature.low.opaque(f"struct.{_CONTROL_POINTS.word}"))
        result = context.type(
            TypeCode.STRUCT_ANON, (0,), tuple(self.signature.low.value(type) for _, type, _ in fields)
        )
        function_type = context.type(TypeCode.FUNCTION, (0,), (result, context.integer_type(32), handle))
        fact.control_point_function = function or f"{self.name}{CONTROL_POINT_SUFFIX}"
        reader = self.signature.low.functions.add(
            self.signature.low.functions.new(fact.control_point_function, function_type)
        )
        reader.section = BOUND_AT_RUN_TIME
        self._control_point = reader, tuple(type for _, type, _ in fields)
        return TypedValue(self.builder, self.signature.parameter(handle, fact), _CONTROL_POINTS)

    _control_point: tuple[Function, tuple[MetalType, ...]] | None = None

    def control_point(self, points: TypedValue, index: Operand) -> ResultRecord:
        """The fields of control point `index`."""
        if self._control_point is None:
            raise self.signature.error("control_point", "the function has no control points")
        reader, types = self._control_point
        number = self.builder.number("control_point", index, u32)
        result = self.builder.call(reader, number, points)
        return ResultRecord(self.builder, result.ir, types)

    def patch_input(self, name: str, type: MetalType, attribute: int) -> TypedValue:
        """An attribute of the patch in a post-tessellation vertex function."""
        what = f"patch_input {name!a}"
        if self.fact.patch is None:
            raise self.signature.error(what, "the function is not for patches")
        self.signature.take_index(what, "attribute", attribute)
        fact = EntryArgument("patch_input", type_name=type.name, name=name, location_index=attribute, location_count=1)
        return self.signature.argument(what, type, fact)

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
        """An output: a `builtin` (position, point_size, clip_distance…), or an input of the fragment function, which is
        matched by ``[[user(name)]]`` or by name and type. `count`: the number of clip distances, whose value is a
        sequence if there are several, or if the type is an array.
        """
        what = f"out {name!a}"
        is_array = builtin == "clip_distance" and isinstance(type, Array)
        if isinstance(type, Array) and is_array:
            count, type = type.count, type.element
        self.signature.require_type(what, type)
        if builtin:
            self.signature.require_output(what, builtin, type)
            fact = EntryArgument(builtin, type_name=type.name, name=name)
            if builtin == "clip_distance":
                fact.array_size = count
                # That an array of one stays an array is a guess.
                type = Array(f32, count) if is_array or count > 1 else type
            if any(output.fact.kind == builtin for output in self.signature.outputs):
                raise self.signature.error(what, f"there is an output {builtin} already")
        else:
            attribute = f"user({user})" if user else generated_name(name, type)
            if any(output.fact.attribute_name == attribute for output in self.signature.outputs):
                raise self.signature.error(what, f"there is an output {attribute} already")
            fact = EntryArgument("vertex_output", type_name=type.name, name=name, attribute_name=attribute)
        fact.invariant, fact.shared = invariant, shared
        self.signature.output(what, type, fact, when)


_CONTROL_POINTS = Handle(
    "patch_control_point", "_patch_control_point_t", AddressSpace.PRIVATE, "patch_control_point_input"
)
_INTERPOLANT = Handle("interpolant", "interpolant", AddressSpace.DEVICE, "fragment_input")
_VERTEX_VALUE = Handle("vertex_value", "_vertex_value_t", AddressSpace.DEVICE, "fragment_input")
_SAMPLING = {
    "center": SamplingQualifier.CENTER,
    "centroid": SamplingQualifier.CENTROID,
    "sample": SamplingQualifier.SAMPLE,
}


class FragmentEntry(GroupEntry):
    """A fragment function."""

    kind = FunctionType.FRAGMENT
    stage = "fragment"

    def stage_in(self, name: str, type: MetalType, *, user: str = "", interpolation: str = "") -> TypedValue:
        """An output of the vertex function, matched by ``[[user(name)]]`` or by name and type.

        `interpolation`: "flat" (always for integers), otherwise place and mode: "center_perspective" (the default),
        "centroid_no_perspective", "sample_perspective"…
        """
        what = f"stage_in {name!a}"
        self.signature.require_type(what, type)
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
                raise self.signature.error(what, f"unknown interpolation {interpolation!a}")
            if not is_float:
                raise self.signature.error(what, f"{type} can't be interpolated: it is flat")
            fact.sampling_qualifier = _SAMPLING[where]
            fact.interpolation_qualifier = InterpolationQualifier[how.upper()]
        return self.signature.argument(what, type, fact)

    def interpolant(self, name: str, type: MetalType, *, user: str = "", perspective: bool = True) -> TypedValue:
        """An input that the function interpolates at positions of its choice: a handle for
        `air.interpolate_center_perspective` and similar functions. The metadata is that of DXMT, which names the type
        of the value (air_signature.cpp).
        """
        what = f"interpolant {name!a}"
        self.signature.require_type(what, type)
        attribute = f"user({user})" if user else generated_name(name, type)
        fact = EntryArgument("fragment_input", type_name=type.name, name=name, attribute_name=attribute)
        fact.sampling_qualifier = SamplingQualifier.INTERPOLATION_FUNCTION
        fact.interpolation_qualifier = InterpolationQualifier["PERSPECTIVE" if perspective else "NO_PERSPECTIVE"]
        name = f"interpolant<{type}, interpolation::{'' if perspective else 'no_'}perspective>"
        return self.signature.argument(what, replace(_INTERPOLANT, name=name), fact)

    def vertex_value(self, name: str, type: MetalType, *, user: str = "") -> TypedValue:
        """An input that the function reads as it is at each vertex: a handle for `air.get_vertex_value`. Source: a
        probe of Apple's compiler (kagurasumusun/metal, metal-info-set/golden/run18_apply/P18K, AIR 2.8).
        """
        what = f"vertex_value {name!a}"
        self.signature.require_type(what, type)
        attribute = f"user({user})" if user else generated_name(name, type)
        fact = EntryArgument("fragment_input", type_name=type.name, name=name, attribute_name=attribute)
        fact.interpolation_qualifier = InterpolationQualifier.VERTEX_VALUE
        return self.signature.argument(what, replace(_VERTEX_VALUE, name=f"vertex_value<{type}>"), fact)

    def color_in(self, name: str, type: MetalType, index: int) -> TypedValue:
        """The current value of a render target: ``[[color(index)]]`` of an argument."""
        what = f"color_in {name!a}"
        self.signature.require_type(what, type)
        self.signature.take_index(what, "color", index)
        fact = EntryArgument("render_target", type_name=type.name, name=name, render_target_index=index)
        return self.signature.argument(what, type, fact)

    def imageblock_data(self, name: str, type: Struct, *, raster_order_group: int | None = None) -> ResultRecord:
        """The imageblock data of this pixel: ``v["member"]`` is the value of a member.

        `raster_order_group`: the group of all members.
        """
        self._require_numbers(f"imageblock_data {name!a}", type)
        argument = self.pixel_in(name, type, raster_order_group)
        members = type.members
        return ResultRecord(
            self.builder, argument, [member.type for member in members], [member.name for member in members]
        )

    def imageblock_out(self, name: str, type: Struct, *, raster_order_group: int | None = None) -> None:
        """The imageblock data to write for this pixel; `ret` takes a sequence of the members' values for it."""
        self._require_numbers(f"imageblock_out {name!a}", type)
        self.pixel_out(name, type, raster_order_group)

    def pixel_in(self, name: str, type: Struct, group: int | None) -> IRValue:
        """Declare imageblock data with members of any type; returns the parameter, whose type is that in memory."""
        self.signature.take_name(f"imageblock_data {name!a}", name)
        return self.signature.parameter(self.signature.low.memory(type), self._pixel(name, type, group))

    def pixel_out(self, name: str, type: Struct, group: int | None) -> None:
        """Declare imageblock data to write, with members of any type."""
        what = f"imageblock_out {name!a}"
        if not name:
            raise self.signature.error(what, "it needs a name")
        self.signature.output(what, type, self._pixel(name, type, group))

    def _require_numbers(self, what: str, type: Struct) -> None:
        if not isinstance(type, Struct):
            raise self.signature.error(what, f"{type} is not a struct")
        for member in type.members:
            element = member.type.element if isinstance(member.type, Vector) else member.type
            is_packed = isinstance(member.type, Vector) and member.type.packed
            if not isinstance(element, Scalar) or element.is_bool or is_packed:
                raise self.signature.error(
                    what, f"the member {member.name!a} is {member.type}, no number or vector of them"
                )

    def _pixel(self, name: str, type: Struct, group: int | None) -> EntryArgument:
        fact = EntryArgument(PIXEL, type_name=type.name, name=name, type_align=type.align)
        fact.data_size, fact.struct_type_info = type.size, self.signature.scope.arguments.pixel(type, group)
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
        """A color for render target `render_target`. An unnamed color has to be the function's only output."""
        what = f"out {name!a}" if name else "out"
        self.signature.require_type(what, type)
        if not 0 <= render_target < MOST_COLORS:
            raise self.signature.error(
                what, f"there is no render target {render_target}: indices go from 0 to {MOST_COLORS - 1}"
            )
        for output in self.signature.outputs:
            taken = (output.fact.render_target_index, output.fact.blend_source_index)
            if isinstance(render_target, ComputedIndex) or isinstance(taken[0], ComputedIndex):
                continue
            if taken == (render_target, blend_source) and not (when and output.fact.function_constant):
                raise self.signature.error(what, f"render target {render_target} is taken already")
        fact = EntryArgument("render_target", type_name=type.name, name=name)
        fact.render_target_index, fact.blend_source_index = render_target, blend_source
        fact.raster_order_group = raster_order_group
        self.signature.output(what, type, fact, when)

    def depth(self, name: str, qualifier: str = "any") -> None:
        """The depth of the fragment. `qualifier`: "any", or "greater" or "less" than the depth of the primitive."""
        what = f"depth {name!a}"
        words = {item.label: item for item in DepthQualifier if item is not DepthQualifier.INVALID}
        if qualifier not in words:
            raise self.signature.error(what, f"unknown qualifier {qualifier!a} (one of {', '.join(words)})")
        self.signature.output(
            what, f32, EntryArgument("depth", type_name="float", name=name, depth_qualifier=words[qualifier])
        )

    def builtin_out(self, name: str, type: MetalType, builtin: str) -> None:
        """The output `stencil` or `sample_mask`."""
        what = f"out {name!a}"
        self.signature.require_output(what, builtin, type)
        self.signature.output(what, type, EntryArgument(builtin, type_name=type.name, name=name))


def _called_name(type: MetalType) -> str:
    """The name of the type of a visible function's parameter or result."""
    if isinstance(type, Texture):
        return f"__metal_{type.word}_t"
    return type.pointee.name if isinstance(type, MetalPointer) else type.name


class VisibleEntry(Entry):
    """A visible function, which is called through a function table or by name."""

    kind = FunctionType.VISIBLE
    stage = "visible"

    def argument(self, name: str, type: MetalType) -> TypedValue:
        """A parameter. Metadata names the pointee of a pointer, and the handle of a texture.

        Source of both: libraries of Apple's in a public listing (Helium's `Hgc2LensGDC_BL_hgc_visible`, AIR 2.3).
        """
        self.signature.require_type(f"argument {name!a}", type)
        fact = EntryArgument("visible_input", type_name=_called_name(type), name=name)
        return self.signature.argument(f"argument {name!a}", type, fact)

    def part(self, passed: IRType, name: str = "", type: MetalType | None = None) -> None:
        """A parameter that is a part of an object of the source, with its type in LLVM IR: the member with this name
        and type; padding without a type.

        Source: the `SwiftUI::Layer` of `expansionRipple` in ixjosemi/AgentGlance (AIR 2.8), whose array of five vectors
        is a `float2` in the metadata. A guess: padding is `air.visible_padding`, a word that a list of AIR's words has
        (`graphics_words` in a public converter of metallibs to SPIR-V).
        """
        element = type.element if isinstance(type, Array) else type.pointee if isinstance(type, MetalPointer) else type
        fact = EntryArgument("visible_padding")
        if element is not None:
            fact = EntryArgument("visible_input", type_name=element.name, name=name)
        self.signature.parameter(passed, fact)

    def returns(self, type: MetalType, returned: IRType | None = None) -> None:
        """Set the result type; metadata names it as a parameter's. `returned`: that of an object in LLVM IR."""
        self.signature.returned = returned
        self.signature.output("returns", type, EntryArgument("visible_output", type_name=_called_name(type)))
