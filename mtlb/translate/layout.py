"""The memory layout of SPIR-V types: std140, std430, scalar and relaxed layouts expressed as Metal structs.
SPIR-V states the offset of each member, element and column; Metal structs follow their own rules. A `Form` is the
Metal type that places everything as SPIR-V states: packed vectors where normal ones do not fit, explicit padding
members (``_pad1``, as in Naga), and separate rows or columns for a matrix where Metal's ``float3x3`` differs."""

from __future__ import annotations

from ..base.classes import dataclass
from ..emit.names import i8, u8
from ..emit.types import Array, Handle, Matrix, MetalPointer, MetalType, Scalar, Struct, Vector


@dataclass(frozen=True, eq=False)
class Form:
    """The memory layout of a SPIR-V type: `metal` is the type in memory."""

    metal: MetalType

    @property
    def key(self) -> object:
        """Equal for forms with the same access code."""
        return self.metal


@dataclass(frozen=True, eq=False)
class NumberForm(Form):
    """A number, a vector (packed or not), or a resource in an argument buffer."""

    metal: Scalar | Vector | Handle


@dataclass(frozen=True, eq=False)
class TilesForm(Form):
    """A cooperative matrix: its 8 x 8 tiles, row by row, in a thread's memory. A thread holds the first two elements of
    AIR's vector of 64 for each tile; its numbers are those of the first tile, then those of the second one."""

    metal: Array


@dataclass(frozen=True, eq=False)
class MatrixForm(Form):
    """A matrix. `line`: the form of a column, or of a row if `row_major`; `wrapped`: each line is in a struct with
    padding."""

    metal: Matrix | Array
    line: Vector
    columns: int
    rows: int
    row_major: bool
    wrapped: bool
    stride: int = 0
    """The stride between lines in bytes, if `metal` is only bytes."""

    @property
    def key(self) -> object:
        """The type in memory and the order of its numbers."""
        return self.metal, self.row_major, self.line, self.stride


@dataclass(frozen=True, eq=False)
class ArrayForm(Form):
    """An array. `count` is None for a run-time array; `wrapped`: each element is in a struct with padding."""

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
    """A struct: `names` and `members` in SPIR-V's order."""

    metal: Struct
    names: tuple[str, ...]
    members: tuple[Form, ...]


@dataclass(frozen=True, eq=False)
class SoleForm(Form):
    """A struct with a single member, as Naga wraps variables that are not structs."""

    member: Form

    @property
    def key(self) -> object:
        """The key of the member."""
        return "sole", self.member.key


@dataclass(frozen=True, eq=False)
class PlacedForm(Form):
    """A struct as raw bytes, where no Metal struct can have its layout. `offsets`: those of `members`, in bytes."""

    metal: Array
    offsets: tuple[int, ...]
    members: tuple[Form, ...]

    @property
    def key(self) -> object:
        """The offsets of its members, and their keys."""
        return "placed", self.metal, self.offsets, tuple(member.key for member in self.members)


@dataclass(frozen=True, eq=False)
class SpacedForm(Form):
    """Array elements or matrix columns as raw bytes. `stride` is None if it is stored in the place's `length`."""

    metal: Array
    element: Form
    stride: int | None

    @property
    def key(self) -> object:
        """The bytes between elements and how they are accessed."""
        return "spaced", self.metal, self.stride, self.element.key


@dataclass(frozen=True, eq=False)
class FactorsForm(Form):
    """Tessellation factors: `metal` has halves in memory, possibly fewer than the shader's array has floats."""

    metal: Array

    @property
    def key(self) -> object:
        """The number of factors."""
        return "factors", self.metal


@dataclass(frozen=True, eq=False)
class FactorForm(Form):
    """A tessellation factor, a float in the shader. `guarded`: the place's `length` says whether it exists."""

    metal: Scalar
    guarded: bool

    @property
    def key(self) -> object:
        """Whether it may be absent."""
        return "factor", self.guarded


@dataclass(frozen=True, eq=False)
class AddressForm(Form):
    """A pointer as a value. `metal`: a 64-bit number for physical addresses; `pointer`: its SPIR-V type."""

    metal: Scalar | Vector | MetalPointer | Handle
    pointer: int

    @property
    def key(self) -> object:
        """The type of the pointer."""
        return "address", self.pointer


@dataclass(frozen=True, eq=False)
class PointerForm(Form):
    """The address of a buffer, in an argument buffer. `pointee`: the form of the buffer's content."""

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


def bytes_of(size: int, unit: Scalar | Vector = u8) -> Array:
    """Memory for a raw-byte form, as numbers with the size of its alignment."""
    return Array(unit, -(-size // unit.size))


def padded(type: MetalType, size: int) -> Struct:
    """A struct of `size` bytes that holds a `type` and padding."""
    from_metal = f"{type.name.replace('<', '_').replace('>', '').replace(', ', '_')}_in_{size}"
    return Struct(from_metal, [(WRAPPED, type), padding(1, size - type.size)])


def padding(number: int, size: int) -> tuple[str, MetalType]:
    """The member that fills `size` bytes before member `number`."""
    return f"_pad{number}", Array(i8, size)
