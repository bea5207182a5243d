"""Platforms, versions, triples and the two tables."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mtlb.base.errors import BuildError, FormatError
from mtlb.base.releases import RELEASES, oldest_os_for, release_for
from mtlb.base.toolchains import TOOLCHAINS, Layout, Toolchain, UuidForm, container_version_for
from mtlb.base.versions import Platform, Triple, Version, VersionLike


def test_a_version_is_compared_by_its_parts() -> None:
    assert Version.parse("10.9") < Version.parse("10.15") < Version.parse("11")
    assert (str(Version(15)), str(Version(15, 0, 1)), Version(15).full) == ("15.0", "15.0.1", "15.0.0")


@pytest.mark.parametrize("text", ["", "x", "1.2.3.4", "-1", "1.", "١", "999999"])
def test_bad_version(text: str) -> None:
    for parse in (Version.parse, Version):
        with pytest.raises(BuildError, match="not a version"):
            parse(text)


def test_a_version_is_made_of_a_text_or_of_numbers() -> None:
    assert Version("17.0") == Version("17") == Version(17, 0) == Version(17)
    assert Version("17.0.1") == Version(17, 0, 1) == Version(major=17, update=1)
    assert all(type(part) is int for part in Version("17.0.1"))
    for copied in (
        pickle.loads(pickle.dumps(Version(1, 2))),
        copy.deepcopy(Version(1, 2)),
        Version(1)._replace(minor=2),
    ):
        assert copied == Version(1, 2) and type(copied) is Version
    assert repr(Version("1.2")) == "Version(major=1, minor=2, update=0)"
    wrong: tuple[Any, ...] = (("17.0", 1), (17.0,), (True,), (-1,), (17, "0"), (None,), ((17, 0),))
    for parts in wrong:
        with pytest.raises(BuildError, match="not a version"):
            Version(*parts)


@pytest.mark.parametrize("platform", [p for p in Platform if p])
def test_platforms_by_name_and_in_triples(platform: Platform) -> None:
    assert Platform.of(platform.label.upper()) is platform
    triple = Triple.for_platform(platform, Version(13, 1))
    assert Triple.parse(str(triple)) == triple
    assert triple.platform is platform


@pytest.mark.parametrize("value", ["15.1", (15, 1), (15, 1, 0), Version(15, 1), " 15.1.0 "])
def test_what_a_version_is_made_of(value: VersionLike) -> None:
    assert Version.of(value) == Version(15, 1)
    assert Version.of(15) == Version(15) and isinstance(Version.of(15), Version)


@pytest.mark.parametrize("value", [15.1, True, (), (1, 2, 3, 4), (15, "1"), -1, (15, -1), None, b"15", "x"])
def test_what_is_not_a_version(value: object) -> None:
    with pytest.raises(BuildError, match="not a version"):
        Version.of(value)  # type: ignore[arg-type]


def test_enums_of_names_and_numbers() -> None:
    assert Platform.of("macos") is Platform.of(1) is Platform.of(Platform.MACOS) is Platform.MACOS
    assert Platform("visionos") is Platform.of("visionos") is Platform.XROS and Platform.of(47) == Platform(47)
    assert Layout.of("metallib") is Layout.of(Layout.METALLIB) is Layout.METALLIB
    assert Layout.of(Layout.METALLIB_LEGACY) is Layout.METALLIB  # which writes it where the AIR version asks for it
    assert Toolchain.of("32023.404") == Toolchain.of(Toolchain.parse("32023.404"))
    for wrong in (200, 0, "0", -1, ""):
        with pytest.raises(BuildError):
            Platform.of(wrong)
    with pytest.raises(BuildError, match="one of air-lld, metallib"):
        Layout.of("elf")
    with pytest.raises(BuildError, match="one of air-lld, metallib"):
        Layout("elf")
    with pytest.raises(BuildError, match="unknown platform 'windows' "):
        Platform("windows")
    assert Layout("metallib-legacy") is Layout.METALLIB_LEGACY


def test_every_platform_has_a_row_and_every_row_fits_the_releases() -> None:
    for platform in Platform:
        if platform:
            assert platform.triple_names and Triple.for_platform(platform, Version(1)).platform is platform
            assert platform.device.releases and all(release_for(platform, v) for v in platform.device.releases[1:])
    assert RELEASES[3].standard(Platform.MACOS) == "macos-metal2.0"
    assert RELEASES[3].standard(Platform.TVOS) == "ios-metal2.0" and RELEASES[-1].standard(Platform.IOS) == "metal4.1"


def test_platform_without_a_name() -> None:
    assert str(Platform(0x2F)) == "unknown (0x2f)"
    assert Platform.of("47") == Platform(0x2F) and not Platform(0x2F).is_known
    assert Platform.of("visionos-simulator") is Platform.XROS_SIMULATOR
    with pytest.raises(BuildError, match="mac-catalyst"):
        Platform.of("windows")
    with pytest.raises(BuildError, match="7 bits"):
        Platform.of("200")
    with pytest.raises(BuildError, match="no container version"):
        container_version_for(Platform(0x2F), Version(1))


@pytest.mark.parametrize(
    ("text", "platform"),
    [
        ("air64-apple-macosx14.0.0", Platform.MACOS),
        ("air64_v28-apple-ios26.0.0-simulator", Platform.IOS_SIMULATOR),
        ("air64-apple-ios19.0.0-macabi", Platform.MAC_CATALYST),
        ("air64_v111-apple-macosx10.12.0", Platform.MACOS),
        ("air64-apple-xros1.2.0", Platform.XROS),
    ],
)
def test_triple(text: str, platform: Platform) -> None:
    triple = Triple.parse(text)
    assert triple.platform is platform
    assert str(triple) == text


@pytest.mark.parametrize("text", ["", "x86_64-apple-macosx14.0.0", "air64", "air64-apple-ios1.2.3.4", "air64-apple-"])
def test_bad_triple(text: str) -> None:
    with pytest.raises(FormatError, match="not an AIR target triple"):
        Triple.parse(text)


def test_triple_for_an_unknown_os_is_kept() -> None:
    triple = Triple.parse("air64-apple-holos3.0.0")
    assert str(triple) == "air64-apple-holos3.0.0"
    with pytest.raises(FormatError, match="unknown OS"):
        _ = triple.platform


@pytest.mark.parametrize(
    ("platform", "os", "layout", "toolchain", "expected"),
    [
        ("macos", "10.11", "air-lld", None, "1.2.2"),
        ("macos", "10.14", "air-lld", None, "1.2.3"),
        ("macos", "14.4", "air-lld", None, "1.2.7"),
        ("macos", "15.0", "air-lld", "32023.404", "1.2.8"),
        ("macos", "15.0", "metallib", "32023.404", "1.2.7"),
        ("macos", "15.0", "metallib", "32023.830", "1.2.8"),
        ("macos", "10.11", "metallib", "31001.143", "1.2.5"),
        ("mac-catalyst", "19.0", "air-lld", "31001.669", "1.2.7"),
        ("ios-simulator", "8.0", "air-lld", None, "1.2.4"),
        ("xros", "1.2", "air-lld", None, "1.2.7"),
        ("tvos", "16.0", "air-lld", None, "1.2.7"),
        ("macos", "26.0", "air-lld", None, "1.2.9"),
        ("macos", "99.0", "air-lld", None, "1.2.9"),
    ],
)
def test_container_version(platform: str, os: str, layout: str, toolchain: str | None, expected: str) -> None:
    actual = container_version_for(Platform.of(platform), Version.parse(os), Layout(layout), Toolchain.parse(toolchain))
    assert actual.full == expected


def test_oldest_os() -> None:
    assert oldest_os_for(Platform.MACOS, Version(2, 5)) == Version(13)
    assert oldest_os_for(Platform.XROS, Version(2, 0)) == Version(1)
    assert oldest_os_for(Platform.MACOS, Version(9)) is None


def test_tables_only_grow() -> None:
    assert [r.air for r in RELEASES] == sorted({r.air for r in RELEASES})
    assert [r.container_version for r in RELEASES] == sorted(r.container_version for r in RELEASES)
    for platform in {p for r in RELEASES for p in r.oldest}:
        versions = [r.oldest[platform] for r in RELEASES if platform in r.oldest]
        assert versions == sorted(set(versions)), platform
        assert release_for(platform, versions[-1]) is RELEASES[-1]
    assert [t.first for t in TOOLCHAINS] == sorted(t.first for t in TOOLCHAINS)
    assert [t.air_lld_newest for t in TOOLCHAINS] == sorted(t.air_lld_newest for t in TOOLCHAINS)
    assert all(t.metallib_newest <= t.air_lld_newest for t in TOOLCHAINS)


def test_toolchain() -> None:
    build = Toolchain.parse("metalfe-32023.404")
    assert (build.xcode, build.reflection_version, build.uuid) == ("16", (0, 3, 0), UuidForm.NAME_BASED)
    assert Toolchain.parse("31001.667.2").reflection_version == (0, 1, 0)
    assert Toolchain.parse().reflection_version == (0, 4, 0)
    assert Toolchain.parse("902.14").metallib_fixed == (1, 2, 4)
    assert Toolchain.parse("32023.883").source_compression(Layout.METALLIB) == 9
    with pytest.raises(BuildError, match="not an Apple build"):
        Toolchain.parse("Xcode 16")
    with pytest.raises(BuildError, match="not in the table"):
        Toolchain.parse("1.0")


def test_the_documented_tables_are_the_tables() -> None:
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "tools/gen_releases.py", "--check"], cwd=root, check=True)
    page = (root / "docs/releases.md").read_text(encoding="utf-8")
    assert all(f"| {t.first[0]}.{t.first[1]} | {t.xcode} |" in page for t in TOOLCHAINS)


def test_names_in_sentences() -> None:
    shown = {platform.label: platform.display for platform in Platform}
    assert shown == {
        "none": "no platform",
        "macos": "macOS",
        "ios": "iOS",
        "tvos": "tvOS",
        "watchos": "watchOS",
        "bridgeos": "bridgeOS",
        "mac-catalyst": "Mac Catalyst",
        "ios-simulator": "iOS Simulator",
        "tvos-simulator": "tvOS Simulator",
        "watchos-simulator": "watchOS Simulator",
        "driverkit": "DriverKit",
        "xros": "visionOS",
        "xros-simulator": "visionOS Simulator",
    }
    assert Platform(0x2F).display == "unknown platform 0x2f"
