"""The standard library: what its functions compute, beside numpy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mtlb
from mtlb.air.lint import lint_module
from tests.metal.needed import needs_clang

Array = npt.NDArray[Any]
Rows = dict[str, Callable[..., Any]]

COUNT = 64


def _compiled(tmp_path: Path, text: str, target: str = "macos14") -> bytes:
    path = tmp_path / "library.metal"
    path.write_text(f"#include <metal_stdlib>\nusing namespace metal;\n{text}", encoding="utf-8")
    compiled = mtlb.compile(path, target, fast_math=False)
    assert compiled.warnings == [] and [finding.code for finding in lint_module(compiled.bitcode)] == []
    return compiled.bitcode


def _computed(tmp_path: Path, type: str, rows: list[str], inputs: list[Array], result: str = "") -> Array:
    """What each expression of `a`, `b` and `c` is, a row for each."""
    lines = [f"  out[{n} * {COUNT} + i] = {result or type}({row});" for n, row in enumerate(rows)]
    parameters = ", ".join(f"device const {type}* p{n} [[buffer({n + 1})]]" for n in range(3))
    values = " ".join(f"{type} {name} = p{n}[i];" for n, name in enumerate("abc"))
    text = f"kernel void k(device {result or type}* out [[buffer(0)]], {parameters},\n"
    text += f"  uint i [[thread_position_in_grid]]) {{\n  {values}\n" + "\n".join(lines) + "\n}"
    kinds = {"float": np.float32, "half": np.float16, "int": np.int32, "uint": np.uint32, "uchar": np.uint8}
    out = np.zeros((len(rows), COUNT), kinds[result or type])
    buffers: dict[str | int, Any] = {0: out.reshape(-1), **{n + 1: input_ for n, input_ in enumerate(inputs)}}
    ran = mtlb.run(_compiled(tmp_path, text), "k", COUNT, COUNT, buffers=buffers, check=True)
    assert ran.is_clean
    return out


def _half_away(x: Array) -> Array:
    return np.asarray(np.trunc(x + np.copysign(0.5, x)))


_ONE: Rows = {
    "acos(a)": np.arccos, "asin(a)": np.arcsin, "atan(a)": np.arctan, "atanh(a)": np.arctanh,
    "acosh(1 + b)": lambda a, b, c: np.arccosh(1 + b), "asinh(a)": np.arcsinh, "ceil(4 * a)": lambda x: np.ceil(4 * x),
    "cos(a)": np.cos, "cosh(a)": np.cosh, "cospi(a)": lambda x: np.cos(np.pi * x), "exp(a)": np.exp,
    "exp10(a)": lambda x: 10.0**x, "exp2(a)": np.exp2, "fabs(a)": np.abs, "abs(a)": np.abs, "floor(4 * a)":
    lambda x: np.floor(4 * x), "fract(4 * a)": lambda x: 4 * x - np.floor(4 * x), "log(b)": lambda a, b, c: np.log(b),
    "log2(b)": lambda a, b, c: np.log2(b), "log10(b)": lambda a, b, c: np.log10(b), "rint(8 * a)":
    lambda x: np.rint(8 * x), "round(8 * a)": lambda x: _half_away(8 * x), "rsqrt(b)": lambda a, b, c: 1 / np.sqrt(b),
    "saturate(2 * a)": lambda x: np.clip(2 * x, 0, 1), "sign(a)": np.sign, "sin(a)": np.sin, "sinh(a)": np.sinh,
    "sinpi(a)": lambda x: np.sin(np.pi * x), "sqrt(b)": lambda a, b, c: np.sqrt(b), "tan(a)": np.tan,
    "tanh(a)": np.tanh, "trunc(4 * a)": lambda x: np.trunc(4 * x),
}  # fmt: skip
_MORE: Rows = {
    "atan2(a, b)": lambda a, b, c: np.arctan2(a, b), "fdim(a, b)": lambda a, b, c: np.maximum(a - b, 0),
    "fmax(a, c)": lambda a, b, c: np.maximum(a, c), "fmin(a, c)": lambda a, b, c: np.minimum(a, c),
    "max(a, c)": lambda a, b, c: np.maximum(a, c), "min(a, c)": lambda a, b, c: np.minimum(a, c),
    "fmod(4 * a, b)": lambda a, b, c: np.fmod(4 * a, b), "pow(b, a)": lambda a, b, c: b**a,
    "powr(b, c)": lambda a, b, c: b**c, "copysign(a, c)": lambda a, b, c: np.copysign(a, c),
    "divide(a, b)": lambda a, b, c: a / b, "step(a, c)": lambda a, b, c: np.where(c < a, 0, 1),
    "fma(a, b, c)": lambda a, b, c: a * b + c, "fmax3(a, b, c)": lambda a, b, c: np.maximum(np.maximum(a, b), c),
    "fmin3(a, b, c)": lambda a, b, c: np.minimum(np.minimum(a, b), c), "fmedian3(a, b, c)":
    lambda a, b, c: np.median([a, b, c], axis=0), "median3(a, b, c)": lambda a, b, c: np.median([a, b, c], axis=0),
    "clamp(a, c, c + 1)": lambda a, b, c: np.clip(a, c, c + 1), "mix(a, b, c)": lambda a, b, c: a + (b - a) * c,
    "smoothstep(0, 1, a)": lambda a, b, c: (t := np.clip(a, 0, 1)) * t * (3 - 2 * t),
    "ldexp(a, 3)": lambda a, b, c: a * 8, "ilogb(b)": lambda a, b, c: np.floor(np.log2(b)),
    "select(a, b, c < 0)": lambda a, b, c: np.where(c < 0, b, a),
}  # fmt: skip
_SEVERAL: Rows = {
    "dot(float3(a, b, c), float3(c, a, b))": lambda a, b, c: a * c + b * a + c * b,
    "length(float2(a, b))": lambda a, b, c: np.hypot(a, b),
    "length_squared(float2(a, b))": lambda a, b, c: a * a + b * b,
    "distance(float2(a, b), float2(c, a))": lambda a, b, c: np.hypot(a - c, b - a),
    "cross(float3(a, b, c), float3(c, a, b)).y": lambda a, b, c: c * c - a * b,
    "normalize(float2(a, b)).y": lambda a, b, c: b / np.hypot(a, b),
    "reflect(float2(a, b), float2(0, 1)).y": lambda a, b, c: -b,
    "refract(normalize(float2(a, -1)), float2(0, 1), 1.0).x": lambda a, b, c: a / np.hypot(a, 1),
    "faceforward(float2(a), float2(b), float2(1)).x": lambda a, b, c: np.where(b < 0, a, -a),
    "determinant(float2x2(a, b, c, a))": lambda a, b, c: a * a - b * c,
    "determinant(float3x3(a, 0, 0, 0, b, 1, 0, c, b))": lambda a, b, c: a * (b * b - c),
    "(float2x2(a, b, c, a) * float2(b, c)).x": lambda a, b, c: a * b + c * c,
    "(float2(b, c) * float2x2(a, b, c, a)).x": lambda a, b, c: a * b + b * c,
    "transpose(float2x2(a, b, c, a))[0].y": lambda a, b, c: c,
    "isnan(a / 0 * 0) && isinf(a / 0) && !isfinite(a / 0) && isnormal(b) && signbit(-b)": lambda a, b, c: a * 0 + 1,
    "any(bool2(a < 0, a >= 0)) && !all(bool2(a < 0, a >= 0))": lambda a, b, c: a * 0 + 1,
    "isordered(a, b) && isunordered(a, NAN)": lambda a, b, c: a * 0 + 1,
    "nextafter(b, INFINITY) > b && nextafter(b, 0.0f) < b": lambda a, b, c: a * 0 + 1,
    "unpack_unorm4x8_to_float(pack_float_to_unorm4x8(float4(1, 0, 0.2, 1))).z": lambda a, b, c: a * 0 + 51 / 255,
    "unpack_snorm2x16_to_float(pack_float_to_snorm2x16(float2(-1, 1))).x": lambda a, b, c: a * 0 - 1,
    "integral_constant<uint, as_type<uint>(1.0f)>::value == 0x3f800000": lambda a, b, c: a * 0 + 1,
    "as_type<float>(0x40000000 + 0 * int(a))": lambda a, b, c: a * 0 + 2,
}  # fmt: skip


def _floats(type: type[Any]) -> list[Array]:
    chance = np.random.default_rng(5)
    a = chance.uniform(-0.95, 0.95, COUNT).astype(type)
    return [a, chance.uniform(0.25, 2, COUNT).astype(type), chance.uniform(-0.9, 0.9, COUNT).astype(type)]


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize("type", ["float", "half"])
def test_functions_of_floats(tmp_path: Path, type: str) -> None:
    rows = {**_ONE, **_MORE, **(_SEVERAL if type == "float" else {})}
    inputs = _floats(np.float32 if type == "float" else np.float16)
    a, b, c = (input_.astype(np.float64) for input_ in inputs)
    out = _computed(tmp_path, type, list(rows), inputs)
    tolerance = 4e-6 if type == "float" else 4e-3
    for (text, expected), actual in zip(rows.items(), out, strict=True):
        takes_one = isinstance(expected, np.ufunc) or expected.__code__.co_argcount == 1
        wanted = expected(a) if takes_one else expected(a, b, c)
        assert np.allclose(actual, wanted, rtol=tolerance, atol=tolerance), text


def _reversed(x: Array) -> Array:
    return np.array([int(f"{int(item):032b}"[::-1], 2) for item in x])


_UNSIGNED: Rows = {
    "popcount(a)": lambda a, b, c: np.array([int(item).bit_count() for item in a]),
    "reverse_bits(a)": lambda a, b, c: _reversed(a),
    "clz(a)": lambda a, b, c: np.array([32 - int(item).bit_length() for item in a]),
    "ctz(a)": lambda a, b, c: np.array([(int(item) & -int(item)).bit_length() - 1 for item in a]),
    "rotate(a, 5u)": lambda a, b, c: (a << 5 | a >> 27) & 0xFFFFFFFF,
    "min(a, b)": lambda a, b, c: np.minimum(a, b), "max(a, b)": lambda a, b, c: np.maximum(a, b),
    "clamp(a, b, b + 1)": lambda a, b, c: np.clip(a, b, b + 1),
    "addsat(a, b)": lambda a, b, c: np.minimum(a + b, 0xFFFFFFFF),
    "subsat(a, b)": lambda a, b, c: np.maximum(a - b, 0), "absdiff(a, b)": lambda a, b, c: np.abs(a - b),
    "hadd(a, b)": lambda a, b, c: (a + b) >> 1, "rhadd(a, b)": lambda a, b, c: (a + b + 1) >> 1,
    "mulhi(a, b)": lambda a, b, c: np.array([int(x) * int(y) >> 32 for x, y in zip(a, b, strict=True)]),
    "madhi(a, b, 1u)": lambda a, b, c: np.array([(int(x) * int(y) >> 32) + 1 for x, y in zip(a, b, strict=True)]),
    "mad24(a & 0xff, b & 0xff, 3u)": lambda a, b, c: (a & 255) * (b & 255) + 3,
    "mul24(a & 0xff, b & 0xff)": lambda a, b, c: (a & 255) * (b & 255),
    "extract_bits(a, 3u, 7u)": lambda a, b, c: a >> 3 & 127,
    "insert_bits(a, 5u, 3u, 7u)": lambda a, b, c: a & ~(127 << 3) | 5 << 3,
    "median3(a, b, 9u)": lambda a, b, c: np.median([a, b, a * 0 + 9], axis=0),
}  # fmt: skip
_SIGNED: Rows = {
    "abs(a)": lambda a, b, c: np.abs(a), "min(a, b)": lambda a, b, c: np.minimum(a, b),
    "max3(a, b, 0)": lambda a, b, c: np.maximum(np.maximum(a, b), 0),
    "addsat(a, 0x7fffffff)": lambda a, b, c: np.minimum(a + 0x7FFFFFFF, 0x7FFFFFFF),
    "subsat(a, 0x7fffffff)": lambda a, b, c: np.maximum(a - 0x7FFFFFFF, -0x80000000),
    "mulhi(a, b)": lambda a, b, c: a * b >> 32, "hadd(a, b)": lambda a, b, c: (a + b) >> 1,
    "extract_bits(a, 3u, 7u)": lambda a, b, c: ((a >> 3 & 127) ^ 64) - 64,
    "int(select(a, b, a < b))": lambda a, b, c: np.maximum(a, b),
}  # fmt: skip


@needs_clang
@pytest.mark.long
@pytest.mark.parametrize(("type", "rows"), [("uint", _UNSIGNED), ("int", _SIGNED)])
def test_functions_of_integers(tmp_path: Path, type: str, rows: Rows) -> None:
    chance = np.random.default_rng(6)
    low, kind = (1, np.uint32) if type == "uint" else (-(2**30), np.int32)
    inputs = [chance.integers(low, 2**30, COUNT).astype(kind) for _ in range(3)]
    wide = [input_.astype(np.int64) for input_ in inputs]
    for (text, expected), actual in zip(rows.items(), _computed(tmp_path, type, list(rows), inputs), strict=True):
        assert (actual == expected(*wide).astype(np.int64)).all(), text


_TEXELS = """
kernel void texels(texture2d<uint, access::read_write> t [[texture(0)]], texture_buffer<float, access::read_write> b
    [[texture(1)]], device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  t.atomic_fetch_add(uint2(0, 0), i);
  t.atomic_fetch_max(uint2(1, 0), uint4(i));
  t.atomic_store(uint4(9), uint2(2, 0));
  t.atomic_fetch_or(uint2(3, 0), 1u << i);
  uint4 expected = uint4(0);
  bool first = t.atomic_compare_exchange_weak(uint2(0, 1), &expected, uint4(5));
  out[i] = first + 2 * (t.atomic_load(uint2(2, 0)).x == 9) + 4 * b.get_width();
}
"""


@needs_clang
@pytest.mark.long
def test_texels(tmp_path: Path) -> None:
    compiled = _compiled(tmp_path, _TEXELS)
    names = {function.name for function in mtlb.read_module(compiled).functions}
    families = ("fetch_add", "fetch_max", "fetch_or", "load", "store", "compare_exchange_weak")
    assert {f"air.atomic_{family}_explicit_texture_2d.u.v4i32" for family in families} <= names
    assert "air.get_width_texture_buffer_1d" in names


_LANES = """
kernel void lanes(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
  uint n = i & 3;
  bool all = quad_all(n < 4), any = quad_any(n == 3), none = quad_any(n == 4);
  out[i] = all + 2 * any + 4 * none + 128 * quad_prefix_inclusive_sum(n)
    + 1024 * quad_prefix_exclusive_product(n + 1) + 65536 * quad_is_first();
}
"""


@needs_clang
@pytest.mark.long
def test_quads(tmp_path: Path) -> None:
    out = np.zeros(32, np.uint32)
    mtlb.run(_compiled(tmp_path, _LANES), "lanes", 32, 32, buffers={0: out}, check=True)
    n = np.arange(32) & 3
    product = np.array([1, 1, 2, 6])[n]
    assert (out == 1 + 2 + 128 * (n * (n + 1) // 2) + 1024 * product + 65536 * (n == 0)).all()


@needs_clang
@pytest.mark.long
def test_vectors_of_three_leave_what_follows(tmp_path: Path) -> None:
    text = """struct Box { float3 low; float3 high; };
    kernel void k(device Box* b [[buffer(0)]], uint i [[thread_position_in_grid]]) {
      float3 c = float3(i); b[i].low = min(c, 2.0f); b[i].high = c; }"""
    out = np.full((4, 2, 4), 7, np.float32)
    mtlb.run(_compiled(tmp_path, text), "k", 4, 4, buffers={0: out.reshape(-1)}, check=True)
    n = np.arange(4, dtype=np.float32)
    assert (out[:, 0, :3] == np.minimum(n, 2)[:, None]).all() and (out[:, 1, :3] == n[:, None]).all()
    assert (out[:, :, 3] == 7).all()


@needs_clang
@pytest.mark.long
def test_lists_of_initializers(tmp_path: Path) -> None:
    text = """struct Sum { float s; Sum(initializer_list<float> l) { s = l.size(); for (float x : l) s += x; } };
    kernel void k(device float* b [[buffer(0)]], uint3 size [[grid_size]], uint3 origin [[grid_origin]]) {
      Sum s = {b[0], 2, b[1]}; b[2] = s.s + size.x * 0 + origin.y * 0; }"""
    out = np.array([1, 4, 0], np.float32)
    mtlb.run(_compiled(tmp_path, text), "k", 1, 1, buffers={0: out}, check=True)
    assert out[2] == 10


PIXELS = """
kernel void k(device rgba8unorm<half4>* a, device rg8snorm<float2>* b, device r16unorm<float>* c,
              device rgba16snorm<float4>* d, device float4* o) {
  o[0] = float4(half4(a[0])); a[1] = half4(o[1]); o[1] = float2(b[0]).xyxy; b[1] = o[2].xy; o[2] = float(c[0]);
  c[1] = o[3].x; o[3] = d[0]; d[1] = o[4];
}
"""


@needs_clang
@pytest.mark.long
def test_pixel_types(tmp_path: Path) -> None:
    """Sizes and conversions of the language specification, 2.7 and 8.7.1."""
    bitcode = _compiled(tmp_path, PIXELS, "macos26")
    a, b = np.array([[0, 255, 51, 102], [0] * 4], np.uint8), np.array([[127, -127], [0, 0]], np.int8)
    c, d = np.array([65535, 0], np.uint16), np.array([[32767, 0, -32767, -32768], [0] * 4], np.int16)
    o = np.array([[0] * 4, [1, 0, 0.4, 0.2], [-1, 1, 0, 0], [1] * 4, [1, -1, 0.5, 0]], np.float32)
    mtlb.run(bitcode, "k", 1, 1, buffers={"a": a, "b": b, "c": c, "d": d, "o": o}, check=True)
    assert np.allclose(o[0], [0, 1, 0.2, 0.4], atol=1e-3) and o[1].tolist() == [1, -1, 1, -1]
    assert o[2].tolist() == [1] * 4 and o[3].tolist() == [1, 0, -1, -1]
    assert a[1].tolist() == [255, 0, 102, 51] and b[1].tolist() == [-127, 127] and c[1] == 65535
    assert d[1].tolist() in ([32767, -32767, 16384, 0], [32767, -32767, 16383, 0])


CURVES = """
kernel void k(constant float* t, device const float* p, device float* o, uint i [[thread_position_in_grid]]) {
  o[8 * i] = bezier(t[i], p[0], p[1], p[2], p[3]); o[8 * i + 1] = bspline(t[i], p[0], p[1], p[2], p[3]);
  o[8 * i + 2] = hermite(t[i], p[0], p[1], p[2], p[3]); o[8 * i + 3] = catmull_rom(t[i], p[0], p[1], p[2], p[3]);
  o[8 * i + 4] = bezier_derivative(t[i], p[0], p[1], p[2], p[3]);
  o[8 * i + 5] = bspline_second_derivative(t[i], p[0], p[1], p[2], p[3]);
  o[8 * i + 6] = bezier(t[i], p[0], p[1], p[2]); o[8 * i + 7] = bspline(t[i], p[0], p[1], p[2]);
}
"""


@needs_clang
@pytest.mark.long
def test_curves(tmp_path: Path) -> None:
    """Beside the matrices of the curves' definitions: rows are powers of t from the first."""
    t, p, o = np.linspace(0, 1, 5, dtype=np.float32), np.array([1, 4, 2, 7], np.float32), np.zeros(40, np.float32)
    mtlb.run(_compiled(tmp_path, CURVES), "k", 5, 5, buffers={"t": t, "p": p, "o": o}, check=True)
    cubic = {
        0: [[1, 0, 0, 0], [-3, 3, 0, 0], [3, -6, 3, 0], [-1, 3, -3, 1]],
        1: np.array([[1, 4, 1, 0], [-3, 0, 3, 0], [3, -6, 3, 0], [-1, 3, -3, 1]]) / 6,
        2: [[1, 0, 0, 0], [0, 0, 1, 0], [-3, 3, -2, -1], [2, -2, 1, 1]],
        3: np.array([[0, 2, 0, 0], [-1, 0, 1, 0], [2, -5, 4, -1], [-1, 3, -3, 1]]) / 2,
    }
    powers = np.stack([t**0, t, t**2, t**3], axis=1)
    out = o.reshape(5, 8)
    for column, matrix in cubic.items():
        assert np.allclose(out[:, column], powers @ np.array(matrix) @ p, atol=1e-5)
    slopes, bends = (np.stack([0 * t, t**0, 2 * t, 3 * t**2], 1), np.stack([0 * t, 0 * t, 2 * t**0, 6 * t], 1))
    assert np.allclose(out[:, 4], slopes @ np.array(cubic[0]) @ p, atol=1e-5)
    assert np.allclose(out[:, 5], bends @ np.array(cubic[1]) @ p, atol=1e-5)
    square = powers[:, :3]
    assert np.allclose(out[:, 6], square @ np.array([[1, 0, 0], [-2, 2, 0], [1, -2, 1]]) @ p[:3], atol=1e-5)
    assert np.allclose(out[:, 7], square @ (np.array([[1, 1, 0], [-2, 2, 0], [1, -2, 1]]) / 2) @ p[:3], atol=1e-5)


