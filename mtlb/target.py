"""Targets: platforms, versions, triples, and the two tables of what follows from them.

`RELEASES` ties AIR, MSL and container versions to the OS releases of every platform. `TOOLCHAINS` lists what an Apple
build does where target and input leave a choice. Sources: FORMAT.md §2 (files of every row but those marked inferred).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from .enums import OpenEnum
from .errors import BuildError, FormatError

__all__ = [
    "HEADER_EXTENSION_SINCE",
    "LIBRARY_NAME_SINCE",
    "NEWEST_TOOLCHAIN",
    "PLATFORM_SINCE",
    "REFLECTION_SINCE",
    "RELEASES",
    "SOURCE_DIRECTORY_SINCE",
    "TOOLCHAINS",
    "Layout",
    "Platform",
    "Release",
    "Toolchain",
    "Triple",
    "UuidForm",
    "Version",
    "container_version_for",
    "oldest_os_for",
    "release_for",
]


class Version(NamedTuple):
    """major.minor.update; compares as a tuple and with tuples."""

    major: int
    minor: int = 0
    update: int = 0

    @classmethod
    def parse(cls, text: str) -> Version:
        """`15`, `15.0` or `15.0.1`; BuildError for anything else."""
        match = re.fullmatch(r"(\d{1,5})(?:\.(\d{1,5}))?(?:\.(\d{1,5}))?", text.strip(), re.ASCII)
        if match is None:
            raise BuildError(f"not a version: {text!r} (expected MAJOR[.MINOR[.UPDATE]])")
        return cls(*(int(part or 0) for part in match.groups()))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.update}" if self.update else f"{self.major}.{self.minor}"

    @property
    def full(self) -> str:
        """All three parts, as triples and container versions are written."""
        return f"{self.major}.{self.minor}.{self.update}"


# --- platforms -------------------------------------------------------------------------------------------------------


class Platform(OpenEnum):
    """Mach-O platform numbers, as in the low 7 bits of byte 11 of the header. `label` is our command line's name."""

    NONE = 0  # containers before 1.2.6 name no platform
    MACOS = 1
    IOS = 2
    TVOS = 3
    WATCHOS = 4
    BRIDGEOS = 5
    MAC_CATALYST = 6
    IOS_SIMULATOR = 7
    TVOS_SIMULATOR = 8
    WATCHOS_SIMULATOR = 9
    DRIVERKIT = 10
    XROS = 11
    XROS_SIMULATOR = 12

    @classmethod
    def parse(cls, text: str) -> Platform:
        """A label, `visionos` for xros, or a number; BuildError for anything else."""
        try:
            platform = cls.from_label(text.strip().lower().replace("visionos", "xros"))
        except ValueError:
            names = ", ".join(p.label for p in cls if p)
            raise BuildError(f"unknown platform {text!r} (one of {names}, or a number)") from None
        if not 0 < platform < 0x80:
            raise BuildError(f"platform {text!r} does not fit in the header's 7 bits")
        return platform

    @property
    def is_simulator(self) -> bool:
        return self in _SIMULATED

    @property
    def device(self) -> Platform:
        """The platform that a simulator simulates; any other platform itself."""
        return _SIMULATED.get(self, self)

    @property
    def has_macos_bit(self) -> bool:
        """Bit 15 of the header's first version word: set for macOS and Mac Catalyst alone (1,367 files)."""
        return self in (Platform.MACOS, Platform.MAC_CATALYST)

    @property
    def triple_names(self) -> tuple[str, str]:
        """OS and environment in a triple; BuildError for a platform that has none."""
        names = _TRIPLE_NAMES.get(self)
        if names is None:
            raise BuildError(f"no target triple is known for platform {self}")
        return names


_SIMULATED = {
    Platform.IOS_SIMULATOR: Platform.IOS,
    Platform.TVOS_SIMULATOR: Platform.TVOS,
    Platform.WATCHOS_SIMULATOR: Platform.WATCHOS,
    Platform.XROS_SIMULATOR: Platform.XROS,
}

