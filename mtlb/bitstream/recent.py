"""A cache of recent results, keyed by what they were computed from."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

_OWN: Final = 256  # approximate overhead of an entry in bytes


class Recent:
    """Results by content in two generations: when the current one exceeds `most` bytes, it replaces the previous one.
    Safe in several threads: at worst a result is computed twice. Results must not be changed.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.current: dict[Hashable, object] = {}
        self.previous: dict[Hashable, object] = {}
        self.size = 0  # bytes of the current generation

    def get(self, content: Hashable, size: int) -> object:
        """The result for a content of `size` bytes; None if it is not cached."""
        value = self.current.get(content)
        if value is None:
            value = self.previous.get(content)
            if value is not None:
                self.put(content, size, value)
        return value

    def put(self, content: Hashable, size: int, value: object) -> None:
        """Store the result for a content of `size` bytes."""
        if self.size > self.most:
            self.previous, self.current, self.size = self.current, {}, 0
        self.current[content] = value
        self.size += size + _OWN


class Met:
    """Which contents were met before, by their hashes, in two generations of `most` contents: what occurs once is not
    worth being kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.current: set[int] = set()
        self.previous: set[int] = set()

    def again(self, content: Hashable) -> bool:
        """Whether a content was met before; from now on it was. Rarely true for another with the same hash."""
        key = hash(content)
        if key in self.current:
            return True
        if len(self.current) >= self.most:
            self.previous, self.current = self.current, set()
        self.current.add(key)
        return key in self.previous
