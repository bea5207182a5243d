"""Functions that only some stages have: discarding fragments, imageblocks, function tables, indirect commands."""

from __future__ import annotations

import re

from ..layout import IndirectCommandRow
from .text import FunctionBody, element_of, is_float, size_of
from .registry import defines, defines_pattern

__all__: list[str] = []


@defines("discard_fragment")
def _discard(b: FunctionBody) -> str:
    return b.call("void", "mtlb_discard")


@defines("get_null_intersection_function_table", "get_null_visible_function_table")
def _null(b: FunctionBody) -> str:
    return "null"


@defines("is_null_instance_acceleration_structure", "is_null_visible_function_table")
def _is_null(b: FunctionBody) -> str:
    return b.op(f"icmp eq {b.parameters[0]} %0, null")


@defines("get_function_pointer_visible_function_table")
def _table_entry(b: FunctionBody) -> str:
    """A table is the number of its functions (8 bytes), then their addresses. What is not there ends the thread."""
    table = b.generic("%0", b.parameters[0])
    return b.call("ptr", "mtlb_table_entry", ("ptr", table), ("i32", "%1"))


@defines("get_size_visible_function_table")
def _table_size(b: FunctionBody) -> str:
    return b.cast(b.op(f"load i64, {b.parameters[0]} %0"), "i64", b.result)


# --- imageblocks -----------------------------------------------------------------------------------------------------


def _pixel(b: FunctionBody, target: str, coordinates: str, type_: str) -> str:
    """The address of what the imageblock has for a pixel of the tile."""
    x, y = (b.cast(b.op(f"extractelement {type_} {coordinates}, i32 {n}"), "i16", "i32") for n in (0, 1))
    return b.call("ptr", "mtlb_imageblock", ("i32", target), ("i32", x), ("i32", y))


@defines("imageblock_data")
def _imageblock_data(b: FunctionBody) -> str:
    """Operands: the pixel, its sample, and which kind of data."""
    address = _pixel(b, "0", "%0", b.parameters[0])
    return b.op(f"addrspacecast ptr {address} to {b.result}") if b.result != "ptr" else address


@defines("load.implicit_imageblock")
def _load_imageblock(b: FunctionBody) -> str:
    """Operands: the render target, the pixel, its sample."""
    return b.op(f"load {b.result}, ptr {_pixel(b, '%0', '%1', b.parameters[1])}, align 1")


@defines("store.implicit_imageblock")
def _store_imageblock(b: FunctionBody) -> str | None:
    """Operands: the value, the render target, the pixel; no module of Apple's that has it is known."""
    if len(b.parameters) < 3 or b.parameters[2] != "<2 x i16>":
        return None
    b.do(f"store {b.parameters[0]} %0, ptr {_pixel(b, '%1', '%2', b.parameters[2])}, align 1")
    return ""


# --- rasterization rate maps -----------------------------------------------------------------------------------------


@defines("map_physical_to_screen_coordinates", "map_screen_to_physical_coordinates")
def _mapped_coordinates(b: FunctionBody) -> str:
    """The map is what mtlb/cpu/images.py makes of a RateMap."""
    to_physical = int("screen_to_physical" in b.air_name)
    type_ = element_of(b.result)
    data = b.generic("%1", b.parameters[1])
    value = "poison"
    for axis in range(2):
        one = b.op(f"extractelement {b.result} %0, i32 {axis}")
        as_float = one if type_ == "float" else b.cast(one, type_, "float")
        operands = (("ptr", data), ("i32", "%2"), ("i32", str(axis)), ("i32", str(to_physical)), ("float", as_float))
        mapped = b.call("float", "mtlb_map_coordinate", *operands)
        if not is_float(type_):
            mapped = b.op(f"fptoui float {mapped} to {type_}")
        elif type_ != "float":
            mapped = b.cast(mapped, "float", type_)
        value = b.op(f"insertelement {b.result} {value}, {type_} {mapped}, i32 {axis}")
    return value


# --- indirect command buffers ----------------------------------------------------------------------------------------

# mtlb/cpu/native/stages.c writes the calls down, in the structures that mtlb/cpu/layout.py has too.

_COMMAND = re.compile(r"air\.([a-z_]+_(?:render|compute))_command(?:\..*)?")


@defines_pattern(_COMMAND)
def _command(b: FunctionBody) -> str | None:
    """The call is written down. Operands: command buffer, index of the command, what the call is about."""
    if b.result != "void" or len(b.parameters) < 2:
        return None
    found = _COMMAND.fullmatch(b.air_name)
    assert found is not None
    values: list[tuple[str, str]] = []
    for type_, value in zip(b.parameters[2:], b.arguments[2:], strict=True):
        count = 1
        if type_.startswith("<"):
            count = int(type_[1:].split(" ")[0])
        element = element_of(type_)
        for number in range(count):
            one = value if count == 1 else b.op(f"extractelement {type_} {value}, i32 {number}")
            values.append((element, one))
    if len(values) > IndirectCommandRow.OPERANDS:
        return None
    name = b.constant_text(found[1])
    pointers = sum(1 << number for number, (type_, _) in enumerate(values) if type_.startswith("ptr"))
    buffer = b.generic("%0", b.parameters[0])
    row = b.call(
        "ptr",
        "mtlb_command",
        ("ptr", buffer),
        ("ptr", name),
        ("i32", b.cast("%1", b.parameters[1], "i32")),
        ("i32", str(len(values))),
        ("i32", str(pointers)),
    )
    for number, (type_, value) in enumerate(values):
        if type_.startswith("ptr"):
            wide = b.op(f"ptrtoint {type_} {value} to i64")
        elif is_float(type_):
            bits = f"i{8 * size_of(type_)}"
            wide = b.cast(b.op(f"bitcast {type_} {value} to {bits}"), bits, "i64")
        else:
            wide = b.cast(value, type_, "i64")
        b.do(f"store i64 {wide}, ptr {b.op(f'getelementptr i64, ptr {row}, i32 {number}')}")
    return ""
