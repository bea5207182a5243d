"""What drivers take though a rule, or a table of Metal's, has no word for it: with the values or a warning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from mtlb.bitcode import read_module
from mtlb.cpu import Image, Sampler
from mtlb.translate import translate
from tests.translate.assembler import HEAD, TYPES, assemble, kernel

BUFFER = """
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 0
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %array ArrayStride 4
"""
OUT = """
%u8 = OpConstant %uint 8
%array = OpTypeArray %uint %u8
%block = OpTypeStruct %array
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%out = OpVariable %pblock StorageBuffer
"""


def values(data: bytes, **value: object) -> list[int]:
    translation = translate(data, "macos14")
    assert translation.module.check() == []
    out = np.zeros(8, np.uint32)
    library = mtlb.link([translation.module]).library
    mtlb.run(library, "main_", 1, buffers={0: out}, **value)  # type: ignore[arg-type]
    return [int(item) for item in out]


@pytest.mark.parametrize(("number", "wanted"), [("-42", 7), ("1", 9), ("3", 5)])
def test_literals_of_narrow_switches_are_sign_extended(number: str, wanted: int) -> None:
    types = f"""%char = OpTypeInt 8 1
        %number = OpConstant %int {number}
        %u5 = OpConstant %uint 5
        %u7 = OpConstant %uint 7
        %u9 = OpConstant %uint 9 {OUT}"""
    body = """%narrow = OpSConvert %char %number
        OpSelectionMerge %end None
        OpSwitch %narrow %end -42 %case 1 %other
        %case = OpLabel
        OpBranch %end
        %other = OpLabel
        OpBranch %end
        %end = OpLabel
        %found = OpPhi %uint %u5 %start %u7 %case %u9 %other
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %found"""
    data = kernel(body, types, BUFFER, needs="OpCapability Int8\n")
    assert values(data)[0] == wanted


def test_a_late_variable_is_taken_with_a_warning() -> None:
    body = """%place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %u4
        %late = OpVariable %pfunction Function
        OpStore %late %u1
        %one = OpLoad %uint %late
        %next = OpAccessChain %puint %out %u0 %u1
        OpStore %next %one"""
    data = kernel(body, f"{OUT}%pfunction = OpTypePointer Function %uint\n", BUFFER)
    assert values(data)[:2] == [4, 1]
    (warning,) = translate(data, "macos14").warnings
    assert "a variable must stand before the other instructions of its block" in warning
    assert [finding.code for finding in mtlb.verify(data) if finding.code == "variable"] == ["variable"]


def test_a_struct_without_members() -> None:
    types = f"""{OUT}%empty = OpTypeStruct
        %pempty = OpTypePointer Function %empty
        %nothing = OpConstantNull %empty"""
    body = """%memory = OpVariable %pempty Function
        OpStore %memory %nothing
        %again = OpLoad %empty %memory
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %u4"""
    assert values(kernel(body, types, BUFFER))[0] == 4


@pytest.mark.parametrize(("expected", "after"), [(6, 9), (5, 6)])
def test_texels_are_compared_and_exchanged(expected: int, after: int) -> None:
    before = f"""{BUFFER}OpDecorate %image DescriptorSet 0
        OpDecorate %image Binding 1"""
    types = f"""{OUT}%expected = OpConstant %uint {expected}
        %new = OpConstant %uint 9
        %type = OpTypeImage %uint 2D 0 0 0 2 R32ui
        %ptype = OpTypePointer UniformConstant %type
        %ptexel = OpTypePointer Image %uint
        %v2int = OpTypeVector %int 2
        %at = OpConstantComposite %v2int %i1 %i0
        %image = OpVariable %ptype UniformConstant"""
    body = """%texel = OpImageTexelPointer %ptexel %image %at %u0
        %was = OpAtomicCompareExchange %uint %texel %u1 %u0 %u0 %new %expected
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %was"""
    texels = np.array([[[3], [6]]], np.uint32)
    assert values(kernel(body, types, before), textures={0: texels})[0] == 6
    assert texels.ravel().tolist() == [3, after]


def test_a_sampled_image_may_differ_in_depth() -> None:
    """OpSampledImage: Depth is a hint, which the image and the result's type need not share."""
    data = assemble(
        f"""{HEAD}
        OpEntryPoint Fragment %main "main" %color
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %color Location 0
        OpDecorate %t DescriptorSet 0
        OpDecorate %t Binding 0
        OpDecorate %s DescriptorSet 0
        OpDecorate %s Binding 1
        {TYPES}
        %image = OpTypeImage %float 2D 0 0 0 1 Unknown
        %deep = OpTypeImage %float 2D 1 0 0 1 Unknown
        %sampled = OpTypeSampledImage %deep
        %sampler = OpTypeSampler
        %pimage = OpTypePointer UniformConstant %image
        %psampler = OpTypePointer UniformConstant %sampler
        %pcolor = OpTypePointer Output %float
        %t = OpVariable %pimage UniformConstant
        %s = OpVariable %psampler UniformConstant
        %color = OpVariable %pcolor Output
        %uv = OpConstantComposite %v2float %f1 %f1
        %main = OpFunction %void None %function
        %start = OpLabel
        %i = OpLoad %image %t
        %k = OpLoad %sampler %s
        %both = OpSampledImage %sampled %i %k
        %passed = OpImageSampleDrefImplicitLod %float %both %uv %f1
        OpStore %color %passed
        OpReturn
        OpFunctionEnd"""
    )
    translation = translate(data, "macos14")
    assert translation.module.check() == []
    (point,) = read_entry_points(read_module(translation.module.air_bytes()))
    assert point.arguments[0].type_name == "depth2d<float, sample>"


