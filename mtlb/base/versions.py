"""Versions, platforms and target triples."""

from __future__ import annotations

import re
from functools import lru_cache

from .classes import NamedTuple, dataclass
from .enums import OpenEnum
from .errors import BuildError, FormatError


class _Parts(NamedTuple):
    major: int
    minor: int = 0
    update: int = 0


class Version(_Parts):
    """major.minor.update; compares as a tuple and with tuples."""

    __slots__ = ()

    def __new__(cls, major: int | str, minor: int = 0, update: int = 0) -> Version:
        """`Version(17, 0)`, or one text with all of it: `Version("17.0")`. BuildError for anything else."""
        if isinstance(major, str):
            if minor or update:
                raise BuildError(
                    f"not a version: {(major, minor, update)!r} (write all parts in one string, such as '15.0')"
                )
            return cls.parse(major)
        parts = (major, minor, update)
        if not (type(major) is type(minor) is type(update) is int and min(parts) >= 0):
            for part in parts:
                if not isinstance(part, int) or isinstance(part, bool) or part < 0:
                    raise BuildError(f"not a version: {part!r} (expected a text such as '15.0', or numbers)")
        return tuple.__new__(cls, parts)

    @classmethod
    def of(cls, value: VersionLike) -> Version:
        """The version itself, or of `"15.0"`, 15 or (15, 0); BuildError for anything else.

        A number with a point is refused: 10.10 would be 10.1.
        """
        if isinstance(value, Version):
            return value
        if isinstance(value, str):
            return cls.parse(value)
        parts = value if isinstance(value, tuple) else (value,)
        if not 0 < len(parts) <= 3 or not all(type(part) is int and part >= 0 for part in parts):
            raise BuildError(f"not a version: {value!r} (expected a string such as '15.0', a number or a tuple)")
        return cls(*parts)

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


VersionLike = Version | str | int | tuple[int, ...]
"""The types that `Version.of` accepts."""


class Platform(OpenEnum):
    """Mach-O platform numbers, as in the low 7 bits of byte 11 of the header. `label` is our command line's name,
    `display` the name in sentences.

    All other facts of a platform are in its row of `_ROWS`.
    """

    NONE = 0  # containers before 1.2.6 record no platform
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
    def of(cls, value: Platform | str | int) -> Platform:
        """The platform itself, or of one of its `names`, or a number; BuildError for anything else."""
        if isinstance(value, str):
            value = _PLATFORM_OF_NAME.get(value.strip().lower(), value)
        platform = super().of(value)
        if not 0 <= platform < 0x80 or (platform is cls.NONE and value is not cls.NONE):
            raise BuildError(f"platform {value!r} does not fit in the header's 7 bits")
        return platform

    @property
    def names(self) -> tuple[str, ...]:
        """Its names on command lines, Apple's too: ``macos``, ``macosx``; ``ios-simulator``, ``iphonesimulator``."""
        row = _ROWS.get(self)
        if row is None:
            return ()
        names = (self.label, row.alias, row.triple[0] if not row.triple[1] else "", row.sdk.lower())
        hyphenated = [name for name in names if name]
        return tuple(dict.fromkeys([*hyphenated, *(name.replace("-", "") for name in hyphenated)]))

    @property
    def display(self) -> str:
        """Its name in sentences, as Apple writes it: ``macOS``, ``iOS Simulator``. Options and JSON have `label`."""
        if self is Platform.NONE:
            return "no platform"
        return _ROWS[self].display if self in _ROWS else f"unknown platform {self._value_:#x}"

    @property
    def sdk(self) -> str:
        """The name of its SDK, ``MacOSX``; empty for a platform that has none of its own."""
        return _ROWS[self].sdk if self in _ROWS else ""

    @property
    def device(self) -> Platform:
        """The platform that a simulator simulates; any other platform itself."""
        row = _ROWS.get(self)
        return self if row is None or row.simulates is None else row.simulates

    @property
    def has_macos_bit(self) -> bool:
        """Bit 15 of the header's first version word: set for macOS and Mac Catalyst alone (1,367 files)."""
        return self in _ROWS and _ROWS[self].macos_bit

    @property
    def triple_names(self) -> tuple[str, str]:
        """OS and environment in a triple; BuildError for a platform that has none."""
        if self not in _ROWS:
            raise BuildError(f"no target triple is known for platform {self}")
        return _ROWS[self].triple

    @property
    def releases(self) -> tuple[Version, ...]:
        """AIR version of the first year of its releases, then the first OS version of that year and of each later one.

        Empty for a simulator, and for a platform that no releases are known of.
        """
        return tuple(map(Version.parse, _ROWS[self].releases.replace(":", "").split())) if self in _ROWS else ()

    @property
    def language_prefix(self) -> str:
        """The prefix of the version in the compiler's `-std=` for Metal languages older than 3.0."""
        return "macos-metal" if self is Platform.MACOS else "ios-metal"

    @property
    def oldest_target(self) -> Version:
        """The oldest OS version that the compiler builds for, 0.0 if any: it raises older targets to this."""
        return Version.parse(_ROWS[self].oldest_target if self in _ROWS else "0")


