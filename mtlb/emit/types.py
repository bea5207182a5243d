"""Metal's types: names, sizes and alignments in bytes, layouts of structs.

A type has the properties that LLVM's type lacks: the sign of an integer, the name in metadata, the content of an
argument buffer. Types are compared by value, structs by identity. `lowering.py` converts them to LLVM types.

Source of sizes and alignments: the Metal Shading Language Specification, chapter 2; they equal those in AIR's data
layout for the LLVM types (tests/emit/test_values.py compares them).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from ..air.textures import COMPONENTS, SHAPES
from ..base.classes import NamedTuple, dataclass, field
from ..base.errors import BuildError
from ..base.metal import AccessQualifier, AddressSpace


class MetalType:
    """A type of Metal. `name` is its spelling in Metal and in metadata."""

    name: str

    @property
    def size(self) -> int:
        """The distance in bytes between elements of an array. BuildError for a type that memory can't hold."""
        raise BuildError(f"{self.name} has no layout in memory")

    @property
    def align(self) -> int:
        """Alignment in bytes; raises what `size` does."""
        raise BuildError(f"{self.name} has no layout in memory")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Void(MetalType):
    """The void type."""

    name: str = "void"


@dataclass(frozen=True)
class Scalar(MetalType):
    """A number. `kind`: "float", "int", "uint" or "bool"; `bits`: its width (bool: 1, one byte in memory).

    `code` is its code in mangled names.
    """

    name: str
    kind: str
    bits: int
    code: str
    # They follow from `kind`; translators ask for them several times for each instruction.
    is_float: bool = field(init=False, repr=False, compare=False)
    """Whether it is a floating-point type."""
    is_signed: bool = field(init=False, repr=False, compare=False)
    """Whether it is a signed integer."""
    is_bool: bool = field(init=False, repr=False, compare=False)
    """Whether it is bool."""
    is_integer: bool = field(init=False, repr=False, compare=False)
    """Whether it is an integer other than bool."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_float", self.kind == "float")
        object.__setattr__(self, "is_signed", self.kind == "int")
        object.__setattr__(self, "is_bool", self.kind == "bool")
        object.__setattr__(self, "is_integer", self.kind in ("int", "uint"))

    def __eq__(self, other: object) -> bool:
        """Types of numbers are compared at each operation, most of them with themselves."""
        if self is other:
            return True
        return isinstance(other, Scalar) and self.name == other.name and self._values() == other._values()

    def _values(self) -> tuple[str, str, int, str]:
        return self.name, self.kind, self.bits, self.code

    def __hash__(self) -> int:
        return hash(self._values())

    @cached_property
    def size(self) -> int:
        """The size in bytes."""
        return max(self.bits // 8, 1)

    @cached_property
    def align(self) -> int:
        """The alignment in bytes."""
        return self.size

    def wrapped(self, value: int) -> int:
        """An integer modulo the width, in the range of the type."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.is_signed and value >> self.bits - 1 else value


@dataclass(frozen=True)
class Vector(MetalType):
    """2, 3 or 4 numbers (8 and 16 only in code, not in memory; 1 is `vec<T, 1>`, whose name `float1` is a guess).

    A packed vector has the alignment of its element.
    """

    element: Scalar
    count: int
    packed: bool = False

    def __post_init__(self) -> None:
        if self.count not in (1, 2, 3, 4, 8, 16):
            raise BuildError(f"a vector has 1, 2, 3, 4, 8 or 16 elements, not {self.count}")
        if self.packed and (self.element.is_bool or self.count > 4):
            raise BuildError(f"Metal has no packed vector of {self.count} {self.element.name}")

    @property
    def name(self) -> str:  # type: ignore[override]
        """`float4`, `packed_float3`."""
        return f"{'packed_' if self.packed else ''}{self.element.name}{self.count}"

    @property
    def size(self) -> int:
        """The size in bytes; an unpacked vector of 3 takes as much as a vector of 4."""
        return self.element.size * (4 if self.count == 3 and not self.packed else self.count)

    @property
    def align(self) -> int:
        """The alignment in bytes."""
        return self.element.align if self.packed else self.size

    @property
    def unpacked(self) -> Vector:
        """The type of a loaded value."""
        return Vector(self.element, self.count) if self.packed else self


