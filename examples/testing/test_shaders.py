"""Tests of shaders on a machine without a GPU. In a clone of mtlb `pip install . pytest`, then `pytest` here."""

from __future__ import annotations

import numpy as np
import pytest
import shaders


@pytest.fixture(scope="module")
def library() -> bytes:
    return shaders.build()


def test_the_library_is_the_one_that_was_reviewed(metallib_golden, library):
    metallib_golden(library, "shaders.metallib")


@pytest.mark.parametrize("count", [1, 64, 1000])
def test_scale(run_kernel, library, count):
    x, out = np.linspace(-1, 1, count, dtype="f4"), np.zeros(count, "f4")
    run_kernel(library, "scale", count, 32, buffers={"x": x, "out": out}, expect={"out": 2 * x})


def test_total(run_kernel, library):
    x, out = np.random.default_rng(1).random(256, dtype="f4"), np.zeros(8, "f4")
    result = run_kernel(
        library, "total", 256, 32, buffers={"x": x, "out": out}, expect={"out": x.reshape(8, 32).sum(1)}, tolerance=1e-5
    )
    assert result.counts["barriers"] == 8
