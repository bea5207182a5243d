"""Resource definitions: constant buffers with the types of their variables, and bindings (RDEF).

Offsets are from the start of the data: number and offset of the buffers, of the bindings, minor (u8), major (u8),
program type (u16), flags, offset of the creator. From model 5.0 on eight words follow: a tag (`RD11`; of 5.1
0x25441313), the sizes 60 (header), 24 (buffer), 32 or 40 (binding; 5.1), 40 (variable), 36 (type), 12 (member), and the
number of interface slots. Before, the sizes are 24, 32, 24, 16, 12.

- Buffer: name, number and offset of variables, size, flags, type (0 cbuffer, 1 tbuffer, 2 interfaces, 3 structured).
- Variable: name, offset, size, flags (2: used), type, default (0: none), [first texture, number, first sampler,
  number].
- Type: u16 class, type, rows, columns, elements, number of members; offset of the members; [subtype, base class, number
  and offset of interfaces, name]. Member: name, type, offset in the structure.
- Binding: name, kind, return type, dimension, samples or stride, slot, count (0 without end), flags (2 comparison; 0xC
  components less one), [space, id].

Types that contain themselves are refused, and tables that overlap so much that they have 64 times the bytes of the
part.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..base.binary import Buffer
from .instruction_text import RECENT_STYLE, ListingStyle
from .view import PartView
from .words import RETURN_TYPES, word

_HEADER = struct.Struct("<4I2BH2I")
_EXTENDED = struct.Struct("<8I")  # from shader model 5.0 on
_BUFFER = struct.Struct("<6I")
_VARIABLE = struct.Struct("<6I")
_VARIABLE_5 = struct.Struct("<2i2i")
_TYPE = struct.Struct("<6HI")
_TYPE_5 = struct.Struct("<5I")
_MEMBER = struct.Struct("<3I")
_BINDING = struct.Struct("<8I")
_BINDING_51 = struct.Struct("<2I")

_MAX_NESTING = 64  # of structures

BINDING_TYPES = {
    0: "cbuffer",
    1: "tbuffer",
    2: "texture",
    3: "sampler",
    4: "UAV",
    5: "texture",
    6: "UAV",
    7: "texture",
    8: "UAV",
    9: "UAV",
    10: "UAV",
    11: "UAV",
    12: "rtaccel",
    13: "feedback",
}
"""The words of a binding's Type column."""
_STRUCTURED = (5, 6, 9, 10, 11)
_BYTES = (7, 8)
_STRUCTURED_DIMENSIONS = {5: "r/o", 6: "r/w", 7: "r/o", 8: "r/w", 9: "append", 10: "consume", 11: "r/w+cnt"}
_SAMPLER = 3
_COMPARISON = 2  # flag of a sampler
_DIMENSIONS = {
    0: "NA",
    1: "buf",
    2: "1d",
    3: "1darray",
    4: "2d",
    5: "2darray",
    6: "2dMS",
    7: "2dMSarray",
    8: "3d",
    9: "cube",
    10: "cubearray",
    11: "bufex",
}
_MULTISAMPLED = (6, 7)
_PREFIXES = {0: ("cb", "CB"), 1: ("t", "T"), 3: ("s", "S")}  # of a binding, and of its id
_READ = ("t", "T")
_WRITTEN = ("u", "U")
_WRITABLE = (4, 6, 8, 9, 10, 11)
_MISSING = (-1, 0, -1, 0)


@dataclass(frozen=True)
class TypeMember:
    """A member of a structure; `offset` in bytes from the start of the structure."""

    name: str
    type: ShaderType
    offset: int


@dataclass(frozen=True)
class ShaderType:
    """An HLSL type.
    `kind` is its class (0 scalar, 1 vector, 2 row-major matrix, 3 column-major matrix, 4 object, 5 structure, 6
    interface class, 7 interface pointer), `type` its base type; `elements` is 0 if it is not an array."""

    kind: int
    type: int
    rows: int
    columns: int
    elements: int
    members: tuple[TypeMember, ...] = ()
    name: str | None = None
    subtype: ShaderType | None = None
    base: ShaderType | None = None
    interfaces: tuple[ShaderType, ...] = ()


@dataclass(frozen=True)
class Variable:
    """A variable of a constant buffer; `offset` and `size` in bytes, `default` its initial bytes."""

    name: str
    offset: int
    size: int
    flags: int
    type: ShaderType
    default: bytes | None
    textures: tuple[int, int, int, int] = _MISSING
    """First texture and texture count, first sampler and sampler count; -1, 0, -1, 0 in every file seen."""

    @property
    def is_used(self) -> bool:
        """Whether the program reads it."""
        return bool(self.flags & 2)


