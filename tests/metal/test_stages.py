"""The rarer stages and types: what the rewriter writes, and AIR's functions and metadata through a real clang.

Beside Apple's compiler: `python -m bench.metal_sources embedded` (gsm-renderer's HardwareGaussianShaders and Apple's
ModernRendering, which libraries of the corpus embed).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mtlb
from mtlb.air import EntryPoint, read_entry_points
from mtlb.air.lint import lint_module
from mtlb.base.errors import BuildError
from mtlb.bitcode import read_module
from mtlb.cpu import Kernel
from mtlb.ir import Constant, ConstantCode, InstCode, Module
from mtlb.ir.text.printer import print_module
from mtlb.metal import CompileOptions, compile_source
from mtlb.metal.optimise import copy_threes, pass_objects
from tests.metal.needed import needs_clang
from tests.metal.test_rewrite import written

STAGES = """
struct Vertex { float4 position [[position]]; half2 uv; half fade; };
struct Face { uint slice [[render_target_array_index]]; float shade; };
struct Payload { uint count; half4 tint[8]; };
typedef metal::mesh<Vertex, Face, 64, 32, metal::topology::triangle> Mesh;
[[object, max_total_threads_per_threadgroup(32)]]
void split(object_data Payload& payload [[payload]], mesh_grid_properties grid,
    uint i [[thread_index_in_threadgroup]]) {
  payload.tint[i & 7] = half4(i);
  if (i == 0) { payload.count = 3; grid.set_threadgroups_per_grid(uint3(3, 1, 1)); }
}
[[mesh]] void draw(Mesh out, const object_data Payload& payload [[payload]], uint i [[thread_index_in_threadgroup]]) {
  Vertex v; v.position = float4(i); v.uv = payload.tint[0].xy; v.fade = 1;
  out.set_vertex(i, v);
  Face f; f.slice = 2; f.shade = 0.5;
  out.set_primitive(0, f);
  out.set_index(0, i);
  out.set_primitive_count(payload.count);
}
struct Pixel { half4 color [[raster_order_group(0)]]; float depth [[raster_order_group(0)]]; };
struct Stored { Pixel pixel [[imageblock_data]]; };
kernel void cleared(imageblock<Pixel, imageblock_layout_explicit> block,
    ushort2 at [[thread_position_in_threadgroup]]) {
  threadgroup_imageblock Pixel* p = block.data(at);
  p->depth = 1;
}
struct Depth { float value [[color(0)]]; };
kernel void reduced(imageblock<Depth> block, device float* out [[buffer(0)]],
    ushort2 at [[thread_position_in_threadgroup]]) { out[at.x] = block.read(at).value; }
