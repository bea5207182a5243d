// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct U {
    ulong a;
    char _pad1[8];
    metal::ulong2 b;
    metal::long3 c;
    metal::ulong4 d;
    int e;
    char _pad5[4];
    long f;
    char _pad6[16];
};
ulong naga_div(ulong lhs, ulong rhs) {
    return lhs / metal::select(rhs, 1u, rhs == 0u);
}

ulong naga_mod(ulong lhs, ulong rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}

long naga_f2i64(float value) {
    return static_cast<long>(metal::clamp(value, -9223372000000000000.0, 9223371500000000000.0));
}


[[max_total_threads_per_threadgroup(1)]] kernel void main_(
  constant U& u [[user(fake0)]]
, device U& o [[user(fake0)]]
) {
    ulong x = {};
    ulong _e2 = u.a;
    x = _e2 + 5uL;
    ulong _e6 = x;
    x = _e6 << 3u;
    ulong _e9 = x;
    ulong _e13 = u.b.x;
    x = naga_div(_e9, _e13 + 1uL);
    ulong _e19 = x;
    o.a = naga_mod(_e19, 7uL);
    metal::ulong4 _e26 = u.d;
    ulong _e27 = x;
    o.d = _e26 + metal::ulong4(_e27);
    metal::long3 _e34 = u.c;
    int _e39 = u.e;
    o.c = as_type<metal::long3>(as_type<metal::ulong3>(as_type<metal::long3>(as_type<metal::ulong3>(_e34) * as_type<ulong>(3L))) - as_type<metal::ulong3>(metal::long3(static_cast<long>(_e39))));
    long _e47 = u.f;
    o.f = naga_f2i64(static_cast<float>(_e47));
    long _e54 = u.f;
    o.e = static_cast<int>(_e54);
    metal::ulong2 _e60 = u.b;
    o.b = _e60;
    return;
}
