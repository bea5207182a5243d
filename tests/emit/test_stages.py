"""Every kind of entry point: what is declared is what the metadata says, and the module is sound."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import mtlb
from mtlb import emit
from mtlb.air import EntryPoint, describe_all
from mtlb.base.errors import BuildError
from mtlb.base.metal import MeshTopology, PatchKind
from mtlb.emit import boolean, f32, float2, float3, float4, half4, i32, u8, u16, u32, uint2, ushort2
from tests.emit.llvm import require_valid


def entries(m: emit.Module) -> list[EntryPoint]:
    assert m.check() == []
    require_valid(m)
    assert mtlb.link([m]).functions
    return [description.entry for description in describe_all(m.air_bytes())]


def kinds(entry: EntryPoint) -> list[tuple[str, str, str]]:
    return [(argument.kind, argument.type_name, argument.name) for argument in entry.arguments]


def test_post_tessellation_vertex_functions() -> None:
    m = emit.Module("macos14", "patch")
    v = m.patch_vertex("surface", "quad", 4)
    points = v.control_points("points", [("position", float3, 0), ("weight", f32, 1)])
    v.patch_input("tint", float4, 2)
    at = v.builtin("position_in_patch", float2)
    v.out("position", float4, "position")
    b = v.entry()
    first = v.control_point(points, 0)
    b.ret(b.vector(first[0] * first[1] + at.x, 1.0))
    (entry,) = entries(m)
    assert entry.patch is not None
    assert (entry.patch.kind, entry.patch.control_points) == (PatchKind.QUAD, 4)
    assert [field.name for field in entry.arguments[0].fields] == ["position", "weight"]
    assert entry.arguments[0].control_point_function == "surface.MTL_CONTROL_POINT_FN"
    assert kinds(entry)[1:] == [
        ("patch_input", "float4", "tint"),
        ("position_in_patch", "float2", "position_in_patch"),
    ]


@pytest.mark.parametrize("target", ["ios11", "macos11", "ios17", "macos26"])
def test_fragments_that_use_the_imageblock(target: str) -> None:
    m = emit.Module(target, "pixel")
    pixel = m.struct("Pixel", [("color", half4), ("depth", f32)])
    f = m.fragment("blend")
    before = f.imageblock_data("before", pixel)
    f.imageblock_out("after", pixel, raster_order_group=1)
    f.out(half4, name="color")
    b = f.entry()
    b.ret(color=before["color"], after=[before[0], before["depth"] * 0.5])
    (entry,) = entries(m)
    (inputs,), (after, color) = entry.arguments, entry.outputs
    assert (inputs.kind, inputs.type_name, inputs.data_size, inputs.type_align) == ("imageblock_data", "Pixel", 16, 8)
    assert (after.kind, after.name, color.kind) == ("imageblock_data", "after", "render_target")
    groups = [
        [field.raster_order_group for field in item.struct_type_info.fields]
        for item in (inputs, after)
        if item.struct_type_info
    ]
    assert groups == [[None, None], [1, 1]]


def test_wrong_use_of_the_imageblock() -> None:
    m = emit.Module("macos14")
    pixel = m.struct("Pixel", [("color", float4), ("depth", f32)])
    f = m.fragment("f")
    with pytest.raises(BuildError, match=r"imageblock_data 'x' .*: the member 'flag' is bool, no number or vector"):
        f.imageblock_data("x", m.struct("Flags", [("flag", boolean)]))
    with pytest.raises(BuildError, match=r"out \(.*\): Pixel is not a value: load its members one by one"):
        f.out(pixel)
    before = f.imageblock_data("before", pixel)
    with pytest.raises(BuildError, match=r"there is no member 'normal' \(one of color, depth\)"):
        before["normal"]
    with pytest.raises(BuildError, match=r"two arguments are named 'before'"):
        f.imageblock_data("before", pixel)
    f.imageblock_out("after", pixel)
    f.out(float4, name="color")
    b = f.entry()
    color = b.const(float4, 0)
    with pytest.raises(BuildError, match=r"1 values for the 2 members of 'after'"):
        b.ret([color], color)
    with pytest.raises(BuildError, match=r"one value for the output 'after', which has 2 members"):
        b.ret(color, color)
    with pytest.raises(BuildError, match=r"several values for the output 'color' of float4"):
        b.ret([color, 1.0], [1.0, 2.0])
    with pytest.raises(BuildError, match=r"a float4 for the member 'depth' of float"):
        b.ret([color, color], color)
    b.ret([color, 1.0], color)
    require_valid(m)


def test_tile_functions() -> None:
    m = emit.Module("ios17", "tile")
    pixel = m.struct("Pixel", [("color", half4), ("depth", f32)])
    t = m.tile("resolve")
    block = t.imageblock("block", pixel)
    at = t.builtin("pixel_position_in_tile", ushort2)
    b = t.entry()
    data = b.air("imageblock_data", at, 0, b.const(u16, 0))
    memory = b.bitcast(data, emit.ptr(f32, emit.threadgroup_imageblock))
    memory.store(1.0)
    assert block.type.name == "imageblock"
    b.ret()
    (entry,) = entries(m)
    assert kinds(entry)[0] == ("imageblock", "imageblock<Pixel, layout_explicit>", "block")
    assert (entry.arguments[0].data_size, entry.arguments[0].type_align) == (16, 8)


def test_intersection_functions() -> None:
    m = emit.Module("macos14", "rays")
    s = m.intersection("sphere", "bounding_box", "instancing", "triangle_data")
    origin, direction = s.builtin("origin"), s.builtin("direction")
    nearest = s.builtin("min_distance")
    table = s.buffer("centers", float3, 0, "read")
    s.out("accept", "accept_intersection")
    s.out("distance", "distance")
    b = s.entry()
    way = table[0].load() - origin
    distance = b.air("dot", way, direction)
    b.ret(accept=distance > nearest, distance=distance)
    (entry,) = entries(m)
    assert entry.flags == ["bounding_box", "instancing", "triangle_data"]
    assert [output.kind for output in entry.outputs] == ["accept_intersection", "distance"]


def test_mesh_facts() -> None:
    m = emit.Module("macos14", "mesh")
    e = m.mesh("draw")
    mesh = e.mesh("output", 64, 32, "line")
    mesh.vertex("position", float4, "position")
    mesh.vertex("color", float3)
    mesh.primitive("id", u32, user="number")
    b = e.entry()
    mesh.set_vertex(0, position=b.const(float4, 0.0), color=b.const(float3, 1.0))
    mesh.set_primitive(0, id=3)
    mesh.set_index(0, b.const(u8, 0))
    mesh.set_primitive_count(1)
    b.ret()
    (entry,) = entries(m)
    facts = entry.arguments[0].mesh_type_info
    assert facts is not None
    assert (facts.max_vertices, facts.max_primitives, facts.topology) == (64, 32, MeshTopology.LINE)
    assert [(vertex_type.kind, vertex_type.id) for vertex_type in facts.vertex_types] == [
        ("position", None),
        ("mesh_vertex_data", 0),
    ]
    assert facts.primitive_types[0].attribute_name == "user(number)"


def test_fragment_inputs_and_outputs() -> None:
    m = emit.Module("macos14", "fragment")
    f = m.fragment("f", early_fragment_tests=True)
    f.stage_in("uv", float2, interpolation="centroid_no_perspective")
    f.stage_in("id", i32)
    before = f.color_in("before", float4, 0)
    f.builtin("front_facing")
    f.builtin("barycentric_coord")
    f.out(float4, name="color", render_target=0)
    f.out(float4, name="second", render_target=0, blend_source=1)
    f.depth("depth", "less")
    f.builtin_out("mask", u32, "sample_mask")
    b = f.entry()
    b.ret(before, before, depth=0.5, mask=1)
    (entry,) = entries(m)
    assert entry.flags == ["early_fragment_tests"]
    assert [output.kind for output in entry.outputs] == ["render_target", "render_target", "depth", "sample_mask"]
    assert [argument.index for argument in entry.arguments] == [0, 1, 2, 3, 4]


def test_a_bare_result_has_no_name() -> None:
    m = emit.Module("macos14", "fragment")
    f = m.fragment("f")
    f.out(float4)
    b = f.entry()
    b.ret(b.const(float4, [1, 0, 0, 1]))
    (entry,) = entries(m)
    assert entry.outputs[0].name == ""
    assert "define <4 x float> @f()" in m.text()


RESOURCES: dict[str, Callable[[], emit.Handle]] = {
    "instance_acceleration_structure": lambda: emit.instance_acceleration_structure,
    "primitive_acceleration_structure": lambda: emit.primitive_acceleration_structure,
    "visible_function_table": lambda: emit.visible_function_table("float (float)"),
    "intersection_function_table": lambda: emit.intersection_function_table("instancing"),
    "command_buffer": lambda: emit.command_buffer,
    "render_pipeline_state": lambda: emit.render_pipeline_state,
    "compute_pipeline_state": lambda: emit.compute_pipeline_state,
    "depth_stencil_state": lambda: emit.depth_stencil_state,
}


@pytest.mark.parametrize("kind", RESOURCES)
def test_resources(kind: str) -> None:
    m = emit.Module("macos14", "resources")
    k = m.kernel("k")
    k.resource("it", RESOURCES[kind](), 3)
    k.entry().ret()
    (entry,) = entries(m)
    assert (entry.arguments[0].kind, entry.arguments[0].location_index) == (kind, 3)


SHAPES = ["texture1d", "texture1d_array", "texture2d", "texture2d_array", "texture3d", "texturecube", "depth2d"]


@pytest.mark.parametrize("target", ["macos10.14", "macos14", "macos26"])
@pytest.mark.parametrize("shape", SHAPES)
def test_textures_of_every_shape(shape: str, target: str) -> None:
    m = emit.Module(target, "textures")
    k = m.kernel("k")
    count = 1 if "1d" in shape else 3 if "3d" in shape or "cube" in shape else 2
    image = k.texture("image", emit.texture(shape, f32), 0)
    filter_ = k.sampler("filter", 0)
    out = k.buffer("out", f32, 0)
    b = k.entry()
    float_type = emit.vector(f32, count) if count > 1 else f32
    uint_type = emit.vector(u32, count) if count > 1 else u32
    index = 1 if "array" in shape else None
    sampled = b.texture.sample(image, filter_, b.const(float_type, 0.5), index=index, level=1.0)
    read = b.texture.read(image, b.const(uint_type, 1), index=index)
    both = [item.x if isinstance(item.type, emit.Vector) else item for item in (sampled, read)]
    out[0].store(both[0] + both[1] + b.convert(b.texture.size(image, "width"), f32))
    b.ret()
    assert [argument.kind for argument in entries(m)[0].arguments] == ["texture", "sampler", "buffer"]


def test_function_constants_decide_about_arguments() -> None:
    m = emit.Module("ios17", "constants")
    use = m.function_constant("use", boolean, 7, required=False)
    scale = m.function_constant("scale", f32, 8)
    k = m.kernel("k")
    out = k.buffer("out", f32, 0)
    k.buffer("first", f32, 1, when=use)
    at = k.builtin("thread_position_in_grid", uint2)
    b = k.entry()
    with b.if_(b.is_defined(use) & b.use(use)):
        out[at.x].store(b.use(scale))
    b.ret()
    description = describe_all(m.air_bytes())[0]
    assert [
        (function_constant.name, function_constant.index, function_constant.required)
        for function_constant in description.function_constants
    ] == [
        ("use", 7, False),
        ("scale", 8, True),
    ]
    predicate = description.entry.arguments[1].function_constant
    assert predicate is not None
    assert (predicate.type_name, predicate.name) == ("bool", "use")
    assert mtlb.link([m]).functions


def test_lines_of_the_source() -> None:
    for target in ("macos11", "macos14"):
        m = emit.Module(target, "lines", source="/src/lines.toy")
        k = m.kernel("k")
        out = k.buffer("out", f32, 0)
        b = k.entry()
        b.line(12, 3)
        out[0].store(1.0)
        b.ret()
        description = describe_all(m.air_bytes())[0]
        assert description.debug_location is not None
        assert (description.debug_location.line, description.debug_location.path) == (12, "/src/lines.toy")
        assert m.check() == []
        assert mtlb.link([m]).functions


def test_llvm_keeps_the_lines_of_the_source(capfd: pytest.CaptureFixture[str]) -> None:
    """LLVM drops all debug info of a module if one record is wrong, and says so on standard error."""
    from llvmlite import binding

    m = emit.Module("macos14", "lines", source="/src/lines.toy")
    k = m.kernel("k")
    out = k.buffer("out", f32, 0)
    b = k.entry()
    b.line(12, 3)
    out[0].store(1.0)
    b.ret()
    text = m.text()
    assert "spFlags: DISPFlagDefinition | DISPFlagOptimized" in text
    assert "!dbg" in str(binding.parse_assembly(text, binding.create_context()))
    assert "ignoring invalid debug info" not in capfd.readouterr().err


def test_every_method_makes_what_llvm_takes() -> None:
    m = emit.Module("macos26", "methods")
    half8 = m.function("half8", emit.vector(emit.f16, 8), [emit.vector(emit.f16, 8)])
    half8.ret(-half8.arguments[0])
    k = m.kernel("k")
    image = k.texture("image", emit.texture2d(f32, "read_write"), 0)
    sampled = k.texture("sampled", emit.texture2d(f32), 1)
    shadow = k.texture("shadow", emit.depth2d(), 2)
    filter_ = k.sampler("filter", 0)
    data, counts = k.buffer("data", f32, 0), k.buffer("counts", u32, 1)
    tile = k.threadgroup("tile", emit.array(u32, 64))
    at = k.builtin("thread_position_in_grid", uint2)
    b = k.entry()
    x = data[at.x].load()
    b.texture.write(image, b.texture.read(image, at), at)
    b.texture.fence(image)
    uv = b.const(float2, 0.5)
    gathered = b.texture.gather(sampled, filter_, uv, 2)
    biased = b.texture.sample(sampled, filter_, uv, bias=0.5, offset=[1, -1])
    data[1].store(gathered.x + biased.w + b.select(biased.resident, 1.0, x))
    data[2].store(
        b.texture.sample_compare(shadow, filter_, uv, 0.25) + b.texture.sample(shadow, filter_, uv, level=0.0)
    )
    b.barrier("threadgroup|device")
    b.simdgroup_barrier("none")
    b.fence("device")
    old = b.atomic("add", counts[0], 1)
    b.atomic("store", counts[1], old)
    b.atomic("exchange", data[3], 2.0)
    b.atomic("max", tile[0], old, order="seq_cst")
    with b.if_(b.atomic.compare_exchange(counts[2], b.variable(u32, 0), 7)):
        counts[3].store(b.atomic("load", counts[2]))
    total = b.simd("sum", x) + b.simd("shuffle_down", x, 1) + b.quad("broadcast", x, at.y)
    counts[4].store(b.convert(b.simd("ballot", x > 0.0), u32))
    matrix = b.matrix.load(data, 8)
    product = b.matrix.multiply_accumulate(matrix, b.matrix.fill(emit.simdgroup_float8x8, 1.0), matrix)
    b.matrix.store(product, data, 8)
    packed_ = b.pack("unorm4x8", biased)
    data[4].store(total + b.unpack("unorm4x8", packed_).y + b.math("clamp", x, 0.0, 1.0))
    many = b.vector(b.const(float4, 1.0), x, x, x, x)
    halves = b.call(half8, b.vector(*(b.convert(item, emit.f16) for item in many)))
    data[5].store(b.convert(halves[7], f32))
    data[6].store(b.convert(b.convert(x, emit.bf16), f32) + b.convert(b.convert(x, i32) % 3, f32))
    data[7].store(b.bitcast(~b.bitcast(x, u32), f32))
    with b.fast_math(False):
        data[8].store(b.math("exp", x) + b.math("pow", x, 2.0))
    b.ret()
    assert "tail call void @air.write_texture_2d.v4f32(" in m.text()
    assert len(entries(m)[0].arguments) == 7


def test_a_bitcast_does_not_make_memory_writable() -> None:
    m = emit.Module("macos14")
    k = m.kernel("k")
    data = k.buffer("data", f32, 0, "read")
    read = k.builder.bitcast(data, emit.ptr(u32, emit.device, "read"))
    read.load()
    with pytest.raises(BuildError, match="it is for reading only"):
        k.builder.bitcast(data, emit.ptr(u32, emit.device))
