"""SPIR-V's grammar: a row for each instruction, operand kinds with their enumerants, extended instruction sets.
Reader, disassembler, verifier and enums use these tables. Their text form is generated from the published
machine-readable grammar (docs/spirv.md §7)."""

from __future__ import annotations

from enum import Enum
from functools import cache, cached_property

from ..base.classes import NamedTuple, dataclass, field
from . import _grammar

Version = tuple[int, int]


class Category(Enum):
    """The form of the words of an operand."""

    ID = "Id"
    LITERAL = "Literal"
    VALUE = "ValueEnum"
    MASK = "BitEnum"
    COMPOSITE = "Composite"
    UNKNOWN = "unknown"


class GrammarRow(NamedTuple):
    """An instruction, a value of an enumeration, or a bit of a mask.
    `operands`: for an instruction all operands, including result type and result; for an enumerant its parameters.
    `version` is None if only extensions provide it."""

    number: int
    """The opcode or the value."""
    names: tuple[str, ...]
    operands: tuple[OperandUse, ...]
    capabilities: tuple[str, ...]
    version: Version | None
    extensions: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name in listings; the other names are aliases."""
        return self.names[0]


@dataclass(frozen=True, eq=False)
class OperandKind:
    """The kind of an operand: an id, a literal, a value of an enumeration, a mask, or a composite of these.
    Each kind is a single object: kinds are compared with `is`."""

    name: str
    category: Category
    bases: tuple[str, ...] = ()
    """The kinds in a composite."""
    lines: tuple[str, ...] = field(default=(), repr=False)
    """The rows of the table; `enumerants` parses them."""

    @cached_property
    def is_id(self) -> bool:
        """Whether its word is an id."""
        return self.category is Category.ID

    @property
    def is_mask(self) -> bool:
        """Whether its word is a mask of bits."""
        return self.category is Category.MASK

    @cached_property
    def is_enumeration(self) -> bool:
        """Whether it has enumerants."""
        return self.category in (Category.VALUE, Category.MASK)

    @cached_property
    def enumerants(self) -> dict[int, GrammarRow]:
        """The enumerants by value."""
        return {row.number: row for row in map(_row, self.lines)}

    @cached_property
    def has_parameters(self) -> bool:
        """Whether a value of it may be followed by more operands."""
        return any(row.operands for row in self.enumerants.values())

    @cached_property
    def is_one_word(self) -> bool:
        """Whether it always takes a single word, for every value."""
        if self.category is Category.LITERAL:
            return self.name in ("LiteralInteger", "LiteralFloat")
        return self.is_id or (self.is_enumeration and not self.has_parameters)


class OperandUse(NamedTuple):
    """An operand of an instruction. `quantifier` is "", "?" (may be missing) or "*" (any number of times)."""

    kind: OperandKind
    quantifier: str


_SHORT = {"t": "IdResultType", "r": "IdResult", "i": "IdRef", "n": "LiteralInteger"}


@cache  # few words differ
def _list(word: str) -> tuple[str, ...]:
    return () if word == "-" else tuple(word.split(","))


@cache
def _version(word: str) -> Version | None:
    if word == "-":
        return None
    major, minor = word.split(".")
    return int(major), int(minor)


@cache
def _uses(word: str) -> tuple[OperandUse, ...]:
    uses = []
    for word_ in _list(word):
        name = word_.rstrip("?*")
        uses.append(OperandUse(KINDS[_SHORT.get(name, name)], word_[len(name) :]))
    return tuple(uses)


def _row(line: str) -> GrammarRow:
    number, names, operands, capabilities, version, extensions = line.split()
    return GrammarRow(
        int(number),
        tuple(names.split("/")),
        _uses(operands),
        _list(capabilities),
        _version(version),
        _list(extensions),
    )


def _read_kinds() -> dict[str, OperandKind]:
    kinds: dict[str, OperandKind] = {}
    for block in _grammar.KINDS.replace("\n:", "\n=:").split("\n=")[1:]:
        head, *rows = block.strip().split("\n")
        if head.startswith(":"):
            name, *bases = head[1:].split()
            kinds[name] = OperandKind(name, Category.COMPOSITE, tuple(bases))
        else:
            name, category = head.split()
            kinds[name] = OperandKind(name, Category(category), lines=tuple(rows))
    return kinds


def _read_extended() -> dict[str, dict[int, GrammarRow]]:
    sets = {}
    for block in _grammar.EXTENDED.split("\n=")[1:]:
        name, *lines = block.strip().split("\n")
        rows = {}
        for line in lines:
            number, called, operands = line.split()
            rows[int(number)] = GrammarRow(int(number), (called,), _uses(operands), (), None, ())
        sets[name] = rows
    return sets


KINDS = _read_kinds()
"""The instructions by name."""
INSTRUCTIONS = {row.number: row for row in map(_row, _grammar.INSTRUCTIONS.strip().split("\n"))}
"""The instructions by opcode."""
INSTRUCTION_NAMES = {name: row.number for row in INSTRUCTIONS.values() for name in row.names}
"""Opcodes by name, aliases included."""
EXTENDED = _read_extended()
"""The extended instruction sets by import name; each maps numbers to instructions."""

GENERATORS = {
    int(number): name for number, _, name in [line.partition(" ") for line in _grammar.GENERATORS.split("\n")] if number
}
"""The generator tools, by the number in the upper half of the header's third word."""


def kind(name: str) -> OperandKind:
    """The operand kind with this name. Raises KeyError if there is none."""
    return KINDS[name]
