"""The folds of Apple's newer linkers."""

from __future__ import annotations

from mtlb.ir import (
    Argument,
    BasicBlock,
    ConstantCode,
    Context,
    Function,
    InstCode,
    Instruction,
    Linkage,
    Module,
    TypeCode,
    Value,
    make_instruction,
)
from mtlb.passes.optimize import optimize

CONTEXT = Context()
FLOAT = CONTEXT.type(TypeCode.FLOAT)
ONE = CONTEXT.constant(FLOAT, ConstantCode.FLOAT, (0x3F800000,))
TWO = CONTEXT.constant(FLOAT, ConstantCode.FLOAT, (0x40000000,))
THREE = CONTEXT.constant(FLOAT, ConstantCode.FLOAT, (0x40400000,))
MULTIPLY, DIVIDE, FAST = 2, 4, 254
X, Y, Z = Argument(FLOAT, 0), Argument(FLOAT, 1), Argument(FLOAT, 2)


def binary(opcode: int, left: Value, right: Value, flags: int = FAST) -> Instruction:
    return make_instruction(InstCode.BINOP, FLOAT, [left, right], (opcode, flags))


def optimized(*blocks: list[Instruction]) -> list[list[Instruction]]:
    type_ = CONTEXT.type(TypeCode.FUNCTION, (0,), (FLOAT, FLOAT, FLOAT, FLOAT))
    function = Function(CONTEXT.pointer_type(type_), type_, "f", Linkage.EXTERNAL)
    function.is_definition, function.arguments = True, [X, Y, Z]
    for instructions in blocks:
        function.blocks.append(BasicBlock())
        function.blocks[-1].instructions = list(instructions)
    module = optimize(Module(context=CONTEXT, functions=[function]))
    return [block.instructions for block in module.functions[0].blocks]


def test_a_product_with_a_reciprocal_is_a_quotient() -> None:
    for swapped in (False, True):
        reciprocal = binary(DIVIDE, ONE, Y)
        product = binary(MULTIPLY, reciprocal, X) if swapped else binary(MULTIPLY, X, reciprocal)
        nothing, (quotient,) = optimized([reciprocal], [product])
        x, y = quotient.operands
        assert nothing == [] and quotient.params == (DIVIDE, FAST)
        assert isinstance(x, Argument) and isinstance(y, Argument) and (x.index, y.index) == (0, 1)
        assert product.params == (MULTIPLY, FAST)  # the module that was given is as it was


def test_a_product_with_a_quotient_is_divided_last() -> None:
    half = binary(DIVIDE, TWO, Y)
    ((product, quotient),) = optimized([half, binary(MULTIPLY, half, X)])
    x, two = product.operands
    assert isinstance(x, Argument) and two is TWO and product.params == (MULTIPLY, FAST)  # a constant is to the right
    y = quotient.right
    assert quotient.left is product and isinstance(y, Argument) and y.index == 1 and quotient.params == (DIVIDE, FAST)


def test_a_product_with_a_quotient_of_a_quotient_is_divided_twice() -> None:
    inner = binary(DIVIDE, X, Y)
    outer = binary(DIVIDE, inner, Z)
    ((product, first, second),) = optimized([inner, outer, binary(MULTIPLY, Z, outer)])
    assert [i.params[0] for i in (product, first, second)] == [MULTIPLY, DIVIDE, DIVIDE]
    assert first.left is product and second.left is first


def test_what_is_no_quotient_or_used_twice_or_exact_stays() -> None:
    half = binary(DIVIDE, TWO, Y)
    shared = binary(DIVIDE, ONE, Y)
    exact = binary(DIVIDE, ONE, Y)
    code = [
        half,
        binary(MULTIPLY, half, THREE),
        shared,
        binary(MULTIPLY, X, shared),
        binary(MULTIPLY, Y, shared),
        exact,
        binary(MULTIPLY, X, exact, 0),
    ]
    assert optimized(code) == [code]
    assert [i.params[0] for i in code] == [4, 2, 4, 2, 2, 4, 2]


def test_phis_of_a_block_list_its_predecessors_alike() -> None:
    a, b, c = BasicBlock("a"), BasicBlock("b"), BasicBlock("c")
    first = make_instruction(InstCode.PHI, FLOAT, [X, Y, ONE], (0,), [a, b, c])
    second = make_instruction(InstCode.PHI, FLOAT, [X, Y, ONE], (0,), [c, a, b])
    ((first, other),) = optimized([first, second])
    assert [block.name for block in other.blocks] == [block.name for block in first.blocks] == ["a", "b", "c"]
    y, item, x = other.operands
    assert isinstance(x, Argument) and isinstance(y, Argument) and (y.index, item, x.index) == (1, ONE, 0)
    assert second.blocks == (c, a, b)  # the module that was given is as it was
