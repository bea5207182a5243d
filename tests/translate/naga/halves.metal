// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct type_5 {
    metal::half4 inner[2];
};
struct U {
    half v;
    char _pad1[2];
    metal::half2 v2_;
    metal::half3 v3_;
    metal::half4 v4_;
    half s;
    char _pad5[2];
    metal::half3x2 m;
    type_5 arr;
};

[[max_total_threads_per_threadgroup(1)]] kernel void main_(
  device U const& u [[user(fake0)]]
, device U const& s [[user(fake0)]]
, device U& o [[user(fake0)]]
) {
    half pv = 1.0h;
    metal::half4 l = {};
    metal::half3 _e2 = u.v3_;
    half _e5 = u.v;
    metal::half4 _e9 = s.v4_;
    half _e11 = pv;
    l = metal::half4(_e2, _e5) + (_e9 * _e11);
    metal::half4 _e15 = l;
    metal::float4 c = static_cast<metal::float4>(_e15);
    metal::half4 _e20 = l;
    o.v4_ = static_cast<metal::half4>(c) + _e20;
    metal::half3x2 _e26 = u.m;
    o.m = _e26;
    type_5 _e31 = s.arr;
    o.arr = _e31;
    metal::half3 _e36 = s.v3_;
    o.v3_ = _e36;
    half _e42 = u.s;
    o.s = 3.5h + _e42;
    o.v = 1.25h;
    metal::half2 _e52 = u.m[1];
    o.v2_ = _e52;
    return;
}
