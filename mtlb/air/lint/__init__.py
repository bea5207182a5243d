"""Conventions of AIR that loaders and pipeline creation rely on, as rules to check modules and libraries against.

They are meant for compilers other than Apple's. A rule is proven if its failure was published, or if it holds in all of
Apple's modules that were examined (14,539, docs/air.md §2) and the code that reads the data is public. All other rules
are suspected: they hold in Apple's modules, but the effect of a violation is not published. docs/lint has a page for
each rule.
"""

from __future__ import annotations

from .run import (
    RULES,
    Examined,
    ModuleFacts,
    examine_functions,
    lint_census,
    lint_functions,
    lint_library,
    lint_module,
    provided,
)

__all__ = [
    "RULES",
    "Examined",
    "ModuleFacts",
    "examine_functions",
    "lint_census",
    "lint_functions",
    "lint_library",
    "lint_module",
    "provided",
]
