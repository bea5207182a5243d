"""The names of a bitstream: records, abbreviations, reserved ids, limits.

Numbers are stored least significant bit first. A VBR number of width w comes in chunks of w bits, whose highest bit
says that another follows. Source: https://llvm.org/docs/BitCodeFormat.html.
"""

from __future__ import annotations

from typing import Final

from ..base.filekind import FileKind
from .abbreviations import (
    ALPHABET,
    DEFINE_ABBREV,
    END_BLOCK,
    ENTER_SUBBLOCK,
    FIRST_ABBREVIATION,
    MAX_WIDTH,
    UNABBREV_RECORD,
    Abbreviation,
    AbbrevOp,
    Encoding,
    abbreviation_of,
)
from .decoder import Record

__all__ = [
    "BLOCKINFO",
    "DEFINE_ABBREV",
    "END_BLOCK",
    "ENTER_SUBBLOCK",
    "FIRST_ABBREVIATION",
    "IS_CHAR6",
    "MAGIC",
    "MAX_DEPTH",
    "MAX_WIDTH",
    "SETBID",
    "UNABBREV_RECORD",
    "AbbrevOp",
    "Abbreviation",
    "Encoding",
    "Record",
    "Source",
    "abbreviation_of",
]

MAGIC: Final = FileKind.BITCODE.magic
BLOCKINFO: Final = 0  # id of the block that gives other blocks their abbreviations
SETBID: Final = 1  # its record that says which block the next definitions are for

MAX_DEPTH: Final = 32  # of blocks; LLVM's writers nest three deep

IS_CHAR6: Final = frozenset(ALPHABET)
"""The characters that CHAR6 can hold."""


class Source:
    """The bytes of a stream. `base` is the file offset of the first byte."""

    __slots__ = ("_whole", "base", "data")

    def __init__(self, data: memoryview, base: int) -> None:
        self.data = data
        self.base = base
        self._whole: bytes | None = None

    def whole(self) -> bytes:
        """All bytes of the stream, copied once if `data` is a view: slices of bytes are faster than of views."""
        if self._whole is None:
            under = self.data.obj
            if isinstance(under, bytes) and len(under) == len(self.data):
                self._whole = under
            else:
                self._whole = bytes(self.data)
        return self._whole
