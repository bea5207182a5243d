"""Taking today's AIR back to the form of AIR 2.5 and older."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import LinkError
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import ERAS, Constant, ConstantCode, Context, Function, InstCode, Module, era_for_air
from mtlb.passes.form.needed import needs_downgrade
from mtlb.passes.form.older import downgrade
from tests.assembled import read_text

MODERN = """
target triple = "air64-apple-macosx13.0.0"
define <2 x float> @f(<2 x float> noundef %x, ptr align 16 dereferenceable(16) noundef %p, ptr writeonly %q) #0 {
  %n = fneg fast <2 x float> %x
  %v = insertelement <2 x float> <float poison, float 1.0>, float 2.0, i32 0
  %s = fadd <2 x float> %n, %v
  call void @g(i64 1) #2
  ret <2 x float> %s
}
declare void @g(i64 immarg) #1
attributes #0 = { mustprogress nofree nounwind willreturn "frame-pointer"="all" "min-legal-vector-width"="64" }
attributes #1 = { nosync nounwind willreturn }
attributes #2 = { nounwind }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"frame-pointer", i32 2}
"""


def downgraded(text: str) -> tuple[Module, Function]:
    module = downgrade(read_text(text), Version(2, 5))
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


def test_groups_that_lose_attributes_only_in_writing_keep_their_numbers() -> None:
    module, function = downgraded(MODERN)
    callee = module.function("g")
    assert callee is not None
    assert [(g.place, g.attributes) for g in callee.attributes if g.place == 1] == [(1, ())]
    # `nosync nounwind willreturn` and plain `nounwind` are both written as nounwind, and are still two groups.
    (declared,) = (g for g in callee.attributes if g.place == 0xFFFFFFFF)
    (called,) = (g for i in function.instructions() for g in i.attributes)
    assert declared.attributes == called.attributes and declared.twin != called.twin


def test_instructions_and_constants_of_today_are_said_in_the_old_way() -> None:
    _, function = downgraded(MODERN)
    negate, insert, *_ = function.instructions()
    assert negate.code is InstCode.BINOP and negate.params[0] == 1 and negate.params[1] != 0
    zero, vector = negate.operands[0], insert.operands[0]
    assert isinstance(zero, Constant) and zero.params == (0x80000000, 0x80000000)
    assert isinstance(vector, Constant) and isinstance(vector.operands[0], Constant)
    assert vector.operands[0].code == ConstantCode.POISON  # stays, and is numbered apart from undef


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
    module = read_text(MODERN)
    assert needs_downgrade(module, Version(2, 5)) and not needs_downgrade(module, Version(2, 6))
    module.era = ERAS[2]
    assert not needs_downgrade(module, Version(2, 5))


@pytest.mark.long
@pytest.mark.corpus
def test_functions_that_apple_compiled_for_both_sides_of_the_line(corpus_libraries: list[Path]) -> None:
    """One toolchain, one source, two targets: the newest module downgraded is the older one, byte for byte.

    What the front end itself says differently for an older target (versions, triple, and in AIR up to 2.4 the shape of
    argument nodes) is taken over; three shaders whose bodies the optimiser left different are let off.
    """
    versions: dict[tuple[str, str], dict[Version, bytes]] = {}
    for path in corpus_libraries:
        with mtlb.open(path) as library:
            for function in library.functions:
                module = bytes(function.module)
                toolchain = re.search(rb"metalfe-(32023[.\d]+)", module)
                if toolchain and function.air_version and function.air_version >= (2, 3):
                    key = (function.name, toolchain[1].decode())
                    versions.setdefault(key, {})[function.air_version] = module
    compared = same = 0
    for modules in versions.values():
        modern = modules.get(Version(2, 6))
        for air, expected in modules.items():
            if modern is None or air >= (2, 6):
                continue
            context = Context()
            old, new = read_module(expected, context=context), read_module(modern, context=context)
            new = downgrade(new, Version(2, 5))
            new.triple = old.triple
            own = [name for name in new.named_metadata if name.startswith("air.") and name not in FACTS_OF_THE_TARGET]
            new.named_metadata = old.named_metadata | {name: new.named_metadata[name] for name in own}
            compared += 1
            same += write_module(new, era_for_air(air[:2])) == expected
    assert compared >= 29 and compared - same <= 5


FACTS_OF_THE_TARGET = ("air.version", "air.language_version", "air.compile_options")
