"""Every function of OpenCL C that is known computes what numpy, or the formula of the specification, computes.

Many functions are called in one kernel, whose results follow each other in memory. Errors are counted in
units in the last place of the result's type; NaN and infinities have to be the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from mtlb.air import read_entry_points
from mtlb.base.errors import UnsupportedError
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.convert.opencl import OPENCL, MangledParameter, parameter_types
from mtlb.cpu import run
from mtlb.ir.text.printer import print_module
from tests.conftest import every_nth

_TYPES: dict[str, tuple[str, str, Any]] = {
    "f": ("float", "f", np.float32),
    "h": ("half", "Dh", np.float16),
    "c": ("i8", "c", np.int8),
    "uc": ("i8", "h", np.uint8),
    "s": ("i16", "s", np.int16),
    "us": ("i16", "t", np.uint16),
    "i": ("i32", "i", np.int32),
    "u": ("i32", "j", np.uint32),
    "l": ("i64", "l", np.int64),
    "ul": ("i64", "m", np.uint64),
}
_COUNT = 64


class Row(NamedTuple):
    """`call`: name(types) result; `model`: of arrays of one row each, as numpy's; `ulp`: how far off it may be."""

    call: str
    model: Callable[..., Any]
    ulp: float = 0
    inputs: tuple[Any, ...] = ()
    symbol: str = ""  # the function's name, where it is not that of clang for OpenCL C


def _parts(type_: str) -> tuple[str, int]:
    match = re.fullmatch(r"([a-z]+)(\d*)", type_)
    assert match is not None, type_
    return match[1], int(match[2] or 1)


def _llvm(type_: str) -> str:
    word, count = _parts(type_)
    return f"<{count} x {_TYPES[word][0]}>" if count > 1 else _TYPES[word][0]


def _size(type_: str) -> int:
    word, count = _parts(type_)
    return np.dtype(_TYPES[word][2]).itemsize * (4 if count == 3 else count)


def mangled(name: str, types: Sequence[str]) -> str:
    """The name that clang gives a function."""
    text, seen = f"_Z{len(name)}{name}", list[str]()
    for type_ in types:
        word, count = _parts(type_)
        if count == 1:
            text += _TYPES[word][1]
        elif type_ in seen:
            text += "S_" if not seen.index(type_) else f"S{seen.index(type_) - 1}_"
        else:
            text += f"Dv{count}_{_TYPES[word][1]}"
            seen.append(type_)
    return text


def _split(call: str) -> tuple[str, list[str], str]:
    match = re.fullmatch(r"(\w+)\(([\w,]*)\) ?(\w+)", call)
    assert match is not None, call
    return match[1], [t for t in match[2].split(",") if t], match[3]


def _values(type_: str, seed: int) -> np.ndarray:
    """So many values of a type, edge cases first."""
    word, count = _parts(type_)
    dtype = np.dtype(_TYPES[word][2])
    random = np.random.default_rng(seed)
    total = _COUNT * count
    if dtype.kind == "f":
        edges = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 2.5, -3.5, 1e-3, 100.0, math.inf, -math.inf, math.nan, 3.0, 0.9]
        rest = random.normal(0, 4, total - len(edges)) if total > len(edges) else []
        actual = np.concatenate([np.roll(edges, seed * 3), rest])[:total].astype(dtype)
    else:
        info = np.iinfo(dtype)
        edges = [0, 1, 2, 3, 7, 8, 31, 100, info.max, info.min, info.max - 1, info.min + 1]
        actual = random.integers(info.min, info.max, total, dtype=dtype, endpoint=True)
        actual[: len(edges)] = np.roll(np.array(edges, dtype), seed * 5)
    return actual.reshape(_COUNT, count) if count > 1 else actual


def _stored(values: np.ndarray, type_: str) -> np.ndarray:
    """As memory holds it: vectors of three are as large as those of four."""
    if _parts(type_)[1] == 3:
        values = np.concatenate([values, values[:, :1]], axis=1)
    return np.ascontiguousarray(values)


def results(rows: Sequence[Row]) -> list[np.ndarray]:
    """What rows compute, converted and run in one kernel: their operands and results follow each other in memory."""
    text = """target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
"""
    declared = {"declare spir_func i64 @_Z13get_global_idj(i32)"}
    inputs, taken, starts = bytearray(), 0, []
    for number, row in enumerate(rows):
        name, types, result = _split(row.call)
        operands = []
        for letter, type_, values in zip("abcd", types, _inputs(row), strict=False):
            place, llvm = f"{letter}{number}", _llvm(type_)
            text += f"""  %{place}s = getelementptr i8, ptr addrspace(1) %x, i64 {len(inputs)}
  %{place}p = getelementptr {llvm}, ptr addrspace(1) %{place}s, i64 %i
  %{place} = load {llvm}, ptr addrspace(1) %{place}p
"""
            operands.append(f"{llvm} %{place}")
            inputs += _stored(values, type_).tobytes()
            inputs += bytes(-len(inputs) % 16)
        function, llvm = row.symbol or mangled(name, types), _llvm(result)
        declared.add(f"declare spir_func {llvm} @{function}({', '.join(map(_llvm, types))})")
        text += f"""  %r{number} = call spir_func {llvm} @{function}({", ".join(operands)})
  %o{number} = getelementptr i8, ptr addrspace(1) %out, i64 {taken}
  %p{number} = getelementptr {llvm}, ptr addrspace(1) %o{number}, i64 %i
  store {llvm} %r{number}, ptr addrspace(1) %p{number}
"""
        starts.append(taken)
        taken += _COUNT * _size(result)
        taken += -taken % 16
    text += "  ret void\n}\n" + "\n".join(sorted(declared)) + "\n"
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions())
    out = np.zeros(taken, np.uint8)
    arguments = [a for a in read_entry_points(converted.module)[0].arguments if a.kind == "buffer"]
    arrays = (np.frombuffer(bytes(inputs + bytes(-len(inputs) % 64)), np.uint8).copy(), out)
    run(
        converted.bitcode,
        "k",
        _COUNT,
        32,
        buffers={a.name: _fitting(array, a.type_name or "") for a, array in zip(arguments, arrays, strict=True)},
    )
    actual = []
    for row, start in zip(rows, starts, strict=True):
        word, count = _parts(_split(row.call)[2])
        held = out[start : start + _COUNT * _size(_split(row.call)[2])].view(_TYPES[word][2]).reshape(_COUNT, -1)
        actual.append(held[:, :count] if count > 1 else held[:, 0])
    return actual


_WORDS = {"uchar": np.uint8, "ushort": np.uint16, "uint": np.uint32, "ulong": np.uint64, "half": np.float16}
_WORDS |= {"float": np.float32}


def _fitting(values: np.ndarray, word: str) -> np.ndarray:
    """The array with the type that the argument says."""
    match = re.fullmatch(r"([a-z]+?)(\d?)", word)
    assert match is not None
    return values.reshape(-1).view(_WORDS[match[1]])


def _inputs(row: Row) -> list[np.ndarray]:
    types = _split(row.call)[1]
    inputs = [*row.inputs, *[None] * (len(types) - len(row.inputs))]
    return [_values(t, n + 1) if g is None else g for n, (t, g) in enumerate(zip(types, inputs, strict=True))]


