"""Determinants, inverses and mixed dot products of half precision, beside float64."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.translate import translate
from tests.translate.assembler import assemble

COUNT = 512
SHADER = """
OpCapability Shader
OpCapability Float16
OpCapability StorageBuffer16BitAccess
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %list ArrayStride {stride}
OpMemberDecorate %item 0 Offset 0
OpMemberDecorate %item 0 ColMajor
OpMemberDecorate %item 0 MatrixStride {column}
OpMemberDecorate %item 1 Offset {bytes}
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%v3uint = OpTypeVector %uint 3
%half = OpTypeFloat 16
%vector = OpTypeVector %half {size}
%matrix = OpTypeMatrix %vector {size}
%item = OpTypeStruct %matrix %half
%count = OpConstant %uint 512
%list = OpTypeArray %item %count
%block = OpTypeStruct %list
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%pblock = OpTypePointer StorageBuffer %block
%pmatrix = OpTypePointer StorageBuffer %matrix
%phalf = OpTypePointer StorageBuffer %half
%pid = OpTypePointer Input %v3uint
%data = OpVariable %pblock StorageBuffer
%id = OpVariable %pid Input
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%start = OpLabel
%ids = OpLoad %v3uint %id
%me = OpCompositeExtract %uint %ids 0
%place = OpAccessChain %pmatrix %data %u0 %me %u0
%number = OpAccessChain %phalf %data %u0 %me %u1
%m = OpLoad %matrix %place
%d = OpExtInst %half %glsl Determinant %m
%i = OpExtInst %matrix %glsl MatrixInverse %m
OpStore %number %d
OpStore %place %i
OpReturn
OpFunctionEnd
"""


@pytest.mark.parametrize("size", [2, 3, 4])
def test_they_are_rounded_once(size: int) -> None:
    column = 4 if size == 2 else 8
    stride = column * size + 8
    data = assemble(SHADER.format(size=size, column=column, bytes=column * size, stride=stride))
    translation = translate(data, "macos14")
    rows = stride // 2
    matrices = np.random.default_rng(size).uniform(-2, 2, (COUNT, size, size)).astype(np.float16)
    memory = np.zeros((COUNT, rows), np.float16)
    for number in range(size):  # by column
        memory[:, number * column // 2 : number * column // 2 + size] = matrices[:, :, number]
    mtlb.run(mtlb.link([translation.module]).library, "main_", COUNT, 64, buffers={0: memory})
    exact = np.linalg.det(matrices.astype(np.float64))
    usable = np.abs(exact) > 0.01
    determinants = memory[:, size * column // 2].astype(np.float64)
    assert np.all(np.abs(determinants - exact)[usable] <= np.abs(exact)[usable] * 2.0**-10.9)
    parts = [memory[:, n * column // 2 : n * column // 2 + size] for n in range(size)]
    inverses, expected = np.stack(parts, 2).astype(np.float64), np.linalg.inv(matrices.astype(np.float64))
    error = np.abs(inverses - expected).max((1, 2))[usable]
    assert np.all(error <= np.abs(expected).max((1, 2))[usable] * 2.0**-10.9)


MIXED = """
OpCapability Shader
OpCapability Float16
OpCapability BFloat16TypeKHR
OpCapability StorageBuffer16BitAccess
OpCapability DotProductFloat16AccFloat32VALVE
OpCapability DotProductFloat16AccFloat16VALVE
OpCapability DotProductBFloat16AccVALVE
OpExtension "SPV_KHR_bfloat16"
OpExtension "SPV_VALVE_mixed_float_dot_product"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 64 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %list ArrayStride 16
OpMemberDecorate %item 0 Offset 0
OpMemberDecorate %item 1 Offset 4
OpMemberDecorate %item 2 Offset 8
OpMemberDecorate %item 3 Offset 12
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%v3uint = OpTypeVector %uint 3
%float = OpTypeFloat 32
%half = OpTypeFloat 16{encoding}
%vector = OpTypeVector %half 2
%item = OpTypeStruct %vector %vector %float %half
%count = OpConstant %uint 512
%list = OpTypeArray %item %count
%block = OpTypeStruct %list
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%u3 = OpConstant %uint 3
%pblock = OpTypePointer StorageBuffer %block
%pvector = OpTypePointer StorageBuffer %vector
%pfloat = OpTypePointer StorageBuffer %float
%phalf = OpTypePointer StorageBuffer %half
%pid = OpTypePointer Input %v3uint
%data = OpVariable %pblock StorageBuffer
%id = OpVariable %pid Input
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%start = OpLabel
%ids = OpLoad %v3uint %id
%me = OpCompositeExtract %uint %ids 0
%pleft = OpAccessChain %pvector %data %u0 %me %u0
%pright = OpAccessChain %pvector %data %u0 %me %u1
%pwide = OpAccessChain %pfloat %data %u0 %me %u2
%pnarrow = OpAccessChain %phalf %data %u0 %me %u3
%left = OpLoad %vector %pleft
%right = OpLoad %vector %pright
%wide = OpLoad %float %pwide
%narrow = OpLoad %half %pnarrow
%a = OpFDot2MixAcc32VALVE %float %left %right %wide
%b = OpFDot2MixAcc16VALVE %half %left %right %narrow
OpStore %pwide %a
OpStore %pnarrow %b
OpReturn
OpFunctionEnd
"""


@pytest.mark.parametrize(("encoding", "bits"), [("", 11), (" BFloat16KHR", 8)])
def test_mixed_dot_products(encoding: str, bits: int) -> None:
    generator = np.random.default_rng(bits)
    vectors = generator.integers(-64, 64, (COUNT, 5)) / 8  # exact in half, bfloat and in the sums of products
    wide = generator.integers(-1000, 1000, COUNT).astype(np.float32)
    memory = np.zeros((COUNT, 8), np.uint16)
    as_half = vectors.astype(np.float16).view(np.uint16)
    memory[:, [0, 1, 2, 3, 6]] = as_half if not encoding else vectors.astype(np.float32).view(np.uint32) >> 16
    memory[:, 4:6] = wide.view(np.uint16).reshape(COUNT, 2)
    data = assemble(MIXED.format(encoding=encoding))
    library = mtlb.link([translate(data, "macos14").module]).library
    mtlb.run(library, "main_", COUNT, 64, buffers={0: memory})
    products = vectors[:, 0] * vectors[:, 2] + vectors[:, 1] * vectors[:, 3]
    np.testing.assert_array_equal(memory[:, 4:6].copy().view(np.float32)[:, 0], products + wide)
    exact = products + vectors[:, 4]
    stored = memory[:, 6].copy()
    narrow = (stored.astype(np.uint32) << 16).view(np.float32) if encoding else stored.view(np.float16)
    assert np.all(np.abs(narrow - exact) <= np.abs(exact) * 2.0**-bits)
