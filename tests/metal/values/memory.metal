// Memory, types and functions of Metal, beside numpy (tests/metal/test_values.py).
#include <metal_stdlib>
using namespace metal;
// Bit fields
struct Bits { uint a : 5; uint b : 11; int c : 9; uint d : 7; };
struct Small { int a : 3; bool b : 1; uchar c : 4; short d : 10; };
kernel void bits(device Bits* x [[buffer(0)]], device int* o [[buffer(1)]], device Small* s [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  Bits y = x[i];
  o[4 * i] = y.a + y.c; o[4 * i + 1] = y.b; o[4 * i + 2] = y.c; o[4 * i + 3] = y.d - y.a;
  x[i].a += 3; x[i].c = -y.c; x[i].d ^= 0x55; x[i].b--;
  s[i].a = int(i); s[i].b = i & 2; s[i].c = i * 7; s[i].d = -int(i) * 5;
  o[4 * i] += s[i].a * 1000 + s[i].b * 100000 + s[i].c * 1000000; o[4 * i + 1] -= s[i].d;
}
// Unions
union Word { float f; uint u; uchar b[4]; ushort2 s; };
struct Tagged { int kind; union { float f; int i; half2 h; }; };
kernel void unions(device Word* w [[buffer(0)]], device uint* o [[buffer(1)]], device Tagged* t [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  Word x = w[i];
  x.u ^= 0x80000000u;
  o[3 * i] = as_type<uint>(x.f);
  x.b[1] = 7;
  o[3 * i + 1] = x.u;
  w[i].s = w[i].s.yx;
  o[3 * i + 2] = w[i].b[0] | uint(w[i].b[3]) << 8;
  if (t[i].kind == 0) t[i].f *= 2; else if (t[i].kind == 1) t[i].i -= 5; else t[i].h = t[i].h.yx + half2(1, 2);
}
// Lvalue ternaries
kernel void ternaries(device int* a [[buffer(0)]], device int* b [[buffer(1)]], constant int* c [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  int l = 10 * i, m = 7;
  threadgroup int t[8];
  t[i] = 100 + i;
  (i & 1 ? a[i] : b[i]) += 5;
  (i & 2 ? b[i] : a[i]) -= 3;
  (i & 4 ? m : l) *= 2;
  int r = i & 1 ? c[i] : l;
  int q = i & 2 ? t[i] : c[7 - i];
  b[i] += r + 1000 * q + l + 10 * m;
}
// Nested templates
template <typename T, int N> struct Stack {
  T items[N]; int n = 0;
  void push(T x) { items[n++] = x; }
  T pop() { return items[--n]; }
  template <typename U> Stack<U, N> as() const { Stack<U, N> r; for (int i = 0; i < n; i++) r.push(U(items[i])); return r; }
};
template <template <typename, int> class S, typename T> T folded(S<T, 4> s) { T r = T(1); while (s.n) r = r * T(3) + s.pop(); return r; }
template <typename... A> auto total(A... a) { return (a + ...); }
template <int N> struct Power { template <typename T> static T of(T x) { if constexpr (N == 0) return T(1); else return x * Power<N - 1>::of(x); } };
template <typename T, typename = void> struct Kind { static constant constexpr int value = 1; };
template <typename T> struct Kind<T, enable_if_t<is_floating_point_v<T>>> { static constant constexpr int value = 2; };
template <typename T, int N> struct Kind<vec<T, N>> { static constant constexpr int value = 10 * N + Kind<T>::value; };
kernel void templates(device float* x [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  Stack<float, 4> s;
  s.push(x[i]); s.push(2.75f); s.push(-1.5f);
  o[4 * i] = folded<Stack, int>(s.as<int>());
  o[4 * i + 1] = int(16 * folded<Stack, float>(s));
  o[4 * i + 2] = total(1, 2u, short(3), Power<3>::of(int(i)));
  o[4 * i + 3] = Kind<half3>::value + 100 * Kind<int2>::value + 10000 * Kind<uint>::value;
}
// Packed vectors
struct Vertex { packed_float3 p; half s; packed_uchar3 c; packed_short2 uv; };
kernel void packed(device Vertex* v [[buffer(0)]], device packed_half4* h [[buffer(1)]], device packed_int3* n [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  float3 p = v[i].p;
  v[i].p = p.zxy * 2 + v[i].p;
  v[i].p[1] += v[i].s;
  v[i].p.z -= 1;
  v[i].c = uchar3(v[i].c) + uchar3(200, 100, i);
  v[i].uv.x = -v[i].uv.y;
  h[i] = half4(h[i]).wzyx;
  h[i][2] *= 2;
  int3 k = n[i];
  n[i] = packed_int3(k.yzx) - k;
  n[i].x <<= 2;
}
// Swizzles on memory
kernel void swizzles(device float4* a [[buffer(0)]], device float3* b [[buffer(1)]], device uchar4* c [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  threadgroup int4 t[4];
  t[i] = int4(i, i + 1, i + 2, i + 3);
  a[i].zyx = a[i].xyz * float3(1, 2, 3);
  a[i].w = a[i].x;
  a[i].yw += float2(10, 20);
  b[i].yx = b[i].zy;
  b[i].z++;
  c[i].rgb = c[i].bgr;
  c[i].a /= 3;
  t[i].wx = t[i].xy;
  t[i].yz *= t[i].zz;
  a[i].xw -= float2(t[i].zw);
  device float4& r = a[i];
  r.xy = r.yx;
  device float* p = (device float*)&a[i];
  p[2] += t[i].y;
}
// Matrices
kernel void matrices(device float4x4* m [[buffer(0)]], device float3x3* n [[buffer(1)]], device half2x4* h [[buffer(2)]], device float* o [[buffer(3)]], uint i [[thread_position_in_grid]]) {
  m[i][2] = m[i][0] + m[i][1];
  m[i][1].yz = m[i][3].xw;
  m[i][3][2] *= 4;
  float4x4 q = transpose(m[i]) * m[i];
  m[i] = q;
  float3x3 k = n[i];
  k[0] = k * float3(1, 2, 3);
  k[2] = float3(1, 2, 3) * k;
  n[i] = k + float3x3(2.0f);
  float2x4 f = float2x4(h[i]);
  h[i] = half2x4(f * 2.0f);
  h[i][1].w = 7;
  o[2 * i] = determinant(float2x2(1, 2, 3, float(i)));
  o[2 * i + 1] = determinant(k);
}
// Threadgroup arrays in templates
template <typename T, int N> [[kernel]] void shared(device T* x [[buffer(0)]], uint i [[thread_position_in_threadgroup]], uint g [[threadgroup_position_in_grid]]) {
  threadgroup T t[N];
  threadgroup T* p = t;
  { threadgroup T u[2][N]; u[1][i] = x[g * N + i] * 2; u[0][N - 1 - i] = T(i);
    threadgroup_barrier(mem_flags::mem_threadgroup); p[i] = u[1][N - 1 - i] + u[0][i]; }
  threadgroup_barrier(mem_flags::mem_threadgroup);
  T r = 0;
  for (uint k = 0; k <= i; k++) r += t[k];
  x[g * N + i] = r;
}
template [[host_name("shared_int_8")]] [[kernel]] void shared<int, 8>(device int*, uint, uint);
template [[host_name("shared_half_4")]] [[kernel]] void shared<half, 4>(device half*, uint, uint);
// Function constants
constant int given [[function_constant(0)]];
constant float4 tint [[function_constant(1)]];
constant bool flag [[function_constant(2)]];
constant int with_default = is_function_constant_defined(given) ? given * 2 : 7;
constant bool has_flag = is_function_constant_defined(flag) && flag;
constant int sum = with_default + 1;
kernel void constants(device float4* o [[buffer(0)]], device int* opt [[buffer(1), function_constant(has_flag)]], uint i [[thread_position_in_grid]]) {
  float4 t = is_function_constant_defined(tint) ? tint : float4(1, 2, 3, 4);
  o[i] = t * sum + i;
  if (has_flag) opt[i] = with_default;
}
// Argument buffers
struct Inner { device int* p; constant float2* q; int n[3]; };
struct Scene { float scale; Inner inner; array<Inner, 2> more; device float4* out; };
kernel void scene(constant Scene& s [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  int x = s.inner.p[i] + s.inner.n[i % 3];
  for (uint k = 0; k < 2; k++) { x += s.more[k].p[i] * s.more[k].n[k]; s.more[k].p[i] = x; }
  s.out[i] = float4(s.inner.q[i], s.more[1].q[i]) * s.scale + x;
}
// Arrays and dynamic indices
struct Cell { int3 v; half h[3]; };
kernel void indices(device int* a [[buffer(0)]], device float* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  Cell c[4];
  for (int k = 0; k < 4; k++) { c[k].v = int3(k, k * 2, k * 3); for (int j = 0; j < 3; j++) c[k].h[j] = k + j * 0.5h; }
  int k = a[i] & 3, j = a[i] % 3;
  c[k].v[j] += 7; c[3 - k].h[j] *= 2; swap(c[0], c[k]);
  float4 f = float4(1, 2, 3, 4); f[k] = -f[3 - k]; f[j] += f[k];
  float m[2][3] = {{1, 2, 3}, {4, 5}}; m[k & 1][j] += m[1][2 - j];
  o[4 * i] = c[0].v[j] + c[k].v.z; o[4 * i + 1] = c[3 - k].h[2] + c[k].h[j]; o[4 * i + 2] = dot(f, float4(1, 10, 100, 1000));
  o[4 * i + 3] = m[0][0] + m[0][1] * 10 + m[0][2] * 100 + m[1][0] * 1000 + m[1][1] * 10000 + m[1][2] * 100000;
}
// Pointers
kernel void pointers(device uchar* raw [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  device uint* w = reinterpret_cast<device uint*>(raw) + i;
  device ushort2* s = (device ushort2*)w;
  s->y = s->x + 1;
  int l[5] = {1, 2, 3, 4, 5};
  thread int* p = &l[4]; thread int* q = l;
  thread int** pp = &p;
  while (q < *pp) { int t = *q; *q++ = **pp; *(*pp)-- = t; }
  o[3 * i] = l[0] * 10000 + l[1] * 1000 + l[2] * 100 + l[3] * 10 + l[4] + int(q - l) * 100000;
  const device uchar* e = raw + 4 * i; uint h = 0;
  do h = h * 31 + *e; while (++e != raw + 4 * i + 4);
  o[3 * i + 1] = h; o[3 * i + 2] = int((device uchar*)(w + 1) - raw);
}
// References, lambdas, operators
struct Complex {
  float re, im;
  Complex operator*(Complex b) const thread { return {re * b.re - im * b.im, re * b.im + im * b.re}; }
  thread Complex& operator+=(const thread Complex& b) { re += b.re; im += b.im; return *this; }
  float norm() const device { return re * re + im * im; }
  float norm() const thread { return re * re + im * im; }
  friend bool operator<(Complex a, Complex b) { return a.norm() < b.norm(); }
};
static void twice(thread int& x) { x *= 2; }
static device Complex& larger(device Complex& a, device Complex& b) { return a.norm() < b.norm() ? b : a; }
kernel void objects(device Complex* c [[buffer(0)]], device float* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  Complex a = c[2 * i], b = c[2 * i + 1];
  int n = 3;
  auto f = [&](int k) { n += k; a += b; return a * b; };
  auto g = [=](float s) { return Complex{a.re * s, n * 1.0f}; };
  Complex r = f(4) * g(2);
  twice(n);
  o[4 * i] = r.re; o[4 * i + 1] = r.im; o[4 * i + 2] = n + 100 * (a < b); o[4 * i + 3] = a.norm();
  larger(c[2 * i], c[2 * i + 1]).re = 0;
}
// Constants of the program
constant int table[2][3] = {{1, -2, 3}, {40, 50, 60}};
constant float4 colors[] = {float4(1, 0, 0, 1), float4(0.5f), {1, 2, 3, 4}};
struct Rule { int n; float2 w; char name[4]; };
constant Rule rules[2] = {{3, float2(1, 2), {'a', 'b', 'c', 0}}, {-4, {0.25f, 8}, "xy"}};
constexpr constant uint mask = (1u << 12) - 1;
template <int K> constant int powers[3] = {1, K, K * K};
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
kernel void program(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  constant Rule& r = rules[i & 1];
  constexpr int f = fib(12);
  o[4 * i] = table[i & 1][i % 3] + f + mask; o[4 * i + 1] = colors[i % 3][i & 3] + r.w[i & 1]; o[4 * i + 2] = r.n * r.name[i % 3]; o[4 * i + 3] = powers<3>[i % 3] + 10 * powers<-2>[2 - i % 3];
}
// Copies of structs
struct Pad { char c; float3 v; short s[3]; alignas(16) half2 h; };
kernel void copies(device Pad* a [[buffer(0)]], constant Pad& p [[buffer(1)]], device uint* sizes [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  threadgroup Pad t[4];
  t[i] = a[i];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  Pad q = t[3 - i];
  q.v += p.v; q.s[i % 3] = p.c; q.h.y = t[i].h.x;
  a[i] = q;
  if (i == 0) { sizes[0] = sizeof(Pad); sizes[1] = sizeof(float3x3); sizes[2] = sizeof(packed_float3) + alignof(float3) * 100; sizes[3] = sizeof(bool3) + 100 * sizeof(half3) + 10000 * sizeof(long4); }
}
// Barriers in loops
kernel void steps(device int* a [[buffer(0)]], threadgroup int* t [[threadgroup(0)]], uint i [[thread_position_in_threadgroup]], uint n [[threads_per_threadgroup]], uint g [[threadgroup_position_in_grid]]) {
  t[i] = a[g * n + i];
  for (uint s = 1; s < n; s *= 2) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    int x = i >= s ? t[i - s] : 0;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    t[i] += x;
    if (s == 4) break;
  }
  a[g * n + i] = t[i];
}
// Side effects
static bool note(device int* o, int bit, bool r) { *o |= 1 << bit; return r; }
kernel void effects(device int* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  device int* p = o + 2 * i;
  bool a = i & 1, b = i & 2;
  int r = note(p, 0, a) && note(p, 1, b) || note(p, 2, !b);
  r += note(p, 3, a) ? note(p, 4, b) : note(p, 5, b) * 2;
  int k = 1; k += (k = 5, k * 2); int m[3] = {0, 0, 0}; int j = 0; m[j++] = j * 0 + 7; m[j] = 9;
  p[1] = r + 10 * m[0] + 100 * m[1] + 1000 * j + 10000 * (k > 5);
}
// Visible functions
[[visible]] int added(int a, int b) { return a + b; }
[[visible]] int scaled(int a, int b) { return a * b - 1; }
kernel void table_calls(visible_function_table<int(int, int)> t [[buffer(0)]], device int* o [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  o[i] = t[i & 1](o[i], int(i)) + 100 * int(t.size());
}
// Values of three address spaces, whose indices are computed in branches
struct Pair { float x, y; };
static int slow(int n) { int r = n; for (int k = 0; k < 20; k++) r = r * 7 + 3 & 3; return r; }
kernel void cross_space(device Pair* a [[buffer(0)]], device int* n [[buffer(1)]], threadgroup Pair* t [[threadgroup(0)]], uint i [[thread_position_in_threadgroup]]) {
  Pair local[3] = {a[i], {1, 2}, {3, 4}};
  t[i] = a[n[i]];
  threadgroup_barrier(mem_flags::mem_threadgroup);
  Pair p = i & 1 ? a[n[i]] : local[n[i] % 3];
  Pair q = n[i] > 1 ? t[slow(n[i])] : local[slow(i) % 3];
  Pair r; for (int k = 0; k < 3; k++) { Pair s = k & 1 ? t[slow(k)] : k & 2 ? a[slow(i)] : local[k]; r.x = k ? s.y + k * r.x : s.y; r.y = k ? r.y + s.x : 0; }
  threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
  a[i] = {p.x + 10 * q.x + 100 * r.x, p.y + 10 * q.y + 100 * r.y};
}