def compare(row: Row, values: np.ndarray) -> None:
    result = _split(row.call)[2]
    dtype = np.dtype(_TYPES[_parts(result)[0]][2])
    with np.errstate(all="ignore"):
        exact = np.asarray(row.model(*_inputs(row)))
        if exact.shape != values.shape:
            exact = np.broadcast_to(exact.reshape(_COUNT, *[1] * (values.ndim - 1)), values.shape)
        if dtype.kind != "f":
            assert values.tolist() == exact.astype(dtype).tolist(), row.call
            return
        want = exact.astype(dtype)
        same = (values == want) | (np.isnan(values) & np.isnan(want))
        finite = np.isfinite(want) & np.isfinite(values)
        error = np.where(finite, np.abs(values.astype(np.float64) - exact) / np.spacing(np.abs(want)), 0)
        bad = ~same & (~finite | (error > row.ulp))
    assert not bad.any(), (row.call, [_show(row, at) for at in np.argwhere(bad)[:4]], values[bad][:4], want[bad][:4])


def _show(row: Row, at: np.ndarray) -> list[Any]:
    return [values[tuple(at[: values.ndim])].tolist() for values in _inputs(row)]


def _vector(function: Callable[..., float]) -> Callable[..., np.ndarray]:
    """A model of one element for arrays."""
    return lambda *arrays: np.vectorize(function, otypes=[np.float64])(*(a.astype(np.float64) for a in arrays))


