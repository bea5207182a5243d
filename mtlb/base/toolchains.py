"""The choices of each Apple build of the Metal tools that target and input do not determine."""

from __future__ import annotations

import re
from enum import Enum

from .classes import dataclass, replace
from .enums import TextEnum
from .errors import BuildError
from .features import MODULE_SIZE_SINCE
from .releases import release_for
from .versions import Platform, Version


class Layout(TextEnum):
    """The byte conventions of Apple's two programs that write libraries (docs/format.md §1).

    `metallib` writes functions of AIR versions before 1.11 in its legacy layout, whichever of its two it is asked for.
    """

    AIR_LLD = "air-lld"
    METALLIB = "metallib"
    METALLIB_LEGACY = "metallib-legacy"

    @classmethod
    def _missing_(cls, value: object) -> Layout | None:
        return cls.of(value) if isinstance(value, str) else None  # a BuildError that lists the names

    @classmethod
    def of(cls, value: Layout | str) -> Layout:
        """The layout of the program of this name, or of a layout's program; BuildError for any other name."""
        programs = dict.fromkeys(layout.program for layout in cls)
        name = value.program if isinstance(value, Layout) else value
        if not isinstance(name, str) or name not in programs:
            raise BuildError(f"unknown layout {name!r} (one of {', '.join(programs)})")
        return cls(name)

    @property
    def program(self) -> str:
        """The name of the program that writes this layout: `air-lld` or `metallib`."""
        return self.value.removesuffix("-legacy")

    @property
    def size_includes_itself(self) -> bool:
        """Whether the size word of a public or private metadata group counts its own four bytes."""
        return self is Layout.AIR_LLD

    def for_air(self, air: Version | None) -> Layout:
        """The layout in which the program writes functions of AIR version `air`; None means the newest."""
        if self is Layout.AIR_LLD:
            return self
        return Layout.METALLIB_LEGACY if air is not None and air < MODULE_SIZE_SINCE else Layout.METALLIB

    @property
    def label(self) -> str:
        """The layout in words."""
        return "metallib, AIR before 1.11" if self is Layout.METALLIB_LEGACY else self.value


class UuidForm(Enum):
    """The UUIDs a build of air-lld writes."""

    NONE = "none"
    RAW = "raw"  # 16 bytes without the marks of RFC 4122
    NAME_BASED = "name-based"  # version 3, variant 1


@dataclass(frozen=True)
class Toolchain:
    """The behaviour of Apple builds from `first` to the next row of `TOOLCHAINS`.

    `metallib_fixed`: the container version `metallib` wrote for every target; None once it follows the target.
    `metallib_newest`, `air_lld_newest`: the newest container version each program writes.
    `reflection_version`: the version in AIRR buffers, None before there were any.
    `bzip2_level`: air-lld's (metallib's is always 9).
    `pads_sources`: air-lld pads source archives to the build host's page.
    `combines_instructions`: the linkers run LLVM's InstCombine over the code (docs/linking.md §9).
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
    combines_instructions: bool = False
    build: str = ""

    @classmethod
    def of(cls, value: Toolchain | str | None) -> Toolchain:
        """The toolchain itself, or what `parse` makes of a build number or None; BuildError for anything else."""
        if isinstance(value, Toolchain):
            return value
        if value is not None and not isinstance(value, str):
            raise BuildError(f"not an Apple build number: {value!r} (expected text such as {NEWEST_TOOLCHAIN!r})")
        return cls.parse(value)

    @classmethod
    def parse(cls, text: str | None = None) -> Toolchain:
        """The row that build `text` (`32023.404`) falls in, with `build` set; the newest row for None.

        BuildError if `text` is not a build number, older than every row, or of a later series than the newest known.
        """
        text = NEWEST_TOOLCHAIN if text is None else text.strip()
        match = re.fullmatch(r"(?:metalfe-)?(\d{1,9})(?:\.(\d{1,9}))?(?:\.\d{1,9})*", text, re.ASCII)
        if match is None:
            raise BuildError(f"not an Apple build number: {text!r} (expected one like {NEWEST_TOOLCHAIN})")
        number = (int(match[1]), int(match[2] or 0))
        toolchain = None
        for row in TOOLCHAINS:
            if row.first <= number:
                toolchain = row
        if toolchain is None:
            oldest = ".".join(map(str, TOOLCHAINS[0].first))
            raise BuildError(f"Apple build {text} is not in the table (oldest known: {oldest})")
        if number[0] > TOOLCHAINS[-1].first[0]:
            raise BuildError(f"Apple build {text} is not in the table (newest known: {NEWEST_TOOLCHAIN})")
        return replace(toolchain, build=text)

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
    Toolchain((32023, 329), "16", None, _V7, _V8, _NAMED, Version(0, 3), 9, True, combines_instructions=True),
    Toolchain((32023, 827), "26", None, _V9, _V9, _NAMED, Version(0, 4), 6, False, combines_instructions=True),
)
"""Oldest first. Boundaries lie between the last build seen on one side and the first on the other."""


NEWEST_TOOLCHAIN = "32023.883"
"""The newest build whose air-lld output was studied; the default."""


NEWEST_SDK = Version(26, 5)
"""Its macOS SDK: its compiler records it as `SDK Version` (all 11 modules of that build)."""


def container_version_for(
    platform: Platform,
    min_os: Version,
    layout: Layout = Layout.AIR_LLD,
    toolchain: Toolchain | None = None,
) -> Version:
    """The container version for a deployment target: the release table, capped by the build (docs/format.md §15.1)."""
    toolchain = toolchain or Toolchain.parse()
    if layout is not Layout.AIR_LLD and toolchain.metallib_fixed is not None:
        return toolchain.metallib_fixed
    newest = toolchain.air_lld_newest if layout is Layout.AIR_LLD else toolchain.metallib_newest
    return min(release_for(platform, min_os).container_version, newest)
