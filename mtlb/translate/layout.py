"""How memory has what SPIR-V declares: std140, std430, scalar and relaxed layouts as structs of Metal.

SPIR-V says where each member, element and column is; Metal's structs follow rules of their own. A `Form` is the Metal
type that puts everything where SPIR-V wants it: vectors packed where they would not fit, bytes of padding as members of
their own (``_pad1``, as Naga has them), rows or columns of a matrix one by one where a ``float3x3`` of Metal differs.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..emit.names import i8, u8
from ..emit.types import Array, Handle, Matrix, MetalPointer, MetalType, Scalar, SimdgroupMatrix, Struct, Vector


@dataclass(frozen=True, eq=False)
class Form:
    """How memory has a type of SPIR-V: `metal` is the type in memory."""

    metal: MetalType

    @property
    def key(self) -> object:
        """Equal for forms that are accessed in the same way."""
        return self.metal


@dataclass(frozen=True, eq=False)
class NumberForm(Form):
    """A number, a vector (packed or not), a matrix of a SIMD-group, or a resource in an argument buffer."""

    metal: Scalar | Vector | Handle | SimdgroupMatrix


@dataclass(frozen=True, eq=False)
class MatrixForm(Form):
    """A matrix. `line`: the form of a column, or of a row if `row_major`; `wrapped`: a struct with padding holds it."""

    metal: Matrix | Array
    line: Vector
    columns: int
    rows: int
    row_major: bool
    wrapped: bool
    stride: int = 0
    """The bytes between lines, if `metal` is but bytes."""

    @property
    def key(self) -> object:
        """The type in memory and the order of its numbers."""
        return self.metal, self.row_major, self.line, self.stride


@dataclass(frozen=True, eq=False)
class ArrayForm(Form):
    """Elements. `count` is None if only run time knows it; `wrapped`: a struct with padding holds each."""

    metal: Array
    element: Form
    count: int | None
    wrapped: bool

    @property
    def key(self) -> object:
        """The type in memory and how its elements are accessed."""
        return self.metal, self.element.key


@dataclass(frozen=True, eq=False)
class StructForm(Form):
    """A struct: `names` and `members` in the order of SPIR-V."""

    metal: Struct
    names: tuple[str, ...]
    members: tuple[Form, ...]


@dataclass(frozen=True, eq=False)
class SoleForm(Form):
    """A struct that is nothing but its only member: what Naga puts around variables that are no structs."""

    member: Form

    @property
    def key(self) -> object:
        """That of the member."""
        return "sole", self.member.key


@dataclass(frozen=True, eq=False)
class PlacedForm(Form):
    """A struct by its bytes: where Metal's structs can't have its members. `offsets`: of `members`, in bytes."""

    metal: Array
    offsets: tuple[int, ...]
    members: tuple[Form, ...]

    @property
    def key(self) -> object:
        """Where its members are, and how they are accessed."""
        return "placed", self.metal, self.offsets, tuple(member.key for member in self.members)


@dataclass(frozen=True, eq=False)
class SpacedForm(Form):
    """Elements, or columns of a matrix, by their bytes. `stride` is None if the place has it as its `length`."""

    metal: Array
    element: Form
    stride: int | None

    @property
    def key(self) -> object:
        """The bytes between elements and how they are accessed."""
        return "spaced", self.metal, self.stride, self.element.key


@dataclass(frozen=True, eq=False)
class FactorsForm(Form):
    """Tessellation factors: `metal` are halves in memory, of which there may be fewer than the shader has floats."""

    metal: Array

    @property
    def key(self) -> object:
        """How many there are."""
        return "factors", self.metal


@dataclass(frozen=True, eq=False)
class FactorForm(Form):
    """One tessellation factor, a float as the shader has it. `guarded`: the place's `length` says whether it exists."""

    metal: Scalar
    guarded: bool

    @property
    def key(self) -> object:
        """Whether it may be absent."""
        return "factor", self.guarded


@dataclass(frozen=True, eq=False)
class AddressForm(Form):
    """A pointer as a value. `metal`: a number of 64 bits for physical addresses; `pointer`: its SPIR-V type."""

    metal: Scalar | Vector | MetalPointer | Handle
    pointer: int

    @property
    def key(self) -> object:
        """The type of the pointer."""
        return "address", self.pointer


@dataclass(frozen=True, eq=False)
class PointerForm(Form):
    """The address of a buffer, in an argument buffer. `pointee`: what the buffer holds."""

    metal: MetalPointer
    pointee: Form


@dataclass(frozen=True, eq=False)
class PairForm(Form):
    """A texture and its sampler, in an argument buffer."""

    metal: Struct


PAIR = ("inner", "sampler")
"""The members that hold a resource, or a texture and its sampler, in an argument buffer."""
WRAPPED = "inner"
"""The member that holds an element, row or column beside its padding."""


def bytes_of(size: int, unit: Scalar = u8) -> Array:
    """What has a form that goes by bytes in memory, as numbers of the size that it is aligned to."""
    return Array(unit, -(-size // unit.size))


def padded(type: MetalType, size: int) -> Struct:
    """A struct of `size` bytes that holds a `type` and padding."""
    from_metal = f"{type.name.replace('<', '_').replace('>', '').replace(', ', '_')}_in_{size}"
    return Struct(from_metal, [(WRAPPED, type), padding(1, size - type.size)])


def padding(number: int, size: int) -> tuple[str, MetalType]:
    """The member that fills `size` bytes before member `number`."""
    return f"_pad{number}", Array(i8, size)
