"""Kernels of this project about Metal's classes and lanes (values/classes.metal): what they leave, beside numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.metal.needed import needs_clang
from tests.metal.test_values import chance, compiled, ran

Array = npt.NDArray[Any]

pytestmark = [needs_clang, pytest.mark.long]


@pytest.fixture(scope="module")
def classes() -> bytes:
    return compiled("classes")


def test_references_to_elements(classes: bytes) -> None:
    values, results = chance().integers(0, 9, (4, 4)).astype(np.float32), np.zeros(4, np.float32)
    expected = values.copy()
    ran(classes, "elements", 4, [values, results])
    for i, p in enumerate(expected):
        v = p.copy()
        v[1], v[2] = 3 * v[0], v[2] + 2
        v[i & 3] += 10
        assert results[i] == v[2] + 10 * v[2] + 100 * v[0] + 1000 * v[1]
        p[:] = v[2], v[2] + p[3], v[0], p[3] + v[2]
        p -= [v[1] + v[0], v[0] + v[1], v[3] * 2, v[2] * 2]
    assert (values == expected).all()


def test_pointers_to_several_buffers(classes: bytes) -> None:
    first, second, third = chance().integers(0, 5, (3, 4)).astype(np.float32)
    a, b = first.copy(), second.copy()
    ran(classes, "choose", 4, [first, second, third])
    for i in range(4):
        p, q = (a, b) if i & 1 else (b, a)
        for _ in range(3):
            p[i] = p[i] * 2 + q[i]
            p, q = q, p
        buffers = [a, b, p]
        a[i] = sum(buffers[(i + k) % 3][i] * (k + 1) for k in range(3)) + third[i] + q[i]
    assert (first == a).all() and (second == b).all()


def test_packed_vectors(classes: bytes) -> None:
    values, results = chance().integers(0, 9, (4, 3)).astype(np.float32), np.zeros((4, 3), np.float32)
    before = values.copy()
    ran(classes, "packs", 4, [values, results.reshape(-1)])
    for i, row in enumerate(before):
        b = row * 2 + np.array([1, 2, 3], np.float32)
        a = row * np.float32(0.5) + b
        assert results[i].tolist() == [a @ b + a @ a, 1, a[i % 3] + a[1] + a[2]]
        assert values[i].tolist() == [7, 8, b[1]]


def test_atomic_functions_of_other_types(classes: bytes) -> None:
    total, single = np.zeros(1, np.int32), np.ones(1, np.float32)
    wide, results = np.array([5, 2**40], np.uint64), np.zeros(8, np.int32)
    ran(classes, "more_atomics", 8, [total, single, wide, results])
    exclusive = 50 ^ int(np.bitwise_xor.reduce(np.arange(8) << 4))
    assert total[0] == 24 and single[0] == 2**9 - 1 and wide.tolist() == [2**32 + 7, 2**32 - 7]
    assert results.tolist() == [401, 541, 10 * exclusive + 1, *[1] * 5]


def test_lambdas_arrays_and_conversions(classes: bytes) -> None:
    values, results = np.array([2.5, -3.75, 7, 0.5], np.float32), np.zeros((4, 5), np.int32)
    ran(classes, "lambdas", 4, [values, results.reshape(-1)])
    for i, value in enumerate(values.tolist()):
        cells = [1, 2, 3, 4]
        cells[2 * (i & 1) + (i >> 1 & 1)] *= 10
        raw = int(value * 256)
        sums = sum(cell * 100**n for n, cell in enumerate(cells)) + cells[0] + 1
        expected = [5 + 7 * [3, 1, 4, 1][i], int(value) + 2 * i + 15, int(14 + value**2), sums]
        assert results[i].tolist() == [*expected, (raw >> 8) * 1000 + int(-raw / 256 * 4)]


def test_matrices_of_the_program(classes: bytes) -> None:
    values, results = chance().integers(0, 5, (3, 4)).astype(np.float32), np.zeros((3, 2), np.float32)
    before = values[:, :3].copy()
    ran(classes, "constant_matrices", 3, [values, results])
    rotation, one = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 2]]), np.array([[1, 3], [2, 4]])
    for i in range(3):
        v = rotation @ before[i] @ rotation
        m = rotation.astype(np.float32)
        m[:, i % 3] += v
        a = m @ [1, 2, 3]
        small = one if i & 1 else np.eye(2)
        wide = np.stack([np.full(3, 1), np.full(3, 2), a, np.full(3, i)])
        assert values[i, :3].tolist() == a.tolist()
        assert results[i].tolist() == ((small @ small - one) @ [1, 10] + small[:, 1] + (wide @ v)[[0, 3]]).tolist()


def test_vectors_of_short_integers(classes: bytes) -> None:
    values, results = chance().integers(-300, 300, (4, 4)).astype(np.int16), np.zeros((4, 4, 4), np.int32)
    ran(classes, "integer_vectors", 4, [values, results.reshape(16, 4)])
    for row, computed in zip(values.astype(np.int64), results, strict=True):
        u = row & 0xFFFF
        counts = np.array([[x.bit_count(), 16 - x.bit_length()] for x in u.tolist()]).T
        less = np.maximum(u, 9) > np.minimum(u[::-1], 20)
        expected = [
            abs(row) + counts[0] * 1000 + counts[1] * 100000,
            np.trunc(row / 3) - 100 % (abs(row) + 1) + (row >> 2),
            (-u & 0xFFFF) + ((row != 0) & (row[[1, 0, 3, 2]] != 0)) * 100000 + (row == 0) * 200000,
            np.clip(row, -5, 7) + less * 100 + (row * row[[2, 3, 0, 1]] >> 16) * 1000,
        ]
        assert (computed == expected).all()


def test_lanes_of_other_types(classes: bytes) -> None:
    halves = chance().integers(0, 9, (32, 4)).astype(np.float16)
    floats = chance().integers(0, 9, (32, 4)).astype(np.float32)
    bytes_, pairs = chance().integers(0, 100, 32).astype(np.uint8), halves[:, :2].copy()
    before = [array.copy() for array in (halves, floats[:, :3], bytes_, pairs.reshape(8, 4, 2))]
    ran(classes, "typed_lanes", 32, [halves, floats, bytes_, pairs])
    assert (halves[:28] == before[0][4:]).all()
    assert (floats[:, :3] == before[1].sum(0) + np.cumsum(before[1], 0) - before[1]).all()
    assert (bytes_[1:] == before[2][9] + before[2][:-1]).all()
    rotated = np.roll(before[3], 1, axis=1)
    assert (pairs.reshape(8, 4, 2) == before[3].max(1, keepdims=True) - rotated).all()


def test_methods_of_objects_in_threadgroup_memory(classes: bytes) -> None:
    results = np.zeros((4, 2), np.uint32)
    ran(classes, "methods", 4, [results.reshape(-1)])
    for i in range(4):
        data, head = [1] * 6, i
        for k in range(4 + i):
            data[head % 6] = 3 * k
            head += 1
        bits = np.array([i, -1.0 * i], np.float32).view(np.uint32)
        assert results[i].tolist() == [sum(x << k for k, x in enumerate(data)) + 10000 * head, bits[0] ^ bits[1]]


def test_structs_in_structs(classes: bytes) -> None:
    layout = {"names": ["bits", "u", "n", "v"], "formats": ["u2", "2u2", "u4", "3f2"], "offsets": [0, 2, 8, 16]}
    values = np.zeros(8, np.dtype({**layout, "itemsize": 24}))  # type: ignore[call-overload]
    values["bits"], values["u"] = chance().integers(0, 65536, 8), chance().integers(0, 65536, (8, 2))
    values["v"] = chance().integers(0, 9, (8, 3))
    before = values.copy()
    ran(classes, "nested", (4, 2), [values], (4, 2))
    for i, (bits, (first, second)) in enumerate(zip(before["bits"].tolist(), before["u"].tolist(), strict=True)):
        high = (bits >> 4) + i // 4 * 100 & 4095
        assert values["bits"][i] == (i % 4 + 3 & 15 | high << 4)
        assert values["u"][i].tolist() == [second >> 8 << 8 | first & 255, second ^ 0xFF]
        assert values["v"][i].tolist() == [24, before["v"][i][1], before["v"][i][0]]
    assert values["n"].tolist() == [28, *[0] * 7]
