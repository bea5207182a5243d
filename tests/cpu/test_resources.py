"""Argument buffers, arrays of resources, addresses, function tables, command buffers, rate maps."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError, RunError, UnsupportedError
from mtlb.convert import attach
from mtlb.cpu import Address, Image, IndirectCommand, Kernel, MemoryReference, RateMap, Sampler
from mtlb.cpu.memory import Pieces
from mtlb.cpu.process import Session
from mtlb.emit import boolean, constant, device, f32, float2, float3, float4, ptr, u8, u32, u64
from tests.cpu.kernels import kernel


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as result:
        yield result


def scene_kernel() -> bytes:
    """Every thread adds what its object's buffer, texture and numbers say."""
    module = emit.Module("macos14")
    mesh = module.struct("Mesh", [("places", ptr(f32, device)), ("weight", f32)])
    scene = module.struct(
        "Scene",
        [
            ("meshes", ptr(mesh, device)),
            ("image", emit.texture2d(f32)),
            ("filter", emit.sampler),
            ("offset", float2),
            ("count", u32),
        ],
    )
    k = module.kernel("k")
    inputs = k.buffer("scene", scene, 0, "read", space=constant)
    out = k.buffer("out", f32, 1)
    index = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    item = inputs["meshes"].load()[index]
    value = item["places"].load()[index].load() * item["weight"].load()
    texel = b.texture.sample(inputs["image"].load(), inputs["filter"].load(), inputs["offset"].load(), level=0.0)
    out[index].store(value + texel.x + b.convert(inputs["count"].load(), f32))
    b.ret()
    return module.air_bytes()


PLACES = [np.arange(4, dtype="f4") + 10 * n for n in range(4)]
IMAGE = np.linspace(0, 1, 16, dtype="f4").reshape(4, 4)


def scene(**changes: object) -> dict[str, object]:
    meshes = [{"places": places, "weight": 2.0} for places in PLACES]
    return {
        "meshes": meshes,
        "image": Image(IMAGE),
        "filter": Sampler(),
        "offset": (0.4, 0.6),
        "count": 7,
        **changes,
    }


@pytest.mark.long
def test_argument_buffers(session: Session) -> None:
    out = np.zeros(4, "f4")
    with Kernel(scene_kernel(), "k", check=True, session=session) as k:
        result = k.run(4, 4, buffers={"scene": scene(), "out": out})
    assert not result.findings
    expected = [2 * PLACES[n][n] + IMAGE[2, 1] + 7 for n in range(4)]
    np.testing.assert_allclose(out, expected, rtol=1e-6)


@pytest.mark.long
def test_checks_know_what_an_argument_buffer_points_to(session: Session) -> None:
    meshes = [{"places": np.zeros(2, "f4"), "weight": 1.0} for _ in range(4)]
    with Kernel(scene_kernel(), "k", check=True, session=session) as k:
        result = k.run(4, 4, buffers={"scene": scene(meshes=meshes), "out": np.zeros(4, "f4")})
    assert {finding.code for finding in result.findings} == {"out-of-bounds"}
    assert "'scene'.meshes[2].places[2] of 2 elements" in result.findings[0].message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"missing": 1}, "'scene' has no member 'missing': it has meshes, image, filter, offset, count"),
        ({"count": "x"}, "'scene'.count of uint: 'x' is not a number of that type"),
        ({"offset": (1, 2, 3)}, "'scene'.offset of float2: 3 numbers, expected 2"),
        ({"image": 3}, "texture 'scene'.image: give an Image or an array, not 3"),
        (
            {"meshes": [{"places": np.zeros(4, "f8")}]},
            "buffer 'scene'.meshes.places is of float, but the array is of float64",
        ),
    ],
)
def test_wrong_members_are_errors(change: dict[str, object], message: str, session: Session) -> None:
    with Kernel(scene_kernel(), "k", session=session) as k, pytest.raises(BuildError) as error:
        k.run(4, 4, buffers={"scene": scene(**change), "out": np.zeros(4, "f4")})
    assert message in str(error.value)


def test_structs_without_resources_are_mappings_too(session: Session) -> None:
    module = emit.Module("macos14")
    params = module.struct("Params", [("a", f32), ("tint", float3), ("values", emit.array(f32, 3)), ("flag", boolean)])
    k = module.kernel("k")
    inputs = k.constant("params", params, 0)
    out = k.buffer("out", f32, 1)
    b = k.entry()
    total = inputs["a"].load() + inputs["tint"].load().y + inputs["values"][2].load()
    out[0].store(b.select(inputs["flag"].load(), total, 0.0))
    b.ret()
    out_array = np.zeros(1, "f4")
    values = {"a": 1, "tint": (1, 20, 3), "values": [1, 2, 300], "flag": True}
    with Kernel(module.air_bytes(), "k", session=session) as kernel:
        kernel.run(1, buffers={"params": values, "out": out_array})
        assert out_array[0] == 321
        with pytest.raises(BuildError, match=r"'params'.values of float: 2 numbers, expected 3"):
            kernel.run(1, buffers={"params": {"values": [1, 2]}, "out": out_array})


