"""Policies by options: bounds of indices, memory that is zero at first, loops with an end, outputs that are left out.

`policies/*.spv` are what glslang 12 makes of the sources beside them (`glslangValidator -V --target-env vulkan1.2`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import BuildError, MtlbError
from mtlb.base.findings import Severity
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.translate import Bindings, ShaderOptions, Translation, flow, translate

HERE = Path(__file__).with_name("policies")
RESTRICT, ZERO, UNCHECKED = "restrict", "read-zero-skip-write", "unchecked"


def made_of(name: str, bindings: dict[str, Any] | None = None, **options: Any) -> Translation:
    inputs = None if bindings is None else Bindings.from_toml(bindings)
    data = (HERE / f"{name}.spv").read_bytes()
    translation = translate(data, "macos14", options=ShaderOptions(**options), bindings=inputs)
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    return translation


def opened(translation: Translation) -> Kernel:
    return Kernel(mtlb.write(mtlb.link([translation.module]).library), translation.entries[0])


# --- bounds ----------------------------------------------------------------------------------------------------------

FIXED, OPEN, ROWS = np.arange(1, 6), np.arange(11, 18), np.arange(21, 33).reshape(3, 4)
LOCAL, VECTOR, SHARED = np.array([10, 20, 30, 40]), np.array([7, 8, 9]), np.array([100, 101, 102])
PICTURE = np.arange(4 * 4 * 4, dtype=np.uint32).reshape(4, 4, 4) + 50
SMALLER = np.arange(2 * 2 * 4, dtype=np.uint32).reshape(2, 2, 4) + 500
LAYERS = np.arange(3 * 2 * 2 * 4, dtype=np.uint32).reshape(3, 2, 2, 4) + 900
SQUARE = np.arange(9, dtype=np.float32).reshape(3, 3) + 60
TAIL = 6


def read(values: Any, k: int, policy: str) -> int:
    """The element at an index: of an unsigned number at most the last, or 0 beyond it."""
    if 0 <= k < len(values):
        return int(values[k])
    return int(values[-1]) if policy == RESTRICT else 0


def write(values: np.ndarray, k: int, policy: str, value: int) -> None:
    if 0 <= k < len(values):
        values[k] = value
    elif policy == RESTRICT:
        values[-1] = value


def expected(k: int, index: str, buffer: str, image: str) -> tuple[list[int], np.ndarray]:
    """What the shader leaves in `result`, and in `written`."""
    vector, local = VECTOR.copy(), LOCAL.copy()
    write(vector, k, index, 77)
    write(local, k, index, 50)
    written = np.zeros(8 + TAIL, np.uint32)
    write(written[:4], k, buffer, 5)
    write(written[4:8], k, buffer, 3)
    write(written[8:], k, buffer, 6)
    result = [
        read(FIXED, k, buffer),
        read(OPEN, k, buffer),
        read(ROWS[:, 1], k, buffer),
        read(LOCAL, k, index),
        read(VECTOR, k, index),
        int(vector @ [10000, 100, 1]),
        read(SHARED, k, index),
        read(PICTURE[1, :, 0], k, image),
        read([PICTURE[0, 0, 1], SMALLER[0, 0, 1]], k, image),
        read(LAYERS[:, 0, 1, 2], k, image),
        read(SQUARE[:, 1], k, buffer),
        0,
        int(local.sum()),
    ]
    return result, written


@pytest.mark.parametrize(
    ("index", "buffer", "image"),
    [
        pytest.param(RESTRICT, RESTRICT, RESTRICT, marks=pytest.mark.long),
        (ZERO, ZERO, ZERO),
        pytest.param(RESTRICT, ZERO, RESTRICT, marks=pytest.mark.long),
        pytest.param(ZERO, RESTRICT, ZERO, marks=pytest.mark.long),
    ],
)
def test_indices_out_of_bounds(index: str, buffer: str, image: str) -> None:
    policies = {"index": index, "buffer": buffer, "image": image}
    options = {f"{name}_bounds_check_policy": policy for name, policy in policies.items()}
    made = made_of("bounds", **options)
    slots = {binding.name.rstrip("_"): binding.slots for binding in made.bindings}
    table = np.zeros(24, np.float32)
    table[:12].view(np.uint32)[:] = ROWS.reshape(-1)
    table[12:].reshape(3, 4)[:, :3] = SQUARE
    picture = Image(PICTURE, "2d", format="rgba32uint", levels=[SMALLER])
    layers = Image(LAYERS, "2d_array", format="rgba32uint")
    with opened(made) as kernel:
        for k in (-2147483648, -7, -1, 0, 1, 2, 3, 4, 5, 6, 7, 1000, 2147483647):
            values = np.concatenate([[0], FIXED, OPEN]).astype(np.uint32)
            result, written = np.zeros(16, np.uint32), np.zeros(8 + TAIL, np.uint32)
            named = {"result": result, "given": values, "table": table, "written": written}
            named["wanted"] = np.array([k], np.int32)
            order = sorted((slots[name]["buffer"], name) for name in ("result", "given", "written"))
            assert [name for _, name in order] == ["result", "given", "written"]
            named["_buffer_sizes"] = np.array([array.nbytes for array in (values, written)], np.uint32)
            buffers = {slots[name]["buffer"]: array for name, array in named.items()}
            textures = {slots["picture"]["texture"]: picture, slots["layers"]["texture"]: layers}
            kernel.run((1, 1, 1), (1, 1, 1), buffers=buffers, textures=textures)
            target, left = expected(k, index, buffer, image)
            assert list(result[:13]) == target, k
            assert np.array_equal(written, left), k


def test_nothing_is_checked_by_default() -> None:
    assert (
        made_of("bounds").module.air_bytes()
        == made_of("bounds", index_bounds_check_policy=UNCHECKED).module.air_bytes()
    )


def test_a_policy_is_one_of_three() -> None:
    with pytest.raises(
        BuildError, match="index_bounds_check_policy is one of unchecked, restrict, read-zero-skip-write"
    ):
        ShaderOptions(index_bounds_check_policy="clamp")


# --- memory of the threadgroup, loops --------------------------------------------------------------------------------


def run_loops(translation: Translation, limit: int) -> list[int]:
    """What two threadgroups of the shader leave: limit, done, what each thread saw, sum."""
    data = np.zeros(11, np.uint32)
    data[0] = limit
    memory = {
        binding.slots["threadgroup"]: binding.size for binding in translation.bindings if "threadgroup" in binding.slots
    }
    with opened(translation) as kernel:
        kernel.run((8, 1, 1), (4, 1, 1), buffers={0: data}, threadgroup_memory=memory)
    return [int(item) for item in data]


@pytest.mark.parametrize("memory", ["static", "arguments"])
def test_memory_of_the_threadgroup_is_zero(memory: str) -> None:
    result = made_of("loops", {"threadgroup": memory}, zero_workgroup_memory=True)
    assert run_loops(result, 5) == [5, 1, *[0] * 8, 15]
    assert sum(run_loops(made_of("loops", {"threadgroup": memory}), 5)[2:10])  # what the other threadgroup left


def test_loops_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"zero_workgroup_memory": True, "force_loop_bounding": True}
    assert run_loops(made_of("loops", **options), 6) == [6, 1, *[0] * 8, 18]
    monkeypatch.setattr(flow, "LOOP_BOUND", 8)
    assert run_loops(made_of("loops", **options), 6) == [6, 1, *[0] * 8, 18]
    left = run_loops(made_of("loops", **options), 4_000_000_000)
    assert left[1] == 1  # the function with the loop is left, and the kernel goes on


# --- outputs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "outputs"),
    [
        ({}, {"first": [1, 2, 3, 4], "member": [5, 6], "member_1": [7, 8], "fourth": [9], "depth": [0.25]}),
        ({"enable_frag_output_mask": "0x4"}, {"2": [7, 8], "depth": [0.25]}),
        ({"enable_frag_output_mask": "17", "disable_frag_depth": True}, {"0": [1, 2, 3, 4], "4": [9]}),
    ],
)
def test_outputs_without_an_attachment_are_left_out(options: dict[str, Any], outputs: dict[str, list[float]]) -> None:
    result = made_of("colors", **options)
    with opened(result) as kernel:
        actual = kernel.run((1, 1)).outputs
        entry = kernel.prepared.entry
        if options:
            named = {
                output.name: "depth" if output.kind == "depth" else str(output.render_target_index)
                for output in entry.outputs
            }
            actual = {named[name]: values for name, values in actual.items()}
            assert {name: list(np.asarray(values).reshape(-1)) for name, values in actual.items()} == outputs
        else:
            assert sorted(tuple(np.asarray(item).reshape(-1)) for item in actual.values()) == sorted(
                tuple(output) for output in outputs.values()
            )


@pytest.mark.parametrize("mask", ["x", "-1", "0x100000000"])
def test_a_mask_is_a_number(mask: str) -> None:
    with pytest.raises(BuildError, match="enable_frag_output_mask is a number of 32 bits"):
        ShaderOptions(enable_frag_output_mask=mask)


# --- attributes ------------------------------------------------------------------------------------------------------

VERTEX = np.dtype(
    {
        "names": ["place", "color", "ids", "offsets", "half_", "normal", "packed_"],
        "formats": ["3f4", "4u1", "2u2", "4i1", "2f2", "2i2", "u4"],
        "offsets": [4, 16, 20, 24, 28, 32, 36],
        "itemsize": 44,
    }
)
BUFFERS: list[dict[str, Any]] = [
    {
        "buffer": 9,
        "stride": 44,
        "attributes": {
            "0": {"format": "float32x3", "offset": 4},
            "1": {"format": "unorm8x4-bgra", "offset": 16},
            "2": {"format": "uint16x2", "offset": 20},
            "3": {"format": "sint8x4", "offset": 24},
            "4": {"format": "float16x2", "offset": 28},
            "5": {"format": "snorm16x2", "offset": 32},
            "6": {"format": "unorm10-10-10-2", "offset": 36},
        },
    },
    {"buffer": 4, "stride": 8, "step": "instance", "attributes": {"7": {"format": "uint32", "offset": 4}}},
]


def test_attributes_that_the_function_reads() -> None:
    """Formats by WebGPU's rules in numpy; what no buffer has is the pipeline's still."""
    result = made_of("attributes", {"vertex_buffers": BUFFERS})
    rng = np.random.default_rng(3)
    vertices = np.frombuffer(rng.bytes(44 * 5), VERTEX).copy()
    vertices["place"], vertices["half_"] = rng.random((5, 3)), rng.random((5, 2))
    vertices["normal"][0] = -32768
    instances = np.arange(14, dtype=np.uint32).reshape(7, 2) + 40
    only = np.arange(5, dtype=np.float32) + 2
    index, instance = np.array([4, 0, 3, 1, 2], np.uint32), np.array([6, 2, 2, 0, 5], np.uint32)
    with opened(result) as kernel:
        names = {parameter.argument.kind: parameter.argument.name for parameter in kernel.prepared.parameters}
        inputs = {names["vertex_id"]: index, names["instance_id"]: instance, "only": only}
        outputs = kernel.run(5, buffers={9: vertices, 4: instances}, inputs=inputs).outputs
    vertex = vertices[index]
    packed = vertex["packed_"][:, None] >> np.array([0, 10, 20, 30], np.uint32) & np.array(
        [1023, 1023, 1023, 3], np.uint32
    )
    normal = np.zeros((5, 4), np.float32)
    normal[:, :2], normal[:, 3] = np.maximum(vertex["normal"] / np.float32(32767), -1), 1
    target = {
        "place_out": vertex["place"],
        "color_out": vertex["color"][:, [2, 1, 0, 3]] / np.float32(255),
        "ids_out": vertex["ids"],
        "offsets_out": vertex["offsets"],
        "half_out": vertex["half_"],
        "normal_out": normal,
        "packed_out": packed / np.array([1023, 1023, 1023, 3], np.float32),
        "instance_out": instances[instance, 1],
        "only_out": only,
    }
    for name, values in target.items():
        got = np.asarray(outputs[name])
        assert np.array_equal(got.reshape(values.shape), values.astype(got.dtype)), name


@pytest.mark.parametrize(
    ("buffers", "reason"),
    [
        (3, "vertex_buffers must be a list of tables"),
        ([{"buffer": 0}], r"vertex_buffers\[0\].stride: None is not a number"),
        ([{"buffer": 0, "stride": 4, "step": "patch"}], "step must be 'vertex' or 'instance', not 'patch'"),
        ([{"buffer": 0, "stride": 4, "attributes": {"0": {"format": "uint8x3"}}}], "'uint8x3' is not a vertex format"),
        ([{"buffer": 0, "stride": 4, "attributes": {"a": {"format": "uint8x2"}}}], "must be a location with the keys"),
        ([*BUFFERS, BUFFERS[1]], "two attributes have location 7"),
    ],
)
def test_what_vertex_buffers_can_not_say(buffers: Any, reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        Bindings.from_toml({"vertex_buffers": buffers})


def test_a_format_of_other_numbers_is_refused() -> None:
    attribute = {"2": {"format": "float32x2", "offset": 0}}
    with pytest.raises(MtlbError, match="the attribute 2 is float32x2, but a uint2 in the shader"):
        made_of("attributes", {"vertex_buffers": [{"buffer": 9, "stride": 8, "attributes": attribute}]})


# --- dynamic offsets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "document", "buffer"),
    [
        ("order", {"arrays": "discrete"}, 23),
        ("order", {"arrays": "discrete", "dynamic_offsets": {"buffer": 11}}, 11),
        ("moltenvk", {"dynamic_offsets": {"0.2": None}}, 30),
    ],
)
def test_dynamic_offsets(host: str, document: dict[str, Any], buffer: int) -> None:
    """An offset in bytes for each buffer, those of an array one behind the other."""
    offsets = {"0.0": 4, "0.1": 2, "0.2": 0} | document.get("dynamic_offsets", {})
    inputs = {key: index for key, index in offsets.items() if index is not None}
    made = made_of("offsets", {**document, "dynamic_offsets": inputs}, slots=host)
    slots = {binding.name: binding.slots for binding in made.bindings}
    assert slots["_dynamic_offsets"] == {"buffer": buffer}
    blocks, lists = np.arange(8, dtype=np.uint32), np.arange(16, dtype=np.uint32).reshape(2, 8) * 3
    result = np.zeros(8, np.uint32)
    moves = np.array([8, 4, 16, 99, 12], np.uint32) if "0.2" in inputs else np.array([99, 99, 16, 99, 12], np.uint32)
    named = {"result": result, "block": blocks, "data": list(lists)}
    buffers: dict[int, Any] = {buffer: moves}
    if host == "moltenvk":
        buffers[0] = named
    else:
        first = slots["data"]["buffer"]
        buffers |= {slots[name]["buffer"]: named[name] for name in ("result", "block")}
        buffers |= {first: lists[0], first + 1: lists[1]}
    with opened(made) as kernel:
        kernel.run((4, 1, 1), (4, 1, 1), buffers=buffers)
    me = np.arange(4)
    skipped = np.array([2, 1]) if "0.2" in inputs else np.array([0, 0])
    assert np.array_equal(result[3:7], blocks[4 + me] + lists[me % 2, skipped[me % 2] + me] * 100)
    assert not result[:3].any() and not result[7:].any()


def test_an_array_of_an_argument_buffer_has_no_offset() -> None:
    with pytest.raises(MtlbError, match="only a single buffer of an argument buffer has a dynamic offset"):
        made_of("offsets", {"dynamic_offsets": {"0.2": 0}}, slots="moltenvk")


# --- swizzles --------------------------------------------------------------------------------------------------------


def swizzle(texels: np.ndarray, word: int) -> np.ndarray:
    """SPIRV-Cross's spvTextureSwizzle: 0 the component itself, 1 zero, 2 one, 3 to 6 red to alpha."""
    actual = texels.copy()
    for place in range(4):
        code = word >> 8 * place & 0xFF
        if code:
            actual[..., place] = (0, 1)[code - 1] if code < 3 else texels[..., code - 3]
    return actual


