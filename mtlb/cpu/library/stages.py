"""Functions that only some stages have: discarding fragments, meshes, null tables."""

from __future__ import annotations

from .body import FunctionBody, count_of, element_of, size_of
from .registry import defines

__all__: list[str] = []


@defines("discard_fragment")
def _discard(b: FunctionBody) -> str:
    return b.call("void", "mtlb_discard")


@defines("get_null_intersection_function_table", "get_null_visible_function_table")
def _null(b: FunctionBody) -> str:
    return "null"


@defines("is_null_instance_acceleration_structure")
def _is_null(b: FunctionBody) -> str:
    return b.op(f"icmp eq {b.parameters[0]} %0, null")


@defines("set_threadgroups_per_grid_mesh_properties")
def _mesh_groups(b: FunctionBody) -> str:
    """The handle is the address of three 32-bit numbers."""
    for number in range(3):
        value = b.op(f"extractelement <3 x i32> %1, i32 {number}")
        b.do(f"store i32 {value}, {b.parameters[0]} {b.op(f'getelementptr i32, {b.parameters[0]} %0, i32 {number}')}")
    return ""


# A mesh handle is the address of pointers: to the number of primitives, to positions of 16 bytes, to indices of 4
# bytes, to the render target array index and the viewport array index of primitives (4 bytes each), then to the data of
# vertices and to that of primitives: 16 outputs each, 16 bytes a vertex or primitive.
_COUNT, _POSITIONS, _INDICES, _TARGETS, _VIEWPORTS, _VERTEX_DATA, _PRIMITIVE_DATA = 0, 1, 2, 3, 4, 5, 21


def _store(b: FunctionBody, table: str, index: str, stride: int, type_: str, value: str) -> None:
    pointers = b.parameters[0]
    memory = b.op(f"load ptr, {pointers} {b.op(f'getelementptr ptr, {pointers} %0, i32 {table}')}")
    offset = b.op(f"mul i32 {index}, {stride}")
    b.do(f"store {type_} {value}, ptr {b.op(f'getelementptr i8, ptr {memory}, i32 {offset}')}, align 1")


@defines("set_primitive_count_mesh")
def _primitive_count(b: FunctionBody) -> str:
    _store(b, str(_COUNT), "0", 4, "i32", "%1")
    return ""


@defines("set_position_mesh")
def _position(b: FunctionBody) -> str:
    _store(b, str(_POSITIONS), "%1", 16, b.parameters[2], "%2")
    return ""


@defines("set_index_mesh", "set_indices_mesh")
def _indices(b: FunctionBody) -> str:
    type_ = b.parameters[2]
    for number in range(count_of(type_)):
        value = "%2" if count_of(type_) == 1 else b.op(f"extractelement {type_} %2, i32 {number}")
        at = "%1" if number == 0 else b.op(f"add i32 %1, {number}")
        _store(b, str(_INDICES), at, 4, "i32", b.cast(value, element_of(type_), "i32"))
    return ""


@defines("set_render_target_array_index_mesh", "set_viewport_array_index_mesh")
def _array_index(b: FunctionBody) -> str:
    table = _TARGETS if "render_target" in b.air_name else _VIEWPORTS
    _store(b, str(table), "%1", 4, "i32", b.cast("%2", b.parameters[2], "i32"))
    return ""


@defines("set_vertex_data_mesh", "set_primitive_data_mesh")
def _data(b: FunctionBody) -> str:
    """Operands: mesh, number of the output, vertex or primitive, value."""
    first = _VERTEX_DATA if "vertex" in b.air_name else _PRIMITIVE_DATA
    table = b.op(f"add i32 %1, {first}")
    type_ = b.parameters[3]
    assert size_of(element_of(type_)) * count_of(type_) <= 16
    _store(b, table, "%2", 16, type_, "%3")
    return ""


@defines("map_physical_to_screen_coordinates", "map_screen_to_physical_coordinates")
def _mapped_coordinates(b: FunctionBody) -> str:
    """Without a rasterization rate map, whose data has no published form, both are the same coordinates."""
    return "%0"
