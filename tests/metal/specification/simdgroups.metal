#include <metal_stdlib>
#include <metal_simdgroup_matrix>
using namespace metal;
template <typename T> T at0(T x) { return x; }
#define ANY(T) { T x = T(o[i]); x += simd_broadcast(x, ushort(1)) + simd_broadcast_first(x) + simd_shuffle(x, ushort(1)) + simd_shuffle_xor(x, ushort(1)) + simd_shuffle_up(x, ushort(1)) + simd_shuffle_down(x, ushort(1)) + simd_shuffle_rotate_up(x, ushort(1)) + simd_shuffle_rotate_down(x, ushort(1)) + simd_shuffle_and_fill_up(x, x, ushort(1)) + simd_shuffle_and_fill_down(x, x, ushort(1)) + simd_shuffle_and_fill_up(x, x, ushort(1), ushort(8)) + simd_shuffle_and_fill_down(x, x, ushort(1), ushort(8)); \
 x += quad_broadcast(x, ushort(1)) + quad_broadcast_first(x) + quad_shuffle(x, ushort(1)) + quad_shuffle_xor(x, ushort(1)) + quad_shuffle_up(x, ushort(1)) + quad_shuffle_down(x, ushort(1)) + quad_shuffle_rotate_up(x, ushort(1)) + quad_shuffle_rotate_down(x, ushort(1)) + quad_shuffle_and_fill_up(x, x, ushort(1)) + quad_shuffle_and_fill_down(x, x, ushort(1)) + quad_shuffle_and_fill_up(x, x, ushort(1), ushort(2)) + quad_shuffle_and_fill_down(x, x, ushort(1), ushort(2)); \
 x += simd_sum(x) + simd_product(x) + simd_max(x) + simd_min(x) + simd_prefix_inclusive_sum(x) + simd_prefix_exclusive_sum(x) + simd_prefix_inclusive_product(x) + simd_prefix_exclusive_product(x) + quad_sum(x) + quad_product(x) + quad_max(x) + quad_min(x) + quad_prefix_inclusive_sum(x) + quad_prefix_exclusive_sum(x) + quad_prefix_inclusive_product(x) + quad_prefix_exclusive_product(x); put(o, i, x); }
#define BITS(T) { T x = T(o[i]); x += simd_and(x) + simd_or(x) + simd_xor(x) + quad_and(x) + quad_or(x) + quad_xor(x); put(o, i, x); }
template <typename T> void put(device float* o, uint i, T x) { o[i] += float(x); }
template <typename T, int N> void put(device float* o, uint i, vec<T, N> x) { o[i] += float(x[N - 1]); }
#define VECS(F, T) F(T) F(T##2) F(T##3) F(T##4)
kernel void lanes(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
 VECS(ANY, char) VECS(ANY, uchar) VECS(ANY, short) VECS(ANY, ushort) VECS(ANY, int) VECS(ANY, uint) VECS(ANY, half) VECS(ANY, float)
 VECS(BITS, char) VECS(BITS, uchar) VECS(BITS, short) VECS(BITS, ushort) VECS(BITS, int) VECS(BITS, uint)
}
kernel void votes(device ulong* o [[buffer(0)]], uint i [[thread_position_in_grid]], uint l [[thread_index_in_simdgroup]]) {
  simd_vote v = simd_ballot(i < 3); quad_vote q = quad_ballot(i < 2); simd_vote a = simd_active_threads_mask(); quad_vote b = quad_active_threads_mask();
  o[i] = ulong((simd_vote::vote_t)v) + v.all() + v.any() + q.all() + q.any() + ulong((quad_vote::vote_t)q) + simd_all(i > 1) + simd_any(i > 2) + quad_all(i > 1) + quad_any(i > 3) + simd_is_first() + quad_is_first() + ulong((simd_vote::vote_t)a) + ulong((quad_vote::vote_t)b);
  o[i] += simd_is_helper_thread() + quad_is_helper_thread();
  simdgroup_barrier(mem_flags::mem_none); threadgroup_barrier(mem_flags::mem_device); threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device); threadgroup_barrier(mem_flags::mem_texture); threadgroup_barrier(mem_flags::mem_threadgroup_imageblock); threadgroup_barrier(mem_flags::mem_object_data); simdgroup_barrier(mem_flags::mem_threadgroup); 
 
}
template <typename T> void matrices(device T* p, threadgroup T* q) {
  simdgroup_matrix<T, 8, 8> a, b = make_filled_simdgroup_matrix<T, 8, 8>(T(0)), c(T(1)); simdgroup_load(a, p); simdgroup_load(a, p, 16); simdgroup_load(b, p, 8, ulong2(1, 2)); simdgroup_load(b, p, 8, ulong2(0, 0), true); simdgroup_load(a, q, 8);
  simdgroup_multiply(c, a, b); simdgroup_multiply_accumulate(c, a, b, c); c = a * b; simdgroup_store(c, p); simdgroup_store(c, p, 16); simdgroup_store(c, p, 8, ulong2(8, 0)); simdgroup_store(c, q, 8, ulong2(0), true); c.thread_elements()[0] = T(2); p[0] = c.thread_elements()[1]; simdgroup_matrix<T, 8, 8> d = make_filled_simdgroup_matrix<T, 8>(T(1)); simdgroup_store(d, p);
}
kernel void mats(device float* f [[buffer(0)]], device half* h [[buffer(1)]], device bfloat* b [[buffer(2)]], threadgroup float* tf [[threadgroup(0)]], threadgroup half* th [[threadgroup(1)]], threadgroup bfloat* tb [[threadgroup(2)]]) { matrices(f, tf); matrices(h, th); matrices(b, tb); simdgroup_float8x8 x(0); simdgroup_half8x8 y(1); simdgroup_bfloat8x8 z(bfloat(1)); simdgroup_float8x8 w; simdgroup_multiply_accumulate(w, y, y, x); simdgroup_store(w, f); simdgroup_store(z, b); simdgroup_float8x8 k = make_filled_simdgroup_matrix<float, 8, 8>(1.f); simdgroup_load(k, (const device float*)f); simdgroup_store(k, f); }
