// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct VO {
    metal::float4 p;
    uint id;
    char _pad2[12];
    metal::float4 c;
    metal::float2 uv;
    char _pad4[8];
};
struct FO {
    metal::float4 a;
    metal::float4 b;
};
struct FD {
    float d;
    uint m;
    metal::uint2 c;
    metal::int4 i;
};

struct vsInput {
    metal::float3 pos [[attribute(0)]];
    metal::int4 n [[attribute(1)]];
};
struct vsOutput {
    metal::float4 p [[position]];
    uint id [[user(loc0), flat]];
    metal::float4 c [[user(loc1), sample_no_perspective]];
    metal::float2 uv [[user(loc2), center_perspective]];
};
vertex vsOutput vs(
  vsInput varyings [[stage_in]]
, uint vi [[vertex_id]]
, uint ii [[instance_id]]
) {
    const auto pos = varyings.pos;
    const auto n = varyings.n;
    VO o = {};
    o.p = metal::float4(pos, 1.0);
    o.id = vi + ii;
    o.c = static_cast<metal::float4>(n);
    o.uv = pos.xy;
    VO _e14 = o;
    const auto _tmp = _e14;
    return vsOutput { _tmp.p, _tmp.id, _tmp.c, _tmp.uv };
}


struct fsInput {
    uint id [[user(loc0), flat]];
    metal::float4 c [[user(loc1), sample_no_perspective]];
    metal::float2 uv [[user(loc2), center_perspective]];
};
struct fsOutput {
    metal::float4 a [[color(0) index(0)]];
    metal::float4 b [[color(0) index(1)]];
};
fragment fsOutput fs(
  fsInput varyings_1 [[stage_in]]
, metal::float4 p [[position]]
, bool ff [[front_facing]]
, uint si [[sample_id]]
, uint sm [[sample_mask]]
) {
    const VO v = { p, varyings_1.id, {}, varyings_1.c, varyings_1.uv };
    bool local = {};
    if (ff) {
        local = v.id == 3u;
    } else {
        local = false;
    }
    bool _e10 = local;
    if (_e10) {
        metal::discard_fragment();
    }
    const auto _tmp_1 = FO {v.c + metal::float4(static_cast<float>(si)), metal::float4(v.uv, static_cast<float>(sm), v.p.x)};
    return fsOutput { _tmp_1.a, _tmp_1.b };
}


struct fdInput {
    uint id [[user(loc0), flat]];
    metal::float4 c [[user(loc1), sample_no_perspective]];
    metal::float2 uv [[user(loc2), center_perspective]];
};
struct fdOutput {
    float d [[depth(any)]];
    uint m [[sample_mask]];
    metal::uint2 c [[color(1)]];
    metal::int4 i [[color(2)]];
};
fragment fdOutput fd(
  fdInput varyings_2 [[stage_in]]
, metal::float4 p_1 [[position]]
) {
    const VO v_1 = { p_1, varyings_2.id, {}, varyings_2.c, varyings_2.uv };
    const auto _tmp_2 = FD {v_1.p.z * 0.5, 3u, metal::uint2(v_1.id), metal::int4(1)};
    return fdOutput { _tmp_2.d, _tmp_2.m, _tmp_2.c, _tmp_2.i };
}
