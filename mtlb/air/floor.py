"""The floor of a library: the oldest OS that can load it, and what makes that so."""

from __future__ import annotations

from dataclasses import dataclass

from ..container import Dialect, Library
from ..target import PLATFORM_SINCE, RELEASES, Platform, Version, oldest_os_for

__all__ = ["Floor", "Reason", "floor_of"]

_NONE = Version(0)


@dataclass(frozen=True)
class Reason:
    """One thing that older systems than `os` refuse. `os` is None where no release is known to take it.

    `kind` is ``stamp`` (the header's OS version), ``air``, ``msl`` or ``container``; `version` what was found;
    `function` the first function that has it, where functions differ.
    """

    kind: str
    version: Version
    os: Version | None
    function: str | None = None


@dataclass(frozen=True)
class Floor:
    """`os` is the oldest version of `platform` that satisfies all `reasons`; None if one of them names no release."""

    platform: Platform
    os: Version | None
    reasons: tuple[Reason, ...]

    @property
    def binding(self) -> tuple[Reason, ...]:
        """The reasons that set the floor."""
        return tuple(reason for reason in self.reasons if reason.os == self.os)


def floor_of(library: Library) -> Floor:
    """The floor that header and function list prove; no module is read.

    A container before 1.2.6 names no platform; one without the macOS bit is then taken as iOS. The container version
    of an old `metallib` was its own newest whatever the target (FORMAT.md §2.2), so it proves nothing.
    """
    platform = library.target_platform
    if platform is Platform.NONE:
        platform = Platform.IOS
    container = library.container_version
    reasons = []
    if library.dialect is Dialect.AIR_LLD or container >= PLATFORM_SINCE:
        reasons.append(Reason("container", container, _oldest_for(platform, container=container)))
    if library.platform is not Platform.NONE:
        reasons.append(Reason("stamp", library.os_version, library.os_version))
    airs = {f.air_version: f.name for f in reversed(library.functions) if f.air_version is not None}
    msls = {f.msl_version: f.name for f in reversed(library.functions) if f.msl_version is not None}
    reasons += [Reason("air", air, oldest_os_for(platform, air), name) for air, name in airs.items()]
    reasons += [Reason("msl", msl, _oldest_for(platform, msl=msl), name) for msl, name in msls.items()]
    unknown = any(reason.os is None for reason in reasons)
    oldest = None if unknown else max(reason.os for reason in reasons if reason.os is not None)
    return Floor(platform, oldest, tuple(reasons))


def _oldest_for(platform: Platform, *, container: Version = _NONE, msl: Version = _NONE) -> Version | None:
    """The first OS whose release reaches both versions."""
    for release in RELEASES:
        oldest = release.oldest.get(platform.device)
        if oldest is not None and release.container >= container and release.msl >= msl:
            return oldest
    return None
