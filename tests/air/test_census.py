"""The census of Apple's modules, and mtlb's own extraction of what it counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mtlb
from mtlb import emit
from mtlb.air.census import WORD, Census, nearest_text, read_census, shipped_census, write_census
from mtlb.air.census_features import CLASSES, count, features_of
from mtlb.air.facts import air_version
from mtlb.air.intrinsics import intrinsic
from mtlb.air.lint import lint_census, lint_library, lint_module
from mtlb.base.errors import FormatError
from mtlb.base.findings import Severity
from mtlb.base.versions import Version
from mtlb.bitcode import read_module, write_module
from mtlb.container import read
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.ir import parse
from tests.conftest import ROOT

SMALL = """
declare float @air.fma.f32(float, float, float) local_unnamed_addr
define void @k({ i32, [4 x float] } addrspace(1)* nocapture %p, i64 %n) local_unnamed_addr {
  %a = getelementptr inbounds { i32, [4 x float] }, { i32, [4 x float] } addrspace(1)* %p, i64 0, i32 1, i64 %n
  %v = load float, float addrspace(1)* %a, align 4
  %w = tail call fast float @air.fma.f32(float %v, float undef, float %v)
  store float %w, float addrspace(1)* %a, align 4
  ret void
}
"""


def test_features() -> None:
    found = features_of(parse(SMALL))
    assert {
        "decl.air air.fma.f32",
        "decl.sig air.fma.f32 float (float, float, float)",
        "gep inbounds {} AS1",
        "gepix struct i64c,i32c,i64v",
        "memal load float align 4",
        "memty store float AS1",
        "callflags air.fma.f32 fast",
        "call air tail fast ",
        "const undef in call",
        "def.pattr helper 1* nocapture",
        "def.words helper  | local_unnamed_addr",
        "opcode getelementptr",
        "ret void",
    } <= found
    assert {one.partition(" ")[0] for one in found} <= CLASSES


def test_the_shipped_census() -> None:
    census = shipped_census()
    assert sum(census.modules.values()) > 10_900
    assert len(census.features) > 8_000
    assert {one.partition(" ")[0] for one in census.features} <= CLASSES | {WORD}
    assert census.has("gepix struct i64c,i32c", Version(2, 6))
    assert not census.has("gepix struct i32c,i32c")
    assert census.has("opcode unreachable") and not census.has("opcode unreachable", Version(2, 8))
    assert census.has("opcode unreachable", Version(2, 9))  # of which few modules were counted
    assert census.seen("air.wg.barrier") == (Version(2, 0), Version(2, 8))
    assert len(census.signatures("air.wg.barrier", Version(2, 8))) == 1
    assert "air.fast_exp.f32" in nearest_text("air.fast_expp.f32", Version(2, 6))


def test_the_table_has_what_was_counted() -> None:
    """Every function of AIR that was counted is in the table with the signature of its AIR version, but for tensors."""
    unknown = set()
    for feature in shipped_census().features:
        if feature.startswith("decl.air "):
            found = intrinsic(feature.partition(" ")[2])
            if found is None or not found.is_plausible:
                unknown.add(feature.partition(" ")[2].split("_")[-1].partition(".")[0])
            else:
                assert found.seen is not None
    assert unknown <= {"tensor"}


def test_files() -> None:
    census = Census({"2.6": 3, "2.10": 1}, {"ret void": {"2.10": 1, "2.6": 2}, "br cond": {"2.6": 3}})
    data = write_census(census, ["by hand"])
    assert data == write_census(read_census(data), ["by hand"])
    assert read_census(data) == census
    assert count([("2.6", parse(SMALL)), ("2.6", parse(SMALL))])["ret void"] == {"2.6": 2}
    for bad in (b"nothing", write_census(Census({}, {"a": {"2.6": 1}}))[:-20]):
        with pytest.raises(FormatError, match="census"):
            read_census(bad)


def test_lint_notes_what_was_never_seen() -> None:
    m = emit.Module("macos14", "strange")
    k = m.kernel("k")
    x = k.buffer("x", emit.f32, 0)
    b = k.entry()
    x[0].store(b.air("fma", x[0].load(), 2.0, 1.0))
    b.ret()
    assert lint_census(m.air_bytes()) == []
    text = (
        m.text()
        .replace("i64 0", "i64 0")
        .replace("load float, float addrspace(1)*", "load volatile float, float addrspace(1)*")
    )
    found = lint_census(write_module(parse(text)))
    assert [one.code for one in found] == ["AIR097"]
    assert found[0].severity is Severity.NOTE
    assert "mem load volatile AS1: no module of Apple's has it; the nearest is mem load" in found[0].message
    assert lint_census(b"BC\xc0\xde") == []


def test_an_unknown_function_has_a_note_with_the_nearest() -> None:
    text = SMALL.replace("air.fma.f32", "air.fmaa.f32") + "!air.version = !{!0}\n!0 = !{i32 2, i32 6, i32 0}\n"
    found = [one for one in lint_module(write_module(parse(text))) if one.code == "AIR095"]
    assert [one.severity for one in found] == [Severity.NOTE]
    assert "@air.fmaa.f32 is not in Apple's modules; the nearest is @air.fma" in found[0].message


# --- the corpus ------------------------------------------------------------------------------------------------------

TRUE_FINDINGS: dict[str, str] = {}
"""Findings above note in Apple's modules that are true, by code: why."""