class _Row(NamedTuple):
    """The facts of a platform. `display`: its name in sentences. `triple`: OS and environment in a target triple;
    `spellings`: other names of that OS in triples; `alias`: another name of the platform on our command line. `sdk`:
    the name of its SDK. `releases`: AIR version of the first year of its releases and, after a colon, the first OS
    version of that year and of each year after it, to the newest one of `mtlb.base.releases`.
    """

    display: str
    triple: tuple[str, str]
    releases: str = ""
    simulates: Platform | None = None
    spellings: tuple[str, ...] = ()
    alias: str = ""
    macos_bit: bool = False
    oldest_target: str = "0"
    sdk: str = ""


_IOS = "1.6: 8 9 10 11 12 13 14 15 16 17 18 26 27"

# watchOS before 10, bridgeOS and DriverKit are inferred: the versions that were released together.
_ROWS = {
    Platform.MACOS: _Row(
        "macOS",
        ("macosx", ""),
        "1.8: 10.11 10.12 10.13 10.14 10.15 11 12 13 14 15 26 27",
        spellings=("macos", "darwin"),
        macos_bit=True,
        sdk="MacOSX",
    ),
    Platform.IOS: _Row("iOS", ("ios", ""), _IOS, sdk="iPhoneOS"),
    Platform.TVOS: _Row("tvOS", ("tvos", ""), _IOS, sdk="AppleTVOS"),
    Platform.WATCHOS: _Row("watchOS", ("watchos", ""), "1.8: 2 3 4 5 6 7 8 9 10 11 26 27", sdk="WatchOS"),
    Platform.BRIDGEOS: _Row("bridgeOS", ("bridgeos", ""), "2.0: 2 3 4 5 6 7 8 9 10 11"),
    Platform.MAC_CATALYST: _Row("Mac Catalyst", ("ios", "macabi"), _IOS, macos_bit=True),
    Platform.IOS_SIMULATOR: _Row(
        "iOS Simulator", ("ios", "simulator"), simulates=Platform.IOS, oldest_target="13", sdk="iPhoneSimulator"
    ),
    Platform.TVOS_SIMULATOR: _Row(
        "tvOS Simulator", ("tvos", "simulator"), simulates=Platform.TVOS, oldest_target="13", sdk="AppleTVSimulator"
    ),
    Platform.WATCHOS_SIMULATOR: _Row(
        "watchOS Simulator", ("watchos", "simulator"), simulates=Platform.WATCHOS, sdk="WatchSimulator"
    ),
    Platform.DRIVERKIT: _Row("DriverKit", ("driverkit", ""), "2.2: 19 20 21 22 23 24 25 26", sdk="DriverKit"),
    Platform.XROS: _Row(
        "visionOS", ("xros", ""), "2.6: 1 2 26 27", spellings=("visionos",), alias="visionos", sdk="XROS"
    ),
    Platform.XROS_SIMULATOR: _Row(
        "visionOS Simulator",
        ("xros", "simulator"),
        simulates=Platform.XROS,
        spellings=("visionos",),
        alias="visionos-simulator",
        sdk="XRSimulator",
    ),
}

_PLATFORM_OF_NAME = {name: platform for platform in _ROWS for name in platform.names}

_PLATFORM_OF_NAMES = {
    (os, row.triple[1]): platform for platform, row in _ROWS.items() for os in (row.triple[0], *row.spellings)
}


@dataclass(frozen=True)
class Triple:
    """``air64[_vNN]-apple-<os><version>[-<environment>]``."""

    arch: str
    os: str
    version: Version
    environment: str = ""

    @classmethod
    @lru_cache(maxsize=256)  # the modules of a link have few distinct triples
    def parse(cls, text: str) -> Triple:
        """FormatError unless `text` is an AIR triple; an unknown OS or environment is kept."""
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
        """The triple that names this platform; BuildError for a platform that has none."""
        os, environment = platform.triple_names
        return cls(arch, os, version, environment)

    @property
    def arch_version(self) -> Version | None:
        """The AIR version that the sub-architecture names: ``air64_v28`` 2.8, ``air64_v111`` 1.11; else None."""
        _, separator, digits = self.arch.partition("_v")
        return Version(int(digits[0]), int(digits[1:])) if separator and len(digits) > 1 else None

    @property
    def platform(self) -> Platform:
        """The platform this triple names; FormatError for an unknown OS or environment."""
        platform = _PLATFORM_OF_NAMES.get((self.os, self.environment))
        if platform is None:
            raise FormatError(f"unknown OS in target triple {self}")
        return platform

    def __str__(self) -> str:
        environment = f"-{self.environment}" if self.environment else ""
        return f"{self.arch}-apple-{self.os}{self.version.full}{environment}"
