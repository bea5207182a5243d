"""Derivatives of compute shaders, beside numpy: SPV_KHR_compute_shader_derivatives says which threads are neighbors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.base.findings import Severity
from mtlb.cpu import Image, Kernel, Sampler
from mtlb.translate import translate
from tests.translate.assembler import assemble

SQUARES = (Path(__file__).parent / "stages/squares.comp.spvasm").read_text()
ROWS = SQUARES.replace("GroupQuads", "GroupLinear")
X = np.arange(8)
Y = np.arange(2)[:, None]


def sized(text: str, size: str) -> str:
    lines = text.replace("LocalSize 4 2 1", f"LocalSize {size}").splitlines()
    return "\n".join(line for line in lines if "BuiltIn WorkgroupSize" not in line)  # which takes precedence


def outputs(text: str) -> np.ndarray:
    """What the threads of two threadgroups beside each other put out, by row and column."""
    translation = translate(assemble(text), "macos14")
    assert [item for item in translation.module.check() if item.severity is not Severity.NOTE] == []
    out = np.zeros((2, 2, 4, 4), np.float32)
    levels = [np.full((8 >> level, 8 >> level, 4), level, np.float32) for level in range(4)]
    textures = {0: Image(levels[0], "2d", levels=levels[1:])}
    samplers = {0: Sampler("nearest", "nearest", "nearest", "repeat")}
    with Kernel(translation.module.air_bytes(), "main_") as kernel:
        result = kernel.run((8, 2, 1), (4, 2, 1), buffers={0: out}, textures=textures, samplers=samplers)
    assert result.is_clean, result.findings
    return np.concatenate(out, axis=1)


def expected(along: np.ndarray, down: np.ndarray, level: float) -> np.ndarray:
    columns = [along, down, abs(along) + abs(down), np.full((2, 8), level)]
    return np.stack([np.broadcast_to(column, (2, 8)) for column in columns], axis=-1).astype(np.float32)


@pytest.mark.long
def test_quads_are_squares() -> None:
    even = X & ~1
    along = np.broadcast_to((even + 1) ** 2 - even**2, (2, 8))
    np.testing.assert_array_equal(outputs(SQUARES), expected(along, np.full((2, 8), 3), 1))


@pytest.mark.long
def test_quads_are_four_threads_in_a_row() -> None:
    along = np.broadcast_to((X | 1) ** 2 - (X & ~1) ** 2, (2, 8))
    down = np.broadcast_to((X | 2) ** 2 - (X & ~2) ** 2, (2, 8))
    np.testing.assert_array_equal(outputs(ROWS), expected(along, down, 2))


@pytest.mark.parametrize("text", [sized(SQUARES, "4 3 1"), sized(ROWS, "3 2 1")])
def test_threadgroups_that_have_no_quads_are_refused(text: str) -> None:
    with pytest.raises(UnsupportedError, match=r"OpEntryPoint: derivatives in a threadgroup of \d x \d x 1 threads"):
        translate(assemble(text), "macos14")


def test_a_threadgroup_two_threads_wide_has_squares_already() -> None:
    places = [
        translate(assemble(text), "macos14").module.text().count("udiv") for text in (sized(SQUARES, "2 2 1"), SQUARES)
    ]
    assert places[0] == 0 < places[1]
