"""What conversion writes is made of what Apple's own modules are made of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtlb.air.vocabulary import unknown_words, vocabulary, words_of
from mtlb.base.versions import Version
from mtlb.bitcode.writer import write_module
from mtlb.convert import ConvertOptions, ConvertTarget, Plan, convert_bytes
from mtlb.ir import parse
from tests.conftest import ROOT, only_long
from tests.golden import make
from tests.ir.text.test_printer import distinct_modules

# A kernel as LLVM 22 writes it, with attributes, flags and intrinsics that are newer than any of Apple's.
KERNEL = """
target triple = "air64-apple-macosx%s"
@tile = internal addrspace(3) global [64 x float] poison, align 4
define void @add(ptr addrspace(1) noalias captures(none) "air-buffer-no-alias" %%in,
                 ptr addrspace(1) captures(none) "air-buffer-no-alias" %%out, i32 noundef range(i32 0, 99) %%i) #0 {
entry:
  %%at = zext nneg i32 %%i to i64
  %%p = getelementptr inbounds nuw float, ptr addrspace(1) %%in, i64 %%at
  %%q = getelementptr inbounds nuw float, ptr addrspace(1) %%out, i64 %%at
  %%x = load float, ptr addrspace(1) %%p, align 4
  %%y = call fast float @llvm.fma.f32(float %%x, float 2.0, float %%x)
  %%z = fneg fast float %%y
  %%local = urem i32 %%i, 64
  %%slot = getelementptr [64 x float], ptr addrspace(3) @tile, i32 0, i32 %%local
  store float %%z, ptr addrspace(3) %%slot, align 4
  %%small = icmp samesign ult i32 %%i, 8
  br i1 %%small, label %%then, label %%end
then:
  %%f = sitofp i32 %%i to float
  %%n = fptosi float %%z to i32
  %%m = or disjoint i32 %%n, 1
  %%old = atomicrmw add ptr addrspace(1) %%q, i32 %%m syncscope("agent") monotonic, align 4
  br label %%end
end:
  %%r = phi fast float [ %%z, %%entry ], [ %%f, %%then ]
  %%s = freeze float %%r
  store float %%s, ptr addrspace(1) %%q, align 4
  ret void
}
declare float @llvm.fma.f32(float, float, float) #1
attributes #0 = { mustprogress nofree norecurse memory(argmem: readwrite) uwtable "target-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
!air.kernel = !{!0}
!air.version = !{!6}
!air.language_version = !{!7}
!0 = !{ptr @add, !1, !2}
!1 = !{}
!2 = !{!3, !4, !5}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read", !"air.address_space", i32 1,
       !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float",
       !"air.arg_name", !"in"}
!4 = !{i32 1, !"air.buffer", !"air.location_index", i32 1, i32 1, !"air.read_write", !"air.address_space", i32 1,
       !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float",
       !"air.arg_name", !"out"}
!5 = !{i32 2, !"air.thread_position_in_grid", !"air.arg_type_name", !"uint", !"air.arg_name", !"i"}
!6 = !{i32 2, i32 %d, i32 0}
!7 = !{!"Metal", i32 %d, i32 %d, i32 0}
"""
TARGETS = [("11.0.0", 3, 2, 3), ("13.0.0", 5, 3, 0), ("14.0.0", 6, 3, 1), ("15.0.0", 7, 3, 2), ("26.0.0", 8, 4, 0)]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: f"2.{target[1]}")
def test_conversion_writes_nothing_that_apple_does_not(target: tuple[str, int, int, int]) -> None:
    converted = convert_bytes("add.ll", (KERNEL % target).encode())
    assert unknown_words(converted.bitcode, Version(2, target[1])) == []


@pytest.mark.parametrize("name", ["saxpy", "air_kernel_builtins"])
def test_opaque_modules_converted_for_each_version(name: str) -> None:
    from llvmlite import binding

    path = make.MODULES / f"{name}.air"
    opaque = binding.parse_bitcode(path.read_bytes(), binding.create_context()).as_bitcode()
    converted = convert_bytes(path.name, opaque)
    assert unknown_words(converted.bitcode, converted.target.air) == []


def test_words_that_apple_does_not_write() -> None:
    text = "define void @f(i32 %x, float %y) {\n  %a = or disjoint i32 %x, 1\n  %b = sitofp i32 %x to float\n"
    data = write_module(parse(f"{text}  fence seq_cst\n  ret void\n}}\nattributes #0 = {{ hot }}\n"))
    actual = unknown_words(data, Version(2, 8))
    assert {"BINOP integer 11 flag 0", "CAST 6", "FUNCTION 36"} <= set(actual)
    assert "FUNCTION 10" not in actual and "BINOP integer 11" not in actual


def test_versions() -> None:
    assert "attribute 68 form 0" in vocabulary(Version(2, 6)) and "FUNCTION 56" in vocabulary(Version(2, 6))
    assert "attribute 68 form 0" not in vocabulary(Version(2, 5)) and "FUNCTION 56" not in vocabulary(Version(2, 5))
    assert vocabulary(Version(9, 0)) == vocabulary(Version(2, 8))


@pytest.mark.long
@pytest.mark.corpus
def test_the_table_has_the_corpus(shared: Path) -> None:
    from mtlb.air.facts import air_version
    from mtlb.bitcode import read_module

    for data in list(distinct_modules())[::40]:
        air = air_version(read_module(data, bodies=False))
        assert air is None or words_of(data) <= vocabulary(air)


def test_options_are_those_of_conversion() -> None:
    """The target of the module counts, unless another is asked for."""
    converted = convert_bytes("add.ll", (KERNEL % TARGETS[2]).encode(), ConvertOptions(ConvertTarget.parse("macos14")))
    assert converted.target.air == Version(2, 6)


FOLDER = ROOT / "golden" / "convert" / "producers"


@pytest.mark.parametrize("air", [only_long("2.3"), "2.5", only_long("2.6"), "2.8"])
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ll")), ids=lambda path: path.stem)
def test_modules_of_other_targets_have_the_words_of_the_era(path: Path, air: str) -> None:
    """What Apple's modules of any AIR version of the same form have; kinds of debug info aside, which few have."""
    plan = path.with_suffix(".toml")
    options = ConvertOptions(
        ConvertTarget.parse(f"air{air}"), plan=Plan.parse(plan.read_text()) if plan.is_file() else None
    )
    bitcode = convert_bytes(path.name, path.read_bytes(), options).bitcode
    versions = (6, 7, 8) if air >= "2.6" else (3, 4, 5)
    known = set().union(*(vocabulary(Version(2, minor)) for minor in versions))
    unknown = words_of(bitcode) - known
    assert {word for word in unknown if not re.match(r"METADATA (1[2-9]|2\d|3[0-4])\b", word)} == set()