@pytest.mark.parametrize(("first", "second", "shadow"), [(0, 0, 0), (0x03040506, 0x06000201, 0x1), (0x2, 0x0500, 0x4)])
def test_swizzles_of_the_host(first: int, second: int, shadow: int) -> None:
    made = made_of("swizzles", swizzle_texture_samples=True)
    slots = {binding.name.rstrip("_"): binding.slots for binding in made.bindings}
    assert slots["_swizzles"] == {"buffer": 30}
    pictures = np.random.default_rng(5).integers(2, 99, (2, 4, 4, 4)).astype(np.float32)
    depth = np.array([0.25, 0.75, 0.5, 1.0] * 4, np.float32).reshape(4, 4)
    words = np.zeros(8, np.uint32)
    for name, word in (("first", first), ("second", second), ("shadow", shadow)):
        words[slots[name]["texture"]] = word
    named = {"first": pictures[0], "second": pictures[1]}
    images = {name: Image(picture, "2d", format="rgba32float") for name, picture in named.items()}
    images |= {"shadow": Image(depth, "2d", format="depth32float"), "stored": images["first"]}
    near, less = (
        Sampler("nearest", "nearest", "nearest", "repeat", compare_function=item) for item in ("none", "less")
    )
    samplers = {slots["first"]["sampler"]: near, slots["filter"]["sampler"]: near, slots["shadow"]["sampler"]: less}
    result = np.zeros((4, 6, 4), np.float32)
    with opened(made) as kernel:
        textures = {slots[name]["texture"]: image for name, image in images.items()}
        kernel.run((4, 1, 1), (4, 1, 1), buffers={0: result, 30: words}, textures=textures, samplers=samplers)
    left, right = swizzle(pictures[0][0], first), swizzle(pictures[1], second)
    assert np.array_equal(result[:, 0], left) and np.array_equal(result[:, 1], left)
    assert np.array_equal(result[:, 2], right[0])
    assert np.array_equal(result[0, 3], [right[1, 0, 1], right[1, 1, 1], right[0, 1, 1], right[0, 0, 1]])
    compared = np.stack([(depth[0] > 0.5).astype(np.float32), *np.zeros((2, 4)), np.ones(4)], -1)
    assert np.array_equal(result[:, 4, 0], swizzle(compared, shadow)[:, 0])
    assert np.array_equal(result[:, 5], pictures[0][0])  # storage images have no swizzles


