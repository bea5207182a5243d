"""What a conversion is asked for: the target, the policy for pointers, and where the input comes from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ..base.errors import BuildError, FormatError
from ..base.releases import RELEASES, check_os, oldest_os_for, release_for
from ..base.versions import Platform, Triple, Version, VersionLike
from ..translate import ShaderOptions
from .plan import Plan

__all__ = ["POINTER_POLICIES", "SOURCES", "ConvertOptions", "ConvertTarget"]

POINTER_POLICIES = ("infer", "i8")
"""`infer`: what a pointer points at follows from its uses. `i8`: all point at bytes, and every use casts."""

SOURCES = ("nvptx", "amdgpu", "spirv")
"""Targets whose kernels, built-in functions and address spaces are known."""


@dataclass(frozen=True)
class ConvertTarget:
    """The platform and oldest OS that a module is for, its AIR version and the version of Metal's language."""

    platform: Platform
    min_os: Version
    air: Version
    language: Version

    @classmethod
    def of(
        cls, platform: Platform | str | int, min_os: VersionLike | None = None, air: VersionLike | None = None
    ) -> ConvertTarget:
        """The target of a platform and an OS or AIR version; without both, macOS 14's year.

        BuildError for a platform without releases, an AIR version that none of its releases has, and an OS that there
        is not (`mtlb.base.releases.check_os`).
        """
        platform = Platform.of(platform)
        if min_os is None:
            wanted = Version.of(air) if air is not None else Version(2, 6)
            oldest = oldest_os_for(platform, wanted)
            if oldest is None:
                raise BuildError(f"no release of {platform.display} is known to load AIR {wanted}")
            os = oldest
        else:
            os = Version.of(min_os)
            check_os(platform, os)
        return cls._at(platform, os, air)

    @classmethod
    def _at(cls, platform: Platform, os: Version, air: VersionLike | None) -> ConvertTarget:
        release = release_for(platform, os)
        version = release.air if air is None else Version.of(air)
        if version > release.air:
            raise BuildError(f"AIR {version} is too new for {platform.display} {os} (maximum: {release.air})")
        found = next((r for r in RELEASES if r.air == version), None)
        if found is None:
            raise BuildError(f"AIR {version} is no version that is known")
        if version < (2, 3):
            raise BuildError(f"AIR {version}: modules are converted for AIR 2.3 (macOS 11, iOS 14) and newer")
        return cls(platform, os, version, found.msl)

    @classmethod
    def parse(cls, text: str) -> ConvertTarget:
        """`macos14`, `ios17.2`, `ios-simulator17`, `air2.6` (for macOS), or an AIR triple. BuildError for another."""
        if match := re.fullmatch(r"air(\d+\.\d+)", text.strip().lower()):
            return cls.of(Platform.MACOS, air=match[1])
        if "apple" in text:
            try:
                return cls.of_triple(Triple.parse(text))
            except FormatError as error:
                raise BuildError(error.reason) from None
        match = re.fullmatch(r"([a-z][a-z-]*?)-?(\d+(?:\.\d+){0,2})", text.strip().lower())
        if match is None:
            raise BuildError(f"not a target: {text!r} (expected macos14, ios17.2, air2.6 or an AIR triple)")
        return cls.of(match[1], match[2])

    @classmethod
    def of_triple(cls, triple: Triple, air: Version | None = None) -> ConvertTarget:
        """The target that an AIR module's triple names; `air` if the module says so."""
        named = triple.arch_version or air
        platform, version = triple.platform, triple.version
        release = release_for(platform, version)
        if named is not None and named > release.air:
            language = next((r.msl for r in RELEASES if r.air == named), release.msl)
            return cls(platform, version, named, language)
        return cls._at(platform, version, named)

    @property
    def triple(self) -> Triple:
        """The triple that Apple's compilers write for it."""
        arch = f"air64_v{self.air.major}{self.air.minor}" if self.air >= (2, 6) else "air64"
        return Triple.for_platform(self.platform, self.min_os, arch)

    def __str__(self) -> str:
        return f"{self.platform.display} {self.min_os} (AIR {self.air})"


@dataclass(frozen=True)
class ConvertOptions:
    """`target`: None is the module's own, else that of macOS 14. `source`: one of `SOURCES`. `entries`: names of the
    functions that become entry points; by default what the plan names, else what the input marks as such. `shader`: how
    SPIR-V is translated.
    """

    target: ConvertTarget | None = None
    pointers: str = "infer"
    source: str | None = None
    entries: tuple[str, ...] = ()
    plan: Plan | None = None
    shader: ShaderOptions = field(default_factory=ShaderOptions)

    def __post_init__(self) -> None:
        if self.pointers not in POINTER_POLICIES:
            raise BuildError(f"no policy for pointers: {self.pointers!r} (one of {', '.join(POINTER_POLICIES)})")
        if self.source is not None and self.source not in SOURCES:
            raise BuildError(f"no source that is known: {self.source!r} (one of {', '.join(SOURCES)})")

    @property
    def makes_entries(self) -> bool:
        """Whether the input is of another target, whatever it says itself."""
        return self.source is not None or self.plan is not None or bool(self.entries)

    def for_target(self, target: ConvertTarget) -> ConvertOptions:
        """The same with a target, if none is named."""
        return self if self.target is not None else replace(self, target=target)