def test_arrays_of_textures_in_an_argument_buffer(session: Session) -> None:
    module = emit.Module("macos14")
    images = module.struct("Images", [("all", emit.array(emit.texture2d(f32), 3))])
    k = module.kernel("k")
    inputs = k.buffer("images", images, 0, "read", space=constant)
    out = k.buffer("out", float4, 1)
    index = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    out[index].store(b.texture.read(inputs["all"][index].load(), b.vector(index, b.const(u32, 0))))
    b.ret()
    pictures = [np.full((2, 3, 4), n, "f4") for n in range(3)]
    values = np.zeros((3, 4), "f4")
    with Kernel(module.air_bytes(), "k", session=session) as kernel:
        kernel.run(3, buffers={"images": {"all": pictures}, "out": values})
    assert values[:, 0].tolist() == [0, 1, 2]


def test_addresses_in_buffers_are_followed(session: Session) -> None:
    """What bindless code does: numbers of 64 bits that are addresses."""

    text = """
define void @k(ptr addrspace(1) %table, ptr addrspace(1) %out, i32 %i) {
  %n = zext i32 %i to i64
  %p = getelementptr i64, ptr addrspace(1) %table, i64 %n
  %a = load i64, ptr addrspace(1) %p
  %t = inttoptr i64 %a to ptr addrspace(1)
  %x = load float, ptr addrspace(1) %t
  %q = getelementptr float, ptr addrspace(1) %out, i64 %n
  store float %x, ptr addrspace(1) %q
  ret void
}
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("table", u64, 0, "read")
    k.buffer("out", f32, 1)
    k.builtin("thread_position_in_grid", u32)
    first, second, out = np.array([3.0, 4.0], "f4"), np.array([5.0], "f4"), np.zeros(2, "f4")
    with Kernel(a.air_bytes(), "k", check=True, session=session) as kernel:
        result = kernel.run(2, buffers={"table": [Address(first, 4), Address(second)], "out": out})
    assert out.tolist() == [4.0, 5.0] and not result.findings


def test_the_same_array_is_the_same_memory(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        source, target = k.buffer("source", f32, 0), k.buffer("target", f32, 1)
        k.entry()
        target[0].store(5.0)
        target[1].store(source[0].load())

    both = np.zeros(2, "f4")
    with Kernel(kernel(body), "k", session=session) as k:
        k.run(1, buffers={"source": both, "target": both})
    assert both.tolist() == [5.0, 5.0]


# --- functions that are linked in ------------------------------------------------------------------------------------


TABLE = """
target triple = "air64-apple-macosx14.0.0"
%struct._visible_function_table_t = type opaque
define void @k(ptr addrspace(1) %table, ptr addrspace(1) %out, i32 %i) {
  %p = call ptr @air.get_function_pointer_visible_function_table(ptr addrspace(1) %table, i32 %i)
  %x = uitofp i32 %i to float
  %y = call float %p(float %x)
  %n = zext i32 %i to i64
  %q = getelementptr float, ptr addrspace(1) %out, i64 %n
  store float %y, ptr addrspace(1) %q
  ret void
}
declare ptr @air.get_function_pointer_visible_function_table(ptr addrspace(1), i32)
"""


def table_kernel() -> bytes:
    a = attach(TABLE, "macos14")
    k = a.kernel("k")
    k.resource("table", emit.visible_function_table("float (float)"), 0)
    k.buffer("out", f32, 1)
    k.builtin("thread_position_in_grid", u32)
    return a.air_bytes()


def visible(name: str, add: float) -> bytes:
    module = emit.Module("macos14", name)
    v = module.visible(name)
    x = v.argument("x", f32)
    v.returns(f32)
    b = v.entry()
    b.ret(x + add)
    return module.air_bytes()


def test_function_tables(session: Session) -> None:
    out = np.zeros(3, "f4")
    functions = {"ten": visible("ten", 10.0), "hundred": visible("hundred", 100.0)}
    with Kernel(table_kernel(), "k", functions=functions, session=session) as k:
        k.run(3, buffers={"table": ["ten", "hundred", "ten"], "out": out})
        assert out.tolist() == [10, 101, 12]
        with pytest.raises(BuildError, match=r"'other' is not linked in; linked are ten, hundred"):
            k.run(1, buffers={"table": ["other"], "out": out})
        with pytest.raises(RunError, match="has no function at the index that was called"):
            k.run(3, buffers={"table": ["ten", None], "out": out})


def test_visible_functions_run_alone(session: Session) -> None:
    with Kernel(visible("ten", 10.0), "ten", session=session) as k:
        result = k.run(4, inputs={"x": np.arange(4)})
    assert next(iter(result.outputs.values())).ravel().tolist() == [10, 11, 12, 13]


def test_functions_that_are_called_by_name(session: Session) -> None:
    text = """