# --- samplers of the program, images of several planes ---------------------------------------------------------------

LUMA = (np.arange(32).reshape(4, 8) * 7 % 64 + 100).astype(np.float32) / 255
BLUE, RED = ((np.arange(8).reshape(2, 4) * step % 97 + 90).astype(np.float32) / 255 for step in (31, 53))
COEFFICIENTS = {"bt709": (0.2126, 0.0722), "bt601": (0.299, 0.114), "bt2020": (0.2627, 0.0593)}


def at_texel(plane: np.ndarray, x: np.ndarray, y: np.ndarray, dx: int = 0, dy: int = 0) -> np.ndarray:
    rows, columns = plane.shape
    place = [np.floor(item * size).astype(int) + move for item, size, move in ((y, rows, dy), (x, columns, dx))]
    return plane[np.clip(place[0], 0, rows - 1), np.clip(place[1], 0, columns - 1)]


def chroma(plane: np.ndarray, x: np.ndarray, y: np.ndarray, conversion: dict[str, Any]) -> np.ndarray:
    """SPIRV-Cross's spvChromaReconstruct functions, in numpy."""
    here = at_texel(plane, x, y)
    if conversion.get("chroma_filter", "nearest") == "nearest" or conversion["resolution"] == "444":
        return here
    middle = [conversion.get(name) == "midpoint" for name in ("x_offset", "y_offset")]
    if conversion["resolution"] == "422":
        between = x * plane.shape[1] % 1 != 0
        if not middle[0]:
            return np.where(between, (here + at_texel(plane, x, y, 1)) / 2, here)
        side = np.where(between, at_texel(plane, x, y, 1), at_texel(plane, x, y, -1))
        return here + (side - here) / 4
    a, b = (
        (np.floor(item * size + 0.5) - 0.5 * half) * 0.5 % 1
        for item, size, half in ((x, 8, middle[0]), (y, 4, middle[1]))
    )
    above = here + (at_texel(plane, x, y, 1) - here) * a
    below = at_texel(plane, x, y, 0, 1)
    below = below + (at_texel(plane, x, y, 1, 1) - below) * a
    return above + (below - above) * b


