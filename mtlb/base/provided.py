"""What a lower room offers in its own classes and a higher one does: methods of a library that need its modules.

The lower room states the functions as a Protocol and asks for them by a name; the face of the package, which may know
every room, says which package provides them. It is imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["provide", "provided"]

_homes: dict[str, str] = {}


def provide(name: str, package: str) -> None:
    """Say which package has the functions that are asked for by `name`."""
    _homes[name] = package


def provided(name: str) -> Any:
    """The package with the functions of this name."""
    return import_module(_homes[name])
