"""References and pointers as members of structs: argument buffers, structs of arguments, objects of functions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.ir import InstCode
from tests.metal.needed import needs_clang

_SOURCE = """#include <metal_stdlib>
using namespace metal;
struct U { float a; float b; };
struct Inner { constant float* c; };
struct Args {
  device float* out [[id(0)]];
  constant U& u [[id(1)]];
  constant float* c [[id(2)]];
  device U& d [[id(3)]];
  Inner inner [[id(4)]];
};
kernel void buffered(constant Args& args [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  args.out[i] = args.u.b + args.c[i] + args.d.a + args.inner.c[i];
  args.d.b = 5;
}
struct In {
  device float* out [[buffer(0)]];
  constant U& u [[buffer(1)]];
  constant float* c [[buffer(2)]];
  device U& d [[buffer(3)]];
};
kernel void direct(In in, uint i [[thread_position_in_grid]]) {
  in.out[i] = in.u.b + in.c[i] + in.d.a;
  in.d.b = 6;
}
struct Both {
  constant U& u;
  thread float& x;
  Both(constant U& a, thread float& b) : u(a), x(b) {}
  float product() const { return u.b * x; }
};
kernel void objects(constant U& u [[buffer(0)]], device float* out [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  float y = i + 1;
  Both both(u, y);
  out[i] = both.product();
}
"""


@needs_clang
@pytest.mark.long
def test_values_and_address_spaces(tmp_path: Path) -> None:
    path = tmp_path / "members.metal"
    path.write_text(_SOURCE)
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    module = mtlb.read_module(compiled.bitcode)
    entries = {entry.name: entry for entry in read_entry_points(module)}
    struct = entries["buffered"].arguments[0].struct_type_info
    assert struct is not None
    members = [(member.field_name, member.indirect_argument) for member in struct.fields]
    assert [name for name, _ in members] == ["out", "u", "c", "d", "inner"]
    sizes = [(item.address_space, item.buffer_size) for _, item in members if item is not None]
    assert sizes == [(1, None), (2, 8), (2, None), (1, 8)]
    function = module.function("buffered")
    assert function is not None
    pointers = [i.type.address_space for i in function.instructions() if i.code is InstCode.LOAD and i.type.is_pointer]
    assert sorted(pointers) == [1, 1, 2, 2, 2]

    u, c = np.array([1, 2], np.float32), np.array([10, 20], np.float32)
    for name in ("buffered", "direct"):
        out, d = np.zeros(2, np.float32), np.array([100, 0], np.float32)
        values = {"out": out, "u": u, "c": c, "d": d}
        arguments = {"args": {**values, "inner": {"c": c}}} if name == "buffered" else values
        mtlb.run(compiled.bitcode, name, 2, 2, buffers=arguments)
        assert out.tolist() == ([122, 142] if name == "buffered" else [112, 122])
        assert d[1] == (5 if name == "buffered" else 6)
    out = np.zeros(2, np.float32)
    mtlb.run(compiled.bitcode, "objects", 2, 2, buffers={"u": u, "out": out})
    assert out.tolist() == [2, 4]


_CALLS = """#include <metal_stdlib>
using namespace metal;
struct Sizes { device float* data; int n; };
class Context {
 public:
  constant Sizes& sizes;
  constant int* factors;
  Context(constant Sizes& s, constant int* f) : sizes(s), factors(f) {}
  float at(int i) const { return sizes.data[i % sizes.n] * factors[1]; }
};
struct Sum {
  thread Context& context;
  device float* added;
  float operator()(int i) const { return context.at(i) + added[i]; }
};
__attribute__((noinline)) float both(thread Sum& sum, int i) { return sum(i) + sum(i + 1); }
kernel void objects(constant Sizes& sizes [[buffer(0)]], constant int* factors [[buffer(1)]],
                    device float* added [[buffer(2)]], device float* out [[buffer(3)]],
                    uint i [[thread_position_in_grid]]) {
  Context context(sizes, factors);
  Sum sum{context, added};
  out[i] = both(sum, i);
}
template <typename P> struct Span { P p; int n; };
template <typename P> __attribute__((noinline)) float total(thread const Span<P>& s, int i) {
  float r = 0;
  for (int k = 0; k < s.n; k++) r += s.p[k] * (k + i);
  return r;
}
kernel void spans(constant float* a [[buffer(0)]], device const float* b [[buffer(1)]], device float* out [[buffer(2)]],
                  uint i [[thread_position_in_grid]]) {
  Span<constant float*> x = {a, 3};
  Span<device const float*> y = {b, 4};
  out[i] = total(x, i) + total(y, i) * 2;
}
struct Scene { device float4* balls; constant float4& light; int n; };
float4 trace(thread Scene& scene, float4 ray, int depth) {
  if (depth > 3) return scene.light;
  float4 c = scene.balls[depth % scene.n] * ray;
  return c + trace(scene, c * 0.5, depth + 1) + trace(scene, c * 0.25, depth + 1);
}
kernel void traced(device float4* balls [[buffer(0)]], constant float4& light [[buffer(1)]],
                   device float4* out [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  Scene scene = {balls, light, 3};
  out[i] = trace(scene, float4(i), 0);
}
__attribute__((noinline)) int count(device atomic_int* counter, thread int* skipped, thread int* value) {
  if (counter != nullptr) atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
  return skipped == value ? 10 : *value;
}
kernel void nulls(device atomic_int* counter [[buffer(0)]], device int* out [[buffer(1)]],
                  uint i [[thread_position_in_grid]]) {
  int a = i + 1;
  out[i] = count(nullptr, &a, &a) + count(counter, nullptr, &a);
}
__attribute__((noinline)) float4 blurred(thread float4* own, device const float4* b, int i) {
  float4 v;
  if (i & 1) { v = b[i]; } else { v = own[0] * 3; own[0] = v; }
  return v;
}
__attribute__((noinline)) float4 picked(device const float4* b, thread float4& own, int i) {
  return blurred(&own, b, i) + (i & 2 ? b[0] : own);
}
kernel void picks(device const float4* b [[buffer(0)]], device float4* out [[buffer(1)]],
                  uint i [[thread_position_in_grid]]) {
  float4 own = float4(i, 1, 2, 3);
  out[i] = picked(b, own, i);
}
"""


@needs_clang
@pytest.mark.long
def test_objects_with_pointers_in_functions_that_are_not_in_line(tmp_path: Path) -> None:
    path = tmp_path / "calls.metal"
    path.write_text(_CALLS)
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []

    def run(name: str, count: int, **buffers: object) -> list[float]:
        out = np.zeros(count * (4 if name in ("traced", "picks") else 1), np.int32 if name == "nulls" else np.float32)
        mtlb.run(compiled.bitcode, name, count, count, buffers={**buffers, "out": out}, check=True)
        return [float(number) for number in out]

    data, added = np.arange(1, 6, dtype=np.float32), np.arange(0, 80, 10, dtype=np.float32)
    sizes, factors = {"data": data, "n": 5}, np.array([1, 3], np.int32)
    expected = [3 * data[i % 5] + added[i] + 3 * data[(i + 1) % 5] + added[i + 1] for i in range(4)]
    assert run("objects", 4, sizes=sizes, factors=factors, added=added) == expected

    a, b = np.array([1, 2, 3], np.float32), np.array([4, 5, 6, 7], np.float32)
    expected = [sum(a[k] * (k + i) for k in range(3)) + 2 * sum(b[k] * (k + i) for k in range(4)) for i in range(4)]
    assert run("spans", 4, a=a, b=b) == expected

    balls, light = np.arange(12, dtype=np.float32), np.array([1, 2, 3, 4], np.float32)

    def trace(ray: np.ndarray, depth: int) -> np.ndarray:
        if depth > 3:
            return light
        c = balls.reshape(3, 4)[depth % 3] * ray
        return c + trace(c / 2, depth + 1) + trace(c / 4, depth + 1)

    expected = [number for i in range(3) for number in trace(np.full(4, i, np.float32), 0)]
    assert run("traced", 3, balls=balls, light=light) == expected

    counter = np.zeros(1, np.int32)
    assert run("nulls", 4, counter=counter) == [11, 12, 13, 14] and counter[0] == 4

    rows = np.arange(32, dtype=np.float32).reshape(8, 4)
    expected = []
    for i in range(8):
        own = np.array([i, 1, 2, 3], np.float32) * (1 if i & 1 else 3)
        expected += list((rows[i] if i & 1 else own) + (rows[0] if i & 2 else own))
    assert run("picks", 8, b=rows.reshape(-1).copy()) == expected
