"""Attribute groups and lists: read as records and resolved when something refers to them, and written.

A group's attributes are a sequence of forms (`AttributeForm`); only `parse_attributes` and `_flattened` depend on
the layout of each form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ..base.classes import NamedTuple
from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..bitstream.recent import Recent
from ..bitstream.stream import Block
from ..ir import Attribute, AttributeForm, AttributeGroup, AttributeList, Type
from .blocks import each
from .codes import AttributeCode, BlockId
from .decoding import characters, rotated, sign_extended, signed
from .records._attributes import (
    read_group,
    read_list,
    write_group,
    write_list,
)

if TYPE_CHECKING:  # not imported for reading facts
    from .write_state import WriteState

_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class
_KNOWN_FORMS: Final = frozenset(AttributeForm)
_WORD_BITS: Final = 64  # a wider range has more than one word a bound
_KNOWN_SIZE: Final = 1 << 10  # operands of a group
_recent: Final = Recent(1 << 17)  # bytes of the operands of groups; most modules have the same groups


def parse_attributes(ops: tuple[int, ...]) -> list[Attribute]:
    """The attributes of a group record; a type attribute has the id of its type as value.

    An attribute of an unknown form, or a range of more than 64 bits, has no value, and the attributes after it are
    omitted. Raises FormatError for operands that end inside an attribute.
    """
    attributes: list[Attribute] = []
    at, count = 0, len(ops)
    while at < count:
        form = ops[at]
        at += 1
        if form == AttributeForm.STRING or form == AttributeForm.STRING_VALUE:
            key, at = _text(ops, at)
            text: str | None = None
            if form == AttributeForm.STRING_VALUE:
                text, at = _text(ops, at)
            attributes.append(Attribute(form, key, text))
            continue
        if at == count:
            raise _ends()
        kind = ops[at]
        at += 1
        if form == AttributeForm.ENUM or form == AttributeForm.EMPTY_TYPE:
            attributes.append(Attribute(form, kind))
        elif form == AttributeForm.INT or form == AttributeForm.TYPE:
            if at == count:
                raise _ends()
            attributes.append(Attribute(form, kind, ops[at]))
            at += 1
        elif (form == AttributeForm.RANGE or form == AttributeForm.RANGE_LIST) and _is_narrow(ops, at, form):
            value, at = _ranges(ops, at, form)
            attributes.append(Attribute(form, kind, value))
        else:
            attributes.append(Attribute(form, kind))
            break
    return attributes


def _is_narrow(ops: tuple[int, ...], at: int, form: int) -> bool:
    """Whether the bounds of the ranges at this place are of one word each."""
    at += form == AttributeForm.RANGE_LIST
    if at >= len(ops):
        raise _ends()
    return ops[at] <= _WORD_BITS


def _ranges(ops: tuple[int, ...], at: int, form: int) -> tuple[tuple[int, ...], int]:
    """The width and the bounds of ranges, and the place after them."""
    count = 1
    if form == AttributeForm.RANGE_LIST:
        count = ops[at]
        at += 1
    end = at + 1 + 2 * count
    if len(ops) < end:
        raise _ends()
    return (ops[at], *[signed(bound) for bound in ops[at + 1 : end]]), end


def _text(ops: tuple[int, ...], at: int) -> tuple[str, int]:
    """The string that ends in the next 0, and the place after that."""
    try:
        end = ops.index(0, at)
    except ValueError:
        raise _ends() from None
    text = characters(ops[at:end])
    if "\0" in text:  # only the low byte of an operand is used: 256 reads as NUL
        raise FormatError("a NUL inside of a string attribute")
    return text, end + 1


def _ends() -> FormatError:
    return FormatError("an attribute group ends inside of an attribute")


def _flattened(attribute: Attribute, type_ids: dict[Type, int]) -> list[int]:
    """The operands of an attribute."""
    form, kind, value = attribute
    ops: list[int] = [form]
    if isinstance(kind, str):
        ops += [*sign_extended(kind, 64), 0]
    else:
        ops.append(kind)
    if isinstance(value, Type):
        ops.append(type_ids[value])
    elif isinstance(value, tuple):
        if form == AttributeForm.RANGE_LIST:
            ops.append(len(value) // 2)
        ops += [value[0], *[rotated(bound) for bound in value[1:]]]
    elif isinstance(value, str):
        ops += [*sign_extended(value, 64), 0]
    elif value is not None:
        ops.append(value)
    return ops


class _Group(NamedTuple):
    """A record of a PARAMATTR_GROUP block.

    `attributes`: parsed from `operands` if none of them refers to a type or is invalid; else None.
    """

    number: int
    place: int
    operands: tuple[int, ...]
    attributes: tuple[Attribute, ...] | None


def read_groups(block: Block) -> tuple[_Group, ...]:
    """The groups of a PARAMATTR_GROUP block. Raises FormatError."""
    groups: list[_Group] = []

    def record(_code: int, ops: list[int]) -> None:
        number, place, attributes = read_group(ops)
        groups.append(_new(_Group, (number, place, attributes, _plain_attributes(attributes))))

    each(block, record)
    return tuple(groups)


def _plain_attributes(ops: tuple[int, ...]) -> tuple[Attribute, ...] | None:
    """The attributes of a group if they are valid and do not depend on the module's types; else None."""
    plain = _recent.get(ops, 8 * len(ops))
    if isinstance(plain, tuple):
        return plain
    plain = _parsed_plain(ops)
    if plain is not None and len(ops) <= _KNOWN_SIZE:
        _recent.put(ops, 8 * len(ops), plain)
    return plain


