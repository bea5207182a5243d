struct U { a: u64, b: vec2<u64>, c: vec3<i64>, d: vec4<u64>, e: i32, f: i64 }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<storage, read_write> o: U;
@compute @workgroup_size(1) fn main() { var x = u.a + 5lu; x = x << 3u; x = x / (u.b.x + 1lu); o.a = x % 7lu; o.d = u.d + vec4(x); o.c = u.c * 3li - vec3<i64>(i64(u.e)); o.f = i64(f32(u.f)); o.e = i32(u.f); o.b = u.b; }
