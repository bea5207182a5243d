"""The files inside embedded source archives: each a ustar file, compressed with bzip2 (docs/format.md §10.1).

Archives are untrusted: nothing is unpacked to disk, their decompressed size is bounded, and an archive with a member
other than a regular file is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..base.errors import FormatError, UnsupportedError
from ..base.filekind import is_tar_header
from ..base.strings import string_from_bytes
from .sources import Sources

_BLOCK = 512
_REGULAR = (b"0", b"\0")
_MAX_RATIO = 64  # of 90 real archives the densest has 9.2
_MAX_SMALL = 1 << 20  # bytes; a short archive may be mostly the zeros of its blocks


class SourceFile(NamedTuple):
    """`path`: as the compiler recorded it. It is untrusted text: never use it as a path unchecked."""

    archive: str
    path: str
    data: bytes


def unpack_sources(sources: Sources) -> list[SourceFile]:
    """The files of all archives, in order: of each the compiler's options and directory, the input's name, the sources.

    FormatError, with the offset in the tar file, if an archive is damaged or holds a link, a device or a directory, or
    if all together decompress to over 64 times their size (and 1 MB).
    """
    limit = left = max(sum(len(archive.data) for archive in sources.archives) * _MAX_RATIO, _MAX_SMALL)
    files = []
    for archive in sources.archives:
        tar = _decompress(bytes(archive.data), left)
        if tar is None:
            raise FormatError(f"source archives: they decompress to more than {limit} bytes")
        left -= len(tar)
        files += [SourceFile(archive.id, path, data) for path, data in _members(tar)]
    return files


def _decompress(data: bytes, limit: int) -> bytes | None:
    """The content of a bzip2 stream and the padding after it; None if that has more than `limit` bytes."""
    import bz2  # most commands unpack no sources

    decompressor = bz2.BZ2Decompressor()
    try:
        tar = decompressor.decompress(data, max_length=limit + 1)
    except (OSError, ValueError) as error:
        raise FormatError(f"source archive: {error}") from None
    if len(tar) > limit:
        return None
    if not decompressor.eof:
        raise FormatError("source archive: the bzip2 stream is cut short")
    return tar


def _members(tar: bytes) -> Iterator[tuple[str, bytes]]:
    """512-byte headers, each before its file, padded to 512 bytes; a header of zeros ends the archive."""
    at = 0
    while any(header := tar[at : at + _BLOCK]):
        if len(header) < _BLOCK or not is_tar_header(header):
            raise FormatError("source archive: not a tar header", offset=at)
        # The checksum is that of the header with blanks in its place.
        if _octal(header[148:156], at + 148) != sum(header) - sum(header[148:156]) + 8 * ord(" "):
            raise FormatError("source archive: the checksum of a tar header is wrong", offset=at)
        name, prefix = (_text(field) for field in (header[:100], header[345:500]))
        path = f"{prefix}/{name}" if prefix else name
        if header[156:157] not in _REGULAR:
            raise UnsupportedError(f"source archive: {path!a} is not a regular file", offset=at)
        size = _octal(header[124:136], at + 124)
        start = at + _BLOCK
        if size > len(tar) - start:
            raise FormatError(f"source archive: {path!a} has {size} bytes, {len(tar) - start} left", offset=at)
        yield path, tar[start : start + size]
        at = start + size + -size % _BLOCK


def _octal(field: bytes, offset: int) -> int:
    digits = field.split(b"\0")[0].strip()
    if not digits or digits.strip(b"01234567"):
        raise FormatError(f"source archive: malformed number {field!r}", offset=offset)
    return int(digits, 8)


def _text(field: bytes) -> str:
    return string_from_bytes(field.split(b"\0")[0])
