"""Functions that are limited to certain stages: discard, imageblocks, function tables, indirect commands."""

from __future__ import annotations

import re

from ...ir import CastOperator, Predicate, Value
from ...ir.floats import bits_of
from ..layout import IndirectCommandRow
from .body import FunctionBody, NoDefinitionError
from .registry import defines, defines_pattern

__all__: list[str] = []


@defines("discard_fragment")
def _discard(b: FunctionBody) -> None:
    b.called(b.void, "mtlb_discard")


@defines("get_null_intersection_function_table", "get_null_visible_function_table")
def _null(b: FunctionBody) -> Value:
    return b.null(b.result)


@defines("is_null_instance_acceleration_structure", "is_null_visible_function_table")
def _is_null(b: FunctionBody) -> Value:
    (pointer,) = b.arguments
    return b.compare(Predicate.ICMP_EQ, pointer, b.null(pointer.type))


@defines("get_function_pointer_visible_function_table")
def _table_entry(b: FunctionBody) -> Value:
    """A table is its number of functions (8 bytes), then their addresses. An index without a function ends the
    thread."""
    table, index = b.arguments[:2]
    return b.called(b.ptr, "mtlb_table_entry", b.generic(table), index)


@defines("get_size_visible_function_table")
def _table_size(b: FunctionBody) -> Value:
    return b.resized(b.load(b.i64, b.arguments[0]), b.result)


# --- imageblocks -----------------------------------------------------------------------------------------------------


def _pixel(b: FunctionBody, target: Value, coordinates: Value) -> Value:
    """The address of the imageblock data for a pixel of the tile."""
    x, y = (b.resized(item, b.i32) for item in b.elements(coordinates))
    return b.called(b.ptr, "mtlb_imageblock", target, x, y)


@defines("imageblock_data")
def _imageblock_data(b: FunctionBody) -> Value:
    """Operands: the pixel, its sample, and which kind of data."""
    return b.cast(CastOperator.ADDRSPACECAST, _pixel(b, b.null(b.i32), b.arguments[0]), b.result)


@defines("load.implicit_imageblock")
def _load_imageblock(b: FunctionBody) -> Value:
    """Operands: the render target, the pixel, its sample."""
    target, pixel = b.arguments[:2]
    return b.load(b.result, _pixel(b, target, pixel), 1)


@defines("store.implicit_imageblock")
def _store_imageblock(b: FunctionBody) -> None:
    """Operands: the value, the render target, the pixel. No Apple module with this function is available."""
    if len(b.arguments) < 3 or b.arguments[2].type is not b.vector(b.i16, 2):
        raise NoDefinitionError
    value, target, pixel = b.arguments[:3]
    b.store(value, _pixel(b, target, pixel), 1)


# --- rasterization rate maps -----------------------------------------------------------------------------------------


@defines("map_physical_to_screen_coordinates", "map_screen_to_physical_coordinates")
def _mapped_coordinates(b: FunctionBody) -> Value:
    """The map has the layout that mtlb/cpu/images.py produces for a RateMap."""
    to_physical = b.integer(b.i32, int("screen_to_physical" in b.family))
    element = b.result.scalar
    coordinates, data, layer = b.arguments[:3]
    data = b.generic(data)
    mapped: list[Value] = []
    for axis, item in enumerate(b.elements(coordinates)):
        operands = data, layer, b.integer(b.i32, axis), to_physical, b.converted(item, b.f32)
        value = b.called(b.f32, "mtlb_map_coordinate", *operands)
        is_float = element.is_floating
        mapped.append(b.converted(value, element) if is_float else b.cast(CastOperator.FPTOUI, value, element))
    return b.joined(b.result, mapped)


# --- indirect command buffers ----------------------------------------------------------------------------------------

# mtlb/cpu/native/stages.c records the calls, in the structures that mtlb/cpu/layout.py mirrors.

_COMMAND = re.compile(r"air\.([a-z_]+_(?:render|compute))_command(?:\..*)?")


@defines_pattern(_COMMAND)
def _command(b: FunctionBody) -> None:
    """Record the call. Operands: command buffer, index of the command, the call's own operands."""
    match = _COMMAND.fullmatch(b.air_name)
    assert match is not None
    if b.result is not b.void or len(b.arguments) < 2:
        raise NoDefinitionError
    buffer, index, *operands = b.arguments
    values = [element for operand in operands for element in b.elements(operand)]
    if len(values) > IndirectCommandRow.OPERANDS:
        raise NoDefinitionError
    pointers = sum(1 << number for number, value in enumerate(values) if value.type.is_pointer)
    counts = b.integer(b.i32, len(values)), b.integer(b.i32, pointers)
    row = b.called(b.ptr, "mtlb_command", b.generic(buffer), b.text(match[1]), b.resized(index, b.i32), *counts)
    for number, value in enumerate(values):
        b.store(_word(b, value), b.behind(row, 8 * number))


def _word(b: FunctionBody, value: Value) -> Value:
    """The bits of a value, extended to 64 bits."""
    if value.type.is_pointer:
        return b.cast(CastOperator.PTRTOINT, value, b.i64)
    return b.resized(b.bitcast(value, b.context.integer_type(bits_of(value.type))), b.i64)
