// What <CoreImage/CoreImage.h> declares for kernels, in Metal. Names: Apple's Metal Shading Language for Core Image
// Kernels. Forms in AIR: libraries of Apple's compiler beside their sources in isparling/julia, chemharuka/PQ_HDR_to_Gain_Map_HDR,
// JoshuaSullivan/SimplexNoiseFilter and raywenderlich/met-materials. Core Image defines the functions that have no body.
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
extern "C" metal::__v_float3 __mtl_srgb_to_linear(metal::__v_float3) __asm__("air.mtl_import._ZN9coreimage14srgb_to_linearEDv3_f");
inline metal::float3 srgb_to_linear(metal::float3 c) { return metal::float3::__of(__mtl_srgb_to_linear(c.v)); }
}
#endif
