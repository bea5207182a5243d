"""A CONSTANTS block, of the module or of a function: read and written.

A record is parsed into the parts of a `Constant`, with ids in place of its operands. The ids determine the order in
which constants are made, because they may refer to each other in any order.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, Final

from ..base.classes import NamedTuple
from ..base.errors import BuildError, FormatError, MtlbError, UnsupportedError
from ..base.strings import string_to_bytes
from ..bitstream.codec import UNABBREV_RECORD
from ..bitstream.stream import Block
from ..ir import Constant, ConstantCode, GepFlag, GlobalValue, InlineAsm, Type, TypeCode, Value
from .blocks import each_known
from .codes import BlockId
from .decoding import build_in_order, characters, signed, too_long
from .records._constants import (
    read_aggregate,
    read_ce_binop,
    read_ce_cast,
    read_ce_cmp,
    read_ce_extractelt,
    read_ce_extractelt_old,
    read_ce_gep,
    read_ce_gep_flags,
    read_ce_gep_with_inrange,
    read_ce_gep_with_inrange_index,
    read_ce_insertelt,
    read_ce_insertelt_old,
    read_ce_select,
    read_ce_shufflevec,
    read_ce_shufvec_ex,
    read_ce_unop,
    read_data,
    read_dso_local_equivalent,
    read_inlineasm,
    read_inlineasm_old,
    read_integer,
    read_settype,
    read_wide_integer,
    write_aggregate,
    write_ce_binop,
    write_ce_cast,
    write_ce_cmp,
    write_ce_extractelt,
    write_ce_gep,
    write_ce_gep_with_inrange_index,
    write_ce_insertelt,
    write_ce_select,
    write_ce_shufflevec,
    write_ce_shufvec_ex,
    write_ce_unop,
    write_data,
    write_dso_local_equivalent,
    write_float,
    write_inlineasm,
    write_inlineasm_old,
    write_integer,
    write_settype,
    write_wide_integer,
)
from .state import ReadState
from .write_state import ARRAY, CHAR6, WriteState, fixed, is_char6, literal

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_AGGREGATE: Final = ConstantCode.AGGREGATE
_BLOCKADDRESS: Final = ConstantCode.BLOCKADDRESS
_CE_BINOP: Final = ConstantCode.CE_BINOP
_CE_CAST: Final = ConstantCode.CE_CAST
_CE_CMP: Final = ConstantCode.CE_CMP
_CE_GEP: Final = ConstantCode.CE_GEP
_CE_GEP_WITH_INRANGE_INDEX: Final = ConstantCode.CE_GEP_WITH_INRANGE_INDEX
_CE_INBOUNDS_GEP: Final = ConstantCode.CE_INBOUNDS_GEP
_CE_SELECT: Final = ConstantCode.CE_SELECT
_CE_UNOP: Final = ConstantCode.CE_UNOP
_CSTRING: Final = ConstantCode.CSTRING
_DATA: Final = ConstantCode.DATA
_FLOAT: Final = ConstantCode.FLOAT
_INLINEASM: Final = ConstantCode.INLINEASM
_INTEGER: Final = ConstantCode.INTEGER
_NULL: Final = ConstantCode.NULL
_POISON: Final = ConstantCode.POISON
_SETTYPE: Final = ConstantCode.SETTYPE
_STRING: Final = ConstantCode.STRING
_UNDEF: Final = ConstantCode.UNDEF
_WIDE_INTEGER: Final = ConstantCode.WIDE_INTEGER
_ARRAY_TYPE: Final = TypeCode.ARRAY
_INTEGER_TYPE: Final = TypeCode.INTEGER
_VECTOR_TYPE: Final = TypeCode.VECTOR

_OLD_INLINE_ASM: Final = frozenset(
    {ConstantCode.INLINEASM_OLD, ConstantCode.INLINEASM_OLD2, ConstantCode.INLINEASM_OLD3}
)
_GLOBAL_REFERENCES: Final = frozenset({ConstantCode.DSO_LOCAL_EQUIVALENT, ConstantCode.NO_CFI_VALUE})
_NUMBERS: Final = frozenset({ConstantCode.INTEGER, ConstantCode.FLOAT, ConstantCode.DATA})
_CODES: Final = {int(code): code for code in ConstantCode}
_NO_SOURCE, _SOURCE_OF_BASE = -1, -2
_SETTYPE_CODE: Final = int(ConstantCode.SETTYPE)
_INTEGER_CODE: Final = int(ConstantCode.INTEGER)
_UNDEF_CODE: Final = int(ConstantCode.UNDEF)
_new: Final[Any] = tuple.__new__  # makes a NamedTuple without a call of its class
_MAX_SPLAT: Final = 1 << 16  # elements: more than any vector has


# --- reading ----------------------------------------------------------------------------------------------------------


class _Parsed(NamedTuple):
    """A `Constant` with ids: `values` of its operands, `source` of its source type. `source` may be _NO_SOURCE, or
    _SOURCE_OF_BASE: the pointee of the first operand.
    """

    code: ConstantCode
    params: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    source: int = _NO_SOURCE


def _parsed(
    code: ConstantCode, params: tuple[int, ...] = (), values: tuple[int, ...] = (), source: int = _NO_SOURCE
) -> _Parsed:
    result: _Parsed = _new(_Parsed, (code, params, values, source))
    return result


def _parse(number: int, ops: list[int]) -> _Parsed:
    """A parsed record, its ids not resolved. InlineAsm is made elsewhere."""
    code = _CODES.get(number)
    if code is None:
        raise UnsupportedError(f"constant {number}")
    if code in (_NULL, _UNDEF, _POISON):
        if ops:
            raise too_long(code.name, len(ops))
        return _parsed(code)
    if code is _INTEGER:
        return _parsed(code, (read_integer(ops).value,))
    if code is _WIDE_INTEGER:
        return _parsed(code, read_wide_integer(ops).words)
    if code is _FLOAT or code is _DATA:
        return _parsed(code, read_data(ops).elements)
    if code is _STRING:
        return _parsed(_DATA, read_data(ops).elements)
    if code is _CSTRING:
        return _parsed(_DATA, (*read_data(ops).elements, 0))
    if code is _AGGREGATE:
        return _parsed(code, (), read_aggregate(ops).members)
    if code is _CE_CAST:
        cast = read_ce_cast(ops)
        return _parsed(code, (cast.opcode, cast.flags), (cast.value,))
    if code is _CE_BINOP:
        binop = read_ce_binop(ops)
        return _parsed(code, (binop.opcode, binop.flags), (binop.left, binop.right))
    if code is _CE_UNOP:
        unop = read_ce_unop(ops)
        return _parsed(code, (unop.opcode, unop.flags), (unop.value,))
    if code is _CE_SELECT:
        return _parsed(code, (), tuple(read_ce_select(ops)))
    if code is _CE_CMP:
        compare = read_ce_cmp(ops)
        return _parsed(code, (compare.predicate,), (compare.left, compare.right))
    if code in _GLOBAL_REFERENCES:
        return _parsed(code, (), (read_dso_local_equivalent(ops).value,))
    return _parse_vector(code, ops)


def _parse_vector(code: ConstantCode, ops: list[int]) -> _Parsed:
    """Element access and shuffles; the rest is `_parse_gep`."""
    if code is ConstantCode.CE_EXTRACTELT:
        if len(ops) == 3:
            old_extract = read_ce_extractelt_old(ops)
            return _parsed(code, (), (old_extract.vector, old_extract.place))
        extract = read_ce_extractelt(ops)
        return _parsed(code, (), (extract.vector, extract.place))
    if code is ConstantCode.CE_INSERTELT:
        if len(ops) == 3:
            return _parsed(code, (), tuple(read_ce_insertelt_old(ops)))
        insert = read_ce_insertelt(ops)
        return _parsed(code, (), (insert.vector, insert.element, insert.place))
    if code is ConstantCode.CE_SHUFFLEVEC:
        return _parsed(code, (), tuple(read_ce_shufflevec(ops)))
    if code is ConstantCode.CE_SHUFVEC_EX:
        return _parsed(ConstantCode.CE_SHUFFLEVEC, (), tuple(read_ce_shufvec_ex(ops)[1:]))
    return _parse_gep(code, ops)


def _parse_gep(code: ConstantCode, ops: list[int]) -> _Parsed:
    inbounds, in_range = int(code is _CE_INBOUNDS_GEP), -1
    bounds: tuple[int, ...] = ()
    if code is ConstantCode.CE_GEP_FLAGS:
        source, inbounds, operands = read_ce_gep_flags(ops)
    elif code is ConstantCode.CE_GEP_WITH_INRANGE:
        ranged = read_ce_gep_with_inrange(ops)
        if ranged.width > 64:
            raise UnsupportedError(f"a getelementptr constant with a range of {ranged.width} bits")
        source, inbounds, operands = ranged.source, ranged.flags, ranged.operands
        bounds = ranged[2:5]
    elif code is _CE_GEP_WITH_INRANGE_INDEX:
        record = read_ce_gep_with_inrange_index(ops)
        inbounds, in_range = record.flags & 1, record.flags >> 1
        source, operands = record.source, record.operands
    elif code is not _CE_GEP and code is not _CE_INBOUNDS_GEP:
        raise UnsupportedError(f"constant {code.name}")
    elif len(ops) % 2:
        source, operands = read_ce_gep(ops)
    else:
        source, operands = _SOURCE_OF_BASE, tuple(ops)
    if not operands or len(operands) % 2:
        raise FormatError("getelementptr constant: the base is missing, or an operand is incomplete")
    return _parsed(_CE_GEP, (inbounds, in_range, *bounds), operands[1::2], source)


def _splat(type_: Type, parsed: _Parsed) -> _Parsed:
    """A vector whose elements are one number, which LLVM 19 and later may write as that number, with all elements."""
    if type_.code is not _VECTOR_TYPE or parsed.code not in (_INTEGER, _FLOAT):
        return parsed
    element, count = type_.elements[0], type_.params[0]
    if len(type_.params) > 1 or len(parsed.params) != 1 or count > _MAX_SPLAT:
        raise UnsupportedError(f"a constant that is every element of a {type_.code.name} of {count}")
    (value,) = parsed.params
    if element.code is _INTEGER_TYPE:
        value &= (1 << element.params[0]) - 1
    return _parsed(_DATA, (value,) * count)


def read_constants(state: ReadState, block: Block) -> None:
    """Append the constants of a block to the values. Raises FormatError or UnsupportedError."""
    _ConstantReader(state, block).read()


class _ConstantReader:
    """One CONSTANTS block. Constants without operands are made as they are read, the others at the end."""

    def __init__(self, state: ReadState, block: Block) -> None:
        self.state = state
        self.block = block
        self.context = state.context
        self.first = len(state.values)
        self.constants: list[Value | None] = []
        self.waiting: dict[int, tuple[Type, _Parsed]] = {}  # constants that are not made yet, by index in `constants`
        self.current = state.context.integer_type(32)
        self.undefined = state.undefined if block.depth == 1 else set(state.undefined)

    def read(self) -> None:
        """All of it."""
        each_known(self.block, self.record)
        try:
            if self.waiting:
                build_in_order(self.waiting, self.operands, self.is_missing, self.build, self.cycle)
        except MtlbError as error:
            if error.offset is None:
                error.offset = self.block.offset
            raise
        self.state.values.extend([value for value in self.constants if value is not None])

    def record(self, code: int, ops: list[int]) -> None:
        """Take one record."""
        type_ = self.current
        if code == _SETTYPE_CODE:
            self.current = self.state.type(read_settype(ops).type)
            return
        if code == _INTEGER_CODE and len(ops) == 1 and type_.code is not _VECTOR_TYPE:  # most are
            self.constants.append(self.context.constant(type_, _INTEGER, (signed(ops[0]),)))
            return
        if code == _UNDEF_CODE and type_ in self.undefined:
            # Constants are unique: the second one is poison, which Apple's writer encodes this way for older targets.
            code = _POISON
        elif code == _UNDEF_CODE:
            self.undefined.add(type_)
        if code == _INLINEASM or code in _OLD_INLINE_ASM:
            self.constants.append(_inline_asm(self.state, type_, ConstantCode(code), ops))
            return
        parsed = _splat(type_, _parse(code, ops))
        if parsed.values or parsed.source != _NO_SOURCE:
            self.waiting[len(self.constants)] = (type_, parsed)
            self.constants.append(None)
        else:
            self.constants.append(self.context.constant(type_, parsed.code, parsed.params))

    def value(self, number: int) -> Value:
        """The value of an id, which is made."""
        first = self.first
        if number < first:
            return self.state.values[number]
        end = first + len(self.constants)
        constant = self.constants[number - first] if number < end else None
        if constant is None:
            raise FormatError(f"a constant refers to value {number} of {end}")
        return constant

    def operands(self, index: int) -> list[int]:
        """The places of the constants of this block that one refers to."""
        first, end = self.first, self.first + len(self.constants)
        return [number - first for number in self.waiting[index][1].values if first <= number < end]

    def is_missing(self, index: int) -> bool:
        """Whether a constant is not made yet."""
        return self.constants[index] is None

    def build(self, index: int) -> None:
        """Make a constant, all of whose operands are made."""
        type_, (code, params, numbers, source) = self.waiting[index]
        values = tuple([self.value(number) for number in numbers])
        source_type: Type | None = None
        if source == _SOURCE_OF_BASE:
            base = values[0].type
            if base.code is not TypeCode.POINTER:
                raise FormatError("a getelementptr constant whose base is not a pointer with a pointee")
            source_type = base.pointee
        elif source != _NO_SOURCE:
            source_type = self.state.type(source)
        self.constants[index] = self.context.constant(type_, code, params, values, source_type)

    def cycle(self, index: int) -> None:
        """Raise the error for a constant that is part of itself."""
        raise FormatError(f"constant {self.first + index} contains itself")


def _inline_asm(state: ReadState, type_: Type, code: ConstantCode, ops: list[int]) -> InlineAsm:
    function_type = None
    if code is _INLINEASM:
        record = read_inlineasm(ops)
        function_type = state.type(record.function_type)
        flags, text = record.flags, record.text
    else:
        flags, text = read_inlineasm_old(ops)
    asm, rest = _counted(text)
    constraints, rest = _counted(rest)
    if rest:
        raise too_long(code.name, len(ops))
    return InlineAsm(type_, code, flags, asm, constraints, function_type)


def _counted(ops: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """A string after its length, and what follows it."""
    if not ops or ops[0] >= len(ops):
        raise FormatError("inline assembly: the record ends inside a string")
    return characters(ops[1 : 1 + ops[0]]), ops[1 + ops[0] :]


# --- writing ----------------------------------------------------------------------------------------------------------


def constant_abbreviations(state: WriteState, end: int) -> dict[str, int]:
    """The abbreviations that only the module's CONSTANTS block has; values are numbered up to `end`."""
    string = (literal(_CSTRING), ARRAY)
    return {
        "aggregate": state.define(literal(_AGGREGATE), ARRAY, fixed(end.bit_length())),
        "string8": state.define(literal(_STRING), ARRAY, fixed(8)),
        "cstring7": state.define(*string, fixed(7)),
        "cstring6": state.define(*string, CHAR6),
    }


