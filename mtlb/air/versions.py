"""Module flags that follow from the AIR version (docs/air.md §2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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
    """One of `!llvm.module.flags`. `behaviour` is a `FlagBehaviour`.

    `value` is an integer of 32 bits, or several of them (`SDK Version`: major, minor[, update]).
    """

    behaviour: int
    name: str
    value: int | tuple[int, ...]


def debug_flags(air: Version) -> list[ModuleFlag]:
    """The module flags without which readers ignore debug info; Apple's compilers write them after the first flag."""
    return [
        ModuleFlag(FlagBehaviour.MAX if air >= MODERN_FORM_SINCE else FlagBehaviour.WARNING, DWARF_VERSION, 4),
        ModuleFlag(FlagBehaviour.WARNING, DEBUG_INFO_VERSION, 3),
    ]


class VersionFlag(NamedTuple):
    """A module flag that every module of Apple's has from an AIR version on, with its value."""

    flag: ModuleFlag
    since: Version


SDK_VERSION = VersionFlag(ModuleFlag(FlagBehaviour.WARNING, LLVM_SDK_VERSION, ()), SDK_VERSION_SINCE)
"""Its value is that of the compiler's SDK."""
WCHAR_SIZE = VersionFlag(ModuleFlag(FlagBehaviour.ERROR, LLVM_WCHAR_SIZE, 4), SDK_VERSION_SINCE)
"""Older compilers (802) write none."""
FRAME_POINTER = VersionFlag(ModuleFlag(FlagBehaviour.MAX, LLVM_FRAME_POINTER, 2), FRAME_POINTER_SINCE)
"""Follows `wchar_size`."""
LIMITS = tuple(
    VersionFlag(ModuleFlag(FlagBehaviour.MAX, name, most), LIMITS_SINCE) for name, most in RESOURCE_LIMITS.items()
)
"""The most resources of each kind: the last flags."""


def flag_behaviours(air: Version) -> dict[str, int]:
    """The behaviour that each flag has in Apple's modules of an AIR version, by its name; {} before AIR 2.0.

    Each is the same in all of the corpus, 1,297 modules. `Dwarf Version` is not here: it has 2 or 7, by the compiler.
    """
    if air < FLAG_BEHAVIOURS_SINCE:
        return {}
    flags = [item.flag for item in (SDK_VERSION, WCHAR_SIZE, FRAME_POINTER, *LIMITS)] + debug_flags(air)
    return {flag.name: int(flag.behaviour) for flag in flags if flag.name != DWARF_VERSION}
