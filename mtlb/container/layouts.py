"""The byte conventions of the three layouts: one row for each (docs/format.md §1)."""

from __future__ import annotations

from typing import NamedTuple

from ..base.toolchains import Layout
from ..base.versions import Version

__all__ = ["CONVENTIONS", "Conventions", "layout_for"]


class Conventions(NamedTuple):
    """What a layout prescribes. `function_tags`: the tags of a function, in order.

    `metadata_size_includes_itself`: whether the size word of a public or private metadata group counts its own bytes.
    """

    function_tags: tuple[str, ...]
    metadata_size_includes_itself: bool


CONVENTIONS = {
    Layout.METALLIB_LEGACY: Conventions(("NAME", "TYPE", "HASH", "OFFT", "VERS", "TESS", "LAYR", "SOFF"), False),
    Layout.METALLIB: Conventions(("NAME", "TYPE", "HASH", "MDSZ", "OFFT", "VERS", "TESS", "LAYR", "SOFF"), False),
    Layout.AIR_LLD: Conventions(("NAME", "TYPE", "HASH", "OFFT", "VERS", "TESS", "LAYR", "MDSZ", "SOFF", "RFLT"), True),
}
_MODULE_SIZE_SINCE = Version(1, 11)
"""First AIR version for whose functions `metallib` writes MDSZ."""


def layout_for(layout: Layout, air: Version | None = None) -> Layout:
    """The layout in which `layout`'s program writes functions of AIR version `air`; None means the newest."""
    if layout is Layout.AIR_LLD:
        return layout
    return Layout.METALLIB_LEGACY if air is not None and air < _MODULE_SIZE_SINCE else Layout.METALLIB
