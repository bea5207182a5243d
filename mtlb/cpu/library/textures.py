"""Texture functions. Each becomes a call of a C function (native/textures.c). The order of operands varies, and so
does
the content of the declared type: AIR 2.8 reads through a sampler under the function name of earlier versions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...ir import BinaryOperator, Predicate, Type, TypeCode, Value
from .body import FunctionBody
from .registry import defines, defines_pattern

__all__: list[str] = []

_CUBE, _COMPARE = 1, 2
_ATOMIC = "atomic_(?:fetch_[a-z]+|load|store|exchange|compare_exchange_weak)_explicit_"
_NAME = re.compile(
    r"air\.(?:(read|write|sample|sample_compare|gather|gather_compare)_"
    r"|get_(width|height|depth|array_size|num_mip_levels|num_samples)_|is_null_|fence_"
    rf"|calculate_(?:un)?clamped_lod_|{_ATOMIC})"
    r"(texture|depth)_(1d|2d|3d|cube|buffer_1d)(_ms)?(_array)?"
)
_QUERIES = ("width", "height", "depth", "array_size", "num_mip_levels", "num_samples")


@dataclass(frozen=True, slots=True)
class _Shape:
    """The properties of a texture that the function name states."""

    operation: str
    query: str
    is_depth: bool
    dimension: str
    is_multisampled: bool
    is_array: bool

    @property
    def is_cube(self) -> bool:
        return self.dimension == "cube"

    @property
    def is_buffer(self) -> bool:
        return self.dimension == "buffer_1d"

    @property
    def coordinates(self) -> int:
        return {"1d": 1, "buffer_1d": 1, "2d": 2, "3d": 3, "cube": 3}[self.dimension]


def _shape(name: str) -> _Shape:
    match = _NAME.match(name)
    assert match is not None
    return _Shape(match[1] or "", match[2] or "", match[3] == "depth", match[4], bool(match[5]), bool(match[6]))


class _Operands:
    """The operands of a call, consumed from the left."""

    def __init__(self, b: FunctionBody) -> None:
        self.b = b
        self.rest = list(b.arguments)

    def take(self) -> Value:
        return self.rest.pop(0)

    @property
    def next_type(self) -> Type | None:
        return self.rest[0].type if self.rest else None

    def pointer(self) -> Value:
        return self.b.generic(self.take())

    def integer(self) -> Value:
        return self.b.resized(self.take(), self.b.i32)

    def parts(self, element: Type) -> list[Value]:
        """The elements of the next operand as three values; missing ones are 0."""
        b = self.b
        values = b.elements(self.take())
        if element is b.i32:
            values = [b.resized(value, b.i32) for value in values]
        return (values + [b.null(element)] * 3)[:3]

    def optional(self, type_: Type) -> Value:
        """The next operand if it has this type, or 0."""
        return self.take() if self.next_type is type_ else self.b.null(type_)

    def offset(self, shape: _Shape) -> list[Value]:
        """Whether there is an offset, and the offset in texels; cubes have none."""
        b = self.b
        if shape.is_cube:
            return [b.null(b.i32)] * 3
        has = self.take()
        return [b.select(has, part, b.null(b.i32)) for part in self.parts(b.i32)]


class _Lookup:
    """The first operands of a sampler lookup; `operands` then has the others."""

    def __init__(self, b: FunctionBody, operands: _Operands) -> None:
        self.shape = _shape(b.air_name)
        self.texture, self.sampler = operands.pointer(), operands.pointer()
        if self.shape.is_depth:
            operands.take()
        self.coordinates = operands.parts(b.f32)
        self.layer = operands.integer() if self.shape.is_array else b.null(b.i32)
        compares = self.shape.operation.endswith("_compare")
        self.reference = operands.take() if compares else b.null(b.f32)
        self.flags = b.integer(b.i32, _CUBE * self.shape.is_cube | _COMPARE * compares)


def _level_here(b: FunctionBody, texture: Value, sampler: Value, coordinates: Sequence[Value], flags: Value) -> Value:
    """The level of detail from the coordinates of the neighboring threads. The lanes meet."""
    b.post(coordinates)
    return b.called(b.f32, "mtlb_texture_level_here", texture, sampler, flags, b.site)


def _wide(b: FunctionBody, type_: Type) -> Type:
    """The type of texels in memory: floats, or 32-bit integers."""
    return b.like(type_, b.f32 if type_.is_floating else b.i32)


def _returned(b: FunctionBody, memory: Value) -> Value:
    """A texel as the function's result: the value, or the value and whether it was not resident (AIR 2.2)."""
    is_pair = b.result.code is TypeCode.STRUCT_ANON
    type_ = b.result.elements[0] if is_pair else b.result
    value = b.converted(b.load(_wide(b, type_), memory), type_)
    return b.aggregate(b.result, [value, b.integer(b.i8, 0)]) if is_pair else value


