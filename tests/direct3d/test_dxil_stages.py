"""Hull, domain and geometry shaders of DXIL, and vertex shaders before them: the same kernels and buffers as for token
programs."""

from __future__ import annotations

import numpy as np
import pytest

from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.cpu import Image, Sampler
from tests.direct3d.dxil_assembler import HULL, SAMPLER, SRV, UAV, wrapped
from tests.direct3d.dxil_samples import (
    F32,
    HANDLE,
    RAW,
    SAMPLER_KIND,
    TEXTURE_2D,
    compute,
    domain,
    geometry,
    hull,
    vertex,
)
from tests.direct3d.samples import domain_shader, hull_shader
from tests.direct3d.test_stages import kernel_of, parameters, registers, translated


def test_a_vertex_shader_before_tessellation_writes_its_registers() -> None:
    shader = translated(vertex().container(), vertex_for_tessellation=True)
    out, rows = registers(2), np.eye(4, dtype=np.float32)
    places = np.arange(8, dtype=np.float32).reshape(2, 4)
    with kernel_of(shader) as kernel:
        buffers = {0: rows, 28: out, 29: parameters(3)}
        result = kernel.run((2, 1), (1, 1), buffers=buffers, inputs={"POSITION0": places})
    assert result.is_clean, result.findings
    assert out[:, 0].tolist() == places.tolist()
    assert out.view(np.uint32)[:, 1, 0].tolist() == [0, 2]  # twice SV_VertexID
    assert out[:, 2, :2].tolist() == [[0, 1.5]] * 2


def hull_results(data: bytes) -> dict[int, np.ndarray]:
    given = registers(6, *([[n, 10 * n, 0, 1]] for n in range(6)))
    found = {28: registers(6), 27: np.zeros((2, 8, 4), np.float32), 26: np.zeros((2, 4), np.float16)}
    with kernel_of(translated(data)) as kernel:
        result = kernel.run(6, 6, buffers={22: given, 29: parameters(3)} | found)
    assert result.is_clean, result.findings
    return found


def test_a_hull_shader_writes_points_constants_and_factors() -> None:
    """The token program of the tests does the same, but for the inside."""
    mine, tokens = hull_results(hull().container()), hull_results(hull_shader())
    assert mine[28].tolist() == tokens[28].tolist()
    assert mine[26][:, :3].tolist() == tokens[26][:, :3].tolist()
    assert mine[26].tolist() == [[1, 3, 5, 5.5], [4, 6, 8, 8.5]]
    assert mine[27][:, :4].max(axis=2).tolist() == mine[26].astype(np.float32).tolist()
    assert mine[27][:, 4, 0].tolist() == [60, 240] and mine[27].view(np.uint32)[:, 4, 1].tolist() == [0, 1]


def test_without_a_function_of_points_they_are_passed_on() -> None:
    shader = hull()
    text = shader.text().replace("!5 = !{void ()* @main", "!5 = !{null")
    found = hull_results(wrapped(text, HULL, shader.minor))
    assert found[28][:, 0, 1].tolist() == [10 * n for n in range(6)]
    assert found[27][:, 4, 0].tolist() == [30, 120]


def test_a_domain_shader_reads_points_and_constants() -> None:
    given = registers(6, *([[n, 10 * n, 0, 1]] for n in range(6)))
    patches = np.zeros((2, 8, 4), np.float32)
    patches[:, 4, 0] = [7, 9]
    inputs = {
        "patch_id": np.array([0, 1], np.uint32),
        "position_in_patch": np.array([[0.5, 0.25, 0.25], [0, 0, 1]], np.float32),
    }
    places = []
    for data in (domain().container(), domain_shader()):
        with kernel_of(translated(data)) as kernel:
            result = kernel.run((2, 1), buffers={22: given, 20: patches, 29: parameters(3)}, inputs=inputs)
        places.append(result.outputs["SV_POSITION0"].reshape(2, 4).tolist())
        assert result.outputs["B0"].reshape(2, 4)[:, 0].tolist() == [7, 9]
    assert places[0] == places[1] == [[0.75, 7.5, 0, 1], [5, 50, 0, 1]]


