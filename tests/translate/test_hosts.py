"""Hosts: the slots and names of each as its source has them, over a pipeline layout, and the values behind them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import BuildError, MtlbError
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.translate import Bindings, ShaderOptions, Translation, translate
from mtlb.translate.hosts import HOSTS, Host, ResourceUse, SlotQuery
from mtlb.translate.options import HOST_NAMES
from mtlb.translate.pipeline_layout import PipelineLayout, ResourceRole
from tests.conftest import ROOT
from tests.translate.assembler import kernel
from tests.translate.test_bindings import BODY, DECORATIONS, SHADER, TYPES, slots

ARRAYS = ROOT.joinpath("golden/glsl/resource_arrays.spv").read_bytes()
UNIFORM, STORAGE = ResourceRole.UNIFORM_BUFFER, ResourceRole.STORAGE_BUFFER
TEXTURE, IMAGE = ResourceRole.TEXTURE, ResourceRole.STORAGE_TEXTURE
PUSH = ResourceRole.PUSH_CONSTANTS
SAMPLER, BOTH = ResourceRole.SAMPLER, ResourceRole.TEXTURE_SAMPLER


def made_by(host: str, data: bytes = SHADER, document: dict[str, Any] | None = None) -> Translation:
    bindings = None if document is None else Bindings.from_toml(document)
    translation = translate(data, "macos14", options=ShaderOptions(slots=host), bindings=bindings)
    assert translation.module.check() == []
    return translation


def placed(host: str, stage: str, layout: dict[str, Any] | None, *uses: tuple[int, int, ResourceRole]) -> list[object]:
    """What a host's rule says of resources (set, binding, role): an index, or several."""
    actual = [ResourceUse(n, set, binding, role.kinds, role) for n, (set, binding, role) in enumerate(uses)]
    over = None if layout is None else PipelineLayout.from_table(layout)
    answer = HOSTS[host].place(SlotQuery(stage, actual, actual, over))
    return [
        next(iter(answer[n].values())) if len(set(answer[n].values())) == 1 else answer[n] for n in range(len(actual))
    ]


# --- SDL_GPU ---------------------------------------------------------------------------------------------------------


def test_sdl_numbers_a_vertex_function_as_its_header_shows_it() -> None:
    """The example of SDL_CreateGPUShader, in SPIR-V's sets and in Metal's tables."""
    resources = [(0, 0, BOTH), (0, 1, BOTH), (0, 2, IMAGE), (0, 3, IMAGE), (0, 4, STORAGE), (0, 5, STORAGE)]
    uniforms = [(1, 0, UNIFORM), (1, 1, UNIFORM)]
    assert placed("sdl", "vertex", None, *resources, *uniforms) == [0, 1, 2, 3, 2, 3, 0, 1]
    moved = [(set + 2, binding, role) for set, binding, role in [*resources, *uniforms]]
    assert placed("sdl", "fragment", None, *moved) == [0, 1, 2, 3, 2, 3, 0, 1]


def test_sdl_numbers_a_kernel_as_its_header_shows_it() -> None:
    """The example of SDL_CreateGPUComputePipeline: what is read before what is written, in both tables."""
    read = [(0, 0, BOTH), (0, 1, BOTH), (0, 2, IMAGE), (0, 3, IMAGE), (0, 4, STORAGE), (0, 5, STORAGE)]
    written = [(1, 0, IMAGE), (1, 1, IMAGE), (1, 2, STORAGE), (1, 3, STORAGE)]
    uniforms = [(2, 0, UNIFORM), (2, 1, UNIFORM)]
    assert placed("sdl", "kernel", None, *read, *written, *uniforms) == [0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 0, 1]


def test_sdl_separate_textures_and_samplers_share_their_bindings() -> None:
    assert placed("sdl", "fragment", None, (2, 0, TEXTURE), (2, 0, SAMPLER), (2, 1, STORAGE)) == [0, 0, 0]


