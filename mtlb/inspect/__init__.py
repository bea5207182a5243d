"""Inspection of finished files: which OS they need, what loaders would report, differences, sizes.

Names are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .declared import PackagePromises
    from .diff import LibraryDiff, diff_libraries
    from .doctor import diagnose
    from .files import (
        NamedModule,
        census_findings,
        choose_functions,
        describe,
        each_once,
        lint,
        lint_part,
        modules_in,
        modules_of_parts,
        verify,
        verify_part,
    )
    from .find import Found, Limits, carve, find_in_stream, find_libraries
    from .floors import Fact, Floor, Floors, Reason, floor
    from .parts import FilePart, one_part, parts_in, parts_of
    from .promises import Checked, Declared, Failure, Promise, check
    from .rebuild import Rebuilt, rebuild_modules
    from .report import build_report
    from .schemas import command_schema
    from .size import Sizes, measure
else:
    from ..machinery.lazy import lazy_names

    _NAMES = {
        ".declared": ("PackagePromises",),
        ".diff": ("LibraryDiff", "diff_libraries"),
        ".doctor": ("diagnose",),
        ".files": (
            *(
                "NamedModule",
                "choose_functions",
                "describe",
                "each_once",
                "lint",
                "lint_part",
                "census_findings",
                "modules_in",
            ),
            *("modules_of_parts", "verify", "verify_part"),
        ),
        ".find": ("Found", "Limits", "carve", "find_in_stream", "find_libraries"),
        ".floors": ("Fact", "Floor", "Reason", "floor", "Floors"),
        ".parts": ("FilePart", "one_part", "parts_in", "parts_of"),
        ".promises": ("Checked", "Declared", "Failure", "Promise", "check"),
        ".rebuild": ("Rebuilt", "rebuild_modules"),
        ".report": ("build_report",),
        ".schemas": ("command_schema",),
        ".size": ("Sizes", "measure"),
    }
    __getattr__ = lazy_names(globals(), {name: module for module, names in _NAMES.items() for name in names})

__all__ = [
    "Checked",
    "Declared",
    "Fact",
    "Failure",
    "FilePart",
    "Floor",
    "Floors",
    "Found",
    "LibraryDiff",
    "Limits",
    "NamedModule",
    "PackagePromises",
    "Promise",
    "Reason",
    "Rebuilt",
    "Sizes",
    "build_report",
    "carve",
    "census_findings",
    "check",
    "choose_functions",
    "command_schema",
    "describe",
    "diagnose",
    "diff_libraries",
    "each_once",
    "find_in_stream",
    "find_libraries",
    "floor",
    "lint",
    "lint_part",
    "measure",
    "modules_in",
    "modules_of_parts",
    "one_part",
    "parts_in",
    "parts_of",
    "rebuild_modules",
    "verify",
    "verify_part",
]
