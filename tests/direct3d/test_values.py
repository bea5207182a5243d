"""What token programs compute: rules of Direct3D that differ from Metal's, each from Microsoft's specification."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.direct3d import translate_container
from mtlb.translate import ShaderOptions
from tests.conftest import every_nth
from tests.direct3d.assembler import (
    COMPUTE,
    NZ,
    PIXEL,
    SATURATE,
    VERTEX,
    compute,
    container,
    dst,
    floats,
    ints,
    op,
    plain,
    relative,
    signature,
    src,
)

ALL = 0xFFFFFFFF
INF, NAN = float("inf"), float("nan")


def run(data: bytes, values: np.ndarray, size: int = 16) -> np.ndarray:
    """The words that a compute shader leaves in u0, with `values` in t0."""
    shader = translate_container(data, "macos14")
    out = np.zeros(size, np.uint32)
    slots = {binding.register: binding.slot for binding in shader.bindings}
    buffers = {slots["t0"]: values.view(np.uint32), slots["u0"]: out}
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run(1, 1, buffers=buffers)
    assert result.is_clean, result.findings
    return out


def four(name: str, *values: list[float] | list[int], controls: int = 0, destinations: int = 1) -> np.ndarray:
    """What an instruction makes of four numbers in each source, the results of all destinations."""
    loads, sources = [], []
    data = []
    for place, row in enumerate(values):
        dtype = np.float32 if any(isinstance(item, float) for item in row) else np.int64
        data.append(np.array(row, dtype).astype(np.uint32) if dtype is np.int64 else np.array(row, dtype).view("u4"))
        loads.append(op("ld_raw", dst(0, place), ints(16 * place), src(7, 0)))
        sources.append(src(0, place))
    targets = [dst(0, 4 + place) for place in range(destinations)]
    stores = [op("store_raw", dst(30, 0), ints(16 * n), src(0, 4 + n)) for n in range(destinations)]
    program = compute(*loads, op(name, *targets, *sources, controls=controls), *stores)
    return run(program, np.concatenate(data), 4 * destinations)


FLOATS = [
    ("ftoi", [[3e9, -3e9, NAN, -1.75]], [0x7FFFFFFF, 0x80000000, 0, ALL]),
    ("ftou", [[5e9, -1.0, NAN, 3.99]], [ALL, 0, 0, 3]),
    ("ftoi", [[2147483520.0, INF, -INF, -0.0]], [2147483520, 0x7FFFFFFF, 0x80000000, 0]),
    ("ftou", [[4294967040.0, INF, -INF, 2147483648.0]], [4294967040, ALL, 0, 0x80000000]),
    ("eq", [[1.0, NAN, 0.0, 2.0], [1.0, NAN, -0.0, 3.0]], [ALL, 0, ALL, 0]),
    ("ne", [[1.0, NAN, 0.0, 2.0], [1.0, NAN, -0.0, 3.0]], [0, ALL, 0, ALL]),
    ("lt", [[1.0, NAN, -INF, 2.0], [2.0, 1.0, INF, 2.0]], [ALL, 0, ALL, 0]),
    ("ge", [[1.0, NAN, INF, 2.0], [2.0, 1.0, INF, 2.0]], [0, 0, ALL, ALL]),
    ("f32tof16", [[1.0, -2.0, 65504.0, 0.0]], [0x3C00, 0xC000, 0x7BFF, 0]),
]
INTEGERS = [
    ("ishl", [[1, 1, 1, 1], [0, 31, 32, 33]], [1, 1 << 31, 1, 2]),
    ("ushr", [[ALL, ALL, ALL, 8], [0, 31, 32, 35]], [ALL, 1, ALL, 1]),
    ("ishr", [[ALL, 1 << 31, 1 << 31, 8], [1, 31, 32, 35]], [ALL, ALL, 1 << 31, 1]),
    ("imax", [[ALL, 1, 5, 0], [1, ALL, 3, 1 << 31]], [1, 1, 5, 0]),
    ("umin", [[ALL, 1, 5, 0], [1, ALL, 3, 1 << 31]], [1, 1, 3, 0]),
    ("ineg", [[1, 0, ALL, 1 << 31]], [ALL, 0, 1, 1 << 31]),
    ("firstbit_hi", [[1, 0, ALL, 0x10000]], [31, ALL, 0, 15]),
    ("firstbit_lo", [[1, 0, 1 << 31, 0x10000]], [0, ALL, 31, 16]),
    ("firstbit_shi", [[1, 0, ALL, 0xFFFF0000]], [31, ALL, ALL, 16]),
    ("countbits", [[0, ALL, 5, 1 << 31]], [0, 32, 2, 1]),
    ("bfrev", [[1, ALL, 2, 0]], [1 << 31, ALL, 1 << 30, 0]),
    ("ubfe", [[8, 0, 31, 36], [4, 3, 1, 28], [0xABCD, 7, ALL, 0x12345678]], [0xBC, 0, 0x7FFFFFFF, 1]),
    ("ibfe", [[4, 0, 8, 8], [4, 3, 28, 0], [0xF0, 7, 0x80000000, 0x7F]], [ALL, 0, 0xFFFFFFF8, 0x7F]),
    ("bfi", [[8, 0, 4, 36], [8, 3, 30, 0], [0xAB, 7, 15, 5], [ALL, 9, 0, 0xF0]], [0xFFFFABFF, 9, 3 << 30, 0xF5]),
    ("imad", [[2, 3, ALL, 0], [5, 7, 1, 9], [1, 1, 1, 1]], [11, 22, 0, 1]),
    ("movc", [[0, 1, ALL, 0], [1, 2, 3, 4], [5, 6, 7, 8]], [5, 2, 3, 8]),
    ("msad", [[0x00010203, 0, 0x0A, 0], [0x01010101, 5, 0x05, 0], [10, 1, 2, 3]], [13, 1, 7, 3]),
    ("f16tof32", [[0x3C00, 0xC000, 0xFFFF0000, 0x7BFF]], [0x3F800000, 0xC0000000, 0, 0x477FE000]),
]


@pytest.mark.parametrize(("name", "values", "expected"), every_nth([*FLOATS, *INTEGERS], 3))
def test_an_instruction(name: str, values: list[list[float]], expected: list[int]) -> None:
    assert four(name, *values).tolist() == expected


def test_the_least_and_the_greatest_of_nan_are_the_other_number() -> None:
    rows = [[NAN, 1.0, 2.0, INF], [3.0, NAN, 1.0, -INF]]
    assert four("min", *rows).view("f4").tolist() == [3.0, 1.0, 1.0, -INF]
    assert four("max", *rows).view("f4").tolist() == [3.0, 1.0, 2.0, INF]


def test_saturation_makes_nan_zero() -> None:
    assert four("mov", [NAN, 2.0, -1.0, 0.25]).view("f4").tolist()[1:] == [2.0, -1.0, 0.25]
    assert four("mov", [NAN, 2.0, -1.0, 0.25], controls=SATURATE).view("f4").tolist() == [0.0, 1.0, 0.0, 0.25]
    moved = four("movc", [0, 1, 0, 1], [5.0, 2.0, 5.0, 0.25], [NAN, 5.0, -1.0, 5.0], controls=SATURATE)
    assert moved.view("f4").tolist() == [0.0, 1.0, 0.0, 0.25]
    rows = [[NAN, 2.0, -1.0, 0.25], [0.0, 0.0, 0.0, 0.0]]
    assert four("add", *rows, controls=SATURATE).view("f4").tolist() == [0.0, 1.0, 0.0, 0.25]


def test_a_division_by_zero_gives_all_ones() -> None:
    result = four("udiv", [7, 7, 0, ALL], [2, 0, 0, 10], destinations=2)
    assert result.tolist() == [3, ALL, ALL, 429496729, 1, ALL, ALL, 5]


def test_products_have_two_halves() -> None:
    signed = four("imul", [ALL, 1 << 31, 3, 65536], [ALL, 2, 5, 65536], destinations=2)
    assert signed.tolist() == [0, ALL, 0, 1, 1, 0, 15, 0]
    unsigned = four("umul", [ALL, 1 << 31, 3, 65536], [ALL, 2, 5, 65536], destinations=2)
    assert unsigned.tolist() == [ALL - 1, 1, 0, 1, 1, 0, 15, 0]


def test_carries_and_borrows() -> None:
    assert four("uaddc", [ALL, 1, 0, 5], [1, 1, 0, ALL], destinations=2).tolist() == [0, 2, 0, 4, 1, 0, 0, 1]
    assert four("usubb", [0, 1, 5, 5], [1, 1, 0, ALL], destinations=2).tolist() == [ALL, 0, 5, 6, 1, 0, 0, 1]


def test_values_change_places() -> None:
    result = four("swapc", [0, 1, 0, 1], [1, 2, 3, 4], [5, 6, 7, 8], destinations=2)
    assert result.tolist() == [1, 6, 3, 8, 5, 2, 7, 4]


def test_modifiers_masks_and_swizzles() -> None:
    program = compute(
        op("ld_raw", dst(0, 0), ints(0), src(7, 0)),
        op("mov", dst(0, 1), floats(9.0)),
        op("add", dst(0, 1, mask="yw"), src(0, 0, swizzle="wzyx", absolute=True, negate=True), floats(1, 2, 3, 4)),
        op("store_raw", dst(30, 0), ints(0), src(0, 1)),
    )
    result = run(program, np.array([1, -2, 3, -4], np.float32), 4).view("f4")
    assert result.tolist() == [9.0, -1.0, 9.0, 3.0]


def _flow(*body: list[int]) -> list[int]:
    """r0 is the input, r1 the result, which begins with 0."""
    program = compute(
        op("ld_raw", dst(0, 0), ints(0), src(7, 0)),
        op("mov", dst(0, 1), ints(0)),
        *body,
        op("store_raw", dst(30, 0, mask="x"), ints(0), src(0, 1)),
    )
    return [int(run(program, np.array([n, 0, 0, 0], np.uint32), 4)[0]) for n in range(5)]


def _plus(value: int) -> list[int]:
    return op("iadd", dst(0, 1), src(0, 1), ints(value))


def _x(register: int) -> list[int]:
    return [2 | 2 << 2 | 1 << 20, register]


def test_a_switch_falls_through_and_breaks() -> None:
    body = [
        op("switch", _x(0)),
        op("case", ints(1)),
        _plus(1),
        op("case", ints(2)),
        _plus(10),
        op("break"),
        op("default"),
        _plus(100),
        op("break"),
        op("case", ints(3)),
        _plus(1000),
        op("break"),
        op("endswitch"),
    ]
    assert _flow(*body) == [100, 11, 10, 1000, 100]


def test_a_loop_continues_and_ends() -> None:
    """The sum of the odd numbers below n."""
    body = [
        op("mov", dst(0, 2), ints(0)),
        op("loop"),
        op("uge", dst(0, 3), src(0, 2), src(0, 0)),
        op("breakc", _x(3), controls=NZ),
        op("iadd", dst(0, 2), src(0, 2), ints(1)),
        op("and", dst(0, 3), src(0, 2), ints(1)),
        op("continuec", _x(3), controls=NZ),
        op("iadd", dst(0, 1), src(0, 1), src(0, 2)),
        op("iadd", dst(0, 1), src(0, 1), ints(-1)),
        op("endloop"),
    ]
    assert _flow(*body) == [0, 0, 1, 1, 4]


def test_an_if_with_an_end_inside() -> None:
    body = [
        op("if", _x(0), controls=NZ),
        _plus(1),
        op("else"),
        _plus(2),
        op("store_raw", dst(30, 0, mask="x"), ints(0), src(0, 1)),
        op("ret"),
        op("endif"),
        _plus(4),
    ]
    assert _flow(*body) == [2, 5, 5, 5, 5]


def test_subroutines() -> None:
    program = compute(
        op("ld_raw", dst(0, 0), ints(0), src(7, 0)),
        op("mov", dst(0, 1), ints(1)),
        op("call", plain(10, 0)),
        op("callc", _x(0), plain(10, 1), controls=NZ),
        op("store_raw", dst(30, 0, mask="x"), ints(0), src(0, 1)),
        op("ret"),
        op("label", plain(10, 0)),
        _plus(10),
        op("call", plain(10, 1)),
        op("ret"),
        op("label", plain(10, 1)),
        _plus(100),
        op("retc", _x(0), controls=NZ),
        _plus(1000),
    )
    actual = [int(run(program, np.array([n, 0, 0, 0], np.uint32), 4)[0]) for n in (0, 1)]
    assert actual == [1111, 211]


def test_indexable_temporaries() -> None:
    program = compute(
        op("dcl_indexableTemp", [1], [3], [4]),
        op("ld_raw", dst(0, 0), ints(0), src(7, 0)),
        *(op("mov", dst(3, 1, n), ints(n + 5)) for n in range(3)),
        op("mov", dst(0, 1), relative(3, 1, 1)),
        op("store_raw", dst(30, 0), ints(0), src(0, 1)),
    )
    assert run(program, np.array([1, 0, 0, 0], np.uint32), 4).tolist() == [7] * 4


def test_rows_of_constants_beyond_the_buffer_are_zero() -> None:
    data = container(
        COMPUTE,
        op("dcl_constantbuffer", dst(8, 0, 2), controls=1 << 11),
        op("dcl_uav_raw", dst(30, 0)),
        op("dcl_input", dst(32)),
        op("dcl_temps", [2]),
        op("dcl_thread_group", [1, 1, 1]),
        op("mov", dst(0, 0), src(32, swizzle="xxxx")),
        op("mov", dst(0, 1), relative(8, 0, 0)),
        op("ishl", dst(0, 0), src(0, 0), ints(4)),
        op("store_raw", dst(30, 0), src(0, 0), src(0, 1)),
        op("ret"),
    )
    shader = translate_container(data, "macos14")
    out = np.ones((3, 4), np.float32)
    values = np.arange(8, dtype=np.float32).reshape(2, 4)
    with Kernel(mtlb.link([shader.module]).library, "shader", check=True) as kernel:
        assert kernel.run(3, 1, buffers={0: values, 22: out}).is_clean
    assert out.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [0, 0, 0, 0]]


def test_structures_counters_memory_of_the_group_and_atomic_operations() -> None:
    """Each thread takes a place, adds its number to a sum, and stores both after a barrier."""
    data = container(
        COMPUTE,
        op("dcl_uav_structured", dst(30, 0), [8], controls=1 << 23),
        op("dcl_tgsm_raw", dst(31, 0), [4]),
        op("dcl_input", dst(36, mask="x")),
        op("dcl_temps", [3]),
        op("dcl_thread_group", [4, 1, 1]),
        op("store_raw", dst(31, 0, mask="x"), ints(0), ints(0)),
        op("sync", controls=3 << 11),
        op("atomic_iadd", dst(31, 0), ints(0), src(36)),
        op("sync", controls=3 << 11),
        op("ld_raw", dst(0, 0, mask="y"), ints(0), src(31, 0, swizzle="xxxx")),
        op("imm_atomic_alloc", dst(0, 1, mask="x"), plain(30, 0)),
        op("mov", dst(0, 0, mask="x"), src(36)),
        op("store_structured", dst(30, 0, mask="xy"), src(0, 1, swizzle="xxxx"), ints(0), src(0, 0)),
        op("ret"),
    )
    shader = translate_container(data, "macos14")
    out, counter = np.zeros((4, 2), np.uint32), np.zeros(1, np.uint32)
    slots = {binding.use: binding.slot for binding in shader.bindings}
    with Kernel(mtlb.link([shader.module]).library, "shader") as kernel:
        kernel.run(4, 4, buffers={slots[""]: out, slots["counter"]: counter})
    assert counter[0] == 4
    assert sorted(out.tolist()) == [[n, 6] for n in range(4)]


def test_a_vertex_shader_and_a_pixel_shader_agree_on_semantics() -> None:
    """The pixel shader takes fewer components, from another place of the register."""
    vertex = container(
        VERTEX,
        op("dcl_input", dst(1, 0)),
        op("dcl_input_sgv", dst(1, 1, mask="x"), [6]),
        op("dcl_output_siv", dst(2, 0), [1]),
        op("dcl_output", dst(2, 1, mask="xyz")),
        op("mov", dst(2, 0), src(1, 0)),
        op("utof", dst(2, 1, mask="xyz"), src(1, 1, swizzle="xxxx")),
        op("ret"),
        inputs=signature(("POSITION", 0, 0, 3, 0, 15), ("SV_VertexID", 0, 6, 1, 1, 1)),
        outputs=signature(("SV_Position", 0, 1, 3, 0, 15), ("TexCoord", 2, 0, 3, 1, 7)),
    )
    pixel = container(
        PIXEL,
        op("dcl_input_ps", dst(1, 1, mask="zw"), controls=2 << 11),
        op("dcl_output", dst(2, 0)),
        op("mov", dst(2, 0), src(1, 1, swizzle="zwzw")),
        op("ret"),
        inputs=signature(("TEXCOORD", 2, 0, 3, 1, 12)),
        outputs=signature(("SV_Target", 0, 0, 3, 0, 15)),
    )
    made = [translate_container(item, "macos14", name=name) for item, name in ((vertex, "v"), (pixel, "p"))]
    outputs = [output.attribute_name for output in outputs_of(made[0].module.air_bytes(), "v")]
    assert "user(TEXCOORD2)" in outputs
    library = mtlb.link([item.module for item in made]).library
    with Kernel(library, "p") as kernel:
        values = np.array([[[1.0, 2.0, 3.0, 4.0]]], np.float32)
        result = kernel.run((1, 1), inputs={"TEXCOORD2": values})
    assert result.outputs["SV_TARGET0"].reshape(-1).tolist() == [1.0, 2.0, 1.0, 2.0]
    with Kernel(library, "v") as kernel:
        places = np.arange(8, dtype=np.float32).reshape(2, 4)
        ids = {"vertex_id": np.array([5, 6], np.uint32), "base_vertex": np.array([4, 4], np.uint32)}
        result = kernel.run((2, 1), inputs={"POSITION0": places, **ids})
    assert result.outputs["TEXCOORD2"].reshape(2, 4).tolist() == [[1, 1, 1, 0], [2, 2, 2, 0]]
    assert result.outputs["SV_POSITION0"].reshape(2, 4).tolist() == places.tolist()


def outputs_of(data: bytes, name: str) -> list[object]:
    """The outputs of an entry point as metadata has them."""
    from mtlb.air import read_entry_points
    from mtlb.bitcode import read_module

    (entry,) = [
        entry_point for entry_point in read_entry_points(read_module(data)) if entry_point.function.name == name
    ]
    return list(entry.outputs)


def test_a_texture_is_sampled_with_the_swizzle_of_its_operand() -> None:
    data = container(
        PIXEL,
        op("dcl_sampler", plain(6, 3)),
        op("dcl_resource", dst(7, 5), [0x5555], controls=3 << 11),
        op("dcl_input_ps", dst(1, 0, mask="xy"), controls=2 << 11),
        op("dcl_output", dst(2, 0)),
        op("dcl_temps", [1]),
        op("sample", dst(2, 0), src(1, 0), src(7, 5, swizzle="wzyx"), plain(6, 3)),
        op("ret"),
        inputs=signature(("TEXCOORD", 0, 0, 3, 0, 3)),
        outputs=signature(("SV_Target", 0, 0, 3, 0, 15)),
    )
    shader = translate_container(data, "ios17")
    assert [(binding.register, binding.table, binding.slot) for binding in shader.bindings] == [
        ("s3", "sampler", 3),
        ("t5", "texture", 5),
    ]
    texels = np.arange(16, dtype=np.float32).reshape(2, 2, 4)
    with Kernel(mtlb.link([shader.module]).library, "shader") as kernel:
        result = kernel.run(
            (1, 1),
            textures={5: Image(texels, "2d", format="rgba32float")},
            samplers={3: Sampler("nearest", "nearest", "nearest", "repeat")},
            inputs={"TEXCOORD0": np.array([[[0.75, 0.25, 0.0, 0.0]]], np.float32)},
        )
    assert result.outputs["SV_TARGET0"].reshape(-1).tolist() == [7.0, 6.0, 5.0, 4.0]


@pytest.mark.parametrize(("policy", "expected"), [("read-zero-skip-write", [7, 0, 0, 1]), ("restrict", [7, 9, 9, 1])])
def test_accesses_out_of_bounds(policy: str, expected: list[int]) -> None:
    """Two words of t0 are there, four of u0: of t0 words 0, 2 and 5 are read, u0 is written far out before."""
    program = compute(
        op("ld_raw", dst(0, 0, mask="x"), ints(0), src(7, 0)),
        op("ld_raw", dst(0, 0, mask="y"), ints(8), src(7, 0, swizzle="xxxx")),
        op("ld_raw", dst(0, 0, mask="z"), ints(20), src(7, 0, swizzle="xxxx")),
        op("mov", dst(0, 0, mask="w"), ints(1)),
        op("store_raw", dst(30, 0, mask="x"), ints(400), ints(5)),
        op("imm_atomic_iadd", dst(0, 1, mask="x"), plain(30, 0), ints(800), ints(3)),
        op("store_raw", dst(30, 0), ints(0), src(0, 0)),
    )
    options = ShaderOptions(buffer_bounds_check_policy=policy)
    shader = translate_container(program, "macos14", options=options)
    slots = {binding.register: binding.slot for binding in shader.bindings}
    sizes, out = np.zeros(31, np.uint32), np.zeros(4, np.uint32)
    sizes[slots["t0"]], sizes[slots["u0"]] = 8, 16
    buffers = {slots["t0"]: np.array([7, 9], np.uint32), slots["u0"]: out, slots[""]: sizes}
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run(1, 1, buffers=buffers)
    assert result.is_clean, result.findings
    assert out.tolist() == expected


def test_least_and_greatest_numbers_of_the_other_sign_on_texels() -> None:
    """Texels of uint: the greatest int of -1 and 5, the least uint of what is there; what was before is stored."""
    data = container(
        COMPUTE,
        op("dcl_uav_typed", dst(30, 0), [0x4444], controls=2 << 11),
        op("dcl_uav_raw", dst(30, 1)),
        op("dcl_temps", [2]),
        op("dcl_thread_group", [1, 1, 1]),
        op("imm_atomic_imax", dst(0, 0, mask="x"), plain(30, 0), ints(0, 0, 0, 0), ints(5)),
        op("imm_atomic_imin", dst(0, 0, mask="y"), plain(30, 0), ints(1, 0, 0, 0), ints(-7)),
        op("imm_atomic_umin", dst(0, 0, mask="z"), plain(30, 0), ints(2, 0, 0, 0), ints(6)),
        op("store_raw", dst(30, 1, mask="xyz"), ints(0), src(0, 0)),
        op("ret"),
    )
    shader = translate_container(data, "macos14")
    slots = {binding.register: binding.slot for binding in shader.bindings}
    texels, out = np.array([ALL, 3, ALL, 9], np.uint32), np.zeros(4, np.uint32)
    with Kernel(mtlb.link([shader.module]).library, "shader", check=True) as kernel:
        image = Image(texels, "1d", format="r32uint")
        assert kernel.run(1, 1, textures={slots["u0"]: image}, buffers={slots["u1"]: out}).is_clean
    assert texels.tolist() == [5, ALL - 6, 6, 9]
    assert out[:3].tolist() == [ALL, 3, ALL]
