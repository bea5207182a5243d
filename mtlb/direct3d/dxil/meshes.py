"""Mesh and amplification shaders as Metal mesh and object functions.
A mesh shader's outputs are stored in group memory, as any thread may store any component of any vertex; at the end
all threads wait for each other and set the mesh from it. The payload is Metal's memory for payloads. Source:
DXIL.rst and Microsoft's specification of mesh shaders (SetMeshOutputCounts and DispatchMesh are called once,
uniformly by all threads)."""

from __future__ import annotations

from collections.abc import Callable

from ...emit.entry import ComputeEntry
from ...emit.names import boolean, f32, i32, u8, u16, u32
from ...emit.operands import Operand, TypedValue
from ...emit.stages import MeshEntry, MeshOutput, ObjectEntry
from ...emit.types import Array, MetalPointer, MetalType, Scalar, Vector
from ...ir import Type, Value, constant_number
from ...translate import ShaderOptions
from ...translate.interface import adjusted
from ..interface import PLACES, semantic_word
from ..program import OperandType
from .function import DxilLowering
from .interface import OF_PRIMITIVES, REFUSED, component_of_row
from .program import MeshProperties, Semantic, SignatureRow
from .registry import Lowered, Operation, operation

INDEX = PLACES[OperandType.THREAD_INDEX_IN_GROUP]
_TOPOLOGIES = {1: ("line", 2), 2: ("triangle", 3)}


