"""What of a module is changed before it runs on a CPU: names of its functions, attributes that LLVM must not find."""

from __future__ import annotations

from collections.abc import Collection

from ..ir import AttributeGroup, AttributeList
from ..ir.names import FRAME_POINTER

OF_FILE = "file."
"""What the names of functions that a file defines begin with (door.py): no other name does."""

HINDRANCES = ("no-builtins", FRAME_POINTER, "no-frame-pointer-elim", "no-frame-pointer-elim-non-leaf")
"""Attributes for which LLVM inlines no such function into others, or gives it a frame."""


def without_attributes(attributes: AttributeList, kinds: Collection[int | str]) -> AttributeList:
    """The attributes of a function or call but for some kinds, wherever they are."""
    kept = []
    for group in attributes:
        left = tuple(attribute for attribute in group.attributes if attribute.kind not in kinds)
        if left or not group.attributes:
            kept.append(AttributeGroup(group.place, left, group.twin))
    return tuple(kept)
