@group(0) @binding(0) var<storage, read_write> o: array<i32>;
fn sw(x: i32) -> i32 { switch x { case 1, 2: { return 3; } case default, 4: { for (var i = 0; i < 4; i++) { if (i == x) { continue; } if i > x { break; } switch i { case 2: { continue; } default: {} } } } case -7: { return 9; } } return x; }
fn lp(n: u32) -> u32 { var i = 0u; var a = array<vec2<u32>, 3>(); loop { if i >= n { break; } a[i % 3u].y += i; continuing { i++; break if i == 100u; } } while (i > 3u) { i -= 2u; } return a[1].y + i; }
fn rec(a: bool, b: bool) -> bool { return (a && b) || (a != b && !a); }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(num_workgroups) nw: vec3<u32>) {
  let q = select(vec3<i32>(1,2,3), vec3<i32>(4), vec3<bool>(true, false, g.x > 2u));
  o[g.x] = sw(i32(g.x)) + i32(lp(g.y + 5u)) + select(0, 1, rec(g.x == 0u, nw.x > 1u)) + q.y;
  { var m = mat2x3<f32>(1,2,3,4,5,6); m[g.x & 1u] = vec3<f32>(1.0); o[1] = i32(m[1].z); }
  var arr = array<i32, 5>(1,2,3,4,5); var brr = arr; brr[2] = 9; if all(vec2<bool>(arr[1] == brr[1], true)) { o[2] = arr[g.x % 5u]; }
  const tbl = array<u32, 64>(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63);
  o[3] = i32(tbl[g.x]);
}
