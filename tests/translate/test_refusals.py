"""What Metal does not have, and modules that make no sense: one error each, with the word and the id."""

from __future__ import annotations

import pytest

from mtlb.base.errors import BuildError, MtlbError
from mtlb.translate import ShaderOptions, translate
from tests.translate.assembler import HEAD, TYPES, assemble, kernel

IMAGE = "%image = OpTypeImage %float {} 0 0 0 1 Unknown\n%pimage = OpTypePointer UniformConstant %image\n"


def entry(model: str, modes: str = "", capability: str = "") -> bytes:
    return assemble(
        f"""OpCapability Shader
        {capability}
        OpMemoryModel Logical GLSL450
        OpEntryPoint {model} %main "main"
        {modes}
        {TYPES}
        %main = OpFunction %void None %function
        %start = OpLabel
        OpReturn
        OpFunctionEnd"""
    )


def fragment(
    decorations: str, variable: str, types: str = "", capability: str = "", body: str = "%x = OpCopyObject %p %v"
) -> bytes:
    return assemble(
        f"""OpCapability Shader
        {capability}
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main "main" {"%v" if variable.startswith(("Input", "Output")) else ""}
        OpExecutionMode %main OriginUpperLeft
        {decorations}{TYPES}{types}
        %p = OpTypePointer {variable}
        %v = OpVariable %p {variable.split()[0]}
        %main = OpFunction %void None %function
        %start = OpLabel
        {body}
        OpReturn
        OpFunctionEnd"""
    )


def distances(kind: str) -> bytes:
    return assemble(
        f"""OpCapability Shader
        OpCapability {kind}Distance
        OpMemoryModel Logical GLSL450
        OpEntryPoint Vertex %main "main" %v
        OpDecorate %v BuiltIn {kind}Distance
        {TYPES}
        %p = OpTypePointer Output %float
        %v = OpVariable %p Output
        %main = OpFunction %void None %function
        %start = OpLabel
        OpReturn
        OpFunctionEnd"""
    )


