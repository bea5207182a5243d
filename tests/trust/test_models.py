"""Models that hypothesis builds and changes: what can be written of them is read, damaged or not, without a finding."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mtlb
from fuzz.guard import check
from fuzz.mutate import mutate
from fuzz.seeds import NAME_STYLES, build_archive
from fuzz.targets import TARGETS, Kind
from mtlb.air.reflection import buffer as reflection
from mtlb.air.reflection.buffer import Node, Reflection, Table
from mtlb.air.reflection.schema import ROOT, SUBTABLES, NodeType, Slot, SlotKind, slots_of
from mtlb.base.errors import BuildError, MtlbError
from mtlb.base.versions import Platform, Version
from mtlb.bitcode.writer import write_module
from mtlb.container import Library
from mtlb.ir import (
    BasicBlock,
    BlockInstruction,
    ConstantCode,
    Era,
    Function,
    InstCode,
    Instruction,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    Type,
    Value,
)
from tests.bitcode.generate import modules
from tests.changes import cut, put
from tests.container.test_roundtrip import libraries

few = settings(max_examples=60, derandomize=True)
numbers = st.sampled_from([0, 1, 2, 3, 7, 64, 255, 2**16, 2**31, 2**32 - 1, 2**63]) | st.integers(0, 2**64 - 1)
names = st.sampled_from(["", "../x", "a\nb", "\udcff", "\u202e", "x" * 300]) | st.text(
    st.characters(codec="utf-8", exclude_characters="\0"), max_size=8
)


def nothing_found(data: st.DataObject, kind: Kind, content: bytes, *targets: str) -> None:
    """Nor in what a mutation makes of the bytes."""
    damaged = mutate(Random(data.draw(st.integers(0, 2**16))), kind, [content])
    for target in targets:
        for given_bytes in (content, damaged):
            finding = check(TARGETS[target], given_bytes).finding
            assert finding is None, finding


# --- libraries -------------------------------------------------------------------------------------------------------


def change_library(data: st.DataObject, library: Library) -> None:
    functions = library.functions
    item, other = data.draw(st.sampled_from(functions)), data.draw(st.sampled_from(functions))
    what = data.draw(st.integers(0, 7))
    if what == 0:
        item.module = data.draw(st.binary(max_size=40))
    elif what == 1:
        item.name = data.draw(names)
    elif what == 2:
        item.module, item.private_metadata, item.reflection = other.module, other.private_metadata, other.reflection
    elif what == 3:
        functions.insert(data.draw(st.integers(0, len(functions))), other)
    elif what == 4:
        functions.remove(item)
        functions.append(item)
    elif what == 5:
        library.platform, library.min_os = (
            Platform(data.draw(st.integers(0, 300))),
            Version(data.draw(numbers), 0, 0),
        )
    elif what == 6:
        item.public_metadata = other.public_metadata
        item.unknown_tags = [*item.unknown_tags, *other.unknown_tags]
    else:
        item.source = data.draw(st.none() | st.sampled_from(library.sources.archives)) if library.sources else None


@few
@given(libraries(), st.data())
@pytest.mark.long
def test_libraries(library: Library, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, 3))):
        with suppress(BuildError):  # a value that does not fit is refused, and the library is as it was
            change_library(data, library)
    with suppress(MtlbError):
        nothing_found(data, Kind.LIBRARY, mtlb.write(library), "container", "verify")


# --- modules ---------------------------------------------------------------------------------------------------------


class ChangeModule:
    """One change of a module's model that its reader would not make."""

    def __init__(self, data: st.DataObject, module: Module) -> None:
        self.data = data
        self.module = module
        self.bodies = [function for function in module.functions if function.blocks]
        self.instructions = [instruction for function in self.bodies for instruction in function.instructions()]

    def __call__(self) -> None:
        changes: list[Callable[[], None]] = [
            self.operand, self.operand, self.parameter, self.type, self.code, self.target, self.place,
            self.attachment, self.variable, self.function, self.node, self.header,
        ]  # fmt: skip
        self.data.draw(st.sampled_from(changes))()

    def flip(self) -> bool:
        return self.data.draw(st.booleans())

    def instruction(self) -> Instruction:
        return self.data.draw(st.sampled_from(self.instructions))

    def value(self) -> Value:
        """Any value of the module, of another function too, or a new constant."""
        function = self.data.draw(st.sampled_from(self.bodies))
        number = self.module.context.constant(
            self.any_type(), ConstantCode.INTEGER, (self.data.draw(st.integers(-3, 3)),)
        )
        return self.data.draw(
            st.sampled_from([number, self.instruction(), *function.arguments, *self.module.global_values()])
        )

    def any_type(self) -> Type:
        return self.data.draw(
            st.sampled_from([i.type for i in self.instructions] + [g.type for g in self.module.functions])
        )

    def operand(self) -> None:
        instruction = self.instruction()
        operands = instruction.operands
        if not operands or self.flip():
            instruction.operands = (*operands, self.value())
        elif self.flip():
            instruction.operands = put(operands, self.data.draw(st.integers(0, len(operands) - 1)), self.value())
        else:
            instruction.operands = cut(operands)

    def parameter(self) -> None:
        instruction = self.instruction()
        instruction.params = (*instruction.params[: self.data.draw(st.integers(0, 3))], self.data.draw(numbers))

    def type(self) -> None:
        instruction = self.instruction()
        if self.flip():
            instruction.type = self.any_type()
        else:
            instruction.aux_type = self.data.draw(st.none() | st.just(self.any_type()))

    def code(self) -> None:
        self.instruction().code = self.data.draw(st.sampled_from(list(InstCode)))

    def target(self) -> None:
        instruction = self.instruction()
        if not isinstance(instruction, BlockInstruction):
            return
        if instruction.blocks and self.flip():
            instruction.blocks = cut(instruction.blocks)
        else:
            there = self.data.draw(st.sampled_from(self.bodies)).blocks[-1]
            instruction.blocks += (self.data.draw(st.sampled_from([there, BasicBlock()])),)

    def place(self) -> None:
        """Out of its block, to the end of another one, or into both."""
        function = self.data.draw(st.sampled_from(self.bodies))
        block = self.data.draw(st.sampled_from(function.blocks))
        if block.instructions and self.flip():
            block.instructions.pop(self.data.draw(st.integers(0, len(block.instructions) - 1)))
        else:
            block.instructions.append(self.instruction())

    def any_node(self) -> MDNode:
        nodes = [node for nodes in self.module.named_metadata.values() for node in nodes]
        return self.data.draw(st.sampled_from(nodes))

    def attachment(self) -> None:
        self.instruction().metadata = ((self.data.draw(st.integers(0, 9)), self.any_node()),)

    def node(self) -> None:
        """Another kind of node, or one that is made of itself."""
        node = self.any_node()
        if self.flip():
            node.code = self.data.draw(st.sampled_from(list(MetadataCode)))
        else:
            node.fields += (self.data.draw(st.sampled_from([node, self.any_node(), None])),)

    def variable(self) -> None:
        if self.module.globals:
            variable = self.data.draw(st.sampled_from(self.module.globals))
            variable.initializer = self.data.draw(st.none() | st.just(self.value()))
            variable.alignment = self.data.draw(st.integers(0, 70))

    def function(self) -> None:
        function: Function = self.data.draw(st.sampled_from(self.module.functions))
        what = self.data.draw(st.integers(0, 4))
        if what == 0:
            function.linkage = self.data.draw(st.sampled_from(list(Linkage)))
        elif what == 1:
            function.name = self.data.draw(names)
        elif what == 2:
            function.is_definition = not function.is_definition
        elif what == 3:
            self.module.functions.append(function)
        else:
            function.arguments = function.arguments[1:]

    def header(self) -> None:
        self.module.triple = self.data.draw(names)
        self.module.source_filename = self.data.draw(st.none() | names)
        self.module.symtab_version = self.data.draw(st.none() | st.integers(0, 4))
        self.module.metadata_kinds = self.module.metadata_kinds[self.data.draw(st.integers(0, 5)) :]