def write_module_constants(state: WriteState) -> None:
    """The constants of the module, which follow its globals among the values."""
    values = state.ids.values
    first = 0
    while first < len(values) and isinstance(values[first], GlobalValue):
        first += 1
    write_constants(state, first, len(values), is_module=True)


def write_constants(state: WriteState, first: int, end: int, *, is_module: bool = False) -> None:
    """The constants `first`..`end` among the values, in a separate block.

    Raises BuildError for an inconsistent constant, UnsupportedError for one that can't be written.
    """
    if first == end:
        return
    body = partial(_write_body, state, first, end, is_module)
    state.known_block(BlockId.CONSTANTS, 4, _content(state, first, end, is_module), body)


def _content(state: WriteState, first: int, end: int, is_module: bool) -> Hashable:
    """All that the body of a block depends on, if its constants have no operands: numbers, which modules share."""
    types = state.ids.type_ids
    rows = []
    for value in state.ids.values[first:end]:
        if not isinstance(value, Constant) or value.operands:
            return None
        rows.append((types[value.type], value.code, value.params))
    return tuple(rows), state.type_width, state.era.poison, end.bit_length() if is_module else -1


def _write_body(state: WriteState, first: int, end: int, is_module: bool) -> None:
    stream, ids = state.stream, state.ids
    abbreviations = dict(state.abbreviations)
    if is_module:
        abbreviations |= constant_abbreviations(state, end)
    last: Type | None = None
    for value in ids.values[first:end]:
        if value.type is not last:
            last = value.type
            ops = write_settype(ids.type_ids[last])
            stream.record(_SETTYPE, ops, abbreviations["settype"])
        code, ops, abbreviation = _formatted(state, value)
        stream.record(code, ops, abbreviations.get(abbreviation, UNABBREV_RECORD))


