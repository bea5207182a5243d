#include <metal_stdlib>
using namespace metal;
kernel void p(device float4* o [[buffer(0)]], device uint* u [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  uint x = u[i]; ushort s = x; float4 r = unpack_unorm4x8_to_float(x) + unpack_snorm4x8_to_float(x) + unpack_unorm4x8_srgb_to_float(x) + unpack_unorm10a2_to_float(x) + unpack_snorm10a2_to_float(x);
  r.xy += unpack_unorm2x16_to_float(x) + unpack_snorm2x16_to_float(x); r.xyz += unpack_unorm565_to_float(s);
  half4 h = unpack_unorm4x8_to_half(x) + unpack_snorm4x8_to_half(x) + unpack_unorm4x8_srgb_to_half(x) + unpack_unorm10a2_to_half(x) + unpack_snorm10a2_to_half(x); h.xy += unpack_unorm2x16_to_half(x) + unpack_snorm2x16_to_half(x); h.xyz += unpack_unorm565_to_half(s);
  o[i] = r + float4(h);
  u[i] = pack_float_to_unorm4x8(r) + pack_float_to_snorm4x8(r) + pack_float_to_srgb_unorm4x8(r) + pack_float_to_unorm2x16(r.xy) + pack_float_to_snorm2x16(r.xy) + pack_float_to_unorm10a2(r) + pack_float_to_snorm10a2(r) + pack_float_to_unorm565(r.xyz) + pack_half_to_unorm4x8(h) + pack_half_to_snorm4x8(h) + pack_half_to_srgb_unorm4x8(h) + pack_half_to_unorm2x16(h.xy) + pack_half_to_snorm2x16(h.xy) + pack_half_to_unorm10a2(h) + pack_half_to_snorm10a2(h) + pack_half_to_unorm565(h.xyz);
}
struct Pixels { r8unorm<half> a; r8snorm<float> b; r16unorm<float> c; r16snorm<float> d; rg8unorm<half2> e; rg8snorm<float2> f; rg16unorm<float2> g; rg16snorm<float2> h; rgba8unorm<half4> i; srgba8unorm<half4> j; rgba8snorm<float4> k; rgba16unorm<float4> l; rgba16snorm<float4> m; rgb10a2<half4> n; rg11b10f<half3> o; rgb9e5<half3> p; };
kernel void pixels(device Pixels* x [[buffer(0)]], device float4* o [[buffer(1)]], uint i [[thread_position_in_grid]]) { half4 h = x[i].i; o[i] = float4(h) + float4(x[i].l) + float4(half4(x[i].n)) + float4(half4(x[i].j)); x[i].i = half4(1); x[i].a = half(0.5h); half3 t = x[i].p; o[i].xyz += float3(t) + float3(half3(x[i].o)); x[i].e = half2(1); }
