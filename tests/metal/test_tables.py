"""Ray tracing, tables of functions, tessellation, interpolants, stitching: what AIR says, and what the CPU computes.

Beside Apple's compiler: gfx-rs/metal-rs' ray tracing library, whose source and result are public (corpus).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import EntryPoint, read_entry_points, read_interface
from mtlb.air.lint import lint_module
from mtlb.base.errors import BuildError, UnsupportedError
from mtlb.cpu import Kernel
from mtlb.ir import InstCode, Module
from mtlb.metal.raytracing import control_point_function
from mtlb.metal.stitching import symbols_of
from tests.metal.needed import needs_clang
from tests.metal.test_rewrite import written

HEAD = "#include <metal_stdlib>\nusing namespace metal;\nusing namespace metal::raytracing;\n"
TABLES = """
[[visible]] float twice(float x, device const float* p) { return 2 * x + p[0]; }
[[visible]] float shaded(float3 n, texture2d<float> t) { return n.x + t.read(uint2(0)).x; }
[[stitchable]] half4 tint(float2 position, half4 color, float amount) { return color * half(amount + position.x); }
using F = float(float, device const float*);
kernel void table(visible_function_table<F> fs [[buffer(0)]], device float* o [[buffer(1)]],
    device const float* p [[buffer(2)]], uint i [[thread_position_in_grid]]) {
  auto f = fs[i & 1];
  if (f) o[i] = f(o[i], p) + fs[0](1.0f, p);
}
struct Scene { primitive_acceleration_structure s [[id(0)]]; visible_function_table<float(float)> f [[id(1)]]; };
kernel void nested(constant Scene& s [[buffer(0)]], device float* o [[buffer(1)]]) {
  intersector<> i; ray r; r.origin = float3(1);
  o[0] = i.intersect(r, s.s).distance + s.f[0](3.0f);
}
namespace points { struct CP { float4 p [[attribute(0)]]; float2 uv [[attribute(1)]]; }; }
struct PatchIn { patch_control_point<points::CP> points; float4 each [[attribute(2)]]; };
[[patch(triangle, 3)]] vertex float4 tess(PatchIn in [[stage_in]], float3 at [[position_in_patch]]) {
  float4 p = in.each;
  for (uint n = 0; n < in.points.size(); n++) p += in.points[n].p * at[n] + in.points[n].uv.x;
  return p;
}
[[vertex, patch(quad, 16)]] float4 unread(patch_control_point<points::CP> cp [[stage_in]], ushort pid [[patch_id]]) {
  return float4(pid);
}
struct FIn {
  float4 p [[position]];
  interpolant<float2, interpolation::perspective> uv;
  interpolant<float, interpolation::no_perspective> z [[user(zz)]];
};
fragment float4 pulled(FIn in [[stage_in]], uint s [[sample_id]]) {
  return float4(in.uv.interpolate_at_center() + in.uv.interpolate_at_sample(s), in.z.interpolate_at_centroid(),
    in.z.interpolate_at_offset(get_sample_position(s)));
}
struct Colors { float4 a [[color(0)]]; half4 b [[color(1)]]; };
struct In { float4 p [[position]]; float2 uv; };
fragment Colors blend(In in [[stage_in]], Colors before) { before.a += in.uv.x; before.b *= 2; return before; }
struct Hit { bool accept [[accept_intersection]]; bool go [[continue_search]]; };
struct Pay { float2 bary; uint tag; };
[[intersection(triangle, triangle_data, instancing)]] Hit cut(float2 b [[barycentric_coord]],
    ray_data Pay& pay [[payload]], uint id [[primitive_id]], constant float& limit [[buffer(0)]]) {
  pay.bary = b; pay.tag = id;
  return {b.x < limit, true};
}
[[intersection(bounding_box)]] bool all(uint id [[primitive_id]], const device void* data [[primitive_data]]) {
  return *(const device uint*)data == id;
}
"""
RAYS = """
struct Pay { float2 bary; uint tag; };
kernel void traced(instance_acceleration_structure s [[buffer(0)]], device float4* o [[buffer(2)]],
    intersection_function_table<triangle_data, instancing> t [[buffer(1)]]) {
  ray r(float3(0), float3(0, 0, 1));
  intersector<triangle_data, instancing> i;
  i.accept_any_intersection(true);
  i.force_opacity(forced_opacity::non_opaque);
  Pay p;
  auto hit = i.intersect(r, s, 3, t, p);
  if (hit.type == intersection_type::triangle)
    o[0] = float4(hit.triangle_barycentric_coord, hit.distance, hit.triangle_front_facing + p.tag);
  intersection_query<triangle_data, instancing> q(r, s);
  while (q.next())
    if (q.get_candidate_intersection_type() == intersection_type::triangle) q.commit_triangle_intersection();
  o[1].xy = q.get_committed_triangle_barycentric_coord();
  o[1].zw = float2(q.get_committed_distance(), q.get_committed_instance_id());
  o[2] = float4(q.get_committed_object_to_world_transform()[0], 0);
}
kernel void moved(acceleration_structure<instancing, instance_motion> s [[buffer(0)]], device float* o [[buffer(1)]]) {
  intersector<instancing, instance_motion, world_space_data> i;
  o[0] = i.intersect(ray(), s, 1, 0.5f).world_to_object_transform[1].x;
}
"""
_CALLBACK = """
kernel void called(primitive_acceleration_structure s [[buffer(0)]], device float* o [[buffer(1)]],
    intersection_function_table<triangle_data> t [[buffer(2)]]) {
  float4 p = 0;
  intersector<triangle_data> i;
  i.intersect(ray(), s, t, p, [&](intersection_result_ref<triangle_data> hit, const ray_data float4& q) {
    o[0] = hit.get_distance() + q.x;
  });
}
"""


def metal_source(text: str) -> str:
    """A source file with what these tests have in front of each text."""
    return HEAD + text


def _module(folder: Path, text: str, target: str) -> tuple[bytes, Module, dict[str, EntryPoint]]:
    path = folder / "a.metal"
    path.write_text(metal_source(text), encoding="utf-8")
    compiled = mtlb.compile(path, target)
    assert compiled.warnings == []
    assert [finding.code for finding in lint_module(compiled.bitcode) if finding.code != "AIR095"] == []
    module = mtlb.read_module(compiled.bitcode)
    return compiled.bitcode, module, {entry_point.name: entry_point for entry_point in read_entry_points(module)}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Module, dict[str, EntryPoint]]:
    return _module(tmp_path_factory.mktemp("tables"), TABLES, "macos14")


def _calls(module: Module, function: str) -> list[str]:
    actual = module.function(function)
    assert actual is not None
    return [i.operands[-1].name for i in actual.instructions() if i.code is InstCode.CALL]


@needs_clang
@pytest.mark.long
def test_tables_of_functions(tables: tuple[bytes, Module, dict[str, EntryPoint]]) -> None:
    _, _, entries = tables
    table = entries["table"].arguments[0]
    assert (table.kind, table.type_name) == (
        "visible_function_table", "visible_function_table<float (float, const float *)>"
    )  # fmt: skip
    assert [(argument.kind, argument.type_name) for argument in entries["twice"].arguments] == [
        ("visible_input", "float"),
        ("visible_input", "float"),
    ]
    assert entries["shaded"].arguments[1].type_name == "__metal_texture_2d_t"
    scene = entries["nested"].arguments[0].struct_type_info
    assert scene is not None
    assert [field.type_name for field in scene.fields] == [
        "acceleration_structure<>",
        "visible_function_table<float (float)>",
    ]


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("target", "name"),
    [("macos11", "instance_acceleration_structure"), ("macos12", "acceleration_structure<instancing>")],
)
def test_names_of_acceleration_structures(tmp_path: Path, target: str, name: str) -> None:
    """Both sources of Apple's modules of AIR 2.3 (DsoTsin/metalib-spirv) and 2.5 (gfx-rs/metal-rs) have the former."""
    text = "kernel void k(instance_acceleration_structure s [[buffer(0)]], device uint* o [[buffer(1)]]) {\n"
    text += "  *o = is_null_instance_acceleration_structure(s); }\n"
    _, _, entries = _module(tmp_path, text, target)
    assert [argument.type_name for argument in entries["k"].arguments] == [name, "uint"]


