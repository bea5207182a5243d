"""How functions of the library call AIR, beside Apple's compiler: calls with constants, flags and attributes that
probes of compiler 32023.883 have (AIR 2.8; kagurasumusun/metal, metal-info-set/golden), and how `bench.metal_probes`
reads them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.metal_probes import compiled, differences, functions_of, read_text
from mtlb.air.target import AirTarget
from mtlb.base.errors import BuildError
from mtlb.bitcode import read_module
from mtlb.decompile import decompile_module
from mtlb.ir.text.printer import print_module
from mtlb.metal import CompileOptions, compile_source
from tests.metal.needed import needs_clang

SOURCE = """
#include <metal_stdlib>
#include <metal_raytracing>
#include <metal_tensor>
#include <metal_vertex_value>
using namespace metal;
using namespace metal::raytracing;
struct Colors { float4 a [[color(0)]]; int4 b [[color(1)]]; };
struct Data { half4 a; int b; float c; };
kernel void slice(imageblock<Colors> i, texture2d_array<float, access::write> t [[texture(0)]],
                  ushort2 p [[thread_position_in_threadgroup]]) { t.write(i.slice<float4>(1u), p, ushort(3)); }
kernel void rate(imageblock<Colors> i, ushort2 p [[thread_position_in_threadgroup]]) {
  Colors c = i.read(p); i.write(c, p, ushort(2), imageblock_data_rate::color); }
kernel void masked(imageblock<Data> i, device half4* x [[buffer(0)]], ushort2 p [[thread_position_in_threadgroup]]) {
  Data d; d.a = x[0]; d.b = 0; d.c = 0.0f; i.write(d, p, ushort(0xffff)); }
fragment float4 corner(vertex_value<float> v [[stage_in]]) { return float4(v.get(vertex_index::second)); }
kernel void texel(texture3d<ulong, access::read_write> t [[texture(0)]]) { t.atomic_max(ushort3(0), ulong4(42)); }
[[visible]] uint null_texture() { texturecube_array<float> t; return t.get_width(); }
[[visible]] bool handles() { function_handle a, b; return a == b; }
[[visible]] bool id(instance_acceleration_structure s) { MTLResourceID r = s; return r._impl == 0; }
[[visible]] uint two(instance_acceleration_structure s) {
  intersection_query<instancing, max_levels<2>, triangle_data> q; return q.get_committed_instance_count(); }
[[visible]] int stride() { tensor<device float, dextents<int, 2>> t; return t.get_stride(1); }
[[visible]] float quotient(float a, float b) { return divide(a, b); }
[[visible]] float chosen(float a, float b, int c) { return select(a, b, c >= 0); }
[[visible]] float folded() { float x = 1.0f; return copysign(x, -2.0f); }
[[visible]] char three(char a, char b, char c) { return madsat(a, max3(a, b, c), median3(a, b, c)); }
[[visible]] bool votes() { return simd_vote(5ul).all() | quad_vote(ushort(1)).any(); }
[[visible]] void greatest(volatile device atomic_ulong* p) { atomic_max_explicit(p, 0ul, memory_order_relaxed); }
[[visible]] void least(volatile device atomic_ulong* p) { atomic_min_explicit(p, 0ul, memory_order_relaxed); }
[[visible]] intersection_params params() {
  intersection_query<instancing, triangle_data> q; return q.get_intersection_params(); }
[[visible]] sparse_color<float4> sparse(texturecube_array<float> t) { return t.sparse_read(uint2(0u), 0u, 0u, 0u); }
[[visible]] function_handle handle() { function_handle h; return h; }
[[visible]] void commands(command_buffer b, depth_stencil_state s, device uint* p) {
  render_command r(b, 0u);
  r.set_vertex_buffer(p, 0u); r.set_vertex_buffer(p, 16, 1u); r.set_cull_mode(cull_mode::back);
  r.set_front_facing_winding(winding::counterclockwise); r.set_depth_stencil_state(s);
  r.draw_indexed_primitives(primitive_type::triangle, 0u, (const device uint*)nullptr, 0u);
  compute_command c(b, 0u); c.set_kernel_buffer(p, 0u); }
struct Point { float4 p [[attribute(0)]]; };
[[patch(triangle, 3)]] vertex float4 point_of(patch_control_point<Point> c [[stage_in]], ushort n [[patch_id]]) {
  Point p = c[n % 3]; return p.p; }
