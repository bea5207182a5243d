"""The outputs of object and mesh functions.
A mesh handle is the address of a block of 32-bit numbers, followed by data. The first number is the count of
primitives, the second counts writes outside of the mesh, and then each table has two numbers: its offset in the
block and its number of rows. The tables start at `HEADER_WORDS`, and rows out of range are redirected to
`HEADER_WORDS` too. `TABLES` are the tables in order; the tables of vertex data and primitive data follow,
`DATA_TABLES` of each."""

from __future__ import annotations

from ...ir import BinaryOperator, Value
from ...ir.type_rules import is_i1
from .body import FunctionBody
from .registry import defines

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
"""The tables of a mesh besides data: their kind, and the bytes of a row."""
DATA_TABLES = 32
ROW_BYTES = 16
"""The bytes of a row of vertex or primitive data."""
HEADER_WORDS = 2 + 2 * (len(TABLES) + 2 * DATA_TABLES)

_PLACES = {name: number for number, name in enumerate(TABLES)}


def _store(b: FunctionBody, table: Value | str, row: Value, stride: int, value: Value) -> None:
    """Store a value in a row of a table, if the row exists; native/stages.c counts rows out of range."""
    number = b.integer(b.i32, _PLACES[table]) if isinstance(table, str) else table
    sizes = b.integer(b.i32, stride), b.integer(b.i32, 4 * HEADER_WORDS)
    b.store(value, b.called(b.ptr, "mtlb_mesh_row", b.generic(b.arguments[0]), number, row, *sizes), 1)


@defines("set_threadgroups_per_grid_mesh_properties")
def _mesh_groups(b: FunctionBody) -> None:
    """The handle is the address of three 32-bit numbers."""
    handle, groups = b.arguments
    for number, count in enumerate(b.elements(groups)):
        b.store(count, b.behind(handle, 4 * number))


@defines("set_primitive_count_mesh")
def _primitive_count(b: FunctionBody) -> None:
    handle, count = b.arguments
    b.store(count, handle)


@defines("set_position_mesh", "set_point_size_mesh")
def _of_vertex(b: FunctionBody) -> None:
    name = _table(b)
    _, vertex, value = b.arguments
    if name == "point_size":
        value = b.converted(value, b.f32)
    _store(b, name, vertex, TABLES[name][1], value)


def _table(b: FunctionBody) -> str:
    return b.family.removeprefix("set_").removesuffix("_mesh")


@defines("set_clip_distance_mesh")
def _clip_distance(b: FunctionBody) -> None:
    """Operands: mesh, number of the distance, vertex, value."""
    _, number, vertex, value = b.arguments
    row = b.binary(BinaryOperator.ADD, b.binary(BinaryOperator.MUL, vertex, b.integer(b.i32, 8)), number)
    _store(b, "clip_distance", row, 4, value)


@defines("set_index_mesh", "set_indices_mesh")
def _indices(b: FunctionBody) -> None:
    _, first, indices = b.arguments
    for number, index in enumerate(b.elements(indices)):
        _store(b, "index", b.binary(BinaryOperator.ADD, first, b.integer(b.i32, number)), 4, b.resized(index, b.i32))


@defines(
    "set_render_target_array_index_mesh",
    "set_viewport_array_index_mesh",
    "set_primitive_culled_mesh",
    "set_primitive_id_mesh",
)
def _of_primitive(b: FunctionBody) -> None:
    _, primitive, value = b.arguments
    _store(b, _table(b), primitive, 4, b.resized(value, b.i32))


@defines("set_vertex_data_mesh", "set_primitive_data_mesh")
def _data(b: FunctionBody) -> None:
    """Operands: mesh, number of the output, vertex or primitive, value."""
    _, number, row, value = b.arguments
    first = len(TABLES) + (0 if "vertex" in b.family else DATA_TABLES)
    if is_i1(value.type.scalar):
        value = b.resized(value, b.like(value.type, b.i8))
    _store(b, b.binary(BinaryOperator.ADD, number, b.integer(b.i32, first)), row, ROW_BYTES, value)