def _parsed_plain(ops: tuple[int, ...]) -> tuple[Attribute, ...] | None:
    try:
        attributes = parse_attributes(ops)
        if any(attribute.form == AttributeForm.TYPE for attribute in attributes):
            return None
        return tuple([_resolved(attribute, ()) for attribute in attributes])
    except MtlbError:
        return None  # it is raised when something refers to the group


def read_lists(block: Block) -> tuple[tuple[int, ...], ...]:
    """The attribute lists of a PARAMATTR block: numbers of groups.

    Raises FormatError, UnsupportedError for lists of LLVM 3.2 or older.
    """
    lists: list[tuple[int, ...]] = []

    def record(code: int, ops: list[int]) -> None:
        if code != AttributeCode.LIST:
            raise UnsupportedError("attributes in the form of LLVM 3.2 and older")
        lists.append(read_list(ops).groups)

    each(block, record)
    return tuple(lists)


class AttributeTable:
    """The attribute lists of a module by id. `types`: the module's types by id, which attributes refer to."""

    def __init__(self, types: list[Type]) -> None:
        self._types = types
        self._records: dict[int, _Group] = {}  # of groups, by id
        self._list_records: list[tuple[int, ...]] = []
        self._lists: dict[int, AttributeList] = {}
        self._groups: dict[int, AttributeGroup] = {}
        self._twins: dict[AttributeGroup, int] = {}  # how many more groups are equal to this one
        self._undefined_groups = 0

    def add_groups(self, groups: Iterable[_Group]) -> None:
        """The groups of one block."""
        for group in groups:
            self._records[group.number] = group

    def add_lists(self, lists: Iterable[tuple[int, ...]]) -> None:
        """The lists of one block."""
        self._list_records += lists

    def get(self, number: int) -> AttributeList:
        """The attribute list with the id `number` - 1; () for 0. Only after the type table was read: groups may refer
        to types.

        Raises FormatError if there is none, UnsupportedError if an attribute is of an unknown form.
        """
        if number == 0:
            return ()
        attributes = self._lists.get(number)
        if attributes is None:
            if number > len(self._list_records):
                raise FormatError(f"attribute list {number} of {len(self._list_records)}")
            attributes = tuple([self._group(group) for group in self._list_records[number - 1]])
            self._lists[number] = attributes
        return attributes

    def _group(self, number: int) -> AttributeGroup:
        group = self._groups.get(number)
        if group is None:
            record = self._records.get(number)
            if record is None:
                # A group that lost its last attribute is numbered but not written; LLVM reads it as empty.
                record = _Group(number, -1 - self._undefined_groups, (), ())
            self._undefined_groups += not record.operands
            attributes = record.attributes
            if attributes is None:
                parsed = parse_attributes(record.operands)
                attributes = tuple([_resolved(attribute, self._types) for attribute in parsed])
            first: AttributeGroup = _new(AttributeGroup, (record.place, attributes, 0))
            twin = self._twins[first] = self._twins.get(first, -1) + 1
            group = self._groups[number] = first._replace(twin=twin) if twin else first
        return group


def _resolved(attribute: Attribute, types: Sequence[Type]) -> Attribute:
    """An attribute with its type id resolved. FormatError if there is none, UnsupportedError as in `get`."""
    if attribute.form not in _KNOWN_FORMS:
        raise UnsupportedError(f"attribute of form {attribute.form}")
    if attribute.form in (AttributeForm.RANGE, AttributeForm.RANGE_LIST) and attribute.value is None:
        raise UnsupportedError(f"attribute {attribute.kind} with a range wider than {_WORD_BITS} bits")
    if attribute.form == AttributeForm.TYPE and isinstance(attribute.value, int):
        if attribute.value >= len(types):
            raise FormatError(f"type {attribute.value} of {len(types)}")
        return attribute._replace(value=types[attribute.value])
    return attribute


def write_attribute_groups(state: WriteState) -> None:
    """The PARAMATTR_GROUP block, if anything has attributes."""
    groups = state.ids.attribute_groups
    if groups:
        # Groups that name types have other records in another module.
        content = None if state.ids.typed_attributes else tuple(groups)
        state.known_block(BlockId.PARAMATTR_GROUP, 3, content, partial(_write_groups, state))


def _write_groups(state: WriteState) -> None:
    code = AttributeCode.GROUP
    for group, number in state.ids.attribute_groups.items():
        if not group.attributes:
            continue  # Apple's writer drops attributes that are too new for the target, but keeps the number
        flattened: list[int] = []
        for attribute in group.attributes:
            flattened += _flattened(attribute, state.ids.type_ids)
        state.stream.record(code, write_group(number, group.place, tuple(flattened)))


def write_attribute_lists(state: WriteState) -> None:
    """The PARAMATTR block, if anything has attributes."""
    groups = state.ids.attribute_groups
    lists = tuple(
        [tuple([groups[group] for group in attributes]) for attributes in state.ids.attribute_lists if attributes]
    )
    if lists:
        state.known_block(BlockId.PARAMATTR, 3, lists, partial(_write_lists, state, lists))


def _write_lists(state: WriteState, lists: Sequence[tuple[int, ...]]) -> None:
    for groups in lists:
        state.stream.record(AttributeCode.LIST, write_list(groups))
