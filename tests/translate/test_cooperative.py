"""Cooperative matrices: products, sums, rows and columns, numbers of a thread, beside numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.base.findings import Severity
from mtlb.cpu import Kernel
from mtlb.translate import translate
from tests.translate.assembler import assemble

SHADER = (Path(__file__).parent / "stages" / "tiles.comp.spvasm").read_text()
STRIDE = 16


def test_products_of_tiles() -> None:
    translation = translate(assemble(SHADER), "macos14")
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    generator = np.random.default_rng(1)
    left = generator.integers(-8, 8, (8, STRIDE)).astype("f4")
    right = generator.integers(-8, 8, (STRIDE, 8)).astype("f4")
    actual = {binding.binding: binding.name for binding in translation.bindings}
    sums, halves = np.zeros(128, "f4"), np.zeros(64, "f2")
    inputs = {0: left.ravel(), 1: right.ravel(), 2: sums, 3: halves, None: np.array([STRIDE], "u4")}
    buffers = {name: inputs[binding] for binding, name in actual.items() if binding is not None}
    push = next(
        binding.name for binding in translation.bindings if binding.binding is None and binding.space == "constant"
    )
    buffers[push] = inputs[None]
    if "_buffer_sizes" in actual.values():
        buffers["_buffer_sizes"] = np.array([left.nbytes, right.nbytes, sums.nbytes, halves.nbytes], "u4")
    with Kernel(translation.module.air_bytes(), "main_", check=True) as k:
        result = k.run(32, 32, buffers=buffers)
    assert not result.findings
    first = left @ right + 1
    turned = sum(left[:, n : n + 8] @ right[n : n + 8].T for n in range(0, STRIDE, 8))
    np.testing.assert_array_equal(sums[:64].reshape(8, 8), first.T)
    np.testing.assert_array_equal(sums[64:].reshape(8, 8), turned * 0.5 + first + 3)
    np.testing.assert_array_equal(halves.reshape(8, 8), -first)


@pytest.mark.parametrize(
    ("component", "size", "reason"),
    [
        ("OpTypeInt 32 1", 8, "Metal has no cooperative matrix of int"),
        ("OpTypeFloat 32", 16, "a cooperative matrix of 16 by 16: Metal's are 8 by 8"),
    ],
)
def test_other_matrices_are_refused(component: str, size: int, reason: str) -> None:
    text = f"""
        OpCapability Shader
        OpCapability CooperativeMatrixKHR
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main "main"
        OpExecutionMode %main LocalSize 32 1 1
        %void = OpTypeVoid
        %type = OpTypeFunction %void
        %component = {component}
        %uint = OpTypeInt 32 0
        %use = OpConstant %uint 2
        %scope = OpConstant %uint 3
        %size = OpConstant %uint {size}
        %matrix = OpTypeCooperativeMatrixKHR %component %scope %size %size %use
        %pointer = OpTypePointer Function %matrix
        %main = OpFunction %void None %type
        %begin = OpLabel
        %variable = OpVariable %pointer Function
        %value = OpLoad %matrix %variable
        OpReturn
        OpFunctionEnd
    """
    with pytest.raises(UnsupportedError, match=reason):
        translate(assemble(text), "macos14")
