"""Ray queries: the calls that they become. No machine here traces rays, so the numbers are compared, not the hits."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.base.findings import Severity
from mtlb.translate import Translation, translate
from tests.translate.assembler import assemble

SHADER = (Path(__file__).parent / "stages" / "rays.comp.spvasm").read_text()
SPIRV_1_5 = 0x00010500
SUFFIX = "_intersection_query.instancing.triangle_data"


def made() -> Translation:
    translation = translate(assemble(SHADER, SPIRV_1_5), "macos14")
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    return translation


def test_a_ray_is_reset_with_the_parameters_in_the_order_of_metal() -> None:
    lines = [line for line in made().module.text().splitlines() if f"call void @air.reset{SUFFIX}" in line]
    (line,) = lines
    ray = "<3 x float> <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00>, "
    ray += "<3 x float> <float 0.000000e+00, float 1.000000e+00, float 0.000000e+00>, "
    assert f"{ray}float 5.000000e-01, float 1.000000e+02, %struct._instance_acceleration_structure_t" in line
    assert re.search(r"i32 127, i32 0, (i32 %\d+, ){4}i32 3, i32 -1, i32 -1, i32 0, i1 false, i1 %\d+\)", line)


def test_queries_are_given_back_on_each_way_out() -> None:
    entry = made().module.text().split("define void @main_")[1].split("\n}")[0]
    assert entry.count(f"@air.allocate{SUFFIX}") == 3
    assert entry.count(f"@air.deallocate{SUFFIX}") == 3 * entry.count("ret void") == 6


def test_the_acceleration_structure_is_in_the_bindings() -> None:
    (structure,) = (binding for binding in made().bindings if binding.binding == 0)
    assert structure.type == "instance_acceleration_structure" and structure.slots == {"buffer": 0}


def test_targets_without_the_calls_are_told() -> None:
    with pytest.raises((FormatError, UnsupportedError), match=r"AIR 2\.3 does not have it"):
        translate(assemble(SHADER, SPIRV_1_5), "macos11")


def test_nothing_is_assumed_of_curves_before_metal_knows_them() -> None:
    text = translate(assemble(SHADER, SPIRV_1_5), "macos13").module.text()
    assert re.search(r"i32 127, i32 0, (i32 %\d+, ){4}i32 3, i1 false, i1 %\d+\)", text)


@pytest.mark.parametrize("stage", ["RayGenerationKHR", "AnyHitKHR", "CallableKHR"])
def test_stages_of_ray_tracing_pipelines_are_refused_by_name(stage: str) -> None:
    text = f"""
        OpCapability RayTracingKHR
        OpMemoryModel Logical GLSL450
        OpEntryPoint {stage} %main "main"
        %void = OpTypeVoid
        %type = OpTypeFunction %void
        %main = OpFunction %void None %type
        %begin = OpLabel
        OpReturn
        OpFunctionEnd
    """
    with pytest.raises(UnsupportedError, match=f"the stage {stage}: Metal has no ray tracing pipelines"):
        translate(assemble(text, SPIRV_1_5), "macos14")
