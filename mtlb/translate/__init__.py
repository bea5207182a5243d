"""Translates SPIR-V to AIR: `translate(bytes, "macos14")` returns a module of `mtlb.emit`, which can be linked like
any other.
Types and layouts, memory, control flow, functions, entry points and bindings follow Naga's Metal output, so that a
program which loads Naga's Metal can load the library instead (docs/spirv.md). Names are imported on first use,
because every link command has the options of translation."""

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
