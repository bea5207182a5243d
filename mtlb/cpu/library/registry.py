"""Which function makes the body of which family of `air.*`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ...ir import Value
from .body import FunctionBody

Maker = Callable[[FunctionBody], Value | None]
"""Makes a body and returns its result: None for void. NoDefinitionError for a function of a type that is not known."""

_M = TypeVar("_M", bound=Maker)

MAKERS: dict[str, tuple[Maker, bool, bool]] = {}
"""Family to its maker, whether lanes meet in it, and whether they do so with checks."""

PATTERNS: list[tuple[re.Pattern[str], Maker]] = []
"""Makers of functions whose whole names have a form."""


def defines(*families: str, meets: bool = False, meets_checked: bool = False, fast: bool = False) -> Callable[[_M], _M]:
    """The decorated function makes the bodies of these families; with `fast` of `fast_…` as well."""
    how = meets, meets or meets_checked

    def keep(maker: _M) -> _M:
        for family in families:
            MAKERS[family] = (maker, *how)
            if fast:
                MAKERS[f"fast_{family}"] = (maker, *how)
        return maker

    return keep


def defines_pattern(pattern: re.Pattern[str]) -> Callable[[_M], _M]:
    """The decorated function makes the bodies of all functions whose whole names match."""

    def keep(maker: _M) -> _M:
        PATTERNS.append((pattern, maker))
        return maker

    return keep
