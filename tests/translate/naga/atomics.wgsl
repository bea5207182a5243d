struct A { s: atomic<u32>, arr: array<atomic<i32>, 3> }
@group(0) @binding(0) var<storage, read_write> a: A;
var<workgroup> w: A;
var<workgroup> flag: u32;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_id) l: vec3<u32>) {
 atomicStore(&w.s, 1u); workgroupBarrier(); let x = atomicAdd(&w.arr[l.x % 3u], 5) ; atomicMax(&a.s, u32(x)); let r = atomicCompareExchangeWeak(&a.arr[1], 3, 4); if r.exchanged { atomicSub(&a.s, 1u); } let e = atomicExchange(&w.s, 2u) + atomicLoad(&a.s);
 if l.x == 0u { flag = e; } let f = workgroupUniformLoad(&flag); atomicXor(&a.s, f); storageBarrier(); }
