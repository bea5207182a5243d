"""Archives of `ar`: `.a`, `.metalar`, `.metal-ar`, `.rtlib`. Their members are read, and new ones are written.

Layout: `!<arch>\\n`, then per member a header of text fields (name 16, date 12, owner 6, group 6, mode 8, size 10,
end mark 2) and the member, padded to 2 bytes. Long names: `#1/N`, the first N bytes of the member (BSD), or `/N`, an
offset in the member `//` (GNU). A member that begins with the symbols of all others is the first one: `__.SYMDEF`,
whose data is u32 bytes of entries, {u32 offset of a name, u32 offset of a member's header}…, u32 bytes of names, names.

Apple's tools wrote three forms: metal-ar of 2016 GNU names, no table and real stamps; newer metal-ar (as llvm-ar's
Darwin form) `#1/N`, padded with NULs so that data is aligned to 8, the table first, stamps of zero; the run-time
archives (as cctools libtool) `#1/N`, padded to a multiple of 8, and `__.SYMDEF_64 SORTED` with words of 8 bytes. The
table is not sorted, whatever its name says, and padded to a multiple of 4; llvm-ar pads it to 8. Written is the second
form: stamps and owners 0, mode 644, that of the table 0.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..base.errors import BuildError, FormatError, in_file
from ..base.filekind import FileKind, sniff
from ..base.strings import string_from_bytes, string_to_bytes

if TYPE_CHECKING:
    from ..ir import Module

_HEADER_SIZE = 60
_HEADER_END = b"`\n"
_TABLES = ("/", "/SYM64/", "__.SYMDEF", "__.SYMDEF SORTED", "__.SYMDEF_64", "__.SYMDEF_64 SORTED")


class Member:
    """One file of an archive. `offset` is that of `data`, in bytes from the start of the archive."""

    __slots__ = ("data", "name", "offset")

    def __init__(self, name: str, data: memoryview, offset: int) -> None:
        self.name = name
        self.data = data
        self.offset = offset


def members(archive: bytes | memoryview) -> Iterator[Member]:
    """The members that are files, in order. FormatError for a malformed header or a member that exceeds the archive."""
    data = memoryview(archive)
    position = len(FileKind.ARCHIVE.magic)
    long_names = b""
    while position < len(data):
        header = bytes(data[position : position + _HEADER_SIZE])
        if len(header) < _HEADER_SIZE or header[58:] != _HEADER_END:
            raise FormatError("malformed archive member header", offset=position)
        name = string_from_bytes(header[:16]).rstrip(" ")
        start = position + _HEADER_SIZE
        size = _number(header[48:58], position + 48)
        if size > len(data) - start:
            raise FormatError(f"archive member of {size} bytes, {len(data) - start} left", offset=position)
        body = data[start : start + size]
        position = start + size + size % 2
        if name == "//":
            long_names = bytes(body)
            continue
        if name.startswith("#1/"):
            length = _number(string_to_bytes(name[3:]), position)
            if length > size:
                raise FormatError(f"archive member name of {length} bytes in a member of {size}", offset=start)
            name = string_from_bytes(bytes(body[:length]).rstrip(b"\0"))
            body, start = body[length:], start + length
        elif name[:1] == "/" and name[1:].isdigit():
            name = _long_name(long_names, int(name[1:]), start)
        if name not in _TABLES:
            yield Member(name.removesuffix("/"), body, start)


# --- writing ---------------------------------------------------------------------------------------------------------

_SYMBOL_TABLE = "__.SYMDEF"
_ALIGNMENT = 8  # of members' data, in bytes
_TABLE_ALIGNMENT = 4
_LARGEST = 10**10  # sizes have ten digits


def write_archive(files: Iterable[tuple[str, bytes | memoryview]], *, origins: Sequence[str] | None = None) -> bytes:
    """An archive of these files, (name, content), as newer `metal-ar` writes it (docs/format.md §22).

    A table of the symbols that modules define comes first. All stamps are zero, so equal files give equal bytes.
    BuildError for a name that no member can have, FormatError or UnsupportedError, with the name, for a bad module.
    `origins`: where the files are from, for errors; by default their names.
    """
    from ..bitcode.reader import read_module

    kept = [(name, memoryview(data)) for name, data in files]
    symbols: list[tuple[str, int]] = []
    for number, (name, data) in enumerate(kept):
        if not name or "/" in name or "\0" in name or "\n" in name:
            raise BuildError(f"an archive can't have a member that is called {name!a}")
        if sniff(data).is_module:
            with in_file(name if origins is None else origins[number]):
                symbols += [(symbol, number) for symbol in defined_symbols(read_module(data, bodies=False))]
    names = b"".join(string_to_bytes(symbol) + b"\0" for symbol, _ in symbols)
    size = 8 + 8 * len(symbols) + len(names)
    size += -size % _TABLE_ALIGNMENT
    magic = FileKind.ARCHIVE.magic
    start = len(_head(_SYMBOL_TABLE, 0, len(magic))) + len(magic) + size
    headers, body = [], bytearray()
    for name, data in kept:
        headers.append(start + len(body))
        padding = -len(data) % _ALIGNMENT
        body += _head(name, len(data) + padding, start + len(body))
        body += data
        body += b"\n" * padding
    table = bytearray(struct.pack("<I", 8 * len(symbols)))
    at = 0
    for symbol, number in symbols:
        table += struct.pack("<2I", at, headers[number])
        at += len(string_to_bytes(symbol)) + 1
    table += struct.pack("<I", len(names)) + names
    table += bytes(size - len(table))
    return magic + _head(_SYMBOL_TABLE, size, len(magic), mode="0") + bytes(table) + bytes(body)


def _head(name: str, size: int, at: int, mode: str = "644") -> bytes:
    """The header at offset `at` and the name after it, padded so that the data is aligned."""
    stored = string_to_bytes(name)
    stored += bytes(-(at + _HEADER_SIZE + len(stored)) % _ALIGNMENT)
    total = len(stored) + size
    if total >= _LARGEST or at >= 1 << 32:
        raise BuildError(f"{name!a} does not fit in an archive")
    fields = (f"#1/{len(stored)}", 16), ("0", 12), ("0", 6), ("0", 6), (mode, 8), (str(total), 10)
    return b"".join(text.encode("ascii").ljust(width) for text, width in fields) + _HEADER_END + stored


def defined_symbols(module: Module) -> Iterator[str]:
    """The names that a module defines for other modules: functions, variables and aliases, including hidden and weak
    ones."""
    for value in module.symbol_values():
        if value.is_shared and not value.is_declaration:
            yield value.name


# --- numbers and names -----------------------------------------------------------------------------------------------


def _number(field: bytes, offset: int) -> int:
    text = field.strip()
    if not text.isdigit():
        raise FormatError(f"malformed number {field!r} in an archive", offset=offset)
    return int(text)


def _long_name(names: bytes, at: int, offset: int) -> str:
    end = names.find(b"\n", at)
    if at >= len(names) or end < 0:
        raise FormatError("an archive member's name is not in the table of names", offset=offset)
    return string_from_bytes(names[at:end])
