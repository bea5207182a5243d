"""Conversion of LLVM IR to AIR: reads bitcode or text from any LLVM, and gives a module in AIR's form with typed
pointers.

`convert_file` (also `mtlb.convert_file`) takes a path, `convert_bytes` the bytes of a file, `convert_module` a module
in memory. `ConvertOptions` names the target. A `Plan` says which functions of a module for another GPU, or for a host,
become entry points; `attach` declares them in Python, as `mtlb.emit` does. Names are imported on first use, because
most links convert nothing.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from .attached import AttachedModule, attach
    from .each import convert_each
    from .files import convert_file
    from .needs import needs_conversion
    from .options import POINTER_POLICIES, SOURCES, ConvertOptions, ConvertTarget, target_of
    from .pipeline import Converted, convert_bytes, convert_module
    from .plan import BUILTIN_TYPES, BUILTINS, Builtin, Plan, PlannedArgument, PlannedEntry, PlannedOutput
else:
    from ..machinery.lazy import lazy_names

    _NAMES = {
        ".attached": ("AttachedModule", "attach"),
        ".each": ("convert_each",),
        ".files": ("convert_file",),
        ".needs": ("needs_conversion",),
        ".options": ("POINTER_POLICIES", "SOURCES", "ConvertOptions", "ConvertTarget", "target_of"),
        ".pipeline": ("Converted", "convert_bytes", "convert_module"),
        ".plan": ("BUILTIN_TYPES", "BUILTINS", "Builtin", "Plan", "PlannedArgument", "PlannedEntry", "PlannedOutput"),
    }
    __getattr__ = lazy_names(globals(), {name: module for module, names in _NAMES.items() for name in names})

__all__ = [
    "BUILTINS",
    "BUILTIN_TYPES",
    "POINTER_POLICIES",
    "SOURCES",
    "AttachedModule",
    "Builtin",
    "ConvertOptions",
    "ConvertTarget",
    "Converted",
    "Plan",
    "PlannedArgument",
    "PlannedEntry",
    "PlannedOutput",
    "attach",
    "convert_bytes",
    "convert_each",
    "convert_file",
    "convert_module",
    "needs_conversion",
    "target_of",
]


class _Package(ModuleType):
    """This package as a callable: `mtlb.convert(...)` raises a TypeError that names `convert_file`. Type checkers
    refuse the call too.
    """

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(f"{__name__} is a package: {__name__.partition('.')[0]}.convert_file(path) converts a file")


sys.modules[__name__].__class__ = _Package
