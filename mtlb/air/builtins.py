"""Builtin arguments and outputs: their stages, types and first AIR version, and their names in other languages.

Source: the Metal Shading Language Specification, chapter 5.2; types that occur in the corpus are checked against it.
Other names: LLVM's user guides of NVPTX and AMDGPU, the specifications of SPIR-V and OpenCL, LLVM's intrinsics for
HLSL.
"""

from __future__ import annotations

from typing import Final

from ..base.classes import NamedTuple
from ..base.versions import Version


class BuiltinRow(NamedTuple):
    """One builtin. `types`: Metal's names of its allowed types, the default first; empty for a handle."""

    stages: tuple[str, ...]
    types: tuple[str, ...]
    since: Version


_INPUTS = """
kernel object mesh | thread_position_in_grid threads_per_grid threadgroup_position_in_grid threadgroups_per_grid
  thread_position_in_threadgroup threads_per_threadgroup | place | 2.0
kernel | dispatch_threads_per_threadgroup stage_in_grid_origin stage_in_grid_size | place | 2.0
kernel object mesh tile | thread_index_in_threadgroup thread_index_in_simdgroup threads_per_simdgroup
  simdgroup_index_in_threadgroup simdgroups_per_threadgroup thread_index_in_quadgroup quadgroup_index_in_threadgroup
  quadgroups_per_threadgroup | number | 2.0
kernel | thread_execution_width dispatch_simdgroups_per_threadgroup dispatch_quadgroups_per_threadgroup | number | 2.0
tile | thread_position_in_threadgroup threads_per_threadgroup threadgroup_position_in_grid threadgroups_per_grid
  thread_position_in_grid threads_per_grid | place | 2.0
tile | pixel_position_in_tile pixels_per_tile | ushort2 uint2 | 2.0
tile | tile_index | ushort uint | 2.0
tile | render_target_array_index viewport_array_index | index | 2.0
object mesh | amplification_id amplification_count | number | 2.5
object | mesh_grid_properties | | 2.5
vertex | vertex_id instance_id base_vertex base_instance | number | 2.0
vertex | amplification_id amplification_count | number | 2.2
vertex | patch_id | number | 2.0
vertex | position_in_patch | float2 float3 | 2.0
fragment | position | float4 | 2.0
fragment | front_facing | bool | 2.0
fragment | point_coord | float2 | 2.0
fragment | sample_id sample_mask_in | uint | 2.0
fragment | render_target_array_index viewport_array_index | index | 2.0
fragment | pixel_position_in_tile pixels_per_tile | ushort2 uint2 | 2.0
fragment | tile_index | ushort uint | 2.0
fragment | primitive_id | uint | 2.2
fragment | barycentric_coord | float3 float2 | 2.2
fragment | amplification_id amplification_count | number | 2.2
fragment | thread_index_in_simdgroup threads_per_simdgroup thread_index_in_quadgroup | number | 2.0
intersection | origin direction world_space_origin world_space_direction | float3 | 2.3
intersection | min_distance max_distance distance | float | 2.3
intersection | primitive_id instance_id geometry_id user_instance_id geometry_intersection_function_table_offset
  instance_intersection_function_table_offset | number | 2.3
intersection | opaque_primitive front_facing | bool | 2.3
intersection | time motion_start_time motion_end_time | float | 2.4
intersection | key_frame_count | number | 2.4
intersection | barycentric_coord | float2 | 2.3
intersection | curve_parameter | float | 2.6
intersection | instance_id_count user_instance_id_count | uint | 2.6
"""
# A guess: fragment functions have the tile inputs of the specification's table 5.6 under the names of their attributes.
_OUTPUTS = """
vertex | position | float4 | 2.0
vertex | point_size clip_distance | float | 2.0
vertex | render_target_array_index viewport_array_index | index | 2.0
fragment | depth | float | 2.0
fragment | stencil | uint | 2.1
fragment | sample_mask | uint | 2.0
mesh | position | float4 | 2.5
mesh | point_size clip_distance | float | 2.5
mesh | primitive_culled | bool | 2.5
mesh | primitive_id | uint | 2.5
mesh | render_target_array_index viewport_array_index | index | 2.5
intersection | accept_intersection continue_search | bool | 2.3
intersection | distance | float | 2.3
"""
_GROUPS = {
    "place": "uint3 uint2 uint ushort3 ushort2 ushort",
    "number": "uint ushort",
    "index": "uint ushort uchar",
}


