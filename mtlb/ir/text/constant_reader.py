"""Constants, and operands in general, read from text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...base.errors import FormatError
from .. import type_rules
from ..floats import FLOAT_FORMATS, float_bits
from ..globals import GlobalValue
from ..module import Context
from ..opcodes import STRUCT_TYPES, ConstantCode, GepFlag, TypeCode, WrapFlag
from ..operators import CastOperator
from ..types import Type
from ..values import Constant, InlineAsm, Value
from .lexer import Token, Tokens
from .spelling import narrowed, special_bits
from .type_reader import TypeReader
from .words import ASM_FLAGS, CASTS, EXACT, FLOAT_OPERATORS, GEP_FLAGS, INTEGER_OPERATORS, PREDICATES, WRAPPING

CAST_NUMBERS = {word: number for number, word in CASTS.items()}
INTEGER_NUMBERS = {word: number for number, word in INTEGER_OPERATORS.items()}
FLOAT_NUMBERS = {word: number for number, word in FLOAT_OPERATORS.items()}
FLOAT_PREDICATES = {word: number for number, word in PREDICATES.items() if number < 32}
INTEGER_PREDICATES = {word: number for number, word in PREDICATES.items() if number >= 32}
_SIMPLE = frozenset({TypeCode.HALF, TypeCode.BFLOAT, TypeCode.FLOAT, TypeCode.DOUBLE})
_DATA_BITS = (8, 16, 32, 64)
_NUMBERS = (ConstantCode.NULL, ConstantCode.INTEGER, ConstantCode.FLOAT)
_LETTERS = {"H": TypeCode.HALF, "R": TypeCode.BFLOAT, "K": TypeCode.X86_FP80, "L": TypeCode.FP128}
_LETTERS["M"] = TypeCode.PPC_FP128
_EXPRESSIONS = {
    "select": ConstantCode.CE_SELECT,
    "extractelement": ConstantCode.CE_EXTRACTELT,
    "insertelement": ConstantCode.CE_INSERTELT,
    "shufflevector": ConstantCode.CE_SHUFFLEVEC,
}
_OPERAND_COUNTS = {"select": 3, "extractelement": 2, "insertelement": 3, "shufflevector": 3}
_MOST_ELEMENTS = 1 << 16


class ConstantReader:
    """Reads values of a known type. `globals`: those of the module, by the word that names them.

    `local` gives the value that ``%name`` names in the function that is read; None outside of functions.
    """

    def __init__(self, tokens: Tokens, context: Context, types: TypeReader, globals: dict[str, GlobalValue]) -> None:
        self.tokens = tokens
        self.context = context
        self.types = types
        self.globals = globals
        self.local: Callable[[str, Type, int], Value] | None = None

    def typed(self) -> Value:
        """A type and a value of it."""
        return self.value(self.types.type())

    def value(self, type: Type) -> Value:
        """A value of a type."""
        tokens = self.tokens
        kind = tokens.kind
        if kind is Token.LOCAL:
            if self.local is None:
                raise tokens.error("a local value outside of a function")
            at = tokens.at
            return self.local(tokens.next(), type, at)
        if kind is Token.INTEGER:
            return self._integer(type)
        tokens.enter()
        constant = self._constant(type, kind)
        tokens.leave()
        return constant

    def constant(self, type: Type) -> Value:
        """A constant of a type."""
        at = self.tokens.at
        constant = self.value(type)
        if not isinstance(constant, (Constant, GlobalValue)):
            raise self.tokens.error("a constant must be here", at)
        return constant

    def null(self, type: Type) -> Constant:
        """Zero, in any type."""
        return self.context.constant(type, ConstantCode.NULL)

    def number(self, type: Type, value: int) -> Constant:
        """An integer; `value` is within the width of the type, with or without a sign."""
        bits = type.params[0]
        value &= (1 << bits) - 1
        if not value:
            return self.null(type)
        if bits > 64:
            words = []
            rest = value
            while rest:
                word = rest & (1 << 64) - 1
                words.append(word - (1 << 64) if word >> 63 else word)
                rest >>= 64
            return self.context.constant(type, ConstantCode.WIDE_INTEGER, tuple(words))
        if value >> bits - 1:
            value -= 1 << bits
        return self.context.constant(type, ConstantCode.INTEGER, (value,))

    def _integer(self, type: Type) -> Constant:
        tokens = self.tokens
        at = tokens.at
        value = tokens.integer()
        if type.code is not TypeCode.INTEGER:
            raise tokens.error("an integer where the type is another", at)
        bits = type.params[0]
        if not -(1 << bits - 1) <= value < 1 << bits:
            raise tokens.error(f"{value} does not fit in {bits} bits", at)
        return self.number(type, value)

    def _constant(self, type: Type, kind: Token) -> Value:
        tokens = self.tokens
        if kind is Token.GLOBAL:
            return self._global(type)
        if kind is Token.FLOAT or kind is Token.HEX:
            return self._float(type)
        if kind is Token.STRING:
            return self._bytes(type)
        if kind is Token.SIGN:
            return self._aggregate(type)
        if kind is not Token.WORD:
            raise tokens.expected("a value")
        word = tokens.word
        if word in ("true", "false"):
            if not type_rules.is_i1(type):
                raise tokens.error(f"{word} where the type is not i1")
            tokens.at += 1
            return self.number(type, int(word == "true"))
        if word in ("null", "none", "zeroinitializer"):
            fits = {"null": type.is_pointer, "none": type.code is TypeCode.TOKEN}.get(word, True)
            if not fits or type.code in (TypeCode.LABEL, TypeCode.METADATA, TypeCode.FUNCTION):
                raise tokens.error(f"{word} where the type is another")
            tokens.at += 1
            return self.null(type)
        if word in ("undef", "poison"):
            if type.code in (TypeCode.LABEL, TypeCode.METADATA, TypeCode.FUNCTION):
                raise tokens.error(f"{word} where the type is another")
            tokens.at += 1
            return self.context.constant(type, ConstantCode.UNDEF if word == "undef" else ConstantCode.POISON)
        if word == "splat":
            return self._splat(type)
        return self._expression(type)

    def _global(self, type: Type) -> GlobalValue:
        tokens = self.tokens
        at = tokens.at
        word = tokens.next()
        value = self.globals.get(tokens.key(word))
        if value is None:
            raise tokens.error(f"{word[:60]} is not defined", at)
        if value.type is not type:
            raise tokens.error(f"{word[:60]} is of another type", at)
        return value

    def _float(self, type: Type) -> Constant:
        tokens = self.tokens
        at = tokens.at
        word = tokens.next()
        if tokens.kinds[at] is Token.HEX and word[0] in "us":
            if type.code is not TypeCode.INTEGER:
                raise tokens.error("an integer where the type is another", at)
            value, bits = int(word[1:], 16), type.params[0]
            if value >> bits:
                raise tokens.error(f"{word[:40]} does not fit in {bits} bits", at)
            return self.number(type, value)
        code = type.code
        if not type.is_floating or code is TypeCode.VECTOR:
            raise tokens.error("a floating-point number where the type is another", at)
        words = self._float_words(code, word, at)
        if not any(words):
            return self.null(type)
        return self.context.constant(type, ConstantCode.FLOAT, words)

    def _float_words(self, code: TypeCode, word: str, at: int) -> tuple[int, ...]:
        letter = word[2:3]
        if word[:2] == "0x" and letter in _LETTERS:
            bits = int(word[3:], 16)
            if _LETTERS[letter] is not code:
                raise self.tokens.error(f"{word} is a number of another type", at)
            if code is TypeCode.HALF or code is TypeCode.BFLOAT:
                if bits >> 16:
                    raise self.tokens.error(f"{word} has too many digits", at)
                return (bits,)
            if code is TypeCode.X86_FP80:
                return (bits >> 16 & (1 << 64) - 1, bits & 0xFFFF)
            return (bits >> 64 & (1 << 64) - 1, bits & (1 << 64) - 1)
        if word[0] == "f":  # LLVM 23: the bits in the type itself
            return self._own_bits(code, int(word[3:], 16), word, at)
        if code not in _SIMPLE:
            raise self.tokens.unsupported(f"a decimal number of type {code.name.lower()}", at)
        if word[1] in "inqs":
            return self._own_bits(code, special_bits(code, word), word, at)
        if word[:2] == "0x":
            bits = int(word, 16)
            if bits >> 64:
                raise self.tokens.error(f"{word} has too many digits", at)
            pattern = narrowed(code, bits)
        else:
            # LLVM to version 22 takes none but exact numbers; later ones write, and read, as few digits as tell a
            # number apart.
            pattern = float_bits(code, float(word))
        if pattern is None:
            raise self.tokens.error(f"{word[:40]} is not a number of its type", at)
        return (pattern,)

    def _own_bits(self, code: TypeCode, bits: int, word: str, at: int) -> tuple[int, ...]:
        width = FLOAT_FORMATS[code].bits if code in FLOAT_FORMATS else None
        if width is None:
            raise self.tokens.unsupported(f"the number {word[:40]} of type {code.name.lower()}", at)
        if bits >> width:
            raise self.tokens.error(f"{word[:40]} has too many digits", at)
        return (bits,)

    # --- aggregates --------------------------------------------------------------------------------------------------

    def _bytes(self, type: Type) -> Constant:
        tokens = self.tokens
        word = tokens.word
        element = type.elements[0] if type.code is TypeCode.ARRAY else None
        if word[0] != "c" or element is None or element.code is not TypeCode.INTEGER or element.params != (8,):
            raise tokens.error("a string where the type is not an array of i8")
        data = tokens.bytes_of(word[2:-1])
        if len(data) != type.params[0]:
            raise tokens.error(f"a string of {len(data)} bytes in an array of {type.params[0]}")
        tokens.at += 1
        return self.data(type, tuple(data))

    def data(self, type: Type, numbers: tuple[int, ...]) -> Constant:
        """An array or vector of numbers."""
        if not any(numbers):
            return self.null(type)
        return self.context.constant(type, ConstantCode.DATA, numbers)

    def _splat(self, type: Type) -> Constant:
        tokens = self.tokens
        at = tokens.at
        tokens.need("splat")
        tokens.need("(")
        element = self.typed()
        tokens.need(")")
        if type.code is not TypeCode.VECTOR or element.type is not type.elements[0] or type.params[0] > _MOST_ELEMENTS:
            raise tokens.error("a splat that does not fit its type", at)
        return self.made_of(type, [element] * type.params[0])

    def _aggregate(self, type: Type) -> Constant:
        tokens = self.tokens
        at = tokens.at
        packed = False
        if tokens.take("["):
            fits, end = type.code is TypeCode.ARRAY, "]"
        elif tokens.take("{"):
            fits, end = type.code in STRUCT_TYPES and not type.params[0], "}"
        elif tokens.take("<"):
            packed = tokens.take("{")
            fits = type.code in STRUCT_TYPES and bool(type.params[0]) if packed else type.code is TypeCode.VECTOR
            end = "}" if packed else ">"
        else:
            raise tokens.expected("a value")
        if not fits:
            raise tokens.error("an aggregate where the type is another", at)
        members: list[Value] = []
        if tokens.word != end:
            members.append(self._member())
            while tokens.take(","):
                members.append(self._member())
        tokens.need(end)
        if packed:
            tokens.need(">")
        expected: Sequence[Type] = type.elements
        if type.code not in STRUCT_TYPES:
            if type.params[0] != len(members):
                raise tokens.error(f"{len(members)} elements in a type of {type.params[0]}", at)
            expected = [type.elements[0]] * len(members)
        if [member.type for member in members] != list(expected):
            raise tokens.error("members that do not fit the type of their aggregate", at)
        return self.made_of(type, members)

    def _member(self) -> Value:
        return self.constant(self.types.type())

    def made_of(self, type: Type, members: Sequence[Value]) -> Constant:
        """An aggregate in the form that LLVM gives it: zero, undef, poison, numbers, or its members."""
        codes = {member.code if isinstance(member, Constant) else -1 for member in members}
        if codes <= {ConstantCode.NULL}:
            return self.null(type)
        is_struct = type.code in STRUCT_TYPES
        if codes == {ConstantCode.POISON}:
            return self.context.constant(type, ConstantCode.POISON)
        if codes == {ConstantCode.UNDEF} or (is_struct and codes <= {ConstantCode.UNDEF, ConstantCode.POISON}):
            return self.context.constant(type, ConstantCode.UNDEF)
        if not is_struct and codes <= {*_NUMBERS}:
            element = type.elements[0]
            bits = element.params[0] if element.code is TypeCode.INTEGER else 0
            if bits in _DATA_BITS or element.code in _SIMPLE:
                mask = (1 << (bits or 64)) - 1
                numbers = [
                    m.params[0] & mask if isinstance(m, Constant) and m.code != ConstantCode.NULL else 0
                    for m in members
                ]
                return self.context.constant(type, ConstantCode.DATA, tuple(numbers))
        return self.context.constant(type, ConstantCode.AGGREGATE, (), tuple(members))

    # --- expressions -------------------------------------------------------------------------------------------------

    def _expression(self, type: Type) -> Value:
        tokens = self.tokens
        at = tokens.at
        word = tokens.next()
        if word == "asm":
            return self._asm(type)
        constant: Value
        if word in CAST_NUMBERS:
            constant = self._cast(word)
        elif word == "getelementptr":
            constant = self._gep()
        elif word in INTEGER_NUMBERS or word in FLOAT_NUMBERS:
            constant = self._binop(word)
        elif word in ("icmp", "fcmp"):
            constant = self._compare(word)
        elif word in _EXPRESSIONS:
            constant = self._simple(word)
        elif word == "fneg":
            (operand,) = self._operands(1)
            constant = self.context.constant(operand.type, ConstantCode.CE_UNOP, (0, 0), (operand,))
        elif word in ("dso_local_equivalent", "no_cfi"):
            code = ConstantCode.NO_CFI_VALUE if word == "no_cfi" else ConstantCode.DSO_LOCAL_EQUIVALENT
            constant = self.context.constant(type, code, (), (self._global(type),))
        elif word in ("blockaddress", "ptrauth"):
            raise tokens.unsupported(f"a constant {word}", at)
        else:
            tokens.at = at
            raise tokens.expected("a value")
        if constant.type is not type:
            raise tokens.error(f"{word} of another type than is needed", at)
        return constant

    def _operands(self, count: int) -> list[Value]:
        tokens = self.tokens
        tokens.need("(")
        operands = [self._member()]
        for _ in range(count - 1):
            tokens.need(",")
            operands.append(self._member())
        tokens.need(")")
        return operands

    def wrap_flags(self, word: str) -> int:
        """The flags of an integer operator that follow its word."""
        tokens = self.tokens
        flags = 0
        if word in WRAPPING:
            while tokens.word in ("nuw", "nsw"):
                flags |= WrapFlag.NO_UNSIGNED if tokens.next() == "nuw" else WrapFlag.NO_SIGNED
        elif word in EXACT:
            flags = int(tokens.take("exact"))
        elif word == "or":
            flags = int(tokens.take("disjoint"))
        return flags

    def gep_flags(self) -> int:
        """The flags of getelementptr."""
        flags = 0
        has_flag = True
        while has_flag:
            has_flag = False
            for bit, word in GEP_FLAGS:
                if self.tokens.take(word):
                    flags |= bit
                    has_flag = True
        # In bounds means no signed wrap, which LLVM writes as well.
        return flags | GepFlag.NO_UNSIGNED_SIGNED_WRAP if flags & 1 and self.types.opaque else flags

    def _cast(self, word: str) -> Constant:
        tokens = self.tokens
        flags = self.wrap_flags("trunc") if CAST_NUMBERS[word] == CastOperator.TRUNC else 0
        tokens.need("(")
        operand = self._member()
        tokens.need("to")
        target = self.types.type()
        tokens.need(")")
        return self.context.constant(target, ConstantCode.CE_CAST, (CAST_NUMBERS[word], flags), (operand,))

    def _gep(self) -> Constant:
        tokens = self.tokens
        at = tokens.at
        flags = self.gep_flags()
        bounds: tuple[int, ...] = ()
        if tokens.take("inrange"):
            tokens.need("(")
            low = tokens.integer()
            tokens.need(",")
            bounds = (64, low, tokens.integer())
            tokens.need(")")
            flags |= self.gep_flags()
        tokens.need("(")
        source = self.types.type()
        operands: list[Value] = []
        in_range = -1
        while tokens.take(","):
            if tokens.take("inrange"):
                in_range = len(operands) - 1
            operands.append(self._member())
        tokens.need(")")
        pointer = self.element_pointer(source, operands, at)
        params = (flags, in_range, *bounds)
        return self.context.constant(pointer, ConstantCode.CE_GEP, params, tuple(operands), source)

    def element_pointer(self, source: Type, operands: Sequence[Value], at: int) -> Type:
        """The type of a getelementptr; the error names token `at`."""
        if not operands or not type_rules.points_at(operands[0].type, source):
            raise self.tokens.error("getelementptr: the base does not point at the source type", at)
        if any(operand.type.scalar.code is not TypeCode.INTEGER for operand in operands[1:]):
            raise self.tokens.error("getelementptr: an index that is not an integer", at)
        try:
            return type_rules.gep(self.context, source, tuple(operands))
        except FormatError as error:
            raise self.tokens.error(error.reason, at) from None

    def _binop(self, word: str) -> Constant:
        at = self.tokens.at
        flags = self.wrap_flags(word)
        left, right = self._operands(2)
        table = FLOAT_NUMBERS if left.type.is_floating else INTEGER_NUMBERS
        if word not in table or left.type is not right.type:
            raise self.tokens.error(f"{word} of these operands", at)
        params = (table[word], flags)
        return self.context.constant(left.type, ConstantCode.CE_BINOP, params, (left, right))

    def predicate(self, word: str) -> int:
        """The predicate that follows icmp or fcmp."""
        predicate = self.tokens.choice(FLOAT_PREDICATES if word == "fcmp" else INTEGER_PREDICATES, -1)
        if predicate < 0:
            raise self.tokens.expected("a predicate")
        return predicate

    def _compare(self, word: str) -> Constant:
        predicate = self.predicate(word)
        left, right = self._operands(2)
        result = type_rules.comparison(self.context, left.type)
        return self.context.constant(result, ConstantCode.CE_CMP, (predicate,), (left, right))

    def _simple(self, word: str) -> Constant:
        at = self.tokens.at
        operands = self._operands(_OPERAND_COUNTS[word])
        try:
            if word == "select":
                type = operands[1].type
            elif word == "shufflevector":
                type = type_rules.shuffle(self.context, operands[0].type, operands[2].type)
            elif word == "extractelement":
                type = type_rules.element(operands[0].type)
            else:
                type = operands[0].type
        except FormatError as error:
            raise self.tokens.error(error.reason, at) from None
        return self.context.constant(type, _EXPRESSIONS[word], (), tuple(operands))

    def _asm(self, type: Type) -> InlineAsm:
        tokens = self.tokens
        flags = 0
        for bit, word in ASM_FLAGS:
            if tokens.take(word):
                flags |= bit
        text = tokens.string("assembly")
        tokens.need(",")
        constraints = tokens.string("constraints")
        function = type.elements[0] if type.code is TypeCode.POINTER else None
        code = ConstantCode.INLINEASM if function is not None else ConstantCode.INLINEASM_OLD3
        return InlineAsm(type, code, flags, text, constraints, function)
