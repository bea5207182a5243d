struct S { a: array<u32, 4>, b: vec3<f32>, }
var<private> pv_: S;
var<workgroup> wg: array<S, 3>;
@group(0) @binding(0) var<storage, read_write> buf: array<S>;
fn f1(p: ptr<function, u32>) -> u32 { *p = *p + 1u; return *p; }
fn f2(p: ptr<private, S>) -> f32 { (*p).b.y = 3.0; return (*p).b.x; }

fn f4(s: S, arr: array<u32, 40>) -> S { var t = s; t.a[2] = arr[3]; t.a[0] = t.a[2]; return t; }
fn f5() -> array<u32, 40> { var q: array<u32,40>; q[5] = 7u; return q; }
@compute @workgroup_size(2,3,1)
fn main(@builtin(local_invocation_index) li: u32, @builtin(workgroup_id) w: vec3<u32>) {
  var x = li;
  let r = f1(&x) + wg[li % 3u].a[1];
  let q = f2(&pv_);
  let big = f5();
  buf[li] = f4(S(array<u32,4>(r, 1u, 2u, u32(q)), vec3<f32>(q)), big);
  buf[li + 1u].a[li & 3u] += arrayLength(&buf);
  workgroupBarrier();
}