"""
SLICE = (
    "(%struct._texture_2d_array_t addrspace(1)* nocapture %, i8 addrspace(4)* nocapture %, i1 false, "
    "<2 x i16> zeroinitializer, <2 x i16> undef, <2 x i16> %, i16 3, i16 0, i1 true, i32 2)"
)
EXPECTED = {
    "slice": f"implicit_imageblock_data(i32 1, <2 x i16> zeroinitializer, i32 0, i16 0)\n"
    f"write_imageblock_slice_to_texture_2d_array.i16.v4f32{SLICE}",
    "rate": "fast load.implicit_imageblock.v4f32(i32 0, <2 x i16> %, i32 0, i16 0)\n"
    "load.implicit_imageblock.v4i32(i32 1, <2 x i16> %, i32 0, i16 0)\n"
    "store.implicit_imageblock.v4f32(<4 x float> %, i32 0, <2 x i16> %, i32 1, i16 2)\n"
    "store.implicit_imageblock.v4i32(<4 x i32> %, i32 1, <2 x i16> %, i32 1, i16 2)",
    "masked": "imageblock_data(<2 x i16> %, i32 0, i16 0)\n"
    "store.imageblock.mask.v4f16(<4 x half> %, <4 x half> addrspace(4)* %, i16 -1, i32 8, i1 false)\n"
    "store.imageblock.mask.i32(i32 0, i32 addrspace(4)* %, i16 -1, i32 8, i1 false)\n"
    "store.imageblock.mask.f32(float 0.000000e+00, float addrspace(4)* %, i16 -1, i32 4, i1 false)",
    "corner": "fast get_vertex_value.f32(%struct._vertex_value_t addrspace(1)* nocapture readonly %, i32 1)",
    "texel": "atomic_max_explicit_texture_3d.i16.u.v4i64(%struct._texture_3d_t addrspace(1)* nocapture %, "
    "<3 x i16> zeroinitializer, <3 x i16> zeroinitializer, <4 x i64> <i64 42, i64 42, i64 42, i64 42>, i32 0, i32 3)",
    "null_texture": "get_null_texture_cube_array()\n"
    "get_width_texture_cube_array(%struct._texture_cube_array_t addrspace(1)* nocapture readonly %, i32 0)",
    "handles": "get_null_function_handle()\nis_equal_function_handle(%struct._function_handle_t addrspace(1)* "
    "nocapture readonly %, %struct._function_handle_t addrspace(1)* nocapture readonly %)",
    "id": "get_resource_id_instance_acceleration_structure(%struct._instance_acceleration_structure_t addrspace(1)* "
    "readonly %)",
    "two": "allocate_intersection_query.instancing.triangle_data()\n"
    "get_committed_intersection_type_intersection_query.instancing.triangle_data(%struct._intersection_query_t* "
    "nocapture readonly %)\n"
    "deallocate_intersection_query.instancing.triangle_data(%struct._intersection_query_t* %)",
    "stride": "get_null_global_tensor()\n"
    "get_stride_global_tensor.i32(%struct._tensor_t addrspace(1)* nocapture readonly %, i16 2, i16 1)",
    "quotient": "",
    "chosen": "",
    "folded": "",
    "three": "max3.s.i8(i8 %, i8 %, i8 %)\nmedian3.s.i8(i8 %, i8 %, i8 %)\nmad_sat.s.i8(i8 %, i8 %, i8 %)",
    "votes": "simd_vote_all.i64(i64 5)\nquad_vote_any(i16 1)",
    "greatest": "atomic.global.max.u.i64(i64 addrspace(1)* nocapture %, i64 0, i32 0, i32 2, i1 true)",
    "least": "atomic.global.min.u.i64(i64 addrspace(1)* nocapture %, i64 0, i32 0, i32 2, i1 true)",
    "params": "allocate_intersection_query.instancing.triangle_data()\nget_intersection_params_intersection_query."
    "instancing.triangle_data(%struct._intersection_query_t* nocapture readonly %)\n"
    "deallocate_intersection_query.instancing.triangle_data(%struct._intersection_query_t* %)",
    "sparse": "get_read_sampler()\nread_texture_cube_array.v4f32(%struct._texture_cube_array_t addrspace(1)* nocapture "
    "readonly %, %struct._sampler_t addrspace(2)* %, <2 x i32> zeroinitializer, i32 0, i32 0, i32 0, i32 0)",
    "handle": "get_null_function_handle()",
    "commands": """
