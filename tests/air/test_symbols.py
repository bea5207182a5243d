"""What a module needs, exports and lists as entry points."""

from __future__ import annotations

from mtlb.air.entry_nodes import entry_function, entry_nodes
from mtlb.air.symbols import cxx_names, is_exported, needed_symbols
from mtlb.ir import parse

MODULE = parse(b"""
@missing = external global i32
@weak = extern_weak global i32
@mine = internal global i32 0
declare void @needed()
declare extern_weak void @optional()
declare void @air.wg.barrier(i32, i32)
declare void @llvm.assume(i1)
define void @k() { ret void }
define hidden void @hidden() { ret void }
define internal void @local() { ret void }
define weak void @replaceable() { ret void }
!air.kernel = !{!0, !1}
!air.vertex = !{!2, !3, !4}
!0 = !{void ()* @k, !4}
!1 = !{i8* bitcast (void ()* @local to i8*), !4}
!2 = !{i32* @mine}
!3 = !{!"k"}
!4 = !{}
""")


def test_weak_references_and_the_gpu_compilers_functions_are_not_needed() -> None:
    assert list(needed_symbols(MODULE)) == ["missing", "needed"]


def test_strong_definitions_that_are_not_hidden_are_exported() -> None:
    assert [function.name for function in MODULE.functions if is_exported(function)] == ["k"]


def test_an_entry_point_is_its_function_under_casts_too() -> None:
    actual = [(kind, number, entry_function(node)) for kind, number, node in entry_nodes(MODULE)]
    assert [(kind, number, function and function.name) for kind, number, function in actual] == [
        ("air.kernel", 0, "k"),
        ("air.kernel", 1, "local"),
        ("air.vertex", 0, None),
        ("air.vertex", 1, None),
        ("air.vertex", 2, None),
    ]


def test_names_in_cxx_symbols() -> None:
    assert cxx_names("_ZNK9coreimage7sampler6sampleEDv2_f") == (["coreimage", "sampler", "sample"], "EDv2_f")
    assert cxx_names("_Z3addff") == (["add"], "ff")
    assert cxx_names("_Z4area3Box") == (["area"], "3Box")
    assert cxx_names("_ZL5table") == (["table"], "")
    assert cxx_names("f_3dnoise") == ([], "f_3dnoise")
