"""Functions of AIR that Apple's compiler declares when it compiles a use of every function of Metal's library.

These are rows of the table of `mtlb.air.intrinsics`, in its notation.

Source: probes of 686 built-in functions by Apple's compiler 32023.883 (Xcode 26.5) at AIR 2.8, textual IR in the public
repository kagurasumusun/metal (metal-info-set/golden): names, types and attributes. The forms are therefore those of
AIR 2.8; the forms of older versions are unknown. Interpolants of four numbers are those of DXMT, whose modules macOS 14
loads (AIR 2.6). A guess: that interpolants of two and three numbers have the same form. A guess: that intersection
queries and `get_sample_position` are the same from AIR 2.6 on, where `intersect` has the parameters of 2.8. `pack` and
`unpack` were probed with half or float; that both exist is by analogy with those of 4x8 bits.
`intersect.instancing.world_space_data`, and other types of `store.implicit_imageblock`, follow the fixtures of
lin72h/metal2vulkan, a reader of AIR. The census has three more functions of private tensors. A guess:
`get_extent_global_tensor`, by analogy with `get_stride_global_tensor` and `get_extent_private_tensor`, and that the
type of an element's address is 1 for half and 2 for bfloat, as in the description of a tensor.
`simdgroup_async_copy_2d` and `wait_simdgroup_events` are not in Metal's library: programs declare them by name (kernels
of mps-flash-attn 0.6.3, PyPI, AIR 2.7 and 2.8).
"""

from __future__ import annotations

