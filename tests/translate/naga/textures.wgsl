@group(0) @binding(0) var c: texture_cube<f32>;
@group(0) @binding(1) var ca: texture_cube_array<f32>;
@group(0) @binding(2) var dm: texture_depth_multisampled_2d;
@group(0) @binding(3) var m: texture_multisampled_2d<u32>;
@group(0) @binding(4) var t3: texture_3d<i32>;
@group(0) @binding(5) var st1: texture_storage_1d<r32uint, read_write>;
@group(0) @binding(6) var st3: texture_storage_3d<rgba8unorm, write>;
@group(0) @binding(7) var sta: texture_storage_2d_array<rgba16float, read>;
@group(0) @binding(8) var s: sampler;
@group(0) @binding(9) var sc: sampler_comparison;
@group(0) @binding(10) var dc: texture_depth_cube_array;
@group(0) @binding(11) var d2: texture_depth_2d;
@group(0) @binding(12) var t1: texture_1d<f32>;
fn helper(t: texture_depth_2d, q: sampler_comparison, w: sampler) -> f32 { return textureSampleCompare(t, q, vec2(0.5), 0.25) + textureSample(t, w, vec2(0.1)) + textureLoad(t, vec2<i32>(1), 0); }
@fragment fn main(@location(0) p: vec3<f32>) -> @location(0) vec4<f32> {
 var r = textureSample(c, s, p) + textureSampleBias(ca, s, p, 1, 2.0) + textureSampleLevel(c, s, p, 1.5) + textureSampleGrad(c, s, p, p, p);
 r += vec4<f32>(textureLoad(m, vec2<u32>(1u), 2)) + vec4<f32>(textureLoad(t3, vec3<i32>(1), 1)) + textureLoad(dm, vec2<i32>(2), 1);
 r += vec4<f32>(textureLoad(st1, 3u)) + textureLoad(sta, vec2<i32>(3), 2); textureStore(st3, vec3<u32>(1u), r); textureStore(st1, 4u, vec4<u32>(5u));
 r += helper(d2, sc, s) + textureSampleCompareLevel(dc, sc, p, 2, 0.5) + textureGather(d2, s, vec2(0.2)) + textureGatherCompare(dc, sc, p, 1, 0.3);
 r += vec4<f32>(vec2<f32>(textureDimensions(ca, 1)), f32(textureNumLayers(dc)), f32(textureNumLevels(c)) + f32(textureNumSamples(m)));
 r += textureLoad(t1, 1, 0) + textureSampleLevel(d2, s, vec2(0.3), 1) ;
 return r; }
