const Params = extern struct { scale: f32, count: u32 };
const table = [_]f32{ 1.5, 2.5, 3.5, 4.5 };
export fn zig_kernel(i: usize, x: [*]const f32, y: [*]f32, p: *const Params) callconv(.c) void {
    if (i >= p.count) return;
    const t = table[i & 3];
    var sum: f32 = 0;
    var j: usize = 0;
    while (j <= i) : (j += 1) sum += x[j] * p.scale;
    y[i] = @sqrt(sum) + t + @as(f32, @floatFromInt(@popCount(i)));
}
