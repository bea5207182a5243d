"""Attribute groups and lists: read as records, resolved when something refers to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..base.errors import FormatError, UnsupportedError
from ..ir import Attribute, AttributeGroup, AttributeList, Type
from .decoding import characters

__all__ = ["AttributeTable"]


class AttributeTable:
    """The attribute lists of a module by id. `type` resolves the ids of types that attributes name."""

    def __init__(self, type: Callable[[int], Type]) -> None:
        self._type = type
        self._records: dict[int, tuple[int, list[int]]] = {}  # of groups, by id: place, attributes
        self._list_records: list[list[int]] = []
        self._lists: dict[int, AttributeList] = {}
        self._groups: dict[int, AttributeGroup] = {}
        self._twins: dict[AttributeGroup, int] = {}  # how many more groups are equal to this one
        self._undefined_groups = 0

    def group_record(self, _code: int, ops: list[int]) -> None:
        self._records[ops[0]] = (ops[1], ops[2:])

    def list_record(self, code: int, ops: list[int]) -> None:
        if code != 2:
            raise UnsupportedError("attributes in the form of LLVM 3.2 and older")
        self._list_records.append(ops)

    def get(self, number: int) -> AttributeList:
        """The attribute list of this id plus one; () for 0. Not earlier than the type table: groups may name types."""
        if number == 0:
            return ()
        found = self._lists.get(number)
        if found is None:
            if number > len(self._list_records):
                raise FormatError(f"attribute list {number} of {len(self._list_records)}")
            found = tuple(self._group(group) for group in self._list_records[number - 1])
            self._lists[number] = found
        return found

    def _group(self, number: int) -> AttributeGroup:
        found = self._groups.get(number)
        if found is None:
            # A group that lost its last attribute is numbered but not written; LLVM reads it as empty.
            place, ops = self._records.get(number) or (-1 - self._undefined_groups, [])
            self._undefined_groups += not ops
            group = AttributeGroup(place, tuple(self._attributes(ops)))
            twin = self._twins[group] = self._twins.get(group, -1) + 1
            found = self._groups[number] = group._replace(twin=twin)
        return found

    def _attributes(self, ops: list[int]) -> Iterable[Attribute]:
        at = 0
        while at < len(ops):
            form = ops[at]
            if form in (3, 4):
                end = ops.index(0, at)
                key, at = characters(ops[at + 1 : end]), end + 1
                value: str | None = None
                if form == 4:
                    end = ops.index(0, at)
                    value, at = characters(ops[at:end]), end + 1
                if "\0" in key or "\0" in (value or ""):  # an operand of 256, say, which stands for its low byte
                    raise FormatError("a NUL inside of a string attribute")
                yield Attribute(form, key, value)
            elif form in (1, 6):
                number = ops[at + 2]
                yield Attribute(form, ops[at + 1], number if form == 1 else self._type(number))
                at += 3
            elif form in (0, 5):
                yield Attribute(form, ops[at + 1])
                at += 2
            else:
                raise UnsupportedError(f"attribute of form {form}")
