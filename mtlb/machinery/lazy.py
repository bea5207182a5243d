"""Lazy imports: exported names of a package when they are first used (PEP 562), and modules by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_names(
    names: dict[str, Any], homes: Mapping[str, str], *, packages: Collection[str] = ()
) -> Callable[[str], Any]:
    """A `__getattr__` for the package with the globals `names`: imports what is asked for, and keeps it.

    `homes` gives for each exported name its module, relative to the package (``".module"``). `packages`: packages below
    that are attributes before anything imports them. The function raises AttributeError for any other name.
    """
    package: str = names["__name__"]

    def find(name: str) -> Any:
        if name in packages:
            return import_module(f".{name}", package)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        names[name] = value = getattr(import_module(homes[name], package), name)
        return value

    return find


def submodule(package: str, name: str) -> ModuleType:
    """The module `name` of the caller's own package (`__package__`)."""
    return import_module(f"{package}.{name}")