def _of(*operations: str) -> re.Pattern[str]:
    """The names of these operations for every kind of texture."""
    shapes = r"(?:texture|depth)_(?:1d|2d|3d|cube|buffer_1d)(?:_ms)?(?:_array)?"
    return re.compile(rf"air\.(?:{'|'.join(operations)})_{shapes}(?:_grad)?(?:\..*)?")


def _queried(b: FunctionBody, texture: Value, query: str, level: Value) -> Value:
    return b.called(b.i32, "mtlb_texture_query", texture, b.integer(b.i32, _QUERIES.index(query)), level)


@defines_pattern(_of(*(f"get_{query}" for query in _QUERIES)))
def _query(b: FunctionBody) -> Value:
    shape = _shape(b.air_name)
    operands = _Operands(b)
    texture = operands.pointer()
    queried = _queried(b, texture, shape.query, operands.integer() if operands.rest else b.null(b.i32))
    if shape.query == "array_size" and shape.is_cube:
        queried = b.binary(BinaryOperator.UDIV, queried, b.integer(b.i32, 6))
    return b.resized(queried, b.result)


@defines_pattern(_of("is_null"))
def _is_null(b: FunctionBody) -> Value:
    return b.compare(Predicate.ICMP_EQ, _Operands(b).pointer(), b.null(b.ptr))


@defines_pattern(_of("fence"))
def _fence(b: FunctionBody) -> None:
    """No operation is needed: threads switch only where they meet."""


@defines_pattern(_of("read", "write"))
def _access(b: FunctionBody) -> Value | None:
    shape = _shape(b.air_name)
    operands = _Operands(b)
    texture = operands.pointer()
    has_sampler = operands.rest[0].type.is_pointer
    if has_sampler:
        operands.take()
    if shape.is_depth:
        operands.take()
    place_type = operands.next_type
    place = operands.parts(b.i32)
    layer: Value = b.null(b.i32)
    if shape.is_cube:
        layer = operands.integer()
    if shape.is_array:
        index = operands.integer()
        faces = b.binary(BinaryOperator.MUL, index, b.integer(b.i32, 6))
        layer = b.binary(BinaryOperator.ADD, layer, faces) if shape.is_cube else index
    if has_sampler and not shape.is_buffer and operands.next_type is place_type:
        offsets = operands.parts(b.i32)
        place = [b.binary(BinaryOperator.ADD, at, by) for at, by in zip(place, offsets, strict=True)]
    memory = b.memory()
    if shape.operation == "write":
        value = operands.take()
        b.store(b.converted(value, _wide(b, value.type), signed=b.signed), memory)
    level: Value = b.null(b.i32) if shape.is_buffer else operands.integer()
    sample_and_level = [level, b.null(b.i32)] if shape.is_multisampled else [b.null(b.i32), level]
    b.called(b.void, f"mtlb_texture_{shape.operation}", texture, *place, layer, *sample_and_level, memory)
    return None if shape.operation == "write" else _returned(b, memory)


@defines_pattern(_of("sample", "sample_compare"))
def _sample(b: FunctionBody) -> Value:
    operands = _Operands(b)
    at = _Lookup(b, operands)
    level: Value
    if "_grad." in b.air_name:
        slopes = [b.stored(operands.parts(b.f32)) for _ in range(2)]
        least = operands.optional(b.f32)
        offset = operands.offset(at.shape)
        coordinates = b.stored(at.coordinates)
        level = b.called(b.f32, "mtlb_texture_level", at.texture, at.sampler, coordinates, *slopes, at.flags)
    else:
        offset = operands.offset(at.shape)
        is_explicit, level = operands.take(), operands.take()
        least = operands.optional(b.f32)
        # Otherwise the level is a bias; without neighbors it is relative to the first level.
        implicit: Value = b.null(b.f32)
        if b.is_fragment:
            here = _level_here(b, at.texture, at.sampler, at.coordinates, at.flags)
            implicit = b.binary(BinaryOperator.FADD, here, level)
        level = b.select(is_explicit, level, implicit)
    memory = b.memory()
    place = _in_the_row(b, at.shape, at.coordinates)
    operands_of_c = [at.texture, at.sampler, *place, at.layer, *offset, at.flags, level, least, at.reference, memory]
    b.called(b.void, "mtlb_texture_sample", *operands_of_c)
    return _returned(b, memory)


