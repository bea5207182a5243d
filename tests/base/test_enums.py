"""Enums of a file format keep values that have no name."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from mtlb.base.enums import OpenEnum
from mtlb.base.errors import BuildError
from mtlb.base.metal import DataType


class Colour(OpenEnum):
    DEEP_RED = 1
    BLUE = 2


def test_known() -> None:
    assert Colour(1) is Colour.DEEP_RED
    assert (str(Colour.DEEP_RED), f"{Colour.BLUE}", f"{Colour.BLUE:>12}") == (
        "deep-red (0x1)",
        "blue (0x2)",
        "  blue (0x2)",
    )
    assert (f"{Colour.BLUE:#04x}", f"{Colour.BLUE:d}", int(Colour.BLUE)) == ("0x02", "2", 2)
    assert repr(Colour.BLUE) == "<Colour blue (0x2)>"


@pytest.mark.parametrize("value", [1, 0x2F])
def test_members_are_pickled_and_copied_by_value(value: int) -> None:
    colour = Colour(value)
    for again in (pickle.loads(pickle.dumps(colour)), copy.deepcopy(colour), copy.copy(colour)):
        assert type(again) is Colour and (again, str(again)) == (value, str(colour))


def test_unknown() -> None:
    colour = Colour(0x2F)
    assert not colour.is_known and isinstance(colour, Colour)
    assert (colour, str(colour), colour.label) == (0x2F, "unknown (0x2f)", "unknown")
    assert colour == Colour(0x2F) and len({colour, Colour(0x2F)}) == 1
    assert list(Colour) == [Colour.DEEP_RED, Colour.BLUE]
    with pytest.raises(ValueError):
        Colour(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [Colour.of, Colour])
def test_by_label(make: Callable[[str], Colour]) -> None:
    assert make("Deep_Red") is Colour.DEEP_RED
    assert make("0x2f") == 0x2F
    with pytest.raises(BuildError, match=r"unknown colour 'mauve' \(one of deep-red, blue, or a number\)"):
        make("mauve")


def test_data_types_by_the_names_of_air() -> None:
    assert DataType.from_type_name("float4x4") == 15
    assert DataType.from_type_name("ushort3") == 43
    assert DataType.from_type_name("bfloat2") == 122
    for name in ("MyStruct", "texture", "packed_float3", "array", "", "pointer"):
        assert DataType.from_type_name(name) is DataType.NONE
    assert DataType.from_type_name("bool4") is DataType.BOOL4
    assert DataType.from_type_name("sampler") is DataType.from_type_name("rgba8unorm") is DataType.NONE
