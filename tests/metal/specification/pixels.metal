#include <metal_stdlib>
using namespace metal;
kernel void p(device rgba8unorm<half4>* x [[buffer(0)]], device rgb10a2<float4>* y [[buffer(1)]], device rg11b10f<half3>* z [[buffer(2)]], device rgb9e5<float3>* w [[buffer(3)]], device r16unorm<float>* s [[buffer(4)]], uint i [[thread_position_in_grid]]) { half4 v = x[i]; x[i] = v; rgba8unorm<half4> u = x[i + 1]; x[i] = u; float4 q = y[i]; y[i] = q; half3 r = z[i]; z[i] = r; float3 t = w[i]; w[i] = t; float f = s[i]; s[i] = f; if (all(u == v) && any(u != v)) x[i] = v; }
