"""What sources of real projects say that C++ does not: the rewriter's part, and the values through a real clang."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.metal.rewrite import rewrite
from tests.metal.needed import needs_clang
from tests.metal.test_rewrite import written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f() { o.rgb *= o.a; }", "o.rgb = o . __g_xyz() * ( o.a);"),
        ("void f() { g().xy += 1; }", "g().xy += 1;"),
        ("void f() { a[i].b->xy += c, d; }", "a[i].b->xy = a [ i ] . b -> __g_xy() + ( c), d;"),
        ("void f() { bfloat a; half b = half(a) + half(1, 2); }", "half b = __mtl::cast<half>(a) + half(1, 2);"),
        ("void f() { bfloat a; table<half(float)> t; }", "table<half(float)> t;"),
        ("void f(thread half* p) { bfloat a; half b = half(*p); half (*g)(half); }", "half b = __mtl::cast<half>(*p);"),
        ("void f() { auto a = 1.0H + .5BF + 0xabf; }", "auto a = 1.0h + .5_mtl_bf + 0xabf;"),
        ("void f() { half b = half(a); }", "half b = half(a);"),
        ("template <uint N> void f(vec<bool, N> x);", "template <int N> void f(vec<bool, N> x);"),
        ("template <uint N> void f(array<bool, N> x);", "template <uint N> void f(array<bool, N> x);"),
        ("constexpr sampler s;", "const sampler s(&metal::__sampler_state<metal::__sampler_bits()>::state);"),
        (
            "struct C { float4 C[2]; };",
            "__mtl::members<struct C, __mtl::field<&C::C, __builtin_offsetof(struct C, C), 0>>",
        ),
        ("struct A { float b [[attribute(Position)]]; };", "__builtin_offsetof(A, b), 0, long(Position)>"),
        ("kernel void dot() {}", "__mtl::entry<&::dot, 0u>"),
        ("namespace n { kernel void dot() {} }", "__mtl::entry<&dot, 0u>"),
        ("void k(int a) {} kernel void k(device int* p [[buffer(0)]]) {}", "static_cast<void (*)(int *)>(&::k), 0u>"),
    ],
)
def test_what_is_written(text: str, expected: str) -> None:
    assert expected in written(text)


def test_subscripts_that_differ_in_address_spaces_are_one() -> None:
    text = """struct A { int e[2];
      constexpr const constant int& operator[](size_t i) const constant { return e[i]; }
      constexpr const device int& operator[](size_t i) const device { return e[i]; }
      device int& operator[](size_t i) device { return e[i]; } };"""
    assert rewrite(text).source.written().count("operator") == 2


def test_a_constant_with_an_attribute_of_cpp() -> None:
    text = (
        "constant uint a [[function_constant(0)]]; constant uint3 b [[maybe_unused]] = uint3(a); "
        "void f() { int c[3]; int d = b.x; }"
    )
    out = written(text)
    assert (
        "inline uint3 __mtl_derived_b() { return" in out and "int d = __mtl_derived_b().x" in out and "int c[3]" in out
    )


_SOURCE = """
#include <metal_stdlib>
#include <TargetConditionals.h>
using namespace metal;
#if TARGET_OS_SIMULATOR || !defined(TARGET_OS_OSX)
#error the macros of the target
#endif
enum Attribute : uint8_t { Position = 3, Color };
struct In { float4 position [[attribute(Position)]]; half4 color [[attribute(Color)]]; };
struct Out { float4 position [[position]]; half4 color; };
vertex Out shade(In in [[stage_in]]) { return {in.position, in.color}; }
fragment half4 sampled(Out in [[stage_in]], texture2d<half> t [[texture(0)]], uint covered [[sample_mask]]) {
  constexpr sampler s;
  return t.sample(s, in.position.xy) * half(covered);
}
template<class T> T scaled(T v, float s) { v.xyz *= s; return v; }
kernel void dot(device float4* f [[buffer(0)]], device int2* i [[buffer(1)]], volatile device uint2* u [[buffer(2)]],
                uint n [[thread_position_in_grid]]) {
  assert(n < 8);
  float4 v = f[n];
  float3x3 m = float3x3(1.0);
  m.columns[1] = float3(v);
  f[n] = scaled(float4(m * float3(2.0), float(half(bfloat(v.w)))), metal::dot(v, v));
  i[n] = int2(-8, 3) << uint2(1, n);
  u[n] = u[n] + make_vec_t<metal::uint32_t, 2>(1);
}
"""


@needs_clang
def test_values_and_interface(tmp_path: Path) -> None:
    path = tmp_path / "language.metal"
    path.write_text(_SOURCE)
    compiled = mtlb.compile(path, fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    entries = {entry_point.name: entry_point for entry_point in read_entry_points(mtlb.read_module(compiled.bitcode))}
    assert [argument.location_index for argument in entries["shade"].arguments] == [3, 4]
    assert [argument.kind for argument in entries["sampled"].arguments][-1] == "sample_mask_in"
    data = np.arange(32, dtype=np.float32).reshape(8, 4)
    out, shifted, counted = data.copy(), np.zeros((8, 2), np.int32), np.full((8, 2), 7, np.uint32)
    mtlb.run(compiled.bitcode, "dot", 8, 8, buffers={"f": out, "i": shifted, "u": counted}, check=True)
    first = np.array([[2, 0, 2]], np.float32) + 2 * data[:, :3]
    expected = np.concatenate([first * (data * data).sum(1, keepdims=True), data[:, 3:]], axis=1)
    assert (out == expected).all()
    assert (shifted == np.stack([np.full(8, -16), 3 << np.arange(8)], axis=1)).all()
    assert (counted == 8).all()
