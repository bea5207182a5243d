"""SPIR-V becomes AIR: `translate(bytes, "macos14")` gives a module of `mtlb.emit`, to be linked like any other.

Types and layouts, memory, control flow, functions, entry points and bindings follow what Naga writes as Metal source,
so that a program which loads Naga's Metal can load the library in its place (docs/spirv.md).
"""

from __future__ import annotations

from .bindings import Bindings, BoundResource
from .shader import translate_file
from .translation import Translation, translate

__all__ = [
    "Bindings",
    "BoundResource",
    "Translation",
    "translate",
    "translate_file",
]
