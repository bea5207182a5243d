"""The value of each function of `signatures.py` for each of its types, beside numpy and Python's integers.

The bounds of floats are those of the specification's tables 8.1 and 8.3 (math is precise), in units in the last place;
its other functions of floats have no bound there, and get one here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mtlb
from tests.metal.needed import needs_clang
from tests.metal.signatures import FLOATS, INTEGERS, REALS, SETS, instance, rows

Array = npt.NDArray[Any]
Reference = Callable[..., Any]
pytestmark = [needs_clang, pytest.mark.long]

THREADS = 32
_KINDS = {"float": np.float32, "half": np.float16, "char": np.int8, "uchar": np.uint8, "short": np.int16}
_KINDS |= {"ushort": np.uint16, "int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64}
_KINDS |= {"bool": np.uint8, "bfloat": np.uint16}
_HEAD = """#include <metal_stdlib>
using namespace metal;
ulong bits(float x) { return as_type<uint>(x); }
ulong bits(half x) { return as_type<ushort>(x); }
ulong bits(bfloat x) { return as_type<ushort>(x); }
template <typename T> enable_if_t<is_integral_v<T>, ulong> bits(T x) { return ulong(long(x)); }
ulong bits(ulong x) { return x; }
template <typename T> struct of {
  typedef T element;
  static T get(device const T* p, uint i) { return p[i]; }
  static void put(device ulong*& o, T x) { *o++ = bits(x); }
};
template <typename T, int N> struct of<vec<T, N>> {
  typedef T element;
  static vec<T, N> get(device const T* p, uint i) {
    vec<T, N> r;
    for (int k = 0; k < N; k++) r[k] = p[N * i + k];
    return r;
  }
  static void put(device ulong*& o, vec<T, N> x) { for (int k = 0; k < N; k++) *o++ = bits(T(x[k])); }
};
template <typename T> void put(device ulong*& o, T x) { of<T>::put(o, x); }
#define KERNEL(T, TI, TB, N) kernel void k_##T(device const of<T>::element* x [[buffer(0)]], \\
  device const of<T>::element* y [[buffer(1)]], device const of<T>::element* z [[buffer(2)]], \\
  device const int* e [[buffer(3)]], device ulong* out [[buffer(4)]], uint i [[thread_position_in_grid]])
