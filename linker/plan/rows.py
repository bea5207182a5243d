"""A type of the program as shards record it."""

from __future__ import annotations

from mtlb.base.classes import NamedTuple


class TypeRow(NamedTuple):
    """A type as a row of a table: `code`, `params` and `name` as `Type` has them, `elements` by their rows."""

    code: int
    params: tuple[int, ...] = ()
    elements: tuple[int, ...] = ()
    name: str | None = None