@pytest.mark.parametrize(
    ("stage", "use", "reason"),
    [
        (
            "fragment",
            (0, 0, BOTH),
            "the textures, samplers and storage buffers of a fragment function in set 2, not at 0",
        ),
        ("vertex", (0, 0, UNIFORM), "the uniforms of a vertex function in set 1, not at 0.0"),
        ("kernel", (3, 0, STORAGE), "in set 0 or 1, not at 3.0"),
    ],
)
def test_what_sdl_has_no_place_for(stage: str, use: tuple[int, int, ResourceRole], reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        placed("sdl", stage, None, use)


def test_sdl_textures_come_before_buffers() -> None:
    with pytest.raises(BuildError, match=r"the textures of a set before its storage buffers, unlike 0\.0"):
        placed("sdl", "vertex", None, (0, 0, STORAGE), (0, 1, BOTH))


def test_sdl_binds_neither_push_constants_nor_sizes() -> None:
    with pytest.raises(BuildError, match="SDL_GPU has no push constants"):
        HOSTS["sdl"].place(SlotQuery("kernel", [ResourceUse(1, None, None, ("buffer",), PUSH)], (), None))
    types, places = TYPES.replace("%push = OpVariable %pp PushConstant", ""), DECORATIONS.replace('"push"', '"b"')
    places = "".join(line + "\n" for line in places.splitlines() if "%push" not in line and "DescriptorSet" not in line)
    sets = {"a": 1, "b": 2, "c": 1, "d": 0, "e": 0, "f": 0}
    places = places.replace("OpDecorate %e Binding 0", "OpDecorate %e Binding 3")
    places += "".join(f"OpDecorate %{name} DescriptorSet {set}\n" for name, set in sets.items())
    body = "".join(line + "\n" for line in BODY.splitlines() if "%push" not in line)
    with pytest.raises(MtlbError, match="sdl passes no buffer with the sizes of run-time arrays"):
        made_by("sdl", kernel(body, types, places))
    unread = body.replace("%x4 = OpArrayLength %uint %c 1", "%x4 = OpCopyObject %uint %u4")
    assert "_buffer_sizes" not in slots(made_by("sdl", kernel(unread, types, places)).bindings)


# --- the others ------------------------------------------------------------------------------------------------------


APART: dict[str, Any] = {"resources": {"2.0": 3}}
"""Two samplers of the shader have binding 0."""


def test_decoration_takes_the_binding() -> None:
    actual = slots(made_by("decoration", document=APART).bindings)
    assert actual["a"] == {"buffer": 5} and actual["c"] == {"buffer": 2} and actual["b"] == {"buffer": 9}
    assert actual["f7_"] == {"texture": 0, "sampler": 0} and actual["d"] == {"texture": 1}
    assert actual["_buffer_sizes"] == {"buffer": 25} and actual["push"] == {"buffer": 0}


def test_spirv_cross_takes_the_order_of_the_module() -> None:
    actual = slots(made_by("spirv-cross").bindings)
    assert [actual[name] for name in ("a", "b", "push", "c")] == [{"buffer": number} for number in range(4)]
    assert actual["d"] == {"texture": 0} and actual["float_"] == {"sampler": 0}
    assert actual["f7_"] == {"texture": 1, "sampler": 1}


def test_bgfx_moves_bindings() -> None:
    uses = [(0, 3, UNIFORM), (0, 2, STORAGE), (0, 16, TEXTURE), (0, 16, SAMPLER), (0, 18, IMAGE)]
    assert placed("bgfx", "fragment", None, *uses) == [0, 3, 0, 0, 2]
    with pytest.raises(BuildError, match=r"at bindings from 16 on, not at 0\.1"):
        placed("bgfx", "fragment", None, (0, 1, TEXTURE))


LAYOUT: dict[str, Any] = {
    "push_constants": ["kernel"],
    "0.0": "texture_sampler",
    "0.1": {"kind": "storage_buffer", "stages": ["fragment"]},
    "0.2": "storage_buffer",
    "0.4": {"kind": "uniform_buffer", "count": 3},
    "0.9": {"kind": "uniform_buffer", "dynamic": True},
    "1.0": "sampler",
    "1.1": "texture",
    "1.5": "storage_buffer",
    "2.0": "sampler",
}
"""What the shader uses, and three entries that it does not."""


def test_hosts_that_have_a_layout_count_what_is_not_used() -> None:
    wgpu = slots(made_by("wgpu", document={"layout": LAYOUT}).bindings)
    assert [wgpu[name]["buffer"] for name in ("push", "c", "b", "a", "_buffer_sizes")] == [0, 1, 3, 4, 2]
    assert wgpu["f7_"] == {"texture": 0, "sampler": 0} and wgpu["float_"] == {"sampler": 2}
    dawn = slots(made_by("dawn", document={"layout": LAYOUT}).bindings)  # 0.9 is dynamic: before the others of its set
    assert [dawn[name]["buffer"] for name in ("b", "c", "a", "push", "_buffer_sizes")] == [0, 1, 5, 30, 30]
    discrete = {"layout": LAYOUT, "argument_buffers": []}
    vulkan = slots(made_by("moltenvk", document=discrete).bindings)
    assert [vulkan[name]["buffer"] for name in ("push", "c", "b", "a", "_buffer_sizes")] == [0, 1, 5, 6, 29]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"1.5": None}, r"the layout has no 1\.5 in the stage kernel"),
        ({"1.5": {"kind": "storage_buffer", "stages": ["vertex"]}}, r"the layout has no 1\.5 in the stage kernel"),
        ({"1.5": "texture"}, r"layout\.1\.5 is a texture, the shader's a storage_buffer"),
        ({"push_constants": []}, "the layout has no push constants in the stage kernel"),
        ({"1.5": "image"}, r"layout\.1\.5: the kind must be one of uniform_buffer, storage_buffer, texture"),
        ({"1.5": {"kind": "storage_buffer", "count": 0}}, r"layout\.1\.5: 0 is not a count"),
        ({"1.5": {"kind": "texture", "dynamic": True}}, r"layout\.1\.5: dynamic must be true or false"),
        ({"1.5": {"kind": "texture", "size": 1}}, r"layout\.1\.5: unknown key 'size'"),
        ({"5": "texture"}, r"bindings: layout\.'5': the key must be set.binding"),
        ({"push_constants": ["all"]}, r"layout\.push_constants: the stages must be a list of vertex, fragment, kernel"),
    ],
)
def test_what_a_layout_can_not_say(change: dict[str, Any], reason: str) -> None:
    document = {key: value for key, value in (LAYOUT | change).items() if value is not None}
    with pytest.raises(MtlbError, match=reason):
        made_by("wgpu", document={"layout": document})


