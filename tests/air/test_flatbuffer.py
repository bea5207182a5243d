"""Our writer of FlatBuffers beside the library `flatbuffers`, which is told the same and gives the same bytes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.air import describe
from mtlb.air.reflection import flatbuffer as ours
from mtlb.air.reflection.buffer import Node, Reflection, Table, build, read
from mtlb.air.reflection.flatbuffer import FieldShape, FlatBufferWriter, TableShape
from mtlb.air.reflection.schema import FORWARD_ORDER, ROOT, SUBTABLES, NodeType, Slot, SlotKind, slots_of
from mtlb.base.errors import BuildError
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from tests.golden.make import MODULES

# Up to 25.9.23 it shares vtables of tables that differ in size.
flatbuffers = pytest.importorskip("flatbuffers", minversion="25.12.19")


class ByTheLibrary:
    """Calls the library's builder in Apple's order, from the schema alone."""

    def __init__(self) -> None:
        self.builder = flatbuffers.Builder(64)

    def string(self, text: str) -> int:
        return int(self.builder.CreateSharedString(text.encode("utf-8", "surrogateescape")))

    def vector(self, values: Sequence[int], prepend: Callable[[int], None], size: int = 4) -> int:
        self.builder.StartVector(size, len(values), size)
        for value in reversed(values):
            prepend(value)
        return int(self.builder.EndVector())

    def offsets(self, positions: Sequence[int]) -> int:
        return self.vector(positions, self.builder.PrependUOffsetTRelative)

    def content(self, slot: Slot, value: Any) -> int:
        if slot.kind is SlotKind.TABLE:
            return self.table(SUBTABLES[slot.table], value.values)
        if not value:
            return 0
        if slot.kind is SlotKind.STRING:
            return self.string(value)
        if slot.kind is SlotKind.STRINGS:
            return self.offsets([self.string(text) for text in value])
        if slot.kind is SlotKind.TABLES:
            return self.offsets([self.table(SUBTABLES[slot.table], item.values) for item in value])
        if slot.kind is SlotKind.U64V:
            return self.vector(value, self.builder.PrependUint64, 8)
        return self.vector(value, self.builder.PrependUint32)

    def table(self, description: str, values: dict[str, Any]) -> int:
        slots = list(enumerate(slots_of(description)))
        contents = {
            slot.name: self.content(slot, values[slot.name])
            for _, slot in slots
            if slot.kind.is_reference and slot.name in values
        }
        if description not in FORWARD_ORDER:
            slots.sort(key=lambda pair: (-min(pair[1].kind.size, 4), -pair[0]))
        self.builder.StartObject(len(slots))
        for number, slot in slots:
            if slot.name in values:
                self.field(number, slot, contents.get(slot.name, values[slot.name]))
        return int(self.builder.EndObject())

    def field(self, number: int, slot: Slot, value: Any) -> None:
        if slot.kind.is_reference:
            self.builder.PrependUOffsetTRelativeSlot(number, value, 0)
        elif slot.kind in (SlotKind.BOOL, SlotKind.ENUM):
            self.builder.PrependUint8Slot(number, int(value), slot.default)
        elif slot.kind is SlotKind.U32:
            self.builder.PrependUint32Slot(number, value, slot.default)
        elif slot.kind is SlotKind.U32X3:
            self.words(number, value)
        else:
            prepend = self.builder.PrependUint8 if slot.kind is SlotKind.SOME_BOOL else self.builder.PrependUint32
            prepend(int(value))
            self.builder.Slot(number)

    def words(self, number: int, values: Sequence[int]) -> None:
        self.builder.Prep(4, 12)
        for word in reversed(values):
            self.builder.PrependUint32(word)
        self.builder.Slot(number)

    def node(self, node: Node) -> int:
        content = self.table(node.type.description or "", node.values)
        self.builder.StartObject(2)
        self.builder.PrependUOffsetTRelativeSlot(1, content, 0)
        self.builder.PrependUint32Slot(0, int(node.type), 0)
        return int(self.builder.EndObject())

    def buffer(self, reflection: Reflection) -> bytes:
        nodes = [self.node(node) for node in reflection.nodes]
        positions = [self.offsets(nodes) if nodes else 0]
        positions += [self.content(slot, getattr(reflection, slot.name)) for slot in slots_of(ROOT)]
        self.builder.StartObject(len(positions) + 1)
        for number in range(len(positions), 0, -1):
            self.builder.PrependUOffsetTRelativeSlot(number, positions[number - 1], 0)
        if reflection.version is not None:
            self.words(0, reflection.version)
        self.builder.Finish(self.builder.EndObject(), b"AIRR")
        return bytes(self.builder.Output())


def value_of(slot: Slot) -> st.SearchStrategy[Any]:
    words = st.integers(0, 2**32 - 1)
    texts = st.sampled_from(["", "a", "int", "float4", "näme\udc80", "a longer name than the others"])
    by_kind: dict[SlotKind, st.SearchStrategy[Any]] = {
        SlotKind.BOOL: st.booleans(),
        SlotKind.ENUM: st.integers(0, 255),
        SlotKind.SOME_BOOL: st.booleans(),
        SlotKind.U32: st.sampled_from([0, 1, 2, 4, 8, 2**32 - 1]),
        SlotKind.SOME_U32: words,
        SlotKind.NODE: st.just(0),
        SlotKind.U32X3: st.tuples(words, words, words),
        SlotKind.STRING: texts,
        SlotKind.NODES: st.lists(st.just(0), max_size=3),
        SlotKind.U64V: st.lists(st.integers(0, 2**64 - 1), max_size=3),
        SlotKind.STRINGS: st.lists(texts, max_size=3),
    }
    if slot.kind is SlotKind.TABLE:
        return tables(slot.table)
    return st.lists(tables(slot.table), max_size=3) if slot.kind is SlotKind.TABLES else by_kind[slot.kind]


def values_of(description: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional={slot.name: value_of(slot) for slot in slots_of(description)})


def tables(name: str) -> st.SearchStrategy[Table]:
    return values_of(SUBTABLES[name]).map(lambda values: Table(name, values))


@st.composite
def nodes(draw: st.DrawFn) -> Node:
    type = draw(st.sampled_from(list(NodeType)))
    return Node(type, draw(values_of(type.description or "")))


@given(st.lists(nodes(), min_size=1, max_size=6), st.booleans(), st.booleans())
@pytest.mark.long
def test_the_same_bytes_as_the_library(made: list[Node], versioned: bool, listed: bool) -> None:
    reflection = Reflection(Version(0, 4) if versioned else None, made, kernel_functions=[0] if listed else [])
    data = build(reflection)
    assert data == ByTheLibrary().buffer(reflection)
    assert build(read(data)) == data


def test_golden_modules() -> None:
    for path in sorted(MODULES.glob("air_*.air")):
        reflection = describe(read_module(path.read_bytes(), bodies=False)).reflection()
        assert build(reflection) == ByTheLibrary().buffer(reflection), path.name


def test_equal_vtables_are_shared_and_others_are_not() -> None:
    """Tables of equal fields share a vtable; one whose fields are elsewhere because it ends elsewhere does not."""
    shape = TableShape([FieldShape(0, 1), FieldShape(1, 4)])
    writer = FlatBufferWriter()
    positions = [writer.table(shape, values) for values in ((1, 2), (3, 4), (None, 5), (6, 7))]
    data = writer.finish(positions[-1], b"TEST")
    at = [len(data) - position for position in positions]
    vtables = [place - struct.unpack_from("<i", data, place)[0] for place in at]
    assert vtables[0] == vtables[1] != vtables[2]
    size, table_size, first, second = struct.unpack_from("<4H", data, vtables[0])
    assert (size, table_size, data[at[0] + first], data[at[1] + second]) == (8, 12, 1, 4)
    assert struct.unpack_from("<4H", data, vtables[2]) == (8, 8, 0, 4)


def test_layouts_of_a_shape_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "_MOST_LAYOUTS", 3)
    shape = TableShape([FieldShape(number, 4) for number in range(5)])
    for present in range(32):
        shape.layout(present, 0)
        assert len(shape._layouts) <= 3


def test_a_buffer_too_large_for_its_offsets_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "_LARGEST", 100)
    with pytest.raises(BuildError, match="larger than 100 bytes"):
        FlatBufferWriter().string(b"x" * 200)