@needs_clang
@pytest.mark.long
def test_what_functions_of_a_table_compute(tmp_path: Path) -> None:
    bitcode, _, _ = _module(tmp_path, TABLES[: TABLES.index("struct Scene")], "macos14")
    out, ten = np.arange(4, dtype="f4"), np.full(1, 10, "f4")
    with Kernel(bitcode, "table", functions={"twice": bitcode}) as kernel:
        kernel.run(4, buffers={"fs": ["twice", "twice"], "o": out, "p": ten})
    assert out.tolist() == [2 * n + 10 + 12 for n in range(4)]


@needs_clang
@pytest.mark.long
def test_tessellation(tables: tuple[bytes, Module, dict[str, EntryPoint]]) -> None:
    _, module, entries = tables
    tess, unread = entries["tess"], entries["unread"]
    assert tess.patch is not None and (tess.patch.kind.name, tess.patch.control_points) == ("TRIANGLE", 3)
    assert [argument.kind for argument in tess.arguments] == [
        "patch_control_point_input",
        "patch_input",
        "position_in_patch",
    ]
    reader = "_ZN6points2CPE.MTL_CONTROL_POINT_FN"
    assert tess.arguments[0].control_point_function == reader and reader in _calls(module, "tess")
    assert [(field.name, field.location_index) for field in tess.arguments[0].fields] == [("p", 0), ("uv", 1)]
    function = module.function(reader)
    assert function is not None and function.section == "air.externally_defined"
    assert unread.arguments[0].control_point_function is None


