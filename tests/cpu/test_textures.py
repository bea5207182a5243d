"""Textures against the reference in numpy in sampling.py: filters, addresses, comparison, gathers, levels, formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mtlb import emit
from mtlb.cpu import FORMATS, Image, Kernel, Sampler
from mtlb.cpu.process import Session
from mtlb.emit import f32, float2, float3, float4, i32, int4, texture, texture2d, u32, uint2, uint4
from tests.conftest import every_nth, only_long
from tests.cpu.kernels import kernel
from tests.cpu.sampling import Reference, cube_place, decode, encode

N = 96
ADDRESSES = ("clamp_to_edge", "repeat", "mirrored_repeat", "clamp_to_zero", "clamp_to_border")
DIMENSIONS = {"1d": 1, "1d_array": 1, "2d": 2, "2d_array": 2, "3d": 3, "cube": 3, "cube_array": 3}


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    with Session() as shared:
        yield shared


_COMPILED: dict[Any, Kernel] = {}


def sampled(
    session: Session,
    image: Image,
    sampler: Sampler,
    places: np.ndarray,
    *,
    levels: np.ndarray | float = 0.0,
    layers: np.ndarray | int = 0,
    offset: tuple[int, ...] | None = None,
    references: np.ndarray | None = None,
    gather: int | None = None,
) -> np.ndarray:
    """What a kernel samples at the places, four numbers each. The same kernel serves all samplers."""
    count = DIMENSIONS[image.kind]
    key = (id(session), image.kind, image.format.startswith("depth"), offset, references is not None, gather)
    if key not in _COMPILED:
        word = "depth" if key[2] else "texture"

        def body(module: emit.Module, k: emit.KernelEntry) -> None:
            its = k.texture("image", texture(f"{word}{image.kind}", f32), 0)
            how = k.sampler("how", 0)
            at = k.buffer("places", {1: f32, 2: float2, 3: float3}[count], 0, "read")
            level, layer = k.buffer("levels", f32, 1, "read"), k.buffer("layers", u32, 2, "read")
            reference, out = k.buffer("references", f32, 3, "read"), k.buffer("out", float4, 4)
            i = k.builtin("thread_position_in_grid", u32)
            b = k.entry()
            more: dict[str, Any] = {"index": layer[i].load()} if "array" in image.kind else {}
            if offset is not None:
                more["offset"] = offset
            if gather is not None and references is not None:
                value: emit.Value = b.texture.gather_compare(its, how, at[i].load(), reference[i].load(), **more)
            elif gather is not None:
                value = b.texture.gather(its, how, at[i].load(), gather, **more)
            elif references is not None:
                value = b.texture.sample_compare(
                    its, how, at[i].load(), reference[i].load(), level=level[i].load(), **more
                )
            elif count == 1:
                value = b.texture.sample(its, how, at[i].load(), **more)
            else:
                value = b.texture.sample(its, how, at[i].load(), level=level[i].load(), **more)
            out[i].store(value if value.type == float4 else b.vector(value, value, value, value))

        _COMPILED[key] = Kernel(kernel(body), "k", session=session)
    number = len(places)
    padded = np.zeros((number, 4 if count == 3 else count), "f4")
    padded[:, :count] = places.reshape(number, count)
    out = np.zeros((number, 4), "f4")
    buffers = {
        "places": padded,
        "levels": np.broadcast_to(np.float32(levels), number).astype("f4"),
        "layers": np.broadcast_to(np.uint32(layers), number).astype("u4"),
        "references": np.zeros(number, "f4") if references is None else references,
        "out": out,
    }
    _COMPILED[key].run(number, 32, buffers=buffers, textures={"image": image}, samplers={"how": sampler})
    return out


def both(**words: Any) -> tuple[Sampler, Reference]:
    """A sampler and its reference."""
    address = words.get("address", "clamp_to_edge")
    modes = (address,) * 3 if isinstance(address, str) else address
    filter = words.get("filter", "nearest")
    ours = Sampler(
        filter,
        words.get("min_filter", filter),
        words.get("mip", "none"),
        modes,
        words.get("normalized", True),
        words.get("compare", "none"),
        lod_clamp=words.get("lod_clamp", (0.0, 1000.0)),
        border_color=words.get("border", "transparent_black"),
    )
    return ours, Reference(
        filter,
        words.get("min_filter", ""),
        words.get("mip", "none"),
        modes,
        words.get("normalized", True),
        words.get("compare", ""),
        words.get("lod_clamp", (0.0, 1000.0)),
        words.get("border", "transparent_black"),
    )


def random_image(kind: str, shape: tuple[int, ...], levels: int = 1, seed: int = 0) -> Image:
    generator = np.random.default_rng(seed)
    halved = min({"1d": 1, "1d_array": 1, "3d": 3}.get(kind, 2), len(shape))
    arrays = []
    for level in range(levels):
        sizes = [max(1, n >> level) if len(shape) - at <= halved else n for at, n in enumerate(shape)]
        arrays.append(generator.random((*sizes, 4)).astype("f4"))
    return Image(arrays[0], kind, levels=arrays[1:])


def scattered(count: int, seed: int = 1, low: float = -1.3, high: float = 2.3) -> np.ndarray:
    """Coordinates, not on the border between two texels, where rounding decides."""
    return np.random.default_rng(seed).uniform(low, high, (N, count)).astype("f4")


def wide(image: Image) -> list[np.ndarray]:
    return [level.astype("f8") for level in image.levels]


@pytest.mark.parametrize("address", [*ADDRESSES, ("repeat", "mirrored_repeat", "clamp_to_edge")], ids=str)
@pytest.mark.parametrize("filter", ["nearest", "linear"])
@pytest.mark.parametrize(("kind", "shape"), [("1d", (9,)), ("2d", (5, 7)), ("3d", (4, 5, 6))])
@pytest.mark.long
def test_filters_and_addresses(kind: str, shape: tuple[int, ...], filter: str, address: Any, session: Session) -> None:
    image, places = random_image(kind, shape), scattered(len(shape))
    sampler, reference = both(filter=filter, address=address, border="opaque_white")
    want = [reference.sample(wide(image), place.astype("f8")) for place in places]
    np.testing.assert_allclose(sampled(session, image, sampler, places), want, atol=3e-5)


@pytest.mark.parametrize("border", ["transparent_black", "opaque_black", "opaque_white"])
def test_border_colors(border: str, session: Session) -> None:
    image = random_image("2d", (4, 4))
    sampler, reference = both(filter="linear", address="clamp_to_border", border=border)
    places = scattered(2, low=-0.3, high=1.3)
    want = [reference.sample(wide(image), place.astype("f8")) for place in places]
    np.testing.assert_allclose(sampled(session, image, sampler, places), want, atol=3e-5)


@pytest.mark.parametrize("filter", ["nearest", "linear"])
def test_coordinates_in_pixels(filter: str, session: Session) -> None:
    image = random_image("2d", (5, 7))
    sampler, reference = both(filter=filter, normalized=False)
    places = scattered(2, low=-2, high=9)
    want = [reference.sample(wide(image), place.astype("f8")) for place in places]
    np.testing.assert_allclose(sampled(session, image, sampler, places), want, atol=3e-5)


@pytest.mark.parametrize("offset", [(1, -2), (-8, 7)])
def test_offsets(offset: tuple[int, int], session: Session) -> None:
    image = random_image("2d", (8, 6))
    sampler, reference = both(filter="linear", address="repeat")
    places = scattered(2)
    want = [reference.sample(wide(image), place.astype("f8"), offset=(*offset, 0)) for place in places]
    np.testing.assert_allclose(sampled(session, image, sampler, places, offset=offset), want, atol=3e-5)


@pytest.mark.parametrize(
    "words",
    [
        {"mip": "none"},
        {"mip": "nearest"},
        {"mip": "linear"},
        {"mip": "linear", "filter": "linear"},
        {"mip": "nearest", "filter": "linear", "min_filter": "nearest"},
        {"mip": "linear", "filter": "nearest", "min_filter": "linear"},
        {"mip": "linear", "lod_clamp": (0.75, 2.25)},
    ],
    ids=str,
)
@pytest.mark.parametrize(("kind", "shape"), [("2d", (16, 12)), ("3d", (8, 8, 8)), ("2d_array", (3, 16, 12))])
def test_levels_of_detail(kind: str, shape: tuple[int, ...], words: dict[str, Any], session: Session) -> None:
    image, count = random_image(kind, shape, levels=4), DIMENSIONS[kind]
    levels = np.random.default_rng(5).uniform(-1, 5, N).astype("f4")
    sampler, reference = both(**words, address="repeat")
    places, want = scattered(count), []
    for place, level in zip(places, levels, strict=True):
        arrays = [array[1] for array in wide(image)] if "array" in kind else wide(image)
        want.append(reference.sample(arrays, place.astype("f8"), float(level)))
    actual = sampled(session, image, sampler, places, levels=levels, layers=1)
    np.testing.assert_allclose(actual, want, atol=3e-5)


@pytest.mark.parametrize(("kind", "shape"), [("2d_array", (4, 5, 6)), ("1d_array", (4, 9)), ("cube_array", (12, 4, 4))])
def test_layers_are_clamped(kind: str, shape: tuple[int, ...], session: Session) -> None:
    image = random_image(kind, shape)
    layers = np.random.default_rng(6).integers(0, 7, N).astype("u4")
    sampler, reference = both(filter="linear")
    places, want = scattered(DIMENSIONS[kind]), []
    for place, layer in zip(places.astype("f8"), layers, strict=True):
        if "cube" in kind:
            face, on_face = cube_place(place)
            want.append(reference.sample([image.array[min(layer, 1) * 6 + face].astype("f8")], on_face))
        else:
            want.append(reference.sample([image.array[min(layer, 3)].astype("f8")], place))
    np.testing.assert_allclose(sampled(session, image, sampler, places, layers=layers), want, atol=5e-5)


@pytest.mark.parametrize("filter", ["nearest", "linear"])
def test_cubes(filter: str, session: Session) -> None:
    image = random_image("cube", (6, 8, 8), levels=2)
    sampler, reference = both(filter=filter, mip="linear")
    directions = np.random.default_rng(7).normal(0, 1, (N, 3)).astype("f4")
    levels = np.linspace(0, 1, N).astype("f4")
    want = []
    for direction, level in zip(directions.astype("f8"), levels, strict=True):
        face, place = cube_place(direction)
        want.append(reference.sample([array[face] for array in wide(image)], place, float(level)))
    actual = sampled(session, image, sampler, directions, levels=levels)
    np.testing.assert_allclose(actual, want, atol=5e-5)


COMPARES = ("never", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "always")


@pytest.mark.parametrize("filter", ["nearest", "linear"])
@pytest.mark.parametrize("compare", COMPARES)
@pytest.mark.long
def test_comparison(compare: str, filter: str, session: Session) -> None:
    generator = np.random.default_rng(8)
    depth = (generator.integers(0, 4, (6, 5)) / 4).astype("f4")
    references = (generator.integers(0, 4, N) / 4).astype("f4")
    image, places = Image(depth, format="depth32float"), scattered(2)
    sampler, reference = both(filter=filter, address="repeat", compare=compare)
    levels = [np.repeat(depth[..., None].astype("f8"), 4, -1)]
    pairs = list(zip(places.astype("f8"), references, strict=True))
    want = [reference.sample(levels, place, reference=value) for place, value in pairs]
    actual = sampled(session, image, sampler, places, references=references)
    np.testing.assert_allclose(actual, want, atol=3e-5)
    want = [reference.gather(levels[0], place, 0, reference=value) for place, value in pairs]
    assert sampled(session, image, sampler, places, references=references, gather=0).tolist() == np.array(want).tolist()


@pytest.mark.parametrize("offset", [None, (2, -1)])
@pytest.mark.parametrize("component", [0, only_long(1), only_long(2), 3])
def test_gathers(component: int, offset: tuple[int, int] | None, session: Session) -> None:
    image, places = random_image("2d", (5, 7)), scattered(2)
    sampler, reference = both(filter="linear", address="mirrored_repeat")
    want = [reference.gather(wide(image)[0], place.astype("f8"), component, offset or (0, 0)) for place in places]
    actual = sampled(session, image, sampler, places, gather=component, offset=offset)
    assert actual.tolist() == np.array(want, "f4").tolist()


# --- formats ---------------------------------------------------------------------------------------------------------


def copying(component: emit.Scalar, four: emit.Vector, *, reads: bool) -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image = k.texture("image", texture2d(component, "read" if reads else "write"), 0)
        values, place = k.buffer("values", four, 0), k.builtin("thread_position_in_grid", uint2)
        b = k.entry()
        at = place.y * 8 + place.x
        if reads:
            values[at].store(b.texture.read(image, place))
        else:
            b.texture.write(image, values[at].load(), place)

    return kernel(body)


def component_of(format: str) -> tuple[emit.Scalar, emit.Vector, str]:
    if format.endswith("uint"):
        return u32, uint4, "u4"
    return (i32, int4, "i4") if format.endswith("sint") else (f32, float4, "f4")


PLAIN = [name for name in FORMATS if not name.startswith("depth")]


def random_pixels(format: str) -> np.ndarray:
    its = FORMATS[format]
    shape = (8, 8) if its.elements == 1 else (8, 8, its.elements)
    if its.dtype.startswith("f"):
        return np.random.default_rng(9).normal(0, 2, shape).astype(its.dtype)
    limits = np.iinfo(its.dtype)
    integers = np.random.default_rng(9).integers(limits.min, limits.max, shape, its.dtype, endpoint=True)
    if format == "rg11b10float":  # no NaN and infinity
        integers &= np.uint32(~((1 << 10) | (1 << 21) | (1 << 31)) & 0xFFFFFFFF)
    return integers


@pytest.mark.parametrize("format", every_nth(PLAIN, 2))
def test_reading_a_format(format: str, session: Session) -> None:
    component, four, dtype = component_of(format)
    pixels, values = random_pixels(format), np.zeros((8, 8, 4), dtype)
    run = _COMPILED.setdefault(
        (id(session), "read", dtype), Kernel(copying(component, four, reads=True), "k", session=session)
    )
    run.run((8, 8), (8, 8), buffers={"values": values}, textures={"image": Image(pixels, format=format)})
    want = decode(pixels, format)
    if dtype == "f4":
        np.testing.assert_allclose(values, want, rtol=3e-6, atol=1e-6)
    else:
        assert values.tolist() == want.astype(dtype).tolist()


@pytest.mark.parametrize("format", every_nth(PLAIN, 2))
def test_writing_a_format(format: str, session: Session) -> None:
    component, four, dtype = component_of(format)
    its, generator = FORMATS[format], np.random.default_rng(10)
    image = Image(np.zeros_like(random_pixels(format)), format=format)
    if dtype == "f4":
        values = generator.uniform(-0.2 if "unorm" in format else -1.2, 1.2, (8, 8, 4)).astype("f4")
    else:
        values = generator.integers(0, 4, (8, 8, 4)).astype(dtype)
    run = _COMPILED.setdefault(
        (id(session), "write", dtype), Kernel(copying(component, four, reads=False), "k", session=session)
    )
    run.run((8, 8), (8, 8), buffers={"values": values}, textures={"image": image})
    want = encode(values, format)
    if want is None:
        back = decode(image.array, format)[..., :3]
        np.testing.assert_allclose(back, np.maximum(values[..., :3], 0), rtol=2**-5, atol=2**-8)
    elif its.dtype.startswith("f"):
        assert image.array.reshape(want.shape).tolist() == want.astype(its.dtype).tolist()
    else:
        actual = image.array.reshape(want.shape).astype("f8")
        # A value in the middle between two steps may go to either; of sRGB the power is a function of the C library.
        assert (np.abs(actual - want) <= (1 if format.endswith("srgb") else 0)).all()


@pytest.mark.long
def test_samples_of_multisampled_textures_and_queries(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image, samples = k.texture("image", texture2d(f32), 0), k.texture("ms", texture("texture2d_ms", f32, "read"), 1)
        array = k.texture("array", texture("texture2d_array", f32), 2)
        out, sizes = k.buffer("out", float4, 0), k.buffer("sizes", u32, 1)
        place, number = k.builtin("thread_position_in_grid", uint2), k.buffer("number", u32, 2)
        b = k.entry()
        at = place.y * 4 + place.x
        out[at].store(b.texture.read(samples, place, level=number[0].load()))
        expected = [(image, "width", 0), (image, "height", 0), (image, "width", 1), (image, "num_mip_levels", None)]
        expected += [(samples, "num_samples", None), (array, "array_size", None), (array, "height", 0)]
        for n, (texture_, what, level) in enumerate(expected):
            size = b.texture.size(texture_, what) if level is None else b.texture.size(texture_, what, level)
            with b.if_(at.eq(0)):
                sizes[n].store(size)

    pixels = np.random.default_rng(11).random((4, 4, 4, 4)).astype("f4")
    out, sizes = np.zeros((4, 4, 4), "f4"), np.zeros(7, "u4")
    images = {
        "image": random_image("2d", (6, 10), levels=3),
        "ms": Image(pixels, "2d_ms"),
        "array": random_image("2d_array", (5, 3, 2)),
    }
    result = Kernel(kernel(body), "k", session=session)
    result.run((4, 4), (4, 4), buffers={"out": out, "sizes": sizes, "number": 2}, textures=images)
    assert out.tolist() == pixels[2].tolist()
    assert sizes.tolist() == [10, 6, 5, 3, 4, 5, 3]


@pytest.mark.long
def test_reads_and_writes_outside(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image, target = k.texture("image", texture2d(f32, "read"), 0), k.texture("to", texture2d(f32, "write"), 1)
        out, place = k.buffer("out", float4, 0), k.builtin("thread_position_in_grid", uint2)
        b = k.entry()
        out[place.y * 8 + place.x].store(b.texture.read(image, place))
        b.texture.write(target, b.const(float4, (1, 1, 1, 1)), place)

    image, target = Image(np.ones((4, 4, 4), "f4")), Image(np.zeros((4, 4, 4), "f4"))
    out = np.full((8, 8, 4), 7, "f4")
    Kernel(kernel(body), "k", session=session).run(
        (8, 8), (8, 8), buffers={"out": out}, textures={"image": image, "to": target}
    )
    assert (out[:4, :4] == 1).all() and (out[4:] == 0).all() and (out[:, 4:] == 0).all()
    assert (target.array == 1).all()


# --- levels from derivatives -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [{"mip": "linear", "filter": "linear"}, {"mip": "nearest"}], ids=str)
@pytest.mark.long
def test_levels_from_gradients(words: dict[str, Any], session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image, how = k.texture("image", texture2d(f32), 0), k.sampler("how", 0)
        places, out = k.buffer("places", float2, 0, "read"), k.buffer("out", float4, 1)
        across, down = k.buffer("across", float2, 2, "read"), k.buffer("down", float2, 3, "read")
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.texture.sample(image, how, places[i].load(), gradient=(across[i].load(), down[i].load())))

    generator = np.random.default_rng(12)
    image, places = random_image("2d", (32, 16), levels=5), scattered(2)
    across, down = generator.uniform(-0.3, 0.3, (N, 2)).astype("f4"), generator.uniform(-0.3, 0.3, (N, 2)).astype("f4")
    sampler, reference = both(**words, address="repeat")
    out = np.zeros((N, 4), "f4")
    buffers = {"places": places, "across": across, "down": down, "out": out}
    Kernel(kernel(body), "k", session=session).run(
        N, 32, buffers=buffers, textures={"image": image}, samplers={"how": sampler}
    )
    size = np.array([16, 32])
    want = []
    for place, item, other in zip(places.astype("f8"), across.astype("f8"), down.astype("f8"), strict=True):
        level = np.log2(max(np.linalg.norm(item * size), np.linalg.norm(other * size)))
        want.append(reference.sample(wide(image), place, level))
    np.testing.assert_allclose(out, want, atol=1e-4)


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0, 7.0])
@pytest.mark.long
def test_levels_from_neighbours(scale: float, session: Session) -> None:
    """A fragment function without a level: the one that the distances in each square of 2 x 2 pixels give."""
    module = emit.Module("macos14")
    f = module.fragment("f")
    uv, image, how = f.stage_in("uv", float2), f.texture("image", texture2d(f32), 0), f.sampler("how", 0)
    f.out(float4)
    b = f.entry()
    b.ret(b.texture.sample(image, how, uv))
    picture = random_image("2d", (32, 32), levels=6)
    sampler, reference = both(filter="linear", mip="linear", address="repeat")
    y, x = np.mgrid[0:8, 0:12]
    inputs = np.stack([x * scale / 32 + 0.01, y * scale / 32 + 0.02], -1).reshape(-1, 2).astype("f4")
    kernel = Kernel(module.air_bytes(), "f", session=session)
    result = kernel.run((12, 8), inputs={"uv": inputs}, textures={"image": picture}, samplers={"how": sampler})
    (output,) = result.outputs.values()
    want = [reference.sample(wide(picture), place.astype("f8"), np.log2(scale)) for place in inputs]
    np.testing.assert_allclose(output.reshape(-1, 4), want, atol=2e-4)
