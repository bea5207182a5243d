// The same as samples.frag: Naga 30 does not read a sample mask that SPIR-V writes.
struct In {
  @location(0) @interpolate(perspective, sample) color: vec4<f32>,
  @location(1) @interpolate(flat) numbers: vec2<u32>,
  @location(2) @interpolate(linear, sample) straight: f32,
  @builtin(sample_index) id: u32,
  @builtin(sample_mask) mask: u32,
}
struct Out {
  @location(0) picture: vec4<f32>,
  @location(1) counts: vec2<u32>,
  @builtin(sample_mask) mask: u32,
}
@fragment fn main(v: In) -> Out {
  var out: Out;
  out.picture = v.color + vec4<f32>(v.straight, f32(v.id), 0.0, 1.0);
  out.counts = v.numbers + vec2<u32>(v.id, v.mask);
  out.mask = select(0xfu, 0x5u, v.color.x > 1.5);
  return out;
}
