"""Functions run on this machine's CPU: values against numpy, arguments, function constants, limits."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.base.errors import BuildError, RunError, TimeLimitError, UnsupportedError
from mtlb.bitcode import read_module, write_module
from mtlb.convert import attach
from mtlb.cpu import Image, Kernel, Sampler, layout
from mtlb.cpu.process import Session
from mtlb.emit import boolean, f16, f32, float2, float4, i32, texture2d, u32
from mtlb.ir import AIR_DATA_LAYOUT, InstCode, parse
from tests.conftest import ROOT, every_nth
from tests.cpu.kernels import kernel, scalar_kernel

N = 257  # not a multiple of a threadgroup


@pytest.fixture(scope="module")
def session() -> Session:
    with Session() as shared:
        yield shared


def call(
    session: Session, data: bytes, *inputs: np.ndarray, out: np.ndarray | None = None, grid: int = N
) -> np.ndarray:
    result = np.zeros_like(inputs[0]) if out is None else out
    buffers = {f"in{number}": array for number, array in enumerate(inputs)} | {"out": result}
    Kernel(data, "k", session=session).run(grid, 32, buffers=buffers)
    return result


X = np.linspace(-4, 4, N).astype("f4")
POSITIVE = np.linspace(0.01, 9, N).astype("f4")
UNIT = np.linspace(-1, 1, N).astype("f4")

UNARY = {
    "sin": (np.sin, X),
    "cos": (np.cos, X),
    "tan": (np.tan, UNIT),
    "asin": (np.arcsin, UNIT),
    "acos": (np.arccos, UNIT),
    "atan": (np.arctan, X),
    "sinh": (np.sinh, X),
    "cosh": (np.cosh, X),
    "tanh": (np.tanh, X),
    "asinh": (np.arcsinh, X),
    "acosh": (np.arccosh, POSITIVE + 1),
    "atanh": (np.arctanh, UNIT * np.float32(0.9)),
    "exp": (np.exp, X),
    "exp2": (np.exp2, X),
    "exp10": (lambda x: 10.0**x, X),
    "log": (np.log, POSITIVE),
    "log2": (np.log2, POSITIVE),
    "log10": (np.log10, POSITIVE),
    "sqrt": (np.sqrt, POSITIVE),
    "rsqrt": (lambda x: 1 / np.sqrt(x), POSITIVE),
    "floor": (np.floor, X),
    "ceil": (np.ceil, X),
    "trunc": (np.trunc, X),
    "rint": (np.rint, X),
    "round": (lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), X),
    "fabs": (np.abs, X),
    "fract": (lambda x: x - np.floor(x), X),
    "saturate": (lambda x: np.clip(x, 0, 1), X),
    "sign": (np.sign, X),
    "sinpi": (lambda x: np.sin(np.pi * x), X),
    "cospi": (lambda x: np.cos(np.pi * x), X),
}


@pytest.mark.parametrize("name", every_nth(UNARY, 3))
def test_functions_of_one_float(name: str, session: Session) -> None:
    expected, values = UNARY[name]
    actual = call(session, scalar_kernel(name), values)
    np.testing.assert_allclose(actual, expected(values.astype("f8")), rtol=2e-6, atol=3e-7)


@pytest.mark.parametrize("name", ["sin", "exp", "sqrt", "fract", "rsqrt"])
def test_half_precision_is_rounded_once(name: str, session: Session) -> None:
    expected, values = UNARY[name]
    inputs = np.abs(values).astype("f2") + np.float16(0.5)
    actual = call(session, scalar_kernel(name, f16), inputs)
    want = expected(inputs.astype("f8")).astype("f2")
    assert (np.abs(actual.view("i2") - want.view("i2")) <= 1).all()


BINARY = {
    "fmin": np.fmin,
    "fmax": np.fmax,
    "pow": lambda x, y: np.power(np.abs(x).astype("f8"), y),
    "atan2": np.arctan2,
    "fmod": np.fmod,
    "copysign": np.copysign,
    "fdim": lambda x, y: np.maximum(x - y, 0),
    "nextafter": np.nextafter,
}


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_floats(name: str, session: Session) -> None:
    x, y = (np.abs(X) if name == "pow" else X), X[::-1].copy()
    actual = call(session, scalar_kernel(name, operands=2), x, y)
    exact = name in ("fmin", "fmax", "copysign", "nextafter", "fmod")
    with np.errstate(invalid="ignore"):
        want = BINARY[name](x, y) if exact else BINARY[name](x.astype("f8"), y.astype("f8"))
    np.testing.assert_allclose(actual, want, rtol=0 if exact else 2e-6, atol=0 if exact else 1e-6)


def bits(x: int) -> int:
    return x & 0xFFFFFFFF


INTEGER = {
    "popcount": (1, u32, lambda x: bin(bits(x)).count("1")),
    "reverse_bits": (1, u32, lambda x: int(f"{bits(x):032b}"[::-1], 2)),
    "abs_diff": (2, i32, lambda x, y: abs(x - y)),
    "add_sat": (2, i32, lambda x, y: max(-(2**31), min(2**31 - 1, x + y))),
    "sub_sat": (2, u32, lambda x, y: max(0, bits(x) - bits(y))),
    "hadd": (2, i32, lambda x, y: (x + y) >> 1),
    "rhadd": (2, u32, lambda x, y: (bits(x) + bits(y) + 1) >> 1),
    "mul_hi": (2, i32, lambda x, y: (x * y) >> 32),
    "max": (2, u32, lambda x, y: max(bits(x), bits(y))),
    "min": (2, i32, min),
    "rotate": (2, u32, lambda x, y: bits(bits(x) << y % 32 | bits(x) >> (32 - y % 32) % 32) if y % 32 else bits(x)),
    "clamp": (3, i32, lambda x, y, z: min(max(x, y), z)),
    "mad_hi": (3, u32, lambda x, y, z: bits((bits(x) * bits(y) >> 32) + bits(z))),
}


@pytest.mark.parametrize("name", INTEGER)
def test_functions_of_integers(name: str, session: Session) -> None:
    operands, type_, expected = INTEGER[name]
    generator = np.random.default_rng(7)
    edges = np.array([0, 1, -1, 2**31 - 1, -(2**31), 7, -8], "i4")
    inputs = [
        np.concatenate([np.roll(edges, number), generator.integers(-(2**31), 2**31, N - 7)]).astype("i4")
        for number in range(operands)
    ]
    if name == "clamp":
        inputs[1:] = [np.minimum(*inputs[1:]), np.maximum(*inputs[1:])]
    actual = call(session, scalar_kernel(name, type_, operands), *inputs)
    want = [bits(expected(*row)) for row in zip(*(array.tolist() for array in inputs), strict=True)]
    assert actual.view("u4").tolist() == want


def test_divisions_that_would_trap(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, y, out = k.buffer("in0", i32, 0, "read"), k.buffer("in1", i32, 1, "read"), k.buffer("out", i32, 2)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.div(x[i].load(), y[i].load()))

    x = np.array([10, -(2**31), 7, -9], "i4")
    actual = call(session, kernel(body), x, np.array([0, -1, -2, 4], "i4"), grid=4)
    assert actual[2:].tolist() == [-3, -2]


def test_conversions_saturate(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("in0", f32, 0, "read"), k.buffer("out", i32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.convert(x[i].load(), i32))

    x = np.array([1.9, -1.9, 3e9, -3e9, np.nan, np.inf], "f4")
    actual = call(session, kernel(body), x, out=np.zeros(6, "i4"), grid=6)
    assert actual.tolist() == [1, -1, 2**31 - 1, -(2**31), 0, 2**31 - 1]


def test_packing_is_undone_by_unpacking(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, words, out = k.buffer("in0", float4, 0, "read"), k.buffer("words", u32, 1), k.buffer("out", float4, 2)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        word = b.pack("unorm4x8", x[i].load())
        words[i].store(word)
        out[i].store(b.unpack("unorm4x8", word))

    x = np.random.default_rng(0).random((8, 4)).astype("f4")
    words, out = np.zeros(8, "u4"), np.zeros((8, 4), "f4")
    Kernel(kernel(body), "k", session=session).run(8, 8, buffers={"in0": x, "words": words, "out": out})
    expected = np.rint(x * 255).astype("u4")
    assert (
        words.tolist() == (expected[:, 0] | expected[:, 1] << 8 | expected[:, 2] << 16 | expected[:, 3] << 24).tolist()
    )
    np.testing.assert_allclose(out, expected / 255, atol=1e-7)


def simd_kernel(operation: str, *arguments: int) -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("in0", i32, 0, "read"), k.buffer("out", i32, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.simd(operation, x[i].load(), *arguments))

    return kernel(body)


@pytest.mark.parametrize(
    ("operation", "arguments", "expected"),
    [
        ("sum", (), lambda x: np.repeat(x.sum(1), 32)),
        ("max", (), lambda x: np.repeat(x.max(1), 32)),
        ("xor", (), lambda x: np.repeat(np.bitwise_xor.reduce(x, 1), 32)),
        ("prefix_exclusive_sum", (), lambda x: (np.cumsum(x, 1) - x).reshape(-1)),
        ("prefix_inclusive_sum", (), lambda x: np.cumsum(x, 1).reshape(-1)),
        ("broadcast", (3,), lambda x: np.repeat(x[:, 3], 32)),
        ("shuffle_xor", (5,), lambda x: x[:, np.arange(32) ^ 5].reshape(-1)),
        ("shuffle_rotate_down", (4,), lambda x: np.roll(x, -4, 1).reshape(-1)),
        ("broadcast_first", (), lambda x: np.repeat(x[:, 0], 32)),
    ],
)
def test_simdgroup_operations(operation: str, arguments: tuple[int, ...], expected: object, session: Session) -> None:
    x = np.random.default_rng(1).integers(-1000, 1000, 128).astype("i4")
    actual = call(session, simd_kernel(operation, *arguments), x, grid=128)
    assert actual.tolist() == expected(x.reshape(4, 32)).astype("i4").tolist()  # type: ignore[operator]


def test_lanes_of_different_branches_meet_again(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", i32, 0), k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        with b.if_else((i & 1).eq(0)) as (even, odd):
            with even:
                out[i].store(b.simd("sum", b.const(i32, 1)))
            with odd:
                out[i].store(b.simd("sum", b.const(i32, 100)))
        out[i].store(out[i].load() + b.simd("sum", b.const(i32, 10000)))

    out = np.zeros(32, "i4")
    Kernel(kernel(body), "k", session=session).run(32, 32, buffers={"out": out})
    assert out.tolist() == [320016, 321600] * 16


def reduction() -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("in0", f32, 0, "read"), k.buffer("out", f32, 1)
        tile = k.threadgroup("tile", emit.array(f32, 64))
        i, lane = k.builtin("thread_position_in_grid", u32), k.builtin("thread_index_in_threadgroup", u32)
        group = k.builtin("threadgroup_position_in_grid", u32)
        b = k.entry()
        tile[lane].store(x[i].load())
        b.barrier()
        with b.if_(lane.eq(0)):
            with b.for_range(64) as loop:
                total = loop.carry(0.0, f32)
                loop.update(total, total + tile[loop.index].load())
            out[group].store(loop.result(total))

    return kernel(body)


def test_threadgroup_memory_and_barriers(session: Session) -> None:
    x = np.random.default_rng(2).random(256).astype("f4")
    out = np.zeros(4, "f4")
    result = Kernel(reduction(), "k", check=True, session=session).run(256, 64, buffers={"in0": x, "out": out})
    np.testing.assert_allclose(out, x.reshape(4, 64).sum(1), rtol=1e-5)
    assert result.is_clean
    assert result.counts["barriers"] == 4
    assert result.counts["threads"] == 256


# --- textures --------------------------------------------------------------------------------------------------------


def sampling_kernel(**how: object) -> bytes:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image = k.texture("image", texture2d(f32), 0)
        places, out = k.buffer("places", float2, 0, "read"), k.buffer("out", float4, 1)
        i = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        out[i].store(b.texture.sample(image, b.use(module.sampler(**how)), places[i].load(), level=0.0))  # type: ignore[arg-type]

    return kernel(body)


def bilinear(image: np.ndarray, places: np.ndarray, wrap: object) -> np.ndarray:
    height, width, _ = image.shape
    results = []
    for u, v in places.astype("f8"):
        x, y = u * width - 0.5, v * height - 0.5
        x0, y0 = int(np.floor(x)), int(np.floor(y))
        total = np.zeros(4)
        for dx in (0, 1):
            for dy in (0, 1):
                weight = (x - x0 if dx else 1 - x + x0) * (y - y0 if dy else 1 - y + y0)
                total += weight * image[wrap(y0 + dy, height), wrap(x0 + dx, width)]  # type: ignore[operator]
        results.append(total)
    return np.array(results)


WRAPS = {
    "clamp_to_edge": lambda i, n: min(max(i, 0), n - 1),
    "repeat": lambda i, n: i % n,
    "mirrored_repeat": lambda i, n: i % (2 * n) if i % (2 * n) < n else 2 * n - 1 - i % (2 * n),
}


@pytest.mark.parametrize("address", WRAPS)
def test_linear_sampling(address: str, session: Session) -> None:
    generator = np.random.default_rng(3)
    image, places = generator.random((5, 7, 4)).astype("f4"), generator.uniform(-1.2, 2.2, (64, 2)).astype("f4")
    out = np.zeros((64, 4), "f4")
    kernel = Kernel(sampling_kernel(filter="linear", address=address), "k", session=session)
    kernel.run(64, 32, buffers={"places": places, "out": out}, textures={"image": image})
    np.testing.assert_allclose(out, bilinear(image, places, WRAPS[address]), atol=2e-5)


@pytest.mark.parametrize(
    "format", ["rgba8unorm", "rgba8unorm_srgb", "bgra8unorm", "rgba16float", "rgb10a2unorm", "rg11b10float"]
)
@pytest.mark.long
def test_writing_and_reading_a_format(format: str, session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        image = k.texture("image", texture2d(f32, "read_write"), 0)
        x, out = k.buffer("in0", float4, 0, "read"), k.buffer("out", float4, 1)
        place = k.builtin("thread_position_in_grid", emit.uint2)
        b = k.entry()
        at = place.y * 4 + place.x
        with b.fast_math(False):
            b.texture.write(image, x[at].load(), place)
        b.texture.fence(image)
        out[at].store(b.texture.read(image, place))

    values = np.random.default_rng(4).random((16, 4)).astype("f4")
    out = np.zeros_like(values)
    types = {"rgba16float": ("f2", (4, 4, 4)), "rgb10a2unorm": ("u4", (4, 4)), "rg11b10float": ("u4", (4, 4))}
    dtype, shape = types.get(format, ("u1", (4, 4, 4)))
    image = Image(np.zeros(shape, dtype), format=format)
    Kernel(kernel(body), "k", session=session).run(
        (4, 4), (4, 4), buffers={"in0": values, "out": out}, textures={"image": image}
    )
    steps = {"rgba16float": 5e-4, "rg11b10float": 2e-2, "rgb10a2unorm": 1e-3, "rgba8unorm_srgb": 5e-3}.get(format, 2e-3)
    channels = 3 if format in ("rg11b10float", "rgb10a2unorm") else 4
    np.testing.assert_allclose(out[:, :channels], values[:, :channels], atol=steps)
    if format == "bgra8unorm":
        assert image.array.reshape(16, 4)[:, 2].tolist() == np.rint(values[:, 0] * 255).astype(int).tolist()


def test_derivatives_and_discarding(session: Session) -> None:
    module = emit.Module("macos14")
    f = module.fragment("f")
    uv = f.stage_in("uv", float2)
    f.out(float4)
    b = f.entry()
    with b.if_(uv.x > 0.7):
        b.air("discard_fragment")
    along, down = b.air("dfdx", uv), b.air("dfdy", uv)
    b.ret(b.vector(along.x, along.y, down.x, down.y))
    y, x = np.mgrid[0:8, 0:16].astype("f4")
    inputs = np.stack([x / 16, y * y], -1).reshape(-1, 2)
    result = Kernel(module.air_bytes(), "f", session=session).run((16, 8), inputs={"uv": inputs})
    (output,) = result.outputs.values()
    actual = output.reshape(8, 16, 4)
    assert (actual[..., 0] == 1 / 16).all()
    assert (actual[..., 3] == np.repeat((2 * np.arange(0, 8, 2) + 1), 2)[:, None]).all()
    assert result.discarded is not None
    assert (result.discarded.reshape(8, 16) == (x / 16 > np.float32(0.7))).all()
    assert str(result).splitlines()[-1] == "discarded: 32 of 128 fragments"


def test_a_target_that_is_not_written_is_zero(session: Session) -> None:
    """Members of a result that are undefined were what a register had, and two runs differed."""
    module = emit.Module("macos14")
    f = module.fragment("f")
    place = f.stage_in("place", f32)
    f.out(float4, name="color")
    f.out(float4, name="other", render_target=1)
    b = f.entry()
    color = b.vector(place, place, place, place)
    b.ret(color=color, other=color)
    changed = read_module(module.air_bytes())
    (function,) = [function for function in changed.functions if function.blocks]
    last = function.blocks[-1].instructions
    first = next(instruction for instruction in last if instruction.code is InstCode.INSERTVAL)
    last[:] = [i for i in last if i.code is not InstCode.INSERTVAL or i is first]
    last[-1].operands = (first,)
    result = Kernel(write_module(changed), "f", session=session).run((8, 1), inputs={"place": np.ones(8, "f4")})
    written, left = result.outputs.values()
    assert (written == 1).all() and (left == 0).all()


# --- arguments and limits --------------------------------------------------------------------------------------------


def test_function_constants(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        gain = module.function_constant("gain", f32, 0)
        twice = module.function_constant("twice", boolean, 1)
        out, i = k.buffer("out", f32, 0), k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        value = b.use(gain)
        out[i].store(b.select(b.use(twice), value * 2.0, value))

    data, out = kernel(body), np.zeros(4, "f4")
    Kernel(data, "k", constants={"gain": 2.5, "twice": True}, session=session).run(4, buffers={"out": out})
    assert out.tolist() == [5.0] * 4
    with pytest.raises(BuildError, match=r"function constant 'twice' \(bool, index 1\) needs a value"):
        Kernel(data, "k", constants={"gain": 1}, session=session)
    with pytest.raises(BuildError, match="no function constant 'volume'"):
        Kernel(data, "k", constants={"volume": 1}, session=session)
    with pytest.raises(BuildError, match="'gain' is a float, which 'loud' is not"):
        Kernel(data, "k", constants={"gain": "loud", "twice": 0}, session=session)


def test_wrong_arguments_are_errors_before_anything_runs(session: Session) -> None:
    kernel = Kernel(scalar_kernel("sin"), "k", session=session)
    x = np.zeros(8, "f4")
    wrong = [
        ({"buffers": {"in0": x}}, r"buffer 'out', index 1 of float needs a value"),
        ({"buffers": {"in0": x, "out": x, "more": x}}, r"buffers: the function has no 'more'"),
        ({"buffers": {"in0": x.astype("f8"), "out": x}}, r"buffer 'in0' is of float, but the array is of float64"),
        ({"buffers": {"in0": np.zeros((8, 8), "f4")[:, ::2], "out": x}}, r"is not contiguous in memory"),
    ]
    for arguments, message in wrong:
        with pytest.raises(BuildError, match=message):
            kernel.run(8, **arguments)  # type: ignore[arg-type]
    with pytest.raises(BuildError, match=r"threadgroup of 2048 threads"):
        kernel.run(4096, 2048, buffers={"in0": x, "out": x})
    with pytest.raises(BuildError, match=r"grid is 0"):
        kernel.run(0, buffers={"in0": x, "out": x})
    with pytest.raises(BuildError, match=r"no function 'nosuch'"):
        Kernel(scalar_kernel("sin"), "nosuch", session=session)


@pytest.mark.long
def test_a_function_that_spins_is_ended_and_named() -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out = k.buffer("out", u32, 0)
        b = k.entry()
        with b.loop() as loop:
            n = loop.carry(0, u32)
            b.atomic("add", out[0], 1)
            loop.update(n, n + 1)
            loop.break_if(out[1].load().eq(1))

    with Kernel(kernel(body), "k") as result, pytest.raises(TimeLimitError, match=r"after 0.3 seconds, in a loop in k"):
        result.run(1, buffers={"out": np.zeros(4, "u4")}, seconds=0.3)


def test_fast_products_are_rounded_with_their_sums(session: Session) -> None:
    """Also where the values have names, and once for each product."""
    text = (
        f"""target datalayout = "{AIR_DATA_LAYOUT}"
