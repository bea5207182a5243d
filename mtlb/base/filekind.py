"""Recognises a file by its first bytes: the one table of magic numbers."""

from __future__ import annotations

import re
from enum import Enum

SOURCE_SUFFIXES = (".metal", ".metalh", ".c", ".cpp", ".h", ".hpp", ".m", ".mm", ".i", ".ii")
"""File name suffixes of source code, which has no magic number."""

METAL_SUFFIX = ".metal"
_METAL = (
    rb"^[ \t]*(?:#[ \t]*include[ \t]*<(?:metal_\w+|simd/simd\.h)>|using[ \t]+namespace[ \t]+metal\b|\[\[[ \t]*kernel\b"
    rb"|(?:kernel|vertex|fragment)[ \t]+\w+[ \t]+\w+[ \t\n]*\()"
)
_METAL_HEAD = 1 << 16

TAR_MAGIC_OFFSET = 257  # bytes; all other magics are at the start of the file
_LONGEST = 8


class FileKind(Enum):
    """`magics`: its magic numbers, the usual one first; `words` are for messages: "not a metallib but {words}"."""

    METALLIB = "a metallib", b"MTLB"
    UNIVERSAL_METALLIB = "a universal (fat) metallib", b"\xcb\xfe\xba\xbe", b"\xbe\xba\xfe\xcb"
    BITCODE = "a single AIR module (bitcode)", b"BC\xc0\xde"
    WRAPPED_BITCODE = "a single AIR module (wrapped bitcode)", b"\xde\xc0\x17\x0b"
    ARCHIVE = "an archive of AIR modules", b"!<arch>\n"
    UNIVERSAL_MACH_O = "a fat Mach-O container (a precompiled system library)", b"\xca\xfe\xba\xbe"
    UNIVERSAL_MACH_O_64 = "a fat Mach-O container with 64-bit offsets", b"\xca\xfe\xba\xbf"
    MACH_O_64 = "a 64-bit Mach-O file (a binary archive of compiled GPU code)", b"\xcf\xfa\xed\xfe"
    MACH_O_32 = "a 32-bit Mach-O file", b"\xce\xfa\xed\xfe"
    DXBC = "a Direct3D shader container", b"DXBC"
    SPIRV = "a SPIR-V module", b"\x03\x02\x23\x07", b"\x07\x23\x02\x03"
    ELF = "an ELF file", b"\x7fELF"
    PE = "a Windows executable", b"MZ"
    ZIP = "a zip file", b"PK\x03\x04", b"PK\x05\x06"
    GZIP = "a gzip file", b"\x1f\x8b\x08"
    BZIP2 = "a bzip2 file", b"BZh"
    XZ = "an xz file", b"\xfd7zXZ\x00"
    TAR = "a tar file", b"ustar"
    UNKNOWN = ("a file of unknown kind",)

    def __init__(self, words: str, *magics: bytes) -> None:
        self.words = words
        self.magics = magics

    @property
    def magic(self) -> bytes:
        """The usual one of `magics`."""
        return self.magics[0]

    @property
    def is_module(self) -> bool:
        """Bitcode, with or without its wrapper."""
        return self is FileKind.BITCODE or self is FileKind.WRAPPED_BITCODE

    @property
    def is_shader(self) -> bool:
        """A shader for another API: SPIR-V, or a container of Direct3D."""
        return self is FileKind.SPIRV or self is FileKind.DXBC

    @property
    def is_universal(self) -> bool:
        """Slices for several architectures, which may be metallibs."""
        return self in (FileKind.UNIVERSAL_METALLIB, FileKind.UNIVERSAL_MACH_O, FileKind.UNIVERSAL_MACH_O_64)


_AT_START: dict[int, list[tuple[bytes, FileKind]]] = {}
for _kind in FileKind:
    for _magic in () if _kind is FileKind.TAR else _kind.magics:
        _AT_START.setdefault(_magic[0], []).append((_magic, _kind))


def sniff(data: bytes | bytearray | memoryview) -> FileKind:
    """The kind of the file that starts with `data`; the first 8 bytes are enough for all but tar files (262)."""
    head = bytes(data[:_LONGEST])
    for magic, kind in _AT_START.get(head[0], ()) if head else ():
        if head.startswith(magic):
            return kind
    return FileKind.TAR if is_tar_header(data) else FileKind.UNKNOWN


def is_metal_source(name: str, data: bytes | bytearray | memoryview) -> bool:
    """Whether a file is Metal source: its name says so, or it is text that includes or uses Metal's library."""
    head = bytes(data[:_METAL_HEAD])
    if not head or b"\0" in head or sniff(head) is not FileKind.UNKNOWN:
        return False
    return name.endswith(METAL_SUFFIX) or (
        not name.endswith(".ll") and re.search(_METAL, head, re.MULTILINE) is not None
    )


def is_tar_header(data: bytes | bytearray | memoryview) -> bool:
    """Whether `data` starts with the header of a tar member, whose name may start as any other file does."""
    return data[TAR_MAGIC_OFFSET : TAR_MAGIC_OFFSET + len(FileKind.TAR.magic)] == FileKind.TAR.magic