_Formatted = tuple[int, list[int], str]  # code, operands and the name of the abbreviation


def _formatted(state: WriteState, value: Value) -> _Formatted:
    if isinstance(value, InlineAsm):
        return _formatted_asm(state, value)
    if not isinstance(value, Constant):
        raise BuildError(f"a {type(value).__name__} among the constants")
    code, params = value.code, value.params
    types = state.ids.type_ids
    if code == _NULL or (code in _NUMBERS and not any(params)):
        return _NULL, [], ""
    if code == _UNDEF:
        return code, [], ""
    if code == _POISON:
        return code if state.era.poison else _UNDEF, [], ""
    if code == _INTEGER:
        return code, write_integer(params[0]), "integer"
    if code == _WIDE_INTEGER:
        return code, write_wide_integer(params), ""
    if code == _FLOAT:
        return code, write_float(params), ""
    if code == _DATA:
        return _formatted_data(value)
    if code == _BLOCKADDRESS:
        raise UnsupportedError(f"writing the constant {ConstantCode.BLOCKADDRESS.name}")
    ids = [state.ids.value_ids[operand] for operand in value.operands]
    if code == _AGGREGATE:
        return code, write_aggregate(tuple(ids)), "aggregate"
    if code == _CE_CAST:
        opcode, flags = params
        ops = write_ce_cast(opcode, types[value.operands[0].type], ids[0], flags)
        return code, ops, "" if flags else "ce cast"
    if code == _CE_BINOP:
        opcode, flags = params
        return code, write_ce_binop(opcode, ids[0], ids[1], flags), ""
    if code == _CE_UNOP:
        opcode, flags = params
        return code, write_ce_unop(opcode, ids[0], flags), ""
    if code == _CE_SELECT:
        return code, write_ce_select(*ids), ""
    if code == _CE_CMP:
        return code, write_ce_cmp(types[value.operands[0].type], ids[0], ids[1], params[0]), ""
    if code in _GLOBAL_REFERENCES:
        return code, write_dso_local_equivalent(types[value.operands[0].type], ids[0]), ""
    if code == _CE_GEP:
        return _formatted_gep(state, value, ids)
    return _formatted_vector(state, value, ids)