@few
@given(modules(), st.data())
@pytest.mark.long
def test_modules(drawn: tuple[Module, Era], data: st.DataObject) -> None:
    module, era = drawn
    for _ in range(data.draw(st.integers(0, 3))):
        ChangeModule(data, module)()
    with suppress(MtlbError):
        nothing_found(data, Kind.MODULE, write_module(module, era), "bitstream", "module", "describe")


@few
@given(st.lists(modules(), min_size=1, max_size=2), st.sampled_from(NAME_STYLES), st.data())
@pytest.mark.long
def test_archives(drawn: list[tuple[Module, Era]], style: str, data: st.DataObject) -> None:
    written = [write_module(module, era) for module, era in drawn]
    nothing_found(data, Kind.ARCHIVE, build_archive(style, written), "archive")


# --- reflection ------------------------------------------------------------------------------------------------------


@st.composite
def reflections(draw: st.DrawFn) -> Reflection:
    """Nodes of every kind with any of their slots, which may name any node."""
    result = Reflection(version=draw(st.none() | st.just(Version(0, 4, 0))))
    kinds = draw(st.lists(st.sampled_from(list(NodeType)), min_size=1, max_size=6))
    result.nodes = [Node(kind, draw_slots(draw, kind.slots or (), len(kinds))) for kind in kinds]
    for slot in slots_of(ROOT):
        if slot.kind is SlotKind.NODES:
            setattr(result, slot.name, draw(st.lists(st.integers(0, len(kinds) - 1), max_size=2)))
    allocation = st.fixed_dictionaries(
        {}, optional={"size": st.integers(1, 2**32 - 1), "alignment": st.integers(1, 64)}
    )
    result.static_local_allocations = draw(
        st.lists(st.builds(Table, st.just("LocalAllocation"), allocation), max_size=2)
    )
    return result


