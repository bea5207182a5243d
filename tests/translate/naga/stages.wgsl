enable dual_source_blending;
struct VO { @builtin(position) p: vec4<f32>, @location(0) @interpolate(flat) id: u32, @location(1) @interpolate(linear, sample) c: vec4<f32>, @location(2) uv: vec2<f32> }
@vertex fn vs(@builtin(vertex_index) vi: u32, @builtin(instance_index) ii: u32, @location(0) pos: vec3<f32>, @location(1) n: vec4<i32>) -> VO {
  var o: VO; o.p = vec4<f32>(pos, 1.0); o.id = vi + ii; o.c = vec4<f32>(n); o.uv = pos.xy; return o; }
struct FO { @location(0) @blend_src(0) a: vec4<f32>, @location(0) @blend_src(1) b: vec4<f32> }
@fragment fn fs(v: VO, @builtin(front_facing) ff: bool, @builtin(sample_index) si: u32, @builtin(sample_mask) sm: u32) -> FO {
  if (ff && v.id == 3u) { discard; }
  return FO(v.c + f32(si), vec4<f32>(v.uv, f32(sm), v.p.x)); }
struct FD { @builtin(frag_depth) d: f32, @builtin(sample_mask) m: u32, @location(1) c: vec2<u32>, @location(2) i: vec4<i32> }
@fragment fn fd(v: VO) -> FD { return FD(v.p.z * 0.5, 3u, vec2<u32>(v.id), vec4<i32>(1)); }
