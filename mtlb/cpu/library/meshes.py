"""What object and mesh functions put out.

A mesh handle is the address of a block: 32-bit numbers, then memory. The first number is that of the primitives, the
second counts what was set outside of the mesh, and then each table has two: where it is in the block, and how many rows
it has. Where the tables begin that is `HEADER_WORDS`; a row that is nowhere is at `HEADER_WORDS` too. `TABLES` are the
tables in their order; after them are those of the data of vertices and of primitives, `DATA_TABLES` each.
"""

from __future__ import annotations

from .text import FunctionBody, count_of, element_of
from .registry import defines

__all__ = ["DATA_TABLES", "HEADER_WORDS", "ROW_BYTES", "TABLES"]

TABLES: dict[str, tuple[str, int]] = {
    "position": ("vertex", 16),
    "point_size": ("vertex", 4),
    "clip_distance": ("vertex", 32),
    "index": ("index", 4),
    "render_target_array_index": ("primitive", 4),
    "viewport_array_index": ("primitive", 4),
    "primitive_culled": ("primitive", 4),
    "primitive_id": ("primitive", 4),
}
"""What a mesh may have besides data: of what, and the bytes of a row."""
DATA_TABLES = 32
ROW_BYTES = 16
"""Bytes of a row of data of vertices and primitives."""
HEADER_WORDS = 2 + 2 * (len(TABLES) + 2 * DATA_TABLES)

_PLACES = {name: number for number, name in enumerate(TABLES)}
_NOWHERE = 4 * HEADER_WORDS


def _store(b: FunctionBody, table: str, row: str, stride: int, type_: str, value: str) -> None:
    """Store a value in a row of a table, if the table has that row; otherwise count it."""
    handle = b.generic("%0", b.parameters[0])
    entry = b.op(f"add i32 2, {b.op(f'mul i32 {table}, 2')}")
    where = b.op(f"getelementptr i32, ptr {handle}, i32 {entry}")
    at = b.op(f"load i32, ptr {where}")
    rows = b.op(f"load i32, ptr {b.op(f'getelementptr i32, ptr {where}, i32 1')}")
    inside = b.op(f"icmp ult i32 {row}, {rows}")
    offset = b.op(f"add i32 {at}, {b.op(f'mul i32 {row}, {stride}')}")
    offset = b.op(f"select i1 {inside}, i32 {offset}, i32 {_NOWHERE}")
    b.do(f"store {type_} {value}, ptr {b.op(f'getelementptr i8, ptr {handle}, i32 {offset}')}, align 1")
    counter = b.op(f"getelementptr i32, ptr {handle}, i32 1")
    so_far = b.op(f"load i32, ptr {counter}")
    one = b.op(f"select i1 {inside}, i32 0, i32 1")
    b.do(f"store i32 {b.op(f'add i32 {so_far}, {one}')}, ptr {counter}")


@defines("set_threadgroups_per_grid_mesh_properties")
def _mesh_groups(b: FunctionBody) -> str:
    """The handle is the address of three 32-bit numbers."""
    for number in range(3):
        value = b.op(f"extractelement <3 x i32> %1, i32 {number}")
        b.do(f"store i32 {value}, {b.parameters[0]} {b.op(f'getelementptr i32, {b.parameters[0]} %0, i32 {number}')}")
    return ""


@defines("set_primitive_count_mesh")
def _primitive_count(b: FunctionBody) -> str:
    b.do(f"store i32 %1, {b.parameters[0]} %0")
    return ""


@defines("set_position_mesh", "set_point_size_mesh")
def _of_vertex(b: FunctionBody) -> str:
    name = b.air_name[len("air.set_") :].partition("_mesh")[0]
    type_ = "float" if element_of(b.parameters[2]) == "half" and name == "point_size" else b.parameters[2]
    _store(b, str(_PLACES[name]), "%1", TABLES[name][1], type_, b.cast("%2", b.parameters[2], type_))
    return ""


@defines("set_clip_distance_mesh")
def _clip_distance(b: FunctionBody) -> str:
    """Operands: mesh, number of the distance, vertex, value."""
    row = b.op(f"add i32 {b.op('mul i32 %2, 8')}, %1")
    _store(b, str(_PLACES["clip_distance"]), row, 4, "float", "%3")
    return ""


@defines("set_index_mesh", "set_indices_mesh")
def _indices(b: FunctionBody) -> str:
    type_ = b.parameters[2]
    for number in range(count_of(type_)):
        value = "%2" if count_of(type_) == 1 else b.op(f"extractelement {type_} %2, i32 {number}")
        at = "%1" if number == 0 else b.op(f"add i32 %1, {number}")
        _store(b, str(_PLACES["index"]), at, 4, "i32", b.cast(value, element_of(type_), "i32"))
    return ""


@defines(
    "set_render_target_array_index_mesh",
    "set_viewport_array_index_mesh",
    "set_primitive_culled_mesh",
    "set_primitive_id_mesh",
)
def _of_primitive(b: FunctionBody) -> str:
    name = b.air_name[len("air.set_") :].partition("_mesh")[0]
    _store(b, str(_PLACES[name]), "%1", 4, "i32", b.cast("%2", b.parameters[2], "i32"))
    return ""


@defines("set_vertex_data_mesh", "set_primitive_data_mesh")
def _data(b: FunctionBody) -> str:
    """Operands: mesh, number of the output, vertex or primitive, value."""
    first = len(TABLES) + (0 if "vertex" in b.air_name else DATA_TABLES)
    type_ = b.parameters[3]
    value = "%3"
    if element_of(type_) == "i1":
        value, type_ = b.cast(value, type_, type_.replace("i1", "i8")), type_.replace("i1", "i8")
    _store(b, b.op(f"add i32 %1, {first}"), "%2", ROW_BYTES, type_, value)
    return ""
