"""SPIR-V becomes AIR: `translate(bytes, "macos14")` gives a module of `mtlb.emit`, to be linked like any other.

Types and layouts, memory, control flow, functions, entry points and bindings follow what Naga writes as Metal source,
so that a program which loads Naga's Metal can load the library in its place (docs/spirv.md). Names are imported when
they are first used: the options are part of those of every link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bindings import Bindings, BoundResource
    from .options import POINT_SIZES, ShaderOptions
    from .shader import Shader, check_bindings, translate_file
    from .translation import Translation, translate
else:
    from ..machinery.lazy import lazy_names

    _NAMES = {
        ".bindings": ("Bindings", "BoundResource"),
        ".options": ("POINT_SIZES", "ShaderOptions"),
        ".shader": ("Shader", "check_bindings", "translate_file"),
        ".translation": ("Translation", "translate"),
    }
    __getattr__ = lazy_names(globals(), {name: module for module, names in _NAMES.items() for name in names})

__all__ = [
    "POINT_SIZES",
    "Bindings",
    "BoundResource",
    "Shader",
    "ShaderOptions",
    "Translation",
    "check_bindings",
    "translate",
    "translate_file",
]