_TRIPLE_NAMES = {
    Platform.MACOS: ("macosx", ""),
    Platform.IOS: ("ios", ""),
    Platform.TVOS: ("tvos", ""),
    Platform.WATCHOS: ("watchos", ""),
    Platform.BRIDGEOS: ("bridgeos", ""),
    Platform.MAC_CATALYST: ("ios", "macabi"),
    Platform.IOS_SIMULATOR: ("ios", "simulator"),
    Platform.TVOS_SIMULATOR: ("tvos", "simulator"),
    Platform.WATCHOS_SIMULATOR: ("watchos", "simulator"),
    Platform.DRIVERKIT: ("driverkit", ""),
    Platform.XROS: ("xros", ""),
    Platform.XROS_SIMULATOR: ("xros", "simulator"),
}
_PLATFORM_OF_NAMES = {names: platform for platform, names in _TRIPLE_NAMES.items()}
_OS_SPELLINGS = {"macos": "macosx", "darwin": "macosx", "visionos": "xros"}


@dataclass(frozen=True)
class Triple:
    """``air64[_vNN]-apple-<os><version>[-<environment>]``."""

    arch: str
    os: str
    version: Version
    environment: str = ""

    @classmethod
    def parse(cls, text: str) -> Triple:
        """FormatError unless `text` is an AIR triple; an OS or environment nobody knows is kept."""
        match = re.fullmatch(
            r"(air(?:64|32)(?:_v\d+)?)-apple-([a-z_]+)((?:\d+(?:\.\d+){0,2})?)(?:-([a-z]+))?", text, re.ASCII
        )
        if match is None:
            raise FormatError(f"not an AIR target triple: {text!r}")
        arch, os, number, environment = match.groups()
        try:
            version = Version.parse(number or "0")
        except BuildError as error:
            raise FormatError(f"target triple {text!r}: {error.reason}") from None
        return cls(arch, os, version, environment or "")

    @classmethod
    def for_platform(cls, platform: Platform, version: Version, arch: str = "air64") -> Triple:
        os, environment = platform.triple_names
        return cls(arch, os, version, environment)

    @property
    def arch_version(self) -> Version | None:
        """The AIR version that the sub-architecture stands for: ``air64_v28`` 2.8, ``air64_v111`` 1.11; else None."""
        _, found, digits = self.arch.partition("_v")
        return Version(int(digits[0]), int(digits[1:])) if found and len(digits) > 1 else None

    @property
    def platform(self) -> Platform:
        """The platform this triple names; FormatError for an OS or environment nobody knows."""
        platform = _PLATFORM_OF_NAMES.get((_OS_SPELLINGS.get(self.os, self.os), self.environment))
        if platform is None:
            raise FormatError(f"unknown OS in target triple {self}")
        return platform

    def __str__(self) -> str:
        environment = f"-{self.environment}" if self.environment else ""
        return f"{self.arch}-apple-{self.os}{self.version.full}{environment}"


# --- what follows from the target ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Release:
    """One year of OS releases: the AIR version their compiler targets, its default MSL, and the container version.

    `oldest` maps a device platform to the first version of that year; platforms that Metal came to later are absent.
    """

    air: Version
    msl: Version
    container: Version
    oldest: dict[Platform, Version]


