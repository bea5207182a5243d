"""Values as they are shown: by the types of the metadata."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb import emit
from mtlb.base.errors import BuildError
from mtlb.cpu import Kernel
from mtlb.cpu.printing import named_values
from mtlb.cpu.values import buffer_from_text
from mtlb.emit import f16, f32, float2, float3, i32, u8, u32


def kernel(type_: emit.Type, module: emit.Module | None = None) -> Kernel:
    """A kernel that changes nothing in a buffer of this type."""
    module = module or emit.Module("macos14", "shown")
    k = module.kernel("k")
    k.buffer("out", type_, 0)
    k.entry().ret()
    return Kernel(mtlb.link([module]).library, "k")


@pytest.mark.parametrize(
    ("type_", "array", "text"),
    [
        (f32, np.array([0.1, -0.0, 1e10, np.nan], "f4"), "out: float[4] = 0.1 -0 10000000000 nan"),
        (f16, np.array([0.1, 65504], "f2"), "out: half[2] = 0.1 65500"),
        (u32, np.array([1, 2**32 - 1], "u4"), "out: uint[2] = 1 4294967295"),
        (i32, np.array([[1, -2], [3, 4]], "i4"), "out: int[2x2] = 1 -2 3 4"),
        (u8, np.array([7], "u1"), "out: uchar[1] = 7"),
        (float2, np.arange(4, dtype="f4"), "out: float2[2] = (0, 1) (2, 3)"),
        (float3, np.arange(8, dtype="f4"), "out: float3[2] = (0, 1, 2) (4, 5, 6)"),
        (float2, np.zeros((2, 3, 2), "f4"), "out: float2[2x3] = (0, 0) (0, 0) (0, 0) (0, 0) (0, 0) (0, 0)"),
    ],
)
def test_text(type_: emit.Type, array: np.ndarray, text: str) -> None:
    with kernel(type_) as its:
        result = its.run(1, buffers={"out": array})
    assert str(result) == text


def test_structs_by_member() -> None:
    module = emit.Module("macos14", "shown")
    point = module.struct("Point", [("place", float2), ("index", u32)])
    with kernel(point, module) as its:
        data = np.zeros(32, "u1")
        data.view("u4")[2] = 5
        result = its.run(1, buffers={"out": data})
    assert str(result) == "out: Point[2] = (place: (0, 0), index: 5) (place: (0, 0), index: 0)"
    assert result.values[0].as_json()["values"][0] == {"place": [0, 0], "index": 5}


def test_outputs_and_pixels() -> None:
    assert named_values("color", np.ones((2, 4), "f4")).text() == "color: float32[2] = (1, 1, 1, 1) (1, 1, 1, 1)"
    pixels = np.zeros((64, 64, 4), "u1")
    assert named_values("image", pixels).text(1) == "image: uint8[64x64] = (0, 0, 0, 0) …"
    assert len(named_values("image", pixels).text().split("(")) == 1 + 8 + 4


@pytest.mark.parametrize(
    ("type_", "text", "wrong"),
    [
        (u8, "x=1,256", "256"),
        (i32, "x=1,2.5", "2.5"),
        (u32, "x=-1", "-1"),
        (f16, "x=70000", "70000"),
    ],
)
def test_numbers_that_a_type_does_not_have(type_: emit.Type, text: str, wrong: str) -> None:
    with kernel(type_) as its, pytest.raises(BuildError, match=f"{wrong} is not a value of"):
        buffer_from_text(text.partition("=")[2], its.parameters[0].argument)


def test_bfloat_is_rounded_to_the_nearest() -> None:
    with kernel(emit.bf16) as its:
        argument = its.parameters[0].argument
    array = buffer_from_text("1,1.00390625,1.01171875,3.5,-2", argument)
    assert array.tolist() == [0x3F80, 0x3F80, 0x3F82, 0x4060, 0xC000]  # ties go to the even number
    assert named_values("x", array, argument).text() == "x: bfloat[5] = 1 1 1.015625 3.5 -2"
