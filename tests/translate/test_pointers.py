"""Pointers as values: physical addresses in buffers, beside what the memory that they lead to says; raw accesses."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import UnsupportedError
from mtlb.cpu import Address
from mtlb.translate import ShaderOptions, translate
from tests.translate.assembler import assemble
from tests.translate.shaders import ROOT

NODE = np.dtype([("next", object), ("value", "f4"), ("mark", "u4")])


def test_buffers_of_addresses() -> None:
    """A list of nodes and an array of packed vectors, which the host gives by address."""
    translation = translate((ROOT / "buffer_addresses.spv").read_bytes(), "macos14")
    assert translation.module.check() == []
    nodes = np.zeros(4, NODE)
    order = [0, 2, 1, 3]
    for at, to in zip(order, order[1:] + order[:1], strict=True):
        nodes["next"][at] = Address(nodes, 16 * to)
    nodes["value"] = [1.5, 10.25, 100.0, 1000.0]
    places = np.arange(12, dtype=np.float32)
    head = [Address(nodes), Address(places), Address(places, 12)]
    out = np.zeros(20, np.float32)
    names = [binding.name for binding in translation.bindings]
    library = mtlb.link([translation.module]).library
    mtlb.run(library, "main_", 4, 4, buffers=dict(zip(names, (head, out), strict=True)))
    values = nodes["value"][order]
    for me in range(4):
        x, y = places[3 * me : 3 * me + 2]
        beyond = places[3 * me + 5] if me < 3 else None  # the second address is one vector further
        expected = [values[:me].sum(), values[me % 2], x + 10 * y]
        assert out[4 * me : 4 * me + 3].tolist() == expected, me
        assert beyond is None or out[4 * me + 3] == beyond
    assert nodes["mark"].tolist() == [0, 88, 77, 0]
    assert out[16:18].view(np.uint64)[0] != 0


RAW = """
OpCapability Shader
OpCapability RawAccessChainsNV
OpExtension "SPV_NV_raw_access_chains"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %id
OpExecutionMode %main LocalSize 8 1 1
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %words ArrayStride 4
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%v2uint = OpTypeVector %uint 2
%v3uint = OpTypeVector %uint 3
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%u4 = OpConstant %uint 4
%u8 = OpConstant %uint 8
%u12 = OpConstant %uint 12
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%pvector = OpTypePointer StorageBuffer %v2uint
%pid = OpTypePointer Input %v3uint
%data = OpVariable %pblock StorageBuffer
%id = OpVariable %pid Input
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%start = OpLabel
%ids = OpLoad %v3uint %id
%me = OpCompositeExtract %uint %ids 0
%from = OpRawAccessChainNV %pvector %data %u12 %me %u4 RobustnessPerElementNV
%pair = OpLoad %v2uint %from Aligned 4
%x = OpCompositeExtract %uint %pair 0
%y = OpCompositeExtract %uint %pair 1
%sum = OpIAdd %uint %x %y
%to = OpRawAccessChainNV %puint %data %u12 %me %u8
OpStore %to %sum Aligned 4
OpReturn
OpFunctionEnd
"""


def test_raw_access() -> None:
    """Structs of three words: the last becomes the sum of the last two."""
    translation = translate(assemble(RAW), "macos14")
    assert translation.module.check() == []
    words = np.arange(24, dtype=np.uint32).reshape(8, 3)
    expected = words.copy()
    expected[:, 2] += words[:, 1]
    names = [binding.name for binding in translation.bindings]
    buffers: dict[str | int, object] = dict.fromkeys(names, words)
    if "_buffer_sizes" in buffers:
        buffers["_buffer_sizes"] = np.array([words.nbytes], "u4")
    mtlb.run(mtlb.link([translation.module]).library, "main_", 8, 8, buffers=buffers)
    np.testing.assert_array_equal(words, expected)


def test_raw_access_is_not_checked() -> None:
    options = ShaderOptions(buffer_bounds_check_policy="restrict")
    with pytest.raises(UnsupportedError, match=r"OpRawAccessChainNV .*the bounds of a raw access are not checked"):
        translate(assemble(RAW), "macos14", options=options)
