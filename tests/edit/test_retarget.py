"""Retargeting: Apple's own pairs byte for byte, other targets consistent, and what a target can't have refused."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import mtlb
from mtlb.air.interface import read_interface
from mtlb.air.lint import lint_module
from mtlb.air.target import AirTarget
from mtlb.base.releases import RELEASES
from mtlb.base.versions import Platform, Triple, Version
from mtlb.bitcode import read_module
from mtlb.bitcode.probe import target_triple
from mtlb.container import FunctionType, LibraryFunction
from mtlb.inspect import floor
from mtlb.ir import AIR_DATA_LAYOUT, AIR_DATA_LAYOUT_BEFORE_2_1, parse
from mtlb.ir.text.printer import print_module
from mtlb.passes.form import to_version
from mtlb.passes.form.version import adopt_versions
from tests.conftest import ROOT

GOLDEN = ROOT / "golden/lib"
RIVE = "thirdparty__rive_renderer__source__generated__shaders__ios__rive_renderer_"
YUP = "modules__yup_graphics__native__yup_RenderShader_"
PAIRS = [
    (f"{RIVE}appletvos", f"{RIVE}appletvsimulator", "tvos-simulator"),
    (f"{RIVE}xros", f"{RIVE}xros_simulator", "visionos-simulator"),
    (f"{YUP}ios.c@2c", f"{YUP}iossim.c@2c", "ios-simulator"),
    (f"{RIVE}appletvsimulator", f"{RIVE}appletvos", "tvos"),
    (f"{RIVE}xros_simulator", f"{RIVE}xros", "xros"),
    (f"{YUP}iossim.c@2c", f"{YUP}ios.c@2c", "ios"),
]


def library(name: str = "air-lld-macos14") -> mtlb.Library:
    return mtlb.open(GOLDEN / f"{name}.metallib")


@pytest.mark.parametrize(("one", "other", "platform"), PAIRS, ids=[platform for *_, platform in PAIRS])
def test_devices_and_simulators_are_apples(shared: Path, one: str, other: str, platform: str) -> None:
    folder = shared / "corpus/kunitoki+yup"
    apples = folder.joinpath(f"{other}.metallib").read_bytes()
    opened = mtlb.open(folder / f"{one}.metallib")
    opened.retarget(platform)
    if opened.uuid is not None:
        opened.uuid = mtlb.read(apples).uuid
    assert mtlb.write(opened) == apples


@pytest.mark.parametrize("name", ["kernel", "kernels", "constants"])
def test_older_systems_are_apples(shared: Path, name: str) -> None:
    """One compiler built these for macOS 11 to 14: retargeted to an older one they are what it built for that."""
    files = {
        os: shared.joinpath(f"corpus/JuliaGPU+Metal.jl/test__metallib__{name}.{os}.metallib").read_bytes()
        for os in (11, 12, 13, 14)
    }
    for old, new in product(files, files):
        opened = mtlb.read(files[old])
        opened.retarget(min_os=new)
        opened.uuid = mtlb.read(files[new]).uuid
        written = mtlb.write(opened)
        assert (written == files[new]) == (new <= old), (old, new)  # newer code is not made of older
        assert mtlb.verify(written, modules=True) == []


@pytest.mark.parametrize("name", [path.stem for path in sorted(GOLDEN.glob("*.metallib"))])
@pytest.mark.long
def test_every_golden_library_on_every_system(name: str) -> None:
    """Whatever is not refused is consistent: it verifies, and loads on the system that was asked for."""
    done = 0
    for platform, min_os in (("macos", "11"), ("macos", "13"), ("ios", "15"), ("ios", "26"), ("xros-simulator", "2")):
        opened = library(name)
        before = mtlb.write(opened)
        try:
            opened.retarget(platform, min_os)
        except mtlb.MtlbError as error:
            assert error.reason
            assert mtlb.write(opened) == before
            continue
        written = mtlb.write(opened)
        again = mtlb.read(written)
        assert [str(finding) for finding in mtlb.verify(written, modules=True) if finding.is_error] == []
        assert again.target.platform is Platform.of(platform)
        if again.functions:
            assert again.target.min_os == Version.of(min_os)
        actual = floor(again)
        assert actual.problems == () and actual.os is not None and actual.os <= Version.of(min_os), actual
        assert again.uuid is None or again.uuid != library(name).uuid
        done += 1
    assert done or "core" in name or "kinds" in name


def test_defaults() -> None:
    opened = library()
    opened.retarget("ios")  # the oldest that has AIR 2.6
    assert opened.target.min_os == Version(17)
    opened.retarget("ios-simulator", "17.4")
    opened.retarget("ios")
    triple = Triple.parse(target_triple(opened.functions[0].module))
    assert (opened.platform, opened.min_os, str(triple)) == (Platform.IOS, (17, 4, 0), "air64-apple-ios17.4.0")
    assert not opened.has_macos_bit
    opened.retarget("tvos-simulator", "9")
    assert opened.target.min_os == Version(13)  # a simulator's is never older


def test_notes_and_result() -> None:
    opened = library()
    result = opened.retarget(min_os="12")
    assert (result.old.min_os, result.new.min_os, result.modules) == ((14, 0, 0), (12, 0, 0), len(opened.functions))
    assert result.notes == ["Metal 3.1 becomes 2.4 (3 functions)"] and result.warnings == []
    assert {f.air_version for f in opened.functions} == {Version(2, 4)}
    assert all(f.reflection is None for f in opened.functions)
    opened.retarget(min_os="14")
    assert {f.air_version for f in opened.functions} == {Version(2, 6)}
    assert all(f.reflection is not None for f in opened.functions)
    assert {f.language_version for f in opened.functions} == {Version(2, 4)}


def test_flags_and_layout_of_newer_versions() -> None:
    """What AIR 2.0 modules of old compilers lack, AIR 2.1 and newer ones have."""
    before = read_module(ROOT.joinpath("golden/air/air_vertex_1_11.air").read_bytes())
    before.triple = "air64-apple-macosx10.15.4"
    before.named_metadata.pop("llvm.module.flags")
    before.data_layout = AIR_DATA_LAYOUT_BEFORE_2_1
    after = to_version(before, AirTarget("macos10.15.4")).module
    flags = [(flag.behaviour, flag.name, flag.value) for flag in read_interface(after).flags]
    assert flags == [(2, "SDK Version", (10, 15, 4)), (1, "wchar_size", 4)]
    assert after.data_layout == AIR_DATA_LAYOUT
    again = to_version(after, AirTarget("macos10.13")).module  # Apple's compilers write it for AIR 2.0 too
    assert [flag.name for flag in read_interface(again).flags] == ["SDK Version", "wchar_size"]


def test_no_declaration_of_a_removed_call_is_left() -> None:
    """`air.get_read_sampler` serves reads of textures from AIR 2.8 on alone."""
    text = b"""target triple = "air64_v28-apple-macosx26.0.0"
