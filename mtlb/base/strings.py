"""UTF-8 with surrogateescape: bytes of a file that are not UTF-8 are kept in `str` and given back."""

from __future__ import annotations

from .binary import Buffer
from .errors import BuildError


def counted(number: int, noun: str, plural: str = "") -> str:
    """``1 function``, ``17,248 functions``; `plural` for nouns whose plural is not made with an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def string_from_bytes(data: Buffer) -> str:
    """UTF-8, with bytes that are not UTF-8 kept as lone surrogates, so that encoding gives them back."""
    if isinstance(data, bytes):  # most are, and this is faster
        return data.decode("utf-8", "surrogateescape")
    return str(data, "utf-8", "surrogateescape")


def string_to_bytes(text: str) -> bytes:
    """The inverse of `string_from_bytes`; BuildError for text that no bytes decode to."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise BuildError(f"{text!r} can't be encoded: {error.reason}") from None
