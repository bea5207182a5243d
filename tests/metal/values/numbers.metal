// Numbers, lanes and control flow, beside numpy (tests/metal/test_number_values.py).
#include <metal_stdlib>
using namespace metal;
// Half and bfloat
kernel void halves(device half* a [[buffer(0)]], device half* b [[buffer(1)]], device float* o [[buffer(2)]], device ushort* u [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  half x = a[i], y = b[i];
  o[6 * i] = x * y + x;
  o[6 * i + 1] = x * 0.1h - y * 3;
  o[6 * i + 2] = x * 0.1f;
  o[6 * i + 3] = half(1.0f / 3) + int(i);
  half z = x; z += 0.1f; z *= y; z /= 3;
  o[6 * i + 4] = z;
  o[6 * i + 5] = x / y > 1 ? 1.0h : -x;
  u[i] = as_type<ushort>(half(float(x) * 1.0001f + 1e-3f));
}
kernel void bfloats(device bfloat* a [[buffer(0)]], device bfloat* b [[buffer(1)]], device float* o [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  bfloat x = a[i], y = b[i];
  o[6 * i] = x * y + x;
  o[6 * i + 1] = x * 0.1bf - y;
  o[6 * i + 2] = x * 0.1f;
  o[6 * i + 3] = bfloat(257 + int(i)) ;
  bfloat z = x; z += 1; z *= y;
  o[6 * i + 4] = z;
  o[6 * i + 5] = int(y * 10) - -x;
}
// Integers
template <typename T, typename U> void integers(T a, T b, T c, device T* o) {
  o[0] = addsat(a, b); o[1] = subsat(a, b); o[2] = absdiff(a, b); o[3] = hadd(a, b); o[4] = rhadd(a, b);
  o[5] = mulhi(a, b); o[6] = madhi(a, b, c); o[7] = madsat(a, b, c); o[8] = rotate(a, b); o[9] = popcount(a);
  o[10] = clz(a); o[11] = ctz(a); o[12] = reverse_bits(a); o[13] = extract_bits(a, 3, 5); o[14] = insert_bits(a, b, 2, 4);
  o[15] = abs(a); o[16] = max3(a, b, c); o[17] = median3(a, b, c); o[18] = min(a, c); o[19] = clamp(a, min(b, c), max(b, c));
}
#define INTEGERS(T) kernel void ints_##T(device T* x [[buffer(0)]], device T* o [[buffer(1)]], uint i [[thread_position_in_grid]]) { \
  integers<T, u##T>(x[3 * i], x[3 * i + 1], x[3 * i + 2], o + 20 * i); }
#define UINTEGERS(T) kernel void ints_##T(device T* x [[buffer(0)]], device T* o [[buffer(1)]], uint i [[thread_position_in_grid]]) { \
  integers<T, T>(x[3 * i], x[3 * i + 1], x[3 * i + 2], o + 20 * i); }
INTEGERS(char) INTEGERS(short) INTEGERS(int) UINTEGERS(uchar) UINTEGERS(ushort) UINTEGERS(uint)
INTEGERS(long) UINTEGERS(ulong)
// Select
kernel void selects(device float4* a [[buffer(0)]], device int4* b [[buffer(1)]], device half* h [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  float4 x = a[i];
  bool4 m = x > 0;
  a[i] = select(x, x.wzyx, m);
  b[i] = select(b[i], int4(7), !m) + select(int4(0), int4(100), x == x.yxwz);
  h[i] = select(h[i], half(-1), any(m) && !all(m));
  b[i].x += select(1, 2, i > 1);
}
// Atomics
kernel void atomics(device atomic_int* s [[buffer(0)]], device atomic_uint* u [[buffer(1)]], device atomic_float* f [[buffer(2)]], device int* o [[buffer(3)]], uint i [[thread_position_in_grid]], uint n [[threads_per_grid]]) {
  threadgroup atomic_int t[2];
  if (i < 2) atomic_store_explicit(&t[i], int(i) * 5, memory_order_relaxed);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  atomic_fetch_add_explicit(&t[i & 1], int(i), memory_order_relaxed);
  atomic_fetch_add_explicit(&s[0], int(i), memory_order_relaxed);
  atomic_fetch_sub_explicit(&s[1], int(i), memory_order_relaxed);
  atomic_fetch_min_explicit(&s[2], -int(i), memory_order_relaxed);
  atomic_fetch_max_explicit(&s[3], -int(i) - 1, memory_order_relaxed);
  atomic_fetch_or_explicit(&u[0], 1u << i, memory_order_relaxed);
  atomic_fetch_and_explicit(&u[1], ~(1u << (i & 7)), memory_order_relaxed);
  atomic_fetch_xor_explicit(&u[2], i * 3, memory_order_relaxed);
  atomic_fetch_max_explicit(&u[3], 0x80000000u + i, memory_order_relaxed);
  atomic_fetch_add_explicit(f, 0.5f, memory_order_relaxed);
  uint e = atomic_load_explicit(&u[4], memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&u[4], &e, e * 2 + 1, memory_order_relaxed, memory_order_relaxed)) {}
  o[i] = atomic_exchange_explicit(&u[5 + i], 99u, memory_order_relaxed);
  threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device);
  if (i < 2) o[i] += atomic_load_explicit(&t[i], memory_order_relaxed);
}
// Promotions
kernel void promotions(device uchar* a [[buffer(0)]], device char* b [[buffer(1)]], device ushort* c [[buffer(2)]], device int* o [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  o[8 * i] = a[i] + a[i];
  o[8 * i + 1] = b[i] >> 1;
  o[8 * i + 2] = ~a[i];
  o[8 * i + 3] = -c[i];
  o[8 * i + 4] = int(b[i]) < uint(c[i]);
  uchar x = a[i]; x += 200; x <<= 1; o[8 * i + 5] = x;
  char y = b[i]; y = -y; y--; o[8 * i + 6] = y;
  uchar4 v = uchar4(a[i], 250, 3, x); v = v + v * uchar(3); v >>= 1; o[8 * i + 7] = as_type<int>(v);
}
// Division
kernel void division(device int* a [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  int x = a[2 * i], y = a[2 * i + 1];
  o[6 * i] = x / y; o[6 * i + 1] = x % y; o[6 * i + 2] = x / 8; o[6 * i + 3] = x % 16;
  int3 v = int3(x, -x, x + 1) / int3(y, 3, -2); o[6 * i + 4] = v.x + v.y % 1000 * 7 - v.z;
  o[6 * i + 5] = int(uint(x) / 10u % 7u);
}
// Conversions
kernel void conversions(device float* a [[buffer(0)]], device int* n [[buffer(1)]], device int* o [[buffer(2)]], device float* f [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  float x = a[i];
  o[8 * i] = int(x); o[8 * i + 1] = short(x); o[8 * i + 2] = uchar(fabs(x)); o[8 * i + 3] = bool(x);
  o[8 * i + 4] = as_type<int>(float(n[i])); o[8 * i + 5] = as_type<ushort>(half(n[i])); o[8 * i + 6] = as_type<ushort>(bfloat(x * 1.003f));
  o[8 * i + 7] = as_type<int>(char4(float4(x, -x, x / 2, 3)));
  f[4 * i] = float(long(n[i]) * 1000003); f[4 * i + 1] = float(ulong(n[i]) << 32 | 1); f[4 * i + 2] = float(uint(n[i])); f[4 * i + 3] = half(x) + bool(n[i]);
}
// Control flow
kernel void flow(device int* a [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  int r = 0, k = a[i];
  for (int n = 0; n < 20; n++) {
    switch (k & 7) {
      case 0: r += 1; break;
      case 1: r += 10;
      case 2: r += 100; continue;
      case 5: { int q = n; do { q /= 2; if (q == 3) break; r -= q; } while (q > 0); break; }
      default: if (n > 15) { o[i] = r; return; } k ^= n; break;
    }
    k = k * 5 + 3 & 0xff;
    while (k > 200) { k -= 13; if (k % 7 == 0) continue; r ^= k; }
  }
  o[i] = (r++, r + k);
}
// SIMD-groups
kernel void lanes(device int* a [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_index_in_simdgroup]]) {
  int x = a[i];
  o[i] = simd_sum(x); o[32 + i] = simd_prefix_inclusive_sum(x); o[64 + i] = simd_prefix_exclusive_product(x & 1 ? 1 : 2);
  o[96 + i] = simd_shuffle_xor(x, 5); o[128 + i] = simd_shuffle_rotate_down(x, 3); o[160 + i] = int((simd_vote::vote_t)simd_ballot(x > 40));
  o[192 + i] = quad_broadcast(x, 2) + quad_shuffle_xor(x, 1); o[224 + i] = simd_max(x) - simd_min(x) + simd_any(x == 3) + 2 * simd_all(x > 0);
  o[256 + i] = simd_and(x) + simd_or(x) * 256 + simd_xor(x) * 65536; o[288 + i] = simd_shuffle_and_fill_down(x, -1, 4);
  if (i % 3 == 0) o[320 + i] = simd_sum(1) + simd_broadcast_first(x) * 100; else o[320 + i] = quad_sum(x);
}
// 64-bit
kernel void wide(device long* a [[buffer(0)]], device ulong* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  long x = a[2 * i], y = a[2 * i + 1]; ulong u = x, v = y;
  o[10 * i] = u * v; o[10 * i + 1] = u >> (v & 63); o[10 * i + 2] = x >> 40; o[10 * i + 3] = u << 33 | u >> 31; o[10 * i + 4] = mulhi(u, v);
  o[10 * i + 5] = x / (y | 1); o[10 * i + 6] = u % (v | 1); o[10 * i + 7] = popcount(u) + clz(u) * 100; o[10 * i + 8] = as_type<ulong>(as_type<uint2>(u).yx);
  o[10 * i + 9] = ulong(madsat(x, y, long(-5)) == mad24(int(x) & 0xffff, int(y) & 0xff, 3));
}
// Bools
kernel void bools(device const bool* a [[buffer(0)]], device bool4* b [[buffer(1)]], device bool* r [[buffer(2)]], device int* o [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  bool4 m = b[i], n = bool4(a[i], !a[i], a[(i + 1) & 3], true);
  b[i] = (m && n) || !m.wzyx; r[i] = any(m.xy) ^ all(n.zw);
  bool3 l = int3(i, 1, 2) < int3(2, i, 2);
  o[i] = m.x + m.y + int(l.x) * 10 + l.y * 100 + (m == n).z * 1000 + (l.z ? 10000 : 0) + (m.w && n.w) * 100000 + dot(float4(m), float4(1)) * 1000000;
}
// Numbers at the edges
kernel void edges(device float* a [[buffer(0)]], device float* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  float x = a[2 * i], y = a[2 * i + 1]; int e; float w;
  o[10 * i] = fmin(x, y); o[10 * i + 1] = rint(x); o[10 * i + 2] = round(x); o[10 * i + 3] = x < y; o[10 * i + 4] = x != x || !(x >= y);
  o[10 * i + 5] = frexp(x, e); o[10 * i + 6] = e; o[10 * i + 7] = modf(x, w); o[10 * i + 8] = w; o[10 * i + 9] = copysign(fract(y), x);
}
// Small halves
kernel void small_halves(device half* a [[buffer(0)]], device half* m [[buffer(1)]], device int* o [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  int e; m[i] = frexp(a[i], e); o[2 * i] = e; o[2 * i + 1] = ilogb(a[i]);
}
// Packing
kernel void packing(device float4* a [[buffer(0)]], device uint* o [[buffer(1)]], device float4* f [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  o[4 * i] = pack_float_to_unorm4x8(a[i]); o[4 * i + 1] = pack_float_to_snorm2x16(a[i].xy); o[4 * i + 2] = pack_float_to_unorm2x16(a[i].zw); o[4 * i + 3] = pack_float_to_snorm4x8(a[i]);
  f[2 * i] = unpack_unorm4x8_to_float(o[4 * i] ^ 0x11223344); f[2 * i + 1] = float4(unpack_snorm2x16_to_float(o[4 * i + 1]), unpack_unorm2x16_to_float(o[4 * i + 2]));
}
kernel void colors(device float4* a [[buffer(0)]], device uint* o [[buffer(1)]], device float4* f [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  o[2 * i] = pack_float_to_unorm10a2(a[i]); o[2 * i + 1] = pack_float_to_unorm565(a[i].xyz);
  f[2 * i] = unpack_unorm10a2_to_float(o[2 * i] ^ 0x11223344); f[2 * i + 1] = float4(unpack_unorm565_to_float(ushort(o[2 * i + 1] ^ 0x1234)), 1);
}
// Vectors
kernel void vectors(device int4* a [[buffer(0)]], device float3* f [[buffer(1)]], device half4* h [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  int4 v = a[i];
  v <<= int4(1, 2, 3, 4); v ^= v.yxwz; v++; v = -v % 7; v = ~v & 0xff; v = v / int4(3) | (v >> 2);
  a[i] = v + select(int4(0), v.wwzz, v > v.yzwx) + int4(bool4(v.x, v.y, 0, 1));
  float3 g = f[i]; g /= 4; g = 1 - g * g.zyx; g.xz = max(g.xz, 0.25f); f[i] = fma(g, g, float3(i)) ;
  half4 q = h[i]; q.xy += q.zw; q *= q.x; h[i] = half4(q.w, q.zy, as_type<half2>(as_type<uint>(q.xy)).y);
}
// SIMD-group matrices
kernel void products(device float* a [[buffer(0)]], device half* b [[buffer(1)]], device float* o [[buffer(2)]], uint i [[thread_index_in_simdgroup]]) {
  simdgroup_float8x8 x, y, z = make_filled_simdgroup_matrix<float, 8, 8>(1.0f); simdgroup_half8x8 w;
  simdgroup_load(x, a, 8); simdgroup_load(y, a + 64, 8, ulong2(0), true); simdgroup_load(w, b, 16, ulong2(8, 0));
  simdgroup_multiply_accumulate(z, x, y, z); simdgroup_store(z, o, 8);
  simdgroup_multiply_accumulate(z, x, w, simdgroup_float8x8(2.0f)); z.thread_elements()[0] += 1000; simdgroup_store(z, o + 64, 8);
}
// Fences
kernel void fences(device int* data [[buffer(0)]], device atomic_int* flag [[buffer(1)]], uint i [[thread_position_in_threadgroup]], uint g [[threadgroup_position_in_grid]], uint n [[threads_per_grid]]) {
  data[g * 4 + i] += 1;
  threadgroup_barrier(mem_flags::mem_device);
  if (i == 0) { atomic_thread_fence(mem_flags::mem_device, memory_order_release); if (atomic_fetch_add_explicit(flag, 1, memory_order_relaxed) == int(n / 4) - 1) {
    atomic_thread_fence(mem_flags::mem_device, memory_order_acquire); int s = 0; for (uint k = 0; k < n; k++) s += data[k]; data[n] = s; } }
}
