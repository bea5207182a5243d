// Types of one number, traits, limits; the words that the other files are written with.
#define __MTL_INLINE inline __attribute__((always_inline))
// Of methods of textures: which access `A` of the texture they need (specification, 2.9 "Textures").
#define __MTL_SAMPLES __attribute__((diagnose_if(A != access::sample, "only a texture whose access is 'sample' can be sampled", "error")))
#define __MTL_READS __attribute__((diagnose_if(A == access::write, "a texture whose access is 'write' can't be read", "error")))
#define __MTL_WRITES __attribute__((diagnose_if(A != access::write && A != access::read_write, "only a texture whose access is 'write' or 'read_write' can be written", "error")))
// A depth texture has one component.
#define __MTL_X_ALONE(p) __attribute__((diagnose_if(!__builtin_constant_p(p) || (p) != component::x, "a depth texture has the component x alone", "error")))
// Pixel types are assigned and compared for equality (specification, 2.7).
#define __MTL_NOT_OF_PIXEL(P, op) \
  template<class U> friend void operator op(P, U) = delete; \
  template<class U, class = enable_if_t<!is_same_v<U, P>>> friend void operator op(U, P) = delete;
#define __MTL_NOT_OF_PIXELS(P) \
  __MTL_NOT_OF_PIXEL(P, +) __MTL_NOT_OF_PIXEL(P, -) __MTL_NOT_OF_PIXEL(P, *) __MTL_NOT_OF_PIXEL(P, /) \
  __MTL_NOT_OF_PIXEL(P, <) __MTL_NOT_OF_PIXEL(P, >) __MTL_NOT_OF_PIXEL(P, <=) __MTL_NOT_OF_PIXEL(P, >=)
