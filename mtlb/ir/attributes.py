"""Attributes of functions, parameters and calls, in the groups that records have."""

from __future__ import annotations

from typing import NamedTuple

from .types import Type

__all__ = ["Attribute", "AttributeGroup", "AttributeList"]


class Attribute(NamedTuple):
    """One attribute in the record's own terms.

    `form` 0: enumerator `kind` · 1: enumerator with an integer `value` · 3: string key `kind` · 4: string key and
    value · 5: type attribute without a type · 6: type attribute, its `Type` as value. `kind` is the number or the key.
    """

    form: int
    kind: int | str
    value: int | str | Type | None = None


class AttributeGroup(NamedTuple):
    """The attributes of one `place`: 0 the result, 0xFFFFFFFF the function, 1.. its parameters.

    Without attributes it is a group that Apple's writer numbered and did not write (it removed the attributes after
    numbering, for an older target); its place is not in the file and negative here, which tells such groups apart.
    Groups that became equal by such a removal stay two: `twin` counts the equal ones before it.
    """

    place: int
    attributes: tuple[Attribute, ...]
    twin: int = 0


AttributeList = tuple[AttributeGroup, ...]
"""The groups that belong to a function or a call, in the record's order; () for none."""
