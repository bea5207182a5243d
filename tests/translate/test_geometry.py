"""Geometry shaders: the meshes that they become, beside numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.base.findings import Severity
from mtlb.cpu import Kernel
from mtlb.translate import translate
from tests.translate.assembler import assemble
from tests.translate.test_meshes import outputs

SHADER = (Path(__file__).parent / "stages" / "ribbon.geom.spvasm").read_text()
PRIMITIVES, STRIDE = 2, 16 + 4 * 16


def vertices() -> np.ndarray:
    """Position, then locations 0 to 3 (a normal, a pair, two weights), as docs/spirv.md §3 has them."""
    values = np.zeros((3 * PRIMITIVES, STRIDE // 4), np.float32)
    number = np.arange(3 * PRIMITIVES)
    values[:, :4] = number[:, None] + [0, 10, 20, 30]
    values[:, 4:7] = number[:, None] * [1, 2, 3]
    values[:, 8:10] = number[:, None] + [0.5, 0.25]
    values[:, 12], values[:, 16] = -number, number * 100
    return values


def test_strips_become_triangles() -> None:
    translation = translate(assemble(SHADER), "macos14")
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    (warning,) = translation.warnings
    assert "a geometry shader is a mesh function here" in warning
    inputs = vertices()
    parameters = {"input_points": 3, "vertex_bytes": STRIDE, "output_points": 0, "point_bytes": 0, "patch_bytes": 0}
    uniform = next(binding.name for binding in translation.bindings if binding.binding == 0)
    buffers = {"vertices": inputs.view(np.uint8).ravel(), "tessellation": parameters, uniform: np.full(1, 2.0, "f4")}
    with Kernel(translation.module.air_bytes(), "main_", check=True) as k:
        result = k.run((PRIMITIVES, 2), 1, buffers=buffers)
    assert not result.findings
    actual = result.outputs
    assert actual["primitive_count"].tolist() == [3, 3, 2, 2]  # the second invocation leaves before the second strip
    emitted = np.array([0, 1, 2, 0, 2, 1, 0])
    for group, (primitive, invocation) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)]):
        its = emitted[: 7 - 3 * invocation] + 3 * primitive
        np.testing.assert_array_equal(actual["position"][group, : len(its)], inputs[its, :4] * 2)
        by_user = {
            output.attribute_name: actual[output.name][group]
            for output in outputs(translation)
            if output.attribute_name
        }
        np.testing.assert_array_equal(by_user["user(loc0)"][: len(its), :3], inputs[its, 4:7])
        np.testing.assert_array_equal(by_user["user(loc0)"][: len(its), 3], [invocation] * len(its))
        np.testing.assert_array_equal(by_user["user(loc1)"][: len(its)], inputs[its, 8:10] + inputs[its, 16:17])
        count = 3 - invocation
        assert actual["render_target_array_index"][group, :count].tolist() == [primitive] * count
        assert actual["primitive_id"][group, :count].tolist() == [7, 5, 5][:count]
    assert actual["index"][0, :9].tolist() == [0, 1, 2, 1, 3, 2, 4, 5, 6]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("OpEmitVertex", "OpEmitStreamVertex %one", "Metal has one stream of vertices"),
        ("OutputVertices 7", "OutputVertices 300", "300 vertices and 298 primitives: a mesh has at most 256"),
        ("OpExecutionMode %4 Triangles\n", "", "does not say what primitives go in and come out"),
    ],
)
def test_what_metal_has_not(old: str, new: str, reason: str) -> None:
    assert old in SHADER
    text = SHADER.replace(old, new)
    if "%one" in new:
        start = text.index("OpTypeInt 32 1")
        type = text[text.rindex("\n", 0, start) + 1 : start].split()[0]
        end = text.index("\n", start) + 1
        text = f"{text[:end]}%one = OpConstant {type} 1\n{text[end:]}"
        text = text.replace("OpCapability Geometry", "OpCapability Geometry\nOpCapability GeometryStreams")
    with pytest.raises(UnsupportedError, match=reason):
        translate(assemble(text), "macos14")