target triple = "air64_v26-apple-macosx14.0.0"
"""
        + """
define void @k(float addrspace(1)* %out, i32 %i) {
  %at = getelementptr float, float addrspace(1)* %out, i32 %i
  %x = load float, float addrspace(1)* %at, align 4
  %square = fmul fast float %x, %x
  %cube = fmul fast float %x, 3.0
  %sum = fadd fast float %square, %cube
  %twice = fmul fast float %sum, %sum
  %less = fsub fast float %x, %twice
  store float %less, float addrspace(1)* %at, align 4
  ret void
}
!air.kernel = !{!0}
!0 = !{void (float addrspace(1)*, i32)* @k, !1, !2}
!1 = !{}
!2 = !{!3, !4}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.address_space", i32 1,
  !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4,
  !"air.arg_type_name", !"float", !"air.arg_name", !"out"}
!4 = !{i32 1, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"i"}
"""
    )
    x = np.random.default_rng(5).normal(0, 1, 64).astype("f4")
    out = x.copy()
    Kernel(parse(text), "k", session=session).run(64, buffers={"out": out})
    wide = x.astype("f8")
    total = (wide * wide + (x * np.float32(3)).astype("f8")).astype("f4").astype("f8")
    assert out.tobytes() == (wide - total * total).astype("f4").tobytes()


@pytest.mark.long
def test_a_crash_is_an_error() -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", u32, 0), k.builtin("thread_position_in_grid", u32)
        k.entry()
        out[i << 28].store(i)

    with Kernel(kernel(body), "k") as result, pytest.raises(RunError, match="memory outside of its arguments"):
        result.run(16, buffers={"out": np.zeros(4, "u4")})


def test_what_can_not_be_run_is_named(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", f32, 0), k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        strange = module.declare("air.never_heard_of.f32", f32, [f32])
        out[i].store(b.call(strange, b.const(f32, 1.0), result=f32))

    with pytest.raises(UnsupportedError, match=r"air.never_heard_of.f32"):
        Kernel(kernel(body), "k", session=session)


def test_the_structures_are_those_of_the_run_time(session: Session) -> None:
    source = (ROOT / "mtlb/cpu/native/runtime.h").read_text()
    thread = source[source.index("typedef struct Thread") : source.index("} Thread;")]
    names = re.findall(r"(\w+)(?:\[3\])?[,;]", re.sub(r"//.*", "", thread))
    assert names == [name for name, _ in layout.Thread._fields_]
    check = (ROOT / "mtlb/cpu/native/check.c").read_text()
    report = check[check.index("typedef struct Report") : check.index("} Report;")]
    fields = re.findall(r"(\w+)(?:\[6\])?[,;]", re.sub(r"//.*", "", report))
    assert fields == [field[0] for field in layout.Report._fields_]
    assert ctypes.sizeof(layout.Shadow) == 24
    number, known = 0, {}
    for text in (check[check.index("enum Kind {") :], source[source.index("enum LaneFault {") :]):
        words = re.sub(r"//.*", "", text[text.index("{") + 1 : text.index("}")])
        for name, value in re.findall(r"(\w+)(?: = (\d+))?(?:,|\s*$)", words):
            number = int(value) if value else number + 1
            known[name] = number
    assert known.pop("FIRST_RESULT") == layout.ReportKind.DIVISION_BY_ZERO
    assert {name: layout.ReportKind[name] for name in known} == known
    assert known["LANES_DIFFER"] == max(layout.ReportKind)


def test_the_intermediate_code_is_that_of_the_sources() -> None:
    done = subprocess.run([sys.executable, ROOT / "tools/build_runtime.py", "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_sampler_word_is_that_of_a_static_sampler() -> None:
    from mtlb.air import static_samplers

    module = emit.Module("macos14")
    k = module.kernel("k")
    image, out = k.texture("image", texture2d(f32), 0), k.buffer("out", float4, 0)
    b = k.entry()
    used = module.sampler(filter="linear", mip_filter="linear", address="repeat")
    out[0].store(b.texture.sample(image, b.use(used), b.const(float2, (0.5, 0.5)), level=0.0))
    (static,) = static_samplers(read_module(module.air_bytes()))
    ours = Sampler("linear", "linear", "linear", "repeat").word()
    mask = (1 << 24) - 1  # without the range of levels
    assert static.words[0] & mask == ours & mask


@pytest.mark.long
def test_a_library_runs_as_its_modules_do(tmp_path: Path) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out, i = k.buffer("out", u32, 0), k.builtin("thread_position_in_grid", u32)
        k.entry()
        out[i].store(i * 3)

    module = emit.Module("macos14")
    body(module, module.kernel("k"))
    path = tmp_path / "a.metallib"
    path.write_bytes(mtlb.write(mtlb.link([module]).library))
    out = np.zeros(10, "u4")
    assert mtlb.run(path, "k", 10, 4, buffers={"out": out}).is_clean
    assert out.tolist() == [3 * n for n in range(10)]
    out[:] = 0
    assert mtlb.run(path, "k", np.prod(out.shape), [np.int32(4)], buffers={"out": out}).is_clean  # type: ignore[arg-type]
    assert out.tolist() == [3 * n for n in range(10)]
    for grid in (None, 4.0, "4", (), (1, None), 0):
        with pytest.raises(BuildError, match=r"grid is .*; expected one to three numbers of 1 or more"):
            mtlb.run(path, "k", grid, buffers={"out": out})  # type: ignore[arg-type]


def test_wrong_assumptions_do_no_harm(session: Session) -> None:
    """Kernels assume that numbers are uniform, which is not known here."""
    text = """
