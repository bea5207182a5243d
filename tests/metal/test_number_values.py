"""Kernels of this project about numbers, lanes and control flow (values/numbers.metal): what they leave, beside numpy
and Python's integers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.metal.needed import needs_clang
from tests.metal.test_values import chance, compiled, ran, signed, truncated

Array = npt.NDArray[Any]

pytestmark = [needs_clang, pytest.mark.long]


@pytest.fixture(scope="module")
def numbers() -> bytes:
    return compiled("numbers")


def _bfloat(values: Any) -> Array:
    """Floats rounded to bfloat, as floats."""
    bits = np.asarray(values, np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)


def _bits(values: Array) -> Array:
    """The bits of bfloats that are given as floats."""
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def test_halves(numbers: bytes) -> None:
    """Each operation is rounded to half; a product that a sum follows may be fused with it (`llvm.fmuladd`)."""
    count = 16
    x, y = (chance().random((2, count)) * 8 - 4).astype(np.float16)
    results, bits = np.zeros((count, 6), np.float32), np.zeros(count, np.uint16)
    ran(numbers, "halves", count, [x, y, results.reshape(-1), bits])
    wide, third = x.astype(np.float32), np.float16(np.float32(1) / 3)
    tenth = np.float16(0.1)
    chained = (x.astype(np.float32) + np.float32(0.1)).astype(np.float16) * y / np.float16(3)
    fused = (x.astype(np.float64) * y + x).astype(np.float16)
    lower = [(x.astype(np.float64) * tenth - y * np.float16(3)).astype(np.float16), x * tenth - y * np.float16(3)]
    expected = [[fused, x * y + x], lower, [wide * np.float32(0.1)], [third + np.arange(count).astype(np.float16)]]
    expected += [[chained], [np.where(x / y > 1, np.float16(1), -x)]]
    for column, values in zip(results.T, expected, strict=True):
        assert np.logical_or.reduce([column == value.astype(np.float32) for value in values]).all()
    assert (bits == (wide * np.float32(1.0001) + np.float32(1e-3)).astype(np.float16).view(np.uint16)).all()


def test_bfloats(numbers: bytes) -> None:
    count = 16
    x, y = _bfloat(chance().random((2, count)) * 8 - 4)
    results, tenth = np.zeros((count, 6), np.float32), _bfloat(np.full(count, 0.1))
    ran(numbers, "bfloats", count, [_bits(x), _bits(y), results.reshape(-1)])
    whole = np.trunc(_bfloat(y * 10))
    expected = [[_bfloat(_bfloat(x * y) + x), _bfloat((x.astype(np.float64) * y + x).astype(np.float32))]]
    expected += [[_bfloat(_bfloat(x * tenth) - y), _bfloat((x.astype(np.float64) * tenth - y).astype(np.float32))]]
    expected += [[x * np.float32(0.1)], [_bfloat(257 + np.arange(count))], [_bfloat(_bfloat(x + 1) * y)]]
    expected += [[_bfloat(_bfloat(whole) + x)]]
    for column, values in zip(results.T, expected, strict=True):
        assert np.logical_or.reduce([column == value for value in values]).all()


_TYPES = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16}
_TYPES |= {"int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64}


def _integer_functions(a: int, b: int, c: int, low: int, high: int, bits: int) -> list[int]:
    """The twenty results of `integers` in numbers.metal, by Python's integers."""

    def saturated(value: int) -> int:
        return max(low, min(high, value))

    def wrapped(value: int) -> int:
        value &= (1 << bits) - 1
        return value - (1 << bits) if low < 0 and value >> (bits - 1) else value

    plain, turn = a & (1 << bits) - 1, (b & (1 << bits) - 1) % bits
    field = plain >> 3 & 31
    reversed_ = int(format(plain, f"0{bits}b")[::-1], 2)
    least, most = sorted((b, c))
    return [
        saturated(a + b), saturated(a - b), wrapped(abs(a - b)), a + b >> 1, a + b + 1 >> 1, a * b >> bits,
        wrapped((a * b >> bits) + c), saturated(a * b + c), wrapped(plain << turn | plain >> bits - turn),
        plain.bit_count(), bits - plain.bit_length(), (plain & -plain).bit_length() - 1 if plain else bits,
        wrapped(reversed_), field - 32 if low < 0 and field & 16 else field,
        wrapped(plain & ~(15 << 2) | (b & 15) << 2), wrapped(abs(a)), max(a, b, c), sorted((a, b, c))[1], min(a, c),
        max(least, min(a, most)),
    ]  # fmt: skip


