"""Integers of widths other than 1, 8, 16, 32 and 64: they are kept in the next wider type, zero-extended."""

from __future__ import annotations

from typing import Final

from ..ir import (
    BinaryOperator,
    BlockInstruction,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Predicate,
    Type,
    TypeCode,
    Value,
)
from ..ir.floats import bits_of
from ..ir.mapper import replace_operands
from ..ir.type_rules import is_vector
from ..ir.uses import local_values
from ..passes.rewriter import Rewriter

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_AGGREGATE: Final = ConstantCode.AGGREGATE
_AND: Final = BinaryOperator.AND
_ASHR: Final = BinaryOperator.ASHR
_BINOP: Final = InstCode.BINOP
_BITCAST: Final = CastOperator.BITCAST
_CAST: Final = InstCode.CAST
_CMP2: Final = InstCode.CMP2
_DATA: Final = ConstantCode.DATA
_EXTRACTELT: Final = InstCode.EXTRACTELT
_FREEZE: Final = InstCode.FREEZE
_GEP: Final = InstCode.GEP
_INSERTELT: Final = InstCode.INSERTELT
_INTEGER: Final = TypeCode.INTEGER
_INTEGER_CONSTANT: Final = ConstantCode.INTEGER
_LOAD: Final = InstCode.LOAD
_LSHR: Final = BinaryOperator.LSHR
_NULL: Final = ConstantCode.NULL
_OR: Final = BinaryOperator.OR
_PHI: Final = InstCode.PHI
_POISON: Final = ConstantCode.POISON
_SEXT: Final = CastOperator.SEXT
_SHL: Final = BinaryOperator.SHL
_SHUFFLEVEC: Final = InstCode.SHUFFLEVEC
_STORE: Final = InstCode.STORE
_SWITCH: Final = InstCode.SWITCH
_TRUNC: Final = CastOperator.TRUNC
_UNDEF: Final = ConstantCode.UNDEF
_VSELECT: Final = InstCode.VSELECT
_ZEXT: Final = CastOperator.ZEXT

_WIDTHS = (8, 16, 32, 64)
_LEGAL = frozenset({1, *_WIDTHS})
_SIGNED = frozenset({BinaryOperator.SDIV, BinaryOperator.SREM, BinaryOperator.ASHR})
_KEEPS_ZERO = frozenset(
    {BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR, BinaryOperator.UDIV, BinaryOperator.UREM}
) | {BinaryOperator.LSHR}


def is_odd(type_: Type) -> bool:
    """Whether it is an integer of another width, or a vector of such integers."""
    return type_.scalar.code is _INTEGER and type_.scalar.params[0] not in _LEGAL


def widen_integers(code: Rewriter, function: Function) -> bool:
    """Rewrite all such integers in a function; returns whether there were any. UnsupportedError for more than
    64 bits.
    """
    if not any(map(is_odd, code.context.literal_types())):  # as in most modules
        return False
    if not any(is_odd(i.type) or any(is_odd(operand.type) for operand in i.operands) for i in function.instructions()):
        return False
    for argument in function.arguments:
        if is_odd(argument.type):
            raise code.refuse(None, f"its parameter {argument.index} is an i{argument.type.scalar.params[0]}")
    widening = _Widening()
    code.run(function, dict.fromkeys(InstCode, widening.rule))
    widening.finish(code)
    return True