def _formatted_vector(state: WriteState, value: Constant, ids: list[int]) -> _Formatted:
    code, types = value.code, state.ids.type_ids
    if code == ConstantCode.CE_EXTRACTELT:
        vector, index = value.operands
        return code, write_ce_extractelt(types[vector.type], ids[0], types[index.type], ids[1]), ""
    if code == ConstantCode.CE_INSERTELT:
        return code, write_ce_insertelt(ids[0], ids[1], types[value.operands[2].type], ids[2]), ""
    if code == ConstantCode.CE_SHUFFLEVEC:
        source = value.operands[0].type
        if source is value.type:
            return code, write_ce_shufflevec(*ids), ""
        return ConstantCode.CE_SHUFVEC_EX, write_ce_shufvec_ex(types[source], *ids), ""
    raise UnsupportedError(f"writing the constant {ConstantCode(code).name}")


def _formatted_data(value: Constant) -> _Formatted:
    """An array or vector of numbers; an array of bytes is a string, and one that ends in its only 0 a C string."""
    params = value.params
    if not value.type.elements:
        raise BuildError("a data constant of a type without elements")
    element = value.type.elements[0]
    if value.type.code is not _ARRAY_TYPE or element.code is not _INTEGER_TYPE or element.params[0] != 8:
        return _DATA, write_data(params), ""
    if params[-1] == 0 and params.count(0) == 1:
        if max(params) > 0xFF:
            raise BuildError("an array of bytes with an element of more than 8 bits")
        text = bytes(params[:-1])
        name = "cstring6" if is_char6(text) else "cstring7" if text.isascii() else ""
        return _CSTRING, list(text), name
    return _STRING, write_data(params), "string8"


