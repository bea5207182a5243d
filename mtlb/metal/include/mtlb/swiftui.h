// What <SwiftUI/SwiftUI_Metal.h> declares. Functions for color and distortion effects need nothing from it. `Layer` is the
// parameter of layer effects; that it has `half4 sample(float2)` is from Apple's documentation of SwiftUI's layerEffect. Its
// members, and what `sample` computes, are those of `expansionRipple` in the library of ixjosemi/AgentGlance (compiler 32023.883).
#ifndef MTLB_SWIFTUI_H
#define MTLB_SWIFTUI_H
#include "macros.h"
namespace SwiftUI {
struct Layer {
  metal::texture2d<half> tex;
  metal::float2 info[5];
  metal::half4 sample(metal::float2 p) const {
    constexpr metal::sampler s(metal::filter::linear);
    metal::float2 at = metal::fma(p.xx, info[0], metal::fma(p.yy, info[1], info[2]));
    return tex.sample(s, metal::clamp(at, info[3], info[4]));
  }
};
}
#endif
