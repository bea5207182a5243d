// What is computed of other functions, and what has no function of AIR: by hand.
// Source of names and meanings: the Metal Shading Language Specification, chapters 2, 5 and 6.
#ifdef __FAST_MATH__
#define __METAL_MAYBE_FAST_MATH__ true
#else
#define __METAL_MAYBE_FAST_MATH__ false
#endif
#define __METAL_FAST_MATH__ true
#define __METAL_PRECISE_MATH__ false
// Each type of floats: the type, its element, bool and integer of the same shape, integers of as many bits.
#define __MTL_FLOAT_VECTORS(X) \
  X(half2, half, bool2, int2, ushort2) X(half3, half, bool3, int3, ushort3) X(half4, half, bool4, int4, ushort4) \
  X(float2, float, bool2, int2, uint2) X(float3, float, bool3, int3, uint3) X(float4, float, bool4, int4, uint4)
#define __MTL_FLOATS(X) X(half, half, bool, int, ushort) X(float, float, bool, int, uint) __MTL_FLOAT_VECTORS(X)
#define __MTL_EACH_WIDTH(X, T) X(T, bool) X(T##2, bool2) X(T##3, bool3) X(T##4, bool4)
#define __MTL_EACH_INTEGER(X) \
  __MTL_EACH_WIDTH(X, char) __MTL_EACH_WIDTH(X, uchar) __MTL_EACH_WIDTH(X, short) __MTL_EACH_WIDTH(X, ushort) \
  __MTL_EACH_WIDTH(X, int) __MTL_EACH_WIDTH(X, uint) __MTL_EACH_WIDTH(X, long) __MTL_EACH_WIDTH(X, ulong)
#define __MTL_EACH_NUMBER(X) \
  __MTL_EACH_INTEGER(X) __MTL_EACH_WIDTH(X, half) __MTL_EACH_WIDTH(X, float) __MTL_EACH_WIDTH(X, bfloat) __MTL_EACH_WIDTH(X, bool)
