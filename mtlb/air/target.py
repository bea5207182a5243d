"""The target of a module: platform and oldest OS, and the AIR and Metal versions that follow from them."""

from __future__ import annotations

import re

from ..base.arguments import instance
from ..base.classes import dataclass
from ..base.errors import BuildError, FormatError
from ..base.features import ADDRESS_SPACES_SINCE, AIR_BY_DEFAULT, FAST_FLAGS_SINCE, TRIPLE_NAMES_AIR_SINCE
from ..base.metal import AddressSpace
from ..base.releases import RELEASES, check_os, oldest_os_for, release_for
from ..base.versions import Platform, Triple, Version, VersionLike

_AIR = re.compile(r"air(\d+\.\d+)", re.ASCII | re.IGNORECASE)
_OS = re.compile(r"([A-Za-z_-]+?)(?:[ _-]?| *: *)(\d+(?:\.\d+){0,2})(?:-(simulator))?", re.ASCII)


def parse_os(text: str) -> tuple[Platform, Version]:
    """The platform and OS version in a text, in all forms of docs/targets.md except `air2.6`.

    BuildError for other text and for an unknown platform. The OS version is not checked for existence.
    """
    text = text.strip()
    if triple := _triple(text):
        return triple.platform, triple.version
    match = _OS.fullmatch(text)
    if match is None:
        raise BuildError(f"not a target: {text!r} (expected macos14, ios17.2, air2.6 or an AIR triple)")
    name, version, simulator = match.groups()
    return Platform.of(f"{name}-{simulator}" if simulator else name), Version.parse(version)


def _triple(text: str) -> Triple | None:
    """Parse a text as an AIR triple; None for text that does not look like a triple. BuildError for a malformed
    triple.
    """
    if "-apple-" not in text and not text.startswith(("air64", "air32")):
        return None
    try:
        triple = Triple.parse(text)
        _ = triple.platform
    except FormatError as error:
        raise BuildError(error.reason) from None
    return triple


