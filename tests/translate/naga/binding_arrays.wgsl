enable wgpu_binding_array;
struct UI { index: u32 }
struct Foo { x: u32, far: array<i32> }
@group(0) @binding(0) var texture_array_unbounded: binding_array<texture_2d<f32>>;
@group(0) @binding(1) var texture_array_bounded: binding_array<texture_2d<f32>, 5>;
@group(0) @binding(2) var texture_array_2darray: binding_array<texture_2d_array<f32>, 5>;
@group(0) @binding(4) var texture_array_depth: binding_array<texture_depth_2d, 5>;
@group(0) @binding(5) var texture_array_storage: binding_array<texture_storage_2d<rgba32float, write>, 5>;
@group(0) @binding(6) var samp: binding_array<sampler, 5>;
@group(0) @binding(7) var samp_comp: binding_array<sampler_comparison, 5>;
@group(0) @binding(8) var<uniform> uni: UI;
@group(0) @binding(9) var<storage, read> bufs: binding_array<Foo, 3>;
struct FI { @location(0) @interpolate(flat) index: u32 }
@fragment fn main(f: FI) -> @location(0) vec4<f32> {
  let ui = uni.index; let nu = f.index; var v4 = vec4<f32>(0.0); let uv = vec2<f32>(0.0);
  v4 += textureSample(texture_array_bounded[ui], samp[ui], uv);
  v4 += textureSample(texture_array_unbounded[0], samp[nu], uv);
  v4 += textureSampleCompareLevel(texture_array_depth[nu], samp_comp[nu], uv, 0.0);
  v4 += textureGather(0, texture_array_bounded[nu], samp[nu], uv);
  v4 += textureLoad(texture_array_2darray[nu], vec2<i32>(0), 0, 0);
  textureStore(texture_array_storage[nu], vec2<u32>(0u), v4);
  let d = textureDimensions(texture_array_unbounded[nu]);
  return v4 + vec4<f32>(f32(d.x)) + f32(bufs[nu].x) + f32(bufs[1].far[2]);
}
