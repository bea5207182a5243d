"""Inputs and outputs of entry points: locations and builtins."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ..air.builtins import ELSEWHERE, OUTPUTS, OUTPUTS_OF_SPIRV
from ..base.classes import dataclass, field
from ..base.errors import BuildError, MtlbError
from ..base.metal import AddressSpace
from ..emit import Builder
from ..emit.entry import ComputeEntry, FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import NAMED, f32, float2, u8, u32, uint3
from ..emit.operands import Operand, TypedValue
from ..emit.types import MetalType, Scalar, Vector
from ..spirv import SpirvEntryPoint, SpirvVariable, TypeArray, TypeMatrix, TypeStruct
from ..spirv.enumerants import BuiltIn, Decoration, ExecutionMode, ExecutionModel, StorageClass
from . import access
from .names import NameScope
from .options import ShaderOptions
from .program import TranslationProgram
from .quads import PLACES, size_for_squares, squared
from .values import Composite, MemoryPlace, Value, ValuePlace
from .vertex_buffers import read_attribute

_ADDRESS_SPACE_CONSTANT: Final = AddressSpace.CONSTANT
_BUILT_IN: Final = Decoration.BuiltIn
_CENTROID: Final = Decoration.Centroid
_CLIP_DISTANCE: Final = BuiltIn.ClipDistance
_COMPONENT: Final = Decoration.Component
_CULL_DISTANCE: Final = BuiltIn.CullDistance
_DEPTH_GREATER: Final = ExecutionMode.DepthGreater
_DEPTH_LESS: Final = ExecutionMode.DepthLess
_DRAW_INDEX: Final = BuiltIn.DrawIndex
_FLAT: Final = Decoration.Flat
_FRAG_COORD: Final = BuiltIn.FragCoord
_FRAG_DEPTH: Final = BuiltIn.FragDepth
_FRAG_STENCIL_REF_EXT: Final = BuiltIn.FragStencilRefEXT
_HELPER_INVOCATION: Final = BuiltIn.HelperInvocation
_INDEX: Final = Decoration.Index
_INPUT: Final = StorageClass.Input
_INVARIANT: Final = Decoration.Invariant
_LOCATION: Final = Decoration.Location
_NO_PERSPECTIVE: Final = Decoration.NoPerspective
_OUTPUT: Final = StorageClass.Output
_PER_PRIMITIVE_EXT: Final = Decoration.PerPrimitiveEXT
_PER_VERTEX_KHR: Final = Decoration.PerVertexKHR
_POINT_SIZE: Final = BuiltIn.PointSize
_POSITION: Final = BuiltIn.Position
_PRIMITIVE_SHADING_RATE_KHR: Final = BuiltIn.PrimitiveShadingRateKHR
_SAMPLE: Final = Decoration.Sample
_SAMPLE_POSITION: Final = BuiltIn.SamplePosition
_SUBGROUP_EQ_MASK: Final = BuiltIn.SubgroupEqMask
_SUBGROUP_GE_MASK: Final = BuiltIn.SubgroupGeMask
_SUBGROUP_GT_MASK: Final = BuiltIn.SubgroupGtMask
_SUBGROUP_LE_MASK: Final = BuiltIn.SubgroupLeMask
_SUBGROUP_LT_MASK: Final = BuiltIn.SubgroupLtMask
_VERTEX: Final = ExecutionModel.Vertex
_WORKGROUP_SIZE: Final = BuiltIn.WorkgroupSize

_BUILTINS: Final = {BuiltIn[names.spirv]: name for name, names in ELSEWHERE.items() if names.spirv}
"""The Metal arguments for SPIR-V builtins."""
_OUTPUT_TYPES: Final = {name: NAMED[row.types[0]] for (_, name), row in OUTPUTS.items()}
_OUTPUTS: Final = {BuiltIn[name]: (output, _OUTPUT_TYPES[output]) for name, output in OUTPUTS_OF_SPIRV.items()}
_MASKS: Final = frozenset(
    {
        BuiltIn.SubgroupEqMask,
        BuiltIn.SubgroupGeMask,
        BuiltIn.SubgroupGtMask,
        BuiltIn.SubgroupLeMask,
        BuiltIn.SubgroupLtMask,
    }
)


_OF_VERTICES: Final = {
    BuiltIn.VertexIndex: (0, False),
    BuiltIn.InstanceIndex: (1, False),
    BuiltIn.BaseVertex: (0, True),
    BuiltIn.BaseInstance: (1, True),
}
"""For a vertex function that is a kernel: the grid axis, and whether the builtin is the base value of the draw."""


_CONSTANT: Final = {
    BuiltIn.DeviceIndex: (0,),
    BuiltIn.DrawIndex: (0,),
    BuiltIn.ShadingRateKHR: (0,),
    BuiltIn.FragSizeEXT: (1, 1),
    BuiltIn.FragInvocationCountEXT: (1,),
}
"""Builtins with a constant value: a Metal pipeline is for a single device, a draw is a single draw, and a fragment
is a single pixel with a single invocation."""
_WITHOUT_PERSPECTIVE: Final = frozenset({BuiltIn.BaryCoordNoPerspKHR, BuiltIn.BaryCoordNoPerspAMD})
DISTANCES: Final = {BuiltIn.ClipDistance: "clip", BuiltIn.CullDistance: "cull"}
"""The names of these outputs between stages, as in SPIRV-Cross's Metal: ``user(clip0)``."""


