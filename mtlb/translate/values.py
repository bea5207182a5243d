"""The representation of an id's value in a function body: numbers, composites, addresses, images."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..base.classes import dataclass, replace
from ..emit.operands import TypedValue
from .layout import Form, MatrixForm
from .samplers import YcbcrConversion


@dataclass(frozen=True, eq=False)
class Composite:
    """A struct, array or matrix as a value: `parts` are its members, elements or columns. `type` is the SPIR-V id."""

    type: int
    parts: tuple[Value, ...]


@dataclass(frozen=True, eq=False)
class Stored:
    """An array too long for values: `place` is memory that is not written again."""

    type: int
    place: MemoryPlace


@dataclass(frozen=True, eq=False)
class Zero:
    """An array too long for values whose numbers are all 0."""

    type: int


@dataclass(frozen=True, eq=False)
class SampledImage:
    """A texture and its sampler. `type` is the SPIR-V id of the image's type.
    `planes`: further textures of the image, with the `conversion` of their colors."""

    type: int
    texture: TypedValue
    sampler: TypedValue
    planes: tuple[TypedValue, ...] = ()
    conversion: YcbcrConversion | None = None


@dataclass(frozen=True, eq=False)
class SampledImages:
    """Arrays of textures and of their samplers, in separate memory. `type` is the array's type."""

    type: int
    textures: MemoryPlace
    samplers: MemoryPlace


@dataclass(eq=False, init=False)
class MemoryPlace:
    """A SPIR-V pointer: the `address` of an object of SPIR-V type `type`, stored in memory with the form `form`.
    `length` is, for a buffer whose array length the shader queries, its size in bytes; for an array of buffers, the
    address of their sizes. With bounds checks, `guard` says whether the access is in bounds, and `limit` is the
    number of elements in a run-time array (`bounds`)."""

    type: int
    form: Form
    address: TypedValue
    length: TypedValue | None
    is_volatile: bool
    guard: TypedValue | None
    limit: TypedValue | None

    def __init__(  # written out, because each step of a pointer creates one: compiled, a tenth of the decorator's
        self,
        type: int,
        form: Form,
        address: TypedValue,
        length: TypedValue | None = None,
        is_volatile: bool = False,
        guard: TypedValue | None = None,
        limit: TypedValue | None = None,
    ) -> None:
        self.type, self.form, self.address, self.length = type, form, address, length
        self.is_volatile, self.guard, self.limit = is_volatile, guard, limit


@dataclass(frozen=True, eq=False)
class ColumnPlace:
    """A pointer to a column of a row-major matrix: `address` is the matrix."""

    type: int
    form: MatrixForm
    address: TypedValue
    column: TypedValue


@dataclass(frozen=True, eq=False)
class ValuePlace:
    """A pointer to an object that is a value here: an entry point input, a texture, a sampler."""

    type: int
    value: Value


@dataclass(frozen=True, eq=False)
class TexelPlace:
    """A pointer to a texel, for atomic operations: `OpImageTexelPointer`. `type` is that of the texel."""

    type: int
    texture: TypedValue
    image_type: int
    coordinate: TypedValue
    sample: TypedValue | None


Value = (
    TypedValue
    | Composite
    | Stored
    | Zero
    | SampledImage
    | SampledImages
    | MemoryPlace
    | ColumnPlace
    | ValuePlace
    | TexelPlace
)
"""Numbers, vectors, textures and samplers are `TypedValue`s of the builder; other values are composed of them."""


def interpolant_of(variable: int) -> int:
    """A negative number that represents the handles of an interpolated input among ids, which are positive."""
    return -variable


def numbers(value: Value) -> Iterator[TypedValue]:
    """The builder's values that a value consists of, in the order of `rebuilt`."""
    if isinstance(value, TypedValue):
        yield value
    elif isinstance(value, Composite):
        for part in value.parts:
            yield from numbers(part)
    elif isinstance(value, Stored):
        yield value.place.address
    elif isinstance(value, SampledImage):
        yield value.texture
        yield value.sampler
        yield from value.planes
    elif isinstance(value, SampledImages):
        yield value.textures.address
        yield value.samplers.address
    elif isinstance(value, MemoryPlace):
        yield value.address
        yield from [number for number in (value.length, value.guard, value.limit) if number is not None]
    elif isinstance(value, ColumnPlace):
        yield value.address
        yield value.column
    elif isinstance(value, ValuePlace):
        yield from numbers(value.value)
    elif isinstance(value, TexelPlace):
        yield value.texture
        yield value.coordinate
        if value.sample is not None:
            yield value.sample


def rebuilt(value: Value, take: Callable[[TypedValue], TypedValue]) -> Value:
    """A value of the same kind, from the results of `take` for each of `numbers`."""
    if isinstance(value, TypedValue):
        return take(value)
    if isinstance(value, Composite):
        return Composite(value.type, tuple(rebuilt(part, take) for part in value.parts))
    if isinstance(value, Stored):
        return Stored(value.type, replace(value.place, address=take(value.place.address), length=None))
    if isinstance(value, SampledImage):
        texture, sampler = take(value.texture), take(value.sampler)
        return replace(value, texture=texture, sampler=sampler, planes=tuple(take(plane) for plane in value.planes))
    if isinstance(value, SampledImages):
        textures, samplers = [
            replace(place, address=take(place.address), length=None) for place in (value.textures, value.samplers)
        ]
        return SampledImages(value.type, textures, samplers)
    if isinstance(value, MemoryPlace):
        address = take(value.address)
        number = [None if number is None else take(number) for number in (value.length, value.guard, value.limit)]
        return replace(value, address=address, length=number[0], guard=number[1], limit=number[2])
    if isinstance(value, ColumnPlace):
        return replace(value, address=take(value.address), column=take(value.column))
    if isinstance(value, ValuePlace):
        return ValuePlace(value.type, rebuilt(value.value, take))
    if isinstance(value, TexelPlace):
        texture, coordinate = take(value.texture), take(value.coordinate)
        sample = None if value.sample is None else take(value.sample)
        return replace(value, texture=texture, coordinate=coordinate, sample=sample)
    return value


def signature(value: Value) -> object:
    """Equal for values that can be passed in the same parameters."""
    if isinstance(value, TypedValue):
        return value.type
    if isinstance(value, Composite):
        return "composite", value.type, tuple(signature(part) for part in value.parts)
    if isinstance(value, Stored):
        return "stored", value.type, value.place.form.key, value.place.address.type
    if isinstance(value, Zero):
        return "zero", value.type
    if isinstance(value, SampledImage):
        return "sampled", value.type, value.texture.type, len(value.planes), value.conversion
    if isinstance(value, SampledImages):
        return "sampled", value.type, signature(value.textures), signature(value.samplers)
    if isinstance(value, MemoryPlace):
        number = [None if number is None else number.type for number in (value.length, value.guard, value.limit)]
        return "place", value.type, value.form.key, value.address.type, *number, value.is_volatile
    if isinstance(value, ColumnPlace):
        return "column", value.type, value.form.key, value.address.type, value.column.type
    if isinstance(value, ValuePlace):
        return "value", value.type, signature(value.value)
    return "texel", value.image_type, value.texture.type, value.coordinate.type, value.sample is None
