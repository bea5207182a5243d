"""Metal source out of modules: what a person reads, and `mtlb compile` takes."""

from .source import STYLES, TYPES_HEADER, Decompiled, decompile_module, shared_structs, types_header

__all__ = ["STYLES", "TYPES_HEADER", "Decompiled", "decompile_module", "shared_structs", "types_header"]