@dataclass(frozen=True)
class InterfacePart:
    """A variable, or a member of a variable, that has a location or is a builtin."""

    variable: SpirvVariable
    member: int | None
    type: int
    struct: int
    """The struct type that contains the member."""

    def decoration(self, program: TranslationProgram, kind: Decoration) -> tuple[int | str, ...] | None:
        """The operands of a decoration of the variable, or of the member."""
        operands = None
        if self.member is not None:
            operands = program.spirv.member_decoration(self.struct, self.member, kind)
        return program.spirv.decoration(self.variable.id, kind) if operands is None else operands

    def has(self, program: TranslationProgram, kind: Decoration) -> bool:
        """Whether it has a decoration."""
        return self.decoration(program, kind) is not None

    def name(self, program: TranslationProgram) -> str:
        """Its name in the shader."""
        if self.member is None:
            return program.spirv.names.get(self.variable.id, "")
        return program.spirv.member_names.get((self.struct, self.member), "")


_MAX_NUMBERS: Final = 1 << 14


def parts_of(
    program: TranslationProgram, variable: SpirvVariable, type: int = 0, *, whole: bool = False
) -> list[InterfacePart]:
    """The parts of a variable: the members of a struct, otherwise (or if it is `whole`) the variable itself.
    `type`: the type for each vertex of a patch, if it differs from the variable's type."""
    kind = program.spirv.type(type or variable.pointee)
    if isinstance(kind, (TypeStruct, TypeArray)) and program.types.numbers_in(kind.id) > _MAX_NUMBERS:
        raise program.spirv.error(variable.instruction, "an input or output of more numbers than any GPU has locations")
    if isinstance(kind, TypeStruct) and not whole:
        return [InterfacePart(variable, number, member, kind.id) for number, member in enumerate(kind.members)]
    return [InterfacePart(variable, None, kind.id, kind.id)]


def builtin_of(program: TranslationProgram, part: InterfacePart) -> BuiltIn | None:
    """The builtin that a part is."""
    operands = part.decoration(program, _BUILT_IN)
    return None if operands is None else BuiltIn(int(operands[0]))


def refuse_part(program: TranslationProgram, part: InterfacePart, reason: str) -> MtlbError:
    """An error about a part of the interface."""
    return program.spirv.error(part.variable.instruction, reason)


def interface_variables(
    program: TranslationProgram, point: SpirvEntryPoint, storage: StorageClass
) -> list[SpirvVariable]:
    """The inputs or outputs of an entry point."""
    variables = program.spirv.variables
    return [variables[id] for id in point.interface if id in variables and variables[id].storage is storage]


_SAMPLE_BUILTINS: Final = frozenset({BuiltIn.SampleId, BuiltIn.SamplePosition})
_SAMPLE_PLACES_SINCE: Final = (2, 6)
"""The first AIR version for which the form of `get_sample_position` is known (mtlb/air/probed.py)."""


