"""Attributes that a vertex function reads from buffers itself, by formats of WebGPU.

Naga's vertex pulling (`VertexBufferMapping` and `AttributeMapping` of naga/src/back/msl/mod.rs) and Dawn's (the
vertex pulling transform of Tint); the formats, and how their numbers become those of the shader, are WebGPU's
(GPUVertexFormat, "Vertex Formats" of the specification). Unlike Naga, no vertex is checked against the buffer's size.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ..base.classes import dataclass
from ..base.errors import BuildError
from ..emit import Builder
from ..emit.names import f16, f32, i8, i16, i32, u8, u16, u32
from ..emit.operands import TypedValue
from ..emit.types import MetalType, Scalar, Vector
from .access import at_byte

_NUMBERS: Final = {
    "uint8": u8,
    "sint8": i8,
    "unorm8": u8,
    "snorm8": i8,
    "uint16": u16,
    "sint16": i16,
    "unorm16": u16,
    "snorm16": i16,
    "float16": f16,
    "float32": f32,
    "uint32": u32,
    "sint32": i32,
}
_PACKED: Final = "unorm10-10-10-2"
_BGRA: Final = "unorm8x4-bgra"


@dataclass(frozen=True)
class PulledAttribute:
    """A vertex attribute: its location, byte offset in the vertex, and WebGPU format name."""

    location: int
    offset: int
    format: str


@dataclass(frozen=True)
class VertexBuffer:
    """A vertex or instance buffer: its slot, and its stride in bytes."""

    buffer: int
    stride: int
    is_per_instance: bool
    attributes: tuple[PulledAttribute, ...]


def vertex_buffers_of(document: object) -> tuple[VertexBuffer, ...]:
    """Parse the buffers from a list of tables: ``buffer = 8``, ``stride = 24``, ``step = "vertex"`` or
    ``"instance"``, ``attributes = { 0 = { format = "float32x3", offset = 0 } }``. Raises BuildError for other
    content, and for two attributes with the same location."""
    if not isinstance(document, list):
        raise BuildError("bindings: vertex_buffers must be a list of tables")
    table = tuple(_buffer(table, f"vertex_buffers[{number}]") for number, table in enumerate(document))
    locations = [attribute.location for buffer in table for attribute in buffer.attributes]
    for location in locations:
        if locations.count(location) > 1:
            raise BuildError(f"bindings: vertex_buffers: two attributes have location {location}")
    return table


def _buffer(table: object, where: str) -> VertexBuffer:
    if not isinstance(table, dict) or not table.keys() <= {"buffer", "stride", "step", "attributes"}:
        raise BuildError(f"bindings: {where} must be a table with the keys buffer, stride, step and attributes")
    step = table.get("step", "vertex")
    if step not in ("vertex", "instance"):
        raise BuildError(f"bindings: {where}.step must be 'vertex' or 'instance', not {step!a}")
    arguments = table.get("attributes", {})
    if not isinstance(arguments, dict):
        raise BuildError(f"bindings: {where}.attributes must be a table")
    attributes = tuple(_attribute(key, value, f"{where}.attributes.{key}") for key, value in arguments.items())
    return VertexBuffer(
        _number(table, "buffer", where), _number(table, "stride", where), step == "instance", attributes
    )


def _attribute(key: str, table: object, where: str) -> PulledAttribute:
    if not isinstance(table, dict) or not table.keys() <= {"format", "offset"} or not (key.isascii() and key.isdigit()):
        raise BuildError(f"bindings: {where} must be a location with the keys format and offset")
    format = table.get("format")
    if not isinstance(format, str) or _parsed(format) is None:
        raise BuildError(f"bindings: {where}.format: {format!a} is not a vertex format of WebGPU, such as 'float32x3'")
    return PulledAttribute(int(key), _number(table, "offset", where), format)


def _number(table: Mapping[str, Any], key: str, where: str) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BuildError(f"bindings: {where}.{key}: {value!a} is not a number of bytes or an index")
    return value


def _parsed(format: str) -> tuple[Scalar, int, str] | None:
    """The number type in memory, the component count, and the word for its conversion."""
    if format == _PACKED:
        return u32, 1, _PACKED
    if format == _BGRA:
        return u8, 4, "unorm8"
    match = re.fullmatch(r"([a-z]+(?:8|16|32))(?:x([234]))?", format)
    if match is None or match[1] not in _NUMBERS:
        return None
    count = int(match[2] or 1)
    if count == 3 and not match[1].endswith("32"):  # WebGPU has no formats of three 8-bit or 16-bit numbers
        return None
    return _NUMBERS[match[1]], count, match[1]


def read_attribute(
    b: Builder,
    base: TypedValue,
    index: TypedValue,
    vertices: VertexBuffer,
    format: PulledAttribute,
    requested: MetalType,
) -> TypedValue:
    """Read an attribute of the vertex or instance `index` from a buffer, in the shader's type: components that the
    format lacks are 0, the fourth is 1. Raises BuildError for an integer format where the shader has a float, and
    vice versa."""
    parsed = _parsed(format.format)
    assert parsed is not None
    number, count, word = parsed
    address = at_byte(b, base, b.add(b.mul(index, vertices.stride), format.offset), number)
    loaded = [b.load(b.offset(address, place)) for place in range(count)]
    element = requested.element if isinstance(requested, Vector) else requested
    size = requested.count if isinstance(requested, Vector) else 1
    kind = {"s": "int", "u": "uint"}.get(word[0], "float") if "int" in word else "float"
    if not isinstance(element, Scalar) or element.kind != kind:
        raise BuildError(f"the attribute {format.location} is {format.format}, but a {requested} in the shader")
    is_packed = word == _PACKED
    parts = _unpacked(b, loaded[0]) if is_packed else [_converted(b, item, word, number) for item in loaded]
    if format.format == _BGRA:
        parts = [parts[2], parts[1], parts[0], parts[3]]
    of = parts[0].type
    parts += [b.const(of, 1 if place == 3 else 0) for place in range(len(parts), 4)]
    taken = [b.convert(part, element) for part in parts[:size]]
    return b.vector(*taken) if isinstance(requested, Vector) else taken[0]


def _converted(b: Builder, value: TypedValue, word: str, number: Scalar) -> TypedValue:
    if word.startswith("unorm"):
        return b.div(b.convert(value, f32), float(2**number.bits - 1))
    if word.startswith("snorm"):
        return b.math("fmax", b.div(b.convert(value, f32), float(2 ** (number.bits - 1) - 1)), b.const(f32, -1.0))
    return b.convert(value, {"int": i32, "uint": u32}.get(number.kind, f32))


def _unpacked(b: Builder, word: TypedValue) -> list[TypedValue]:
    shifts = ((0, 10), (10, 10), (20, 10), (30, 2))
    fields = [b.and_(b.shr(word, shift), 2**bits - 1) for shift, bits in shifts]
    return [b.div(b.convert(field, f32), float(2**bits - 1)) for field, (_, bits) in zip(fields, shifts, strict=True)]
