#include <metal_stdlib>
using namespace metal;
template <typename T> T through(T x) { return x; }
#define EACH_SCALAR(F) F(bool) F(char) F(int8_t) F(uchar) F(uint8_t) F(short) F(int16_t) F(ushort) F(uint16_t) F(int) F(int32_t) F(uint) F(uint32_t) F(long) F(int64_t) F(ulong) F(uint64_t) F(half) F(float) F(bfloat)
#define EACH_VECTOR(F) F(bool) F(char) F(uchar) F(short) F(ushort) F(int) F(uint) F(long) F(ulong) F(half) F(float) F(bfloat)
kernel void scalars(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
#define ONE(T) { T x = T(i); o[i] += float(through(x)); o[i] += sizeof(T) + alignof(T); }
  EACH_SCALAR(ONE)
  size_t s = sizeof(float4); ptrdiff_t d = &o[3] - &o[1]; uintptr_t u = 3; intptr_t n = -3;
  o[i] += float(s) + float(d) + float(u) + float(n);
  half h = 0.5h + 1.H; float f = 0.5f + 1.5F + 0x1p-3f; bfloat b = 0.5bf + 1.0BF;
  uint a = 0xffu + 017u + 0b1010u + 1'000u; ulong l = 1UL + 2ul; long m = 1L; char c = 'a';
  o[i] += float(h) + f + float(b) + float(a) + float(l) + float(m) + float(c);
}
kernel void vectors(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
#define TWO(T) { T##2 a(T(i), T(1)); T##3 b(a, T(2)); T##4 c(b, T(3)); vec<T, 4> e = c; T##3 g(T(1), a); T##4 h(a, a), k(T(1), a, T(2)); T##4 l(T(1)); c = T##4(T(1), b); \
   o[i] += float(a.x) + float(b.z) + float(c.w) + float(e.y) + float(g.x) + float(h.w) + float(k[i & 3]) + float(l.x); \
   e.xy = a; e.zw = a.yx; e.rgb = b; e.wzyx = c; o[i] += float(e.rrgg.w) + float(e.abgr.x) + sizeof(T##3) + alignof(T##4); e.x = T(1); e[1] = T(2); o[i] += float(e.s) ;}
#undef TWO
#define TWO(T) { T##2 a(T(i), T(1)); T##3 b(a, T(2)); T##4 c(b, T(3)); vec<T, 4> e = c; T##3 g(T(1), a); T##4 h(a, a), k(T(1), a, T(2)); T##4 l(T(1)); c = T##4(T(1), b); \
   o[i] += float(a.x) + float(b.z) + float(c.w) + float(e.y) + float(g.x) + float(h.w) + float(k[i & 3]) + float(l.x); \
   e.xy = a; e.zw = a.yx; e.rgb = b; e.wzyx = c; o[i] += float(e.rrgg.w) + float(e.abgr.x) + sizeof(T##3) + alignof(T##4); e.x = T(1); e[1] = T(2); }
  EACH_VECTOR(TWO)
  float4 p(1, 2, 3, 4); p.xy += float2(1); p.xz *= 2; ++p; p--; -p; p = +p; float4 q = {1, 2, 3, 4}; float4 r = select(q, p, p < q); o[i] += r.x;
  bool4 t = p == q || p != q && !(p <= q); o[i] += t.x + any(t); int4 z = ~int4(p) << 2 >> int4(1) & 3 | 4 ^ 5; z %= 3; z <<= 1; o[i] += z.x;
}
kernel void packed(device packed_float3* f [[buffer(0)]], device packed_half4* h [[buffer(1)]], device packed_uchar4* u [[buffer(2)]], device float* o [[buffer(3)]], uint i [[thread_position_in_grid]]) {
#define THREE(T) { packed_##T##2 a(T(1), T(2)); packed_##T##3 b(T(1), T(2), T(3)); packed_##T##4 c(T(1)); o[i] += float(a[0]) + float(b.x) + float(c[i & 3]) + sizeof(packed_##T##3); T##3 d = b; b = d; a = packed_##T##2(d.xy); c = packed_##T##4(T##4(d, T(1))); o[i] += float(c.w) + float(a.y); }
  THREE(char) THREE(uchar) THREE(short) THREE(ushort) THREE(int) THREE(uint) THREE(half) THREE(float) THREE(long) THREE(ulong) THREE(bfloat)
  f[i] = float3(1); f[i].x = 2; f[i] += float3(1); h[i] = half4(1) * h[i]; float3 v = f[i + 1]; o[i] += v.x + f[i][1] + u[i].w; f[i].xy = float2(3); f[i] = f[i] * 2.0 + f[i + 1]; packed_float4 x = {1, 2, 3, 4}; o[i] += dot(float4(x), float4(1));
}
kernel void matrices(device float4x4* m [[buffer(0)]], device half3x3* h [[buffer(1)]], device float* o [[buffer(2)]], uint i [[thread_position_in_grid]]) {
#define FOUR(N, M) { float##N##x##M a(1.0f); half##N##x##M b(1.0h); matrix<float, N, M> c = a * 2.0f; c = 2.0f * c + a - c; c *= 3.0f; c += a; c -= a; c = -c; vec<float, M> v = c[i % N]; c[0] = v; c[N - 1][M - 1] = 2; vec<float, N> w(1); vec<float, M> x = c * w; vec<float, N> y = x * c; float##M##x##N t = transpose(c); float##N##x##N k = t * c; matrix<half, M, N> hh = transpose(b); o[i] += x.x + y.y + k[0][0] + float(hh[0][0]) + float(b[1].x) + (a == c) + (a != c); }
  FOUR(2, 2) FOUR(2, 3) FOUR(2, 4) FOUR(3, 2) FOUR(3, 3) FOUR(3, 4) FOUR(4, 2) FOUR(4, 3) FOUR(4, 4)
  float2x2 p(1, 2, 3, 4); float2x2 q(float2(1), float2(2)); float2x2 r = {float2(1), {2, 3}}; float3x2 s = {{1, 2}, {3, 4}, {5, 6}}; float4x4 t(m[i]); float2x3 w(float2x3(1)); half2x2 z(half2x2(1)); float2x2 zz = float2x2(z);
  o[i] += p[0][0] + q[0][1] + r[1][0] + s[2].y + t.columns[0].x + w[0].z + zz[0].x + determinant(t) + determinant(p) + determinant(h[i]); m[i] = t * t; m[i][2].w = 1; h[i] = half3x3(half3(1), half3(2), half3(3)); 
}
struct Bits { uint a : 3; uint b : 5; int c : 24; };
union Either { float f; uint u; uchar4 c; };
enum class Kind : ushort { first, second };
typedef float4 color_t; using other = half2;
struct alignas(16) Wide { packed_float3 p; int t[2]; };
float second(array_ref<float> a) { return a[1] + a.size(); }
kernel void aggregates(device Bits* b [[buffer(0)]], device Either* e [[buffer(1)]], device Wide* w [[buffer(2)]], device float* o [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  b[i].b = b[i].a + 1; e[i].f = e[i + 1].u; array<float, 4> a = {1, 2, 3, 4}; constexpr array<int, 2> k = {{1, 2}}; o[i] = a[i & 3] + a.size() + k[1]; for (auto x : a) o[i] += x; for (thread auto& x : a) x = 1;
  Kind q = Kind::second; o[i] += float(ushort(q)); w[i].t[1] = sizeof(Wide); color_t c = 1; other d = 2; o[i] += c.x + d.y; o[i] += second(a) + second(make_array_ref(a.data(), 3));
  auto l = [&](float x) { return x + o[i]; }; o[i] = l(1); float z = as_type<float>(0x3f800000u); uchar4 y = as_type<uchar4>(z); half2 hh = as_type<half2>(y); int2 ii = as_type<int2>(1L); o[i] += z + y.x + hh.x + ii.y; o[i] += static_cast<float>(i) + (float)i; float4 fc = static_cast<float4>(int4(1)); o[i] += fc.x + float4(half4(1)).y; short4 sc = short4(fc); o[i] += sc.x; bfloat4 bb = bfloat4(fc); o[i] += float(bb.x); o[i] += as_type<ushort>(bb.x) + as_type<ushort>(1.0h) + as_type<char4>(int(i)).x + as_type<packed_float3>(packed_uint3(i)).x;
}
enum class alignas(8) Aligned : uint { first, second };
enum alignas(16) Plain { one = 1, two } plain_default();
struct Mixed { Aligned a; uint n; vec<half, 1> h; packed_vec<float, 1> f; };
static_assert(alignof(Aligned) == 8 && sizeof(Mixed) == 16 && alignof(Plain) == 16 && sizeof(vec<float, 1>) == 4);
kernel void new_types(device Mixed* m [[buffer(0)]], device vec<float, 1>* v [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  m[i].a = Aligned::second; m[i].n = two; m[i].h = vec<half, 1>(v[i]) * 2.0h; m[i].f = v[i] + 1; v[i].x = v[i].xxx.y;
}
fragment float4 with_threadgroup(threadgroup float4* t [[threadgroup(0)]], float4 p [[position]]) { t[uint(p.x)] = p; return t[0]; }
kernel void coherence(texture2d<float, access::read, memory_coherence_threadgroup> t [[texture(0)]], texture_buffer<int, access::write, memory_coherence::memory_coherence_threadgroup> u [[texture(1)]]) { u.write(int4(t.read(uint2(1))), 0u); }
constexpr simd_vote all_set(~0ul); static_assert(simd_vote::vote_t(all_set) == ~0ul && quad_vote::vote_t(quad_vote(0xff)) == 0xf);