def _releases() -> Iterator[Release]:
    # AIR, MSL, container bugfix, then first version of: macOS, iOS = tvOS, watchOS, visionOS, bridgeOS, DriverKit.
    # watchOS before 10, bridgeOS and DriverKit are inferred: the versions that were released together.
    rows: tuple[tuple[str, str, int, str, str, str, str, str, str], ...] = (
        ("1.6", "1.0", 2, "", "8", "", "", "", ""),
        ("1.8", "1.1", 2, "10.11", "9", "2", "", "", ""),
        ("1.11", "1.2", 2, "10.12", "10", "3", "", "", ""),
        ("2.0", "2.0", 2, "10.13", "11", "4", "", "2", ""),
        ("2.1", "2.1", 3, "10.14", "12", "5", "", "3", ""),
        ("2.2", "2.2", 4, "10.15", "13", "6", "", "4", "19"),
        ("2.3", "2.3", 5, "11", "14", "7", "", "5", "20"),
        ("2.4", "2.4", 6, "12", "15", "8", "", "6", "21"),
        ("2.5", "3.0", 7, "13", "16", "9", "", "7", "22"),
        ("2.6", "3.1", 7, "14", "17", "10", "1", "8", "23"),
        ("2.7", "3.2", 8, "15", "18", "11", "2", "9", "24"),
        ("2.8", "4.0", 9, "26", "26", "26", "26", "10", "25"),
        ("2.9", "4.1", 9, "27", "27", "27", "27", "11", "26"),
    )
    for air, msl, bugfix, macos, ios, watchos, xros, bridgeos, driverkit in rows:
        names = {
            Platform.MACOS: macos,
            Platform.IOS: ios,
            Platform.TVOS: ios,
            Platform.MAC_CATALYST: ios,
            Platform.WATCHOS: watchos,
            Platform.XROS: xros,
            Platform.BRIDGEOS: bridgeos,
            Platform.DRIVERKIT: driverkit,
        }
        oldest = {platform: Version.parse(text) for platform, text in names.items() if text}
        yield Release(Version.parse(air), Version.parse(msl), Version(1, 2, bugfix), oldest)


RELEASES: tuple[Release, ...] = tuple(_releases())
"""Oldest first."""

HEADER_EXTENSION_SINCE = Version(1, 2, 3)
PLATFORM_SINCE = Version(1, 2, 6)
"""First container version whose header names platform and OS version."""
SOURCE_DIRECTORY_SINCE = Version(1, 2, 6)
"""First container version with HSRD (working directory recorded) in place of HSRC."""
REFLECTION_SINCE = Version(1, 2, 7)
"""First container version with a reflection list (air-lld alone)."""
LIBRARY_NAME_SINCE = Version(1, 2, 9)
"""First container version whose executables always carry a dynamic header with their name (air-lld alone)."""

_RAISED_SIMULATORS = (Platform.IOS_SIMULATOR, Platform.TVOS_SIMULATOR)
_OLDEST_SIMULATED = Version(13)  # the compiler raises older targets of these simulators to this


def release_for(platform: Platform, min_os: Version) -> Release:
    """The release whose compiler target `min_os` of `platform` is: the newest that is not younger.

    A version before the first known one gets the first; BuildError for a platform without a table.
    """
    device = platform.device
    if platform in _RAISED_SIMULATORS:
        min_os = max(min_os, _OLDEST_SIMULATED)
    found: Release | None = None
    for release in RELEASES:
        oldest = release.oldest.get(device)
        if oldest is not None and (found is None or oldest <= min_os):
            found = release
    if found is None:
        raise BuildError(f"no container version is known for platform {platform}; name one")
    return found


def oldest_os_for(platform: Platform, air: Version) -> Version | None:
    """The oldest OS of `platform` that loads modules of AIR version `air`; None if no release is known to."""
    for release in RELEASES:
        oldest = release.oldest.get(platform.device)
        if oldest is not None and release.air >= air:
            return max(oldest, _OLDEST_SIMULATED) if platform in _RAISED_SIMULATORS else oldest
    return None


# --- what follows from the toolchain ---------------------------------------------------------------------------------


class Layout(str, Enum):
    """Which of Apple's two programs writes: they order tags differently (FORMAT.md §0.3)."""

    AIR_LLD = "air-lld"
    METALLIB = "metallib"

    def __str__(self) -> str:
        return self.value


class UuidForm(Enum):
    """The UUIDs a build of air-lld writes."""

    NONE = "none"
    RAW = "raw"  # 16 bytes without the marks of RFC 4122
    NAME_BASED = "name-based"  # version 3, variant 1


