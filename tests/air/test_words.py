"""Words of metadata, fields of arguments and slots of reflection agree: nothing is left out silently."""

from __future__ import annotations

import ast
import re
from dataclasses import fields

import pytest

from mtlb.air import words
from mtlb.air.entry_points import EntryArgument, StructField
from mtlb.air.reflection.build import FUNCTION_NODES, UNFILLED_SLOTS, UNMADE_NODES
from mtlb.air.reflection.schema import ROOT, SUBTABLES, NodeType, SlotKind, slots_of
from tests.conftest import ROOT as REPOSITORY

ARGUMENT_FIELDS = {field.name for field in fields(EntryArgument)}
REFLECTED = [t for t in NodeType if t.name.endswith(("_ARG", "_RET")) or t is NodeType.CONTROL_POINT_FIELD]

REFLECTOR = (REPOSITORY / "mtlb/air/reflection/build.py").read_text("utf-8").partition("\ndef reflect(")[2]
"""The source of what makes nodes, without the tables before it."""


def test_every_slot_of_an_argument_is_filled_or_listed() -> None:
    assert len(REFLECTED) > 100
    slots = [(type.name, slot.name) for type in REFLECTED for slot in type.slots or ()]
    assert [item for item in slots if item[1] not in ARGUMENT_FIELDS | UNFILLED_SLOTS] == []


def test_every_slot_of_a_member_is_filled_or_listed() -> None:
    slots = {slot.name for slot in slots_of(SUBTABLES["StructTypeInfoField"])}
    assert slots <= {field.name for field in fields(StructField)} | UNFILLED_SLOTS


def test_only_slots_without_a_field_are_listed() -> None:
    assert not UNFILLED_SLOTS & ARGUMENT_FIELDS
    assert {slot.name for type in REFLECTED for slot in type.slots or ()} >= UNFILLED_SLOTS


def test_every_node_is_made_or_listed() -> None:
    named = re.findall(r"NodeType\.([A-Z0-9_]+)\b", REFLECTOR)
    result = {NodeType[name] for name in named} | {type for type, _ in FUNCTION_NODES.values()} | set(REFLECTED)
    types = {type for type in NodeType if type.name.endswith("_TYPE")}  # of stitchable functions, by the type's name
    assert result | types | UNMADE_NODES == set(NodeType)
    assert not UNMADE_NODES & (result | types)


@pytest.mark.parametrize("type", [type for type, _ in FUNCTION_NODES.values()], ids=lambda type: type.name)
def test_every_slot_of_a_function_is_filled(type: NodeType) -> None:
    attributes = set(re.findall(r'^            \("(\w+)", NodeType', REFLECTOR, re.M))
    plain = {"name", "arguments", "return_type", "return_types", "primitive_kind", "stitching_info"}
    flags = {flag for flags in words.FUNCTION_FLAGS.values() for flag in flags}
    assert {slot.name for slot in type.slots or ()} <= plain | attributes | flags


def test_the_documentation_names_what_is_never_written() -> None:
    page = (REPOSITORY / "docs/reflection-keys.md").read_text("utf-8")
    section = page[page.index("## What is never written") :]
    for name in UNFILLED_SLOTS:
        assert f"`{name}`" in section
    for type in NodeType:
        if UNFILLED_SLOTS & {slot.name for slot in type.slots or ()}:
            assert type.name in section
    for type in UNMADE_NODES:
        assert type.name in section


def test_every_word_has_a_node_and_every_node_a_word() -> None:
    arguments = {word: NodeType.of_kind(word, is_output=False) for word in sorted(words.ARGUMENT_KINDS)}
    outputs = {word: NodeType.of_kind(word, is_output=True) for word in words.OUTPUT_KINDS}
    assert [word for word, type in arguments.items() if type is None] == [
        "visible_input",
        "visible_padding",
    ]
    assert [word for word, type in outputs.items() if type is None] == ["visible_output"]
    field = NodeType.of_kind(words.CONTROL_POINT_FIELD, is_output=True)
    assert {*arguments.values(), *outputs.values(), field, None} == {*REFLECTED, None}


def test_words_name_kinds() -> None:
    kinds = words.ARGUMENT_KINDS | words.OUTPUT_KINDS | {words.CONTROL_POINT_FIELD}
    assert kinds >= words.LOCATION_SPACES.keys()
    assert kinds >= words.BUFFER_KINDS
    assert kinds >= words.INTERPOLATED_KINDS


def declared(file: str, name: str) -> dict[str, str]:
    """The types of a class's fields as they stand in the source: compiled classes don't tell them."""
    tree = ast.parse((REPOSITORY / file).read_text("utf-8"))
    (actual,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    return {ast.unparse(n.target): ast.unparse(n.annotation) for n in actual.body if isinstance(n, ast.AnnAssign)}


def test_keys_name_fields_of_their_type() -> None:
    """Compiled fields take no others (docs/engine.md)."""
    types = declared("mtlb/air/entry_points.py", "EntryArgument")
    computed = {field for field in words.INTEGER_KEYS.values() if types[field] == "Index | None"}
    assert computed == {"raster_order_group"}
    assert {types[field] for field in words.INTEGER_KEYS.values() if field not in computed} == {"int | None"}
    assert {types[field] for field in words.STRING_KEYS.values()} == {"str"}
    for field, value in words.VALUE_KEYS.values():
        assert types[field] == ("bool" if value is True else f"{type(value).__name__} | None")


def test_slots_of_the_root_are_lists_as_its_fields() -> None:
    types = declared("mtlb/air/reflection/nodes.py", "Reflection")
    lists = {SlotKind.NODES: "list[int]", SlotKind.TABLES: "list[Table]"}
    assert all(types[slot.name] == lists[slot.kind] for slot in slots_of(ROOT))


def test_flags_are_slots_of_functions() -> None:
    for kind, flags in words.FUNCTION_FLAGS.items():
        slots = {s.name for s in FUNCTION_NODES[kind][0].slots or () if s.kind in (SlotKind.BOOL, SlotKind.U32)}
        assert slots == flags
