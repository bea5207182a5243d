// What Metal's classes and lanes do, beside numpy (tests/metal/test_class_values.py).
#include <metal_stdlib>
using namespace metal;
// References to elements, swizzles of swizzles
static void bump(thread float& x, float by) { x += by; }
kernel void elements(device float4* p [[buffer(0)]], device float* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  float4 v = p[i];
  thread float& r = v.y; r = 3 * v.x;
  float x = v.z; bump(x, 2); v.z = x;
  bump(v[i & 3], 10);
  device float& d = p[i].z; d += 1;
  o[i] = v.xyz.zy.x + v.wzyx.xy.y * 10 + v.x * 100 + v.y * 1000;
  p[i].xyz = v.zzx; p[i].yw += p[i].wy;
  v.xy = v.yx + v.xy; (v.zw) = v.wz * 2;
  p[i] = p[i] - v;
}
// Pointers to several buffers
kernel void choose(device float* a [[buffer(0)]], device float* b [[buffer(1)]], constant float* c [[buffer(2)]], uint i [[thread_position_in_grid]], uint n [[threads_per_grid]]) {
  device float* p = i & 1 ? a : b;
  device float* q = i & 1 ? b : a;
  for (int k = 0; k < 3; k++) { p[i] = p[i] * 2 + q[i]; device float* t = p; p = q; q = t; }
  const device float* list[3] = {a, b, p};
  float s = 0; for (uint k = 0; k < 3; k++) s += list[(i + k) % 3][i] * (k + 1);
  struct View { device float* d; constant float* c; thread float* t; } v{q, c, &s};
  *v.t += v.c[i] + v.d[i];
  a[i] = s;
}
// Packed vectors
kernel void packs(device packed_float3* p [[buffer(0)]], device float* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  threadgroup packed_float3 t[4];
  packed_float3 a = p[i], b = a * 2 + float3(1, 2, 3);
  a *= 0.5f; a += b; t[i] = a;
  o[3 * i] = dot(float3(a), float3(b)) + length_squared(float3(t[i])); o[3 * i + 1] = all(float3(a) == float3(t[i])); o[3 * i + 2] = a[i % 3] + t[i].y + a.z;
  p[i] = float3(b).zxy; p[i].xy = float2(7, 8);
}
// Atomic functions of other types
kernel void more_atomics(device atomic<int>* a [[buffer(0)]], device atomic_float* f [[buffer(1)]], device atomic_ulong* u [[buffer(2)]], device int* o [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  threadgroup atomic_uint t[3]; threadgroup int plain[2];
  if (i == 0) { for (int k = 0; k < 3; k++) atomic_store_explicit(&t[k], 50u, memory_order_relaxed); plain[0] = plain[1] = 0; }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  atomic_fetch_min_explicit(&t[0], 40 + i, memory_order_relaxed); atomic_fetch_max_explicit(&t[1], 40 + 2 * i, memory_order_relaxed); atomic_fetch_xor_explicit(&t[2], i << 4, memory_order_relaxed);
  atomic_max_explicit(&u[0], 0x100000000ul + i, memory_order_relaxed); atomic_min_explicit(&u[1], 0x100000000ul - i, memory_order_relaxed);
  float e = atomic_load_explicit(f, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(f, &e, e * 2 + 1, memory_order_relaxed, memory_order_relaxed));
  o[i] = atomic_fetch_add_explicit(a, 3, memory_order_relaxed) >= 0;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (i < 3) o[i] += atomic_load_explicit(&t[i], memory_order_relaxed) * 10;
}
// Lambdas, arrays, conversions of classes
template <typename F, typename... A> auto applied(F f, A... a) { return f(a...); }
template <size_t... I> static int indexed(thread const int* p, index_sequence<I...>) { return ((p[I] * int(I + 1)) + ...); }
struct Fixed { int raw; Fixed(float x) : raw(int(x * 256)) {} explicit operator float() const { return raw / 256.0f; } operator int() const thread { return raw >> 8; } Fixed operator-() const { return Fixed(-float(*this)); } };
kernel void lambdas(device float* a [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  constexpr int weights[4] = {3, 1, 4, 1};
  auto add = [](auto x, auto y) { return x + y; };
  int v[3] = {int(a[i]), int(i), 5};
  array<float, 4> arr = {1, 2, 3, a[i]}; float s = 0; for (float x : arr) s += x * x;
  array<array<int, 2>, 2> nest = {{{1, 2}, {3, 4}}}; nest[i & 1][i >> 1 & 1] *= 10; auto copy = nest; copy[0][0]++;
  Fixed f = a[i]; 
  o[5 * i] = applied(add, 2, 3u) + applied([&](int k) { return k * weights[i & 3]; }, 7); o[5 * i + 1] = indexed(v, make_index_sequence<3>{});
  o[5 * i + 2] = int(s); o[5 * i + 3] = nest[0][0] + nest[0][1] * 100 + nest[1][0] * 10000 + nest[1][1] * 1000000 + copy[0][0]; o[5 * i + 4] = int(f) * 1000 + int(float(-f) * 4);
}
// Matrices of the program
constant float3x3 rotation = float3x3(float3(0, 1, 0), float3(-1, 0, 0), float3(0, 0, 2));
constant float2x2 small[2] = {float2x2(1), float2x2(1, 2, 3, 4)};
kernel void constant_matrices(device float3* a [[buffer(0)]], device float2* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  float3 v = rotation * a[i]; v = v * rotation; float3x3 m = rotation; m[i % 3] += v; a[i] = m * float3(1, 2, 3);
  float2x2 s = small[i & 1]; s = s * s - small[1]; o[i] = s * float2(1, 10) + small[i & 1][1];
  float4x3 w = float4x3(float3(1), float3(2), a[i], float3(i)); o[i] += (transpose(w) * v).xw;
}
// Vectors of short integers
kernel void integer_vectors(device short4* a [[buffer(0)]], device int4* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  short4 v = a[i]; ushort4 u = ushort4(v);
  o[4 * i] = int4(abs(v)) + int4(popcount(u)) * 1000 + int4(clz(u)) * 100000; o[4 * i + 1] = int4(v) / 3 - 100 % (int4(abs(v)) + 1) + (int4(v) >> 2u);
  o[4 * i + 2] = int4(-u) + int4(v && v.yxwz) * 100000 + int4(!v) * 200000; o[4 * i + 3] = int4(clamp(v, short(-5), short(7))) + int4(max(u, ushort(9)) > min(u.wzyx, ushort4(20))) * 100 + int4(mulhi(v, v.zwxy)) * 1000;
}
// Lanes of other types
kernel void typed_lanes(device half4* a [[buffer(0)]], device float3* f [[buffer(1)]], device uchar* c [[buffer(2)]], device half2* h [[buffer(3)]], ushort i [[thread_index_in_simdgroup]]) {
  a[i] = simd_shuffle_down(a[i], 4); f[i] = simd_sum(f[i]) + simd_prefix_exclusive_sum(f[i]); c[i] = simd_broadcast(c[i], ushort(9)) + simd_shuffle_up(c[i], 1); h[i] = quad_max(h[i]) - quad_shuffle_rotate_up(h[i], ushort(1));
}
// Methods of objects in threadgroup memory
struct Ring { ushort head; uchar data[6]; void push(uchar x) threadgroup { data[head++ % 6] = x; } uint sum() const threadgroup { uint s = 0; for (int k = 0; k < 6; k++) s += data[k] << k; return s; } };
kernel void methods(device uint* o [[buffer(0)]], uint i [[thread_position_in_threadgroup]]) {
  threadgroup Ring r[4]; threadgroup float f[8];
  r[i].head = i; for (int k = 0; k < 6; k++) r[i].data[k] = 1;
  for (uint k = 0; k < 4 + i; k++) r[i].push(k * 3);
  f[2 * i] = i; f[2 * i + 1] = -1.0f * i; threadgroup uint2* u = reinterpret_cast<threadgroup uint2*>(f);
  o[2 * i] = r[i].sum() + r[i].head * 10000; o[2 * i + 1] = u[i].x ^ u[i].y;
}
// Structs in structs
struct Nested { struct { ushort a : 4, b : 12; } bits; union { struct { uchar lo, hi; } b; ushort w; } u[2]; atomic_uint n; half3 v; };
kernel void nested(device Nested* p [[buffer(0)]], uint2 t [[thread_position_in_grid]], ushort2 g [[thread_position_in_threadgroup]], ushort2 n [[threads_per_threadgroup]]) {
  uint i = t.x + t.y * n.x;
  device Nested& x = p[i];
  x.bits.a = g.x + 3; x.bits.b += g.y * 100; x.u[0].w = x.u[1].b.hi * 256 + x.u[0].b.lo; x.u[1].b.lo ^= 0xff;
  atomic_fetch_add_explicit(&p[0].n, i, memory_order_relaxed); x.v.zy = x.v.xy; x.v.x = sizeof(Nested);
}
