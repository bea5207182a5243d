"""Whole algorithms, made with the builder, against numpy: reductions, sorts, matrices. The checks find nothing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mtlb import emit
from mtlb.emit import u32
from mtlb.testing import KernelRunner
from tests.conftest import every_nth
from tests.cpu.algorithms import BITS, BLOCK, GROUP, gemm_kernel, radix_module, row_kernel, sort_kernel
from tests.cpu.kernels import kernel


@pytest.fixture(scope="module")
def run() -> Iterator[KernelRunner]:
    with KernelRunner() as runner:
        yield runner


def test_softmax(run: KernelRunner) -> None:
    x = np.random.default_rng(0).normal(0, 4, (5, 512)).astype("f4")
    wide = np.exp(x.astype("f8") - x.max(1, keepdims=True))
    out = np.zeros_like(x)
    data = row_kernel(512, normalizes=False)
    buffers = {"x": x, "out": out}
    result = run(
        data, "k", 5 * GROUP, GROUP, buffers=buffers, expect={"out": wide / wide.sum(1, keepdims=True)}, tolerance=1e-6
    )
    assert result.counts["barriers"] == 5 * 4


def test_layer_norm(run: KernelRunner) -> None:
    generator = np.random.default_rng(1)
    x, weight = generator.normal(3, 2, (4, 256)).astype("f4"), generator.random(256).astype("f4")
    wide = x.astype("f8")
    want = (wide - wide.mean(1, keepdims=True)) / np.sqrt(wide.var(1, keepdims=True) + 1e-5) * weight
    buffers = {"x": x, "out": np.zeros_like(x), "weight": weight}
    run(row_kernel(256, normalizes=True), "k", 4 * GROUP, GROUP, buffers=buffers, expect={"out": want}, tolerance=3e-6)


def test_bitonic_sort(run: KernelRunner) -> None:
    keys = np.random.default_rng(2).integers(0, 2**32, (3, 64), np.uint32)
    want = np.sort(keys, axis=1)
    run(sort_kernel(64), "k", 3 * 64, 64, buffers={"keys": keys}, expect={"keys": want})


def test_product_of_matrices(run: KernelRunner) -> None:
    m, n, depth = 24, 16, 40
    generator = np.random.default_rng(3)
    left, right = generator.normal(0, 1, (m, depth)).astype("f4"), generator.normal(0, 1, (depth, n)).astype("f4")
    buffers = {"left": left, "right": right, "out": np.zeros((m, n), "f4")}
    want = left.astype("f8") @ right.astype("f8")
    grid, group = (n // 8 * 32, m // 8), (32, 1)
    result = run(gemm_kernel(m, n, depth), "k", grid, group, buffers=buffers, expect={"out": want}, tolerance=1e-5)
    assert result.counts["meetings"] > 0


@pytest.mark.long
def test_radix_sort_of_several_dispatches(run: KernelRunner) -> None:
    library = radix_module()
    count, bins = 8 * BLOCK, 1 << BITS
    keys = np.random.default_rng(4).integers(0, 2**16, count, np.uint32)
    want = np.sort(keys)
    out, counts = np.zeros_like(keys), np.zeros(bins * (count // BLOCK), np.uint32)
    for shift in range(0, 16, BITS):
        run(library, "count", count, BLOCK, buffers={"keys": keys, "counts": counts, "shift": shift})
        histogram = np.bincount(keys >> shift & bins - 1, minlength=bins)
        assert counts.reshape(bins, -1).sum(1).tolist() == histogram.tolist()
        run(library, "scan", 32, 32, buffers={"counts": counts, "n": counts.size})
        run(library, "scatter", count, BLOCK, buffers={"keys": keys, "counts": counts, "shift": shift, "out": out})
        keys, out = out, keys
    assert keys.tolist() == want.tolist()


@pytest.mark.parametrize("missing", every_nth(range(3), 3))
def test_a_barrier_less_is_a_race(missing: int, run: KernelRunner) -> None:
    """A scan of a threadgroup that needs all three of its barriers: without any one of them a race is found."""

    def body(module: emit.Module, k: emit.KernelEntry) -> None:
        x, out = k.buffer("x", u32, 0, "read"), k.buffer("out", u32, 1)
        thread = k.builtin("thread_index_in_threadgroup", u32)
        tile, other = k.threadgroup("tile", emit.array(u32, 64)), k.threadgroup("other", emit.array(u32, 64))
        b = k.entry()
        tile[thread].store(x[thread].load())
        for number, (source, target, step) in enumerate(((tile, other, 1), (other, tile, 2), (tile, other, 4))):
            if number != missing:
                b.barrier()
            before = source[b.math("max", thread, b.const(u32, step)) - step].load()
            target[thread].store(source[thread].load() + b.select(thread < step, b.const(u32, 0), before))
        out[thread].store(other[thread].load())

    x = np.arange(64, dtype="u4")
    with pytest.raises(AssertionError, match="error: race"):
        run(kernel(body), "k", 64, 64, buffers={"x": x, "out": np.zeros_like(x)})