class _Interface:
    def __init__(
        self, program: TranslationProgram, entry: ComputeEntry | VertexEntry | FragmentEntry, point: SpirvEntryPoint
    ) -> None:
        self.program = program
        self.entry = entry
        self.point = point
        self.names = NameScope()

    def location(self, part: InterfacePart, before: tuple[InterfacePart, int] | None) -> int:
        """The location of a part: its own decoration, or the next after the previous member."""
        operands = part.decoration(self.program, _LOCATION)
        own = part.member is not None and (
            self.program.spirv.member_decoration(part.struct, part.member, _LOCATION) is not None
        )
        if before is not None and not own:
            return before[1]
        if operands is None:
            raise refuse_part(self.program, part, "an input or output has neither a location nor a builtin")
        return int(operands[0])

    def user(self, part: InterfacePart, location: int) -> str:
        """The name that connects outputs and inputs: the location, and the component if the part begins inside of a
        location."""
        component = part.decoration(self.program, _COMPONENT)
        if component is not None and int(component[0]):
            return f"{self.program.user_prefix}{location}_{component[0]}"
        return f"{self.program.user_prefix}{location}"

    def extents(self, variables: Iterable[SpirvVariable]) -> dict[tuple[int, int], tuple[int, bool]]:
        """The number of components of attributes or colors, by location and index, and whether variables share them."""
        program, shared = self.program, dict[tuple[int, int], tuple[int, bool]]()
        for part in [part for variable in variables for part in parts_of(program, variable)]:
            start = part.decoration(program, _LOCATION)
            if start is None or builtin_of(program, part) is not None:
                continue
            location, (component, index) = int(start[0]), self.component(part)
            for type, width in self.numbers(part.type):
                metal = program.types.metal(type)
                extent = component + (metal.count if isinstance(metal, Vector) else 1)
                before = shared.get((location, index))
                shared[location, index] = max(extent, before[0] if before else 0), bool(before or component)
                location += width
        return shared

    def component(self, part: InterfacePart) -> tuple[int, int]:
        """The first component of a part, and the index of a color."""
        decorations = [part.decoration(self.program, kind) for kind in (_COMPONENT, _INDEX)]
        component, index = [int(operands[0]) if operands else 0 for operands in decorations]
        return component, index

    def together(self, part: InterfacePart, type: MetalType, extent: int) -> Vector | Scalar:
        """The type of a location that several parts share: vectors of at most 32-bit numbers."""
        element = type.element if isinstance(type, Vector) else type
        if not isinstance(element, Scalar) or element.bits > 32 or extent > 4:
            raise refuse_part(self.program, part, f"a {type} at component {self.component(part)[0]} of a location")
        return Vector(element, extent) if extent > 1 else element

    def numbers(self, type: int) -> Iterator[tuple[int, int]]:
        """The numbers and vectors in a type, each with its locations."""
        spirv = self.program.spirv
        kind = spirv.type(type)
        if isinstance(kind, (TypeStruct, TypeArray, TypeMatrix)):
            for part in self.program.types.parts(type):
                yield from self.numbers(part)
            return
        metal = self.program.types.metal(type)
        is_wide = isinstance(metal, Vector) and metal.element.bits * metal.count > 128
        yield type, 2 if is_wide else 1