@dataclass(frozen=True)
class Toolchain:
    """What Apple builds from `first` on do, until the next row of `TOOLCHAINS`.

    `metallib_fixed`: the container version `metallib` wrote whatever the target; None since it follows the target.
    `metallib_newest`, `air_lld_newest`: the newest container version each program writes.
    `reflection_version`: the version in AIRR buffers, None before there were any.
    `bzip2_level`: air-lld's (metallib's is always 9).
    `pads_sources`: air-lld pads source archives to the build host's page.
    """

    first: tuple[int, int]
    xcode: str
    metallib_fixed: Version | None
    metallib_newest: Version
    air_lld_newest: Version
    uuid: UuidForm
    reflection_version: Version | None
    bzip2_level: int
    pads_sources: bool
    build: str = ""

    @classmethod
    def parse(cls, text: str | None = None) -> Toolchain:
        """The row that build `text` (`32023.404`) falls in, with `build` set; the newest row for None.

        BuildError if `text` is no build number or older than every row.
        """
        text = NEWEST_TOOLCHAIN if text is None else text.strip()
        match = re.fullmatch(r"(?:metalfe-)?(\d{1,9})(?:\.(\d{1,9}))?(?:\.\d{1,9})*", text, re.ASCII)
        if match is None:
            raise BuildError(f"not an Apple build number: {text!r} (expected one like {NEWEST_TOOLCHAIN})")
        number = (int(match[1]), int(match[2] or 0))
        found = None
        for row in TOOLCHAINS:
            if row.first <= number:
                found = row
        if found is None:
            raise BuildError(f"no habits are known of Apple build {text}, the oldest is {TOOLCHAINS[0].first[0]}")
        return replace(found, build=text)

    @property
    def number(self) -> tuple[int, int]:
        """The build, or the row's first one, as numbers that compare."""
        major, minor, *_ = (*(int(part) for part in self.build.removeprefix("metalfe-").split(".") if part), 0, 0)
        return (major, minor) if self.build else self.first

    def source_compression(self, layout: Layout) -> int:
        """bzip2 level of the source archives."""
        return self.bzip2_level if layout is Layout.AIR_LLD else 9


_V2, _V3, _V4, _V5, _V6, _V7, _V8, _V9 = (Version(1, 2, n) for n in range(2, 10))
_NAMED = UuidForm.NAME_BASED

TOOLCHAINS: tuple[Toolchain, ...] = (
    Toolchain((600, 0), "6-9", _V2, _V2, _V2, UuidForm.NONE, None, 9, True),
    Toolchain((902, 0), "10", _V3, _V3, _V3, UuidForm.NONE, None, 9, True),
    Toolchain((902, 14), "11", _V4, _V4, _V4, UuidForm.NONE, None, 9, True),
    Toolchain((31001, 0), "12", _V5, _V5, _V5, UuidForm.NONE, None, 9, True),
    Toolchain((31001, 325), "13", None, _V6, _V6, UuidForm.RAW, None, 9, True),
    Toolchain((31001, 660), "14", None, _V7, _V7, _NAMED, Version(0, 1), 9, True),
    Toolchain((32023, 0), "15", None, _V7, _V7, _NAMED, Version(0, 2), 9, True),
    Toolchain((32023, 329), "16", None, _V7, _V8, _NAMED, Version(0, 3), 9, True),
    Toolchain((32023, 827), "26", None, _V9, _V9, _NAMED, Version(0, 4), 6, False),
)
"""Oldest first. Boundaries lie between the last build seen on one side and the first on the other."""

NEWEST_TOOLCHAIN = "32023.883"
"""The newest build whose air-lld output was studied; the default."""


def container_version_for(
    platform: Platform,
    min_os: Version,
    layout: Layout = Layout.AIR_LLD,
    toolchain: Toolchain | None = None,
) -> Version:
    """The container version for a deployment target: the release table, capped at what the build knows (§2.2)."""
    toolchain = toolchain or Toolchain.parse()
    if layout is Layout.METALLIB and toolchain.metallib_fixed is not None:
        return toolchain.metallib_fixed
    newest = toolchain.metallib_newest if layout is Layout.METALLIB else toolchain.air_lld_newest
    return min(release_for(platform, min_os).container, newest)
