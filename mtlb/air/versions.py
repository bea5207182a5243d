"""Module flags that follow from the AIR version (docs/air.md §2.1)."""

from __future__ import annotations

from typing import NamedTuple

from ..base.releases import SDK_VERSION_SINCE
from ..base.versions import Version
from ..ir import FlagBehaviour
from ..ir.names import DWARF_VERSION
from ..ir.names import FRAME_POINTER as LLVM_FRAME_POINTER
from ..ir.names import SDK_VERSION as LLVM_SDK_VERSION
from ..ir.names import WCHAR_SIZE as LLVM_WCHAR_SIZE
from .interface import ModuleFlag, debug_flags

__all__ = ["FRAME_POINTER", "LIMITS", "SDK_VERSION", "WCHAR_SIZE", "VersionFlag", "flag_behaviours"]


class VersionFlag(NamedTuple):
    """A module flag that every module of Apple's has from an AIR version on, with its value."""

    flag: ModuleFlag
    since: Version


_LIMITS_SINCE = Version(2, 3)

SDK_VERSION = VersionFlag(ModuleFlag(FlagBehaviour.WARNING, LLVM_SDK_VERSION, ()), SDK_VERSION_SINCE)
"""Its value is that of the compiler's SDK."""
WCHAR_SIZE = VersionFlag(ModuleFlag(FlagBehaviour.ERROR, LLVM_WCHAR_SIZE, 4), SDK_VERSION_SINCE)
"""Older compilers (802) write none."""
FRAME_POINTER = VersionFlag(ModuleFlag(FlagBehaviour.MAX, LLVM_FRAME_POINTER, 2), Version(2, 6))
"""Follows `wchar_size`."""
LIMITS = tuple(
    VersionFlag(ModuleFlag(FlagBehaviour.MAX, f"air.max_{what}", count), _LIMITS_SINCE)
    for what, count in (
        ("device_buffers", 31),
        ("constant_buffers", 31),
        ("threadgroup_buffers", 31),
        ("textures", 128),
        ("read_write_textures", 8),
        ("samplers", 16),
    )
)
"""The most resources of each kind: the last flags."""

_BEHAVIOURS_SINCE = Version(2, 0)


def flag_behaviours(air: Version) -> dict[str, int]:
    """The behaviour that each flag has in Apple's modules of an AIR version, by its name; {} before AIR 2.0.

    Each is the same in all of the corpus, 1,297 modules. `Dwarf Version` is not here: it has 2 or 7, by the compiler.
    """
    if air < _BEHAVIOURS_SINCE:
        return {}
    flags = [one.flag for one in (SDK_VERSION, WCHAR_SIZE, FRAME_POINTER, *LIMITS)] + debug_flags(air)
    return {flag.name: int(flag.behaviour) for flag in flags if flag.name != DWARF_VERSION}
