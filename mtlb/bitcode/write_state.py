"""The state of writing one module: the stream, the ids, the era, and the abbreviations that blocks share.

The writers of types, attributes, globals, constants and metadata share one `WriteState`; `writer` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Final

from ..base.strings import string_to_bytes
from ..bitstream.abbreviations import MAX_BITS
from ..bitstream.codec import IS_CHAR6, UNABBREV_RECORD, Abbreviation, AbbrevOp, Encoding, abbreviation_of
from ..bitstream.encoder import BitWriter, Piece
from ..bitstream.recent import Recent
from ..bitstream.writer import StreamWriter, block_body
from ..ir import Era, Module
from .decoding import sign_extended
from .enumerate import Enumeration
from .symtab import StringTable

MODULE_WIDTH: Final = 3  # bits of the ids of abbreviations in the MODULE block
ARRAY: Final = AbbrevOp(Encoding.ARRAY)
BLOB: Final = AbbrevOp(Encoding.BLOB)
CHAR6: Final = AbbrevOp(Encoding.CHAR6)

_FEW: Final = 64
_LITERALS: Final = [AbbrevOp(Encoding.LITERAL, value) for value in range(_FEW)]
_FIXED: Final = [AbbrevOp(Encoding.FIXED, width) for width in range(MAX_BITS + 1)]
_VBR: Final = [AbbrevOp(Encoding.VBR, width) for width in range(MAX_BITS + 1)]


def literal(value: int) -> AbbrevOp:
    """An operand of an abbreviation that is always this value, and takes no bits."""
    return _LITERALS[value] if 0 <= value < _FEW else AbbrevOp(Encoding.LITERAL, value)


def fixed(width: int) -> AbbrevOp:
    """A Fixed operand of an abbreviation, of `width` bits."""
    return _FIXED[width]


def vbr(width: int) -> AbbrevOp:
    """A VBR operand of an abbreviation, in chunks of `width` bits."""
    return _VBR[width]


def is_char6(data: bytes) -> bool:
    """Whether every character fits into six bits."""
    return IS_CHAR6.issuperset(data)


def encoding(data: bytes) -> AbbrevOp:
    """The narrowest element that holds a string: char6, 7 or 8 bits."""
    if is_char6(data):
        return CHAR6
    return fixed(7) if data.isascii() else fixed(8)


_KNOWN_SIZE: Final = 1 << 13  # bytes of a block
_KNOWN_TEXT: Final = 1 << 10  # characters of a string
_bodies: Final = Recent(1 << 18)  # bytes of encoded blocks; their keys take about ten times as much


class WriteState:
    """The state of writing one module. `abbreviations`: the ids from BLOCKINFO, by name."""

    def __init__(self, module: Module, era: Era, ids: Enumeration) -> None:
        self.module = module
        self.era = era
        self.ids = ids
        self.stream = StreamWriter()
        self.strings = StringTable()
        self.type_width = fixed(len(ids.types).bit_length())
        self.abbreviations: dict[str, int] = {}

    def define(self, *operands: AbbrevOp) -> int:
        """Define an abbreviation in the current block; its id."""
        return self.stream.define_abbreviation(abbreviation_of(*operands))

    def known_block(self, block_id: int, width: int, content: Hashable, write: Callable[[], None]) -> None:
        """A block whose body is encoded by `write` once per `content`, which must contain everything that the body
        depends on. None: do not cache, because a key would keep objects alive.
        """
        key = (block_id, width, content)
        body = None if content is None else _bodies.get(key, 0)
        if isinstance(body, bytes):
            self.stream.copy_block(block_id, width, body)
            return
        self.stream.enter_block(block_id, width)
        write()
        self.stream.end_block()
        if content is not None:
            written = self.stream.last_body()
            if len(written) <= _KNOWN_SIZE:
                _bodies.put(key, len(written), written)

    def string_record(self, code: int, text: str, char6: int = UNABBREV_RECORD) -> None:
        """A record that is a string; `char6` is the abbreviation for those that fit into six bits a character."""
        if char6 != UNABBREV_RECORD and not is_char6(string_to_bytes(text)):
            char6 = UNABBREV_RECORD
        self.text(code, text, char6)

    def text(self, code: int, text: str, abbreviation: int = UNABBREV_RECORD) -> None:
        """A record whose operands are the characters of a string; most modules have the same ones. Without an
        abbreviation, LLVM pushes a signed `char`.
        """
        stream = self.stream
        encode = _text if len(text) < _KNOWN_TEXT else _text.__wrapped__
        stream.append_piece(encode(stream.width, abbreviation, stream.shape(abbreviation), code, text))

    def names(self, block_id: int, width: int, code: int, names: Sequence[str]) -> None:
        """A block with a record for each name, if there are any."""
        if names:
            self.stream.copy_block(block_id, width, _names_body(width, code, tuple(names)))


@lru_cache(maxsize=256)
def _text(width: int, number: int, shape: Abbreviation | None, code: int, text: str) -> Piece:
    """A record that is a string, in a block with abbreviation ids of `width` bits. `number`: its abbreviation, which is
    `shape`.
    """
    bits = BitWriter(b"")
    if shape is None:
        bits.unabbreviated(width, code, sign_extended(text, 32))
    else:
        bits.abbreviated(number, width, shape, code, string_to_bytes(text), None)
    return bits.piece()


@lru_cache(maxsize=64)
def _names_body(width: int, code: int, names: tuple[str, ...]) -> bytes:
    """The body of a block of names; most modules of an era have the same."""
    return block_body(width, [(code, sign_extended(name, 32)) for name in names])
