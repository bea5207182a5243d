// Legal sources that are written in unusual ways. Each kernel reads and writes `o`, which is 1, 2, ... 8 before.
// `= a b ...` is what o[0], o[1], ... are after it: worked out by hand from the rules of C++ and Metal.
#pragma once
#pragma mark - odd
#include <metal_stdlib>
using namespace metal;
#define OUT device float* o [[buffer(0)]]
#define KERNEL kernel void
#define ATTRIBUTE(x) [[x]]
#define CAT(a, b) a##b

// = 3 3
kernel void shadowed(OUT) { float max = o[0] + 2; { float max1 = max; int max = 7; o[0] = max1 * max / max; } o[1] = max; }
// = 5
KERNEL CAT(mac, ros)(device float* o ATTRIBUTE(buffer(0)), uint i ATTRIBUTE(thread_position_in_grid)) { o[i] = 5; }
// = 6
kernel
void newlines(device float* o [[ /* the buffer */ buffer
  ( 0 // zero
  )
]], uint i [[
  thread_position_in_grid
]]) { o[i] = 6; }
using Values = device float*; typedef const constant float4* Table; using Vector = float4;
// = 10
kernel void aliases(Values o [[buffer(0)]]) { Vector v = {1, 2, 3, 4}; thread Vector* p = &v; o[0] = dot(*p, Vector(1)); }
// = 4
kernel void after_name [[max_total_threads_per_threadgroup(64)]] (OUT) { o[0] = 4; }
// = 4
[[kernel, max_total_threads_per_threadgroup(32)]] void several(OUT) { o[0] = 4; }
// = 4
[[kernel]] [[max_total_threads_per_threadgroup(16)]] void in_turn(OUT) { o[0] = 4; }
namespace outer { namespace inner { static inline float f() { return 8; }
// = 8
kernel void in_namespace(OUT) { o[0] = f(); } } }
namespace c::d { inline namespace v1 { float g() { return 9; } } }
namespace cd = c::d;
// = 9 9
kernel void namespace_alias(OUT) { using cd::g; o[0] = g(); o[1] = ::c::d::g(); }
float later(float x);
// = 2
kernel void declared_first(OUT) { o[0] = later(o[0]); }
float later(float x) { return x + 1; }
kernel void declared_itself(OUT);
// = 1
kernel void declared_itself(OUT) { o[0] = 1; }
float defaults(float x, float y = 3, float2 z = float2(1, 2)) { return x + y + z.y; }
// = 6 6
kernel void default_arguments(OUT) { o[0] = defaults(o[0]); o[1] = defaults(1, 3); }
struct Pair { float x; int y; };
Pair pair() { return {1, 2}; }
// = 1 2 7 3
kernel void bindings(OUT) {
  auto [x, y] = pair(); auto& r = o[0]; device auto* p = o + 1; r = x; *p = y;
  float a[2] = {3, 4}; auto [u, v] = a; o[2] = u + v; const auto& [m, n] = pair(); o[3] = m + n;
}
template <typename T> T halved(T x) {
  if constexpr (is_same_v<T, float>) return x * 2; else if constexpr (is_integral_v<T>) { return x / 2; } else return x;
}
// = 2 3 1 20
kernel void if_constexpr(OUT) {
  o[0] = halved(o[0]); o[1] = halved(7); o[2] = halved(half(1));
  if (int n = 10; n > 2) o[3] = n; switch (auto q = int(o[3]); q) { case 10: o[3] *= 2; [[fallthrough]]; default: ; }
}
template <typename... T> float total(T... x) { return (float(x) + ... + 0.0f); }
template <typename T> float product(T x) { return x; }
template <typename T, typename... R> float product(T x, R... r) { return x * product(r...); }
template <int... I> struct Sequence { static constexpr constant int count = sizeof...(I); };
// = 6 24 3
kernel void variadic(OUT) { o[0] = total(1, 2.0f, half(3)); o[1] = product(2, 3, 4u); o[2] = Sequence<1, 2, 3>::count; }
enum class Kind : ushort { A = 1, B, C = 9, }; enum Plain { P0, P1, };
static_assert(sizeof(Kind) == 2, "the size"); static_assert(sizeof(packed_float3) == 12 && alignof(float3) == 16);
// = 2 10
kernel void enums(OUT) { switch (Kind(2)) { case Kind::A: o[0] = 1; break; case Kind::B: o[0] = 2; break; default: break; }
  o[1] = ushort(Kind::C) + P1; }
