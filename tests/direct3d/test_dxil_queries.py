"""Ray queries of DXIL: the calls that they become. No machine here traces rays, so the calls are compared, not the
hits. The names and numbers of the operations are those of tryAllOps.hlsl in DXC's tests."""

from __future__ import annotations

import re

import pytest

from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.base.findings import Severity
from mtlb.direct3d import ContainerTranslation, translate_container
from mtlb.translate import ShaderOptions
from tests.direct3d.dxil_assembler import SRV, UAV
from tests.direct3d.dxil_samples import HANDLE, RAW, compute, ray_queries

STRUCTURE = 16
SUFFIX = "_intersection_query.instancing.triangle_data"


def translated(body: str, **options: object) -> ContainerTranslation:
    shader = compute(body, (SRV, STRUCTURE, 3), (UAV, RAW, 0))
    made = translate_container(shader.container(), "macos14", options=ShaderOptions(**options))  # type: ignore[arg-type]
    assert [one for one in made.module.check() if one.severity is not Severity.NOTE] == []
    return made


def lines_of(made: ContainerTranslation, name: str) -> list[str]:
    return [line for line in made.module.text().splitlines() if f"@air.{name}{SUFFIX}" in line and "call" in line]


def test_a_ray_is_reset_with_the_parameters_in_the_order_of_metal() -> None:
    made = translated(ray_queries())
    (line,) = lines_of(made, "reset")
    ray = "<3 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00>, "
    ray += "<3 x float> <float 0.000000e+00, float 1.000000e+00, float 0.000000e+00>, "
    assert f"{ray}float 5.000000e-01, float 1.000000e+02, %struct._instance_acceleration_structure_t" in line
    assert re.search(r"i32 (127|%\d+), i32 0, (i32 \S+, ){4}i32 3, i32 -1, i32 -1, i32 0, i1 false, i1 \S+\)", line)
    (structure,) = (one for one in made.bindings if one.register == "t3")
    assert structure.type == "instance_acceleration_structure" and structure.slot == 17


def test_a_query_is_allocated_and_given_back_once() -> None:
    made = translated(ray_queries())
    assert len(lines_of(made, "allocate")) == len(lines_of(made, "deallocate")) == 1
    for name in ("next", "abort", "commit_triangle_intersection", "commit_bounding_box_intersection"):
        assert len(lines_of(made, name)) == 1
    for what in ("get_candidate_intersection_type", "get_committed_intersection_type", "get_committed_instance_id"):
        assert len(lines_of(made, what)) == 1
    for what in ("get_candidate_object_to_world_transform", "get_committed_triangle_barycentric_coord"):
        assert len(lines_of(made, what)) == 1


def test_what_is_not_translated_is_refused_by_name() -> None:
    number = "  %n = call i32 @dx.op.rayQuery_StateScalar.i32(i32 214, i32 %q)\n"
    query = "  %q = call i32 @dx.op.allocateRayQuery(i32 178, i32 0)\n"
    with pytest.raises(UnsupportedError, match="RayQuery_CandidateInstanceContributionToHitGroupIndex"):
        translated(query + number)
    with pytest.raises(UnsupportedError, match="chosen while the shader runs"):
        translated("  %p = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 7)\n")
    with pytest.raises(UnsupportedError, match="t3: an acceleration structure in an argument buffer"):
        translated(ray_queries(), binding_model="root")
    wrong = ray_queries().replace(HANDLE.format("t", 0, 0, 3), HANDLE.format("t", 1, 0, 0))
    with pytest.raises(FormatError, match="u0 is not an acceleration structure"):
        translated(wrong)
