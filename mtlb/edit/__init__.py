"""Editing finished libraries: `Library`, whose methods change what is in the modules, and the cures of lint's findings.

Edits are atomic: an edit that fails raises, and the library is unchanged. docs/editing.md has the rules.
Names are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .fixing import CURED, Fixed, fix, fix_module
    from .library import Library, open, read
    from .retarget import Retargeted
    from .strip import StripResult, separate_sources
else:
    from ..machinery.lazy import lazy_names

    _NAMES = {
        ".fixing": ("CURED", "Fixed", "fix", "fix_module"),
        ".library": ("Library", "open", "read"),
        ".retarget": ("Retargeted",),
        ".strip": ("StripResult", "separate_sources"),
    }
    __getattr__ = lazy_names(globals(), {name: module for module, names in _NAMES.items() for name in names})

__all__ = [
    "CURED",
    "Fixed",
    "Library",
    "Retargeted",
    "StripResult",
    "fix",
    "fix_module",
    "open",
    "read",
    "separate_sources",
]
