"""Modules whose metadata is wrong: each gives an error that names the node, or a warning, and costs little."""

from __future__ import annotations

import pytest

from mtlb.air import Description, describe, describe_all, reflection_json, reflection_lines
from mtlb.base.errors import FormatError
from mtlb.ir import (
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    Linkage,
    MDNode,
    Metadata,
    MetadataCode,
    Module,
    TypeCode,
)

AbbrevOp = str | int | Metadata | None


class Builder:
    """Modules made by hand: strings, integers, nodes and globals as operands."""

    def __init__(self) -> None:
        self.context = Context()
        self.module = Module(context=self.context, triple="air64-apple-macosx14.0.0")
        void = self.context.type(TypeCode.VOID)
        self.signature = self.context.type(TypeCode.FUNCTION, (0,), (void,))
        self.pointer = self.context.pointer_type(self.signature)
        self.named("air.version", self.node(2, 6, 0))
        self.named("air.language_version", self.node("Metal", 3, 1, 0))

    def operand(self, value: AbbrevOp) -> Metadata | None:
        if isinstance(value, str):
            return self.context.string(value)
        if isinstance(value, int):
            i32 = self.context.integer_type(32)
            return self.context.value_metadata(self.context.constant(i32, ConstantCode.INTEGER, (value,)))
        return value

    def node(self, *operands: AbbrevOp) -> MDNode:
        return self.context.node(MetadataCode.NODE, [self.operand(operand) for operand in operands])

    def named(self, name: str, *nodes: MDNode) -> None:
        self.module.named_metadata[name] = list(nodes)

    def function(self, name: str = "main", is_definition: bool = True) -> Metadata:
        function = Function(self.pointer, self.signature, name, Linkage(0))
        function.is_definition = is_definition
        self.module.functions.append(function)
        return self.context.value_metadata(function)

    def kernel(self, *arguments: MDNode, attributes: tuple[AbbrevOp, ...] = ()) -> Module:
        self.named("air.kernel", self.node(self.function(), self.node(), self.node(*arguments), *attributes))
        return self.module

    def buffer(self, *keys: AbbrevOp) -> MDNode:
        return self.node(0, "air.buffer", "air.location_index", 0, 1, "air.read", *keys)


@pytest.fixture
def builder() -> Builder:
    return Builder()


