"""Debug info that a writer of an older form leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.container.tags import DebugLocation
from mtlb.ir import Context, InstCode, era_for_air
from mtlb.passes.form.older import downgrade
from mtlb.passes.strip import loses_debug_info, strip_debug_info
from tests.assembled import read_text

DEBUG = """
target triple = "air64-apple-macosx13.0.0"
define void @k(i32 %n) !dbg !3 {
entry:
  br label %loop, !dbg !6
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %next = add i32 %i, 1, !dbg !6
  %more = icmp ult i32 %next, %n, !dbg !6
  br i1 %more, label %again, label %done, !dbg !6, !llvm.loop !9
again:
  br i1 %more, label %loop, label %done, !dbg !6, !llvm.loop !10
done:
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!7, !8}
!llvm.ident = !{!11}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.metal", directory: "/src")
!2 = !DISubroutineType(types: !4)
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 12, type: !2, spFlags: DISPFlagDefinition, unit: !0)
!4 = !{null}
!6 = !DILocation(line: 13, column: 4, scope: !3)
!7 = !{i32 2, !"Dwarf Version", i32 4}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !{!9, !6}
!10 = distinct !{!10, !6, !12}
!11 = !{!"Apple metal version 32023.404 (metalfe-32023.404)"}
!12 = !{!"llvm.loop.mustprogress"}
"""


@pytest.mark.parametrize(
    ("toolchain", "air", "loses"),
    [
        ("32023.404", (2, 6), False),
        ("32023.404", (2, 5), True),
        ("31001.667", (2, 5), False),
        ("31001.667", (2, 2), True),
        ("902.14", (2, 1), False),
        ("902.14", (2, 0), True),
    ],
)
def test_which_toolchain_loses_it_for_which_target(toolchain: str, air: tuple[int, int], loses: bool) -> None:
    module = read_text(DEBUG.replace("32023.404", toolchain))
    assert loses_debug_info(module, Version(*air)) is loses


def test_a_module_without_debug_info_has_none_to_lose() -> None:
    module, _ = strip_debug_info(read_text(DEBUG))
    assert not loses_debug_info(module, Version(2, 5))


def test_what_goes_and_what_stays() -> None:
    module, locations = strip_debug_info(read_text(DEBUG))
    (function,) = module.functions
    assert locations == {function: DebugLocation(12, "/src/k.metal")}
    assert list(module.named_metadata) == ["llvm.module.flags", "llvm.ident"]
    assert len(module.named_metadata["llvm.module.flags"]) == 2  # the versions stay
    assert not function.metadata and all(i.debug_loc is None for i in function.instructions())
    first, second = (i for i in function.instructions() if i.code is InstCode.BR and i.operands)
    assert not first.metadata  # the loop id had nothing else to say
    ((_, loop),) = second.metadata
    assert loop.distinct and loop.fields[0] is loop and len(loop.fields) == 2


@pytest.mark.corpus
def test_apple_left_it_out_too(shared: Path) -> None:
    """One kernel with -g for AIR 2.6 and for older targets: taken back and stripped, it is Apple's module."""
    folder = shared / "corpus" / "JuliaGPU+Metal.jl"

    def kernel(release: int) -> tuple[bytes, object]:
        with mtlb.open(folder / f"test__metallib__debuginfo.{release}.metallib") as library:
            (function,) = library.functions
            return bytes(function.module), function.private_metadata.debug_location

    modern, location = kernel(14)
    for release, air in ((11, (2, 3)), (12, (2, 4)), (13, (2, 5))):
        expected, listed = kernel(release)
        context = Context()
        old, new = read_module(expected, context=context), read_module(modern, context=context)
        new, locations = strip_debug_info(new)
        assert [*locations.values()] == [location] == [listed]
        new = downgrade(new, air)
        new.triple = old.triple
        new.named_metadata = old.named_metadata | {"air.kernel": new.named_metadata["air.kernel"]}
        assert write_module(new, era_for_air(air)) == expected
