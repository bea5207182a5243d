#include <metal_stdlib>
using namespace metal;
struct V { float4 p [[position]]; float4 c; half2 uv; float3 n [[center_no_perspective]]; };
struct P { uint layer [[render_target_array_index]]; uint view [[viewport_array_index]]; float4 color; };
struct P2 { bool culled [[primitive_culled]]; uint id [[primitive_id]]; float4 color; }; struct V2 { float4 p [[position]]; float size [[point_size]]; float clip [[clip_distance]] [2]; uint kind; int2 k2; };
struct Pay { float4 a; uint n[4]; };
using M = metal::mesh<V, P, 64, 126, topology::triangle>;
[[object, max_total_threads_per_threadgroup(32), max_total_threadgroups_per_mesh_grid(64)]] void obj(object_data Pay& p [[payload]], mesh_grid_properties g, uint i [[thread_position_in_grid]], uint l [[thread_index_in_threadgroup]], uint3 tg [[threadgroup_position_in_grid]], constant float4* c [[buffer(0)]]) { p.a = c[i]; p.n[l & 3] = i; threadgroup_barrier(mem_flags::mem_object_data); if (l == 0) g.set_threadgroups_per_grid(uint3(1, 1, 1)); }
[[mesh, max_total_threads_per_threadgroup(128)]] void m(M out, const object_data Pay& p [[payload]], uint i [[thread_index_in_threadgroup]], uint3 tg [[threadgroup_position_in_grid]], uint lane [[thread_index_in_simdgroup]]) { V v; v.p = p.a; v.c = 1; v.uv = 0; v.n = 0; out.set_vertex(i, v); P q; q.layer = 0; q.view = 0; q.color = 1; out.set_primitive(i, q); out.set_index(i * 3, uchar(i)); out.set_indices(i * 4, uchar4(0, 1, 2, 3)); out.set_indices(i * 2, uchar2(0, 1)); if (i == 0) out.set_primitive_count(M::max_primitives); out.set_primitive_count(M::max_vertices + M::indices_per_primitive); }
using ML = metal::mesh<V, void, 2, 1, topology::line>; [[mesh]] void ml(ML out) { out.set_primitive_count(1); out.set_vertex(0, V{}); } using MP = metal::mesh<V, void, 2, 1, topology::point>; [[mesh]] void mp(MP out) { out.set_primitive_count(1); }
