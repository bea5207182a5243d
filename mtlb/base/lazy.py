"""Packages whose `__init__` names what they export without importing it (PEP 562)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(names: dict[str, Any], homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A `__getattr__` for the package with the globals `names`: imports what is asked for, and keeps it.

    `homes` gives for each exported name its place, ``".module:name"`` relative to the package, or ``".module"`` where
    the name is the same there. The function raises AttributeError for any other name.
    """
    package: str = names["__name__"]

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, attribute = homes[name].partition(":")
        names[name] = value = getattr(import_module(module, package), attribute or name)
        return value

    return find