def test_a_file_says_more_than_a_host() -> None:
    actual = slots(made_by("decoration", document={"resources": {"1.5": 12, "2.0": 3}, "sizes": 3}).bindings)
    assert actual["a"] == {"buffer": 12} and actual["_buffer_sizes"] == {"buffer": 3} and actual["c"] == {"buffer": 2}


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("order", "main_"),
        ("wgpu", "main_"),
        ("dawn", "dawn_entry_point"),
        ("decoration", "main0"),
        ("spirv-cross", "main0"),
        ("moltenvk", "main0"),
    ],
)
def test_entry_points_are_called_as_the_host_calls_them(host: str, name: str) -> None:
    assert made_by(host, document=APART if host == "decoration" else {}).entries == (name,)


def test_a_pattern_of_names_comes_before_the_hosts_own() -> None:
    options = ShaderOptions(slots="dawn", entry_names="{file}_{stage}")
    assert translate(SHADER, "macos14", name="a", options=options).entries == ("a_kernel",)


def test_outputs_are_named_for_the_stage_that_they_go_to() -> None:
    data = ROOT.joinpath("golden/spirv/vertex.spv").read_bytes()

    def users(**options: str) -> str:
        return translate(data, "macos14", options=ShaderOptions(**options)).module.text()

    assert "user(loc0)" in users() and "user(locn" not in users()
    assert "user(locn0)" in users(slots="decoration") and "user(locn0)" in users(user_names="locn")
    assert "user(loc0)" in users(slots="decoration", user_names="loc")


# --- keys that name nothing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ({"resources": {"9.9": 3}}, r"resources\.'9\.9'"),
        ({"entries": {"mian": {"resources": {"0.0": 1}}}}, r"entries\.mian"),
        ({"entries": {"main": {"resources": {"9.9": 1}}}}, r"entries\.main\.resources\.'9\.9'"),
        ({"argument_buffers": [7]}, r"argument_buffers\.7"),
    ],
)
def test_a_key_that_names_nothing_is_an_error(document: dict[str, Any], key: str) -> None:
    with pytest.raises(BuildError, match=f"bindings: {key} matches nothing in shader"):
        made_by("order", document=document)


