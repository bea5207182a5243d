"""Geometry shaders as mesh functions (docs/direct3d.md §5).
A threadgroup of a single thread for each primitive (x), draw instance (y) and shader instance (z) reads the vertices
that a vertex shader's kernel wrote, and outputs at most as many vertices as the shader declares.
Sources: the Direct3D 11.3 functional specification, chapter 13 (strips, streams, instances) and 8.14 (the leading
vertex: triangle n of a strip is n, n + 1, n + 2 if n is even, otherwise n, n + 2, n + 1); dxmt, whose meshes run on
hardware, uses the same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ..dxbc.tokens import TokenInstruction
from ..emit.names import f32, i32, u8, u32
from ..emit.operands import Operand, Reference, TypedValue
from ..emit.stages import MeshEntry, MeshOutput
from ..emit.types import Scalar, Vector
from ..translate import ShaderOptions
from ..translate.interface import adjusted
from ..translate.patches import INPUT, PARAMETERS
from .flow import FlowLowering
from .function import REGISTER_BYTES, ProgramLowering, RegisterRows, ValueLowering
from .interface import COMPONENTS, SystemValue, lanes_in, semantic
from .patches import StageBuffers, registers_of
from .program import BoundProgram, OperandType, Primitives
from .registry import lowers

MOST_VERTICES = 256
"""The maximum of vertices in a mesh: Metal's limit."""
_POINTS, _LINES, _TRIANGLES = 1, 3, 5
_TOPOLOGIES = {_POINTS: ("point", 1), _LINES: ("line", 2), _TRIANGLES: ("triangle", 3)}
POSITION, DISTANCE = "position", "distance"
"""Kinds of outputs that are not builtins of primitives (`GeometryMesh.add`)."""
_KINDS = {
    SystemValue.LAYER: "render_target_array_index",
    SystemValue.VIEWPORT: "viewport_array_index",
    SystemValue.PRIMITIVE: "primitive_id",
    SystemValue.POSITION: POSITION,
    SystemValue.CLIP: DISTANCE,
    SystemValue.CULL: DISTANCE,
}


@dataclass(frozen=True)
class EmittedOutput:
    """An output of a geometry shader: its name in the mesh, and the function that reads its value."""

    name: str
    read: Callable[[], TypedValue]


def check_primitives(program: BoundProgram, primitives: Primitives, i: object, most: object) -> None:
    """Raise an error about `i` for a geometry shader without declared sizes, or about `most` for more vertices than
    Metal supports."""
    if not primitives.vertices or not primitives.most:
        raise program.bad(i, "a geometry shader without its primitive or its number of vertices")
    if not primitives.topology:  # fxc leaves it out of a shader that emits nothing
        primitives.topology = _POINTS
    if primitives.topology not in _TOPOLOGIES:
        raise program.bad(i, f"the output topology {primitives.topology} is not points, lines or triangles")
    if primitives.most > MOST_VERTICES:
        raise program.refuse(
            most, f"{primitives.most} vertices of a primitive: a mesh of Metal has at most {MOST_VERTICES}"
        )


