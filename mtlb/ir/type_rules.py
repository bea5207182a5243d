"""Types of results, and which types fit each other: the rules of LLVM IR that readers, builders and verifier share.

Functions that compute a type raise FormatError where the operands don't have one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..base.errors import FormatError
from .module import Context
from .opcodes import STRUCT_TYPES, ConstantCode, TypeCode
from .types import Type
from .values import Constant, Value, constant_number

__all__ = [
    "comparison",
    "element",
    "exchange",
    "find_member",
    "gep",
    "index_steps",
    "is_i1",
    "is_shuffle",
    "is_vector",
    "member",
    "pointee",
    "points_at",
    "shuffle",
    "takes_fast_flags",
]

_AGGREGATE: Final = ConstantCode.AGGREGATE
_ARRAY: Final = TypeCode.ARRAY
_INTEGER: Final = TypeCode.INTEGER
_OPAQUE_POINTER: Final = TypeCode.OPAQUE_POINTER
_POINTER: Final = TypeCode.POINTER
_STRUCT_ANON: Final = TypeCode.STRUCT_ANON
_VECTOR: Final = TypeCode.VECTOR


def is_vector(type_: Type) -> bool:
    """Whether it is a vector, of fixed or scalable length."""
    return type_.code is _VECTOR


def index_steps(source: Type, indices: Sequence[Value]) -> Iterator[tuple[Value, bool]]:
    """The indices of an element address of this source type, and whether each is the number of a struct's member.

    It ends before an index that the type has no place for.
    """
    current = source
    for place, index in enumerate(indices):
        is_member = place > 0 and current.code in STRUCT_TYPES
        number = constant_number(index) if is_member else 0
        if place and (number is None or not 0 <= number < len(current.elements)):
            return
        if place:
            current = current.elements[number or 0]
        yield index, is_member


def takes_fast_flags(result: Type, *, in_structs: bool = False) -> bool:
    """Whether a call, phi or select of this result may have fast-math flags.

    It is a floating-point type or a vector of one, or an array of such. LLVM 20 and later (`in_structs`) also take a
    literal struct whose members are all of one such type (FPMathOperator in LLVM's Operator.h).
    """
    while result.code is _ARRAY:
        result = result.elements[0]
    if in_structs and result.code is _STRUCT_ANON and len(set(result.elements)) == 1:
        result = result.elements[0]
    return result.is_floating


def is_i1(type_: Type) -> bool:
    """Whether it is the integer of one bit."""
    return type_.code is _INTEGER and type_.params == (1,)


def points_at(pointer: Type, target: Type | None) -> bool:
    """Whether an address of type `pointer`, or a vector of them, may point at a `target`."""
    address = pointer.scalar
    return address.code is _OPAQUE_POINTER or (address.code is _POINTER and address.elements[0] is target)


def element(type_: Type) -> Type:
    """The type of a vector's elements."""
    if not type_.elements:
        raise FormatError(f"a {type_.code.name} has no elements")
    return type_.elements[0]


def pointee(type_: Type) -> Type:
    """The pointee of a typed pointer."""
    if not type_.elements:
        raise FormatError(f"a {type_.code.name} has no pointee")
    return type_.elements[0]


def find_member(type_: Type, indices: Iterable[int]) -> Type | None:
    """The type that `indices` lead to inside of a struct or array; None if they lead nowhere."""
    for index in indices:
        place = index if type_.code in STRUCT_TYPES else 0
        if place >= len(type_.elements):
            return None
        type_ = type_.elements[place]
    return type_


def member(type_: Type, indices: Iterable[int]) -> Type:
    """The type that `indices` lead to inside of a struct or array."""
    member = find_member(type_, indices)
    if member is None:
        raise FormatError(f"indices that lead out of a {type_.code.name}")
    return member


def gep(context: Context, source: Type, operands: tuple[Value, ...]) -> Type:
    """The pointer, or vector of pointers, that getelementptr computes.

    `operands`: the base and the indices; those after the first index lead to a place inside of `source`.
    """
    base = operands[0].type
    pointer = base.scalar
    if pointer.code is _POINTER:
        target = source
        for at in range(2, len(operands)):
            place = _struct_index(operands[at]) if target.code in STRUCT_TYPES else 0
            if place >= len(target.elements):
                raise FormatError(f"getelementptr: an index leads out of a {target.code.name}")
            target = target.elements[place]
        pointer = context.pointer_type(target, pointer.address_space)
    for operand in operands:
        if operand.type.code is _VECTOR:
            return context.type(_VECTOR, operand.type.params, (pointer,))
    return pointer


def _struct_index(index: Value) -> int:
    """The member that a constant, or a vector of equal constants, names."""
    if not isinstance(index, Constant):
        raise FormatError("getelementptr: a struct index must be a constant")
    while index.code == _AGGREGATE:
        first = index.operands[0] if index.operands else None
        if not isinstance(first, Constant):
            break
        index = first
    value = index.params[0] if index.params else 0
    if value < 0:
        raise FormatError("getelementptr: a struct index is negative")
    return value


def comparison(context: Context, operand: Type) -> Type:
    """The result type of comparing operands of this type: i1, or a vector of i1."""
    bit = context.integer_type(1)
    return bit if operand.code is not _VECTOR else context.type(_VECTOR, operand.params, (bit,))


def shuffle(context: Context, operand: Type, mask: Type) -> Type:
    """The result type of shufflevector: the operands' element type, with the mask's length."""
    if operand.code is not _VECTOR or mask.code is not _VECTOR:
        raise FormatError("shufflevector: operands and mask must be vectors")
    return context.type(_VECTOR, mask.params, operand.elements)


def is_shuffle(operand: Type, mask: Type, result: Type) -> bool:
    """Whether shufflevector gives this result."""
    return (
        is_vector(operand)
        and is_vector(mask)
        and is_vector(result)
        and result.elements == operand.elements
        and result.params == mask.params
    )


def exchange(context: Context, value: Type) -> Type:
    """The result type of cmpxchg: the previous value, and whether it was the expected one."""
    return context.type(_STRUCT_ANON, (0,), (value, context.integer_type(1)))