CASES = {
    "a geometry shader of unknown primitives": (
        entry("Geometry", "OpExecutionMode %main OutputVertices 3", "OpCapability Geometry"),
        r"OpEntryPoint: the shader does not say what primitives go in and come out",
    ),
    "a control stage of unknown size": (
        entry("TessellationControl", "", "OpCapability Tessellation"),
        r"OpEntryPoint: the control stage does not say how many OutputVertices it has",
    ),
    **{
        f"{kind} distances that are not an array": (
            distances(kind),
            r"OpVariable %\d+: the distances are not an array",
        )
        for kind in ("Clip", "Cull")
    },
    "an output of another stage": (
        fragment("OpDecorate %v BuiltIn Position\n", "Output %v4", "%v4 = OpTypeVector %float 4\n"),
        r"OpEntryPoint: fragment 'main_': out 'position': a fragment function has no output 'position'",
    ),
    "inputs of each vertex": (
        fragment(
            "OpDecorate %v PerVertexKHR\nOpDecorate %v Location 0\n",
            "Input %three",
            "%n3 = OpConstant %uint 3\n%v4 = OpTypeVector %float 4\n%three = OpTypeArray %v4 %n3\n",
            'OpCapability FragmentBarycentricKHR\nOpExtension "SPV_KHR_fragment_shader_barycentric"',
        ),
        r"OpVariable %\d+: inputs of each vertex of a primitive \(PerVertexKHR\) are not translated",
    ),
    "isolines": (
        entry("TessellationEvaluation", "OpExecutionMode %main Isolines", "OpCapability Tessellation"),
        r"OpEntryPoint: Metal has no isolines: patches are triangles or quads",
    ),
    "recursion": (
        kernel("%r = OpFunctionCall %void %main"),
        r"calls itself",
    ),
    "too many threads": (
        entry("GLCompute", "OpExecutionMode %main LocalSize 64 32 1"),
        r"OpEntryPoint: .*1 to 1024 threads, not 2048",
    ),
    "more numbers than there are locations": (
        fragment(
            "OpDecorate %v Location 0\n",
            "Output %long",
            "%n = OpConstant %uint 4278132784\n%long = OpTypeArray %float %n\n",
        ),
        r"OpVariable %\d+: an input or output of more numbers than any GPU has locations",
    ),
    "a builtin at another place": (
        fragment(
            "OpDecorate %v BuiltIn FragCoord\n",
            "Input %v4float",
            capability='OpCapability InterpolationFunction\n%glsl = OpExtInstImport "GLSL.std.450"',
            body="%r = OpExtInst %v4float %glsl InterpolateAtCentroid %v",
        ),
        r"OpVariable %\d+: a builtin is not interpolated at other places",
    ),
    "the length of a number type": (
        kernel("%r = OpCooperativeMatrixLengthKHR %uint %uint", needs="OpCapability CooperativeMatrixKHR\n"),
        r"OpCooperativeMatrixLengthKHR %\d+: %\d+ is not a cooperative matrix",
    ),
    "an instruction of another vendor": (
        fragment(
            "OpDecorate %v Location 0\n",
            "Input %v4float",
            capability='OpExtension "SPV_AMD_shader_ballot"\n%amd = OpExtInstImport "SPV_AMD_shader_ballot"',
            body="%r = OpExtInst %uint %amd 4 %u4",
        ),
        r"OpExtInst %\d+: MbcntAMD of SPV_AMD_shader_ballot is not supported",
    ),
    "tensors": (
        kernel("", "%t = OpTypeTensorLayoutNV %u4 %u4\n", needs="OpCapability TensorAddressingNV\n"),
        r"OpCapability: layouts and views of tensors are not supported",
    ),
    "an array whose length is 0 by default": (
        kernel(
            "%v = OpVariable %p Function\n%x = OpLoad %a %v",
            "%s = OpSpecConstant %uint 2\n%n = OpSpecConstantOp %uint UDiv %s %u4\n%a = OpTypeArray %float %n\n"
            "%p = OpTypePointer Function %a\n",
        ),
        r"OpTypeArray %\d+: its length is 0, by the defaults of specialization constants",
    ),
    "cooperative vectors": (
        kernel(
            "%x = OpUndef %four\n%y = OpFAdd %four %x %x",
            "%four = OpTypeCooperativeVectorNV %float %u4\n",
            needs="OpCapability CooperativeVectorNV\n",
        ),
        r"OpCapability: cooperative vectors are not supported",
    ),
    "a matrix that a later function reduces": (
        kernel(
            "%x = OpUndef %m\n%y = OpCooperativeMatrixReduceEXT %m %x Row %later\nOpReturn\nOpFunctionEnd\n"
            "%later = OpFunction %void None %function\n%begin = OpLabel",
            "%u2 = OpConstant %uint 2\n%u3 = OpConstant %uint 3\n%u8 = OpConstant %uint 8\n"
            "%m = OpTypeCooperativeMatrixKHR %float %u3 %u8 %u8 %u2\n",
            needs="OpCapability CooperativeMatrixKHR\nOpCapability CooperativeMatrixReductionsEXT\n",
        ),
        r"OpCooperativeMatrixReduceEXT %\d+: the instruction is not supported",
    ),
    "comparison in a texture with depth": (
        fragment(
            "OpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\n",
            "UniformConstant %both",
            "%image = OpTypeImage %float 3D 1 0 0 1 Unknown\n%both = OpTypeSampledImage %image\n",
            body="%s = OpLoad %both %v\n%uvw = OpCompositeConstruct %v3float %f0 %f0 %f0\n"
            "%t = OpImageSampleImplicitLod %v4float %s %uvw\n"
            "%c = OpImageSampleDrefImplicitLod %float %s %uvw %f1",
        ),
        r"OpImageSampleDrefImplicitLod %\d+: .*a texture3d can't be compared",
    ),
    "no location": (fragment("", "Input %v4float"), r"OpVariable %\d+: .*neither a location nor a builtin"),
    "a builtin of another stage": (
        fragment("OpDecorate %v BuiltIn VertexIndex\nOpDecorate %v Flat\n", "Input %int"),
        r"vertex_id",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_one_error_names_word_id_and_reason(name: str) -> None:
    data, reason = CASES[name]
    with pytest.raises(MtlbError, match=reason) as raised:
        translate(data, "macos14")
    assert raised.value.reason.startswith("word ") and raised.value.offset is not None
    assert ".py" not in raised.value.reason  # a line of the shader would help, one of the translator does not


def test_a_type_that_metal_lacks_is_refused_where_it_is_used() -> None:
    types = "%double = OpTypeFloat 64\n%pd = OpTypePointer Function %double\n"
    data = kernel("%v = OpVariable %pd Function\n%x = OpLoad %double %v", types)
    data = with_capability(data, 10)
    with pytest.raises(MtlbError, match=r"OpTypeFloat %\d+: Metal has no double"):
        translate(data, "macos14")
    unused = with_capability(kernel("", types), 10)
    assert translate(unused, "macos14").entries == ("main_",)


def with_capability(data: bytes, number: int) -> bytes:
    """The module with one more capability."""
    word = (2 << 16 | 17).to_bytes(4, "little") + number.to_bytes(4, "little")
    return data[:20] + word + data[20:]


def test_more_slots_than_metal_has() -> None:
    count = 33
    variables = "".join(f"%v{number} = OpVariable %pb StorageBuffer\n" for number in range(count))
    decorations = "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n" + "".join(
        f"OpDecorate %v{number} DescriptorSet 0\nOpDecorate %v{number} Binding {number}\n" for number in range(count)
    )
    types = "%block = OpTypeStruct %uint\n%pb = OpTypePointer StorageBuffer %block\n"
    types += f"%pu = OpTypePointer StorageBuffer %uint\n{variables}"
    body = "".join(f"%a{n} = OpAccessChain %pu %v{n} %i0\n%x{n} = OpLoad %uint %a{n}\n" for n in range(count))
    with pytest.raises(MtlbError, match=r"OpEntryPoint: .*there is no buffer 31: indices go from 0 to 30"):
        translate(kernel(body, types, decorations), "macos14")
    options = ShaderOptions(bindings="argument_buffers = [0]")
    translation = translate(kernel(body, types, decorations), "macos14", options=options)
    assert [binding.slots for binding in translation.bindings[:2]] == [{"buffer": 0, "id": 0}, {"buffer": 0, "id": 1}]
    assert translation.module.check() == []


def test_an_error_names_the_source_line() -> None:
    before = '%file = OpString "shader.comp"\n'
    data = kernel(
        "OpLine %file 7 3\n%x = OpFunctionCall %void %main",
        before=before,
    )
    with pytest.raises(MtlbError, match=r"\(shader\.comp:7:3\)"):
        translate(data, "macos14")


def test_bytes_that_are_no_spirv() -> None:
    with pytest.raises(MtlbError):
        translate(b"MTLB" + bytes(64), "macos14")


def test_an_empty_module_has_no_entry_points() -> None:
    translation = translate(assemble("OpCapability Linkage\n" + HEAD), "macos14")
    assert translation.entries == () and "no entry points" in translation.warnings[0]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"point_size": "big"}, "point_size is one of keep, force, drop, not 'big'"),
        ({"entry_names": "{size}"}, "it names 'size', not one of entry, file, stage"),
        ({"entry_names": ""}, "gives an entry point an empty name"),
    ],
)
def test_options_that_are_none(given: dict[str, str], reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        ShaderOptions(**given)  # type: ignore[arg-type]