@dataclass(frozen=True)
class ConstantBuffer:
    """A constant buffer, texture buffer (1), list of interface pointers (2) or layout of a structured buffer (3)."""

    name: str
    size: int
    flags: int
    type: int
    variables: tuple[Variable, ...]

    @property
    def word(self) -> str:
        """Its word in the listing."""
        return _BUFFER_WORDS.get(self.type, f"buffer of type {self.type}")


_BUFFER_WORDS = {0: "cbuffer", 1: "tbuffer", 2: "interfaces", 3: "Resource bind info for"}


@dataclass(frozen=True)
class Binding:
    """A resource and the slot that it is bound to; `space` and `id` from shader model 5.1 on."""

    name: str
    type: int
    return_type: int
    dimension: int
    samples: int
    """The sample count of a multisampled texture; the stride of a structured buffer in bytes."""
    point: int
    count: int
    """0 for an unbounded range (shader model 5.1)."""
    flags: int
    space: int | None = None
    id: int | None = None

    @property
    def type_word(self) -> str:
        """The column Type."""
        text = word(BINDING_TYPES, self.type)
        return f"{text}_c" if self.type == _SAMPLER and self.flags & _COMPARISON else text

    @property
    def format_word(self) -> str:
        """The column Format."""
        if self.type in _STRUCTURED:
            return "struct"
        if self.type in _BYTES:
            return "byte"
        if not self.return_type:
            return "NA"
        components = (self.flags >> 2 & 3) + 1
        return word(RETURN_TYPES, self.return_type) + (str(components) if components > 1 else "")

    @property
    def dimension_word(self) -> str:
        """The column Dim."""
        if (text := _STRUCTURED_DIMENSIONS.get(self.type)) is not None:
            return text
        text = word(_DIMENSIONS, self.dimension)
        return f"{text}{self.samples}" if self.dimension in _MULTISAMPLED and self.samples else text

    @property
    def _prefixes(self) -> tuple[str, str]:
        if self.type == 1:
            return _READ
        return _PREFIXES.get(self.type) or (_WRITTEN if self.type in _WRITABLE else _READ)

    @property
    def slot(self) -> str:
        """The column HLSL Bind, such as ``t0`` or ``s0,space2``."""
        space = f",space{self.space}" if self.space else ""
        return f"{self._prefixes[0]}{self.point}{space}"

    @property
    def id_word(self) -> str:
        """The column ID, such as ``T0``."""
        return f"{self._prefixes[1]}{self.id}"


@dataclass(frozen=True)
class ResourceDefinitions:
    """The contents of RDEF."""

    major: int
    minor: int
    program_type: int
    """0xFFFF for a pixel shader, 0xFFFE for a vertex shader, two letters for other stages."""
    flags: int
    creator: str
    buffers: tuple[ConstantBuffer, ...]
    bindings: tuple[Binding, ...]
    interface_slots: int
    view: PartView = field(compare=False)

    @property
    def has_ranges(self) -> bool:
        """Whether bindings have a space and an id: shader model 5.1."""
        return (self.major, self.minor) >= (5, 1)


