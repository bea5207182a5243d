"""Which AIR, MSL and container versions belong to which OS release of each platform."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .errors import BuildError
from .versions import Platform, Version

__all__ = [
    "HEADER_EXTENSION_SINCE",
    "LIBRARY_NAME_SINCE",
    "OPAQUE_POINTERS_SINCE",
    "PLATFORM_SINCE",
    "REFLECTION_SINCE",
    "RELEASES",
    "SDK_VERSION_SINCE",
    "SOURCE_DIRECTORY_SINCE",
    "Release",
    "oldest_os_for",
    "release_for",
]


@dataclass(frozen=True)
class Release:
    """One year of OS releases: the AIR version their compiler targets, its default MSL, and the container version.

    `oldest` maps a device platform to the first version of that year; platforms that Metal came to later are absent.
    """

    air: Version
    msl: Version
    container_version: Version
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


SDK_VERSION_SINCE = Version(2, 1)
"""First AIR version whose modules name their SDK; older front ends also had another data layout for some targets."""


OPAQUE_POINTERS_SINCE = Version(2, 8)
"""First AIR version in whose modules loaders take opaque pointers."""


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
