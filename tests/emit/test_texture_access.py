"""Gathers, samples with gradients and atomic accesses of textures: built, checked and run."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.cpu import Image, Sampler
from mtlb.emit import f32, float2, float4, int2, u32, uint2, uint4


def built(target: str) -> bytes:
    m = emit.Module(target, "accesses")
    k = m.kernel("accesses")
    layers = k.texture("layers", emit.texture("texture2d_array", f32, "sample"), 0)
    depth = k.texture("depth", emit.texture("depth2d", f32, "sample"), 1)
    counts = k.texture("counts", emit.texture("texture2d", u32, "read_write"), 2)
    cube = k.texture("cube", emit.texture("texturecube", f32, "sample"), 3)
    s, less = k.sampler("s", 0), k.sampler("less", 1)
    out = k.buffer("out", f32, 0)
    b = k.entry()
    uv, zero = b.const(float2, [0.5, 0.5]), b.const(uint2, [0, 0])
    values = [
        *b.texture.gather(layers, s, uv, 1, index=1),
        *b.texture.gather(layers, s, uv, 1, index=1, offset=b.const(int2, [1, 0])),
        *b.texture.gather(depth, s, uv),
        *b.texture.gather_compare(depth, less, uv, 0.4),
        b.texture.sample(layers, s, uv, index=0, gradient=(uv, uv)).x,
        b.texture.sample(depth, s, uv, gradient=(uv, uv), min_lod=0.0),
        b.texture.sample_compare(depth, less, uv, 0.3, gradient=(uv, uv), offset=[-1, -1]),
        b.texture.sample(cube, s, b.const(emit.float3, [1.0, 0.0, 0.0]), gradient=(b.const(emit.float3, 0.0),) * 2).x,
        b.texture.read(cube, b.const(emit.uint3, [0, 0, 2])).x,
        b.texture.level_of_detail(layers, s, uv),
    ]
    for operation, number in (("add", 3), ("max", 9), ("and", 13), ("exchange", 5)):
        before = b.texture.atomic(operation, counts, zero, b.const(uint4, number))
        values.append(b.convert(before.x, f32))
    values.append(b.convert(b.texture.atomic("load", counts, zero).x, f32))
    for place, value in enumerate(values):
        out[place].store(value)
    b.ret()
    assert m.check() == []
    return mtlb.write(mtlb.link([m]).library)


@pytest.mark.parametrize("target", ["macos14", "macos26"])
@pytest.mark.long
def test_what_is_read(target: str) -> None:
    layers = np.arange(32, dtype=np.float32).reshape(2, 2, 2, 4)
    depth = np.array([[0.1, 0.3], [0.5, 0.7]], np.float32)
    cube = np.arange(6, dtype=np.float32).reshape(6, 1, 1)
    counts, out = np.full((1, 1, 1), 1, np.uint32), np.zeros(27, np.float32)
    mtlb.run(
        built(target),
        "accesses",
        1,
        buffers={"out": out},
        textures={
            "layers": Image(layers, "2d_array"),
            "depth": Image(depth, format="depth32float"),
            "counts": Image(counts),
            "cube": Image(cube, "cube"),
        },
        samplers={"s": Sampler(), "less": Sampler(compare_function="less")},
    )
    expected = [25, 29, 21, 17, 29, 29, 21, 21, 0.5, 0.7, 0.3, 0.1, 1, 1, 0, 0, 12, 0.7, 0, 0, 2, 0, 1, 4, 9, 9, 5]
    np.testing.assert_array_equal(out, np.array(expected, np.float32))
    assert counts[0, 0, 0] == 5


def test_what_a_texture_does_not_have() -> None:
    m = emit.Module("macos14", "refused")
    k = m.kernel("refused")
    solid = k.texture("solid", emit.texture("texture3d", f32, "sample"), 0)
    depth = k.texture("depth", emit.texture("depth2d", f32, "sample"), 1)
    flat = k.texture("flat", emit.texture("texture2d", f32, "read_write"), 2)
    s = k.sampler("s", 0)
    b = k.entry()
    where, uv = b.const(emit.float3, 0.5), b.const(float2, 0.5)
    with pytest.raises(emit.BuildError, match="a texture3d has no gather"):
        b.texture.gather(solid, s, where)
    with pytest.raises(emit.BuildError, match="there is no component 1"):
        b.texture.gather(depth, s, uv, 1)
    with pytest.raises(emit.BuildError, match="a texture3d can't be compared"):
        b.texture.gather_compare(solid, s, where, 0.5)
    with pytest.raises(emit.BuildError, match="can't be combined with a level or a bias"):
        b.texture.sample(depth, s, uv, gradient=(uv, uv), level=1.0)
    with pytest.raises(emit.BuildError, match="does not support this operation"):
        b.texture.atomic("add", flat, b.const(uint2, 0), b.const(float4, 0.0))


@pytest.mark.parametrize("target", ["macos11", "macos14", "macos26"])
def test_texture_buffers(target: str) -> None:
    """One index, no level; texels are read, written, counted and changed by atomic operations (AIR 2.6)."""
    m = emit.Module(target, "texels")
    k = m.kernel("texels")
    source = k.texture("source", emit.texture("texture_buffer", f32, "read"), 0)
    target_ = k.texture("target", emit.texture("texture_buffer", f32, "write"), 1)
    counts = k.texture("counts", emit.texture("texture_buffer", u32, "read_write"), 2)
    tid = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    texel = b.texture.read(source, tid)
    b.texture.write(target_, texel * b.convert(b.texture.size(source), f32), tid)
    if target == "macos11":
        b.texture.write(counts, b.vector(tid, tid, tid, tid), tid)
    else:
        b.texture.atomic("add", counts, b.const(u32, 2), b.vector(tid, tid, tid, tid))
    b.texture.fence(counts)
    with pytest.raises(mtlb.BuildError, match="a texture buffer has no levels"):
        b.texture.read(source, tid, level=1)
    b.ret()
    assert m.check() == []
    texels = np.arange(16, dtype=np.float32).reshape(4, 4)
    written, counted = np.zeros((4, 4), np.float32), np.ones((4, 1), np.uint32)
    arguments = {"source": texels, "target": written, "counts": counted}
    mtlb.run(mtlb.write(mtlb.link([m]).library), "texels", 4, textures=arguments)
    np.testing.assert_array_equal(written, texels * 4)
    assert counted[:, 0].tolist() == ([0, 1, 2, 3] if target == "macos11" else [1, 1, 7, 1])


@pytest.mark.parametrize("shape", ["texture2d", "texture2d_array", "texture3d", "texturecube", "depth2d", "texture1d"])
def test_arrays_of_textures_are_arguments(shape: str) -> None:
    """Each thread samples one of three textures with one of two samplers, chosen at run time."""
    m = emit.Module("macos14", "arrays")
    k = m.kernel("k")
    images = k.texture("images", emit.array(emit.texture(shape, f32), 3), 2)
    ways = k.sampler("ways", 1, count=2)
    out = k.buffer("out", f32, 0)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    count = {"texture1d": 1, "texture3d": 3, "texturecube": 3}.get(shape, 2)
    at = b.const(f32, 2.5) if count == 1 else b.const(emit.vector(f32, count), 2.5)
    index = {"index": 0} if shape.endswith("_array") else {}
    texel = b.texture.sample(images[i % 3], ways[i % 2], at, level=0.0, **index)
    value = texel if shape.startswith("depth") else texel.x
    out[i].store(value + b.convert(b.texture.size(images[i % 3]), f32) * 100.0)
    b.ret()
    assert m.check() == []
    library = mtlb.link([m]).library
    (entry,) = mtlb.describe(library)
    actual = {argument.name: argument for argument in entry.entry.arguments}
    assert (actual["images"].location_index, actual["images"].location_count) == (2, 3)
    assert actual["images"].type_name == f"array<{shape}<float, sample>, 3>"
    assert (actual["ways"].location_count, actual["ways"].type_name) == (2, "array<sampler, 2>")
    sizes = {"texture1d": (2,), "texture3d": (2, 2, 2), "texturecube": (6, 2, 2), "texture2d_array": (2, 2, 2)}
    kind = shape.removeprefix("texture").removeprefix("depth")
    inputs = []
    for number in range(3):
        values = np.full(sizes.get(shape, (2, 2)), number + 0.5, np.float32)
        extra = {"format": "depth32float"} if shape.startswith("depth") else {}
        inputs.append(Image(values, kind, **extra))
    result = np.zeros(6, np.float32)
    samplers = [Sampler(), Sampler(address="clamp_to_zero")]
    mtlb.run(library, "k", 6, buffers={"out": result}, textures={"images": inputs}, samplers={"ways": samplers})
    is_cube = shape == "texturecube"
    expected = [200 + (number % 3 + 0.5 if number % 2 == 0 or is_cube else 0) for number in range(6)]
    assert result.tolist() == expected


def test_arrays_of_textures_take_their_indices() -> None:
    k = emit.Module("macos14", "arrays").kernel("k")
    k.texture("images", emit.array(emit.texture2d(f32), 3), 2)
    with pytest.raises(emit.BuildError, match="texture 4 is taken already"):
        k.texture("other", emit.texture2d(f32), 4)
    with pytest.raises(emit.BuildError, match="there is no texture 128"):
        k.texture("far", emit.array(emit.texture2d(f32), 2), 127)
    with pytest.raises(emit.BuildError, match="is not an array of textures"):
        k.texture("numbers", emit.array(f32, 2), 10)


def test_textures_of_an_argument_buffer_are_chosen_at_run_time() -> None:
    m = emit.Module("macos14", "members")
    struct = m.struct("Images", [("images", emit.array(emit.texture2d(f32), 2)), ("way", emit.sampler)])
    k = m.kernel("k")
    held, out = k.constant("held", struct, 0), k.buffer("out", f32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    b = k.entry()
    out[i].store(b.texture.sample(held["images"][i], held["way"], b.const(float2, 0.5), level=0.0).x)
    b.ret()
    assert m.check() == []
    result = np.zeros(2, np.float32)
    images = [Image(np.full((1, 1), number + 1.0, np.float32)) for number in range(2)]
    inputs = {"held": {"images": images, "way": Sampler()}, "out": result}
    mtlb.run(mtlb.link([m]).library, "k", 2, buffers=inputs)
    assert result.tolist() == [1, 2]
