// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct _mslBufferSizes {
    uint size0;
};

typedef int type_1[1];
struct type_4 {
    metal::uint2 inner[3];
};
struct type_11 {
    int inner[5];
};
struct type_13 {
    uint inner[64];
};

int sw(
    int x
) {
    int i = 0;
    switch(x) {
        case 1:
        case 2: {
            return 3;
        }
        default:
        case 4: {
            uint2 loop_bound = uint2(4294967295u);
            bool loop_init = true;
            while(true) {
                if (metal::all(loop_bound == uint2(0u))) { break; }
                loop_bound -= uint2(loop_bound.y == 0u, 1u);
                if (!loop_init) {
                    int _e13 = i;
                    i = as_type<int>(as_type<uint>(_e13) + as_type<uint>(1));
                }
                loop_init = false;
                int _e4 = i;
                if (_e4 < 4) {
                } else {
                    break;
                }
                {
                    int _e7 = i;
                    if (_e7 == x) {
                        continue;
                    }
                    int _e9 = i;
                    if (_e9 > x) {
                        break;
                    }
                    int _e11 = i;
                    switch(_e11) {
                        case 2: {
                            continue;
                        }
                        default: {
                            break;
                        }
                    }
                }
            }
            break;
        }
        case -7: {
            return 9;
        }
    }
    return x;
}

uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}

uint lp(
    uint n
) {
    uint i_1 = 0u;
    type_4 a = type_4 {};
    uint2 loop_bound_1 = uint2(4294967295u);
    bool loop_init_1 = true;
    while(true) {
        if (metal::all(loop_bound_1 == uint2(0u))) { break; }
        loop_bound_1 -= uint2(loop_bound_1.y == 0u, 1u);
        if (!loop_init_1) {
            uint _e16 = i_1;
            i_1 = _e16 + 1u;
            uint _e18 = i_1;
            if (i_1 == 100u) {
                break;
            }
        }
        loop_init_1 = false;
        uint _e5 = i_1;
        if (_e5 >= n) {
            break;
        }
        uint _e7 = i_1;
        uint _e12 = a.inner[naga_mod(_e7, 3u)].y;
        uint _e13 = i_1;
        a.inner[naga_mod(_e7, 3u)].y = _e12 + _e13;
    }
    uint2 loop_bound_2 = uint2(4294967295u);
    while(true) {
        if (metal::all(loop_bound_2 == uint2(0u))) { break; }
        loop_bound_2 -= uint2(loop_bound_2.y == 0u, 1u);
        uint _e21 = i_1;
        if (_e21 > 3u) {
        } else {
            break;
        }
        {
            uint _e24 = i_1;
            i_1 = _e24 - 2u;
        }
    }
    uint _e29 = a.inner[1].y;
    uint _e30 = i_1;
    return _e29 + _e30;
}

bool rec(
    bool a_1,
    bool b
) {
    bool local = {};
    bool local_1 = {};
    bool local_2 = {};
    if (a_1) {
        local = b;
    } else {
        local = false;
    }
    bool _e5 = local;
    if (!(_e5)) {
        if (a_1 != b) {
            local_2 = !(a_1);
        } else {
            local_2 = false;
        }
        bool _e14 = local_2;
        local_1 = _e14;
    } else {
        local_1 = true;
    }
    bool _e16 = local_1;
    return _e16;
}
int naga_f2i32(float value) {
    return static_cast<int>(metal::clamp(value, -2147483600.0, 2147483500.0));
}


struct main_Input {
};
[[max_total_threads_per_threadgroup(8)]] kernel void main_(
  metal::uint3 g [[thread_position_in_grid]]
, metal::uint3 nw [[threadgroups_per_grid]]
, device type_1& o [[user(fake0)]]
, constant _mslBufferSizes& _buffer_sizes [[user(fake0)]]
) {
    metal::float2x3 m = metal::float2x3(metal::float3(1.0, 2.0, 3.0), metal::float3(4.0, 5.0, 6.0));
    type_11 arr = type_11 {{1, 2, 3, 4, 5}};
    type_11 brr = {};
    metal::int3 q = metal::select(metal::int3(1, 2, 3), metal::int3(4), metal::bool3(true, false, g.x > 2u));
    int _e20 = sw(static_cast<int>(g.x));
    uint _e24 = lp(g.y + 5u);
    bool _e33 = rec(g.x == 0u, nw.x > 1u);
    o[g.x] = as_type<int>(as_type<uint>(as_type<int>(as_type<uint>(as_type<int>(as_type<uint>(_e20) + as_type<uint>(static_cast<int>(_e24)))) + as_type<uint>(_e33 ? 1 : 0))) + as_type<uint>(q.y));
    {
        m[g.x & 1u] = metal::float3(1.0);
        float _e60 = m[1].z;
        o[1] = naga_f2i32(_e60);
    }
    type_11 _e69 = arr;
    brr = _e69;
    brr.inner[2] = 9;
    int _e74 = arr.inner[1];
    int _e76 = brr.inner[1];
    if (metal::all(metal::bool2(_e74 == _e76, true))) {
        int _e87 = arr.inner[naga_mod(g.x, 5u)];
        o[2] = _e87;
    }
    o[3] = static_cast<int>(type_13 {{0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 12u, 13u, 14u, 15u, 16u, 17u, 18u, 19u, 20u, 21u, 22u, 23u, 24u, 25u, 26u, 27u, 28u, 29u, 30u, 31u, 32u, 33u, 34u, 35u, 36u, 37u, 38u, 39u, 40u, 41u, 42u, 43u, 44u, 45u, 46u, 47u, 48u, 49u, 50u, 51u, 52u, 53u, 54u, 55u, 56u, 57u, 58u, 59u, 60u, 61u, 62u, 63u}}.inner[g.x]);
    return;
}
