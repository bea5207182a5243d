// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct _mslBufferSizes {
    uint size2;
};

struct type_1 {
    uint inner[4];
};
struct S {
    type_1 a;
    metal::float3 b;
};
struct type_4 {
    S inner[3];
};
typedef S type_5[1];
struct type_8 {
    uint inner[40];
};

uint f1_(
    thread uint& p
) {
    uint _e1 = p;
    p = _e1 + 1u;
    uint _e4 = p;
    return _e4;
}

float f2_(
    thread S& p_1
) {
    p_1.b.y = 3.0;
    float _e6 = p_1.b.x;
    return _e6;
}

S f4_(
    S s,
    type_8 arr
) {
    S t = {};
    t = s;
    t.a.inner[2] = arr.inner[3];
    uint _e10 = t.a.inner[2];
    t.a.inner[0] = _e10;
    S _e11 = t;
    return _e11;
}

type_8 f5_(
) {
    type_8 q = {};
    q.inner[5] = 7u;
    type_8 _e3 = q;
    return _e3;
}
uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}

uint naga_f2u32(float value) {
    return static_cast<uint>(metal::clamp(value, 0.0, 4294967000.0));
}


struct main_Input {
};
[[max_total_threads_per_threadgroup(6)]] kernel void main_(
  uint li [[thread_index_in_threadgroup]]
, metal::uint3 w [[threadgroup_position_in_grid]]
, threadgroup type_4& wg
, device type_5& buf [[user(fake0)]]
, constant _mslBufferSizes& _buffer_sizes [[user(fake0)]]
) {
    S pv = {};
    if (li == 0u) {
        wg = {};
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    uint x = {};
    x = li;
    uint _e3 = f1_(x);
    uint _e10 = wg.inner[naga_mod(li, 3u)].a.inner[1];
    uint r = _e3 + _e10;
    float _e13 = f2_(pv);
    type_8 _e14 = f5_();
    S _e23 = f4_(S {type_1 {{r, 1u, 2u, naga_f2u32(_e13)}}, metal::float3(_e13)}, _e14);
    buf[li] = _e23;
    uint _e32 = buf[li + 1u].a.inner[li & 3u];
    buf[li + 1u].a.inner[li & 3u] = _e32 + (1 + (_buffer_sizes.size2 - 0 - 32) / 32);
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    return;
}
