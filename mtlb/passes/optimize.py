"""The observed code changes of Apple's linkers from 32023.329 on: two folds of LLVM's InstCombine.

docs/linking.md §9 has the evidence, and lists what is missing.
"""

from __future__ import annotations

from typing import Final, TypeVar

from ..ir import (
    BasicBlock,
    BinaryOperator,
    BlockInstruction,
    Constant,
    ConstantCode,
    FastMath,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
    copy_module,
)
from ..ir.build import IRBuilder
from ..ir.floats import FLOAT_FORMATS

_T = TypeVar("_T")
_PHI: Final = InstCode.PHI
_BINOP: Final = InstCode.BINOP
_FMUL: Final = int(BinaryOperator.FMUL)
_FDIV: Final = int(BinaryOperator.FDIV)
_REASSOCIATE: Final = FastMath.FAST | FastMath.REASSOC
_FLOATS: Final = (TypeCode.HALF, TypeCode.FLOAT, TypeCode.DOUBLE)  # bfloat was never observed
_ONE: Final = {code: FLOAT_FORMATS[code].one for code in _FLOATS}


def optimize(module: Module) -> Module:
    """Apply the two folds to every function. Returns a copy, or `module` itself if there is nothing to fold."""
    if not any(_has_folds(function) for function in module.functions):
        return module
    copy = copy_module(module)
    b = IRBuilder(copy.context)
    for function in copy.functions:
        while _divide_last(b, function):
            pass  # the new product may have a quotient as a factor itself
        for block in function.blocks:
            _align_phis(block)
    return copy


def _has_folds(function: Function) -> bool:
    products: list[Instruction] = []
    for block in function.blocks:
        order: tuple[BasicBlock, ...] | None = None
        for instruction in block.instructions:
            if instruction.code is _PHI:
                if order is None:
                    order = instruction.blocks
                elif instruction.blocks != order:
                    return True
            elif instruction.code is _BINOP and instruction.opcode == _FMUL:
                left, right = instruction.operands
                if _is_quotient(left) or _is_quotient(right):
                    products.append(instruction)
    if not products:
        return False
    uses = _uses(function)
    return any(_quotient_place(product, uses) is not None for product in products)


def _phis(block: BasicBlock) -> list[BlockInstruction]:
    return [i for i in block.instructions if isinstance(i, BlockInstruction) and i.code is _PHI]


def _align_phis(block: BasicBlock) -> None:
    """Reorder the operands of all phis of a block to the order of predecessors in the first phi."""
    phis = _phis(block)
    for phi in phis[1:]:
        for place, requested in enumerate(phis[0].blocks):
            if phi.blocks[place] is not requested:
                other = phi.blocks.index(requested)
                phi.blocks = _swapped(phi.blocks, place, other)
                phi.operands = _swapped(phi.operands, place, other)


def _swapped(items: tuple[_T, ...], a: int, b: int) -> tuple[_T, ...]:
    swapped = list(items)
    swapped[a], swapped[b] = items[b], items[a]
    return tuple(swapped)


def _divide_last(b: IRBuilder, function: Function) -> bool:
    """``(x / y) * z`` becomes ``(x * z) / y`` if the product is the quotient's only use and may be reassociated.

    A product of 1 and z is replaced by z. The new product is placed before the division and has the flags of the old
    one. Returns False if nothing was folded.
    """
    uses = _uses(function)
    gone: set[Value | BasicBlock] = set()
    for block in function.blocks:
        result = b.collect()
        for instruction in block.instructions:
            place = _quotient_place(instruction, uses)
            if place is not None:
                gone.add(_divided_last(b, instruction, place))
            result.append(instruction)
        block.instructions = result
    if gone:
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in gone]
        function.symbols = [s for s in function.symbols if s not in gone]
    return bool(gone)


def _divided_last(b: IRBuilder, product: Instruction, place: int) -> Instruction:
    """Turn a product whose factor at `place` is a quotient into the division; returns the quotient, which is now
    unused.
    """
    quotient, factor = product.operands[place], product.operands[1 - place]
    assert isinstance(quotient, Instruction)
    numerator: Value = quotient.left
    if _is_one(numerator):
        numerator = factor
    else:
        operands = (factor, numerator) if isinstance(numerator, Constant) else (numerator, factor)
        b.debug_loc = product.debug_loc
        numerator = b.make(_BINOP, product.type, operands, product.params)
    product.operands = (numerator, quotient.right)
    product.set_fields(opcode=BinaryOperator.FDIV)
    return quotient


def _uses(function: Function) -> dict[Value, int]:
    """The number of operands that name each value."""
    uses: dict[Value, int] = {}
    for instruction in function.instructions():
        for operand in instruction.operands:
            uses[operand] = uses.get(operand, 0) + 1
    return uses


def _quotient_place(instruction: Instruction, uses: dict[Value, int]) -> int | None:
    """The index of the factor that is a quotient with no other use; None if there is none, or the product has no
    reassociation flag.
    """
    if _is_binary(instruction, _FMUL) and instruction.fast_flags & _REASSOCIATE:
        for place, factor in enumerate(instruction.operands):
            if not isinstance(factor, Instruction) or not _is_quotient(factor) or uses[factor] > 1:
                continue
            # A product of two constants would have to be computed.
            if _is_one(factor.left) or not isinstance(instruction.operands[1 - place], Constant):
                return place
    return None


def _is_quotient(value: Value) -> bool:
    return isinstance(value, Instruction) and _is_binary(value, _FDIV)


def _is_binary(instruction: Instruction, opcode: int) -> bool:
    return instruction.code is _BINOP and instruction.opcode == opcode and _is_float(instruction.type)


def _is_float(type_: Type) -> bool:
    return type_.scalar.code in _ONE


def _is_one(value: Value) -> bool:
    if not isinstance(value, Constant):
        return False
    item = _ONE.get(value.type.scalar.code)
    return value.code in (ConstantCode.FLOAT, ConstantCode.DATA) and set(value.params) == {item}
