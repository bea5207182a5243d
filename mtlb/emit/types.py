"""Metal's types: names, sizes and alignments in bytes, layouts of structs.

A type knows what LLVM forgets: the sign of an integer, the name that metadata has, what an argument buffer holds. Types
are compared by what they are, structs by identity. `lowering.py` makes LLVM types of them.

Source of sizes and alignments: the Metal Shading Language Specification, chapter 2; the same as the data layout of AIR
gives the LLVM types (tests/emit/test_values.py compares them).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..air.textures import COMPONENTS, SHAPES
from ..base.errors import BuildError
from ..base.metal import AccessQualifier, AddressSpace


class MetalType:
    """A type of Metal. `name` is its spelling in Metal and in metadata."""

    name: str

    @property
    def size(self) -> int:
        """Bytes from one element of an array to the next. BuildError for a type that memory can't hold."""
        raise BuildError(f"{self.name} has no layout in memory")

    @property
    def align(self) -> int:
        """Alignment in bytes; raises what `size` does."""
        raise BuildError(f"{self.name} has no layout in memory")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Void(MetalType):
    """No value."""

    name: str = "void"


@dataclass(frozen=True)
class Scalar(MetalType):
    """A number. `kind`: "float", "int", "uint" or "bool"; `bits`: its width (bool: 1, one byte in memory).

    `code` is what the type is in mangled names.
    """

    name: str
    kind: str
    bits: int
    code: str

    @property
    def size(self) -> int:
        """Bytes."""
        return max(self.bits // 8, 1)

    @property
    def align(self) -> int:
        """Bytes."""
        return self.size

    @property
    def is_float(self) -> bool:
        """Whether it is a floating-point type."""
        return self.kind == "float"

    @property
    def is_signed(self) -> bool:
        """Whether it is a signed integer."""
        return self.kind == "int"

    @property
    def is_bool(self) -> bool:
        """Whether it is bool."""
        return self.kind == "bool"

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer other than bool."""
        return self.kind in ("int", "uint")

    def wrapped(self, value: int) -> int:
        """An integer modulo the width, as a number that the type has."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.is_signed and value >> self.bits - 1 else value


@dataclass(frozen=True)
class Vector(MetalType):
    """2, 3 or 4 numbers (8 and 16 inside of a program). A packed one has the alignment of its element in memory."""

    element: Scalar
    count: int
    packed: bool = False

    def __post_init__(self) -> None:
        if self.count not in (2, 3, 4, 8, 16):
            raise BuildError(f"a vector has 2, 3, 4, 8 or 16 elements, not {self.count}")
        if self.packed and (self.element.is_bool or self.count > 4):
            raise BuildError(f"Metal has no packed vector of {self.count} {self.element.name}")

    @property
    def name(self) -> str:  # type: ignore[override]
        """`float4`, `packed_float3`."""
        return f"{'packed_' if self.packed else ''}{self.element.name}{self.count}"

    @property
    def size(self) -> int:
        """Bytes; a vector of 3 takes as much as one of 4, unless it is packed."""
        return self.element.size * (4 if self.count == 3 and not self.packed else self.count)

    @property
    def align(self) -> int:
        """Bytes."""
        return self.element.align if self.packed else self.size

    @property
    def unpacked(self) -> Vector:
        """The type of the value that a load gives."""
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
        """Bytes."""
        return self.columns * self.column.size

    @property
    def align(self) -> int:
        """Bytes."""
        return self.column.align


@dataclass(frozen=True)
class Array(MetalType):
    """`count` elements one after the other."""

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
        """Bytes."""
        return self.element.size * self.count

    @property
    def align(self) -> int:
        """Bytes."""
        return self.element.align


@dataclass(frozen=True)
class MetalPointer(MetalType):
    """The address of a `pointee` in an address space. `access`: what is done with it, for argument buffers."""

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
    """A resource that programs only pass on: a sampler, a function table, an acceleration structure, a command buffer.

    `word`: the name of its opaque struct (`struct._<word>_t`); `kind`: the metadata's word for an argument of it.
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
    """8 by 8 numbers that the threads of a SIMD-group hold together; in memory of the thread alone."""

    element: Scalar

    @property
    def size(self) -> int:
        """That of 64 numbers."""
        return 64 * self.element.size

    @property
    def align(self) -> int:
        """The size, as of LLVM's vectors."""
        return self.size

    @property
    def name(self) -> str:  # type: ignore[override]
        """`simdgroup_float8x8`."""
        return f"simdgroup_{self.element.name}8x8"


class StructMember(NamedTuple):
    """A member of a struct: `offset` in bytes; `id` of its argument, or of its first one, in an argument buffer."""

    name: str
    type: MetalType
    offset: int
    id: int


MemberLike = tuple[str, MetalType] | tuple[str, MetalType, int]


class Struct(MetalType):
    """A struct with Metal's layout: members in order, each at a multiple of its alignment.

    `members` are pairs (name, type), or triples with the member's ``[[id(n)]]`` in an argument buffer; without one, ids
    count up. A struct may be given its members later, by `define`, so that a pointer in it may point at it.
    BuildError for two members of one name or id, for no member, and for a type that memory can't hold.
    """

    def __init__(self, name: str, members: Iterable[MemberLike] | None = None) -> None:
        self.name = name
        self._members: tuple[StructMember, ...] | None = None
        self._size = self._align = 0
        if members is not None:
            self.define(members)

    def define(self, members: Iterable[MemberLike]) -> Struct:
        """Give the struct its members; the struct itself."""
        if self._members is not None:
            raise BuildError(f"struct {self.name} already has its members")
        placed: list[StructMember] = []
        offset, next_id, names = 0, 0, set[str]()
        ids: list[tuple[int, int, str]] = []  # in order: the first, the one after the last, the member
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

    def lay_out(self, members: Iterable[tuple[str, MetalType, int, int]], size: int, align: int) -> Struct:
        """Give the struct members whose places another compiler chose: (name, type, offset, id); the struct itself.

        A struct that is laid out so may have no members, and some at one offset.
        """
        if self._members is not None:
            raise BuildError(f"struct {self.name} already has its members")
        self._members = tuple(StructMember(*member) for member in members)
        self._size, self._align = size, align
        return self

    @property
    def members(self) -> tuple[StructMember, ...]:
        """In order. BuildError before `define`."""
        if self._members is None:
            raise BuildError(f"struct {self.name} has no layout: its members are not defined yet")
        return self._members

    @property
    def size(self) -> int:
        """Bytes."""
        return self._size if self.members is not None else 0

    @property
    def align(self) -> int:
        """Bytes."""
        return self._align if self.members is not None else 0

    def index(self, name: str) -> int:
        """The place of a member. BuildError for a name that no member has."""
        for place, member in enumerate(self.members):
            if member.name == name:
                return place
        text = ", ".join(member.name for member in self.members)
        raise BuildError(f"struct {self.name} has no member {name!a} (it has {text})")

    @property
    def is_argument_buffer(self) -> bool:
        """Whether it holds pointers or resources, also in structs and arrays inside of it."""
        return any(_holds_arguments(member.type) for member in self.members)

    def __repr__(self) -> str:
        return f"<Struct {self.name}>"


def _holds_arguments(type: MetalType) -> bool:
    if isinstance(type, Array):
        return _holds_arguments(type.element)
    return isinstance(type, (MetalPointer, Handle)) or (isinstance(type, Struct) and type.is_argument_buffer)


def ids_of(type: MetalType) -> int:
    """How many ids of an argument buffer a member of this type takes."""
    if isinstance(type, Array):
        return ids_of(type.element) * type.count
    if isinstance(type, Struct):
        return max((member.id + ids_of(member.type) for member in type.members), default=1)
    return 1


def element_of(type: MetalType) -> Scalar | None:
    """The number that a scalar, vector or matrix is made of; None for other types."""
    if isinstance(type, Scalar):
        return type
    if isinstance(type, (Vector, Matrix, SimdgroupMatrix)):
        return type.element
    return None


def scalars_in(type: MetalType) -> Iterator[Scalar]:
    """The numbers in a type, those of members of structs included; what pointers point at is not."""
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
    """The access qualifier of "read", "write", "read_write", or of a texture "sample". BuildError for another word."""
    words = _TEXTURE_ACCESS if texture else _ACCESS
    if word not in words:
        raise BuildError(f"unknown access {word!a} (one of {', '.join(words)})")
    return words[word]


def vector(element: Scalar, count: int) -> Vector:
    """The vector of `count` elements: 2, 3, 4, 8 or 16."""
    return Vector(element, count)


def packed(type: Vector) -> Vector:
    """The packed form of a vector, which memory has without padding."""
    return Vector(type.element, type.count, packed=True)


def matrix(element: Scalar, columns: int, rows: int) -> Matrix:
    """The matrix of `columns` by `rows`: 2 to 4 each, of float or half."""
    return Matrix(element, columns, rows)


def array(element: MetalType, count: int) -> Array:
    """`count` elements one after the other."""
    return Array(element, count)


def ptr(pointee: MetalType, space: AddressSpace, access: str = "read_write") -> MetalPointer:
    """The address of a `pointee` in `space`. `access` matters in argument buffers, whose metadata has it."""
    if space is AddressSpace.CONSTANT:
        access = "read"
    return MetalPointer(pointee, space, access_of(access))


def texture(shape: str, component: Scalar, access: str = "sample") -> Texture:
    """A texture type. `shape`: ``texture2d``, ``depthcube_array``, …; `component`: what a texel has four of.

    `access`: "sample" (which may read as well), "read", "write" or "read_write". BuildError for a shape that Metal does
    not have, a component that is no component, a depth texture that is not of float, an access the shape can't have.
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
    """`element`, or a vector of as many of it as `like_type` has."""
    return Vector(element, like_type.count) if isinstance(like_type, Vector) else element
