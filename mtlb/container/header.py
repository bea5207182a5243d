"""The header: the 88 bytes at the start of the file, read, written and checked by one table of fields."""

from __future__ import annotations

import struct

from ..base.classes import NamedTuple, dataclass
from ..base.enums import OpenEnum
from ..base.errors import BuildError, FormatError, UnsupportedError
from ..base.filekind import FileKind, sniff
from ..base.releases import PLATFORM_SINCE, RELEASES
from ..base.versions import Platform, Version
from .checking import Check

MAGIC = FileKind.METALLIB.magic


HEADER_FIELDS = {
    "magic": "4s",  # MTLB
    "major": "H",  # container major version (bits 0-14), bit 15: macOS or Mac Catalyst
    "minor": "H",  # container minor version
    "bugfix": "H",  # container bugfix version
    "file_type": "B",  # file type (bits 0-6), bit 7: stub
    "platform": "B",  # platform (bits 0-6), bit 7: 64-bit
    "os_major": "H",  # OS version, major
    "os_minor": "B",  # OS version, minor
    "os_update": "B",  # OS version, update
    "file_size": "Q",  # size of the file
    "function_list_offset": "Q",  # function list: offset
    "function_list_size": "Q",  # function list: size without its u32 count
    "public_metadata_offset": "Q",  # public metadata: offset
    "public_metadata_size": "Q",  # public metadata: size
    "private_metadata_offset": "Q",  # private metadata: offset
    "private_metadata_size": "Q",  # private metadata: size
    "modules_offset": "Q",  # modules: offset
    "modules_size": "Q",  # modules: size
}
"""The fields in file order, one after the other, with their `struct` codes (docs/format.md §3)."""

_SECTIONS = ("function_list", "public_metadata", "private_metadata", "modules")
_STRUCT = struct.Struct("<" + "".join(HEADER_FIELDS.values()))
_PLACES = {
    name: struct.calcsize("<" + "".join(tuple(HEADER_FIELDS.values())[:index]))
    for index, name in enumerate(HEADER_FIELDS)
}
HEADER_SIZE = _STRUCT.size
FUNCTION_LIST_OFFSET = HEADER_SIZE
"""Where the function list starts, in bytes from the start of the file."""

_NEWEST_CONTAINER = max(release.container_version for release in RELEASES)

_ADVICE = {
    FileKind.UNIVERSAL_METALLIB: "; take out one slice first",
    FileKind.UNIVERSAL_MACH_O: "; take out its AIR slice first",
    FileKind.MACH_O_64: "",
    FileKind.MACH_O_32: "",
    FileKind.WRAPPED_BITCODE: ", not a library; link it first",
    FileKind.BITCODE: ", not a library; link it first",
    FileKind.ARCHIVE: ", not a library; link it first",
    FileKind.DXBC: "; info, size, verify, objdump, bcanalyze, extract, diff, report and explore read it, "
    "link translates it",
    FileKind.SPIRV: "; info, verify and objdump read it, link translates it",
}
"""Hints for other files that Apple's tools write."""


class FileType(OpenEnum):
    """The type of a library: bits 0-6 of byte 10 of the header."""

    EXECUTABLE = 0
    CORE_IMAGE = 1
    DYNAMIC_LIBRARY = 2
    SYMBOL_COMPANION = 3


class Section(NamedTuple):
    """A range of the file, in bytes."""

    offset: int
    size: int

    @property
    def end(self) -> int:
        """The offset of the first byte after the section."""
        return self.offset + self.size


def _shown(magic: bytes) -> str:
    """Bytes for messages: as text if printable, else in hexadecimal."""
    return f'"{magic.decode("ascii")}"' if magic.isascii() and magic.decode("ascii").isprintable() else magic.hex(" ")