class EntryInputs(_Interface):
    """The inputs of an entry point: each builtin and each number with a location is an argument."""

    def __init__(
        self,
        program: TranslationProgram,
        entry: ComputeEntry | VertexEntry | FragmentEntry,
        point: SpirvEntryPoint,
        needs: set[str],
        interpolated: Collection[int] = (),
    ) -> None:
        super().__init__(program, entry, point)
        self._interpolated = interpolated
        self.interpolants: dict[int, Value] = {}
        """For variables that are interpolated in the function: the interpolant handles, structured like the
        variable."""
        self._builtins: dict[str, TypedValue] = {}
        self._squares = size_for_squares(program, point)
        self._needs = needs
        self._vertices: dict[int, TypedValue] = {}
        """The buffers from which attributes are read."""
        self._attributes: dict[int, TypedValue] = {}
        """The attributes that several variables share."""
        self._extents: dict[tuple[int, int], tuple[int, bool]] | None = None

    @property
    def vertex_buffers(self) -> tuple[int, ...]:
        """The buffers from which attributes are read."""
        return tuple(self._vertices)

    def needed(self, name: str, type: MetalType | None = None, *, perspective: bool = True) -> TypedValue:
        """A Metal builtin argument, declared on first use."""
        key = name if perspective else f"{name} without perspective"
        builtin = self._builtins.get(key)
        if builtin is None:
            argument = self.names.unique(name, name)
            builtin = self._builtins[key] = self.entry.builtin(name, type, argument, perspective=perspective)
        return builtin

    def input(self, variable: SpirvVariable) -> ValuePlace:
        """The value of a variable when the function begins."""
        parts = parts_of(self.program, variable)
        values, pulled = list[Value](), list[Value]()
        after: tuple[InterfacePart, int] | None = None
        for part in parts:
            builtin = builtin_of(self.program, part)
            if builtin is not None:
                values.append(self._builtin_value(part, builtin))
                continue
            location = self.location(part, after)
            handles: list[Value] = []
            value, location = self._located(part, part.type, location, handles)
            after = part, location
            values.append(value)
            pulled.append(self._shaped(part.type, handles) if handles else value)
        if variable.id in self._interpolated:
            if not pulled:
                raise refuse_part(self.program, parts[0], "a builtin is not interpolated at other places")
            self.interpolants[variable.id] = (
                pulled[0] if parts[0].member is None else Composite(variable.pointee, tuple(pulled))
            )
        if parts[0].member is None:
            return ValuePlace(variable.pointee, values[0])
        return ValuePlace(variable.pointee, Composite(variable.pointee, tuple(values)))

    def _shaped(self, type: int, handles: list[Value]) -> Value:
        """Handles structured like a type: consumes one handle for each of its numbers, in order."""
        if not self.program.types.is_composite(type):
            return handles.pop(0)
        return Composite(type, tuple(self._shaped(part, handles) for part in self.program.types.parts(type)))

    def _located(self, part: InterfacePart, type: int, location: int, handles: list[Value]) -> tuple[Value, int]:
        if self.program.types.is_composite(type):
            result: list[Value] = []
            for inner in self.program.types.parts(type):
                value, location = self._located(part, inner, location, handles)
                result.append(value)
            return Composite(type, tuple(result)), location
        ((_, width),) = self.numbers(type)
        metal = self.program.types.metal(type)
        name = self.names.unique(part.name(self.program), "member")
        entry = self.entry
        if isinstance(entry, FragmentEntry):
            how = self._interpolation(part, metal)
            if part.variable.id in self._interpolated and how != "flat":
                return self._pulled(part, name, metal, location, how, handles), location + width
            return entry.stage_in(name, metal, user=self.user(part, location), interpolation=how), location + width
        if isinstance(entry, VertexEntry) or (isinstance(entry, KernelEntry) and self._is_captured):
            if self._extents is None:
                self._extents = self.extents(interface_variables(self.program, self.point, _INPUT))
            extent, is_shared = self._extents.get((location, 0), (0, False))
            if is_shared:
                return self._share(part, name, metal, location, extent), location + width
            if (read := self._read(part, metal, location)) is not None:
                return read, location + width
            return entry.stage_in(name, metal, location), location + width
        raise refuse_part(self.program, part, "a kernel has no inputs with locations")

    def _read(self, part: InterfacePart, type: MetalType, location: int) -> TypedValue | None:
        """An attribute that the function reads from a buffer itself; None for an attribute that the pipeline
        fetches."""
        for buffer in self.program.bindings.vertex_buffers:
            for attribute in [attribute for attribute in buffer.attributes if attribute.location == location]:
                base = self._vertices.get(buffer.buffer)
                if base is None:
                    name = self.names.unique(f"vertices_{buffer.buffer}_", "vertices")
                    base = self.entry.buffer(name, u8, buffer.buffer, "read", space=_ADDRESS_SPACE_CONSTANT)
                    self._vertices[buffer.buffer] = base
                index = self.needed("instance_id" if buffer.is_per_instance else "vertex_id")
                try:
                    return read_attribute(self.entry.builder, base, index, buffer, attribute, type)
                except BuildError as error:
                    raise refuse_part(self.program, part, error.reason) from error
        return None

    @property
    def _is_captured(self) -> bool:
        """Whether the kernel is a vertex function, whose inputs are attributes."""
        return self.point.model is _VERTEX

    def _pulled(
        self, part: InterfacePart, name: str, type: MetalType, location: int, how: str, handles: list[Value]
    ) -> TypedValue:
        """The value of an input that the function interpolates, at the position from its decorations; its handle is
        recorded."""
        entry, b = self.entry, self.entry.builder
        assert isinstance(entry, FragmentEntry)
        where, _, kind = how.partition("_")
        user = self.user(part, location)
        handle = entry.interpolant(name, type, user=user, perspective=kind == "perspective")
        handles.append(handle)
        sample = [self.needed("sample_id")] if where == "sample" else []
        return b.air(f"interpolate_{where}_{kind}", handle, *sample, result=type)

    def _share(self, part: InterfacePart, name: str, type: MetalType, location: int, extent: int) -> TypedValue:
        """The components of an attribute that belong to a variable."""
        entry, b = self.entry, self.entry.builder
        assert isinstance(entry, (VertexEntry, KernelEntry))
        whole = self.together(part, type, extent)
        attribute = self._attributes.get(location)
        if attribute is None:
            attribute = self._attributes[location] = entry.stage_in(name, whole, location)
        if attribute.type != whole:
            raise refuse_part(self.program, part, f"location {location} has numbers of two types")
        if not isinstance(whole, Vector):
            return attribute
        start, count = self.component(part)[0], type.count if isinstance(type, Vector) else 1
        numbers = [attribute[start + number] for number in range(count)]
        return numbers[0] if count == 1 else b.vector(*numbers)

    def _interpolation(self, part: InterfacePart, type: MetalType) -> str:
        program = self.program
        element = type.element if isinstance(type, Vector) else type
        if part.has(program, _PER_VERTEX_KHR):
            raise refuse_part(program, part, "inputs of each vertex of a primitive (PerVertexKHR) are not translated")
        if part.has(program, _PER_PRIMITIVE_EXT):
            return "flat"
        if part.has(program, _FLAT) or not (isinstance(element, Scalar) and element.is_float):
            return "flat"
        where = "center"
        if part.has(program, _CENTROID):
            where = "centroid"
        elif part.has(program, _SAMPLE):
            where = "sample"
        return f"{where}_{'no_perspective' if part.has(program, _NO_PERSPECTIVE) else 'perspective'}"

    def _builtin_value(self, part: InterfacePart, builtin: BuiltIn) -> Value:
        program, b = self.program, self.entry.builder
        if builtin in _MASKS:
            return self._mask(builtin)
        if builtin is _WORKGROUP_SIZE:
            size = program.workgroup_size(self.point)
            if size is None:
                raise refuse_part(program, part, "the entry point has no size of a workgroup")
            return b.const(uint3, list(size))
        if builtin in _CONSTANT:
            numbers = _CONSTANT[builtin]
            if builtin is _DRAW_INDEX:
                program.warnings.append(f"{self.entry.name}: DrawIndex is 0: Metal has no multi-draw")
            return b.const(program.types.metal(part.type), list(numbers) if len(numbers) > 1 else numbers[0])
        if builtin in DISTANCES and isinstance(self.entry, FragmentEntry):
            return self._distances(part, builtin)
        if builtin in _WITHOUT_PERSPECTIVE:
            return self._as(self.needed("barycentric_coord", perspective=False), part.type)
        if builtin is _SAMPLE_POSITION:
            return b.air("get_sample_position", self.needed("sample_id"), 0, result=float2)
        if builtin is _HELPER_INVOCATION:
            return b.air("simd_is_helper_thread")
        if isinstance(self.entry, KernelEntry) and builtin in _OF_VERTICES:
            return self._as(self._of_thread(builtin), part.type)
        if builtin in PLACES and self._squares is not None:
            return self._as(squared(b, builtin, self.needed, self._squares), part.type)
        metal = _BUILTINS.get(builtin)
        if metal is None:
            raise refuse_part(program, part, f"the builtin {builtin.name} is not supported")
        at_sample = self.needed(metal)
        if builtin is _FRAG_COORD and self._runs_for_samples:
            at_sample = self._at_sample(at_sample)
        if program.types.is_composite(part.type):  # a sample mask is an array of one number
            parts = program.types.parts(part.type)
            return Composite(part.type, (self._as(at_sample, parts[0]),))
        return self._as(at_sample, part.type)

    @property
    def _runs_for_samples(self) -> bool:
        """Whether the function runs for each sample, as its inputs require (Vulkan 1.3, 26.5 "Sample Shading")."""
        variables = interface_variables(self.program, self.point, _INPUT)
        parts = [part for variable in variables for part in parts_of(self.program, variable)]
        return any(
            part.has(self.program, _SAMPLE) or builtin_of(self.program, part) in _SAMPLE_BUILTINS for part in parts
        )

    def _at_sample(self, position: TypedValue) -> TypedValue:
        """The position of the sample. Metal's position is the pixel center even in a function that runs for each
        sample (SPIRV-Cross makes the same correction wherever the module has the capability)."""
        b = self.entry.builder
        if self.program.target.air < _SAMPLE_PLACES_SINCE:
            reason = "the place of a sample needs a newer target: FragCoord is the middle of the pixel"
            self.program.warnings.append(f"{self.entry.name}: {reason}")
            return position
        place = b.air("get_sample_position", self.needed("sample_id"), 0, result=float2)
        return b.add(position, b.vector(b.sub(place[0], 0.5), b.sub(place[1], 0.5), 0.0, 0.0))

    def _distances(self, part: InterfacePart, builtin: BuiltIn) -> Composite:
        """Clip or cull distances as the vertex function passes them on."""
        assert isinstance(self.entry, FragmentEntry)
        word, distances = DISTANCES[builtin], list[Value]()
        for number in range(self.program.types.length(part.type)):
            name = self.names.unique(f"{word}_distance_{number}_", word)
            distances.append(self.entry.stage_in(name, f32, user=f"{word}{number}"))
        return Composite(part.type, tuple(distances))

    def _of_thread(self, builtin: BuiltIn) -> TypedValue:
        """The numbers of the vertex and the instance in a kernel that runs once for each."""
        axis, is_base = _OF_VERTICES[builtin]
        origin = self.needed("stage_in_grid_origin")[axis]
        if is_base:
            return origin
        return self.entry.builder.add(self.needed("thread_position_in_grid")[axis], origin)

    def _as(self, value: TypedValue, type: int) -> TypedValue:
        """The argument converted to the shader's type, which may differ in signedness or have fewer elements."""
        b, target = self.entry.builder, self.program.types.metal(type)
        if value.type == target:
            return value
        if isinstance(target, Vector) or isinstance(value.type, Vector):
            return b.bitcast(value, target)
        return b.convert(value, target)

    def _mask(self, builtin: BuiltIn) -> TypedValue:
        """A mask of the SIMD-group's threads relative to this one: only its first word, as there are at most 32."""
        b = self.entry.builder
        lane = self.needed("thread_index_in_simdgroup")
        own = b.shl(b.const(u32, 1), lane)
        below = b.sub(own, 1)
        words = {
            _SUBGROUP_EQ_MASK: lambda: own,
            _SUBGROUP_LT_MASK: lambda: below,
            _SUBGROUP_LE_MASK: lambda: b.or_(below, own),
            _SUBGROUP_GE_MASK: lambda: b.not_(below),
            _SUBGROUP_GT_MASK: lambda: b.not_(b.or_(below, own)),
        }
        return b.vector(words[builtin](), 0, 0, 0)


