"""Converts modules to Metal source that people can read and that `mtlb compile` accepts."""

from .source import STYLES, TYPES_HEADER, Decompiled, decompile_module, shared_structs, types_header

__all__ = ["STYLES", "TYPES_HEADER", "Decompiled", "decompile_module", "shared_structs", "types_header"]
