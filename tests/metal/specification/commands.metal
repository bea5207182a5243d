#include <metal_stdlib>
using namespace metal;
struct A { command_buffer c; render_pipeline_state r; compute_pipeline_state p; };
kernel void k(command_buffer c [[buffer(0)]], constant A& a [[buffer(1)]], device float4* b [[buffer(2)]], device uint* idx [[buffer(3)]], device ushort* idx16 [[buffer(4)]], uint i [[thread_position_in_grid]]) {
  render_command r(a.c, i); r.set_render_pipeline_state(a.r); r.set_vertex_buffer(b, 0); r.set_fragment_buffer(b, 1); r.draw_primitives(primitive_type::triangle, 0, 3, 1, 0); r.draw_indexed_primitives(primitive_type::line, 3, idx, 1, 0, 0); r.draw_indexed_primitives(primitive_type::point, 3, idx16, 1, 0, 0); r.reset(); render_command q(a.c, i + 1); r.copy_command(q);
  compute_command k(a.c, i); k.set_compute_pipeline_state(a.p); k.set_kernel_buffer(b, 0); k.set_kernel_buffer(b, 16, 0); k.set_barrier(); k.clear_barrier(); k.set_stage_in_region(uint3(0), uint3(1)); k.set_threadgroup_memory_length(16, 0); k.concurrent_dispatch_threadgroups(uint3(1), uint3(32)); k.concurrent_dispatch_threads(uint3(1), uint3(32)); k.reset(); compute_command j(a.c, 2); k.copy_command(j); k.set_imageblock_size(ushort2(1)); 
}
kernel void d(constant A& a [[buffer(1)]], device float4* b [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  render_command r(a.c, i); r.draw_patches(4, 0, 1, (const device uint*)b, 1, 0, (const device MTLQuadTessellationFactorsHalf*)b, 0); r.draw_indexed_patches(4, 0, 1, (const device uint*)b, (const device void*)b, 1, 0, (const device MTLQuadTessellationFactorsHalf*)b, 0);
}
kernel void e(constant A& a [[buffer(1)]], device float4* b [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  render_command r(a.c, i); r.set_object_buffer(b, 0); r.set_mesh_buffer(b, 0); r.set_object_threadgroup_memory_length(16, 0); r.draw_mesh_threadgroups(uint3(1), uint3(1), uint3(1)); r.draw_mesh_threads(uint3(1), uint3(1), uint3(1));
}
kernel void g(constant A& a [[buffer(1)]], device uint* o [[buffer(2)]], uint i [[thread_position_in_grid]]) { render_command r(a.c, i); r.set_barrier(); r.clear_barrier(); o[0] = a.c.size(); }
fragment float4 rate(float4 p [[position]], constant rasterization_rate_map_data& d [[buffer(0)]]) { rasterization_rate_map_decoder m(d); return float4(m.map_screen_to_physical_coordinates(p.xy, 0), m.map_physical_to_screen_coordinates(p.xy, 0)); }