"""


def width_of(type: str) -> int:
    return int(type[-1]) if type[-1].isdigit() else 1


def element_of(type: str) -> str:
    return type.rstrip("234")


_OPERANDS = {"extract_bits": 1, "insert_bits": 2}
"""How many parameters have the type of a row, where others may have it too."""


def _call(name: str, parameters: list[str], type: str, result: str) -> Iterator[str]:
    """Statements that store what a function returns, and what it leaves in its parameters."""
    letters, given, outs = iter("abc"), [], []
    literals = {"fill": ("ushort(3)", "ushort(4)")}.get(
        name.rpartition("_and_")[2].partition("_")[0], ("ushort(1)",) * 2
    )
    operands = _OPERANDS.get(name, 2 if "fill" in name else 1 if name.startswith(("simd_", "quad_")) else 3)
    for parameter in parameters:
        if parameter == type and len(given) < operands:
            given.append(next(letters))
        elif parameter.endswith("&"):
            outs.append(parameter.removeprefix("thread ").removesuffix("&"))
            given.append(f"r{len(outs)}")
        elif parameter == "uint":
            given.append("3" if len(given) == operands else "4")
        elif parameter == "ushort":
            given.append(literals[sum(item.startswith("ushort(") for item in given)])
        else:  # of the width of the type: the exponent of ldexp, the choice of select; the ratio of refract
            element = element_of(parameter)
            given.append({"int": "n", "bool": "q"}.get(element, f"{element}(0.75)"))
    declared = "".join(f"{item} r{n}; " for n, item in enumerate(outs, 1))
    puts = "".join(f" put(o, r{n});" for n in range(1, len(outs) + 1))
    scope = "" if name == "not" else "metal::"
    yield f"  {{ {declared}{result} r = {scope}{name}({', '.join(given)}); put(o, r);{puts} }}"


def kernels(section: str, types: Iterable[str], skipped: Iterable[str] = ()) -> tuple[str, dict[str, list[Any]]]:
    """A source with a kernel for each type, and the rows of each."""
    of_type: dict[str, list[Any]] = {type: [] for type in types}
    for type, result, name, parameters in rows(section):
        if type in of_type and name not in skipped:
            of_type[type].append((name, result, parameters))
    text = [_HEAD]
    for type, items in of_type.items():
        n = width_of(type)
        width = "" if n == 1 else str(n)
        words = sum(_words(type, *item) for item in items)
        text.append(f"KERNEL({type}, int{width}, bool{width}, {n}) {{ device ulong* o = out + {words} * i;")
        text.append(f"  {type} a = of<{type}>::get(x, i), b = of<{type}>::get(y, i), c = of<{type}>::get(z, i);")
        text.append(f"  int{width} n = of<int{width}>::get(e, i); bool{width} q = n > 0;")
        for name, result, parameters in items:
            text += _call(name, parameters, type, result)
        text.append("}")
    return "\n".join(text) + "\n", of_type


def _words(type: str, name: str, result: str, parameters: list[str]) -> int:
    return width_of(result) + sum(width_of(item.rstrip("&")) for item in parameters if item.endswith("&"))


def computed(module: bytes, type: str, items: list[Any], inputs: list[Array], exponents: Array) -> Iterator[Any]:
    """Name, and the values of each row: of the result, then of each parameter that is written."""
    words = sum(_words(type, *item) for item in items)
    out = np.zeros(THREADS * words, np.uint64)
    buffers: dict[str | int, Any] = dict(
        enumerate([*(item.reshape(-1) for item in inputs), exponents.reshape(-1), out])
    )
    ran = mtlb.run(module, f"k_{type}", THREADS, THREADS, buffers=buffers, check=True)
    assert ran.is_clean, [str(finding) for finding in ran.findings]
    table, at = out.reshape(THREADS, words), 0
    for name, result, parameters in items:
        values = []
        outs = [item.removeprefix("thread ").rstrip("&") for item in parameters if item.endswith("&")]
        for item in (result, *outs):
            n = width_of(item)
            kind = np.dtype(_KINDS[element_of(item)])
            raw = table[:, at : at + n].astype(np.dtype(f"u{kind.itemsize}"))
            values.append(raw.view(kind))
            at += n
        yield name, result, parameters, values


def compiled(tmp_path: Path, text: str, target: str = "macos26") -> bytes:
    path = tmp_path / "values.metal"
    path.write_text(text, encoding="utf-8")
    result = mtlb.compile(path, target, fast_math=False)
    assert result.warnings == []
    return result.bitcode


def ulps(actual: Array, exact: Array) -> Array:
    """The distances of floats from exact values, in units in the last place of these; 0 for equal, NaN and infinity."""
    kind = actual.dtype
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = exact.astype(kind)
        unit = np.abs(np.spacing(np.where(np.isfinite(rounded), rounded, 1))).astype(np.float64)
        distance = np.abs(actual.astype(np.float64) - exact) / unit
    same = (actual == rounded) | (np.isnan(actual) & np.isnan(rounded))
    return np.where(same, 0, np.where(np.isnan(distance), np.inf, distance))


# --- floats


def _half_away(x: Array) -> Array:
    return np.asarray(np.copysign(np.floor(np.abs(x) + 0.5), x))


def _median(x: Array, y: Array, z: Array) -> Array:
    return np.asarray(np.sort(np.stack([x, y, z]), axis=0)[1])


def _frexp(x: Array) -> list[Array]:
    return list(np.frexp(x))


def _modf(x: Array) -> list[Array]:
    return [np.copysign(np.where(np.isinf(x), 0, x - np.trunc(x)), x), np.trunc(x)]


def _of_pi(function: Reference, x: Array, zero: float) -> Array:
    """A function of pi x, which is 0 where the fraction of x is `zero`."""
    return np.asarray(np.where(np.abs(x) % 1 == zero, 0, function(np.pi * x)))


def _tan_of_pi(x: Array) -> Array:
    return np.asarray(np.where(x == 0.5, np.inf, _of_pi(np.tan, x, 0)))


def _acosh(x: Array) -> Array:
    return np.asarray(np.arccosh(np.where(x < 1, np.nan, x)))


def _nextafter(x: Array, y: Array, kind: Any) -> Array:
    return np.asarray(np.nextafter(x.astype(kind), y.astype(kind)))


_RSQRT = 1.5
"""The bound of single precision: `mtlb run` divides by a rounded root, and Metal's function is correctly rounded."""
_MATH: dict[str, tuple[Reference, float, float]] = {
    # exact value, bound of single and of half precision (tables 8.1 and 8.3)
    "acos": (np.arccos, 4, 1), "acosh": (_acosh, 4, 1), "asin": (np.arcsin, 4, 1), "asinh": (np.arcsinh, 4, 1),
    "atan": (np.arctan, 5, 1), "atan2": (np.arctan2, 6, 1), "atanh": (np.arctanh, 5, 1), "ceil": (np.ceil, 0, 0),
    "copysign": (np.copysign, 0, 0), "cos": (np.cos, 4, 1), "cosh": (np.cosh, 4, 1),
    "cospi": (lambda x: _of_pi(np.cos, x, 0.5), 4, 1), "divide": (np.divide, 0.5, 0.5), "exp": (np.exp, 4, 1),
    "exp2": (np.exp2, 4, 1), "exp10": (lambda x: 10.0**x, 4, 1), "fabs": (np.abs, 0, 0), "abs": (np.abs, 0, 0),
    "fdim": (lambda x, y: np.where(x > y, x - y, 0), 0.5, 0.5), "floor": (np.floor, 0, 0),
    "fma": (lambda x, y, z: x * y + z, 0.5, 0.5), "fmax": (np.fmax, 0, 0), "max": (np.fmax, 0, 0),
    "fmax3": (lambda x, y, z: np.fmax(x, np.fmax(y, z)), 0, 0),
    "max3": (lambda x, y, z: np.fmax(x, np.fmax(y, z)), 0, 0), "fmedian3": (_median, 0, 0), "median3": (_median, 0, 0),
    "fmin": (np.fmin, 0, 0), "min": (np.fmin, 0, 0), "fmin3": (lambda x, y, z: np.fmin(x, np.fmin(y, z)), 0, 0),
    "min3": (lambda x, y, z: np.fmin(x, np.fmin(y, z)), 0, 0), "fmod": (np.fmod, 0, 0),
    "fract": (lambda x: x - np.floor(x), 0.5, 0.5), "frexp": (_frexp, 0, 0),
    "ilogb": (lambda x: np.where(x == 0, -(2**31), np.frexp(x)[1] - 1), 0, 0),
    "ldexp": (lambda x, n: np.ldexp(x, n), 0.5, 0.5),
    "log": (np.log, 4, 1), "log2": (np.log2, 4, 1), "log10": (np.log10, 4, 1), "modf": (_modf, 0, 0),
    "pow": (np.power, 16, 16), "powr": (np.power, 16, 16), "rint": (np.rint, 0, 0), "round": (_half_away, 0, 0),
    "rsqrt": (lambda x: 1 / np.sqrt(x), _RSQRT, 0.5), "sin": (np.sin, 4, 1),
    "sincos": (lambda x: [np.sin(x), np.cos(x)], 4, 1), "sinh": (np.sinh, 4, 1),
    "sinpi": (lambda x: _of_pi(np.sin, x, 0), 4, 1), "sqrt": (np.sqrt, 0.5, 0.5), "tan": (np.tan, 6, 1),
    "tanh": (np.tanh, 5, 1), "tanpi": (_tan_of_pi, 6, 1), "trunc": (np.trunc, 0, 0),
}  # fmt: skip
_ROUNDING = 1e-6
"""What a correctly rounded result may be above half a unit, as the reference has 53 bits."""
_UNIT = frozenset({"acos", "asin", "atanh"})
_POSITIVE = frozenset({"acosh", "log", "log2", "log10", "rsqrt", "sqrt", "pow", "powr"})
_DOMAINS = [(set(_MATH) - _UNIT - _POSITIVE, -4, 4), (_UNIT, -0.99, 0.99), (_POSITIVE, 0.1, 4)]
"""Functions, and the range of their operands; acosh of less than 1 is NaN."""
_COMMON: dict[str, Reference] = {
    "clamp": lambda x, y, z: np.minimum(np.maximum(x, y), z),
    "mix": lambda x, y, z: x + (y - x) * z,
    "saturate": lambda x: np.clip(x, 0, 1),
    "sign": np.sign,
    "smoothstep": lambda x, y, z: (t := np.clip((z - x) / (y - x), 0, 1)) * t * (3 - 2 * t),
    "step": lambda x, y: np.where(y < x, 0, 1),
}


