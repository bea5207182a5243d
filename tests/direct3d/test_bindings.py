"""Where resources go: argument buffers by root signatures, what has no slot, slots that the user gives."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.base.errors import BuildError, UnsupportedError
from mtlb.bitcode import read_module
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import ContainerTranslation, translate_container
from mtlb.translate import ShaderOptions
from tests.direct3d.assembler import COMPUTE, VERTEX, container, dst, ints, op, signature, src
from tests.direct3d.root_samples import (
    ALLOC,
    APPEND,
    CONSTANTS,
    ROOT_CBV,
    ROOT_SRV,
    TABLE,
    UAV,
    arrays_program,
    bindless_shader,
    buffers_program,
    root_shader,
    root_signature,
    static_shader,
    texture_program,
)

_NEAREST = Sampler("nearest", "nearest", "nearest", "repeat")


def translated(data: bytes, model: str = "root", bindings: str = "") -> ContainerTranslation:
    return translate_container(data, "macos14", options=ShaderOptions(binding_model=model, bindings=bindings))


def places(shader: ContainerTranslation) -> dict[str, tuple[object, ...]]:
    return {binding.register: (binding.form, binding.offset, binding.table_offset) for binding in shader.bindings}


def run(shader: ContainerTranslation, arguments: dict[str, object], slot: int = 2) -> None:
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run(1, 1, buffers={slot: arguments})
    assert result.is_clean, result.findings


def test_a_root_signature_says_where_resources_are() -> None:
    """Three constants take 12 bytes, an address begins at a multiple of 8; a table has 24 bytes for each descriptor."""
    shader = translated(root_shader())
    assert places(shader) == {
        "b0": ("constants", 0, None),
        "b1": ("address", 16, None),
        "t0": ("descriptor", 24, 0),
        "u0": ("descriptor", 24, 96),
        "u1": ("descriptor", 24, 120),
    }
    out, counter = np.zeros(16, np.uint32), np.full(1, 7, np.uint32)
    values = np.arange(10, 14, dtype=np.uint32)
    table = {
        "t0_0": [{"address": values, "texture": 0, "metadata": 16}],
        "gap24": np.zeros(9, np.uint64),
        "u0_0": [{"address": out, "texture": 0, "metadata": 64}],
        "u1_0": [{"address": np.zeros(4, np.uint32), "texture": Image(counter, "1d", format="r32uint"), "metadata": 0}],
    }
    constants = np.array([1, 2, 3], np.uint32)
    run(shader, {"p0": constants, "p1": np.array([5, 6, 7, 8], np.uint32).view(np.float32), "p2": table})
    assert out[:13].tolist() == [1, 2, 3, 0, 5, 6, 7, 8, 10, 11, 12, 13, 16]
    assert out[13:15].tolist() == [7, 7]
    assert counter.tolist() == [7]


def test_without_a_root_signature_descriptors_follow_each_other() -> None:
    shader = translated(buffers_program([]))
    assert [(binding.register, binding.table, binding.slot, binding.offset) for binding in shader.bindings] == [
        (register, "argument_buffer", 2, 24 * place) for place, register in enumerate(("b0", "b1", "t0", "u0", "u1"))
    ]
    assert shader.bindings[0].as_json()["argument_buffer"] == 2


def test_a_resource_that_the_root_signature_lacks() -> None:
    rts0 = root_signature((CONSTANTS, (0, 0, 3)), (ROOT_CBV, (1, 0)))
    with pytest.raises(UnsupportedError, match="dcl_resource_raw: the root signature has no t0 for this stage"):
        translated(buffers_program([("RTS0", rts0)]))


def test_an_array_of_resources_has_no_place_in_a_root_descriptor() -> None:
    """A root descriptor is the address of one buffer."""
    rts0 = root_signature((ROOT_SRV, (1, 0)), (TABLE, [(UAV, 1, 0, 0, 0)]))
    assert places(translated(arrays_program(1, [("RTS0", rts0)])))["t1"][0] == "address"
    with pytest.raises(UnsupportedError, match="dcl_resource_raw: the root signature has no t1"):
        translated(arrays_program(2, [("RTS0", rts0)]))


def test_the_size_of_what_is_an_address_alone() -> None:
    table = (TABLE, [(UAV, 2, 0, 0, APPEND)])
    rts0 = root_signature((CONSTANTS, (0, 0, 3)), (ROOT_CBV, (1, 0)), (ROOT_SRV, (0, 0)), table)
    with pytest.raises(UnsupportedError, match="bufinfo: the size of t0, an address of the root signature alone"):
        translated(buffers_program([("RTS0", rts0)]))


def descriptors(out: np.ndarray) -> dict[str, dict[str, object]]:
    image = np.arange(8, dtype=np.float32).reshape(1, 2, 4)
    texels = np.arange(16, dtype=np.float32).reshape(4, 4)
    return {
        "s": {"sampler": _NEAREST, "texture": 0, "metadata": 0},
        "t": {"address": 0, "texture": Image(image, "2d", format="rgba32float"), "metadata": 0},
        "b": {"address": 0, "texture": Image(texels, "1d", format="rgba32float"), "metadata": 2 << 32},
        "u": {"address": out, "texture": 0, "metadata": 32},
    }


def test_textures_and_samplers_have_descriptors() -> None:
    """Textures of one dimension are ones of two; a texture buffer may begin before its buffer."""
    shader = translated(texture_program([]))
    assert {binding.register: binding.type for binding in shader.bindings}["t0"].startswith("texture2d<")
    out = np.zeros(8, np.float32)
    d = descriptors(out.view(np.uint32))
    run(shader, {"p0": [d["s"]], "p1": [d["t"]], "p2": [d["b"]], "p3": [d["u"]]})
    assert out.tolist() == [4, 5, 6, 7, 12, 13, 14, 15]


def test_a_static_sampler_is_a_part_of_the_program() -> None:
    shader = translated(static_shader())
    assert places(shader)["s0"] == ("state", None, None)
    out = np.zeros(8, np.float32)
    d = descriptors(out.view(np.uint32))
    run(shader, {"p0": {"t0_0": [d["t"]], "t1_0": [d["b"]], "u0_0": [d["u"]]}})
    assert out.tolist() == [4, 5, 6, 7, 12, 13, 14, 15]


def test_arrays_of_buffers_are_in_an_argument_buffer() -> None:
    shader = translated(arrays_program(3), "slots")
    shown = {binding.register: binding for binding in shader.bindings}
    assert (shown["t1"].table, shown["t1"].slot, shown["t1"].offset, shown["t1"].count) == ("argument_buffer", 30, 0, 3)
    assert (shown["u0"].table, shown["u0"].slot) == ("buffer", 22)
    out = np.array([2], np.uint32)
    rows = [{"address": np.array([value], np.uint32), "texture": 0, "metadata": 4} for value in (11, 22, 33)]
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        assert kernel.run(1, 1, buffers={22: out, 30: {"p0": rows}}).is_clean
    assert out.tolist() == [33]


def test_ranges_without_end_may_share_a_table() -> None:
    """Those of two types begin at the same descriptor, as bindless programs have it."""
    shader = translated(bindless_shader())
    assert places(shader) == {"t1": ("descriptor", 0, 0), "u0": ("descriptor", 0, 0)}
    assert shader.bindings[0].as_json()["count"] == 0
    plain_one = translated(arrays_program(APPEND), "slots")
    assert {binding.register: binding.table for binding in plain_one.bindings} == {
        "t1": "argument_buffer",
        "u0": "buffer",
    }


def test_what_has_no_slot_left_is_in_an_argument_buffer() -> None:
    declared = [op("dcl_uav_raw", dst(30, n)) for n in range(40)]
    stores = [op("store_raw", dst(30, n, mask="x"), ints(0), ints(n)) for n in range(40)]
    head = [op("dcl_temps", [1]), op("dcl_thread_group", [1, 1, 1])]
    shader = translated(container(COMPUTE, *declared, *head, *stores, op("ret")), "slots")
    tables = [binding.table for binding in shader.bindings]
    assert (tables.count("buffer"), tables.count("argument_buffer")) == (30, 10)
    outs = {binding.register: np.full(1, 99, np.uint32) for binding in shader.bindings}
    buffers: dict[int, object] = {
        binding.slot: outs[binding.register] for binding in shader.bindings if binding.table == "buffer"
    }
    rest = sorted(
        (binding for binding in shader.bindings if binding.table != "buffer"), key=lambda item: item.offset or 0
    )
    buffers[rest[0].slot] = {
        f"p{n}": [{"address": outs[item.register], "texture": 0, "metadata": 4}] for n, item in enumerate(rest)
    }
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        assert kernel.run(1, 1, buffers=buffers).is_clean
    assert {name: int(array[0]) for name, array in outs.items()} == {f"u{n}": n for n in range(40)}


def test_slots_that_are_given() -> None:
    bindings = """
