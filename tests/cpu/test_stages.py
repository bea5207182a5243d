"""Object, mesh, tile, vertex functions of patches, and what they put out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.cpu import Kernel
from mtlb.cpu.process import Session
from mtlb.emit import f16, f32, float2, float3, float4, half4, u8, u16, u32, ushort2


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as result:
        yield result


def object_function() -> bytes:
    module = emit.Module("macos14", "object")
    payload = module.struct("Payload", [("scale", f32), ("first", u32)])
    o = module.object("split")
    to = o.payload("payload", payload)
    grid = o.grid("grid")
    group = o.builtin("threadgroup_position_in_grid", u32)
    b = o.entry()
    to["scale"].store(b.convert(group, f32) * 0.5)
    to["first"].store(group * 10)
    item = b.const(u32, 1)
    o.set_threadgroups(grid, b.vector(group + 1, item, item))
    b.ret()
    return module.air_bytes()


@pytest.mark.long
def test_object_functions_leave_payloads_and_grids(session: Session) -> None:
    with Kernel(object_function(), "split", check=True, session=session) as k:
        result = k.run(3, 1)
    assert not result.findings
    assert result.outputs["payload"]["scale"].tolist() == [0, 0.5, 1]
    assert result.outputs["payload"]["first"].tolist() == [0, 10, 20]
    assert result.outputs["threadgroups"].tolist() == [[1, 1, 1], [2, 1, 1], [3, 1, 1]]


def mesh_function(primitives: int = 2) -> bytes:
    """Four threads make a square of two triangles, at the place that the payload says."""
    module = emit.Module("macos14", "mesh")
    payload = module.struct("Payload", [("scale", f32), ("first", u32)])
    m = module.mesh("draw")
    inputs = m.payload("payload", payload)
    mesh = m.mesh("output", 4, primitives)
    mesh.vertex("position", float4, "position")
    mesh.vertex("color", emit.half3)
    mesh.primitive("number", u32)
    lane = m.builtin("thread_index_in_threadgroup", u32)
    b = m.entry()
    x, y = b.convert(lane & 1, f32), b.convert(lane >> 1, f32)
    position = b.vector(x * inputs["scale"].load(), y * inputs["scale"].load(), 0.0, 1.0)
    mesh.set_vertex(lane, position=position, color=b.const(emit.half3, 0.25))
    with b.if_(lane < 2):
        mesh.set_primitive(lane, number=inputs["first"].load() + lane)
        for corner in range(3):
            mesh.set_index(lane * 3 + corner, b.convert(lane + corner, u8))
    with b.if_(lane.eq(0)):
        mesh.set_primitive_count(2)
    b.ret()
    return module.air_bytes()


def test_mesh_functions(session: Session) -> None:
    with Kernel(mesh_function(), "draw", check=True, session=session) as k:
        result = k.run(8, 4, inputs={"payload": {"scale": [2.0, 3.0], "first": [5, 7]}})
    assert not result.findings
    outputs = result.outputs
    assert outputs["primitive_count"].tolist() == [2, 2]
    square = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    for group, scale in enumerate((2, 3)):
        np.testing.assert_array_equal(outputs["position"][group, :, :2], scale * square)
    assert outputs["index"].tolist() == [[0, 1, 2, 1, 2, 3]] * 2
    assert outputs["number"].tolist() == [[5, 6], [7, 8]]
    assert (
        outputs["color"].dtype == np.float16
        and (outputs["color"] == 0.25).all()
        and outputs["color"].shape == (2, 4, 3)
    )


def test_values_outside_of_a_mesh_are_found(session: Session) -> None:
    with Kernel(mesh_function(primitives=1), "draw", session=session) as k:
        result = k.run(4, 4, inputs={"payload": {"scale": 1.0, "first": 0}})
        assert [finding.code for finding in result.findings] == ["out-of-bounds"]
        assert "4 values are set for vertices, indices or primitives that the mesh does not have" in str(
            result.findings[0]
        )
        with pytest.raises(BuildError, match=r"payload 'payload' has no member 'size': it has scale, first"):
            k.run(4, 4, inputs={"payload": {"size": 1.0}})
        with pytest.raises(BuildError, match=r"payload 'payload' of Payload needs a value"):
            k.run(4, 4)


def test_the_payloads_of_an_object_function_are_those_of_a_mesh_function(session: Session) -> None:
    with Kernel(object_function(), "split", session=session) as k:
        payloads = k.run(3, 1).outputs["payload"]
    with Kernel(mesh_function(), "draw", session=session) as k:
        outputs = k.run(12, 4, inputs={"payload": payloads}).outputs
    assert outputs["number"].tolist() == [[0, 1], [10, 11], [20, 21]]
    assert outputs["position"][2, 3, :2].tolist() == [1, 1]


def test_payloads_of_numbers(session: Session) -> None:
    module = emit.Module("macos14", "mesh")
    m = module.mesh("draw")
    inputs = m.payload("payload", float3)
    mesh = m.mesh("output", 3, 1)
    mesh.vertex("position", float4, "position")
    lane = m.builtin("thread_index_in_threadgroup", u32)
    b = m.entry()
    mesh.set_vertex(lane, position=b.vector(inputs.load(), 1.0))
    b.ret()
    with Kernel(module.air_bytes(), "draw", check=True, session=session) as k:
        for value in ([1, 2, 3], [[1, 2, 3], [4, 5, 6]], np.array([1, 2, 3, 0], "f4").tobytes()):
            position = k.run(6, 3, inputs={"payload": value}).outputs["position"]
            rows = np.resize(np.array([1, 2, 3] if isinstance(value, bytes) else value), (2, 3))
            np.testing.assert_array_equal(position[:, 1, :3], rows)
        for wrong, message in (
            ("abc", "payload 'payload' of float3: 'abc' is not a number of that type"),
            ([[1], [1, 2]], r"payload 'payload' of float3: \[\[1\], \[1, 2\]\] is not a number of that type"),
            ([1, 2], "2 numbers; expected 3 for each of 2 threadgroups, or 3 for all"),
            (bytes(5), "5 bytes; expected 16 for each of 2, or 16 for all"),
        ):
            with pytest.raises(BuildError, match=message):
                k.run(6, 3, inputs={"payload": wrong})


def test_functions_beside_others_that_need_more(session: Session) -> None:
    """A kernel of a module whose other function reads control points, and calls what can't be run."""
    module = emit.Module("macos14", "both")
    v = module.patch_vertex("surface", "quad", 4)
    points = v.control_points("points", [("place", float4, 0)])
    v.out("position", float4, "position")
    b = v.entry()
    b.ret(v.control_point(points, 0)[0])
    k = module.kernel("seven")
    out = k.buffer("out", u32, 0)
    b = k.entry()
    out[0].store(b.const(u32, 7))
    b.ret()
    values = np.zeros(1, "u4")
    with Kernel(module.air_bytes(), "seven", check=True, session=session) as kernel:
        kernel.run(1, buffers={"out": values})
    assert values[0] == 7


