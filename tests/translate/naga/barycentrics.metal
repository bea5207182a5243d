// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;


struct main_Input {
    metal::float3 b [[barycentric_coord]];
};
struct main_Output {
    metal::float4 member [[color(0)]];
};
fragment main_Output main_(
  main_Input varyings [[stage_in]]
) {
    const auto b = varyings.b;
    return main_Output { metal::float4(b, 1.0) };
}
