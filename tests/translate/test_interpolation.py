"""Inputs that a fragment function interpolates itself: handles, and the calls that take them.

The runner has no places in a pixel, so the calls are compared, not what they give.
"""

from __future__ import annotations

import re
from pathlib import Path

import mtlb
from mtlb.base.findings import Severity
from mtlb.base.metal import InterpolationQualifier, SamplingQualifier
from mtlb.translate import translate
from tests.translate.assembler import assemble

SHADER = (Path(__file__).parent / "stages" / "places.frag.spvasm").read_text()
PULLED, FLAT = SamplingQualifier.INTERPOLATION_FUNCTION, InterpolationQualifier.FLAT


def test_what_is_interpolated_at_a_place_is_a_handle() -> None:
    translation = translate(assemble(SHADER), "macos14")
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    (function,) = mtlb.describe(translation.module.air_bytes())
    actual = {
        argument.attribute_name: argument for argument in function.entry.arguments if argument.kind == "fragment_input"
    }
    assert {name: item.sampling_qualifier for name, item in actual.items()} == {
        **{f"user(loc{number})": PULLED for number in range(5)},
        "user(loc5)": None,
    }
    shades = {name: item.interpolation_qualifier for name, item in actual.items()}
    assert shades["user(loc5)"] is FLAT and shades["user(loc1)"] is InterpolationQualifier.NO_PERSPECTIVE
    assert shades["user(loc0)"] is shades["user(loc2)"] is InterpolationQualifier.PERSPECTIVE


def test_each_read_is_a_call_with_the_handle() -> None:
    text = translate(assemble(SHADER), "macos14").module.text()
    calls = re.findall(r"call .* @air\.(interpolate_\w+\.\w+)\(.*\*[^%]*%(\d+)(?:, (.*?))?\)", text)
    entry = [(name, handle) for name, handle, _ in calls]
    # where a variable is read as it is declared
    assert entry[:5] == [
        ("interpolate_center_perspective.v4f32", "0"),
        ("interpolate_center_no_perspective.v2f32", "1"),
        ("interpolate_sample_perspective.f32", "3"),
        ("interpolate_sample_perspective.f32", "4"),
        ("interpolate_centroid_perspective.v3f32", "5"),
    ]
    # an element at an index that is not constant: all of them
    assert sum(name == "interpolate_offset_perspective.f32" for name, _ in entry) == 2
    assert ("interpolate_sample_no_perspective.v2f32", "1", "i32 3") in calls
    assert "air.get_sample_position.v2f32(i32 %2, i32 0)" in text


def test_offsets_count_from_the_corner_of_the_pixel() -> None:
    helper = translate(assemble(SHADER), "macos14").module.text().split("define internal")[1]
    sum = re.search(r"(%\d+) = fadd (?:fast )?<2 x float> %\d+, <float 5.000000e-01, float 5.000000e-01>", helper)
    assert sum is not None and f"<2 x float> {sum[1]})" in helper


def test_the_position_of_a_function_that_runs_for_each_sample_is_that_of_the_sample() -> None:
    """Metal's is the middle of the pixel. `golden/glsl/interpolation.frag` reads gl_SampleID."""
    shader = Path(__file__).parents[2] / "golden" / "glsl" / "interpolation.spv"
    text = translate(shader.read_bytes(), "macos14").module.text()
    assert text.count("call <2 x float> @air.get_sample_position.v2f32(i32 ") == 1
    assert len(re.findall(r"fsub (?:fast )?float %\d+, 5.000000e-01", text)) == 2