define void @k(ptr addrspace(1) %out, i32 %i) {
  %u = call i1 @air.is_uniform.i32(i32 %i)
  call void @llvm.assume(i1 %u)
  call void @llvm.assume(i1 false)
  %n = zext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %n
  store i32 %i, ptr addrspace(1) %q
  ret void
}
declare i1 @air.is_uniform.i32(i32)
declare void @llvm.assume(i1)
"""
    a = attach(text, "macos14")
    k = a.kernel("k")
    k.buffer("out", u32, 0)
    k.builtin("thread_position_in_grid", u32)
    out = np.zeros(4, "u4")
    with Kernel(a.air_bytes(), "k", session=session) as kernel:
        kernel.run(4, buffers={"out": out})
    assert out.tolist() == [0, 1, 2, 3]


@pytest.mark.long
def test_large_variables_of_a_thread_fit_its_stack(session: Session) -> None:
    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        out = k.buffer("out", u32, 0)
        index = k.builtin("thread_position_in_grid", u32)
        b = k.entry()
        memory = b.variable(emit.array(u32, 40000))
        with b.for_range(40000) as loop:
            memory[loop.index].store(loop.index + index)
        b.barrier("threadgroup")
        out[index].store(memory[39999 - index].load())

    out = np.zeros(4, "u4")
    with Kernel(kernel(body), "k", session=session) as k:
        k.run(4, 4, buffers={"out": out})
    assert out.tolist() == [39999] * 4
