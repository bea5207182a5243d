"""Writing bits, made for Python: numbers and records as they follow each other. `native` has the same for mypyc.

Bits are kept as texts of `0` and `1`, the lowest first, and put together some thousands at a time: of most values the
text is known, and so a record's operands become texts without a step of Python for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import getitem
from typing import Final

from ..base.errors import BuildError
from .abbreviations import FIXED, LITERAL, MAX_WIDTH, VBR, Abbreviation
from .codec import UNABBREV_RECORD, encode

__all__ = ["BitWriter"]

_KNOWN: Final = 2048  # values of one operand whose texts are kept
_PENDING: Final = 1024  # texts, or characters of one, that become bytes


@lru_cache(maxsize=4096)
def _text(bits: int, count: int) -> str:
    """The low `count` bits, the lowest first."""
    return format(bits, f"0{count}b")[::-1] if count else ""


class _Texts(dict[int, str]):
    """The bits of an operand, by its value; they are made when they are first asked for. BuildError if it has none."""

    def __init__(self, kind: int, width: int) -> None:
        super().__init__()
        self.kind = kind
        self.width = width

    def __missing__(self, value: int) -> str:
        text = _text(*encode(self.kind, self.width, value))
        if len(self) < _KNOWN:
            self[value] = text
        return text


@lru_cache(maxsize=256)
def _texts(kind: int, width: int) -> Mapping[int, str]:
    """The bits of each value that an operand can have. A literal has none; KeyError for another value."""
    return {width: ""} if kind == LITERAL else _Texts(kind, width)


_ZEROS: Final = "0" * 32
_ids: Final = [_Texts(FIXED, width) for width in range(MAX_WIDTH + 1)]
"""The bits of ids of abbreviations, by their width."""


def _scalars(abbreviation: Abbreviation) -> list[Mapping[int, str]]:
    """The bits of each operand before an array or a blob."""
    found = abbreviation.texts = [_texts(kind, width) for kind, width in abbreviation.scalars]
    return found


_six: Final = _texts(VBR, 6).__getitem__


class _Heads(dict[tuple[int, int, int], str]):
    """What an unabbreviated record starts with, by the width of ids, its code and the count of its operands."""

    def __missing__(self, key: tuple[int, int, int]) -> str:
        width, code, count = key
        text = _ids[width][UNABBREV_RECORD] + _six(code) + _six(count)
        if len(self) < _KNOWN:
            self[key] = text
        return text


_heads: Final = _Heads()


class BitWriter:
    """Bits, one after the other. What it starts with, and what is appended, is whole words of 32 bits."""

    def __init__(self, start: bytes) -> None:
        self._out = bytearray(start)
        self._pending: list[str] = []  # bits that are not in _out yet

    @property
    def position(self) -> int:
        """The next bit to be written."""
        if not self._pending:
            return len(self._out) * 8
        text = "".join(self._pending)
        self._pending = [text]
        if len(text) > _PENDING:  # it may be asked for after each record
            self._flush()
            text = "".join(self._pending)
        return len(self._out) * 8 + len(text)

    def emit(self, value: int, width: int) -> None:
        """The low `width` bits of `value`, which must not have more."""
        self._pending.append(_text(value, width))

    def emit_vbr(self, value: int, width: int) -> None:
        """A variable bit rate number in chunks of `width` bits."""
        self._pending.append(_texts(VBR, width)[value])

    def emit_numbers(self, values: Sequence[int]) -> None:
        """VBR6 numbers, one after the other."""
        self._pending += map(_six, values)
        if len(self._pending) > _PENDING:
            self._flush()

    def _flush(self) -> None:
        """Put what is pending to the bytes, but for the last bits that make no byte."""
        if not self._pending:
            return
        text = "".join(self._pending)
        size = len(text) >> 3
        rest = text[size * 8 :]
        if size:
            self._out += int(text[size * 8 - 1 :: -1], 2).to_bytes(size, "little")
        self._pending = [rest] if rest else []

    def align(self) -> None:
        """Zero bits up to a multiple of 32."""
        missing = -self.position % 32
        if missing:
            self._pending.append(_ZEROS[:missing])
        self._flush()

    def append(self, data: bytes | memoryview) -> None:
        """Bytes, after `align`, and zero bytes up to a multiple of 32 bits."""
        self._flush()
        self._out += data
        self._out += bytes(-len(self._out) % 4)

    def unabbreviated(self, width: int, code: int, ops: Sequence[int]) -> None:
        """A record that has no abbreviation."""
        pending = self._pending
        pending.append(_heads[width, code, len(ops)])
        pending += map(_six, ops)
        if len(pending) > _PENDING:
            self._flush()

    def abbreviated(
        self,
        number: int,
        width: int,
        abbreviation: Abbreviation,
        code: int,
        ops: Sequence[int],
        blob: bytes | memoryview | None,
    ) -> None:
        """A record with the abbreviation of this id. BuildError if it does not fit it."""
        scalars = abbreviation.texts or _scalars(abbreviation)
        element = abbreviation.element
        count = len(scalars) - 1
        size = len(ops)
        if size < count or (size > count and element is None):
            raise BuildError(f"record {code} has {size} operands, its abbreviation {abbreviation} {count}")
        pending = self._pending
        pending.append(_ids[width][number])
        values = (code, *ops)
        try:
            pending += map(getitem, scalars, values)
        except KeyError:
            pairs = zip(abbreviation.scalars, values, strict=False)
            (value, literal), *_ = [(v, width) for (kind, width), v in pairs if kind == LITERAL and v != width]
            raise BuildError(f"record {code} has the operand {value} where {abbreviation} says {literal}") from None
        if element is not None:
            pending.append(_six(size - count))
            pending += map(
                _texts(abbreviation.element_kind, abbreviation.element_width).__getitem__, values[count + 1 :]
            )
        elif abbreviation.has_blob:
            if blob is None:
                raise BuildError(f"record {code} has no blob for its abbreviation {abbreviation}")
            pending.append(_six(len(blob)))
            self.align()
            self.append(blob)
        if len(pending) > _PENDING:
            self._flush()

    def patch(self, position: int, value: int, width: int) -> None:
        """Set `width` bits, written before as zeros at bit `position`, to `value`."""
        self._flush()
        start, end = position >> 3, (position + width + 7) >> 3
        if end > len(self._out) or value >> width:
            raise ValueError(f"can't patch {width} bits at bit {position} to {value}")
        old = int.from_bytes(self._out[start:end], "little")
        self._out[start:end] = (old | value << (position & 7)).to_bytes(end - start, "little")

    def written(self, start: int) -> bytes:
        """What was written from byte `start` on, after `align`."""
        self._flush()
        return bytes(self._out[start:])
