#include <metal_stdlib>
using namespace metal;
struct P2 { bool culled [[primitive_culled]]; uint id [[primitive_id]]; float4 color; }; struct V2 { float4 p [[position]]; float size [[point_size]]; float clip [[clip_distance]] [2]; uint kind; int2 k2; };
using M2 = metal::mesh<V2, P2, 64, 126, topology::point>;
[[mesh]] void m2(M2 out, uint i [[thread_index_in_threadgroup]]) { V2 v = {}; out.set_vertex(i, v); P2 p = {}; out.set_primitive(i, p); out.set_primitive_count(1); }
