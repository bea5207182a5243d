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
        self.current: dict[Hashable, object] = {}
        self.previous: dict[Hashable, object] = {}
        self.size = 0  # of the young ones

    def get(self, content: Hashable, size: int) -> object:
        """What was made of a content, of so many bytes; None if that is not known."""
        value = self.current.get(content)
        if value is None:
            value = self.previous.get(content)
            if value is not None:
                self.put(content, size, value)
        return value

    def put(self, content: Hashable, size: int, value: object) -> None:
        """Keep what was made."""
        if self.size > self.most:
            self.previous, self.current, self.size = self.current, {}, 0
        self.current[content] = value
        self.size += size + _OWN
