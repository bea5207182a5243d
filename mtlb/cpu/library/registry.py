"""Which function makes the body of which family of `air.*`."""

from __future__ import annotations

import re
from collections.abc import Callable

from .body import FunctionBody

__all__ = ["MAKERS", "PATTERNS", "Maker", "defines", "defines_pattern"]

Maker = Callable[[FunctionBody], "str | None"]
"""Makes a body and returns its result: "" for void, None for a function that has a type which is not known."""

MAKERS: dict[str, tuple[Maker, bool]] = {}
"""Family to its maker, and whether lanes meet in it."""

PATTERNS: list[tuple[re.Pattern[str], Maker]] = []
"""Makers of functions whose whole names have a form."""


def defines(*families: str, meets: bool = False, fast: bool = False) -> Callable[[Maker], Maker]:
    """The decorated function makes the bodies of these families; with `fast` of `fast_…` as well."""

    def keep(maker: Maker) -> Maker:
        for family in families:
            MAKERS[family] = (maker, meets)
            if fast:
                MAKERS[f"fast_{family}"] = (maker, meets)
        return maker

    return keep


def defines_pattern(pattern: re.Pattern[str]) -> Callable[[Maker], Maker]:
    """The decorated function makes the bodies of all functions whose whole names match."""

    def keep(maker: Maker) -> Maker:
        PATTERNS.append((pattern, maker))
        return maker

    return keep
