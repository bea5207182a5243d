"""Splitting of values into numbers and reassembly, for calling conventions of hosts that pass vectors and structs."""

from __future__ import annotations

from ..base.errors import UnsupportedError
from ..ir import STRUCT_TYPES, AttributeKind, BinaryOperator, DataLayout, Function, Type, TypeCode, Value
from ..ir.type_rules import is_vector
from ..passes.rewriter import Rewriter
from .arguments import passed_type
from .memory import members

_LAYOUT = DataLayout()


def numbers_of(code: Rewriter, value: Value) -> list[Value]:
    """The numbers in a value, in the order of memory."""
    type_ = value.type
    if is_vector(type_):
        return [code.extract_element(value, place) for place in range(type_.params[0])]
    elements = _elements(type_)
    if elements is None:
        return [value]
    return [number for place in range(len(elements)) for number in numbers_of(code, code.part(value, place))]


def _elements(type_: Type) -> list[Type] | None:
    """The types of the members of a struct or an array; None for any other type."""
    if type_.code is TypeCode.ARRAY:
        return [type_.elements[0]] * type_.params[0]
    return list(type_.elements) if type_.code in STRUCT_TYPES else None


def made_of(code: Rewriter, type_: Type, numbers: list[Value]) -> Value:
    """Build a value of a type from the first of these numbers, which are removed from the list.

    A wider integer is built from as many numbers as fit, because calling conventions pass small structs this way.
    UnsupportedError if there are too few numbers, or their types do not fit.
    """
    if is_vector(type_):
        return code.joined(type_, [made_of(code, type_.scalar, numbers) for _ in range(type_.params[0])])
    elements = _elements(type_)
    if elements is not None:
        return code.aggregate(type_, [made_of(code, element, numbers) for element in elements])
    if not numbers:
        raise UnsupportedError("it has more numbers than the plan says")
    first = numbers.pop(0)
    size = _size(first.type)
    if type_.code is not TypeCode.INTEGER or len(numbers) == 0 or _size(type_) < 2 * size:
        return fitted(code, first, type_)
    whole = code.resized(_as_bits(code, first), type_)
    for place in range(1, min(_size(type_) // size, len(numbers) + 1)):
        part = code.resized(_as_bits(code, numbers.pop(0)), type_)
        moved = code.binary(BinaryOperator.SHL, part, code.integer(type_, 8 * size * place))
        whole = code.binary(BinaryOperator.OR, whole, moved)
    return whole


def taken_from(code: Rewriter, type_: Type, numbers: list[Value]) -> Value:
    """Build a number or vector of a type from the first of these numbers, which are removed from the list.

    Unused bits of a wider integer stay in the list. UnsupportedError as for `made_of`.
    """
    if is_vector(type_):
        return code.joined(type_, [taken_from(code, type_.scalar, numbers) for _ in range(type_.params[0])])
    if not numbers:
        raise UnsupportedError("it has fewer numbers than the plan says")
    first = numbers.pop(0)
    size, has = _size(type_), _size(first.type)
    if first.type.code is TypeCode.INTEGER and has > size and type_.scalar.code is not TypeCode.INTEGER:
        numbers.insert(0, _rest(code, first, 8 * size))
        first = code.resized(first, code.context.integer_type(8 * size))
    return fitted(code, first, type_)


def _rest(code: Rewriter, number: Value, bits: int) -> Value:
    moved = code.binary(BinaryOperator.LSHR, number, code.integer(number.type, bits))
    return code.resized(moved, code.context.integer_type(number.type.params[0] - bits))


def _size(type_: Type) -> int:
    return max(_LAYOUT.size(type_), 1)


def _as_bits(code: Rewriter, number: Value) -> Value:
    if number.type.code is TypeCode.INTEGER:
        return number
    return code.bitcast(number, code.context.integer_type(8 * _size(number.type)))


def fitted(code: Rewriter, number: Value, type_: Type) -> Value:
    """A number converted to another type: integers are extended or truncated; between floats and integers of one size
    the bits are kept.
    """
    if number.type is type_:
        return number
    if number.type.code is TypeCode.INTEGER and type_.code is TypeCode.INTEGER:
        return code.resized(number, type_)
    if not type_.is_pointer and not number.type.is_pointer and _size(type_) == _size(number.type):
        return code.bitcast(number, type_)
    raise UnsupportedError("the plan gives it a number of a different type")


def _leaves(type_: Type, start: int = 0) -> list[tuple[Type, int]]:
    """The numbers and vectors in a type, with their byte offsets in memory."""
    if type_.code is TypeCode.ARRAY:
        size = _LAYOUT.alloc_size(type_.elements[0])
        each = [(type_.elements[0], start + n * size) for n in range(type_.params[0])]
    elif type_.code in STRUCT_TYPES:
        each = [(member, start + offset) for member, offset in members(type_)]
    else:
        return [(type_, start)]
    return [leaf for member, offset in each for leaf in _leaves(member, offset)]


def _address(code: Rewriter, memory: Value, offset: int) -> Value:
    return memory if not offset else code.gep(code.i8, memory, code.integer(code.i64, offset))


def store_parts(code: Rewriter, memory: Value, type_: Type, numbers: list[Value]) -> None:
    """Store numbers in the memory layout of a type."""
    for leaf, offset in _leaves(type_):
        if not numbers:
            return
        alignment = _LAYOUT.alignment(leaf.scalar).bit_length()
        code.store(made_of(code, leaf, numbers), _address(code, memory, offset), alignment)


def loaded_parts(code: Rewriter, memory: Value, type_: Type) -> list[Value]:
    """Load the numbers of a type in memory."""
    values: list[Value] = []
    for leaf, offset in _leaves(type_):
        alignment = _LAYOUT.alignment(leaf.scalar).bit_length()
        values += numbers_of(code, code.load(leaf, _address(code, memory, offset), alignment))
    return values


def result_memory(function: Function) -> tuple[int, Type] | None:
    """The parameter through which a function writes its result (`sret`), and the result's type; None if there
    is none.
    """
    for place in range(len(function.arguments)):
        result = passed_type(function, place, (AttributeKind.STRUCT_RET,))
        if result is not None:
            return place, result
    return None
