"""Types as the C++ compiler computed them, read from the constants of `entry.h` (docs/metal.md §3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..air.raytracing import INSTANCING, MULTI_LEVEL, TAGS
from ..base.errors import BuildError
from ..base.features import STRUCTURE_TAGS_SINCE
from ..base.metal import AccessQualifier, AddressSpace
from ..base.versions import Version
from ..emit.names import HANDLE_TYPES, NAMED
from ..emit.types import Array, Matrix, MetalPointer, MetalType, Scalar, Struct, Vector, Void, ids_of, texture
from ..ir import Constant, Function, GlobalValue, GlobalVariable, Module, TypeCode, Value
from .names import metal_names
from .raytracing import control_point_function
from .rewrite import SourceMember, source_error
from .rewrite.structs import KINDS

ENTRY, NUMBERS, STITCHED = "__mtl_entry_", "__mtl_numbers_", "__mtl_stitched_"
"""The prefixes of the names of an entry point's constants."""
_LAST_ROW = 0xFFFFFFFF
# The enum of entry.h.
(
    _VOID,
    _NUMBER,
    _VECTOR,
    _PACKED,
    _MATRIX,
    _ARRAY,
    _STRUCT,
    _POINTER,
    _TEXTURE,
    _HANDLE,
    _ATOMIC,
    _OTHER,
    _IMAGEBLOCK,
    _MESH,
    _INTERPOLANT,
    _POINTS,
) = range(16)
_OF_FUNCTIONS = 2
"""The value in place of tags for the handle of a visible function table (raytracing.h)."""
_OF_VERTICES = 2
"""The number of a `vertex_value` in place of that of an interpolation (raytracing.h)."""
_OF_TENSORS = 3
"""The same for a tensor (tensor.h)."""
_LIBRARY_ROW = 1 << 31
_LIBRARY_MEMBERS = (
    "threadgroupsPerGrid",
    "stageInOrigin",
    "stageInSize",
    "vertexCount",
    "instanceCount",
    "vertexStart",
    "baseInstance",
    "indexCount",
    "indexStart",
    "baseVertex",
    "edgeTessellationFactor",
    "insideTessellationFactor",
    "location",
    "length",
    "__elems",
)
"""Members of library structs (stages.h, entry.h), whose rows are not in the rewritten source."""
_TOPOLOGIES = ("point", "line", "triangle")
ACCESS_WORDS = ("sample", "read", "write", "read_write")


Members = list[tuple[SourceMember, MetalType]]


@dataclass(frozen=True)
class ImageblockType(MetalType):
    """The imageblock of a tile function: the type of its data for each pixel."""

    pixel: Struct
    is_explicit: bool
    name: str = "imageblock"


@dataclass(frozen=True)
class InterpolantType(MetalType):
    """An input that a fragment function interpolates itself, `interpolant<float4, interpolation::perspective>`, or with
    `of_vertices` reads at a vertex, `vertex_value<float>`.
    """

    name: str
    type: MetalType
    is_perspective: bool
    of_vertices: bool = False


@dataclass(frozen=True)
class ControlPointsType(MetalType):
    """The control points of a patch: the fields of each. `function`: the function that reads a control point."""

    name: str
    point: MetalType
    members: Members
    function: str


@dataclass(frozen=True)
class MeshShape(MetalType):
    """The mesh of a mesh function: the attributes of vertices and primitives, their maximum numbers, and the
    topology.
    """

    name: str
    vertex: Members
    primitive: Members
    vertices: int
    primitives: int
    topology: str


@dataclass(frozen=True)
class ReadParameter:
    """A parameter of an entry point: its type; with `[[stage_in]]`, the members that replace it, if it is a struct."""

    type: MetalType
    is_staged: bool = False
    members: Members | None = None
    pixel: Members | None = None
    """The members of a struct that is not a `[[stage_in]]`."""


