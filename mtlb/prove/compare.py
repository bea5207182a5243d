"""Comparison of the values of two runs: equal, equal within a bound, or different, in units of the last place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..air import EntryArgument
from ..base.errors import BuildError
from ..cpu.structures import element_type, struct_dtype

BOUNDS = {"f4": 1e-4, "f2": 4e-3, "bf": 2e-2}
"""The allowed difference, relative to the magnitude of the expected value, or to 1 if that is larger.

For each type it is the widest tolerance in docs/differences.md, because a function may call any function of Metal.
"""


@dataclass(slots=True)
class ValueDifference:
    """The result of a comparison: `elements`, the numbers of elements that differ and that exceed the bound, and the
    worst.
    """

    elements: int = 0
    unequal: int = 0
    beyond: int = 0
    worst: float = 0.0
    ulps: int = 0
    bound: float = 0.0
    first: str = ""

    def add(self, other: ValueDifference) -> None:
        """Add the counts of another array."""
        self.elements += other.elements
        self.unequal += other.unequal
        self.beyond += other.beyond
        self.worst = max(self.worst, other.worst)
        self.ulps = max(self.ulps, other.ulps)
        self.bound = max(self.bound, other.bound)
        self.first = self.first or other.first


def compare_argument(argument: EntryArgument, label: str, got: bytes, expected: bytes) -> ValueDifference:
    """Compare the memory of a buffer after two runs, as numbers of the argument's type."""
    struct = argument.struct_type_info
    if struct is not None and struct.fields and argument.type_size:
        try:
            dtype = struct_dtype(struct, argument.type_size)
        except BuildError:
            return compare_bytes(label, got, expected)
        whole = len(expected) // dtype.itemsize * dtype.itemsize
        return _compare_fields(label, _array(got[:whole], dtype), _array(expected[:whole], dtype))
    result = element_type(argument.type_name)
    if result is None:
        return compare_bytes(label, got, expected)
    is_bfloat = "bfloat" in argument.type_name
    return compare_arrays(label, _array(got, np.dtype(result[0])), _array(expected, np.dtype(result[0])), is_bfloat)


def compare_bytes(label: str, got: bytes, expected: bytes) -> ValueDifference:
    """Compare memory of unknown type byte by byte."""
    return compare_arrays(label, _array(got, np.dtype("u1")), _array(expected, np.dtype("u1")))


def compare_arrays(label: str, got: Any, expected: Any, is_bfloat: bool = False) -> ValueDifference:
    """Compare two arrays of one type. Integers must be equal, floats within the bound of their type."""
    got, expected = (np.ascontiguousarray(item).reshape(-1) for item in (got, expected))
    if got.size != expected.size:
        raise BuildError(f"{label}: {got.size} elements, expected {expected.size}")
    bits = np.dtype(f"u{got.dtype.itemsize}")
    differing = got.view(bits) != expected.view(bits)
    difference = ValueDifference(got.size, int(differing.sum()))
    if not difference.unequal:
        return difference
    key = "bf" if is_bfloat else got.dtype.str[1:]
    if key not in BOUNDS:
        difference.beyond = difference.unequal
        difference.first = _first(label, got, expected, differing)
        return difference
    values, wide = (_floats(item, is_bfloat) for item in (got, expected))
    with np.errstate(all="ignore"):
        distance = np.abs(values - wide)
        bound = BOUNDS[key] * np.maximum(1.0, np.abs(wide))
        same = (values == wide) | (np.isnan(values) & np.isnan(wide))
        beyond = ~same & ~(distance <= bound)
        finite = differing & ~same & np.isfinite(distance)
    difference.unequal, difference.beyond, difference.bound = (
        int((differing & ~same).sum()),
        int(beyond.sum()),
        BOUNDS[key],
    )
    if finite.any():
        difference.worst = float(distance[finite].max())
        difference.ulps = int(np.abs(_ordered(got)[finite] - _ordered(expected)[finite]).max())
    if difference.beyond:
        difference.first = _first(label, values, wide, beyond)
    return difference


def _compare_fields(label: str, got: Any, expected: Any) -> ValueDifference:
    """Compare structs member by member; padding is not compared."""
    if got.dtype.names is None:
        if got.dtype.kind == "V":
            return compare_bytes(label, got.tobytes(), expected.tobytes())
        return compare_arrays(label, got, expected)
    difference = ValueDifference()
    for name in got.dtype.names:
        difference.add(_compare_fields(f"{label}.{name}", got[name], expected[name]))
    return difference


def _array(data: bytes, dtype: Any) -> Any:
    return np.frombuffer(data[: len(data) // dtype.itemsize * dtype.itemsize], dtype)


def _floats(array: Any, is_bfloat: bool) -> Any:
    if is_bfloat:
        return (array.view("u2").astype("u4") << 16).view("f4").astype("f8")
    return array.astype("f8")


def _ordered(array: Any) -> Any:
    """The bits of floats as integers in the order of the values, so that adjacent floats differ by 1."""
    width = array.dtype.itemsize * 8
    bits = array.view(f"u{array.dtype.itemsize}").astype("i8")
    sign = 1 << (width - 1)
    return np.where(bits & sign, sign - bits, bits)


def _first(label: str, got: Any, expected: Any, where: Any) -> str:
    at = int(np.flatnonzero(where)[0])
    return f"{label}[{at}] is {got[at]!s}, the CPU's run left {expected[at]!s}"
