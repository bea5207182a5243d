"""The numbering of LLVM's ValueEnumerator, each rule on a module small enough to count by hand."""

from __future__ import annotations

import pytest

from mtlb.bitcode.enumerate import Enumeration
from mtlb.ir import (
    Argument,
    Attribute,
    AttributeGroup,
    BasicBlock,
    Call,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    LocalAsMetadata,
    MDNode,
    Metadata,
    MetadataAsValue,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    Value,
    make_instruction,
)

NODE = MetadataCode.NODE


class Sample:
    """A module with one function, to which instructions are added."""

    def __init__(self) -> None:
        self.module = Module(identification="")
        self.context = context = self.module.context
        self.void = context.type(TypeCode.VOID)
        self.i32, self.i64 = context.integer_type(32), context.integer_type(64)
        self.float = context.type(TypeCode.FLOAT)
        self.k = self.function("k", self.i32)

    def function(self, name: str, *parameters: Type) -> Function:
        type_ = self.context.type(TypeCode.FUNCTION, (0,), (self.void, *parameters))
        result = Function(self.context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
        result.is_definition = True
        result.arguments = [Argument(p, i) for i, p in enumerate(parameters)]
        result.blocks = [BasicBlock()]
        self.module.functions.append(result)
        return result

    def integer(self, value: int, type_: Type | None = None) -> Constant:
        return self.context.constant(type_ or self.i32, ConstantCode.INTEGER, (value,))

    def number(self, bits: int) -> Constant:
        return self.context.constant(self.float, ConstantCode.FLOAT, (bits,))

    def use(self, *values: Value, function: Function | None = None) -> Instruction:
        """An instruction with these operands and no result."""
        instruction = make_instruction(InstCode.STORE, self.void, values, (0, 0))
        (function or self.k).blocks[0].instructions.append(instruction)
        return instruction

    def string(self, text: str) -> Metadata:
        return self.context.string(text)

    def uniqued(self, *fields: Metadata | None) -> MDNode:
        return self.context.node(NODE, fields)

    def distinct(self, *fields: Metadata | None) -> MDNode:
        return MDNode(NODE, fields, distinct=True)


def test_types_follow_their_elements() -> None:
    s = Sample()
    struct = Type(TypeCode.STRUCT_NAMED, (0,), (), "node")
    struct.elements = (s.i32, s.context.pointer_type(struct))  # made of itself
    variable = GlobalVariable(s.context.pointer_type(struct), struct, "g", Linkage.EXTERNAL)
    s.module.globals.append(variable)
    types = Enumeration(s.module).types
    # The pointer inside is numbered while its struct is being visited; the struct after all its members.
    assert types[:3] == [s.i32, variable.type, struct]
    assert types[3:6] == [s.void, s.k.value_type, s.k.type]
    assert types[6].code is TypeCode.METADATA


def test_labels_are_a_type_of_functions_that_branch() -> None:
    s = Sample()
    assert all(t.code is not TypeCode.LABEL for t in Enumeration(s.module).types)
    s.k.blocks[0].instructions.append(make_instruction(InstCode.BR, s.void, blocks=s.k.blocks))
    assert [t.code for t in Enumeration(s.module).types][-1] is TypeCode.LABEL


def test_constants_are_sorted_by_type_and_use() -> None:
    s = Sample()
    for value in (s.number(7), s.integer(5, s.i64), s.integer(1), s.integer(2), s.integer(2), s.number(8), s.number(8)):
        s.use(value)
    ids = Enumeration(s.module)
    first, end, _ = ids.enter_function(s.k)
    # Integers before the rest; i32 was met before i64 and float; the more used first, then as met.
    expected = [s.integer(2), s.integer(1), s.integer(5, s.i64), s.number(8), s.number(7)]
    assert ids.values[first:end] == expected
    assert [ids.value_ids[value] for value in expected] == list(range(first, end))


def test_arguments_constants_and_results_follow_each_other() -> None:
    s = Sample()
    result = make_instruction(InstCode.BINOP, s.i32, (s.k.arguments[0], s.integer(3)), (0, 0))
    s.k.blocks[0].instructions = [result]
    s.use(result)
    ids = Enumeration(s.module)
    first, end, _ = ids.enter_function(s.k)
    numbers = [ids.value_ids[v] for v in (s.k, s.k.arguments[0], s.integer(3), result)]
    assert numbers == [0, 1, 2, 3] and (first, end) == (2, 3) and ids.block_ids == {s.k.blocks[0]: 0}
    ids.leave_function()
    assert ids.values == [s.k] and set(ids.value_ids) == {s.k} and not ids.block_ids


@pytest.mark.parametrize("others", [0, 5])  # few and many values of the module beside those of the function
def test_values_of_a_function_are_forgotten(others: int) -> None:
    s = Sample()
    functions = [s.function(f"other{number}") for number in range(others)]
    result = s.use(s.integer(3))
    ids = Enumeration(s.module)
    before = dict(ids.value_ids)
    for _ in range(2):
        ids.enter_function(s.k)
        assert s.integer(3) in ids.value_ids and s.k.arguments[0] in ids.value_ids
        ids.leave_function()
        assert dict(ids.value_ids) == before and ids.values == [s.k, *functions]
    assert result not in ids.value_ids


def test_constants_follow_what_they_are_made_of() -> None:
    s = Sample()
    pair = s.context.type(TypeCode.STRUCT_ANON, (0,), (s.float, s.i32))
    both = s.context.constant(pair, ConstantCode.AGGREGATE, (), (s.number(1), s.integer(2)))
    variable = GlobalVariable(s.context.pointer_type(pair), pair, "g", Linkage.EXTERNAL)
    variable.initializer = both
    s.module.globals.append(variable)
    ids = Enumeration(s.module)
    # Sorted, the integer moves to the front.
    assert ids.values == [variable, s.k, s.integer(2), s.number(1), both]


def test_metadata_is_met_in_post_order_and_sorted_by_kind() -> None:
    s = Sample()
    inner = s.uniqued(s.string("b"))
    waiting = s.distinct(s.string("c"))
    value = s.context.value_metadata(s.integer(9))
    root = s.uniqued(waiting, inner, value, s.string("a"))
    s.module.named_metadata["list"] = [root]
    ids = Enumeration(s.module)
    # The distinct node waits for the uniqued graph, so its string comes last.
    assert ids.strings == [s.string("b"), s.string("a"), s.string("c")]
    assert ids.nonstrings == [value, waiting, inner, root]
    assert [ids.metadata_ids[m] for m in (*ids.strings, *ids.nonstrings)] == list(range(7))


def test_metadata_of_one_function_stands_in_its_block() -> None:
    s = Sample()
    other = s.function("other")
    shared, mine, yours = (s.uniqued(s.string(text)) for text in ("shared", "mine", "yours"))
    s.use(s.integer(1)).metadata = ((1, mine), (1, shared))
    s.use(s.integer(1), function=other).metadata = ((1, yours), (1, shared))
    ids = Enumeration(s.module)
    assert (ids.strings, ids.nonstrings) == ([s.string("shared")], [shared])
    for function, own in ((s.k, mine), (other, yours)):
        _, _, metadata = ids.enter_function(function)
        assert (metadata.strings, metadata.nonstrings) == ([own.fields[0]], [own])
        assert ids.metadata_ids[own] == 3
        ids.leave_function()


def test_locals_in_metadata_come_last() -> None:
    s = Sample()
    local = LocalAsMetadata(s.k.arguments[0])
    kind = s.context.type(TypeCode.METADATA)
    node = s.uniqued(s.string("x"))
    s.use(MetadataAsValue(kind, local), MetadataAsValue(kind, node))
    ids = Enumeration(s.module)
    _, _, metadata = ids.enter_function(s.k)
    assert metadata.nonstrings == [node, local] and ids.metadata_ids[local] == 2
    ids.leave_function()
    assert local not in ids.metadata_ids


def test_attributes_are_numbered_by_first_use() -> None:
    s = Sample()
    kernel, callee, call = (AttributeGroup(place, (Attribute(0, 18),)) for place in (0xFFFFFFFF, 1, 2))
    s.k.attributes = (kernel,)
    s.function("other").attributes = (kernel, callee)
    instruction = Call(s.void, (s.integer(1), s.function("other")), (0, 0, 0), None)
    instruction.attributes = (call,)
    s.k.blocks[0].instructions.append(instruction)
    ids = Enumeration(s.module)
    assert ids.attribute_lists == {(): 0, (kernel,): 1, (kernel, callee): 2, (call,): 3}
    assert ids.attribute_groups == {kernel: 1, callee: 2, call: 3}


def test_groups_that_a_downgrade_made_equal_stay_two() -> None:
    s = Sample()
    group = AttributeGroup(1, (Attribute(0, 18),))
    s.k.attributes = (group,)
    s.function("other").attributes = (group._replace(twin=1),)
    assert list(Enumeration(s.module).attribute_groups.values()) == [1, 2]
