"""The architectures that slices of universal files are for: their numbers and names.

Sources: Apple's `file` (the subtypes of AIR up to 2.6, and the names of GPUs); slices 5, 6, 7 and 9 of Apple's own
files agree with their triples. AIR 2.7 and newer continue the series (docs/format.md §21).
"""

from __future__ import annotations

import re

from ..base.classes import NamedTuple
from ..base.errors import BuildError
from ..base.releases import RELEASES
from ..base.versions import Version

CPU_APPLE_GPU = 0x01000013
CPU_AIR64 = 0x01000017

_SUBTYPE_BITS = 0x00FFFFFF  # the top byte has flags, as in Mach-O

_AIR = {number: release.air for number, release in enumerate(RELEASES, 1)}
_GPUS = {
    17: "g4p",
    32: "gx2",
    34: "g10p",
    49: "g4g",
    65: "g5p",
    81: "g9p",
    82: "g11m",
    97: "g9g",
    114: "g11p",
    130: "g11g",
    210: "g12p",
    275: "g15g",
    290: "g13p",
    322: "g13g",
    370: "g14p",
    402: "g14g",
    419: "g15s",
    434: "g14s",
    435: "g16p",
    498: "g14d",
    530: "g13s",
    562: "g13c",
    594: "g13d",
    610: "g15p",
    1602: "g11g_8fstp",
}


class Architecture(NamedTuple):
    """`cputype` and `cpusubtype` as universal files have them. `str` gives the name that metal-lipo has for it."""

    cputype: int
    cpusubtype: int

    @classmethod
    def of_air(cls, version: Version) -> Architecture:
        """``air64_vNN``, the architecture of modules of an AIR version; BuildError for an unknown version."""
        for number, air in _AIR.items():
            if air[:2] == version[:2]:
                return cls(CPU_AIR64, number)
        raise BuildError(f"no architecture is known for AIR {version}")

    @classmethod
    def of(cls, value: Architecture | str) -> Architecture:
        """The architecture; `value` may be its name: ``air64_v28``, ``applegpu_g13g``,
        ``unknown(CPUTYPE,CPUSUBTYPE)``.

        BuildError for any other name.
        """
        if isinstance(value, Architecture):
            return value
        name = value.strip() if isinstance(value, str) else ""
        architecture = _BY_NAME.get(name)
        if architecture is not None:
            return architecture
        numbers = re.fullmatch(r"unknown\((\d{1,10}),(\d{1,10})\)", name, re.ASCII)
        if numbers is None or int(numbers[1]) >> 32 or int(numbers[2]) >> 32:
            newest = max(name for name in _BY_NAME if name.startswith("air64"))
            raise BuildError(f"unknown architecture {value!r} (expected one such as {newest})")
        return cls(int(numbers[1]), int(numbers[2]))

    @property
    def plain(self) -> Architecture:
        """The architecture without the flags in the top byte of its subtype."""
        return Architecture(self.cputype, self.cpusubtype & _SUBTYPE_BITS)

    @property
    def air_version(self) -> Version | None:
        """The AIR version of its modules; None for a GPU, and for an unknown number."""
        return _AIR.get(self.plain.cpusubtype) if self.cputype == CPU_AIR64 else None

    def __str__(self) -> str:
        return _NAMES.get(self.plain) or f"unknown({self.cputype},{self.plain.cpusubtype})"


_NAMES = {
    **{Architecture(CPU_AIR64, number): f"air64_v{air.major}{air.minor}" for number, air in _AIR.items()},
    **{Architecture(CPU_APPLE_GPU, number): f"applegpu_{name}" for number, name in _GPUS.items()},
}
_BY_NAME = {name: architecture for architecture, name in _NAMES.items()}


def split_architecture(name: str) -> tuple[str, Architecture | None]:
    """A path and the architecture after it (``x.metallib:air64_v28``); the path and None if there is none."""
    path, colon, arch = name.rpartition(":")
    if path and colon and (arch in _BY_NAME or arch.startswith("unknown(")):
        return path, Architecture.of(arch)
    return name, None


def without_architecture(name: str) -> str:
    """The path alone."""
    return split_architecture(name)[0]