def _table(text: str) -> dict[tuple[str, str], BuiltinRow]:
    table = {}
    for row in text.strip().replace("\n  ", " ").splitlines():
        stages, names, types, since = [cell.strip() for cell in row.split("|")]
        row_ = BuiltinRow(tuple(stages.split()), tuple(_GROUPS.get(types, types).split()), Version.parse(since))
        for name in names.split():
            for stage in row_.stages:
                table[stage, name] = row_
    return table


INPUTS: Final = _table(_INPUTS)
"""The builtin arguments by stage and name."""
OUTPUTS: Final = _table(_OUTPUTS)
"""The builtin outputs by stage and name."""


OF_A_THREAD: Final = frozenset(
    {
        "thread_position_in_grid",
        "thread_position_in_threadgroup",
        "thread_index_in_threadgroup",
        "thread_index_in_simdgroup",
        "simdgroup_index_in_threadgroup",
        "thread_index_in_quadgroup",
        "quadgroup_index_in_threadgroup",
    }
)
"""The kernel arguments that differ between the threads of a threadgroup."""


def components(name: str) -> int:
    """The number of components of a builtin kernel argument."""
    return 3 if "uint3" in INPUTS["kernel", name].types else 1


# --- other targets' names --------------------------------------------------------------------------------------------


class BuiltinNames(NamedTuple):
    """The names of a builtin argument in other targets; "" where the target does not have it.

    `spirv`: the builtin of SPIR-V; `cuda`: a special register of PTX; `amd`: an intrinsic; `opencl`: a function;
    `hlsl`: an intrinsic. CUDA and AMD put the axis at the end of the name (`.x`), the others take it as an argument.
    """

    spirv: str = ""
    cuda: str = ""
    amd: str = ""
    opencl: str = ""
    hlsl: str = ""


_ELSEWHERE = """
thread_position_in_grid | GlobalInvocationId | | | get_global_id | thread.id
threads_per_grid | GlobalSize | | | get_global_size | global.size
threadgroup_position_in_grid | WorkgroupId | ctaid | workgroup.id | get_group_id | group.id
threadgroups_per_grid | NumWorkgroups | nctaid | | get_num_groups | num.workgroups
thread_position_in_threadgroup | LocalInvocationId | tid | workitem.id | get_local_id | thread.id.in.group
threads_per_threadgroup | WorkgroupSize | | | get_local_size | workgroup.size
dispatch_threads_per_threadgroup | | ntid | | get_enqueued_local_size |
thread_index_in_threadgroup | LocalInvocationIndex | | | |
thread_index_in_simdgroup | SubgroupLocalInvocationId | laneid | | get_sub_group_local_id |
threads_per_simdgroup | SubgroupSize | warpsize | | get_sub_group_size |
simdgroup_index_in_threadgroup | SubgroupId | warpid | | get_sub_group_id |
simdgroups_per_threadgroup | NumSubgroups | nwarpid | | get_num_sub_groups |
thread_index_in_quadgroup | | | | |
vertex_id | VertexIndex | | | |
instance_id | InstanceIndex | | | |
base_vertex | BaseVertex | | | |
base_instance | BaseInstance | | | |
position | FragCoord | | | |
front_facing | FrontFacing | | | |
point_coord | PointCoord | | | |
sample_id | SampleId | | | |
sample_mask_in | SampleMask | | | |
primitive_id | PrimitiveId | | | |
render_target_array_index | Layer | | | |
viewport_array_index | ViewportIndex | | | |
amplification_id | ViewIndex | | | |
barycentric_coord | BaryCoordKHR | | | |
"""


def _elsewhere() -> dict[str, BuiltinNames]:
    result = {}
    for row in _ELSEWHERE.strip().splitlines():
        name, *names = [cell.strip() for cell in row.split("|")]
        result[name] = BuiltinNames(*names)
    return result


ELSEWHERE: Final = _elsewhere()
"""The builtin arguments that other targets also have."""
OUTPUTS_OF_SPIRV: Final = {
    "Position": "position",
    "PointSize": "point_size",
    "Layer": "render_target_array_index",
    "ViewportIndex": "viewport_array_index",
    "FragDepth": "depth",
    "SampleMask": "sample_mask",
    "FragStencilRefEXT": "stencil",
    "ClipDistance": "clip_distance",
    "PrimitiveId": "primitive_id",
    "CullPrimitiveEXT": "primitive_culled",
}
"""The builtin outputs by SPIR-V's name."""
