"""Formats of floating-point numbers, beside what Python packs. bfloat is the upper half of a float."""

from __future__ import annotations

import math
import struct

import pytest

from mtlb.ir import TypeCode
from mtlb.ir.floats import FLOAT_FORMATS

LETTERS = {TypeCode.HALF: "<e", TypeCode.BFLOAT: "<f", TypeCode.FLOAT: "<f", TypeCode.DOUBLE: "<d"}


def packed(code: TypeCode, value: float) -> int:
    data = struct.pack(LETTERS[code], value)
    return int.from_bytes(data[2:] if code is TypeCode.BFLOAT else data, "little")


@pytest.mark.parametrize("code", FLOAT_FORMATS, ids=lambda code: code.name.lower())
def test_the_bits_of_numbers(code: TypeCode) -> None:
    form = FLOAT_FORMATS[code]
    assert (form.one, form.sign, form.infinity) == (packed(code, 1.0), packed(code, -0.0), packed(code, math.inf))
    assert form.infinity | form.quiet == packed(code, math.nan) & ~form.sign
    assert form.one + (1 << form.fraction) == packed(code, 2.0)
    assert form.sign.bit_length() == form.bits
