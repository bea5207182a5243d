"""The less common entry points: tile, object, mesh and intersection functions, Core Image kernels; imageblocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from ..air import EntryArgument, MeshType
from ..base.errors import BuildError
from ..base.features import FUNCTION_TABLES_SINCE, MESH_SINCE
from ..base.metal import AddressSpace, ImageblockLayout, MeshTopology
from ..container import FunctionType
from ..ir import Attribute, AttributeForm, AttributeKind
from ..ir import Type as IRType
from .arguments import generated_name
from .builder import Builder
from .entry import ComputeEntry, Entry, KernelEntry
from .names import HANDLE_TYPES, boolean, f32
from .operands import Operand, Reference, ResultRecord, TypedValue
from .signature import EntryScope, EntrySignature
from .types import Handle, MetalPointer, MetalType, Scalar, Struct, Texture, Vector, access_of

_MESH, _GRID, _IMAGEBLOCK = [HANDLE_TYPES[name] for name in ("mesh", "mesh_grid_properties", "imageblock")]
_MAX_VERTICES, _MAX_PRIMITIVES = 256, 512


class TileEntry(KernelEntry):
    """A tile function: a kernel that runs for each tile of a render pass, with access to its imageblock."""

    stage = "tile"

    def imageblock(self, name: str, type: Struct, *, implicit: bool = False) -> TypedValue:
        """The imageblock: its handle. `type`: its data for each pixel.

        An explicit imageblock is memory, whose address `air.imageblock_data` gives. An implicit imageblock has a member
        for each render target, which `air.load.implicit_imageblock` reads.
        """
        what = f"imageblock {name!a}"
        layout = "implicit" if implicit else "explicit"
        fact = EntryArgument("imageblock", type_name=f"imageblock<{type.name}, layout_{layout}>", name=name)
        fact.layout = ImageblockLayout.IMPLICIT if implicit else ImageblockLayout.EXPLICIT
        fact.struct_type_info = self.signature.scope.arguments.struct(type)
        fact.type_align = type.align
        if implicit:
            for place, member in enumerate(fact.struct_type_info.fields):
                member.render_target_index = place
        else:
            fact.data_size = type.size
        self.signature.take_name(what, name)
        base = self.signature.low.record("struct.metal::_imageblock_base", (self.signature.low.value(_IMAGEBLOCK),))
        record = ResultRecord(self.builder, self.signature.parameter(base, fact), (_IMAGEBLOCK,))
        return record[0]


class ObjectEntry(ComputeEntry):
    """An object function: it sets the number of mesh threadgroups, and writes their payload."""

    kind = FunctionType.OBJECT
    stage = "object"

    def __init__(self, scope: EntryScope, name: str) -> None:
        super().__init__(scope, name)
        self.signature.require_air("object", MESH_SINCE)

    def payload(self, name: str, type: MetalType) -> TypedValue:
        """The payload, which the function writes: its address."""
        return _payload(self.signature, name, type, "write")

    def grid(self, name: str = "grid") -> TypedValue:
        """`mesh_grid_properties`, for `set_threadgroups`."""
        fact = EntryArgument("mesh_grid_properties", type_name="mesh_grid_properties", name=name)
        return self.signature.argument(f"grid {name!a}", _GRID, fact)

    def set_threadgroups(self, grid: TypedValue, count: TypedValue) -> None:
        """Set the number of threadgroups of the mesh function: a uint3."""
        self.builder.air("set_threadgroups_per_grid_mesh_properties", grid, count)


def _payload(signature: EntrySignature, name: str, type: MetalType, access: str) -> TypedValue:
    what = f"payload {name!a}"
    try:
        size, align = type.size, type.align
    except BuildError as error:
        raise signature.error(what, error.reason) from None
    fact = EntryArgument("payload", type_name=type.name, name=name, type_size=size, type_align=align)
    if isinstance(type, Struct):
        fact.struct_type_info = signature.scope.arguments.struct(type)
    signature.take_name(what, name)
    attributes = [
        Attribute(AttributeForm.ENUM, AttributeKind.NO_UNDEF),
        Attribute(AttributeForm.INT, AttributeKind.ALIGNMENT, align),
        Attribute(AttributeForm.INT, AttributeKind.DEREFERENCEABLE, size),
    ]
    pointer = MetalPointer(type, AddressSpace.OBJECT_DATA, access_of("read" if access == "read" else "read_write"))
    ir = signature.parameter(signature.low.value(pointer), fact, attributes)
    return Reference(signature.builder, ir, pointer)


class MeshOutput:
    """The output of a mesh function: declare the attributes of vertices and primitives first, then set their values."""

    def __init__(self, signature: EntrySignature, value: TypedValue, fact: MeshType) -> None:
        self._signature = signature
        self._builder: Builder = signature.builder
        self._fact = fact
        self._types: dict[tuple[str, str], tuple[str, int, MetalType]] = {}
        self.value = value

    def within(self, builder: Builder, value: TypedValue) -> MeshOutput:
        """The same mesh in a function that takes its handle as a parameter."""
        copied = copy(self)
        copied._builder, copied.value = builder, value
        return copied

    def vertex(self, name: str, type: MetalType, builtin: str = "", *, user: str = "", count: int = 1) -> None:
        """Declare a vertex attribute: a `builtin` (position, point_size, clip_distance), or an input of the fragment
        function.

        `count`: the number of clip distances, whose value is a sequence.
        """
        self._declare("vertex", name, type, builtin, user, self._fact.vertex_types)
        if builtin == "clip_distance":
            self._fact.vertex_types[-1].array_size = count

    def primitive(self, name: str, type: MetalType, builtin: str = "", *, user: str = "") -> None:
        """Declare a primitive attribute: a `builtin` (render_target_array_index…), or an input of the fragment
        function.
        """
        self._declare("primitive", name, type, builtin, user, self._fact.primitive_types)

    def _declare(
        self, of: str, name: str, type: MetalType, builtin: str, user: str, facts: list[EntryArgument]
    ) -> None:
        what = f"{of} {name!a}"
        if (of, name) in self._types:
            raise self._signature.error(what, "there is one of this name already")
        if builtin:
            self._signature.require_output(what, builtin, type)
            facts.append(EntryArgument(builtin, type_name=type.name, name=name))
            number = -1
        else:
            number = sum(1 for fact in facts if fact.id is not None)
            attribute = f"user({user})" if user else generated_name(name, type)
            kind = f"mesh_{of}_data"
            facts.append(EntryArgument(kind, type_name=type.name, name=name, id=number, attribute_name=attribute))
        self._types[of, name] = (builtin, number, type)

    def set_vertex(self, vertex: Operand, **values: Operand | Sequence[Operand]) -> None:
        """Set the attributes of a vertex by name."""
        self._set("vertex", vertex, values)

    def set_primitive(self, primitive: Operand, **values: Operand | Sequence[Operand]) -> None:
        """Set the attributes of a primitive by name."""
        self._set("primitive", primitive, values)

    def _set(self, of: str, index: Operand, values: Mapping[str, Operand | Sequence[Operand]]) -> None:
        builder = self._builder
        for name, value in values.items():
            type_ = self._types.get((of, name))
            if type_ is None:
                raise builder.error(f"set_{of}", f"a {of} has no {name!a}")
            builtin, number, type = type_
            if builtin == "clip_distance":
                for place, distance in enumerate(value if isinstance(value, Sequence) else (value,)):
                    builder.air("set_clip_distance_mesh", self.value, place, index, distance)
                continue
            if isinstance(value, Sequence):
                raise builder.error(f"set_{of}", f"several values for {name!a}")
            value = builder.number(f"set_{of}", value, type)
            if value.type != type:
                raise builder.error(f"set_{of}", f"a {value.type} for {name!a} of {type}")
            if builtin:
                builder.air(f"set_{builtin}_mesh", self.value, index, value)
            else:
                builder.air(f"set_{of}_data_mesh", self.value, number, index, value)

    def set_index(self, place: Operand, vertex: Operand) -> None:
        """Set the vertex (a uchar) at a position in the list of indices."""
        self._builder.air("set_index_mesh", self.value, place, vertex)

    def set_primitive_count(self, count: Operand) -> None:
        """Set the number of primitives."""
        self._builder.air("set_primitive_count_mesh", self.value, count)


_TOPOLOGIES = {item.label: item for item in MeshTopology if item is not MeshTopology.INVALID}


class MeshEntry(ComputeEntry):
    """A mesh function."""

    kind = FunctionType.MESH
    stage = "mesh"

    def __init__(self, scope: EntryScope, name: str) -> None:
        super().__init__(scope, name)
        self.signature.require_air("mesh", MESH_SINCE)
        self._has_mesh = False

    def payload(self, name: str, type: MetalType) -> TypedValue:
        """The payload from the object function: its address."""
        return _payload(self.signature, name, type, "read")

    def mesh(self, name: str, vertices: int, primitives: int, topology: str = "triangle") -> MeshOutput:
        """The mesh, with its maximum number of vertices (up to 256) and primitives (up to 512). `topology`: "point",
        "line", "triangle".
        """
        what = f"mesh {name!a}"
        if self._has_mesh:
            raise self.signature.error(what, "a mesh function has one mesh")
        if topology not in _TOPOLOGIES:
            raise self.signature.error(what, f"unknown topology {topology!a} (one of {', '.join(_TOPOLOGIES)})")
        if not 1 <= vertices <= _MAX_VERTICES or not 1 <= primitives <= _MAX_PRIMITIVES:
            most = f"at most {_MAX_VERTICES} vertices and {_MAX_PRIMITIVES} primitives"
            raise self.signature.error(what, f"{vertices} vertices and {primitives} primitives: a mesh has {most}")
        self._has_mesh = True
        mesh = MeshType([], [], vertices, primitives, _TOPOLOGIES[topology])
        fact = EntryArgument("mesh", type_name=f"mesh<{vertices}, {primitives}, {topology}>", name=name)
        fact.mesh_type_info = mesh
        return MeshOutput(self.signature, self.signature.argument(what, _MESH, fact), mesh)


class IntersectionEntry(Entry):
    """An intersection function."""

    kind = FunctionType.INTERSECTION
    stage = "intersection"

    def __init__(self, scope: EntryScope, name: str) -> None:
        super().__init__(scope, name)
        self.signature.require_air("intersection", FUNCTION_TABLES_SINCE)

    def out(self, name: str, builtin: str) -> None:
        """An output: `accept_intersection` or `continue_search` (bool), `distance` (float)."""
        type = f32 if builtin == "distance" else boolean
        self.signature.require_output(f"out {name!a}", builtin, type)
        self.signature.output(f"out {name!a}", type, EntryArgument(builtin, type_name=type.name, name=name))

    def primitive_data(self, name: str, type: MetalPointer) -> TypedValue:
        """The data of the primitive: its address."""
        fact = EntryArgument("primitive_data", type_name=type.pointee.name, name=name)
        return self.signature.argument(f"primitive_data {name!a}", type, fact)

    def ray_payload(self, name: str, type: MetalType) -> TypedValue:
        """The ray's payload: its address."""
        what = f"ray_payload {name!a}"
        fact = EntryArgument("payload", type_name=type.name, name=name, type_size=type.size, type_align=type.align)
        if isinstance(type, Struct):
            fact.struct_type_info = self.signature.scope.arguments.struct(type)
        pointer = MetalPointer(type, AddressSpace.RAY_DATA)
        result = self.signature.argument(what, pointer, fact)
        return Reference(result.builder, result.ir, pointer)


