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
    made = np.zeros((3 * PRIMITIVES, STRIDE // 4), np.float32)
    number = np.arange(3 * PRIMITIVES)
    made[:, :4] = number[:, None] + [0, 10, 20, 30]
    made[:, 4:7] = number[:, None] * [1, 2, 3]
    made[:, 8:10] = number[:, None] + [0.5, 0.25]
    made[:, 12], made[:, 16] = -number, number * 100
    return made


def test_strips_become_triangles() -> None:
    made = translate(assemble(SHADER), "macos14")
    assert [one for one in made.module.check() if one.severity is not Severity.NOTE] == []
    (warning,) = made.warnings
    assert "a geometry shader is a mesh function here" in warning
    given = vertices()
    parameters = {"input_points": 3, "vertex_bytes": STRIDE, "output_points": 0, "point_bytes": 0, "patch_bytes": 0}
    uniform = next(one.name for one in made.bindings if one.binding == 0)
    buffers = {"vertices": given.view(np.uint8).ravel(), "tessellation": parameters, uniform: np.full(1, 2.0, "f4")}
    with Kernel(made.module.air_bytes(), "main_", check=True) as k:
        result = k.run((PRIMITIVES, 2), 1, buffers=buffers)
    assert not result.findings
    found = result.outputs
    assert found["primitive_count"].tolist() == [3, 3, 2, 2]  # the second invocation leaves before the second strip
    emitted = np.array([0, 1, 2, 0, 2, 1, 0])
    for group, (primitive, invocation) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)]):
        its = emitted[: 7 - 3 * invocation] + 3 * primitive
        np.testing.assert_array_equal(found["position"][group, : len(its)], given[its, :4] * 2)
        by_user = {one.attribute_name: found[one.name][group] for one in outputs(made) if one.attribute_name}
        np.testing.assert_array_equal(by_user["user(loc0)"][: len(its), :3], given[its, 4:7])
        np.testing.assert_array_equal(by_user["user(loc0)"][: len(its), 3], [invocation] * len(its))
        np.testing.assert_array_equal(by_user["user(loc1)"][: len(its)], given[its, 8:10] + given[its, 16:17])
        count = 3 - invocation
        assert found["render_target_array_index"][group, :count].tolist() == [primitive] * count
        assert found["primitive_id"][group, :count].tolist() == [7, 5, 5][:count]
    assert found["index"][0, :9].tolist() == [0, 1, 2, 1, 3, 2, 4, 5, 6]


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
