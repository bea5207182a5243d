"""The byte conventions of the three layouts; each function tag knows its own place (docs/format.md §1)."""

from __future__ import annotations

from ..base.toolchains import Layout
from ..base.versions import Version

__all__ = ["layout_for", "size_includes_itself"]

_MODULE_SIZE_SINCE = Version(1, 11)
"""First AIR version for whose functions `metallib` writes MDSZ."""


def layout_for(layout: Layout, air: Version | None = None) -> Layout:
    """The layout in which `layout`'s program writes functions of AIR version `air`; None means the newest."""
    if layout is Layout.AIR_LLD:
        return layout
    return Layout.METALLIB_LEGACY if air is not None and air < _MODULE_SIZE_SINCE else Layout.METALLIB


def size_includes_itself(layout: Layout) -> bool:
    """Whether the size word of a public or private metadata group counts its own four bytes."""
    return layout is Layout.AIR_LLD
