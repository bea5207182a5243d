"""What sources of real projects have in common: several files that call each other, and forms of declarations.

Each form was found in public projects that are not in the tree (docs/metal.md §7).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import LinkError
from mtlb.metal import CompileOptions
from tests.metal.needed import needs_clang

pytestmark = [needs_clang, pytest.mark.long]

_HEAD = """
#include <metal_stdlib>
using namespace metal;
struct Params { uint n; float3 c; };
struct Light { float3 color; float power; };
float shade(float3 n, constant Params& p, device const float* lights, thread float& sum);
half3 lum(half3);
namespace own { float twice(float x); }
Light lit(Light l, float by);
float unused(texture2d<float> t);
"""
_CALLS = """
kernel void k(device float* o [[buffer(0)]], constant Params& p [[buffer(1)]], device const float* l [[buffer(2)]],
              uint i [[thread_position_in_grid]]) {
  float sum = i;
  float a = own::twice(shade(float3(i, 1, 2), p, l, sum));
  Light before = {float3(i), 2};
  Light after = lit(before, 3);
  o[i] = a + sum + float(lum(half3(1, 2, 3)).y) + after.color.z * after.power + before.power;
}
"""
_DEFINES = """
float shade(float3 n, constant Params& p, device const float* lights, thread float& sum) {
  sum += 2; return dot(n, p.c) + lights[p.n];
}
half3 lum(half3 x) { return x * 2; }
namespace own { float twice(float x) { return x + x; } }
Light lit(Light l, float by) { l.power *= by; l.color += 1; return l; }
"""


def _compiled(folder: Path, name: str, text: str) -> bytes:
    path = folder / name
    path.write_text(text)
    return mtlb.compile(path, fast_math=False).bitcode


def _expected(n: int) -> np.ndarray:
    i = np.arange(n, dtype=np.float32)
    return np.asarray(2 * (i * 1 + 2 + 6 + 30) + i + 2 + 4 + (i + 1) * 6 + 2, np.float32)


def test_functions_of_another_source(tmp_path: Path) -> None:
    calls = _compiled(tmp_path, "a.metal", _HEAD + _CALLS)
    defines = _compiled(tmp_path, "b.metal", _HEAD + _DEFINES)
    linked = mtlb.link([("a.air", calls), ("b.air", defines)])
    out = np.zeros(4, np.float32)
    params = np.array([[2, 0, 0, 0], [0x3F800000, 0x40000000, 0x40400000, 0]], np.uint32)
    lights = np.array([10, 20, 30], np.float32)
    mtlb.run(linked.library, "k", 4, 4, buffers={0: out, 1: params, 2: lights}, check=True)
    assert (out == _expected(4)).all()
    with pytest.raises(LinkError, match="shade"):
        mtlb.link([("a.air", calls)])


def test_a_source_without_entry_points_exports_all(tmp_path: Path) -> None:
    text = """#include <metal_stdlib>
    using namespace metal; float one(float3 x) { return x.y; } static int no() { return 1; }"""
    module = mtlb.read_module(_compiled(tmp_path, "a.metal", text))
    assert [function.name for function in module.functions if not function.is_declaration] == [
        "_Z3oneN5metal3vecIfLi3EEE"
    ]


def test_forms_of_declarations(tmp_path: Path) -> None:
    text = """
    #include <metal_stdlib>
    using namespace metal;
    enum Index { first = 3, second };
    constant bool on [[function_constant(second)]];
    constexpr sampler global(coord::pixel, filter::nearest);
    struct Own { float x; Own() thread = default; Own() device = default; Own(float a) thread { x = a; } };
    constant float3x3 turned = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    static_assert(vec_elements<float3>::value == 3, "");
    struct In { float2 position [[attribute(0)]]; };
    vertex float4 v(constant float4& position [[buffer(1)]], In in [[stage_in]]) { return position + in.position.x; }
    kernel void k(texture2d<float> t [[texture(0)]], device float* o [[buffer(0)]],
                  uint i [[thread_position_in_grid]]) {
      simdgroup_float8x8 m(2.0f);
      thread const auto& held = m;
      float3 moved = turned * float3(1, 2, 3);
      o[i] = t.sample(global, float2(i + 0.5f, 0.5f)).x + moved.x * 10 + Own(1).x + (on ? 1000 : 0)
        + 0 * held.thread_elements()[0];
    }"""
    compiled = _compiled(tmp_path, "a.metal", text)
    out = np.zeros(4, np.float32)
    texels = np.zeros((1, 4, 4), np.float32)
    texels[0, :, 0] = [1, 2, 3, 4]
    inputs = {"buffers": {0: out}, "textures": {0: texels}, "check": True}
    mtlb.run(compiled, "k", 4, 4, constants={"on": True}, **inputs)
    assert (out == np.array([1, 2, 3, 4]) + 30 + 1 + 1000).all()
    constants = mtlb.describe(mtlb.link([("a.air", compiled)]).library)
    assert constants


def test_too_much_threadgroup_memory_is_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "a.metal"
    path.write_text(
        "kernel void k(device int* o [[buffer(0)]], uint i [[thread_position_in_threadgroup]])"
        "{ threadgroup int x[10000]; x[i] = o[i]; o[i] = x[o[i]]; }"
    )
    [warning] = mtlb.metal.compile_source(path, CompileOptions()).warnings
    assert "40000 bytes" in warning and "no pipeline" in warning


def test_forms_of_more_projects(tmp_path: Path) -> None:
    """A macro in a pragma whose definition ends before the source does, limits of a type that the source defines,
    qualified types by reference, and a vector times a matrix in place.
    """
    text = """
    #include <metal_stdlib>
    using namespace metal;
    struct Pair { int a; float b; };
    template<> struct _numeric_limits_impl<Pair> { static constexpr Pair lowest() { return {-3, -1.5f}; } };
    template<class T> constexpr T least() { return numeric_limits<T>::lowest(); }
    float3 in_view(constant simd::float4x4 &m, float3 v) { const float4 p = m * float4(v, 1); return p.xyz; }
    #define STEPS 8
    #define HALF(n) ((n) / 2)
    kernel void k(device float* o [[buffer(0)]], constant float4x4& m [[buffer(1)]],
                  uint i [[thread_position_in_grid]]) {
      float sum = 0;
    #pragma unroll(STEPS / 2)
      for (int n = 0; n < STEPS; ++n) sum += n;
    #pragma unroll (HALF(STEPS))
      for (int n = 0; n < HALF(STEPS); ++n) sum += n;
      float2 turned(1, i);
      float3 part(1, 2, i);
      turned *= float2x2(0, -1, 1, 0);
      part.xz *= float2x2(0, -1, 1, 0);
      o[i] = sum + in_view(m, float3(i, 0, 0)).y + least<Pair>().a + 1000 * turned.x + 0.25f * part.z;
    }
    #undef STEPS
    #undef HALF
    """
    compiled = _compiled(tmp_path, "a.metal", text)
    out = np.zeros(4, np.float32)
    matrix = np.zeros((4, 4), np.float32)
    matrix[0, 1] = 100
    mtlb.run(compiled, "k", 4, 4, buffers={0: out, 1: matrix}, check=True)
    i = np.arange(4, dtype=np.float32)
    assert (out == 28 + 6 + 100 * i - 3 + 1000 * -i + 0.25).all()


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_an_input_that_is_not_a_struct(tmp_path: Path, stage: str) -> None:
    attributes = {"fragment": "stage_in", "vertex": "stage_in, attribute(3)"}[stage]
    text = f"{stage} float4 f(constant float& by [[buffer(0)]], float4 color [[{attributes}]]) {{ return color * by; }}"
    module = mtlb.read_module(_compiled(tmp_path, "a.metal", text))
    [entry] = mtlb.air.read_entry_points(module)
    assert [(argument.name, argument.kind) for argument in entry.arguments] == [
        ("by", "buffer"),
        ("color", f"{stage}_input"),
    ]
    if stage == "vertex":
        assert entry.arguments[1].location_index == 3
    else:
        assert entry.arguments[1].attribute_name == "generated(5colorDv4_f)"


def test_operators_of_packed_vectors(tmp_path: Path) -> None:
    """Comparisons as in Cycles (integrator/shade_volume.h, `ray_D > 0.0f`), and the operators of integers."""
    text = """
    #include <metal_stdlib>
    using namespace metal;
    kernel void k(device packed_float3* f [[buffer(0)]], device packed_uint3* n [[buffer(1)]],
                  device packed_int3* o [[buffer(2)]], uint i [[thread_position_in_grid]]) {
      const packed_float3 x = f[i], y = -x;
      const auto positive = x > 0.0f;
      o[i] = int3(positive) + 2 * int3(x == y) + 4 * int3(2.0f >= x) + 8 * int3(x != float3(1, 2, 3));
      n[i] = ((n[i] % 5) << 4) | (n[i] & 3) | (~n[i] >> 28);
      n[i] ^= uint3(1, 0, 0);
    }"""
    compiled = _compiled(tmp_path, "a.metal", text)
    x = np.array([[1, -2, 3], [0, 2, -0.5]], np.float32)
    n = np.array([[7, 8, 9], [1 << 31, 4, 3]], np.uint32)
    before, out = n.copy(), np.zeros((2, 3), np.int32)
    mtlb.run(compiled, "k", 2, 2, buffers={0: x, 1: n, 2: out}, check=True)
    assert (out == (x > 0) + 2 * (x == -x) + 4 * (x <= 2) + 8 * (x != [1, 2, 3])).all()
    expected = ((before % 5) << 4) | (before & 3) | (~before >> 28)
    assert (n == expected ^ np.array([1, 0, 0], np.uint32)).all()


def test_vectors_without_a_name(tmp_path: Path) -> None:
    """`vec<ushort, 8>`, as philipturner/ARHeadsetKit has it."""
    text = """
    #include <metal_stdlib>
    using namespace metal;
    kernel void sums(device const vec<uchar, 8>* counts [[buffer(0)]], device vec<ushort, 8>* o [[buffer(1)]],
                     uint i [[thread_position_in_grid]]) {
      auto taken = counts[i];
      vec<ushort, 8> sums = { 0 };
      for (uchar n = 0; n < 7; ++n) sums[n + 1] = sums[n] + taken[n];
      o[i] = sums + vec<ushort, 8>(taken) * vec<ushort, 8>(2) + vec<ushort, 8>(0, 0, 0, 0, 0, 0, 0, 9);
    }"""
    compiled = _compiled(tmp_path, "a.metal", text)
    counts = np.arange(32, dtype=np.uint8).reshape(4, 8) * 7
    out = np.zeros((4, 8), np.uint16)
    mtlb.run(compiled, "sums", 4, 4, buffers={0: counts, 1: out}, check=True)
    wide = counts.astype(np.uint16)
    assert (out == np.cumsum(wide, axis=1) - wide + 2 * wide + np.array([0] * 7 + [9])).all()
