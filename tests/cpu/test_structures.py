"""Types of the metadata as numpy has them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mtlb.air import StructField, StructType
from mtlb.base.errors import BuildError
from mtlb.cpu.structures import element_type, number_bytes, struct_dtype, struct_rows

SIZES = {"bool": 1, "uchar": 1, "short": 2, "half": 2, "float": 4, "uint": 4, "long": 8}
NAMES = [*SIZES, *(f"{name}{n}" for name in SIZES for n in "234"), "float2x2", "float3x3", "half4x3", "float2x4"]


def size_of(name: str) -> int:
    """Metal's: vectors of three take the room of four, matrices are columns."""
    base = next(size for size in sorted(SIZES, key=len, reverse=True) if name.startswith(size))
    columns, _, rows = name[len(base) :].partition("x")
    if rows:
        return int(columns) * size_of(f"{base}{rows}")
    return SIZES[base] * {"": 1, "2": 2, "3": 4, "4": 4}[columns]


@given(st.sampled_from(NAMES), st.integers(0, 3), st.integers(0, 2**32 - 1))
def test_numbers_are_where_the_type_of_numpy_has_them(name: str, entries: int, seed: int) -> None:
    dtype, count = element_type(name) or ("", 0)
    numbers = max(1, entries) * count
    value = np.random.default_rng(seed).integers(0, 2 if name.startswith("bool") else 100, numbers).astype(dtype)
    size = size_of(name)
    data = number_bytes(name, size, max(1, entries), value, "x")
    assert len(data) == size * max(1, entries)
    struct = StructType([StructField(0, size, entries, name, "x")])
    actual = np.frombuffer(data, struct_dtype(struct, len(data)))["x"][0]
    rows = int(name[-1]) if name[-1] in "234" else 1
    columns = int(name[-3]) if "x" in name else 1
    per_row = actual.reshape(max(1, entries), columns, -1)[:, :, :rows]
    np.testing.assert_array_equal(per_row.ravel(), value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=200)
@given(st.sampled_from(["float", "uint3", "half4x3", "Unknown"]), VALUES)
@pytest.mark.long
def test_values_of_other_kinds_are_refused(name: str, value: object) -> None:
    size = 8 if name == "Unknown" else size_of(name)
    struct = StructType([StructField(0, size, 0, name, "x")])
    for convert in (
        lambda: np.frombuffer(number_bytes(name, size, 1, value, "x"), "u1"),
        lambda: struct_rows(struct, size, 2, value, "x")[0],
        lambda: struct_rows(struct, size, 2, {"x": value}, "x")[0],
    ):
        try:
            result = convert()
        except BuildError:
            continue
        assert result.nbytes in (size, 2 * size)
        assert value is not None and not isinstance(value, str)


def test_members_that_reach_past_the_struct() -> None:
    with pytest.raises(
        BuildError, match=r"a struct of 8 bytes, according to the metadata, has members that extend past its end: a, b"
    ):
        struct_dtype(StructType([StructField(0, 8, 0, "half4", "a"), StructField(8, 4, 0, "float", "b")]), 8)