namespace metal {
// --- bfloat
// Its implicit conversion to float is a choice among functions of integers too, which is ambiguous in C++; with Apple's
// compiler `abs(bfloat)` is the function of floats (the comment of MLX's bf16_math.h). Functions that a source declares
// in this namespace for bfloat come before these templates.
#define __MTL_BFLOAT(name) \
  template<class B, class... R, enable_if_t<(is_same_v<B, bfloat> && ... && is_same_v<R, bfloat>), int> = 0> \
  __MTL_INLINE float name(B a, R... r) { return name(float(a), float(r)...); }
// Integers of as many bits, and floats.
template<class B> struct __bfloat_as {};
template<> struct __bfloat_as<bfloat> { using bits = ushort; using wide = float; using choice = bool; };
template<int N> struct __bfloat_as<vec<bfloat, N>> { using bits = vec<ushort, N>; using wide = vec<float, N>; using choice = vec<bool, N>; };
__MTL_BFLOAT(abs) __MTL_BFLOAT(max) __MTL_BFLOAT(min) __MTL_BFLOAT(max3) __MTL_BFLOAT(min3) __MTL_BFLOAT(median3) __MTL_BFLOAT(clamp)
// The specification (6.9.2) has lanes of every floating-point type. What Apple's compiler calls for bfloat is not known:
// as in MLX's bf16_math.h, values move between lanes as integers, and sums, products, least and greatest values are
// those of floats. A guess.
#define __MTL_BFLOAT_MOVED(name, parameters, arguments) \
  template<class B, class U = typename __bfloat_as<B>::bits> \
  __MTL_INLINE B name parameters { return __builtin_bit_cast(B, name arguments); }
#define __MTL_BITS(a) __builtin_bit_cast(U, a)
#define __MTL_BFLOAT_LANES(group) \
  __MTL_BFLOAT_MOVED(group##_broadcast_first, (B a), (__MTL_BITS(a))) \
  __MTL_BFLOAT_MOVED(group##_broadcast, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_xor, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_up, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_down, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_rotate_up, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_rotate_down, (B a, ushort lane), (__MTL_BITS(a), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_and_fill_up, (B a, B fill, ushort lane), (__MTL_BITS(a), __MTL_BITS(fill), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_and_fill_down, (B a, B fill, ushort lane), (__MTL_BITS(a), __MTL_BITS(fill), lane)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_and_fill_up, (B a, B fill, ushort lane, ushort modulo), (__MTL_BITS(a), __MTL_BITS(fill), lane, modulo)) \
  __MTL_BFLOAT_MOVED(group##_shuffle_and_fill_down, (B a, B fill, ushort lane, ushort modulo), (__MTL_BITS(a), __MTL_BITS(fill), lane, modulo)) \
  __MTL_BFLOAT_REDUCED(group##_sum) __MTL_BFLOAT_REDUCED(group##_product) __MTL_BFLOAT_REDUCED(group##_max) __MTL_BFLOAT_REDUCED(group##_min) \
  __MTL_BFLOAT_REDUCED(group##_prefix_inclusive_sum) __MTL_BFLOAT_REDUCED(group##_prefix_exclusive_sum) \
  __MTL_BFLOAT_REDUCED(group##_prefix_inclusive_product) __MTL_BFLOAT_REDUCED(group##_prefix_exclusive_product)
#define __MTL_BFLOAT_REDUCED(name) \
  template<class B, class W = typename __bfloat_as<B>::wide> __MTL_INLINE B name(B a) { return B(name(W(a))); }
__MTL_BFLOAT_LANES(simd) __MTL_BFLOAT_LANES(quad)
// huggingface/candle (reduce.metal) asks whether the functions of SIMD groups take a type. A guess: those of the
// specification (6.9.2), scalar or vector.
template<class T> struct __is_valid_simdgroup_type : bool_constant<is_same_v<T, half> || is_same_v<T, float> || is_same_v<T, char>
  || is_same_v<T, uchar> || is_same_v<T, short> || is_same_v<T, ushort> || is_same_v<T, int> || is_same_v<T, uint>> {};
template<class T, int N> struct __is_valid_simdgroup_type<vec<T, N>> : __is_valid_simdgroup_type<T> {};
// --- relational
#define __MTL_SELECT(T, B) __MTL_INLINE constexpr T select(T a, T b, B c) { return __select(a, b, c); }
template<class T> __MTL_INLINE constexpr T __select(T a, T b, bool c) { return c ? b : a; }
// One instruction for all elements; it is not evaluated in constant expressions.
template<int Size> struct __mask { using type = int; };
template<> struct __mask<1> { using type = char; };
template<> struct __mask<2> { using type = short; };
template<> struct __mask<8> { using type = long; };
template<class T, int N> __MTL_INLINE vec<T, N> __select_all(vec<T, N> a, vec<T, N> b, vec<bool, N> c) {
  typedef typename __mask<sizeof(T)>::type M __attribute__((ext_vector_type(N)));
  return vec<T, N>::__of(__builtin_convertvector(c.v != 0, M) ? b.v : a.v);
}
template<class T> __MTL_INLINE constexpr vec<T, 2> __select(vec<T, 2> a, vec<T, 2> b, bool2 c) {
  if (!__builtin_is_constant_evaluated()) return __select_all(a, b, c);
  return vec<T, 2>(c.v[0] ? T(b.v[0]) : T(a.v[0]), c.v[1] ? T(b.v[1]) : T(a.v[1]));
}
template<class T> __MTL_INLINE constexpr vec<T, 3> __select(vec<T, 3> a, vec<T, 3> b, bool3 c) {
  if (!__builtin_is_constant_evaluated()) return __select_all(a, b, c);
  return vec<T, 3>(c.v[0] ? T(b.v[0]) : T(a.v[0]), c.v[1] ? T(b.v[1]) : T(a.v[1]), c.v[2] ? T(b.v[2]) : T(a.v[2]));
}
template<class T> __MTL_INLINE constexpr vec<T, 4> __select(vec<T, 4> a, vec<T, 4> b, bool4 c) {
  if (!__builtin_is_constant_evaluated()) return __select_all(a, b, c);
  return vec<T, 4>(c.v[0] ? T(b.v[0]) : T(a.v[0]), c.v[1] ? T(b.v[1]) : T(a.v[1]), c.v[2] ? T(b.v[2]) : T(a.v[2]), c.v[3] ? T(b.v[3]) : T(a.v[3]));
}
// Of floats neither NaN nor infinities are excluded, with fast math too, in `select` and `divide`; in `fdim` the difference
// and the comparisons are exact. Source: kagurasumusun/metal (metal-info-set/golden/P03, run24_apply/P24B) and the
// corpus (cullClustersSimple), compilers 32023.883 and 32023.830.
#define __MTL_SELECT_FLOAT(T, S, B, I, U) __MTL_INLINE constexpr T select(T a, T b, B c) { \
  if (!__builtin_is_constant_evaluated()) __mtl::math_relaxed(); \
  return __select(a, b, c); }
__MTL_EACH_INTEGER(__MTL_SELECT) __MTL_EACH_WIDTH(__MTL_SELECT, bfloat) __MTL_EACH_WIDTH(__MTL_SELECT, bool)
__MTL_FLOATS(__MTL_SELECT_FLOAT)
typedef bool __v_bits2 __attribute__((ext_vector_type(2)));
typedef bool __v_bits3 __attribute__((ext_vector_type(3)));
typedef bool __v_bits4 __attribute__((ext_vector_type(4)));
extern "C" __MTL_A(const, nothrow) bool __air_any_v2i1(__v_bits2) __asm__("air.any.v2i1");
extern "C" __MTL_A(const, nothrow) bool __air_any_v3i1(__v_bits3) __asm__("air.any.v3i1");
extern "C" __MTL_A(const, nothrow) bool __air_any_v4i1(__v_bits4) __asm__("air.any.v4i1");
extern "C" __MTL_A(const, nothrow) bool __air_all_v2i1(__v_bits2) __asm__("air.all.v2i1");
extern "C" __MTL_A(const, nothrow) bool __air_all_v3i1(__v_bits3) __asm__("air.all.v3i1");
extern "C" __MTL_A(const, nothrow) bool __air_all_v4i1(__v_bits4) __asm__("air.all.v4i1");
__MTL_INLINE constexpr bool any(bool a) { return a; }
__MTL_INLINE constexpr bool any(bool2 a) {
  if (!__builtin_is_constant_evaluated()) return __air_any_v2i1(__builtin_convertvector(a.v != 0, __v_bits2));
  return a.v[0] || a.v[1];
}
__MTL_INLINE constexpr bool any(bool3 a) {
  if (!__builtin_is_constant_evaluated()) return __air_any_v3i1(__builtin_convertvector(a.v != 0, __v_bits3));
  return a.v[0] || a.v[1] || a.v[2];
}
__MTL_INLINE constexpr bool any(bool4 a) {
  if (!__builtin_is_constant_evaluated()) return __air_any_v4i1(__builtin_convertvector(a.v != 0, __v_bits4));
  return a.v[0] || a.v[1] || a.v[2] || a.v[3];
}
__MTL_INLINE constexpr bool all(bool a) { return a; }
__MTL_INLINE constexpr bool all(bool2 a) {
  if (!__builtin_is_constant_evaluated()) return __air_all_v2i1(__builtin_convertvector(a.v != 0, __v_bits2));
  return a.v[0] && a.v[1];
}
__MTL_INLINE constexpr bool all(bool3 a) {
  if (!__builtin_is_constant_evaluated()) return __air_all_v3i1(__builtin_convertvector(a.v != 0, __v_bits3));
  return a.v[0] && a.v[1] && a.v[2];
}
__MTL_INLINE constexpr bool all(bool4 a) {
  if (!__builtin_is_constant_evaluated()) return __air_all_v4i1(__builtin_convertvector(a.v != 0, __v_bits4));
  return a.v[0] && a.v[1] && a.v[2] && a.v[3];
}
// `copysign` of constants is a constant in Apple's modules (kagurasumusun/metal, metal-info-set/golden/P11M40_run12): it
// is computed, no function of AIR.
template<class S> struct __float_bits;
template<> struct __float_bits<float> { static constexpr uint magnitude = 0x7fffffffu, infinity = 0x7f800000u, shift = 23, bias = 126; };
template<> struct __float_bits<half> { static constexpr ushort magnitude = 0x7fff, infinity = 0x7c00, shift = 10, bias = 14; };
#define __MTL_CLASSIFY(T, S, B, I, U) \
  __MTL_INLINE U __bits(T a) { return __builtin_bit_cast(U, a); } \
  __MTL_INLINE B isnan(T a) { return (__bits(a) & U(__float_bits<S>::magnitude)) > U(__float_bits<S>::infinity); } \
  __MTL_INLINE B isinf(T a) { return (__bits(a) & U(__float_bits<S>::magnitude)) == U(__float_bits<S>::infinity); } \
  __MTL_INLINE B isfinite(T a) { return (__bits(a) & U(__float_bits<S>::magnitude)) < U(__float_bits<S>::infinity); } \
  __MTL_INLINE B isnormal(T a) { return isfinite(a) && (__bits(a) & U(__float_bits<S>::infinity)) != U(0); } \
  __MTL_INLINE B signbit(T a) { return (__bits(a) & U(~__float_bits<S>::magnitude)) != U(0); } \
  __MTL_INLINE T copysign(T a, T b) { return __builtin_bit_cast(T, U((__bits(a) & U(__float_bits<S>::magnitude)) | (__bits(b) & U(~__float_bits<S>::magnitude)))); } \
  __MTL_INLINE B isordered(T a, T b) { return !(isnan(a) || isnan(b)); } \
  __MTL_INLINE B isunordered(T a, T b) { return isnan(a) || isnan(b); }
__MTL_FLOATS(__MTL_CLASSIFY)
// Of bfloat, whose exponents are those of float: templates, so that functions which a source declares come before them.
#define __MTL_CLASSIFY_BFLOAT(name) \
  template<class B, class W = typename __bfloat_as<B>::wide> __MTL_INLINE typename __bfloat_as<B>::choice name(B a) { return name(W(a)); }
__MTL_CLASSIFY_BFLOAT(isnan) __MTL_CLASSIFY_BFLOAT(isinf) __MTL_CLASSIFY_BFLOAT(isfinite) __MTL_CLASSIFY_BFLOAT(isnormal) __MTL_CLASSIFY_BFLOAT(signbit)
template<class B, class W = typename __bfloat_as<B>::wide> __MTL_INLINE typename __bfloat_as<B>::choice isordered(B a, B b) { return isordered(W(a), W(b)); }
template<class B, class W = typename __bfloat_as<B>::wide> __MTL_INLINE typename __bfloat_as<B>::choice isunordered(B a, B b) { return isunordered(W(a), W(b)); }
// --- math
namespace fast { namespace __own = metal::fast; }
namespace precise { namespace __own = metal::precise; }
#define __MTL_COMMON(T, S, B, I, U) \
  __MTL_INLINE T divide(T a, T b) { __mtl::math_relaxed(); return a / b; } \
  __MTL_INLINE T __difference(T a, T b, B& is_zero) { __mtl::math_safe(); T d = a - b; is_zero = d < T(0) || a == b; return d; } \
  __MTL_INLINE T fdim(T a, T b) { B is_zero; T d = __difference(a, b, is_zero); return select(d, T(0), is_zero); } \
  __MTL_INLINE T step(T edge, T x) { return __select(T(1), T(0), x < edge); } \
  __MTL_INLINE T smoothstep(T a, T b, T x) { T t = clamp((x - a) / (b - a), T(0), T(1)); return t * t * (T(3) - T(2) * t); }
__MTL_FLOATS(__MTL_COMMON)
// Both parts have the sign of the argument, that of an infinity is 0 (as in C++).
#define __MTL_MODF(T, S, B, I, U) \
  __MTL_INLINE T modf(T x, T& whole) { whole = __own::trunc(x); return copysign(__select(x - whole, T(0), isinf(x)), x); }
namespace fast { __MTL_FLOATS(__MTL_MODF) }
namespace precise { __MTL_FLOATS(__MTL_MODF) }
using __MTL_MATH::modf;
using __MTL_MATH::sincos;
template<class T> __MTL_INLINE T __frexp(T x, int& e) {
  using L = __float_bits<T>;
  auto b = __bits(x);
  int k = int((b & L::infinity) >> L::shift);
  if ((b & L::magnitude) == 0 || (b & L::magnitude) >= L::infinity) { e = 0; return x; }
  if (!k) {  // a number without a leading 1, which may also count as 0 (specification, 8.1)
    T normal = ldexp(x, int(L::shift) + 1);
    k = int((__bits(normal) & L::infinity) >> L::shift);
    if (!k) { e = 0; return copysign(T(0), x); }
    e = k - int(L::bias) - int(L::shift) - 1;
    return ldexp(normal, int(L::bias) - k);
  }
  e = k - int(L::bias);
  return ldexp(x, -e);
}
// Every half is a normal float.
__MTL_INLINE half __frexp(half x, int& e) { return half(__frexp(float(x), e)); }
__MTL_INLINE float frexp(float x, int& e) { return __frexp(x, e); }
__MTL_INLINE half frexp(half x, int& e) { return __frexp(x, e); }
template<class T, int N> __MTL_INLINE vec<T, N> frexp(vec<T, N> x, vec<int, N>& e) {
  vec<T, N> r;
  for (int i = 0; i < N; i++) { int k; r.v[i] = __frexp(T(x.v[i]), k); e.v[i] = k; }
  return r;
}
__MTL_INLINE int ilogb(float x) {  // of what has no exponent as in C++
  int e;
  float m = __frexp(x, e);
  return m == 0 ? FP_ILOGB0 : isnan(x) ? FP_ILOGBNAN : isinf(x) ? 2147483647 : e - 1;
}
__MTL_INLINE int ilogb(half x) { return ilogb(float(x)); }
template<class T, int N, class = enable_if_t<is_same_v<T, float> || is_same_v<T, half>>> __MTL_INLINE vec<int, N> ilogb(vec<T, N> x) { vec<int, N> r; for (int i = 0; i < N; ++i) r.v[i] = ilogb(T(x.v[i])); return r; }
// A function of each element.
template<class T, class F> __MTL_INLINE T __each_of(T a, T b, T c, F f) { return T(f(a, b, c)); }
template<class T, int N, class F> __MTL_INLINE vec<T, N> __each_of(vec<T, N> a, vec<T, N> b, vec<T, N> c, F f) {
  vec<T, N> r;
  for (int i = 0; i < N; i++) r.v[i] = T(f(T(a.v[i]), T(b.v[i]), T(c.v[i])));
  return r;
}
#define __MTL_INTEGER_COMMON(T, B) \
  __MTL_INLINE T mul24(T a, T b) { return __each_of(a, b, a, [](auto x, auto y, auto) { return ulong(x) * ulong(y); }); } \
  __MTL_INLINE T mad24(T a, T b, T c) { return __each_of(a, b, c, [](auto x, auto y, auto z) { return ulong(x) * ulong(y) + ulong(z); }); }
__MTL_EACH_INTEGER(__MTL_INTEGER_COMMON)
// --- geometry
#define __MTL_LENGTHS(T, S, B, I, U) \
  __MTL_INLINE S length(T a) { return __own::sqrt(dot(a, a)); } \
  __MTL_INLINE S distance(T a, T b) { return __own::length(a - b); } \
  __MTL_INLINE T normalize(T a) { return a * __own::rsqrt(dot(a, a)); }
namespace fast { __MTL_FLOAT_VECTORS(__MTL_LENGTHS) }
namespace precise { __MTL_FLOAT_VECTORS(__MTL_LENGTHS) }
using __MTL_MATH::length; using __MTL_MATH::distance; using __MTL_MATH::normalize;
// `normalize({x, y})`: a list has as many elements as the vector. A guess: it is taken as that vector.
template<class T, size_t N> __MTL_INLINE vec<T, N> __listed(const T (&a)[N]) { vec<T, N> r; for (size_t i = 0; i < N; i++) r.v[i] = a[i]; return r; }
template<class T, size_t N> __MTL_INLINE vec<T, N> normalize(const T (&a)[N]) { return __MTL_MATH::normalize(__listed(a)); }
template<class T, size_t N> __MTL_INLINE T length(const T (&a)[N]) { return __MTL_MATH::length(__listed(a)); }
#define __MTL_GEOMETRY(T, S, B, I, U) \
  __MTL_INLINE S length_squared(T a) { return dot(a, a); } \
  __MTL_INLINE S distance_squared(T a, T b) { return length_squared(a - b); } \
  __MTL_INLINE T reflect(T i, T n) { return i - S(2) * dot(n, i) * n; } \
  __MTL_INLINE T faceforward(T n, T i, T r) { return dot(r, i) < S(0) ? n : -n; } \
  __MTL_INLINE T refract(T i, T n, S e) { \
    S d = dot(n, i), k = S(1) - e * e * (S(1) - d * d); \
    return k < S(0) ? T(0) : e * i - (e * d + sqrt(k)) * n; \
  }
__MTL_FLOAT_VECTORS(__MTL_GEOMETRY)
__MTL_INLINE float3 cross(float3 a, float3 b) { return float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
__MTL_INLINE half3 cross(half3 a, half3 b) { return half3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
#define __MTL_EXACT_IN(space) namespace space { \
  using metal::dot; using metal::fma; using metal::divide; using metal::copysign; using metal::frexp; using metal::ilogb; using metal::ldexp; }
__MTL_EXACT_IN(fast) __MTL_EXACT_IN(precise)
// --- matrices
// Straight code, as Apple's modules have it: no loop over columns is left to the GPU's compiler.
template<int N, class F> __MTL_INLINE constexpr void __each(F f) {
  f(0), f(1);
  if constexpr (N > 2) f(2);
  if constexpr (N > 3) f(3);
}
template<class T, int C, int R, class = void> struct matrix {
  typedef vec<T, R> __column;
  __column columns[C];
  matrix() = default;
  struct __values { T x[C * R]; };
  static constexpr __column __from(const T* x) {
    if constexpr (R == 2) return __column(x[0], x[1]);
    else if constexpr (R == 3) return __column(x[0], x[1], x[2]);
    else return __column(x[0], x[1], x[2], x[3]);
  }
  static constexpr __column __diagonal(size_t i, T s) {
    const T x[] = {i == 0 ? s : T(0), i == 1 ? s : T(0), i == 2 ? s : T(0), i == 3 ? s : T(0)};
    return __from(x);
  }
  template<size_t... I> constexpr matrix(index_sequence<I...>, T s) : columns{__diagonal(I, s)...} {}
  template<size_t... I> constexpr matrix(index_sequence<I...>, const T* x) : columns{__from(x + I * R)...} {}
  template<class U, size_t... I> constexpr matrix(index_sequence<I...>, const matrix<U, C, R>& m) : columns{__column(m.columns[I])...} {}
  constexpr explicit matrix(T s) : matrix(make_index_sequence<C>{}, s) {}
  template<int K = C, class = enable_if_t<K == 2>> constexpr matrix(__column a, __column b) : columns{a, b} {}
  template<int K = C, class = enable_if_t<K == 3>> constexpr matrix(__column a, __column b, __column c) : columns{a, b, c} {}
  template<int K = C, class = enable_if_t<K == 4>> constexpr matrix(__column a, __column b, __column c, __column d) : columns{a, b, c, d} {}
  template<class... A, class = enable_if_t<sizeof...(A) == C * R>, class = void> constexpr matrix(A... a) : matrix(make_index_sequence<C>{}, __values{{T(a)...}}.x) {}
  template<class U> constexpr explicit matrix(const matrix<U, C, R>& m) : matrix(make_index_sequence<C>{}, m) {}
  __MTL_INLINE __column& operator[](int i) __MTL_IN_BOUNDS(C) { return columns[i]; }
  __MTL_INLINE constexpr const __column& operator[](int i) const __MTL_IN_BOUNDS(C) { return columns[i]; }
  __MTL_INLINE matrix operator-() const { matrix r; __each<C>([&](int i) { r.columns[i] = -columns[i]; }); return r; }
  __MTL_INLINE matrix& operator+=(const matrix& b) { __each<C>([&](int i) { columns[i] += b.columns[i]; }); return *this; }
  __MTL_INLINE matrix& operator-=(const matrix& b) { __each<C>([&](int i) { columns[i] -= b.columns[i]; }); return *this; }
  __MTL_INLINE matrix& operator*=(T s) { __each<C>([&](int i) { columns[i] *= s; }); return *this; }
  friend __MTL_INLINE matrix operator+(matrix a, const matrix& b) { return a += b; }
  friend __MTL_INLINE matrix operator-(matrix a, const matrix& b) { return a -= b; }
  friend __MTL_INLINE matrix operator*(matrix a, T s) { return a *= s; }
  friend __MTL_INLINE matrix operator*(T s, matrix a) { return a *= s; }
  friend __MTL_INLINE matrix operator/(matrix a, T s) { __each<C>([&](int i) { a.columns[i] = a.columns[i] / s; }); return a; }
  friend __MTL_INLINE bool operator==(const matrix& a, const matrix& b) { bool r = true; __each<C>([&](int i) { r = r && all(a.columns[i] == b.columns[i]); }); return r; }
  friend __MTL_INLINE bool operator!=(const matrix& a, const matrix& b) { return !(a == b); }
  friend __MTL_INLINE __column operator*(const matrix& m, vec<T, C> v) {
    __column r = m.columns[0] * T(v.v[0]);
    __each<C>([&](int i) { if (i) r = r + m.columns[i] * T(v.v[i]); });
    return r;
  }
  friend __MTL_INLINE vec<T, C> operator*(__column v, const matrix& m) {
    vec<T, C> r;
    __each<C>([&](int i) { r.v[i] = dot(v, m.columns[i]); });
    return r;
  }
};
template<class T, int C, int R, int K> __MTL_INLINE matrix<T, K, R> operator*(const matrix<T, C, R>& a, const matrix<T, K, C>& b) {
  matrix<T, K, R> r;
  __each<K>([&](int i) { r.columns[i] = a * b.columns[i]; });
  return r;
}
template<class T, int N> __MTL_INLINE matrix<T, N, N>& operator*=(matrix<T, N, N>& a, const matrix<T, N, N>& b) { return a = a * b; }
// As in Treata11/iShader (`M *= rot * 2.0` of a float2 and a float2x2) and other shaders that come from GLSL.
template<class T, int N> __MTL_INLINE vec<T, N>& operator*=(vec<T, N>& a, const matrix<T, N, N>& b) { return a = a * b; }
template<class T, int C, int R> __MTL_INLINE matrix<T, R, C> transpose(const matrix<T, C, R>& m) {
  matrix<T, R, C> r;
  __each<C>([&](int i) { __each<R>([&](int j) { r.columns[j].v[i] = m.columns[i].v[j]; }); });
  return r;
}
template<class T> __MTL_INLINE T determinant(const matrix<T, 2, 2>& m) { return m.columns[0].x * m.columns[1].y - m.columns[1].x * m.columns[0].y; }
template<class T> __MTL_INLINE T determinant(const matrix<T, 3, 3>& m) { return dot(m.columns[0], cross(m.columns[1], m.columns[2])); }
template<class T> __MTL_INLINE T determinant(const matrix<T, 4, 4>& m) {
  T a = m.columns[0].x * m.columns[1].y - m.columns[0].y * m.columns[1].x, b = m.columns[0].x * m.columns[1].z - m.columns[0].z * m.columns[1].x;
  T c = m.columns[0].x * m.columns[1].w - m.columns[0].w * m.columns[1].x, d = m.columns[0].y * m.columns[1].z - m.columns[0].z * m.columns[1].y;
  T e = m.columns[0].y * m.columns[1].w - m.columns[0].w * m.columns[1].y, f = m.columns[0].z * m.columns[1].w - m.columns[0].w * m.columns[1].z;
  T g = m.columns[2].z * m.columns[3].w - m.columns[2].w * m.columns[3].z, h = m.columns[2].y * m.columns[3].w - m.columns[2].w * m.columns[3].y;
  T i = m.columns[2].y * m.columns[3].z - m.columns[2].z * m.columns[3].y, j = m.columns[2].x * m.columns[3].w - m.columns[2].w * m.columns[3].x;
  T k = m.columns[2].x * m.columns[3].z - m.columns[2].z * m.columns[3].x, l = m.columns[2].x * m.columns[3].y - m.columns[2].y * m.columns[3].x;
  return a * g - b * h + c * i + d * j - e * k + f * l;
}
#define __MTL_MATRIX(T, C, R) typedef matrix<T, C, R> T##C##x##R;
#define __MTL_MATRICES(T) \
  __MTL_MATRIX(T, 2, 2) __MTL_MATRIX(T, 2, 3) __MTL_MATRIX(T, 2, 4) __MTL_MATRIX(T, 3, 2) __MTL_MATRIX(T, 3, 3) \
  __MTL_MATRIX(T, 3, 4) __MTL_MATRIX(T, 4, 2) __MTL_MATRIX(T, 4, 3) __MTL_MATRIX(T, 4, 4)
__MTL_MATRICES(float)
__MTL_MATRICES(half)
template<class T, size_t N> struct array {
  T __elements[N];
  constexpr T& operator[](size_t i) { return __elements[i]; }
  constexpr const T& operator[](size_t i) const { return __elements[i]; }
  constexpr size_t size() const { return N; }
  constexpr bool empty() const { return N == 0; }
  constexpr T* data() { return __elements; }
  constexpr const T* data() const { return __elements; }
  constexpr T* begin() { return __elements; }
  constexpr T* end() { return __elements + N; }
  constexpr const T* begin() const { return __elements; }
  constexpr const T* end() const { return __elements + N; }
  constexpr T& front() { return __elements[0]; }
  constexpr T& back() { return __elements[N - 1]; }
};
// Elements of memory that somebody else has.
template<class T> struct array_ref {
  const T* __data;
  size_t __size;
  constexpr array_ref() : __data(nullptr), __size(0) {}
  constexpr array_ref(const T* p, size_t n) : __data(p), __size(n) {}
  template<size_t N> constexpr array_ref(const array<T, N>& a) : __data(a.data()), __size(N) {}
  template<size_t N> constexpr array_ref(const T (&a)[N]) : __data(a), __size(N) {}
  constexpr const T& operator[](size_t i) const { return __data[i]; }
  constexpr size_t size() const { return __size; }
  constexpr bool empty() const { return __size == 0; }
  constexpr const T* data() const { return __data; }
  constexpr const T* begin() const { return __data; }
  constexpr const T* end() const { return __data + __size; }
};
template<class T> constexpr array_ref<T> make_array_ref(const T* p, size_t n) { return array_ref<T>(p, n); }
template<class T, size_t N> constexpr array_ref<T> make_array_ref(const T (&a)[N]) { return array_ref<T>(a); }
template<class T> struct make_scalar { using type = T; };
template<class T, int N> struct make_scalar<vec<T, N>> { using type = T; };
template<class T> using make_scalar_t = typename make_scalar<T>::type;
template<class T, int N> struct make_vec { using type = vec<T, N>; };
template<class T> struct make_vec<T, 1> { using type = T; };
template<class T, int N> using make_vec_t = typename make_vec<T, N>::type;
extern "C" __MTL_A(const, nothrow) bool __air_is_function_constant_defined(const __MTL_A(address_space(2)) char*) __asm__("air.is_function_constant_defined");
template<class T> __MTL_INLINE auto is_null_texture(T t) -> decltype(t.__is_null()) { return t.__is_null(); }
template<class T> __MTL_INLINE bool is_function_constant_defined(const T& x) { return __air_is_function_constant_defined((const __MTL_A(address_space(2)) char*)&x); }
// --- synchronisation
enum class mem_flags : uint { mem_none = 0, mem_device = 1, mem_threadgroup = 2, mem_texture = 4, mem_threadgroup_imageblock = 8, mem_object_data = 16, mem_device_and_threadgroup = 3 };
constexpr mem_flags operator|(mem_flags a, mem_flags b) { return mem_flags(uint(a) | uint(b)); }
constexpr mem_flags operator&(mem_flags a, mem_flags b) { return mem_flags(uint(a) & uint(b)); }
enum memory_order { memory_order_relaxed = 0, memory_order_acquire = 2, memory_order_release = 3, memory_order_acq_rel = 4, memory_order_seq_cst = 5 };
enum thread_scope { thread_scope_thread = 0, thread_scope_threadgroup = 1, thread_scope_device = 2, thread_scope_simdgroup = 4 };
extern "C" __MTL_A(convergent, nothrow) void __air_wg_barrier(int, int) __asm__("air.wg.barrier");
extern "C" __MTL_A(convergent, nothrow) void __air_simdgroup_barrier(int, int) __asm__("air.simdgroup.barrier");
extern "C" __MTL_A(nothrow) void __air_atomic_fence(int, int, int) __asm__("air.atomic.fence");
extern "C" __MTL_A(nothrow) void __air_discard_fragment() __asm__("air.discard_fragment");
__MTL_INLINE void threadgroup_barrier(mem_flags f) { __air_wg_barrier(int(f), 1); }
__MTL_INLINE void threadgroup_barrier(mem_flags f, thread_scope) { __air_wg_barrier(int(f), 1); }
__MTL_INLINE void simdgroup_barrier(mem_flags f) { __air_simdgroup_barrier(int(f), 4); }
__MTL_INLINE void atomic_thread_fence(mem_flags f, memory_order o, thread_scope s = thread_scope_device) { __air_atomic_fence(int(f), int(o), int(s)); }
__MTL_INLINE void discard_fragment() { __air_discard_fragment(); }
// --- votes
extern "C" __MTL_A(convergent, nothrow) bool __air_simd_all(bool) __asm__("air.simd_all");
extern "C" __MTL_A(convergent, nothrow) bool __air_simd_any(bool) __asm__("air.simd_any");
extern "C" __MTL_A(convergent, nothrow) bool __air_simd_is_first() __asm__("air.simd_is_first");
extern "C" __MTL_A(convergent, nothrow) bool __air_simd_is_helper_thread() __asm__("air.simd_is_helper_thread");
extern "C" __MTL_A(convergent, nothrow) ulong __air_simd_ballot(bool) __asm__("air.simd_ballot.i64");
extern "C" __MTL_A(convergent, nothrow) ulong __air_simd_active_threads_mask() __asm__("air.simd_active_threads_mask.i64");
extern "C" __MTL_A(convergent, nothrow) bool __air_simd_vote_all(ulong) __asm__("air.simd_vote_all.i64");
extern "C" __MTL_A(convergent, nothrow) bool __air_simd_vote_any(ulong) __asm__("air.simd_vote_any.i64");
extern "C" __MTL_A(convergent, nothrow) bool __air_quad_vote_all(ushort) __asm__("air.quad_vote_all");
extern "C" __MTL_A(convergent, nothrow) bool __air_quad_vote_any(ushort) __asm__("air.quad_vote_any");
struct simd_vote {
  typedef ulong vote_t;
  ulong v;
  __MTL_INLINE explicit constexpr simd_vote(vote_t x = 0) : v(x) {}
  __MTL_INLINE explicit constexpr operator vote_t() const { return v; }
  __MTL_INLINE bool any() const { return __air_simd_vote_any(v); }
  __MTL_INLINE bool all() const { return __air_simd_vote_all(v); }
};
__MTL_INLINE bool simd_all(bool x) { return __air_simd_all(x); }
__MTL_INLINE bool simd_any(bool x) { return __air_simd_any(x); }
__MTL_INLINE bool simd_is_first() { return __air_simd_is_first(); }
__MTL_INLINE bool simd_is_helper_thread() { return __air_simd_is_helper_thread(); }
__MTL_INLINE simd_vote simd_ballot(bool x) { return simd_vote(__air_simd_ballot(x)); }
__MTL_INLINE simd_vote simd_active_threads_mask() { return simd_vote(__air_simd_active_threads_mask()); }
extern "C" __MTL_A(convergent, nothrow) bool __air_quad_all(bool) __asm__("air.quad_all");
extern "C" __MTL_A(convergent, nothrow) bool __air_quad_any(bool) __asm__("air.quad_any");
extern "C" __MTL_A(convergent, nothrow) bool __air_quad_is_first() __asm__("air.quad_is_first");
extern "C" __MTL_A(convergent, nothrow) ushort __air_quad_ballot(bool) __asm__("air.quad_ballot");
extern "C" __MTL_A(convergent, nothrow) ushort __air_quad_active_threads_mask() __asm__("air.quad_active_threads_mask");
struct quad_vote {
  typedef ushort vote_t;
  ushort v;
  __MTL_INLINE explicit constexpr quad_vote(vote_t x = 0) : v(x & 0xf) {}  // the specification (6.9.3): four bits
  __MTL_INLINE explicit constexpr operator vote_t() const { return v; }
  __MTL_INLINE bool any() const { return __air_quad_vote_any(v); }
  __MTL_INLINE bool all() const { return __air_quad_vote_all(v); }
};
__MTL_INLINE quad_vote __quad_vote(ushort x) { quad_vote r; r.v = x; return r; }  // AIR's functions return four bits
__MTL_INLINE bool quad_all(bool x) { return __air_quad_all(x); }
__MTL_INLINE bool quad_any(bool x) { return __air_quad_any(x); }
__MTL_INLINE bool quad_is_first() { return __air_quad_is_first(); }
__MTL_INLINE quad_vote quad_ballot(bool x) { return __quad_vote(__air_quad_ballot(x)); }
__MTL_INLINE quad_vote quad_active_threads_mask() { return __quad_vote(__air_quad_active_threads_mask()); }
extern "C" __MTL_A(const) ushort __air_simd_lane16() __asm__("air.get_thread_index_in_simdgroup.i16");
extern "C" __MTL_A(const) uint __air_simd_lane32() __asm__("air.get_thread_index_in_simdgroup.i32");
extern "C" __MTL_A(const) uint __air_simd_size32() __asm__("air.get_simdgroup_size.i32");
// --- atomics: LLVM's instructions, of which `mtlb.convert` makes calls once the address spaces are known
template<class T, class = void> struct _atomic;  // Apple's names: modules and their metadata have them
#define __MTL_ATOMIC_TYPE(T) template<> struct _atomic<T> { T __s; };
__MTL_ATOMIC_TYPE(int) __MTL_ATOMIC_TYPE(uint) __MTL_ATOMIC_TYPE(bool) __MTL_ATOMIC_TYPE(float) __MTL_ATOMIC_TYPE(ulong)
template<class T> using atomic = _atomic<T>;
typedef atomic<int> atomic_int;
typedef atomic<uint> atomic_uint;
typedef atomic<bool> atomic_bool;
typedef atomic<float> atomic_float;
typedef atomic<ulong> atomic_ulong;
template<class T> struct __same { using type = T; };
#define __MTL_AS(T) typename __same<T>::type
template<class A> struct __atomic_value;
template<class T> struct __atomic_value<_atomic<T>> { using type = T; };
template<class T> struct __atomic_value<volatile _atomic<T>> { using type = T; };
template<class T> struct __atomic_value<const _atomic<T>> { using type = T; };
template<class T> struct __atomic_value<const volatile _atomic<T>> { using type = T; };
// Which atomic objects a function takes (specification, 6.15.4). Nothing writes to those that are const.
#define __MTL_ATOMIC_OF(...) template<class A, class T = typename __atomic_value<A>::type, class = enable_if_t<__VA_ARGS__>> __MTL_INLINE
#define __MTL_ATOMIC __MTL_ATOMIC_OF(!is_same_v<T, ulong> && !is_const_v<A>)
template<class T> constexpr bool __is_sum = is_same_v<T, int> || is_same_v<T, uint> || is_same_v<T, float>;
template<class T> constexpr bool __is_word = is_same_v<T, int> || is_same_v<T, uint>;
// Of all functions of atomic objects only the relaxed order is Metal's; a fence has the others (chapter "Memory Order").
#define __MTL_RELAXED(o) __attribute__((diagnose_if(!__builtin_constant_p(o) || (o) != memory_order_relaxed, "an atomic function takes memory_order_relaxed alone; atomic_thread_fence has other orders", "error")))
__MTL_ATOMIC_OF(!is_same_v<T, ulong>) T atomic_load_explicit(A* p, memory_order o) __MTL_RELAXED(o) { T r; __atomic_load((T*)&p->__s, &r, 0); return r; }
__MTL_ATOMIC void atomic_store_explicit(A* p, __MTL_AS(T) x, memory_order o) __MTL_RELAXED(o) { __atomic_store((T*)&p->__s, &x, 0); }
__MTL_ATOMIC void atomic_init(A* p, __MTL_AS(T) x) { *(T*)&p->__s = x; }
__MTL_ATOMIC T atomic_exchange_explicit(A* p, __MTL_AS(T) x, memory_order o) __MTL_RELAXED(o) { T r; __atomic_exchange((T*)&p->__s, &x, &r, 0); return r; }
__MTL_ATOMIC bool atomic_compare_exchange_weak_explicit(A* p, T* e, __MTL_AS(T) x, memory_order o, memory_order f) __MTL_RELAXED(o) __MTL_RELAXED(f) {
  return __atomic_compare_exchange((T*)&p->__s, e, &x, true, 0, 0);
}
#define __MTL_FETCH(name, kind) __MTL_ATOMIC_OF(kind<T> && !is_const_v<A>) T atomic_fetch_##name##_explicit(A* p, __MTL_AS(T) x, memory_order o) __MTL_RELAXED(o) { return __atomic_fetch_##name((T*)&p->__s, x, 0); }
__MTL_FETCH(add, __is_sum) __MTL_FETCH(sub, __is_sum) __MTL_FETCH(and, __is_word) __MTL_FETCH(or, __is_word) __MTL_FETCH(xor, __is_word)
__MTL_FETCH(min, __is_word) __MTL_FETCH(max, __is_word)
#define __MTL_WIDE(name) __MTL_ATOMIC_OF(is_same_v<T, ulong> && !is_const_v<A>) void atomic_##name##_explicit(A* p, __MTL_AS(T) x, memory_order o) __MTL_RELAXED(o) { \
  __atomic_fetch_##name((T*)&p->__s, x, 0); }
__MTL_WIDE(min) __MTL_WIDE(max)
// --- SIMD-group matrices
template<class T, int C, int R = C> struct simdgroup_matrix {
  static_assert(C == 8 && R == 8, "a SIMD-group matrix has 8 columns and 8 rows");
  typename __simdgroup_matrix_leaves<T>::V m;
  typedef vec<T, 2> storage_type;
  simdgroup_matrix() = default;
  __MTL_INLINE explicit simdgroup_matrix(T x) { m = __simdgroup_matrix_leaves<T>::diagonal(x); }
  __MTL_INLINE const storage_type& thread_elements() const { return *reinterpret_cast<const storage_type*>(&m); }
  __MTL_INLINE storage_type& thread_elements() { return *reinterpret_cast<storage_type*>(&m); }
};
#define __MTL_MATRIX8(T) simdgroup_matrix<T, 8, 8>
template<class D, class A, class B, class C> __MTL_INLINE void simdgroup_multiply_accumulate(__MTL_MATRIX8(D)& d, __MTL_MATRIX8(A) a, __MTL_MATRIX8(B) b, __MTL_MATRIX8(C) c) {
  d.m = __simdgroup_multiply<D, A, B, C>::run(a.m, b.m, c.m);
}
template<class D, class A, class B> __MTL_INLINE void simdgroup_multiply(__MTL_MATRIX8(D)& d, __MTL_MATRIX8(A) a, __MTL_MATRIX8(B) b) {
  d.m = __simdgroup_multiply<D, A, B, D>::run(a.m, b.m, __simdgroup_matrix_leaves<D>::filled(D(0)));
}
template<class T> __MTL_INLINE __MTL_MATRIX8(T) operator*(__MTL_MATRIX8(T) a, __MTL_MATRIX8(T) b) {
  __MTL_MATRIX8(T) d;
  simdgroup_multiply(d, a, b);
  return d;
}
template<class T> __MTL_INLINE void simdgroup_load(__MTL_MATRIX8(T)& d, const T* p, ulong s = 8, ulong2 o = ulong2(0), bool t = false) {
  d.m = __simdgroup_matrix_leaves<T>::load(p, s, __builtin_bit_cast(__v_long2, o.v), t);
}
template<class T> __MTL_INLINE void simdgroup_store(__MTL_MATRIX8(T) d, T* p, ulong s = 8, ulong2 o = ulong2(0), bool t = false) {
  __simdgroup_matrix_leaves<T>::store(d.m, p, s, __builtin_bit_cast(__v_long2, o.v), t);
}
template<class T, int C = 8, int R = C> __MTL_INLINE simdgroup_matrix<T, C, R> make_filled_simdgroup_matrix(T x) {
  simdgroup_matrix<T, C, R> r;
  r.m = __simdgroup_matrix_leaves<T>::filled(x);
  return r;
}
typedef __MTL_MATRIX8(float) simdgroup_float8x8;
typedef __MTL_MATRIX8(half) simdgroup_half8x8;
typedef __MTL_MATRIX8(bfloat) simdgroup_bfloat8x8;
// --- samplers. Bits: `mtlb.air.facts.StaticSampler`
struct _sampler_t;
typedef const _sampler_t __MTL_A(address_space(2))* __sampler_handle;
enum class coord { normalized, pixel };
enum class address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class s_address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class t_address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class r_address { clamp_to_zero, clamp_to_edge, repeat, mirrored_repeat, clamp_to_border };
enum class filter { nearest, linear, bicubic };
enum class mag_filter { nearest, linear, bicubic };
enum class min_filter { nearest, linear, bicubic };
enum class mip_filter { none, nearest, linear };
enum class border_color { transparent_black, opaque_black, opaque_white };
enum class compare_func { none, less, less_equal, greater, greater_equal, equal, not_equal, always, never };
struct max_anisotropy { int v; constexpr explicit max_anisotropy(int x) __MTL_A(diagnose_if(x < 1 || x > 16, "the maximum anisotropy of a sampler is between 1 and 16", "error")) : v(x) {} };
struct lod_clamp { float low, high; constexpr lod_clamp(float a, float b) : low(a), high(b) {} };
constexpr ulong __half_bits(float x) { return __builtin_bit_cast(ushort, half(x > 65504.0f ? 65504.0f : x)); }
struct __sampler_fields {
  ulong s = 1, t = 1, r = 1, mag = 0, min = 0, mip = 0, pixels = 0, compare = ulong(compare_func::never), anisotropy = 0, low = 0, high = 0x7bff, border = 0;
  constexpr void set(coord c) { pixels = ulong(c); }
  constexpr void set(address a) { s = t = r = ulong(a); }
  constexpr void set(s_address a) { s = ulong(a); }
  constexpr void set(t_address a) { t = ulong(a); }
  constexpr void set(r_address a) { r = ulong(a); }
  constexpr void set(filter f) { mag = min = ulong(f); }
  constexpr void set(mag_filter f) { mag = ulong(f); }
  constexpr void set(min_filter f) { min = ulong(f); }
  constexpr void set(mip_filter f) { mip = ulong(f); }
  constexpr void set(compare_func f) { compare = ulong(f); }
  constexpr void set(border_color c) { border = ulong(c); }
  constexpr void set(max_anisotropy a) { anisotropy = ulong(a.v - 1); }
  constexpr void set(lod_clamp c) { low = __half_bits(c.low); high = __half_bits(c.high); }
  template<class A> constexpr void set(const A&) __MTL_A(diagnose_if(true, "a sampler has no property of this type", "error")) {}
  constexpr ulong bits() const {
    return s | t << 3 | r << 6 | mag << 9 | min << 11 | mip << 13 | pixels << 15 | compare << 16 | anisotropy << 20 | low << 24 | high << 40 | border << 56 | 1ul << 63;
  }
};
template<class... A> constexpr ulong __sampler_bits(A... a) { __sampler_fields f; (f.set(a), ...); return f.bits(); }
// With pixel coordinates (specification, 2.10); 104 samplers of public sources are so.
constexpr bool __clamps(ulong address) { return address != 2 && address != 3; }
constexpr bool __is_sampler(ulong bits) {
  bool has_one_filter = (bits >> 9 & 3) == (bits >> 11 & 3) && (bits >> 13 & 3) == 0;
  return !(bits >> 15 & 1) || (has_one_filter && __clamps(bits & 7) && __clamps(bits >> 3 & 7) && __clamps(bits >> 6 & 7));
}
template<ulong Bits> struct __sampler_state {
  static_assert(__is_sampler(Bits), "a sampler with pixel coordinates has one filter, no mip filter, and addresses that clamp");
  static inline const ulong state = Bits;
};
struct sampler {
  __sampler_handle h;
  sampler() = default;
  __MTL_INLINE explicit sampler(__sampler_handle p) : h(p) {}
  __MTL_INLINE sampler(const ulong* state) : h((__sampler_handle)state) {}
};
template<ulong Bits> struct __lasting_sampler {
  __MTL_INLINE operator sampler() const { return sampler(&__sampler_state<Bits>::state); }
};
template<ulong First, ulong... Bits> struct __lasting_samplers {
  __MTL_INLINE sampler operator[](size_t i) const {
    const ulong* state = &__sampler_state<First>::state;
    size_t n = 0;
    ((state = ++n == i ? &__sampler_state<Bits>::state : state), ...);
    return sampler(state);
  }
  static constexpr size_t size() { return sizeof...(Bits) + 1; }
};
struct level { float v; __MTL_INLINE explicit level(float x) : v(x) {} };
struct bias { float v; __MTL_INLINE explicit bias(float x) : v(x) {} };
struct min_lod_clamp { float v; __MTL_INLINE explicit min_lod_clamp(float x) : v(x) {} };
struct gradient2d { float2 x, y; __MTL_INLINE gradient2d(float2 a, float2 b) : x(a), y(b) {} };
struct gradient3d { float3 x, y; __MTL_INLINE gradient3d(float3 a, float3 b) : x(a), y(b) {} };
struct gradientcube { float3 x, y; __MTL_INLINE gradientcube(float3 a, float3 b) : x(a), y(b) {} };
enum class component { x, y, z, w };
template<class T, class U> __MTL_INLINE constexpr T __as(U x) { return __builtin_bit_cast(T, x); }
}
#define as_type metal::__as