@needs_clang
@pytest.mark.long
def test_messages_are_left_out(tmp_path: Path) -> None:
    """Forms of the specification, 6.19: one warning; a second where format and values do not go together."""
    path = tmp_path / "log.metal"
    calls = {
        '"x %f", o[0]': "",
        '"%d %v4hlf %v2hhu%%", 1, float4(1), uchar2(2)': "",
        '"%-5.*f", 2, o[0]': "",
        '"bad %d"': "different numbers of values",
        '"none", 1': "different numbers of values",
        '"%s", 1': "a conversion that os_log does not take",
        '"ends in %"': "a conversion that os_log does not take",
    }
    lines = [f"  own.log({call}); os_log_default.log_with_type(log_type_error, {call});" for call in calls]
    head = (
        '#include <metal_stdlib>\n#include <metal_logging>\nusing namespace metal;\nconstant os_log own("a.b", "c");\n'
    )
    path.write_text(head + "kernel void k(device float* o [[buffer(0)]]) {\n" + "\n".join(lines) + "\n  o[1] = 2; }\n")
    compiled = mtlb.compile(path, "macos26")
    for number, reason in enumerate(calls.values(), head.count("\n") + 2):
        own = [text for text in map(str, compiled.warnings) if f"log.metal:{number}:" in text]
        assert sum("messages of os_log are left out" in text for text in own) == 2
        assert len(own) == (4 if reason else 2)
        assert not reason or sum(reason in text for text in own) == 2
    assert [f.name for f in mtlb.read_module(compiled.bitcode).functions if not f.is_declaration] == ["k"]
