struct Baz { m: mat2x2<f32>, }
struct B3 { v: vec3<f32>, m: mat3x2<f32>, a: array<mat4x2<f32>, 2>, n: mat3x3<f32>, tail: vec3<f32>, s: f32 }
@group(0) @binding(1) var<uniform> baz: Baz;
@group(0) @binding(2) var<storage, read> b3: B3;
@group(0) @binding(3) var<storage, read_write> o: array<vec4<f32>>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var idx = i32(id.x);
  let l0 = baz.m;
  let l1 = baz.m[0];
  let l2 = baz.m[idx];
  let l3 = baz.m[0][1];
  let l4 = baz.m[idx][idx];
  var t = B3(vec3<f32>(1.0), mat3x2<f32>(), array<mat4x2<f32>,2>(), mat3x3<f32>(), vec3<f32>(2.0), 1.0);
  t.m = b3.m; t.a[idx] = b3.a[1]; t.n[idx] = b3.n[1]; t.n[1][idx]=4.0;
  o[id.x] = vec4<f32>(l1, l2) + vec4<f32>(l3, l4, t.a[idx][2]) + vec4<f32>(t.n * b3.tail, b3.s) + vec4<f32>(l0 * l1, t.m * b3.v);
}