set_vertex_buffer_render_command.p1i8(C, i32 0, i8 addrspace(1)* %, i64 -1, i32 0)
set_vertex_buffer_render_command.p1i8(C, i32 0, i8 addrspace(1)* %, i64 16, i32 1)
set_cull_mode_render_command(C, i32 0, i32 2)
set_front_facing_winding_render_command(C, i32 0, i32 1)
set_depth_stencil_state_render_command(C, i32 0, %struct._depth_stencil_state_t addrspace(1)* readonly %)
draw_indexed_primitives_render_command.p1i32(C, i32 0, i32 3, i32 0, i32 addrspace(1)* null, i32 0, i32 0, i32 0)
set_kernel_buffer_compute_command.p1i8(C, i32 0, i8 addrspace(1)* %, i64 -1, i32 0)
""".strip().replace("C,", "%struct._command_buffer_t addrspace(1)* nocapture %,"),
    "point_of": "_Z5Point.MTL_CONTROL_POINT_FN(i32 %, %struct._patch_control_point_t* %)",
}


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("probes") / "probes.metal"
    path.write_text(SOURCE)
    options = CompileOptions(target=AirTarget("macos26"), standard="metal4.0")
    return print_module(read_module(compile_source(path, options).bitcode))


@needs_clang
@pytest.mark.long
def test_calls_are_those_of_apples_compiler(text: str) -> None:
    module = read_text(text)
    for name, expected in EXPECTED.items():
        calls = [
            f"{call.flags} {call.name.removeprefix('air.')}{call.operands[call.operands.index(' (') + 1 :]}".strip()
            for call in module.bodies[name].calls
            if ".convert." not in call.name
        ]
        assert "\n".join(calls) == expected, name


@needs_clang
@pytest.mark.long
def test_flags_and_attributes_are_those_of_apples_compiler(text: str) -> None:
    module = read_text(text)
    relaxed = "reassoc nsz arcp contract afn"
    assert module.bodies["quotient"].arithmetic == {f"fdiv {relaxed}": 1}
    assert module.bodies["chosen"].arithmetic == {f"select {relaxed}": 1}
    for name in ("quotient", "chosen"):
        assert '"no-nans-fp-math"="false"' in module.bodies[name].attributes
        assert '"no-signed-zeros-fp-math"="true"' in module.bodies[name].attributes
    assert "willreturn" not in module.bodies["texel"].attributes
    assert module.bodies["texel"].calls[0].attributes == "nounwind"
    assert module.bodies["point_of"].calls[0].attributes == "convergent nounwind readonly willreturn"
    assert "_texture_3d_t addrspace(1)* nocapture %" in module.bodies["texel"].signature
    assert re.search(r'!"generated\(1vf\)", !"air.vertex_value", !"air.arg_type_name", !"float"', text)
    for name, elements in (
        ("sparse_color", "<{ <4 x float>, i64, [8 x i8] }>"),
        ("function_handle", "{ %struct._function_handle_t addrspace(1)* }"),
    ):
        assert f'%"struct.metal::{name}" = type {elements}\n' in text
        assert re.search(rf'define %"struct.metal::{name}" @', text) is not None
    assert '"imageblock<Data, layout_explicit>"' in text and '"imageblock<Colors, layout_implicit>"' in text


@needs_clang
@pytest.mark.long
def test_forms_of_older_air(tmp_path: Path) -> None:
    path = tmp_path / "old.metal"
    path.write_text("""