def _random(type: str, low: float, high: float, seed: int) -> Array:
    values = np.random.default_rng(seed).uniform(low, high, (THREADS, width_of(type)))
    return np.asarray(values.astype(_KINDS[element_of(type)]))


def _check_floats(name: str, values: list[Array], exact: Any, bound: float) -> None:
    expected = exact if isinstance(exact, list) else [exact]
    for actual, wanted in zip(values, expected, strict=True):
        if actual.dtype.kind == "f":
            far = ulps(actual, np.asarray(wanted, np.float64))
            assert far.max() <= bound + _ROUNDING, (name, float(far.max()))
        else:
            assert (actual == np.asarray(wanted)).all(), name


def _plain(name: str) -> str:
    return name.rpartition("::")[2]


@pytest.mark.parametrize("element", FLOATS)
def test_math(tmp_path: Path, element: str) -> None:
    types = [f"{element}{width}" for width in ("", 2, 3, 4)]
    tried = 0
    for number, (group, low, high) in enumerate(_DOMAINS):
        every = {name for type_, _, name, _ in rows("6.5") if type_ in types}
        text, of_type = kernels("6.5", types, [name for name in every if _plain(name) not in group])
        module = compiled(tmp_path, text)
        for type, items in of_type.items():
            inputs = [_random(type, low, high, number + n) for n in range(3)]
            if not number:
                inputs[0][:3] = [[0.0], [-2.0], [0.5]]
            exponents = np.random.default_rng(1).integers(-3, 4, inputs[0].shape).astype(np.int32)
            wide = [item.astype(np.float64) for item in inputs]
            for name, _, parameters, values in computed(module, type, items, inputs, exponents):
                if name.startswith("fast::"):
                    continue  # its bounds are absolute, and in table 8.2: test_fast_math
                given = wide[: parameters.count(type)] + [exponents] * any(
                    "int" in p and "&" not in p for p in parameters
                )
                if _plain(name) == "nextafter":
                    exact: Any = _nextafter(*given, _KINDS[element])
                    bound = 0.0
                else:
                    reference, single, half = _MATH[_plain(name)]
                    exact, bound = reference(*given), single if element == "float" else half
                _check_floats(f"{type} {name}", values, exact, bound)
                tried += 1
    assert tried > 200


