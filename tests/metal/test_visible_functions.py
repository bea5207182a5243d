"""Visible and stitchable functions with pointers, references, textures and samplers: AIR's form, and values."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.lint import lint_module
from mtlb.base.errors import BuildError
from mtlb.base.metal import AccessQualifier, AddressSpace
from mtlb.cpu import Kernel
from mtlb.emit.names import NAMED
from mtlb.emit.types import Matrix, MetalPointer, Struct, texture
from mtlb.ir.text.printer import print_module
from mtlb.metal.stitching import symbols_of
from tests.metal.needed import HEAD, needs_clang

_SOURCE = """
struct P { float a; half4 b; };
[[stitchable]] half4 gradient(float2 position, device const half4* colors, int count) { return colors[count - 1]; }
[[stitchable]] half4 masked(float2 position, half4 color, texture2d<half> mask, sampler s) {
  return color * mask.sample(s, position, level(0));
}
[[stitchable]] float sum(constant P& p, device packed_float3* v, texture2d_array<float, access::read> t) {
  return p.a + v[1].y + t.read(uint2(0), 1).x;
}
[[stitchable]] device float* next(device float* p) { return p + 1; }
[[visible]] device float* after(device float* p, int i) { return p + i; }
[[visible]] constant float& chosen(constant float* p, int i) { return p[i]; }
[[visible]] texture2d<float> either(texture2d<float> a, texture2d<float> b, bool c) { return c ? a : b; }
[[visible]] float through(thread float& x, threadgroup int* q, float (thread &y)[2]) { x += 1; return q[0] + y[1]; }
kernel void called(visible_function_table<float(thread float&, float)> f [[buffer(0)]], device float* o [[buffer(1)]]) {
  float x = o[0];
  o[1] = f[0](x, 3);
  o[0] = x;
}
[[visible]] float advanced(thread float& x, float by) { x += by; return x * 2; }
"""


@needs_clang
@pytest.mark.long
def test_form_and_values(tmp_path: Path) -> None:
    path = tmp_path / "visible.metal"
    path.write_text(HEAD + _SOURCE)
    compiled = mtlb.compile(path, "macos15", fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    module = mtlb.read_module(compiled.bitcode)
    results = {f.name: f.value_type.result for f in module.functions if f.is_definition}
    assert [results[name].address_space for name in ("next", "after", "chosen")] == [1, 1, 2]
    named = {
        entry.name: [(argument.name, argument.type_name) for argument in entry.arguments]
        for entry in read_entry_points(module)
    }
    assert named["gradient"][1] == ("colors", "half4") and named["masked"][2] == ("mask", "__metal_texture_2d_t")
    out = np.array([4, 0], np.float32)
    with Kernel(compiled.bitcode, "called", functions={"advanced": compiled.bitcode}) as kernel:
        kernel.run(1, buffers={"f": ["advanced"], "o": out})
    assert out.tolist() == [7, 14]


_OBJECTS = """
struct Inner { float2 uv; int n; };
struct A { float4 a; Inner in; float3 b; half h; bool f; };
struct Small { int x; half y; char c[3]; };
struct Held { float2 uv; int n; Held() {} };
struct Resources { texture2d<float> t; device float* p; };
namespace space { struct Color { half4 c; float4x4 m; }; }
[[visible]] A changed(A a, float4x4 m, Inner in) { a.a = m * a.a; a.in = in; a.f = !a.f; a.h *= 2; return a; }
[[visible]] float3x3 scaled(float3x3 m, Small s) { return m * float(s.x) + float3x3(s.y) * float(s.c[2]); }
[[visible]] float held(Held h, Resources r) { return h.uv.y + h.n + r.p[1] + r.t.read(uint2(0)).x; }
[[visible]] float last(array<float, 3> x) { return x[2]; }
[[visible]] device float* after(device float* p, int i) { return p + i; }
[[visible]] simd_vote ballot(simd_vote v) { return simd_vote(simd_vote::vote_t(v) | 1); }
[[stitchable]] space::Color tinted(space::Color c, Inner in) { c.c *= in.n; return c; }
kernel void first(visible_function_table<A(A, float4x4, Inner)> t [[buffer(0)]], device A* a [[buffer(1)]],
                  constant float4x4& m [[buffer(2)]], device Inner* in [[buffer(3)]]) { a[1] = t[0](a[0], m, *in); }
