"""Parts for debuggers and tools: SDBG, SRCI, PDBI, PRIV; `pdb` has SPDB.
SDBG has a documented header (texts, flags, seven tables, numbers, characters) and records that are only partly
known. SRCI has sections of names, contents (optionally zlib) and arguments; PDBI has
a block of tables like RDAT. PRIV begins with a GUID by convention. None of the test containers had any of these
four: they are read as public headers describe them."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from uuid import UUID

from ..base.binary import Buffer
from ..base.strings import string_from_bytes
from .runtime_data import RuntimeData, read_runtime_data
from .view import PartView

_OLD_HEADER = struct.Struct("<5I")
_OLD_TABLES = ("files", "instructions", "variables", "inputs", "symbols", "scopes", "types")
_SECTION = struct.Struct("<I2H")
_CONTENTS_HEADER = struct.Struct("<I2H3I")
_MAX_UNPACKED = 1 << 30  # bytes; a limit on the unpacked size of a part
_CONTENTS, _NAMES, _ARGUMENTS = 0, 1, 2


@dataclass(frozen=True)
class OldDebugInfo:
    """The header of SDBG; its records are only partly known, and remain bytes.
    `tables` has the count and the offset of each table, in bytes from the end of the header."""

    version: int
    compiler: str
    entry: str
    profile: str
    flags: int
    tables: dict[str, tuple[int, int]]
    view: PartView


@dataclass(frozen=True)
class PrivateData:
    """PRIV: an identifier by convention, and bytes."""

    identifier: UUID | None
    data: bytes
    view: PartView


@dataclass(frozen=True)
class DebugSource:
    """A source with its name; `text` is None if its contents are missing."""

    name: str
    text: bytes | None


@dataclass(frozen=True)
class SourceInfo:
    """SRCI: the sources and the arguments of the compiler."""

    files: tuple[DebugSource, ...]
    arguments: tuple[tuple[str, str], ...]
    view: PartView


@dataclass(frozen=True)
class PdbInfo:
    """PDBI: tables like those of RDAT, unpacked."""

    version: int
    is_compressed: bool
    tables: RuntimeData
    view: PartView


def read_old_debug_info(data: Buffer, *, base: int = 0) -> OldDebugInfo:
    """The header of an SDBG part. Raises FormatError for tables and texts outside of the part."""
    view = PartView(data, base, "SDBG")
    version, compiler, entry, profile, flags = view.unpack(_OLD_HEADER, 0, "header")
    size = _OLD_HEADER.size + 8 * len(_OLD_TABLES) + 8
    pairs = view.words(_OLD_HEADER.size, 2 * len(_OLD_TABLES) + 2, "tables")
    numbers, texts = pairs[-2:]
    tables = {}
    for i, name in enumerate(_OLD_TABLES):
        count, offset = pairs[2 * i : 2 * i + 2]
        if count and (offset > len(view) - size or count > len(view)):
            raise view.fail(f"{count} {name} at {offset:#x} leave the part", _OLD_HEADER.size + 8 * i)
        tables[name] = (count, offset)
    if numbers > len(view) - size:
        raise view.fail(f"the numbers at {numbers:#x} leave the part", size - 8)
    words = [
        view.string(size + texts + offset, what)
        for offset, what in ((compiler, "compiler"), (entry, "entry point"), (profile, "profile"))
    ]
    view.cover(0, len(view), "records")  # their layout is unknown, so they are marked as read
    return OldDebugInfo(version, words[0], words[1], words[2], flags, tables, view)


def read_private_data(data: Buffer, *, base: int = 0) -> PrivateData:
    """The contents of a PRIV part: any bytes."""
    view = PartView(data, base, "PRIV")
    whole = view.bytes_at(0, len(view), "private data")
    if len(whole) < 16:
        return PrivateData(None, whole, view)
    return PrivateData(UUID(bytes_le=whole[:16]), whole[16:], view)


def _unpacked(view: PartView, data: bytes, size: int, at: int) -> bytes:
    """Unpack zlib data of `size` bytes."""
    if size > _MAX_UNPACKED:
        raise view.fail(f"compressed data of {size} bytes is more than {_MAX_UNPACKED}", at)
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(data, size + 1)
    except zlib.error as error:
        raise view.fail(f"compressed data can't be unpacked ({error})", at) from None
    if len(unpacked) != size:
        raise view.fail(f"compressed data does not become the {size} bytes that it says", at)
    return unpacked


def read_source_info(data: Buffer, *, base: int = 0) -> SourceInfo:
    """The contents of an SRCI part. Raises FormatError for sections outside of it, and for invalid compressed data."""
    view = PartView(data, base, "SRCI")
    size, _, count = view.unpack(_SECTION, 0, "header")
    names: list[str] = []
    contents: list[bytes] = []
    arguments: list[tuple[str, str]] = []
    position = _SECTION.size
    for _ in range(count):
        section_size, _, kind = view.unpack(_SECTION, position, "section")
        if section_size < _SECTION.size or section_size > len(view) - position:
            raise view.fail(f"a section of {section_size} bytes leaves the part", position)
        section = PartView(view.data[: position + section_size], base, "SRCI")
        start = position + _SECTION.size
        if kind == _ARGUMENTS:
            arguments += _arguments(section, start)
        elif kind == _NAMES:
            names += _names(section, start)
        elif kind == _CONTENTS:
            contents += _contents(section, start)
        view.cover(position, section_size, "section")
        position += section_size
    texts: list[bytes | None] = [*contents, *([None] * max(len(names) - len(contents), 0))]
    files = tuple(DebugSource(name, text) for name, text in zip(names, texts, strict=False))
    view.cover(0, min(max(size, position), len(view)), "source info")
    return SourceInfo(files, tuple(arguments), view)


def _arguments(view: PartView, at: int) -> list[tuple[str, str]]:
    _, size, count = view.words(at, 3, "arguments")
    position = at + 12
    view.cover(position, size, "arguments")
    arguments = []
    for _ in range(count):
        pair = []
        for what in ("name of an argument", "value of an argument"):
            pair.append(view.string(position, what))
            position += len(pair[-1].encode("utf-8", "surrogateescape")) + 1
        arguments.append((pair[0], pair[1]))
    return arguments


def _names(view: PartView, at: int) -> list[str]:
    _, count = view.words(at, 2, "names")
    position = at + 8 + 2  # the stored entry size has 16 bits
    names = []
    for _ in range(count):
        size, _, length, _ = view.words(position, 4, "name of a source")
        if size < 16 + length:
            raise view.fail(f"an entry of {size} bytes for a name of {length}", position)
        name = view.bytes_at(position + 16, length, "name of a source")
        names.append(string_from_bytes(name.rstrip(b"\0")))
        position += size
    return names


def _contents(view: PartView, at: int) -> list[bytes]:
    _, _, compression, size, unpacked_size, count = view.unpack(_CONTENTS_HEADER, at, "contents")
    data = view.bytes_at(at + _CONTENTS_HEADER.size, size, "contents")
    entries = PartView(_unpacked(view, data, unpacked_size, at) if compression else data, view.base + at, "SRCI")
    position = 0
    contents = []
    for _ in range(count):
        entry_size, _, length = entries.words(position, 3, "content of a source")
        if entry_size < 12 + length:
            raise view.fail(f"an entry of {entry_size} bytes for a source of {length}", at)
        contents.append(entries.bytes_at(position + 12, length, "content of a source"))
        position += entry_size
    return contents


def read_pdb_info(data: Buffer, *, base: int = 0) -> PdbInfo:
    """The contents of a PDBI part. Raises FormatError for invalid compressed data and for tables outside of it."""
    view = PartView(data, base, "PDBI")
    version, compression, size, unpacked_size = view.unpack(struct.Struct("<2H2I"), 0, "header")
    packed = view.bytes_at(12, size, "tables")
    unpacked = _unpacked(view, packed, unpacked_size, 12) if compression else packed
    # Offsets inside refer to the unpacked tables.
    return PdbInfo(version, bool(compression), read_runtime_data(unpacked, base=base, name="PDBI"), view)