def test_nextafter(tmp_path: Path) -> None:
    types = [f"{element}{width}" for element in FLOATS for width in ("", 2, 3, 4)]
    every = {name for _, _, name, _ in rows("6.5")}
    text, of_type = kernels("6.5", types, every - {"nextafter"})
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        x, y = _random(type, -4, 4, 1), _random(type, -4, 4, 2)
        x[:4], y[:4] = [[1], [-1], [0], [2]], [[2], [-2], [1], [2]]
        for _, _, _, values in computed(module, type, items, [x, y, y], x.astype(np.int32)):
            assert (values[0] == np.nextafter(x, y)).all(), type


_FAST = {"acos": 5, "asin": 5, "atan": 5, "sin": -(2.0**-13), "cos": -(2.0**-13), "rsqrt": 2, "fma": 0.5, "fmax": 0}
_FAST |= {
    "sinpi": -(2.0**-13),
    "cospi": -(2.0**-13),
    "fabs": 0,
    "floor": 0,
    "ceil": 0,
    "trunc": 0,
    "rint": 0,
    "fmin": 0,
}
_FAST |= {"round": 0, "fract": 0.5, "copysign": 0, "frexp": 0, "ilogb": 0, "ldexp": 0.5, "modf": 0, "fdim": 0.5}
"""Bounds of table 8.2, in units in the last place; absolute ones are negative, for operands in [-1, 1]."""


