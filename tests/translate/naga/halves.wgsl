enable f16;
struct U { v: f16, v2: vec2<f16>, v3: vec3<f16>, v4: vec4<f16>, s: f16, m: mat3x2<f16>, arr: array<vec4<f16>, 2>, }
@group(0) @binding(0) var<storage, read> u: U;
@group(0) @binding(1) var<storage, read> s: U;
@group(0) @binding(2) var<storage, read_write> o: U;
var<private> pv: f16 = 1h;
@compute @workgroup_size(1) fn main() {
  var l = vec4<f16>(u.v3, u.v) + s.v4 * pv; let c = vec4<f32>(l);
  o.v4 = vec4<f16>(c) + l; o.m = u.m; o.arr = s.arr; o.v3 = s.v3; o.s = f16(3.5) + u.s; o.v = f16(1.25); o.v2 = u.m[1];
}