def test_parts_of_the_other_sign_are_taken_with_a_warning() -> None:
    types = f"""{OUT}%v2uint = OpTypeVector %uint 2
        %minus = OpConstant %int -3
        %both = OpConstantComposite %v2uint %minus %u8"""
    body = """%part = OpCompositeExtract %uint %both 0
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %part"""
    data = kernel(body, types, BUFFER)
    (warning,) = translate(data, "macos14").warnings
    assert "is not a constant of type" in warning
    assert values(data)[0] == 2**32 - 3


def test_a_fused_product_and_sum() -> None:
    types = f"""{OUT}%product = OpConstant %float 0.1
        %ten = OpConstant %float 10.0
        %minus = OpConstant %float -1.0"""
    body = """%fused = OpFmaKHR %float %product %ten %minus
        %bits = OpBitcast %uint %fused
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %bits"""
    needs = "OpCapability FMAKHR\n"
    exact = np.float64(np.float32(0.1)) * 10 - 1  # rounded once: not 0
    assert values(kernel(body, types, BUFFER, needs=needs))[0] == int(np.float32(exact).view(np.uint32))


def test_lengths_of_buffers_whose_number_only_the_host_knows() -> None:
    """The sizes of such an array come last; those of the others are before them."""
    shader = (Path(__file__).parent / "stages" / "lengths.comp.spvasm").read_text()
    translation = translate(assemble(shader, 0x00010500), "macos14")
    sizes = next(binding for binding in translation.bindings if binding.name == "_buffer_sizes")
    lists = [np.arange(7 * n + 1, 7 * n + 1 + count, dtype=np.uint32) for n, count in enumerate((3, 5, 2))]
    out = np.zeros(5, np.uint32)
    array = [{"inner": item} for item in lists]
    buffers = {binding.slots["buffer"]: array if binding.binding == 0 else out for binding in translation.bindings}
    buffers[sizes.slots["buffer"]] = np.array([out.nbytes, *(item.nbytes for item in lists)], np.uint32)
    mtlb.run(mtlb.link([translation.module]).library, "main_", 3, buffers=buffers)
    assert out.tolist() == [202, 409, 116, 4, 15]  # two ways to see one array