def _in_the_row(b: FunctionBody, shape: _Shape, coordinates: Sequence[Value]) -> Sequence[Value]:
    """For a 1D texture, use the middle of its only row, so that filters do not read beyond it."""
    middle = b.number(b.f32, 0.5)
    return [coordinates[0], middle, middle] if shape.coordinates == 1 else coordinates


@defines_pattern(_of("calculate_clamped_lod", "calculate_unclamped_lod"))
def _level_query(b: FunctionBody) -> Value:
    """0 in a kernel, whose threads have no neighbors. The sampler's LOD limits are not applied."""
    if not b.is_fragment:
        return b.null(b.f32)
    operands = _Operands(b)
    texture, sampler = operands.pointer(), operands.pointer()
    flags = b.integer(b.i32, _CUBE * _shape(b.air_name).is_cube)
    level = _level_here(b, texture, sampler, operands.parts(b.f32), flags)
    if "_unclamped_" in b.air_name:
        return level
    levels = _queried(b, texture, "num_mip_levels", b.null(b.i32))
    last = b.converted(b.binary(BinaryOperator.SUB, levels, b.integer(b.i32, 1)), b.f32)
    return b.llvm("minnum", b.llvm("maxnum", level, b.null(b.f32)), last)


# Numbered as in native/textures.c.
_ATOMIC_OPERATIONS = (
    *("add", "sub", "and", "or", "xor", "min", "max", "umin", "umax", "exchange", "compare_exchange_weak"),
)


_AFTER_PLACE = {"load": 2, "store": 2, "compare_exchange_weak": 5}
"""The number of operands after the coordinates, without an offset; 3 for names that are not in the table."""


@defines_pattern(re.compile(rf"air\.{_ATOMIC}texture_(?!cube).*"))
def _texel_atomic(b: FunctionBody) -> Value | None:
    """Threads switch only where they meet, so reading and writing is atomic."""
    shape = _shape(b.air_name)
    operation = b.air_name.split("_explicit_")[0].removeprefix("air.atomic_").removeprefix("fetch_")
    operands = _Operands(b)
    texture = operands.pointer()
    arguments = operands.take() if operation == "store" else None
    place = [*operands.parts(b.i32), operands.integer() if shape.is_array else b.null(b.i32)]
    if len(operands.rest) > _AFTER_PLACE.get(operation, 3):
        # AIR 2.8: an offset
        moved = operands.parts(b.i32)
        place[:3] = [b.binary(BinaryOperator.ADD, *both) for both in zip(place, moved, strict=False)]
    texel = b.memory()
    vector = b.vector(b.i32, 4)
    if operation == "load":
        b.called(b.void, "mtlb_texture_atomic_load", texture, *place, texel)
        return b.load(vector, texel)
    expected = operands.pointer() if operation == "compare_exchange_weak" else b.null(b.ptr)
    b.store(operands.take() if arguments is None else arguments, texel)
    if operation in ("min", "max") and not b.signed:
        operation = f"u{operation}"
    number = _ATOMIC_OPERATIONS.index("exchange" if operation == "store" else operation)
    same = b.called(b.i32, "mtlb_texture_atomic", texture, *place, b.integer(b.i32, number), texel, expected)
    if operation == "compare_exchange_weak":
        return b.resized(same, b.result)
    return None if operation == "store" else b.load(vector, texel)


@defines_pattern(_of("gather", "gather_compare"))
def _gather(b: FunctionBody) -> Value:
    operands = _Operands(b)
    at = _Lookup(b, operands)
    offset = operands.offset(at.shape)
    component = operands.integer() if len(operands.rest) > 1 else b.null(b.i32)
    memory = b.memory()
    place = [*at.coordinates, at.layer, *offset[:2], at.flags, component, at.reference]
    b.called(b.void, "mtlb_texture_gather", at.texture, at.sampler, *place, memory)
    return _returned(b, memory)


@defines("get_read_sampler")
def _read_sampler(b: FunctionBody) -> Value:
    return b.null(b.result)
