"""What AIR adds to LLVM IR: entry points, versions, data types, reflection."""

from __future__ import annotations

from ..base.metal import DataType
from .describe import Description, describe, describe_all, describe_function, describe_library
from .entry_points import EntryArgument, EntryPoint, StructField, StructType, read_entry_points
from .facts import StaticSampler, compile_options, function_constants, static_samplers
from .reflection.json import reflection_document, reflection_json
from .reflection.text import reflection_lines

__all__ = [
    "DataType",
    "Description",
    "EntryArgument",
    "EntryPoint",
    "StaticSampler",
    "StructField",
    "StructType",
    "compile_options",
    "describe",
    "describe_all",
    "describe_function",
    "describe_library",
    "function_constants",
    "read_entry_points",
    "reflection_document",
    "reflection_json",
    "reflection_lines",
    "static_samplers",
]
