"""Versions, platforms and target triples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from .enums import OpenEnum
from .errors import BuildError, FormatError

__all__ = ["Platform", "Triple", "Version"]


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
