"""Tag groups: named fields in file order, typed if the tag is known and its payload is valid.

A tag is a four-byte name, a 16-bit length (32-bit for `WIDE_TAGS`) and that many bytes; `ENDT`, which has no length,
ends a group. Source: docs/format.md §4 (228 thousand groups of real files).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Generic, TypeVar

from ..base.binary import Reader, Writer
from ..base.classes import dataclass
from ..base.enums import OpenEnum
from ..base.errors import BuildError, FormatError
from ..base.metal import DataType
from ..base.strings import string_from_bytes, string_to_bytes

END_TAG = b"ENDT"
WIDE_TAGS = frozenset({"SARC", "RBUF", "RBUZ", "SBUF"})
"""Tags with a 32-bit length."""
ALIGNED_TAGS = {"RBUF": 16}
"""Tags whose content starts at a file offset that is a multiple of this; the payload includes the zeros."""
MIN_GROUP_SIZE = 8
"""Bytes of an empty group: size word and ENDT."""
MAX_STRING_SIZE = 0xFFFE
"""Longest string a tag carries, in bytes: a 16-bit length less the terminating NUL."""


# --- strings ------------------------------------------------------------------------------------------------


def decode_string(payload: bytes | memoryview) -> str:
    """A NUL-terminated string that fills the payload; FormatError without the NUL."""
    if not payload or payload[-1]:
        raise FormatError("string has no terminating NUL")
    return string_from_bytes(payload[:-1])


def encode_string(text: str) -> bytes:
    """`text` and its NUL; BuildError for more bytes than a 16-bit length can say."""
    data = string_to_bytes(text)
    if len(data) > MAX_STRING_SIZE:
        raise BuildError(f"{text[:40]!a}...: {len(data)} bytes; a tag holds at most {MAX_STRING_SIZE}")
    return data + b"\0"


def _read_cstring(reader: Reader) -> str:
    return string_from_bytes(reader.cstring())


def _write_cstring(out: Writer, text: str) -> None:
    data = string_to_bytes(text)
    if b"\0" in data:
        raise BuildError(f"{text!a} contains a NUL, which would end it early")
    out.write(data + b"\0")


# --- typed values -------------------------------------------------------------------------------------------


class AttributeUse(OpenEnum):
    """The step function of a vertex attribute (bits 13-14 of its index word)."""

    STANDARD = 0
    PER_PATCH = 1
    CONTROL_POINT = 2


@dataclass(frozen=True, slots=True)
class AttributeSlot:
    """One entry of VATT: cstr name, u16 of index (bits 0-12), use (13-14) and active (15)."""

    name: str
    index: int
    use: AttributeUse
    active: bool


@dataclass(frozen=True, slots=True)
class ConstantTag:
    """One function constant; `required` as in the AIR metadata."""

    name: str
    type: DataType
    index: int
    required: bool = True


@dataclass(frozen=True, slots=True)
class CoreImageArgument:
    """One argument of a Core Image function; `extra` are the bytes that its type calls for (`ARGUMENT_EXTRA`)."""

    name: str
    type: DataType
    extra: bytes = b""


@dataclass(frozen=True, slots=True)
class DebugLocation:
    """Where a function is defined: source line (from 1) and path."""

    line: int
    path: str


def _in_words(value: object) -> str:
    """A value of a tag as readable text, without Python class names. Strings are quoted and in ASCII."""
    if isinstance(value, tuple):
        return ", ".join(map(_in_words, value)) or "nothing"
    if isinstance(value, DebugLocation):
        return f"{value.path!a} line {value.line}"
    if isinstance(value, AttributeSlot):
        return f"{value.name!a} index {value.index} {value.use}{'' if value.active else ' (inactive)'}"
    if isinstance(value, ConstantTag):
        required = "required" if value.required else "optional"
        return f"{value.name!a} {value.type} index {value.index} ({required})"
    if isinstance(value, CoreImageArgument):
        return f"{value.name!a} {value.type}{f' {value.extra.hex()}' if value.extra else ''}"
    return ascii(value) if isinstance(value, str) else ascii(str(value))[1:-1]


class RawTag(bytes):
    """The payload of a tag that is unknown or malformed, kept unchanged."""

    __slots__ = ()


TagValue = (
    str
    | DataType
    | RawTag
    | DebugLocation
    | tuple[AttributeSlot, ...]
    | tuple[DataType, ...]
    | tuple[ConstantTag, ...]
    | tuple[CoreImageArgument, ...]
)

_T = TypeVar("_T")

ARGUMENT_EXTRA = {DataType.TEXTURE: 6, DataType.POINTER: 11}
"""Bytes after a Core Image argument of type texture (component type, u32 location count, texture type) and pointer
(access, alignment, u64 size, element type)."""


@dataclass(frozen=True)
class _Codec(Generic[_T]):
    decode: Callable[[Reader], _T]
    encode: Callable[[Writer, _T], None]


def _counted(
    decode_count: Callable[[Reader], int],
    encode_count: Callable[[Writer, int], None],
    decode: Callable[[Reader], Any],
    encode: Callable[[Writer, Any], None],
) -> _Codec[Any]:
    def decode_all(reader: Reader) -> tuple[Any, ...]:
        count = decode_count(reader)
        if count > reader.remaining:  # every item takes at least one byte
            raise reader.fail(f"{count} items in {reader.remaining} bytes")
        return tuple(decode(reader) for _ in range(count))

    def encode_all(out: Writer, items: tuple[Any, ...]) -> None:
        encode_count(out, len(items))
        for item in items:
            encode(out, item)

    return _Codec(decode_all, encode_all)


def _decode_type(reader: Reader) -> DataType:
    return DataType(reader.u8())


def _decode_slot(reader: Reader) -> AttributeSlot:
    name, word = _read_cstring(reader), reader.u16()
    return AttributeSlot(name, word & 0x1FFF, AttributeUse(word >> 13 & 3), bool(word >> 15))


def _encode_slot(out: Writer, slot: AttributeSlot) -> None:
    if not (0 <= slot.index <= 0x1FFF and 0 <= slot.use <= 3):
        raise BuildError(f"vertex attribute {slot.name!a}: index {slot.index} is not in 0..{0x1FFF}")
    _write_cstring(out, slot.name)
    out.u16(slot.index | slot.use << 13 | slot.active << 15)


def _decode_constant(reader: Reader) -> ConstantTag:
    name, kind, index, required = _read_cstring(reader), reader.u8(), reader.u16(), reader.u8()
    return ConstantTag(name, DataType(kind), index, _decode_flag(required))


def _decode_flag(value: int) -> bool:
    if value > 1:
        raise FormatError(f"flag is {value}")
    return bool(value)


def _encode_constant(out: Writer, constant: ConstantTag) -> None:
    _write_cstring(out, constant.name)
    out.write(struct.pack("<BHB", constant.type, constant.index, constant.required))


def _decode_argument(reader: Reader) -> CoreImageArgument:
    name, kind = _read_cstring(reader), _decode_type(reader)
    return CoreImageArgument(name, kind, bytes(reader.take(ARGUMENT_EXTRA.get(kind, 0))))


def _encode_argument(out: Writer, argument: CoreImageArgument) -> None:
    if len(argument.extra) != ARGUMENT_EXTRA.get(argument.type, 0):
        raise BuildError(f"argument {argument.name!a}: {len(argument.extra)} extra bytes for type {argument.type:#x}")
    _write_cstring(out, argument.name)
    out.u8(argument.type)
    out.write(argument.extra)


def _decode_location(reader: Reader) -> DebugLocation:
    return DebugLocation(reader.u32(), _decode_rest(reader))


def _encode_location(out: Writer, location: DebugLocation) -> None:
    out.u32(location.line)
    out.write(encode_string(location.path))


def _decode_rest(reader: Reader) -> str:
    return decode_string(reader.take(reader.remaining))


def _encode_text(out: Writer, text: str) -> None:
    out.write(encode_string(text))


_STRING = _Codec(_decode_rest, _encode_text)

_CODECS: dict[str, _Codec[Any]] = {  # the one list of tags that groups carry (docs/format.md §7, §8, §11)
    "VATT": _counted(Reader.u16, Writer.u16, _decode_slot, _encode_slot),
    "VATY": _counted(Reader.u16, Writer.u16, _decode_type, Writer.u8),
    "CNST": _counted(Reader.u16, Writer.u16, _decode_constant, _encode_constant),
    "RETR": _Codec(_decode_type, Writer.u8),
    "ARGR": _counted(Reader.u8, Writer.u8, _decode_argument, _encode_argument),
    "DEBI": _Codec(_decode_location, _encode_location),
    "DEPF": _STRING,
    "NAME": _STRING,
    "DYNL": _STRING,
}


TAG_NAMES = frozenset(_CODECS)
"""The tags whose payloads are decoded."""


def _decode(name: str, payload: memoryview) -> TagValue:
    codec = _CODECS.get(name)
    if codec is not None:
        reader = Reader(payload)
        try:
            value: TagValue = codec.decode(reader)
        except FormatError:
            return RawTag(payload)
        if not reader.remaining:
            return value
    return RawTag(payload)


def encode_tag(name: str, value: TagValue) -> bytes:
    """The payload of one tag; BuildError if a field does not fit."""
    if isinstance(value, RawTag):
        return value
    codec = _CODECS.get(name)
    if codec is None:
        raise BuildError(f"tag {name!r} is unknown: its payload must be a RawTag")
    out = Writer()
    try:
        codec.encode(out, value)
    except (struct.error, ValueError) as error:
        raise BuildError(f"tag {name}: a number does not fit its field ({error})") from None
    return out.getvalue()


# --- groups -------------------------------------------------------------------------------------------------


class TagGroup:
    """Tags in file order as (name, value); names may repeat, and unknown ones are kept as `RawTag`."""

    __slots__ = ("tags",)

    ORDER: tuple[str, ...] = ()
    """The order in which Apple writes the known tags of this kind of group."""

    def __init__(self, tags: list[tuple[str, TagValue]] | None = None) -> None:
        self.tags: list[tuple[str, TagValue]] = [] if tags is None else tags

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, TagGroup) and self.tags == other.tags

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.tags!r})"

    def values(self, name: str) -> list[TagValue]:
        """The values of all tags of this name, in file order."""
        return [value for tag, value in self.tags if tag == name]

    def set_values(self, name: str, values: list[TagValue]) -> None:
        """Replace all tags of this name; a new tag is inserted where Apple would write it."""
        places = [i for i, (tag, _) in enumerate(self.tags) if tag == name]
        rest = [item for item in self.tags if item[0] != name]
        if places:
            at = places[0]
        else:
            later = self.ORDER[self.ORDER.index(name) + 1 :] if name in self.ORDER else ()
            at = next((i for i, (tag, _) in enumerate(rest) if tag in later), len(rest))
        rest[at:at] = [(name, value) for value in values]
        self.tags = rest

    @property
    def raw_tags(self) -> list[tuple[str, RawTag]]:
        """The tags that have no typed value: unknown, or broken."""
        return [(name, value) for name, value in self.tags if isinstance(value, RawTag)]

    def parts(self, what: str) -> Iterator[tuple[str, str | bytes]]:
        """The tags as text or bytes, each by a name that starts with `what`, for a comparison."""
        for index, (name, value) in enumerate(self.tags):
            yield f"{what}: {index} {name}", value if isinstance(value, bytes) else _in_words(value)

    def string(self, name: str) -> str | None:
        """The string of the first tag of this name that has one; None if there is none."""
        return next((value for value in self.values(name) if isinstance(value, str)), None)

    def strings(self, name: str) -> list[str]:
        """The strings of all tags of this name, in their order."""
        return [value for value in self.values(name) if isinstance(value, str)]

    def items(self, name: str, kind: type[_T]) -> tuple[_T, ...]:
        """The items of type `kind` in the first tag of this name that holds a list; empty if there is none."""
        for value in self.values(name):
            if isinstance(value, tuple):
                return tuple(item for item in value if isinstance(item, kind))
        return ()

    def set_optional(self, name: str, value: TagValue | None) -> None:
        """Give the group one tag of this name, or none for None."""
        self.set_values(name, [] if value is None else [value])


# --- bytes --------------------------------------------------------------------------------------------------


def iterate_tags(reader: Reader) -> Iterator[tuple[str, Reader]]:
    """The tags up to ENDT as (name, reader over the payload); FormatError if a tag exceeds the range."""
    while True:
        name = bytes(reader.take(4, "tag name"))
        if name == END_TAG:
            return
        tag = name.decode("latin-1")
        size = reader.u32(f"length of {tag!r}") if tag in WIDE_TAGS else reader.u16(f"length of {tag!r}")
        yield tag, reader.sub(size, f"tag {tag!r}")


def read_tags(reader: Reader) -> list[tuple[str, TagValue]]:
    """The tags up to ENDT with typed values. The payload of a tag in `ALIGNED_TAGS` is kept with its padding."""
    return [(name, _decode(name, payload.take(payload.remaining))) for name, payload in iterate_tags(reader)]


def write_tag(out: Writer, name: str, payload: bytes | memoryview) -> None:
    """Name, length and payload; BuildError for a payload longer than the length can say."""
    limit = 0xFFFFFFFF if name in WIDE_TAGS else 0xFFFF
    if len(payload) > limit:
        raise BuildError(f"tag {name}: {len(payload)} bytes; its length field allows at most {limit}")
    out.write(name.encode("latin-1") + len(payload).to_bytes(4 if name in WIDE_TAGS else 2, "little"))
    out.write(payload)


def write_tags(out: Writer, tags: list[tuple[str, TagValue]]) -> None:
    """The tags in order, then ENDT."""
    for name, value in tags:
        write_tag(out, name, encode_tag(name, value))
    out.write(END_TAG)


# --- groups of tags in the file ------------------------------------------------------------------------------


def read_count(reader: Reader, what: str) -> int:
    """The u32 number of groups that follow; FormatError for more than there is room for."""
    count = reader.u32(f"number of {what}")
    if count * MIN_GROUP_SIZE > reader.remaining:
        raise reader.fail(f"{count} {what} in {reader.remaining} bytes", at=reader.pos - 4)
    return count


def read_group(reader: Reader, *, includes_itself: bool) -> Reader:
    """A reader over the tags of the next group, after its u32 size word, which may count its own four bytes."""
    size = reader.u32("group size")
    if includes_itself and size < 4:
        raise reader.fail(f"group of {size} bytes", at=reader.pos - 4)
    return reader.sub(size - 4 if includes_itself else size, "group")


def expect_end(group: Reader, what: str) -> None:
    """FormatError for bytes after ENDT of a group."""
    if group.remaining:
        raise group.fail(f"{group.remaining} bytes between ENDT and the end of a {what}")


@contextmanager
def written_group(out: Writer, *, includes_itself: bool) -> Iterator[None]:
    """The size word of the group that is written in the `with` block."""
    size = out.reserve(4)
    start = out.offset
    yield
    out.patch(size, out.offset - start + (4 if includes_itself else 0))


@lru_cache(maxsize=1024)  # the functions of a library have few distinct sets of tags
def arranged(present: tuple[str, ...], recorded: tuple[str, ...], canonical: tuple[str, ...]) -> tuple[str, ...]:
    """`present` in the recorded order; a tag not recorded goes after its nearest predecessor in `canonical`."""
    if set(present) == set(recorded):
        return recorded
    order = [tag for tag in recorded if tag in present]
    for index, tag in enumerate(canonical):
        if tag in present and tag not in order:
            before = [order.index(earlier) for earlier in canonical[:index] if earlier in order]
            order.insert(max(before) + 1 if before else 0, tag)
    return (*order, *(tag for tag in dict.fromkeys(present) if tag not in order))
