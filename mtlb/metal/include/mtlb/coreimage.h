// What <CoreImage/CoreImage.h> declares for kernels, in Metal. Names: Apple's Metal Shading Language for Core Image
// Kernels. Forms in AIR: libraries of Apple's compiler beside their sources in isparling/julia, chemharuka/PQ_HDR_to_Gain_Map_HDR,
// JoshuaSullivan/SimplexNoiseFilter and raywenderlich/met-materials. Core Image defines the functions that have no body:
// `sample` and `transform` of a sampler are in julia's library. A guess: `coord`, `extent`, `origin`, `size` and `linear_to_srgb`
// are such functions too, with the names that C++ gives them. What `premultiply` and `unpremultiply` compute is from Apple's Core Image Kernel Language.
#ifndef MTLB_COREIMAGE_H
#define MTLB_COREIMAGE_H
#include "macros.h"
struct __mtl_core_image;
namespace coreimage {
typedef metal::float4 sample_t;
typedef metal::half4 sample_h;
struct destination {
  metal::float2 __position;
  metal::float2 coord() const { return __position; }
};
struct sampler;
extern "C" metal::__v_float4 __mtl_sample(const thread sampler*, metal::__v_float2) __asm__("air.mtl_import._ZNK9coreimage7sampler6sampleEDv2_f");
extern "C" metal::__v_float2 __mtl_transform(const thread sampler*, metal::__v_float2) __asm__("air.mtl_import._ZNK9coreimage7sampler9transformEDv2_f");
extern "C" metal::__v_float2 __mtl_coord(const thread sampler*) __asm__("air.mtl_import._ZNK9coreimage7sampler5coordEv");
extern "C" metal::__v_float4 __mtl_extent(const thread sampler*) __asm__("air.mtl_import._ZNK9coreimage7sampler6extentEv");
extern "C" metal::__v_float2 __mtl_origin(const thread sampler*) __asm__("air.mtl_import._ZNK9coreimage7sampler6originEv");
extern "C" metal::__v_float2 __mtl_size(const thread sampler*) __asm__("air.mtl_import._ZNK9coreimage7sampler4sizeEv");
struct sampler {
  metal::texture2d<float> __texture;
  metal::sampler __sampler;
  constant metal::float4x4* __matrix;
  metal::float2 __position;
  metal::float4 sample(metal::float2 p) const { return metal::float4::__of(__mtl_sample(this, p.v)); }
  metal::float2 transform(metal::float2 p) const { return metal::float2::__of(__mtl_transform(this, p.v)); }
  metal::float2 coord() const { return metal::float2::__of(__mtl_coord(this)); }
  metal::float4 extent() const { return metal::float4::__of(__mtl_extent(this)); }
  metal::float2 origin() const { return metal::float2::__of(__mtl_origin(this)); }
  metal::float2 size() const { return metal::float2::__of(__mtl_size(this)); }
};
inline metal::float4 premultiply(metal::float4 c) { return metal::float4(c.rgb * c.a, c.a); }
inline metal::float4 unpremultiply(metal::float4 c) { return c.a > 0.0f ? metal::float4(c.rgb / c.a, c.a) : c; }
extern "C" metal::__v_float3 __mtl_srgb_to_linear(metal::__v_float3) __asm__("air.mtl_import._ZN9coreimage14srgb_to_linearEDv3_f");
inline metal::float3 srgb_to_linear(metal::float3 c) { return metal::float3::__of(__mtl_srgb_to_linear(c.v)); }
extern "C" metal::__v_float3 __mtl_linear_to_srgb(metal::__v_float3) __asm__("air.mtl_import._ZN9coreimage14linear_to_srgbEDv3_f");
inline metal::float3 linear_to_srgb(metal::float3 c) { return metal::float3::__of(__mtl_linear_to_srgb(c.v)); }
}
#endif
