enable primitive_index;
struct PC { example: f32, v: vec3<f32> }
var<immediate> pc: PC;
@group(1) @binding(3) var<uniform> u: vec4<f32>;
@group(0) @binding(7) var t: texture_2d<f32>;
@group(0) @binding(9) var s: sampler;
@fragment fn main(@builtin(position) p: vec4<f32>, @builtin(primitive_index) pi: u32) -> @location(0) vec4<f32> { return textureSample(t, s, p.xy) * pc.example + u * f32(pi) + vec4(pc.v,0.0); }
