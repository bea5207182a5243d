#include <metal_stdlib>
using namespace metal;
#define R memory_order_relaxed
#define COMMON(A, T) T e = 0; atomic_store_explicit(A, T(1), R); e = atomic_load_explicit(A, R); e += atomic_exchange_explicit(A, T(2), R); while (!atomic_compare_exchange_weak_explicit(A, &e, T(3), R, R));
#define ARITH(A, T) e += atomic_fetch_add_explicit(A, T(1), R); e += atomic_fetch_sub_explicit(A, T(1), R);
#define BITWISE(A, T) e += atomic_fetch_max_explicit(A, T(1), R) + atomic_fetch_min_explicit(A, T(1), R) + atomic_fetch_and_explicit(A, T(1), R) + atomic_fetch_or_explicit(A, T(1), R) + atomic_fetch_xor_explicit(A, T(1), R);
kernel void g(device atomic_int* i [[buffer(0)]], device atomic_uint* u [[buffer(1)]], device atomic_float* f [[buffer(2)]], device atomic_bool* b [[buffer(3)]], device atomic<ulong>* l [[buffer(4)]], volatile device atomic_uint* v [[buffer(5)]], device float* o [[buffer(6)]], uint k [[thread_position_in_grid]]) {
  { COMMON(i, int) ARITH(i, int) BITWISE(i, int) o[k] += e; } { COMMON(u + k, uint) ARITH(u, uint) BITWISE(u, uint) o[k] += e; } { COMMON(f, float) ARITH(f, float) o[k] += e; } { COMMON(v, uint) ARITH(v, uint) BITWISE(v, uint) o[k] += e; }
  { bool e = false; atomic_store_explicit(b, true, R); e = atomic_load_explicit(b, R); e = atomic_exchange_explicit(b, false, R); atomic_compare_exchange_weak_explicit(b, &e, true, R, R); o[k] += e; }
  atomic_max_explicit(l, ulong(1), R); atomic_min_explicit(l, ulong(2), R);
}
kernel void t(threadgroup atomic_int* i [[threadgroup(0)]], threadgroup atomic_uint* u [[threadgroup(1)]], device float* o [[buffer(6)]], uint k [[thread_position_in_grid]]) {
  threadgroup atomic_uint own; threadgroup atomic_bool b; threadgroup atomic_int many[4];
  { COMMON(i, int) ARITH(i, int) BITWISE(i, int) o[k] += e; } { COMMON(&own, uint) ARITH(&own, uint) BITWISE(u, uint) o[k] += e; } { COMMON(&many[k & 3], int) o[k] += e; } { bool e; atomic_store_explicit(&b, true, R); e = atomic_load_explicit(&b, R); o[k] += e; }
}
kernel void fences(device float* o [[buffer(0)]], device atomic_uint* u [[buffer(1)]]) {
  atomic_thread_fence(mem_flags::mem_device, memory_order_relaxed); atomic_thread_fence(mem_flags::mem_device, memory_order_acquire); atomic_thread_fence(mem_flags::mem_device, memory_order_release); atomic_thread_fence(mem_flags::mem_device, memory_order_acq_rel); atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device); atomic_thread_fence(mem_flags::mem_threadgroup, memory_order_seq_cst, thread_scope_threadgroup); atomic_thread_fence(mem_flags::mem_texture, memory_order_seq_cst, thread_scope_simdgroup); atomic_thread_fence(mem_flags::mem_none, memory_order_seq_cst, thread_scope_thread);
  o[0] = atomic_fetch_add_explicit(u, 1, memory_order_relaxed); 
}
struct Counters { atomic_uint count; uint pad; atomic<float> sum; };
kernel void in_struct(device Counters& c [[buffer(0)]], device Counters* d [[buffer(1)]], uint k [[thread_position_in_grid]]) { atomic_fetch_add_explicit(&c.count, 1u, R); atomic_fetch_add_explicit(&d[k].sum, 1.0f, R); }
