"""Determinants and inverses of half precision, beside float64."""

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
