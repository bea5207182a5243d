"""Accesses to single texels of textures and typed buffers: loads, stores, atomic operations."""

from __future__ import annotations

from collections.abc import Sequence

from ...emit.names import f32, i32, u32
from ...emit.operands import Sampled, TypedValue
from ...emit.types import Scalar, Vector
from ...ir import Call, Value
from ..function import first_texel
from ..program import Dimension, Resource
from ..textures import ARRAYS, CUBES, atomic_texel, coordinates_of, texture_type, write_texel
from .function import DxilLowering
from .instructions import as_signed
from .registry import HandleValue, Lowered

_STATUS = 4  # the member of a result with the residency status


def texel_result(f: DxilLowering, call: Call, texel: TypedValue, *, is_scalar: bool = False) -> list[TypedValue]:
    """The result of an operation that reads a texel: four numbers, and the residency status. A depth texture has a
    single number: the others are 0, 0 and 1, or the same number if `is_scalar`."""
    elements = call.type.elements
    if len(elements) != _STATUS + 1:
        raise f.bad("it does not return four numbers and a status")
    types = [f.scalar(member) for member in elements]
    used = f.uses.members.get(call, set())
    if isinstance(texel.type, Vector):
        parts = [texel[n] if n in used else None for n in range(4)]
    elif is_scalar:
        parts = [texel] * 4
    else:
        parts = [texel, *(f.const(f32, number) for number in (0.0, 0.0, 1.0))]
    numbers = [
        f.zero_of(type) if part is None else f.converted(part, type) for part, type in zip(parts, types, strict=False)
    ]
    status = f.b.const(types[_STATUS], 1)
    resident = texel.resident if isinstance(texel, Sampled) and _STATUS in used else None
    if resident is not None:
        status = f.b.select(resident, status, f.b.const(types[_STATUS], 0))
    return [*numbers, status]


def texel(
    f: DxilLowering,
    call: Call,
    handle: HandleValue,
    place: TypedValue,
    layer: TypedValue | None,
    level: TypedValue | int,
) -> list[TypedValue]:
    """The result of an operation that loads a texel."""
    read = f.b.texture.read(f.argument(handle), place, index=layer, level=level)
    return texel_result(f, call, read)


def coordinates(f: DxilLowering, resource: Resource, values: Sequence[Value]) -> tuple[TypedValue, TypedValue | None]:
    """Integer coordinates, and the array index."""
    if resource.dimension in CUBES:
        raise f.bad(f"a texel of the cube {resource.register}")
    count = coordinates_of(resource)
    has_layer = resource.dimension in ARRAYS
    if count + has_layer > len(values):
        raise f.bad(f"{len(values)} coordinates")
    numbers = [f.uint(number) for number in values[: count + has_layer]]
    height = [f.const(u32, 0)] if resource.is_widened else []
    return f.joined([*numbers[:count], *height]), numbers[count] if has_layer else None


def place_in(f: DxilLowering, handle: HandleValue, index: Value) -> TypedValue:
    """The texel of a texture buffer for an element of a typed buffer."""
    metadata = f.metadata(handle)
    return f.uint(index) if metadata is None else f.uint(index) + first_texel(f, metadata)


def component_of(texture: TypedValue) -> Scalar:
    """The number type of a texture."""
    component = texture_type(texture).component
    assert component is not None
    return component


def store_texel(
    f: DxilLowering,
    handle: HandleValue,
    place: TypedValue,
    layer: TypedValue | None,
    values: Sequence[TypedValue],
    mask: int,
) -> None:
    """Write a texel. Only components that the texture's format lacks may be omitted."""
    texture = f.argument(handle)
    component = component_of(texture)
    if not mask & 1 or mask & mask + 1:
        raise f.bad("a texel must be written from its first component on")
    numbers = []
    for n, value in enumerate(values):
        if not mask >> n & 1:
            value = values[0]
        assert isinstance(value.type, Scalar)
        if component == i32 and value.type.bits < 32:
            value = as_signed(f, value)
        numbers.append(f.converted(value, component))
    write_texel(f, texture, f.b.vector(*numbers), place, layer)


def texel_atomic(
    f: DxilLowering,
    handle: HandleValue,
    values: Sequence[Value],
    operation: str,
    value: TypedValue,
    *,
    is_signed: bool = False,
    expected: TypedValue | None = None,
) -> Lowered:
    """An atomic operation on a texel. Returns the previous value."""
    texture = f.argument(handle)
    component = component_of(texture)
    if component not in (i32, u32) or value.type != u32:
        raise f.refuse(f"an atomic operation of {value.type} on texels of {component}")
    if operation in ("min", "max") and is_signed != (component == i32):
        raise f.refuse(f"a {operation} of {'int' if is_signed else 'uint'} on texels of {component}")
    place, layer = coordinates(f, handle.resource, values)
    if handle.resource.dimension == Dimension.BUFFER:
        place = place_in(f, handle, values[0])
    return f.bits(atomic_texel(f, texture, place, layer, operation, value, expected))
