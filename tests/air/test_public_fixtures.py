"""The table of functions beside what Apple's compiler declares in public fixtures.

Facts (names and types at AIR 2.8) from kernel_texture_variant_leftovers.ll of the GitHub repository
steelbrain/metal2vulkan, which its author compiled with Apple's compiler for macOS 26.5. Its text is not here.
"""

from __future__ import annotations

import pytest

from mtlb.air.census_features import type_text
from mtlb.air.intrinsics import intrinsic
from mtlb.base.versions import Version
from mtlb.ir import Context, Type, TypeCode

SAMPLER = "%struct._sampler_t addrspace(2)*"


def _texture(shape: str) -> str:
    return f"%struct._texture_{shape}_t addrspace(1)*"


APPLES = {
    "air.read_texture_2d_ms.v4f16": ("{ <4 x half>, i8 }", _texture("2d_ms"), SAMPLER, "<2 x i32>", "i32", "i32"),
    "air.read_texture_2d_ms_array.v4f32": (
        "{ <4 x float>, i8 }",
        _texture("2d_ms_array"),
        SAMPLER,
        "<2 x i32>",
        "i32",
        "i32",
        "i32",
    ),
    "air.read_texture_2d_ms_array.u.v4i16": (
        "{ <4 x i16>, i8 }",
        _texture("2d_ms_array"),
        SAMPLER,
        "<2 x i32>",
        "i32",
        "i32",
        "i32",
    ),
    "air.read_texture_2d_array.u.v4i16": (
        "{ <4 x i16>, i8 }",
        _texture("2d_array"),
        SAMPLER,
        "<2 x i32>",
        "i32",
        "<2 x i32>",
        "i32",
        "i32",
    ),
    "air.gather_texture_2d.s.v4i32": (
        "{ <4 x i32>, i8 }",
        _texture("2d"),
        SAMPLER,
        "<2 x float>",
        "i1",
        "<2 x i32>",
        "i32",
        "i32",
    ),
    "air.gather_texture_2d_array.s.v4i32": (
        "{ <4 x i32>, i8 }",
        _texture("2d_array"),
        SAMPLER,
        "<2 x float>",
        "i32",
        "i1",
        "<2 x i32>",
        "i32",
        "i32",
    ),
    "air.sample_texture_3d.u.v4i32": (
        "{ <4 x i32>, i8 }",
        _texture("3d"),
        SAMPLER,
        "<3 x float>",
        "i1",
        "<3 x i32>",
        "i1",
        "float",
        "float",
        "i32",
    ),
    "air.sample_texture_2d.s.v4i16": (
        "{ <4 x i16>, i8 }",
        _texture("2d"),
        SAMPLER,
        "<2 x float>",
        "i1",
        "<2 x i32>",
        "i1",
        "float",
        "float",
        "i32",
    ),
    "air.read_texture_buffer_1d.v4f16": ("{ <4 x half>, i8 }", _texture("buffer_1d"), SAMPLER, "i32", "i32"),
    "air.write_texture_buffer_1d.v4f16": ("void", _texture("buffer_1d"), "i32", "<4 x half>", "i32"),
    "air.write_texture_2d_array.i16.s.v4i32": (
        "void",
        _texture("2d_array"),
        "<2 x i16>",
        "i16",
        "<4 x i32>",
        "i16",
        "i32",
    ),
    "air.write_texture_2d.v4f32": ("void", _texture("2d"), "<2 x i32>", "<4 x float>", "i32", "i32"),
    "air.fence_texture_2d": ("void", _texture("2d")),
    "air.read_texture_2d.v4f32": (
        "{ <4 x float>, i8 }",
        _texture("2d"),
        SAMPLER,
        "<2 x i32>",
        "<2 x i32>",
        "i32",
        "i32",
    ),
}


_TABLE = "%struct._intersection_function_table_t addrspace(1)*"
_NUMBERS = ("i8*", "i64", *["i32"] * 9)
_COLUMNS = ", ".join(["<3 x float>"] * 8)
_RAY = ("<3 x float>", "<3 x float>", "float", "float")
READERS = {
    "air.intersect.triangle_data": (
        "{ i32, float, i32, i32, i8 addrspace(1)*, <2 x float>, i1 }",
        *(*_RAY, "%struct._primitive_acceleration_structure_t addrspace(1)*", _TABLE, *_NUMBERS, "i1"),
    ),
    "air.intersect.instancing.triangle_data": (
        "{ i32, float, i32, i32, i8 addrspace(1)*, i32, i32, <2 x float>, i1 }",
        *(*_RAY, "%struct._instance_acceleration_structure_t addrspace(1)*", "i32", _TABLE, *_NUMBERS, "i1", "i1"),
    ),
    "air.intersect.instancing.world_space_data": (
        f"{{ i32, float, i32, i32, i8 addrspace(1)*, i32, i32, {_COLUMNS} }}",
        *(*_RAY, "%struct._instance_acceleration_structure_t addrspace(1)*", "i32", _TABLE, *_NUMBERS, "i1", "i1"),
    ),
    "air.load.implicit_imageblock.v2f16": ("<2 x half>", "i32", "<2 x i16>", "i32", "i16"),
    "air.store.implicit_imageblock.v2f16": ("void", "<2 x half>", "i32", "<2 x i16>", "i32", "i16"),
    "air.imageblock_data": ("i8 addrspace(4)*", "<2 x i16>", "i32", "i16"),
}
"""What a reader of AIR expects: fixtures (validation/fixtures/public) that the authors of lin72h/metal2vulkan wrote for
it by hand, with opaque pointers, which are given pointees here."""
APPLES |= READERS


@pytest.mark.parametrize("name", APPLES)
def test_the_form_of_air_2_8(name: str) -> None:
    result, *parameters = APPLES[name]
    actual = intrinsic(name)
    assert actual is not None
    structs: dict[str, Type] = {}
    made = actual.function_type(
        Context(), Version(2, 8), lambda named: structs.setdefault(named, Type(TypeCode.OPAQUE, name=named))
    )
    assert type_text(made) == f"{result} ({', '.join(parameters)})"