define void @k(ptr addrspace(1) %out) {
  %y = call float @ten(float 3.0)
  store float %y, ptr addrspace(1) %out
  ret void
}
declare float @ten(float)
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("out", f32, 0)
    data = a.air_bytes()
    out = np.zeros(1, "f4")
    with pytest.raises(UnsupportedError, match="uses functions that can't be run: ten"):
        Kernel(data, "k", session=session)
    with Kernel(data, "k", functions={"ten": visible("ten", 10.0)}, session=session) as kernel:
        kernel.run(1, buffers={"out": out})
    assert out[0] == 13


# --- command buffers, rate maps --------------------------------------------------------------------------------------


def test_calls_about_indirect_commands_are_returned(session: Session) -> None:
    module = emit.Module("macos14")
    arguments = module.struct("Arguments", [("commands", emit.command_buffer), ("vertices", ptr(f32, device))])
    k = module.kernel("k")
    inputs = k.buffer("arguments", arguments, 0, "read", space=constant)
    index = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    buffer = inputs["commands"].load()
    b.air("reset_render_command", buffer, index)
    vertices = b.bitcast(inputs["vertices"].load()[index], ptr(u8, device))
    b.air("set_vertex_buffer_render_command", buffer, index, vertices, 2)
    b.air("draw_primitives_render_command", buffer, index, 3, 0, 6, 1, index)
    b.ret()
    data = module.air_bytes()
    with Kernel(data, "k", check=True, session=session) as kernel:
        result = kernel.run(2, buffers={"arguments": {"commands": 16, "vertices": np.zeros(8, "f4")}})
        assert result.commands == {
            "arguments.commands": [
                command
                for n in range(2)
                for command in (
                    IndirectCommand(n, "reset_render", ()),
                    IndirectCommand(n, "set_vertex_buffer_render", (MemoryReference("'arguments'.vertices", 4 * n), 2)),
                    IndirectCommand(n, "draw_primitives_render", (3, 0, 6, 1, n)),
                )
            ]
        }
        with pytest.raises(BuildError, match=r"6 calls, but room for only 5"):
            kernel.run(2, buffers={"arguments": {"commands": 5, "vertices": np.zeros(8, "f4")}})


def test_rate_maps(session: Session) -> None:
    text = """
define void @k(ptr addrspace(2) %map, ptr addrspace(1) %places, ptr addrspace(1) %out, i32 %i) {
  %n = zext i32 %i to i64
  %p = getelementptr <2 x float>, ptr addrspace(1) %places, i64 %n
  %x = load <2 x float>, ptr addrspace(1) %p
  %y = call <2 x float> @air.map_screen_TYPES(<2 x float> %x, ptr addrspace(2) %map, i32 0)
  %z = call <2 x float> @air.map_physical_TYPES(<2 x float> %y, ptr addrspace(2) %map, i32 0)
  %m = shl i64 %n, 1
  %q = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %m
  store <2 x float> %y, ptr addrspace(1) %q
  %o = or i64 %m, 1
  %r = getelementptr <2 x float>, ptr addrspace(1) %out, i64 %o
  store <2 x float> %z, ptr addrspace(1) %r
  ret void
}
declare <2 x float> @air.map_screen_TYPES(<2 x float>, ptr addrspace(2), i32)
declare <2 x float> @air.map_physical_TYPES(<2 x float>, ptr addrspace(2), i32)
"""
    text = text.replace("screen_TYPES", "screen_to_physical_coordinates.v2f32.p2i8.i32")
    text = text.replace("physical_TYPES", "physical_to_screen_coordinates.v2f32.p2i8.i32")
    a = attach(text, "macos14")
    k = a.kernel("k")
    rates = emit.Struct("rasterization_rate_map_data", [("data", u8)])
    k.constant("map", rates, 0)
    k.buffer("places", float2, 1, "read")
    k.buffer("out", float2, 2)
    k.builtin("thread_position_in_grid", u32)
    places = np.array([[0, 0], [50, 10], [75, 20], [100, 40]], "f4")
    out = np.zeros((4, 2, 2), "f4")
    with Kernel(a.air_bytes(), "k", session=session) as kernel:
        rate_map = RateMap((100, 40), ([1.0, 0.5], [0.25, 1.0, 1.0, 0.5]))
        kernel.run(4, buffers={"map": rate_map, "places": places, "out": out})
        np.testing.assert_allclose(out[:, 0], [[0, 0], [50, 2.5], [62.5, 12.5], [75, 27.5]], rtol=1e-6)
        np.testing.assert_allclose(out[:, 1], places, rtol=1e-6)
        with pytest.raises(BuildError, match="give a RateMap"):
            kernel.run(4, buffers={"map": bytes(64), "places": places, "out": out})
    with pytest.raises(BuildError, match="above 0"):
        RateMap((100, 40), ([0.0], [1.0]))


