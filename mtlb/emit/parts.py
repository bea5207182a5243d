"""Parts of functions with the builder: `frexp` and `modf` as defined by Metal, determinants."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..ir import Value as IRValue
from ..ir.expand import frexp as expand_frexp
from ..ir.expand import modf_fraction
from .names import i16, i32, u16, u32
from .operands import TypedValue
from .types import Scalar, element_of, with_count
from .value import Operations


def frexp(b: Operations, value: TypedValue, convert: Callable[..., TypedValue]) -> tuple[TypedValue, TypedValue]:
    """A fraction in [0.5, 1) and an int exponent with `value = fraction * 2**exponent`, for half and float.

    `convert` is the builder's conversion between numbers.
    """
    element = element_of(value.type)
    is_half = isinstance(element, Scalar) and element.bits == 16
    unsigned, signed = [with_count(type, value.type) for type in ((u16, i16) if is_half else (u32, i32))]

    def to_float(bits: IRValue) -> IRValue:
        return convert(TypedValue(b, bits, unsigned), value.type).ir

    result = partial(expand_frexp, to_float=to_float)
    fraction, exponent = b.expanded_all("frexp", result, value, results=(value.type, signed))
    return fraction, b.resize(exponent, 32)


def modf(b: Operations, value: TypedValue, whole: TypedValue) -> TypedValue:
    """The fractional part, with the sign of the value. `whole` is the integer part."""
    return b.expanded("modf", modf_fraction, value, whole, result=value.type)


def determinant(columns: list[list[TypedValue]]) -> TypedValue:
    """The determinant of a square matrix of numbers, by expansion along the first column."""
    if len(columns) == 1:
        return columns[0][0]
    total: TypedValue | None = None
    for row, number in enumerate(columns[0]):
        term = number * determinant([column[:row] + column[row + 1 :] for column in columns[1:]])
        total = term if total is None else total - term if row % 2 else total + term
    assert total is not None
    return total
