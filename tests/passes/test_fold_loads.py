"""Variables that a module only reads: the loads fold, and the variable goes or becomes a constant."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mtlb.ir import (
    Argument,
    BasicBlock,
    Constant,
    ConstantCode,
    Context,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Type,
    TypeCode,
    Value,
    make_instruction,
)
from mtlb.passes.fold_loads import fold_loads

CONTEXT = Context()
FLOAT = CONTEXT.type(TypeCode.FLOAT)
I32 = CONTEXT.integer_type(32)
PAIR = CONTEXT.type(TypeCode.ARRAY, (2,), (FLOAT,))
ONE, TWO = 0x3F800000, 0x40000000
ADD, SUBTRACT, MULTIPLY = 0, 1, 2
X, N = Argument(FLOAT, 0, "x"), Argument(I32, 1, "n")


def integer(value: int) -> Constant:
    return CONTEXT.constant(I32, ConstantCode.INTEGER, (value,)) if value else CONTEXT.constant(I32, ConstantCode.NULL)


def variable(name: str = "_ZL6matrix") -> GlobalVariable:
    actual = GlobalVariable(CONTEXT.pointer_type(PAIR, 2), PAIR, name, Linkage.INTERNAL)
    actual.address_space = 2
    actual.initializer = CONTEXT.constant(PAIR, ConstantCode.DATA, (ONE, TWO))
    return actual


def element(base: Value, number: int) -> Constant:
    type_ = CONTEXT.pointer_type(FLOAT, 2)
    return CONTEXT.constant(type_, ConstantCode.CE_GEP, (1, -1), (base, integer(0), integer(number)), PAIR)


def load(pointer: Value, type_: Type = FLOAT, *, volatile: bool = False) -> Instruction:
    return make_instruction(InstCode.LOAD, type_, [pointer], (3, int(volatile)))


def binary(opcode: int, left: Value, right: Value) -> Instruction:
    return make_instruction(InstCode.BINOP, FLOAT, [left, right], (opcode, 254))


def module_of(variables: Sequence[GlobalVariable], *instructions: Instruction) -> Module:
    type_ = CONTEXT.type(TypeCode.FUNCTION, (0,), (FLOAT, FLOAT, I32))
    function = Function(CONTEXT.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
    function.is_definition, function.arguments = True, [X, N]
    function.blocks = [BasicBlock("entry")]
    function.blocks[0].instructions = list(instructions)
    function.symbols = [X, N, *(i for i in instructions if i.name)]
    return Module(context=CONTEXT, globals=list(variables), functions=[function])


def code_of(module: Module) -> list[Instruction]:
    return list(module.functions[0].instructions())


def test_loads_become_the_elements_and_the_variable_goes() -> None:
    g = variable()
    first, second = load(element(g, 0)), load(element(g, 1))
    first.name = "a"
    product, total = binary(MULTIPLY, first, X), binary(SUBTRACT, second, X)
    module = module_of([g], first, second, product, total)
    folded = fold_loads(module)
    assert folded.globals == [] and fold_loads(folded) is folded
    product, total = code_of(folded)
    x, constant = product.operands
    assert (
        isinstance(x, Argument) and isinstance(constant, Constant) and constant.params == (ONE,)
    )  # moved to the right
    left, right = total.operands
    assert isinstance(left, Constant) and left.params == (TWO,) and isinstance(right, Argument)  # not commutative
    assert [value.name for value in folded.functions[0].symbols] == ["x", "n"]
    assert module.globals == [g] and not g.is_constant and len(code_of(module)) == 4  # as it was


@pytest.mark.parametrize("opcode", [ADD, MULTIPLY])
def test_two_constants_stay_as_they_are(opcode: int) -> None:
    g = variable()
    a, b = load(element(g, 0)), load(element(g, 1))
    (total,) = code_of(fold_loads(module_of([g], a, b, binary(opcode, a, b))))
    assert [o.params for o in total.operands if isinstance(o, Constant)] == [(ONE,), (TWO,)]


def test_an_address_that_is_computed_by_an_instruction_goes_with_its_loads() -> None:
    g = variable()
    address = make_instruction(
        InstCode.GEP, CONTEXT.pointer_type(FLOAT, 2), [g, integer(0), integer(1)], (1,), aux_type=PAIR
    )
    value = load(address)
    folded = fold_loads(module_of([g], address, value, binary(ADD, X, value)))
    assert [i.code for i in code_of(folded)] == [InstCode.BINOP] and folded.globals == []


def test_a_dynamic_index_leaves_a_constant() -> None:
    g = variable()
    address = make_instruction(InstCode.GEP, CONTEXT.pointer_type(FLOAT, 2), [g, integer(0), N], (1,), aux_type=PAIR)
    dynamic, fixed = load(address), load(element(g, 0))
    folded = fold_loads(module_of([g], address, dynamic, fixed, binary(ADD, dynamic, fixed)))
    assert [v.is_constant for v in folded.globals] == [True] and not g.is_constant
    assert [i.code for i in code_of(folded)] == [InstCode.GEP, InstCode.LOAD, InstCode.BINOP]


def test_a_load_of_another_type_leaves_a_constant() -> None:
    g = variable()
    pointer = CONTEXT.constant(CONTEXT.pointer_type(I32, 2), ConstantCode.CE_CAST, (11, 0), (g,))
    folded = fold_loads(module_of([g], load(pointer, I32)))
    assert [v.is_constant for v in folded.globals] == [True] and len(code_of(folded)) == 1


def store(g: GlobalVariable) -> Instruction:
    return make_instruction(InstCode.STORE, CONTEXT.type(TypeCode.VOID), [X, element(g, 0)], (3, 0))


def call(g: GlobalVariable) -> Instruction:
    pointer = CONTEXT.pointer_type(FLOAT, 2)
    type_ = CONTEXT.type(TypeCode.FUNCTION, (0,), (FLOAT, pointer))
    callee = Function(CONTEXT.pointer_type(type_), type_, "air.read", Linkage.EXTERNAL)
    return make_instruction(InstCode.CALL, FLOAT, [element(g, 0), callee], (0, 0, 0), aux_type=type_)


def compare(g: GlobalVariable) -> Instruction:
    return make_instruction(InstCode.CMP2, CONTEXT.integer_type(1), [element(g, 0), element(g, 1)], (32, 0))


def volatile_load(g: GlobalVariable) -> Instruction:
    return load(element(g, 0), volatile=True)


@pytest.mark.parametrize("use", [store, call, compare, volatile_load])
def test_what_is_written_or_escapes_stays(use: object) -> None:
    g = variable()
    assert callable(use)
    module = module_of([g], use(g), load(element(g, 0)))
    assert fold_loads(module) is module


def test_other_variables_stay() -> None:
    unread, constant, external, declared, named = (variable(name) for name in ("a", "b", "c", "d", "e"))
    constant.is_constant = True
    external.linkage = Linkage.EXTERNAL
    declared.initializer = None
    holder = variable("holder")
    holder.value_type = CONTEXT.type(TypeCode.ARRAY, (1,), (named.type,))
    holder.initializer = CONTEXT.constant(holder.value_type, ConstantCode.AGGREGATE, (), (named,))
    loads = [load(element(v, 0)) for v in (constant, external, declared, named)]
    module = module_of([unread, constant, external, declared, named, holder], *loads)
    assert fold_loads(module) is module


def test_what_only_a_folded_variable_named_goes_too() -> None:
    kept, other = variable("kept"), variable("other")
    kept.is_constant = True
    pointers = CONTEXT.type(TypeCode.ARRAY, (1,), (other.type,))
    table = GlobalVariable(CONTEXT.pointer_type(pointers, 2), pointers, "table", Linkage.INTERNAL)
    table.initializer = CONTEXT.constant(pointers, ConstantCode.AGGREGATE, (), (kept,))
    address = CONTEXT.constant(
        CONTEXT.pointer_type(other.type, 2), ConstantCode.CE_GEP, (1, -1), (table, integer(0), integer(0)), pointers
    )
    module = module_of([table, kept], load(address, other.type))
    assert fold_loads(module).globals == []
    user = load(address, other.type)
    (left,) = fold_loads(module_of([table, kept], user, load(user, PAIR))).globals
    assert left.name == "kept"


def test_what_a_prefix_names_stays() -> None:
    g = variable()
    module = module_of([g], load(element(g, 0)))
    module.functions[0].prefix = element(g, 1)
    assert fold_loads(module) is module