@pytest.mark.long
def test_tile_functions_and_explicit_imageblocks(session: Session) -> None:
    module = emit.Module("ios17", "tile")
    pixel = module.struct("Pixel", [("color", half4), ("depth", f32)])
    t = module.tile("resolve")
    t.imageblock("block", pixel)
    at = t.builtin("thread_position_in_threadgroup", ushort2)
    place = t.builtin("thread_position_in_grid", ushort2)
    b = t.entry()
    data = b.air("imageblock_data", at, 0, b.const(u16, 0))
    memory = b.bitcast(data, emit.ptr(pixel, emit.threadgroup_imageblock))
    memory["depth"].store(memory["depth"].load() + b.convert(place.x, f32))
    b.ret()
    depth = np.arange(32, dtype="f4").reshape(4, 8) * 100
    with Kernel(module.air_bytes(), "resolve", check=True, session=session) as k:
        result = k.run((8, 4), (4, 2), inputs={"block": {"depth": depth, "color": np.ones((4, 8, 4))}})
        assert not result.findings
        np.testing.assert_array_equal(result.outputs["block"]["depth"], depth + np.arange(8))
        assert (result.outputs["block"]["color"] == 1).all()
        with pytest.raises(BuildError, match=r"imageblock 'block' has no member 'stencil': it has color, depth"):
            k.run((8, 4), (4, 2), inputs={"block": {"stencil": depth}})
        for wrong in ([[1], [1, 2]], [None] * 32):
            with pytest.raises(BuildError, match=r"imageblock 'block': .* is not an image of numbers"):
                k.run((8, 4), (4, 2), inputs={"block": wrong})


def test_implicit_imageblocks(session: Session) -> None:
    module = emit.Module("ios17", "tile")
    pixel = module.struct("Pixel", [("color", half4), ("depth", f32)])
    t = module.tile("least")
    t.imageblock("block", pixel, implicit=True)
    out = t.buffer("out", f32, 0)
    at = t.builtin("thread_position_in_threadgroup", ushort2)
    place = t.builtin("thread_position_in_grid", emit.uint2)
    b = t.entry()
    depth = b.air("load.implicit_imageblock", b.const(u32, 1), at, b.const(u32, 0), b.const(u16, 0), result=f32)
    out[place.y * 8 + place.x].store(depth)
    b.ret()
    depths, values = np.arange(32, dtype="f4").reshape(4, 8), np.zeros(32, "f4")
    with Kernel(module.air_bytes(), "least", session=session) as k:
        k.run((8, 4), (4, 4), buffers={"out": values}, inputs={"block": {"depth": depths}})
    np.testing.assert_array_equal(values, depths.ravel())


