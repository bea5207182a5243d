"""Metal source out of modules: what a person reads, and `mtlb compile` takes."""

from .source import STYLES, Decompiled, decompile_module

__all__ = ["STYLES", "Decompiled", "decompile_module"]
