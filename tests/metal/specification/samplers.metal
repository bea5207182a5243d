// 2.9 and 2.11.1: samplers, and arrays of them.
#include <metal_stdlib>
using namespace metal;
constexpr sampler every(coord::normalized, address::clamp_to_zero, filter::nearest, mip_filter::linear, compare_func::less,
                      border_color::opaque_white, max_anisotropy(8), lod_clamp(0, 4));
constexpr sampler sides(s_address::repeat, t_address::mirrored_repeat, r_address::clamp_to_border, mag_filter::linear,
                        min_filter::nearest);
constant sampler constant_one(filter::linear);
constexpr sampler copied = sampler(filter::linear, coord::pixel);
constant constexpr sampler braces{filter::nearest};
constexpr constant array<sampler, 2> several = {sampler(address::clamp_to_zero), sampler(coord::pixel)};
constexpr metal::sampler old[2] = {metal::sampler(address::repeat), sampler()};
float4 taken(texture2d<float> t, sampler s, float2 p) { return t.sample(s, p); }
fragment float4 f(texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]], array<sampler, 3> u [[sampler(4)]],
                  float4 p [[position]]) {
  constexpr sampler local = sampler();
  constexpr metal::array<metal::sampler, 2> inside = {metal::sampler(), sampler(filter::linear)};
  sampler same = s;
  float4 r = t.sample(every, p.xy) + t.sample(sides, p.xy) + t.sample(constant_one, p.xy) + t.sample(copied, p.xy);
  r += t.sample(braces, p.xy) + t.sample(several[1], p.xy) + t.sample(old[uint(p.x) & 1], p.xy) + t.sample(u[2], p.xy);
  return r + t.sample(local, p.xy) + t.sample(inside[1], p.xy) + taken(t, p.x > 1 ? same : s, p.xy) + several.size();
}
