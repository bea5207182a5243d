"""Editing finished libraries: the methods of `Library` and `LibraryFunction` that need what is in the modules.

An edit is whole or not made: what can't be done raises, and the library is as it was. docs/editing.md has the rules.
"""

from __future__ import annotations

from .facts import description, reflection_text
from .fix import CURED, Fixed, fix, fix_module
from .functions import add, chosen, merge, remove, rename, reorder, replace, set_name
from .retarget import Retargeted, retarget
from .strip import StripResult, separate_sources, strip

__all__ = [
    "CURED",
    "Fixed",
    "Retargeted",
    "StripResult",
    "add",
    "chosen",
    "description",
    "fix",
    "fix_module",
    "merge",
    "reflection_text",
    "remove",
    "rename",
    "reorder",
    "replace",
    "retarget",
    "separate_sources",
    "set_name",
    "strip",
]
