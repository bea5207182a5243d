#include <metal_stdlib>
using namespace metal;
template <typename T> struct first_of { static float of(T x) { return float(x); } };
template <typename T, int N> struct first_of<vec<T, N>> { static float of(vec<T, N> x) { return float(x[0]); } };
template <typename T> float at0(T x) { return first_of<T>::of(x); }
template <typename T> float floats(T x, T y, T z) {
  float r = 0;
#define U(f) r += at0(f(x)); r += at0(metal::f(x));
  U(acos) U(acosh) U(asin) U(asinh) U(atan) U(atanh) U(ceil) U(cos) U(cosh) U(cospi) U(exp) U(exp2) U(exp10) U(fabs) U(abs) U(floor) U(fract) U(log) U(log2) U(log10) U(rint) U(round) U(rsqrt) U(sin) U(sinh) U(sinpi) U(sqrt) U(tan) U(tanh) U(tanpi) U(trunc) U(saturate) U(sign) U(isfinite) U(isinf) U(isnan) U(isnormal) U(signbit) U(ilogb)
#define B(f) r += at0(f(x, y));
  B(atan2) B(copysign) B(fdim) B(fmax) B(max) B(fmin) B(min) B(fmod) B(pow) B(powr) B(nextafter) B(divide) B(isordered) B(isunordered) B(step)
#define C(f) r += at0(f(x, y, z));
  C(fma) C(fmax3) C(max3) C(fmin3) C(min3) C(fmedian3) C(median3) C(clamp) C(mix) C(smoothstep)
  T s; r += at0(sincos(x, s)); r += at0(s); r += at0(modf(x, s)); r += at0(s);
  return r;
}
template <typename T, typename I, typename B> float with_ints(T x, I e, B b) {
  float r = 0; r += at0(ldexp(x, e)); I k; r += at0(frexp(x, k)); r += at0(k); r += at0(select(x, x, b)); return r;
}
kernel void math(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
#define FL(T) o[i] += floats(T(o[i]), T(o[i + 1]), T(o[i + 2]));
  FL(float) FL(float2) FL(float3) FL(float4) FL(half) FL(half2) FL(half3) FL(half4)
#define EX(T, N) o[i] += with_ints(T##N(o[i]), int##N(i), bool##N(true));
  EX(float, ) EX(float, 2) EX(float, 3) EX(float, 4) EX(half, ) EX(half, 2) EX(half, 3) EX(half, 4)
  o[i] += precise::sin(o[i]) + fast::sin(o[i]) + precise::pow(o[i], o[i]) + fast::exp(float4(o[i])).x + fast::normalize(float3(o[i])).x + precise::sqrt(o[i]) + fast::divide(o[i], 2.0f) + precise::divide(o[i], 2.0f) + fast::tanh(float2(1)).x + precise::fma(1.f, 2.f, o[i]) + fast::clamp(o[i], 0.f, 1.f) + precise::fmod(o[i], 2.f) + fast::fmax(o[i], 1.f)+ fast::length(float3(1)) + fast::distance(float3(1), float3(2)) + fast::log2(o[i]) + fast::sincos(o[i], *(thread float*)&o[0]);
}
kernel void bf(device bfloat* o [[buffer(0)]], device bfloat4* p [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  bfloat x = o[i], y = o[i + 1]; bfloat4 v = p[i], w = p[i + 1];
  x = x + y * x - x / y; x += y; x = -x; o[i] = bfloat(x < y) + bfloat(isnan(x)) + bfloat(isinf(y)) + bfloat(signbit(x)) + select(x, y, x > y); p[i] = v * w + v;
}
constant float k1 = MAXFLOAT + HUGE_VALF + INFINITY + NAN + FLT_MAX + FLT_MIN + FLT_EPSILON + FLT_DIG + FLT_MANT_DIG + FLT_MAX_10_EXP + FLT_MAX_EXP + FLT_MIN_10_EXP + FLT_MIN_EXP + FLT_RADIX;
constant float k2 = M_E_F + M_LOG2E_F + M_LOG10E_F + M_LN2_F + M_LN10_F + M_PI_F + M_PI_2_F + M_PI_4_F + M_1_PI_F + M_2_PI_F + M_2_SQRTPI_F + M_SQRT2_F + M_SQRT1_2_F;
constant half k3 = M_E_H + M_LOG2E_H + M_LOG10E_H + M_LN2_H + M_LN10_H + M_PI_H + M_PI_2_H + M_PI_4_H + M_1_PI_H + M_2_PI_H + M_2_SQRTPI_H + M_SQRT2_H + M_SQRT1_2_H + MAXHALF + HUGE_VALH + HALF_MAX + HALF_MIN + HALF_EPSILON + HALF_DIG + HALF_MANT_DIG + HALF_MAX_10_EXP + HALF_MAX_EXP + HALF_MIN_10_EXP + HALF_MIN_EXP + HALF_RADIX;
constant bfloat k4 = M_E_BF + M_PI_BF + M_LN2_BF + M_LOG2E_BF + M_LOG10E_BF + M_LN10_BF + M_PI_2_BF + M_PI_4_BF + M_1_PI_BF + M_2_PI_BF + M_2_SQRTPI_BF + M_SQRT2_BF + M_SQRT1_2_BF + MAXBFLOAT + HUGE_VALBF;
kernel void constants_(device float* o [[buffer(0)]]) { o[0] = k1; o[1] = k2; o[2] = k3; o[3] = float(k4); o[4] = numeric_limits<float>::max() + numeric_limits<half>::infinity() + numeric_limits<int>::lowest() + numeric_limits<bfloat>::max() + numeric_limits<uint>::digits + numeric_limits<float>::epsilon() + numeric_limits<float>::quiet_NaN() + numeric_limits<float>::min() + numeric_limits<float>::denorm_min() + numeric_limits<float>::max_exponent; o[5] = INT_MAX + UINT_MAX + SHRT_MAX + CHAR_MIN + LONG_MAX + ULONG_MAX + CHAR_BIT + SCHAR_MAX + UCHAR_MAX + USHRT_MAX + INT_MIN + SHRT_MIN+FP_ILOGB0 + FP_ILOGBNAN; }
kernel void nearest(device float* o [[buffer(0)]]) { o[0] = pow(2.0f, 3.0f) + mix(1.0f, 2.0f, 0.5f) + mix(float3(1), float3(2), 0.5f).x + step(0.5f, float3(1)).x + smoothstep(0.0f, 1.0f, float3(1)).x + clamp(float3(1), 0.0f, 1.0f).x + max(float3(1), 0.0f).x + min(0.0f, float3(1)).x; }
