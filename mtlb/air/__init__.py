"""What AIR adds to LLVM IR: entry points and other metadata, and everything that a library records about a function.

`describe` is the main function. The rules of `mtlb lint` are in `mtlb.air.lint`, the reflection buffer in
`mtlb.air.reflection.buffer`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.metal import ComputedIndex, DataType
from .describe import (
    Description,
    describe,
    describe_all,
    describe_exports,
    describe_function,
    describe_functions,
    describe_library,
)
from .entry_points import (
    ConstantPredicate,
    EntryArgument,
    EntryPoint,
    MeshType,
    Patch,
    StitchingArgument,
    StructField,
    StructType,
    read_entry_points,
)
from .facts import (
    DebugLocations,
    FunctionConstant,
    StaticSampler,
    air_version,
    compile_options,
    function_constants,
    language_version,
    module_flag_names,
    static_samplers,
    threadgroup_allocations,
)
from .words import ENTRY_LISTS

if TYPE_CHECKING:
    from .imports import DynamicImports, dynamic_imports
    from .interface import Interface, LanguageVersion, read_interface, standard_interface, write_interface
    from .reflection.json import reflection_document, reflection_json
    from .reflection.text import reflection_lines, reflection_text
    from .versions import ModuleFlag
else:  # imported on first use: no link needs them
    from ..machinery.lazy import lazy_names

    _NAMES = {
        ".imports": ("DynamicImports", "dynamic_imports"),
        ".interface": ("Interface", "LanguageVersion", "read_interface", "standard_interface", "write_interface"),
        ".reflection.json": ("reflection_document", "reflection_json"),
        ".reflection.text": ("reflection_lines", "reflection_text"),
        ".versions": ("ModuleFlag",),
    }
    __getattr__ = lazy_names(globals(), {name: module for module, names in _NAMES.items() for name in names})

__all__ = [
    "ENTRY_LISTS",
    "ComputedIndex",
    "ConstantPredicate",
    "DataType",
    "DebugLocations",
    "Description",
    "DynamicImports",
    "EntryArgument",
    "EntryPoint",
    "FunctionConstant",
    "Interface",
    "LanguageVersion",
    "MeshType",
    "ModuleFlag",
    "Patch",
    "StaticSampler",
    "StitchingArgument",
    "StructField",
    "StructType",
    "air_version",
    "compile_options",
    "describe",
    "describe_all",
    "describe_exports",
    "describe_function",
    "describe_functions",
    "describe_library",
    "dynamic_imports",
    "function_constants",
    "language_version",
    "module_flag_names",
    "read_entry_points",
    "read_interface",
    "reflection_document",
    "reflection_json",
    "reflection_lines",
    "reflection_text",
    "standard_interface",
    "static_samplers",
    "threadgroup_allocations",
    "write_interface",
]
