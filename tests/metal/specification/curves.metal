#include <metal_stdlib>
#include <metal_curves>
using namespace metal;
template <typename T, typename P> void all_curves(T t, const device P* p, device P* o) {
  o[0] = bezier(t, p[0], p[1], p[2]);
  o[1] = bezier(t, p[0], p[1], p[2], p[3]);
  o[2] = bezier_derivative(t, p[0], p[1], p[2]);
  o[3] = bezier_derivative(t, p[0], p[1], p[2], p[3]);
  o[4] = bezier_second_derivative(t, p[0], p[1], p[2]);
  o[5] = bezier_second_derivative(t, p[0], p[1], p[2], p[3]);
  o[6] = bspline(t, p[0], p[1], p[2]);
  o[7] = bspline(t, p[0], p[1], p[2], p[3]);
  o[8] = bspline_derivative(t, p[0], p[1], p[2]);
  o[9] = bspline_derivative(t, p[0], p[1], p[2], p[3]);
  o[10] = bspline_second_derivative(t, p[0], p[1], p[2]);
  o[11] = bspline_second_derivative(t, p[0], p[1], p[2], p[3]);
  o[12] = hermite(t, p[0], p[1], p[2], p[3]);
  o[13] = hermite_derivative(t, p[0], p[1], p[2], p[3]);
  o[14] = hermite_second_derivative(t, p[0], p[1], p[2], p[3]);
  o[15] = catmull_rom(t, p[0], p[1], p[2], p[3]);
  o[16] = catmull_rom_derivative(t, p[0], p[1], p[2], p[3]);
  o[17] = catmull_rom_second_derivative(t, p[0], p[1], p[2], p[3]);
}
kernel void curves(constant float& t [[buffer(0)]], const device float* p [[buffer(1)]], device float* o [[buffer(2)]]) { all_curves(t, p, o); }
kernel void curves4(constant half& t [[buffer(0)]], const device half4* p [[buffer(1)]], device half4* o [[buffer(2)]]) { all_curves(t, p, o); }
