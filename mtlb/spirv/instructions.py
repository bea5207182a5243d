"""An instruction of a module: its words, decoded by the grammar (docs/spirv.md §7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack
from typing import Final

from ..base.classes import NamedTuple
from ..base.errors import FormatError
from ..base.strings import string_from_bytes
from .enumerants import Op
from .grammar import EXTENDED, INSTRUCTIONS, Category, GrammarRow, OperandKind, OperandUse, kind
from .opcodes import OP_EXT_INST_IMPORT

_CATEGORY_ID: Final = Category.ID
_COMPOSITE: Final = Category.COMPOSITE
_MASK: Final = Category.MASK
_VALUE: Final = Category.VALUE

UNKNOWN_WORD: Final = OperandKind("unknown word", Category.UNKNOWN)
"""The kind of words that the grammar does not describe: in an unknown instruction or after an unknown enumerant."""

_ID: Final = kind("IdRef")
_NUMBER: Final = kind("LiteralContextDependentNumber")
_STRING: Final = kind("LiteralString")
_SWITCH_CASE: Final = kind("PairLiteralIntegerIdRef")
_EXTENDED: Final = kind("LiteralExtInstInteger")
_SPEC_OPCODE: Final = kind("LiteralSpecConstantOpInteger")
_RESULT_KINDS: Final = (kind("IdResultType"), kind("IdResult"))

_ONE_NUMBER: Final[Kinds] = (_NUMBER,)

NOTED: Final = frozenset({Op.OpTypeInt, Op.OpTypeFloat, Op.OpExtInstImport})
"""Instructions that affect the decoding of later ones."""

Operands = tuple[int | str, ...]
Kinds = tuple[OperandKind, ...]


_NAMES: Final[dict[int, str]] = {op: row.name for op, row in INSTRUCTIONS.items()}


class SpirvInstruction(NamedTuple):
    """An instruction as read.
    `operands` excludes the result type and result id. Ids, literals, enumerants and masks are integers, literal
    strings `str`; a mask is followed by its parameters in the order of the bits; pairs are flattened. A number whose
    width depends on a type (OpConstant, the cases of OpSwitch) is given by its bits, as one unsigned integer."""

    op: Op
    type: int
    """The id of the result type; 0 if there is none."""
    id: int
    """The id of the result; 0 if there is none."""
    operands: Operands
    kinds: Kinds
    """The kind of each of `operands`."""
    words: tuple[int, ...]
    """All words, including the first (opcode and length)."""
    offset: int
    """The offset of the first word from the start of the file, in words."""
    ids: tuple[int, ...]
    """The operands that are ids, excluding result type and result."""
    enumerant_places: tuple[int, ...]
    """Where values of enumerations and masks are among the operands."""

    @property
    def name(self) -> str:
        """The published name, such as ``OpFAdd``; ``Op9999`` for an opcode that is not in the grammar."""
        return _NAMES.get(self.op) or f"Op{int(self.op)}"

    @property
    def is_known(self) -> bool:
        """Whether the opcode is in the grammar."""
        return self.op in _NAMES

    def __repr__(self) -> str:
        result = f"%{self.id} = " if self.id else ""
        words = [
            f"%{operand}" if what.is_id else repr(operand)
            for operand, what in zip(self.operands, self.kinds, strict=True)
        ]
        return f"<{' '.join([result + self.name, *([f'%{self.type}'] if self.type else []), *words])}>"


_new: Final[Callable[..., SpirvInstruction]] = tuple.__new__  # makes an instruction without a call of its class
_INSTRUCTION: Final = SpirvInstruction


class _Operands:
    """Properties of operands of certain kinds, of which a program has few: where ids and enumerants are among them."""

    def __init__(self, kinds: Kinds) -> None:
        self.places: Final = tuple([place for place, what in enumerate(kinds) if what.is_id])
        self.are_first: Final = self.places == tuple(range(len(self.places)))
        """Whether no other operand is before an id."""
        self.enumerants: Final = tuple([place for place, what in enumerate(kinds) if what.is_enumeration])

    def ids(self, operands: Operands) -> tuple[int, ...]:
        """Those of the operands that are ids."""
        if self.are_first:
            return operands[: len(self.places)]  # type: ignore[return-value]
        return tuple([operands[place] for place in self.places])  # type: ignore[misc]


_MOST: Final = 4096
_of_kinds: Final[dict[Kinds, _Operands]] = {}


def _operands(kinds: Kinds) -> _Operands:
    result = _of_kinds.get(kinds)
    if result is None:
        result = _Operands(kinds)
        if len(_of_kinds) >= _MOST:
            _of_kinds.clear()
        _of_kinds[kinds] = result
    return result


def specialized_operation(instruction: SpirvInstruction) -> SpirvInstruction:
    """The operation of an OpSpecConstantOp as an instruction of its own."""
    opcode, *_ = instruction.operands
    return instruction._replace(
        op=Op(int(opcode)),
        operands=instruction.operands[1:],
        kinds=instruction.kinds[1:],
        enumerant_places=_operands(instruction.kinds[1:]).enumerants,
    )


class _Plan:
    """The decoding plan of an opcode: properties that decoding needs for each instruction, computed once."""

    def __init__(self, opcode: int, row: GrammarRow) -> None:
        uses = row.operands
        self.op: Final = Op(opcode)
        self.name: Final = row.name
        self.has_type: Final = any(use.kind is _RESULT_KINDS[0] for use in uses)
        self.has_id: Final = any(use.kind is _RESULT_KINDS[1] for use in uses)
        self.rest: Final = tuple([use for use in uses if use.kind not in _RESULT_KINDS])
        fixed = [use.kind for use in self.rest if not use.quantifier]
        repeated = self.rest[-1].kind if self.rest and self.rest[-1].quantifier == "*" else None
        has_optional = any(use.quantifier == "?" for use in self.rest)
        if has_optional or (repeated is not None and not repeated.is_one_word):
            repeated = None
        self.least: Final = 1 + self.has_type + self.has_id + sum([len(what.bases) or 1 for what in fixed])
        """The number of words without optional operands."""
        self.kinds: Final[Kinds | None] = tuple(fixed) if all(what.is_one_word for what in fixed) else None
        """The kinds of the mandatory operands, if each is a single word."""
        self.repeated: Final[OperandKind | None] = repeated
        """The kind of the operands that follow them, if these are single words without optional ones before them."""
        self.operands: Final = _operands(() if self.kinds is None else self.kinds)
        """Of the operands of `kinds`."""
        self.are_all_ids: Final = all(what.is_id for what in fixed) and (repeated is None or repeated.is_id)
        """Whether operands of `kinds` and repeated ones are ids."""


_plans: Final[dict[int, _Plan]] = {}


def _plan(opcode: int) -> _Plan | None:
    plan = _plans.get(opcode)
    if plan is None:
        row = INSTRUCTIONS.get(opcode)
        if row is None:
            return None
        plan = _plans[opcode] = _Plan(opcode, row)
    return plan


class Decoder:
    """Decodes instructions in order, and records facts that later ones depend on: types of numbers and ids, imported
    sets."""

    def __init__(self) -> None:
        self.bits: dict[int, int] = {}
        """The widths of number types."""
        self.type_of: dict[int, int] = {}
        """The types of values."""
        self.sets: dict[int, dict[int, GrammarRow]] = {}
        """The imported extended instruction sets that are in the grammar."""
        self._words: Sequence[int] = ()
        self._place = 0
        self._offset = 0
        self._name = ""
        self._type = 0
        self._operands: list[int | str] = []
        self._kinds: list[OperandKind] = []

    def decode(self, words: tuple[int, ...], offset: int) -> SpirvInstruction:
        """Decode the instruction in `words`, at word `offset`. Raises FormatError for words that violate the
        grammar."""
        opcode = words[0] & 0xFFFF
        plan = _plan(opcode)
        if plan is None:
            unknown = (UNKNOWN_WORD,) * (len(words) - 1)
            return _new(_INSTRUCTION, (Op(opcode), 0, 0, words[1:], unknown, words, offset, (), ()))
        count = len(words)
        if count < plan.least:
            raise FormatError(
                f"word {offset}: {plan.name} has {count} words, it needs at least {plan.least}", offset=4 * offset
            )
        start = 1
        type_id = result = 0
        if plan.has_type:
            type_id = words[1]
            start = 2
            if not type_id:
                raise FormatError(f"word {offset}: {plan.name} has the result type %0", offset=4 * offset)
        if plan.has_id:
            result = words[start]
            start += 1
            if not result:
                raise FormatError(f"word {offset}: {plan.name} has the result %0", offset=4 * offset)
            if type_id:
                self.type_of[result] = type_id
        kinds = plan.kinds
        if kinds is not None:
            more = count - start - len(kinds)
            operands = words[start:]
            if not more:
                ids = operands if plan.are_all_ids else plan.operands.ids(operands)
                enumerants = plan.operands.enumerants
                return _new(_INSTRUCTION, (plan.op, type_id, result, operands, kinds, words, offset, ids, enumerants))
            if plan.repeated is not None:
                return self._instruction(
                    plan, type_id, result, operands, kinds + (plan.repeated,) * more, words, offset
                )
        elif count - start == 1 and plan.rest[0].kind is _NUMBER and 0 < self.bits.get(type_id, 0) <= 32:
            value = words[start:]
            return _new(_INSTRUCTION, (plan.op, type_id, result, value, _ONE_NUMBER, words, offset, (), ()))
        return self._decode_parts(plan, type_id, result, words, start, offset)

    def _decode_parts(
        self, plan: _Plan, type_id: int, result: int, words: tuple[int, ...], start: int, offset: int
    ) -> SpirvInstruction:
        """Decode an instruction with multi-word or optional operands."""
        self._words, self._place, self._offset, self._name = words, start, offset, plan.name
        self._operands, self._kinds = [], []
        self._type = type_id
        self._uses(plan.rest)
        if self._place < len(words):
            left = len(words) - self._place
            raise self._fail(f"has {left} word{'s' * (left > 1)} after its operands")
        return self._instruction(plan, type_id, result, tuple(self._operands), tuple(self._kinds), words, offset)

    def _instruction(
        self, plan: _Plan, type_id: int, result: int, operands: Operands, kinds: Kinds, words: tuple[int, ...], at: int
    ) -> SpirvInstruction:
        ids: tuple[int, ...]
        enumerants: tuple[int, ...] = ()
        if plan.are_all_ids and plan.kinds is not None and plan.repeated is not None:
            ids = operands  # type: ignore[assignment]
        else:
            facts = _operands(kinds)
            ids, enumerants = facts.ids(operands), facts.enumerants
        return _new(_INSTRUCTION, (plan.op, type_id, result, operands, kinds, words, at, ids, enumerants))

    def note(self, instruction: SpirvInstruction) -> None:
        """Record the facts in an instruction of `NOTED` that the decoding of later instructions needs."""
        if instruction.op is OP_EXT_INST_IMPORT:
            rows = EXTENDED.get(str(instruction.operands[0]))
            if rows is not None:
                self.sets[instruction.id] = rows
        else:
            self.bits[instruction.id] = int(instruction.operands[0])

    # --- operands ---

    def _fail(self, reason: str) -> FormatError:
        return FormatError(f"word {self._offset}: {self._name} {reason}", offset=4 * self._offset)

    def _word(self) -> int:
        if self._place >= len(self._words):
            raise self._fail("ends inside its operands")
        self._place += 1
        return self._words[self._place - 1]

    def _add(self, value: int | str, what: OperandKind) -> None:
        self._operands.append(value)
        self._kinds.append(what)

    def _uses(self, uses: Sequence[OperandUse]) -> None:
        for what, quantifier in uses:
            if not quantifier:
                self._operand(what)
            elif quantifier == "?":
                if self._place < len(self._words):
                    self._operand(what)
            else:
                while self._place < len(self._words):
                    self._operand(what)

    def _operand(self, what: OperandKind) -> None:
        category = what.category
        if category is _CATEGORY_ID:
            self._add(self._word(), what)
        elif category is _VALUE:
            self._enumerant(what)
        elif category is _MASK:
            self._mask(what)
        elif what is _STRING:
            self._add(self._string(), what)
        elif what is _NUMBER:
            self._add(self._number(self._type, "result type"), what)
        elif what is _SWITCH_CASE:
            selector = int(self._operands[0])
            self._add(self._number(self.type_of.get(selector, 0), "selector's type"), _NUMBER)
            self._add(self._word(), _ID)
        elif what is _EXTENDED:
            self._extended(what)
        elif what is _SPEC_OPCODE:
            self._spec_opcode(what)
        elif category is _COMPOSITE:
            for base in what.bases:
                self._operand(kind(base))
        else:
            self._add(self._word(), what)

    def _enumerant(self, what: OperandKind) -> None:
        value = self._word()
        self._add(value, what)
        row = what.enumerants.get(value)
        if row is None:
            if what.has_parameters:
                self._unknown()
        elif row.operands:
            self._uses(row.operands)

    def _mask(self, what: OperandKind) -> None:
        value = self._word()
        self._add(value, what)
        rest = value
        while rest:
            bit = rest & -rest
            rest ^= bit
            row = what.enumerants.get(bit)
            if row is not None:
                self._uses(row.operands)
            elif what.has_parameters:
                self._unknown()
                return

    def _unknown(self) -> None:
        """The words after an unknown enumerant, whose number of parameters is unknown."""
        while self._place < len(self._words):
            self._add(self._word(), UNKNOWN_WORD)

    def _string(self) -> str:
        rest = self._words[self._place :]
        data = pack(f"<{len(rest)}I", *rest)
        end = data.find(0)
        if end < 0:
            raise self._fail("has a string without its terminating NUL")
        self._place += end // 4 + 1
        return string_from_bytes(data[:end])

    def _number(self, type_id: int, which: str) -> int:
        bits = self.bits.get(type_id)
        if bits is None:
            raise self._fail(f"needs a number type as its {which}, but %{type_id} is not one that is defined before it")
        value = shift = 0
        for _ in range(max(1, -(-bits // 32))):
            value |= self._word() << shift
            shift += 32
        return value

    def _extended(self, what: OperandKind) -> None:
        number = self._word()
        self._add(number, what)
        row = self.sets.get(int(self._operands[0]), {}).get(number)
        if row is not None:
            self._name = f"{self._name} {row.name}"
            self._uses(row.operands)

    def _spec_opcode(self, what: OperandKind) -> None:
        opcode = self._word()
        self._add(opcode, what)
        plan = _plan(opcode)
        if plan is None:
            self._unknown()
        else:
            self._name = f"{self._name} {plan.name}"
            self._uses(plan.rest)