class _Reader:
    def __init__(self, data: Buffer, base: int) -> None:
        self.view = PartView(data, base, "RDEF")
        self.types: dict[int, ShaderType] = {}
        self.open: set[int] = set()

    def read(self) -> ResourceDefinitions:
        view = self.view
        fields = view.unpack(_HEADER, 0, "header")
        buffers, buffer_offset, bindings, binding_offset, minor, major, program_type, flags, creator = fields
        self.is_5 = major >= 5
        sizes = (_HEADER.size, _BUFFER.size, _BINDING.size, _VARIABLE.size, _TYPE.size, _MEMBER.size)
        slots = 0
        if self.is_5:
            _, *stated, slots = view.unpack(_EXTENDED, _HEADER.size, "sizes of records")
            least = (60, _BUFFER.size, _BINDING.size, 40, 36, _MEMBER.size)
            if any(size < minimum for size, minimum in zip(stated, least, strict=True)):
                raise view.fail(f"sizes of records {stated} are too small", _HEADER.size + 4)
            sizes = tuple(stated)
        _, self.buffer_size, self.binding_size, self.variable_size, self.type_size, self.member_size = sizes
        return ResourceDefinitions(
            major,
            minor,
            program_type,
            flags,
            view.string(creator, "creator"),
            tuple(self.buffer(at) for at in view.table(buffer_offset, buffers, self.buffer_size, "constant buffers")),
            tuple(self.binding(at) for at in view.table(binding_offset, bindings, self.binding_size, "bindings")),
            slots,
            view,
        )

    def record(self, at: int, size: int, what: str) -> int:
        return self.view.cover(at, size, what)

    def buffer(self, at: int) -> ConstantBuffer:
        self.record(at, self.buffer_size, "constant buffer")
        name, count, offset, size, flags, kind = _BUFFER.unpack_from(self.view.data, at)
        table = self.view.table(offset, count, self.variable_size, "variables")
        variables = tuple(self.variable(entry) for entry in table)
        return ConstantBuffer(self.view.string(name, "name of a buffer"), size, flags, kind, variables)

    def variable(self, at: int) -> Variable:
        self.record(at, self.variable_size, "variable")
        name, start, size, flags, kind, default = _VARIABLE.unpack_from(self.view.data, at)
        textures = _VARIABLE_5.unpack_from(self.view.data, at + _VARIABLE.size) if self.is_5 else _MISSING
        return Variable(
            self.view.string(name, "name of a variable"),
            start,
            size,
            flags,
            self.type(kind),
            self.view.bytes_at(default, size, "default value") if default else None,
            textures,
        )

    def type(self, at: int) -> ShaderType:
        if (cached := self.types.get(at)) is not None:
            return cached
        if at in self.open:
            raise self.view.fail("a type contains itself", at)
        if len(self.open) >= _MAX_NESTING:
            raise self.view.fail(f"types within types, more than {_MAX_NESTING} deep", at)
        self.open.add(at)
        view = self.view
        self.record(at, self.type_size, "type")
        kind, type, rows, columns, elements, count, offset = _TYPE.unpack_from(view.data, at)
        members = []
        for entry in view.table(offset, count, self.member_size, "members"):
            self.record(entry, self.member_size, "member")
            member_name, member, place = _MEMBER.unpack_from(view.data, entry)
            members.append(TypeMember(view.string(member_name, "name of a member"), self.type(member), place))
        name: str | None = None
        subtype = base = None
        interfaces: tuple[ShaderType, ...] = ()
        if self.is_5:
            subtype_at, base_at, interface_count, interface_at, name_at = _TYPE_5.unpack_from(
                view.data, at + _TYPE.size
            )
            name = view.string(name_at, "name of a type") if name_at else None
            subtype = self.type(subtype_at) if subtype_at else None
            base = self.type(base_at) if base_at else None
            view.table(interface_at, interface_count, 4, "interfaces")
            offsets = view.words(interface_at, interface_count, "interfaces") if interface_at else ()
            interfaces = tuple(self.type(offset) for offset in offsets)
        shader_type = ShaderType(kind, type, rows, columns, elements, tuple(members), name, subtype, base, interfaces)
        self.open.remove(at)
        self.types[at] = shader_type
        return shader_type

    def binding(self, at: int) -> Binding:
        self.record(at, self.binding_size, "binding")
        name, *fields = _BINDING.unpack_from(self.view.data, at)
        more = ()
        if self.binding_size >= _BINDING.size + _BINDING_51.size:
            more = _BINDING_51.unpack_from(self.view.data, at + _BINDING.size)
        return Binding(self.view.string(name, "name of a resource"), *fields, *more)


def read_resources(data: Buffer, *, base: int = 0) -> ResourceDefinitions:
    """The contents of an RDEF part.
    Raises FormatError, with the offset, for tables and strings outside of the part, and for types that contain
    themselves."""
    return _Reader(data, base).read()


# --- the listing ------------------------------------------------------------------------------------------------------

_SCALAR, _VECTOR, _ROWS, _COLUMNS, _OBJECT, _STRUCT, _CLASS, _POINTER = range(8)
_TYPE_NAMES = (
    "void bool int float string texture texture1D texture2D texture3D textureCube sampler sampler1D sampler2D "
    "sampler3D samplerCube pixelshader vertexshader pixelfragment vertexfragment uint uint8 geometryshader "
    "rasterizer depthstencil blend buffer cbuffer tbuffer texture1DArray texture2DArray rendertargetview "
    "depthstencilview texture2DMS texture2DMSArray textureCubeArray hullshader domainshader interface "
    "computeshader double RWTexture1D RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D RWBuffer "
    "ByteAddressBuffer RWByteAddressBuffer StructuredBuffer RWStructuredBuffer AppendStructuredBuffer "
    "ConsumeStructuredBuffer min8float min10float min16float min12int min16int min16uint int16_t uint16_t "
    "float16_t int64_t uint64_t"
)
_TYPE_WORDS = dict(enumerate(_TYPE_NAMES.split()))
_LEFT = 37  # the width before the offset column


