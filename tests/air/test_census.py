"""The census of Apple's modules, and mtlb's own extraction of what it counts."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import gen_census
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
from tests.air.seen import unseen
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
    features = features_of(parse(SMALL))
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
    } <= features
    assert {item.partition(" ")[0] for item in features} <= CLASSES


def test_the_shipped_census() -> None:
    census = shipped_census()
    assert sum(census.modules.values()) > 10_900
    assert len(census.features) > 8_000
    assert {feature.partition(" ")[0] for feature in census.features} <= CLASSES | {WORD}
    assert census.has("gepix struct i64c,i32c", Version(2, 6))
    assert not census.has("gepix struct i32c,i32c")
    assert census.has("opcode unreachable") and not census.has("opcode unreachable", Version(2, 8))
    assert census.has("opcode unreachable", Version(2, 9))  # of which few modules were counted
    assert census.seen("air.wg.barrier") == (Version(2, 0), Version(2, 8))
    assert len(census.signatures("air.wg.barrier", Version(2, 8))) == 1
    assert "air.fast_exp.f32" in nearest_text("air.fast_expp.f32")


def test_the_table_has_what_was_counted() -> None:
    """Every function of AIR that was counted or seen is in the table."""
    for feature in shipped_census().features:
        if feature.startswith("decl.air "):
            actual = intrinsic(feature.partition(" ")[2])
            assert actual is not None and actual.is_plausible, feature
            assert actual.seen is not None and actual.family.seen


def test_files() -> None:
    census = Census({"2.6": 3, "2.10": 1}, {"ret void": {"2.10": 1, "2.6": 2}, "br cond": {"2.6": 3}})
    data = write_census(census, ["by hand"])
    assert data == write_census(read_census(data), ["by hand"])
    assert read_census(data) == census
    assert count([("2.6", parse(SMALL)), ("2.6", parse(SMALL))])["ret void"] == {"2.6": 2}
    for bad in (b"nothing", write_census(Census({}, {"a": {"2.6": 1}}))[:-20]):
        with pytest.raises(FormatError, match="census"):
            read_census(bad)


def test_sightings() -> None:
    """Functions that modules declare which were not counted: with the number 0, and kept."""
    counted = Census({"2.6": 3}, {"decl.air air.fma.f32": {"2.6": 3}})
    text = SMALL + "!air.version = !{!0}\n!0 = !{i32 2, i32 8, i32 0}\n"
    actual = list(gen_census.sightings_of([write_module(parse(text))]))
    assert actual == [("decl.air air.fma.f32", "2.8")]
    both = gen_census.with_sightings(counted, [*actual, ("decl.air air.fma.f32", "2.6")])
    assert both.features == {"decl.air air.fma.f32": {"2.6": 3, "2.8": 0}}
    assert both.seen("air.fma.f32") == (Version(2, 6), Version(2, 8)) and counted.seen("air.fma.f32") != both.seen(
        "air.fma.f32"
    )
    assert read_census(write_census(both)) == both
    assert shipped_census().seen("air.abs.s.i16") == (Version(2, 6), Version(2, 8))


@pytest.mark.long
def test_the_tool_checks_the_shipped_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gen_census.py", "--check"])
    monkeypatch.setenv("MTLB_SHARED", str(tmp_path))
    assert gen_census.main() == 0
    assert "has no reference/apple-census.json.gz" in capsys.readouterr().out
    edited = tmp_path / "census.txt.xz"
    edited.write_bytes(write_census(shipped_census(), ["by hand"]))
    monkeypatch.setattr(gen_census, "TARGET", edited)
    assert gen_census.main() == 1
    assert "census.txt.xz is not in the form" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["gen_census.py", "--check", "take", "x"])
    with pytest.raises(SystemExit):
        gen_census.main()


@pytest.mark.long
def test_the_shipped_file_is_what_is_taken_over(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (shared / gen_census.TAKEN_FROM).is_file():
        pytest.skip(f"no {gen_census.TAKEN_FROM}")
    monkeypatch.setenv("MTLB_SHARED", str(shared))
    assert gen_census.check() == ""


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
    actual = lint_census(write_module(parse(text)))
    assert [item.code for item in actual] == ["AIR097"]
    assert actual[0].severity is Severity.NOTE
    assert "mem load volatile AS1: no module of Apple's has it; the nearest is mem load" in actual[0].message
    assert lint_census(b"BC\xc0\xde") == []


def test_an_unknown_function_has_a_note_with_the_nearest() -> None:
    text = SMALL.replace("air.fma.f32", "air.fmaa.f32") + "!air.version = !{!0}\n!0 = !{i32 2, i32 6, i32 0}\n"
    findings = [finding for finding in lint_module(write_module(parse(text))) if finding.code == "AIR095"]
    assert [item.severity for item in findings] == [Severity.NOTE]
    assert "@air.fmaa.f32 is not in Apple's modules; the nearest is @air.fma" in findings[0].message


# --- the corpus ------------------------------------------------------------------------------------------------------

TRUE_FINDINGS: dict[str, str] = {}
"""Findings above note in Apple's modules that are true, by code: why."""


def _files(shared: Path) -> list[Path]:
    actual = [*(shared / "corpus").rglob("*.metallib*"), *(shared / "pairs").rglob("*.metallib*")]
    return sorted([*actual, *(shared / "pairs").rglob("*.air")])


@pytest.mark.long
def test_rules_are_silent_about_apples_modules(shared: Path) -> None:
    """Above note: what was never seen is a note."""
    files = _files(shared)
    assert len(files) > 100
    for path in files:
        data = path.read_bytes()
        actual = lint_module(data) if path.suffix == ".air" else lint_library(read(data))
        above = [item for item in actual if item.severity is not Severity.NOTE and item.code not in TRUE_FINDINGS]
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
                unseen = [feature for feature in features_of(module) if not census.has(feature)]
                assert [
                    feature for feature in unseen if not any(re.search(p, feature) for p in OTHERWISE_READ)
                ] == [], path


# --- what mtlb makes -------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("target", ["macos11", "macos14", "macos15", "macos26", "ios17", "visionos2", "tvos17"])
def test_converted_modules_have_no_other_features(target: str) -> None:
    options = ConvertOptions(ConvertTarget.parse(target))
    converted = 0
    folder = ROOT / "golden/convert"
    for path in sorted([*folder.glob("*.ll"), *folder.glob("producers/*.ll")]):
        try:
            module = convert_bytes(path.name, path.read_bytes(), options).module
        except mtlb.MtlbError:
            continue  # what an older version lacks
        converted += 1
        assert [item for item, reason in unseen(module).items() if not reason] == [], path
    assert converted >= 10


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