def color(x: np.ndarray, y: np.ndarray, conversion: dict[str, Any]) -> np.ndarray:
    """By the definitions of Vulkan ("Sampler Y'CbCr Conversion") and of the Khronos Data Format Specification."""
    numbers = {"g": at_texel(LUMA, x, y), "b": chroma(BLUE, x, y, conversion), "r": chroma(RED, x, y, conversion)}
    numbers |= {"a": np.ones_like(x), "0": np.zeros_like(x), "1": np.ones_like(x)}
    red, green, blue, alpha = (numbers[name] for name in conversion.get("swizzle", "rgba"))
    most, unit, model = 2.0 ** conversion["bits"] - 1, 2.0 ** (conversion["bits"] - 8), conversion["model"]
    if model != "rgb":
        if conversion["range"] == "narrow":
            green = (green * most - 16 * unit) / (219 * unit)
            blue, red = ((item * most - 128 * unit) / (224 * unit) for item in (blue, red))
        else:
            blue, red = (item - 2.0 ** (conversion["bits"] - 1) / most for item in (blue, red))
    if model in COEFFICIENTS:
        kr, kb = COEFFICIENTS[model]
        inverse = np.array([[1, 0, 2 * (1 - kr)], [1, 0, 0], [1, 2 * (1 - kb), 0]])
        inverse[1, 1:] = -2 * kb * (1 - kb) / (1 - kr - kb), -2 * kr * (1 - kr) / (1 - kr - kb)
        red, green, blue = inverse @ np.array([green, blue, red])
    return np.stack([red, green, blue, alpha], -1)


