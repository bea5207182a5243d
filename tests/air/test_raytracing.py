"""The functions for ray tracing: the rule of their names and types, beside the rows that were seen."""

from __future__ import annotations

import pytest

from mtlb.air import intrinsics
from mtlb.air.intrinsics import intrinsic
from mtlb.air.probed import PROBED
from mtlb.air.raytracing import rows, split_name
from mtlb.base.versions import Version


def _seen() -> list[tuple[str, str, str]]:
    """Names, signatures and effects of the functions for ray tracing that Apple's compiler declared."""
    results = []
    for row in f"{intrinsics._FAMILIES}{PROBED}".replace("\n  ", " ").splitlines():
        names, _, signature, _, effect, *_ = [cell.strip() for cell in f"{row}|||||".split("|")]
        results += [(name, signature, effect) for name in names.split() if split_name(name.split("."))]
    return results


def test_the_rule_says_what_was_seen() -> None:
    seen = _seen()
    assert len(seen) > 70
    for name, signature, effect in seen:
        split = split_name(name.split("."))
        assert split is not None
        result = rows(*split)
        assert any(f" {signature} " in row and f" {effect} " in row for row in result), name


@pytest.mark.parametrize(
    ("name", "air", "result", "count"),
    [
        ("air.intersect.instancing.triangle_data", "2.3", "{i32, f32, i32, i32, i32, v2f32, i1}", 17),
        ("air.intersect.instancing.triangle_data", "2.5", "{i32, f32, i32, i32, i8*1, i32, i32, v2f32, i1}", 17),
        ("air.intersect.triangle_data.primitive_motion", "2.8", "{i32, f32, i32, i32, i8*1, v2f32, i1}", 19),
        ("air.intersect.instancing.curve_data", "2.8", "{i32, f32, i32, i32, i8*1, i32, i32, f32}", 20),
        (
            "air.intersect.multi_level_instancing",
            "2.8",
            "{i32, f32, i32, i32, i8*1, i8}",
            23,
        ),  # fixtures of metal2vulkan
        ("air.reset_intersection_query.triangle_data", "2.4", "void", 13),
    ],
)
def test_tags_add_operands_and_members(name: str, air: str, result: str, count: int) -> None:
    actual = intrinsic(name)
    assert actual is not None
    version = Version.parse(air)
    assert actual.result(version).word == result
    assert len(actual.parameters(version)) == count


@pytest.mark.parametrize(
    "name",
    [
        "air.intersect.triangle_data.instancing",  # not in the order of names
        "air.intersect.instancing.instancing",
        "air.intersect.instancing.multi_level_instancing",
        "air.intersect.fast",
        "air.get_candidate_triangle_barycentric_coord_intersection_query.instancing",
        "air.get_instance_id_intersection_result.triangle_data",
        "air.is_candidate_primitive_id_intersection_query",
    ],
)
def test_other_names_are_no_functions(name: str) -> None:
    assert intrinsic(name) is None
