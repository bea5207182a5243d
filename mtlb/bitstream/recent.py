"""Results that were needed lately, by what they were made of."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

_OWN: Final = 256  # bytes that an entry takes by itself, roughly


class Recent:
    """Results by content, of two generations: when the younger one has `most` bytes, the older one is forgotten.

    Several threads may use it: at worst a result is made twice. Nobody may change a result.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.young: dict[Hashable, object] = {}
        self.old: dict[Hashable, object] = {}
        self.size = 0  # of the young ones

    def get(self, content: Hashable, size: int) -> object:
        """What was made of a content, of so many bytes; None if that is not known."""
        found = self.young.get(content)
        if found is None:
            found = self.old.get(content)
            if found is not None:
                self.put(content, size, found)
        return found

    def put(self, content: Hashable, size: int, made: object) -> None:
        """Keep what was made."""
        if self.size > self.most:
            self.old, self.young, self.size = self.young, {}, 0
        self.young[content] = made
        self.size += size + _OWN