def test_one_file_of_bindings_serves_several_modules() -> None:
    """A key is in error if no module of the command has what it names."""
    right = ROOT.joinpath("golden/spirv/vertex.spv").read_bytes()
    files = [("a.spv", SHADER), ("b.spv", right)]
    inputs = '[resources]\n"1.5" = 6\n'
    names = "{file}_{stage}"
    options = ShaderOptions(bindings=inputs, entry_names=names)
    mtlb.link(files, platform="macos", min_os="14.0", shader=options)
    with pytest.raises(BuildError, match=r"resources\.'9\.9' matches nothing in any of the 2 modules of SPIR-V"):
        mtlb.link(
            files,
            platform="macos",
            min_os="14.0",
            shader=ShaderOptions(bindings=inputs + '"9.9" = 1\n', entry_names=names),
        )


def test_what_is_in_an_argument_buffer_has_no_slot() -> None:
    with pytest.raises(BuildError, match=r"resources\.'0\.9' is a member of the argument buffer 0"):
        made_by("order", document={"argument_buffers": [0], "resources": {"0.9": 2}})


# --- arrays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["order", "spirv-cross"])
def test_arrays_of_resources_as_arguments_of_their_own(host: str) -> None:
    """`golden/glsl/resource_arrays.comp`, by its own arithmetic in numpy."""
    document = {"arrays": "discrete", "sizes": "used", "resources": {"0.5": 9}}
    actual = slots(made_by(host, ARRAYS, document).bindings)
    assert "_buffer_sizes" not in actual and actual["images"] == {"texture": 0} and actual["filters"] == {"sampler": 0}
    rng = np.random.default_rng(7)
    pictures = rng.integers(0, 9, (4, 4, 4, 4)).astype(np.float32)
    scales = rng.integers(0, 9, (2, 4)).astype(np.float32)  # scale, padding, bias
    data = rng.integers(0, 9, (2, 16)).astype(np.float32)
    result = np.zeros(16, np.float32)
    first = actual["combined"]["texture"]
    textures = {0: pictures[:2], first: pictures[2:]}
    buffers = {actual["result"]["buffer"]: result}
    for name, arrays in (("blocks", scales), ("data", data)):
        buffers |= {actual[name]["buffer"] + number: array for number, array in enumerate(arrays)}
    made = made_by(host, ARRAYS, document)
    library = mtlb.write(mtlb.link([made.module]).library)
    nearest = Sampler("nearest", "nearest", "nearest", "repeat")
    with Kernel(library, made.entries[0]) as function:
        images = {
            index: [Image(item, "2d", format="rgba32float") for item in texture] for index, texture in textures.items()
        }
        samplers = {actual[name]["sampler"]: [nearest, nearest] for name in ("filters", "combined")}
        function.run((16, 1, 1), (16, 1, 1), buffers=buffers, textures=images, samplers=samplers)
    me = np.arange(16)
    expected = pictures[0][1, 1, 0] + pictures[1][3, 3, 0] + pictures[2:][me % 2, 1, me % 4, 0]
    expected = expected + scales[me % 2, 0] * scales[1, 3] + data[0][me] - data[1][me]
    assert np.array_equal(result, expected)


def test_arrays_over_a_layout() -> None:
    """wgpu has a buffer for each array, Dawn a slot for each element."""
    layout = {
        "0.0": {"kind": "texture", "count": 2},
        "0.1": {"kind": "sampler", "count": 2},
        "0.2": {"kind": "texture_sampler", "count": 3},
        "0.3": {"kind": "uniform_buffer", "count": 2},
        "0.4": {"kind": "storage_buffer", "count": 2},
        "0.5": "storage_buffer",
    }
    names = ("images", "filters", "combined", "blocks", "data", "result")
    wgpu = slots(made_by("wgpu", ARRAYS, {"layout": layout}).bindings)
    assert [wgpu[name] for name in names] == [{"buffer": number} for number in range(6)]
    dawn = slots(made_by("dawn", ARRAYS, {"layout": layout}).bindings)
    assert dawn["images"] == {"texture": 0} and dawn["combined"] == {"texture": 2, "sampler": 0}
    assert dawn["filters"] == {"sampler": 3} and [dawn[name]["buffer"] for name in names[3:]] == [0, 2, 4]
    with pytest.raises(MtlbError, match=r"layout\.0\.0 is not an array, as the shader's is"):
        made_by("wgpu", ARRAYS, {"layout": {**layout, "0.0": "texture"}})


