// Names outside of `metal`: those of <simd/simd.h>, and internals of Apple's library that public sources call.
#define __MTL_SIMD(T, N) typedef metal::T##N vector_##T##N; typedef metal::T##N simd_##T##N; typedef metal::packed_##T##N simd_packed_##T##N;
#define __MTL_SIMDS(T) __MTL_SIMD(T, 2) __MTL_SIMD(T, 3) __MTL_SIMD(T, 4)
__MTL_SIMDS(float) __MTL_SIMDS(half) __MTL_SIMDS(char) __MTL_SIMDS(uchar) __MTL_SIMDS(short) __MTL_SIMDS(ushort)
__MTL_SIMDS(int) __MTL_SIMDS(uint) __MTL_SIMDS(long) __MTL_SIMDS(ulong)
#define __MTL_SIMD_MATRIX(T, C, R) using metal::T##C##x##R; typedef metal::T##C##x##R matrix_##T##C##x##R; typedef metal::T##C##x##R simd_##T##C##x##R;
#define __MTL_SIMD_MATRICES(T) \
  __MTL_SIMD_MATRIX(T, 2, 2) __MTL_SIMD_MATRIX(T, 2, 3) __MTL_SIMD_MATRIX(T, 2, 4) __MTL_SIMD_MATRIX(T, 3, 2) __MTL_SIMD_MATRIX(T, 3, 3) \
  __MTL_SIMD_MATRIX(T, 3, 4) __MTL_SIMD_MATRIX(T, 4, 2) __MTL_SIMD_MATRIX(T, 4, 3) __MTL_SIMD_MATRIX(T, 4, 4)
__MTL_SIMD_MATRICES(float) __MTL_SIMD_MATRICES(half)
typedef metal::packed_float3 MTLPackedFloat3;
namespace metal {
struct MTLDispatchThreadgroupsIndirectArguments { uint threadgroupsPerGrid[3]; };
struct MTLStageInRegionIndirectArguments { uint stageInOrigin[3], stageInSize[3]; };
struct MTLDrawPrimitivesIndirectArguments { uint vertexCount, instanceCount, vertexStart, baseInstance; };
struct MTLDrawIndexedPrimitivesIndirectArguments { uint indexCount, instanceCount, indexStart; int baseVertex; uint baseInstance; };
struct MTLIndirectCommandBufferExecutionRange { uint location, length; };
struct MTLQuadTessellationFactorsHalf { half edgeTessellationFactor[4], insideTessellationFactor[2]; };
struct MTLTriangleTessellationFactorsHalf { half edgeTessellationFactor[3], insideTessellationFactor; };
}
using metal::MTLDispatchThreadgroupsIndirectArguments; using metal::MTLStageInRegionIndirectArguments; using metal::MTLDrawPrimitivesIndirectArguments; using metal::MTLDrawIndexedPrimitivesIndirectArguments; using metal::MTLIndirectCommandBufferExecutionRange; using metal::MTLQuadTessellationFactorsHalf; using metal::MTLTriangleTessellationFactorsHalf;
namespace simd { using namespace metal; }
using metal::is_function_constant_defined;  // sources without a using directive call it
#define __MTL_MAYBE_FAST1(name) \
  template<class T> __MTL_INLINE T __metal_##name(T x, bool fast) { return fast ? metal::fast::name(x) : metal::precise::name(x); }
#define __MTL_MAYBE_FAST2(name) \
  template<class T> __MTL_INLINE T __metal_##name(T x, T y, bool fast) { return fast ? metal::fast::name(x, y) : metal::precise::name(x, y); }
#define __MTL_MAYBE_FAST3(name) \
  template<class T> __MTL_INLINE T __metal_##name(T x, T y, T z, bool fast) { return fast ? metal::fast::name(x, y, z) : metal::precise::name(x, y, z); }
