"""The linker: AIR modules in, one Metal library out.

    result = link(["shaders.air", "lib.metalar"], platform="macos", min_os="14.0")
    mtlb.save(result.library, "default.metallib")

`link` resolves, merges and splits as Apple's linkers do; `pack` takes finished modules. docs/linking.md has the rules,
link.py the sequence of steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if __name__ != "mtlb.linker":
    raise ImportError("the linker is imported as mtlb.linker: import mtlb.linker", name=__name__)

from .inputs import Input, InputFile, InputLike, Inputs, find_library, load
from .like import options_like
from .link import LinkedFunction, LinkedSymbol, LinkResult, link, link_inputs
from .options import LinkOptions, PathPrefixMap, SourceOptions
from .output.library import LinkedModule

if TYPE_CHECKING:
    from .output.pack import pack
    from .output.report import dependency_rule, link_map, repro_files
else:  # few links need them
    from mtlb.machinery.lazy import lazy_names

    _REPORTS = dict.fromkeys(("dependency_rule", "link_map", "repro_files"), ".output.report")
    __getattr__ = lazy_names(globals(), {"pack": ".output.pack"} | _REPORTS)

__all__ = [
    "Input",
    "InputFile",
    "InputLike",
    "Inputs",
    "LinkOptions",
    "LinkResult",
    "LinkedFunction",
    "LinkedModule",
    "LinkedSymbol",
    "PathPrefixMap",
    "SourceOptions",
    "dependency_rule",
    "find_library",
    "link",
    "link_inputs",
    "link_map",
    "load",
    "options_like",
    "pack",
    "repro_files",
]
