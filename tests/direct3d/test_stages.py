"""Stages that Metal does not have: hull, domain and geometry shaders, and vertex shaders before them."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.cpu import Kernel
from mtlb.direct3d import ContainerTranslation, translate_container
from mtlb.translate import ShaderOptions
from tests.direct3d.assembler import (
    DOMAIN,
    GEOMETRY,
    HULL,
    VERTEX,
    container,
    dst,
    floats,
    ints,
    op,
    plain,
    signature,
    src,
)

_V, _O, _R, _CB = 1, 2, 0, 8
_PRIMITIVE, _STREAM, _POINT, _FORK, _JOIN, _IN, _OUT, _CONSTANT, _PLACE, _INSTANCE = (
    11,
    16,
    22,
    23,
    24,
    25,
    26,
    27,
    28,
    37,
)
BYTES = 64
POSITION = ("SV_Position", 0, 1, 3, 0, 15)


def translated(data: bytes, **options: object) -> ContainerTranslation:
    return translate_container(data, "macos14", options=ShaderOptions(**options))  # type: ignore[arg-type]


def kernel_of(shader: ContainerTranslation) -> Kernel:
    return Kernel(mtlb.link([shader.module]).library, shader.entry, check=True)


def parameters(points: int) -> np.ndarray:
    """input_points, vertex_bytes, output_points, point_bytes, patch_bytes."""
    return np.array([points, BYTES, points, BYTES, 2 * BYTES], np.uint32)


def registers(count: int, *rows: list[list[float]]) -> np.ndarray:
    """Vertices with 4 registers each."""
    found = np.zeros((count, BYTES // 16, 4), np.float32)
    for number, row in enumerate(rows):
        found[number, : len(row)] = row
    return found


def test_a_vertex_shader_before_tessellation_writes_its_registers() -> None:
    data = container(
        VERTEX,
        op("dcl_input", dst(_V, 0)),
        op("dcl_input_sgv", dst(_V, 1, mask="x"), [6]),
        op("dcl_input_sgv", dst(_V, 2, mask="x"), [8]),
        op("dcl_output_siv", dst(_O, 0), [1]),
        op("dcl_output", dst(_O, 2, mask="xy")),
        op("mov", dst(_O, 0), src(_V, 0)),
        op("utof", dst(_O, 2, mask="x"), src(_V, 1, swizzle="xxxx")),
        op("utof", dst(_O, 2, mask="y"), src(_V, 2, swizzle="xxxx")),
        op("ret"),
        inputs=signature(
            ("POSITION", 0, 0, 3, 0, 15), ("SV_VertexID", 0, 6, 1, 1, 1), ("SV_InstanceID", 0, 8, 1, 2, 1)
        ),
        outputs=signature(POSITION, ("A", 0, 0, 3, 2, 3)),
    )
    shader = translated(data, vertex_for_tessellation=True)
    assert [(one.name, one.slot, one.size) for one in shader.bindings] == [
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


def hull(*instructions: list[int], domain: int, points: int, patches: bytes) -> bytes:
    return container(
        HULL,
        op("hs_decls"),
        op("dcl_input_control_point_count", controls=points << 11),
        op("dcl_output_control_point_count", controls=points << 11),
        op("dcl_tessellator_domain", controls=domain << 11),
        *instructions,
        inputs=signature(("A", 0, 0, 3, 0, 15)),
        outputs=signature(("A", 0, 0, 3, 0, 15)),
        patches=patches,
    )


TRIANGLE = signature(
    *(("SV_TessFactor", n, 13, 3, n, 1) for n in range(3)),
    ("SV_InsideTessFactor", 0, 14, 3, 3, 1),
    ("B", 0, 0, 3, 4, 3),
)


def _indexed(type: int, register: int, operand: list[int], mask: str) -> list[int]:
    """Destination ``type[register + operand]``."""
    bits = sum(1 << "xyzw".index(c) for c in mask)
    return [2 | bits << 4 | type << 12 | 1 << 20 | 3 << 22, register, *operand]


def _one(type: int, *indices: int) -> list[int]:
    """The first component of an operand."""
    return [2 | 2 << 2 | type << 12 | len(indices) << 20, *indices]


def test_a_hull_shader_writes_points_constants_and_factors() -> None:
    """Points are doubled; the factor of edge n is 1 + n + x of point n; the join phase reads them, and the points."""
    data = hull(
        op("hs_control_point_phase"),
        op("dcl_input", dst(_V, 3, 0)),
        op("dcl_input", plain(_POINT)),
        op("dcl_output", dst(_O, 0)),
        op("dcl_temps", [1]),
        op("mov", dst(_R, 0, mask="x"), src(_POINT, swizzle="xxxx")),
        op("add", dst(_O, 0), *[[2 | 1 << 2 | 0xE4 << 4 | _V << 12 | 2 << 20 | 2 << 22, *_one(_R, 0), 0]] * 2),
        op("ret"),
        op("hs_fork_phase"),
        op("dcl_hs_fork_phase_instance_count", [3]),
        op("dcl_input", plain(_FORK)),
        op("dcl_input", dst(_IN, 3, 0)),
        op("dcl_output_siv", dst(_O, 0, mask="x"), [17]),
        op("dcl_output_siv", dst(_O, 1, mask="x"), [18]),
        op("dcl_output_siv", dst(_O, 2, mask="x"), [19]),
        op("dcl_indexrange", dst(_O, 0, mask="x"), [3]),
        op("dcl_temps", [2]),
        op("mov", dst(_R, 0, mask="x"), src(_FORK, swizzle="xxxx")),
        op("utof", dst(_R, 1, mask="x"), src(_FORK, swizzle="xxxx")),
        op("add", dst(_R, 1, mask="x"), src(_R, 1), floats(1.0)),
        op(
            "add",
            _indexed(_O, 0, _one(_R, 0), "x"),
            src(_R, 1),
            [2 | 1 << 2 | _IN << 12 | 2 << 20 | 2 << 22, *_one(_R, 0), 0],
        ),
        op("ret"),
        op("hs_join_phase"),
        op("dcl_input", dst(_CONSTANT, 1, mask="x")),
        op("dcl_input", dst(_OUT, 3, 0)),
        op("dcl_input", plain(_PRIMITIVE)),
        op("dcl_output_siv", dst(_O, 3, mask="x"), [20]),
        op("dcl_output", dst(_O, 4, mask="xy")),
        op("add", dst(_O, 3, mask="x"), src(_CONSTANT, 1), floats(0.5)),
        op("mov", dst(_O, 4, mask="x"), src(_OUT, 2, 0, swizzle="yyyy")),
        op("utof", dst(_O, 4, mask="y"), src(_PRIMITIVE, swizzle="xxxx")),
        op("ret"),
        domain=2,
        points=3,
        patches=TRIANGLE,
    )
    shader = translated(data)
    assert {one.name: one.slot for one in shader.bindings} == {
        "tessellation": 29,
        "vertices": 22,
        "points": 28,
        "patches": 27,
        "factors": 26,
    }
    given = registers(6, *([[n, 10 * n, 0, 1]] for n in range(6)))
    points, patches, factors = registers(6), np.zeros((2, 8, 4), np.float32), np.zeros((2, 4), np.float16)
    with kernel_of(shader) as kernel:
        result = kernel.run(6, 6, buffers={22: given, 28: points, 27: patches, 26: factors, 29: parameters(3)})
    assert result.is_clean, result.findings
    assert points[:, 0].tolist() == (2 * given[:, 0]).tolist()
    assert factors.tolist() == [[1, 3, 5, 3.5], [4, 6, 8, 6.5]]
    assert patches[:, :4, 0].tolist() == factors.astype(np.float32).tolist()
    assert patches[:, 4, :2].tolist() == [[40, 0], [100, 1]]


def test_without_a_control_point_phase_points_are_passed_on() -> None:
    fixed = [op("mov", dst(_O, n, mask="x"), floats(n + 1.0)) for n in range(4)]
    data = hull(
        op("hs_fork_phase"),
        *(op("dcl_output_siv", dst(_O, n, mask="x"), [17 + n]) for n in range(4)),
        *fixed,
        op("ret"),
        domain=2,
        points=3,
        patches=TRIANGLE,
    )
    given, points = registers(3, *([[n, 1, 2, 3]] for n in range(3))), registers(3)
    patches, factors = np.zeros((1, 8, 4), np.float32), np.zeros((1, 4), np.float16)
    with kernel_of(translated(data)) as kernel:
        assert kernel.run(3, 3, buffers={22: given, 28: points, 27: patches, 26: factors, 29: parameters(3)}).is_clean
    assert points[:, 0].tolist() == given[:, 0].tolist()
    assert factors.tolist() == [[1, 2, 3, 4]]


def test_isolines_are_refused() -> None:
    data = hull(op("hs_fork_phase"), op("ret"), domain=1, points=3, patches=TRIANGLE)
    with pytest.raises(UnsupportedError, match="dcl_tessellator_domain: isolines"):
        translated(data)


def test_a_domain_shader_reads_points_and_constants() -> None:
    """The position is the sum of the points by the place in the patch, B what the patch has."""
    weights = [
        op("mul", dst(_R, 0), src(_PLACE, swizzle="xxxx"), src(_IN, 0, 0)),
        op("mad", dst(_R, 0), src(_PLACE, swizzle="yyyy"), src(_IN, 1, 0), src(_R, 0)),
        op("mad", dst(_O, 0), src(_PLACE, swizzle="zzzz"), src(_IN, 2, 0), src(_R, 0)),
    ]
    data = container(
        DOMAIN,
        op("dcl_input_control_point_count", controls=3 << 11),
        op("dcl_tessellator_domain", controls=2 << 11),
        op("dcl_input", plain(_PLACE)),
        op("dcl_input", dst(_IN, 3, 0)),
        op("dcl_input", dst(_CONSTANT, 4, mask="xy")),
        op("dcl_output_siv", dst(_O, 0), [1]),
        op("dcl_output", dst(_O, 1, mask="xy")),
        op("dcl_temps", [1]),
        *weights,
        op("mov", dst(_O, 1, mask="xy"), src(_CONSTANT, 4)),
        op("ret"),
        inputs=signature(("A", 0, 0, 3, 0, 15)),
        outputs=signature(POSITION, ("B", 0, 0, 3, 1, 3)),
        patches=TRIANGLE,
    )
    shader = translated(data)
    given = registers(6, *([[n, 10 * n, 0, 1]] for n in range(6)))
    patches = np.zeros((2, 8, 4), np.float32)
    patches[:, 4, :2] = [[7, 8], [9, 10]]
    inputs = {
        "patch_id": np.array([0, 1], np.uint32),
        "position_in_patch": np.array([[0.5, 0.25, 0.25], [0, 0, 1]], np.float32),
    }
    with kernel_of(shader) as kernel:
        result = kernel.run((2, 1), buffers={22: given, 20: patches, 29: parameters(3)}, inputs=inputs)
    assert result.outputs["SV_POSITION0"].reshape(2, 4).tolist() == [[0.75, 7.5, 0, 1], [5, 50, 0, 1]]
    assert result.outputs["B0"].reshape(2, 4)[:, :2].tolist() == [[7, 8], [9, 10]]


def geometry(*instructions: list[int], most: int, topology: int, instances: int = 1, streams: int = 0) -> bytes:
    """From points: position and A; vertices have a layer too."""
    declared = [
        op("dcl_output_siv", dst(_O, 0), [1]),
        op("dcl_output", dst(_O, 1, mask="x")),
        op("dcl_output_siv", dst(_O, 2, mask="x"), [4]),
    ]
    return container(
        GEOMETRY,
        op("dcl_input", dst(_V, 1, 0)),
        op("dcl_input", plain(_PRIMITIVE)),
        op("dcl_input", plain(_INSTANCE)),
        op("dcl_temps", [1]),
        op("dcl_inputprimitive", controls=1 << 11),
        op("dcl_gsinstances", [instances]),
        *(op("dcl_stream", dst(_STREAM, n)) for n in range(streams)),
        op("dcl_outputtopology", controls=topology << 11),
        *declared,
        op("dcl_maxout", [most]),
        *instructions,
        op("ret"),
        inputs=signature(("A", 0, 0, 3, 0, 15)),
        outputs=signature(POSITION, ("A", 0, 0, 3, 1, 1), ("SV_RenderTargetArrayIndex", 0, 4, 1, 2, 1)),
    )


def vertex(number: int) -> list[list[int]]:
    """The input, `number` and the layer `number`."""
    return [
        op("mov", dst(_O, 0), src(_V, 0, 0)),
        op("mov", dst(_O, 1, mask="x"), floats(float(number))),
        op("mov", dst(_O, 2, mask="x"), ints(number)),
        op("emit"),
    ]


def mesh_of(data: bytes, groups: int = 1) -> tuple[dict[str, np.ndarray], ContainerTranslation]:
    shader = translated(data)
    given = registers(2, [[1, 2, 3, 4]], [[5, 6, 7, 8]])
    with kernel_of(shader) as kernel:
        result = kernel.run((2, 1, groups), 1, buffers={22: given, 29: parameters(1)})
    assert result.is_clean, result.findings
    return result.outputs, shader


def test_a_strip_of_triangles() -> None:
    """Two strips; the leading vertex says the layer, and comes first in triangles whose order is turned."""
    body = [one for n in range(4) for one in vertex(n)] + [op("cut")] + [one for n in range(4, 8) for one in vertex(n)]
    made, shader = mesh_of(geometry(*body, most=7, topology=5))
    assert not shader.warnings
    assert made["primitive_count"].tolist() == [3, 3]  # the eighth vertex is one too many
    corners = made["index"][:, :9].reshape(2, 3, 3).tolist()
    assert corners[0] == corners[1] == [[0, 1, 2], [1, 3, 2], [4, 5, 6]]
    assert made["render_target_array_index"][0, :3].tolist() == [0, 1, 4]
    assert made["position"][:, :7].tolist() == [[[1, 2, 3, 4]] * 7, [[5, 6, 7, 8]] * 7]
    assert made["A0"][0, :7, 0].tolist() == [0, 1, 2, 3, 4, 5, 6]


def test_lines_and_points() -> None:
    body = [one for n in range(3) for one in vertex(n)]
    made, _ = mesh_of(geometry(*body, op("emit_then_cut"), *vertex(9), most=9, topology=3))
    assert made["primitive_count"].tolist() == [3, 3]
    assert made["index"][0, :6].tolist() == [0, 1, 1, 2, 2, 3]
    assert made["render_target_array_index"][0, :3].tolist() == [0, 1, 2]
    made, _ = mesh_of(geometry(*body, most=4, topology=1))
    assert made["primitive_count"].tolist() == [3, 3]
    assert made["index"][0, :3].tolist() == [0, 1, 2]
    assert made["render_target_array_index"][0, :3].tolist() == [0, 1, 2]


def test_instances_and_numbers_of_primitives() -> None:
    body = [
        op("mov", dst(_O, 0), src(_V, 0, 0)),
        op("utof", dst(_O, 1, mask="x"), src(_INSTANCE, swizzle="xxxx")),
        op("mov", dst(_O, 2, mask="x"), src(_PRIMITIVE, swizzle="xxxx")),
        op("emit"),
    ]
    made, _ = mesh_of(geometry(*body, most=1, topology=1, instances=2), groups=2)
    assert made["A0"][:, 0, 0].tolist() == [0, 0, 1, 1]
    assert made["render_target_array_index"][:, 0].tolist() == [0, 1, 0, 1]


def test_other_streams_are_left_out_with_a_warning() -> None:
    streams = [op("emit_stream", plain(_STREAM, n)) for n in (0, 1, 0)]
    made, shader = mesh_of(geometry(*streams, op("cut_stream", plain(_STREAM, 1)), most=4, topology=1, streams=2))
    assert made["primitive_count"].tolist() == [2, 2]
    assert "m1" in shader.warnings[0]


def test_more_vertices_than_a_mesh_has_are_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"dcl_maxout: 257 vertices .* at most 256"):
        translated(geometry(*vertex(0), most=257, topology=1))
