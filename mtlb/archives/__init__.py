"""Files that contain other files: static archives of modules, universal files of libraries, and places inside files."""

from __future__ import annotations

from .architectures import Architecture
from .universal import Slice, UniversalFile, architecture_of, read_universal

__all__ = ["Architecture", "Slice", "UniversalFile", "architecture_of", "read_universal"]