def test_fast_math(tmp_path: Path) -> None:
    types = [f"float{width}" for width in ("", 2, 3, 4)]
    every = {name for _, _, name, _ in rows("6.5")}
    text, of_type = kernels("6.5", types, [n for n in every if not (n.startswith("fast::") and _plain(n) in _FAST)])
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        assert len(items) == len(_FAST)
        inputs = [_random(type, 0.05 if n == 0 else -1, 1, n) for n in range(3)]
        exponents = np.random.default_rng(1).integers(-3, 4, inputs[0].shape).astype(np.int32)
        wide = [item.astype(np.float64) for item in inputs]
        for name, _, parameters, values in computed(module, type, items, inputs, exponents):
            given = wide[: parameters.count(type)] + [exponents] * ("ldexp" in name)
            exact, bound = _MATH[_plain(name)][0](*given), _FAST[_plain(name)]
            if bound < 0:
                assert np.abs(values[0] - exact).max() <= -bound, name
            else:
                _check_floats(f"{type} {name}", values, exact, bound)


@pytest.mark.parametrize("element", FLOATS)
def test_common(tmp_path: Path, element: str) -> None:
    types = [f"{element}{width}" for width in ("", 2, 3, 4)]
    text, of_type = kernels("6.2", types)
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        x, y, z = _random(type, -1, 0, 1), _random(type, 0.25, 1.5, 2), _random(type, -1.5, 2, 3)
        z[0], x[1] = 1, 0
        wide = [item.astype(np.float64) for item in (x, y, z)]
        for name, _, parameters, values in computed(module, type, items, [x, y, z], x.astype(np.int32)):
            exact = _COMMON[_plain(name)](*wide[: len(parameters)])
            if _plain(name) == "clamp":
                exact = np.where(y <= z, exact, values[0])  # the result for other limits is undefined
            size = np.abs(exact).max() * np.finfo(_KINDS[element]).eps
            loose = _plain(name) in ("mix", "smoothstep")
            assert np.abs(values[0] - exact).max() <= (4 * size if loose else 0), (type, name)


_GEOMETRY: dict[str, Reference] = {
    "cross": np.cross,
    "distance": lambda x, y: _length(x - y), "distance_squared": lambda x, y: _length(x - y) ** 2,
    "dot": lambda x, y: (x * y).sum(1, keepdims=True), "length": lambda x: _length(x),
    "faceforward": lambda n, i, r: np.where((r * i).sum(1, keepdims=True) < 0, n, -n),
    "length_squared": lambda x: _length(x) ** 2, "normalize": lambda x: x / _length(x),
    "reflect": lambda i, n: i - 2 * (n * i).sum(1, keepdims=True) * n,
    "refract": lambda i, n: _refracted(i, n, 0.75),
}  # fmt: skip


def _length(x: Array) -> Array:
    return np.asarray(np.sqrt((x * x).sum(1, keepdims=True)))


def _refracted(i: Array, n: Array, ratio: float) -> Array:
    cosine = (n * i).sum(1, keepdims=True)
    k = 1 - ratio * ratio * (1 - cosine * cosine)
    return np.asarray(np.where(k < 0, 0, ratio * i - (ratio * cosine + np.sqrt(np.maximum(k, 0))) * n))


