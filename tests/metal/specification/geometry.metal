#include <metal_stdlib>
using namespace metal;
template <typename T> float both(vec<T, 3> x, vec<T, 3> y) { return float(cross(x, y).x); }
template <typename V, typename T> float geo(V x, V y, V z, T e) { V r = faceforward(x, y, z) + normalize(x) + reflect(x, y) + refract(x, y, e) ; return float(distance(x, y)) + float(distance_squared(x, y)) + float(dot(x, y)) + float(length(x)) + float(length_squared(x)) + float(r[0]); }
kernel void g(device float* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
#define G(T) o[i] += both<T>(vec<T, 3>(T(i)), vec<T, 3>(1)) + geo(vec<T, 2>(T(i)), vec<T, 2>(1), vec<T, 2>(2), T(1)) + geo(vec<T, 3>(T(i)), vec<T, 3>(1), vec<T, 3>(2), T(1)) + geo(vec<T, 4>(T(i)), vec<T, 4>(1), vec<T, 4>(2), T(1));
  G(float) G(half)
  o[i] += determinant(float2x2(1)) + determinant(float3x3(1)) + determinant(float4x4(1)) + determinant(half2x2(1)) + determinant(half3x3(1)) + determinant(half4x4(1));
}
