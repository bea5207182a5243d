"""Files that contain other files: static archives of modules, universal files of libraries, and places inside files.

Names are imported on first use: most links read neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .architectures import Architecture
    from .universal import Slice, UniversalFile, architecture_of, read_universal
else:
    from ..machinery.lazy import lazy_names

    _UNIVERSAL = dict.fromkeys(("Slice", "UniversalFile", "architecture_of", "read_universal"), ".universal")
    __getattr__ = lazy_names(globals(), {"Architecture": ".architectures"} | _UNIVERSAL)

__all__ = ["Architecture", "Slice", "UniversalFile", "architecture_of", "read_universal"]
