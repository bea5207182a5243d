"""Kernels of this project about memory, types and functions (values/memory.metal): what they leave, beside numpy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import mtlb
from mtlb.cpu import Kernel
from tests.metal.needed import needs_clang

Array = npt.NDArray[Any]

pytestmark = [needs_clang, pytest.mark.long]


@pytest.fixture(scope="module")
def memory() -> bytes:
    return compiled("memory")


def compiled(name: str) -> bytes:
    """The module of a file of `values`, which compiles without a warning."""
    result = mtlb.compile(Path(__file__).parent / "values" / f"{name}.metal", "macos15", fast_math=False)
    assert result.warnings == []
    return result.bitcode


def ran(module: bytes, name: str, count: Any, buffers: list[Any], group: Any = 0, **more: Any) -> None:
    """Run a kernel over `count` threads in groups of `group`, by default one; the checks report nothing."""
    given: dict[str | int, Any] = dict(enumerate(buffers))
    result = mtlb.run(module, name, count, group or count, buffers=given, check=True, **more)
    assert result.is_clean, [str(finding) for finding in result.findings]


def chance() -> np.random.Generator:
    """The same numbers at each call."""
    return np.random.default_rng(35)


def signed(values: Array, bits: int) -> Array:
    """The lowest bits of integers as signed numbers."""
    half = 1 << (bits - 1)
    return np.asarray(((values.astype(np.int64) & (2 * half - 1)) ^ half) - half)


def truncated(dividend: int, divisor: int) -> int:
    """A quotient of C."""
    return abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)


def test_bit_fields(memory: bytes) -> None:
    count, index = 8, np.arange(8)
    words = chance().integers(0, 2**32, count, dtype=np.uint32)
    before = words.astype(np.int64)
    results, small = np.zeros(4 * count, np.int32), np.zeros(count, np.uint32)
    ran(memory, "bits", count, [words, results, small])
    a, b, c, d = before & 31, before >> 5 & 2047, signed(before >> 16, 9), before >> 25 & 127
    fields = signed(index, 3), (index & 2) // 2, index * 7 & 15, signed(-5 * index, 10)
    first = a + c + fields[0] * 1000 + fields[1] * 100000 + fields[2] * 1000000
    assert results.tolist() == np.stack([first, b - fields[3], c, d - a], axis=1).ravel().tolist()
    assert words.tolist() == ((a + 3 & 31) | (b - 1 & 2047) << 5 | (-c & 511) << 16 | (d ^ 0x55) << 25).tolist()
    assert small.tolist() == (fields[0] & 7 | fields[1] << 3 | fields[2] << 4 | (fields[3] & 1023) << 16).tolist()


def test_unions(memory: bytes) -> None:
    count = 6
    words, results = chance().integers(0, 2**32, count, dtype=np.uint32), np.zeros((count, 3), np.uint32)
    before = words.copy()
    numbers, integers = 1.5 * np.arange(count, dtype=np.float32), 3 * np.arange(count, dtype=np.int32)
    halves = np.arange(2 * count, dtype=np.float16).reshape(count, 2)
    kinds = np.arange(count) % 3
    tagged = np.stack([kinds.astype(np.uint32), np.zeros(count, np.uint32)], axis=1)

    def chosen(*views: Array) -> Array:
        return np.choose(kinds, [view.copy().view(np.uint32).ravel() for view in views])

    tagged[:, 1] = chosen(numbers, integers, halves)
    ran(memory, "unions", count, [words, results.reshape(-1), tagged])
    flipped, swapped = before ^ 0x80000000, before >> 16 | before << 16
    expected = [flipped, flipped & ~np.uint32(0xFF00) | np.uint32(0x700), swapped & 255 | swapped >> 24 << 8]
    assert (results == np.stack(expected, axis=1)).all() and (words == swapped).all()
    changed = chosen(numbers * 2, integers - 5, halves[:, ::-1] + np.array([1, 2], np.float16))
    assert (tagged[:, 1] == changed).all()


def test_lvalue_ternaries(memory: bytes) -> None:
    arrays = list(chance().integers(0, 99, (3, 8)).astype(np.int32))
    a, b, c = (array.tolist() for array in arrays)
    ran(memory, "ternaries", 8, arrays)
    for i in range(8):
        local, other = (10 * i, 14) if i & 4 else (20 * i, 7)
        (a if i & 1 else b)[i] += 5
        (b if i & 2 else a)[i] -= 3
        b[i] += (c[i] if i & 1 else local) + 1000 * (100 + i if i & 2 else c[7 - i]) + local + 10 * other
    assert arrays[0].tolist() == a and arrays[1].tolist() == b


def test_nested_templates(memory: bytes) -> None:
    values, results = np.array([1.9, -3.7, 100.2, 7], np.float32), np.zeros((4, 4), np.int32)
    ran(memory, "templates", 4, [values, results.reshape(-1)])

    def folded(items: list[Any], one: Any) -> Any:
        for item in reversed(items):
            one = one * type(one)(3) + item
        return one

    for i, value in enumerate(values):
        integers = folded([int(value), 2, -1], 1)
        floats = int(16 * folded([value, np.float32(2.75), np.float32(-1.5)], np.float32(1)))
        assert results[i].tolist() == [integers, floats, 6 + i**3, 32 + 100 * 21 + 10000]


def test_packed_vectors(memory: bytes) -> None:
    layout = {"names": ["p", "s", "c", "uv"], "formats": ["3f4", "f2", "3u1", "2i2"], "offsets": [0, 12, 14, 18]}
    vertices = np.zeros(4, np.dtype({**layout, "itemsize": 24}))  # type: ignore[call-overload]
    vertices["p"], vertices["s"] = chance().random((4, 3)), chance().random(4)
    vertices["c"], vertices["uv"] = chance().integers(0, 256, (4, 3)), chance().integers(-99, 99, (4, 2))
    halves = chance().random((4, 4)).astype(np.float16)
    integers = chance().integers(-99, 99, (4, 3)).astype(np.int32)
    before, halves_before, integers_before = vertices.copy(), halves.copy(), integers.copy()
    ran(memory, "packed", 4, [vertices, halves, integers])
    places = before["p"][:, [2, 0, 1]] * np.float32(2) + before["p"]
    places[:, 1] += before["s"].astype(np.float32)
    places[:, 2] -= 1
    assert (vertices["p"] == places).all() and (vertices["uv"][:, 0] == -before["uv"][:, 1]).all()
    assert (vertices["c"] == (before["c"] + np.array([[200, 100, i] for i in range(4)]) & 255)).all()
    assert (halves == halves_before[:, ::-1] * np.array([1, 1, 2, 1], np.float16)).all()
    assert (integers == (integers_before[:, [1, 2, 0]] - integers_before) * [4, 1, 1]).all()


def test_swizzles_on_memory(memory: bytes) -> None:
    floats, threes = chance().integers(0, 20, (2, 4, 4)).astype(np.float32)
    colors = chance().integers(0, 256, (4, 4)).astype(np.uint8)
    a, b, c = floats.copy(), threes.copy(), colors.copy()
    ran(memory, "swizzles", 4, [floats, threes, colors])
    t = np.arange(4)[:, None] + np.arange(4)
    a[:, [2, 1, 0]] = a[:, :3] * np.array([1, 2, 3], np.float32)
    a[:, 3] = a[:, 0]
    a[:, [1, 3]] += np.array([10, 20], np.float32)
    b[:, [1, 0]] = b[:, [2, 1]]
    b[:, 2] += 1
    c[:, :3] = c[:, 2::-1]
    c[:, 3] //= 3
    t[:, [3, 0]] = t[:, :2]
    t[:, 1:3] = t[:, 1:3] * t[:, [2, 2]]
    a[:, [0, 3]] -= t[:, 2:]
    a[:, :2] = a[:, 1::-1]
    a[:, 2] += t[:, 1]
    assert (floats == a).all() and (threes == b).all() and (colors == c).all()


def test_matrices_by_column(memory: bytes) -> None:
    fours = chance().integers(0, 9, (3, 4, 4)).astype(np.float32)
    threes = chance().integers(0, 5, (3, 3, 4)).astype(np.float32)
    halves, results = chance().integers(0, 9, (3, 2, 4)).astype(np.float16), np.zeros(6, np.float32)
    m, k, h = fours.copy(), threes.copy(), halves.copy()
    ran(memory, "matrices", 3, [fours, threes, halves, results])
    m[:, 2] = m[:, 0] + m[:, 1]
    m[:, 1, 1:3] = m[:, 3][:, [0, 3]]
    m[:, 3, 2] *= 4
    factors = np.array([1, 2, 3], np.float32)
    for i in range(3):
        assert (fours[i] == (m[i] @ m[i].T).T).all()  # a column is a row here
        three = k[i, :, :3].T.copy()
        three[:, 0] = three @ factors
        three[:, 2] = factors @ three
        assert (threes[i, :, :3] == (three + 2 * np.eye(3)).T).all()
        assert results[2 * i] == i - 6 and np.isclose(results[2 * i + 1], np.linalg.det(three))
    h *= 2
    h[:, 1, 3] = 7
    assert (halves == h).all()


@pytest.mark.parametrize(("name", "type", "count"), [("shared_int_8", np.int32, 8), ("shared_half_4", np.float16, 4)])
def test_threadgroup_arrays_in_templates(memory: bytes, name: str, type: Any, count: int) -> None:
    values = chance().integers(0, 20, 2 * count).astype(type)
    before = values.copy().reshape(2, count)
    ran(memory, name, 2 * count, [values], count)
    assert (values.reshape(2, count) == np.cumsum((before * 2 + np.arange(count))[:, ::-1], axis=1)).all()


@pytest.mark.parametrize(
    ("constants", "base", "tint"),
    [
        ({}, 7, [1, 2, 3, 4]),
        ({0: 5, 2: True}, 10, [1, 2, 3, 4]),
        ({0: -1, 1: [2, 2, 0, 1], 2: False}, -2, [2, 2, 0, 1]),
    ],
)
def test_function_constants_with_defaults(memory: bytes, constants: Any, base: int, tint: list[int]) -> None:
    colors, extra = np.zeros((4, 4), np.float32), np.zeros(4, np.int32)
    ran(memory, "constants", 4, [colors, *([extra] if constants.get(2) else [])], constants=constants)
    assert (colors == np.array(tint) * (base + 1) + np.arange(4)[:, None]).all()
    assert (extra == (base if constants.get(2) else 0)).all()


def test_argument_buffers_with_nested_structs(memory: bytes) -> None:
    integers = list(chance().integers(0, 9, (3, 4)).astype(np.int32))
    floats, out = chance().random((3, 4, 2)).astype(np.float32), np.zeros((4, 4), np.float32)
    before, numbers = [array.copy() for array in integers], [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    inner = [{"p": integers[k], "q": floats[k], "n": numbers[k]} for k in range(3)]
    ran(memory, "scene", 4, [{"scale": 2.5, "inner": inner[0], "more": {"__elems": inner[1:]}, "out": out}])
    sums = before[0] + np.array([1, 2, 3, 1])
    for k in (1, 2):
        sums = sums + before[k] * numbers[k][k - 1]
        assert (integers[k] == sums).all()
    expected = np.concatenate([floats[0], floats[2]], axis=1) * np.float32(2.5) + sums[:, None].astype(np.float32)
    np.testing.assert_allclose(out, expected, rtol=1e-6)


def test_indices_that_are_not_constant(memory: bytes) -> None:
    results = np.zeros((12, 4), np.float32)
    ran(memory, "indices", 12, [np.arange(12, dtype=np.int32), results.reshape(-1)])
    for i in range(12):
        v, h = [[n, 2 * n, 3 * n] for n in range(4)], [[n + 0.5 * m for m in range(3)] for n in range(4)]
        k, j = i & 3, i % 3
        v[k][j] += 7
        h[3 - k][j] *= 2
        v[0], v[k], h[0], h[k] = v[k], v[0], h[k], h[0]
        f, m = [1, 2, 3, 4], [[1, 2, 3], [4, 5, 0]]
        f[k] = -f[3 - k]
        f[j] += f[k]
        m[k & 1][j] += m[1][2 - j]
        sums = [sum(x * 10**n for n, x in enumerate(row)) for row in (f, m[0] + m[1])]
        assert results[i].tolist() == [v[0][j] + v[k][2], h[3 - k][2] + h[k][j], *sums]


def test_pointers(memory: bytes) -> None:
    raw, results = chance().integers(0, 256, 16, dtype=np.uint8), np.zeros((4, 3), np.int32)
    words = raw.copy().view(np.uint16).reshape(4, 2)
    words[:, 1] = words[:, 0] + np.uint16(1)
    ran(memory, "pointers", 4, [raw, results.reshape(-1)])
    assert (raw == words.view(np.uint8).ravel()).all()
    for i, row in enumerate(raw.reshape(4, 4).tolist()):
        hashed = sum(byte * 31 ** (3 - n) for n, byte in enumerate(row))
        assert results[i].tolist() == [254321, hashed, 4 * i + 4]


def test_references_lambdas_and_operators(memory: bytes) -> None:
    values, results = chance().integers(-4, 5, (8, 2)).astype(np.float32), np.zeros((4, 4), np.float32)
    after = values.copy()
    ran(memory, "objects", 4, [values, results.reshape(-1)])
    for i in range(4):
        a, b = complex(*after[2 * i]), complex(*after[2 * i + 1])
        norms = [z.real**2 + z.imag**2 for z in (a, b, a + b)]
        product = (a + b) * b * complex(a.real * 2, 3)  # captured before it is changed
        expected = [product.real, product.imag, 14 + 100 * (norms[2] < norms[1]), norms[2]]
        assert results[i].tolist() == expected
        after[2 * i + (norms[0] < norms[1]), 0] = 0
    assert (values == after).all()


def test_constants_of_the_program(memory: bytes) -> None:
    results = np.zeros((6, 4), np.float32)
    ran(memory, "program", 6, [results.reshape(-1)])
    table, colors = [[1, -2, 3], [40, 50, 60]], [[1, 0, 0, 1], [0.5] * 4, [1, 2, 3, 4]]
    numbers, pairs, names = [3, -4], [[1, 2], [0.25, 8]], [b"abc\0", b"xy\0\0"]
    for i in range(6):
        k, n = i & 1, i % 3
        expected = [table[k][n] + 144 + 4095, colors[n][i & 3] + pairs[k][k], numbers[k] * names[k][n]]
        assert results[i].tolist() == [*expected, 3**n + 10 * (-2) ** (2 - n)]


def test_copies_of_structs(memory: bytes) -> None:
    layout = {"names": ["c", "v", "s", "h"], "formats": ["i1", "3f4", "3i2", "2f2"], "offsets": [0, 16, 32, 48]}
    type = np.dtype({**layout, "itemsize": 64})  # type: ignore[call-overload]
    values, more, sizes = np.zeros(4, type), np.zeros(1, type), np.zeros(4, np.uint32)
    for name, width in (("c", ()), ("v", (3,)), ("s", (3,)), ("h", (2,))):
        values[name] = chance().integers(0, 9, (4, *width))
    more["c"], more["v"] = -5, [[1, 2, 3]]
    expected = values[::-1].copy()
    expected["v"] += np.array([1, 2, 3], np.float32)
    for i in range(4):
        expected["s"][i][i % 3], expected["h"][i][1] = -5, values["h"][i][0]
    ran(memory, "copies", 4, [values, more, sizes])
    assert all((values[name] == expected[name]).all() for name in layout["names"])
    assert sizes.tolist() == [64, 48, 1612, 320804]


def test_barriers_in_loops(memory: bytes) -> None:
    values = chance().integers(0, 9, 32).astype(np.int32)
    sums = values.reshape(2, 16).copy()
    ran(memory, "steps", 32, [values], 16, threadgroup_memory={0: 64})
    for step in (1, 2, 4):
        before = sums.copy()
        sums[:, step:] += before[:, :-step]
    assert (values.reshape(2, 16) == sums).all()


def test_side_effects(memory: bytes) -> None:
    results = np.zeros((4, 2), np.int32)
    ran(memory, "effects", 4, [results.reshape(-1)])
    bits = [1 | 4 | 8 | 32, 1 | 2 | 4 | 8 | 16, 1 | 4 | 8 | 32, 1 | 2 | 8 | 16]  # !a: a, !b, a, b; a: a, b, ...
    values = [1 + 0, 1 + 0, 0 + 2, 1 + 1]
    assert results.tolist() == [[bits[i], values[i] + 70 + 900 + 1000 + 10000] for i in range(4)]


def test_values_of_several_address_spaces(memory: bytes) -> None:
    """Their addresses meet in phis and selects of pointers."""
    values = chance().integers(0, 9, (4, 2)).astype(np.float32)
    before, numbers = values.copy(), np.array([2, 0, 3, 1], np.int32)
    ran(memory, "cross_space", 4, [values, numbers], threadgroup_memory={0: 32})

    def slow(number: int) -> int:
        for _ in range(20):
            number = number * 7 + 3 & 3
        return number

    own = before[numbers]
    for i, n in enumerate(numbers.tolist()):
        local = [before[i], np.array([1, 2]), np.array([3, 4])]
        first = before[n] if i & 1 else local[n % 3]
        second = own[slow(n)] if n > 1 else local[slow(i) % 3]
        steps = [local[0], own[slow(1)], before[slow(i)]]
        third = np.array([steps[2][1] + 2 * (steps[1][1] + steps[0][1]), steps[1][0] + steps[2][0]])
        assert values[i].tolist() == (first + 10 * second + 100 * third).tolist()


def test_visible_functions(memory: bytes) -> None:
    values = 5 * np.arange(4, dtype=np.int32)
    with Kernel(memory, "table_calls", functions={"added": memory, "scaled": memory}) as kernel:
        kernel.run(4, 4, buffers={0: ["added", "scaled"], 1: values})
    assert values.tolist() == [(5 * i * i - 1 if i & 1 else 6 * i) + 200 for i in range(4)]
