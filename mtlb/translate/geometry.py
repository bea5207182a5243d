"""Geometry shaders as mesh functions: a threadgroup of a single thread for each primitive and each invocation.
The preceding vertex stage is a kernel, as before tessellation (`CapturedVertex`): the mesh function reads its output
from the same buffer and with the same parameters, of which it uses the stride in bytes between vertices. Input
primitives are lists: the vertices of a primitive follow each other. Output strips are converted to lists of lines or
triangles."""

from __future__ import annotations

from ..emit.names import u8, u32
from ..emit.operands import TypedValue
from ..emit.stages import MeshEntry
from ..spirv import SpirvEntryPoint, SpirvInstruction, SpirvVariable, TypeArray
from ..spirv.enumerants import BuiltIn, Decoration, ExecutionMode
from . import access
from .functions import FunctionLowering
from .interface import EntryInputs, adjusted
from .meshes import COUNTS, HANDLE, MeshStage, MeshValue
from .patches import INPUT, PatchBuffer, PatchMemory, as_number
from .program import TranslationProgram
from .registry import lowers
from .values import ColumnPlace, MemoryPlace, Value

_CORNERS = {
    ExecutionMode.InputPoints: 1,
    ExecutionMode.InputLines: 2,
    ExecutionMode.Triangles: 3,
    ExecutionMode.InputLinesAdjacency: 4,
    ExecutionMode.InputTrianglesAdjacency: 6,
}
"""The number of vertices of an input primitive."""


class GeometryStage(MeshStage):
    """The variables of a geometry shader. `counts` has vertices, primitives, and the vertices of the strip."""

    numbers = 3
    _in = PatchBuffer("vertices", INPUT, "read")

    def __init__(
        self, program: TranslationProgram, entry: MeshEntry, point: SpirvEntryPoint, inputs: EntryInputs
    ) -> None:
        corners = [count for mode, count in _CORNERS.items() if mode in point.modes]
        if not corners or ExecutionMode.OutputVertices not in point.modes:
            raise program.spirv.error(point.instruction, "the shader does not say what primitives go in and come out")
        if ExecutionMode.Xfb in point.modes:
            raise program.spirv.error(point.instruction, "Metal has no transform feedback")
        super().__init__(program, entry, point, inputs)
        if program.geometry is not None:
            raise program.spirv.error(point.instruction, "a module of several geometry shaders is not translated")
        program.geometry = self
        program.warnings.append(
            f"{entry.name}: a geometry shader is a mesh function here: the host runs the vertex stage as a kernel and "
            "draws a threadgroup of one thread for each primitive"
        )
        self.memory = PatchMemory(program, entry, point, inputs)
        group = inputs.needed("threadgroup_position_in_grid")
        self._primitive, self._invocation = group[0], group[1]
        self._corners_in = corners[0]

    def _limits(self) -> tuple[int, int]:
        vertices = self._limit(ExecutionMode.OutputVertices)
        return vertices, max(vertices - self._corners + 1, 1)

    def input(self, variable: SpirvVariable) -> Value:
        """The value of an input: from the vertex buffer, or a property of the threadgroup."""
        program, memory = self.program, self.memory
        builtin = program.spirv.decoration(variable.id, Decoration.BuiltIn)
        builtins = {BuiltIn.InvocationId: self._invocation, BuiltIn.PrimitiveId: self._primitive}
        if builtin is not None and not isinstance(program.spirv.type(variable.pointee), TypeArray):
            make = builtins.get(BuiltIn(int(builtin[0])))
            return memory.inputs.input(variable) if make is None else as_number(memory, variable, make)
        stride = memory.parameter("vertex_bytes")
        first = self.entry.builder.mul(self._primitive, self._corners_in)
        return memory.vertices(variable, self._in, memory.row(self._in, first, stride), stride)

    def output(self, variable: SpirvVariable) -> MemoryPlace:
        """Thread memory for an output; each emitted vertex is copied from it."""
        name = self.program.spirv.names.get(variable.id, "")
        place = self._places[variable.id] = access.new_place(
            self.entry.builder, self.program.types, variable.pointee, name
        )
        self._declare_parts(variable, variable.pointee)
        return place

    def declared(self) -> None:
        """Called when all outputs are declared."""
        self._force_point_size()

    def _place(self, f: FunctionLowering, output: MeshValue, number: TypedValue) -> MemoryPlace | ColumnPlace:
        place = f.value(output.variable.id)
        assert isinstance(place, MemoryPlace)
        return place

    def emit(self, f: FunctionLowering, handle: TypedValue, counts: TypedValue) -> None:
        """Set a vertex from the current outputs, and the primitive that it completes.
        Per-primitive values, such as the layer, come from the vertex that completes the primitive."""
        b, mesh = f.b, self.mesh.within(f.b, handle)
        held = b.load(counts)
        vertex, primitive, strip = held[0], held[1], held[2]
        for output in self._vertices:
            value = self._value(f, output, vertex)
            if output.is_position:
                assert isinstance(value, TypedValue)
                value = adjusted(b, self.program.options, value)
            mesh.set_vertex(vertex, **{output.name: value})
        if self._forced_size:
            mesh.set_vertex(vertex, **{self._forced_size: 1.0})
        is_whole = strip >= self._corners - 1
        with b.if_(is_whole):
            for corner, number in enumerate(self._strip(f, vertex, strip)):
                mesh.set_index(b.add(b.mul(primitive, self._corners), corner), b.convert(number, u8))
            for output in self._primitives:
                mesh.set_primitive(primitive, **{output.name: self._value(f, output, vertex)})
        more = b.select(is_whole, b.add(primitive, 1), primitive)
        b.store(b.vector(b.add(vertex, 1), more, b.add(strip, 1)), counts)

    def _strip(self, f: FunctionLowering, vertex: TypedValue, strip: TypedValue) -> list[TypedValue]:
        """The vertices of the primitive that a vertex completes; every second triangle of a strip is reversed."""
        b = f.b
        if self._corners == 1:
            return [vertex]
        before = b.sub(vertex, 1)
        if self._corners == 2:
            return [before, vertex]
        is_odd = (strip & 1).ne(0)
        pair = [b.select(is_odd, first, second) for first, second in ((vertex, before), (before, vertex))]
        return [b.sub(vertex, 2), *pair]

    def finish(self, f: FunctionLowering) -> None:
        """Set the number of primitives."""
        f.b.position(self.exit)
        self.mesh.set_primitive_count(self.counts.load()[1])
        self.entry.builder.ret()


def _stage(f: FunctionLowering, i: SpirvInstruction) -> GeometryStage:
    stage = f.program.geometry
    if not isinstance(stage, GeometryStage):
        raise f.refuse(i, "only geometry shaders put out vertices")
    if i.operands and f.constant_int(int(i.operands[0])):
        raise f.refuse(i, "Metal has one stream of vertices")
    return stage


@lowers("OpEmitVertex", "OpEmitStreamVertex", needs=(HANDLE, COUNTS))
def _emit(f: FunctionLowering, i: SpirvInstruction) -> None:
    """Emit the outputs as the next vertex of the mesh; if it completes a primitive, set the primitive's indices."""
    _stage(f, i).emit(f, f.builtin(HANDLE), f.builtin(COUNTS))


@lowers("OpEndPrimitive", "OpEndStreamPrimitive", needs=(COUNTS,))
def _end(f: FunctionLowering, i: SpirvInstruction) -> None:
    """End the strip: the next vertex begins a new one."""
    _stage(f, i)
    counts = f.builtin(COUNTS)
    f.b.store(f.b.insert(f.b.load(counts), f.b.const(u32, 0), 2), counts)