def fails(module: Module, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        describe(module).reflection_buffer()


def test_no_entry_point(builder: Builder) -> None:
    fails(builder.module, "no entry point")
    assert describe_all(builder.module) == []


def test_two_entry_points(builder: Builder) -> None:
    entries = [builder.node(builder.function(name), builder.node(), builder.node()) for name in "ab"]
    builder.named("air.kernel", *entries)
    fails(builder.module, r"2 entry points \('a', 'b'\)")
    assert [description.name for description in describe_all(builder.module)] == ["a", "b"]


def test_function_that_does_not_exist(builder: Builder) -> None:
    builder.named("air.kernel", builder.node(None, builder.node(), builder.node()))
    fails(builder.module, r"!air.kernel\[0\], operand 0: expected a function, found null")


def test_function_that_is_only_declared(builder: Builder) -> None:
    builder.named("air.kernel", builder.node(builder.function("f", False), builder.node(), builder.node()))
    fails(builder.module, r"!air.kernel\[0\]: @f is declared")


def test_global_in_place_of_a_function(builder: Builder) -> None:
    i32 = builder.context.integer_type(32)
    variable = GlobalVariable(builder.context.pointer_type(i32), i32, "g", Linkage(0))
    entry = builder.node(builder.context.value_metadata(variable), builder.node(), builder.node())
    builder.named("air.kernel", entry)
    fails(builder.module, r"operand 0: expected a function, found the global @g")


def test_missing_lists(builder: Builder) -> None:
    builder.named("air.kernel", builder.node(builder.function()))
    fails(builder.module, r"!air.kernel\[0\], operand 1: expected the outputs, found the end of the node")


def test_versions_are_needed(builder: Builder) -> None:
    module = builder.kernel()
    del module.named_metadata["air.version"]
    fails(module, "no AIR version")


@pytest.mark.parametrize(
    ("operands", "reason"),
    [
        ((), "expected the argument's index, found the end"),
        (("air.buffer",), r"argument 0, operand 0: expected the argument's index, found the string 'air.buffer'"),
        ((0,), "operand 1: expected the kind, found the end"),
        ((0, None), "operand 1: expected the kind, found null"),
        ((0, "air.buffer", "air.location_index", 0), "operand 4: expected a location count, found the end"),
        ((0, "air.buffer", "air.buffer_size", "big"), "expected the value of air.buffer_size, found the string 'big'"),
        ((0, "air.buffer", "air.struct_type_info", 5), "expected a struct's members, found the integer 5"),
        ((0, "air.buffer", 5), "expected a key, found the integer 5"),
        ((0, "air.imageblock", "sideways"), "unknown imageblock layout 'sideways'"),
        ((0, "air.function_constant", "x"), "expected a node, found the string 'x'"),
        ((0, "air.fragment_input"), "expected an attribute name"),
    ],
)
def test_bad_argument(builder: Builder, operands: tuple[AbbrevOp, ...], reason: str) -> None:
    fails(builder.kernel(builder.node(*operands)), reason)


def test_struct_with_half_a_member(builder: Builder) -> None:
    struct = builder.node(0, 4, 0, "int", "a", 4, 4)
    fails(builder.kernel(builder.buffer("air.struct_type_info", struct)), "struct type info, operand 7: expected")


def test_struct_that_contains_itself(builder: Builder) -> None:
    struct = MDNode(MetadataCode.NODE, distinct=True)
    struct.fields = builder.node("air.struct_type_info", struct, 0, 8, 0, "S", "s").fields
    description = describe(builder.kernel(builder.buffer("air.struct_type_info", struct)))
    nodes = description.reflection().nodes
    assert nodes[2].values["fields"][0].values["struct_type_info"] == 2  # type: ignore[index,union-attr]
    assert reflection_json(description)["structs"][0]["fields"][0]["struct"] == 0


def test_a_deep_mistake_is_named_shortly(builder: Builder) -> None:
    """A name that grew with the depth would make reading quadratic."""
    struct = builder.node(0, 4)
    for _ in range(1000):
        inner = builder.buffer("air.struct_type_info", struct)
        struct = builder.node("air.struct_type_info", struct, 0, 8, 0, "S", "s", "air.indirect_argument", inner)
    with pytest.raises(FormatError, match="expected a member's array length") as caught:
        describe(builder.kernel(builder.buffer("air.struct_type_info", struct)))
    assert len(str(caught.value)) < 200


def nested(builder: Builder, depth: int) -> Description:
    struct = builder.node(0, 4, 0, "int", "x")
    for _ in range(depth):
        struct = builder.node("air.struct_type_info", struct, 0, 4, 0, "S", "s")
    return describe(builder.kernel(builder.buffer("air.struct_type_info", struct)))


@pytest.mark.long
def test_deep_structs(builder: Builder) -> None:
    assert len(nested(builder, 5_000).reflection().nodes) == 5_003


@pytest.mark.long
def test_structs_too_deep_to_be_true(builder: Builder) -> None:
    description = nested(builder, 100_000)
    with pytest.raises(FormatError, match="nested more than"):
        description.reflection_buffer()
    assert len(reflection_json(description)["structs"]) == 100_001


def test_mesh_of_meshes(builder: Builder) -> None:
    mesh = MDNode(MetadataCode.NODE, distinct=True)
    output = builder.node("air.mesh", mesh)
    mesh.fields = builder.node("air.mesh_type_info", builder.node(output), builder.node(), 1, 1, "air.line").fields
    fails(builder.kernel(builder.node(0, "air.mesh", mesh)), "a mesh can't be an output")


def test_stitching_type_of_itself(builder: Builder) -> None:
    vector = MDNode(MetadataCode.NODE, distinct=True)
    vector.fields = builder.node("air.vector_type", 16, 16, None, vector, 4).fields
    info = builder.node("air.stitching_info", vector)
    builder.named("air.visible", builder.node(builder.function(), builder.node(), builder.node(), info))
    assert describe(builder.module).reflection().nodes[1].values["element_type"] == 1


@pytest.mark.long
def test_one_argument_many_times(builder: Builder) -> None:
    argument = builder.buffer(*["air.arg_unused"] * 10_000)
    fails(builder.kernel(*[argument] * 10_000), "referred to too often")


@pytest.mark.long
def test_one_entry_many_times(builder: Builder) -> None:
    arguments = builder.node(*[builder.buffer()] * 1000)
    entry = builder.node(builder.function(), builder.node(), arguments)
    builder.named("air.kernel", *[entry] * 10_000)
    fails(builder.module, "referred to too often")


def test_unknown_words_are_reported_and_kept(builder: Builder) -> None:
    argument = builder.node(0, "air.aura", "air.glow", 3, builder.node(), "air.arg_name", "a")
    description = describe(builder.kernel(argument, attributes=("air.shiny", builder.node("air.hue", 7))))
    assert [warning.split(": ", 1)[1] for warning in description.warnings] == [
        "unknown kind 'aura', which reflection can't hold",
        "unknown key 'air.glow'",
        "unknown attribute 'shiny', which reflection can't hold",
        "unknown attribute 'air.hue'",
    ]
    (shown,) = reflection_json(description)["arguments"]
    assert shown["unknown"] == [{"key": "air.glow", "operands": ["3", "!{...}"]}]
    assert description.entry.flags == ["shiny"] and len(description.entry.extra) == 1
    assert description.reflection().nodes[0].values["arguments"] == []
    assert any("air.glow" in line for line in reflection_lines(reflection_json(description)))


def test_names_of_any_bytes(builder: Builder) -> None:
    builder.named("air.kernel", builder.node(builder.function("\udcff\n"), builder.node(), builder.node()))
    assert describe(builder.module).reflection_buffer().count(b"\xff\n") == 1
