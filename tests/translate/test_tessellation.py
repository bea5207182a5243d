"""Tessellation: vertices as a kernel, control points as a kernel, evaluation as a vertex function for patches; each
linked alone, each beside numpy, with buffers laid out as docs/spirv.md §3 says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.base.findings import Severity
from mtlb.translate import ShaderOptions, Translation, translate
from tests.translate.assembler import assemble

STAGES = Path(__file__).parent / "stages"
POINTS, PATCHES = 3, 2
VERTEX_BYTES, POINT_BYTES, PATCH_BYTES = 16 + 4 * 16, 16 + 5 * 16, 7 * 16
PLACES = np.arange(24, dtype=np.float32).reshape(6, 4)
TONES = np.arange(12, dtype=np.float32).reshape(6, 2) / 4
PARAMETERS = {
    "input_points": POINTS,
    "vertex_bytes": VERTEX_BYTES,
    "output_points": POINTS,
    "point_bytes": POINT_BYTES,
    "patch_bytes": PATCH_BYTES,
}


def translated(name: str, **options: object) -> Translation:
    data = assemble((STAGES / f"{name}.spvasm").read_text())
    translation = translate(data, "macos14", options=ShaderOptions(**options))  # type: ignore[arg-type]
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    return translation


def library(name: str, **options: object) -> object:
    return mtlb.link([translated(name, **options).module]).library


def words(count: int, stride: int) -> np.ndarray:
    return np.zeros((count, stride // 4), np.float32)


def vertices() -> np.ndarray:
    """What the vertex stage writes, by location: position first, then 16 bytes for each."""
    result = words(6, VERTEX_BYTES)
    result[:, 0:4] = PLACES * 2
    result[:, 8:10], result[:, 10] = TONES, np.arange(6)
    result[:, 17:19] = TONES[:, ::-1]
    return result


def points() -> np.ndarray:
    """What the control stage writes for each control point."""
    inputs = vertices()
    result = words(6, POINT_BYTES)
    result[:, 0:4] = inputs[:, 0:4]
    result[:, 3] += np.repeat([0, 1], POINTS)
    result[:, 4:6], result[:, 8:10] = inputs[:, 8:10], inputs[:, 17:19]
    result[:, 20], result[:, 21] = inputs[:, 10], POINTS
    return result


def patches() -> np.ndarray:
    colors = vertices()[:, 8:11].reshape(PATCHES, POINTS, 3)
    result = words(PATCHES, PATCH_BYTES)
    result[:, 8] = colors[:, :, 2].sum(1)
    result[:, 20:23], result[:, 24:27] = colors[:, 0] + colors[:, 1], colors[:, 2]
    return result


def test_the_vertex_stage_is_a_kernel() -> None:
    out = words(6, VERTEX_BYTES)
    mtlb.run(
        library("wave.vert", vertex_for_tessellation=True),
        "main_",
        (6, 1),
        buffers={"vertices": out, "tessellation": PARAMETERS},
        inputs={"member": PLACES, "member_1": TONES, "stage_in_grid_origin": np.zeros((6, 3), np.uint32)},
        check=True,
    )
    np.testing.assert_array_equal(out, vertices())


def test_the_control_stage_is_a_kernel() -> None:
    out, per_patch = words(6, POINT_BYTES), words(PATCHES, PATCH_BYTES)
    factors = np.full((PATCHES, 4), -1, np.float16)
    result = mtlb.run(
        library("wave.tesc", patches="triangle"),
        "main_",
        6,
        threadgroup=6,
        buffers={
            "vertices": vertices(),
            "points": out,
            "patches": per_patch,
            "factors": factors,
            "tessellation": PARAMETERS,
        },
        check=True,
    )
    assert result.is_clean
    np.testing.assert_array_equal(out, points())
    np.testing.assert_array_equal(per_patch, patches())
    np.testing.assert_array_equal(factors, [[1.5, 3, 4.5, 4.5]] * PATCHES)  # edges, inside; the fourth edge is dropped


def test_the_evaluation_stage_reads_the_buffers() -> None:
    at = np.array([[0.5, 0.25, 0.25], [0, 1, 0]], np.float32)
    result = mtlb.run(
        library("wave.tese"),
        "main_",
        (2, PATCHES),
        buffers={
            "points": points(),
            "patches": patches(),
            "factors": np.array([[1.5, 3, 4.5, 4.5]] * PATCHES, np.float16),
            "tessellation": PARAMETERS,
        },
        inputs={"position_in_patch": np.tile(at, (PATCHES, 1))},
        check=True,
    )
    assert result.is_clean
    of = points().reshape(PATCHES, POINTS, -1)
    position = np.einsum("vi,pic->pvc", at, of[:, :, 0:4])
    position += [3, 4.5, 0, 0]
    position[1, :, 2] += 1
    actual = {name: np.asarray(value).reshape(PATCHES, 2, 4) for name, value in result.outputs.items()}
    np.testing.assert_allclose(actual.pop("position"), position, rtol=1e-6)
    (tint,) = actual.values()
    per_patch = patches()
    expected = np.stack([of[:, 1, 8], of[:, 1, 9], per_patch[:, 8], of[:, 2, 21]], 1)
    expected += np.concatenate([per_patch[:, 24:27], per_patch[:, 22:23]], 1)
    np.testing.assert_array_equal(tint, np.repeat(expected[:, None], 2, 1))


@pytest.mark.parametrize("patch,wanted", [("quad", [1, 2, 3, 4, 5]), ("triangle", [1, 2, 3, 5])])
def test_the_factors_are_those_of_the_patch(patch: str, wanted: list[float]) -> None:
    size = 6 if patch == "quad" else 4
    factors = np.zeros((PATCHES, size), np.float16)
    mtlb.run(library("corner.tesc", patches=patch), "main_", PATCHES, buffers={"factors": factors})
    for number, row in enumerate(factors):
        assert list(row) == [*wanted, *([number] if patch == "quad" else [])]


def test_the_buffers_are_told() -> None:
    bound = {binding.name: (binding.slots["buffer"], binding.size) for binding in translated("wave.tesc").bindings}
    assert bound == {
        "vertices": (22, VERTEX_BYTES),
        "points": (28, POINT_BYTES),
        "patches": (27, PATCH_BYTES),
        "factors": (26, 12),
        "tessellation": (29, None),
    }
    bound = {binding.name: (binding.slots["buffer"], binding.size) for binding in translated("wave.tese").bindings}
    assert bound["points"] == (22, POINT_BYTES) and bound["patches"] == (20, PATCH_BYTES)
