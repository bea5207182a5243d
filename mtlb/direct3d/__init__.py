"""Translates Direct3D shaders to AIR: a container's token program (shader models 4.0 to 5.1) or its DXIL, to a
module of `mtlb.emit`.
`translate_container(bytes, "macos14")` returns the module, which can be linked like any other (docs/direct3d.md).
`mtlb.dxbc` reads containers; the names are imported on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .containers import translate_container, translate_file
    from .shader import ContainerTranslation
else:
    from ..machinery.lazy import lazy_names

    _NAMES = {"ContainerTranslation": ".shader", "translate_container": ".containers", "translate_file": ".containers"}
    __getattr__ = lazy_names(globals(), _NAMES)

__all__ = ["ContainerTranslation", "translate_container", "translate_file"]
