"""The notation of the record tables: one row per record, one line of text for its operands.

A table is a module of this package with `ROWS`; `tools/gen_records.py` generates straight-line code from it, in the
module of the same name with a leading underscore. Readers and writers import that code. The tables themselves are read
by the generator, the tests, the documentation and the analyser.

An operand is ``name:kind(argument)suffix=default/width@feature``, in the order of the record:

- `kind`, of any record: ``int``; ``signed``, a number whose lowest bit is its sign; ``type``, the id of a type;
  ``chars*``, the rest as text, written as bytes, or with ``chars(BITS)*`` sign-extended to so many bits, as LLVM
  pushes a signed `char`; ``string``, two operands, offset and size in the string table.
- `kind`, of instructions: ``bit``, a number of which only the lowest bit is written; ``block``, a basic block;
  ``value``, a value that was defined before, else it is followed by its type (LLVM: getValueTypePair); ``value(T)``, a
  value whose type T follows from what was read before (LLVM: getValue, popValue); ``pointee(pointer)``, the type that
  is loaded, which old records omit (it is the pointee); ``fast``, fast-math flags.
- `suffix`: ``?`` may be missing and is then 0, or the default after ``=``; in an instruction it is not written if it
  is 0. ``*``: all operands that are left, as a tuple.
- `width`: the encoding in the record's abbreviations: ``/4`` is Fixed(4), ``/v4`` is VBR(4). Values and types have
  theirs from their kind; ``/flags`` is as wide as the era's fast-math flags.
- `feature`: a column of the table of eras; the operand is written only where it is true. All operands that a record
  has are read, whatever the era.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

_OPERAND: Final = re.compile(
    r"(?P<name>\w+):(?P<kind>\w+)(\((?P<argument>[\w.()]+)\))?(?P<suffix>[?*]?)(=(?P<default>-?\d+))?"
    r"(/(?P<width>\w+))?(@(?P<feature>\w+))?"
)
_KINDS: Final = frozenset({"int", "bit", "block", "signed", "type", "chars", "string", "value", "pointee", "fast"})


@dataclass(frozen=True)
class Operand:
    """One operand of a record; `suffix` is "", "?" (may be missing) or "*" (all that are left)."""

    name: str
    kind: str
    argument: str = ""
    suffix: str = ""
    default: int = 0
    width: str = ""
    feature: str = ""

    @property
    def is_value(self) -> bool:
        """Whether it is a value of a function."""
        return self.kind == "value"

    @property
    def is_number(self) -> bool:
        """Whether an instruction keeps it in `params`."""
        return self.kind in ("int", "bit", "fast")


@dataclass(frozen=True)
class Row:
    """One record. Types and checks are Python expressions over the names of the operands.

    `operands`: in the order of the record.
    `since`: the column of the table of eras that says whether the record can be written; "" for all of them.
    `variant`: distinguishes forms of a record with the same code; part of the names of class and functions.
    `trim`: trailing operands that have their default are not written (records other than instructions).

    Of instructions only:
    `memory`: the operands of `Instruction.operands` in LLVM's order in memory, where that differs.
    `aux`: the operand, or the expression, that is kept as `Instruction.aux_type`.
    `result`: the type of the result; "void" for none.
    `checks`: conditions of a valid instruction, over its operands and its `result`, each with an error message.
    `reads_as`: the newer code that an old record is read as; its `params` are then given where the record lacks them.
    `before`: the column of the table of eras without which `reads_as` is written in this old form.
    `abbreviations`: the numbers of operands, of which each makes an abbreviation; a record with another number is not
    abbreviated, nor one whose first value is a forward reference (except with `always_abbreviated`).
    `too_short`: the message of UnsupportedError for a record with too few operands, which is an early form.
    `special`: reader and writer are hand-written.
    `fields`: the names of `Instruction.params`; of other instructions they are those of the operands that are numbers.
    """

    code: IntEnum
    operands: tuple[Operand, ...]
    since: str = ""
    variant: str = ""
    trim: bool = False
    memory: tuple[str, ...] = ()
    aux: str = ""
    result: str = "void"
    checks: tuple[tuple[str, str], ...] = ()
    reads_as: IntEnum | None = None
    params: tuple[int, ...] = ()
    before: str = ""
    abbreviations: tuple[int, ...] = ()
    always_abbreviated: bool = False
    too_short: str = ""
    special: bool = False
    fields: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The record's name in lower case, as it is in the names of generated functions."""
        return self.code.name.lower() + self.variant

    @property
    def text(self) -> str:
        """The operands for documentation: ``[lhs, rhs, opcode, flags?]``."""
        return f"[{', '.join(operand.name + operand.suffix for operand in self.operands)}]"


def row(
    code: IntEnum,
    operands: str = "",
    *,
    since: str = "",
    variant: str = "",
    trim: bool = False,
    memory: str = "",
    aux: str = "",
    result: str = "void",
    checks: tuple[tuple[str, str], ...] = (),
    reads_as: IntEnum | None = None,
    params: tuple[int, ...] = (),
    before: str = "",
    abbreviations: tuple[int, ...] = (),
    always_abbreviated: bool = False,
    too_short: str = "",
    special: bool = False,
    fields: str = "",
) -> Row:
    """The row of one record. ValueError if its operands can't be understood."""
    parsed = tuple(_operand(text) for text in operands.split())
    return Row(
        code,
        parsed,
        since,
        variant,
        trim,
        tuple(memory.split()),
        aux,
        result,
        checks,
        reads_as,
        params,
        before,
        abbreviations,
        always_abbreviated,
        too_short,
        special,
        tuple(fields.split()) if special else tuple(operand.name for operand in parsed if operand.is_number),
    )


def _operand(text: str) -> Operand:
    match = _OPERAND.fullmatch(text)
    if match is None or match["kind"] not in _KINDS:
        raise ValueError(f"not an operand of a record: {text}")
    return Operand(
        match["name"],
        match["kind"],
        match["argument"] or "",
        match["suffix"],
        int(match["default"] or 0),
        match["width"] or "",
        match["feature"] or "",
    )