kernel void second(visible_function_table<float3x3(float3x3, Small)> t [[buffer(0)]], device float3x3* m [[buffer(1)]],
                   device Small* s [[buffer(2)]], visible_function_table<float(array<float, 3>)> u [[buffer(3)]],
                   visible_function_table<device float*(device float*, int)> v [[buffer(4)]],
                   device float* o [[buffer(5)]]) {
  m[1] = t[0](m[0], *s);
  *v[0](o, 2) = u[0](array<float, 3>{1, 2, 3});
}
"""


@needs_clang
@pytest.mark.long
def test_objects_as_values(tmp_path: Path) -> None:
    """An object is passed by the elements of its LLVM type, and returned as that type: as in the functions of probes
    that `pass_objects` names. Values are those of numpy.
    """
    path = tmp_path / "objects.metal"
    path.write_text(HEAD + _OBJECTS)
    compiled = mtlb.compile(path, "macos26", fast_math=False)
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    module = mtlb.read_module(compiled.bitcode)
    text = re.sub(r'"air-buffer-no-alias" |noundef |nocapture |readonly |writeonly ', "", print_module(module))
    heads = dict(re.findall(r"^define [^@]*@(\w+)\((.*)\) (?:local_unnamed_addr )?#", text, re.MULTILINE))
    matrix, color = '%"struct.metal::matrix"', '%"struct.space::Color"'
    assert heads["changed"].startswith(
        "<4 x float> %0, %struct.Inner %1, <3 x float> %2, half %3, i8 %4, [13 x i8] %5, "
    )
    assert heads["changed"].endswith("[4 x <4 x float>] %6, <2 x float> %7, i32 %8")
    assert heads["scaled"] == "[3 x <3 x float>] %0, i32 %1, half %2, [3 x i8] %3"
    holder = '%"struct.metal::texture2d" %3, float addrspace(1)* %4'
    assert heads["held"] == f"<2 x float> %0, i32 %1, [4 x i8] %2, {holder}"
    assert heads["last"] == "[3 x float] %0" and heads["ballot"] == "i64 %0"
    assert 'define %"struct.metal::simd_vote" @ballot(' in text
    store = "_ZN5metal22_stitching_traits_implIN5space5ColorEE18store_return_valueEPvS2_"
    assert heads[store] == f"i8* %0, <4 x half> %1, {matrix} %2"
    assert f"define internal {color} @{store.replace('18store_return_value', '13load_argument')[:-3]}(" in text
    named = {entry.name: entry.arguments for entry in read_entry_points(module)}
    assert [(item.kind, item.name, item.type_name) for item in named["held"]] == [
        ("visible_input", "uv", "float2"),
        ("visible_input", "n", "int"),
        ("visible_padding", "", ""),
        ("visible_input", "t", "texture2d<float, sample>"),
        ("visible_input", "p", "float"),
    ]
    layout = {"names": ["a", "uv", "n", "b", "h", "f"], "offsets": [0, 16, 24, 32, 48, 50], "itemsize": 64}
    a = np.zeros(2, np.dtype({**layout, "formats": [("f4", 4), ("f4", 2), "i4", ("f4", 3), "f2", "?"]}))  # type: ignore[call-overload]
    a["a"][0], a["b"][0], a["h"][0], a["f"][0] = [1, 2, 3, 4], [7, 8, 9], 1.5, True
    inner = np.zeros(1, np.dtype([("uv", "f4", 2), ("n", "i4"), ("", "i4")]))
    inner["uv"], inner["n"] = [5, 6], -3
    m = np.arange(16, dtype=np.float32).reshape(4, 4)
    with Kernel(compiled.bitcode, "first", functions={"changed": compiled.bitcode}) as kernel:
        kernel.run(1, buffers={"t": ["changed"], "a": a, "m": m, "in": inner})
    assert a["a"][1].tolist() == (m.T @ np.array([1, 2, 3, 4])).tolist() and a["b"][1].tolist() == [7, 8, 9]
    assert (a["uv"][1].tolist(), a["n"][1], a["h"][1], a["f"][1]) == ([5, 6], -3, 3, False)
    columns = np.zeros((2, 3, 4), np.float32)
    columns[0, :, :3] = np.arange(9).reshape(3, 3)
    small = np.zeros(1, np.dtype([("x", "i4"), ("y", "f2"), ("c", "i1", 3), ("", "i1", 3)]))
    small["x"], small["y"], small["c"] = 2, 0.5, [1, 2, 3]
    out = np.zeros(3, np.float32)
    tables = {"t": ["scaled"], "u": ["last"], "v": ["after"]}
    functions = dict.fromkeys(("scaled", "last", "after"), compiled.bitcode)
    with Kernel(compiled.bitcode, "second", functions=functions) as kernel:
        kernel.run(1, buffers={**tables, "m": columns, "s": small, "o": out})
    assert columns[1, :, :3].tolist() == (columns[0, :, :3] * 2 + np.eye(3) * 1.5).tolist()
    assert out.tolist() == [0, 0, 3]


@needs_clang
@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("struct P { device float* p; }; struct S { P p; }; [[visible]] float f(S s) { return *s.p.p; }", "within an"),
        ("struct P { device float* p; }; [[visible]] P f(P s) { return s; }", "in a result"),
        ("struct P { device float* p; }; [[stitchable]] float f(P s) { return 1; }", "a pointer in an object"),
        ("template<class T> struct P { T x; }; [[stitchable]] float f(P<int> s, P<float> t) { return 1; }", "of two"),
        ("typedef device float* F(int); kernel void k(visible_function_table<F> t [[buffer(0)]]) { *t[0](1) = 1; }",
         "does not begin with its address space"),
    ],
)  # fmt: skip
def test_objects_that_are_refused(tmp_path: Path, source: str, reason: str) -> None:
    path = tmp_path / "refused.metal"
    path.write_text(HEAD + source)
    with pytest.raises(BuildError, match=reason):
        mtlb.compile(path, "macos26")


def test_names_of_stitching_functions() -> None:
    """The names for pointers and textures are a guess after C++'s rules; that of a number is Apple's."""
    half, float_ = NAMED["half"], NAMED["float"]

    def stored(type_: object) -> str:
        return symbols_of(type_)[1].removeprefix("_ZN5metal22_stitching_traits_impl")  # type: ignore[arg-type]

    colors = MetalPointer(NAMED["half4"], AddressSpace.DEVICE, AccessQualifier.READ)
    assert stored(colors) == "IPU9MTLdeviceKDv4_DhE18store_return_valueEPvS3_"
    assert stored(MetalPointer(float_, AddressSpace.DEVICE)) == "IPU9MTLdevicefE18store_return_valueEPvS2_"
    struct = MetalPointer(Struct("P", [("a", float_)]), AddressSpace.CONSTANT, AccessQualifier.READ, is_reference=True)
    assert stored(struct) == "IRU11MTLconstantK1PE18store_return_valueEPvS3_"
    assert stored(texture("texture2d", half)) == "INS_9texture2dIDhLNS_6accessE0EvEEE18store_return_valueEPvS3_"
    assert stored(Struct("space::P", [("a", float_)])) == "IN5space1PEE18store_return_valueEPvS2_"
    assert stored(Matrix(float_, 4, 3)) == "INS_6matrixIfLi4ELi3EvEEE18store_return_valueEPvS2_"
    assert stored(float_) == "IfE18store_return_valueEPvf"