@dataclass(frozen=True)
class Matrix(MetalType):
    """`columns` vectors of `rows` numbers."""

    element: Scalar
    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not self.element.is_float or not (1 < self.columns < 5 and 1 < self.rows < 5):
            raise BuildError(f"Metal has no matrix of {self.columns} by {self.rows} {self.element.name}")

    @property
    def name(self) -> str:  # type: ignore[override]
        """`float4x3`: columns by rows."""
        return f"{self.element.name}{self.columns}x{self.rows}"

    @property
    def column(self) -> Vector:
        """The type of a column."""
        return Vector(self.element, self.rows)

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.columns * self.column.size

    @property
    def align(self) -> int:
        """The alignment in bytes."""
        return self.column.align


@dataclass(frozen=True)
class Array(MetalType):
    """An array of `count` elements."""

    element: MetalType
    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BuildError(f"an array of {self.count} elements")

    @property
    def name(self) -> str:  # type: ignore[override]
        """`array<float, 4>`."""
        return f"array<{self.element.name}, {self.count}>"

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.element.size * self.count

    @property
    def align(self) -> int:
        """The alignment in bytes."""
        return self.element.align


@dataclass(frozen=True)
class MetalPointer(MetalType):
    """A pointer to `pointee` in an address space. `access`: the access in an argument buffer's metadata."""

    pointee: MetalType
    space: AddressSpace
    access: AccessQualifier = AccessQualifier.READ_WRITE
    is_reference: bool = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """`device float*`."""
        space = self.space.name.lower() if self.space is not AddressSpace.PRIVATE else "thread"
        return f"{space} {self.pointee.name}{'&' if self.is_reference else '*'}"

    def __str__(self) -> str:
        is_const = self.access is AccessQualifier.READ and self.space is not AddressSpace.CONSTANT
        return f"const {self.name}" if is_const else self.name

    @property
    def size(self) -> int:
        """8 bytes."""
        return 8

    @property
    def align(self) -> int:
        """8 bytes."""
        return 8


@dataclass(frozen=True)
class Handle(MetalType):
    """An opaque resource: a sampler, a function table, an acceleration structure, a command buffer.

    `word`: the name of its opaque struct (`struct._<word>_t`); `kind`: the metadata's word for an argument of this
    type.
    """

    name: str
    word: str
    space: AddressSpace
    kind: str
    access: AccessQualifier | None = None

    @property
    def size(self) -> int:
        """8 bytes, in an argument buffer."""
        return 8

    @property
    def align(self) -> int:
        """8 bytes."""
        return 8


@dataclass(frozen=True)
class Texture(Handle):
    """A texture of `component` (float, half, int, uint, short, ushort). `shape`: ``texture2d``, ``depth2d_array``, …"""

    component: Scalar | None = None
    shape: str = ""


@dataclass(frozen=True)
class SimdgroupMatrix(MetalType):
    """8 by 8 numbers, distributed over the threads of a SIMD-group; only in private memory."""

    element: Scalar

    @property
    def size(self) -> int:
        """The size of 64 numbers."""
        return 64 * self.element.size

    @property
    def align(self) -> int:
        """The alignment equals the size, as for LLVM's vectors."""
        return self.size

    @property
    def name(self) -> str:  # type: ignore[override]
        """`simdgroup_float8x8`."""
        return f"simdgroup_{self.element.name}8x8"


class StructMember(NamedTuple):
    """A member of a struct: `offset` in bytes; `id` of its (first) argument in an argument buffer."""

    name: str
    type: MetalType
    offset: int
    id: int


MemberLike = tuple[str, MetalType] | tuple[str, MetalType, int]