@dataclass(frozen=True, init=False, repr=False)
class AirTarget:
    """A platform, the oldest OS version that can load the module, and the AIR version of the module.

        AirTarget("macos14")                             # AIR 2.6, Metal 3.1
        AirTarget("ios17", sdk=(17, 5))
        AirTarget("air2.7")                              # for the oldest macOS that loads it
        AirTarget(os="ios18", air="2.6")                 # loads on iOS 18, with the form of AIR 2.6

    docs/targets.md has the forms of the text; without a text the target is a macOS. `platform`, `min_os`, `air`,
    `metal` (the language version), `sdk` and `triple` have the chosen values. AIR may be older than the newest version
    that the OS loads. `sdk` is the value of the module flag, by default the OS version; conversions write the OS
    version. BuildError for an unknown platform, an OS version that does not exist (`mtlb.base.releases.check_os`), and
    an AIR version that does not exist or that the OS does not load.
    """

    platform: Platform
    min_os: Version
    air: Version
    metal: Version
    sdk: Version

    def __init__(
        self,
        os: str | None = None,
        *,
        air: VersionLike | None = None,
        metal: VersionLike | None = None,
        sdk: VersionLike | None = None,
    ) -> None:
        text = "" if os is None else instance("target", os, str).strip()
        arch_version = None if air is None else Version.of(air)
        if named := _AIR.fullmatch(text):
            version = Version.parse(named[1])
            self._set(Platform.MACOS, _oldest_os(Platform.MACOS, version), arch_version or version, metal, sdk)
        elif os is None:
            self._set(
                Platform.MACOS, _oldest_os(Platform.MACOS, arch_version or AIR_BY_DEFAULT), arch_version, metal, sdk
            )
        else:
            platform, min_os = parse_os(text)
            check_os(platform, min_os)
            triple = _triple(text) if arch_version is None else None
            if triple is not None:
                arch_version = triple.arch_version
            self._set(platform, min_os, arch_version, metal, sdk, is_stated=triple is not None)

    def _set(
        self,
        platform: Platform,
        min_os: Version,
        air: Version | None,
        metal: VersionLike | None = None,
        sdk: VersionLike | None = None,
        *,
        is_stated: bool = False,
    ) -> AirTarget:
        """`is_stated`: a module states this AIR version, so its OS need not load it."""
        release = release_for(platform, min_os)
        language, version = release.msl, release.air
        if air is not None:
            version = air
            if air[:2] != release.air[:2]:
                of_air = next((release for release in RELEASES if release.air[:2] == air[:2]), None)
                if of_air is not None:
                    language, version = of_air.msl, of_air.air
                elif not (is_stated and air > release.air):
                    raise BuildError(f"there is no AIR {air}")
            if version > release.air and not is_stated:
                raise BuildError(f"{platform.display} {min_os} does not load AIR {air} (at most {release.air})")
        if metal is not None and Version.of(metal) > language:
            raise BuildError(f"Metal {Version.of(metal)} is newer than AIR {version} (at most {language})")
        for name, value in (
            ("platform", platform),
            ("min_os", min_os),
            ("air", version),
            ("metal", language if metal is None else Version.of(metal)),
            ("sdk", Version(min_os.major, min_os.minor) if sdk is None else Version.of(sdk)),
        ):
            object.__setattr__(self, name, value)
        return self

    @classmethod
    def parse(cls, text: str) -> AirTarget:
        """The target in a text (docs/targets.md). Raises what the constructor does."""
        return cls(text)

    @classmethod
    def of(
        cls, platform: Platform | str | int, min_os: VersionLike | None = None, air: VersionLike | None = None
    ) -> AirTarget:
        """The target of a platform and an OS or AIR version; without both, the platform's OS for AIR 2.6.

        BuildError for a platform without releases, and the errors of the constructor.
        """
        platform = Platform.of(platform)
        version = None if air is None else Version.of(air)
        if min_os is None:
            oldest = _oldest_os(platform, version or AIR_BY_DEFAULT)
            return cls.__new__(cls)._set(platform, oldest, version)
        os = Version.of(min_os)
        check_os(platform, os)
        return cls.__new__(cls)._set(platform, os, version)

    @classmethod
    def of_triple(cls, triple: Triple, air: Version | None = None) -> AirTarget:
        """The target in an AIR module's triple. `air`: the version that the module states, which its OS need not load.

        FormatError for a triple of an unknown OS; BuildError for an AIR version that does not exist.
        """
        result = cls.__new__(cls)
        return result._set(triple.platform, triple.version, triple.arch_version or air, is_stated=True)

    @property
    def triple(self) -> Triple:
        """The triple that Apple's compilers write for the target."""
        arch = f"air64_v{self.air.major}{self.air.minor}" if self.air >= TRIPLE_NAMES_AIR_SINCE else "air64"
        return Triple.for_platform(self.platform, self.min_os, arch)

    def since(self, *version: int) -> bool:
        """Whether the AIR version is at least this one."""
        return self.air >= version

    @property
    def fast_flags(self) -> int:
        """All fast-math flags (`mtlb.ir.FastMath`) as Apple's compilers set them, `FAST` only before AIR 2.1."""
        return 254 if self.air >= FAST_FLAGS_SINCE else 31

    def names_address_space(self, space: AddressSpace) -> int | None:
        """The value for `air.address_space`, which metadata has from AIR 2.5 on; None before."""
        return int(space) if self.air >= ADDRESS_SPACES_SINCE else None

    def __str__(self) -> str:
        return f"{self.platform.display} {self.min_os} (AIR {self.air})"

    def __repr__(self) -> str:
        return f"Target({self.platform.display} {self.min_os}, AIR {self.air}, Metal {self.metal})"


def _oldest_os(platform: Platform, air: Version) -> Version:
    oldest = oldest_os_for(platform, air)
    if oldest is None:
        raise BuildError(f"no known release of {platform.display} loads AIR {air}")
    return oldest
