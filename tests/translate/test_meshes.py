"""Mesh and task shaders: what the object and mesh functions that they become put out, beside numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import EntryArgument
from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.base.findings import Severity
from mtlb.cpu import Kernel
from mtlb.translate import ShaderOptions, Translation, translate
from tests.translate.assembler import assemble

STAGES = Path(__file__).parent / "stages"
SPIRV_1_4 = 0x00010400
SHARE = np.dtype({"names": ["member", "member_1"], "formats": ["u4", ("f4", (4, 2))], "offsets": [0, 8]})
PLACES = np.arange(24, dtype="f4").reshape(6, 4)


def source(name: str) -> str:
    return (STAGES / f"{name}.spvasm").read_text()


def translated(text: str, **options: object) -> Translation:
    translation = translate(assemble(text, SPIRV_1_4), "macos14", options=ShaderOptions(**options))  # type: ignore[arg-type]
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    return translation


def test_a_task_says_how_many_groups_follow() -> None:
    with Kernel(translated(source("cloud.task")).module.air_bytes(), "main_", check=True) as k:
        result = k.run(12, 4)
    assert not result.findings
    assert result.outputs["threadgroups"].tolist() == [[2, 1, 1], [3, 1, 1], [0, 0, 0]]
    (payload,) = (value for name, value in result.outputs.items() if name != "threadgroups")
    first, tone = payload.dtype.names
    assert payload[first].tolist() == [0, 10, 20]
    assert payload[tone][1].tolist() == [[0, 1], [1, 1], [2, 1], [3, 1]]


def test_a_task_ends_in_a_called_function() -> None:
    translation = translated(source("calls.task"))
    with Kernel(translation.module.air_bytes(), "main_", check=True) as k:
        result = k.run(16, 4)
    assert result.outputs["threadgroups"].tolist() == [[10, 1, 1], [12, 1, 1], [20, 2, 1], [7, 1, 1]]
    assert result.outputs["payload"]["member"].tolist() == [5, 6, 102, 103]  # written behind the call, or not


def test_a_mesh_is_what_its_threads_wrote() -> None:
    translation = translated(source("cloud.mesh"))
    assert translation.warnings == ()
    (resource,) = translation.bindings
    share = np.zeros(2, SHARE)
    share["member"], share["member_1"] = [10, 20], np.arange(16).reshape(2, 4, 2)
    with Kernel(translation.module.air_bytes(), "main_") as k:
        result = k.run(8, 4, buffers={resource.name: PLACES}, inputs={"payload": share})
    assert not result.findings
    actual = result.outputs
    assert actual["primitive_count"].tolist() == [4, 4]
    np.testing.assert_array_equal(actual["position"][1], PLACES * [1, 2, 1, 1])
    by_user = {output.attribute_name: actual[output.name] for output in outputs(translation) if output.attribute_name}
    number = np.arange(6)
    np.testing.assert_array_equal(by_user["user(loc0)"][0], np.repeat(number, 3).reshape(6, 3))
    np.testing.assert_array_equal(by_user["user(loc1)"][0], np.stack([number, np.ones(6)], 1))
    np.testing.assert_array_equal(by_user["user(loc2)"][0], [[2, 3]] * 6)
    np.testing.assert_array_equal(by_user["user(loc3)"], [number + 10, number + 20])
    even = number % 2 == 0
    np.testing.assert_array_equal(by_user["user(loc4)"][0], np.where(even, number, 0.5))
    np.testing.assert_array_equal(by_user["user(loc5)"][0], np.where(even, 0.5, number))
    np.testing.assert_array_equal(by_user["user(clip0)"][0], np.where(even, 1, -1))
    np.testing.assert_array_equal(actual["clip_distance"][0], np.where(even, [[1], [-1]], [[-1], [1]]).T)
    np.testing.assert_array_equal(by_user["user(loc6)"][:, :3], share["member_1"][:, :3])
    assert actual["index"][0, :12].tolist() == [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5]
    assert actual["render_target_array_index"][:, :4].tolist() == [[0] * 4, [1] * 4]
    assert actual["primitive_id"][0, :4].tolist() == [7, 8, 9, 10]
    assert actual["primitive_culled"][0, :4].tolist() == [0, 0, 1, 0]


def outputs(translation: Translation) -> list[EntryArgument]:
    (function,) = mtlb.describe(translation.module.air_bytes())
    mesh = next(argument.mesh_type_info for argument in function.entry.arguments if argument.kind == "mesh")
    assert mesh is not None
    return [*mesh.vertex_types, *mesh.primitive_types]


def test_threads_of_a_size_that_a_pipeline_gives() -> None:
    with Kernel(translated(source("lines.mesh")).module.air_bytes(), "main_", constants={3: 3}) as k:
        result = k.run(3, 3)
    assert not result.findings
    assert result.outputs["primitive_count"].tolist() == [20]
    assert result.outputs["position"][0, :, 0].tolist() == list(range(40))
    assert result.outputs["point_size"][0].tolist() == list(range(40))
    assert result.outputs["index"][0].tolist() == list(range(40))


@pytest.mark.parametrize(("option", "factor"), [({"flip_y": True}, (1, -2, 1, 1)), ({}, (1, 2, 1, 1))])
def test_positions_are_turned_as_those_of_vertex_functions(option: dict[str, bool], factor: tuple[int, ...]) -> None:
    translation = translated(source("cloud.mesh"), **option)
    share = np.zeros(1, SHARE)
    with Kernel(translation.module.air_bytes(), "main_") as k:
        result = k.run(4, 4, buffers={translation.bindings[0].name: PLACES}, inputs={"payload": share})
    np.testing.assert_array_equal(result.outputs["position"][0], PLACES * factor)


def test_older_targets_have_no_meshes() -> None:
    with pytest.raises((UnsupportedError, FormatError), match=r"AIR 2\.4 does not have it"):
        translate(assemble(source("cloud.mesh"), SPIRV_1_4), "macos12")