// = 8 9 13 4
kernel void lambdas(OUT) {
  auto f = [&](float x) { auto g = [=](float y) { return x + y + o[2]; }; return g(x) + [](float z) { return z; }(3.0f); };
  o[0] = f(1); auto h = [o](uint j) -> float { return o[j]; }; auto square = [](auto x) { return x * x; };
  o[1] = square(h(2)); o[2] = square(3.0f) + square(2); auto count = [n = 3]() mutable { return ++n; }; o[3] = count();
}
constant float Rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
// = 6 4 6
kernel void arrays_of_arrays(OUT) {
  float l[2][3]; for (int x = 0; x < 2; x++) for (int y = 0; y < 3; y++) l[x][y] = Rows[x][y];
  array<array<float, 2>, 3> q = {}; q[1][1] = 4; o[0] = l[1][2]; o[1] = q[1][1] + q[2][0]; thread float (&row)[3] = l[1]; o[2] = row[2];
}
// = 3 5 1
kernel void pointers_to_pointers(OUT) {
  device float* p = o; device float* thread* pp = &p; int x = 2; thread int* y = &x; thread int* thread* z = &y; **z = 5;
  device float* all[2] = {o, o + 2}; *all[1] = 1; **pp = 3; *pp += 1; *p = x;
}
void second(thread float (&x)[4]) { x[2] = 1; }
template <size_t N> float sum(thread const float (&x)[N]) { float r = 0; for (auto v : x) r += v; return r * N; }
// = 4
kernel void references_to_arrays(OUT) { float x[4] = {}; second(x); o[0] = sum(x); }
void unnamed(float, device float* a, int = 3) { a[0] = 1.5; }
// = 1.5
kernel void unnamed_parameters(OUT, uint [[thread_position_in_grid]]) { unnamed(2, o); }
const constant float A = 1; constant const float B = 2; float constant C = 3; constexpr constant float D = 4;
static constant constexpr float E = 5; constant static const float F = 6; static constexpr constant const int G[] = {1, 2,};
// = 23
kernel void east_const(float device* o [[buffer(0)]]) { float const x = A + B + C + D + E + F + G[1]; o[0] = x; }
struct V { float x; float get() const { return x; } float where() const device { return x; } float where() const thread { return x + 1; }
  void set(float v) thread { x = v; } void set(float v) device { x = 10 * v; } static float twice(float y) { return 2 * y; }
  V operator+(V a) const { return {x + a.x}; } thread V& operator+=(const thread V& a) { x += a.x; return *this; } };
// = 20 3 6 14
kernel void methods(OUT) {
  device V* d = (device V*)o; V v = {1}; v.set(2); d->set(v.get()); d[1].x = v.where(); d[2].x = V::twice(3); v += d[3]; v = v + d[3]; d[3] = v + d[3];
}
struct Base { float x; Base(float y = 1) : x(y) {} }; struct Derived : Base { int z; Derived() : Base(2), z(3) {} Derived(int q) : z(q) {}
  explicit operator float() const { return x; } };
