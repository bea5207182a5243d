"""Layouts: everything is at the byte where SPIR-V says, whatever Metal would do."""

from __future__ import annotations

import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.emit.types import Struct, Vector
from mtlb.spirv import read
from mtlb.translate.layout import ArrayForm, MatrixForm, PlacedForm, StructForm
from mtlb.translate.names import NameScope
from mtlb.translate.types import Types
from tests.translate.assembler import HEAD, TYPES, assemble

MATRICES = "%m3 = OpTypeMatrix %v3float 3\n%m2 = OpTypeMatrix %v2float 2\n"


def form(members: str, decorations: str, types: str = "") -> StructForm:
    spirv = read(assemble(f"{HEAD}{decorations}{TYPES}{MATRICES}{types}%s = OpTypeStruct {members}"))
    number = next(
        instruction.id
        for instruction in spirv.instructions
        if instruction.name == "OpTypeStruct" and instruction is spirv.instructions[-1]
    )
    actual = Types(spirv, NameScope()).form(number)
    assert isinstance(actual, StructForm)
    return actual


def offsets(actual: StructForm) -> list[int]:
    members = actual.metal.members
    return [members[actual.metal.index(name)].offset for name in actual.names]


def decorated(*places: int) -> str:
    return "".join(f"OpMemberDecorate %s {number} Offset {place}\n" for number, place in enumerate(places))


def test_a_vector_of_three_is_packed_only_where_something_follows_it() -> None:
    packed = form("%v3float %float", decorated(0, 12))
    assert offsets(packed) == [0, 12] and packed.members[0].metal.name == "packed_float3"
    whole = form("%v3float %float", decorated(0, 16))
    assert offsets(whole) == [0, 16] and whole.members[0].metal.name == "float3"


def test_padding_has_members_of_its_own() -> None:
    actual = form("%float %v4float %float", decorated(4, 32, 60))
    assert [(member.name, member.offset, member.type.size) for member in actual.metal.members] == [
        ("_pad0", 0, 4),
        ("member", 4, 4),
        ("_pad1", 8, 24),
        ("member_1", 32, 16),
        ("_pad2", 48, 12),
        ("member_2", 60, 4),
    ]


def test_scalar_layout_packs_every_vector() -> None:
    actual = form("%float %v4float %v2float %v3float", decorated(0, 4, 20, 28))
    assert offsets(actual) == [0, 4, 20, 28] and actual.metal.size == 40
    assert [member.metal.name for member in actual.members] == [
        "float",
        "packed_float4",
        "packed_float2",
        "packed_float3",
    ]


def test_members_may_be_declared_in_another_order_than_they_lie() -> None:
    actual = form("%float %v4float", decorated(16, 0))
    assert offsets(actual) == [16, 0] and [member.metal.name for member in actual.members] == ["float", "float4"]


@pytest.mark.parametrize(
    ("type", "stride", "order", "size", "name"),
    [
        ("%m3", 16, "ColMajor", 48, "float3x3"),
        ("%m3", 12, "ColMajor", 36, "array<packed_float3, 3>"),
        ("%m3", 16, "RowMajor", 48, "array<float3, 3>"),
        ("%m2", 16, "ColMajor", 32, None),
        ("%m2", 8, "RowMajor", 16, "array<float2, 2>"),
    ],
)
def test_matrices_of_every_stride_and_order(type: str, stride: int, order: str, size: int, name: str | None) -> None:
    actual = form(
        f"{type} %float",
        decorated(0, size) + f"OpMemberDecorate %s 0 MatrixStride {stride}\nOpMemberDecorate %s 0 {order}\n",
    )
    matrix = actual.members[0]
    assert isinstance(matrix, MatrixForm) and matrix.metal.size == size and offsets(actual) == [0, size]
    assert name is None or matrix.metal.name == name


def test_elements_of_an_array_are_padded_to_its_stride() -> None:
    types = "%a = OpTypeArray %float %u4\n"
    actual = form("%a %float", decorated(0, 64) + "OpDecorate %a ArrayStride 16\n", types)
    array = actual.members[0]
    assert isinstance(array, ArrayForm) and array.wrapped and array.metal.size == 64
    assert isinstance(array.metal.element, Struct) and array.metal.element.size == 16
    tight = form("%a %float", decorated(0, 16) + "OpDecorate %a ArrayStride 4\n", types).members[0]
    assert isinstance(tight, ArrayForm) and not tight.wrapped


def test_a_struct_in_an_array_has_exactly_its_stride() -> None:
    types = "%i = OpTypeStruct %v3float %float\n%a = OpTypeArray %i %u4\n"
    before = "OpMemberDecorate %i 0 Offset 0\nOpMemberDecorate %i 1 Offset 12\n"
    for stride in (16, 20, 32):
        actual = form(
            "%a %float", decorated(4, 4 + 4 * stride) + before + f"OpDecorate %a ArrayStride {stride}\n", types
        )
        array = actual.members[0]
        assert isinstance(array, ArrayForm) and array.metal.size == 4 * stride
        assert array.element.metal.align == 4


def test_types_without_offsets_have_metals_layout() -> None:
    actual = form("%float %v3float %bool", "")
    assert offsets(actual) == [0, 16, 32] and actual.members[1].metal == Vector(actual.members[0].metal, 3)  # type: ignore[arg-type]


def placed(members: str, decorations: str, types: str = "") -> PlacedForm:
    spirv = read(assemble(f"{HEAD}{decorations}{TYPES}{MATRICES}{types}%s = OpTypeStruct {members}"))
    actual = Types(spirv, NameScope()).form(spirv.instructions[-1].id)
    assert isinstance(actual, PlacedForm)
    return actual


def test_members_that_overlap_are_placed_by_bytes() -> None:
    actual = placed("%v4float %float %uint", decorated(0, 8, 8))
    assert actual.offsets == (0, 8, 8) and actual.metal.size == 16
    assert [member.metal.name for member in actual.members] == ["packed_float4", "float", "uint"]


def test_a_matrix_without_what_pads_its_last_line() -> None:
    matrix = "OpMemberDecorate %s 0 MatrixStride 16\nOpMemberDecorate %s 0 ColMajor\n"
    actual = form("%m3 %uint", decorated(0, 44) + matrix)
    assert offsets(actual) == [0, 44] and actual.members[0].metal.size == 44


def test_a_number_that_is_not_at_a_multiple_of_its_size_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="float can't be at a multiple of 2 bytes"):
        placed("%float %float", decorated(2, 8))