@pytest.mark.parametrize("element", FLOATS)
def test_geometry(tmp_path: Path, element: str) -> None:
    """Normals have the length 1, so that it is not seen whether `reflect` normalizes."""
    types = [f"{element}{width}" for width in (2, 3, 4)]
    text, of_type = kernels("6.8", types)
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        x, y, z = (_random(type, -1, 1, n) for n in range(3))
        x, y = (np.asarray((item / _length(item.astype(np.float64))).astype(item.dtype)) for item in (x, y))
        wide = [item.astype(np.float64) for item in (x, y, z)]
        for name, _, parameters, values in computed(module, type, items, [x, y, z], x.astype(np.int32)):
            exact = _GEOMETRY[_plain(name)](*wide[: parameters.count(type)])
            assert np.abs(values[0] - exact).max() <= 8 * np.finfo(_KINDS[element]).eps, (type, name)


# --- relational


def _reals(type: str) -> tuple[Array, Array]:
    """Operands with zeros, infinities, NaN and the least numbers: as they are in memory, and as floats."""
    values = _random("float" + type[len(element_of(type)) :], -2, 2, 5)
    values[:6] = [[0.0], [-0.0], [np.inf], [-np.inf], [np.nan], [1e-42]]
    if element_of(type) == "bfloat":
        raw = (values.view(np.uint32) >> 16).astype(np.uint16)
        return raw, (raw.astype(np.uint32) << 16).view(np.float32)
    values = values.astype(_KINDS[element_of(type)])
    return values, values


_RELATIONAL: dict[str, Reference] = {
    "isfinite": np.isfinite, "isinf": np.isinf, "isnan": np.isnan, "signbit": np.signbit,
    "isordered": lambda x, y: ~(np.isnan(x) | np.isnan(y)), "isunordered": lambda x, y: np.isnan(x) | np.isnan(y),
}  # fmt: skip


def test_relational(tmp_path: Path) -> None:
    types = SETS["R"]
    text, of_type = kernels("6.4", types)
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        x, wide = _reals(type)
        y, other = np.roll(x, 3, 0), np.roll(wide, 3, 0)
        choice = np.random.default_rng(1).integers(0, 2, x.shape).astype(np.int32)
        least = np.finfo(np.float16 if element_of(type) == "half" else np.float32).tiny
        for name, _, parameters, values in computed(module, type, items, [x, y, x], choice):
            if name == "select":
                assert values[0].view(x.dtype).tobytes() == np.where(choice > 0, y, x).tobytes(), type
                continue
            if name == "isnormal":
                expected = np.isfinite(wide) & (np.abs(wide) >= least)
            else:
                expected = _RELATIONAL[name](*[wide, other][: parameters.count(type)])
            assert (values[0] == expected).all(), (type, name)


def test_booleans(tmp_path: Path) -> None:
    text, of_type = kernels("6.4", SETS["B"])
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        x, y = (np.random.default_rng(n).integers(0, 2, (THREADS, width_of(type))).astype(np.uint8) for n in range(2))
        x[0], x[1] = 1, 0
        choice = np.random.default_rng(1).integers(0, 2, x.shape).astype(np.int32)
        expected = {"all": x.all(1, keepdims=True), "any": x.any(1, keepdims=True), "not": 1 - x}
        expected["select"] = np.where(x > 0, y, x)
        for name, _, _, values in computed(module, type, items, [x, y, x], choice):
            assert (values[0] == expected[name]).all(), (type, name)


# --- integers