@dataclass(frozen=True)
class ReadEntry:
    """The constants of an entry point. `outputs`: the members of its result, if that is a struct."""

    function: Function
    parameters: list[ReadParameter]
    result: MetalType
    outputs: list[tuple[SourceMember, MetalType]] | None
    numbers: list[int]
    pixels: dict[MetalType, Members] = field(default_factory=dict)
    """The members of structs in the result."""


class TypeTables:
    """Reads the type tables of a module. `members` are those of the rewritten source, by number."""

    def __init__(self, module: Module, members: Sequence[SourceMember], air: Version) -> None:
        self._air = air
        self._globals = {variable.name: variable for variable in module.globals}
        self._members = members
        self._types: dict[GlobalVariable, MetalType] = {}
        self._unions: set[MetalType] = set()
        self._open: set[Value] = set()  # structs whose control points are being read

    def entry(self, number: int, *, is_called: bool = False) -> ReadEntry:
        """The entry point with this number. `is_called`: a visible function, whose result is a value."""
        function, parameters, result = self._fields(self._initializer(self._named(f"{ENTRY}{number}")))
        called = _target(function)
        assert isinstance(called, Function)
        results = []
        for row in self._rows(parameters):
            value, staged = self._fields(row)
            if _target(value) is None:
                break
            is_staged = bool(_integer(staged))
            members = list(self._arguments(value)) if is_staged and self._is_struct(value) else None
            results.append(ReadParameter(self.type(value), is_staged, members, self._listed(value)))
        outputs, pixels = (None, {}) if is_called else (self._outputs(result), self._pixels(result))
        return ReadEntry(called, results, self.type(result), outputs, self._numbers(number), pixels)

    def _arguments(
        self, value: Value, kept: frozenset[str] = frozenset(KINDS)
    ) -> Iterator[tuple[SourceMember, MetalType]]:
        """The members of a struct of arguments or results, with those of structs in it in their places. A member with
        an attribute of `kept` remains a struct.
        """
        self.members_of(value)
        for row in self._rows(self._fields(self._initializer(value))[6]):
            number, _, inner, _ = self._fields(row)
            if _integer(number) == _LAST_ROW:
                return
            member, _, type_ = self._member_row(row)
            if self._listed(inner) is not None and kept.isdisjoint(member.attributes):
                yield from self._arguments(inner, kept)
            else:
                yield member, type_

    def _listed(self, value: Value) -> Members | None:
        """The members of a struct, with those of structs in it; None for another type, and for a struct that the
        rewriter did not list.
        """
        fields = self._fields(self._initializer(value))
        is_listed = _integer(fields[0]) == _STRUCT and _target(fields[6]) is not None
        return list(self._arguments(value, frozenset())) if is_listed else None

    def _pixels(self, result: Value) -> dict[MetalType, Members]:
        """The members of structs that are members of the result."""
        fields = self._fields(self._initializer(result))
        if _integer(fields[0]) != _STRUCT or _target(fields[6]) is None:
            return {}
        pixels = {}
        for row in self._rows(fields[6]):
            number, _, value, _ = self._fields(row)
            if _integer(number) != _LAST_ROW and (members := self._listed(value)) is not None:
                pixels[self.type(value)] = members
        return pixels

    def _outputs(self, result: Value) -> list[tuple[SourceMember, MetalType]] | None:
        return list(self._arguments(result)) if self._is_struct(result) else None

    def _is_struct(self, value: Value) -> bool:
        return _integer(self._fields(self._initializer(value))[0]) == _STRUCT

    def _numbers(self, number: int) -> list[int]:
        variable = self._globals.get(f"{NUMBERS}{number}")
        if variable is None:
            return []
        return self._integers(variable.initializer)

    def function(self, name: str) -> Function:
        """The function whose address is in a variable of the rewriter."""
        variable = self._named(name)
        result = _target(variable.initializer) if variable.initializer is not None else None
        assert isinstance(result, Function)
        return result

    def stitching(self, number: int) -> list[list[Function]]:
        """The functions for the result and the arguments of a stitchable function."""
        types = _target(self._named(f"{STITCHED}{number}").initializer)  # type: ignore[arg-type]
        assert isinstance(types, GlobalVariable)
        results = []
        for item in self._fields(types.initializer):
            functions = [_target(value) for value in self._fields(self._initializer(item))]
            results.append([function for function in functions if isinstance(function, Function)])
        return results

    def named_type(self, name: str) -> MetalType:
        """The type whose table a variable of the rewriter points at."""
        address = self._named(name).initializer
        assert address is not None
        return self.type(address)

    def numbers(self, name: str) -> list[int]:
        """The numbers in an array that the rewriter declared."""
        return self._integers(self._named(name).initializer)

    def _integers(self, values: Value | None) -> list[int]:
        """The integers in a constant array."""
        if isinstance(values, Constant) and values.params and not values.operands:
            return [int(parameter) for parameter in values.params]
        return [_integer(item) for item in self._fields(values)]

    def members_of(self, value: Value) -> list[tuple[SourceMember, MetalType]]:
        """The members of a struct, with their types. BuildError if the rewriter did not list them."""
        fields = self._fields(self._initializer(value))
        if _target(fields[6]) is None:
            raise BuildError(f"the members of {self.type(value)} are not known")
        return [(member, type_) for member, _, type_ in self._members_rows(fields[6])]

    def _members_rows(self, rows: Value) -> Iterator[tuple[SourceMember, int, MetalType]]:
        for row in self._rows(rows):
            if _integer(self._fields(row)[0]) == _LAST_ROW:
                return
            yield self._member_row(row)

    def _member_row(self, row: Value) -> tuple[SourceMember, int, MetalType]:
        """A member of a struct, its offset and its type."""
        number, offset, value, computed = self._fields(row)
        member = self._member(_integer(number))
        if member.computed:
            values = self._integers(self._initializer(computed))
            computed_values = {name: (str(value),) for name, value in zip(member.computed, values, strict=False)}
            member = replace(member, attributes={**member.attributes, **computed_values})
        return member, _integer(offset), self.type(value, member.space)

    def _member(self, row: int) -> SourceMember:
        if row >= _LIBRARY_ROW:
            return SourceMember(_LIBRARY_MEMBERS[row - _LIBRARY_ROW], {}, None, "")
        return self._members[row]

    def type(self, value: Value, space: int | None = None) -> MetalType:
        """The type in the table at this address. `space`: the address space of a pointer in the source."""
        variable = _target(value)
        assert isinstance(variable, GlobalVariable)
        type_ = self._types.get(variable)
        if type_ is None:
            type_ = self._read_type(variable)
        return in_space(type_, space)

    def _read_type(self, variable: GlobalVariable) -> MetalType:
        kind, size, align, a, b, element, rows, name = self._fields(variable.initializer)
        numbers = _integer(size), _integer(align), _integer(a), _integer(b)
        word = _integer(kind)
        if word == _OTHER and not numbers[0]:
            return Void(_type_name(self._text(name)))  # its members are unknown
        if word in (_STRUCT, _OTHER):
            # Apple's metadata omits template arguments: MLX's `MLXConvParams<2>`.
            struct = Struct(re.sub(r"<.*>$", "", _type_name(self._text(name))))
            self._types[variable] = struct
            is_grouped = "::grouped<" in variable.name or "7groupedI" in variable.name
            if is_grouped:
                struct.name += "::(anonymous)"
            members = list(self._members_rows(rows) if _target(rows) else ())
            offsets = [offset for _, offset, _ in members]
            if len(set(offsets)) < len(offsets) and (is_grouped or word == _OTHER):
                self._unions.add(struct)
            self._lay_out(struct, members, numbers[0], numbers[1])
            return struct
        if word == _MESH:
            mesh = self._types[variable] = self._mesh(numbers[2], numbers[3], element, rows)
            return mesh
        result = self._types[variable] = self._plain(word, numbers, element, name)
        return result

    def _lay_out(
        self, struct: Struct, members: list[tuple[SourceMember, int, MetalType]], size: int, align: int
    ) -> None:
        """Give a struct its members. SourceError for an argument buffer that the specification (2.13) does not have:
        ids that do not increase, and unions.
        """
        placed: list[tuple[str, MetalType, int, int]] = []
        next_id = 0
        for member, offset, type_ in members:
            place = _id(member, next_id)
            if place < next_id and not _PREDICATE & set(member.attributes):
                raise source_error(member.where, f"id {place} is not greater than those of the members before")
            next_id = place + ids_of(type_)
            placed.append((member.name, type_, offset, place))
        has_ids = any("id" in member.attributes for member, _, _ in members)
        struct.lay_out(placed, size, align, has_ids=has_ids)
        if struct.is_argument_buffer:
            for member, _, type_ in members:
                if self._unions & {struct, _innermost(type_)}:
                    raise source_error(member.where, "an argument buffer can't contain a union")

    def _mesh(self, vertices: int, primitives: int, vertex: Value, rows: Value) -> MeshShape:
        number, _, primitive, _ = self._fields(self._rows(rows)[0])
        topology = _TOPOLOGIES[_integer(number)]
        has_data = self.type(primitive).name != "void"
        name = f"mesh<{self.type(vertex)}, {self.type(primitive)}, {vertices}, {primitives}, {topology}>"
        own = self.members_of(primitive) if has_data else []
        return MeshShape(name, self.members_of(vertex), own, vertices, primitives, topology)

    def _plain(self, kind: int, numbers: tuple[int, int, int, int], element: Value, name: Value) -> MetalType:
        _, _, a, b = numbers
        if kind == _VOID:
            return Void()
        if kind == _NUMBER:
            return NAMED[self._text(name)]
        if kind == _HANDLE:
            handle = HANDLE_TYPES[self._text(name)]
            return handle if b == 0 else replace(handle, name=self._handle_name(handle.name, a, b, element))
        held = self.type(element)
        if kind == _INTERPOLANT:
            return InterpolantType("interpolant", held, is_perspective=not a, of_vertices=a == _OF_VERTICES)
        if kind == _POINTS:
            if element in self._open:
                raise BuildError(f"{held} has control points of its own type")
            self._open.add(element)
            function = control_point_function(_symbol(element))
            members = self._listed(element) or []
            self._open.discard(element)
            return ControlPointsType("patch_control_point", held, members, function)
        if kind == _POINTER:
            access = AccessQualifier.READ if a else AccessQualifier.READ_WRITE
            return MetalPointer(held, AddressSpace.DEVICE, access, bool(b))
        if kind == _IMAGEBLOCK:
            if not isinstance(held, Struct):
                raise BuildError(f"an imageblock of {held}, which is not a struct")
            return ImageblockType(held, bool(a))
        if kind == _ARRAY:
            return Array(held, a)
        if kind == _ATOMIC:
            return Struct("metal::_atomic", [("__s", held)])  # the name in Apple's metadata
        if not isinstance(held, Scalar):
            raise BuildError(f"{held} can't be the element of a vector, a matrix or a texture")
        if kind == _MATRIX:
            return Matrix(held, a, b)
        if kind == _TEXTURE:
            return texture(self._text(name), held, ACCESS_WORDS[a])
        return Vector(held, a, packed=kind == _PACKED)

    def _handle_name(self, handle: str, tags: int, what: int, element: Value) -> str:
        """The name of a function table, an acceleration structure or a tensor in metadata.

        Source of the two ray tracing names: gfx-rs/metal-rs' library in the corpus. Tags are in the order of `TAGS`.
        That of AIR 2.3: the hybrid rendering sample of DsoTsin/metalib-spirv. Tensors: the probe `simple_matmul` of
        `mtlb.air.tensors`; `tags` is the number of dimensions, 0 if some are constants. A guess: how those are spelled.
        """
        if what == _OF_FUNCTIONS:
            signature = self._text(self._fields(self._initializer(element))[7])
            return f"{handle}<{_type_name(signature)}>"
        if what == _OF_TENSORS:
            shape = self._fields(self._initializer(element))
            extents = f"dextents<int, {tags}>" if tags else _type_name(self._text(shape[7]))
            return f"tensor<{self.type(shape[5]).name}, {extents}>"
        words = [tag for place, tag in enumerate(TAGS) if tags >> place & 1]
        if MULTI_LEVEL in words:
            words[words.index(MULTI_LEVEL)] = f"{INSTANCING}, max_levels<{tags >> 16}>"
        if not handle.endswith("acceleration_structure"):
            return f"{handle}<{', '.join(words)}>"
        return handle if self._air < STRUCTURE_TAGS_SINCE else f"acceleration_structure<{', '.join(words)}>"

    # --- constants

    def _named(self, name: str) -> GlobalVariable:
        return self._globals[name]

    def _initializer(self, value: Value) -> Value:
        variable = _target(value)
        assert isinstance(variable, GlobalVariable) and variable.initializer is not None
        return variable.initializer

    def _rows(self, value: Value) -> tuple[Value, ...]:
        initializer = self._initializer(value)
        return initializer.operands if isinstance(initializer, Constant) else ()

    @staticmethod
    def _fields(value: Value | None) -> list[Value]:
        """The fields of a constant struct or array; for zeroinitializer, null values of their types."""
        assert isinstance(value, Constant)
        if value.operands:
            return list(value.operands)
        count = value.type.params[0] if value.type.code is TypeCode.ARRAY else 1
        return [Constant(type_, value.code) for type_ in value.type.elements * count]

    def _text(self, value: Value) -> str:
        variable = _target(value)
        if not isinstance(variable, GlobalVariable) or not isinstance(variable.initializer, Constant):
            return ""
        return (
            bytes(parameter & 0xFF for parameter in variable.initializer.params)
            .rstrip(b"\0")
            .decode("utf-8", "replace")
        )


