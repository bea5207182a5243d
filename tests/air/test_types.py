"""One table of Metal's numbers, beside what other tables say of the same types."""

from __future__ import annotations

import numpy as np
import pytest

from mtlb.air.intrinsics import type_from_word, type_word
from mtlb.air.types import DOUBLE, FLOAT_CODES, NUMBERS, SPELLINGS, NumberType, number_of
from mtlb.base.metal import DataType
from mtlb.inspect.demangle import demangle
from mtlb.ir import Context, DataLayout, Type, TypeCode
from mtlb.ir.floats import FLOAT_FORMATS


def type_of(number: NumberType, context: Context) -> Type:
    return type_from_word(context, number.word, lambda name: context.type(TypeCode.VOID))


@pytest.mark.parametrize("number", [*NUMBERS, DOUBLE], ids=lambda item: item.name)
def test_a_number_is_the_same_everywhere(number: NumberType) -> None:
    type_ = type_of(number, Context())
    assert type_word(type_) == number.word
    assert np.dtype(number.numpy).itemsize * 8 == number.memory_bits == 8 * DataLayout().alloc_size(type_)
    demangled = demangle(f"_Z1f{number.mangled}")
    assert demangled is not None and demangled.replace("std::bfloat16_t", "bfloat") in (
        f"f({number.name})",
        f"f({number.name.replace('u', 'unsigned ', 1)})",
    )
    if number.is_float:
        assert FLOAT_FORMATS[type_.code].bits == number.bits and type_.code.name == number.name.upper()
    else:
        assert type_.params == (number.bits,)
    assert DataType.from_type_name(number.name).label == number.name


@pytest.mark.parametrize("number", NUMBERS, ids=lambda item: item.name)
def test_a_type_of_llvm_is_a_number(number: NumberType) -> None:
    actual = number_of(type_of(number, Context()))
    assert actual is not None and (actual.word, actual.numpy[1:]) == (number.word, number.numpy[1:])
    assert actual.kind == ("uint" if number.kind == "int" else number.kind)


def test_other_types_are_not_numbers() -> None:
    context = Context()
    for word in ("f64", "i128", "v2f32", "f32*1", "void"):
        assert number_of(type_from_word(context, word, lambda name: context.type(TypeCode.VOID))) is None


def test_names_are_told_apart() -> None:
    for names in (
        [number.name for number in NUMBERS],
        [number.short for number in NUMBERS],
        [number.mangled for number in NUMBERS],
    ):
        assert len(set(names)) == len(names)
    assert {number.name for number in NUMBERS if number.is_float} == set(FLOAT_CODES)
    assert set(SPELLINGS.values()) < {number.name for number in NUMBERS}
    assert not SPELLINGS.keys() & {number.name for number in NUMBERS}
