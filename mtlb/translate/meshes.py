"""Mesh and task stages as Metal mesh and object functions.
A mesh shader writes to threadgroup memory, as in SPIRV-Cross's Metal: any thread may write any vertex, number by
number. At the end of the function all threads wait for each other and set the mesh from this memory. The payload of
a task is Metal's object_data memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..base.classes import dataclass
from ..emit.entry import ComputeEntry
from ..emit.names import f32, u8, u16, u32
from ..emit.operands import Operand, TypedValue
from ..emit.stages import MeshEntry, ObjectEntry
from ..emit.types import Array, MetalType, Vector
from ..spirv import SpirvEntryPoint, SpirvInstruction, SpirvVariable, TypeArray, TypeStruct
from ..spirv.enumerants import BuiltIn, Decoration, ExecutionMode
from . import access
from .functions import FunctionLowering
from .interface import DISTANCES, EntryInputs, InterfacePart, adjusted, builtin_of, output_of, parts_of, refuse_part
from .layout import Form, PlacedForm, SpacedForm
from .program import TranslationProgram
from .registry import ENDED, GRID, INDEX, lowers
from .values import ColumnPlace, Composite, MemoryPlace

COUNTS, HANDLE = "mesh_counts", "mesh_handle"
"""Values that functions below an entry point receive: the address of the vertex and primitive counts, the mesh."""
_TOPOLOGIES = {
    ExecutionMode.OutputPoints: ("point", 1),
    ExecutionMode.OutputLinesEXT: ("line", 2),
    ExecutionMode.OutputTrianglesEXT: ("triangle", 3),
    ExecutionMode.OutputLineStrip: ("line", 2),
    ExecutionMode.OutputTriangleStrip: ("triangle", 3),
}
_INDICES = (
    BuiltIn.PrimitivePointIndicesEXT,
    BuiltIn.PrimitiveLineIndicesEXT,
    BuiltIn.PrimitiveTriangleIndicesEXT,
)
_OF_PRIMITIVES = (BuiltIn.PrimitiveId, BuiltIn.Layer, BuiltIn.ViewportIndex, BuiltIn.CullPrimitiveEXT)
_OUTPUTS = (*_OF_PRIMITIVES, BuiltIn.Position, BuiltIn.PointSize)
_CONSTANT = {BuiltIn.PrimitiveShadingRateKHR: "a primitive of Metal has no shading rate of its own: it is left out"}
_UNITS: dict[int, MetalType] = {16: Vector(f32, 4), 8: Vector(f32, 2), 4: u32, 2: u16, 1: u8}
"""The element type of the memory for outputs, by alignment."""


@dataclass(frozen=True)
class MeshValue:
    """An output of a mesh: its place in the memory of a vertex or primitive, its name, and the type that Metal
    requires.
    `count`: the number of clip distances in the place, or of vertices in a primitive."""

    variable: SpirvVariable
    path: tuple[int, ...]
    name: str
    type: MetalType
    is_position: bool = False
    count: int = 0


class MeshStage:
    """The outputs of a mesh shader, and the end of its function."""

    numbers = 2
    """The number of elements in `counts`: vertices and primitives."""

    def __init__(
        self, program: TranslationProgram, entry: MeshEntry, point: SpirvEntryPoint, inputs: EntryInputs
    ) -> None:
        self.program = program
        self.entry = entry
        self.point = point
        self.inputs = inputs
        self.exit = entry.builder.new_block()
        """The block that all returns branch to."""
        topologies = [topology for mode, topology in _TOPOLOGIES.items() if mode in point.modes]
        if not topologies:
            raise program.spirv.error(point.instruction, "the shader does not say what primitives it puts out")
        self._topology, self._corners = topologies[0]
        self._most = self._limits()
        self.mesh = entry.mesh(inputs.names.unique("mesh", "mesh"), *self._most, self._topology)
        self.counts: TypedValue = entry.builder.variable(Vector(u32, self.numbers), name="counts")
        self._places: dict[int, MemoryPlace] = {}
        self._vertices: list[MeshValue] = []
        self._primitives: list[MeshValue] = []
        self._indices: list[MeshValue] = []
        self._forced_size = ""
        """The name of the point size that an option adds."""
        self._has_point_size = False

    def _limits(self) -> tuple[int, int]:
        """The maximum numbers of vertices and of primitives."""
        return self._limit(ExecutionMode.OutputVertices), self._limit(ExecutionMode.OutputPrimitivesEXT)

    def _limit(self, mode: ExecutionMode) -> int:
        """The maximum number of vertices or primitives; at least one in Metal's meshes."""
        arguments = self.point.modes.get(mode)
        return max(int(arguments[0]), 1) if arguments else 1

    # --- outputs

    def output(self, variable: SpirvVariable) -> MemoryPlace:
        """The memory of a variable, whose parts are declared as outputs of the mesh."""
        program = self.program
        kind = program.spirv.type(variable.pointee)
        if not isinstance(kind, TypeArray):
            raise program.spirv.error(variable.instruction, "what each vertex or primitive of a mesh has is an array")
        form = self._form(variable, kind.element)
        place = self._places[variable.id] = program.shared(variable, form, self.entry.builder)
        self._declare_parts(variable, kind.element)
        return place

    def _declare_parts(self, variable: SpirvVariable, element: int) -> None:
        after: tuple[InterfacePart, int] | None = None
        for part in parts_of(self.program, variable, element):
            path = () if part.member is None else (part.member,)
            if not self._is_used(part):
                continue
            builtin = builtin_of(self.program, part)
            if builtin is not None:
                self._builtin(part, builtin, path)
                continue
            location = self.inputs.location(part, after)
            after = part, self._located(part, part.type, path, location)

    def _is_used(self, part: InterfacePart) -> bool:
        """Whether a member of a builtin block is written: compilers declare all members."""
        if part.member is None or builtin_of(self.program, part) is None:
            return True
        return part.member in self.program.members_used(part.variable.id)

    def _form(self, variable: SpirvVariable, element: int) -> Form:
        """The memory of all vertices or primitives, without members that are never written."""
        types, spirv = self.program.types, self.program.spirv
        kind = spirv.type(element)
        if not isinstance(kind, TypeStruct):
            return types.form(variable.pointee)
        offsets, forms, end, align = list[int](), list[Form](), 0, 1
        for part in parts_of(self.program, variable, element):
            form = types.form(part.type)
            offset = 0
            if self._is_used(part):
                align = max(align, form.metal.align)
                offset = -(-end // form.metal.align) * form.metal.align
                end = offset + form.metal.size
            offsets.append(offset)
            forms.append(form)
        count = -(-max(end, 1) // align)
        each = PlacedForm(Array(_UNITS[align], count), tuple(offsets), tuple(forms))
        return SpacedForm(Array(_UNITS[align], count * types.length(variable.pointee)), each, count * align)

    def _of_primitive(self, part: InterfacePart) -> bool:
        return part.has(self.program, Decoration.PerPrimitiveEXT)

    def _declare(self, output: MeshValue, builtin: str = "", user: str = "", *, of_primitive: bool) -> None:
        if of_primitive:
            self.mesh.primitive(output.name, output.type, builtin, user=user)
            self._primitives.append(output)
        else:
            self.mesh.vertex(output.name, output.type, builtin, user=user, count=output.count or 1)
            self._vertices.append(output)

    def _located(self, part: InterfacePart, type: int, path: tuple[int, ...], location: int) -> int:
        """Declare the numbers of a part, each with its locations."""
        types = self.program.types
        if types.is_composite(type):
            for number, inner in enumerate(types.parts(type)):
                location = self._located(part, inner, (*path, number), location)
            return location
        ((_, width),) = self.inputs.numbers(type)
        name = self.inputs.names.unique(part.name(self.program), "member")
        value = MeshValue(part.variable, path, name, types.metal(type))
        self._declare(value, user=self.inputs.user(part, location), of_primitive=self._of_primitive(part))
        return location + width

    def _builtin(self, part: InterfacePart, builtin: BuiltIn, path: tuple[int, ...]) -> None:
        program, variable = self.program, part.variable
        names = self.inputs.names
        if builtin in _INDICES:
            self._indices.append(MeshValue(variable, path, "", u8, count=self._corners))
            return
        if builtin in _CONSTANT:
            program.warnings.append(f"{self.entry.name}: {_CONSTANT[builtin]}")
            return
        if builtin in DISTANCES:
            self._distances(part, builtin, path)
            return
        if builtin is BuiltIn.PointSize and program.options.point_size == "drop":
            return
        named_type = output_of(builtin)
        if named_type is None or builtin not in _OUTPUTS:
            raise refuse_part(program, part, f"the output {builtin.name} is not supported")
        word, type = named_type
        self._has_point_size |= builtin is BuiltIn.PointSize
        name = names.unique(part.name(program) or word, word)
        value = MeshValue(variable, path, name, type, builtin is BuiltIn.Position)
        self._declare(value, word, of_primitive=builtin in _OF_PRIMITIVES)

    def _distances(self, part: InterfacePart, builtin: BuiltIn, path: tuple[int, ...]) -> None:
        """Clip distances, and all distances for the fragment function."""
        word, count = DISTANCES[builtin], self.program.types.length(part.type)
        unique = self.inputs.names.unique
        if builtin is BuiltIn.ClipDistance:
            name = unique(part.name(self.program) or "clip_distance", "clip_distance")
            self._declare(MeshValue(part.variable, path, name, f32, count=count), "clip_distance", of_primitive=False)
        else:
            self.program.warnings.append(
                f"{self.entry.name}: Metal does not cull by distances: they are only passed on"
            )
        for number in range(count):
            value = MeshValue(part.variable, (*path, number), unique(f"{word}_distance_{number}_", word), f32)
            self._declare(value, user=f"{word}{number}", of_primitive=False)

    # --- the body

    def begin(self, f: FunctionLowering) -> None:
        """Initialize the counts: a mesh whose counts are not set has no primitives."""
        f.b.store(f.b.const(Vector(u32, self.numbers), 0), self.counts)

    def finish(self, f: FunctionLowering) -> None:
        """Set the mesh: thread n sets vertices and primitives n, n + size, n + 2 size, …"""
        b = f.b
        self._force_point_size()
        threads = self.program.fixed_threads(self.point)
        self._index = self.inputs.needed(INDEX)
        b.position(self.exit)
        b.barrier("threadgroup")
        counts = self.counts.load()
        vertices, primitives = counts[0], counts[1]
        if self._vertices:
            self._each(f, vertices, self._most[0], threads, self._set_vertex)
        if self._primitives or self._indices:
            self._each(f, primitives, self._most[1], threads, self._set_primitive)
        with b.if_(self._index.eq(0)):
            self.mesh.set_primitive_count(primitives)
        self.entry.builder.ret()

    def _force_point_size(self) -> None:
        """Declare the point size that an option adds to points without one."""
        if self._topology == "point" and self.program.options.point_size == "force" and not self._has_point_size:
            self._forced_size = self.inputs.names.unique("point_size", "point_size")
            self.mesh.vertex(self._forced_size, f32, "point_size")

    def _each(
        self,
        f: FunctionLowering,
        count: TypedValue,
        most: int,
        threads: int | None,
        run: Callable[[FunctionLowering, TypedValue], None],
    ) -> None:
        if threads is not None and threads >= most:
            with f.b.if_(self._index < count):
                run(f, self._index)
            return
        step: TypedValue | int | None = threads
        if step is None:
            size = self.inputs.needed("threads_per_threadgroup")
            step = size[0] * size[1] * size[2]
        with f.b.for_range(self._index, count, step) as loop:
            run(f, loop.index)

    def _set_vertex(self, f: FunctionLowering, number: TypedValue) -> None:
        for output in self._vertices:
            value = self._value(f, output, number)
            if output.is_position:
                assert isinstance(value, TypedValue)
                value = adjusted(f.b, self.program.options, value)
            self.mesh.set_vertex(number, **{output.name: value})
        if self._forced_size:
            self.mesh.set_vertex(number, **{self._forced_size: 1.0})

    def _set_primitive(self, f: FunctionLowering, number: TypedValue) -> None:
        for output in self._indices:
            value = self._loaded(f, output, number)
            assert isinstance(value, TypedValue)
            for corner in range(output.count):
                vertex = value[corner] if isinstance(value.type, Vector) else value
                self.mesh.set_index(f.b.add(f.b.mul(number, output.count), corner), f.b.convert(vertex, u8))
        for output in self._primitives:
            self.mesh.set_primitive(number, **{output.name: self._value(f, output, number)})

    def _place(self, f: FunctionLowering, output: MeshValue, number: TypedValue) -> MemoryPlace | ColumnPlace:
        """The place of a variable in a vertex or a primitive."""
        return access.step(f.b, f.types, self._places[output.variable.id], number)

    def _loaded(self, f: FunctionLowering, output: MeshValue, number: TypedValue) -> object:
        place = self._place(f, output, number)
        for index in output.path:
            assert isinstance(place, MemoryPlace)
            place = access.step(f.b, f.types, place, index)
        return access.load(f.b, f.types, place)

    def _value(self, f: FunctionLowering, output: MeshValue, number: TypedValue) -> Operand | Sequence[Operand]:
        value = self._loaded(f, output, number)
        if isinstance(value, Composite):  # clip distances
            return [part for part in value.parts if isinstance(part, TypedValue)]
        assert isinstance(value, TypedValue)
        return value if value.type == output.type else f.b.convert(value, output.type)


def payload(program: TranslationProgram, entry: ComputeEntry, variable: SpirvVariable) -> MemoryPlace:
    """The payload of a task, which object functions write and mesh functions read."""
    if not isinstance(entry, (MeshEntry, ObjectEntry)):
        raise program.spirv.error(variable.instruction, "only task and mesh shaders have a payload")
    form = program.types.form(variable.pointee)
    name = program.names.unique(program.spirv.names.get(variable.id, ""), "payload")
    return MemoryPlace(variable.pointee, form, entry.payload(name, form.metal))


@lowers("OpSetMeshOutputsEXT", needs=(COUNTS,))
def _set_outputs(f: FunctionLowering, i: SpirvInstruction) -> None:
    """Store the number of primitives; at the end, all threads write the vertices and indices."""
    vertices, primitives = [f.unsigned(f.number(int(id))) for id in i.operands]
    f.b.store(f.b.vector(vertices, primitives), f.builtin(COUNTS))


@lowers("OpEmitMeshTasksEXT", needs=(GRID, INDEX))
def _emit_tasks(f: FunctionLowering, i: SpirvInstruction) -> None:
    """The first thread sets the grid of mesh threadgroups; the shader ends, also in a called function."""
    size = f.b.vector(*[f.unsigned(f.number(int(id))) for id in i.operands[:3]])
    with f.b.if_(f.builtin(INDEX).eq(0)):
        f.b.air("set_threadgroups_per_grid_mesh_properties", f.builtin(GRID), size)
    if ENDED in f.builtins:
        f.b.store(True, f.builtin(ENDED))