__MTL_MAYBE_FAST1(acos) __MTL_MAYBE_FAST1(acosh) __MTL_MAYBE_FAST1(asin) __MTL_MAYBE_FAST1(asinh) __MTL_MAYBE_FAST1(atan)
__MTL_MAYBE_FAST1(atanh) __MTL_MAYBE_FAST1(ceil) __MTL_MAYBE_FAST1(cos) __MTL_MAYBE_FAST1(cosh) __MTL_MAYBE_FAST1(cospi)
__MTL_MAYBE_FAST1(exp) __MTL_MAYBE_FAST1(exp10) __MTL_MAYBE_FAST1(exp2) __MTL_MAYBE_FAST1(fabs) __MTL_MAYBE_FAST1(floor)
__MTL_MAYBE_FAST1(fract) __MTL_MAYBE_FAST1(log) __MTL_MAYBE_FAST1(log10) __MTL_MAYBE_FAST1(log2) __MTL_MAYBE_FAST1(rint)
__MTL_MAYBE_FAST1(round) __MTL_MAYBE_FAST1(rsqrt) __MTL_MAYBE_FAST1(sin) __MTL_MAYBE_FAST1(sinh) __MTL_MAYBE_FAST1(sinpi)
__MTL_MAYBE_FAST1(sqrt) __MTL_MAYBE_FAST1(tan) __MTL_MAYBE_FAST1(tanh) __MTL_MAYBE_FAST1(tanpi) __MTL_MAYBE_FAST1(trunc)
__MTL_MAYBE_FAST2(atan2) __MTL_MAYBE_FAST2(fmax) __MTL_MAYBE_FAST2(fmin) __MTL_MAYBE_FAST2(fmod) __MTL_MAYBE_FAST2(pow) __MTL_MAYBE_FAST2(powr)
__MTL_MAYBE_FAST3(fmax3) __MTL_MAYBE_FAST3(fmin3) __MTL_MAYBE_FAST3(fmedian3)
template<class T> __MTL_INLINE T __metal_divide(T x, T y, bool) { return x / y; }
template<class T> __MTL_INLINE T __metal_fma(T x, T y, T z) { return metal::fma(x, y, z); }
template<class T> __MTL_INLINE T __metal_nextafter(T x, T y) { return metal::nextafter(x, y); }
template<class T> __MTL_INLINE T __metal_ldexp(T x, int y, bool) { return metal::ldexp(x, y); }
template<class T> __MTL_INLINE T __metal_frexp(T x, int* e, bool = false) { return metal::frexp(x, *e); }
#define __MTL_LANES1(name) template<class T> __MTL_INLINE T __metal_##name(T x) { return metal::name(x); }
#define __MTL_LANES2(name) template<class T> __MTL_INLINE T __metal_##name(T x, ushort lane) { return metal::name(x, lane); }
#define __MTL_LANES4(name) template<class T> __MTL_INLINE T __metal_##name(T x, T y, ushort lane, ushort modulo) { return metal::name(x, y, lane, modulo); }
__MTL_LANES1(simd_sum) __MTL_LANES1(simd_product) __MTL_LANES1(simd_min) __MTL_LANES1(simd_max) __MTL_LANES1(simd_and) __MTL_LANES1(simd_or)
template<class T> __MTL_INLINE T __metal_simd_xor(T x) {
  if constexpr (metal::is_integral_v<T>) return metal::simd_xor(x); else return x;
}
__MTL_LANES1(simd_prefix_inclusive_sum) __MTL_LANES1(simd_prefix_inclusive_product)
__MTL_LANES1(simd_prefix_exclusive_sum) __MTL_LANES1(simd_prefix_exclusive_product)
__MTL_LANES2(simd_broadcast) __MTL_LANES2(simd_shuffle) __MTL_LANES2(simd_shuffle_up) __MTL_LANES2(simd_shuffle_down)
__MTL_LANES2(simd_shuffle_xor) __MTL_LANES2(simd_shuffle_rotate_up) __MTL_LANES2(simd_shuffle_rotate_down)
__MTL_LANES4(simd_shuffle_and_fill_up) __MTL_LANES4(simd_shuffle_and_fill_down)
__MTL_INLINE ushort __metal_get_simdgroup_size(ushort) { return metal::__air_get_simdgroup_size_i16(); }
__MTL_INLINE uint __metal_get_simdgroup_size(uint) { return metal::__air_simd_size32(); }
__MTL_INLINE ushort __metal_get_thread_index_in_simdgroup(ushort) { return metal::__air_simd_lane16(); }
__MTL_INLINE uint __metal_get_thread_index_in_simdgroup(uint) { return metal::__air_simd_lane32(); }
