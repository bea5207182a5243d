"""Subgroups as wide as Metal's SIMD-groups, beside numpy: those of the other values' Vulkan driver have 8 threads."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import mtlb
from mtlb.translate import translate

SHADERS = Path(__file__).parents[2] / "golden" / "glsl"
WIDTH, THREADS, RESULTS = 32, 128, 40


def test_operations_of_four_subgroups() -> None:
    translation = translate((SHADERS / "lanes.spv").read_bytes(), "macos14")
    x = np.random.default_rng(32).integers(0, 1000, THREADS).astype(np.uint32)
    out = np.zeros((THREADS, RESULTS), np.uint32)
    sizes = np.array([x.nbytes, out.nbytes], np.uint32)
    slots = {binding.name: binding.slots["buffer"] for binding in translation.bindings}
    buffers = {slots["data"]: x, slots["result"]: out, slots["_buffer_sizes"]: sizes}
    mtlb.run(mtlb.link([translation.module]).library, "main_", THREADS, THREADS, buffers=buffers)
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
