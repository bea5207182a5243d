"""Names are Naga's."""

from __future__ import annotations

from mtlb.translate.names import NameScope


def test_names_are_told_apart_and_made_fit() -> None:
    names = NameScope()
    expected = [
        "x",
        "x",
        "x1",
        "x1",
        "__x",
        "1___x",
        "main",
        "float4",
        "packed_float3",
        "position",
        "a-b",
        "",
        "9",
        "M_PI_F",
    ]
    inputs = [names.unique(item, "global") for item in expected]
    assert inputs == [
        *("x", "x_1", "x1_", "x1_1", "_x", "_x_1", "main_", "float4_", "packed_float3_", "position", "ab"),
        *("global", "unnamed", "M_PI_F_"),
    ]


def test_two_things_without_names_are_numbered() -> None:
    names = NameScope()
    assert [names.unique("", "global") for _ in range(3)] == ["global", "global_1", "global_2"]
