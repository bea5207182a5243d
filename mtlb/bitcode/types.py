"""The type table of a module: its TYPE block, read and written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from ..base.classes import NamedTuple
from ..base.errors import FormatError, UnsupportedError
from ..bitstream.codec import UNABBREV_RECORD
from ..bitstream.recent import Met
from ..bitstream.stream import Block, cached
from ..ir import Type, TypeCode
from .blocks import each
from .codes import BlockId
from .decoding import build_in_order, characters, too_long
from .records._types import (
    read_array,
    read_function,
    read_function_old,
    read_integer,
    read_opaque,
    read_opaque_pointer,
    read_pointer,
    read_struct_anon,
    read_struct_named,
    read_target_type,
    read_vector,
    write_array,
    write_function,
    write_integer,
    write_numentry,
    write_opaque,
    write_opaque_pointer,
    write_pointer,
    write_struct_anon,
    write_vector,
)
from .state import ReadState
from .write_state import ARRAY, CHAR6, WriteState, fixed, literal, vbr

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ARRAY: Final = TypeCode.ARRAY
_FUNCTION: Final = TypeCode.FUNCTION
_FUNCTION_OLD: Final = TypeCode.FUNCTION_OLD
_INTEGER: Final = TypeCode.INTEGER
_NUMENTRY: Final = TypeCode.NUMENTRY
_OPAQUE: Final = TypeCode.OPAQUE
_OPAQUE_POINTER: Final = TypeCode.OPAQUE_POINTER
_POINTER: Final = TypeCode.POINTER
_STRUCT_ANON: Final = TypeCode.STRUCT_ANON
_STRUCT_NAME: Final = TypeCode.STRUCT_NAME
_STRUCT_NAMED: Final = TypeCode.STRUCT_NAMED
_TARGET_TYPE: Final = TypeCode.TARGET_TYPE
_VECTOR: Final = TypeCode.VECTOR

_MAX_INTEGER_BITS: Final = (1 << 24) - 1  # LLVM's IntegerType::MAX_INT_BITS, before it was lowered to 2^23
# Types that consist of their code alone.
_PLAIN_TYPES: Final = frozenset(
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
_CODES: Final = {int(code): code for code in TypeCode}
_KNOWN_OPERANDS: Final = 16  # the most operands of a row that is kept
_MOST_KNOWN: Final = 256  # rows of one code
_met: Final = Met(1 << 11)  # tables that were written: few occur again


def _parts(code: TypeCode, ops: list[int]) -> tuple[TypeCode, tuple[int, ...], tuple[int, ...]]:
    """Code, params and element ids of the type that a record describes."""
    if code in _PLAIN_TYPES:
        if ops:
            raise too_long(code.name, len(ops))
        return code, (), ()
    if code is _OPAQUE:
        read_opaque(ops)
        return code, (), ()
    if code is _INTEGER:
        bits = read_integer(ops).bits
        if not 1 <= bits <= _MAX_INTEGER_BITS:
            raise FormatError(f"an integer type of {bits} bits")
        return code, (bits,), ()
    if code is _OPAQUE_POINTER:
        return code, (read_opaque_pointer(ops).address_space,), ()
    if code is _POINTER:
        pointer = read_pointer(ops)
        return code, (pointer.address_space,), (pointer.pointee,)
    if code is _ARRAY:
        array = read_array(ops)
        return code, (array.size,), (array.element,)
    if code is _VECTOR:
        vector = read_vector(ops)
        return code, (vector.size, *vector.scalable), (vector.element,)
    if code is _FUNCTION:
        function = read_function(ops)
        return code, (function.vararg,), (function.result, *function.parameters)
    if code is _FUNCTION_OLD:
        old = read_function_old(ops)
        return _FUNCTION, (old.vararg,), (old.result, *old.parameters)
    if code is _STRUCT_ANON:
        literal_struct = read_struct_anon(ops)
        return code, (literal_struct.packed,), literal_struct.elements
    if code is _STRUCT_NAMED:
        struct = read_struct_named(ops)
        return code, (struct.packed,), struct.elements
    if code is _TARGET_TYPE:
        target = read_target_type(ops)
        return code, target.parameters[target.types :], target.parameters[: target.types]
    raise UnsupportedError(f"type {code.name}")


_PENDING: Final = Type(TypeCode.VOID)  # in the place of a type that is still to be made


class _Row(NamedTuple):
    """A row of a type table, with element types by id. Structs compared by identity and target types have a `name`."""

    code: TypeCode
    params: tuple[int, ...]
    elements: tuple[int, ...]
    name: str | None


class _Table(NamedTuple):
    """A TYPE block: its types by id, and an order in which those but identified structs come after their elements."""

    rows: tuple[_Row, ...]
    order: tuple[int, ...]


def _is_identified(code: TypeCode) -> bool:
    return code is _STRUCT_NAMED or code is _OPAQUE


_known_rows: Final[dict[int, dict[tuple[int, ...], _Row]]] = {int(code): {} for code in TypeCode}
"""Rows without names by code and operands: most modules have the same ones."""


class _Rows:
    """Reads the rows of a TYPE block."""

    def __init__(self) -> None:
        self.rows: list[_Row] = []
        self.name = ""  # of the next row that has one

    def record(self, number: int, ops: list[int]) -> None:
        """A record of the block."""
        rows_of_code = _known_rows.get(number)
        if rows_of_code is None:
            raise FormatError(f"TYPE record of unknown code {number}")
        key = tuple(ops)
        row = rows_of_code.get(key)
        if row is None:
            row = self.row(_CODES[number], ops)
            if row is None:
                return
            if row.name is None and len(ops) <= _KNOWN_OPERANDS:
                if len(rows_of_code) >= _MOST_KNOWN:
                    rows_of_code.clear()
                rows_of_code[key] = row
        self.rows.append(row)

    def row(self, code: TypeCode, ops: list[int]) -> _Row | None:
        """The row of a type; None for a record that is not a type's."""
        if code is _NUMENTRY:
            if len(ops) > 1:
                raise too_long(code.name, len(ops))
            return None
        if code is _STRUCT_NAME:
            self.name = characters(ops)
            return None
        code, params, elements = _parts(code, ops)
        if not _is_identified(code) and code is not _TARGET_TYPE:
            return _Row(code, params, elements, None)
        name, self.name = self.name, ""
        return _Row(code, params, elements, name)