def test_a_geometry_shader_is_a_mesh_function() -> None:
    shader = translated(geometry().container())
    given = registers(2, [[1, 2, 3, 4]], [[5, 6, 7, 8]])
    with kernel_of(shader) as kernel:
        result = kernel.run((2, 1, 1), 1, buffers={22: given, 29: parameters(1)})
    assert result.is_clean, result.findings
    made = result.outputs
    assert made["primitive_count"].tolist() == [2, 2]
    assert made["index"][:, :6].tolist() == [[0, 1, 2, 1, 3, 2]] * 2
    assert made["render_target_array_index"][0, :2].tolist() == [0, 1]
    assert made["position"].tolist() == [[[1, 2, 3, 4]] * 4, [[5, 6, 7, 8]] * 4]
    assert made["A0"][0, :, 0].tolist() == [0, 1, 2, 3]
    assert "m1" in shader.warnings[0] and "OTHER0" not in made


def test_what_metal_does_not_have_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"DXIL: 257 vertices .* at most 256"):
        translated(geometry(most=257).container())
    shader = hull()
    shader.properties = shader.properties.replace("i32 3, i32 2, i32 1", "i32 3, i32 1, i32 1")
    with pytest.raises(UnsupportedError, match="DXIL: isolines"):
        translated(shader.container())


def test_declarations_that_cannot_be() -> None:
    with pytest.raises(FormatError, match="output topology 4"):
        translated(geometry(topology=4).container())
    for change, words in (
        (("i32 3, i32 3, i32 2", "i32 33, i32 3, i32 2"), "more than 32 control points"),
        (("i32 3, i32 3, i32 2", "i32 0, i32 3, i32 2"), "without a number of control points"),
        (("void ()* @constants", "void ()* null"), "without a function of patch constants"),
        (("i32 2, i32 1, i32 3, float", "i32 3, i32 1, i32 3, float"), "3 tessellation factors of 4"),
    ):
        shader = hull()
        shader.properties = shader.properties.replace(*change)
        with pytest.raises(FormatError, match=words):
            translated(shader.container())


