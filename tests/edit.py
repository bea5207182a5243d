"""Edits of tuples, of which the module model is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def put(items: Sequence[T], index: int, *values: T) -> tuple[T, ...]:
    """`values` in the places from `index` on."""
    edited = list(items)
    index %= len(edited)
    edited[index : index + len(values)] = values
    return tuple(edited)


def cut(items: Sequence[T], index: int = -1, count: int = 1) -> tuple[T, ...]:
    """Without `count` items from `index` on, by default without the last one."""
    edited = list(items)
    index %= len(edited)
    del edited[index : index + count]
    return tuple(edited)
