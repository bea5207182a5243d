// language: metal3.0
#include <metal_stdlib>
#include <simd/simd.h>

using metal::uint;

struct PC {
    float example;
    char _pad1[12];
    metal::float3 v;
};

struct main_Input {
};
struct main_Output {
    metal::float4 member [[color(0)]];
};
fragment main_Output main_(
  metal::float4 p [[position]]
, uint pi [[primitive_id]]
, constant PC& pc [[user(fake0)]]
, constant metal::float4& u [[user(fake0)]]
, metal::texture2d<float, metal::access::sample> t [[user(fake0)]]
, metal::sampler s [[user(fake0)]]
) {
    metal::float4 _e5 = t.sample(s, p.xy);
    float _e8 = pc.example;
    metal::float4 _e11 = u;
    metal::float3 _e17 = pc.v;
    return main_Output { ((_e5 * _e8) + (_e11 * static_cast<float>(pi))) + metal::float4(_e17, 0.0) };
}
