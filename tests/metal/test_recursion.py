"""Recursion in kernels, from Metal 2.4 on, and methods that differ in address spaces, by their values."""

from __future__ import annotations

import numpy as np
import pytest

from mtlb.bitcode import read_module
from mtlb.ir.verify import verify_module
from tests.metal.needed import needs_clang
from tests.metal.test_values import compiled, ran


def _fibonacci(n: int) -> int:
    return n if n < 2 else _fibonacci(n - 1) + _fibonacci(n - 2)


@needs_clang
@pytest.mark.long
def test_recursive_functions() -> None:
    module = compiled("recursion")
    assert verify_module(read_module(module)) == []
    nodes = np.array([[7, 1, 2], [5, -1, 3], [9, -1, -1], [100, -1, -1]], np.int32)
    count = 4
    out = np.zeros((count, 16), np.int32)
    ran(module, "recursive", count, [out.reshape(-1), nodes.reshape(-1)])
    for i, row in enumerate(out.tolist()):
        filled = [*range(1, i + 2), *([0] * (10 - i))]
        assert row == [_fibonacci(i + 5), i % 2 == 0, 2 * i + 3, 121, 4, *filled]


@needs_clang
@pytest.mark.long
def test_methods_of_address_spaces() -> None:
    """A variable that nothing writes is in thread memory, though the passes replace it by its initial constant."""
    out, a, b = np.zeros(6, np.int32), np.array([10], np.int32), np.array([20], np.int32)
    ran(compiled("recursion"), "methods", 1, [out, a, b])
    assert out.tolist() == [10, 21, 7, 20, 60, 20]