class GeometryMesh:
    """The mesh of a geometry shader: emitted strips become lists of primitives.
    `place` has the number of the primitive (x), of the draw instance (y) and of the shader instance (z). `stream`:
    the only stream that is kept."""

    reserved = (INPUT, PARAMETERS)

    def __init__(
        self,
        f: ValueLowering,
        entry: MeshEntry,
        buffers: StageBuffers,
        primitives: Primitives,
        options: ShaderOptions,
        warnings: list[str],
    ) -> None:
        self._b, self._entry, self._buffers, self._options = f.b, entry, buffers, options
        self._const = f.const
        self._position_of: Callable[[TypedValue], TypedValue] = lambda value: adjusted(f.b, options, value)
        self._primitives = primitives
        self.stream = primitives.streams[0] if primitives.streams else 0
        if len(set(primitives.streams)) > 1:
            left_out = ", ".join(f"m{number}" for number in sorted(set(primitives.streams) - {self.stream}))
            warnings.append(f"{entry.name}: Metal has no stream output: what goes to {left_out} is left out")
        self.place = entry.builtin("threadgroup_position_in_grid")
        self._size = entry.builtin("threadgroups_per_grid")
        topology, self._corners = _TOPOLOGIES[primitives.topology]
        count = max(primitives.most - (self._corners - 1), 1)
        self._mesh: MeshOutput = entry.mesh("mesh", primitives.most, count, topology)
        self._vertex: list[EmittedOutput] = []
        self._primitive: list[EmittedOutput] = []
        self._clip: list[Callable[[], TypedValue]] = []
        self._leading: dict[str, list[Reference]] = {}
        self._emitted, self._in_strip, self._count = (f.b.variable(u32) for _ in range(3))
        self._has_position = False
        # Direct3D's points are one pixel
        self._has_point_size = primitives.topology == _POINTS and options.point_size != "drop"

    def input_rows(self, registers: int) -> RegisterRows:
        """The registers of the primitive's vertices, in memory."""
        b, count = self._b, self._primitives.vertices
        stride = self._buffers.parameter("vertex_bytes")
        number = b.mul(b.add(b.mul(self.place[1], self._size[0]), self.place[0]), count)
        row = self._buffers.row("vertices", INPUT, "read", number, stride, REGISTER_BYTES * registers)
        return RegisterRows(*row, stride, count, registers)

    def add(
        self,
        name: str,
        kind: str,
        component: Scalar,
        vector: Callable[[Scalar], TypedValue],
        numbers: Sequence[Callable[[Scalar], TypedValue]],
    ) -> None:
        """Declare an output. `kind`: a builtin of primitives, `POSITION`, `DISTANCE`, or "" for a value for the pixel
        shader; `vector` and `numbers` read its value and its components, as the type that they are given."""
        mesh = self._mesh
        if kind not in (POSITION, DISTANCE, ""):
            mesh.primitive(name, u32, kind)
            self._primitive.append(EmittedOutput(name, lambda: numbers[0](u32)))
            self._leading[name] = [self._b.variable(u32) for _ in range(self._corners - 1)]
        elif kind == POSITION:
            mesh.vertex(name, Vector(f32, 4), POSITION)
            self._vertex.append(EmittedOutput(name, lambda: self._position_of(vector(f32))))
            self._has_position = True
        else:
            if kind == DISTANCE:
                self._clip += [partial(number, f32) for number in numbers]
            mesh.vertex(name, Vector(component, 4), user=name)
            self._vertex.append(EmittedOutput(name, lambda: vector(component)))

    def finish_declarations(self) -> None:
        """Declare what Metal needs and the shader does not have."""
        mesh = self._mesh
        if self._clip:
            mesh.vertex("clip_distance", f32, "clip_distance", count=len(self._clip))
        if self._has_point_size:
            mesh.vertex("point_size", f32, "point_size")
        if not self._has_position:
            mesh.vertex("position", Vector(f32, 4), "position")

    # --- code

    def start(self) -> None:
        """Initialize the counts to 0."""
        for place in (self._emitted, self._in_strip, self._count):
            self._b.store(self._const(u32, 0), place)

    def finish(self) -> None:
        """Set the number of primitives, and return."""
        self._mesh.set_primitive_count(self._b.load(self._count))
        self._b.ret()

    def emit(self, stream: int) -> None:
        """Emit a vertex from the outputs, and the primitive that it completes. Vertices beyond the declared number
        are dropped (functional specification 13.8)."""
        if stream != self.stream:
            return
        b = self._b
        vertex = b.load(self._emitted)
        with b.if_(vertex < self._primitives.most):
            self._set_vertex(vertex)
            position = b.load(self._in_strip)
            leading = {output.name: output.read() for output in self._primitive}
            with b.if_(b.compare("ge", position, self._corners - 1)):
                self._set_primitive(vertex, position, leading)
            for name, history in self._leading.items():
                if len(history) == 2:
                    b.store(b.load(history[0]), history[1])
                if history:
                    b.store(leading[name], history[0])
            b.store(vertex + 1, self._emitted)
            b.store(position + 1, self._in_strip)

    def cut(self, stream: int) -> None:
        """The end of a strip."""
        if stream == self.stream:
            self._b.store(self._const(u32, 0), self._in_strip)

    def _set_vertex(self, vertex: TypedValue) -> None:
        mesh = self._mesh
        for output in self._vertex:
            mesh.set_vertex(vertex, **{output.name: output.read()})
        if not self._has_position:
            mesh.set_vertex(vertex, position=self._const(f32, 0.0, 4))
        if self._has_point_size:
            mesh.set_vertex(vertex, point_size=self._const(f32, 1.0))
        if self._clip:
            values: list[Operand] = [read() for read in self._clip]
            mesh.set_vertex(vertex, clip_distance=values)

    def _set_primitive(self, last_vertex: TypedValue, position: TypedValue, leading: dict[str, TypedValue]) -> None:
        """Set the primitive whose last vertex is number `last_vertex`, at index `position` in its strip."""
        b, mesh, corners = self._b, self._mesh, self._corners
        number = b.load(self._count)
        first = number * corners
        vertices = [last_vertex - (corners - 1 - corner) for corner in range(corners)]
        if corners == 3:
            is_odd = b.compare("ne", position & 1, 0)  # the third vertex of triangle n is at n + 2
            middle, last = vertices[1:]
            vertices[1:] = [b.select(is_odd, last, middle), b.select(is_odd, middle, last)]
        for corner, vertex in enumerate(vertices):
            mesh.set_index(first + corner, b.convert(vertex, u8))
        for output in self._primitive:
            history = self._leading[output.name]
            value = b.load(history[corners - 2]) if history else leading[output.name]
            mesh.set_primitive(number, **{output.name: value})
        b.store(number + 1, self._count)


