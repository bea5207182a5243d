"""How values of two runs are compared."""

from __future__ import annotations

import numpy as np
import pytest

from mtlb.air import EntryArgument, StructField, StructType
from mtlb.base.errors import BuildError
from mtlb.prove.compare import compare_argument, compare_arrays


def test_equal_bits_are_equal_and_nan_is_nan() -> None:
    values = np.array([1.5, np.nan, np.inf, -0.0], "f4")
    result = compare_arrays("x", values.copy(), values)
    assert (result.elements, result.unequal, result.beyond) == (4, 0, 0)
    other = values.copy()
    other.view("u4")[1] ^= 1  # another NaN
    other[3] = 0.0
    assert compare_arrays("x", other, values).unequal == 0


def test_the_last_places_are_counted_across_zero() -> None:
    expected = np.array([1.0, 1e-45, 100.0], "f4")
    got = expected.copy()
    got.view("u4")[0] += 3
    got[1] = -1e-45
    result = compare_arrays("x", got, expected)
    assert (result.unequal, result.beyond, result.ulps) == (2, 0, 3)
    assert result.bound == 1e-4 and 0 < result.worst < 1e-6


def test_values_beyond_the_bound_are_named() -> None:
    expected = np.array([1.0, 2.0, np.nan], "f4")
    result = compare_arrays("buffer 'x'", np.array([1.0, 2.001, 3.0], "f4"), expected)
    assert result.beyond == 2
    assert result.first.startswith("buffer 'x'[1] is 2.00") and "the CPU's run left 2.0" in result.first


def test_integers_are_exact() -> None:
    result = compare_arrays("x", np.array([1, 2], "i4"), np.array([1, 3], "i4"))
    assert result.beyond == 1 and result.first == "x[1] is 2, the CPU's run left 3"
    with pytest.raises(BuildError, match="2 elements, expected 1"):
        compare_arrays("x", np.zeros(2), np.zeros(1))


def test_bfloats_have_their_own_bound() -> None:
    argument = EntryArgument("buffer", type_name="bfloat", name="x")
    item, near, far = (np.array([bits], "u2").tobytes() for bits in (0x3F80, 0x3F81, 0x3F90))
    assert compare_argument(argument, "x", near, item).beyond == 0
    assert compare_argument(argument, "x", near, item).ulps == 1
    assert compare_argument(argument, "x", far, item).beyond == 1


def test_structs_go_by_their_members_and_not_by_what_is_between() -> None:
    argument = EntryArgument("buffer", type_name="S", name="s", type_size=16)
    argument.struct_type_info = StructType([StructField(0, 1, 0, "char", "c"), StructField(8, 4, 0, "float", "f")])
    expected = bytearray(16)
    got = bytearray(16)
    got[4] = 9  # padding
    assert compare_argument(argument, "s", bytes(got), bytes(expected)).unequal == 0
    got[8:12] = np.float32(1).tobytes()
    assert compare_argument(argument, "s", bytes(got), bytes(expected)).first.startswith("s.f[0] is 1.0")