@dataclass(frozen=True)
class _Out:
    """An output: the place of its value when the function returns, and the type that Metal requires."""

    place: MemoryPlace
    type: MetalType
    count: int
    is_position: bool
    pieces: list[tuple[MemoryPlace, int]] = field(default_factory=list)
    """The places that form a color, with the first component of each, if variables share it."""


class EntryOutputs(_Interface):
    """The outputs of an entry point: thread memory that is read when the function returns."""

    def __init__(
        self, program: TranslationProgram, entry: ComputeEntry | VertexEntry | FragmentEntry, point: SpirvEntryPoint
    ) -> None:
        super().__init__(program, entry, point)
        self._outputs: list[_Out] = []
        self._colors: dict[tuple[int, int], _Out] = {}
        """The colors that several variables share, by location and index."""
        self._extents: dict[tuple[int, int], tuple[int, bool]] | None = None
        self._forced_point_size = (
            isinstance(entry, VertexEntry)
            and program.options.point_size == "force"
            and not any(
                builtin_of(program, part) is _POINT_SIZE and self._is_used(part)
                for id in point.interface
                if id in program.spirv.variables
                for part in parts_of(program, program.spirv.variables[id])
            )
        )
        self._declared_point_size = False

    def output(self, variable: SpirvVariable) -> MemoryPlace:
        """The memory of a variable, whose parts are declared as outputs."""
        program, b = self.program, self.entry.builder
        place = access.new_place(b, program.types, variable.pointee, program.spirv.names.get(variable.id, ""))
        after: tuple[InterfacePart, int] | None = None
        for part in parts_of(program, variable):
            inner = place
            if part.member is not None:
                if not self._is_used(part):
                    continue
                inner = self._step(place, part.member)
            builtin = builtin_of(program, part)
            if builtin is not None:
                self._builtin_output(part, builtin, inner)
                continue
            location = self.location(part, after)
            after = part, self._located(part, inner, location)
        return place

    def _step(self, place: MemoryPlace, index: int) -> MemoryPlace:
        step = access.step(self.entry.builder, self.program.types, place, index)
        assert isinstance(step, MemoryPlace)
        return step

    def _is_used(self, part: InterfacePart) -> bool:
        """Whether a member of a builtin block is written: compilers declare all members."""
        if part.member is None or builtin_of(self.program, part) is None:
            return True
        return part.member in self.program.members_used(part.variable.id)

    def _located(self, part: InterfacePart, place: MemoryPlace, location: int) -> int:
        if self.program.types.is_composite(place.type):
            for number in range(len(self.program.types.parts(place.type))):
                location = self._located(part, self._step(place, number), location)
            return location
        ((_, width),) = self.numbers(place.type)
        metal = self.program.types.metal(place.type)
        entry = self.entry
        if isinstance(entry, FragmentEntry) and self._is_left_out(location):
            return location + width
        name = self.names.unique(part.name(self.program), "member")
        if isinstance(entry, VertexEntry):
            invariant = part.has(self.program, _INVARIANT)
            entry.out(name, metal, user=self.user(part, location), invariant=invariant)
        elif isinstance(entry, FragmentEntry):
            component, blend = self.component(part)
            if self._extents is None:
                self._extents = self.extents(interface_variables(self.program, self.point, _OUTPUT))
            extent, is_shared = self._extents.get((location, blend), (0, False))
            if is_shared:
                color = self._colors.get((location, blend))
                whole = self.together(part, metal, extent)
                if color is not None and color.type != whole:
                    raise refuse_part(self.program, part, f"location {location} has numbers of two types")
                if color is not None:
                    color.pieces.append((place, component))
                    return location + width
                entry.out(whole, render_target=location, name=name, blend_source=blend)
                self._colors[location, blend] = _Out(place, whole, 0, False, [(place, component)])
                self._outputs.append(self._colors[location, blend])
                return location + width
            entry.out(metal, render_target=location, name=name, blend_source=blend)
        else:
            raise refuse_part(self.program, part, "a kernel has no outputs")
        self._outputs.append(_Out(place, metal, 0, False))
        return location + width

    def _is_left_out(self, location: int) -> bool:
        """Whether the pipeline has no attachment for a color."""
        mask = int(self.program.options.enable_frag_output_mask, 0)
        return location < 32 and not mask >> location & 1

    def _builtin_output(self, part: InterfacePart, builtin: BuiltIn, place: MemoryPlace) -> None:
        program, entry = self.program, self.entry
        row = _OUTPUTS.get(builtin)
        if builtin is _PRIMITIVE_SHADING_RATE_KHR and isinstance(entry, VertexEntry):
            program.warnings.append(
                f"{entry.name}: a primitive of Metal has no shading rate of its own: it is left out"
            )
            return
        if builtin in DISTANCES and not isinstance(program.spirv.type(place.type), TypeArray):
            raise refuse_part(program, part, "the distances are not an array")
        if builtin is _CULL_DISTANCE and isinstance(entry, VertexEntry):
            program.warnings.append(f"{entry.name}: Metal does not cull by distances: they are only passed on")
            self._pass_on(builtin, place)
            return
        if row is None or isinstance(entry, ComputeEntry):
            raise refuse_part(program, part, f"the output {builtin.name} is not supported")
        options = program.options
        if builtin is _POINT_SIZE and options.point_size == "drop":
            return
        if builtin is _FRAG_DEPTH and options.disable_frag_depth:
            return
        if builtin is _FRAG_STENCIL_REF_EXT and options.disable_frag_stencil_ref:
            return
        name = self.names.unique(part.name(program) or row[0], row[0])
        count = 0
        if isinstance(entry, FragmentEntry):
            if builtin is _FRAG_DEPTH:
                entry.depth(name, self._depth())
            else:
                entry.builtin_out(name, row[1], row[0])
        elif builtin is _CLIP_DISTANCE:
            count = program.types.length(place.type)
            entry.out(name, row[1], row[0], count=count)
        else:
            entry.out(name, row[1], row[0], invariant=part.has(program, _INVARIANT))
        self._outputs.append(_Out(place, row[1], count, builtin is _POSITION))
        if count:
            self._pass_on(builtin, place)

    def _pass_on(self, builtin: BuiltIn, place: MemoryPlace) -> None:
        """Pass clip distances to the fragment function."""
        assert isinstance(self.entry, VertexEntry)
        word = DISTANCES[builtin]
        for number in range(self.program.types.length(place.type)):
            name = self.names.unique(f"{word}_distance_{number}_", word)
            self.entry.out(name, f32, user=f"{word}{number}")
            self._outputs.append(_Out(self._step(place, number), f32, 0, False))

    def _depth(self) -> str:
        if _DEPTH_GREATER in self.point.modes:
            return "greater"
        return "less" if _DEPTH_LESS in self.point.modes else "any"

    def finish(self) -> None:
        """Declare an output that an option adds."""
        if self._forced_point_size and isinstance(self.entry, VertexEntry):
            self.entry.out(self.names.unique("point_size", "point_size"), f32, "point_size")
            self._declared_point_size = True

    def values(self) -> list[Operand | list[Operand]]:
        """The values of the outputs at a return."""
        b, types = self.entry.builder, self.program.types
        operands: list[Operand | list[Operand]] = []
        for item in self._outputs:
            if item.pieces:
                operands.append(self._joined(item))
                continue
            value = access.load(b, types, item.place)
            if item.count:
                assert isinstance(value, Composite)
                parts: list[Operand] = [part for part in value.parts if isinstance(part, TypedValue)]
                operands.append(parts if len(parts) > 1 else parts[0])
                continue
            if isinstance(value, Composite):  # a sample mask
                value = value.parts[0]
            assert isinstance(value, TypedValue)
            if item.is_position:
                value = adjusted(b, self.program.options, value)
            operands.append(value if value.type == item.type else b.convert(value, item.type))
        if self._declared_point_size:
            operands.append(1.0)
        return operands

    def _joined(self, output: _Out) -> TypedValue:
        """Combine the parts of a color; components without a variable are 0."""
        b, types, type = self.entry.builder, self.program.types, output.type
        value = b.const(type, 0)
        for place, component in output.pieces:
            piece = access.load(b, types, place)
            assert isinstance(piece, TypedValue)
            if not isinstance(type, Vector):
                return piece
            numbers = [piece[n] for n in range(piece.type.count)] if isinstance(piece.type, Vector) else [piece]
            for number, component_value in enumerate(numbers):
                value = b.insert(value, component_value, component + number)
        return value


def adjusted(b: Builder, options: ShaderOptions, position: TypedValue) -> TypedValue:
    """A position after the options: y negated, z mapped from -w…w to 0…w."""
    if options.flip_y:
        position = b.insert(position, b.neg(position[1]), 1)
    if options.fix_depth:
        position = b.insert(position, (position[2] + position[3]) * 0.5, 2)
    return position


def output_of(builtin: BuiltIn) -> tuple[str, MetalType] | None:
    """The Metal output for a builtin, and its type; None for a builtin without an equivalent."""
    return _OUTPUTS.get(builtin)
