"""Stages that Metal does not have: hull, domain and geometry shaders, and vertex shaders before them."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.cpu import Kernel
from mtlb.direct3d import ContainerTranslation, translate_container
from mtlb.translate import ShaderOptions
from tests.direct3d.assembler import dst, floats, op, plain, src
from tests.direct3d.samples import (
    INPUT,
    INSTANCE,
    OUTPUT,
    PRIMITIVE,
    STREAM,
    TRIANGLE,
    domain_shader,
    geometry,
    hull,
    hull_shader,
    strip_shader,
    vertex,
    vertex_shader,
)

BYTES = 64


def translated(data: bytes, **options: object) -> ContainerTranslation:
    return translate_container(data, "macos14", options=ShaderOptions(**options))  # type: ignore[arg-type]


def kernel_of(shader: ContainerTranslation) -> Kernel:
    return Kernel(mtlb.link([shader.module]).library, shader.entry, check=True)


def parameters(points: int) -> np.ndarray:
    """input_points, vertex_bytes, output_points, point_bytes, patch_bytes."""
    return np.array([points, BYTES, points, BYTES, 2 * BYTES], np.uint32)


def registers(count: int, *rows: list[list[float]]) -> np.ndarray:
    """Vertices with 4 registers each."""
    values = np.zeros((count, BYTES // 16, 4), np.float32)
    for number, row in enumerate(rows):
        values[number, : len(row)] = row
    return values


def test_a_vertex_shader_before_tessellation_writes_its_registers() -> None:
    data = vertex_shader()
    shader = translated(data, vertex_for_tessellation=True)
    assert [(binding.name, binding.slot, binding.size) for binding in shader.bindings] == [
        ("tessellation", 29, None),
        ("vertices", 28, 48),
    ]
    out = registers(6)
    places = np.arange(24, dtype=np.float32).reshape(6, 4)
    with kernel_of(shader) as kernel:
        result = kernel.run((3, 2), (1, 1), buffers={28: out, 29: parameters(3)}, inputs={"POSITION0": places})
    assert result.is_clean, result.findings
    assert out[:, 0].tolist() == places.tolist()
    assert out[:, 2, :2].tolist() == [[n % 3, n // 3] for n in range(6)]


def test_a_hull_shader_writes_points_constants_and_factors() -> None:
    data = hull_shader()
    shader = translated(data)
    assert {binding.name: binding.slot for binding in shader.bindings} == {
        "tessellation": 29,
        "vertices": 22,
        "points": 28,
        "patches": 27,
        "factors": 26,
    }
    inputs = registers(6, *([[n, 10 * n, 0, 1]] for n in range(6)))
    points, patches, factors = registers(6), np.zeros((2, 8, 4), np.float32), np.zeros((2, 4), np.float16)
    with kernel_of(shader) as kernel:
        result = kernel.run(6, 6, buffers={22: inputs, 28: points, 27: patches, 26: factors, 29: parameters(3)})
    assert result.is_clean, result.findings
    assert points[:, 0].tolist() == (2 * inputs[:, 0]).tolist()
    assert factors.tolist() == [[1, 3, 5, 3.5], [4, 6, 8, 6.5]]
    assert patches[:, :4, 0].tolist() == factors.astype(np.float32).tolist()
    assert patches[:, 4, :2].tolist() == [[40, 0], [100, 1]]


def test_without_a_control_point_phase_points_are_passed_on() -> None:
    fixed = [op("mov", dst(OUTPUT, n, mask="x"), floats(n + 1.0)) for n in range(4)]
    data = hull(
        op("hs_fork_phase"),
        *(op("dcl_output_siv", dst(OUTPUT, n, mask="x"), [17 + n]) for n in range(4)),
        *fixed,
        op("ret"),
        domain=2,
        points=3,
        patches=TRIANGLE,
    )
    inputs, points = registers(3, *([[n, 1, 2, 3]] for n in range(3))), registers(3)
    patches, factors = np.zeros((1, 8, 4), np.float32), np.zeros((1, 4), np.float16)
    with kernel_of(translated(data)) as kernel:
        assert kernel.run(3, 3, buffers={22: inputs, 28: points, 27: patches, 26: factors, 29: parameters(3)}).is_clean
    assert points[:, 0].tolist() == inputs[:, 0].tolist()
    assert factors.tolist() == [[1, 2, 3, 4]]


def test_isolines_are_refused() -> None:
    data = hull(op("hs_fork_phase"), op("ret"), domain=1, points=3, patches=TRIANGLE)
    with pytest.raises(UnsupportedError, match="dcl_tessellator_domain: isolines"):
        translated(data)


def test_a_domain_shader_reads_points_and_constants() -> None:
    data = domain_shader()
    shader = translated(data)
    arguments = registers(6, *([[n, 10 * n, 0, 1]] for n in range(6)))
    patches = np.zeros((2, 8, 4), np.float32)
    patches[:, 4, :2] = [[7, 8], [9, 10]]
    inputs = {
        "patch_id": np.array([0, 1], np.uint32),
        "position_in_patch": np.array([[0.5, 0.25, 0.25], [0, 0, 1]], np.float32),
    }
    with kernel_of(shader) as kernel:
        result = kernel.run((2, 1), buffers={22: arguments, 20: patches, 29: parameters(3)}, inputs=inputs)
    assert result.outputs["SV_POSITION0"].reshape(2, 4).tolist() == [[0.75, 7.5, 0, 1], [5, 50, 0, 1]]
    assert result.outputs["B0"].reshape(2, 4)[:, :2].tolist() == [[7, 8], [9, 10]]


def mesh_of(data: bytes, groups: int = 1) -> tuple[dict[str, np.ndarray], ContainerTranslation]:
    shader = translated(data)
    inputs = registers(2, [[1, 2, 3, 4]], [[5, 6, 7, 8]])
    with kernel_of(shader) as kernel:
        result = kernel.run((2, 1, groups), 1, buffers={22: inputs, 29: parameters(1)})
    assert result.is_clean, result.findings
    return result.outputs, shader


@pytest.mark.long
def test_a_strip_of_triangles() -> None:
    """Two strips; the leading vertex says the layer, and comes first in triangles whose order is turned."""
    result, shader = mesh_of(strip_shader())
    assert not shader.warnings
    assert result["primitive_count"].tolist() == [3, 3]  # the eighth vertex is one too many
    corners = result["index"][:, :9].reshape(2, 3, 3).tolist()
    assert corners[0] == corners[1] == [[0, 1, 2], [1, 3, 2], [4, 5, 6]]
    assert result["render_target_array_index"][0, :3].tolist() == [0, 1, 4]
    assert result["position"][:, :7].tolist() == [[[1, 2, 3, 4]] * 7, [[5, 6, 7, 8]] * 7]
    assert result["A0"][0, :7, 0].tolist() == [0, 1, 2, 3, 4, 5, 6]


def test_lines_and_points() -> None:
    body = [item for n in range(3) for item in vertex(n)]
    result, _ = mesh_of(geometry(*body, op("emit_then_cut"), *vertex(9), most=9, topology=3))
    assert result["primitive_count"].tolist() == [3, 3]
    assert result["index"][0, :6].tolist() == [0, 1, 1, 2, 2, 3]
    assert result["render_target_array_index"][0, :3].tolist() == [0, 1, 2]
    result, _ = mesh_of(geometry(*body, most=4, topology=1))
    assert result["primitive_count"].tolist() == [3, 3]
    assert result["index"][0, :3].tolist() == [0, 1, 2]
    assert result["render_target_array_index"][0, :3].tolist() == [0, 1, 2]


def test_instances_and_numbers_of_primitives() -> None:
    body = [
        op("mov", dst(OUTPUT, 0), src(INPUT, 0, 0)),
        op("utof", dst(OUTPUT, 1, mask="x"), src(INSTANCE, swizzle="xxxx")),
        op("mov", dst(OUTPUT, 2, mask="x"), src(PRIMITIVE, swizzle="xxxx")),
        op("emit"),
    ]
    result, _ = mesh_of(geometry(*body, most=1, topology=1, instances=2), groups=2)
    assert result["A0"][:, 0, 0].tolist() == [0, 0, 1, 1]
    assert result["render_target_array_index"][:, 0].tolist() == [0, 1, 0, 1]


def test_other_streams_are_left_out_with_a_warning() -> None:
    streams = [op("emit_stream", plain(STREAM, n)) for n in (0, 1, 0)]
    result, shader = mesh_of(geometry(*streams, op("cut_stream", plain(STREAM, 1)), most=4, topology=1, streams=2))
    assert result["primitive_count"].tolist() == [2, 2]
    assert "m1" in shader.warnings[0]


def test_more_vertices_than_a_mesh_has_are_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"dcl_maxout: 257 vertices .* at most 256"):
        translated(geometry(*vertex(0), most=257, topology=1))