class Struct(MetalType):
    """A struct with Metal's layout: members in order, each at a multiple of its alignment.

    `members` are pairs (name, type), or triples with the member's ``[[id(n)]]`` in an argument buffer; ids that are not
    given count up. `define` may set the members later, so that a pointer in the struct may point at the struct.
    BuildError for a repeated name or id, for an empty list, and for a type that memory can't hold.
    """

    def __init__(self, name: str, members: Iterable[MemberLike] | None = None) -> None:
        self.name = name
        self._members: tuple[StructMember, ...] | None = None
        self._size = self._align = 0
        self._has_ids = False
        if members is not None:
            self.define(members)

    def define(self, members: Iterable[MemberLike]) -> Struct:
        """Set the members; returns the struct itself."""
        if self._members is not None:
            raise BuildError(f"struct {self.name} already has its members")
        placed: list[StructMember] = []
        offset, next_id, names = 0, 0, set[str]()
        ids: list[tuple[int, int, str]] = []  # in order: the first id, the id after the last, the member's name
        for member in members:
            if not isinstance(member, tuple) or len(member) not in (2, 3) or not isinstance(member[1], MetalType):
                raise BuildError(
                    f"struct {self.name}: {member!r:.60} is not a member (expected (name, type) or (name, type, id))"
                )
            name, type, *arguments = member
            if name in names:
                raise BuildError(f"struct {self.name}: two members are named {name!a}")
            if type is self:
                raise BuildError(f"struct {self.name}: member {name!a} holds the struct itself")
            names.add(name)
            offset = -(-offset // type.align) * type.align
            first = arguments[0] if arguments else next_id
            self._has_ids |= bool(arguments)
            next_id = first + ids_of(type)
            at = bisect_right(ids, first, key=lambda id_: id_[0])
            for start, end, other in ids[max(at - 1, 0) : at + 1]:
                if start < next_id and first < end:
                    both = max(start, first)
                    raise BuildError(f"struct {self.name}: members {other!a} and {name!a} both have id {both}")
            ids.insert(at, (first, next_id, name))
            placed.append(StructMember(name, type, offset, first))
            offset += type.size
            self._align = max(self._align, type.align)
        if not placed:
            raise BuildError(f"struct {self.name} has no members")
        self._members = tuple(placed)
        self._size = -(-offset // self._align) * self._align
        return self

    def lay_out(
        self, members: Iterable[tuple[str, MetalType, int, int]], size: int, align: int, *, has_ids: bool = False
    ) -> Struct:
        """Set members with given offsets, as another compiler chose them: (name, type, offset, id); returns the struct
        itself. `has_ids`: the source gives ids.

        Such a struct may be empty, and its members may share an offset.
        """
        if self._members is not None:
            raise BuildError(f"struct {self.name} already has its members")
        self._members = tuple(StructMember(*member) for member in members)
        self._size, self._align, self._has_ids = size, align, has_ids
        return self

    @property
    def members(self) -> tuple[StructMember, ...]:
        """The members in order. BuildError before `define`."""
        if self._members is None:
            raise BuildError(f"struct {self.name} has no layout: its members are not defined yet")
        return self._members

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self._size if self.members is not None else 0

    @property
    def align(self) -> int:
        """The alignment in bytes."""
        return self._align if self.members is not None else 0

    def index(self, name: str) -> int:
        """The index of a member. BuildError for an unknown name."""
        for place, member in enumerate(self.members):
            if member.name == name:
                return place
        text = ", ".join(member.name for member in self.members)
        raise BuildError(f"struct {self.name} has no member {name!a} (it has {text})")

    @property
    def is_argument_buffer(self) -> bool:
        """Whether it contains pointers or resources, directly or in nested structs and arrays, or its members have ids:
        Apple's compiler has made an argument buffer of numbers with ids (`rtReflection` of a library of the corpus).
        """
        return self._has_ids or any(_holds_arguments(member.type) for member in self.members)

    def __repr__(self) -> str:
        return f"<Struct {self.name}>"


def _holds_arguments(type: MetalType) -> bool:
    if isinstance(type, Array):
        return _holds_arguments(type.element)
    return isinstance(type, (MetalPointer, Handle)) or (isinstance(type, Struct) and type.is_argument_buffer)


def ids_of(type: MetalType) -> int:
    """The number of ids that a member of this type takes in an argument buffer."""
    if isinstance(type, Array):
        return ids_of(type.element) * type.count
    if isinstance(type, Struct):
        return max((member.id + ids_of(member.type) for member in type.members), default=1)
    return 1


def element_of(type: MetalType) -> Scalar | None:
    """The element type of a scalar, vector or matrix; None for other types."""
    if isinstance(type, Scalar):
        return type
    if isinstance(type, (Vector, Matrix, SimdgroupMatrix)):
        return type.element
    return None


def fits(type: MetalType, required: MetalType) -> bool:
    """Whether a value of `type` can be used for `required`: the same type, or a pointer with more access."""
    if type is required:
        return True
    if isinstance(type, MetalPointer) and isinstance(required, MetalPointer):
        rights = type.access is required.access or AccessQualifier.READ_WRITE is type.access
        rights = rights or required.access is AccessQualifier.READ or required.space is AddressSpace.CONSTANT
        return rights and (type.pointee, type.space) == (required.pointee, required.space)
    return type == required


def scalars_in(type: MetalType) -> Iterator[Scalar]:
    """The scalar types in a type, including those of struct members, but not those of pointees."""
    if isinstance(type, Array):
        yield from scalars_in(type.element)
    elif isinstance(type, Struct):
        for member in type.members:
            yield from scalars_in(member.type)
    elif (element := element_of(type)) is not None:
        yield element


_ACCESS = {"read": AccessQualifier.READ, "write": AccessQualifier.WRITE, "read_write": AccessQualifier.READ_WRITE}
_TEXTURE_ACCESS = {**_ACCESS, "sample": AccessQualifier.SAMPLE}


def access_of(word: str, *, texture: bool = False) -> AccessQualifier:
    """The access qualifier for "read", "write", "read_write", or for a texture "sample". BuildError for another
    word.
    """
    words = _TEXTURE_ACCESS if texture else _ACCESS
    if word not in words:
        raise BuildError(f"unknown access {word!a} (one of {', '.join(words)})")
    return words[word]


def vector(element: Scalar, count: int) -> Vector:
    """The vector of `count` elements: 1, 2, 3, 4, 8 or 16."""
    return Vector(element, count)


def packed(type: Vector) -> Vector:
    """The packed form of a vector, without padding in memory."""
    return Vector(type.element, type.count, packed=True)


def matrix(element: Scalar, columns: int, rows: int) -> Matrix:
    """The matrix of `columns` by `rows`: 2 to 4 each, of float or half."""
    return Matrix(element, columns, rows)


def array(element: MetalType, count: int) -> Array:
    """The array type of `count` elements."""
    return Array(element, count)


def ptr(pointee: MetalType, space: AddressSpace, access: str = "read_write") -> MetalPointer:
    """A pointer to `pointee` in `space`. `access` only matters in argument buffers, whose metadata contains it."""
    if space is AddressSpace.CONSTANT:
        access = "read"
    return MetalPointer(pointee, space, access_of(access))


def texture(shape: str, component: Scalar, access: str = "sample") -> Texture:
    """A texture type. `shape`: ``texture2d``, ``depthcube_array``, …; `component`: the type of each component of a
    texel.

    `access`: "sample" (also allows reads), "read", "write" or "read_write". BuildError for an unknown shape, an invalid
    component type, a depth texture of a type other than float, and an access that the shape does not allow.
    """
    row = SHAPES.get(shape)
    if row is None:
        raise BuildError(f"unknown kind of texture {shape!a} (one of {', '.join(SHAPES)})")
    if component.name not in COMPONENTS:
        raise BuildError(f"{shape}: a texture can't be of {component.name}")
    if row.is_depth and component.name not in ("float", "half"):
        raise BuildError(f"{shape}: a depth texture is of float, not of {component.name}")
    qualifier = access_of(access, texture=True)
    if (row.is_multisampled and access != "read") or (row.is_depth and access not in ("sample", "read")):
        raise BuildError(f"{shape}: access {access} is not allowed")
    if row.is_buffer and access == "sample":
        raise BuildError(f"{shape}: a texture buffer can't be sampled")
    return Texture(
        f"{shape}<{component.name}, {access}>",
        row.word,
        AddressSpace.DEVICE,
        "texture",
        qualifier,
        component,
        shape,
    )


def with_count(element: Scalar, like_type: MetalType) -> MetalType:
    """`element`, or a vector of it with as many elements as `like_type`."""
    return Vector(element, like_type.count) if isinstance(like_type, Vector) else element
