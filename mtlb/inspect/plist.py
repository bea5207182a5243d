"""Property lists, XML and binary: the texts under some keys of the outermost dictionary.

The rest of a binary one is not read: its objects may share bytes, so a small file could ask for any amount of memory.
"""

from __future__ import annotations

import plistlib
import struct
from collections.abc import Collection, Iterator
from typing import Any
from xml.parsers.expat import ExpatError

from ..base.errors import FormatError

_BINARY = b"bplist00"
_TRAILER = struct.Struct(">6xBBQQQ")  # bytes of an offset, bytes of a reference, objects, the outermost, their offsets
_NO_DICTIONARY = "not a property list with a dictionary"
_MOST_TEXTS = 100
_LONGEST = 1024  # characters of a text
_DICTIONARY, _ARRAY, _SET, _INTEGER, _ASCII, _UTF16 = 0xD, 0xA, 0xC, 0x1, 0x5, 0x6


def plist_texts(data: bytes, keys: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The values of a property list for those of `keys` that it has: one string, or those of an array. FormatError for
    data that is not a property list with a dictionary, and for values of another type.
    """
    if data.startswith(_BINARY):
        return _Binary(data).texts(keys)
    try:
        held: Any = plistlib.loads(data, fmt=plistlib.FMT_XML)
    except (ExpatError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise FormatError(f"not a property list: {error or type(error).__name__}") from None
    if not isinstance(held, dict):
        raise FormatError(_NO_DICTIONARY)
    return {key: _checked(key, held[key]) for key in keys if key in held}


def _no_texts(key: str) -> FormatError:
    return FormatError(f"{key} is neither a string nor a list of strings")


def _checked(key: str, value: Any) -> tuple[str, ...]:
    texts = tuple(value) if isinstance(value, list) else (value,)
    if len(texts) > _MOST_TEXTS or not all(isinstance(text, str) and len(text) <= _LONGEST for text in texts):
        raise _no_texts(key)
    return texts


class _Binary:
    """A binary property list (CoreFoundation's CFBinaryPList.c). FormatError for objects outside the file."""

    def __init__(self, data: bytes) -> None:
        if len(data) < len(_BINARY) + _TRAILER.size:
            raise FormatError("not a property list: it is truncated")
        self._data = data
        self._end = len(data) - _TRAILER.size
        self._offset_size, self._reference_size, self._count, self._top, self._table = _TRAILER.unpack_from(
            data, self._end
        )
        if not (1 <= self._offset_size <= 8 and 1 <= self._reference_size <= 8 and self._top < self._count):
            raise FormatError("not a property list: its trailer is malformed", offset=self._end)
        if self._table + self._count * self._offset_size > self._end:
            raise FormatError("not a property list: its objects leave the file", offset=self._end)

    def texts(self, keys: Collection[str]) -> dict[str, tuple[str, ...]]:
        kind, count, at = self._object(self._top)
        if kind != _DICTIONARY:
            raise FormatError(_NO_DICTIONARY)
        texts: dict[str, tuple[str, ...]] = {}
        longest = max(map(len, keys), default=0)
        values = at + count * self._reference_size
        self._bytes(at, 2 * count * self._reference_size)
        for number in range(count):
            key = self._text(self._reference(at, number), longest)
            if key is not None and key in keys:
                texts[key] = tuple(self._value(key, self._reference(values, number)))
        return texts

    def _value(self, key: str, reference: int) -> Iterator[str]:
        kind, count, at = self._object(reference)
        is_list = kind == _ARRAY
        if is_list and count > _MOST_TEXTS:
            raise _no_texts(key)
        for item in [self._reference(at, number) for number in range(count)] if is_list else [reference]:
            text = self._text(item, _LONGEST)
            if text is None:
                raise _no_texts(key)
            yield text

    def _text(self, reference: int, longest: int) -> str | None:
        """A text; None for another object and for a text of more characters."""
        kind, count, at = self._object(reference)
        if kind not in (_ASCII, _UTF16) or count > longest:
            return None
        data = self._bytes(at, count * (2 if kind == _UTF16 else 1))
        try:
            return data.decode("utf-16-be" if kind == _UTF16 else "ascii")
        except UnicodeDecodeError:
            raise FormatError("not a property list: a string is not valid text", offset=at) from None

    def _object(self, reference: int) -> tuple[int, int, int]:
        """The kind of an object, how many things are in it, and where they begin."""
        if reference >= self._count:
            raise FormatError("not a property list: an object is missing")
        place = self._table + reference * self._offset_size
        at = int.from_bytes(self._bytes(place, self._offset_size), "big")
        kind, count = divmod(self._bytes(at, 1)[0], 16)
        at += 1
        if count == 15 and kind in (_DICTIONARY, _ARRAY, _SET, _ASCII, _UTF16):
            integer, power = divmod(self._bytes(at, 1)[0], 16)
            if integer != _INTEGER or power > 3:
                raise FormatError("not a property list: a size is not a number", offset=at)
            count = int.from_bytes(self._bytes(at + 1, 1 << power), "big")
            at += 1 + (1 << power)
        return kind, count, at

    def _reference(self, at: int, number: int) -> int:
        return int.from_bytes(self._bytes(at + number * self._reference_size, self._reference_size), "big")

    def _bytes(self, at: int, size: int) -> bytes:
        if at + size > self._end:
            raise FormatError("not a property list: an object leaves the file", offset=min(at, self._end))
        return self._data[at : at + size]
