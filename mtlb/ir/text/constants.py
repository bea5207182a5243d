"""Constants in text."""

from __future__ import annotations

from collections.abc import Callable

from ...base.errors import FormatError, UnsupportedError
from ..globals import GlobalValue
from ..opcodes import FLOAT_TYPES, STRUCT_TYPES, ConstantCode, GepFlag, TypeCode, WrapFlag
from ..operators import CastOperator
from ..types import Type
from ..values import Constant, InlineAsm, Value
from .spelling import escaped, float_text
from .types import TypeTexts
from .words import (
    ASM_FLAGS,
    CASTS,
    EXACT,
    FLOAT_OPERATORS,
    GEP_FLAGS,
    INTEGER_OPERATORS,
    PREDICATES,
    WRAPPING,
)

_DEEPEST = 100
_LONGEST = 1 << 24  # characters: constants share their operands, so a small file may mean an endless text
_AGGREGATES = STRUCT_TYPES | {TypeCode.ARRAY, TypeCode.VECTOR}
_ASM = {int(ConstantCode.INLINEASM_OLD): 1, int(ConstantCode.INLINEASM_OLD2): 3, int(ConstantCode.INLINEASM_OLD3): 7}


def wrap_text(operator: str, flags: int) -> str:
    """The flags of an integer operator, each with a space before it."""
    if not flags:
        return ""
    if operator in WRAPPING:
        unsigned, signed = flags & WrapFlag.NO_UNSIGNED, flags & WrapFlag.NO_SIGNED
        return (" nuw" if unsigned else "") + (" nsw" if signed else "")
    if operator in EXACT:
        return " exact" if flags & WrapFlag.EXACT else ""
    if operator == "or":
        return " disjoint" if flags & WrapFlag.DISJOINT else ""
    return ""


def gep_text(flags: int) -> str:
    """The flags of getelementptr, each with a space before it. `inbounds` implies `nusw`."""
    if flags & GepFlag.INBOUNDS:
        flags &= ~GepFlag.NO_UNSIGNED_SIGNED_WRAP
    return "".join([f" {word}" for bit, word in GEP_FLAGS if flags & bit])


def operator_text(opcode: int, type: Type) -> str:
    """The word of a binary operator."""
    table = FLOAT_OPERATORS if type.is_floating else INTEGER_OPERATORS
    return table.get(opcode, f"unknown_{opcode}")