@needs_clang
@pytest.mark.long
def test_interpolants_and_colors(tables: tuple[bytes, Module, dict[str, EntryPoint]]) -> None:
    _, module, entries = tables
    position, uv, z, _ = entries["pulled"].arguments
    assert position.kind == "position" and uv.sampling_qualifier is not None
    assert [(item.sampling_qualifier.name, item.attribute_name) for item in (uv, z) if item.sampling_qualifier] == [
        ("INTERPOLATION_FUNCTION", "generated(2uvDv2_f)"),
        ("INTERPOLATION_FUNCTION", "user(zz)"),
    ]
    assert "air.interpolate_sample_perspective.v2f32" in _calls(module, "pulled")
    assert [(argument.kind, argument.render_target_index) for argument in entries["blend"].arguments[2:]] == [
        ("render_target", 0),
        ("render_target", 1),
    ]


@needs_clang
@pytest.mark.long
def test_intersection_functions(tables: tuple[bytes, Module, dict[str, EntryPoint]]) -> None:
    _, _, entries = tables
    cut, every = entries["cut"], entries["all"]
    assert cut.flags == ["triangle", "instancing", "triangle_data"] and every.flags == ["bounding_box"]
    assert [argument.kind for argument in cut.arguments] == ["barycentric_coord", "payload", "primitive_id", "buffer"]
    assert [output.kind for output in cut.outputs] == ["accept_intersection", "continue_search"]
    assert [argument.kind for argument in every.arguments] == ["primitive_id", "primitive_data"]
    types = [element.params[0] for element in cut.function.value_type.result.elements]
    assert types == [1, 1] and cut.function.arguments[1].type.address_space == 5


@needs_clang
@pytest.mark.long
def test_stitchable_functions(tables: tuple[bytes, Module, dict[str, EntryPoint]]) -> None:
    _, module, entries = tables
    stitching = entries["tint"].stitching
    assert stitching is not None and [item.name for item in stitching] == ["", "position", "color", "amount"]
    half4 = "_ZN5metal22_stitching_traits_implIDv4_DhE"
    assert symbols_of(mtlb.emit.half4)[1] == f"{half4}18store_return_valueEPvS1_"
    function = module.function(f"{half4}13load_argumentEPv")
    assert function is not None and function.linkage.is_local and function.calling_convention == 0
    assert any(variable.name == "llvm.compiler.used" for variable in module.globals)


@needs_clang
@pytest.mark.long
def test_intersectors_and_queries(tmp_path: Path) -> None:
    _, module, _ = _module(tmp_path, RAYS, "macos13")
    calls = _calls(module, "traced")
    assert "air.intersect.instancing.triangle_data" in calls
    assert calls.count("air.deallocate_intersection_query.instancing.triangle_data") == 1
    function = module.function("traced")
    assert function is not None
    (intersect,) = [
        i
        for i in function.instructions()
        if i.code is InstCode.CALL and i.operands[-1].name.startswith("air.intersect.")
    ]
    # origin, direction, two distances, structure, mask, table, payload, its size, six numbers, two bools
    assert [getattr(operand, "params", None) for operand in intersect.operands[5:6]] == [(3,)]
    assert [int(operand.params[0]) if operand.params else 0 for operand in intersect.operands[9:15]] == [
        0,
        0,
        0,
        0,
        2,
        3,
    ]  # type: ignore[attr-defined]
    assert len(intersect.operands) == 18
    assert "air.intersect.instancing.world_space_data.instance_motion" in _calls(module, "moved")