template <typename T> struct Scale { T v; constexpr Scale(T t) thread : v(t) {} T operator()(T y) const { return v * y; } T operator[](int i) const { return v + i; } };
// = 2 1 6 5
kernel void constructors(OUT) { Derived d; Derived e(4); Scale<float> w(2); o[0] = float(d); o[1] = e.x; o[2] = w(3); o[3] = Scale(3.0f)[2]; }
template <typename T, int N = 4> [[kernel]] void scaled(device T* o [[buffer(0)]]) { o[0] = T(N) + o[0]; }
// scaled_f = 5
template [[host_name("scaled_f")]] [[kernel]] void scaled<float>(device float*);
// scaled_2 = 3
template [[host_name("scaled_2")]] kernel void scaled<float, 2>(device float* o [[buffer(0)]]);
// = 8 2 4
kernel void commas(OUT) { int j = (o[0] += 1, 3); (j & 1 ? o[0] : o[1]) = 8; for (int p = 0, q = 4; p < q; ++p, --q) o[2] = q + 1; while (false) ; ; if (j) ; else o[1] = 1; }
// = 4 1 4 6
kernel void vectors(OUT) { float4 v = {1, 2, 3, 4}; v.xyzw = v.wzyx; float4 w{v}; float3 t = v.xyz; t.zx = t.xy; o[0] = w.x; w.rg = float2(1); o[1] = w.g; o[2] = t.z; v.x += v[1]++; v.z -= 1; o[3] = v.x + v.y - v.z - v.w - 3; }
// = 12.5 1000 5 17
kernel void literals(OUT) { o[0] = 1.f + 1.0h + .5 + 0x1p3f + 2.; o[1] = 1'000; o[2] = 0b101; o[3] = 021; }
constant bfloat Halves[] = {1.bf, 2.5BF};
// = 2.5 3.5
kernel void bfloats(OUT) { threadgroup bfloat t[2]; t[1] = 3.5bf; o[0] = Halves[1]; o[1] = t[1]; }
struct Complex { float r, i; }; Complex operator*(Complex a, Complex b) { return {a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r}; }
bool operator==(Complex a, Complex b) { return a.r == b.r; } constexpr float operator""_percent(unsigned long long v) { return v * 0.01f; }
// = -5 10 1 0.5
kernel void operators(OUT) { Complex c = Complex{1, 2} * Complex{3, 4}; o[0] = c.r; o[1] = c.i; o[2] = c == c; o[3] = 50_percent; }
union Bits { float f; uint u; uchar4 c; }; struct Fields { uint a : 3; uint : 5; int b : 4; uint c : 20; };
// = 63 5 -2 7
kernel void bits(OUT) { Bits u; u.f = 1; o[0] = u.c.w; Fields q = {}; q.a = 5; q.b = -2; q.c = 7; o[1] = q.a; o[2] = q.b; o[3] = q.c; }
template <typename T, typename = enable_if_t<is_floating_point_v<T>>> T next(T x) { return x + 0.5; }
template <typename T> enable_if_t<is_integral<T>::value, T> next(T x) { return x + 1; }
template <typename T> struct Traits { static constant constexpr int n = 1; }; template <> struct Traits<half> { static constant constexpr int n = 2; };
template <typename T> struct Traits<device T*> { static constexpr constant int n = 3; }; template <typename T> constexpr constant int number = Traits<T>::n;
// = 1.5 3 2 3
kernel void traits(OUT) { o[0] = next(1.0f); o[1] = next(2); o[2] = number<half>; o[3] = number<device float*>; }
template <template <typename> class X, typename T> T held(X<T> x) { return x.v; } template <auto V> constexpr auto value() { return V; }
template <typename T> struct Holder { T v; }; template <typename T, T... v> constexpr T all() { return (v + ...); }
// = 3 6 7
kernel void template_templates(OUT) { o[0] = held(Holder<float>{3}); o[1] = all<int, 1, 2, 3>(); o[2] = value<7>(); }
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); } template <int N> struct Fib { enum { v = Fib<N - 1>::v + Fib<N - 2>::v }; };
template <> struct Fib<0> { enum { v = 0 }; }; template <> struct Fib<1> { enum { v = 1 }; }; constant int Five = factorial(5);
// = 120 8 6
kernel void at_compile_time(OUT) { o[0] = Five; o[1] = Fib<6>::v; int q[factorial(3)] = {}; o[2] = sizeof(q) / sizeof(q[0]); }
struct Anonymous { union { float4 v; struct { float x, y, z, w; }; float e[4]; }; };
// = 3 4
kernel void anonymous(OUT) { Anonymous a; a.v = float4(1, 2, 3, 4); o[0] = a.e[2]; o[1] = a.w; }
struct Designated { float a; int b; float c[2]; };
// = 1 6 0 3
kernel void designated(OUT) { Designated s = {.a = 1, .b = 2}, t = Designated{3, 4, {5, 6}}, u{}; float x[3] = {[0] = 1, [2] = 3}; o[0] = s.a; o[1] = t.c[1]; o[2] = u.b; o[3] = x[2]; }
template <class D> struct Crtp { float call() const { return static_cast<thread const D*>(this)->impl(); } }; struct Final : Crtp<Final> { float v = 3; float impl() const { return v; } };
// = 3 6
kernel void local_types(OUT) { Final d; o[0] = d.call(); struct Local { float x = 2; float y{4}; } l; o[1] = l.x + l.y; }
[[maybe_unused]] static float unused([[maybe_unused]] float x) { return 1; } [[nodiscard]] float kept() { return 2; } __attribute__((always_inline)) float inlined() { return 3; }
// = 6
kernel void attributes_of_cpp(OUT) { [[maybe_unused]] int q = 3; o[0] = unused(1) + kept() + inlined(); }
// = 13
kernel void unrolled(OUT) { o[0] = 1;
#pragma unroll
  for (int i = 0; i < 3; i++) o[0] += 1;
#pragma clang loop unroll(full)
  for (int i = 0; i < 3; i++) o[0] += 1;
  _Pragma("unroll") for (int i = 0; i < 3; i++) o[0] += 2; }
