// Builtins and bindings of program scope in functions that are not in line.
#include <metal_stdlib>
using namespace metal;

uint gid [[thread_position_in_grid]];
uint place [[thread_position_in_threadgroup]];
device int* constant b_d [[buffer(0)]];
constant int2& constant b_c [[buffer(1)]];

__attribute__((noinline)) int where() { return int(gid) * 10 + int(place); }
__attribute__((noinline)) int through(int x) { return where() * x + b_c.y; }
int sum(int n) { return n <= 0 ? b_d[gid] : sum(n - 1) + sum(n - 2) + int(place); }

kernel void calls(device int* o [[buffer(2)]]) {
  o[gid] = through(2);
  b_d[gid] += 1;
  o[gid] += 1000 * sum(3);
}
kernel void fewer(device int* o [[buffer(2)]]) { o[gid] = where(); }