def _integer(name: str, a: int, b: int, c: int, bits: int, is_signed: bool) -> int:
    """The value of an integer function, by Python's integers, before it is taken to its type."""
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    plain, turn = a & (1 << bits) - 1, b & (bits - 1)
    field = plain >> 3 & 15
    results: dict[str, Callable[[], int]] = {
        "abs": lambda: abs(a), "absdiff": lambda: abs(a - b), "addsat": lambda: max(low, min(high, a + b)),
        "clamp": lambda: min(max(a, b), c), "clz": lambda: bits - plain.bit_length(), "hadd": lambda: a + b >> 1,
        "ctz": lambda: (plain & -plain).bit_length() - 1 if plain else bits,
        "extract_bits": lambda: field - 16 if is_signed and field & 8 else field,
        "insert_bits": lambda: plain & ~(15 << 3) | (b & 15) << 3, "mad24": lambda: a * b + c,
        "madhi": lambda: (a * b >> bits) + c, "madsat": lambda: max(low, min(high, a * b + c)),
        "max": lambda: max(a, b),
        "max3": lambda: max(a, b, c), "median3": lambda: sorted((a, b, c))[1], "min": lambda: min(a, b),
        "min3": lambda: min(a, b, c), "mul24": lambda: a * b, "mulhi": lambda: a * b >> bits,
        "popcount": lambda: plain.bit_count(), "rhadd": lambda: a + b + 1 >> 1,
        "reverse_bits": lambda: int(format(plain, f"0{bits}b")[::-1], 2),
        "rotate": lambda: plain << turn | plain >> bits - turn, "subsat": lambda: max(low, min(high, a - b)),
    }  # fmt: skip
    return results[name]()


@pytest.mark.parametrize("element", INTEGERS)
def test_integers(tmp_path: Path, element: str) -> None:
    """At the ends of each type too; those of mul24 and mad24 have 24 bits."""
    types = [f"{element}{width}" for width in ("", 2, 3, 4)]
    text, of_type = kernels("6.3", types)
    module = compiled(tmp_path, text)
    limits = np.iinfo(_KINDS[element])
    is_signed = limits.min < 0
    for type, items in of_type.items():
        chance = np.random.default_rng(6)
        shape = (THREADS, width_of(type))
        x, y, z = (chance.integers(limits.min, limits.max, shape, _KINDS[element], endpoint=True) for _ in range(3))
        x[:4], y[:4] = [[limits.min], [limits.max], [0], [1]], [[limits.max], [limits.max], [3], [limits.min]]
        y, z = np.minimum(y, z), np.maximum(y, z)  # of clamp
        for name, result, _, values in computed(module, type, items, [x, y, z], x.astype(np.int32)):
            if name in ("mul24", "mad24"):
                continue
            for actual, a, b, c in zip(*(item.reshape(-1).tolist() for item in (values[0], x, y, z)), strict=True):
                expected = _integer(name, a, b, c, limits.bits, is_signed)
                assert actual == _wrapped(expected, element_of(result)), (type, name, a, b, c)


def _wrapped(value: int, element: str) -> int:
    limits = np.iinfo(_KINDS[element])
    value &= (1 << limits.bits) - 1
    return value - (1 << limits.bits) if limits.min < 0 and value >> limits.bits - 1 else value


@pytest.mark.parametrize("element", ["int", "uint"])
def test_products_of_24_bits(tmp_path: Path, element: str) -> None:
    every = {name for _, _, name, _ in rows("6.3")}
    types = [f"{element}{width}" for width in ("", 2, 3, 4)]
    text, of_type = kernels("6.3", types, every - {"mul24", "mad24"})
    module = compiled(tmp_path, text)
    low, high = (-(1 << 23), 1 << 23) if element == "int" else (0, 1 << 24)
    for type, items in of_type.items():
        x, y, z = np.random.default_rng(7).integers(low, high, (3, THREADS, width_of(type))).astype(_KINDS[element])
        for name, _, _, values in computed(module, type, items, [x, y, z], x.astype(np.int32)):
            for actual, a, b, c in zip(*(item.reshape(-1).tolist() for item in (values[0], x, y, z)), strict=True):
                assert actual == _wrapped(_integer(name, a, b, c, 32, element == "int"), element), (type, name)


# --- lanes


