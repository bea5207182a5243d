"""Reads the TYPE block: the type table of a module."""

from __future__ import annotations

from ..base.errors import FormatError, UnsupportedError
from ..bitstream.stream import Block
from ..ir import Type, TypeCode
from .decoding import build_in_order, characters
from .state import ReadState

__all__ = ["read_types"]

_COMPOSED_TYPES = frozenset({TypeCode.POINTER, TypeCode.ARRAY, TypeCode.VECTOR, TypeCode.FUNCTION})
_MAX_INTEGER_BITS = (1 << 24) - 1  # LLVM's IntegerType::MAX_INT_BITS, before it was lowered to 2^23
_PLAIN_TYPES = frozenset(
    {
        TypeCode.VOID,
        TypeCode.FLOAT,
        TypeCode.DOUBLE,
        TypeCode.LABEL,
        TypeCode.HALF,
        TypeCode.X86_FP80,
        TypeCode.FP128,
        TypeCode.PPC_FP128,
        TypeCode.METADATA,
        TypeCode.X86_MMX,
        TypeCode.TOKEN,
        TypeCode.BFLOAT,
        TypeCode.X86_AMX,
    }
)


def read_types(state: ReadState, block: Block) -> None:
    """Read the TYPE block into `state.types`; FormatError for a record that describes no type."""
    records: list[tuple[TypeCode, tuple[int, ...], list[int]]] = []  # code, params, element type ids
    made: list[Type | None] = []
    name = ""

    def record(code_number: int, ops: list[int]) -> None:
        nonlocal name
        code = TypeCode(code_number)
        type_: Type | None = None
        params: tuple[int, ...] = ()
        elements: list[int] = []
        if code is TypeCode.NUMENTRY:
            return
        if code is TypeCode.STRUCT_NAME:
            name = characters(ops)
            return
        if code in _PLAIN_TYPES:
            type_ = state.context.type(code)
        elif code is TypeCode.INTEGER or code is TypeCode.OPAQUE_POINTER:
            state.opaque_pointers |= code is TypeCode.OPAQUE_POINTER
            if code is TypeCode.INTEGER and not 1 <= ops[0] <= _MAX_INTEGER_BITS:
                raise FormatError(f"an integer type of {ops[0]} bits")
            type_ = state.context.type(code, (ops[0],))
        elif code is TypeCode.POINTER:
            params, elements = (ops[1] if len(ops) > 1 else 0,), ops[:1]
        elif code is TypeCode.ARRAY or code is TypeCode.VECTOR:
            params, elements = (ops[0], *ops[2:]), ops[1:2]
        elif code is TypeCode.FUNCTION:
            params, elements = (ops[0],), ops[1:]
        elif code is TypeCode.FUNCTION_OLD:
            code, params, elements = TypeCode.FUNCTION, (ops[0],), ops[2:]
        elif code is TypeCode.STRUCT_ANON:
            params, elements = (ops[0],), ops[1:]
        elif code is TypeCode.STRUCT_NAMED:
            params, elements = (ops[0],), ops[1:]
            type_, name = Type(code, params, (), name), ""
        elif code is TypeCode.OPAQUE:
            type_, name = Type(code, (), (), name), ""
        else:
            raise UnsupportedError(f"type {code.name}")
        if not elements and code in _COMPOSED_TYPES:
            raise FormatError(f"a {code.name} type of nothing")
        records.append((code, params, elements))
        made.append(type_)

    state.each(block, record)
    count = len(records)
    for _, _, elements in records:
        if any(not 0 <= e < count for e in elements):
            raise block.fail(f"a type is made of a type that is not among the {count} of the table")

    def build(number: int) -> None:
        code, params, elements = records[number]
        made[number] = state.context.type(code, params, tuple(_made(made, e) for e in elements))

    def cycle(number: int) -> None:
        raise block.fail(f"type {number} contains itself")

    build_in_order(range(count), lambda n: records[n][2], lambda n: made[n] is None, build, cycle)
    for type_, (_, _, elements) in zip(made, records, strict=True):
        if type_ is not None and type_.code is TypeCode.STRUCT_NAMED:
            type_.elements = tuple(_made(made, e) for e in elements)
    state.types = [_made(made, number) for number in range(count)]
    state.module.struct_types = [type_ for type_ in state.types if type_.is_identified]


def _made(made: list[Type | None], number: int) -> Type:
    type_ = made[number]
    assert type_ is not None
    return type_
