// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct type_4 {
    metal::atomic_int inner[3];
};
struct A {
    metal::atomic_uint s;
    type_4 arr;
};
struct _atomic_compare_exchange_result_Sint_4_ {
    int old_value;
    bool exchanged;
    char _pad2[3];
};

template <typename A>
_atomic_compare_exchange_result_Sint_4_ naga_atomic_compare_exchange_weak_explicit(
    device A *atomic_ptr,
    int cmp,
    int v
) {
    bool swapped = metal::atomic_compare_exchange_weak_explicit(
        atomic_ptr, &cmp, v,
        metal::memory_order_relaxed, metal::memory_order_relaxed
    );
    return _atomic_compare_exchange_result_Sint_4_{cmp, swapped};
}
template <typename A>
_atomic_compare_exchange_result_Sint_4_ naga_atomic_compare_exchange_weak_explicit(
    threadgroup A *atomic_ptr,
    int cmp,
    int v
) {
    bool swapped = metal::atomic_compare_exchange_weak_explicit(
        atomic_ptr, &cmp, v,
        metal::memory_order_relaxed, metal::memory_order_relaxed
    );
    return _atomic_compare_exchange_result_Sint_4_{cmp, swapped};
}
uint naga_mod(uint lhs, uint rhs) {
    return lhs % metal::select(rhs, 1u, rhs == 0u);
}


struct main_Input {
};
[[max_total_threads_per_threadgroup(4)]] kernel void main_(
  metal::uint3 l [[thread_position_in_threadgroup]]
, uint __local_invocation_index [[thread_index_in_threadgroup]]
, device A& a [[user(fake0)]]
, threadgroup A& w
, threadgroup uint& flag
) {
    if (__local_invocation_index == 0u) {
        metal::atomic_store_explicit(&w.s, 0, metal::memory_order_relaxed);
        for (int __i0 = 0; __i0 < 3; __i0++) {
            metal::atomic_store_explicit(&w.arr.inner[__i0], 0, metal::memory_order_relaxed);
        }
        flag = {};
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    metal::atomic_store_explicit(&w.s, 1u, metal::memory_order_relaxed);
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    int _e11 = metal::atomic_fetch_add_explicit(&w.arr.inner[naga_mod(l.x, 3u)], 5, metal::memory_order_relaxed);
    uint _e15 = metal::atomic_fetch_max_explicit(&a.s, static_cast<uint>(_e11), metal::memory_order_relaxed);
    _atomic_compare_exchange_result_Sint_4_ _e21 = naga_atomic_compare_exchange_weak_explicit(&a.arr.inner[1], 3, 4);
    if (_e21.exchanged) {
        uint _e26 = metal::atomic_fetch_sub_explicit(&a.s, 1u, metal::memory_order_relaxed);
    }
    uint _e30 = metal::atomic_exchange_explicit(&w.s, 2u, metal::memory_order_relaxed);
    uint _e33 = metal::atomic_load_explicit(&a.s, metal::memory_order_relaxed);
    uint e = _e30 + _e33;
    if (l.x == 0u) {
        flag = e;
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    uint unnamed = flag;
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    uint _e43 = metal::atomic_fetch_xor_explicit(&a.s, unnamed, metal::memory_order_relaxed);
    metal::threadgroup_barrier(metal::mem_flags::mem_device);
    return;
}