sizes = 9
[registers]
b0 = 5
t0 = 3
"u1.counter" = 4
[entries.shader.registers]
b1 = 6
"""
    shader = translated(buffers_program([], *ALLOC), "slots", bindings)
    slots = {(binding.register, binding.use): binding.slot for binding in shader.bindings}
    assert slots == {
        ("b0", ""): 5,
        ("b1", ""): 6,
        ("t0", ""): 3,
        ("u0", ""): 22,
        ("u1", ""): 23,
        ("u1", "counter"): 4,
        ("", "sizes"): 9,
    }


@pytest.mark.parametrize(
    ("bindings", "reason"),
    [
        ("[registers]\nb0 = 5\nt0 = 5", "registers.t0: buffer 5 is taken already"),
        ("[registers]\nb0 = 31", "registers.b0: Metal has 31 buffers"),
        ("[registers]\nx0 = 1", "registers.'x0' is not a register"),
        ("[registers]\nb0 = 'a'", "registers.'b0': 'a' is not an index"),
        ("registers = 1", "registers must be a table"),
    ],
)
def test_slots_that_there_cannot_be(bindings: str, reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        translated(buffers_program([]), "slots", bindings)


def test_vertex_attributes_of_the_argument_buffer_begin_at_11() -> None:
    data = container(
        VERTEX,
        op("dcl_input", dst(1, 2)),
        op("dcl_output_siv", dst(2, 0), [1]),
        op("mov", dst(2, 0), src(1, 2)),
        op("ret"),
        inputs=signature(("POSITION", 0, 0, 3, 2, 15)),
        outputs=signature(("SV_Position", 0, 1, 3, 0, 15)),
    )
    (entry,) = read_entry_points(read_module(translated(data).module.air_bytes()))
    assert [argument.location_index for argument in entry.arguments] == [13]