def test_static_samplers_of_air_1(session: Session) -> None:
    """The address of the sampler is its word, with bit 63 set."""
    word = Sampler("linear", "linear", address="repeat").word() | 1 << 63
    text = """
define void @k(ptr addrspace(1) %image, ptr addrspace(1) %out) {
  %x = call { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1) %image, ptr addrspace(2) inttoptr (i64 WORD to ptr addrspace(2)), <2 x float> <float 1.0, float 0.5>, i1 true, <2 x i32> zeroinitializer, i1 true, float 0.0, float 0.0, i32 0)
  %y = extractvalue { <4 x float>, i8 } %x, 0
  store <4 x float> %y, ptr addrspace(1) %out
  ret void
}
declare { <4 x float>, i8 } @air.sample_texture_2d.v4f32(ptr addrspace(1), ptr addrspace(2), <2 x float>, i1, <2 x i32>, i1, float, float, i32)
"""  # noqa: E501
    a = attach(text.replace("WORD", str(word)), "macos14")
    k = a.kernel("k")
    k.texture("image", emit.texture2d(f32), 0)
    k.buffer("out", float4, 0)
    out = np.zeros(4, "f4")
    with Kernel(a.air_bytes(), "k", session=session) as kernel:
        kernel.run(1, textures={"image": np.array([[1.0, 0.0], [1.0, 0.0]], "f4")}, buffers={"out": out})
    assert out[0] == 0.5  # between the last texel and the first


def test_the_face_of_a_cube_between_faces(session: Session) -> None:
    """Of equal coordinates z decides, then y, as in Direct3D and Vulkan."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image = k.texture("image", emit.texture("texturecube", f32, "sample"), 0)
        places, out = k.buffer("places", float3, 0, "read"), k.buffer("out", f32, 1)
        index = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        sampler = b.use(module.sampler())
        out[index].store(b.texture.sample(image, sampler, places[index].load(), level=0.0).x)

    places = np.array([[1, 1, 1, 0], [1, -1, 0.5, 0], [-1, 0.5, 0.5, 0], [-1, 1, -1, 0]], "f4")
    faces = np.repeat(np.arange(6, dtype="f4"), 4).reshape(6, 2, 2)
    out = np.zeros(4, "f4")
    with Kernel(kernel(body), "k", session=session) as k:
        k.run(4, textures={"image": Image(faces, "cube")}, buffers={"places": places, "out": out})
    assert out.tolist() == [4, 3, 1, 5]


def test_arrays_of_textures_with_samples(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image = k.texture("image", emit.texture("texture2d_ms_array", f32, "read"), 0)
        out = k.buffer("out", f32, 0)
        index = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        place = b.vector(index & 1, b.const(u32, 1))
        out[index].store(b.texture.read(image, place, index=index >> 2, level=(index >> 1) & 1).x)

    pixels = np.arange(3 * 2 * 2 * 2, dtype="f4").reshape(3, 2, 2, 2)  # layer, sample, y, x
    out = np.zeros(12, "f4")
    with Kernel(kernel(body), "k", session=session) as k:
        k.run(12, textures={"image": Image(pixels, "2d_ms_array")}, buffers={"out": out})
    np.testing.assert_array_equal(out, pixels[:, :, 1, :].ravel())


@pytest.mark.long
def test_a_texture_that_nobody_else_holds_is_held() -> None:
    """Another object could get its identity, and be taken for it: then a texture for reading would be written."""
    pieces = Pieces()
    image = Image(np.zeros((4, 4, 4), "f4"), "2d")
    held = weakref.ref(image)
    pieces.of_image("image", image, written=False)
    del image
    gc.collect()
    assert held() is not None
