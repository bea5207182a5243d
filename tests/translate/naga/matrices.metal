// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct _mslBufferSizes {
    uint size2;
};

struct Baz {
    metal::float2x2 m;
};
struct type_5 {
    metal::float4x2 inner[2];
};
struct B3_ {
    metal::float3 v;
    metal::float3x2 m;
    type_5 a;
    char _pad3[8];
    metal::float3x3 n;
    metal::packed_float3 tail;
    float s;
};
typedef metal::float4 type_8[1];

struct main_Input {
};
[[max_total_threads_per_threadgroup(1)]] kernel void main_(
  metal::uint3 id [[thread_position_in_grid]]
, constant Baz& baz [[user(fake0)]]
, device B3_ const& b3_ [[user(fake0)]]
, device type_8& o [[user(fake0)]]
, constant _mslBufferSizes& _buffer_sizes [[user(fake0)]]
) {
    int idx = {};
    B3_ t = B3_ {metal::float3(1.0), metal::float3x2 {}, type_5 {}, {}, metal::float3x3 {}, metal::float3(2.0), 1.0};
    idx = static_cast<int>(id.x);
    metal::float2x2 l0_ = baz.m;
    metal::float2 l1_ = baz.m[0];
    int _e13 = idx;
    metal::float2 l2_ = baz.m[_e13];
    float l3_ = baz.m[0].y;
    int _e23 = idx;
    int _e25 = idx;
    float l4_ = baz.m[_e23][_e25];
    metal::float3x2 _e41 = b3_.m;
    t.m = _e41;
    int _e43 = idx;
    metal::float4x2 _e48 = b3_.a.inner[1];
    t.a.inner[_e43] = _e48;
    int _e50 = idx;
    metal::float3 _e55 = b3_.n[1];
    t.n[_e50] = _e55;
    int _e58 = idx;
    t.n[1][_e58] = 4.0;
    int _e66 = idx;
    metal::float2 _e69 = t.a.inner[_e66][2];
    metal::float3x3 _e73 = t.n;
    metal::float3 _e76 = b3_.tail;
    float _e80 = b3_.s;
    metal::float3x2 _e85 = t.m;
    metal::float3 _e88 = b3_.v;
    o[id.x] = ((metal::float4(l1_, l2_) + metal::float4(l3_, l4_, _e69)) + metal::float4(_e73 * _e76, _e80)) + metal::float4(l0_ * l1_, _e85 * _e88);
    return;
}