class DxilMeshStage:
    """The outputs of a mesh shader, and the end of its function."""

    def __init__(self, f: DxilLowering, entry: MeshEntry, options: ShaderOptions, warnings: list[str]) -> None:
        self._f, self._entry, self._options, self._warnings = f, entry, options, warnings
        properties = f.program.mesh
        if properties is None or properties.topology not in _TOPOLOGIES:
            raise f.program.bad(None, "a mesh shader without the sizes of its mesh")
        self._properties: MeshProperties = properties
        topology, self.corners = _TOPOLOGIES[properties.topology]
        self.mesh: MeshOutput = entry.mesh("mesh", max(properties.vertices, 1), max(properties.primitives, 1), topology)
        self._memory: dict[tuple[bool, int, int, int], TypedValue] = {}
        self._vertex: dict[str, Callable[[TypedValue], Operand | list[Operand]]] = {}
        self._primitive: dict[str, Callable[[TypedValue], Operand | list[Operand]]] = {}
        self.counts = [f.b.variable(u32) for _ in range(2)]
        for element in f.program.outputs.values():
            for row in range(element.rows):
                self._declare_vertex(element, row)
        for element in f.program.primitive_outputs.values():
            for row in range(element.rows):
                self._declare_primitive(element, row)
        f.mesh = self

    # --- declarations

    def _array(self, element: SignatureRow, row: int, component: Scalar, *, is_vertex: bool) -> None:
        count = max(self._properties.vertices if is_vertex else self._properties.primitives, 1)
        for column in range(element.columns):
            name = f"{'v' if is_vertex else 'p'}{element.id}_{row}_{column}"
            self._memory[is_vertex, element.id, row, column] = self._entry.threadgroup(name, Array(component, count))

    def _component(self, element: SignatureRow) -> Scalar:
        component = component_of_row(self._f, element)
        return u32 if component == i32 else component

    def _declare_vertex(self, element: SignatureRow, row: int) -> None:
        component, word = self._component(element), semantic_word(element.name, element.semantic_index(row))
        if element.kind in REFUSED:
            raise self._f.program.refuse(None, REFUSED[Semantic(element.kind)])
        self._array(element, row, component, is_vertex=True)
        key = element, row
        if element.kind == Semantic.POSITION:
            self.mesh.vertex(word, Vector(f32, 4), "position")
            self._vertex[word] = lambda n: adjusted(self._f.b, self._options, self._vector(*key, n, is_vertex=True))
            return
        if element.kind == Semantic.CULL_DISTANCE:
            self._warnings.append(f"{self._entry.name}: Metal does not cull by {word}")
        if element.kind == Semantic.CLIP_DISTANCE:
            if len(self._f.program.outputs) and "clip_distance" in self._vertex:
                raise self._f.program.refuse(None, "clip distances of several rows in a mesh")
            self.mesh.vertex("clip_distance", f32, "clip_distance", count=element.columns)
            self._vertex["clip_distance"] = lambda n: list(self._numbers(*key, n, is_vertex=True))
        self.mesh.vertex(word, Vector(component, 4), user=word)
        self._vertex[word] = lambda n: self._vector(*key, n, is_vertex=True)

    def _declare_primitive(self, element: SignatureRow, row: int) -> None:
        component, word = self._component(element), semantic_word(element.name, element.semantic_index(row))
        key = element, row
        if element.kind == Semantic.CULL_PRIMITIVE:
            self._array(element, row, u32, is_vertex=False)
            self.mesh.primitive(word, boolean, "primitive_culled")
            self._primitive[word] = lambda n: self._f.b.compare("ne", self._numbers(*key, n, is_vertex=False)[0], 0)
            return
        if element.kind in REFUSED:
            raise self._f.program.refuse(None, REFUSED[Semantic(element.kind)])
        self._array(element, row, component, is_vertex=False)
        builtins = {**OF_PRIMITIVES, Semantic.PRIMITIVE_ID: "primitive_id"}
        if element.kind in builtins:
            self.mesh.primitive(word, u32, builtins[Semantic(element.kind)])
            self._primitive[word] = lambda n: self._numbers(*key, n, is_vertex=False)[0]
            return
        self.mesh.primitive(word, Vector(component, 4), user=word)
        self._primitive[word] = lambda n: self._vector(*key, n, is_vertex=False)

    # --- values

    def place(self, element: SignatureRow, row: int, column: int, number: TypedValue, *, is_vertex: bool) -> TypedValue:
        """The address of a component of a vertex or primitive."""
        f = self._f
        count = self._properties.vertices if is_vertex else self._properties.primitives
        return f.b.part(self._memory[is_vertex, element.id, row, column], f.clamped(number, max(count, 1)))

    def _numbers(self, element: SignatureRow, row: int, number: TypedValue, *, is_vertex: bool) -> list[TypedValue]:
        columns = range(element.columns)
        return [self._f.b.load(self.place(element, row, column, number, is_vertex=is_vertex)) for column in columns]

    def _vector(self, element: SignatureRow, row: int, number: TypedValue, *, is_vertex: bool) -> TypedValue:
        numbers = self._numbers(element, row, number, is_vertex=is_vertex)
        assert isinstance(numbers[0].type, Scalar)
        zero = self._f.zero_of(numbers[0].type)
        return self._f.b.vector(*numbers, *[zero] * (4 - len(numbers)))

    def clear(self) -> None:
        """Initialize the counts to 0, until the shader sets them."""
        for count in self.counts:
            self._f.b.store(0, count)

    def finish(self) -> None:
        """Set the mesh from group memory, and return."""
        f, b = self._f, self._f.b
        b.barrier("threadgroup")
        index = f.builtins[INDEX]
        vertices, primitives = (b.load(count) for count in self.counts)
        self._each(
            vertices, lambda n: self.mesh.set_vertex(n, **{word: make(n) for word, make in self._vertex.items()})
        )
        if self._primitive:
            makers = self._primitive.items()
            self._each(primitives, lambda n: self._set_primitive(n, {word: make(n) for word, make in makers}))
        with b.if_(b.compare("eq", index, 0)):
            self.mesh.set_primitive_count(primitives)
        b.ret()

    def _set_primitive(self, number: TypedValue, values: dict[str, Operand | list[Operand]]) -> None:
        numbers = {word: value for word, value in values.items() if not isinstance(value, list)}
        self.mesh.set_primitive(number, **numbers)

    def _each(self, count: TypedValue, make: Callable[[TypedValue], None]) -> None:
        """Emit a loop over all vertices or primitives: thread n handles n, n + group size, …"""
        f, b = self._f, self._f.b
        x, y, z = f.program.thread_group or (1, 1, 1)
        at = b.variable(u32, f.builtins[INDEX])
        with b.loop() as loop:
            number = b.load(at)
            loop.break_if(b.compare("ge", number, count))
            make(number)
            b.store(number + x * y * z, at)


def _mesh(f: DxilLowering) -> DxilMeshStage:
    if not isinstance(f.mesh, DxilMeshStage):
        raise f.bad("outside of a mesh shader")
    return f.mesh


@operation("SetMeshOutputCounts")
def _counts(f: DxilLowering, o: Operation) -> Lowered:
    for place, name in zip(_mesh(f).counts, ("numVertices", "numPrimitives"), strict=True):
        f.b.store(f.uint(o.arguments[name]), place)
    return None


@operation("EmitIndices")
def _indices(f: DxilLowering, o: Operation) -> Lowered:
    mesh = _mesh(f)
    first = f.uint(o.arguments["PrimitiveIndex"]) * mesh.corners
    for corner in range(mesh.corners):
        vertex = f.b.convert(f.uint(o.arguments[f"VertexIndex{corner}"]), u8)
        mesh.mesh.set_index(first + corner if corner else first, vertex)
    return None