class _Widening:
    def __init__(self) -> None:
        self.wide: dict[Value, Value] = {}
        self.phis: list[tuple[BlockInstruction, Instruction]] = []

    def type(self, code: Rewriter, type_: Type) -> Type:
        """The wider type for an integer type."""
        bits = type_.scalar.params[0]
        width = min((w for w in _WIDTHS if w >= bits), default=0)
        if not width:
            raise code.refuse(None, f"an i{bits}: AIR has integers of at most 64 bits")
        return code.like(type_, code.context.integer_type(width))

    def of(self, code: Rewriter, value: Value) -> Value:
        """A value in its wider type, zero-extended."""
        if not is_odd(value.type):
            return value
        result = self.wide.get(value)
        if result is None:
            result = self.wide[value] = self.constant(code, value)
        return result

    def constant(self, code: Rewriter, value: Value) -> Value:
        type_ = self.type(code, value.type)
        bits = value.type.scalar.params[0]
        if isinstance(value, Constant):
            if value.code in (_NULL, _UNDEF, _POISON):
                return code.null(type_)  # the upper bits of undef would not be zero
            if value.code == _INTEGER_CONSTANT:
                return code.integer(type_, value.params[0] & ((1 << bits) - 1))
            if value.code == _AGGREGATE:
                elements = tuple(self.of(code, operand) for operand in value.operands)
                return code.context.constant(type_, _AGGREGATE, (), elements)
            if value.code == _DATA:
                return code.context.constant(type_, _DATA, value.params)
        raise code.refuse(None, f"a constant of an i{bits}")

    def signed(self, code: Rewriter, value: Value) -> Value:
        """A value in its wider type, sign-extended."""
        wide = self.of(code, value)
        if wide is value:
            return value
        gap = wide.type.scalar.params[0] - value.type.scalar.params[0]
        if not gap:
            return wide
        amount = code.integer(wide.type, gap)
        return code.binary(_ASHR, code.binary(_SHL, wide, amount), amount)

    def masked(self, code: Rewriter, value: Value, type_: Type) -> Value:
        """A value with the bits above those of `type_` cleared."""
        return code.binary(_AND, value, code.integer(value.type, (1 << type_.scalar.params[0]) - 1))

    def rule(self, code: Rewriter, i: Instruction) -> Value | bool | None:
        odd_result = is_odd(i.type)
        if not odd_result and not any(is_odd(operand.type) for operand in i.operands):
            return None
        result = self.widened(code, i)
        if result is None:
            raise code.refuse(
                i, "an integer of a width other than 1, 8, 16, 32 and 64 in an instruction that keeps it so"
            )
        if not odd_result:
            return result
        assert isinstance(result, Value)
        self.wide[i] = result
        return True

    def widened(self, code: Rewriter, i: Instruction) -> Value | bool | None:
        """The equivalent of an instruction in the wider type."""
        operands = i.operands
        if i.code is _BINOP:
            operator = BinaryOperator(i.opcode)
            get = self.signed if operator in _SIGNED else self.of
            left = get(code, operands[0])
            right = self.of(code, operands[1]) if operator is _ASHR else get(code, operands[1])
            result = code.binary(operator, left, right)
            return result if operator in _KEEPS_ZERO else self.masked(code, result, i.type)
        if i.code is _CAST:
            return self.cast(code, i)
        if i.code is _CMP2:
            get = self.signed if i.predicate >= Predicate.ICMP_SGT else self.of
            left, right = [get(code, operand) for operand in operands]
            return code.compare(Predicate(i.predicate), left, right)
        if i.code is _VSELECT:
            return code.select(operands[0], self.of(code, operands[1]), self.of(code, operands[2]))
        if i.code is _FREEZE:
            return code.freeze(self.of(code, operands[0]))
        if i.code is _PHI:
            assert isinstance(i, BlockInstruction)
            phi = code.phi(self.type(code, i.type), (), i.blocks)
            self.phis.append((i, phi))
            return phi
        if i.code is _SWITCH:
            code.make(i.code, i.type, [self.of(code, operand) for operand in operands], i.params, blocks=i.blocks)
            return True
        if i.code in (_EXTRACTELT, _INSERTELT, _SHUFFLEVEC):
            last = operands[-1:] if i.code is not _EXTRACTELT else operands[1:]
            index = tuple(code.resized(self.of(code, item), code.i32) if is_odd(item.type) else item for item in last)
            values = tuple(self.of(code, operand) for operand in operands[: len(operands) - len(index)])
            type_ = self.type(code, i.type) if is_odd(i.type) else i.type
            return code.make(i.code, type_, (*values, *index), i.params)
        if i.code is _GEP:
            indices = [self.signed(code, operand) for operand in operands]
            return code.make(i.code, i.type, indices, i.params, i.aux_type)
        if i.code is _LOAD and not is_vector(i.type):
            return self.load(code, i)
        if i.code is _STORE and not is_vector(operands[0].type):
            return self.store(code, i)
        if isinstance(i, Call):
            return None
        return None

    def cast(self, code: Rewriter, i: Instruction) -> Value | None:
        value, opcode = i.operands[0], i.opcode
        to_odd = is_odd(i.type)
        type_ = self.type(code, i.type) if to_odd else i.type
        if opcode == _TRUNC:
            result = code.resized(self.of(code, value), type_)
            return self.masked(code, result, i.type) if to_odd else result
        if opcode == _ZEXT:
            return code.resized(self.of(code, value), type_)
        if opcode == _SEXT:
            result = code.resized(self.signed(code, value), type_, signed=True)
            return self.masked(code, result, i.type) if to_odd else result
        if opcode == _BITCAST:
            return self.bits(code, value, i.type)
        return None

    def bits(self, code: Rewriter, value: Value, type_: Type) -> Value | None:
        """A bitcast between an odd integer and a vector whose elements have whole bytes."""
        if is_vector(value.type) and is_odd(type_) and not is_vector(type_) and not is_odd(value.type):
            element = code.context.integer_type(bits_of(value.type))
            pieces = code.elements(code.bitcast(value, code.vector(element, value.type.params[0])))
            wide = self.type(code, type_)
            number: Value = code.integer(wide, 0)
            for index, piece in enumerate(pieces):
                shift = code.integer(wide, index * element.params[0])
                number = code.binary(_OR, number, code.binary(_SHL, code.resized(piece, wide), shift))
            return number
        if is_vector(type_) and is_odd(value.type) and not is_vector(value.type) and not is_odd(type_):
            element = code.context.integer_type(bits_of(type_))
            number = self.of(code, value)
            results = []
            for index in range(type_.params[0]):
                shift = code.integer(number.type, index * element.params[0])
                results.append(code.resized(code.binary(_LSHR, number, shift), element))
            return code.bitcast(code.joined(code.vector(element, type_.params[0]), results), type_)
        return None

    def load(self, code: Rewriter, i: Instruction) -> Value:
        """Load byte by byte, because memory may end after the last byte of the number."""
        wide = self.type(code, i.type)
        bits = i.type.params[0]
        number: Value | None = None
        for index in range(-(-bits // 8)):
            place = code.gep(code.i8, i.operands[0], code.integer(code.i64, index)) if index else i.operands[0]
            byte = code.resized(code.load(code.i8, place, 1, i.is_volatile), wide)
            if index:
                byte = code.binary(_SHL, byte, code.integer(wide, 8 * index))
            number = byte if number is None else code.binary(_OR, number, byte)
        assert number is not None
        return number if bits % 8 == 0 else self.masked(code, number, i.type)

    def store(self, code: Rewriter, i: Instruction) -> bool:
        value, pointer = i.operands
        wide = self.of(code, value)
        for index in range(-(-value.type.params[0] // 8)):
            place = code.gep(code.i8, pointer, code.integer(code.i64, index)) if index else pointer
            byte = code.binary(_LSHR, wide, code.integer(wide.type, 8 * index)) if index else wide
            code.store(code.resized(byte, code.i8), place, 1, i.is_volatile)
        return True

    def finish(self, code: Rewriter) -> None:
        """Set the operands of the phis, some of which are defined after them."""
        for old, new in self.phis:
            new.operands = tuple(self.of(code, operand) for operand in old.operands)
            assert isinstance(new, BlockInstruction)
            new.blocks = tuple(code.ends.get(block, block) for block in old.blocks)
        for instruction in code.function.instructions():
            for operand in instruction.operands:
                if any(value in self.wide for value in local_values(operand)):
                    replace_operands(code.context, instruction, lambda value: self.wide.get(value, value))