@pytest.mark.parametrize("name", list(_TYPES))
def test_integer_functions(numbers: bytes, name: str) -> None:
    """At the ends of each type too, where sums and products do not fit."""
    limits = np.iinfo(_TYPES[name])
    low, high = int(limits.min), int(limits.max)
    values = chance().integers(low, high, (12, 3), dtype=_TYPES[name], endpoint=True)
    values[:3] = [[low, high, 1], [high, high, low], [0, high if low == 0 else -1, 3]]
    results = np.zeros((12, 20), _TYPES[name])
    ran(numbers, f"ints_{name}", 12, [values.reshape(-1), results.reshape(-1)])
    for row, (a, b, c) in zip(results.tolist(), values.tolist(), strict=True):
        assert row == _integer_functions(a, b, c, low, high, limits.bits), (a, b, c)


def test_select(numbers: bytes) -> None:
    floats = chance().integers(-3, 4, (6, 4)).astype(np.float32)
    integers, halves = chance().integers(0, 9, (6, 4)).astype(np.int32), chance().random(6).astype(np.float16)
    before, is_positive = floats.copy(), floats > 0
    expected = np.where(is_positive, integers, 7) + np.where(before == before[:, [1, 0, 3, 2]], 100, 0)
    expected[:, 0] += np.where(np.arange(6) > 1, 2, 1)
    mixed = np.where(is_positive.any(1) & ~is_positive.all(1), np.float16(-1), halves)
    ran(numbers, "selects", 6, [floats, integers, halves])
    assert (floats == np.where(is_positive, before[:, ::-1], before)).all()
    assert (integers == expected).all() and (halves == mixed).all()


def test_atomics(numbers: bytes) -> None:
    count = 8
    small, bits = np.array([5, 6, -3, -9], np.int32), 7 * np.arange(5 + count, dtype=np.uint32)
    bits[1] = 0xFFFF
    before, total, results = bits.copy(), np.zeros(1, np.float32), np.zeros(count, np.int32)
    ran(numbers, "atomics", count, [small, bits, total, results])
    assert small.tolist() == [5 + 28, 6 - 28, -7, -1] and total[0] == 4
    exclusive = int(before[2]) ^ int(np.bitwise_xor.reduce(3 * np.arange(count)))
    doubled = (int(before[4]) + 1) * 2**count - 1
    assert bits[:5].tolist() == [0xFF, 0xFF00, exclusive, 0x80000007, doubled] and (bits[5:] == 99).all()
    assert results.tolist() == (before[5:] + np.array([12, 5 + 16, *[0] * 6])).tolist()


def test_promotions(numbers: bytes) -> None:
    """Operands shorter than int become int, elements of vectors do not."""
    a, b = chance().integers(0, 256, 16, dtype=np.uint8), chance().integers(-128, 128, 16).astype(np.int8)
    c, results = chance().integers(0, 65536, 16).astype(np.uint16), np.zeros((16, 8), np.int32)
    b[0] = -128
    ran(numbers, "promotions", 16, [a, b, c, results.reshape(-1)])
    x, y, z = a.astype(np.int64), b.astype(np.int64), c.astype(np.int64)
    doubled = (x + 200 & 255) << 1 & 255
    vector = np.stack([x, np.full(16, 250), np.full(16, 3), doubled], axis=1)
    bytes_ = ((vector * 4 & 255) >> 1).astype(np.uint8).view(np.int32).ravel()
    columns = [x + x, y >> 1, ~x, -z, (y & 0xFFFFFFFF) < z, doubled, signed(-y - 1, 8), bytes_]
    assert results.tolist() == np.stack(columns, axis=1).tolist()