@needs_clang
@pytest.mark.long
def test_callbacks(tmp_path: Path) -> None:
    _, module, _ = _module(tmp_path, _CALLBACK, "macos26")
    assert _calls(module, "called") == [
        "llvm.lifetime.start.p0i8",
        "llvm.memset.p0i8.i64",  # the payload; fills remain calls from AIR 2.6 on, as in Apple's modules
        "air.intersect_direct_access.triangle_data",
        "air.get_distance_intersection_result.triangle_data",
        "air.release_intersection_result.triangle_data",
        "air.release_intersect_payload.triangle_data",
        "llvm.lifetime.end.p0i8",
    ]
    with pytest.raises(BuildError, match=r"a\.metal:\d+:\d+: error: .*needs AIR 2\.8"):
        _module(tmp_path, _CALLBACK, "macos15")


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[intersection(sphere)]] bool f() { return true; }", "one of triangle, bounding_box and curve"),
        ("[[intersection(triangle, user_data)]] bool f() { return true; }", "the tag 'user_data'"),
        ("[[stitchable]] float f(device atomic_int* p) { return 1; }", "with the type _atomic is not compiled"),
        ("kernel void k(primitive_acceleration_structure s [[buffer(0)]], device float* o [[buffer(1)]]) {\n"
         "intersector<instancing> i; o[0] = i.intersect(ray(), s).distance; }", "does not fit the tags"),
        ("[[patch]] vertex float4 v(uint i [[patch_id]]) { return 0; }", r"says triangle or quad"),
        ("struct S { patch_control_point<S> p; };\n[[patch(quad, 1)]] vertex float4 v(S s [[stage_in]]) { return 0; }",
         "S has control points of its own type"),
        ("struct E { int a; };\nconstant E e [[function_constant(0)]];\nkernel void k(device int* o [[buffer(0)]]) "
         "{ o[0] = e.a; }", "neither a number nor a vector"),
        ("struct H { bool a; };\n[[intersection(triangle)]] H f() { return {true}; }", "needs an attribute"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises((BuildError, UnsupportedError), match=message):
        _module(tmp_path, text, "macos14")


@needs_clang
@pytest.mark.long
def test_types_of_function_constants(tmp_path: Path) -> None:
    text = "typedef float4 Color;\nconstant Color c [[function_constant(1)]];\nconstant unsigned int n "
    text += "[[function_constant(0)]];\nkernel void k(device float4* o [[buffer(0)]]) { o[0] = c * n; }"
    _, module, _ = _module(tmp_path, text, "macos14")
    constants = {
        function_constant.name: function_constant.type_name
        for function_constant in read_interface(module).function_constants
    }
    assert constants == {"c": "float4", "n": "uint"}


def test_names_of_control_points() -> None:
    for symbol, name in (
        ("_ZN5__mtl8point_ofI2CPJDv4_fEE4readEjPN5metal22_patch_control_point_tE", "_Z2CP"),
        ("_ZN5__mtl8point_ofIN1n1TIfEEJfEE4readEj", "_ZN1n1TIfEE"),
        ("_ZN5__mtl8describeIN6points2CPEE5valueE", "_ZN6points2CPE"),
    ):
        assert control_point_function(symbol) == f"{name}.MTL_CONTROL_POINT_FN"


def test_what_the_rewriter_writes() -> None:
    text = written("struct C { float4 a [[color(0)]]; };\nfragment float4 f(C c) { return c.a; }")
    assert "__mtl::is_color" in text and "__mtl::entry<&::f, 4294967296u>" in text
    text = written("[[patch(quad, N + 1)]] vertex float4 v(patch_control_point<P> p [[stage_in]]) { return 0; }")
    assert "__mtl::entry<&::v, 0u, uint(N + 1)>" in text
    text = written("struct S { visible_function_table<float(int)> t [[id(1)]]; float f(); };")
    assert "&S::t," in text and "&S::f" not in text