// 1D textures have one level (6.12.1), the lanes of a fill are in vectors of a power of two (6.9.2).
#define __MTL_LEVEL_0(lod) __attribute__((diagnose_if(__builtin_constant_p(lod) && (lod) != 0, "the level of a 1D texture is 0", "error")))
#define __MTL_MODULO(most) __attribute__((diagnose_if(__builtin_constant_p(modulo) && (modulo < 2 || modulo > most || modulo & (modulo - 1)), "modulo is a power of two from 2 to " #most, "error")))
#define __MTL_A(...) __attribute__((__VA_ARGS__))
// Names of address spaces for messages; they have no effect (rewrite/spaces.py).
template<class T> using __mtl_space_device = T;
template<class T> using __mtl_space_constant = T;
template<class T> using __mtl_space_thread = T;
template<class T> using __mtl_space_threadgroup = T;
template<class T> using __mtl_space_threadgroup_imageblock = T;
template<class T> using __mtl_space_ray_data = T;
template<class T> using __mtl_space_object_data = T;
typedef _Float16 half;
typedef __bf16 bfloat;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef unsigned long uintptr_t;
typedef long intptr_t;
constexpr half operator""h(long double x) { return half(x); }
constexpr half operator""h(unsigned long long x) { return half(x); }
constexpr bfloat operator""_mtl_bf(long double x) { return bfloat(x); }
constexpr bfloat operator""_mtl_bf(unsigned long long x) { return bfloat(x); }
namespace std {  // where a C++ compiler looks for it
template<class E> class initializer_list {
  const E* __begin;
  size_t __size;
public:
  constexpr initializer_list() noexcept : __begin(nullptr), __size(0) {}
  constexpr size_t size() const noexcept { return __size; }
  constexpr const E* begin() const noexcept { return __begin; }
  constexpr const E* end() const noexcept { return __begin + __size; }
};
}
#define __MTL_TOO_FEW_TEXT(n, k) "too few elements in vector initialization (expected " #n " elements, have " #k ")"
#define __MTL_TOO_FEW(n, k) __attribute__((diagnose_if(true, __MTL_TOO_FEW_TEXT(n, k), "error")))
// float4(float2, float) is an error by the specification (2.2), but s1ddok/Alloy has it. A guess: zeros, as in a list.
#define __MTL_ZEROS(n, k) __attribute__((diagnose_if(true, __MTL_TOO_FEW_TEXT(n, k) ": the last are 0", "warning")))
#define __MTL_IN_BOUNDS(n) __attribute__((diagnose_if(i >= n, "index is past the end of the matrix", "error")))
namespace __mtl {
// A list of numbers initialises a vector as clang's own vectors, zeros after the last. A guess: Apple's compiler does too.
void excess_elements() __asm__("mtlb.excess_elements");  // a call that stays is an error
void math_safe() __asm__("mtlb.math.safe");  // at the start of a block, from #pragma METAL fp: `mtlb/metal/strict.py`
void math_relaxed() __asm__("mtlb.math.relaxed");
void math_on() __asm__("mtlb.math.on");  // contract(on)
void math_off() __asm__("mtlb.math.off");
}
namespace metal {
using std::initializer_list;
using ::half;
using ::bfloat;
using ::uchar;
using ::ushort;
using ::uint;
using ::ulong;
using ::size_t;
using ::ptrdiff_t;
using nullptr_t = decltype(nullptr);  // ThunderKittens for Metal (tinygrad) has `metal::nullptr_t`
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::intptr_t;
using ::uintptr_t;
template<class T, T V> struct integral_constant {
  static constexpr T value = V;
  using value_type = T;
  using type = integral_constant;
  constexpr operator T() const { return V; }
  constexpr T operator()() const { return V; }
};
template<bool B> using bool_constant = integral_constant<bool, B>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;
template<bool B, class T = void> struct enable_if {};
template<class T> struct enable_if<true, T> { using type = T; };
template<bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template<bool B, class T, class U> struct conditional { using type = T; };
template<class T, class U> struct conditional<false, T, U> { using type = U; };
template<bool B, class T, class U> using conditional_t = typename conditional<B, T, U>::type;
template<class...> using __void_t = void;
#define __MTL_TYPE_TRAIT(name, builtin) \
  template<class T> struct name { using type = builtin(T); }; \
  template<class T> using name##_t = builtin(T);
__MTL_TYPE_TRAIT(remove_cv, __remove_cv)
__MTL_TYPE_TRAIT(remove_const, __remove_const)
__MTL_TYPE_TRAIT(remove_volatile, __remove_volatile)
__MTL_TYPE_TRAIT(remove_reference, __remove_reference_t)
__MTL_TYPE_TRAIT(remove_pointer, __remove_pointer)
__MTL_TYPE_TRAIT(remove_extent, __remove_extent)
__MTL_TYPE_TRAIT(decay, __decay)
__MTL_TYPE_TRAIT(add_pointer, __add_pointer)
__MTL_TYPE_TRAIT(add_lvalue_reference, __add_lvalue_reference)
__MTL_TYPE_TRAIT(add_rvalue_reference, __add_rvalue_reference)
__MTL_TYPE_TRAIT(make_unsigned, __make_unsigned)
__MTL_TYPE_TRAIT(make_signed, __make_signed)
__MTL_TYPE_TRAIT(underlying_type, __underlying_type)
template<class T> struct add_const { using type = const T; };
template<class T> using add_const_t = const T;
template<class T> struct add_volatile { using type = volatile T; };
template<class T> using add_volatile_t = volatile T;
template<class T> struct add_cv { using type = const volatile T; };
template<class T> using add_cv_t = const volatile T;
template<class T> struct remove_addrspace { using type = T; };
template<class T> using remove_addrspace_t = T;
template<class T> T&& declval();
#define __MTL_TRAIT(name, ...) \
  template<class T> constexpr bool name##_v = __VA_ARGS__; \
  template<class T> struct name : bool_constant<__VA_ARGS__> {};
#define __MTL_TRAIT2(name, builtin) \
  template<class T, class U> constexpr bool name##_v = builtin(T, U); \
  template<class T, class U> struct name : bool_constant<builtin(T, U)> {};
__MTL_TRAIT2(is_same, __is_same)
__MTL_TRAIT2(is_convertible, __is_convertible)
__MTL_TRAIT2(is_base_of, __is_base_of)
__MTL_TRAIT2(is_assignable, __is_assignable)
template<class T, int N> struct vec;
template<class T> struct vec_elements : integral_constant<int, 0> {};
template<class T, int N> struct vec_elements<vec<T, N>> : integral_constant<int, N> {};
__MTL_TRAIT(is_floating_point, is_same_v<remove_cv_t<T>, float> || is_same_v<remove_cv_t<T>, half> || is_same_v<remove_cv_t<T>, bfloat>)
__MTL_TRAIT(is_integral, __is_integral(T))
__MTL_TRAIT(is_arithmetic, __is_integral(T) || is_floating_point_v<T>)
__MTL_TRAIT(is_scalar, __is_integral(T) || is_floating_point_v<T> || __is_enum(T) || __is_pointer(T))
__MTL_TRAIT(is_signed, (__is_integral(T) && T(-1) < T(0)) || is_floating_point_v<T>)
__MTL_TRAIT(is_unsigned, __is_unsigned(T))
__MTL_TRAIT(is_pointer, __is_pointer(T))
__MTL_TRAIT(is_class, __is_class(T))
__MTL_TRAIT(is_union, __is_union(T))
__MTL_TRAIT(is_enum, __is_enum(T))
__MTL_TRAIT(is_const, __is_const(T))
__MTL_TRAIT(is_volatile, __is_volatile(T))
__MTL_TRAIT(is_reference, __is_reference(T))
__MTL_TRAIT(is_lvalue_reference, __is_lvalue_reference(T))
__MTL_TRAIT(is_rvalue_reference, __is_rvalue_reference(T))
__MTL_TRAIT(is_array, __is_array(T))
__MTL_TRAIT(is_function, __is_function(T))
__MTL_TRAIT(is_void, __is_void(T))
__MTL_TRAIT(is_trivial, __is_trivial(T))
__MTL_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
__MTL_TRAIT(is_standard_layout, __is_standard_layout(T))
template<class T, class... U> constexpr bool is_constructible_v = __is_constructible(T, U...);
template<class T, class... U> struct is_constructible : bool_constant<__is_constructible(T, U...)> {};
template<class... B> struct disjunction : bool_constant<(B::value || ...)> {};
template<class... B> struct conjunction : bool_constant<(B::value && ...)> {};
template<class B> struct negation : bool_constant<!B::value> {};
template<class... B> constexpr bool disjunction_v = (B::value || ...);
template<class... B> constexpr bool conjunction_v = (B::value && ...);
template<class B> constexpr bool negation_v = !B::value;
template<class... B> struct _disjunction : bool_constant<(B::value || ...)> {};  // internals that MLX names
template<class... B> struct _conjunction : bool_constant<(B::value && ...)> {};
template<class T> constexpr remove_reference_t<T>&& move(T&& t) { return static_cast<remove_reference_t<T>&&>(t); }
template<class T> __MTL_INLINE void swap(T& a, T& b) { T c = a; a = b; b = c; }
template<class T, T... I> struct integer_sequence {
  static constexpr size_t size() { return sizeof...(I); }
};
template<size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template<class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template<size_t N> using make_index_sequence = __make_integer_seq<integer_sequence, size_t, N>;
typedef signed char __signed_char;
// The limits are in a base class, which huggingface/candle (reduce.metal) specializes for its own types.
template<class T> struct _numeric_limits_impl { static constexpr bool is_specialized = false; };
template<class T> struct numeric_limits : _numeric_limits_impl<T> {};
#define __MTL_INTEGER_LIMITS(T, low, high) \
  template<> struct _numeric_limits_impl<T> { \
    static constexpr bool is_specialized = true, is_signed = T(-1) < T(0), is_integer = true, is_exact = true; \
    static constexpr bool has_infinity = false, has_quiet_NaN = false; \
    static constexpr int digits = sizeof(T) * 8 - is_signed, digits10 = digits * 3 / 10, radix = 2; \
    static constexpr T max() { return T(high); } \
    static constexpr T min() { return T(low); } \
    static constexpr T lowest() { return T(low); } \
    static constexpr T infinity() { return T(0); } \
    static constexpr T quiet_NaN() { return T(0); } \
    static constexpr T epsilon() { return T(0); } \
  };
__MTL_INTEGER_LIMITS(bool, 0, 1)
__MTL_INTEGER_LIMITS(char, -128, 127)
__MTL_INTEGER_LIMITS(__signed_char, -128, 127)
__MTL_INTEGER_LIMITS(uchar, 0, 255)
__MTL_INTEGER_LIMITS(short, -32768, 32767)
__MTL_INTEGER_LIMITS(ushort, 0, 65535)
__MTL_INTEGER_LIMITS(int, -2147483647 - 1, 2147483647)
__MTL_INTEGER_LIMITS(uint, 0, 4294967295u)
__MTL_INTEGER_LIMITS(long, -9223372036854775807l - 1, 9223372036854775807l)
__MTL_INTEGER_LIMITS(ulong, 0, 18446744073709551615ul)
#define __MTL_FLOAT_LIMITS(T, low, high, eps, bits, denorm, least, most) \
  template<> struct _numeric_limits_impl<T> { \
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false; \
    static constexpr bool has_infinity = true, has_quiet_NaN = true; \
    static constexpr int digits = bits, digits10 = (bits - 1) * 3 / 10, radix = 2, min_exponent = least, max_exponent = most; \
    static constexpr int min_exponent10 = (least - 1) * 30103 / 100000, max_exponent10 = most * 30103 / 100000; \
    static constexpr T round_error() { return T(0.5f); } \
    static constexpr T max() { return T(high); } \
    static constexpr T min() { return T(low); } \
    static constexpr T lowest() { return T(-high); } \
    static constexpr T epsilon() { return T(eps); } \
    static constexpr T infinity() { return T(__builtin_inff()); } \
    static constexpr T quiet_NaN() { return T(__builtin_nanf("")); } \
    static constexpr T signaling_NaN() { return T(__builtin_nansf("")); } \
    static constexpr T denorm_min() { return T(denorm); } \
  };
__MTL_FLOAT_LIMITS(float, 1.175494351e-38f, 3.402823466e+38f, 1.192092896e-07f, 24, 1.401298464e-45f, -125, 128)
__MTL_FLOAT_LIMITS(half, 6.103515625e-05f, 65504.0f, 0.0009765625f, 11, 5.9604644775390625e-08f, -13, 16)
__MTL_FLOAT_LIMITS(bfloat, 1.175494351e-38f, 3.38953139e+38f, 0.0078125f, 8, 9.18354961579912115600575419705e-41f, -125, 128)
enum memory_coherence { memory_coherence_threadgroup, memory_coherence_device };
enum class access { sample = 0, read = 1, write = 2, read_write = 3 };
}
#define __MTL_ASSUME_UNIFORM(T, word) extern "C" void __mtl_assume_uniform_##word(T) __asm__("mtlb.assume_uniform." #word);
__MTL_ASSUME_UNIFORM(bool, i1) __MTL_ASSUME_UNIFORM(int, i32) __MTL_ASSUME_UNIFORM(float, f32)
namespace metal {
// A number that is the same in all threads: AIR is told so where the number is used, as in Apple's modules of MLX's
// gemv.metal. A guess, after that source alone: operators of uniform numbers and constants have uniform results. Other
// types have nothing that says so.
__MTL_INLINE void __assume_uniform(bool a) { __mtl_assume_uniform_i1(a); }
__MTL_INLINE void __assume_uniform(int a) { __mtl_assume_uniform_i32(a); }
__MTL_INLINE void __assume_uniform(uint a) { __mtl_assume_uniform_i32(int(a)); }
__MTL_INLINE void __assume_uniform(float a) { __mtl_assume_uniform_f32(a); }
template<class T> struct __uniform {
  T __v;
  __uniform() = default;
  constexpr __uniform(T a) : __v(a) {}
  __MTL_INLINE constexpr operator T() const {
    if (!__builtin_is_constant_evaluated()) __assume_uniform(__v);
    return __v;
  }
};
template<class T> struct __uniform_of {
  static_assert(is_arithmetic_v<T> || vec_elements<T>::value != 0, "a uniform type is arithmetic, or a vector");
  using type = T;
};
template<> struct __uniform_of<bool> { using type = __uniform<bool>; };
template<> struct __uniform_of<int> { using type = __uniform<int>; };
template<> struct __uniform_of<uint> { using type = __uniform<uint>; };
template<> struct __uniform_of<float> { using type = __uniform<float>; };
template<class T> using uniform = typename __uniform_of<T>::type;
template<class T> __MTL_INLINE constexpr uniform<T> make_uniform(T x) { return x; }
template<class T> __MTL_INLINE constexpr __uniform<T> make_uniform(__uniform<T> x) { return x; }
#define __MTL_UNIFORM_ONLY class = enable_if_t<is_arithmetic_v<U>>
#define __MTL_UNIFORM(op) \
  template<class T, class U> __MTL_INLINE constexpr auto operator op(__uniform<T> a, __uniform<U> b) { return make_uniform(T(a) op U(b)); } \
  template<class T, class U, __MTL_UNIFORM_ONLY> __MTL_INLINE constexpr auto operator op(__uniform<T> a, U b) { return T(a) op b; } \
  template<class T, class U, __MTL_UNIFORM_ONLY> __MTL_INLINE constexpr auto operator op(U a, __uniform<T> b) { return a op T(b); } \
  template<class T, class U, __MTL_UNIFORM_ONLY> __MTL_INLINE constexpr auto operator op(__uniform<T> a, U b) __MTL_A(enable_if(b == b, "a constant")) { return make_uniform(T(a) op b); } \
  template<class T, class U, __MTL_UNIFORM_ONLY> __MTL_INLINE constexpr auto operator op(U a, __uniform<T> b) __MTL_A(enable_if(a == a, "a constant")) { return make_uniform(a op T(b)); }
__MTL_UNIFORM(+) __MTL_UNIFORM(-) __MTL_UNIFORM(*) __MTL_UNIFORM(/) __MTL_UNIFORM(%) __MTL_UNIFORM(&) __MTL_UNIFORM(|)
__MTL_UNIFORM(^) __MTL_UNIFORM(<<) __MTL_UNIFORM(>>) __MTL_UNIFORM(==) __MTL_UNIFORM(!=) __MTL_UNIFORM(<) __MTL_UNIFORM(<=)
__MTL_UNIFORM(>) __MTL_UNIFORM(>=)
#define __MTL_UNIFORM_ASSIGNED(op) \
  template<class T, class U> __MTL_INLINE constexpr __uniform<T>& operator op##=(__uniform<T>& a, U b) { a = __uniform<T>(T(a op b)); return a; }
__MTL_UNIFORM_ASSIGNED(+) __MTL_UNIFORM_ASSIGNED(-) __MTL_UNIFORM_ASSIGNED(*) __MTL_UNIFORM_ASSIGNED(/) __MTL_UNIFORM_ASSIGNED(%)
__MTL_UNIFORM_ASSIGNED(&) __MTL_UNIFORM_ASSIGNED(|) __MTL_UNIFORM_ASSIGNED(^) __MTL_UNIFORM_ASSIGNED(<<) __MTL_UNIFORM_ASSIGNED(>>)
template<class T> __MTL_INLINE constexpr __uniform<T>& operator++(__uniform<T>& a) { return a += T(1); }
template<class T> __MTL_INLINE constexpr __uniform<T>& operator--(__uniform<T>& a) { return a -= T(1); }
template<class T> __MTL_INLINE constexpr __uniform<T> operator++(__uniform<T>& a, int) { auto b = a; a += T(1); return b; }
template<class T> __MTL_INLINE constexpr __uniform<T> operator--(__uniform<T>& a, int) { auto b = a; a -= T(1); return b; }
}
extern "C" __MTL_A(const, nothrow) bool __mtl_in_space(__MTL_A(noescape) const volatile void*, int) __asm__("mtlb.in_space.p0bytes");
namespace __mtl {
using namespace metal;
// Whether an address is in a space: decided when the spaces are known.
template<int Space, class T> __MTL_INLINE bool in_space(T* p) { return __mtl_in_space((const volatile void*)p, Space); }
// What `static_cast` is in Metal: C++ converts neither half to bfloat nor bfloat to half.
template<class T, class U> __MTL_INLINE constexpr T cast(U&& u) {
  using From = remove_cv_t<remove_reference_t<U>>;
  using To = remove_cv_t<T>;
  if constexpr ((is_same_v<To, bfloat> && is_same_v<From, half>) || (is_same_v<To, half> && is_same_v<From, bfloat>))
    return static_cast<T>(static_cast<float>(u));
  else
    return static_cast<T>(static_cast<U&&>(u));
}
}