def type_word(type: ShaderType) -> str:
    """The name of a type in a declaration, such as ``row_major float4x4``; for a structure ``struct NAME``."""
    if type.kind == _STRUCT:
        return f"struct {type.name}" if type.name else "struct"
    if type.kind == _CLASS:
        return f"class {type.name}" if type.name else "class"
    if type.kind == _POINTER:
        return f"interface {type.name or (type.subtype.name if type.subtype and type.subtype.name else '')}".rstrip()
    text = word(_TYPE_WORDS, type.type)
    if type.kind == _VECTOR:
        return f"{text}{type.columns}"
    if type.kind in (_ROWS, _COLUMNS):
        return f"{'row_major ' if type.kind == _ROWS else ''}{text}{type.rows}x{type.columns}"
    return text


def buffer_lines(resources: ResourceDefinitions) -> Iterator[str]:
    """The block ``Buffer Definitions``, without the leading slashes."""
    yield "Buffer Definitions: "
    yield ""
    for buffer in resources.buffers:
        yield f"{buffer.word} {buffer.name}"
        yield "{"
        yield ""
        for variable in buffer.variables:
            unused = "" if variable.is_used else " [unused]"
            yield from _variable_lines(variable.name, variable.type, variable.offset, variable.size, unused)
            if variable.default is not None:
                yield from _default_lines(variable.default)
        yield ""
        yield "}"
        yield ""
    yield ""


def _variable_lines(name: str, type: ShaderType, offset: int, size: int, unused: str) -> Iterator[str]:
    place = f"// Offset: {offset:4} Size: {size:5}{unused}"
    declared = f"{name}[{type.elements}]" if type.elements else name
    if type.kind in (_STRUCT, _CLASS):
        yield from _structure_lines(type, declared, offset, "  ", place)
    else:
        yield f"{f'  {type_word(type)} {declared};':{_LEFT}}{place}"


def _structure_lines(type: ShaderType, declared: str, offset: int, indent: str, place: str) -> Iterator[str]:
    yield f"{indent}{type_word(type)}"
    yield f"{indent}{{"
    yield f"{indent}    "
    for member in type.members:
        at = offset + member.offset
        inner = f"{member.name}[{member.type.elements}]" if member.type.elements else member.name
        if member.type.kind in (_STRUCT, _CLASS):
            yield from _structure_lines(member.type, inner, at, f"{indent}    ", f"// Offset: {at:4}")
        else:
            yield f"{f'{indent}    {type_word(member.type)} {inner};':{_LEFT}}// Offset: {at:4}"
    yield ""
    yield f"{f'{indent}}} {declared};':{_LEFT}}{place}"


def _default_lines(default: bytes) -> Iterator[str]:
    words = [f"0x{value:08x} " for (value,) in struct.iter_unpack("<I", default[: len(default) // 4 * 4])]
    for start in range(0, len(words), 4):
        yield f"{'     = ' if start == 0 else '       '}{''.join(words[start : start + 4])}"


def binding_lines(resources: ResourceDefinitions, style: ListingStyle = RECENT_STYLE) -> Iterator[str]:
    """The block ``Resource Bindings``, without the leading slashes."""
    columns = [("Name", -30), ("Type", 10), ("Format", 7), ("Dim", 11)]
    if style.old_bindings:
        columns += [("Slot", 4), ("Elements", 8)]
    else:
        columns += [*([("ID", 7)] if resources.has_ranges else []), ("HLSL Bind", 14), ("Count", 6)]
    yield "Resource Bindings:"
    yield ""
    yield " ".join(f"{title:{'<' if width < 0 else '>'}{abs(width)}}" for title, width in columns)
    yield " ".join("-" * abs(width) for _, width in columns)
    for binding in resources.bindings:
        row = f"{binding.name:30} {binding.type_word:>10} {binding.format_word:>7} {binding.dimension_word:>11} "
        if style.old_bindings:
            yield f"{row}{binding.point:4} {binding.count:8}"
        else:
            ranges = f"{binding.id_word:>7} " if resources.has_ranges else ""
            count = str(binding.count) if binding.count or not resources.has_ranges else "unbounded"
            yield f"{row}{ranges}{binding.slot:>14} {count:>6} "
    yield ""
    yield ""
