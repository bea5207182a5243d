"""What cannot run on a CPU: interpolants, samples of the render target; and what is left out with a warning."""

from __future__ import annotations

import numpy as np

import mtlb
from mtlb.air import read_entry_points
from mtlb.base.metal import InterpolationQualifier, SamplingQualifier
from mtlb.bitcode import read_module
from mtlb.cpu import Kernel
from mtlb.direct3d import ContainerTranslation, translate_container
from tests.direct3d.assembler import PIXEL, VERTEX, container, dst, floats, ints, op, signature, src

TARGET = signature(("SV_Target", 0, 0, 3, 0, 15))


def called(shader: ContainerTranslation) -> set[str]:
    """The functions that a module declares."""
    return {function.name for function in read_module(shader.module.air_bytes()).functions if not function.blocks}


def test_inputs_at_other_places_are_interpolants() -> None:
    """v0 is perspective at the center and at other places, v1 without it, v2 an input as others."""
    data = container(
        PIXEL,
        op("dcl_input_ps", dst(1, 0), controls=2 << 11),
        op("dcl_input_ps", dst(1, 1, mask="xy"), controls=5 << 11),
        op("dcl_input_ps", dst(1, 2), controls=2 << 11),
        op("dcl_output", dst(2, 0)),
        op("dcl_temps", [4]),
        op("eval_centroid", dst(0, 0), src(1, 0)),
        op("eval_sample_index", dst(0, 1), src(1, 0, swizzle="wzyx"), ints(2)),
        op("eval_snapped", dst(0, 2), src(1, 1, negate=True), ints(-8, 7, 0, 0)),
        op("add", dst(0, 0), src(0, 0), src(1, 0)),
        op("add", dst(0, 0), src(0, 0), src(1, 1)),
        op("add", dst(0, 0), src(0, 0), src(1, 2)),
        op("add", dst(0, 0), src(0, 0), src(0, 1)),
        op("add", dst(2, 0), src(0, 0), src(0, 2)),
        op("ret"),
        inputs=signature(("A", 0, 0, 3, 0, 15), ("B", 0, 0, 3, 1, 3), ("C", 0, 0, 3, 2, 15)),
        outputs=TARGET,
    )
    shader = translate_container(data, "macos14")
    names = {name.removeprefix("air.interpolate_") for name in called(shader) if "interpolate" in name}
    assert names == {
        "center_perspective.v4f32",
        "centroid_perspective.v4f32",
        "sample_perspective.v4f32",
        "centroid_no_perspective.v4f32",
        "offset_no_perspective.v4f32",
    }
    (entry,) = read_entry_points(read_module(shader.module.air_bytes()))
    actual = {
        argument.attribute_name: (argument.sampling_qualifier, argument.interpolation_qualifier)
        for argument in entry.arguments
    }
    pulled = SamplingQualifier.INTERPOLATION_FUNCTION
    assert actual == {
        "user(A0)": (pulled, InterpolationQualifier.PERSPECTIVE),
        "user(B0)": (pulled, InterpolationQualifier.NO_PERSPECTIVE),
        "user(C0)": (SamplingQualifier.CENTER, InterpolationQualifier.PERSPECTIVE),
    }


def test_the_samples_of_the_render_target() -> None:
    data = container(
        PIXEL,
        op("dcl_output", dst(2, 0)),
        op("dcl_temps", [1]),
        op("samplepos", dst(0, 0, mask="xy"), src(14), ints(1)),
        op("sampleinfo", dst(0, 0, mask="zw"), src(14, swizzle="xxxx"), controls=1 << 11),
        op("mov", dst(2, 0), src(0, 0)),
        op("ret"),
        outputs=TARGET,
    )
    assert "air.get_num_samples.i32" in called(translate_container(data, "ios17"))


def test_cull_distances_are_passed_on_with_a_warning() -> None:
    data = container(
        VERTEX,
        op("dcl_output_siv", dst(2, 0), [1]),
        op("dcl_output_siv", dst(2, 1, mask="xy"), [3]),
        op("mov", dst(2, 0), floats(0, 0, 0, 1)),
        op("mov", dst(2, 1, mask="xy"), floats(1, 2, 3, 4)),
        op("ret"),
        outputs=signature(("SV_Position", 0, 1, 3, 0, 15), ("SV_CullDistance", 0, 3, 3, 1, 3)),
    )
    shader = translate_container(data, "macos14")
    assert shader.warnings == ("shader: Metal does not cull by SV_CullDistance0",)
    (entry,) = read_entry_points(read_module(shader.module.air_bytes()))
    assert "user(SV_CULLDISTANCE0)" in {output.attribute_name for output in entry.outputs}


def test_a_vertex_shader_without_a_position_has_zeros_there() -> None:
    """A vertex function of Metal has a position."""
    data = container(
        VERTEX,
        op("dcl_output", dst(2, 0)),
        op("mov", dst(2, 0), floats(1, 2, 3, 4)),
        op("ret"),
        outputs=signature(("A", 0, 0, 3, 0, 15)),
    )
    shader = translate_container(data, "macos14")
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        result = kernel.run((2, 1))
    assert result.is_clean, result.findings
    assert result.outputs["A0"].reshape(2, 4).tolist() == [[1, 2, 3, 4]] * 2
    assert result.outputs["position"].reshape(2, 4).tolist() == [[0, 0, 0, 0]] * 2


def test_an_output_register_with_a_computed_index() -> None:
    """The registers that are indexed are in memory; what is not written is 0."""
    index = [2 | 2 << 2 | 1 << 20, 0]
    data = container(
        VERTEX,
        op("dcl_input_sgv", dst(1, 0, mask="x"), [6]),
        op("dcl_output_siv", dst(2, 0), [1]),
        op("dcl_output", dst(2, 1)),
        op("dcl_output", dst(2, 2)),
        op("dcl_indexrange", dst(2, 1), [2]),
        op("dcl_temps", [1]),
        op("mov", dst(2, 0), floats(0, 0, 0, 1)),
        op("mov", dst(0, 0, mask="x"), src(1, 0, swizzle="xxxx")),
        op("mov", [2 | 15 << 4 | 2 << 12 | 1 << 20 | 3 << 22, 1, *index], floats(1, 2, 3, 4)),
        op("ret"),
        inputs=signature(("SV_VertexID", 0, 6, 1, 0, 1)),
        outputs=signature(("SV_Position", 0, 1, 3, 0, 15), ("A", 0, 0, 3, 1, 15), ("A", 1, 0, 3, 2, 15)),
    )
    shader = translate_container(data, "macos14")
    with Kernel(mtlb.link([shader.module]).library, shader.entry, check=True) as kernel:
        ids = {"vertex_id": np.array([0, 1, 7], np.uint32), "base_vertex": np.zeros(3, np.uint32)}
        result = kernel.run((3, 1), inputs=ids)
    assert result.is_clean, result.findings
    row, zero = [1, 2, 3, 4], [0] * 4
    assert result.outputs["A0"].reshape(3, 4).tolist() == [row, zero, zero]
    assert result.outputs["A1"].reshape(3, 4).tolist() == [zero, row, row]


def test_debugging_has_no_effect() -> None:
    data = container(
        PIXEL, op("dcl_output", dst(2, 0)), op("abort"), op("mov", dst(2, 0), floats(0.0)), op("ret"), outputs=TARGET
    )
    assert translate_container(data, "macos14").warnings == ("shader: abort: without effect, as in Direct3D",)
