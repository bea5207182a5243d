"""Entry points: options of positions and point sizes, builtins, memory of the threadgroup, constants of pipelines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.bitcode import read_module
from mtlb.translate import Bindings, ShaderOptions, Translation, translate
from tests.translate.assembler import HEAD, TYPES, assemble, kernel

VERTEX = assemble(
    f"""{HEAD}
    OpEntryPoint Vertex %main "main" %position %index %uv
    OpDecorate %position BuiltIn Position
    OpDecorate %index BuiltIn VertexIndex
    OpDecorate %uv Location 3
    {TYPES}
    %pv4 = OpTypePointer Output %v4float
    %pi = OpTypePointer Input %int
    %m2 = OpTypeMatrix %v2float 2
    %pm = OpTypePointer Output %m2
    %position = OpVariable %pv4 Output
    %index = OpVariable %pi Input
    %uv = OpVariable %pm Output
    %f2 = OpConstant %float 2.0
    %p = OpConstantComposite %v4float %f1 %f2 %f1 %f2
    %c = OpConstantComposite %v2float %f1 %f2
    %m = OpConstantComposite %m2 %c %c
    %main = OpFunction %void None %function
    %start = OpLabel
    OpStore %position %p
    OpStore %uv %m
    OpReturn
    OpFunctionEnd"""
)


def outputs(**options: Any) -> dict[str, np.ndarray]:
    translation = translate(VERTEX, "macos14", options=ShaderOptions(**options))
    assert translation.module.check() == []
    actual = mtlb.run(mtlb.link([translation.module]).library, "main_", 1).outputs
    return {name: np.asarray(value)[0].tolist() for name, value in actual.items()}


@pytest.mark.long
def test_positions_are_as_written_or_fitted() -> None:
    assert outputs()["position"] == [1, 2, 1, 2]
    assert outputs(flip_y=True)["position"] == [1, -2, 1, 2]
    assert outputs(fix_depth=True)["position"] == [1, 2, 1.5, 2]


def test_a_matrix_takes_a_location_for_each_column() -> None:
    translation = translate(VERTEX, "macos14")
    (point,) = read_entry_points(read_module(translation.module.air_bytes()))
    assert [output.attribute_name for output in point.outputs[1:]] == ["user(loc3)", "user(loc4)"]


@pytest.mark.parametrize(("mode", "names"), [("keep", []), ("drop", []), ("force", ["point_size"])])
@pytest.mark.long
def test_point_sizes(mode: str, names: list[str]) -> None:
    assert [name for name in outputs(point_size=mode) if name == "point_size"] == names


BUFFER = """
%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %array
%pb = OpTypePointer StorageBuffer %block
%pu = OpTypePointer StorageBuffer %uint
%out = OpVariable %pb StorageBuffer
"""
BUFFER_DECORATIONS = """
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
"""


def ran(translation: Translation, count: int = 4, **arguments: Any) -> list[int]:
    assert translation.module.check() == []
    out = np.zeros(count, dtype=np.uint32)
    sizes = np.array([4 * count], np.uint32)
    mtlb.run(mtlb.link([translation.module]).library, "main_", 1, buffers={0: out, 1: sizes}, **arguments)
    return [int(item) for item in out]


@pytest.mark.long
def test_specialization_constants_are_function_constants_with_defaults() -> None:
    data = kernel(
        "%p = OpAccessChain %pu %out %i0 %i1\nOpStore %p %sum",
        "%spec = OpSpecConstant %uint 5\n%sum = OpSpecConstantOp %uint IAdd %spec %u4\n" + BUFFER,
        BUFFER_DECORATIONS + "OpDecorate %spec SpecId 7\n",
    )
    translation = translate(data, "macos14")
    assert ran(translation) == [0, 9, 0, 0]
    assert ran(translation, constants={7: 100}) == [0, 104, 0, 0]


def test_the_length_of_an_array_is_that_of_the_buffer() -> None:
    data = kernel(
        "%n = OpArrayLength %uint %out 0\n%p = OpAccessChain %pu %out %i0 %u0\nOpStore %p %n",
        BUFFER,
        BUFFER_DECORATIONS,
    )
    assert ran(translate(data, "macos14"), 6)[0] == 6


@pytest.mark.parametrize("where", ["arguments", "static"])
@pytest.mark.long
def test_memory_of_the_threadgroup_begins_as_it_says(where: str) -> None:
    types = "%hundred = OpConstant %uint 100\n%long = OpTypeArray %uint %hundred\n%null = OpConstantNull %long\n"
    types += "%pw = OpTypePointer Workgroup %long\n%pwu = OpTypePointer Workgroup %uint\n"
    data = kernel(
        "%w = OpAccessChain %pwu %wg %i3\n%x = OpLoad %uint %w\n%y = OpIAdd %uint %x %u4\n"
        "%p = OpAccessChain %pu %out %i0 %i2\nOpStore %p %y",
        f"{types}%wg = OpVariable %pw Workgroup %null\n{BUFFER}",
        BUFFER_DECORATIONS,
    )
    translation = translate(data, "macos14", bindings=Bindings.from_toml({"threadgroup": where}))
    assert ran(translation) == [0, 0, 4, 0]
    assert [binding.size for binding in translation.bindings if binding.space == "threadgroup"] == (
        [400] if where == "arguments" else []
    )


@pytest.mark.parametrize("where", ["arguments", pytest.param("static", marks=pytest.mark.long)])
def test_blocks_of_the_threadgroup_have_one_memory(where: str) -> None:
    """What CTS's compute/workgroup_memory_explicit_layout/*.amber expect: all blocks begin at one byte, and an
    initializer is seen through each, also that of a block that the function does not use."""
    types = """%n = OpConstant %uint 6
    %six = OpTypeArray %uint %n
    %four = OpTypeArray %uint %u4
    %words = OpTypeStruct %six
    %wide = OpTypeStruct %float %four
    %pwords = OpTypePointer Workgroup %words
    %pwide = OpTypePointer Workgroup %wide
    %pw = OpTypePointer Workgroup %uint
    %null = OpConstantNull %wide
    """
    offsets = {"words": [0], "wide": [4, 12]}
    before = "OpDecorate %six ArrayStride 4\nOpDecorate %four ArrayStride 4\n"
    for name, places in offsets.items():
        before += f"OpDecorate %{name} Block\n"
        before += "".join(f"OpMemberDecorate %{name} {n} Offset {place}\n" for n, place in enumerate(places))
    body = [("w", "%a", "%i0 %i3"), ("r", "%b", "%i1 %u0"), ("z", "%b", "%i1 %i2"), ("zero", "%a", "%i0 %i1")]
    lines = [f"%{name} = OpAccessChain %pw {variable} {path}" for name, variable, path in body]
    lines.append("OpStore %w %u4")
    for number, (name, _, _) in enumerate(body):
        lines += [f"%v{number} = OpLoad %uint %{name}", f"%p{number} = OpAccessChain %pu %out %i0 %i{number}"]
        lines.append(f"OpStore %p{number} %v{number}")
    data = kernel(
        "\n".join(lines),
        f"{types}%a = OpVariable %pwords Workgroup\n%b = OpVariable %pwide Workgroup\n"
        f"%c = OpVariable %pwide Workgroup %null\n%d = OpVariable %pwords Workgroup\n{BUFFER}",
        before + "".join(f"OpDecorate %{name} Aliased\n" for name in "abcd") + BUFFER_DECORATIONS,
        "%a %b %c %d",
        "OpCapability WorkgroupMemoryExplicitLayoutKHR\n",
    )
    translation = translate(data, "macos14", bindings=Bindings.from_toml({"threadgroup": where}))
    assert ran(translation, check=True) == [4, 4, 0, 0]
    assert [binding.size for binding in translation.bindings if binding.space == "threadgroup"] == (
        [28] if where == "arguments" else []
    )


def test_sizes_that_are_specialized_have_their_defaults_and_a_warning() -> None:
    types = "%n = OpSpecConstant %uint 3\n%m = OpSpecConstantOp %uint IMul %n %u4\n%a = OpTypeArray %uint %m\n"
    data = kernel(
        "%v = OpVariable %pa Function\n%e = OpAccessChain %pfu %v %i2\nOpStore %e %u4",
        types + "%pa = OpTypePointer Function %a\n%pfu = OpTypePointer Function %uint\n",
        "OpDecorate %n SpecId 0\n",
    )
    translation = translate(data, "macos14")
    assert len(translation.warnings) == 1 and "it is 12, by their defaults" in translation.warnings[0]


@pytest.mark.long
def test_phis_of_arrays_and_switches_with_several_ways_to_one_block() -> None:
    data = kernel(
        """%id = OpAccessChain %pu %out %i0 %u0
        %s = OpLoad %uint %id
        OpSelectionMerge %merge None
        OpSwitch %s %other 1 %merge 2 %merge 3 %other
        %other = OpLabel
        OpBranch %merge
        %merge = OpLabel
        %r = OpPhi %pair %ca %start %cb %other
        %e = OpCompositeExtract %uint %r 1
        %p = OpAccessChain %pu %out %i0 %i3
        OpStore %p %e""",
        f"{BUFFER}%two = OpConstant %uint 2\n%pair = OpTypeArray %uint %two\n"
        "%ca = OpConstantComposite %pair %u0 %u1\n%cb = OpConstantComposite %pair %u4 %u4\n",
        BUFFER_DECORATIONS,
    )
    translation = translate(data, "macos14")
    for first, expected in ((1, 1), (2, 1), (3, 4), (9, 4)):
        out = np.array([first, 0, 0, 0], dtype=np.uint32)
        mtlb.run(mtlb.link([translation.module]).library, "main_", 1, buffers={0: out, 1: np.array([16], np.uint32)})
        assert out[3] == expected