u32 = st.integers(0, 2**32 - 1)


def draw_slots(draw: st.DrawFn, slots: tuple[Slot, ...], nodes: int) -> dict[str, reflection.FieldValue]:
    return {slot.name: draw_value(draw, slot, nodes) for slot in slots if draw(st.booleans())}


def draw_value(draw: st.DrawFn, slot: Slot, nodes: int) -> reflection.FieldValue:
    index = st.integers(0, nodes - 1)
    kind = slot.kind
    if kind in (SlotKind.TABLE, SlotKind.TABLES):
        table = Table(slot.table, draw_slots(draw, slots_of(SUBTABLES[slot.table]), nodes))
        return table if kind is SlotKind.TABLE else [table]
    drawn: dict[SlotKind, st.SearchStrategy[Any]] = {
        SlotKind.BOOL: st.booleans(),
        SlotKind.SOME_BOOL: st.booleans(),
        SlotKind.ENUM: st.integers(0, 255),
        SlotKind.U32: u32,
        SlotKind.SOME_U32: u32,
        SlotKind.U32X3: st.tuples(u32, u32, u32),
        SlotKind.NODE: index,
        SlotKind.NODES: st.lists(index, max_size=3),
        SlotKind.STRING: names,
        SlotKind.STRINGS: st.lists(names, max_size=3),
        SlotKind.U64V: st.lists(st.integers(0, 2**64 - 1), max_size=3),
    }
    value: reflection.FieldValue = draw(drawn[kind])
    return value


def change_reflection(data: st.DataObject, model: Reflection) -> None:
    node = data.draw(st.sampled_from(model.nodes))
    what = data.draw(st.integers(0, 3))
    if what == 0:
        node.type = NodeType(data.draw(st.sampled_from(list(NodeType)) | st.integers(0, 2**33)))
    elif what == 1 and node.values:
        del node.values[data.draw(st.sampled_from(sorted(node.values)))]
    elif what == 2:
        indices = [s.name for s in slots_of(ROOT) if s.kind is SlotKind.NODES]
        setattr(
            model, data.draw(st.sampled_from(indices)), data.draw(st.lists(st.integers(-1, 9) | numbers, max_size=3))
        )
    elif len(model.nodes) > 1:
        model.nodes.remove(node)


@few
@given(reflections(), st.data())
@pytest.mark.long
def test_reflections(model: Reflection, data: st.DataObject) -> None:
    built = reflection.build(model)
    assert reflection.build(reflection.read(built)) == built
    for _ in range(data.draw(st.integers(0, 3))):
        change_reflection(data, model)
    with suppress(MtlbError):
        nothing_found(data, Kind.REFLECTION, reflection.build(model), "reflection")


# --- sources ---------------------------------------------------------------------------------------------------------

members = st.builds(
    lambda name, kind, link, text: (name, kind, link, text),
    st.sampled_from(["a.metal", "/a/b.metal", "../x", "d/" + "n" * 120]) | names.filter(bool),
    st.sampled_from([tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, b"x"]),
    st.sampled_from(["", "/etc/passwd", "../../x"]),
    st.binary(max_size=600),
)


@few
@given(
    st.lists(members, max_size=4),
    st.sampled_from([tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]),
    st.data(),
)
@pytest.mark.long
def test_sources(entries: list[tuple[str, bytes, str, bytes]], style: int, data: st.DataObject) -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=style, errors="surrogateescape") as tar:
        for name, kind, link, text in entries:
            member = tarfile.TarInfo(name)
            member.type, member.linkname, member.size = kind, link, len(text)
            with suppress(ValueError):  # a name too long for the format
                tar.addfile(member, io.BytesIO(text))
    nothing_found(data, Kind.TAR, file.getvalue(), "source tar")
