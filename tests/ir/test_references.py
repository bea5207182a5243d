"""References between globals, in Apple's order, and the results of LLVM's GlobalStatus."""

from __future__ import annotations

from mtlb.ir import (
    BasicBlock,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    Type,
    TypeCode,
    Value,
    make_instruction,
)
from mtlb.ir.references import References

CONTEXT = Context()
INTEGER = CONTEXT.integer_type(32)
VOID = CONTEXT.type(TypeCode.VOID)
POINTER = CONTEXT.pointer_type(INTEGER)
BITCAST, PTRTOINT = 11, 9


def variable(name: str) -> GlobalVariable:
    result = GlobalVariable(POINTER, INTEGER, name, Linkage.INTERNAL)
    result.initializer = CONTEXT.constant(INTEGER, ConstantCode.NULL)
    return result


def function(name: str, *instructions: Instruction) -> Function:
    type_ = CONTEXT.type(TypeCode.FUNCTION, (0,), (VOID,))
    result = Function(CONTEXT.pointer_type(type_), type_, name, Linkage.EXTERNAL)
    if instructions:
        result.is_definition = True
        result.blocks = [BasicBlock()]
        result.blocks[0].instructions = list(instructions)
    return result


def call(callee: Value, *arguments: Value) -> Instruction:
    return make_instruction(InstCode.CALL, VOID, [*arguments, callee], (0, 0, 0))


def load(pointer: Value) -> Instruction:
    return make_instruction(InstCode.LOAD, INTEGER, [pointer], (0, 0))


def store(value: Value, pointer: Value) -> Instruction:
    return make_instruction(InstCode.STORE, VOID, [value, pointer], (0, 0))


def cast(value: Value, to: Type = POINTER, opcode: int = BITCAST) -> Value:
    return CONTEXT.constant(to, ConstantCode.CE_CAST, (opcode, 0), (value,))


def test_instructions_from_the_last_operands_from_the_first() -> None:
    a, b, c, d = (variable(name) for name in "abcd")
    leaf, helper = function("leaf"), function("helper", load(d))
    main = function("main", load(c), call(helper), call(leaf, cast(a), b))
    assert [v.name for v in References().reach([main])] == ["main", "a", "b", "leaf", "helper", "d", "c"]


def test_roots_come_one_after_the_other_with_all_they_need() -> None:
    a, b = variable("a"), variable("b")
    first, second = function("first", load(a)), function("second", load(b), load(a))
    assert [v.name for v in References().reach([first, second])] == ["first", "a", "second", "b"]


def test_reading_and_writing_does_not_let_an_address_escape() -> None:
    a, b = variable("a"), variable("b")
    item = CONTEXT.constant(INTEGER, ConstantCode.INTEGER, (1,))
    element = make_instruction(InstCode.GEP, POINTER, [a, item], (0,), (), INTEGER)
    uses = References().of(function("f", load(cast(b)), element, store(item, element), load(a)))
    assert uses.escaping == set()


def test_what_lets_an_address_escape() -> None:
    a, b, c, d = (variable(name) for name in "abcd")
    element = make_instruction(InstCode.GEP, POINTER, [c], (0,), (), INTEGER)
    number = cast(d, INTEGER, PTRTOINT)
    callee = function("g")
    main = function("f", call(callee, a), store(b, cast(a)), element, call(callee, element), call(callee, number))
    assert References().of(main).escaping == {a, b, c, d}


def test_comparisons_and_calls_are_distinguished() -> None:
    a, callee, other = variable("a"), function("g"), function("h")
    compare = make_instruction(InstCode.CMP2, CONTEXT.integer_type(1), [a, a], (32, 0))
    main = function("f", compare, call(callee), call(callee, cast(other)))
    uses = References().of(main)
    assert uses.compared == {a} and uses.escaping == {other}
    assert uses.taken == {a, other}
    assert [instruction.callee for instruction in uses.calls] == [callee, callee]


def test_memory_intrinsics_do_not_take_the_address() -> None:
    a = variable("a")
    assert References().of(function("f", call(function("llvm.memset.p0i8.i64"), a))).escaping == set()
