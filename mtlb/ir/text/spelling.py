"""Names, strings and floating-point numbers as LLVM assembly spells them. The text is ASCII."""

from __future__ import annotations

import re
import struct

from ...base.strings import string_to_bytes
from ..floats import FLOAT_FORMATS
from ..opcodes import TypeCode

_PLAIN_NAME = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*\Z")
_SPECIAL = re.compile(rb'[^ -~]|["\\]')
_ESCAPE = re.compile(rb"\\(\\|[0-9A-Fa-f]{2})")
_NOT_IN_METADATA_NAME = re.compile(rb"[^-a-zA-Z$._0-9]")
_DIGIT = re.compile(rb"[0-9]")


def escaped(text: str | bytes) -> str:
    """The inside of a string: a backslash twice, quotes and bytes that are not printable as two hexadecimal digits."""
    if isinstance(text, str):
        if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
            return text
        text = string_to_bytes(text)
    return _SPECIAL.sub(lambda m: b"\\\\" if m[0] == b"\\" else b"\\%02X" % m[0][0], text).decode("ascii")


def unescaped(text: bytes) -> bytes:
    """The bytes that the inside of a string means. A backslash before anything else stands for itself."""
    if b"\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: b"\\" if m[1] == b"\\" else bytes([int(m[1], 16)]), text)


def is_plain(name: str) -> bool:
    """Whether a name needs no quotes."""
    return _PLAIN_NAME.match(name) is not None


def quoted_name(name: str) -> str:
    """A name after ``@``, ``%`` or ``$``, in quotes where it needs them."""
    if _PLAIN_NAME.match(name):
        return name
    # A backslash is \5C here: LLVM's reader of quoted names knows no other spelling.
    return '"' + escaped(name).replace("\\\\", "\\5C") + '"'


def metadata_name(name: str) -> str:
    """The name of named metadata or of a metadata kind after ``!``: never in quotes."""
    data = string_to_bytes(name)
    text = _NOT_IN_METADATA_NAME.sub(lambda m: b"\\%02X" % m[0][0], data)
    first = _DIGIT.match(text)
    return (b"\\%02X" % text[0] + text[1:] if first else text).decode("ascii")


_LETTERS = {TypeCode.HALF: "H", TypeCode.BFLOAT: "R", TypeCode.X86_FP80: "K", TypeCode.FP128: "L"}
_LETTERS[TypeCode.PPC_FP128] = "M"


def float_text(code: TypeCode, words: tuple[int, ...]) -> str:
    """A number of a floating-point type: `words` are its bits as the record has them, 64 to a word.

    A float or double is a decimal number where six digits after the point are exact, and else the bits of the double of
    the same value; other types are their bits after a letter.
    """
    word = words[0] if words else 0
    if code is TypeCode.FLOAT or code is TypeCode.DOUBLE:
        bits = word & 0xFFFFFFFFFFFFFFFF if code is TypeCode.DOUBLE else _widened(word & 0xFFFFFFFF)
        if bits >> 52 & 0x7FF != 0x7FF:
            (value,) = struct.unpack("<d", struct.pack("<Q", bits))
            text = f"{value:.6e}"
            if float(text) == value:
                return text
        return f"0x{bits:X}"
    letter = _LETTERS[code]
    if code is TypeCode.HALF or code is TypeCode.BFLOAT:
        return f"0x{letter}{word & 0xFFFF:04X}"
    high = words[1] if len(words) > 1 else 0
    if code is TypeCode.X86_FP80:  # the record has the upper 64 of its 80 bits first
        return f"0x{letter}{word << 16 & (1 << 80) - 1 | high & 0xFFFF:020X}"
    return f"0x{letter}{word & (1 << 64) - 1:016X}{high & (1 << 64) - 1:016X}"


def _widened(bits: int) -> int:
    """The bits of the double that has the value of a float. Integers all the way: a float may be a signalling NaN."""
    sign, exponent, fraction = bits >> 31, bits >> 23 & 0xFF, bits & 0x7FFFFF
    if exponent == 0xFF:
        return sign << 63 | 0x7FF << 52 | fraction << 29
    (value,) = struct.unpack("<f", struct.pack("<I", bits))
    return int.from_bytes(struct.pack("<d", value), "little")


def special_bits(code: TypeCode, word: str) -> int:
    """The bits of ``+inf``, ``-qnan``, ``+nan(0x1)``, ``+snan(0x1)`` in a type of FLOAT_FORMATS (LLVM 23)."""
    form = FLOAT_FORMATS[code]
    bits = form.infinity | (form.sign if word[0] == "-" else 0)
    name, _, payload = word[1:].rstrip(")").partition("(")
    if name in ("qnan", "nan"):
        bits |= form.quiet
    return bits | (int(payload, 16) & form.quiet - 1 if payload else 0)


def narrowed(code: TypeCode, bits: int) -> int | None:
    """The bits in a smaller type of the double of these bits; None where the type does not have the number."""
    if code is TypeCode.DOUBLE:
        return bits
    form = FLOAT_FORMATS[code]
    dropped = FLOAT_FORMATS[TypeCode.DOUBLE].fraction - form.fraction
    if bits >> 52 & 0x7FF == 0x7FF:
        fraction = bits & (1 << 52) - 1
        sign = form.sign if bits >> 63 else 0
        return None if fraction & (1 << dropped) - 1 else sign | form.infinity | fraction >> dropped
    (value,) = struct.unpack("<d", struct.pack("<Q", bits))
    letter, integer = ("<e", "<H") if code is TypeCode.HALF else ("<f", "<I")
    try:
        packed = struct.pack(letter, value)
    except OverflowError:
        return None
    (back,) = struct.unpack(letter, packed)
    return int(struct.unpack(integer, packed)[0]) if back == value else None
