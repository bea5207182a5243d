"""Cooperative matrices: products, sums, rows and columns, numbers of a thread, beside numpy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.base.findings import Severity
from mtlb.cpu import Kernel
from mtlb.translate import Bindings, translate
from tests.translate.assembler import assemble

STAGES = Path(__file__).parent / "stages"
STRIDE = 16


def run(shader: str, inputs: dict[int | None, np.ndarray], bindings: Bindings | None = None) -> list[str]:
    """Run a SIMD-group of a shader with buffers by their bindings (None: push constants); the warnings of its
    translation."""
    translation = translate(assemble((STAGES / shader).read_text()), "macos14", bindings=bindings)
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    buffers = dict[str | int, np.ndarray]()
    for binding in translation.bindings:
        if binding.name == "_buffer_sizes":
            buffers[binding.name] = np.array([inputs[n].nbytes for n in range(len(inputs)) if n in inputs], "u4")
        else:
            buffers[binding.name] = inputs[binding.binding]
    with Kernel(translation.module.air_bytes(), "main_", check=True) as k:
        result = k.run(32, 32, buffers=buffers)
    assert not result.findings
    return list(translation.warnings)


def test_products_of_matrices() -> None:
    generator = np.random.default_rng(1)
    left = generator.integers(-8, 8, (8, STRIDE)).astype("f4")
    right = generator.integers(-8, 8, (STRIDE, 8)).astype("f4")
    sums, halves = np.zeros(128, "f4"), np.zeros(64, "f2")
    run("tiles.comp.spvasm", {0: left.ravel(), 1: right.ravel(), 2: sums, 3: halves, None: np.array([STRIDE], "u4")})
    first = left @ right + 1
    turned = sum(left[:, n : n + 8] @ right[n : n + 8].T for n in range(0, STRIDE, 8))
    np.testing.assert_array_equal(sums[:64].reshape(8, 8), first.T)
    np.testing.assert_array_equal(sums[64:].reshape(8, 8), turned * 0.5 + first + 3)
    np.testing.assert_array_equal(halves.reshape(8, 8), -first)


@pytest.mark.parametrize("rows", [16, 32])
def test_products_of_several_tiles(rows: int) -> None:
    generator = np.random.default_rng(rows)
    inner, threads, tiles = rows + 8, 32, rows // 8
    left = generator.integers(-8, 8, (rows, inner)).astype("f2")
    right = generator.integers(-8, 8, (inner, 8)).astype("f2")
    sums = np.zeros(2 * rows * 8 + threads, "f4")
    given = None if rows == 16 else Bindings.from_toml({"constants": {"0": rows}})
    warnings = run("large_tiles.comp.spvasm", {0: left.ravel(), 1: right.T.ravel(), 2: sums}, given)
    sizes = [] if given else ["16 by 24", "16 by 8", "24 by 8"]
    assert sorted(text.split(": ")[-1] for text in warnings) == [f"it is {size}, by their defaults" for size in sizes]
    product = left.astype("f4") @ right + 1
    whole, turned, own = np.split(sums, [rows * 8, rows * 16])
    np.testing.assert_array_equal(whole.reshape(rows, 8), product)
    more = turned.reshape(8, rows).T / 2 - 3 - product
    # Each thread has added 100 to the last of its numbers, which are in the last tile.
    np.testing.assert_array_equal(more[:-8], np.zeros((rows - 8, 8)))
    assert sorted(more[-8:].ravel()) == [0.0] * threads + [100.0] * threads
    assert sorted(own - 2 * tiles) == sorted(2 * (product[:8] + 3).ravel()[1::2])


@pytest.mark.parametrize(
    ("component", "size", "reason"),
    [
        ("OpTypeInt 32 1", 8, "Metal has no cooperative matrix of int"),
        ("OpTypeFloat 32", 12, "a cooperative matrix of 12 by 12: Metal's tiles are 8 by 8"),
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