class CoreImageEntry(Entry):
    """A Core Image kernel."""

    kind = FunctionType.EXTERN
    stage = "Core Image kernel"

    def argument(self, name: str, type: MetalType) -> TypedValue:
        """An argument: a number or vector, a sampler, or a texture."""
        return self.signature.argument(f"argument {name!a}", type, self.fact_of(name, type))

    def part(self, passed: IRType, name: str, type: MetalType) -> None:
        """A parameter that is a member of an object of the source, with its type in LLVM IR: also a pointer."""
        self.signature.parameter(passed, self.fact_of(name, type))

    def fact_of(self, name: str, type: MetalType) -> EntryArgument:
        """The metadata of an argument. Source: the parameters of kernels in the libraries that coreimage.h names."""
        fact = EntryArgument("ci_builtin", type_name=type.name, name=name)
        if isinstance(type, Texture):
            fact.kind, fact.location_count, fact.access_qualifier = "ci_texture", 1, type.access
        elif isinstance(type, Handle):
            fact.kind = "ci_sampler"
        elif isinstance(type, MetalPointer):
            fact.kind, fact.access_qualifier = "ci_pointer", type.access
            fact.type_name, fact.type_size, fact.type_align = type.pointee.name, type.pointee.size, type.pointee.align
        elif not isinstance(type, (Scalar, Vector)):
            raise self.signature.error(f"argument {name!a}", f"{type} can't be an argument")
        return fact

    def returns(self, type: MetalType) -> None:
        """Set the result type."""
        self.signature.output("returns", type, EntryArgument("ci_builtin", type_name=type.name))