PROBED = """
abort_intersection_query.instancing.triangle_data
  commit_curve_intersection_intersection_query.instancing.triangle_data.curve_data
  commit_triangle_intersection_intersection_query.instancing.triangle_data
  deallocate_intersection_query.instancing.triangle_data
  deallocate_intersection_query.instancing.triangle_data.curve_data
  deallocate_intersection_query.multi_level_instancing.triangle_data | | void (%intersection_query*0) | | effect |
  2.6-
allocate_intersection_query.instancing.triangle_data allocate_intersection_query.instancing.triangle_data.curve_data |
  | %intersection_query*0 () | | effect | 2.6-
allocate_intersection_query.multi_level_instancing.triangle_data | | %intersection_query*0 (i8) | | effect | 2.8-
atomic_max_explicit_texture_1d.i16.u.v4i64 atomic_min_explicit_texture_1d.i16.u.v4i64 | | void (%texture_1d*1
  nocapture, i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_1d_array.i16.u.v4i64 atomic_min_explicit_texture_1d_array.i16.u.v4i64 | | void
  (%texture_1d_array*1 nocapture, i16, i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_2d.i16.u.v4i64 atomic_min_explicit_texture_2d.i16.u.v4i64 | | void (%texture_2d*1
  nocapture, v2i16, v2i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_2d_array.i16.u.v4i64 atomic_min_explicit_texture_2d_array.i16.u.v4i64 | | void
  (%texture_2d_array*1 nocapture, v2i16, i16, v2i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_3d.i16.u.v4i64 atomic_min_explicit_texture_3d.i16.u.v4i64 | | void (%texture_3d*1
  nocapture, v3i16, v3i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_buffer_1d.i16.u.v4i64 atomic_min_explicit_texture_buffer_1d.i16.u.v4i64 | | void
  (%texture_buffer_1d*1 nocapture, i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_cube.i16.u.v4i64 atomic_min_explicit_texture_cube.i16.u.v4i64 | | void (%texture_cube*1
  nocapture, v2i16, i16, v4i64, i32, i32) | | endless | 2.8-
atomic_max_explicit_texture_cube_array.i16.u.v4i64 atomic_min_explicit_texture_cube_array.i16.u.v4i64 | | void
  (%texture_cube_array*1 nocapture, v2i16, i16, i16, v4i64, i32, i32) | | endless | 2.8-
clear_barrier_compute_command clear_barrier_render_command reset_compute_command set_barrier_compute_command
  set_barrier_render_command | | void (%command_buffer*1 nocapture, i32) | | effect | 2.8-
commit_bounding_box_intersection_intersection_query.instancing.triangle_data | | void (%intersection_query*0, f32) | |
  effect | 2.6-
concurrent_dispatch_threadgroups_compute_command concurrent_dispatch_threads_compute_command
  set_stage_in_region_compute_command | | void (%command_buffer*1 nocapture, i32, v3i32, v3i32) | | effect | 2.8-
copy_compute_command copy_render_command | | void (%command_buffer*1 nocapture, i32, %command_buffer*1 nocapture
  readonly, i32) | | effect | 2.8-
draw_indexed_patches_render_command | {T}.{S}.{U} | void (%command_buffer*1 nocapture, i32, i32, i32, i32, i32*1,
  i8*1, i32, i32, i8*1, i32, f32) | T=i32*1 S=i8*1 U=i8*1 | effect | 2.8-
draw_mesh_threadgroups_render_command draw_mesh_threads_render_command | | void (%command_buffer*1 nocapture, i32,
  v3i32, v3i32, v3i32) | | effect | 2.8-
draw_patches_render_command | {T}.{S} | void (%command_buffer*1 nocapture, i32, i32, i32, i32, i32*1, i32, i32, i8*1,
  i32, f32) | T=i32*1 S=i8*1 | effect | 2.8-
get_buffer_intersection_function_table | {T} | i8*1 (%intersection_function_table*1 nocapture readonly, i32) | T=i8*1
  | read | 2.8-
get_candidate_curve_distance_intersection_query.instancing.triangle_data.curve_data
  get_candidate_curve_parameter_intersection_query.instancing.triangle_data.curve_data
  get_candidate_triangle_distance_intersection_query.instancing.triangle_data
  get_committed_curve_parameter_intersection_query.instancing.triangle_data.curve_data
  get_committed_distance_intersection_query.instancing.triangle_data
  get_ray_min_distance_intersection_query.instancing.triangle_data | | f32 (%intersection_query*0 nocapture readonly)
  | | read | 2.6-
get_candidate_geometry_id_intersection_query.instancing.triangle_data
  get_candidate_instance_id_intersection_query.instancing.triangle_data
  get_candidate_intersection_type_intersection_query.instancing.triangle_data
  get_candidate_primitive_id_intersection_query.instancing.triangle_data
  get_candidate_user_instance_id_intersection_query.instancing.triangle_data
  get_committed_geometry_id_intersection_query.instancing.triangle_data
  get_committed_instance_id_intersection_query.instancing.triangle_data
  get_committed_intersection_type_intersection_query.instancing.triangle_data
  get_committed_primitive_id_intersection_query.instancing.triangle_data
  get_committed_user_instance_id_intersection_query.instancing.triangle_data | | i32 (%intersection_query*0 nocapture
  readonly) | | read | 2.6-
get_candidate_instance_count_intersection_query.multi_level_instancing.triangle_data
  get_committed_instance_count_intersection_query.multi_level_instancing.triangle_data | | i8 (%intersection_query*0
  nocapture readonly) | | read | 2.8-
get_candidate_object_to_world_transform_intersection_query.instancing.triangle_data
  get_candidate_world_to_object_transform_intersection_query.instancing.triangle_data
  get_committed_object_to_world_transform_intersection_query.instancing.triangle_data
  get_committed_world_to_object_transform_intersection_query.instancing.triangle_data | | {v3f32, v3f32, v3f32, v3f32}
  (%intersection_query*0 nocapture readonly) | | read | 2.6-
get_candidate_primitive_data_intersection_query.instancing.triangle_data
  get_committed_primitive_data_intersection_query.instancing.triangle_data | | i8*1 (%intersection_query*0 nocapture
  readonly) | | read | 2.6-
get_candidate_ray_direction_intersection_query.instancing.triangle_data
  get_candidate_ray_origin_intersection_query.instancing.triangle_data
  get_committed_ray_direction_intersection_query.instancing.triangle_data
  get_committed_ray_origin_intersection_query.instancing.triangle_data
  get_world_space_ray_direction_intersection_query.instancing.triangle_data
  get_world_space_ray_origin_intersection_query.instancing.triangle_data | | v3f32 (%intersection_query*0 nocapture
  readonly) | | read | 2.6-
get_candidate_triangle_barycentric_coord_intersection_query.instancing.triangle_data
  get_committed_triangle_barycentric_coord_intersection_query.instancing.triangle_data | | v2f32
  (%intersection_query*0 nocapture readonly) | | read | 2.6-
get_color_coverage_mask | | i16 (v2i16, i16) | | pure | 2.8-
get_curve_parameter_intersection_result.instancing.triangle_data.curve_data
  get_distance_intersection_result.instancing.triangle_data
  get_ray_min_distance_intersection_result.instancing.triangle_data | | f32 (%intersection_result*9) | | any_read |
  2.8-
get_data_pointer_typed_global_tensor.s.i32.global | | i8*1 (%tensor*1 nocapture readonly, i16, i8*0 nocapture
  readonly, i8) | | write | 2.8-
get_descriptor_size_tensor | | i16 (i16, i16) | | pure | 2.8-
get_extent_global_tensor | {T} | i32 (%tensor*1 nocapture readonly, i16, i16) | T=i32 | write | 2.8-
get_extent_private_tensor | {T} | i32 (%tensor*0 nocapture readonly, i16, i16) | T=i32 | write | 2.8-
get_geometry_id_intersection_result.instancing.triangle_data
  get_instance_id_intersection_result.instancing.triangle_data
  get_primitive_id_intersection_result.instancing.triangle_data get_type_intersection_result.instancing.triangle_data
  get_type_intersection_result.triangle_data get_user_instance_id_intersection_result.instancing.triangle_data | | i32
  (%intersection_result*9) | | any_read | 2.8-
get_imageblock_height get_imageblock_samples get_imageblock_width | | i16 () | | pure | 2.8-
get_imageblock_num_colors | | i16 (v2i16) | | pure | 2.8-
get_instance_acceleration_structure_instance_acceleration_structure | | %instance_acceleration_structure*1
  (%instance_acceleration_structure*1 nocapture readonly, i32) | | read | 2.8-
get_instance_count_instance_acceleration_structure | | i32 (%instance_acceleration_structure*1 nocapture readonly) | |
  read | 2.8-
get_instance_count_intersection_result.multi_level_instancing.triangle_data | | i8 (%intersection_result*9) | |
  any_read | 2.8-
get_intersection_params_intersection_query.instancing.triangle_data | | {i32, i32, i32, i32, i32, i32, i32, i32, i32,
  i1, i1} (%intersection_query*0 nocapture readonly) | | read | 2.6-
get_null_function_handle | | %function_handle*1 () | | hidden_read | 2.8-
get_null_global_tensor | | %tensor*1 () | | hidden_read | 2.8-
get_num_samples | {T} | T (i32) | T=i32 | pure | 2.6-
get_object_to_world_transform_intersection_result.instancing.triangle_data.world_space_data
  get_world_to_object_transform_intersection_result.instancing.triangle_data.world_space_data | | {v3f32, v3f32,
  v3f32, v3f32} (%intersection_result*9) | | any_read | 2.8-
get_primitive_acceleration_structure_instance_acceleration_structure | | %primitive_acceleration_structure*1
  (%instance_acceleration_structure*1 nocapture readonly, i32) | | read | 2.8-
get_primitive_data_intersection_result.instancing.triangle_data | | i8*1 (%intersection_result*9) | | any_read | 2.8-
get_ray_direction_intersection_result.instancing.triangle_data
  get_ray_origin_intersection_result.instancing.triangle_data | | v3f32 (%intersection_result*9) | | any_read | 2.8-
get_resource_id_instance_acceleration_structure | | i64 (%instance_acceleration_structure*1 readonly) | | read | 2.8-
get_resource_id_primitive_acceleration_structure | | i64 (%primitive_acceleration_structure*1 readonly) | | read |
  2.8-
get_sample_position | {T} | T (i32, i32) | T=v2f32 | pure | 2.6-
get_size_command_buffer | | i32 (%command_buffer*1 nocapture readonly) | | any_read | 2.8-
get_size_intersection_function_table | | i32 (%intersection_function_table*1 nocapture readonly) | | read | 2.8-
get_size_visible_function_table | | i32 (%visible_function_table*1 nocapture readonly) | | read | 2.8-
get_stride_global_tensor | {T} | i32 (%tensor*1 nocapture readonly, i16, i16) | T=i32 | write | 2.8-
get_triangle_barycentric_coord_intersection_result.instancing.triangle_data | | v2f32 (%intersection_result*9) | |
  any_read | 2.8-
get_vertex_value | {T} | f32 (%vertex_value*1 nocapture readonly, i32) | T=f32 | read | 2.8-
implicit_imageblock_data | | i8*4 (i32, v2i16, i32, i16) | | any_read | 2.8-
init_strided_private_tensor.i16.private | | void (%tensor*0 nocapture writeonly, i16, i8*0 readnone, i8*0 nocapture
  readonly, i8*0 nocapture readonly, i8) | | write | 2.8-
init_strided_private_tensor.i32.global | | void (%tensor*0 nocapture writeonly, i16, i8*1 readnone, i8*0 nocapture
  readonly, i8*0 nocapture readonly, i8) | | write | 2.8-
init_strided_private_tensor.i32.local | | void (%tensor*0 nocapture writeonly, i16, i8*3 readnone, i8*0 nocapture
  readonly, i8*0 nocapture readonly, i8) | | write | 2.8-
interpolate_center_no_perspective interpolate_center_perspective interpolate_centroid_no_perspective
  interpolate_centroid_perspective | {T} | T (%interpolant*1 nocapture readonly) | T=float32 | read | 2.6-
interpolate_offset_no_perspective interpolate_offset_perspective | {T} | T (%interpolant*1 nocapture readonly,
  v2f32) | T=float32 | read | 2.6-
interpolate_sample_no_perspective interpolate_sample_perspective | {T} | T (%interpolant*1 nocapture readonly, i32)
  | T=float32 | read | 2.6-
intersect.triangle_data | | {i32, f32, i32, i32, i8*1, v2f32, i1} (v3f32, v3f32, f32, f32,
  %primitive_acceleration_structure*1 readonly, %intersection_function_table*1 readonly, i8*0, i64, i32, i32, i32,
  i32, i32, i32, i32, i32, i32, i1) | | effect | 2.8-
intersect.instancing.world_space_data | | {i32, f32, i32, i32, i8*1, i32, i32, v3f32, v3f32, v3f32, v3f32, v3f32, v3f32,
  v3f32, v3f32} (v3f32, v3f32, f32, f32, %instance_acceleration_structure*1 readonly, i32,
  %intersection_function_table*1 readonly, i8*0, i64, i32, i32, i32, i32, i32, i32, i32, i32, i32, i1, i1) | | effect |
  2.8-
intersect_direct_access.instancing.triangle_data intersect_direct_access.instancing.triangle_data.curve_data
  intersect_direct_access.instancing.triangle_data.world_space_data | | {%intersection_result*9, i8*5} (v3f32, v3f32,
  f32, f32, %instance_acceleration_structure*1 readonly, i32, %intersection_function_table*1 readonly, i8*0, i64, i32,
  i32, i32, i32, i32, i32, i32, i32, i32, i1, i1) | | effect | 2.8-
intersect_direct_access.multi_level_instancing.triangle_data | | {%intersection_result*9, i8*5} (v3f32, v3f32, f32,
  f32, %instance_acceleration_structure*1 readonly, i32, %intersection_function_table*1 readonly, i8*0, i64, i8, i32,
  i32, i32, i32, i32, i32, i32, i32, i32, i1, i1) | | effect | 2.8-
intersect_direct_access.triangle_data | | {%intersection_result*9, i8*5} (v3f32, v3f32, f32, f32,
  %primitive_acceleration_structure*1 readonly, %intersection_function_table*1 readonly, i8*0, i64, i32, i32, i32,
  i32, i32, i32, i32, i32, i32, i1) | | effect | 2.8-
is_candidate_non_opaque_bounding_box_intersection_query.instancing.triangle_data
  is_candidate_triangle_front_facing_intersection_query.instancing.triangle_data
  is_committed_triangle_front_facing_intersection_query.instancing.triangle_data | | i1 (%intersection_query*0
  nocapture readonly) | | read | 2.6-
is_equal_function_handle | | i1 (%function_handle*1 nocapture readonly, %function_handle*1 nocapture readonly) | |
  read | 2.8-
is_null_function_handle | | i1 (%function_handle*1 nocapture readonly) | | read | 2.8-
is_null_global_tensor | | i1 (%tensor*1 nocapture readonly) | | read | 2.8-
is_null_intersection_function_table | | i1 (%intersection_function_table*1 nocapture readonly) | | read | 2.8-
is_null_primitive_acceleration_structure | | i1 (%primitive_acceleration_structure*1 nocapture readonly) | | read |
  2.8-
is_null_visible_function_table | | i1 (%visible_function_table*1 nocapture readonly) | | read | 2.8-
is_triangle_front_facing_intersection_result.instancing.triangle_data | | i1 (%intersection_result*9) | | any_read |
  2.8-
load_global_tensor.s.i32.global | {T} | f32 (%tensor*1 nocapture readonly, i16, i8*0 nocapture readonly, i8*0
  nocapture readonly) | T=f32 | effect | 2.8-
next_intersection_query.instancing.triangle_data | | i1 (%intersection_query*0) | | effect | 2.6-
pack.snorm.rgb10a2 pack.unorm.rgb10a2 | {T} | i32 (T) | T=v4f16+v4f32 | pure | 2.8-
pack.snorm1x16 pack.unorm1x16 | {T} | i16 (T) | T=f16+f32 | pure | 2.8-
pack.snorm1x8 pack.unorm1x8 | {T} | i8 (T) | T=f16+f32 | pure | 2.8-
pack.snorm2x8 pack.unorm2x8 | {T} | i16 (T) | T=v2f16+v2f32 | pure | 2.8-
pack.snorm4x16 pack.unorm4x16 | {T} | i64 (T) | T=v4f16+v4f32 | pure | 2.8-
pack.unorm.rg11b10f pack.unorm.rgb9e5 | {T} | i32 (T) | T=v3f16+v3f32 | pure | 2.8-
pack.unorm.rgb565 | {T} | i16 (T) | T=v3f16+v3f32 | pure | 2.8-
quad_vote_all quad_vote_any | | i1 (i16) | | sync | 2.8-
release_intersect_payload.triangle_data | | void (i8*5, i64) | | effect | 2.8-
release_intersection_result.instancing.triangle_data release_intersection_result.instancing.triangle_data.curve_data
  release_intersection_result.instancing.triangle_data.world_space_data
  release_intersection_result.multi_level_instancing.triangle_data release_intersection_result.triangle_data | | void
  (%intersection_result*9) | | effect | 2.8-
reset_intersection_query.instancing.triangle_data | | void (%intersection_query*0, v3f32, v3f32, f32, f32,
  %instance_acceleration_structure*1 readonly, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i1, i1) | | effect |
  2.6-
set_buffer_intersection_function_table | {T} | void (%intersection_function_table*1 nocapture, i8*1 readonly, i32) |
  T=i8*1 | write | 2.8-
set_cull_mode_render_command set_depth_clip_mode_render_command set_front_facing_winding_render_command
  set_triangle_fill_mode_render_command | | void (%command_buffer*1 nocapture, i32, i32) | | effect | 2.8-
set_depth_bias_render_command | | void (%command_buffer*1 nocapture, i32, f32, f32, f32) | | effect | 2.8-
set_depth_stencil_state_render_command | | void (%command_buffer*1 nocapture, i32, %depth_stencil_state*1 readonly) |
  | effect | 2.8-
set_imageblock_size_compute_command | | void (%command_buffer*1 nocapture, i32, v2i16) | | effect | 2.8-
set_kernel_buffer_compute_command | {T} | void (%command_buffer*1 nocapture, i32, i8*1, i64, i32) | T=i8*1 | effect |
  2.8-
set_mesh_buffer_render_command set_object_buffer_render_command | {T} | void (%command_buffer*1 nocapture, i32, i8*1,
  i32) | T=i8*1 | effect | 2.8-
set_object_threadgroup_memory_length_render_command set_threadgroup_memory_length_compute_command | | void
  (%command_buffer*1 nocapture, i32, i32, i32) | | effect | 2.8-
set_pipeline_state_compute_command | | void (%command_buffer*1 nocapture, i32, %compute_pipeline_state*1 readonly) | |
  effect | 2.8-
set_pipeline_state_render_command | | void (%command_buffer*1 nocapture, i32, %render_pipeline_state*1 readonly) | |
  effect | 2.8-
simd_vote_all simd_vote_any | {T} | i1 (i64) | T=i64 | sync | 2.8-
simdgroup_async_copy_2d | {P}.{S} | %simdgroup_event*0 (i64 noundef, i64 noundef, P noundef, i64 noundef, i64 noundef,
  v2i64 noundef, S noundef, i64 noundef, i64 noundef, v2i64 noundef, v2i64 noundef, i32 noundef) | P=i8*1+i8*3
  S=i8*1+i8*3 | named
slice_private_tensor_private_tensor.s.i32 | | void (%tensor*0 nocapture writeonly, %tensor*0 nocapture readonly, i16,
  i8*0 nocapture readonly, i8*0 nocapture readonly) | | write | 2.8-
store.imageblock.mask | {T} | void (T, T*4, i16, i32, i1) | T=f32+i32+v4f16 | any_write | 2.8-
store.implicit_imageblock | {T} | void (T, i32, v2i16, i32, i16) | T=number | any_write | 2.8-
store.implicit_imageblock.mask | {T} | void (T, i32, v2i16, i16) | T=v4f32 | any_write | 2.8-
store_global_tensor.s.i32.global | {T} | void (%tensor*1 nocapture readonly, i16, i8*0 nocapture readonly, i8*0
  nocapture readonly, f32) | T=f32 | effect | 2.8-
unpack.snorm.rgb10a2 unpack.unorm.rgb10a2 | {T} | T (i32) | T=v4f16+v4f32 | pure | 2.8-
unpack.snorm1x16 unpack.unorm1x16 | {T} | T (i16) | T=f16+f32 | pure | 2.8-
unpack.snorm1x8 unpack.unorm1x8 | {T} | T (i8) | T=f16+f32 | pure | 2.8-
unpack.snorm2x8 unpack.unorm2x8 | {T} | T (i16) | T=v2f16+v2f32 | pure | 2.8-
unpack.snorm4x16 unpack.unorm4x16 | {T} | T (i64) | T=v4f16+v4f32 | pure | 2.8-
unpack.unorm.rg11b10f unpack.unorm.rgb9e5 | {T} | T (i32) | T=v3f16+v3f32 | pure | 2.8-
unpack.unorm.rgb565 | {T} | T (i16) | T=v3f16+v3f32 | pure | 2.8-
wait_simdgroup_events | | void (i32 noundef, %simdgroup_event*0*0 noundef) | | named
"""
