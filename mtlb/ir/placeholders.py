"""What stands for a value or a node of a text until it is defined.

They are in the package of their bases, so that all of them are compiled, or none: a Python class can't inherit from a
compiled one.
"""

from __future__ import annotations

from .metadata import Metadata
from .types import Type
from .values import Value


class ForwardValue(Value):
    """A value that is defined later in the function; it was first used at `at`."""

    __slots__ = ("at", "definition")

    def __init__(self, type: Type, at: int) -> None:
        super().__init__(type)
        self.at = at
        self.definition: Value | None = None


class NodeReference(Metadata):
    """A node by its number, until all of them are made; it was used at `at`."""

    __slots__ = ("at", "number")

    def __init__(self, number: int, at: int) -> None:
        self.number = number
        self.at = at
