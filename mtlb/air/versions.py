"""Module flags that follow from the AIR version (docs/air.md §2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..base.classes import NamedTuple, dataclass
from ..base.features import (
    FLAG_BEHAVIOURS_SINCE,
    FRAME_POINTER_SINCE,
    LIMITS_SINCE,
    MODERN_FORM_SINCE,
    SDK_VERSION_SINCE,
)
from ..base.versions import Version
from ..ir import FlagBehaviour
from ..ir.names import DEBUG_INFO_VERSION, DWARF_VERSION
from ..ir.names import FRAME_POINTER as LLVM_FRAME_POINTER
from ..ir.names import SDK_VERSION as LLVM_SDK_VERSION
from ..ir.names import WCHAR_SIZE as LLVM_WCHAR_SIZE
from .words import LIMITS as RESOURCE_LIMITS


@dataclass(frozen=True, slots=True)
class ModuleFlag:
    """An entry of `!llvm.module.flags`. `behaviour` is a `FlagBehaviour`.

    `value` is an integer of 32 bits, or several (`SDK Version`: major, minor[, update]).
    """

    behaviour: int
    name: str
    value: int | tuple[int, ...]


def debug_flags(air: Version) -> list[ModuleFlag]:
    """The module flags that readers require for debug info; Apple's compilers write them after the first flag."""
    return [
        ModuleFlag(FlagBehaviour.MAX if air >= MODERN_FORM_SINCE else FlagBehaviour.WARNING, DWARF_VERSION, 4),
        ModuleFlag(FlagBehaviour.WARNING, DEBUG_INFO_VERSION, 3),
    ]


class VersionFlag(NamedTuple):
    """A module flag in every module of Apple's from an AIR version on, with its value."""

    flag: ModuleFlag
    since: Version


SDK_VERSION = VersionFlag(ModuleFlag(FlagBehaviour.WARNING, LLVM_SDK_VERSION, ()), SDK_VERSION_SINCE)
"""The value is the version of the compiler's SDK."""
WCHAR_SIZE = VersionFlag(ModuleFlag(FlagBehaviour.ERROR, LLVM_WCHAR_SIZE, 4), SDK_VERSION_SINCE)
"""Older compilers (802) do not write it."""
FRAME_POINTER = VersionFlag(ModuleFlag(FlagBehaviour.MAX, LLVM_FRAME_POINTER, 2), FRAME_POINTER_SINCE)
"""Placed after `wchar_size`."""
LIMITS = tuple(
    VersionFlag(ModuleFlag(FlagBehaviour.MAX, name, most), LIMITS_SINCE) for name, most in RESOURCE_LIMITS.items()
)
"""The limits of each kind of resource: the last flags."""


@cache
def flag_behaviours(air: Version) -> Mapping[str, int]:
    """The behaviour of each flag in Apple's modules of an AIR version, by its name; {} before AIR 2.0.

    Each is the same in all 1,297 modules of the corpus. `Dwarf Version` is missing here: its behaviour is 2 or 7,
    depending on the compiler.
    """
    if air < FLAG_BEHAVIOURS_SINCE:
        return {}
    flags = [item.flag for item in (SDK_VERSION, WCHAR_SIZE, FRAME_POINTER, *LIMITS)] + debug_flags(air)
    return {flag.name: int(flag.behaviour) for flag in flags if flag.name != DWARF_VERSION}
