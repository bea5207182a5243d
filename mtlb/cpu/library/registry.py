"""The registry of makers: the Python function that builds the body for each family of `air.*`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ...ir import Value
from .body import FunctionBody

Maker = Callable[[FunctionBody], Value | None]
"""Builds a body and returns its result, None for void. Raises NoDefinitionError for a function with an unknown type."""

_M = TypeVar("_M", bound=Maker)

MAKERS: dict[str, tuple[Maker, bool, bool]] = {}
"""For each family: its maker, whether lanes meet in it, and whether they do so only with checks."""

PATTERNS: list[tuple[re.Pattern[str], Maker]] = []
"""Makers for functions whose whole names match a pattern."""


def defines(*families: str, meets: bool = False, meets_checked: bool = False, fast: bool = False) -> Callable[[_M], _M]:
    """Register the decorated function as the maker for these families; with `fast`, also for their `fast_…` forms."""
    how = meets, meets or meets_checked

    def keep(maker: _M) -> _M:
        for family in families:
            MAKERS[family] = (maker, *how)
            if fast:
                MAKERS[f"fast_{family}"] = (maker, *how)
        return maker

    return keep


def defines_pattern(pattern: re.Pattern[str]) -> Callable[[_M], _M]:
    """Register the decorated function as the maker for all functions whose whole names match."""

    def keep(maker: _M) -> _M:
        PATTERNS.append((pattern, maker))
        return maker

    return keep