#include <metal_stdlib>
using namespace metal;
struct A { command_buffer c; };
kernel void old(constant A& a [[buffer(0)]], device float4* b [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  render_command r(a.c, i); r.set_vertex_buffer(b, STRIDE 0); b[i].x = simd_ballot(i > 3).all(); }
""")
    options = [
        CompileOptions(target=AirTarget("macos13"), defines=(f"STRIDE={stride}",), warnings=("-w",))
        for stride in ("", "16,")
    ]
    names = {f.name for f in read_module(compile_source(path, options[0]).bitcode).functions}
    assert "air.set_vertex_buffer_render_command.p1i8" in names and "air.simd_vote_all.i64" not in names
    with pytest.raises(BuildError, match="stride of a vertex buffer"):
        compile_source(path, options[1])


@needs_clang
@pytest.mark.long
def test_what_is_compiled_is_decompiled(tmp_path: Path) -> None:
    path = tmp_path / "again.metal"
    path.write_text("""
#include <metal_stdlib>
using namespace metal;
struct A { command_buffer c; };
kernel void again(constant A& a [[buffer(0)]], device uint* b [[buffer(1)]], uint i [[thread_position_in_grid]]) {
  render_command r(a.c, i); r.set_vertex_buffer(b, 2u); r.set_vertex_buffer(b, 16, 1u);
  compute_command c(a.c, i); c.set_kernel_buffer(b, 1u); b[i] = simd_ballot(b[i] > 3).all() + quad_vote(7).any(); }
""")
    options = CompileOptions(target=AirTarget("macos26"))
    text = decompile_module(read_module(compile_source(path, options).bitcode))[0].body
    assert re.findall(r"set_\w+\([^,]*b, (.*)\);", text) == ["2u", "16ul, 1u", "1u"]
    assert "simd_vote(votes).all()" in text and "quad_vote(ushort(7)).any()" in text


PAIR = """
define float @f(float noundef %0) local_unnamed_addr #0 {
  %2 = tail call fast float @air.fast_sin.f32(float %0) #1, !tbaa !3
  %3 = tail call fast float @air.fast_cos.f32(float 1.000000e+00) #1
  ret float %2
}
declare float @air.fast_sin.f32(float) local_unnamed_addr #2
attributes #0 = { nounwind "a"="b" }
attributes #1 = { nounwind readnone }
attributes #2 = { readnone nounwind }
"""


def test_pairs_are_compared_point_by_point() -> None:
    theirs = read_text(PAIR)
    assert differences(theirs, read_text(PAIR.replace("%0", "%8")), "f") == {}
    for old, new, point in (
        ("fast float @air.fast_sin", "float @air.fast_sin", "flags of calls"),
        ("1.000000e+00", "2.000000e+00", "operands of calls"),
        ("#1 = { nounwind readnone", "#1 = { nounwind", "attributes of calls"),
        ("readnone nounwind", "nounwind", "declarations"),
        ("fast_cos", "fast_tan", "functions called"),
        ('"a"="b"', '"a"="c"', "attributes of functions"),
        ("@f(float noundef", "@f(float", "signature"),
    ):
        assert set(differences(theirs, read_text(PAIR.replace(old, new)), "f")) == {point}, point


@needs_clang
@pytest.mark.long
def test_functions_that_do_not_compile_are_left_out() -> None:
    source = 'extern "C" float good(float x) { return x; }\nextern "C" float bad(float x) { return y; }\n'
    assert [(first, last) for first, last, _ in functions_of(source)] == [(1, 1), (2, 2)]
    module, refused = compiled("#include <metal_stdlib>\n" + source, "metal3.2")
    assert list(module.bodies) == ["good"] and "undeclared identifier" in refused["bad"]


@needs_clang
@pytest.mark.long
def test_instances_of_several_levels(tmp_path: Path) -> None:
    """As in a fixture of lin72h/metal2vulkan (`native_callback_free_multi_level_query_returns_path_…`): the levels,
    then the arrays for the ids; the result has their number. Two levels are those of `instancing` (P08M40_run14).
    """
    path = tmp_path / "levels.metal"
    path.write_text("""