def _formatted_gep(state: WriteState, value: Constant, ids: list[int]) -> _Formatted:
    if value.source_type is None:
        raise BuildError("a getelementptr constant without a source type")
    flags, in_range, *bounds = value.params
    if bounds:
        raise UnsupportedError("writing a getelementptr constant with a range of offsets (LLVM 19)")
    inbounds = flags & GepFlag.INBOUNDS
    source = state.ids.type_ids[value.source_type]
    operands: list[int] = []
    for operand, number in zip(value.operands, ids, strict=True):
        operands += (state.ids.type_ids[operand.type], number)
    if in_range >= 0:
        ops = write_ce_gep_with_inrange_index(source, in_range << 1 | inbounds, tuple(operands))
        return _CE_GEP_WITH_INRANGE_INDEX, ops, ""
    code = _CE_INBOUNDS_GEP if inbounds else _CE_GEP
    return code, write_ce_gep(source, tuple(operands)), ""


def _formatted_asm(state: WriteState, value: InlineAsm) -> _Formatted:
    asm, constraints = string_to_bytes(value.asm), string_to_bytes(value.constraints)
    text = (len(asm), *asm, len(constraints), *constraints)
    if value.function_type is None:
        return value.code, write_inlineasm_old(value.flags, text), ""
    function_type = state.ids.type_ids[value.function_type]
    return value.code, write_inlineasm(function_type, value.flags, text), ""
