"""Helpers for instruction handlers: operands by signedness, constants of a type, vector elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..emit.operands import TypedValue
from ..emit.types import MetalType, Scalar, Vector, element_of
from ..emit.types import with_count as with_count
from ..spirv import SpirvInstruction
from .functions import FunctionLowering


def scalar_of(type: MetalType) -> Scalar:
    """The type of a number, or of the elements of a vector."""
    element = element_of(type)
    assert element is not None, type
    return element


def ids(i: SpirvInstruction) -> list[int]:
    """The operands of an instruction whose operands are all ids; for an extended instruction, those after the
    number."""
    start = 2 if i.name == "OpExtInst" else 0
    return [int(id) for id in i.operands[start:]]


def numbers(f: FunctionLowering, i: SpirvInstruction) -> list[TypedValue]:
    """The operands of an instruction that takes numbers and vectors alone."""
    return [f.number(id) for id in ids(i)]


def signed(f: FunctionLowering, id: int) -> TypedValue:
    """An operand as signed integers."""
    return f.signed(f.number(id))


def unsigned(f: FunctionLowering, id: int) -> TypedValue:
    """An operand as unsigned integers."""
    return f.unsigned(f.number(id))


def like(f: FunctionLowering, value: TypedValue, type: MetalType) -> TypedValue:
    """An integer converted to the signedness and width of `type`."""
    element = scalar_of(type)
    value = f.signed(value) if element.is_signed else f.unsigned(value)
    return f.b.resize(value, element.bits)


def elements(f: FunctionLowering, value: TypedValue) -> list[TypedValue]:
    """The numbers of a vector, or the only one."""
    return list(value) if isinstance(value.type, Vector) else [value]


def length(value: TypedValue) -> int:
    """The number of components."""
    return value.type.count if isinstance(value.type, Vector) else 1


def first(f: FunctionLowering, value: TypedValue, count: int) -> TypedValue:
    """The first `count` numbers of a vector."""
    if count == length(value):
        return value
    return f.b.shuffle(value, list(range(count))) if count > 1 else value[0]


def whole(f: FunctionLowering, parts: Sequence[TypedValue]) -> TypedValue:
    """A vector of these numbers; a single number is returned as it is."""
    return f.b.vector(*parts) if len(parts) > 1 else parts[0]


def each(f: FunctionLowering, make: Callable[..., TypedValue], *values: TypedValue) -> TypedValue:
    """`make` applied element by element to vectors of the same size."""
    parts = [make(*lane) for lane in zip(*[elements(f, value) for value in values], strict=True)]
    return whole(f, parts)
