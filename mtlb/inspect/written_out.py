"""Files that are written out as text: C arrays (as of ``xxd -i``), string literals with escapes, base64.

Projects ship shaders so, in headers and in JSON. A text is searched for the ways in which the first bytes of a file can
be written; what follows is decoded as far as the size in the file's own header. All patterns match in linear time.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from functools import partial
from heapq import merge

from ..base.classes import NamedTuple

Text = bytes | bytearray | memoryview
_SAMPLE = 1 << 16  # bytes that tell whether a file is text


class WrittenOut(NamedTuple):
    """A file in a text: where its first byte is written (in bytes from the start of the text), and how.

    `decode(count)` gives its first `count` bytes, or fewer where they end earlier.
    """

    offset: int
    decode: Callable[[int], bytes]


def is_text(data: memoryview) -> bool:
    """Whether the start of a file has no byte 0, as texts in UTF-8 and its relatives have none."""
    return len(data) > 0 and b"\0" not in bytes(data[:_SAMPLE])


_HEX = re.compile(rb"0[xX]([0-9a-fA-F]{1,2})[uU]?[\s,]*")
_DECIMAL = re.compile(rb"([0-9]{1,3})[uU]?[\s,]*")


def _literal(quote: str) -> re.Pattern[bytes]:
    """An item of a string literal: an escape, the end of a literal with the start of the next, or a character."""
    return re.compile(
        rf"""\\x([0-9a-fA-F]{{1,2}})(?![0-9a-fA-F])|\\x([0-9a-fA-F]{{2}})|\\([0-7]{{1,3}})|\\([abfnrtv"'?\\])"""
        rf"""|{quote}\s*(?:\\\n\s*)?{quote}|([^\\\n{quote}])""".encode()
    )


_STRINGS = {quote: _literal(quote.decode()) for quote in (b'"', b"'")}
_LETTERS = {b"a": 7, b"b": 8, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11}
_BASE64 = re.compile(rb"[A-Za-z0-9+/\s]*=*")


def _numbers(pattern: re.Pattern[bytes], base: int, text: Text, at: int, count: int) -> bytes:
    data = bytearray()
    while len(data) < count and (match := pattern.match(text, at)) is not None:
        value = int(match[1], base)
        if value > 255:
            break
        data.append(value)
        at = match.end()
    return bytes(data)


def _string(text: Text, at: int, count: int) -> bytes:
    pattern = _STRINGS.get(bytes(text[at - 1 : at]), _STRINGS[b'"'])
    data = bytearray()
    while len(data) < count and (match := pattern.match(text, at)) is not None:
        at = match.end()
        hexadecimal, octal, letter, plain = match[1] or match[2], match[3], match[4], match[5]
        if hexadecimal is not None:
            data.append(int(hexadecimal, 16))
        elif octal is not None:
            if int(octal, 8) > 255:
                break
            data.append(int(octal, 8))
        elif letter is not None:
            data.append(_LETTERS.get(letter, letter[0]))
        elif plain is not None:
            data += plain
    return bytes(data)


def _base64(text: Text, at: int, count: int) -> bytes:
    window = -(-count // 3) * 4
    window += window // 16 + 64  # line ends
    while True:
        match = _BASE64.match(text, at, min(len(text), at + window))
        letters = b"".join((match[0] if match is not None else b"").rstrip(b"=").split())
        if len(letters) * 3 // 4 >= count or at + window >= len(text) or match is None or match.end() < at + window:
            break
        window *= 2
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4))[:count]
    except binascii.Error:
        return b""


def _patterns(magic: bytes) -> list[tuple[re.Pattern[bytes], Callable[[Text, int, int], bytes]]]:
    """How `magic` can be written, and what decodes it from there."""

    def separated(parts: list[str]) -> re.Pattern[bytes]:
        return re.compile(r"[uU]?\s*,\s*".join(parts).encode())

    def either(byte: int) -> str:
        return "".join(f"[{d.lower()}{d.upper()}]" if d.isalpha() else d for d in f"{byte:02x}")

    def hexadecimal(text: Text, at: int, count: int) -> bytes:
        return _numbers(_HEX, 16, text, at, count)

    def decimal(text: Text, at: int, count: int) -> bytes:
        return _numbers(_DECIMAL, 10, text, at, count)

    letters = base64.b64encode(magic)[: len(magic) * 8 // 6]
    return [
        (separated([f"0[xX]{either(byte)}" for byte in magic]), hexadecimal),
        (separated([f"{byte}" for byte in magic]), decimal),
        (re.compile("".join(rf"\\x{either(byte)}" for byte in magic).encode()), _string),
        (re.compile("".join(rf"\\{byte:03o}" for byte in magic).encode()), _string),
        (re.compile(re.escape(magic) + rb"(?=\\[x0-7])"), _string),
        (re.compile(re.escape(letters)), _base64),
    ]


def files_written_out(text: Text, magic: bytes) -> Iterator[WrittenOut]:
    """The places, in order, where a file that starts with `magic` may be written out."""

    def places(pattern: re.Pattern[bytes], decode: Callable[[Text, int, int], bytes]) -> Iterator[WrittenOut]:
        for match in pattern.finditer(text):
            yield WrittenOut(match.start(), partial(decode, text, match.start()))

    yield from merge(*(places(*pattern) for pattern in _patterns(magic)), key=lambda place: place.offset)