fragment Stored blended(float4 p [[position]], Pixel previous [[imageblock_data]]) {
  Stored s; s.pixel.color = previous.color + 1; s.pixel.depth = previous.depth; return s;
}
struct Commands { command_buffer all [[id(0)]]; device uint* indices [[id(1)]]; };
kernel void encoded(constant Commands& c [[buffer(0)]], device MTLIndirectCommandBufferExecutionRange& range
    [[buffer(1)]], constant float4& color [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  render_command r(c.all, i);
  r.set_vertex_buffer(&color, 1); r.set_fragment_buffer(c.indices, 2);
  r.draw_indexed_primitives(primitive_type::triangle, 3, c.indices + range.location, 1);
}
fragment float4 rated(float4 p [[position]], constant rasterization_rate_map_data& rates [[buffer(0)]]) {
  rasterization_rate_map_decoder decoder(rates);
  return float4(decoder.map_physical_to_screen_coordinates(p.xy), 0, 0);
}
fragment half4 sparse(float4 p [[position]], texture2d<half> t [[texture(0)]]) {
  constexpr sampler s;
  sparse_color<half4> v = t.sparse_sample(s, p.xy);
  return v.resident() ? v.value() : half4(0);
}
struct Either { union { float4 all; struct { packed_float3 center; float radius; }; }; uint last; };
kernel void inside(device Either* e [[buffer(0)]], constant uint& unused [[buffer(1)]]) { e[0].radius = e[1].all.x; }
constant int kind [[function_constant(0)]];
constant bool is_small = kind == 3;
constant bool is_large = kind != 3;
kernel void chosen(device int* a [[buffer(0), function_constant(is_small)]], constant int& b [[buffer(0),
    function_constant(is_large)]], device int* out [[buffer(1)]]) { if (is_small) out[0] = a[1]; else out[0] = b; }
"""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("stages") / "stages.metal"
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{STAGES}", encoding="utf-8")
    compiled = mtlb.compile(path, "macos14")
    assert compiled.warnings == [] and lint_module(compiled.bitcode) == []
    return compiled.bitcode


@pytest.fixture(scope="module")
def module(stages: bytes) -> Module:
    return mtlb.read_module(stages)


@pytest.fixture(scope="module")
def entries(module: Module) -> dict[str, EntryPoint]:
    return {entry_point.name: entry_point for entry_point in read_entry_points(module)}


@needs_clang
@pytest.mark.long
def test_mesh_and_object_functions(entries: dict[str, EntryPoint], module: Module) -> None:
    assert entries["split"].kind.label == "object" and entries["draw"].kind.label == "mesh"
    assert entries["split"].max_work_group_size == 32
    assert [argument.kind for argument in entries["split"].arguments][:2] == ["payload", "mesh_grid_properties"]
    assert entries["split"].arguments[0].type_size == 72
    mesh = entries["draw"].arguments[0]
    assert mesh.type_name == "mesh<Vertex, Face, 64, 32, triangle>" and mesh.mesh_type_info is not None
    shape = mesh.mesh_type_info
    assert [(vertex_type.kind, vertex_type.id, vertex_type.name) for vertex_type in shape.vertex_types] == [
        ("position", None, "position"),
        ("mesh_vertex_data", 0, "uv"),
        ("mesh_vertex_data", 1, "fade"),
    ]
    assert [primitive_type.kind for primitive_type in shape.primitive_types] == [
        "render_target_array_index",
        "mesh_primitive_data",
    ]
    names = {function.name for function in module.functions}
    assert {
        "air.set_position_mesh",
        "air.set_vertex_data_mesh.v2f16",
        "air.set_primitive_data_mesh.f32",
        "air.set_render_target_array_index_mesh.i32",
        "air.set_threadgroups_per_grid_mesh_properties",
    } <= names


@needs_clang
@pytest.mark.long
def test_imageblocks(entries: dict[str, EntryPoint], module: Module) -> None:
    cleared, reduced = entries["cleared"].arguments[0], entries["reduced"].arguments[0]
    assert (cleared.type_name, cleared.data_size) == ("imageblock<Pixel, layout_explicit>", 16)
    assert reduced.type_name == "imageblock<Depth, layout_implicit>"
    assert [argument.kind for argument in entries["blended"].arguments] == ["position", "imageblock_data"]
    assert [output.kind for output in entries["blended"].outputs] == ["imageblock_data"]
    pixel = entries["blended"].outputs[0].struct_type_info
    assert pixel is not None and [field.raster_order_group for field in pixel.fields] == [0, 0]
    names = {function.name for function in module.functions}
    assert {"air.imageblock_data", "air.load.implicit_imageblock.f32"} <= names


PIXELS = """#include <metal_stdlib>
using namespace metal;
struct Bits { bool sign [[raster_order_group(1)]];
  bool2 pair [[raster_order_group(1)]]; half2 h [[raster_order_group(1)]]; };
struct Whole { float d [[raster_order_group(1)]]; Bits bits; };
struct Stored { Whole data [[imageblock_data]]; };
fragment Stored f(Whole v [[imageblock_data]]) {
  Stored r; r.data.d = v.d + 1;
  r.data.bits.sign = !v.bits.sign; r.data.bits.pair = v.bits.pair.yx; r.data.bits.h = v.bits.h * 2; return r;
}
fragment Stored g(Stored v [[imageblock_data]]) { v.data.d *= 2; return v; }
"""


@needs_clang
@pytest.mark.long
def test_imageblock_data_with_bools_and_structs(tmp_path: Path) -> None:
    path = tmp_path / "a.metal"
    path.write_text(PIXELS)
    bitcode = compile_source(path, CompileOptions()).bitcode
    before = np.zeros(2, [("d", "f4"), ("sign", "u1"), ("", "u1"), ("pair", "u1", 2), ("h", "f2", 2)])
    before["d"], before["sign"], before["pair"], before["h"] = [1, 2], [0, 1], [1, 0], [[1, 2], [3, 4]]
    after, doubled = before.copy(), before.copy()
    after["d"], after["sign"], after["pair"], after["h"] = [2, 3], [1, 0], [0, 1], [[2, 4], [6, 8]]
    doubled["d"] *= 2
    for name, expected in (("f", after), ("g", doubled)):
        with Kernel(bitcode, name) as kernel:
            actual = kernel.run((2, 1), inputs={"v": before}).outputs["data"]
        given = np.frombuffer(actual.tobytes(), before.dtype)
        assert all(given[field].tolist() == expected[field].tolist() for field in ("d", "sign", "pair", "h"))
    points = {point.name: point for point in read_entry_points(read_module(bitcode))}
    [whole] = points["g"].arguments[0].struct_type_info.fields  # type: ignore[union-attr]
    assert whole.struct_type_info is not None and whole.raster_order_group is None
    first, bits = whole.struct_type_info.fields
    assert bits.struct_type_info is not None
    assert [field.raster_order_group for field in (first, *bits.struct_type_info.fields)] == [1, 1, 1, 1]


LAYERS = """#include <metal_stdlib>
using namespace metal;
template<int N> struct Data {
  rgba8unorm<half4> colors [[raster_order_group(0)]] [N]; half depths [[raster_order_group(0)]] [N];
  half2 pairs [[raster_order_group(0)]] [2];
};
template<int N> struct Block { Data<N> data; };
template<int N> struct Stored { Block<N> block [[imageblock_data]]; };
fragment Stored<3> f(float4 p [[position]], Block<3> block [[imageblock_data]]) {
  for (short i = 0; i < 3; ++i) {
    half depth = block.data.depths[i];
    block.data.depths[i] = depth * 2;
    block.data.colors[i] = half4(block.data.colors[i]).bgra;
  }
  block.data.pairs[1] = block.data.pairs[0].yx;
  return { .block = block };
}
"""


@needs_clang
def test_imageblock_data_with_arrays_and_pixel_types(tmp_path: Path) -> None:
    """As in Apple's sample of order independent transparency, which albertinopadin/ToyFlightSimulator follows."""
    path = tmp_path / "a.metal"
    path.write_text(LAYERS)
    compiled = compile_source(path, CompileOptions())
    assert not compiled.warnings
    before = np.zeros(1, [("colors", "u1", (3, 4)), ("depths", "f2", 3), ("", "u1", 2), ("pairs", "f2", (2, 2))])
    before["colors"], before["depths"] = np.arange(12).reshape(3, 4), [1, 2, 3]
    before["pairs"] = [[4, 5], [6, 7]]
    with Kernel(compiled.bitcode, "f") as kernel:
        actual = kernel.run((1, 1), inputs={"block": before, "p": np.zeros((1, 4), "f4")}).outputs["block"]
    after = np.frombuffer(actual.tobytes(), before.dtype)
    assert after["colors"].tolist() == before["colors"][..., [2, 1, 0, 3]].tolist()
    assert (after["depths"].tolist(), after["pairs"].tolist()) == ([[2, 4, 6]], [[[4, 5], [5, 4]]])


@needs_clang
@pytest.mark.long
def test_commands_rates_and_sparse_textures(entries: dict[str, EntryPoint], module: Module) -> None:
    names = {function.name for function in module.functions}
    assert {
        "air.set_vertex_buffer_render_command.p2i8",
        "air.set_fragment_buffer_render_command.p1i8",
        "air.draw_indexed_primitives_render_command.p1i32",
        "air.map_physical_to_screen_coordinates.v2f32.p2i8.i32",
    } <= names
    assert [argument.type_name for argument in entries["encoded"].arguments][
        1
    ] == "metal::MTLIndirectCommandBufferExecutionRange"
    rates = entries["rated"].arguments[1]
    assert rates.type_name == "metal::rasterization_rate_map_data"
    sparse = print_module(module).partition("@sparse(")[2].partition("\n}")[0]
    bit = r"(%\d+) = and i8 \1, 1\n  (%\d+) = icmp eq i8 \2, 0"
    flag = re.search(rf"(%\d+) = extractvalue {{ <4 x half>, i8 }} %\d+, 1\n  {bit}", sparse)
    assert flag is not None, sparse  # set where the texel is not resident
    assert re.search(rf"select nsz i1 {flag[3]}, <4 x half> %\d+, <4 x half> zeroinitializer", sparse)


@needs_clang
@pytest.mark.long
def test_members_without_a_name_and_unused_arguments(entries: dict[str, EntryPoint]) -> None:
    either, unused = entries["inside"].arguments
    assert unused.unused and not either.unused and either.struct_type_info is not None
    union, last = either.struct_type_info.fields
    assert (union.type_name, union.field_name, union.size, last.offset) == ("Either::(anonymous)", "", 16, 16)
    assert union.struct_type_info is not None
    assert [(field.field_name, field.offset, field.size) for field in union.struct_type_info.fields] == [
        ("all", 0, 16),
        ("", 0, 16),
    ]


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("kind", [3, 4])
def test_arguments_by_computed_constants(stages: bytes, kind: int) -> None:
    out = np.zeros(1, np.int32)
    name = "a" if kind == 3 else "b"
    buffers: dict[str | int, Any] = {name: np.array([5, 6], np.int32)[: 2 if kind == 3 else 1], "out": out}
    mtlb.run(stages, "chosen", 1, 1, buffers=buffers, constants={"kind": kind}, check=True)
    assert out[0] == (6 if kind == 3 else 5)


@needs_clang
@pytest.mark.long
def test_values_of_threadgroup_memory(tmp_path: Path) -> None:
    path = tmp_path / "x.metal"
    text = "kernel void k(device half* a [[buffer(0)]]) { threadgroup half t[4] = {2.5h}; a[0] = t[0]; t[0] = a[1]; }"
    path.write_text(f"#include <metal_stdlib>\n{text}")
    [variable] = mtlb.read_module(mtlb.compile(path).bitcode).globals
    assert isinstance(variable.initializer, Constant)
    assert variable.address_space == 3 and variable.initializer.code is not ConstantCode.UNDEF
    path.write_text(f"#include <metal_stdlib>\n{text.replace('t[4]', 't[4] = {1}, u[2]')}")
    with pytest.raises(BuildError, match="several variables in threadgroup memory with values"):
        mtlb.compile(path)


@needs_clang
@pytest.mark.long
def test_arrays_of_textures_and_samplers(tmp_path: Path) -> None:
    path = tmp_path / "x.metal"
    path.write_text(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "fragment float4 f(float4 p [[position]], array<texture2d<float>, 4> t [[texture(1)]],\n"
        "  const array<sampler, 2> s [[sampler(0)]], constant uint& n [[buffer(0)]])\n"
        "  { return t[n].sample(s[n & 1], p.xy); }"
    )
    module = mtlb.read_module(mtlb.compile(path).bitcode)
    [entry] = read_entry_points(module)
    actual = [
        (argument.kind, argument.type_name, argument.location_index, argument.location_count)
        for argument in entry.arguments[1:3]
    ]
    texture = ("texture", "array<texture2d<float, sample>, 4>", 1, 4)
    assert actual == [texture, ("sampler", "array<sampler, 2>", 0, 2)]
    assert not any(instruction.code is InstCode.ALLOCA for instruction in entry.function.instructions())


@needs_clang
@pytest.mark.long
def test_outputs_that_amplified_vertices_share(tmp_path: Path) -> None:
    path = tmp_path / "x.metal"
    path.write_text(
        "#include <metal_stdlib>\nusing namespace metal;\n"
        "struct V { float4 p [[position]]; float2 uv; uint eye; };\n"
        "vertex V f(uint i [[vertex_id]], ushort a [[amplification_id]], constant float4* c [[buffer(0)]]) {\n"
        "  V v; v.p = c[a + i]; v.uv = c[i].xy; v.eye = a; return v; }\n"
        "vertex V g(uint i [[vertex_id]], constant float4* c [[buffer(0)]]) {\n"
        "  V v; v.p = c[i]; v.uv = 0; v.eye = 1; return v; }"
    )
    entries = {
        entry_point.name: entry_point for entry_point in read_entry_points(mtlb.read_module(mtlb.compile(path).bitcode))
    }
    assert [output.shared for output in entries["f"].outputs] == [False, True, False]
    assert not any(output.shared for output in entries["g"].outputs)


@needs_clang
@pytest.mark.long
def test_members_of_a_mesh(tmp_path: Path) -> None:
    path = tmp_path / "x.metal"
    path.write_text(
        "#include <metal_stdlib>\n"
        "struct V { float4 p [[position]]; float s [[point_size]]; float c [[clip_distance]] [2]; uint2 kind; };\n"
        "struct P { bool gone [[primitive_culled]]; uint id [[primitive_id]]; };\n"
        "[[mesh]] void f(metal::mesh<V, P, 3, 1, metal::topology::point> m) {\n"
        "  m.set_vertex(0, V()); m.set_primitive(0, P()); m.set_primitive_count(m.max_primitives); }"
    )
    module = read_module(mtlb.compile(path).bitcode)
    names = {function.name for function in module.functions if function.is_declaration}
    assert names >= {
        *(f"air.set_{name}_mesh" for name in ("position", "point_size", "clip_distance", "primitive_id")),
        "air.set_primitive_culled_mesh",
        "air.set_vertex_data_mesh.v2i32",
    }
    [entry] = read_entry_points(module)
    assert entry.arguments[0].mesh_type_info is not None
    assert [item.array_size for item in entry.arguments[0].mesh_type_info.vertex_types][2] == 2


@needs_clang
@pytest.mark.parametrize("count", [1, 2])
def test_clip_distances(tmp_path: Path, count: int) -> None:
    """Dawn's tests have an array of one; that its type stays an array is a guess."""
    path = tmp_path / "x.metal"
    path.write_text(
        f"struct V {{ float4 p [[position]]; float c [[clip_distance]] [{count}]; float a; }};\n"
        f"vertex V f(uint i [[vertex_id]]) {{ V v; v.p = i; v.c[{count - 1}] = i; v.c[0] = 1; v.a = 2; return v; }}"
    )
    module = read_module(mtlb.compile(path).bitcode)
    [entry] = read_entry_points(module)
    assert [(item.kind, item.array_size) for item in entry.outputs][1] == ("clip_distance", count)
    assert f"define <{{ <4 x float>, [{count} x float], float }}> @f(i32" in print_module(module)


def test_what_the_rewriter_writes() -> None:
    text = written("struct A { float4 p [[position]]; float x[(2)]; union { int i; float f; }; };")
    assert "__mtl::marked<__mtl::field<&A::p, __builtin_offsetof(A, p), 0>, __mtl::is_position>" in text
    assert "__builtin_offsetof(A, x)" in text
    assert "__mtl::group<A, 4, __mtl::field<&A::i," in text
    text = written(
        "constant int n [[function_constant(1)]]; constant bool b = n > 2;"
        " kernel void k(device int* p [[buffer(0), function_constant(b)]]) {}"
    )
    assert 'extern "C" __attribute__((used, nodebug)) bool __mtl_predicate_b() { return __mtl_derived_b(); }' in text


def test_copies_of_vectors_of_three() -> None:
    text = """%u = type { <3 x half> }
%"struct.metal::vec" = type { %u }
%struct.B = type { i32, %"struct.metal::vec", <4 x half> }
define void @f(ptr %0) {
  %1 = alloca %"struct.metal::vec", align 8
  %2 = getelementptr inbounds %struct.B, ptr %0, i32 0, i32 1
  %3 = getelementptr inbounds %struct.B, ptr %0, i32 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %0, ptr align 8 %1, i64 8, i1 false), !tbaa.struct !1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %0, i64 8, i1 false), !tbaa.struct !1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %0, i64 8, i1 false), !tbaa.struct !1
}"""
    lines = [line for line in copy_threes(text).splitlines() if "memcpy" in line]
    assert ["i64 6, i1 false)" in line for line in lines] == [True, True, False]
    assert ["!tbaa.struct" in line for line in lines] == [False, False, True]


def test_structs_that_entry_points_take() -> None:
    text = """define i32 @_ZN5__mtl8entry_ofIX1fEE4callE(ptr noundef byval(%struct.P) align 8 %0, i32 %1) {
  %3 = load i32, ptr %0
  ret i32 %3
}"""
    lines = pass_objects(text).splitlines()
    assert lines[0].endswith("(%struct.P %0, i32 %1) {")
    assert lines[1:4] == [
        "  %mtlb.copy.0 = alloca %struct.P, align 8",
        "  store %struct.P %0, ptr %mtlb.copy.0, align 8",
        "  %3 = load i32, ptr %mtlb.copy.0",
    ]


def test_objects_that_visible_functions_take() -> None:
    """By their elements; padding at the end of a plain struct that AIR's type has anyway is not one."""
    name = "_ZN5__mtl12called_entryIX1fELj0EE4callE1P1Q"
    text = f"""%struct.P = type <{{ <2 x float>, i32, [4 x i8] }}>
%struct.Q = type {{ float, %struct.P }}
%"struct.__mtl::plain_object" = type {{ %struct.P }}
define void @{name}(ptr noundef byval(%"struct.__mtl::plain_object") align 8 %0, ptr byval(%struct.Q) align 8 %1) {{
  %3 = call i32 %2(i32 1, ptr noundef byval(%struct.Q) align 8 %1)
  %4 = call i32 @g(ptr noundef byval(%struct.Q) align 8 %1)
  ret void
}}"""
    lines = pass_objects(text).splitlines()[3:]
    parameters = "<2 x float> %mtlb.part.0.0, i32 %mtlb.part.0.1, float %mtlb.part.1.0, %struct.P %mtlb.part.1.1"
    assert lines[0] == f"define void @{name}({parameters}) {{"
    plain = '%"struct.__mtl::plain_object"'
    assert lines[1:5] == [
        f"  %mtlb.copy.0 = alloca {plain}, align 8",
        f"  %mtlb.copy.0.0 = insertvalue {plain} poison, <2 x float> %mtlb.part.0.0, 0, 0",
        f"  %mtlb.copy.0.1 = insertvalue {plain} %mtlb.copy.0.0, i32 %mtlb.part.0.1, 0, 1",
        f"  store {plain} %mtlb.copy.0.1, ptr %mtlb.copy.0, align 8",
    ]
    assert lines[9:] == [
        "  %mtlb.passed.1 = load %struct.Q, ptr %mtlb.copy.1, align 8",
        "  %mtlb.passed.1.0 = extractvalue %struct.Q %mtlb.passed.1, 0",
        "  %mtlb.passed.1.1 = extractvalue %struct.Q %mtlb.passed.1, 1",
        "  %3 = call i32 %2(i32 1, float %mtlb.passed.1.0, %struct.P %mtlb.passed.1.1)",
        "  %4 = call i32 @g(ptr noundef byval(%struct.Q) align 8 %mtlb.copy.1)",
        "  ret void",
        "}",
    ]
