"""The checksum of a Direct3D container: MD5 with its own padding of the last block.

The message is everything behind the checksum. State and compression are MD5's; the last block differs. With n bytes, of
which r are left after whole blocks of 64, A = 8n and B = 2n with bit 0 set (32 bits each):

- r < 56: one block of A, the r bytes, 0x80, zeros, and B in the last word.
- r ≥ 56: a block of the r bytes, 0x80 and zeros; then one of A, zeros, and B in the last word.

The digest is the four words of the state. Debug builds of compilers use A = 16n + 15 and B = 4n | 0x10000000. Markers
instead: 16 zeros (not signed), 16 times 0x02 (developer mode), 16 times 0x01 (never seen). `Container.checksum` is
retail (2,820 files), debug (7), zero (3), bypass, preview-bypass (1) or mismatch. A container is written with the kind
that it had; a mismatch becomes retail.
"""

from __future__ import annotations

import struct
from enum import Enum
from math import floor, sin

CHECKSUM_SIZE = 16
"""The size in bytes."""


class Checksum(Enum):
    """The kind of a stored checksum. The value is its word in messages and in JSON."""

    RETAIL = "retail"
    """The checksum that the runtime computes."""
    DEBUG = "debug"
    """The variant of debug builds of compilers; the runtime rejects it."""
    UNSIGNED = "zero"
    """16 zero bytes: never signed."""
    BYPASS = "bypass"
    """16 bytes 0x01, said to be a marker that is accepted instead of a checksum; never seen."""
    PREVIEW_BYPASS = "preview-bypass"
    """16 bytes 0x02: accepted by runtimes in developer mode instead of a checksum."""
    MISMATCH = "mismatch"
    """None of the other kinds: the bytes were changed after signing."""

    @property
    def is_computed(self) -> bool:
        """Whether it depends on the bytes."""
        return self in (Checksum.RETAIL, Checksum.DEBUG)


_MARKERS = {
    Checksum.UNSIGNED: bytes(CHECKSUM_SIZE),
    Checksum.BYPASS: b"\x01" * CHECKSUM_SIZE,
    Checksum.PREVIEW_BYPASS: b"\x02" * CHECKSUM_SIZE,
}


def classify(stored: bytes | memoryview, message: bytes | memoryview) -> Checksum:
    """The kind of the 16 bytes `stored`; `message` is the part of the container after them."""
    for kind, marker in _MARKERS.items():
        if stored == marker:
            return kind
    state = _whole_blocks(message)
    for kind in (Checksum.RETAIL, Checksum.DEBUG):
        if stored == _finish(state, message, kind):
            return kind
    return Checksum.MISMATCH


def compute(message: bytes | memoryview, kind: Checksum = Checksum.RETAIL) -> bytes:
    """The 16 bytes for a container whose bytes after the checksum are `message`; for a mismatch, the retail
    checksum."""
    if (marker := _MARKERS.get(kind)) is not None:
        return marker
    return _finish(_whole_blocks(message), message, kind)


# --- MD5 (RFC 1321): hashlib does not expose its state ----------------------------------------------------------------

_State = tuple[int, int, int, int]

_BLOCK = 64
_MASK = 0xFFFFFFFF
_START: _State = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)
_SHIFTS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_WORDS = ((1, 0), (5, 1), (3, 5), (7, 0))  # word of step i: (factor * i + first) % 16
_STEPS = tuple(
    (
        floor(abs(sin(i + 1)) * 2**32),
        (_WORDS[i // 16][0] * i + _WORDS[i // 16][1]) % 16,
        _SHIFTS[i // 16][i % 4],
        32 - _SHIFTS[i // 16][i % 4],
    )
    for i in range(64)
)
_ROUNDS = tuple(_STEPS[start : start + 16] for start in range(0, 64, 16))
_block = struct.Struct("<16I")


def _compress(state: _State, words: tuple[int, ...]) -> _State:
    a, b, c, d = state
    first, second, third, fourth = _ROUNDS
    for constant, word, left, right in first:
        x = (a + (d ^ (b & (c ^ d))) + constant + words[word]) & _MASK
        a, d, c, b = d, c, b, (b + (x << left | x >> right)) & _MASK
    for constant, word, left, right in second:
        x = (a + (c ^ (d & (b ^ c))) + constant + words[word]) & _MASK
        a, d, c, b = d, c, b, (b + (x << left | x >> right)) & _MASK
    for constant, word, left, right in third:
        x = (a + (b ^ c ^ d) + constant + words[word]) & _MASK
        a, d, c, b = d, c, b, (b + (x << left | x >> right)) & _MASK
    for constant, word, left, right in fourth:
        x = (a + (c ^ (b | (d ^ _MASK))) + constant + words[word]) & _MASK
        a, d, c, b = d, c, b, (b + (x << left | x >> right)) & _MASK
    return (state[0] + a) & _MASK, (state[1] + b) & _MASK, (state[2] + c) & _MASK, (state[3] + d) & _MASK


def _whole_blocks(message: bytes | memoryview) -> _State:
    state = _START
    whole = memoryview(message)[: len(message) - len(message) % _BLOCK]
    for words in _block.iter_unpack(whole):
        state = _compress(state, words)
    return state


def _finish(state: _State, message: bytes | memoryview, kind: Checksum) -> bytes:
    """The last one or two blocks: the bit length precedes the data, and a second word is at the end."""
    size = len(message)
    rest = bytes(message[size - size % _BLOCK :])
    if kind is Checksum.DEBUG:
        first, last = size << 4 | 0xF, size << 2 | 0x10000000
    else:
        first, last = size * 8, size * 2 | 1
    head, tail = struct.pack("<I", first & _MASK), struct.pack("<I", last & _MASK)
    if len(rest) < _BLOCK - 8:
        padded = (head + rest + b"\x80").ljust(_BLOCK - 4, b"\0") + tail
    else:
        padded = (rest + b"\x80").ljust(_BLOCK, b"\0") + head.ljust(_BLOCK - 4, b"\0") + tail
    for words in _block.iter_unpack(padded):
        state = _compress(state, words)
    return struct.pack("<4I", *state)
