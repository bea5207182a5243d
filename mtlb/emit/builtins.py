"""The builtin arguments and outputs: which stage has them, which types they may be, from which AIR version on.

Source: the Metal Shading Language Specification, chapter 5.2; the types, as far as they occur, are those of the corpus.
"""

from __future__ import annotations

from typing import NamedTuple

from ..base.versions import Version
from .names import boolean, f32, float2, float3, float4, u16, u32, uint2, uint3, ushort2, ushort3
from .types import MetalType

__all__ = ["INPUTS", "OUTPUTS", "BuiltinRow"]


class BuiltinRow(NamedTuple):
    """One builtin. `types`: those it may have, the first by default."""

    stages: frozenset[str]
    types: tuple[MetalType, ...]
    since: Version = Version(2, 0)


_PLACE = (uint3, uint2, u32, ushort3, ushort2, u16)
_NUMBER = (u32, u16)

_TABLE = """
kernel object mesh | thread_position_in_grid threads_per_grid threadgroup_position_in_grid threadgroups_per_grid
  thread_position_in_threadgroup threads_per_threadgroup | place | 2.0
kernel | dispatch_threads_per_threadgroup stage_in_grid_origin stage_in_grid_size | place | 2.0
kernel object mesh tile | thread_index_in_threadgroup thread_index_in_simdgroup threads_per_simdgroup
  simdgroup_index_in_threadgroup simdgroups_per_threadgroup thread_index_in_quadgroup quadgroup_index_in_threadgroup
  quadgroups_per_threadgroup | number | 2.0
kernel | thread_execution_width dispatch_simdgroups_per_threadgroup dispatch_quadgroups_per_threadgroup | number | 2.0
tile | thread_position_in_threadgroup threads_per_threadgroup threadgroup_position_in_grid threadgroups_per_grid
  thread_position_in_grid threads_per_grid | place | 2.0
tile | pixel_position_in_tile pixels_per_tile | ushort2 | 2.0
tile | tile_index | ushort | 2.0
tile | render_target_array_index viewport_array_index | number | 2.0
object mesh | amplification_id amplification_count | number | 2.5
object | mesh_grid_properties | handle | 2.5
vertex | vertex_id instance_id base_vertex base_instance | number | 2.0
vertex | amplification_id amplification_count | number | 2.2
vertex | patch_id | number | 2.0
vertex | position_in_patch | patch | 2.0
fragment | position | float4 | 2.0
fragment | front_facing | bool | 2.0
fragment | point_coord | float2 | 2.0
fragment | sample_id sample_mask_in | uint | 2.0
fragment | render_target_array_index viewport_array_index | number | 2.0
fragment | primitive_id | uint | 2.2
fragment | barycentric_coord | barycentric | 2.2
fragment | amplification_id amplification_count | number | 2.2
fragment | thread_index_in_simdgroup threads_per_simdgroup thread_index_in_quadgroup | number | 2.0
intersection | origin direction world_space_origin world_space_direction | float3 | 2.3
intersection | min_distance max_distance distance | float | 2.3
intersection | primitive_id instance_id geometry_id user_instance_id geometry_intersection_function_table_offset
  instance_intersection_function_table_offset | uint | 2.3
intersection | opaque_primitive front_facing | bool | 2.3
intersection | time motion_start_time motion_end_time | float | 2.4
intersection | key_frame_count | uint | 2.4
intersection | barycentric_coord | float2 | 2.3
intersection | curve_parameter | float | 2.6
intersection | instance_id_count user_instance_id_count | uint | 2.6
"""
_TYPES: dict[str, tuple[MetalType, ...]] = {
    "place": _PLACE,
    "number": _NUMBER,
    "uint": (u32,),
    "ushort": (u16, u32),
    "ushort2": (ushort2, uint2),
    "float": (f32,),
    "float2": (float2,),
    "float3": (float3,),
    "float4": (float4,),
    "bool": (boolean,),
    "patch": (float2, float3),
    "barycentric": (float3, float2),
    "handle": (),
}


def _inputs() -> dict[tuple[str, str], BuiltinRow]:
    found = {}
    for row in _TABLE.strip().replace("\n  ", " ").splitlines():
        stages, names, types, since = (cell.strip() for cell in row.split("|"))
        for name in names.split():
            for stage in stages.split():
                found[stage, name] = BuiltinRow(frozenset(stages.split()), _TYPES[types], Version.parse(since))
    return found


INPUTS = _inputs()
"""The builtin arguments by stage and name."""

OUTPUTS: dict[tuple[str, str], BuiltinRow] = {
    ("vertex", "position"): BuiltinRow(frozenset({"vertex"}), (float4,)),
    ("vertex", "point_size"): BuiltinRow(frozenset({"vertex"}), (f32,)),
    ("vertex", "clip_distance"): BuiltinRow(frozenset({"vertex"}), (f32,)),
    ("vertex", "render_target_array_index"): BuiltinRow(frozenset({"vertex"}), _NUMBER),
    ("vertex", "viewport_array_index"): BuiltinRow(frozenset({"vertex"}), _NUMBER),
    ("fragment", "depth"): BuiltinRow(frozenset({"fragment"}), (f32,)),
    ("fragment", "stencil"): BuiltinRow(frozenset({"fragment"}), (u32,), Version(2, 1)),
    ("fragment", "sample_mask"): BuiltinRow(frozenset({"fragment"}), (u32,)),
    ("mesh", "position"): BuiltinRow(frozenset({"mesh"}), (float4,), Version(2, 5)),
    ("mesh", "point_size"): BuiltinRow(frozenset({"mesh"}), (f32,), Version(2, 5)),
    ("mesh", "primitive_culled"): BuiltinRow(frozenset({"mesh"}), (boolean,), Version(2, 5)),
    ("mesh", "primitive_id"): BuiltinRow(frozenset({"mesh"}), (u32,), Version(2, 5)),
    ("mesh", "render_target_array_index"): BuiltinRow(frozenset({"mesh"}), _NUMBER, Version(2, 5)),
    ("mesh", "viewport_array_index"): BuiltinRow(frozenset({"mesh"}), _NUMBER, Version(2, 5)),
    ("intersection", "accept_intersection"): BuiltinRow(frozenset({"intersection"}), (boolean,), Version(2, 3)),
    ("intersection", "continue_search"): BuiltinRow(frozenset({"intersection"}), (boolean,), Version(2, 3)),
    ("intersection", "distance"): BuiltinRow(frozenset({"intersection"}), (f32,), Version(2, 3)),
}
"""The builtin outputs by stage and name."""