def test_bits_of_wide_numbers_of_a_group() -> None:
    shader = (Path(__file__).parent / "stages" / "wide.comp.spvasm").read_text()
    translation = translate(assemble(shader), "macos14")
    integers = np.random.default_rng(3).integers(0, 2**63, 32, dtype=np.uint64)
    numbers, length = integers.copy(), np.array([integers.nbytes], np.uint32)
    buffers = {
        binding.slots["buffer"]: length if binding.name == "_buffer_sizes" else numbers
        for binding in translation.bindings
    }
    mtlb.run(mtlb.link([translation.module]).library, "main_", 32, 32, buffers=buffers)
    target = [np.bitwise_or.reduce(integers), np.bitwise_and.reduce(~integers), np.bitwise_xor.reduce(integers)]
    assert numbers[:3].tolist() == [int(item) for item in target]


def test_a_fragment_function_without_an_origin_has_it_at_the_upper_left() -> None:
    """Vulkan has no other; drivers and SPIRV-Cross take such modules, as `degrees.spv` of Naga's tests."""
    body = f"""{HEAD}
        OpEntryPoint Fragment %main "main" %color %block
        OpDecorate %color Location 0
        OpDecorate %block DescriptorSet 0
        OpDecorate %block Binding 0
        OpDecorate %type Block
        OpMemberDecorate %type 0 Offset 0
        {TYPES}
        %type = OpTypeStruct %float
        %ptype = OpTypePointer Uniform %type
        %pfloat = OpTypePointer Uniform %float
        %pcolor = OpTypePointer Output %float
        %block = OpVariable %ptype Uniform
        %color = OpVariable %pcolor Output
        %main = OpFunction %void None %function
        %start = OpLabel
        %place = OpAccessChain %pfloat %block %u0
        %number = OpLoad %float %place
        OpStore %color %number
        OpReturn
        OpFunctionEnd"""
    data = assemble(body)  # of SPIR-V 1.3: before 1.4, an interface has inputs and outputs alone
    interface, origin = translate(data, "macos14").warnings
    assert "%3 of its interface is neither input nor output" in interface
    assert "a fragment function needs OriginUpperLeft or OriginLowerLeft; OriginUpperLeft is assumed" in origin
    codes = [finding.code for finding in mtlb.verify(data)]
    assert codes == ["interface", "origin"] and not any(finding.is_error for finding in mtlb.verify(data))


def test_a_truth_value_and_a_number_are_one_specialization_constant() -> None:
    """As SPIRV-Cross converts: the number of the bool, and whether the number is not 0."""
    before = f"{BUFFER}OpDecorate %truth SpecId 7\nOpDecorate %number SpecId 7\n"
    types = f"{OUT}%truth = OpSpecConstantTrue %bool\n%number = OpSpecConstant %uint 5\n"
    body = """%chosen = OpSelect %uint %truth %u4 %u1
        %first = OpAccessChain %puint %out %u0 %u0
        OpStore %first %chosen
        %second = OpAccessChain %puint %out %u0 %u1
        OpStore %second %number"""
    for shader in (kernel(body, types, before), kernel(body, swapped(types), before)):
        assert values(shader)[:2] == [4, 5]
        assert values(shader, constants={7: 1})[:2] == [4, 1]
        assert values(shader, constants={7: 0})[:2] == [1, 0]


def swapped(types: str) -> str:
    """With the last two lines in the other order: the first of two constants is the function constant."""
    *lines, truth, number = types.splitlines()
    return "\n".join([*lines, number, truth, ""])


def test_a_constituent_stands_for_all() -> None:
    needs = "OpCapability ReplicatedCompositesEXT\n"
    types = f"""{OUT}%four = OpConstantCompositeReplicateEXT %array %u4
        %both = OpTypeStruct %uint %uint
        %given = OpSpecConstant %uint 6
        %six = OpSpecConstantCompositeReplicateEXT %v3uint %given"""
    body = """%all = OpCompositeExtract %uint %four 7
        %last = OpCompositeExtract %uint %six 2
        %made = OpCompositeConstructReplicateEXT %both %last
        %again = OpCompositeExtract %uint %made 1
        %sum = OpIAdd %uint %all %again
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %sum"""
    assert values(kernel(body, types, f"{BUFFER}OpDecorate %given SpecId 0\n", needs=needs))[0] == 10


