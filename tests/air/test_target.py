"""What a target is, and the texts that name one (docs/targets.md)."""

from __future__ import annotations

import re

import pytest

from mtlb import emit
from mtlb.air.target import AirTarget as Target
from mtlb.air.target import parse_os
from mtlb.base.errors import BuildError, FormatError
from mtlb.base.versions import Platform, Triple, Version
from mtlb.convert import ConvertOptions, ConvertTarget, convert_file
from mtlb.inspect import Promise
from tests.conftest import ROOT

TEXTS = {
    "macos14": ("macos", "14.0", "2.6"),
    "MacOS 14.0": ("macos", "14.0", "2.6"),
    "macos:14.0": ("macos", "14.0", "2.6"),
    "macos : 14": ("macos", "14.0", "2.6"),
    "macos-14": ("macos", "14.0", "2.6"),
    "macos_14": ("macos", "14.0", "2.6"),
    " ios17.2 ": ("ios", "17.2", "2.6"),
    "ios17.2.1": ("ios", "17.2.1", "2.6"),
    "ios17-simulator": ("ios-simulator", "17.0", "2.6"),
    "ios-simulator17": ("ios-simulator", "17.0", "2.6"),
    "iphonesimulator17": ("ios-simulator", "17.0", "2.6"),
    "visionos2": ("xros", "2.0", "2.7"),
    "mac-catalyst15": ("mac-catalyst", "15.0", "2.4"),
    "air2.6": ("macos", "14.0", "2.6"),
    "AIR2.0": ("macos", "10.13", "2.0"),
    "air64-apple-macosx13.0.0": ("macos", "13.0", "2.5"),
    "air64_v24-apple-ios17.0.0-simulator": ("ios-simulator", "17.0", "2.4"),
    "air64_v28-apple-macosx14.0.0": ("macos", "14.0", "2.8"),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_names_a_target(text: str) -> None:
    target = Target(text)
    assert (target.platform.label, str(target.min_os), str(target.air)) == TEXTS[text]
    assert target == Target.parse(text) and hash(target) == hash(Target.parse(text))
    if not text.lower().startswith(("air2", "air64_v28")):
        assert parse_os(text) == (target.platform, target.min_os)
        assert Target.of(target.platform, target.min_os, target.air) == target


@pytest.mark.parametrize("text", TEXTS)
def test_all_who_take_a_target_take_the_text(text: str) -> None:
    target = Target(text)
    assert emit.Module(text).target == target
    if target.air >= (2, 3):
        result = convert_file(("saxpy.ll", (ROOT / "golden/convert/saxpy.ll").read_bytes()), text)
        assert result.target == target
    if not text.lower().startswith("air2"):
        assert Promise.parse(text) == Promise(target.platform, target.min_os)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("macos", "not a target: 'macos' (expected macos14, ios17.2, air2.6 or an AIR triple)"),
        ("14", "not a target: '14'"),
        ("plan9", "unknown platform 'plan'"),
        ("macos99", "there is no macOS 99.0"),
        ("air9.9", "no known release of macOS loads AIR 9.9"),
        ("air64", "not an AIR target triple: 'air64'"),
        ("air64-apple-beos5", "unknown OS in target triple"),
        ("arm64-apple-ios17", "not an AIR target triple: 'arm64-apple-ios17'"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(BuildError, match=re.escape(message)):
        Target(text)


def test_an_air_version_beside_the_text() -> None:
    assert str(Target("macos15", air="2.5").triple) == "air64-apple-macosx15.0.0"
    assert str(Target("air64_v26-apple-macosx15.0.0", air="2.7").triple) == "air64_v27-apple-macosx15.0.0"
    assert Target(air="2.7") == Target("air2.7") and Target() == Target("macos14")
    with pytest.raises(BuildError, match=re.escape("macOS 12.0 does not load AIR 2.6 (at most 2.4)")):
        Target("macos12", air="2.6")
    with pytest.raises(BuildError, match=re.escape("there is no AIR 2.99")):
        Target("macos12", air="2.99")
    with pytest.raises(BuildError, match=re.escape("Metal 4.0 is newer than AIR 2.6 (at most 3.1)")):
        Target("macos14", metal="4.0")
    with pytest.raises(BuildError, match="target is 14"):
        Target(14)  # type: ignore[arg-type]


def test_sdk_and_language() -> None:
    target = Target("ios17.2.1", metal="2.4", sdk=(17, 5))
    assert (target.metal, target.sdk) == (Version(2, 4), Version(17, 5))
    assert Target("ios17.2.1").sdk == Version(17, 2)
    assert repr(target) == "Target(iOS 17.2.1, AIR 2.6, Metal 2.4)" and str(target) == "iOS 17.2.1 (AIR 2.6)"


def test_what_a_module_says_is_not_doubted() -> None:
    newer = Target.of_triple(Triple.parse("air64-apple-macosx13.0.0"), Version(2, 8))
    assert (newer.air, newer.metal) == (Version(2, 8), Version(4, 0))
    future = Target.of_triple(Triple.parse("air64_v35-apple-macosx99.0.0"))
    assert (future.min_os, future.air) == (Version(99), Version(3, 5))
    with pytest.raises(FormatError, match="unknown OS"):
        Target.of_triple(Triple.parse("air64-apple-beos5"))
    with pytest.raises(BuildError, match="no known release of DriverKit loads AIR 9"):
        Target.of(Platform.DRIVERKIT, air=9)


def test_old_versions_are_refused_by_those_who_cannot_write_them() -> None:
    assert Target("macos10.11").air == Version(1, 8)
    with pytest.raises(BuildError, match=re.escape("macOS 10.11 takes AIR 1.8, which can't be written")):
        emit.Module("macos10.11")
    with pytest.raises(BuildError, match=re.escape("AIR 2.0: modules are converted for AIR 2.3")):
        ConvertOptions(ConvertTarget("macos10.13"))


def test_the_public_names_are_one_class() -> None:
    assert emit.Target is ConvertTarget is Target


def test_the_page_has_texts_that_are_taken() -> None:
    page = (ROOT / "docs/targets.md").read_text(encoding="utf-8")
    forms = page[page.index("\n- ") : page.index("Platforms are")]
    texts = re.findall(r"`([^`]+)`", forms)
    assert len(texts) == 12 and all(Target(text) for text in texts)
