"""What a module is made for: platform, OS version, and the AIR and Metal versions that follow from them."""

from __future__ import annotations

import re

from ..base.arguments import instance
from ..base.errors import BuildError
from ..base.features import (
    ADDRESS_SPACES_SINCE,
    AIR_BY_DEFAULT,
    EMITTED_SINCE,
    FAST_FLAGS_SINCE,
    TRIPLE_NAMES_AIR_SINCE,
)
from ..base.metal import AddressSpace
from ..base.releases import RELEASES, Release, check_os, oldest_os_for, release_for
from ..base.versions import Platform, Triple, Version, VersionLike

__all__ = ["AirTarget"]


class AirTarget:
    """A platform and the oldest OS version that is to load the module.

        AirTarget("macos14")                             # AIR 2.6, Metal 3.1
        AirTarget("ios17", sdk=(17, 5))
        AirTarget(os="ios18", air="2.6")                 # loads on iOS 18, with the form of AIR 2.6

    `platform`, `min_os`, `air`, `metal` (the language version), `sdk` and `triple` say what was chosen. AIR may be
    older than the newest that the OS loads. `sdk` is what the module flag says, by default the OS version.
    BuildError for an unknown platform, an AIR version that the OS does not load or that can't be written (before 2.0).
    """

    def __init__(
        self,
        os: str | None = None,
        *,
        air: VersionLike | None = None,
        metal: VersionLike | None = None,
        sdk: VersionLike | None = None,
    ) -> None:
        wanted = None if air is None else Version.of(air)
        if os is None:
            self.platform = Platform.MACOS
            self.min_os = oldest_os_for(self.platform, wanted or AIR_BY_DEFAULT) or Version(0)
        else:
            self.platform, self.min_os = _parse(instance("target", os, str))
            check_os(self.platform, self.min_os)
        release = release_for(self.platform, self.min_os)
        if wanted is not None:
            release = _release_of(wanted, release, self)
        if release.air < EMITTED_SINCE:
            raise BuildError(f"{self.platform.display} {self.min_os} takes AIR {release.air}, which can't be written")
        self.air = release.air
        self.metal = release.msl if metal is None else Version.of(metal)
        if self.metal > release.msl:
            raise BuildError(f"Metal {self.metal} is newer than AIR {self.air} (at most {release.msl})")
        self.sdk = Version(self.min_os.major, self.min_os.minor) if sdk is None else Version.of(sdk)
        arch = f"air64_v{self.air.major}{self.air.minor}" if self.air >= TRIPLE_NAMES_AIR_SINCE else "air64"
        self.triple = Triple.for_platform(self.platform, self.min_os, arch)

    def since(self, *version: int) -> bool:
        """Whether the AIR version is at least this one."""
        return self.air >= version

    @property
    def fast_flags(self) -> int:
        """All fast-math flags (`mtlb.ir.FastMath`) as Apple's compilers set them, `FAST` only before AIR 2.1."""
        return 254 if self.air >= FAST_FLAGS_SINCE else 31

    def names_address_space(self, space: AddressSpace) -> int | None:
        """The value of `air.address_space`, which metadata has from AIR 2.5 on."""
        return int(space) if self.air >= ADDRESS_SPACES_SINCE else None

    def __repr__(self) -> str:
        return f"Target({self.platform.display} {self.min_os}, AIR {self.air}, Metal {self.metal})"


def _release_of(air: Version, newest: Release, target: AirTarget) -> Release:
    for release in RELEASES:
        if release.air[:2] == air[:2]:
            if release.air > newest.air:
                raise BuildError(f"{target.platform.display} {target.min_os} does not load AIR {air}")
            return release
    raise BuildError(f"there is no AIR {air}")


def _parse(text: str) -> tuple[Platform, Version]:
    if text.startswith("air"):
        triple = Triple.parse(text)
        return triple.platform, triple.version
    match = re.fullmatch(r"([A-Za-z_-]+?)[ _-]?(\d+(?:\.\d+){0,2})(?:-(simulator))?", text.strip(), re.ASCII)
    if match is None:
        raise BuildError(f"target {text!a}: expected a platform and a version (macos14, ios17.2, visionos2)")
    name, version, simulator = match.groups()
    return Platform.of(f"{name}-{simulator}" if simulator else name), Version.parse(version)
