"""Every function of Metal's library, run on the CPU and compared with numpy or Python: all types of numbers,
one to four elements, edge values. A function without a row fails the suite."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.emit import f16, f32, i32, matrix, u16, u32
from mtlb.emit.library import FUNCTIONS, MetalFunction
from mtlb.emit.names import SCALARS
from mtlb.emit.types import Scalar, Vector

Array = np.ndarray[Any, Any]


def bfloat(values: Array) -> Array:
    """Rounded to bfloat, to nearest even, as float32."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16 << 16).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(values), np.float32(np.nan), rounded)


EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -2.5, 0.75, 2.0, 3.0, -3.75, 10.0, 100.25, -100.5, 0.001, math.inf]
EDGES += [-math.inf, math.nan, 6e-8, -1e-40, 65504.0, 3e38, -7.25, 0.9999]
INTEGER_EDGES = [0, 1, 2, 3, -1, -2, 5, 7, 100, -100]


def inputs(scalar: Scalar) -> Array:
    """Values that a type has: edges, then others."""
    rng = np.random.default_rng(scalar.bits)
    if scalar.is_float:
        values = np.array([*EDGES, *rng.normal(0, 3, 23)], np.float64)
        if scalar == emit.bf16:  # LLVM moves bfloat by vcvtneps2bf16 where the CPU has it, which loses denormal numbers
            values = values[np.abs(values) != 1e-40]
        with np.errstate(over="ignore"):
            return (
                values.astype(np.float16)
                if scalar == f16
                else bfloat(values)
                if scalar == emit.bf16
                else values.astype("f4")
            )
    dtype = np.dtype(f"{'i' if scalar.is_signed else 'u'}{scalar.bits // 8}")
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    edges = [*INTEGER_EDGES, low, high, low + 1, high - 1, high // 2]
    mask = (1 << scalar.bits) - 1
    result = np.array([edge & mask for edge in edges], np.uint64).astype(f"u{dtype.itemsize}").view(dtype)
    return np.concatenate([result, rng.integers(low, high, 25, dtype, endpoint=True)])


# --- what each function gives: of arrays of float64, or of Python's integers with (bits, signed)

Wanted = Callable[..., Any]
FLOAT: dict[str, tuple[Wanted, float]] = {}
"""What functions of floats give, element by element, and how far off a float may be, in units of the last place."""
INTEGER: dict[str, Wanted] = {}
GEOMETRIC: dict[str, Wanted] = {}
MATRIX: dict[str, Wanted] = {}


def _round(x: Array) -> Array:
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def _median(x: Array, y: Array, z: Array) -> Array:
    return np.fmax(np.fmin(x, y), np.fmin(np.fmax(x, y), z))


def _pi(make: Any) -> Wanted:
    """Exact for multiples of a half, as a product with pi is not."""

    def expected(x: Array) -> Array:
        reduced = np.fmod(x, 2.0)
        exact = make(reduced * np.pi)
        doubled = np.round(reduced * 2)
        near = make(doubled * np.pi / 2)
        near = np.where(np.abs(near) > 1e9, np.inf * np.sign(near), np.round(near))
        return np.where(reduced * 2 == doubled, near, exact)

    return expected


def _smoothstep(low: Array, high: Array, x: Array) -> Array:
    t = np.fmin(np.fmax((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)


FLOAT |= {
    name: (make, tolerance)
    for names, make, tolerance in [
        ("acos", np.arccos, 4), ("acosh", np.arccosh, 4), ("asin", np.arcsin, 4), ("asinh", np.arcsinh, 4),
        ("atan", np.arctan, 4), ("atanh", np.arctanh, 4), ("ceil", np.ceil, 0), ("cos", np.cos, 4),
        ("cosh", np.cosh, 4), ("cospi", _pi(np.cos), 16), ("exp", np.exp, 4), ("exp2", np.exp2, 4),
        ("exp10", lambda x: np.power(10.0, x), 8), ("fabs abs", np.abs, 0), ("floor", np.floor, 0),
        ("fract", lambda x: np.where(np.isinf(x), 0, np.fmin(x - np.floor(x), 1)), 1), ("log", np.log, 4),
        ("log2", np.log2, 4), ("log10", np.log10, 4), ("rint", np.rint, 0), ("round", _round, 0),
        ("rsqrt", lambda x: 1 / np.sqrt(x), 2), ("saturate", lambda x: np.fmin(np.fmax(x, 0), 1), 0),
        ("sign", lambda x: np.where(np.isnan(x), 0, np.sign(x)), 0), ("sin", np.sin, 4), ("sinh", np.sinh, 4),
        ("sinpi", _pi(np.sin), 16), ("sqrt", np.sqrt, 1), ("tan", np.tan, 8), ("tanh", np.tanh, 4),
        ("tanpi", _pi(np.tan), 32), ("trunc", np.trunc, 0), ("atan2", np.arctan2, 4), ("copysign", np.copysign, 0),
        ("fdim", lambda x, y: np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0)), 1),
        ("fmax max", np.fmax, 0), ("fmin min", np.fmin, 0), ("fmod", np.fmod, 0), ("pow", np.power, 8),
        ("powr", np.power, 8), ("divide", np.divide, 1), ("fma", lambda x, y, z: x * y + z, 1),
        ("fmax3 max3", lambda x, y, z: np.fmax(np.fmax(x, y), z), 0),
        ("fmin3 min3", lambda x, y, z: np.fmin(np.fmin(x, y), z), 0), ("fmedian3 median3", _median, 0),
        ("mix", lambda x, y, a: x + (y - x) * a, 4), ("clamp", lambda x, low, high: np.fmin(np.fmax(x, low), high), 0),
        ("step", lambda edge, x: np.where(x < edge, 0.0, 1.0), 0), ("smoothstep", _smoothstep, 16),
        ("degrees", np.degrees, 2), ("radians", np.radians, 2), ("isnan", np.isnan, 0), ("isinf", np.isinf, 0),
        ("isfinite", np.isfinite, 0),
        ("isordered", lambda x, y: ~(np.isnan(x) | np.isnan(y)), 0),
        ("isunordered", lambda x, y: np.isnan(x) | np.isnan(y), 0),
    ]
    for name in names.split()
}  # fmt: skip


def _wrap(value: int, bits: int, signed: bool) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value


def _limits(bits: int, signed: bool) -> tuple[int, int]:
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def _saturated(value: int, bits: int, signed: bool) -> int:
    low, high = _limits(bits, signed)
    return min(max(value, low), high)


def _field(x: int, bits: int) -> int:
    return x & (1 << bits) - 1


def _low24(x: int, signed: bool) -> int:
    return _wrap(x, 24, signed)


def _extract(x: int, offset: int, count: int, bits: int, signed: bool) -> int:
    return _wrap(_field(x, bits) >> offset, count, signed) if count else 0


def _insert(x: int, y: int, offset: int, count: int, bits: int, signed: bool) -> int:
    mask = ((1 << count) - 1) << offset
    return (_field(x, bits) & ~mask) | (_field(y, bits) << offset & mask)


INTEGER |= {
    name: make
    for names, make in [
        ("abs", lambda x, bits, signed: abs(x)),
        ("absdiff abs_diff", lambda x, y, bits, signed: abs(x - y)),
        ("addsat add_sat", lambda x, y, bits, signed: _saturated(x + y, bits, signed)),
        ("subsat sub_sat", lambda x, y, bits, signed: _saturated(x - y, bits, signed)),
        ("hadd", lambda x, y, bits, signed: x + y >> 1),
        ("rhadd", lambda x, y, bits, signed: x + y + 1 >> 1),
        ("mulhi mul_hi", lambda x, y, bits, signed: x * y >> bits),
        ("madhi mad_hi", lambda x, y, z, bits, signed: (x * y >> bits) + z),
        ("madsat", lambda x, y, z, bits, signed: _saturated(x * y + z, bits, signed)),
        ("mul24", lambda x, y, bits, signed: _low24(x, signed) * _low24(y, signed)),
        ("mad24", lambda x, y, z, bits, signed: _low24(x, signed) * _low24(y, signed) + z),
        ("popcount", lambda x, bits, signed: _field(x, bits).bit_count()),
        ("clz", lambda x, bits, signed: bits - _field(x, bits).bit_length()),
        ("ctz", lambda x, bits, signed: (_field(x, bits) & -_field(x, bits)).bit_length() - 1 if x else bits),
        ("reverse_bits", lambda x, bits, signed: int(f"{_field(x, bits):0{bits}b}"[::-1], 2)),
        (
            "rotate",
            lambda x, y, bits, signed: _field(x, bits) << y % bits | _field(x, bits) >> (bits - y % bits) % bits,
        ),
        ("extract_bits", lambda x, bits, signed: _extract(x, 1, bits // 2, bits, signed)),
        ("insert_bits", lambda x, y, bits, signed: _insert(x, y, 3, bits // 2, bits, signed)),
        ("min", lambda x, y, bits, signed: min(x, y)),
        ("max", lambda x, y, bits, signed: max(x, y)),
        ("min3", lambda x, y, z, bits, signed: min(x, y, z)),
        ("max3", lambda x, y, z, bits, signed: max(x, y, z)),
        ("median3", lambda x, y, z, bits, signed: sorted([x, y, z])[1]),
        ("clamp", lambda x, y, z, bits, signed: min(max(x, y), z)),
    ]
    for name in names.split()
}


def _unit(x: Array) -> Array:
    return x / np.sqrt((x * x).sum(-1, keepdims=True))


def _dot(x: Array, y: Array) -> Array:
    return (x * y).sum(-1, keepdims=True)


def _refract(x: Array, y: Array) -> Array:
    eta, cosine = 0.75, _dot(y, x)
    k = 1 - eta * eta * (1 - cosine * cosine)
    return np.where(k < 0, 0, eta * x - (eta * cosine + np.sqrt(np.abs(k))) * y)


GEOMETRIC |= {
    "dot": _dot,
    "cross": np.cross,
    "length": lambda x: np.sqrt(_dot(x, x)),
    "length_squared": lambda x: _dot(x, x),
    "distance": lambda x, y: np.sqrt(_dot(x - y, x - y)),
    "distance_squared": lambda x, y: _dot(x - y, x - y),
    "normalize": _unit,
    "faceforward": lambda x, y, z: np.where(_dot(y, z) < 0, x, -x),
    "reflect": lambda x, y: x - 2 * _dot(y, x) * y,
    "refract": _refract,
}
MATRIX |= {"transpose": lambda m: m.swapaxes(-1, -2), "determinant": lambda m: np.linalg.det(m)}
SEVERAL = {
    "sincos",
    "frexp",
    "modf",
    "ilogb",
    "ldexp",
    "nextafter",
    "isnormal",
    "signbit",
    "select",
    "all",
    "any",
    "not",
}
DERIVATIVES = {"dfdx", "dfdy", "fwidth"}


def test_every_function_has_its_test() -> None:
    packing = {name for name in FUNCTIONS if name.startswith(("pack_", "unpack_"))}
    tested = {*FLOAT, *INTEGER, *GEOMETRIC, *MATRIX, *SEVERAL, *DERIVATIVES, *packing}
    assert tested == set(FUNCTIONS)
    for name, function in FUNCTIONS.items():
        assert name not in FLOAT or "f" in function.kinds
        assert name not in INTEGER or "su" in function.kinds


# --- running them


class Bench:
    """A kernel whose threads each take the values at their place, and give the results of many functions.

    Values are kept as the bits of their type, so that bfloat has buffers too.
    """

    def __init__(self, scalar: Scalar, values: list[Array]) -> None:
        self.scalar = scalar
        self.store = u16 if scalar.is_float and scalar.bits == 16 else scalar
        self.m = emit.Module("macos14", "library", fast_math=False)
        self.k = self.m.kernel("k")
        self.arguments = [self.k.buffer(f"x{n}", self.store, n, "read") for n in range(len(values))]
        self.out, self.ints = self.k.buffer("out", self.store, 10), self.k.buffer("ints", i32, 11)
        self.i = self.k.builtin("thread_position_in_grid", u32)
        self.b = self.k.entry()
        self.values = values
        self.count = len(values[0])
        self.places = {False: 0, True: 0}
        self.checks: list[tuple[str, bool, int, int]] = []

    def loaded(self, argument: int, count: int) -> emit.Value:
        """A value of one argument: of a vector the values from the thread's place on."""
        parts = []
        for lane in range(count):
            value = self.arguments[argument][(self.i + lane) % self.count].load()
            parts.append(self.b.bitcast(value, self.scalar) if self.store != self.scalar else value)
        return parts[0] if count == 1 else self.b.vector(*parts)

    def keep(self, name: str, result: emit.Value) -> None:
        """Store a result; `name` is for messages."""
        element = result.type.element if isinstance(result.type, Vector) else result.type
        count = result.type.count if isinstance(result.type, Vector) else 1
        assert isinstance(element, Scalar)
        is_int = element.is_bool or (element == i32 and self.scalar != i32)
        for lane in range(count):
            value = result if count == 1 else result[lane]
            value = self.b.convert(value, i32) if element.is_bool else value
            if not is_int and self.store != self.scalar:
                value = self.b.bitcast(value, self.store)
            place = (self.places[is_int] + lane) * self.count
            (self.ints if is_int else self.out)[self.i + place].store(value)
        self.checks.append((name, is_int, self.places[is_int], count))
        self.places[is_int] += count

    def results(self) -> list[tuple[str, bool, Array]]:
        """What each result is: its name, whether it is of ints, and rows of its elements for each thread."""
        self.b.ret()
        assert self.m.check() == []
        dtype = np.dtype({"half": "u2", "bfloat": "u2", "float": "f4"}.get(self.scalar.name, self.values[0].dtype))
        buffers: dict[str, Array] = {}
        for number, values in enumerate(self.values):
            if self.scalar.name == "bfloat":
                values = (values.view(np.uint32) >> 16).astype("u2")
            buffers[f"x{number}"] = values.view(dtype)
        buffers["out"] = np.zeros(max(self.places[False], 1) * self.count, dtype)
        buffers["ints"] = np.zeros(max(self.places[True], 1) * self.count, np.int32)
        mtlb.run(mtlb.link([self.m]).library, "k", grid=self.count, buffers=buffers)
        out = buffers["out"]
        if self.scalar.name == "bfloat":
            out = (out.astype(np.uint32) << 16).view(np.float32)
        elif self.scalar.name == "half":
            out = out.view(np.float16)
        actual = []
        for name, is_int, place, count in self.checks:
            rows = (buffers["ints"] if is_int else out)[place * self.count : (place + count) * self.count]
            actual.append((name, is_int, rows.reshape(count, self.count).T))
        return actual


def lanes(values: Array, count: int) -> Array:
    """The values of vectors as `Bench.loaded` makes them: a row for each thread."""
    places = (np.arange(len(values))[:, None] + np.arange(count)) % len(values)
    return values[places]


def calls(name: str, function: MetalFunction, arguments: list[emit.Value], b: emit.Builder) -> emit.Value:
    if function.parameters.endswith("uu"):
        arguments = [*arguments, *{"extract_bits": (1,), "insert_bits": (3,)}[name], arguments[0].type]  # type: ignore[list-item]
        element = arguments.pop()
        width = (element.element if isinstance(element, Vector) else element).bits  # type: ignore[attr-defined]
        arguments.append(width // 2)
    return b.math(name, *arguments)


def close(found: Array, wanted: Array, scalar: Scalar, tolerance: float) -> Array:
    """Whether numbers agree: equal, both NaN, or `tolerance` units of the last place apart."""
    steps = {"half": 2.0**-10, "bfloat": 2.0**-7, "float": 2.0**-23}[scalar.name]
    least = {"half": 2.0**-24, "bfloat": 2.0**-133, "float": 2.0**-149}[scalar.name]
    found, wanted = found.astype(np.float64), wanted.astype(np.float64)
    with np.errstate(all="ignore"):
        error = np.abs(found - wanted) <= np.maximum(np.abs(wanted) * steps, least) * tolerance
    return (found == wanted) | (np.isnan(found) & np.isnan(wanted)) | error


def narrowed(values: Array, scalar: Scalar) -> Array:
    """As the type has it: what a result that was computed exactly is rounded to."""
    with np.errstate(all="ignore"):
        if scalar.name == "bfloat":
            return bfloat(values.astype(np.float32))
        return values.astype(np.float16 if scalar.name == "half" else np.float32)


_QUICK = (emit.bf16, i32, u32)  # the others take part in `-m long`
_TYPES = [
    pytest.param(scalar, marks=() if scalar in _QUICK else pytest.mark.long, id=str(scalar)) for scalar in SCALARS
]
FLOATS = [type_ for type_ in _TYPES if type_.values[0].is_float]  # type: ignore[union-attr]
INTEGERS = [type_ for type_ in _TYPES if type_.values[0].is_integer]  # type: ignore[union-attr]


@pytest.mark.parametrize("scalar", FLOATS)
@pytest.mark.parametrize("count", [pytest.param(1), *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
def test_functions_of_floats(scalar: Scalar, count: int) -> None:
    x = inputs(scalar)
    values = [x, np.roll(x, 7), np.roll(x[::-1], 3)]
    bench = Bench(scalar, [value.copy() for value in values])
    arguments = [bench.loaded(n, count) for n in range(3)]
    for name in FLOAT:
        bench.keep(name, bench.b.math(name, *arguments[: len(FUNCTIONS[name].parameters)]))
    problems = []
    for name, is_int, actual in bench.results():
        make, tolerance = FLOAT[name]
        rows = [lanes(value, count).astype(np.float64) for value in values]
        with np.errstate(all="ignore"):
            exact = make(*rows[: len(FUNCTIONS[name].parameters)])
        expected = exact.astype(np.int32) if is_int else narrowed(exact, scalar)
        if is_int:
            assert np.array_equal(actual, expected), name
            continue
        # Of half and bfloat: computed as float, then rounded; one unit for what lies beside a tie.
        same = close(actual, expected, scalar, tolerance if scalar == f32 else max(1, tolerance / 8))
        same |= _open(name, rows, actual, exact)
        bad = np.argwhere(~same)
        problems += [
            (name, [float(r[i, j]) for r in rows], float(actual[i, j]), float(expected[i, j])) for i, j in bad[:4]
        ]
    assert not problems


def _open(name: str, rows: list[Array], actual: Array, exact: Array) -> Array:
    """Where the specification leaves a result open, or float64 is not what float has: the order of NaN in median and
    mix, clamp with limits that cross or are NaN, sums that cancel, powers of what is negative by powr."""
    x, y, z = rows
    nothing = np.zeros(actual.shape, bool)
    some_nan = np.isnan(x) | np.isnan(y) | np.isnan(z)
    if name in ("fmedian3", "median3", "smoothstep"):
        return some_nan | ((y <= x) & (name == "smoothstep")) | np.isinf(x) | np.isinf(y)
    if name == "clamp":
        return np.isnan(y) | np.isnan(z) | (y > z)
    if name == "powr":
        return ~(x > 0) | np.isnan(y)
    with np.errstate(all="ignore"):
        if name == "mix":
            scale = np.fmax(np.abs(x), np.abs(y)) * np.fmax(np.abs(z), 1)
            return ~np.isfinite(exact) | (np.abs(actual - exact) <= scale * 2.0**-7) | (scale > 6e4)
        if name == "fma":
            return np.abs(actual - exact) <= np.abs(x * y) * 2.0**-20
        if name in ("sinpi", "cospi", "tanpi", "sin", "cos", "tan"):
            return (np.abs(x) > 1e4) | (np.abs(actual - exact) <= 1e-6) | (np.abs(exact) > 1e6)
        if name == "fract":
            return ~np.isfinite(x) | (np.abs(actual - exact) <= 2.0**-7)
        if name in ("cosh", "sinh", "exp", "exp2", "exp10", "pow"):
            return np.abs(exact) > 3e38
    return nothing


@pytest.mark.parametrize("scalar", INTEGERS)
@pytest.mark.parametrize("count", [pytest.param(1), *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
def test_functions_of_integers(scalar: Scalar, count: int) -> None:
    x = inputs(scalar)
    values = [x, np.roll(x, 7), np.roll(x[::-1], 3)]
    bench = Bench(scalar, values)
    arguments = [bench.loaded(n, count) for n in range(3)]
    names = [name for name in INTEGER if scalar.bits in FUNCTIONS[name].bits]
    for name in names:
        taken = FUNCTIONS[name].parameters.count("T")
        bench.keep(name, calls(name, FUNCTIONS[name], arguments[:taken], bench.b))
    problems = []
    for name, _, actual in bench.results():
        taken = FUNCTIONS[name].parameters.count("T")
        rows = [lanes(value, count).astype(object) for value in values[:taken]]
        expected = np.vectorize(
            lambda *arguments, name=name: _wrap(
                INTEGER[name](*arguments, scalar.bits, scalar.is_signed), scalar.bits, scalar.is_signed
            ),
            otypes=[object],
        )(*rows)
        if name == "clamp":
            crossed = rows[1] > rows[2]
            actual, expected = np.where(crossed, 0, actual), np.where(crossed, 0, expected)
        bad = np.argwhere(actual.astype(object) != expected)
        problems += [(name, [r[i, j] for r in rows], actual[i, j], expected[i, j]) for i, j in bad[:4]]
    assert not problems


@pytest.mark.parametrize("scalar", FLOATS)
def test_geometric_functions(scalar: Scalar) -> None:
    rng = np.random.default_rng(5)
    values = [rng.integers(-8, 9, 24) / 8 + 0.0625 for _ in range(3)]
    values = [narrowed(value, scalar) for value in values]
    bench = Bench(scalar, values)
    expected = []
    for count in (2, 3, 4):
        arguments = [bench.loaded(n, count) for n in range(3)]
        rows = [lanes(value, count).astype(np.float64) for value in values]
        for name, make in GEOMETRIC.items():
            if count not in FUNCTIONS[name].counts:
                continue
            taken = FUNCTIONS[name].parameters.count("T")
            given = arguments[:taken] if name != "refract" else [*arguments[:2], bench.b.const(scalar, 0.75)]
            bench.keep(f"{name} {count}", bench.b.math(name, *given))
            expected.append(make(*rows[:taken]))
    rough = {"half": 2.0**-7, "bfloat": 2.0**-5, "float": 2.0**-19}[scalar.name]
    for (name, _, actual), exact in zip(bench.results(), expected, strict=True):
        assert np.allclose(actual.astype(np.float64), exact, rtol=rough, atol=rough), name


@pytest.mark.parametrize("scalar", FLOATS)
def test_matrix_functions(scalar: Scalar) -> None:
    rng = np.random.default_rng(6)
    values = narrowed(rng.integers(-4, 5, 32).astype(np.float64), scalar)
    bench = Bench(scalar, [values])
    expected = []
    for columns in (2, 3, 4):
        for rows in (2, 3, 4):
            column = [bench.loaded(0, rows)] * columns
            parts = [bench.b.insert(item, float(place), 0) for place, item in enumerate(column)]
            result = bench.b.aggregate(matrix(scalar, columns, rows), *parts)
            numbers = np.repeat(lanes(values, rows).astype(np.float64)[:, None, :], columns, 1)
            numbers[:, :, 0] = np.arange(columns)
            if rows == columns == 2:
                bench.keep("determinant", bench.b.math("determinant", result))
                expected.append(MATRIX["determinant"](numbers)[:, None])
            elif rows == columns:
                parts = [bench.b.insert(part, float(2 * place * place + 1), place) for place, part in enumerate(parts)]
                result = bench.b.aggregate(matrix(scalar, columns, rows), *parts)
                places = np.arange(rows)
                numbers[:, places, places] = 2.0 * places * places + 1
                bench.keep("determinant", bench.b.math("determinant", result))
                expected.append(MATRIX["determinant"](numbers)[:, None])
            for place, part in enumerate(bench.b.math("transpose", result)):
                bench.keep("transpose", part)
                expected.append(MATRIX["transpose"](numbers)[:, place])
    for (name, _, actual), exact in zip(bench.results(), expected, strict=True):
        assert np.allclose(actual.astype(np.float64), exact, rtol=2.0**-6, atol=1e-4), name


@pytest.mark.parametrize("scalar", FLOATS)
@pytest.mark.parametrize("count", [pytest.param(1), *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
def test_functions_of_the_parts_of_a_float(scalar: Scalar, count: int) -> None:
    x = inputs(scalar)
    other = np.roll(x, 5)
    bench = Bench(scalar, [x, other])
    value, towards = bench.loaded(0, count), bench.loaded(1, count)
    b = bench.b
    sine, cosine = b.math("sincos", value)
    bench.keep("sin", sine)
    bench.keep("cos", cosine)
    for name in ("frexp", "modf"):
        for member, part in zip(("first", "second"), b.math(name, value), strict=True):
            bench.keep(f"{name} {member}", part)
    bench.keep("ilogb", b.math("ilogb", value))
    bench.keep("isnormal", b.math("isnormal", value))
    bench.keep("signbit", b.math("signbit", value))
    bench.keep("nextafter", b.math("nextafter", value, towards))
    bench.keep("ldexp", b.math("ldexp", value, 3))
    bench.keep("select", b.math("select", value, towards, towards > value))
    actual = {name: rows for name, _, rows in bench.results()}
    rows, others = lanes(x, count).astype(np.float64), lanes(other, count).astype(np.float64)
    with np.errstate(all="ignore"):
        small = np.abs(rows) < 1e4
        assert np.all(close(actual["sin"], narrowed(np.sin(rows), scalar), scalar, 4) | ~small)
        assert np.all(close(actual["cos"], narrowed(np.cos(rows), scalar), scalar, 4) | ~small)
        fraction, exponent = np.frexp(rows)
        special = ~np.isfinite(rows)
        assert np.array_equal(actual["frexp first"].astype(float), np.where(special, rows, fraction), equal_nan=True)
        assert np.array_equal(actual["frexp second"], np.where(special, 0, exponent))
        rest, whole = np.modf(rows)
        assert np.array_equal(actual["modf first"].astype(float), rest, equal_nan=True)
        assert np.array_equal(np.signbit(actual["modf first"])[~np.isnan(rows)], np.signbit(rest)[~np.isnan(rows)])
        assert np.array_equal(actual["modf second"].astype(float), whole, equal_nan=True)
        logarithm = np.where(rows == 0, -(2**31), exponent - 1)
        logarithm = np.where(np.isnan(rows), -(2**31), np.where(np.isinf(rows), 2**31 - 1, logarithm))
        assert np.array_equal(actual["ilogb"], logarithm)
        least = {"half": 2.0**-14, "bfloat": 2.0**-126, "float": 2.0**-126}[scalar.name]
        assert np.array_equal(actual["isnormal"], (np.abs(rows) >= least) & np.isfinite(rows))
        assert np.array_equal(actual["signbit"], np.signbit(rows))
        assert np.array_equal(actual["ldexp"].astype(float), narrowed(rows * 8, scalar).astype(float), equal_nan=True)
        assert np.array_equal(actual["select"].astype(float), np.where(others > rows, others, rows), equal_nan=True)
        assert np.array_equal(actual["nextafter"].astype(float), _next(rows, others, scalar), equal_nan=True)


def _next(x: Array, y: Array, scalar: Scalar) -> Array:
    """numpy's own; of bfloat by its bits."""
    if scalar.name != "bfloat":
        kind = np.float16 if scalar.name == "half" else np.float32
        return np.nextafter(x.astype(kind), y.astype(kind)).astype(float)

    def step(a: float, b: float) -> float:
        if math.isnan(a) or math.isnan(b):
            return math.nan
        if a == b:
            return b
        number = int(np.float32(a).view(np.uint32)) >> 16
        order = -(number & 0x7FFF) if number & 0x8000 else number
        order += 1 if b > a else -1
        bits = (0x8000 | -order) if order < 0 else order
        return float(np.uint32(bits << 16).view(np.float32))

    return np.vectorize(step, otypes=[float])(x, y)


def test_functions_of_bools() -> None:
    bench = Bench(f32, [np.array([1, -1, 2, 3, -4, -5, -6, 7], np.float32)])
    for count in (1, 2, 3, 4):
        value = bench.loaded(0, count) > 0.0
        for name in ("all", "any", "not"):
            bench.keep(f"{name} {count}", bench.b.math(name, value))
    for name, _, actual in bench.results():
        word, _, count = name.partition(" ")
        rows = lanes(bench.values[0], int(count)) > 0
        expected = {"all": rows.all(1, keepdims=True), "any": rows.any(1, keepdims=True), "not": ~rows}[word]
        assert np.array_equal(actual, expected), name


def test_packing() -> None:
    for scalar in (f32, f16):
        numbers = np.array([0, 1, -1, 0.5, -0.5, 0.25, 2, -3], np.float32 if scalar == f32 else np.float16)
        bench = Bench(scalar, [numbers])
        names = [function[len("pack_") :] for function in FUNCTIONS if function.startswith(f"pack_{scalar.name}_")]
        assert len(names) == 5
        for name in names:
            kind = name.partition("_to_")[2]
            count = 4 if kind.endswith("4x8") else 2
            bits = bench.b.math(f"pack_{name}", bench.loaded(0, count))
            bench.keep(kind, bench.b.bitcast(bits, i32))
            bench.keep(f"back {kind}", bench.b.math(f"unpack_{kind}_to_{scalar.name}", bits))
        for name, _, actual in bench.results():
            kind = name.removeprefix("back ")
            count, width = (4, 8) if kind.endswith("4x8") else (2, 16)
            rows = lanes(numbers, count).astype(np.float64)
            low = -1 if kind.startswith("snorm") else 0
            top = (1 << width - 1) - 1 if low else (1 << width) - 1
            clamped = np.clip(rows, low, 1)
            if kind.startswith("srgb"):
                curved = np.where(clamped <= 0.0031308, clamped * 12.92, 1.055 * np.abs(clamped) ** (1 / 2.4) - 0.055)
                curved[:, 3] = clamped[:, 3]
                clamped = curved
            fields = np.rint(clamped * top).astype(np.int64) & (1 << width) - 1
            expected = (fields << width * np.arange(count)).sum(1).astype(np.uint32)
            if name == kind:
                apart = np.abs((expected[:, None] >> width * np.arange(count)) % (1 << width) - fields)
                assert not apart.any()
                result = (actual.view(np.uint32) >> (width * np.arange(count)).astype(np.uint32)) & (1 << width) - 1
                assert np.abs(result.astype(np.int64) - fields).max() <= 1, name  # a half may be rounded to either side
            else:
                assert np.allclose(actual.astype(float), np.clip(rows, low, 1), atol=2.0 / top), name


def test_derivatives_are_functions_of_fragments() -> None:
    """Their values are in tests/cpu/test_stages.py; here, that the library makes the calls."""
    m = emit.Module("macos14", "derivatives", fast_math=False)
    f = m.fragment("f")
    uv = f.stage_in("uv", emit.float2)
    f.out(emit.float2)
    b = f.entry()
    b.ret(b.math("dfdx", uv) + b.math("dfdy", uv) * b.math("fwidth", uv))
    assert m.check() == []
    assert {"air.dfdx.v2f32", "air.dfdy.v2f32", "air.fwidth.v2f32"} <= {f.name for f in m._finish().functions}


def test_fast_functions_are_called_where_there_are_some() -> None:
    m = emit.Module("macos14", "fast")
    k = m.kernel("k")
    x = k.buffer("x", f32, 0)
    b = k.entry()
    x[0].store(b.math("length", b.vector(x[0].load(), x[1].load())) + b.math("sincos", x[2].load())["sin"])
    b.ret()
    names = {f.name for f in m._finish().functions}
    assert {"air.fast_sqrt.f32", "air.fast_sincos.f32", "air.dot.v2f32"} <= names