def _read_table(block: Block) -> _Table:
    """The types of a TYPE block. They may refer to each other in any order, however deep."""
    reader = _Rows()
    each(block, reader.record)
    rows = reader.rows
    count = len(rows)
    for row in rows:
        if row.elements and max(row.elements) >= count:
            raise block.fail(f"a type refers to a type that is not among the {count} of the table")
    resolved = [_is_identified(row.code) for row in rows]
    order: list[int] = []

    def build(number: int) -> None:
        resolved[number] = True
        order.append(number)

    def cycle(number: int) -> None:
        raise block.fail(f"type {number} contains itself")

    build_in_order(range(count), lambda n: rows[n].elements, lambda n: not resolved[n], build, cycle)
    return _Table(tuple(rows), tuple(order))


def read_types(state: ReadState, block: Block) -> None:
    """The types of the table into `state.types`.

    Raises FormatError, or UnsupportedError for a type that does not occur in shaders.
    """
    rows, order = cached(block, _read_table, at_once=False)
    context = state.context
    types = [Type(row.code, row.params, (), row.name) if _is_identified(row.code) else _PENDING for row in rows]
    for number in order:
        code, params, elements, name = rows[number]
        types[number] = context.type(code, params, tuple([types[element] for element in elements]), name)
        if code is _OPAQUE_POINTER:
            state.opaque_pointers = True
    for type_, row in zip(types, rows, strict=True):
        if row.code is _STRUCT_NAMED:
            type_.elements = tuple([types[element] for element in row.elements])
    state.types[:] = types
    state.module.struct_types = [type_ for type_ in types if type_.is_identified]


def write_types(state: WriteState) -> None:
    """The TYPE block."""
    ids = state.ids.type_ids
    rows = tuple([(item.code, tuple(_operands(item, ids)), item.name) for item in state.ids.types])
    content = (rows, state.era.opaque_pointers) if _met.again(rows) else None
    state.known_block(BlockId.TYPE, 4, content, partial(_write_rows, state, rows))


def _write_rows(state: WriteState, rows: Sequence[tuple[TypeCode, tuple[int, ...], str | None]]) -> None:
    stream = state.stream
    type_ = state.type_width
    members = (fixed(1), ARRAY, type_)
    abbreviations = {_POINTER: state.define(literal(_POINTER), type_, literal(0))}
    if state.era.opaque_pointers:
        opaque = state.define(literal(_OPAQUE_POINTER), literal(0))
        abbreviations[_OPAQUE_POINTER] = opaque
    abbreviations[_FUNCTION] = state.define(literal(_FUNCTION), *members)
    abbreviations[_STRUCT_ANON] = state.define(literal(_STRUCT_ANON), *members)
    name = state.define(literal(_STRUCT_NAME), ARRAY, CHAR6)
    abbreviations[_STRUCT_NAMED] = state.define(literal(_STRUCT_NAMED), *members)
    abbreviations[_ARRAY] = state.define(literal(_ARRAY), vbr(8), type_)
    stream.record(_NUMENTRY, write_numentry(len(rows)))
    for item, ops, text in rows:
        if text:
            state.string_record(_STRUCT_NAME, text, name)
        abbreviation = abbreviations.get(item, UNABBREV_RECORD)
        if (item is _POINTER or item is _OPAQUE_POINTER) and ops[-1]:  # the address space
            abbreviation = UNABBREV_RECORD
        stream.record(item, ops, abbreviation)


def _operands(type_: Type, ids: dict[Type, int]) -> list[int]:
    """The operands of the record of a type."""
    code = type_.code
    elements = [ids[element] for element in type_.elements]
    if code is _POINTER:
        return write_pointer(elements[0], type_.address_space)
    if code is _STRUCT_ANON or code is _STRUCT_NAMED:  # their records are alike
        return write_struct_anon(type_.params[0], tuple(elements))
    if code is _ARRAY:
        return write_array(type_.params[0], elements[0])
    if code is _VECTOR:
        return write_vector(type_.params[0], elements[0], type_.params[1:])
    if code is _FUNCTION:
        return write_function(type_.params[0], elements[0], tuple(elements[1:]))
    if code is _INTEGER:
        return write_integer(type_.params[0])
    if code is _OPAQUE_POINTER:
        return write_opaque_pointer(type_.address_space)
    if code is _TARGET_TYPE:
        raise UnsupportedError(f"writing the target type {type_.name!r}")
    if code is _OPAQUE:
        return write_opaque()
    return []