@pytest.mark.parametrize("per_patch", [False, True])
def test_vertex_functions_of_patches(per_patch: bool, session: Session) -> None:
    module = emit.Module("macos14", "patch")
    v = module.patch_vertex("surface", "quad", 4)
    points = v.control_points("points", [("place", float3, 0), ("weight", f32, 1)])
    tint = v.patch_input("tint", f32, 2)
    at = v.builtin("position_in_patch", float2)
    v.out("position", float4, "position")
    b = v.entry()
    first, last = v.control_point(points, 0), v.control_point(points, 3)
    b.ret(b.vector(first[0] * first[1] + last[0] * at.x, tint))
    places = np.arange(12, dtype="f4").reshape(4, 3)
    weights = np.array([2, 1, 1, 1], "f4")
    where = np.array([[0.5, 0], [1, 0], [0, 0]], "f4")  # of three points of each of two patches
    inputs = {
        "place": np.stack([places, places]) if per_patch else places,
        "weight": weights,
        "position_in_patch": np.tile(where, (2, 1)),
        "tint": np.repeat(np.array([7, 8], "f4"), 3),
    }
    with Kernel(module.air_bytes(), "surface", session=session) as k:
        actual = k.run((3, 2), inputs=inputs).outputs["position"].reshape(2, 3, 4)
        with pytest.raises(BuildError, match=r"control points: 'weight' of float needs a value"):
            k.run((3, 2), inputs={**inputs, "weight": None})
    for patch in range(2):
        np.testing.assert_allclose(actual[patch, :, :3], 2 * places[0] + places[3] * where[:, :1])
        assert (actual[patch, :, 3] == 7 + patch).all()


@pytest.mark.long
def test_tessellation_factors_are_what_a_kernel_writes(session: Session) -> None:
    module = emit.Module("macos14", "factors")
    factors = module.struct(
        "MTLQuadTessellationFactorsHalf", [("edge", emit.array(f16, 4)), ("inside", emit.array(f16, 2))]
    )
    k = module.kernel("k")
    out = k.buffer("factors", factors, 0)
    patch = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    value = b.convert(patch + 1, f16)
    for number in range(4):
        out[patch]["edge"][number].store(value)
    for number in range(2):
        out[patch]["inside"][number].store(value * 2.0)
    b.ret()
    values = np.zeros(5, np.dtype([("edge", "f2", 4), ("inside", "f2", 2)]))
    with Kernel(module.air_bytes(), "k", check=True, session=session) as kernel:
        assert kernel.run(5, buffers={"factors": values}).is_clean
    assert values["edge"][:, 0].tolist() == [1, 2, 3, 4, 5] and values["inside"][:, 1].tolist() == [2, 4, 6, 8, 10]


def test_instances(session: Session) -> None:
    """A vertex function runs over vertices and instances, if nobody gives the numbers."""
    module = emit.Module("macos14", "v")
    v = module.vertex("v")
    vertex, instance = v.builtin("vertex_id", u32), v.builtin("instance_id", u32)
    v.out("position", float4, "position")
    b = v.entry()
    b.ret(b.vector(b.convert(vertex, f32), b.convert(instance, f32), 0.0, 1.0))
    with Kernel(module.air_bytes(), "v", session=session) as k:
        position = k.run((3, 2)).outputs["position"]
    assert position[:, :2].tolist() == [[x, y] for y in range(2) for x in range(3)]


def test_a_fragment_that_returns_the_data_of_an_imageblock(session: Session) -> None:
    module = emit.Module("ios17", "fragment")
    pixel = module.struct("Pixel", [("color", half4), ("depth", f32)])
    f = module.fragment("f")
    before = f.imageblock_data("before", pixel)
    f.imageblock_out("after", pixel)
    b = f.entry()
    b.ret(after=[before["color"], before["depth"] + 1.0])
    depths = np.arange(4, dtype="f4")
    with Kernel(module.air_bytes(), "f", session=session) as k:
        actual = k.run((4, 1), inputs={"before": {"depth": depths, "color": (1, 2, 3, 4)}}).outputs["after"]
    assert actual["depth"].ravel().tolist() == [1, 2, 3, 4]
    assert actual["color"].reshape(4, 4).tolist() == [[1, 2, 3, 4]] * 4