%struct._texture_2d_t = type opaque
%struct._sampler_t = type opaque
define <4 x float> @f(%struct._texture_2d_t addrspace(1)* %t) {
  %s = call %struct._sampler_t addrspace(2)* @air.get_read_sampler()
  %r = call { <4 x float>, i8 } @air.read_texture_2d.v4f32(%struct._texture_2d_t addrspace(1)* %t,
    %struct._sampler_t addrspace(2)* %s, <2 x i32> zeroinitializer, <2 x i32> zeroinitializer, i32 0, i32 0)
  %v = extractvalue { <4 x float>, i8 } %r, 0
  ret <4 x float> %v
}
declare %struct._sampler_t addrspace(2)* @air.get_read_sampler()
declare { <4 x float>, i8 } @air.read_texture_2d.v4f32(%struct._texture_2d_t addrspace(1)*,
  %struct._sampler_t addrspace(2)*, <2 x i32>, <2 x i32>, i32, i32)
!air.version = !{!0}
!0 = !{i32 2, i32 8, i32 0}
"""
    module = parse(text)
    adopt_versions(module, Version(2, 7))
    assert [function.name for function in module.functions] == ["f", "air.read_texture_2d.v4f32"]


def test_a_name_that_the_container_does_not_record() -> None:
    opened = library("air-lld-macos14-xcode14")
    assert opened.name == "triangle.metallib"
    done = opened.retarget(min_os="10.13")
    assert mtlb.read(mtlb.write(opened)).name is None
    assert done.warnings == ["the name 'triangle.metallib' is left out: container 1.2.2 does not record it"]


def test_older_modules_of_a_library_stay_as_old() -> None:
    opened = library()
    older = library("air-lld-macos14")
    older.retarget(min_os="12")
    opened.functions[0].module = older.functions[0].module
    opened.functions[0].air_version = "2.4"
    opened.retarget(min_os="15")
    assert [str(f.air_version) for f in opened.functions] == ["2.4"] + ["2.7"] * (len(opened.functions) - 1)


@pytest.mark.parametrize(
    ("name", "min_os", "reason"),
    [
        ("air-lld-kinds", "12", r"mesh functions\)|object functions\)"),
        ("air-lld-macos14", "28", None),
        ("air-lld-macos14", "29", "there is no macOS 29.0: .* is 27"),
        ("air-lld-macos14", "99999", "there is no macOS 99999.0"),
        ("air-lld-macos14", "10.11", "LLVM 3"),
    ],
)
def test_what_the_system_lacks_is_refused_by_name(name: str, min_os: str, reason: str | None) -> None:
    opened = library(name)
    before = mtlb.write(opened)
    if reason is None:
        done = opened.retarget(min_os=min_os)
        assert done.warnings and "is newer than this mtlb" in done.warnings[0]
        assert opened.functions[0].air_version == RELEASES[-1].air
        return
    named = "" if "there is no" in reason else "function '.*': .*"
    with pytest.raises((mtlb.BuildError, mtlb.LinkError, mtlb.UnsupportedError), match=f"{named}{reason}"):
        opened.retarget(min_os=min_os)
    assert mtlb.write(opened) == before


def test_calls_get_the_form_of_the_version(shared: Path) -> None:
    """`air.read_texture_2d` has a sampler and an offset from AIR 2.8 on."""
    changed = 0
    names = (b"read_texture_2d.", b"sample_texture_2d.")
    for path in sorted(shared.joinpath("corpus").rglob("*.metallib")):
        opened = mtlb.open(path)
        if any(f.air_version != (2, 6, 0) or not any(name in bytes(f.module) for name in names) for f in opened):
            continue
        before = [lint_module(f.module) for f in opened]
        opened.retarget(opened.target.platform, "26")
        assert [lint_module(f.module) for f in opened] == before
        assert mtlb.verify(mtlb.write(opened), modules=True) == []
        changed += 1
    assert changed


def test_a_vertex_buffer_gets_its_stride(shared: Path) -> None:
    """`set_vertex_buffer` has a stride from AIR 2.7 on, which is -1 if none is given."""
    path = next(shared.joinpath("corpus").rglob("*modern_renderer_ios_release.metallib"))
    opened = mtlb.open(path)
    opened.retarget(min_os="26")
    assert mtlb.verify(mtlb.write(opened), modules=True) == []
    module = next(bytes(function.module) for function in opened if function.name == "encodeChunks")
    calls = [
        line
        for line in print_module(read_module(module)).splitlines()
        if "@air.set_vertex_buffer_render_command.p1i8(" in line
    ]
    assert calls
    assert all(", i64 -1, " in line for line in calls if "call" in line)


@pytest.mark.parametrize("words", [("beos", None), (None, "x"), (99, None), (None, 1.5)])
def test_bad_targets(words: tuple[str | int | None, str | None]) -> None:
    opened = library()
    before = mtlb.write(opened)
    with pytest.raises(mtlb.BuildError):
        opened.retarget(*words)
    assert mtlb.write(opened) == before


def test_a_bad_module_is_named_and_nothing_changes() -> None:
    opened = library()
    opened.functions[-1].module = b"BC\xc0\xde" + bytes(28)
    before = [bytes(function.module) for function in opened.functions]
    with pytest.raises(mtlb.MtlbError, match=f"function '{opened.functions[-1].name}'"):
        opened.retarget("ios")
    assert [bytes(function.module) for function in opened.functions] == before
    assert opened.platform is Platform.MACOS


def test_functions_that_share_a_module_still_do() -> None:
    opened = library()
    first = opened.functions[0]
    opened.functions.append(LibraryFunction("again", FunctionType.KERNEL, first.module, air_version=first.air_version))
    opened.functions[-1].language_version = first.language_version
    opened.retarget("ios")
    assert opened.functions[0].module is opened.functions[-1].module