def _pow(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except OverflowError:
        return math.copysign(math.inf, x) if y % 2 == 1 else math.inf
    except (ValueError, ZeroDivisionError):
        if x == 0:
            return math.copysign(math.inf, x) if y % 2 == 1 else math.inf
        return math.nan


def _remainder(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


def _rootn(x: float, n: float) -> float:
    if n == 0 or math.isnan(x) or (x < 0 and n % 2 == 0):
        return math.nan
    size = _pow(abs(x), 1 / n)
    return math.copysign(size, x) if n % 2 else size


def _logb(x: float) -> float:
    if math.isnan(x) or math.isinf(x):
        return abs(x)
    return -math.inf if x == 0 else math.frexp(x)[1] - 1


def _ilogb(x: float) -> int:
    if x == 0:
        return -(2**31)
    return 2**31 - 1 if math.isnan(x) or math.isinf(x) else math.frexp(x)[1] - 1


def _tgamma(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, x)
    if x == -math.inf or (x < 0 and x == math.floor(x)):
        return math.nan
    return math.inf if x > 171 else math.gamma(x)


def _sign_of_gamma(x: float) -> float:
    if x == 0:
        return math.copysign(1, x)
    if math.isnan(x) or x == -math.inf or (x < 0 and x == math.floor(x)):
        return 0
    return -1 if x < 0 and math.floor(x) % 2 else 1


def _lgamma(x: float) -> float:
    return math.inf if math.isinf(x) or (x <= 0 and x == math.floor(x)) else math.lgamma(x)


def _f32(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float64)


_TRIGONOMETRIC = np.linspace(-3, 3, _COUNT).astype(np.float32)
_POSITIVE = np.geomspace(1e-30, 1e30, _COUNT).astype(np.float32)
_TINY = np.concatenate([np.geomspace(1e-12, 1, 32), -np.geomspace(1e-12, 0.99, 32)]).astype(np.float32)
_SOME, _QUARTER = _TRIGONOMETRIC + 7, _TRIGONOMETRIC * 0 + 0.25
_EXPONENTS = np.array(([0, 1, 2, 3, -1, -2, -3, 5, 7, 10, -10, 20] * 6)[:_COUNT], np.int32)

_ONE = {
    **{n: getattr(np, f"arc{n[1:]}") for n in ("acos", "asin", "atan", "acosh", "asinh", "atanh")},
    **{n: getattr(np, n) for n in ("ceil", "cos", "cosh", "exp", "exp2", "fabs", "floor", "log", "log10", "log2")},
    **{n: getattr(np, n) for n in ("rint", "sin", "sinh", "sqrt", "tan", "tanh", "trunc", "expm1", "log1p", "cbrt")},
    "cospi": lambda x: _vector(lambda v: math.nan if math.isinf(v) else math.cos(math.pi * math.remainder(v, 2)))(x),
    "sinpi": lambda x: _vector(lambda v: math.nan if math.isinf(v) else math.sin(math.pi * math.remainder(v, 2)))(x),
    "tanpi": lambda x: _vector(lambda v: math.nan if math.isinf(v) else math.tan(math.pi * math.remainder(v, 1)))(x),
    "exp10": lambda x: np.power(10.0, x),
    "round": lambda x: np.sign(x) * np.floor(np.abs(x) + 0.5),
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sign": lambda x: np.where(np.isnan(x), 0, np.sign(x)),
    "acospi": lambda x: np.arccos(x) / math.pi,
    "asinpi": lambda x: np.arcsin(x) / math.pi,
    "atanpi": lambda x: np.arctan(x) / math.pi,
    "degrees": np.degrees,
    "radians": np.radians,
    "logb": _vector(_logb),
    "native_recip": lambda x: 1 / x,
    "erf": _vector(math.erf),
    "erfc": _vector(math.erfc),
    "tgamma": _vector(lambda v: _tgamma(v)),
    "lgamma": _vector(lambda v: _lgamma(v)),
}
_RANGES = {
    **dict.fromkeys(("sin", "cos", "tan", "acos", "asin", "atanh", "acospi", "asinpi"), (_TRIGONOMETRIC / 3.1,)),
    **dict.fromkeys(("log", "log2", "log10", "rsqrt", "acosh"), (_POSITIVE,)),
    **dict.fromkeys(("expm1", "log1p"), (_TINY,)),
    "lgamma": (_POSITIVE,),
    **dict.fromkeys(("cospi", "sinpi", "tanpi"), (_TRIGONOMETRIC / 7,)),
}
_EXACT = frozenset({"ceil", "fabs", "floor", "rint", "round", "sign", "sqrt", "trunc", "logb"})
ROWS = [
    *(
        Row(f"{n}(f) f", lambda x, model=m: model(_f32(x)), 0 if n in _EXACT else 8, _RANGES.get(n, ()))
        for n, m in _ONE.items()
    ),
    *(
        Row(f"{n}(f4) f4", lambda x, model=_ONE[n]: model(_f32(x)), 0 if n in _EXACT else 8)
        for n in ("floor", "sqrt", "fabs", "sign", "degrees", "exp", "logb", "cbrt")
    ),
    Row("floor(h) h", lambda x: np.floor(_f32(x))),
    Row("sqrt(h2) h2", lambda x: np.sqrt(_f32(x)), 1),
    Row("atan2(f,f) f", lambda y, x: np.arctan2(_f32(y), _f32(x)), 8),
    Row("atan2pi(f,f) f", lambda y, x: np.arctan2(_f32(y), _f32(x)) / math.pi, 8),
    Row("copysign(f,f) f", np.copysign),
    Row("fdim(f,f) f", lambda x, y: np.where(np.isnan(x) | np.isnan(y), np.nan, np.maximum(x - y, 0) * (x > y))),
    Row("fmod(f,f) f", lambda x, y: np.fmod(_f32(x), _f32(y))),
    Row("fmin(f,f) f", np.fmin),
    Row("fmax(f,f) f", np.fmax),
    Row("fmin(f4,f) f4", lambda x, y: np.fmin(x, y[:, None])),
    Row("fmax(f3,f) f3", lambda x, y: np.fmax(x, y[:, None])),
    Row("min(f,f) f", np.fmin),
    Row("max(f,f) f", np.fmax),
    Row("hypot(f,f) f", lambda x, y: np.hypot(_f32(x), _f32(y)), 4),
    Row("hypot(f,f) f", lambda x, y: np.hypot(_f32(x), _f32(y)), 4, (_POSITIVE, _POSITIVE[::-1].copy())),
    Row(
        "maxmag(f,f) f",
        lambda x, y: np.where(np.abs(x) > np.abs(y), x, np.where(np.abs(y) > np.abs(x), y, np.fmax(x, y))),
    ),
    Row(
        "minmag(f,f) f",
        lambda x, y: np.where(np.abs(x) < np.abs(y), x, np.where(np.abs(y) < np.abs(x), y, np.fmin(x, y))),
    ),
    Row("nextafter(f,f) f", np.nextafter),
    Row("pow(f,f) f", _vector(_pow), 16, (_TRIGONOMETRIC, None)),
    Row("powr(f,f) f", lambda x, y: np.power(_f32(x), _f32(y)), 16, (_POSITIVE, _TRIGONOMETRIC)),
    Row("remainder(f,f) f", _vector(_remainder)),
    Row("native_divide(f,f) f", lambda x, y: x / y, 1),
    Row("step(f,f) f", lambda e, x: np.where(x < e, 0.0, 1.0)),
    Row("step(f,f4) f4", lambda e, x: np.where(x < e[:, None], 0.0, 1.0)),
    Row("pown(f,i) f", _vector(_pow), 16, (_TRIGONOMETRIC, _EXPONENTS)),
    Row("rootn(f,i) f", _vector(_rootn), 16, (_TRIGONOMETRIC, _EXPONENTS)),
    Row("ldexp(f,i) f", lambda x, n: np.ldexp(_f32(x), n), 0, (None, _EXPONENTS)),
    Row("ldexp(f4,i) f4", lambda x, n: np.ldexp(_f32(x), n[:, None]), 0, (None, _EXPONENTS)),
    Row("ilogb(f) i", lambda x: np.vectorize(_ilogb)(_f32(x))),
    Row("nan(u) f", lambda x: np.full(_COUNT, np.nan)),
    Row("fma(f,f,f) f", lambda x, y, z: _f32(x) * _f32(y) + _f32(z), 1),
    Row(
        "mad(f,f,f) f", lambda x, y, z: _f32(x) * _f32(y) + _f32(z), 64, (_TRIGONOMETRIC, _TRIGONOMETRIC + 7, _POSITIVE)
    ),
    Row(
        "mix(f,f,f) f",
        lambda x, y, a: _f32(x) + (_f32(y) - _f32(x)) * _f32(a),
        64,
        (_POSITIVE, _POSITIVE * 2, _TRIGONOMETRIC * 0 + 0.25),
    ),
    Row("clamp(f,f,f) f", lambda x, lo, hi: np.fmin(np.fmax(x, lo), hi)),
    Row("clamp(f4,f,f) f4", lambda x, lo, hi: np.fmin(np.fmax(x, lo[:, None]), hi[:, None])),
    Row(
        "smoothstep(f,f,f) f",
        lambda lo, hi, x: (lambda t: t * t * (3 - 2 * t))(np.clip((_f32(x) - lo) / (_f32(hi) - lo), 0, 1)),
        16,
        (_TRIGONOMETRIC * 0 - 2, _TRIGONOMETRIC * 0 + 2, _TRIGONOMETRIC),
    ),
]


def _dot(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return (_f32(x) * _f32(y)).sum(axis=-1)


_FINITE4 = np.random.default_rng(9).normal(0, 3, (_COUNT, 4)).astype(np.float32)
_FINITE3 = _FINITE4[:, :3].copy()
_OTHER4, _OTHER3 = _FINITE4[::-1].copy() + 8, _FINITE3[::-1].copy() + 8
ROWS += [
    Row("dot(f4,f4) f", _dot, 64, (np.abs(_FINITE4), _OTHER4 + 4)),
    Row("dot(f,f) f", lambda x, y: x * y, 1),
    Row("length(f4) f", lambda x: np.sqrt(_dot(x, x)), 8, (_FINITE4,)),
    Row("fast_length(f3) f", lambda x: np.sqrt(_dot(x, x)), 8, (_FINITE3,)),
    Row("distance(f4,f4) f", lambda x, y: np.sqrt(_dot(x - y, x - y)), 8, (_FINITE4, _OTHER4)),
    Row("fast_distance(f4,f4) f", lambda x, y: np.sqrt(_dot(x - y, x - y)), 8, (_FINITE4, _OTHER4)),
    Row("normalize(f4) f4", lambda x: x / np.sqrt(_dot(x, x))[:, None], 8, (_FINITE4,)),
    Row("fast_normalize(f3) f3", lambda x: x / np.sqrt(_dot(x, x))[:, None], 8, (_FINITE3,)),
    Row("cross(f3,f3) f3", lambda x, y: np.cross(_f32(x), _f32(y)), 4096, (_FINITE3, _OTHER3)),
    Row(
        "cross(f4,f4) f4",
        lambda x, y: np.concatenate([np.cross(_f32(x[:, :3]), _f32(y[:, :3])), np.zeros((_COUNT, 1))], axis=1),
        4096,
        (_FINITE4, _OTHER4),
    ),
]

_TESTS: dict[str, Callable[..., Any]] = {
    "isequal": lambda x, y: x == y,
    "isnotequal": lambda x, y: x != y,
    "isgreater": lambda x, y: x > y,
    "isgreaterequal": lambda x, y: x >= y,
    "isless": lambda x, y: x < y,
    "islessequal": lambda x, y: x <= y,
    "islessgreater": lambda x, y: (x < y) | (x > y),
    "isordered": lambda x, y: ~(np.isnan(x) | np.isnan(y)),
    "isunordered": lambda x, y: np.isnan(x) | np.isnan(y),
}
_TESTS1: dict[str, Callable[..., Any]] = {
    "isnan": np.isnan,
    "isinf": np.isinf,
    "isfinite": np.isfinite,
    "isnormal": lambda x: np.isfinite(x) & (np.abs(x) >= np.finfo(x.dtype).tiny),
    "signbit": np.signbit,
}
for _name in (
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
):  # the ranges of their formulas; near zeros of lgamma no ulp is promised
    for _first, _last in ((-3.4, 0.49), (0.05, 3.6), (3.3, 9.5), (1e-8, 0.1), (9.0, 34.9)):
        _range = np.linspace(_first, _last, _COUNT).astype(np.float32)
        ROWS.append(
            Row(
                f"{_name}(f) f",
                lambda x, m=_ONE[_name]: m(_f32(x)),
                4096 if _name == "lgamma" and _first < 0 else 16,
                (_range,),
            )
        )
ROWS += [
    Row("erf(h) h", lambda x: _ONE["erf"](_f32(x)), 1),
    Row(
        "tgamma(f4) f4",
        lambda x: _ONE["tgamma"](_f32(x)),
        16,
        (np.linspace(0.5, 20, 4 * _COUNT).reshape(-1, 4).astype(np.float32),),
    ),
]
_ODD_FLOATS = np.resize(
    np.array([0, -0.0, 1e-40, -1e-45, 1.2e-38, math.nan, math.inf, -math.inf, -2.5], np.float32), _COUNT
)
ROWS += [
    *(Row(f"{n}(f,f) i", lambda x, y, m=m: m(x, y).astype(np.int32)) for n, m in _TESTS.items()),
    *(Row(f"{n}(f4,f4) i4", lambda x, y, m=m: -m(x, y).astype(np.int32)) for n, m in _TESTS.items()),
    *(Row(f"{n}(f) i", lambda x, m=m: m(x).astype(np.int32), 0, (_ODD_FLOATS,)) for n, m in _TESTS1.items()),
    *(Row(f"{n}(f2) i2", lambda x, m=m: -m(x).astype(np.int32)) for n, m in _TESTS1.items()),
    Row("any(i4) i", lambda x: (x < 0).any(axis=1).astype(np.int32)),
    Row(
        "all(i4) i", lambda x: (x < 0).all(axis=1).astype(np.int32), 0, (np.repeat(_values("i", 1), 4).reshape(-1, 4),)
    ),
    Row("any(i) i", lambda x: (x < 0).astype(np.int32)),
    Row("select(f,f,i) f", lambda a, b, c: np.where(c != 0, b, a)),
    Row("select(i4,i4,i4) i4", lambda a, b, c: np.where(c < 0, b, a)),
    Row("bitselect(u,u,u) u", lambda a, b, c: _selected(a, b, c)),
    Row(
        "bitselect(f,f,f) f",
        lambda a, b, c: ((a.view(np.uint32) & ~c.view(np.uint32)) | (b.view(np.uint32) & c.view(np.uint32))).view(
            np.float32
        ),
    ),
]


def _selected(a: np.ndarray, b: np.ndarray, mask: np.ndarray) -> np.ndarray:
    values: np.ndarray = (a & ~mask) | (b & mask)
    return values


def _clipped(model: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """A model of integers of any size, cut to the type of the first operand as C does."""

    def cut(*arrays: np.ndarray) -> np.ndarray:
        dtype, bits = arrays[0].dtype, arrays[0].dtype.itemsize * 8
        exact = model(*(a.astype(object) for a in arrays)) & ((1 << bits) - 1)
        return np.vectorize(int, otypes=[object])(exact).astype(f"u{bits // 8}").view(dtype)

    return cut


def _saturated(model: Callable[..., Any]) -> Callable[..., np.ndarray]:
    def cut(*arrays: np.ndarray) -> np.ndarray:
        info = np.iinfo(arrays[0].dtype)
        exact = model(*(a.astype(object) for a in arrays))
        return np.vectorize(lambda v: min(max(int(v), info.min), info.max), otypes=[object])(exact)

    return cut


def _mul24(x: Any, y: Any, *, signed: bool) -> Any:
    def low(v: Any) -> Any:
        v = v & 0xFFFFFF
        return v - ((v >> 23) << 24) if signed else v

    return low(x) * low(y)


def _bit_rows(type_: str) -> list[Row]:
    bits = np.dtype(_TYPES[type_][2]).itemsize * 8

    def text(v: int) -> str:
        return f"{int(v) & ((1 << bits) - 1):0{bits}b}"

    def each(model: Callable[[str], int]) -> Callable[[np.ndarray], np.ndarray]:
        return lambda x: np.array([model(text(v)) for v in x], object)

    return [
        Row(f"clz({type_}) {type_}", each(lambda s: len(s) - len(s.lstrip("0")))),
        Row(f"ctz({type_}) {type_}", each(lambda s: len(s) - len(s.rstrip("0")))),
        Row(f"popcount({type_}) {type_}", each(lambda s: s.count("1"))),
    ]


_STARTS = (np.arange(_COUNT) % 17).astype(np.uint32)
_COUNTS = (np.arange(_COUNT) * 5 % 16).astype(np.uint32)
_COUNTS[:3], _STARTS[:3] = (32, 0, 31), (0, 0, 1)


def _packed(left: str, right: str) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    def parts(x: np.ndarray, word: str) -> np.ndarray:
        return x.view(np.int8 if word == "s" else np.uint8).reshape(-1, 4).astype(np.int64)

    return lambda x, y: (parts(x, left) * parts(y, right)).sum(axis=1)


def _extracted(x: np.ndarray, start: np.ndarray, count: np.ndarray, signed: bool) -> list[int]:
    actual = []
    for v, s, c in zip(x.tolist(), start.tolist(), count.tolist(), strict=True):
        bits = v >> s & ((1 << c) - 1)
        actual.append(bits - (bits >> (c - 1) << c) if signed and c else bits)
    return actual


def _inserted(base: np.ndarray, x: np.ndarray, start: np.ndarray, count: np.ndarray) -> list[int]:
    rows = zip(base.tolist(), x.tolist(), start.tolist(), count.tolist(), strict=True)
    return [(b & ~(((1 << c) - 1) << s)) | ((v & ((1 << c) - 1)) << s) for b, v, s, c in rows]


def _rotated(x: Any, n: Any, bits: int) -> Any:
    n = n & (bits - 1)
    u = x & ((1 << bits) - 1)
    return (u << n) | (u >> (bits - n))


for _type in ("c", "uc", "s", "us", "i", "u", "l", "ul"):
    _bits = np.dtype(_TYPES[_type][2]).itemsize * 8
    _unsigned = "u" + _type if _type in ("c", "s", "l") else {"i": "u"}.get(_type, _type)
    _sig = f"({_type},{_type})"
    ROWS += [
        *_bit_rows(_type),
        Row(f"min{_sig} {_type}", np.minimum),
        Row(f"max{_sig} {_type}", np.maximum),
        Row(f"mul_hi{_sig} {_type}", _clipped(lambda x, y, bits=_bits: (x * y) >> bits)),
        Row(f"add_sat{_sig} {_type}", _saturated(lambda x, y: x + y)),
        Row(f"sub_sat{_sig} {_type}", _saturated(lambda x, y: x - y)),
        Row(f"hadd{_sig} {_type}", _clipped(lambda x, y: (x + y) >> 1)),
        Row(f"rhadd{_sig} {_type}", _clipped(lambda x, y: (x + y + 1) >> 1)),
        Row(f"rotate{_sig} {_type}", _clipped(lambda x, y, bits=_bits: _rotated(x, y, bits))),
        Row(f"abs_diff{_sig} {_unsigned}", lambda x, y: np.abs(x.astype(object) - y.astype(object))),
        Row(f"abs({_type}) {_unsigned}", lambda x: np.abs(x.astype(object))),
        Row(f"mad_hi({_type},{_type},{_type}) {_type}", _clipped(lambda x, y, z, bits=_bits: ((x * y) >> bits) + z)),
        Row(
            f"clamp({_type},{_type},{_type}) {_type}",
            lambda x, a, b: np.minimum(np.maximum(x, a), b),
            0,
            (None, _values(_type, 2) // 4, _values(_type, 2) // 4 + 9),
        ),
    ]
    if _bits < 64:
        ROWS.append(Row(f"mad_sat({_type},{_type},{_type}) {_type}", _saturated(lambda x, y, z: x * y + z)))
ROWS += [
    Row("min(i4,i) i4", lambda x, y: np.minimum(x, y[:, None])),
    Row("mul24(i,i) i", _clipped(lambda x, y: _mul24(x, y, signed=True))),
    Row("mul24(u,u) u", _clipped(lambda x, y: _mul24(x, y, signed=False))),
    Row("mad24(i,i,i) i", _clipped(lambda x, y, z: _mul24(x, y, signed=True) + z)),
    *(
        Row(
            f"dot_4x8packed_{a}{b}_{'uint' if a == b == 'u' else 'int'}(u,u) {'u' if a == b == 'u' else 'i'}",
            _packed(a, b),
        )
        for a in "su"
        for b in "su"
    ),
    *(
        Row(
            f"dot_acc_sat_4x8packed_{a}{b}_{'uint' if a == b == 'u' else 'int'}(u,u,{t}) {t}",
            lambda x, y, z, a=a, b=b, t=t: np.clip(
                _packed(a, b)(x, y).astype(object) + z.astype(object),
                np.iinfo(_TYPES[t][2]).min,
                np.iinfo(_TYPES[t][2]).max,
            ),
        )
        for a in "su"
        for b in "su"
        for t in ["u" if a == b == "u" else "i"]
    ),
    *(
        Row(f"bit_reverse({t}) {t}", lambda x, n=n: np.array([int(f"{int(v):0{n}b}"[::-1], 2) for v in x], x.dtype))
        for t, n in (("u", 32), ("uc", 8), ("ul", 64))
    ),
    Row("bitfield_extract_unsigned(u,u,u) u", lambda x, s, c: _extracted(x, s, c, False), 0, (None, _STARTS, _COUNTS)),
    Row("bitfield_extract_signed(i,u,u) i", lambda x, s, c: _extracted(x, s, c, True), 0, (None, _STARTS, _COUNTS)),
    Row("bitfield_insert(u,u,u,u) u", lambda b, x, s, c: _inserted(b, x, s, c), 0, (None, None, _STARTS, _COUNTS)),
    Row("upsample(i,u) l", lambda x, y: x.astype(np.int64) << 32 | y),
    Row("upsample(uc,uc) us", lambda x, y: x.astype(np.uint16) << 8 | y),
    Row("shuffle(f4,u4) f4", lambda x, m: np.take_along_axis(x, (m & 3).astype(np.int64), 1)),
    Row(
        "shuffle2(i4,i4,u4) i4",
        lambda x, y, m: np.take_along_axis(np.concatenate([x, y], axis=1), (m & 7).astype(np.int64), 1),
    ),
]


def _to(dtype: Any, *, saturates: bool = False, rounds: Callable[[Any], Any] = np.trunc) -> Callable[..., Any]:
    info = np.iinfo(dtype)

    def convert(x: np.ndarray) -> np.ndarray:
        exact = x.astype(object) if x.dtype.kind in "iu" else rounds(x.astype(np.float64))
        if not saturates:
            bits = info.bits
            cut = np.vectorize(lambda v: int(v) & ((1 << bits) - 1), otypes=[object])(exact)
            return cut.astype(f"u{bits // 8}").view(dtype)
        return np.vectorize(lambda v: 0 if v != v else int(min(max(v, info.min), info.max)), otypes=[object])(exact)

    return convert


_SMALL = np.linspace(-100, 100, _COUNT).astype(np.float32)
ROWS += [
    Row("convert_int(f) i", _to(np.int32), 0, (_SMALL,)),
    Row("convert_int_rte(f) i", _to(np.int32, rounds=np.rint), 0, (_SMALL,)),
    Row("convert_int_rtp(f) i", _to(np.int32, rounds=np.ceil), 0, (_SMALL,)),
    Row("convert_int_rtn(f) i", _to(np.int32, rounds=np.floor), 0, (_SMALL,)),
    Row("convert_uchar_sat(f) uc", _to(np.uint8, saturates=True)),
    Row("convert_char_sat_rte(f) c", _to(np.int8, saturates=True, rounds=np.rint), 0, (_SMALL * 3,)),
    Row("convert_int_sat(f) i", _to(np.int32, saturates=True), 0, (_SMALL * 1e8,)),
    Row("convert_float(i) f", lambda x: x.astype(np.float32)),
    Row("convert_float(uc) f", lambda x: x.astype(np.float32)),
    Row("convert_float_rtz(s) f", lambda x: x.astype(np.float32)),
    Row("convert_float(h) f", lambda x: x.astype(np.float32)),
    Row("convert_half(f) h", lambda x: x.astype(np.float16), 0.5),
    Row("convert_uchar(i) uc", _to(np.uint8)),
    Row("convert_long(u) l", _to(np.int64)),
    Row("convert_long(i) l", _to(np.int64)),
    *(
        Row(f"convert_{word}_sat({source}) {target}", _to(_TYPES[target][2], saturates=True))
        for word, target in (
            ("char", "c"),
            ("uchar", "uc"),
            ("short", "s"),
            ("uint", "u"),
            ("int", "i"),
            ("ulong", "ul"),
        )
        for source in ("c", "uc", "s", "i", "u", "l", "ul")
    ),
]
ROWS += [Row("convert_float4(i4) f4", lambda x: x.astype(np.float32))]


_GROUP = 60


@pytest.mark.parametrize("first", range(0, len(ROWS), _GROUP))
def test_functions_compute_what_the_specification_says(first: int) -> None:
    rows = ROWS[first : first + _GROUP]
    for row, result in zip(rows, results(rows), strict=True):
        compare(row, result)


# --- functions with pointers -----------------------------------------------------------------------------------------


def kernel(body: str, *declarations: str) -> str:
    """A kernel of x and out, in which %i is the thread, %v and %w what is at it as a float and an integer."""
    return f"""target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) %out) {{
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %xp = getelementptr i32, ptr addrspace(1) %x, i64 %i
  %op = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %w = load i32, ptr addrspace(1) %xp
  %v = bitcast i32 %w to float
  {body}
  ret void
}}
declare spir_func i64 @_Z13get_global_idj(i32)
""" + "".join(f"declare spir_func {declaration}\n" for declaration in declarations)


def run_kernel(text: str, x: np.ndarray, size: int = _COUNT, threads: int = _COUNT, group: int = 32) -> np.ndarray:
    """The words that a kernel leaves in out."""
    converted = convert_bytes("k.ll", text.encode(), ConvertOptions())
    out = np.zeros(size, np.uint32)
    arguments = [a for a in read_entry_points(converted.module)[0].arguments if a.kind == "buffer"]
    buffers = {a.name: _fitting(b, a.type_name or "") for a, b in zip(arguments, (x, out), strict=True)}
    run(converted.bitcode, "k", threads, group, buffers=buffers)
    return out


_BELOW_ONE = np.nextafter(np.float32(1), np.float32(0))


@pytest.mark.parametrize(
    ("name", "second", "model"),
    [
        ("fract", "float", lambda x: (np.minimum(x - np.floor(x), _BELOW_ONE), np.floor(x))),
        ("modf", "float", lambda x: (np.copysign(np.modf(x)[0], x), np.modf(x)[1])),
        ("frexp", "i32", np.frexp),
        ("sincos", "float", lambda x: (np.sin(x), np.cos(x))),
        ("lgamma_r", "i32", lambda x: (_ONE["lgamma"](x), np.array([_sign_of_gamma(v) for v in x.tolist()]))),
    ],
)
@pytest.mark.parametrize("place", ["out", "thread"])
def test_functions_with_a_second_result(name: str, second: str, model: Callable[..., Any], place: str) -> None:
    x = np.concatenate([_values("f", 1)[14:], np.array([0.0, -0.0, 1e-40, 2.5] * 4, np.float32)])[:_COUNT]
    x = np.resize(x, _COUNT).astype(np.float32)
    letter = {"float": "f", "i32": "i"}[second]
    pointer, space = ("PU3AS1", "addrspace(1)") if place == "out" else ("P", "")
    function = f"_Z{len(name)}{name}f{pointer}{letter}"
    where = "%op" if place == "out" else "%m"
    body = f"""%m = alloca {second}
  %r = call spir_func float @{function}(float %v, ptr {space} {where})
  %s = load {second}, ptr {space} {where}
  store {second} %s, ptr addrspace(1) %op
  %qp = getelementptr float, ptr addrspace(1) %out, i64 {_COUNT}
  %rp = getelementptr float, ptr addrspace(1) %qp, i64 %i
  store float %r, ptr addrspace(1) %rp"""
    output = run_kernel(kernel(body, f"float @{function}(float, ptr {space})"), x, 2 * _COUNT)
    with np.errstate(invalid="ignore"):  # of infinities
        want = model(x)
    np.testing.assert_allclose(output[_COUNT:].view(np.float32), want[0], rtol=1e-6, atol=1e-7)
    got = output[:_COUNT].view(np.float32 if second == "float" else np.int32)
    np.testing.assert_allclose(got, want[1], rtol=1e-6, atol=1e-7)


def test_remainders_and_low_bits_of_the_quotient() -> None:
    x = np.concatenate([_values("f", 1)[14:], [7.5, -7.5, 1e20, -1e20, 250.0, 1000.0, 3e38, 12.0, 0.0]])
    x = np.resize(x, _COUNT).astype(np.float32)
    body = f"""%y = call spir_func float @_Z4fabsf(float %v)
  %z = fadd float %y, 0.0
  %w2 = fdiv float 1.0, %y
  %c = fcmp olt float %w2, 0.5
  %d = select i1 %c, float 2.5, float -0.75
  %m = alloca i32
  %r = call spir_func float @_Z6remquoffPi(float %v, float %d, ptr %m)
  %s = load i32, ptr %m
  store i32 %s, ptr addrspace(1) %op
  %qp = getelementptr float, ptr addrspace(1) %out, i64 {_COUNT}
  %rp = getelementptr float, ptr addrspace(1) %qp, i64 %i
  store float %r, ptr addrspace(1) %rp"""
    declarations = ("float @_Z6remquoffPi(float, float, ptr)", "float @_Z4fabsf(float)")
    output = run_kernel(kernel(body, *declarations), x, 2 * _COUNT)
    with np.errstate(all="ignore"):
        y = np.where(1 / np.abs(x) < 0.5, np.float32(2.5), np.float32(-0.75))
    rest = [_remainder(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
    np.testing.assert_array_equal(output[_COUNT:].view(np.float32), rest)
    for a, b, r, count in zip(x.tolist(), y.tolist(), rest, output[:_COUNT].view(np.int32).tolist(), strict=True):
        if math.isnan(r):
            continue
        whole = (Fraction(a) - Fraction(r)) / Fraction(b)
        assert abs(count) == abs(whole) % 128 and count * whole >= 0, (a, b, count)


@pytest.mark.parametrize("count", [2, 3, 4, 8, 16])
def test_vectors_are_loaded_and_stored_at_elements(count: int) -> None:
    """vload and vstore step by vectors, and need no more than the alignment of an element."""
    load = f"_Z{5 + len(str(count))}vload{count}mPU3AS1Kf"
    store = f"_Z{6 + len(str(count))}vstore{count}Dv{count}_fmPU3AS1f"
    body = f"""%p = getelementptr float, ptr addrspace(1) %x, i64 1
  %r = call spir_func <{count} x float> @{load}(i64 %i, ptr addrspace(1) %p)
  %s = fadd <{count} x float> %r, %r
  %q = getelementptr float, ptr addrspace(1) %out, i64 1
  call spir_func void @{store}(<{count} x float> %s, i64 %i, ptr addrspace(1) %q)"""
    text = kernel(
        body,
        f"<{count} x float> @{load}(i64, ptr addrspace(1))",
        f"void @{store}(<{count} x float>, i64, ptr addrspace(1))",
    )
    x = np.arange(8 * count + 1, dtype=np.float32)
    output = run_kernel(text, x, 8 * count + 1, threads=8).view(np.float32)
    assert output.tolist() == [0.0, *(2 * x[1:]).tolist()]


@pytest.mark.parametrize(("suffix", "step"), [("vload_half", 1), ("vload_half4", 4), ("vloada_half3", 4)])
def test_halves_are_loaded_as_floats(suffix: str, step: int) -> None:
    count = int(re.sub(r"\D", "", suffix) or 1)
    function = f"_Z{len(suffix)}{suffix}mPU3AS1KDh"
    type_ = f"<{count} x float>" if count > 1 else "float"
    last = f"%e = extractelement {type_} %r, i32 {count - 1}" if count > 1 else "%e = fadd float %r, 0.0"
    body = f"""%r = call spir_func {type_} @{function}(i64 %i, ptr addrspace(1) %x)
  {last}
  store float %e, ptr addrspace(1) %op"""
    halves = np.arange(64, dtype=np.float16) / 4
    output = run_kernel(kernel(body, f"{type_} @{function}(i64, ptr addrspace(1))"), halves, 8, threads=8)
    assert output.view(np.float32).tolist() == [float(halves[n * step + count - 1]) for n in range(8)]


@pytest.mark.parametrize("count", [1, 4])
def test_floats_are_stored_as_halves(count: int) -> None:
    name = f"vstore_half{count if count > 1 else ''}"
    type_, word = (f"<{count} x float>", f"Dv{count}_f") if count > 1 else ("float", "f")
    function = f"_Z{len(name)}{name}{word}mPU3AS1Dh"
    result = """%a = insertelement <4 x float> undef, float %v, i32 0
  %b = shufflevector <4 x float> %a, <4 x float> undef, <4 x i32> zeroinitializer"""
    value = "%b" if count > 1 else "%v"
    body = f"""{result}
  call spir_func void @{function}({type_} {value}, i64 %i, ptr addrspace(1) %out)"""
    x = (np.arange(8) / 3).astype(np.float32)
    output = run_kernel(kernel(body, f"void @{function}({type_}, i64, ptr addrspace(1))"), x, 8 * count, threads=8)
    assert output.view(np.float16)[: 8 * count].tolist() == np.repeat(x.astype(np.float16), count).tolist()


_ATOMICS: dict[str, tuple[str, Callable[[list[int]], int]]] = {
    "add": ("i", lambda v: sum(v)),
    "sub": ("i", lambda v: -sum(v)),
    "min": ("i", lambda v: min(0, *v)),
    "max": ("j", lambda v: max(n & 0xFFFFFFFF for n in v)),
    "and": ("i", lambda v: 0),
    "or": ("i", lambda v: int(np.bitwise_or.reduce(v))),
    "xor": ("i", lambda v: int(np.bitwise_xor.reduce(v))),
}


@pytest.mark.parametrize("name", _ATOMICS)
@pytest.mark.parametrize("form", every_nth(["atomic_{}", "atom_{}", "atomic_fetch_{}_explicit", "atomic_fetch_{}"], 2))
def test_atomic_operations(name: str, form: str) -> None:
    letter, model = _ATOMICS[name]
    full = form.format(name)
    is_new = "fetch" in full
    pointee = f"PU3AS1V{'U7_Atomic' if is_new else ''}{letter}"
    order = "12memory_order" if "explicit" in full else ""
    function = f"_Z{len(full)}{full}{pointee}{letter}{order}"
    more = ", i32 0" if order else ""
    body = f"%r = call spir_func i32 @{function}(ptr addrspace(1) %out, i32 %w{more})"
    text = kernel(body, f"i32 @{function}(ptr addrspace(1), i32{', i32' if order else ''})")
    x = np.random.default_rng(2).integers(-(2**31), 2**31, _COUNT, dtype=np.int32)
    assert int(run_kernel(text, x)[0]) == model([int(v) for v in x]) & 0xFFFFFFFF


@pytest.mark.parametrize(
    ("function", "arguments", "want"),
    [
        ("_Z10atomic_incPU3AS1Vi", "", _COUNT),
        ("_Z10atomic_decPU3AS1Vi", "", -_COUNT & 0xFFFFFFFF),
        ("_Z8atom_incPU3AS1Vi", "", _COUNT),
        ("_Z8atom_decPU3AS1Vi", "", -_COUNT & 0xFFFFFFFF),
    ],
)
def test_atomic_counters(function: str, arguments: str, want: int) -> None:
    body = f"%r = call spir_func i32 @{function}(ptr addrspace(1) %out{arguments})"
    text = kernel(body, f"i32 @{function}(ptr addrspace(1))")
    assert int(run_kernel(text, np.zeros(_COUNT, np.int32))[0]) == want


@pytest.mark.parametrize("name", ["atomic_xchg", "atom_xchg", "atomic_exchange", "atomic_exchange_explicit"])
def test_atomic_exchanges(name: str) -> None:
    order = name.endswith("explicit")
    function = f"_Z{len(name)}{name}PU3AS1Vii{'12memory_order' if order else ''}"
    body = f"%r = call spir_func i32 @{function}(ptr addrspace(1) %op, i32 %w{', i32 0' if order else ''})"
    text = kernel(body, f"i32 @{function}(ptr addrspace(1), i32{', i32' if order else ''})")
    x = np.arange(_COUNT, dtype=np.int32) + 3
    assert run_kernel(text, x).tolist() == x.tolist()


@pytest.mark.parametrize("name", ["atomic_cmpxchg", "atom_cmpxchg"])
def test_compare_and_exchange(name: str) -> None:
    function = f"_Z{len(name)}{name}PU3AS1Viii"
    body = f"""%t = trunc i64 %i to i32
  %h = and i32 %t, 1
  %r = call spir_func i32 @{function}(ptr addrspace(1) %op, i32 %h, i32 %w)
  %e = add i32 %r, 0"""
    text = kernel(body, f"i32 @{function}(ptr addrspace(1), i32, i32)")
    x = np.arange(_COUNT, dtype=np.int32) + 3
    assert run_kernel(text, x).tolist() == [0 if n & 1 else int(x[n]) for n in range(_COUNT)]


@pytest.mark.parametrize("explicit", ["", "_explicit"])
def test_atomic_loads_and_stores(explicit: str) -> None:
    load, store = f"atomic_load{explicit}", f"atomic_store{explicit}"
    order, operand, type_ = ("12memory_order", ", i32 0", ", i32") if explicit else ("", "", "")
    loads, stores = f"_Z{len(load)}{load}PU3AS1VU7_Atomici{order}", f"_Z{len(store)}{store}PU3AS1VU7_Atomicii{order}"
    init = "_Z11atomic_initPU3AS1VU7_Atomicii"
    body = f"""call spir_func void @{init}(ptr addrspace(1) %op, i32 5)
  %a = call spir_func i32 @{loads}(ptr addrspace(1) %op{operand})
  %b = add i32 %a, %w
  call spir_func void @{stores}(ptr addrspace(1) %op, i32 %b{operand})"""
    text = kernel(
        body,
        f"i32 @{loads}(ptr addrspace(1){type_})",
        f"void @{stores}(ptr addrspace(1), i32{type_})",
        f"void @{init}(ptr addrspace(1), i32)",
    )
    x = np.arange(_COUNT, dtype=np.int32)
    assert run_kernel(text, x).tolist() == [n + 5 for n in range(_COUNT)]


@pytest.mark.parametrize(("orders", "fences"), [((0, 0), ""), ((2, 3), "LFFS"), ((5, 0), "FLFS"), ((0, 5), "LFSF")])
def test_orders_of_loads_and_stores(orders: tuple[int, int], fences: str) -> None:
    """`memory_order_relaxed`, `acquire`, `release` and `seq_cst` are 0, 2, 3 and 5 in OpenCL's header: what acquires
    has a fence (F) after it, what releases one before it.
    """
    load = "_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order"
    store = "_Z21atomic_store_explicitPU3AS1VU7_Atomicii12memory_order"
    body = f"""%a = call spir_func i32 @{load}(ptr addrspace(1) %op, i32 {orders[0]})
  call spir_func void @{store}(ptr addrspace(1) %op, i32 %a, i32 {orders[1]})"""
    text = kernel(body, f"i32 @{load}(ptr addrspace(1), i32)", f"void @{store}(ptr addrspace(1), i32, i32)")
    module = convert_bytes("k.ll", text.encode(), ConvertOptions(ConvertTarget.parse("macos15"))).module
    calls = re.findall(r"call [^@]*@air\.atomic\.(?:global\.)?(fence|load|store)", print_module(module))
    assert "".join(name[0].upper() for name in calls) == (fences or "LS")


@pytest.mark.parametrize(
    ("call", "declaration", "model"),
    [
        ("_Z19get_local_linear_idv()", "i64 @_Z19get_local_linear_idv()", lambda n: n % 32),
        ("_Z20get_global_linear_idv()", "i64 @_Z20get_global_linear_idv()", lambda n: n),
        ("_Z17get_global_offsetj(i32 0)", "i64 @_Z17get_global_offsetj(i32)", lambda n: 0),
        ("_Z23get_enqueued_local_sizej(i32 0)", "i64 @_Z23get_enqueued_local_sizej(i32)", lambda n: 32),
    ],
)
def test_work_items(call: str, declaration: str, model: Callable[[int], int]) -> None:
    body = f"%r = call spir_func i64 @{call}\n  %t = trunc i64 %r to i32\n  store i32 %t, ptr addrspace(1) %op"
    output = run_kernel(kernel(body, declaration), np.zeros(40, np.int32), 40, 40)
    assert output.tolist() == [model(n) for n in range(40)]


@pytest.mark.parametrize(("element", "letter", "lanes"), [("i32", "i", 1), ("float", "f", 4), ("i8", "h", 2)])
@pytest.mark.parametrize("stride", [0, 3])
def test_copies_of_a_work_group(element: str, letter: str, lanes: int, stride: int) -> None:
    """From a part of x for each work-group into its memory, and from there, reversed, into out."""
    size = {"i32": 4, "float": 4, "i8": 1}[element] * lanes
    pointee = f"Dv{lanes}_{letter}" if lanes > 1 else letter
    word, more = ("strided_", f", i64 {stride}") if stride else ("", "")
    name = f"async_work_group_{word}copy"
    load = f"_Z{len(name)}{name}PU3AS3{pointee}PU3AS1K{'S_' if lanes > 1 else pointee}m{'m' * bool(stride)}9ocl_event"
    plain = "_Z21async_work_group_copyPU3AS1hPU3AS3Khm9ocl_event"
    wait = "_Z17wait_group_eventsiPU3AS49ocl_event"
    step = (stride or 1) * 20 * size
    body = f"""%e = alloca ptr
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %go = mul i64 %g, {step}
  %from = getelementptr i8, ptr addrspace(1) %x, i64 %go
  %a = call spir_func ptr @{load}(ptr addrspace(3) @m, ptr addrspace(1) %from, i64 20{more}, ptr null)
  store ptr %a, ptr %e
  %ev = addrspacecast ptr %e to ptr addrspace(4)
  call spir_func void @{wait}(i32 1, ptr addrspace(4) %ev)
  %to = mul i64 %g, {20 * size}
  %out2 = getelementptr i8, ptr addrspace(1) %out, i64 %to
  %b = call spir_func ptr @{plain}(ptr addrspace(1) %out2, ptr addrspace(3) @m, i64 {20 * size}, ptr null)
  store ptr %b, ptr %e
  call spir_func void @{wait}(i32 1, ptr addrspace(4) %ev)"""
    text = kernel(
        body,
        "i64 @_Z12get_group_idj(i32)",
        f"ptr @{load}(ptr addrspace(3), ptr addrspace(1), i64{', i64' if stride else ''}, ptr)",
        f"ptr @{plain}(ptr addrspace(1), ptr addrspace(3), i64, ptr)",
        f"void @{wait}(i32, ptr addrspace(4))",
    ).replace("\ndefine", "\n@m = internal addrspace(3) global [320 x i8] undef, align 16\ndefine", 1)
    x = np.random.default_rng(3).integers(0, 1 << 32, 1024, dtype=np.uint32)
    actual = run_kernel(text, x, 160, 16, 8).tobytes()
    parts = x.tobytes()
    for group in range(2):
        start = group * step
        want = b"".join(parts[start + n * (stride or 1) * size :][:size] for n in range(20))
        assert actual[group * 20 * size :][: 20 * size] == want, group


@pytest.mark.parametrize(
    ("name", "declaration", "call", "reason"),
    [
        (
            "printf",
            "i32 @printf(ptr addrspace(2), ...)",
            "i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) null)",
            "prints",
        ),
        (
            "__read_pipe_2",
            "i32 @__read_pipe_2(ptr, ptr, i32, i32)",
            "i32 @__read_pipe_2(ptr null, ptr null, i32 4, i32 4)",
            "pipes",
        ),
        ("_Z15get_image_width14ocl_image2d_ro", *["i32 @_Z15get_image_width14ocl_image2d_ro()"] * 2, "images"),
        ("_Z17get_default_queuev", "ptr @_Z17get_default_queuev()", "ptr @_Z17get_default_queuev()", "start kernels"),
    ],
)
def test_what_has_no_form_is_refused_by_name(name: str, declaration: str, call: str, reason: str) -> None:
    text = kernel(f"%r = call spir_func {call}", declaration)
    with pytest.raises(UnsupportedError, match=rf"function 'k', %r = call @{name} .*{reason}"):
        convert_bytes("k.ll", text.encode(), ConvertOptions())


def test_what_is_only_a_hint_is_left_out() -> None:
    body = "call spir_func void @_Z8prefetchPU3AS1Kim(ptr addrspace(1) %x, i64 4)\n  store i32 %w, ptr addrspace(1) %op"
    x = np.arange(_COUNT, dtype=np.int32)
    assert run_kernel(kernel(body, "void @_Z8prefetchPU3AS1Kim(ptr addrspace(1), i64)"), x).tolist() == x.tolist()


_ELSEWHERE = {"remquo", "get_work_dim"}
_ELSEWHERE |= {f"atomic_compare_exchange_{n}{e}" for n in ("strong", "weak") for e in ("", "_explicit")}
_ELSEWHERE |= {f"atomic_flag_{n}{e}" for n in ("test_and_set", "clear") for e in ("", "_explicit")}


def test_each_row_has_a_test() -> None:
    """By its name in the rows, in a string of its own, or in a mangled name."""
    from .test_groups import TESTED

    text = Path(__file__).read_text(encoding="utf-8")
    tested = {_split(row.call)[0].removeprefix("native_") for row in ROWS}
    tested |= TESTED
    tested |= {f"{prefix}_{name}" for name in _ATOMICS for prefix in ("atomic", "atom", "atomic_fetch")}
    tested |= {f"atomic_fetch_{name}_explicit" for name in _ATOMICS} | _ELSEWHERE
    tested |= {f"atomic_{name}{explicit}" for name in ("load", "store") for explicit in ("", "_explicit")}
    assert [n for n in OPENCL if n not in tested and not re.search(rf'"{n}"|_Z\d+{n}[iPv]', text)] == []


@pytest.mark.parametrize(
    ("name", "types", "reason"),
    [
        ("sin", ["d"], "sin with doubles"),
        ("convert_half_rtz", ["f"], "round to nearest"),
        ("get_work_dim", ["f"], "get_work_dim: Metal does not say"),
        ("enqueue_marker", ["f"], "is not defined, and no function of AIR is known"),
    ],
)
def test_what_metal_lacks_is_refused_by_name(name: str, types: list[str], reason: str) -> None:
    result, parameter = ("half" if "half" in name else "float", {"d": "double", "f": "float"}[types[0]])
    result = "double" if parameter == "double" else result
    function = f"_Z{len(name)}{name}{types[0]}"
    operand = "%d" if parameter == "double" else "%v"
    body = f"""%d = fpext float %v to double
  %r = call spir_func {result} @{function}({parameter} {operand})"""
    with pytest.raises(UnsupportedError, match=reason):
        convert_bytes("k.ll", kernel(body, f"{result} @{function}({parameter})").encode(), ConvertOptions())


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("f", [MangledParameter("f", 1)]),
        ("Dv4_fS_f", [MangledParameter("f", 4), MangledParameter("f", 4), MangledParameter("f", 1)]),
        (
            "Dv4_iDv4_jS0_S_",
            [MangledParameter("i", 4), MangledParameter("j", 4), MangledParameter("j", 4), MangledParameter("i", 4)],
        ),
        ("PU3AS1Vii", [MangledParameter("i", 1, True), MangledParameter("i", 1)]),
        (
            "PU3AS1VU7_Atomicjj12memory_order",
            [MangledParameter("j", 1, True), MangledParameter("j", 1), MangledParameter("?", 1)],
        ),
        ("mPU3AS1KDh", [MangledParameter("m", 1), MangledParameter("Dh", 1, True)]),
        ("14ocl_image2d_ro", [MangledParameter("?", 1)]),
        ("f5", [MangledParameter("f", 1), MangledParameter("?", 1)]),
    ],
)
def test_parameters_of_mangled_names(text: str, want: list[MangledParameter]) -> None:
    assert parameter_types(text) == want


TYPED = """
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 addrspace(1)* %o, i32 %n) {
entry:
  %v = alloca [2 x i32], align 4
  %b = bitcast [2 x i32]* %v to i8*
  call void @llvm.lifetime.start.p0i8(i64 8, i8* nonnull %b)
  %g = addrspacecast i8* %b to i8 addrspace(4)*
  call void @llvm.memset.p4i8.i64(i8 addrspace(4)* %g, i8 7, i64 8, i1 false)
  %i = zext i32 %n to i64
  %e = getelementptr [2 x i32], [2 x i32]* %v, i64 0, i64 %i
  %x = load i32, i32* %e
  store i32 %x, i32 addrspace(1)* %o
  call void @llvm.lifetime.end.p0i8(i64 8, i8* nonnull %b)
  ret void
}
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture)
declare void @llvm.memset.p4i8.i64(i8 addrspace(4)*, i8, i64, i1)
"""


def test_functions_of_llvm_on_typed_memory_keep_their_names() -> None:
    module = convert_bytes("typed.ll", TYPED.encode(), ConvertOptions(ConvertTarget.parse("macos14"))).module
    names = {function.name for function in module.functions if function.name.startswith("llvm.")}
    assert names <= {"llvm.lifetime.start.p0i8", "llvm.lifetime.end.p0i8", "llvm.memset.p0i8.i64"}
    assert "llvm.lifetime.start.p0i8" in names
