// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;


struct main_Input {
};
struct main_Output {
    metal::float4 member [[color(0)]];
};
fragment main_Output main_(
  uint v [[amplification_id]]
) {
    return main_Output { metal::float4(static_cast<float>(v)) };
}
