"""Conventions of AIR that loaders and pipeline creation rely on, as rules that a module or a library is held against.

For compilers other than Apple's. A rule is proven where somebody published the failure, or where the thing it asks for
holds in every module of Apple's that was looked at (14,539, docs/air.md §2) and a reader of it is known; the others are
suspected: Apple's modules all do so, and what happens otherwise is not published. docs/lint has a page for each rule.
"""

from __future__ import annotations

from .registry import Rule
from .run import RULES, lint_library, lint_module

__all__ = ["RULES", "Rule", "lint_library", "lint_module"]