LINEAR = {"chroma_filter": "linear", "bits": 8, "range": "full"}
MIDPOINT = {"x_offset": "midpoint", "y_offset": "midpoint"}


@pytest.mark.parametrize(
    "conversion",
    [
        {"planes": 2, "model": "bt709", "range": "narrow", "bits": 8, "resolution": "420"},
        {**LINEAR, "planes": 3, "model": "bt601", "bits": 10, "resolution": "444"},
        {**LINEAR, "planes": 3, "model": "bt2020", "range": "narrow", "bits": 10, "resolution": "420"},
        {**LINEAR, "planes": 2, "model": "ycbcr", "resolution": "422"},
        {**LINEAR, "planes": 2, "model": "rgb", "resolution": "422", "x_offset": "midpoint"},
        {**LINEAR, **MIDPOINT, "planes": 2, "model": "bt709", "resolution": "420", "swizzle": "bgr1"},
    ],
)
def test_images_of_several_planes(conversion: dict[str, Any]) -> None:
    samplers = {"0.1": {"filter": "nearest", "ycbcr": conversion}, "0.3": {"address": "repeat"}}
    made = made_of("planes", {"samplers": samplers}, slots="spirv-cross")
    slots = {binding.name.rstrip("_"): binding.slots for binding in made.bindings}
    assert slots["picture"] == {"texture": 0} and slots["other"] == {"texture": conversion["planes"]}
    assert "fixed" not in slots and not any("sampler" in slot for slot in slots.values())
    images = images_of(conversion["planes"])
    check_planes(made, conversion, {"textures": dict(enumerate(images))}, lambda result: {0: result})


