"""Editing finished libraries: the methods of `Library` and `LibraryFunction` that need what is in the modules.

An edit is whole or not made: what can't be done raises, and the library is as it was. docs/editing.md has the rules.
"""

from __future__ import annotations

from .retarget import Retargeted, retarget

__all__ = ["Retargeted", "retarget"]
