"""Geometry shaders as mesh functions (docs/direct3d.md §5).

A threadgroup of one thread for each primitive (x) of each instance of the draw (y) and instance of the shader (z)
reads the vertices, which a vertex shader's kernel wrote, and puts out at most as many vertices as the shader declares.
Sources: the Direct3D 11.3 functional specification, chapter 13 (strips, streams, instances) and 8.14 (which vertex
leads: triangle n of a strip is n, n + 1, n + 2 if n is even, else n, n + 2, n + 1); dxmt, whose meshes run on hardware,
has the same order.
"""

from __future__ import annotations

from ..dxbc.signatures import SignatureElement
from ..dxbc.tokens import TokenInstruction
from ..emit.names import f32, i32, u8, u32
from ..emit.stages import MeshEntry, MeshOutput
from ..emit.types import Vector
from ..emit.value import Operand, Reference, TypedValue
from ..translate import ShaderOptions
from ..translate.patches import INPUT, PARAMETERS
from .flow import FlowLowering
from .function import REGISTER_BYTES, ProgramLowering, RegisterRows
from .interface import COMPONENTS, SystemValue, lanes_in, position_of, semantic
from .patches import StageBuffers, registers_of
from .program import OperandType
from .registry import lowers

MOST_VERTICES = 256
"""Of a mesh: Metal's limit."""
_POINTS, _LINES, _TRIANGLES = 1, 3, 5
_TOPOLOGIES = {_POINTS: ("point", 1), _LINES: ("line", 2), _TRIANGLES: ("triangle", 3)}
_OF_PRIMITIVES = {
    SystemValue.LAYER: "render_target_array_index",
    SystemValue.VIEWPORT: "viewport_array_index",
    SystemValue.PRIMITIVE: "primitive_id",
}