def _lanes(name: str, x: Array, y: Array, group: int) -> Array:
    """What the lanes of a SIMD-group of 32 threads, or of its quads, have after a function."""
    lane = np.arange(THREADS)
    base = lane // group * group
    own = lane - base
    within = group if group == 4 else THREADS

    def at(source: Array, place: Array) -> Array:
        return np.asarray(source[place])

    def shifted(step: int, vector: int) -> Array:
        start = lane // vector * vector
        moved = lane - start + step
        inside = (moved >= 0) & (moved < vector)
        chosen = start + moved % vector
        return np.where(inside[:, None], at(x, chosen), at(y, chosen))

    word = name.partition("_")[2]
    if word.startswith("prefix") or word in ("sum", "product", "max", "min", "and", "or", "xor"):
        return _reduced(word, x, base, own, within)
    moves: dict[str, Callable[[], Array]] = {
        "broadcast": lambda: at(x, base + 1), "broadcast_first": lambda: at(x, base),
        "shuffle": lambda: at(x, base + 1),
        "shuffle_xor": lambda: at(x, lane ^ 1),
        "shuffle_up": lambda: at(x, np.where(own >= 1, lane - 1, lane)),
        "shuffle_down": lambda: at(x, np.where(own < within - 1, lane + 1, lane)),
        "shuffle_rotate_up": lambda: at(x, base + (own - 1) % within),
        "shuffle_rotate_down": lambda: at(x, base + (own + 1) % within),
        "shuffle_and_fill_up": lambda: shifted(-3, within), "shuffle_and_fill_down": lambda: shifted(3, within),
        "shuffle_and_fill_up 4": lambda: shifted(-3, 4), "shuffle_and_fill_down 4": lambda: shifted(3, 4),
    }  # fmt: skip
    return moves[word]()


def _reduced(word: str, x: Array, base: Array, own: Array, within: int) -> Array:
    steps: dict[str, Any] = {"sum": np.add, "product": np.multiply, "max": np.maximum, "min": np.minimum}
    steps |= {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}
    step = steps[word.rpartition("_")[2]]
    result = np.zeros_like(x)
    for lane in range(THREADS):
        first = base[lane]
        if not word.startswith("prefix"):
            result[lane] = step.reduce(x[first : first + within], axis=0, dtype=x.dtype)
            continue
        end = lane + word.startswith("prefix_inclusive")
        one = 1 if word.endswith("product") else 0
        result[lane] = step.reduce(x[first:end], axis=0, dtype=x.dtype) if end > first else one
    return result


@pytest.mark.parametrize("element", sorted({element_of(type) for type in SETS["L"]}))
def test_lanes(tmp_path: Path, element: str) -> None:
    """Small whole numbers, of which every sum and product is exact."""
    types = [f"{element}{width}" for width in ("", 2, 3, 4)]
    votes = {name for type, _, name, _ in rows("6.9") if not type}
    text, of_type = kernels("6.9", types, votes)
    module = compiled(tmp_path, text)
    for type, items in of_type.items():
        shape = (THREADS, width_of(type))
        chance = np.random.default_rng(8)
        wide, other = chance.integers(1, 4, shape).astype(np.int64), chance.integers(4, 8, shape).astype(np.int64)
        if element in REALS:
            wide = np.where(chance.random(shape) < 0.1, 2, 1).astype(np.int64)
        plain = _KINDS[element] if element != "bfloat" else np.float32
        x, y = wide.astype(plain), other.astype(plain)
        given = [x, y, x] if element != "bfloat" else [(i.view(np.uint32) >> 16).astype(np.uint16) for i in (x, y, x)]
        for name, _, parameters, values in computed(module, type, items, given, wide.astype(np.int32)):
            actual = values[0]
            if element == "bfloat":
                actual = (actual.astype(np.uint32) << 16).view(np.float32)
            word = f"{name} 4" if "fill" in name and len(parameters) == 4 else name
            expected = _lanes(word, x, y, 32 if name.startswith("simd") else 4)
            assert (actual == expected).all(), (type, word)


def test_every_numeric_row_has_a_value() -> None:
    """Sections whose rows all have a reference here."""
    assert {_plain(name) for _, _, name, _ in rows("6.5")} == {*_MATH, "nextafter"}
    assert {_plain(name) for _, _, name, _ in rows("6.2")} == set(_COMMON)
    assert {_plain(name) for _, _, name, _ in rows("6.8")} == set(_GEOMETRY)
    assert math.isclose(float(ulps(np.float32([1]), np.array([1 + 2.0**-23]))[0]), 1)
    assert instance("Ts", "half3") == "half"