def signed_words(words: tuple[int, ...], bits: int) -> int:
    """The signed integer of so many bits that 64-bit words, the lowest first, make up."""
    value = sum([(word & (1 << 64) - 1) << 64 * index for index, word in enumerate(words)]) & (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


class ConstantTexts:
    """The text of constants and of globals as operands, without their type.

    `names`: those of the globals. `has_poison`: the module's era has it. `splats`: a vector of equal numbers is written
    as one of them, as LLVM does from 19 on.
    """

    def __init__(
        self,
        types: TypeTexts,
        names: dict[Value, str],
        own: Callable[[GlobalValue], GlobalValue],
        *,
        has_poison: bool,
        splats: bool,
    ) -> None:
        self._types = types
        self._splats = splats
        self._poison = "poison" if has_poison else "undef"  # as the records of the module's era have it
        self._texts: dict[Value, str] = dict(names)
        self._own = own

    def of(self, value: Value) -> str:
        """A constant or global. UnsupportedError for one nested too deeply, or of too long a text."""
        text = self._texts.get(value)
        return self._make(value, 0) if text is None else text

    def typed(self, value: Value, depth: int = 0) -> str:
        """The type of a constant or global, and the text from `of`."""
        return f"{self._types.of(value.type)} {self._make(value, depth)}"

    def _make(self, value: Value, depth: int) -> str:
        stored = self._texts.get(value)
        if stored is not None:
            return stored
        if depth > _DEEPEST:
            raise UnsupportedError(f"the text of a constant that is nested more than {_DEEPEST} deep")
        if isinstance(value, Constant):
            text = self._constant(value, depth + 1)
        elif isinstance(value, InlineAsm):
            text = _inline_asm(value)
        elif isinstance(value, GlobalValue):
            text = self._texts.get(self._own(value), "")
            if not text:
                raise FormatError(f"a reference to @{value.name!a}, which is not in the module")
        else:
            raise FormatError("a constant that refers to a local value")
        if len(text) > _LONGEST:
            raise UnsupportedError(f"a constant whose text is longer than {_LONGEST:,} characters")
        self._texts[value] = text
        return text

    def _constant(self, value: Constant, depth: int) -> str:
        code, type = value.code, value.type
        if code == ConstantCode.INTEGER:
            number = value.params[0]
            if type.code is TypeCode.INTEGER and type.params[0] == 1:
                return "true" if number & 1 else "false"
            return str(number)
        if code == ConstantCode.NULL:
            return self._null(type)
        if code == ConstantCode.FLOAT:
            if type.code not in FLOAT_TYPES:
                raise FormatError(f"a floating-point number of type {type.code.name}")
            return float_text(type.code, value.params)
        if code == ConstantCode.UNDEF:
            return "undef"
        if code == ConstantCode.POISON:
            return self._poison
        if code == ConstantCode.DATA:
            return self._data(value)
        if code == ConstantCode.AGGREGATE:
            if self._splats and type.code is TypeCode.VECTOR and _is_splat(value.operands):
                return f"splat ({self.typed(value.operands[0], depth)})"
            return _enclosed(type, ", ".join([self.typed(operand, depth) for operand in value.operands]))
        if code == ConstantCode.WIDE_INTEGER:
            return str(signed_words(value.params, type.params[0] if type.params else 64))
        return self._expression(value, depth)

    def _null(self, type: Type) -> str:
        code = type.code
        if code is TypeCode.INTEGER:
            return "false" if type.params[0] == 1 else "0"
        if code in FLOAT_TYPES:
            return float_text(code, (0,))
        if code in _AGGREGATES or code is TypeCode.OPAQUE or code is TypeCode.TARGET_TYPE:
            return "zeroinitializer"
        return "none" if code is TypeCode.TOKEN else "null"

    def _data(self, value: Constant) -> str:
        """An array or vector of numbers; an array of bytes is a string."""
        type, params = value.type, value.params
        if type.code not in (TypeCode.ARRAY, TypeCode.VECTOR):
            raise FormatError(f"a data constant of type {type.code.name}")
        element = type.elements[0]
        prefix = self._types.of(element)
        if element.code is TypeCode.INTEGER:
            bits = element.params[0]
            if bits == 8 and type.code is TypeCode.ARRAY:
                return f'c"{escaped(bytes([param & 0xFF for param in params]))}"'
            half, mask = 1 << bits - 1, (1 << bits) - 1
            numbers = [f"{prefix} {(param + half & mask) - half}" for param in params]
        elif element.code in FLOAT_TYPES:
            numbers = [f"{prefix} {float_text(element.code, (param,))}" for param in params]
        else:
            raise FormatError(f"a data constant of elements {element.code.name}")
        if self._splats and type.code is TypeCode.VECTOR and len(set(numbers)) == 1:
            return f"splat ({numbers[0]})"
        return _enclosed(type, ", ".join(numbers))

    def _expression(self, value: Constant, depth: int) -> str:
        code, params = value.code, value.params
        if code == ConstantCode.CE_CAST:
            (operand,) = value.operands
            flags = wrap_text("trunc", params[1]) if params[0] == CastOperator.TRUNC else ""
            word = CASTS.get(params[0], f"unknown_{params[0]}")
            return f"{word}{flags} ({self.typed(operand, depth)} to {self._types.of(value.type)})"
        operands = ", ".join([self.typed(operand, depth) for operand in value.operands])
        if code == ConstantCode.CE_GEP:
            return self._gep(value, depth)
        if code == ConstantCode.CE_BINOP:
            word = operator_text(params[0], value.type)
            return f"{word}{wrap_text(word, params[1])} ({operands})"
        if code == ConstantCode.CE_UNOP:
            return f"fneg ({operands})"
        if code == ConstantCode.CE_CMP:
            word = "fcmp" if value.operands[0].type.is_floating else "icmp"
            return f"{word} {PREDICATES.get(params[0], f'unknown_{params[0]}')} ({operands})"
        simple = _EXPRESSIONS.get(code)
        if simple is not None:
            return f"{simple} ({operands})"
        if code == ConstantCode.DSO_LOCAL_EQUIVALENT:
            return f"dso_local_equivalent {self._make(value.operands[0], depth)}"
        if code == ConstantCode.NO_CFI_VALUE:
            return f"no_cfi {self._make(value.operands[0], depth)}"
        raise UnsupportedError(f"the text of a constant {ConstantCode(code).name}")

    def _gep(self, value: Constant, depth: int) -> str:
        flags, in_range = value.params[0], value.params[1]
        words = gep_text(flags)
        if len(value.params) == 5:  # LLVM 19: bytes before and after the address
            words += f" inrange({value.params[3]}, {value.params[4]})"
        source = value.source_type
        if source is None:
            raise FormatError("a getelementptr constant without a source type")
        operands = [self.typed(operand, depth) for operand in value.operands]
        if 0 <= in_range < len(operands) - 1:
            operands[in_range + 1] = f"inrange {operands[in_range + 1]}"
        return f"getelementptr{words} ({self._types.of(source)}, {', '.join(operands)})"


_EXPRESSIONS = {
    int(ConstantCode.CE_SELECT): "select",
    int(ConstantCode.CE_EXTRACTELT): "extractelement",
    int(ConstantCode.CE_INSERTELT): "insertelement",
    int(ConstantCode.CE_SHUFFLEVEC): "shufflevector",
}


def _is_splat(operands: tuple[Value, ...]) -> bool:
    """Whether all elements are one number."""
    first = operands[0] if operands else None
    return (
        isinstance(first, Constant)
        and first.code in (ConstantCode.INTEGER, ConstantCode.FLOAT)
        and all(operand is first for operand in operands)
    )


def _enclosed(type: Type, members: str) -> str:
    """Members in the brackets of their aggregate."""
    if type.code is TypeCode.ARRAY:
        return f"[{members}]"
    if type.code is TypeCode.VECTOR:
        return f"<{members}>"
    if type.code not in STRUCT_TYPES:
        raise FormatError(f"an aggregate of type {type.code.name}")
    text = f"{{ {members} }}" if members else "{}"
    return f"<{text}>" if type.params[0] else text


def _inline_asm(value: InlineAsm) -> str:
    flags = value.flags & _ASM.get(value.code, 15)
    words = "".join([f"{word} " for bit, word in ASM_FLAGS if flags & bit])
    return f'asm {words}"{escaped(value.asm)}", "{escaped(value.constraints)}"'
