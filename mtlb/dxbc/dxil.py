"""DXIL: LLVM 3.7 bitcode behind a program header, and the parts that come with it.

Words: version (as in tokens.py, kinds up to 15), number of words of the part, `DXIL`, version of DXIL (0x100 + minor),
offset of the bitcode from `DXIL`, its size. The bitcode is that of LLVM 3.7 without a wrapper:
`mtlb.bitcode.read_module` reads it, and `mtlb.bitstream` writes all streams again bit by bit. HASH: flags (1:
sources are part of it), the MD5 of the bitcode. ILDN: u16 flags, u16 length, name, NUL. VERS: u16 major, u16
minor, flags (1 debug, 2 internal), number of commits, bytes of text, commit, version. The listing has dxc's comments,
then the module in LLVM's assembly with pointees and the name of every DXIL operation.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from ..base.binary import Buffer
from ..base.errors import UnsupportedError
from ..base.filekind import FileKind, sniff
from .container import Container, ContainerPart
from .view import PartView
from .words import ShaderKind

BITCODE_PARTS = ("DXIL", "ILDB")
"""Parts that always contain a bitcode program; STAT can contain one."""

_HEADER = struct.Struct("<2I4s3I")
_MAGIC = b"DXIL"
_MAGIC_OFFSET = 8  # offsets in the header are relative to this position
_HASH = struct.Struct("<I16s")
_NAME = struct.Struct("<2H")
_VERSION = struct.Struct("<2H3I")


@dataclass(frozen=True)
class BitcodeProgram:
    """A bitcode program: its kind, shader model, DXIL version, and the stream.
    `bitcode` is a view of the part; `offset` is its position in the file, in bytes."""

    kind: ShaderKind
    major: int
    minor: int
    words: int
    """The size of the whole part in words, from its header."""
    dxil_version: tuple[int, int]
    bitcode: memoryview
    offset: int
    view: PartView

    @property
    def profile(self) -> str:
        """The profile, such as ``ps_6_0``."""
        return f"{self.kind.prefix}_{self.major}_{self.minor}"

    @property
    def digest(self) -> bytes:
        """The MD5 of the bitcode, as HASH stores it."""
        return hashlib.md5(self.bitcode, usedforsecurity=False).digest()


@dataclass(frozen=True)
class ShaderHash:
    """The contents of HASH; bit 0 of `flags` says that the hash includes sources."""

    flags: int
    digest: bytes
    view: PartView


@dataclass(frozen=True)
class DebugName:
    """The contents of ILDN: the name of the file with debug information."""

    flags: int
    name: str
    view: PartView


@dataclass(frozen=True)
class CompilerVersion:
    """The contents of VERS; bit 0 of `flags` is a debug build, bit 1 an internal build."""

    major: int
    minor: int
    flags: int
    commits: int
    commit: str
    version: str
    view: PartView


def is_bitcode_part(part: ContainerPart) -> bool:
    """Whether a part contains a bitcode program: DXIL, ILDB, and STAT with DXIL, which otherwise holds the
    statistics of a token program."""
    return part.tag in BITCODE_PARTS or (part.tag == "STAT" and bytes(part.data[8:12]) == _MAGIC)


def bitcode_parts(container: Container) -> list[ContainerPart]:
    """The parts with bitcode, in the order of the index."""
    return [part for part in container if is_bitcode_part(part)]


def read_bitcode_program(data: Buffer, *, base: int = 0, name: str = "DXIL") -> BitcodeProgram:
    """The program in a DXIL, ILDB or STAT part. Raises FormatError, with the offset, for an invalid header."""
    view = PartView(data, base, name)
    version, words, magic, dxil, offset, size = view.unpack(_HEADER, 0, "program header")
    if magic != _MAGIC:
        raise view.fail(f"the program header has {magic!r} where DXIL should be", _MAGIC_OFFSET)
    start = _MAGIC_OFFSET + offset
    view.cover(start, size, "bitcode")
    bitcode = view.data[start : start + size]
    if sniff(bitcode) is not FileKind.BITCODE:
        raise view.fail("the program is not bitcode", min(start, len(view)))
    return BitcodeProgram(
        ShaderKind(version >> 16),
        version >> 4 & 0xF,
        version & 0xF,
        words,
        (dxil >> 8, dxil & 0xFF),
        bitcode,
        base + start,
        view,
    )


def main_program(container: Container) -> BitcodeProgram:
    """The program of a container. Raises FormatError for an invalid header, and UnsupportedError for a container
    without DXIL."""
    part = container.get(*BITCODE_PARTS)
    if part is None:
        raise UnsupportedError("a Direct3D container without DXIL (no part DXIL or ILDB)")
    return read_bitcode_program(part.data, base=part.data_offset, name=part.tag)


def read_hash(data: Buffer, *, base: int = 0) -> ShaderHash:
    """The contents of a HASH part. Raises FormatError if it is too short."""
    view = PartView(data, base, "HASH")
    flags, digest = view.unpack(_HASH, 0, "hash")
    return ShaderHash(flags, digest, view)


def read_debug_name(data: Buffer, *, base: int = 0) -> DebugName:
    """The contents of an ILDN part. Raises FormatError for a name outside of it."""
    view = PartView(data, base, "ILDN")
    flags, size = view.unpack(_NAME, 0, "header")
    name = view.string(_NAME.size, "name")
    if len(name) != size:
        raise view.fail(f"a name of {len(name)} characters says that it has {size}", 2)
    return DebugName(flags, name, view)


def read_compiler_version(data: Buffer, *, base: int = 0) -> CompilerVersion:
    """The contents of a VERS part. Raises FormatError for texts outside of it."""
    view = PartView(data, base, "VERS")
    major, minor, flags, commits, size = view.unpack(_VERSION, 0, "header")
    view.cover(_VERSION.size, size, "texts")
    commit = view.string(_VERSION.size, "commit") if size else ""
    after = _VERSION.size + len(commit.encode("utf-8", "surrogateescape")) + 1
    version = view.string(after, "version") if after < _VERSION.size + size else ""
    return CompilerVersion(major, minor, flags, commits, commit, version, view)
