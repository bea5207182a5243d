"""Subgroups as wide as Metal's SIMD-groups, beside numpy: those of the other values' Vulkan driver have 8 threads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

import mtlb
from mtlb.translate import translate

SHADERS = Path(__file__).parents[2] / "golden" / "glsl"
WIDTH, THREADS, RESULTS = 32, 128, 40


def results(shader: str, x: np.ndarray, count: int) -> np.ndarray:
    """What the threads of a shader leave, `count` numbers each."""
    translation = translate((SHADERS / f"{shader}.spv").read_bytes(), "macos14")
    assert translation.module.check() == []
    out = np.zeros((len(x), count), np.uint32)
    sizes = np.array([x.nbytes, out.nbytes], np.uint32)
    slots = {binding.name: binding.slots["buffer"] for binding in translation.bindings}
    buffers = {slots["data"]: x, slots["result"]: out, slots["_buffer_sizes"]: sizes}
    mtlb.run(mtlb.link([translation.module]).library, "main_", len(x), len(x), buffers=buffers)
    return out


def test_operations_of_four_subgroups() -> None:
    x = np.random.default_rng(32).integers(0, 1000, THREADS).astype(np.uint32)
    out = results("lanes", x, RESULTS)
    expected = np.concatenate([operations(x[at : at + WIDTH], at // WIDTH) for at in range(0, THREADS, WIDTH)])
    shown = expected.copy()
    # What comes from beyond the group is undefined.
    lane = np.arange(THREADS) % WIDTH
    for result, defined in ((15, lane >= 9), (16, lane < WIDTH - 13)):
        shown[:, result] = np.where(defined, expected[:, result], out[:, result])
    assert {number for number in range(RESULTS) if not np.array_equal(out[:, number], shown[:, number])} == set()


def operations(x: np.ndarray, group: int) -> np.ndarray:
    """The results of one subgroup, a row for each thread."""
    me = np.arange(WIDTH, dtype=np.uint32)
    odd = (x & 1) == 1
    ballot = np.uint32(sum(1 << int(lane) for lane in np.nonzero(odd)[0]))
    own = np.uint32(1) << me
    small, factors = (x & 3) | 1, (x & 1) + 1
    before = np.cumsum(odd) - odd
    columns = [
        x.sum(),
        np.multiply.reduce(small),
        x.min(),
        x.max(),
        np.bitwise_and.reduce(x | 0xF0),
        np.bitwise_or.reduce(x),
        np.bitwise_xor.reduce(x),
        np.cumsum(x),
        np.cumsum(x) - x,
        np.cumprod(factors),
        np.concatenate([[1], np.cumprod(factors)[:-1]]),
        x[19],
        x[0],
        x[(me * 5 + 3) & 31],
        x[me ^ 21],
        np.roll(x, 9),
        np.roll(x, -13),
        me == 0,
        1 + 2 * (x > 990).any() + 4 * odd.all(),
        (x == x[0]).all() + 2,
        ballot,
        0,
        odd,
        odd[31 - me],
        odd.sum(),
        before + odd,
        before,
        np.nonzero(odd)[0][0],
        np.nonzero(odd)[0][-1],
        own,
        own - 1,
        own - 1 + own,
        ~(own - 1 + own),
        ~(own - 1),
        WIDTH | (THREADS // WIDTH) << 8 | group << 16,
        me,
        np.where(odd, x[odd].sum(), x[~odd][0]),
        -x.max().astype(np.int64),
        np.floor(x.sum() * 0.5),
        -x.min().astype(np.int64),
    ]
    rows = [np.broadcast_to(np.asarray(column), WIDTH).astype(np.int64) for column in columns]
    return (np.stack(rows, 1) & 0xFFFFFFFF).astype(np.uint32)


def test_clusters_of_four_are_quads() -> None:
    """`golden/glsl/clusters.comp`: Mesa 22.3 reduces the whole subgroup whatever the size of the cluster."""
    translation = translate((SHADERS / "clusters.spv").read_bytes(), "macos14")
    slots = {binding.name: binding.slots["buffer"] for binding in translation.bindings}
    x, out = np.array([3, -1, 4, 1, -5, 9, 2, 6], np.float32), np.zeros((8, 8), np.float32)
    buffers = {slots["data"]: x, slots["result"]: out, slots["_buffer_sizes"]: np.array([32, 256], np.uint32)}
    mtlb.run(mtlb.link([translation.module]).library, "main_", 8, 8, buffers=buffers)
    quads = x.reshape(2, 4)
    expected = [quads.sum(1), quads.max(1), [0x0F, 0xF0]]
    assert np.array_equal(out[:, :3], np.repeat(np.array(expected).T, 4, axis=0))
    assert np.array_equal(out[:, 3], x)


def test_operations_that_metal_has_no_function_for() -> None:
    x = np.random.default_rng(7).integers(0, 1000, 64).astype(np.uint32)
    out = results("lane_by_lane", x, 24)
    expected = np.concatenate([lane_by_lane(x[at : at + WIDTH]) for at in (0, WIDTH)])
    assert {number for number in range(24) if not np.array_equal(out[:, number], expected[:, number])} == set()


def lane_by_lane(x: np.ndarray) -> np.ndarray:
    """The results of one subgroup, a row for each thread."""
    y = x.astype(np.int32) - 500
    odd, rest, w = (x & 1) == 1, x % 3, x.astype(np.uint64) << np.uint64(30)
    limits = np.iinfo(np.int32)

    def before(value: np.ndarray, first: object) -> np.ndarray:
        return np.concatenate([np.array([first], value.dtype), value[:-1]])

    def clusters(function: np.ufunc, value: np.ndarray, size: int) -> np.ndarray:
        return np.repeat(function.reduce(value.reshape(-1, size), axis=1), size)

    def partitions(function: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        result = np.zeros(WIDTH, np.uint32)
        for number in range(3):
            result[rest == number] = function(x[rest == number])
        return result

    halves = (x * 0.5).astype(np.float32)
    alone = np.zeros(WIDTH, np.uint32)
    alone[odd] = np.minimum.accumulate(x[odd])
    bits = [sum(1 << int(lane) for lane in np.nonzero(rest == number)[0]) for number in range(3)]
    columns = [
        np.minimum.accumulate(x),
        before(np.maximum.accumulate(x), 0),
        np.maximum.accumulate(y),
        before(np.minimum.accumulate(y), limits.max),
        np.bitwise_or.accumulate(x),
        before(np.bitwise_and.accumulate(x | 0xF0), 0xFFFFFFFF),
        np.bitwise_xor.accumulate(x),
        before(np.logical_or.accumulate(odd), False),
        before(np.minimum.accumulate(halves), np.inf).view(np.uint32),
        np.maximum.accumulate((y * 0.5).astype(np.float32)).view(np.uint32),
        clusters(np.add, x, 2),
        clusters(np.maximum, x, 8),
        clusters(np.multiply, (x & 1) + 1, 16),
        clusters(np.logical_xor, odd, 8),
        clusters(np.add, halves, 32).astype(np.float32).view(np.uint32),
        np.array(bits, np.uint32)[rest],
        partitions(lambda part: np.full(len(part), part.sum())),
        partitions(np.maximum.accumulate),
        partitions(lambda part: np.cumsum(part) - part),
        np.full(WIDTH, w.sum() >> np.uint64(20)),
        (np.cumsum(w) - w) >> np.uint64(20),
        np.roll(x.reshape(-1, 8), -5, axis=1).reshape(-1),
        alone,
        np.full(WIDTH, w.min() >> np.uint64(20)),
    ]
    return np.stack([np.asarray(column).astype(np.int64).astype(np.uint32) for column in columns], axis=1)