def test_arrays_without_a_length_are_tables() -> None:
    image = "%i = OpTypeImage %float 2D 0 0 0 1 Unknown\n%many = OpTypeRuntimeArray %i\n"
    types = f"{image}%p = OpTypePointer UniformConstant %many\n%pi = OpTypePointer UniformConstant %i\n"
    places = "OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 0\n"
    needs = "OpCapability RuntimeDescriptorArray\n"
    body = "%a = OpAccessChain %pi %t %i0\n%x = OpLoad %i %a"
    data = kernel(body, types + "%t = OpVariable %p UniformConstant\n", places, needs=needs)
    for host in ("order", "wgpu", "dawn", "spirv-cross", "decoration"):
        assert [binding.slots for binding in made_by(host, data).bindings] == [{"buffer": 0}]


def test_an_array_of_more_resources_than_there_are_slots() -> None:
    image = "%i = OpTypeImage %float 2D 0 0 0 1 Unknown\n%n = OpConstant %uint 4000000000\n%many = OpTypeArray %i %n\n"
    types = f"{image}%p = OpTypePointer UniformConstant %many\n%pi = OpTypePointer UniformConstant %i\n"
    places = "OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 0\n"
    data = kernel(
        "%a = OpAccessChain %pi %t %i0\n%x = OpLoad %i %a", types + "%t = OpVariable %p UniformConstant\n", places
    )
    with pytest.raises(MtlbError, match=r"0\.0 is an array of 4000000000 resources: Metal's tables have fewer slots"):
        made_by("decoration", data)


# --- sizes -----------------------------------------------------------------------------------------------------------

LENGTH = """
%length = OpArrayLength %uint %c 1
%to = OpAccessChain %pe %a %i0
OpStore %to %length
"""


@pytest.mark.parametrize(
    ("host", "document", "buffer", "words"),
    [
        ("order", {}, 2, {0: 44}),
        ("decoration", {}, 25, {2: 44}),
        ("order", {"sizes": {"buffer": 11, "when": "used", "form": "slots"}}, 11, {0: 44}),
    ],
)
def test_the_sizes_of_buffers_in_either_form(
    host: str, document: dict[str, Any], buffer: int, words: dict[int, int]
) -> None:
    """A struct with a uint for each buffer, or an array by the buffers' slots: (44 - 4) / 4 elements."""
    types = TYPES + "%pe = OpTypePointer StorageBuffer %uint\n"
    made = made_by(host, kernel(LENGTH, types, DECORATIONS), document)
    actual = slots(made.bindings)
    assert actual["_buffer_sizes"] == {"buffer": buffer}
    sizes = np.zeros(max(words) + 1, np.uint32)
    for index, size in words.items():
        sizes[index] = size
    result = np.zeros(4, np.uint32)
    library = mtlb.write(mtlb.link([made.module]).library)
    with Kernel(library, made.entries[0]) as function:
        lists = np.zeros(11, np.uint32)
        function.run(
            (1, 1, 1), (1, 1, 1), buffers={actual["a"]["buffer"]: result, actual["c"]["buffer"]: lists, buffer: sizes}
        )
    assert result[0] == 10


def test_the_table_of_hosts_names_each_once() -> None:
    assert tuple(HOSTS) == HOST_NAMES
    assert all(isinstance(host, Host) and host.name == name for name, host in HOSTS.items())


# --- argument buffers ------------------------------------------------------------------------------------------------

SET = {
    "0.0": {"kind": "texture", "count": 2},
    "0.1": {"kind": "sampler", "count": 2},
    "0.2": {"kind": "texture_sampler", "count": 2},
    "0.3": {"kind": "uniform_buffer", "count": 2},
    "0.4": {"kind": "storage_buffer", "count": 2},
    "0.5": "storage_buffer",
}