def test_division(numbers: bytes) -> None:
    values = chance().integers(-(10**6), 10**6, (8, 2)).astype(np.int32)
    values[:, 1] = values[:, 1] // 1000 | 1
    results = np.zeros((8, 6), np.int32)
    ran(numbers, "division", 8, [values.reshape(-1), results.reshape(-1)])
    for row, (x, y) in zip(results.tolist(), values.tolist(), strict=True):
        quotient, third = truncated(x, y), truncated(-x, 3)
        vector = quotient + (third - 1000 * truncated(third, 1000)) * 7 - truncated(x + 1, -2)
        rest = [truncated(x, 8), x - 16 * truncated(x, 16), vector, (x & 0xFFFFFFFF) // 10 % 7]
        assert row == [quotient, x - y * quotient, *rest]


def test_conversions(numbers: bytes) -> None:
    floats, integers = ((chance().random(8) - 0.5) * 60).astype(np.float32), chance().integers(-(2**31), 2**31, 8)
    floats[0], integers[:4] = 0, [16777217, 2049, -70000, 0]
    integers = integers.astype(np.int32)
    results, others = np.zeros((8, 8), np.int32), np.zeros((8, 4), np.float32)
    ran(numbers, "conversions", 8, [floats, integers, results.reshape(-1), others.reshape(-1)])
    whole, long = np.trunc(floats).astype(np.int64), integers.astype(np.int64)
    with np.errstate(over="ignore"):
        half = integers.astype(np.float16).view(np.uint16)
    bytes_ = np.stack([whole, -whole, np.trunc(floats / 2), np.full(8, 3)], axis=1).astype(np.int8).view(np.int32)
    columns = [whole, whole, abs(whole), floats != 0, integers.astype(np.float32).view(np.int32), half]
    columns += [_bits(_bfloat(floats * np.float32(1.003))), bytes_.ravel()]
    assert results.tolist() == np.stack(columns, axis=1).astype(np.int64).tolist()
    shifted = long.view(np.uint64) << np.uint64(32) | np.uint64(1)
    sums = floats.astype(np.float16) + (integers != 0).astype(np.float16)
    columns = [(long * 1000003).astype(np.float32), shifted.astype(np.float32)]
    columns += [integers.view(np.uint32).astype(np.float32), sums.astype(np.float32)]
    assert (others == np.stack(columns, axis=1)).all()


def _flow(k: int) -> int:
    """`flow` of numbers.metal."""
    r = 0
    for n in range(20):
        case = k & 7
        if case in (1, 2):
            r += 110 if case == 1 else 100
            continue
        if case == 0:
            r += 1
        elif case == 5:
            q = n // 2
            while q != 3:
                r -= q
                if q <= 0:
                    break
                q //= 2
        elif n > 15:
            return r
        else:
            k ^= n
        k = k * 5 + 3 & 0xFF
        while k > 200:
            k -= 13
            if k % 7:
                r ^= k
    return r + 1 + k


def test_control_flow(numbers: bytes) -> None:
    values, results = 3 * np.arange(64, dtype=np.int32), np.zeros(64, np.int32)
    ran(numbers, "flow", 64, [values, results])
    assert results.tolist() == [_flow(int(value)) for value in values]


def test_lanes(numbers: bytes) -> None:
    x, results, lane = chance().integers(1, 100, 32).astype(np.int32), np.zeros((11, 32), np.int32), np.arange(32)
    ran(numbers, "lanes", 32, [x, results.reshape(-1)])
    products = np.cumprod(np.where(x & 1, 1, 2).astype(np.int64))
    votes = np.uint32(sum(1 << n for n in range(32) if x[n] > 40)).astype(np.int32)
    bits = [int(operation.reduce(x)) for operation in (np.bitwise_and, np.bitwise_or, np.bitwise_xor)]
    expected = [
        np.full(32, x.sum()), np.cumsum(x), np.concatenate([[1], products[:-1]]).astype(np.int32), x[lane ^ 5],
        x[(lane + 3) % 32], np.full(32, votes), x[lane // 4 * 4 + 2] + x[lane ^ 1],
        np.full(32, np.ptp(x) + int((x == 3).any()) + 2), np.full(32, bits[0] + bits[1] * 256 + bits[2] * 65536),
        np.where(lane < 28, x[np.minimum(lane + 4, 31)], -1),
    ]  # fmt: skip
    assert results[:10].tolist() == np.stack(expected).tolist()
    third = lane % 3 == 0
    sums = np.where(third, 0, x).reshape(8, 4).sum(1)[lane // 4]
    assert results[10].tolist() == np.where(third, third.sum() + 100 * x[0], sums).tolist()


def test_long_integers(numbers: bytes) -> None:
    values = chance().integers(-(2**63), 2**63 - 1, (8, 2), dtype=np.int64)
    values[:2] = [[-(2**63), 5], [3, 7]]
    results, mask = np.zeros((8, 10), np.uint64), 2**64 - 1
    ran(numbers, "wide", 8, [values.reshape(-1), results.reshape(-1)])
    for row, (x, y) in zip(results.tolist(), values.tolist(), strict=True):
        u, v = x & mask, y & mask
        is_same = max(-(2**63), min(2**63 - 1, x * y - 5)) == (x & 0xFFFF) * (y & 0xFF) + 3
        counts = u.bit_count() + 100 * (64 - u.bit_length())
        expected = [x * y & mask, u >> (v & 63), x >> 40 & mask, (u << 33 | u >> 31) & mask, u * v >> 64]
        expected += [truncated(x, y | 1) & mask, u % (v | 1), counts, (u << 32 | u >> 32) & mask, int(is_same)]
        assert row == expected


def test_bools(numbers: bytes) -> None:
    single, before = np.array([1, 0, 1, 1], np.uint8), chance().integers(0, 2, (4, 4)).astype(np.uint8)
    fours, out, results = before.copy(), np.zeros(4, np.uint8), np.zeros(4, np.int32)
    ran(numbers, "bools", 4, [single, fours, out, results])
    for i in range(4):
        m = before[i].astype(bool)
        n = np.array([single[i], not single[i], single[i + 1 & 3], True], bool)
        assert (fours[i] == (m & n | ~m[::-1])).all() and out[i] == (m[:2].any() ^ n[2:].all())
        less = [i < 2, i > 1, False]
        terms = [int(m[0]) + m[1], less[0], less[1], m[2] == n[2], less[2], m[3] & n[3], m.sum()]
        assert results[i] == sum(int(term) * 10**power for power, term in enumerate(terms))


def test_edges(numbers: bytes) -> None:
    pairs = [1.5, 2.5, -0.5, -2.5, math.nan, 1, 0.0, -0.0, 3e38, -7.25, -1.5, math.nan, 0.1, -0.1, 8388609, -8388608.5]
    values = np.array(pairs, np.float32).reshape(-1, 2)
    results = np.zeros((len(values), 10), np.float32)
    ran(numbers, "edges", len(values), [values.reshape(-1), results.reshape(-1)])
    x, y = values.T
    away = np.where(abs(x) < 2**23, np.trunc(x.astype(np.float64) + np.copysign(0.5, x)), x)
    mantissas, exponents = np.frexp(x)
    fractions, wholes = np.modf(x)
    least = np.minimum(y - np.floor(y), np.nextafter(np.float32(1), np.float32(0)))
    columns = [np.fmin(x, y), np.rint(x), away, x < y, (x != x) | ~(x >= y), mantissas, exponents, fractions, wholes]
    expected = np.stack([*columns, np.copysign(least, x)], axis=1).astype(np.float32)
    expected[2, 6] = results[2, 6]  # the exponent of NaN is not specified
    np.testing.assert_array_equal(results, expected)


def test_exponents_of_small_halves(numbers: bytes) -> None:
    """Metal keeps halves that are not normal."""
    x = np.array([5.9604645e-08, -3.5762787e-07, 6.1035156e-05, 0, 0.75], np.float16)
    mantissas, exponents = np.zeros_like(x), np.zeros((5, 2), np.int32)
    ran(numbers, "small_halves", 5, [x, mantissas, exponents.reshape(-1)])
    expected, powers = np.frexp(x)
    assert (mantissas == expected).all() and (exponents[:, 0] == powers).all()
    assert (exponents[x != 0, 1] == powers[x != 0] - 1).all()


def test_packing(numbers: bytes) -> None:
    values = ((chance().random((8, 4)) - 0.3) * 2).astype(np.float32)
    words, floats = np.zeros((8, 4), np.uint32), np.zeros((8, 2, 4), np.float32)
    ran(numbers, "packing", 8, [values, words.reshape(-1), floats.reshape(16, 4)])

    def packed(part: Array, type: Any, most: int) -> Array:
        return np.rint(part * np.float32(most)).astype(type).view(np.uint32).ravel()

    low, high = np.clip(values, 0, 1), np.clip(values, -1, 1)
    columns = [packed(low, np.uint8, 255), packed(high[:, :2], np.int16, 32767)]
    columns += [packed(low[:, 2:], np.uint16, 65535), packed(high, np.int8, 127)]
    assert (words == np.stack(columns, axis=1)).all()
    unpacked = [(words[:, 0] ^ np.uint32(0x11223344)).view(np.uint8).reshape(8, 4) / 255]
    unpacked += [np.maximum(words[:, 1].copy().view(np.int16).reshape(8, 2) / 32767, -1)]
    unpacked += [words[:, 2].copy().view(np.uint16).reshape(8, 2) / 65535]
    np.testing.assert_allclose(floats.reshape(8, 8), np.concatenate(unpacked, axis=1), atol=1e-7)


def test_colors(numbers: bytes) -> None:
    values = ((chance().random((8, 4)) - 0.3) * 2).astype(np.float32)
    words, floats = np.zeros((8, 2), np.uint32), np.zeros((8, 2, 4), np.float32)
    ran(numbers, "colors", 8, [values, words.reshape(-1), floats.reshape(16, 4)])
    low = np.clip(values, 0, 1)

    def packed(fields: list[tuple[int, int]]) -> Array:
        parts = [
            np.rint(low[:, n] * np.float32(2**bits - 1)).astype(np.uint32) << at for n, (at, bits) in enumerate(fields)
        ]
        return np.bitwise_or.reduce(parts)

    def unpacked(word: Array, fields: list[tuple[int, int]]) -> Array:
        return np.stack([(word >> at & 2**bits - 1) / (2**bits - 1) for at, bits in fields], axis=1)

    ten, five = [(0, 10), (10, 10), (20, 10), (30, 2)], [(11, 5), (5, 6), (0, 5)]
    assert (words == np.stack([packed(ten), packed(five)], axis=1)).all()
    np.testing.assert_allclose(floats[:, 0], unpacked(words[:, 0] ^ np.uint32(0x11223344), ten), atol=1e-7)
    np.testing.assert_allclose(floats[:, 1, :3], unpacked(words[:, 1] ^ np.uint32(0x1234), five), atol=1e-7)


def test_vectors(numbers: bytes) -> None:
    integers = chance().integers(-999, 999, (4, 4)).astype(np.int32)
    floats = chance().integers(-9, 9, (4, 4)).astype(np.float32)
    halves = chance().integers(-4, 5, (4, 4)).astype(np.float16)
    v, g, q = integers.astype(np.int64) << np.arange(1, 5), floats[:, :3] / 4, halves.copy()
    ran(numbers, "vectors", 4, [integers, floats, halves])
    v = -((v ^ v[:, [1, 0, 3, 2]]) + 1)
    v = ~(np.sign(v) * (abs(v) % 7)) & 0xFF
    v = v // 3 | v >> 2
    more = np.stack([v[:, 0] != 0, v[:, 1] != 0, np.zeros(4), np.ones(4)], axis=1)
    assert (integers == v + np.where(v > np.roll(v, -1, axis=1), v[:, [3, 3, 2, 2]], 0) + more).all()
    g = 1 - g * g[:, ::-1]
    g[:, [0, 2]] = np.maximum(g[:, [0, 2]], np.float32(0.25))
    assert (floats[:, :3] == g * g + np.arange(4, dtype=np.float32)[:, None]).all()
    q[:, :2] += q[:, 2:]
    q *= q[:, :1].copy()
    assert (halves == q[:, [3, 2, 1, 1]]).all()


def test_products_of_matrices_of_lanes(numbers: bytes) -> None:
    a, b = chance().integers(-3, 4, (16, 8)).astype(np.float32), chance().integers(-3, 4, (8, 16)).astype(np.float16)
    results = np.zeros((16, 8), np.float32)
    ran(numbers, "products", 32, [a, b, results])
    assert (results[:8] == a[:8] @ a[8:].T + 1).all()
    differences = results[8:] - (a[:8] @ b[:, 8:].astype(np.float32) + 2 * np.eye(8, dtype=np.float32))
    assert sorted(differences.ravel().tolist()) == [0] * 32 + [1000] * 32


def test_fences(numbers: bytes) -> None:
    values, flag = chance().integers(0, 9, 17).astype(np.int32), np.zeros(1, np.int32)
    before = values.copy()
    ran(numbers, "fences", 16, [values, flag], 4)
    assert (values[:16] == before[:16] + 1).all() and values[16] == values[:16].sum() and flag[0] == 4
