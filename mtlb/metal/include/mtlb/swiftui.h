// What <SwiftUI/SwiftUI_Metal.h> declares. Functions for color and distortion effects need nothing from it. `Layer` is the
// parameter of layer effects (Apple's documentation of SwiftUI's Shader); `rewrite/rules.py` reports its uses.
#ifndef MTLB_SWIFTUI_H
#define MTLB_SWIFTUI_H
#include "macros.h"
namespace SwiftUI { struct Layer; }
#endif
