"""Words of metadata, fields of arguments and slots of reflection agree: nothing is left out silently."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mtlb.air import words
from mtlb.air.entry_points import EntryArgument, StructField
from mtlb.air.reflection.build import FUNCTION_NODES, UNFILLED_SLOTS
from mtlb.air.reflection.schema import SUBTABLES, NodeType, SlotKind, slots_of

ARGUMENT_FIELDS = {field.name for field in fields(EntryArgument)}
REFLECTED = [t for t in NodeType if t.name.endswith(("_ARG", "_RET")) or t is NodeType.CONTROL_POINT_FIELD]


@pytest.mark.parametrize("type", REFLECTED, ids=lambda type: type.name)
def test_every_slot_of_an_argument_is_filled_or_listed(type: NodeType) -> None:
    slots = {slot.name for slot in type.slots or ()}
    assert slots <= ARGUMENT_FIELDS | UNFILLED_SLOTS


def test_every_slot_of_a_member_is_filled_or_listed() -> None:
    slots = {slot.name for slot in slots_of(SUBTABLES["StructTypeInfoField"])}
    assert slots <= {field.name for field in fields(StructField)} | UNFILLED_SLOTS


def test_only_slots_without_a_field_are_listed() -> None:
    assert not UNFILLED_SLOTS & ARGUMENT_FIELDS
    assert {slot.name for type in REFLECTED for slot in type.slots or ()} >= UNFILLED_SLOTS


def test_every_word_has_a_node_and_every_node_a_word() -> None:
    arguments = {word: NodeType.of_kind(word, is_output=False) for word in words.ARGUMENT_KINDS}
    outputs = {word: NodeType.of_kind(word, is_output=True) for word in words.OUTPUT_KINDS}
    assert [word for word, type in arguments.items() if type is None] == ["visible_input"]
    assert [word for word, type in outputs.items() if type is None] == ["visible_output"]
    field = NodeType.of_kind(words.CONTROL_POINT_FIELD, is_output=True)
    assert {*arguments.values(), *outputs.values(), field, None} == {*REFLECTED, None}


def test_words_name_kinds() -> None:
    kinds = words.ARGUMENT_KINDS | words.OUTPUT_KINDS | {words.CONTROL_POINT_FIELD}
    assert kinds >= words.LOCATION_SPACES.keys()
    assert kinds >= words.BUFFER_KINDS
    assert kinds >= words.INTERPOLATED_KINDS


def test_keys_name_fields() -> None:
    for table in (words.INTEGER_KEYS, words.STRING_KEYS):
        assert set(table.values()) <= ARGUMENT_FIELDS
    assert {field for field, _ in words.VALUE_KEYS.values()} <= ARGUMENT_FIELDS


def test_flags_are_slots_of_functions() -> None:
    for kind, flags in words.FUNCTION_FLAGS.items():
        slots = {s.name for s in FUNCTION_NODES[kind][0].slots or () if s.kind in (SlotKind.BOOL, SlotKind.U32)}
        assert slots == flags