class TokenGeometryStage(GeometryMesh):
    """The geometry shader of a token program."""

    def __init__(
        self,
        f: ProgramLowering,
        entry: MeshEntry,
        buffers: StageBuffers,
        options: ShaderOptions,
        warnings: list[str],
    ) -> None:
        program, self._f = f.program, f
        instructions = program.tokens.instructions
        most = next((i for i in instructions if i.name == "dcl_maxout"), instructions[0])
        check_primitives(program, program.primitives, instructions[0], most)
        super().__init__(f, entry, buffers, program.primitives, options, warnings)
        f.system[OperandType.PRIMITIVE_ID] = self.place[0]
        f.system[OperandType.GEOMETRY_INSTANCE_ID] = self.place[2]
        declared = [
            declaration.operand
            for declaration in program.input_declarations
            if declaration.operand.type == OperandType.INPUT
        ]
        if declared:
            numbers = [operand.indices[-1].number for operand in declared if operand.indices]
            f.rows[OperandType.INPUT] = self.input_rows(registers_of(program.inputs, numbers))
        f.declare_outputs(program.output_declarations, program.output_ranges)
        self._declare()
        f.mesh = self

    def _declare(self) -> None:
        f = self._f
        for element in f.program.outputs:
            register, lanes = element.register, lanes_in(element.mask)
            if element.stream != self.stream or register not in f.outputs or not lanes:
                continue
            component = COMPONENTS.get(element.component_type)
            if component is None:
                raise f.program.refuse(f.program.tokens.instructions[0], f"an output of {element.format}")
            kind = _KINDS[SystemValue(element.system_value)] if element.system_value in _KINDS else ""
            numbers = [partial(self._number, register, lane) for lane in lanes]
            as_float_or_uint = u32 if component is i32 else component
            self.add(semantic(element), kind, as_float_or_uint, partial(self._four, register, lanes), numbers)
        self.finish_declarations()

    def _number(self, register: int, lane: int, type: Scalar) -> TypedValue:
        return self._f.bits(self._f.pick(self._b.load(self._f.outputs[register]), [lane]), type)

    def _four(self, register: int, lanes: list[int], type: Scalar) -> TypedValue:
        return self._f.four(self._b.load(self._f.outputs[register]), lanes, type)

    def lower(self) -> None:
        """Build the body."""
        self._f.clear_outputs()
        self.start()
        if FlowLowering(self._f).lower():
            self.finish()


@lowers("emit", "cut", "emit_then_cut", "emit_stream", "cut_stream", "emit_then_cut_stream")
def _emit(f: ProgramLowering, i: TokenInstruction) -> None:
    if f.mesh is None:
        raise f.program.bad(i, "outside of a geometry shader")
    stream = 0
    if i.name.endswith("_stream"):
        operand = f.source(i, 0)
        if operand.type != OperandType.STREAM or not operand.indices or operand.indices[0].relative is not None:
            raise f.program.bad(i, "its operand is not a stream")
        stream = operand.indices[0].number
        if stream not in f.program.primitives.streams:
            raise f.program.bad(i, f"m{stream} is used without a declaration")
    if i.name.startswith("emit"):
        f.mesh.emit(stream)
    if "cut" in i.name:
        f.mesh.cut(stream)