def test_images_of_several_planes_in_an_argument_buffer() -> None:
    """MoltenVK's ids: those of the planes, then the sampler's, also of samplers that are the program's."""
    conversion = {**LINEAR, "planes": 3, "model": "bt2020", "resolution": "420"}
    samplers = {"0.1": {"filter": "nearest", "ycbcr": conversion}, "0.3": {"address": "repeat"}}
    layout = {"0.0": "storage_buffer", "0.1": "texture_sampler", "0.2": "texture", "0.3": "sampler", "0.9": "texture"}
    for document in ({}, {"layout": layout}):
        made = made_of("planes", {"samplers": samplers, **document}, slots="moltenvk")
        slots = {binding.name.rstrip("_"): binding.slots for binding in made.bindings}
        assert slots["picture"] == {"buffer": 0, "id": 2} and slots["other"] == {"buffer": 0, "id": 6}
        first, second, third, right = images_of(3)
        planes = {"picture": first, "picture_plane1_": second, "picture_plane2_": third, "other": right}
        check_planes(made, conversion, {}, lambda result, planes=planes: {0: {"result": result, **planes}})


def images_of(count: int) -> list[Image]:
    """The planes of a picture, and another."""
    two = np.zeros((2, 4, 4), np.float32)
    two[..., 0], two[..., 1] = BLUE, RED
    planes = [np.repeat(item[..., None], 4, -1) for item in (LUMA, BLUE, RED)]
    planes = planes if count == 3 else [planes[0], two]
    return [Image(plane, "2d", format="rgba32float") for plane in (*planes, OTHER)]


