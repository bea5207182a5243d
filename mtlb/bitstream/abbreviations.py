"""Abbreviations of a bitstream: how the operands of a record are stored.

Source: https://llvm.org/docs/BitCodeFormat.html#define-abbrev-encoding.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = [
    "ALPHABET",
    "ARRAY",
    "BLOB",
    "CHAR6_KIND",
    "DEFINE_ABBREV",
    "END_BLOCK",
    "ENTER_SUBBLOCK",
    "FIRST_ABBREVIATION",
    "FIXED",
    "LITERAL",
    "MAX_BITS",
    "MAX_WIDTH",
    "UNABBREV_RECORD",
    "VBR",
    "AbbrevOp",
    "Abbreviation",
    "Encoding",
    "abbreviation_of",
    "abbreviation_of_numbers",
]

END_BLOCK: Final = 0  # ids of abbreviations: what is no record, a record without one, the first that is defined
ENTER_SUBBLOCK: Final = 1
DEFINE_ABBREV: Final = 2
UNABBREV_RECORD: Final = 3
FIRST_ABBREVIATION: Final = 4

ALPHABET: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
"""The characters that CHAR6 can hold, by their six bits."""
MAX_WIDTH: Final = 32  # of Fixed and VBR, in bits; LLVM's MaxChunkSize
MAX_BITS: Final = 64  # of a VBR number
_MOST_AT_ONCE: Final = 88  # bits of the numbers of an abbreviation that are decoded from one integer


class Encoding(IntEnum):
    """How one operand of an abbreviated record is stored. LITERAL takes no bits."""

    LITERAL = 0
    FIXED = 1
    VBR = 2
    ARRAY = 3
    CHAR6 = 4
    BLOB = 5


LITERAL: Final = 0  # the same, as numbers that are quick to compare
FIXED: Final = 1
VBR: Final = 2
ARRAY: Final = 3
CHAR6_KIND: Final = 4
BLOB: Final = 5


class AbbrevOp(NamedTuple):
    """One operand of an abbreviation. `value` is the literal, the width in bits of FIXED and VBR, or 0."""

    encoding: Encoding
    value: int = 0


class Abbreviation:
    """The operands of one abbreviation; the first is that of the record code.

    An ARRAY (VBR6 count, then elements) is followed by its element's operand and ends the record; so does a BLOB.
    Raises ValueError for any other shape, for widths over 32 bits and for elements that take no bits.

    `scalars` are encoding and value of the operands before ARRAY or BLOB; what takes no bits is LITERAL there.
    `element` is the operand of the array's elements; `is_numbers`: they are VBR6, as most are. `kinds`, `widths` and
    `literals` are the scalars for loops on native integers; `element_kind` is -1 without an array.

    Most abbreviations are a literal code, `code`, and a few short numbers after it: then `steps` has for each its
    width, the bit that says that another group follows (0 if none can), and its greatest value in one group; else it is
    None. `texts` is what `bits` makes of the scalars when it first writes a record.
    """

    __slots__ = (
        "_hash",
        "code",
        "element",
        "element_kind",
        "element_width",
        "has_blob",
        "is_numbers",
        "kinds",
        "literals",
        "operands",
        "scalars",
        "steps",
        "texts",
        "widths",
    )

    def __init__(self, *operands: AbbrevOp) -> None:
        self.operands = operands
        self._hash = hash(operands)
        kinds = [operand.encoding for operand in operands]
        if not kinds or (kinds[0] in (Encoding.ARRAY, Encoding.BLOB) and len(kinds) == 1):
            raise ValueError("an abbreviation needs an operand for the record code")
        if any(o.encoding in (Encoding.FIXED, Encoding.VBR) and not 0 <= o.value <= MAX_WIDTH for o in operands):
            raise ValueError(f"an abbreviation has an operand wider than {MAX_WIDTH} bits")
        if any(o.encoding is Encoding.VBR and o.value == 1 for o in operands):
            raise ValueError("an abbreviation has a VBR of one bit")
        has_array = Encoding.ARRAY in kinds
        self.has_blob = Encoding.BLOB in kinds
        self.element: AbbrevOp | None = operands[-1] if has_array else None
        scalars = operands[: len(operands) - (2 if has_array else 1 if self.has_blob else 0)]
        if any(o.encoding in (Encoding.ARRAY, Encoding.BLOB) for o in scalars) or (has_array and self.has_blob):
            raise ValueError("an array or blob must be the last operand of an abbreviation")
        if self.element is not None and not _takes_bits(self.element):
            raise ValueError("the elements of an array must take bits")
        self.scalars = [(int(o.encoding) if _takes_bits(o) else LITERAL, o.value) for o in scalars]
        self.kinds = bytes([kind for kind, _ in self.scalars])
        self.widths = bytes([0 if kind == LITERAL else width for kind, width in self.scalars])
        self.literals = [width if kind == LITERAL else 0 for kind, width in self.scalars]
        self.element_kind = -1 if self.element is None else int(self.element.encoding)
        self.element_width = 0 if self.element is None else 6 if self.element_kind == CHAR6_KIND else self.element.value
        self.is_numbers = self.element_kind == VBR and self.element_width == 6
        self.code = self.literals[0] if self.scalars and self.scalars[0][0] == LITERAL else -1
        self.texts: list[Mapping[int, str]] | None = None
        self.steps: list[tuple[int, int, int]] | None = None
        is_plain = all(kind != CHAR6_KIND and (kind != LITERAL or not width) for kind, width in self.scalars[1:])
        two_groups = sum([2 * width if kind == VBR else width for kind, width in self.scalars if kind != LITERAL])
        if self.code >= 0 and two_groups <= _MOST_AT_ONCE and is_plain and not self.has_blob:
            highs = [1 << width >> 1 if kind == VBR else 0 for kind, width in self.scalars[1:]]
            self.steps = [
                (width, high, high - 1 if high else (1 << width) - 1)
                for (_, width), high in zip(self.scalars[1:], highs, strict=True)
            ]

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
    """The abbreviation of these encodings and values, in turn. Cached: all modules of an era define nearly the same."""
    return Abbreviation(*[AbbrevOp(Encoding(kind), n) for kind, n in zip(numbers[::2], numbers[1::2], strict=True)])


@lru_cache(maxsize=4096)
def abbreviation_of(*operands: AbbrevOp) -> Abbreviation:
    """`Abbreviation` of these operands, made once."""
    return Abbreviation(*operands)