class TokenGeometryStage:
    """One geometry shader."""

    reserved = (INPUT, PARAMETERS)

    def __init__(
        self,
        f: ProgramLowering,
        entry: MeshEntry,
        buffers: StageBuffers,
        options: ShaderOptions,
        warnings: list[str],
    ) -> None:
        self._f, self._options, self._warnings = f, options, warnings
        program = f.program
        primitives, first = program.primitives, program.tokens.instructions[0]
        if not primitives.vertices or not primitives.most:
            raise program.bad(first, "a geometry shader without its primitive or its number of vertices")
        if primitives.topology not in _TOPOLOGIES:
            raise program.bad(first, f"the output topology {primitives.topology} is not points, lines or triangles")
        if primitives.most > MOST_VERTICES:
            where = next(i for i in program.tokens.instructions if i.name == "dcl_maxout")
            raise program.refuse(
                where, f"{primitives.most} vertices of a primitive: a mesh of Metal has at most {MOST_VERTICES}"
            )
        self._stream = primitives.streams[0] if primitives.streams else 0
        if len(set(primitives.streams)) > 1:
            others = ", ".join(f"m{one}" for one in sorted(set(primitives.streams) - {self._stream}))
            warnings.append(f"{entry.name}: Metal has no stream output: what goes to {others} is left out")
        self._inputs(entry, buffers)
        topology, self._corners = _TOPOLOGIES[primitives.topology]
        count = max(primitives.most - (self._corners - 1), 1)
        self._mesh: MeshOutput = entry.mesh("mesh", primitives.most, count, topology)
        f.declare_outputs(program.output_declarations, program.output_ranges)
        self._vertex: list[tuple[str, SignatureElement, Vector]] = []
        self._clip: list[tuple[int, int]] = []
        self._primitive: list[tuple[str, SignatureElement]] = []
        self._leading: dict[str, list[Reference]] = {}
        self._declare()
        b = f.b
        self._made, self._in_strip, self._count = (b.variable(u32) for _ in range(3))
        f.mesh = self

    def _inputs(self, entry: MeshEntry, buffers: StageBuffers) -> None:
        f, b, program = self._f, self._f.b, self._f.program
        place = entry.builtin("threadgroup_position_in_grid")
        size = entry.builtin("threadgroups_per_grid")
        f.system[OperandType.PRIMITIVE_ID] = place[0]
        f.system[OperandType.GEOMETRY_INSTANCE_ID] = place[2]
        declared = [one.operand for one in program.input_declarations if one.operand.type == OperandType.INPUT]
        numbers = [operand.indices[-1].number for operand in declared if operand.indices]
        registers, count = registers_of(program.inputs, numbers), program.primitives.vertices
        if not declared:
            return
        stride = buffers.parameter("vertex_bytes")
        number = b.mul(b.add(b.mul(place[1], size[0]), place[0]), count)
        row = buffers.row("vertices", INPUT, "read", number, stride, REGISTER_BYTES * registers)
        f.rows[OperandType.INPUT] = RegisterRows(*row, stride, count, registers)

    # --- declarations

    def _declare(self) -> None:
        f, mesh = self._f, self._mesh
        has_position = False
        for element in f.program.outputs:
            if element.stream != self._stream or element.register not in f.outputs or not element.mask & 0xF:
                continue
            name, value = semantic(element), element.system_value
            if value in _OF_PRIMITIVES:
                builtin = _OF_PRIMITIVES[SystemValue(value)]
                mesh.primitive(name, u32, builtin)
                self._primitive.append((name, element))
                self._leading[name] = [f.b.variable(u32) for _ in range(self._corners - 1)]
                continue
            component = COMPONENTS.get(element.component_type)
            if component is None:
                raise f.program.refuse(f.program.tokens.instructions[0], f"an output of {element.format}")
            component = u32 if component is i32 else component
            if value == SystemValue.POSITION:
                mesh.vertex(name, Vector(f32, 4), "position")
                self._vertex.append((name, element, Vector(f32, 4)))
                has_position = True
                continue
            if value in (SystemValue.CLIP, SystemValue.CULL):
                self._clip += [(element.register, lane) for lane in lanes_in(element.mask)]
            mesh.vertex(name, Vector(component, 4), user=name)
            self._vertex.append((name, element, Vector(component, 4)))
        if self._clip:
            mesh.vertex("clip_distance", f32, "clip_distance", count=len(self._clip))
        if f.program.primitives.topology == _POINTS and self._options.point_size != "drop":
            mesh.vertex("point_size", f32, "point_size")  # Direct3D's points are one pixel
        self._has_point_size = f.program.primitives.topology == _POINTS and self._options.point_size != "drop"
        self._has_position = has_position
        if not has_position:
            mesh.vertex("position", Vector(f32, 4), "position")

    # --- code

    def lower(self) -> None:
        """Make the body."""
        f, b = self._f, self._f.b
        f.clear_outputs()
        for place in (self._made, self._in_strip, self._count):
            b.store(f.const(u32, 0), place)
        if FlowLowering(f).lower():
            self._mesh.set_primitive_count(b.load(self._count))
            b.ret()

    def emit(self, i: TokenInstruction, stream: int) -> None:
        """A vertex of what the output registers hold, and the primitive that it ends. Those beyond the declared number
        are left out (functional specification 13.8)."""
        if stream != self._stream:
            return
        f, b = self._f, self._f.b
        made = b.load(self._made)
        with b.if_(made < f.program.primitives.most):
            self._set_vertex(made)
            position = b.load(self._in_strip)
            leading = {name: self._of_primitive(element) for name, element in self._primitive}
            with b.if_(b.compare("ge", position, self._corners - 1)):
                self._set_primitive(made, position, leading)
            for name, history in self._leading.items():
                if len(history) == 2:
                    b.store(b.load(history[0]), history[1])
                if history:
                    b.store(leading[name], history[0])
            b.store(made + 1, self._made)
            b.store(position + 1, self._in_strip)

    def cut(self, i: TokenInstruction, stream: int) -> None:
        """The end of a strip."""
        if stream == self._stream:
            self._f.b.store(self._f.const(u32, 0), self._in_strip)

    def _of_primitive(self, element: SignatureElement) -> TypedValue:
        f = self._f
        return f.pick(f.b.load(f.outputs[element.register]), lanes_in(element.mask)[:1])

    def _set_vertex(self, made: TypedValue) -> None:
        f, b, mesh = self._f, self._f.b, self._mesh
        for name, element, type in self._vertex:
            bits = b.load(f.outputs[element.register])
            value = f.four(bits, lanes_in(element.mask), type.element)
            if element.system_value == SystemValue.POSITION:
                value = position_of(f, value, self._options)
            mesh.set_vertex(made, **{name: value})
        if not self._has_position:
            mesh.set_vertex(made, position=f.const(f32, 0.0, 4))
        if self._has_point_size:
            mesh.set_vertex(made, point_size=f.const(f32, 1.0))
        if self._clip:
            values: list[Operand] = [
                f.bits(b.extract(b.load(f.outputs[register]), lane), f32) for register, lane in self._clip
            ]
            mesh.set_vertex(made, clip_distance=values)

    def _set_primitive(self, made: TypedValue, position: TypedValue, leading: dict[str, TypedValue]) -> None:
        """The primitive whose last vertex is number `made`, `position` of its strip."""
        b, mesh, corners = self._f.b, self._mesh, self._corners
        number = b.load(self._count)
        first = number * corners
        vertices = [made - (corners - 1 - corner) for corner in range(corners)]
        if corners == 3:
            is_odd = b.compare("ne", position & 1, 0)  # the third vertex of triangle n is at n + 2
            middle, last = vertices[1:]
            vertices[1:] = [b.select(is_odd, last, middle), b.select(is_odd, middle, last)]
        for corner, vertex in enumerate(vertices):
            mesh.set_index(first + corner, b.convert(vertex, u8))
        for name, _ in self._primitive:
            history = self._leading[name]
            value = b.load(history[corners - 2]) if history else leading[name]
            mesh.set_primitive(number, **{name: value})
        b.store(number + 1, self._count)


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
        f.mesh.emit(i, stream)
    if "cut" in i.name:
        f.mesh.cut(i, stream)