#include <metal_stdlib>
#include <metal_raytracing>
using namespace metal;
using namespace metal::raytracing;
kernel void three(instance_acceleration_structure s [[buffer(0)]], device uint* o [[buffer(1)]]) {
  intersector<instancing, max_levels<3>> i;
  auto x = i.intersect(ray(), s, 255);
  o[0] = x.instance_count; o[1] = x.instance_id[1]; o[2] = x.user_instance_id[0];
}
kernel void two(instance_acceleration_structure s [[buffer(0)]], device uint* o [[buffer(1)]]) {
  intersector<instancing, max_levels<2>> i;
  auto x = i.intersect(ray(), s);
  o[0] = x.instance_count; o[1] = x.instance_id[0]; o[2] = x.user_instance_id[0];
}
""")
    options = CompileOptions(target=AirTarget("macos26"))
    module = read_text(print_module(read_module(compile_source(path, options).bitcode)))
    [call] = [call for call in module.bodies["three"].calls if call.name.startswith("air.intersect.")]
    assert call.name == "air.intersect.multi_level_instancing"
    assert "i8 addrspace(1)*, i8 }" in call.operands
    assert (
        ", i32 255, " in call.operands
        and "i8* null, i64 0, i8 3, i32* nonnull %, i32* nonnull %, i32 0, " in call.operands
    )
    [call] = [call for call in module.bodies["two"].calls if call.name.startswith("air.intersect.")]
    assert call.name == "air.intersect.instancing"
    older = CompileOptions(target=AirTarget("macos14"))
    with pytest.raises(BuildError, match=r"needs AIR 2\.8"):
        compile_source(path, older)


@needs_clang
@pytest.mark.long
def test_slices_of_members(tmp_path: Path) -> None:
    """As in Apple's output beside sources of steelbrain/metal2vulkan: kernel_imageblock_scaled_tile, …_slice_region."""
    path = tmp_path / "slices.metal"
    path.write_text("""
#include <metal_stdlib>
using namespace metal;
struct Cell { float4 a; short4 b; half c; };
struct Colors { float4 a [[color(0)]]; half2 b [[color(1)]]; };
kernel void whole(texture2d<float, access::write> t [[texture(0)]], texture2d<half, access::write> u [[texture(1)]],
                  imageblock<Cell, imageblock_layout_explicit> img, ushort2 p [[thread_position_in_grid]]) {
  threadgroup_imageblock Cell* o = img.data(ushort2(0, 0));
  t.write(img.slice(o->a), p);
  u.write(img.slice(o->c), p);
}
kernel void sized(texture2d<float, access::write> t [[texture(0)]], texture2d<short, access::write> u [[texture(1)]],
                  imageblock<Cell, imageblock_layout_explicit> img, ushort2 n [[threads_per_threadgroup]]) {
  threadgroup_imageblock Cell* o = img.data(ushort2(0, 0));
  t.write(img.slice(o->a, n), uint2(0, 0));
  u.write(img.slice(o->b, n >> 1), ushort2(8, 0));
}
kernel void colors(texture2d<half, access::write> t [[texture(0)]], imageblock<Colors> img,
                   ushort2 n [[thread_position_in_threadgroup]]) { t.write(img.slice<half2>(1u), n); }
""")
    module = read_text(print_module(read_module(compile_source(path, CompileOptions(AirTarget("macos26"))).bitcode)))
    base, head = "write_imageblock_slice_to_texture_2d", "i8 addrspace(4)* nocapture %, i1"
    expected = {
        "whole": [
            (".i16.v4f32", "false, <2 x i16> zeroinitializer, <2 x i16> undef, <2 x i16> %, i16 0, i1 false, i32 2"),
            (".i16.f16", "false, <2 x i16> zeroinitializer, <2 x i16> undef, <2 x i16> %, i16 0, i1 false, i32 2"),
        ],
        "sized": [
            (
                ".v4f32",
                "true, <2 x i16> zeroinitializer, <2 x i16> %, <2 x i32> zeroinitializer, i32 0, i1 false, i32 2",
            ),
            (
                ".i16.v4i16",
                "true, <2 x i16> zeroinitializer, <2 x i16> %, <2 x i16> <i16 8, i16 0>, i16 0, i1 false, i32 2",
            ),
        ],
        "colors": [
            (".i16.v2f16", "false, <2 x i16> zeroinitializer, <2 x i16> undef, <2 x i16> %, i16 0, i1 true, i32 2")
        ],
    }
    for name, calls in expected.items():
        actual = [call for call in module.bodies[name].calls if "_slice_" in call.name]
        assert [call.name for call in actual] == [f"air.{base}{suffix}" for suffix, _ in calls]
        for call, (_, operands) in zip(actual, calls, strict=True):
            assert call.operands.endswith(f"{head} {operands})"), call.operands
    wrong = path.with_name("wrong.metal")
    wrong.write_text(path.read_text().replace("t.write(img.slice(o->a), p);", "u.write(img.slice(o->a), p);"))
    with pytest.raises(BuildError, match="a slice is written to a texture of its elements"):
        compile_source(wrong, CompileOptions(AirTarget("macos26")))
