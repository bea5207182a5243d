"""Members of an `ar` archive: `.a`, `.metalar`, `.metal-ar`, `.rtlib`.

Layout: `!<arch>\\n`, then per member a header of text fields (name 16, date 12, owner 6, group 6, mode 8, size 10,
end mark 2) and the member, padded to 2 bytes. Long names: `#1/N`, the first N bytes of the member (BSD), or `/N`, an
offset in the member `//` (GNU).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import FormatError
from ..base.filekind import FileKind
from ..base.strings import string_from_bytes, string_to_bytes

__all__ = ["Member", "members"]

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
    """The members that are files, in order. FormatError where a header is malformed or a member leaves the archive."""
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
