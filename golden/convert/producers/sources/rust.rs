// rustc --emit=llvm-ir --crate-type=lib -C opt-level=3 -C panic=abort -C debuginfo=2 rust.rs
#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Params {
    scale: f32,
    n: u32,
    table: [f32; 4],
}

#[derive(Clone, Copy)]
pub struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[inline(never)]
fn cross(a: Vec3, b: Vec3) -> Vec3 {
    Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

#[inline(never)]
fn scaled(v: Vec3, p: &Params, i: u32) -> Option<Vec3> {
    let s = p.scale * p.table[(i & 3) as usize];
    if v.x > 0.0 { Some(Vec3 { x: v.x * s, y: v.y * s, z: v.z * s }) } else { None }
}

#[no_mangle]
pub unsafe extern "C" fn cross_all(a: *const Vec3, b: *const Vec3, out: *mut Vec3, p: *const Params, i: u32) {
    let p = *p;
    if i < p.n {
        let at = i as usize;
        *out.add(at) = match scaled(cross(*a.add(at), *b.add(at)), &p, i) {
            Some(v) => v,
            None => Vec3 { x: -1.0, y: 0.0, z: i.count_ones() as f32 },
        };
    }
}