OTHER = np.arange(64, dtype=np.float32).reshape(4, 4, 4)


def check_planes(
    translation: Translation,
    conversion: dict[str, Any],
    inputs: dict[str, Any],
    buffers: Callable[[np.ndarray], dict[int, Any]],
) -> None:
    result = np.zeros((16, 4), np.float32)
    with opened(translation) as kernel:
        kernel.run((8, 1, 1), (8, 1, 1), buffers=buffers(result), **inputs)
    me = np.arange(8)
    x, y = (me / 8 + 0.0625).astype(np.float32), (me % 4 / 4 + 0.1).astype(np.float32)
    assert np.allclose(result[:8], color(x, y, conversion), atol=2e-6)
    places = np.floor(y * 2 % 1 * 4).astype(int), np.floor(x * 2 % 1 * 4).astype(int)
    assert np.array_equal(result[8:], OTHER[places])


@pytest.mark.parametrize(
    ("samplers", "reason"),
    [
        ({"0.9": {}}, r"samplers\.'0\.9' matches nothing"),
        ({"0.2": {}}, r"samplers\.'0\.2' is not a single sampler"),
        ({"0.3": {"ycbcr": {}}}, r"samplers\.'0\.3'\.ycbcr: the resource is not a two-dimensional image"),
        ({"0.1": {"size": 3}}, r"samplers\.0\.1: unknown key 'size'"),
        ({"0.1": {"filter": 3}}, r"samplers\.0\.1\.filter: 3 is not a str"),
        ({"0.1": {"filter": "best"}}, "unknown filter 'best'"),
        ({"0.1": {"lod_clamp": [1]}}, "lod_clamp must be two numbers"),
        ({"0.1": {"ycbcr": {"model": "ntsc"}}}, "model must be one of rgb, ycbcr, bt709, bt601, bt2020, not 'ntsc'"),
        ({"0.1": {"ycbcr": {"planes": 4}}}, "planes must be 1, 2 or 3, not 4"),
        ({"0.1": {"ycbcr": {"bits": 4}}}, "bits must be from 8 to 16, not 4"),
        ({"0.1": {"ycbcr": {"swizzle": "rgb"}}}, "swizzle must be four of rgba01, not 'rgb'"),
    ],
)
def test_what_a_sampler_can_not_be(samplers: dict[str, Any], reason: str) -> None:
    with pytest.raises(MtlbError, match=reason):
        made_of("planes", {"samplers": samplers})
