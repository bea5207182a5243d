"""Reads one CONSTANTS block, of the module or of a function."""

from __future__ import annotations

from collections.abc import Callable

from ..base.errors import FormatError, MtlbError, UnsupportedError
from ..bitstream.stream import Block
from ..ir import Constant, ConstantCode, InlineAsm, Type, Value
from .decoding import RECORD_ERRORS, build_in_order, characters, signed
from .state import ReadState

__all__ = ["read_constants"]


def read_constants(state: ReadState, block: Block) -> None:
    """Appends the constants of a block to the values. They may refer to each other in any order."""
    first = len(state.values)
    records: list[tuple[Type, int, list[int]]] = []
    current = state.context.integer_type(32)
    undefined = state.undefined if block.depth == 1 else set(state.undefined)

    def record(code: int, ops: list[int]) -> None:
        nonlocal current
        if code == ConstantCode.SETTYPE:
            current = state.type(ops[0])
            return
        if code == ConstantCode.UNDEF and current in undefined:
            # Constants are unique: the second one is poison, which Apple's writer spells so for older targets.
            code = ConstantCode.POISON
        elif code == ConstantCode.UNDEF:
            undefined.add(current)
        records.append((current, code, ops))

    state.each(block, record)
    made: list[Value | None] = [None] * len(records)
    end = first + len(records)

    def value(number: int) -> Value:
        if number < first:
            return state.values[number]
        if number >= end:
            raise FormatError(f"a constant refers to value {number} of {end}")
        found = made[number - first]
        assert found is not None
        return found

    def operands(index: int) -> list[int]:
        _, code, ops = records[index]
        return [number - first for number in _operands(code, ops) if first <= number < end]

    def build(index: int) -> None:
        type_, code, ops = records[index]
        made[index] = _constant(state, type_, code, ops, value)

    def cycle(index: int) -> None:
        raise FormatError(f"constant {first + index} contains itself")

    try:
        build_in_order(range(len(records)), operands, lambda i: made[i] is None, build, cycle)
    except MtlbError as error:
        if error.offset is None:
            error.offset = block.offset
        raise
    except RECORD_ERRORS:
        raise block.fail("malformed constant") from None
    state.values.extend(value for value in made if value is not None)


def _constant(state: ReadState, type_: Type, code: int, ops: list[int], value: Callable[[int], Value]) -> Value:
    """The constant of one record; `value` gives its operands by id."""
    make = state.context.constant
    if code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON):
        return make(type_, code)
    if code == ConstantCode.INTEGER:
        return make(type_, code, (signed(ops[0]),))
    if code == ConstantCode.WIDE_INTEGER:
        return make(type_, code, tuple(signed(word) for word in ops))
    if code in (ConstantCode.FLOAT, ConstantCode.DATA):
        return make(type_, code, tuple(ops))
    if code == ConstantCode.STRING:
        return make(type_, ConstantCode.DATA, tuple(ops))
    if code == ConstantCode.CSTRING:
        return make(type_, ConstantCode.DATA, (*ops, 0))
    if code in _INLINE_ASM:
        return _inline_asm(state, type_, code, ops)
    values = tuple(value(number) for number in _operands(code, ops))
    if code == ConstantCode.CE_CAST:
        return make(type_, code, (ops[0], ops[3] if len(ops) > 3 else 0), values)
    if code == ConstantCode.CE_BINOP:
        return make(type_, code, (ops[0], ops[3] if len(ops) > 3 else 0), values)
    if code == ConstantCode.CE_UNOP:
        return make(type_, code, (ops[0], ops[2] if len(ops) > 2 else 0), values)
    if code == ConstantCode.CE_CMP:
        return make(type_, code, (ops[3],), values)
    if code == ConstantCode.CE_SHUFVEC_EX:
        return make(type_, ConstantCode.CE_SHUFFLEVEC, (), values)
    if code in _CONSTANT_GEP:
        return _constant_gep(state, type_, code, ops, values)
    return make(type_, code, (), values)


def _constant_gep(state: ReadState, type_: Type, code: int, ops: list[int], values: tuple[Value, ...]) -> Constant:
    inbounds, inrange = int(code == ConstantCode.CE_INBOUNDS_GEP), -1
    if code == ConstantCode.CE_GEP_WITH_INRANGE_INDEX:
        inbounds, inrange = ops[1] & 1, ops[1] >> 1
    explicit = len(ops) % 2 or code == ConstantCode.CE_GEP_WITH_INRANGE_INDEX
    source = state.type(ops[0]) if explicit else values[0].type.pointee
    return state.context.constant(type_, ConstantCode.CE_GEP, (inbounds, inrange), values, source)


def _inline_asm(state: ReadState, type_: Type, code: int, ops: list[int]) -> InlineAsm:
    function_type = None
    if code == ConstantCode.INLINEASM:
        function_type, ops = state.type(ops[0]), ops[1:]
    split = 2 + ops[1]
    asm, constraints = characters(ops[2:split]), characters(ops[split + 1 : split + 1 + ops[split]])
    return InlineAsm(type_, code, ops[0], asm, constraints, function_type)


_INLINE_ASM = frozenset(
    {
        ConstantCode.INLINEASM,
        ConstantCode.INLINEASM_OLD,
        ConstantCode.INLINEASM_OLD2,
        ConstantCode.INLINEASM_OLD3,
    }
)
_CONSTANT_GEP = frozenset({ConstantCode.CE_GEP, ConstantCode.CE_INBOUNDS_GEP, ConstantCode.CE_GEP_WITH_INRANGE_INDEX})
_LEAF_CONSTANTS = _INLINE_ASM | {
    ConstantCode.NULL,
    ConstantCode.UNDEF,
    ConstantCode.POISON,
    ConstantCode.INTEGER,
    ConstantCode.WIDE_INTEGER,
    ConstantCode.FLOAT,
    ConstantCode.DATA,
    ConstantCode.STRING,
    ConstantCode.CSTRING,
}


def _operands(code: int, ops: list[int]) -> list[int]:
    """The value ids in a constant's record, in the order of its operands."""
    if code in _LEAF_CONSTANTS:
        return []
    if code in (ConstantCode.AGGREGATE, ConstantCode.CE_SELECT, ConstantCode.CE_SHUFFLEVEC):
        return ops
    if code == ConstantCode.CE_CAST:  # opcode, type, value[, flags]
        return ops[2:3]
    if code == ConstantCode.CE_BINOP:  # opcode, left, right[, flags]
        return ops[1:3]
    if code == ConstantCode.CE_UNOP:
        return ops[1:2]
    if code == ConstantCode.CE_CMP:  # type, left, right, predicate
        return ops[1:3]
    if code == ConstantCode.CE_SHUFVEC_EX:  # type, left, right, mask
        return ops[1:4]
    if code == ConstantCode.CE_EXTRACTELT:  # type, vector, [type,] index
        return [ops[1], ops[-1]]
    if code == ConstantCode.CE_INSERTELT:  # vector, element, [type,] index
        return [ops[0], ops[1], ops[-1]]
    if code in _CONSTANT_GEP:  # [type, [flags,]] (type, value)…
        if code == ConstantCode.CE_GEP_WITH_INRANGE_INDEX:
            return ops[3::2]
        return ops[2::2] if len(ops) % 2 else ops[1::2]
    if code in (ConstantCode.DSO_LOCAL_EQUIVALENT, ConstantCode.NO_CFI_VALUE):  # type, global
        return ops[1:2]
    name = ConstantCode(code).name if code in ConstantCode._value2member_map_ else str(code)
    raise UnsupportedError(f"constant {name}")
