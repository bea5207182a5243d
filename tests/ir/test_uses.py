"""What operands, bodies, initializers and metadata name."""

from __future__ import annotations

from mtlb.ir import (
    BasicBlock,
    Constant,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    TypeCode,
    Value,
    make_instruction,
)
from mtlb.ir.uses import (
    base_of,
    constants_of,
    elements_of,
    globals_in,
    globals_in_fields,
    globals_in_metadata,
    named_by,
    named_in,
    points_plainly,
)

CONTEXT = Context()
INTEGER = CONTEXT.integer_type(32)
POINTER = CONTEXT.pointer_type(INTEGER)
PAIR = CONTEXT.type(TypeCode.ARRAY, (2,), (POINTER,))
VOID = CONTEXT.type(TypeCode.VOID)
BITCAST, PTRTOINT = 11, 9


def variable(name: str, initializer: Value | None = None) -> GlobalVariable:
    result = GlobalVariable(POINTER, INTEGER, name, Linkage.INTERNAL)
    result.initializer = initializer
    return result


def cast(value: Value, *, to_number: bool = False) -> Constant:
    type_, opcode = (INTEGER, PTRTOINT) if to_number else (POINTER, BITCAST)
    return CONTEXT.constant(type_, ConstantCode.CE_CAST, (opcode, 0), (value,))


def pair(*elements: Value) -> Constant:
    return CONTEXT.constant(PAIR, ConstantCode.AGGREGATE, (), elements)


A, B, C = variable("a"), variable("b"), variable("c")


def test_globals_in_a_constant_come_in_its_order() -> None:
    assert globals_in(pair(cast(A), B)) == [A, B]


def test_an_operand_points_plainly_under_pointer_casts_alone() -> None:
    number = cast(A, to_number=True)
    assert points_plainly(A) and points_plainly(cast(cast(A)))
    assert not points_plainly(number) and not points_plainly(pair(A, B)) and not points_plainly(cast(number))
    assert base_of(cast(number)) is A


def test_a_list_that_is_zero_or_declared_has_no_elements() -> None:
    zeros = variable("list", CONTEXT.constant(PAIR, ConstantCode.NULL))
    assert elements_of(zeros) == elements_of(variable("declared")) == elements_of(variable("cast", cast(A))) == ()
    assert elements_of(variable("list", pair(A, B))) == (A, B)


def test_a_function_names_what_its_prologue_names_and_its_operands() -> None:
    type_ = CONTEXT.type(TypeCode.FUNCTION, (0,), (VOID,))
    function = Function(CONTEXT.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
    function.prefix, function.personality = cast(C), cast(B)
    function.blocks = [BasicBlock()]
    function.blocks[0].instructions = [make_instruction(InstCode.STORE, VOID, [cast(B), A], (0, 0))]
    assert constants_of(function) == [cast(C), cast(B)]
    assert list(named_by(function)) == [C, B, B, A]


def test_what_a_view_replaces_is_named_by_what_takes_its_place() -> None:
    other = variable("other")
    module = Module(CONTEXT, globals=[variable("c", cast(A)), variable("d", B), other], replaced={A: other})
    assert named_in(module) == {other, B}


def test_metadata_names_each_global_once_in_its_order() -> None:
    a, b, c = (CONTEXT.value_metadata(value) for value in (cast(A), B, C))
    below = CONTEXT.node(MetadataCode.NODE, [c, a])
    root = MDNode(MetadataCode.NODE, [a, None, below, b], distinct=True)
    root.fields = (*root.fields, root)
    assert globals_in_metadata([root]) == [A, C, B]
    assert globals_in_metadata([b, root]) == [B, A, C]
    assert globals_in_fields(root) == [A, B]