struct Arguments { device float* o [[buffer(0)]]; uint2 at [[thread_position_in_grid]]; };
// = 5 2
kernel void arguments(Arguments in) { in.o[in.at.x] = 5; }
struct Within { Arguments in; uint2 n [[threads_per_grid]]; };
// = 6 1
kernel void nested_arguments(Within x) { x.in.o[x.in.at.x] = 6; x.in.o[1] = x.n.x; }
// = 4 4
kernel void copied_samplers(OUT) { constexpr sampler s = sampler(filter::linear); const sampler t = s; (void)t; o[0] = 4; o[1] = 4; }
struct Partial { float4 a{7}; half2 b = {8}; }; constant float3 Third = {9, 10}; template <class T, int N> vec<T, N> lists(T x) { return vec<T, N>{x}; }
// = 3 0 0 0 3 4 0 0
kernel void short_lists(OUT) { uint x = 3; float4 a = {float(x)}, b{1}; b = float4{3, 4}; for (int i = 0; i < 4; i++) { o[i] = a[i]; o[i + 4] = b[i]; } }
// = 5 0 6 6 7 0 8 0
kernel void lists_of_members(OUT) { metal::float2 c{5}; float2 d = {float2(6)}; Partial p; o[0] = c.x; o[1] = c.y; o[2] = d.x; o[3] = d.y; o[4] = p.a.x; o[5] = p.a.w; o[6] = p.b.x; o[7] = p.b.y; }
// = 9 10 0 11 0 12 1 0
kernel void lists_of_templates(OUT) { auto g = lists<float, 2>(11); float2 h = 12; bool2 f{true}; o[0] = Third.x; o[1] = Third.y; o[2] = Third.z; o[3] = g.x; o[4] = g.y; o[5] = h.y; o[6] = f.x; o[7] = f.y; }
packed_float3 packed(float x) { return packed_float3{x,}; } auto trailing(float x) -> float4 { return x; }
// = 1 0 2 4 0 0 5 6
kernel void lists_of_others(OUT) { auto a = packed(o[0]); o[0] = a[0]; o[1] = a[2]; o[2] = trailing(2).w;
  vec<ushort, 8> c = {ushort(a[0] + 3)}; o[3] = c[0]; o[4] = c[1]; o[5] = c[7]; float4 d = {float2(5), float2(6)}; o[6] = d.x; o[7] = d.w; }
// = 2
void kernel stage_after_type(OUT) { o[0] = 2; }
