enable clip_distances;
struct VO { @builtin(position) p: vec4<f32>, @builtin(clip_distances) c: array<f32, 2> }
@vertex fn vs(@builtin(vertex_index) vi: u32) -> VO { var o: VO; o.p = vec4<f32>(1.0); o.c[0] = 0.5; o.c[vi % 2u] = 0.25; return o; }
