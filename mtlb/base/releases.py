"""The AIR, MSL and container versions of each platform's OS releases."""

from __future__ import annotations

from functools import lru_cache

from .classes import NamedTuple
from .errors import BuildError
from .versions import Platform, Version


class Release(NamedTuple):
    """One year of OS releases: the AIR version their compiler targets, its default MSL, and the container version.

    `oldest` maps a device platform to the first version of that year; platforms that Metal came to later are absent.
    """

    air: Version
    msl: Version
    container_version: Version
    oldest: dict[Platform, Version]

    def standard(self, platform: Platform) -> str:
        """The newest language of this year as `-std=` of the compiler takes it: ``metal3.1``, ``macos-metal2.4``."""
        return f"{'metal' if self.msl >= (3,) else platform.language_prefix}{self.msl}"


# AIR, its default MSL, bugfix number of the container version
_VERSIONS = (
    ("1.6", "1.0", 2),
    ("1.8", "1.1", 2),
    ("1.11", "1.2", 2),
    ("2.0", "2.0", 2),
    ("2.1", "2.1", 3),
    ("2.2", "2.2", 4),
    ("2.3", "2.3", 5),
    ("2.4", "2.4", 6),
    ("2.5", "3.0", 7),
    ("2.6", "3.1", 7),
    ("2.7", "3.2", 8),
    ("2.8", "4.0", 9),
    ("2.9", "4.1", 9),
)


def _releases() -> tuple[Release, ...]:
    releases = [Release(Version.parse(air), Version.parse(msl), Version(1, 2, fix), {}) for air, msl, fix in _VERSIONS]
    for platform in Platform:
        for first_air, *versions in [platform.releases] if platform.releases else []:
            years = [release for release in releases if release.air >= first_air]
            for release, version in zip(years, versions, strict=True):
                release.oldest[platform] = version
    return tuple(releases)


RELEASES = _releases()
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


@lru_cache(maxsize=256)
def release_for(platform: Platform, min_os: Version) -> Release:
    """The release whose compiler target `min_os` of `platform` is: the newest that is not newer than it.

    A version before the first known one gets the first; BuildError for a platform without a table.
    """
    device = platform.device
    min_os = max(min_os, platform.oldest_target)
    newest: Release | None = None
    for release in RELEASES:
        oldest = release.oldest.get(device)
        if oldest is not None and (newest is None or oldest <= min_os):
            newest = release
    if newest is None:
        raise BuildError(f"no container version is known for {platform.display}; give one")
    return newest


def newest_os(platform: Platform) -> Version | None:
    """The first OS version of the newest year of `platform` that is listed; None for a platform without a table."""
    versions = [release.oldest[platform.device] for release in RELEASES if platform.device in release.oldest]
    return max(versions, default=None)


def check_os(platform: Platform, min_os: Version) -> str | None:
    """The warning for an OS version that the table does not cover; None for one that it does. The year after the newest
    one is treated like the newest, with a warning. BuildError for later years. Versions that are read from files are
    not checked: a file may be newer than mtlb.
    """
    newest = newest_os(platform)
    if newest is None or min_os.major <= newest.major:
        return None
    newest_name = f"the newest {platform.display} that this mtlb knows is {newest.major}"
    if min_os.major > newest.major + 1:
        raise BuildError(
            f"there is no {platform.display} {min_os}: {newest_name}, and the next, {newest.major + 1}, is taken"
        )
    return (
        f"{platform.display} {min_os} is newer than this mtlb: {newest_name}; its AIR and container versions are used"
    )


def oldest_os_for(platform: Platform, air: Version) -> Version | None:
    """The oldest OS of `platform` that loads modules of AIR version `air`; None if no release is known to."""
    for release in RELEASES:
        oldest = release.oldest.get(platform.device)
        if oldest is not None and release.air >= air:
            return max(oldest, platform.oldest_target)
    return None
