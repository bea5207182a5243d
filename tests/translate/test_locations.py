"""Locations that variables share, distances between stages, builtins that are constants, constants with one number,
and raster order groups: values beside what the shaders' texts say."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.air.entry_points import EntryPoint
from mtlb.base.errors import UnsupportedError
from mtlb.base.findings import Severity
from mtlb.bitcode import read_module
from mtlb.translate import ShaderOptions, Translation, translate
from tests.translate.assembler import TYPES, assemble, kernel


def stage(model: str, interface: str, before: str, types: str, body: str, needs: str = "", modes: str = "") -> bytes:
    """A vertex or fragment function that does `body`."""
    origin = "OpExecutionMode %main OriginUpperLeft" if model == "Fragment" else ""
    return assemble(
        f"""OpCapability Shader
        {needs}
        OpMemoryModel Logical GLSL450
        OpEntryPoint {model} %main "main" {interface}
        {origin}
        {modes}
        {before}{TYPES}{types}
        %main = OpFunction %void None %function
        %start = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"""
    )


def translated(data: bytes, **options: str) -> tuple[Translation, EntryPoint]:
    translation = translate(data, "macos14", options=ShaderOptions(**options))  # type: ignore[arg-type]
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    (point,) = read_entry_points(read_module(translation.module.air_bytes()))
    return translation, point


INPUTS = """%pf = OpTypePointer Input %float
%p2 = OpTypePointer Input %v2float
%po = OpTypePointer Output %v4float
%a = OpVariable %pf Input
%b = OpVariable %p2 Input
%c = OpVariable %pf Input
%o = OpVariable %po Output
"""
PARTS = """OpDecorate %a Location 2
OpDecorate %a Component 3
OpDecorate %b Location 2
OpDecorate %b Component 1
OpDecorate %c Location 3
OpDecorate %o BuiltIn Position
"""
READ = """%x = OpLoad %float %a
%y = OpLoad %v2float %b
%z = OpLoad %float %c
%v = OpCompositeConstruct %v4float %x %y %z
OpStore %o %v"""


def test_vertex_attributes_that_share_a_location() -> None:
    result, point = translated(stage("Vertex", "%a %b %c %o", PARTS, INPUTS, READ))
    assert [(argument.location_index, argument.type_name) for argument in point.arguments] == [
        (2, "float4"),
        (3, "float"),
    ]
    values = np.arange(8, dtype=np.float32).reshape(2, 4)
    inputs = {point.arguments[0].name: values, point.arguments[1].name: np.array([20, 30], np.float32)}
    outputs = mtlb.run(mtlb.link([result.module]).library, "main_", 2, inputs=inputs).outputs
    assert np.asarray(outputs["position"]).tolist() == [[3, 1, 2, 20], [7, 5, 6, 30]]


def test_numbers_of_two_types_at_one_location_are_refused() -> None:
    types = INPUTS.replace("%b = ", "%pu = OpTypePointer Input %uint\n%d = OpVariable %pu Input\n%b = ")
    data = stage("Vertex", "%a %b %c %d %o", f"{PARTS}OpDecorate %d Location 2\n", types, READ)
    with pytest.raises(UnsupportedError, match="location 2 has numbers of two types"):
        translate(data, "macos14")


@pytest.mark.long
def test_colors_that_share_a_location() -> None:
    """Component 3 has no variable: it is 0, as are colors that nothing writes."""
    types = """%pf = OpTypePointer Output %float
    %p2 = OpTypePointer Output %v2float
    %two = OpConstantComposite %v2float %f1 %f0
    %f7 = OpConstant %float 7.0
    %a = OpVariable %p2 Output
    %b = OpVariable %pf Output
    %c = OpVariable %pf Output
    """
    before = """OpDecorate %a Location 0
    OpDecorate %a Component 1
    OpDecorate %b Location 0
    OpDecorate %c Location 1
    OpDecorate %c Component 2
    """
    body = "OpStore %a %two\nOpStore %b %f7\nOpStore %c %f7"
    result, point = translated(stage("Fragment", "%a %b %c", before, types, body))
    assert [(output.render_target_index, output.type_name) for output in point.outputs] == [
        (0, "float3"),
        (1, "float3"),
    ]
    outputs = mtlb.run(mtlb.link([result.module]).library, "main_", 1).outputs
    assert [np.asarray(item)[0].tolist() for item in outputs.values()] == [[7, 1, 0], [0, 0, 7]]


DISTANCES = """%two = OpConstant %uint 2
%pair = OpTypeArray %float %two
%p = OpTypePointer {0} %pair
%pf = OpTypePointer {0} %float
%clip = OpVariable %p {0}
%cull = OpVariable %p {0}
"""
DISTANT = """OpDecorate %clip BuiltIn ClipDistance
OpDecorate %cull BuiltIn CullDistance
"""
NEEDS = "OpCapability ClipDistance\nOpCapability CullDistance"


def test_distances_go_from_vertices_to_fragments() -> None:
    chains = "".join(f"%{name}{n} = OpAccessChain %pf %{name} %i{n}\n" for name in ("clip", "cull") for n in range(2))
    position = "%pv = OpTypePointer Output %v4float\n%o = OpVariable %pv Output\n%f3 = OpConstant %float 3.0\n"
    body = f"{chains}OpStore %clip0 %f1\nOpStore %clip1 %f0\nOpStore %cull0 %f3\nOpStore %cull1 %f1"
    before = f"{DISTANT}OpDecorate %o BuiltIn Position\n"
    result, vertex = translated(
        stage("Vertex", "%clip %cull %o", before, DISTANCES.format("Output") + position, body, NEEDS)
    )
    assert "does not cull" in result.warnings[0]
    users = ["user(clip0)", "user(clip1)", "user(cull0)", "user(cull1)"]
    assert [output.attribute_name for output in vertex.outputs if output.attribute_name] == users
    outputs = mtlb.run(mtlb.link([result.module]).library, "main_", 1).outputs
    names = {output.attribute_name: output.name for output in vertex.outputs}
    assert [np.asarray(outputs[names[user]])[0] for user in users] == [1, 0, 3, 1]

    loads = "".join(f"%v{n} = OpLoad %float %{name}\n" for n, name in enumerate(("clip0", "clip1", "cull0", "cull1")))
    color = "%pc = OpTypePointer Output %v4float\n%c = OpVariable %pc Output\n"
    body = f"{chains}{loads}%all = OpCompositeConstruct %v4float %v0 %v1 %v2 %v3\nOpStore %c %all"
    result, fragment = translated(
        stage(
            "Fragment",
            "%clip %cull %c",
            f"{DISTANT}OpDecorate %c Location 0\n",
            DISTANCES.format("Input") + color,
            body,
            NEEDS,
        )
    )
    assert [argument.attribute_name for argument in fragment.arguments] == users
    inputs = {argument.name: np.array([n + 0.5], np.float32) for n, argument in enumerate(fragment.arguments)}
    (values,) = mtlb.run(mtlb.link([result.module]).library, "main_", 1, inputs=inputs).outputs.values()
    assert np.asarray(values)[0].tolist() == [0.5, 1.5, 2.5, 3.5]


@pytest.mark.long
def test_builtins_that_are_constants() -> None:
    before = """OpDecorate %size BuiltIn FragSizeEXT
    OpDecorate %size Flat
    OpDecorate %count BuiltIn FragInvocationCountEXT
    OpDecorate %count Flat
    OpDecorate %rate BuiltIn ShadingRateKHR
    OpDecorate %rate Flat
    OpDecorate %o Location 0
    """
    types = """%v2int = OpTypeVector %int 2
    %v4int = OpTypeVector %int 4
    %ps = OpTypePointer Input %v2int
    %pi = OpTypePointer Input %int
    %po = OpTypePointer Output %v4int
    %size = OpVariable %ps Input
    %count = OpVariable %pi Input
    %rate = OpVariable %pi Input
    %o = OpVariable %po Output
    """
    body = """%s = OpLoad %v2int %size
    %c = OpLoad %int %count
    %r = OpLoad %int %rate
    %v = OpCompositeConstruct %v4int %s %c %r
    OpStore %o %v"""
    needs = """OpCapability FragmentDensityEXT
    OpCapability FragmentShadingRateKHR
    OpExtension "SPV_KHR_fragment_shading_rate" """
    result, _ = translated(stage("Fragment", "%size %count %rate %o", before, types, body, needs))
    (output,) = mtlb.run(mtlb.link([result.module]).library, "main_", 1).outputs.values()
    assert np.asarray(output)[0].tolist() == [1, 1, 1, 0]


@pytest.mark.long
def test_the_number_of_a_draw_is_zero_with_a_warning() -> None:
    types = "%pi = OpTypePointer Input %int\n%po = OpTypePointer Output %v4float\n%d = OpVariable %pi Input\n"
    types += "%o = OpVariable %po Output\n"
    body = "%i = OpLoad %int %d\n%f = OpConvertSToF %float %i\n%v = OpCompositeConstruct %v4float %f %f1 %f %f1\n"
    before = "OpDecorate %d BuiltIn DrawIndex\nOpDecorate %o BuiltIn Position\n"
    result, _ = translated(
        stage("Vertex", "%d %o", before, types, f"{body}OpStore %o %v", "OpCapability DrawParameters")
    )
    assert result.warnings == ("main_: DrawIndex is 0: Metal has no multi-draw",)
    outputs = mtlb.run(mtlb.link([result.module]).library, "main_", 1).outputs
    assert np.asarray(outputs["position"])[0].tolist() == [0, 1, 0, 1]


BUFFER = """%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %array
%pb = OpTypePointer StorageBuffer %block
%pu = OpTypePointer StorageBuffer %uint
%out = OpVariable %pb StorageBuffer
"""
BOUND = """OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
"""


@pytest.mark.parametrize(("constants", "wanted"), [(None, [5, 0xFFFFFFF9]), ({3: 40}, [40, 40])])
@pytest.mark.long
def test_two_constants_with_one_number(constants: dict[int, int] | None, wanted: list[int]) -> None:
    data = kernel(
        """%b = OpBitcast %uint %two
        %p = OpAccessChain %pu %out %i0 %i0
        %q = OpAccessChain %pu %out %i0 %i1
        OpStore %p %one
        OpStore %q %b""",
        f"%one = OpSpecConstant %uint 5\n%two = OpSpecConstant %int -7\n{BUFFER}",
        f"{BOUND}OpDecorate %one SpecId 3\nOpDecorate %two SpecId 3\n",
    )
    result, _ = translated(data)
    out = np.zeros(2, np.uint32)
    mtlb.run(
        mtlb.link([result.module]).library,
        "main_",
        1,
        buffers={0: out, 1: np.array([8], np.uint32)},
        constants=constants,
    )
    assert out.tolist() == wanted


def test_constants_of_two_sizes_with_one_number_are_refused() -> None:
    body = (
        "%h = OpConvertFToU %uint %two\n%c = OpIAdd %uint %h %one\n%p = OpAccessChain %pu %out %i0 %i0\nOpStore %p %c"
    )
    types = f"%half = OpTypeFloat 16\n%one = OpSpecConstant %uint 5\n%two = OpSpecConstant %half 0x3c00\n{BUFFER}"
    before = f"{BOUND}OpDecorate %one SpecId 3\nOpDecorate %two SpecId 3\n"
    data = kernel(body, types, before, needs="OpCapability Float16\n")
    with pytest.raises(UnsupportedError, match="another specialization constant with its SpecId is a"):
        translate(data, "macos14")


@pytest.mark.long
def test_the_length_of_an_array_from_the_size_of_the_threadgroup() -> None:
    types = f"""{BUFFER}%y = OpSpecConstant %uint 3
    %size = OpSpecConstantComposite %v3uint %u4 %y %u1
    %second = OpSpecConstantOp %uint CompositeExtract %size 1
    %some = OpTypeArray %uint %second
    %ps = OpTypePointer Private %some
    %pp = OpTypePointer Private %uint
    %mine = OpVariable %ps Private
    """
    body = """%a = OpAccessChain %pp %mine %i2
    OpStore %a %u4
    %b = OpLoad %uint %a
    %p = OpAccessChain %pu %out %i0 %i0
    OpStore %p %b"""
    result, _ = translated(
        kernel(body, types, f"{BOUND}OpDecorate %y SpecId 0\nOpDecorate %size BuiltIn WorkgroupSize\n")
    )
    out = np.zeros(1, np.uint32)
    mtlb.run(mtlb.link([result.module]).library, "main_", 1, buffers={0: out, 1: np.array([4], np.uint32)})
    assert out[0] == 4


INTERLOCK = 'OpCapability FragmentShaderPixelInterlockEXT\nOpExtension "SPV_EXT_fragment_shader_interlock"'
SECTION = """OpBeginInvocationInterlockEXT
%p = OpAccessChain %pu %out %i0 %i0
%x = OpLoad %uint %p
%y = OpIAdd %uint %x %u1
OpStore %p %y
OpEndInvocationInterlockEXT"""
ORDERED = "OpExecutionMode %main PixelInterlockOrderedEXT"


def test_interlocked_resources_have_a_raster_order_group() -> None:
    data = stage("Fragment", "", BOUND, BUFFER, SECTION, INTERLOCK, ORDERED)
    result, point = translated(data)
    assert [argument.raster_order_group for argument in point.arguments] == [0, None]  # the sizes are not written
    out = np.zeros(1, np.uint32)
    mtlb.run(mtlb.link([result.module]).library, "main_", 1, buffers={0: out, 1: np.array([4], np.uint32)})
    assert out[0] == 1
    with pytest.raises(UnsupportedError, match="has no raster order group"):
        translated(data, bindings="argument_buffers = [0]")


def test_without_interlock_there_is_no_raster_order_group() -> None:
    body = "\n".join(SECTION.splitlines()[1:-1])
    _, point = translated(stage("Fragment", "", BOUND, BUFFER, body))
    assert [argument.raster_order_group for argument in point.arguments] == [None, None]