@dataclass(frozen=True)
class Header:
    """The content of the header. Offsets and sizes are in bytes; the function list's size excludes its u32 count."""

    container_version: Version
    has_macos_bit: bool
    file_type: FileType
    is_stub: bool
    platform: Platform
    is_64bit: bool
    min_os: Version
    file_size: int
    function_list: Section
    public_metadata: Section
    private_metadata: Section
    modules: Section

    @classmethod
    def parse(cls, data: bytes | bytearray | memoryview, *, is_whole: bool = True) -> Header:
        """FormatError for a short file or a wrong magic, UnsupportedError for a known format other than MTLB.

        `is_whole`: `data` is the file. Otherwise it may be less than the size in the header.
        """
        magic, kind = bytes(data[: len(MAGIC)]), sniff(data)
        if kind in _ADVICE:
            raise UnsupportedError(f"not a metallib but {kind.words}{_ADVICE[kind]}", offset=0)
        if not magic:
            raise FormatError("the file is empty", offset=0)
        if magic != MAGIC[: len(magic)]:
            raise FormatError(f"not a metallib: the file starts with {_shown(magic)}, not {_shown(MAGIC)}", offset=0)
        if len(data) < HEADER_SIZE:
            raise FormatError(f"truncated: the header needs {HEADER_SIZE} bytes, {len(data)} left", offset=len(data))
        raw = dict(zip(HEADER_FIELDS, _STRUCT.unpack_from(data), strict=True))
        size = raw["file_size"]
        if is_whole and size > len(data):
            raise FormatError(f"truncated: the header says {size} bytes, the file has {len(data)}", offset=len(data))
        return cls(
            Version(raw["major"] & 0x7FFF, raw["minor"], raw["bugfix"]),
            bool(raw["major"] >> 15),
            FileType(raw["file_type"] & 0x7F),
            bool(raw["file_type"] >> 7),
            Platform(raw["platform"] & 0x7F),
            bool(raw["platform"] >> 7),
            Version(raw["os_major"], raw["os_minor"], raw["os_update"]),
            size,
            *(Section(raw[f"{name}_offset"], raw[f"{name}_size"]) for name in _SECTIONS),
        )

    def pack(self) -> bytes:
        """The header's 88 bytes; BuildError for a number that does not fit its field."""
        raw = {
            "magic": MAGIC,
            "major": self.container_version.major | self.has_macos_bit << 15,
            "minor": self.container_version.minor,
            "bugfix": self.container_version.update,
            "file_type": self.file_type | self.is_stub << 7,
            "platform": self.platform | self.is_64bit << 7,
            "os_major": self.min_os.major,
            "os_minor": self.min_os.minor,
            "os_update": self.min_os.update,
            "file_size": self.file_size,
        }
        for name in _SECTIONS:
            section: Section = getattr(self, name)
            raw[f"{name}_offset"], raw[f"{name}_size"] = section
        try:
            return _STRUCT.pack(*(raw[name] for name in HEADER_FIELDS))
        except struct.error:
            what = f"container {self.container_version}, {self.platform.display} {self.min_os}"
            raise BuildError(f"a number of the header does not fit its field ({what})") from None

    def check_bounds(self, size: int) -> None:
        """FormatError for a section that exceeds the file of `size` bytes."""
        for name in _SECTIONS:
            section: Section = getattr(self, name)
            if section.end > size:
                where = f"{section.offset:#x}..{section.end:#x}"
                raise FormatError(f"{name.replace('_', ' ')} {where} leaves the {size} bytes", offset=section.offset)

    def check(self, check: Check, function_list_end: int) -> None:
        """Report what is wrong with the header of a file whose function list really ends at `function_list_end`."""
        if self.file_size != check.size:
            message = f"the header says {self.file_size} bytes, the file has {check.size}"
            check.report("file-size", message, _PLACES["file_size"])
        if self.function_list.offset != FUNCTION_LIST_OFFSET:
            message = f"starts at {self.function_list.offset:#x}, not {FUNCTION_LIST_OFFSET:#x}"
            check.report("function-list", message, _PLACES["function_list_offset"])
        size = function_list_end - self.function_list.offset - 4
        if self.function_list.size != size:
            message = f"the header says {self.function_list.size} bytes, it has {size}"
            check.report("function-list", message, _PLACES["function_list_size"])
        check.cover(0, HEADER_SIZE)
        self._check_stamp(check)

    def _check_stamp(self, check: Check) -> None:
        version, platform = self.container_version, self.platform
        if version[:2] != _NEWEST_CONTAINER[:2] or version > _NEWEST_CONTAINER:
            check.report("unknown-value", f"container version {version.full}", _PLACES["major"])
        if not self.file_type.is_known:
            check.report("unknown-value", f"file type {self.file_type}", _PLACES["file_type"])
        if version < PLATFORM_SINCE:
            if platform or self.is_64bit or self.min_os != (0, 0, 0):
                check.report("stamp", f"container {version.full} names a platform or OS version", _PLACES["platform"])
            return
        if not platform.is_known:
            check.report("unknown-value", f"platform {platform}", _PLACES["platform"])
        elif self.has_macos_bit != platform.has_macos_bit:
            state = "set" if self.has_macos_bit else "clear"
            check.report("stamp", f"the macOS bit is {state}, but the platform is {platform.display}", _PLACES["major"])
        if platform is Platform.NONE:
            check.report("stamp", f"container {version.full} names no platform", _PLACES["platform"])
