"""Abbreviations of a bitstream: how the operands of a record are stored.

Source: https://llvm.org/docs/BitCodeFormat.html#define-abbrev-encoding.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..base.classes import NamedTuple

if TYPE_CHECKING:
    from mypy_extensions import i64

END_BLOCK: Final = 0  # abbreviation ids: END_BLOCK, UNABBREV_RECORD, the first user-defined one
ENTER_SUBBLOCK: Final = 1
DEFINE_ABBREV: Final = 2
UNABBREV_RECORD: Final = 3
FIRST_ABBREVIATION: Final = 4

ALPHABET: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
"""The characters that CHAR6 can hold, by their six bits."""
MAX_WIDTH: Final = 32  # of Fixed and VBR, in bits; LLVM's MaxChunkSize
MAX_BITS: Final = 64  # of a VBR number


class Encoding(IntEnum):
    """How one operand of an abbreviated record is stored. LITERAL takes no bits."""

    LITERAL = 0
    FIXED = 1
    VBR = 2
    ARRAY = 3
    CHAR6 = 4
    BLOB = 5


LITERAL: Final = 0  # plain integers: faster to compare than enum members
FIXED: Final = 1
VBR: Final = 2
ARRAY: Final = 3
CHAR6_KIND: Final = 4
BLOB: Final = 5


class AbbrevOp(NamedTuple):
    """One operand of an abbreviation. `value` is the literal, the width in bits of FIXED and VBR, or 0."""

    encoding: Encoding
    value: int = 0


class Step:
    """How a value of a record is stored, in the form that the decoding loops use. `width`: its bits; of a VBR number,
    the bits of a chunk. `most`: the greatest value that fits one chunk unencoded, -1 if there is none. `high`: the
    continuation bit of a chunk, 0 if there is none. LITERAL takes no bits and has the value `literal`.
    """

    __slots__ = ("high", "kind", "literal", "most", "width")

    def __init__(self, operand: AbbrevOp) -> None:
        encoding, value = operand
        kind = int(encoding) if _takes_bits(operand) else LITERAL
        width = {LITERAL: 0, CHAR6_KIND: 6}.get(kind, value)
        high = 1 << width >> 1 if kind == VBR else 0
        self.kind: i64 = kind
        self.width: i64 = width
        self.high: i64 = high
        self.most = high - 1 if kind == VBR else (1 << width) - 1 if kind == FIXED else -1
        self.literal = value if kind == LITERAL else 0


class Abbreviation:
    """The operands of one abbreviation; the first is that of the record code.

    An ARRAY (VBR6 count, then elements) is followed by its element's operand and ends the record; so does a BLOB.
    Raises ValueError for any other shape, for widths over 32 bits and for elements that take no bits.

    `code`: the record code if it is a literal, as usual, else -1. `steps`: the operands before ARRAY or BLOB, including
    the code's if it is not a literal. `element`: the operand of the array's elements. `numbers`: encoding and value of
    each operand, alternating.
    """

    __slots__ = ("_hash", "code", "element", "has_blob", "numbers", "operands", "steps")

    def __init__(self, *operands: AbbrevOp) -> None:
        self.operands = operands
        self._hash = hash(operands)
        self.numbers = [int(number) for operand in operands for number in operand]
        kinds = [operand.encoding for operand in operands]
        if not kinds or (kinds[0] in (Encoding.ARRAY, Encoding.BLOB) and len(kinds) == 1):
            raise ValueError("an abbreviation needs an operand for the record code")
        if any(o.encoding in (Encoding.FIXED, Encoding.VBR) and not 0 <= o.value <= MAX_WIDTH for o in operands):
            raise ValueError(f"an abbreviation has an operand wider than {MAX_WIDTH} bits")
        if any(o.encoding is Encoding.VBR and o.value == 1 for o in operands):
            raise ValueError("an abbreviation has a VBR of one bit")
        has_array = Encoding.ARRAY in kinds
        self.has_blob = Encoding.BLOB in kinds
        scalars = operands[: len(operands) - (2 if has_array else 1 if self.has_blob else 0)]
        if any(o.encoding in (Encoding.ARRAY, Encoding.BLOB) for o in scalars) or (has_array and self.has_blob):
            raise ValueError("an array or blob must be the last operand of an abbreviation")
        if has_array and not _takes_bits(operands[-1]):
            raise ValueError("the elements of an array must take bits")
        self.element = Step(operands[-1]) if has_array else None
        self.steps = [Step(operand) for operand in scalars]
        self.code = -1
        if self.steps and self.steps[0].kind == LITERAL:
            self.code = self.steps.pop(0).literal

    def __repr__(self) -> str:
        valued = (Encoding.LITERAL, Encoding.FIXED, Encoding.VBR)
        names = [o.encoding.name.lower() + (f"({o.value})" if o.encoding in valued else "") for o in self.operands]
        return f"[{', '.join(names)}]"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Abbreviation) and self.operands == other.operands)

    def __hash__(self) -> int:
        return self._hash


def _takes_bits(operand: AbbrevOp) -> bool:
    """False for literals and for Fixed(0) and VBR(0), which are always 0."""
    kind = operand.encoding
    return kind is Encoding.CHAR6 or (kind in (Encoding.FIXED, Encoding.VBR) and operand.value > 0)


@lru_cache(maxsize=4096)
def abbreviation_of_numbers(*numbers: int) -> Abbreviation:
    """The abbreviation with these alternating encodings and values. Cached: modules of an era define nearly the same
    ones."""
    return Abbreviation(*[AbbrevOp(Encoding(kind), n) for kind, n in zip(numbers[::2], numbers[1::2], strict=True)])


@lru_cache(maxsize=4096)
def abbreviation_of(*operands: AbbrevOp) -> Abbreviation:
    """`Abbreviation` of these operands, made once."""
    return Abbreviation(*operands)
