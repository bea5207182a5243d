"""In which order the inputs are linked, and with that the order of their functions in the library.

`metallib` keeps the order of the command line. `air-lld` walks its table of symbols, an LLVM StringMap, and links an
input when it meets the first of its symbols (FORMAT.md §4.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mtlb.target import Layout

from .inputs import Input
from .symbols import is_intrinsic, is_linkable

__all__ = ["StringMap", "link_order"]


class StringMap:
    """The keys of an LLVM StringMap, in its order of iteration: Bernstein hash, quadratic probing, doubling."""

    _FIRST_SIZE = 16

    def __init__(self) -> None:
        self._buckets: list[tuple[str, int] | None] = [None] * self._FIRST_SIZE
        self._count = 0

    @staticmethod
    def hash(key: str) -> int:
        value = 0
        for byte in key.encode("utf-8", "surrogateescape"):
            value = (value * 33 + byte) & 0xFFFFFFFF
        return value

    def add(self, key: str) -> None:
        hash_ = self.hash(key)
        at = self._free_bucket(self._buckets, hash_, key)
        if self._buckets[at] is not None:
            return
        self._buckets[at] = key, hash_
        self._count += 1
        size = len(self._buckets)
        if self._count * 4 > size * 3:
            self._rehash(size * 2)
        elif size - self._count <= size // 8:
            self._rehash(size)

    @staticmethod
    def _free_bucket(buckets: Sequence[tuple[str, int] | None], hash_: int, key: str | None) -> int:
        """The bucket of `key`, or the free one where it belongs."""
        mask = len(buckets) - 1
        at, step = hash_ & mask, 1
        while (entry := buckets[at]) is not None and (key is None or entry[0] != key):
            at, step = (at + step) & mask, step + 1
        return at

    def _rehash(self, size: int) -> None:
        buckets: list[tuple[str, int] | None] = [None] * size
        for entry in self._buckets:
            if entry is not None:
                buckets[self._free_bucket(buckets, entry[1], None)] = entry
        self._buckets = buckets

    def __iter__(self) -> Iterator[str]:
        return (entry[0] for entry in self._buckets if entry is not None)


def link_order(inputs: Sequence[Input], layout: Layout) -> list[Input]:
    """`inputs` (in command-line order) in the order in which `layout`'s program links them."""
    if layout is Layout.METALLIB:
        return list(inputs)
    table = StringMap()
    owner: dict[str, Input] = {}
    for source in inputs:
        for value in source.module.global_values():
            if is_linkable(value) and not is_intrinsic(value.name):
                table.add(value.name)
                if not value.is_declaration:
                    owner.setdefault(value.name, source)
    met = dict.fromkeys(owner[name] for name in table if name in owner)
    return [*met, *(source for source in inputs if source not in met)]
