// Stage functions: stage_in of both, outputs, textures, samplers, an argument that depends on a function constant.
#include <metal_stdlib>
#include <simd/simd.h>
using namespace metal;

typedef struct {
  float4x4 transform;
  vector_float2 size;
} Uniforms;

struct VertexIn {
  float3 position [[attribute(0)]];
  half2 uv [[attribute(1)]];
};

struct VertexOut {
  float4 position [[position]];
  float2 uv;
  uint index [[flat]];
  float weight [[user(weight), center_no_perspective]];
};

vertex VertexOut placed(VertexIn in [[stage_in]], constant Uniforms& uniforms [[buffer(1)]], uint id [[vertex_id]]) {
  VertexOut out;
  out.position = uniforms.transform * float4(in.position, 1);
  out.uv = float2(in.uv) * uniforms.size;
  out.index = id;
  out.weight = 0.5;
  return out;
}

constant bool tinted [[function_constant(0)]];

struct Pixel {
  half4 color [[color(0)]];
  float depth [[depth(any)]];
};

fragment Pixel shaded(VertexOut in [[stage_in]], texture2d<half> image [[texture(0)]],
                      constant half4* tint [[buffer(0), function_constant(tinted)]], bool front [[front_facing]]) {
  constexpr sampler smooth(filter::linear, address::repeat, coord::normalized);
  Pixel pixel;
  pixel.color = image.sample(smooth, in.uv, level(0));
  if (tinted) {
    pixel.color *= tint[0];
  }
  pixel.depth = front ? in.weight : float(in.index);
  return pixel;
}

fragment float4 plain(float4 place [[position]]) {
  return float4(place.xy, 0, 1);
}

kernel void filtered(texture2d<float, access::read> in [[texture(0)]], texture2d<float, access::write> out [[texture(1)]],
                     uint2 at [[thread_position_in_grid]]) {
  if (any(at >= uint2(in.get_width(), in.get_height()))) {
    return;
  }
  out.write(in.read(at).bgra * 0.5, at);
}