def test_lengths_by_truth_values() -> None:
    """An array whose length compares truth values; `test_32bit.spv` of SPIRV-Reflect has each operation."""
    types = f"""{OUT}%yes = OpSpecConstantTrue %bool
        %no = OpSpecConstantFalse %bool
        %same = OpSpecConstantOp %bool LogicalEqual %yes %no
        %differ = OpSpecConstantOp %bool LogicalNotEqual %yes %no
        %u2 = OpConstant %uint 2
        %short = OpSpecConstantOp %uint Select %same %u2 %u1
        %long = OpSpecConstantOp %uint Select %differ %u4 %short
        %list = OpTypeArray %uint %long
        %plist = OpTypePointer Function %list
        %pfunction = OpTypePointer Function %uint"""
    body = """%memory = OpVariable %plist Function
        %last = OpAccessChain %pfunction %memory %short
        OpStore %last %u4
        %one = OpLoad %uint %last
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %one"""
    data = kernel(body, types, BUFFER)
    assert values(data)[0] == 4
    assert any("it is 4, by their defaults" in warning for warning in translate(data, "macos14").warnings)


def test_coordinates_of_half_precision_are_floats_for_a_texture() -> None:
    types = f"""{OUT}%half = OpTypeFloat 16
        %v2half = OpTypeVector %half 2
        %v4half = OpTypeVector %half 4
        %threequarters = OpConstant %half 0x3a00
        %quarter = OpConstant %half 0x3400
        %h0 = OpConstant %half 0
        %at = OpConstantComposite %v2half %threequarters %quarter
        %image = OpTypeImage %float 2D 0 0 0 1 Unknown
        %sampled = OpTypeSampledImage %image
        %psampled = OpTypePointer UniformConstant %sampled
        %t = OpVariable %psampled UniformConstant"""
    body = """%i = OpLoad %sampled %t
        %texel = OpImageSampleExplicitLod %v4half %i %at Lod %h0
        %red = OpCompositeExtract %half %texel 0
        %number = OpConvertFToU %uint %red
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %number"""
    before = f"{BUFFER}OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 1\n"
    data = kernel(body, types, before, needs="OpCapability Float16\n")
    picture = Image(np.array([[1, 7], [3, 5]], np.float32)[..., None].repeat(4, -1), "2d", format="rgba32float")
    assert values(data, textures={0: picture}, samplers={0: Sampler("nearest", "nearest")})[0] == 7


def test_a_constant_index_beyond_a_vector_is_the_last() -> None:
    """`cov-vector-illegal-index-never-executed` of VK-GL-CTS; spirv-val accepts it."""
    types = f"""{OUT}%u9 = OpConstant %uint 9
        %pvector = OpTypePointer Function %v3uint
        %pfunction = OpTypePointer Function %uint
        %three = OpConstantComposite %v3uint %u0 %u1 %u4"""
    body = """%vector = OpVariable %pvector Function
        OpStore %vector %three
        %beyond = OpAccessChain %pfunction %vector %u9
        %number = OpLoad %uint %beyond
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %number"""
    data = kernel(body, types, BUFFER)
    assert values(data)[0] == 4
    (warning,) = translate(data, "macos14").warnings
    assert "the index 9 is beyond the 3 parts of" in warning


def test_a_variable_of_void_is_nothing() -> None:
    """glslang declares one for the result of a function of HLSL without a result."""
    types = f"{OUT}%pvoid = OpTypePointer Function %void\n"
    body = """%nothing = OpVariable %pvoid Function
        %place = OpAccessChain %puint %out %u0 %u0
        OpStore %place %u4"""
    assert values(kernel(body, types, BUFFER))[0] == 4
