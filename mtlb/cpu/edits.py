"""Changes to a module before it runs on a CPU: function names, and attributes that LLVM must not see."""

from __future__ import annotations

from collections.abc import Collection

from ..ir import AttributeGroup, AttributeList
from ..ir.names import FRAME_POINTER

OF_FILE = "file."
"""The prefix of the names of functions that a file defines (door.py); no other name has it."""

HINDRANCES = ("no-builtins", FRAME_POINTER, "no-frame-pointer-elim", "no-frame-pointer-elim-non-leaf")
"""Attributes that hinder LLVM: it does not inline a function with them into others, or gives it a stack frame."""


def without_attributes(attributes: AttributeList, kinds: Collection[int | str]) -> AttributeList:
    """The attributes of a function or call without some kinds, at any position."""
    kept = []
    for group in attributes:
        left = tuple(attribute for attribute in group.attributes if attribute.kind not in kinds)
        if left or not group.attributes:
            kept.append(AttributeGroup(group.place, left, group.twin))
    return tuple(kept)