def _files(shared: Path) -> list[Path]:
    found = [*(shared / "corpus").rglob("*.metallib*"), *(shared / "pairs").rglob("*.metallib*")]
    return sorted([*found, *(shared / "pairs").rglob("*.air")])


@pytest.mark.long
def test_rules_are_silent_about_apples_modules(shared: Path) -> None:
    """Above note: what was never seen is a note."""
    files = _files(shared)
    assert len(files) > 100
    for path in files:
        data = path.read_bytes()
        found = lint_module(data) if path.suffix == ".air" else lint_library(read(data))
        above = [one for one in found if one.severity is not Severity.NOTE and one.code not in TRUE_FINDINGS]
        assert above == [], path


OTHERWISE_READ = (
    r"^cast bitcast (\S+ AS1\*) to \1$",  # structs that linking numbered apart are `%S` where LLVM's reader counted
    r'"no-frame-pointer-elim"',  # LLVM 14 reads it as `frame-pointer`
    # A type has UNDEF twice: the second is poison, as modules of newer compilers for older systems have it (20 of
    # rive); LLVM 14 reads undef. mtlb writes both as the file had them.
    r"^const poison in phi$",
)


@pytest.mark.long
def test_modules_that_were_counted_have_no_other_features(shared: Path) -> None:
    seen: set[bytes] = set()
    census = shipped_census()
    for path in _files(shared):
        if path.suffix == ".air":
            continue
        for function in read(path.read_bytes()).functions:
            data = bytes(function.module)
            if not data or data in seen:
                continue
            seen.add(data)
            module = read_module(data)
            if b"Apple" in data and air_version(module) is not None:
                unseen = [one for one in features_of(module) if not census.has(one)]
                assert [one for one in unseen if not any(re.search(p, one) for p in OTHERWISE_READ)] == [], path


# --- what mtlb makes -------------------------------------------------------------------------------------------------

LISTED = {
    "callconst": "barriers order device and threadgroup memory together: flags of Metal's language",
    "callattr": "a function that was not counted",
    "callflags": "a function that was not counted",
    "callpattr": "a function that was not counted",
    "decl.air": "a function that was not counted; AIR095 tells",
    "decl.attr": "a function that was not counted",
    "decl.pattr": "a function that was not counted",
    "decl.sig": "a function that was not counted",
    "def.param": "a type that a source other than Metal's language gives a parameter",
    "def.pattr": "buffers of CUDA and OpenCL may overlap: no air-buffer-no-alias; Metal.jl runs without it",
    "md.argpattr": "the same",
    "cast": "sources of opaque pointers that count arrays; LLVM gives both the same address",
    "gep": "the same",
    "gepix": "the same, and indices that the source has with 32 bits",
    "globty": "tables of addresses that the source has",
    "memal": "the source gives no alignment",
    "def.words": "functions of debug information that the source declares",
    "opflags": "flags of the source, which LLVM allows on select",
}
"""Classes in which converted modules have features that no module of Apple's has: why that is safe."""


@pytest.mark.parametrize("target", ["macos11", "macos14", "macos15", "macos26", "ios17", "visionos2", "tvos17"])
def test_converted_modules_have_listed_classes_alone(target: str) -> None:
    census = shipped_census()
    options = ConvertOptions(ConvertTarget.parse(target))
    made = 0
    for path in sorted((ROOT / "golden" / "convert").glob("*.ll")):
        try:
            module = convert_bytes(path.name, path.read_bytes(), options).module
        except mtlb.MtlbError:
            continue  # what an older version lacks
        made += 1
        unseen = {one for one in features_of(module) if not census.has(one)}
        assert {one.partition(" ")[0] for one in unseen} <= LISTED.keys(), path
    assert made >= 4


@pytest.mark.parametrize("target", ["macos11", "macos14", "macos26", "ios17", "visionos2"])
def test_emitted_modules_are_as_apples(target: str) -> None:
    m = emit.Module(target, "scale")
    k = m.kernel("scale")
    x, y = k.buffer("x", emit.f32, 0, "read"), k.buffer("y", emit.f32, 1, "write")
    at = k.builtin("thread_position_in_grid", emit.u32)
    b = k.entry()
    y[at].store(b.math("fma", x[at].load(), 2.0, 1.0))
    b.ret()
    assert "air.write" not in m.text()
    assert lint_census(m.air_bytes()) == []