@pytest.mark.parametrize(
    ("host", "document", "ids"),
    [
        ("order", {"argument_buffers": [0]}, [0, 2, 4, 8, 10, 12]),
        ("spirv-cross", {"argument_buffers": [0]}, [0, 2, 4, 9, 11, 8]),
        ("moltenvk", {}, [1, 3, 5, 9, 11, 13]),
        ("moltenvk", {"layout": {**SET, "0.6": "texture", "0.7": "storage_buffer"}}, [1, 3, 5, 9, 11, 13]),
        ("moltenvk", {"layout": {"0.8": "sampler", **SET}}, [1, 3, 5, 9, 11, 13]),
    ],
)
def test_argument_buffers_by_id(host: str, document: dict[str, Any], ids: list[int]) -> None:
    """The set of `golden/glsl/resource_arrays.comp` in one buffer, by its own arithmetic in numpy."""
    made = made_by(host, ARRAYS, document)
    actual = slots(made.bindings)
    names = ("images", "filters", "combined", "blocks", "data", "result")
    assert [actual[name] for name in names] == [{"buffer": 0, "id": id} for id in ids]
    rng = np.random.default_rng(8)
    pictures = rng.integers(0, 9, (4, 4, 4, 4)).astype(np.float32)
    scales = rng.integers(0, 9, (2, 4)).astype(np.float32)
    data = rng.integers(0, 9, (2, 16)).astype(np.float32)
    result = np.zeros(16, np.float32)
    images = [Image(picture, "2d", format="rgba32float") for picture in pictures]
    nearest = Sampler("nearest", "nearest", "nearest", "repeat")
    inputs = {"images": images[:2], "filters": [nearest] * 2, "combined": images[2:], "combined_sampler": [nearest] * 2}
    inputs |= {"blocks": list(scales), "data": list(data), "result": result}
    library = mtlb.write(mtlb.link([made.module]).library)
    with Kernel(library, made.entries[0]) as function:
        function.run((16, 1, 1), (16, 1, 1), buffers={0: inputs})
    me = np.arange(16)
    expected = pictures[0][1, 1, 0] + pictures[1][3, 3, 0] + pictures[2:][me % 2, 1, me % 4, 0]
    assert np.array_equal(result, expected + scales[me % 2, 0] * scales[1, 3] + data[0][me] - data[1][me])


def test_unused_entries_keep_their_ids() -> None:
    """MoltenVK's sets are filled by the layout: an unused storage texture before two buffers, none of them moves."""
    layout = {"0.2": "storage_buffer", "0.9": "uniform_buffer", "0.0": "texture_sampler", "0.5": "sampler"}
    layout |= {
        "1.1": "texture",
        "1.5": "storage_buffer",
        "1.3": {"kind": "texture_sampler", "count": 2},
        "2.0": "sampler",
    }
    actual = slots(made_by("moltenvk", document={"layout": {**layout, "push_constants": ["kernel"]}}).bindings)
    assert actual["f7_"] == {"buffer": 0, "id": 1} and actual["c"] == {"buffer": 0, "id": 3}
    assert actual["b"] == {"buffer": 0, "id": 5} and actual["push"] == {"buffer": 8}
    assert actual["d"] == {"buffer": 1, "id": 1} and actual["a"] == {"buffer": 1, "id": 6}


def test_sizes_in_an_argument_buffer() -> None:
    """MoltenVK gives them at id 0, a uint for each id: `c` is at id 3, behind an image and its sampler."""
    types = TYPES + "%pe = OpTypePointer StorageBuffer %uint\n"
    made = made_by("moltenvk", kernel(LENGTH, types, DECORATIONS))
    actual = slots(made.bindings)
    assert actual["c"] == {"buffer": 0, "id": 3} and "_buffer_sizes" not in actual
    result, sizes = np.zeros(4, np.uint32), np.array([0, 0, 0, 4 + 4 * 13], np.uint32)
    library = mtlb.write(mtlb.link([made.module]).library)
    with Kernel(library, made.entries[0]) as function:
        buffers = {0: {"sizes_": sizes, "c": np.zeros(14, np.uint32)}, 1: {"a": result}}
        function.run((1, 1, 1), (1, 1, 1), buffers=buffers)
    assert result[0] == 13


def test_tier_1_of_argument_buffers() -> None:
    data = ROOT.joinpath("golden/glsl/storage_images.spv").read_bytes()
    inputs = Bindings.from_toml({"argument_buffers": [0], "argument_buffers_tier": 1})
    assert translate(data, "macos14", bindings=inputs).module.check() == []
    with pytest.raises(MtlbError, match="on iOS, argument buffers of tier 1 can't hold writable textures"):
        translate(data, "ios17", bindings=inputs)