def in_space(type_: MetalType, space: int | None) -> MetalType:
    """A type; if it is a pointer, with the address space of the source."""
    if not isinstance(type_, MetalPointer) or space is None:
        return type_
    access = AccessQualifier.READ if space == AddressSpace.CONSTANT else type_.access
    return replace(type_, space=AddressSpace(space), access=access)


def _target(value: Value) -> GlobalValue | None:
    """The function or variable whose address a constant is; None for any other constant."""
    while isinstance(value, Constant) and not isinstance(value, GlobalValue) and value.operands:
        value = value.operands[0]
    return value if isinstance(value, GlobalValue) else None


def _symbol(value: Value) -> str:
    variable = _target(value)
    return "" if variable is None else variable.name


def _integer(value: Value) -> int:
    assert isinstance(value, Constant)
    bits = value.type.params[0]
    return int(value.params[0]) & ((1 << bits) - 1) if value.params else 0


def _type_name(text: str) -> str:
    """The name of a type in the text of `__PRETTY_FUNCTION__`: `... [T = Name]`."""
    return metal_names(text.partition("[T = ")[2].rpartition("]")[0])


_PREDICATE = frozenset({"function_constant"})
"""Members that may share an id, as a guess: at most one of them is there."""


def _innermost(type_: MetalType) -> MetalType:
    """The type of the elements of arrays."""
    while isinstance(type_, Array):
        type_ = type_.element
    return type_


def _id(member: SourceMember, next_id: int) -> int:
    """The index of a member in an argument buffer. Without `[[id(n)]]` it is the one after the indices of the member
    before (Apple's documentation, "Indexing argument buffers").
    """
    text = "".join(member.attributes.get("id", ())).rstrip("uUlL")
    return int(text, 0) if text else next_id