@pytest.mark.long
def test_derivatives_in_a_group_of_threads_are_those_of_its_quads() -> None:
    """Of 2 x 2 threads, or of 4 in a row."""
    for threads, step in (((4, 4, 1), 4), ((6, 2, 1), 6), ((8, 1, 1), 2)):
        body = HANDLE.format("u", 1, 0, 0)
        body += "  %i = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)\n  %q = mul i32 %i, %i\n"
        body += "  %v = uitofp i32 %q to float\n  %at = shl i32 %i, 3\n"
        for place, number in enumerate((85, 86)):
            body += f"  %d{place} = call float @dx.op.unary.f32(i32 {number}, float %v)\n"
            body += f"  %b{place} = bitcast float %d{place} to i32\n"
        body += (
            "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 %at, i32 undef, i32 %b0, i32 %b1, "
            "i32 undef, i32 undef, i8 3)\n"
        )
        shader = translated(compute(body, (UAV, RAW, 0), threads=threads).container())
        count = threads[0] * threads[1]
        out = np.zeros((count, 2), np.float32)
        with kernel_of(shader) as kernel:
            result = kernel.run(threads, threads, buffers={shader.bindings[0].slot: out})
        assert result.is_clean, result.findings
        squares = np.arange(count) ** 2
        for column, distance in enumerate((1, step)):
            numbers = np.arange(count)
            is_second = (numbers // distance) % 2 if step != 6 or column == 0 else numbers // 6
            first = numbers - is_second * distance
            assert out[:, column].tolist() == (squares[first + distance] - squares[first]).tolist()


def test_derivatives_of_other_groups_are_refused() -> None:
    body = "  %d = call float @dx.op.unary.f32(i32 84, float 1.0)\n"
    with pytest.raises(UnsupportedError, match="a derivative in a thread group of 6 x 1 x 1"):
        translated(compute(body, threads=(6, 1, 1)).container())


def test_quads_are_of_2_x_2_threads_from_shader_model_6_6_on() -> None:
    body = HANDLE.format("u", 1, 0, 0) + "  %at = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)\n"
    for axis in range(2):
        body += f"  %x{axis} = call i32 @dx.op.threadId.i32(i32 93, i32 {axis})\n"
    body += "  %y = mul i32 %x1, 10\n  %v = add i32 %x0, %y\n  %o = shl i32 %at, 2\n"
    body += "  %r = call i32 @dx.op.quadOp.i32(i32 123, i32 %v, i8 1)\n"
    body += (
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 %o, i32 undef, i32 %r, i32 undef, "
        "i32 undef, i32 undef, i8 1)\n"
    )
    for minor, expected in ((6, [10, 11, 12, 13, 0, 1, 2, 3]), (5, [2, 3, 0, 1, 12, 13, 10, 11])):
        shader = translated(compute(body, (UAV, RAW, 0), threads=(4, 2, 1), minor=minor).container())
        out = np.zeros(8, np.uint32)
        with kernel_of(shader) as kernel:
            assert kernel.run((4, 2, 1), (4, 2, 1), buffers={shader.bindings[0].slot: out}).is_clean
        assert out.tolist() == expected


def test_a_view_is_an_amplification_of_the_draw() -> None:
    shader = vertex()
    shader.body = shader.body.replace("  %twice = shl i32 %id, 1\n", "  %twice = call i32 @dx.op.viewID.i32(i32 138)\n")
    made = translated(shader.container())
    inputs = {"POSITION0": np.zeros((2, 4), np.float32), "amplification_id": np.array([0, 1], np.uint32)}
    inputs |= {name: np.zeros(2, np.uint32) for name in ("vertex_id", "base_vertex")}
    with kernel_of(made) as kernel:
        result = kernel.run(2, buffers={0: np.eye(4, dtype=np.float32)}, inputs=inputs)
    assert np.asarray(result.outputs["NUMBER3"]).reshape(2, -1)[:, 0].tolist() == [0, 1]


def test_ranges_without_end_have_argument_buffers_of_their_own() -> None:
    body = HANDLE.format("t", 0, 0, 0) + HANDLE.format("u", 1, 0, 0)
    body += (
        "  %l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %t, i32 4, i32 undef)\n"
        "  %x = extractvalue %dx.types.ResRet.i32 %l, 0\n"
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 0, i32 undef, i32 %x, i32 undef, "
        "i32 undef, i32 undef, i8 1)\n"
    )
    shader = translated(compute(body, (SRV, RAW, 0, 0, -1), (UAV, RAW, 0, 0, -1)).container())
    assert [(one.register, one.slot, one.offset, one.count) for one in shader.bindings] == [
        ("t0", 30, 0, 0),
        ("u0", 29, 0, 0),
    ]
    given, out = np.array([1, 2], np.uint32), np.zeros(1, np.uint32)
    tables = {slot: {"p0": [{"address": data, "texture": 0, "metadata": 8}]} for slot, data in ((30, given), (29, out))}
    with kernel_of(shader) as kernel:
        assert kernel.run(1, 1, buffers=tables).is_clean
    assert out[0] == 2


def test_a_sample_in_a_group_of_threads_has_the_level_of_its_quad() -> None:
    """Each level of the texture has its own number. In a quad x moves by 4 texels along x, by 8 along y: level 3."""
    handles = "%dx.types.Handle %t, %dx.types.Handle %s"
    body = HANDLE.format("t", 0, 0, 0) + HANDLE.format("s", 3, 0, 0) + HANDLE.format("u", 1, 0, 0)
    body += "  %i = call i32 @dx.op.threadId.i32(i32 93, i32 0)\n  %f = uitofp i32 %i to float\n"
    body += "  %x = fmul float %f, 0.5\n"
    undefined = "i32 0, i32 0, i32 undef"
    body += (
        f"  %r = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, {handles}, float %x, float 0.0, float undef, "
        f"float undef, {undefined}, float undef)\n  %v = extractvalue %dx.types.ResRet.f32 %r, 0\n"
        f"  %l = call float @dx.op.calculateLOD.f32(i32 81, {handles}, float %x, float 0.0, float undef, i1 true)\n"
        "  %a = bitcast float %v to i32\n  %b = bitcast float %l to i32\n  %o = shl i32 %i, 3\n"
        "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %u, i32 %o, i32 undef, i32 %a, i32 %b, "
        "i32 undef, i32 undef, i8 3)\n"
    )
    resources = ((SRV, TEXTURE_2D, 0, F32), (SAMPLER, SAMPLER_KIND, 0, 0), (UAV, RAW, 0))
    levels = [np.full((8 >> level, 8 >> level, 4), level, np.float32) for level in range(4)]
    for minor, expected in ((6, [3.0, 3.0]), (5, [0.0])):
        shader = translated(compute(body, *resources, threads=(4, 1, 1), minor=minor).container())
        out = np.zeros((4, 2), np.float32)
        slots = {one.register: one.slot for one in shader.bindings}
        with kernel_of(shader) as kernel:
            textures = {0: Image(levels[0], "2d", levels=levels[1:])}
            samplers = {0: Sampler("nearest", "nearest", "nearest", "repeat")}
            kernel.run((4, 1, 1), (4, 1, 1), buffers={slots["u0"]: out}, textures=textures, samplers=samplers)
        assert out[:, : len(expected)].tolist() == [expected] * 4
