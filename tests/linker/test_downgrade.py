"""Taking today's AIR back to the form of AIR 2.5 and older."""

from __future__ import annotations

import pytest

from mtlb.bitcode import read_module
from mtlb.bitcode.codes import ConstantCode, InstCode
from mtlb.bitcode.ir import Constant, Function, Module
from mtlb.errors import LinkError
from mtlb.linker.downgrade import downgrade, needs_downgrade
from mtlb.target import Version

MODERN = """
target triple = "air64-apple-macosx13.0.0"
define <2 x float> @f(<2 x float> noundef %x, ptr align 16 dereferenceable(16) noundef %p, ptr writeonly %q) #0 {
  %n = fneg fast <2 x float> %x
  %v = insertelement <2 x float> <float poison, float 1.0>, float 2.0, i32 0
  %s = fadd <2 x float> %n, %v
  ret <2 x float> %s
}
declare void @g(i64 immarg) #1
attributes #0 = { mustprogress nofree nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="64" }
attributes #1 = { nosync nounwind willreturn }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
"""


def assemble(text: str) -> Module:
    from llvmlite import binding

    return read_module(bytes(binding.parse_assembly(text, binding.create_context()).as_bitcode()))


def downgraded(text: str) -> tuple[Module, Function]:
    module = assemble(text)
    downgrade(module)
    function = module.function("f")
    assert function is not None
    return module, function


def attributes_at(function: Function, place: int) -> list[object]:
    return [(a.kind, a.value) for g in function.attributes if g.place == place for a in g.attributes]


def test_attributes_that_the_target_does_not_know_are_left_out() -> None:
    _, function = downgraded(MODERN)
    assert attributes_at(function, 0xFFFFFFFF) == [
        (18, None),
        ("min-legal-vector-width", "64"),
        ("no-frame-pointer-elim", "true"),
        ("no-frame-pointer-elim-non-leaf", "true"),
    ]
    assert attributes_at(function, 2) == [(41, 16)]  # dereferenceable stays, align and noundef go
    assert [g.place for g in function.attributes] == [0xFFFFFFFF, 2]  # noundef and writeonly were all the others had


def test_a_group_of_immarg_alone_keeps_its_number() -> None:
    module, _ = downgraded(MODERN)
    callee = module.function("g")
    assert callee is not None
    assert [(g.place, g.attributes) for g in callee.attributes if g.place == 1] == [(1, ())]


def test_instructions_and_constants_of_today_are_said_in_the_old_way() -> None:
    _, function = downgraded(MODERN)
    negate, insert, *_ = function.instructions()
    assert negate.code is InstCode.BINOP and negate.params[0] == 1 and negate.params[1] != 0
    zero, vector = negate.operands[0], insert.operands[0]
    assert isinstance(zero, Constant) and zero.params == (0x80000000, 0x80000000)
    assert isinstance(vector, Constant) and isinstance(vector.operands[0], Constant)
    assert vector.operands[0].code == ConstantCode.UNDEF


def test_the_frame_pointer_flag_goes() -> None:
    module, _ = downgraded(MODERN)
    assert len(module.named_metadata["llvm.module.flags"]) == 1


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("define i32 @f(i32 %x) {\n %y = freeze i32 %x\n ret i32 %y\n}", "freeze"),
        ("define bfloat @f(bfloat %x) {\n %y = fadd bfloat %x, %x\n ret bfloat %y\n}", "bfloat"),
    ],
)
def test_what_cannot_be_said_is_an_error_that_names_the_function(body: str, what: str) -> None:
    with pytest.raises(LinkError, match=rf"'f' .*{what}"):
        downgraded(body)


def test_only_todays_form_for_an_old_target_is_taken_back() -> None:
    module = assemble(MODERN)
    assert needs_downgrade(module, Version(2, 5)) and not needs_downgrade(module, Version(2, 6))
    module.field_counts["FUNCTION"] = 18
    assert not needs_downgrade(module, Version(2, 5))
