"""Direct3D's shaders become AIR: the token program of a container (models 4.0 to 5.1), or its DXIL, as a module of
`mtlb.emit`.

`translate_container(bytes, "macos14")` gives the module, to be linked like any other (docs/direct3d.md). `mtlb.dxbc`
reads containers; the names are imported when they are first used.
"""

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