@operation("StoreVertexOutput", "StorePrimitiveOutput")
def _store(f: DxilLowering, o: Operation) -> Lowered:
    mesh, is_vertex = _mesh(f), o.name == "StoreVertexOutput"
    elements = f.program.outputs if is_vertex else f.program.primitive_outputs
    element = elements.get(f.integer(o.arguments["outputSigId"], "the element"))
    row, column = constant_number(o.arguments["rowIndex"]), f.integer(o.arguments["colIndex"], "the column")
    if element is None or not 0 <= column < element.columns or (row is not None and not 0 <= row < element.rows):
        raise f.bad("there is no such element in the signature")
    number = f.uint(o.arguments["vertexIndex" if is_vertex else "primitiveIndex"])
    value = f.number(o.arguments["value"])
    if value.type == boolean:
        value = f.b.select(value, f.const(u32, 1), f.const(u32, 0))
    if row is None:
        raise f.refuse("a row of an output that is computed")
    place = mesh.place(element, row, column, number, is_vertex=is_vertex)
    assert isinstance(place.type, MetalPointer) and isinstance(place.type.pointee, Scalar)
    f.b.store(f.converted(value, place.type.pointee), place)
    return None


# --- payloads ---------------------------------------------------------------------------------------------------------


def payload_type(f: DxilLowering) -> MetalType | None:
    """The payload type: the type that GetMeshPayload returns or DispatchMesh receives. None if there is no payload."""
    types: list[Type] = []
    for i in f.uses.calls.get("GetMeshPayload", ()):
        types.append(i.type)
    for i in f.uses.calls.get("DispatchMesh", ()):
        types.append(i.arguments[-1].type)
    if any(not type.is_pointer or type.is_opaque_pointer for type in types):
        raise f.program.bad(None, "a payload that is not an address")
    return f.memory_type(types[0].pointee) if types else None


def declare_payload(f: DxilLowering, entry: ComputeEntry) -> None:
    """Declare the arguments for a payload."""
    type = payload_type(f)
    if isinstance(entry, ObjectEntry):
        f.grid = entry.grid("grid")
    if type is not None and isinstance(entry, (ObjectEntry, MeshEntry)):
        f.payload = entry.payload("payload", type)


@operation("GetMeshPayload")
def _payload(f: DxilLowering, o: Operation) -> Lowered:
    if f.payload is None or f.program.stage != "mesh":
        raise f.bad("outside of a mesh shader")
    return f.payload


@operation("DispatchMesh")
def _dispatch(f: DxilLowering, o: Operation) -> Lowered:
    """The first thread copies the payload and sets the number of mesh function groups."""
    b = f.b
    if f.payload is None or f.grid is None:
        raise f.bad("outside of an amplification shader")
    payload: Lowered = f.value(o.arguments["payload"])
    if not isinstance(payload, TypedValue) or payload.type != _like(payload, f.payload):
        raise f.bad("the payload has another type than elsewhere")
    b.barrier("threadgroup")
    with b.if_(b.compare("eq", f.builtins[INDEX], 0)):
        _copy(f, payload, f.payload)
        counts = [f.uint(_argument(o, axis)) for axis in "XYZ"]
        b.air("set_threadgroups_per_grid_mesh_properties", f.grid, b.vector(*counts))
    return None


def _argument(o: Operation, axis: str) -> Value:
    return o.arguments[f"threadGroupCount{axis}"]


def _like(source: TypedValue, payload: TypedValue) -> MetalType | None:
    """A pointer type with the given address type's space, to the payload's type."""
    if not isinstance(source.type, MetalPointer) or not isinstance(payload.type, MetalPointer):
        return None
    return MetalPointer(payload.type.pointee, source.type.space, source.type.access, source.type.is_reference)


def _copy(f: DxilLowering, source: TypedValue, target: TypedValue) -> None:
    """Copy an object, in the largest units that divide its size."""
    assert isinstance(source.type, MetalPointer) and isinstance(target.type, MetalPointer)
    size = source.type.pointee.size
    unit, width = next((scalar, width) for scalar, width in ((u32, 4), (u16, 2), (u8, 1)) if size % width == 0)
    from_units = f.b.bitcast(source, MetalPointer(unit, source.type.space, source.type.access))
    to_units = f.b.bitcast(target, MetalPointer(unit, target.type.space, target.type.access))
    with f.b.for_range(size // width) as loop:
        f.b.store(f.b.load(from_units[loop.index]), to_units[loop.index])
