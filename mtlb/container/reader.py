"""Reading a metallib: the header, the function list and the small sections at once, everything else when asked for."""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ..base.binary import Reader, align_up
from ..base.errors import FormatError, UnsupportedError
from ..base.filekind import FileKind, sniff
from ..base.mapped import MappedFile
from ..base.strings import string_from_bytes
from ..base.toolchains import Layout
from ..base.versions import Platform, Version
from ..bitstream.wrapper import wrapped_size
from .function_list import MIN_GROUP_SIZE, FunctionListParser, StoredFunction
from .layouts import CONVENTIONS
from .model import (
    FileType,
    Library,
    LibraryFunction,
    ModuleBytes,
    ReflectionEntry,
    SourceArchive,
    Sources,
    StoredReflections,
)
from .tags import (
    ALIGNED_TAGS,
    END_TAG,
    DynamicHeader,
    PrivateMetadata,
    PublicMetadata,
    RawTag,
    SymbolEntry,
    TagGroup,
    TagValue,
    iterate_tags,
    read_tags,
)

__all__ = [
    "FUNCTION_LIST_OFFSET",
    "HEADER_SIZE",
    "MAGIC",
    "Header",
    "LibraryReader",
    "Section",
    "StoredFunction",
    "open_library",
    "read",
]

MAGIC = FileKind.METALLIB.magic
HEADER_SIZE = 88
FUNCTION_LIST_OFFSET = 0x58
_HEADER = struct.Struct("<4sHHHBBHBB9Q")
_U32 = struct.Struct("<I")
_PLAIN_ENTRY = struct.Struct("<I4sI")
_SECTION_TAG_SIZE = 16

_ADVICE = {
    FileKind.UNIVERSAL_METALLIB: "; take out one slice first",
    FileKind.UNIVERSAL_MACH_O: "; take out its AIR slice first",
    FileKind.MACH_O_64: "",
    FileKind.MACH_O_32: "",
    FileKind.WRAPPED_BITCODE: ", not a library; link it first",
    FileKind.BITCODE: ", not a library; link it first",
    FileKind.ARCHIVE: ", not a library; link it first",
}
"""What to do with other files of Apple's tools."""

_G = TypeVar("_G", bound=TagGroup)


class Section(NamedTuple):
    """A range of the file, in bytes."""

    offset: int
    size: int

    @property
    def end(self) -> int:
        return self.offset + self.size


@dataclass(frozen=True)
class Header:
    """The 88 bytes at the start of the file (docs/format.md §3).

    magic `MTLB`, u16 major version with the macOS bit (15), u16 minor, u16 bugfix, u8 file type with the stub bit (7),
    u8 platform with the 64-bit bit (7), u16 OS major, u8 OS minor, u8 OS update, then nine u64: file size, and offset
    and size of function list, public metadata, private metadata and modules. The size of the function list leaves out
    its u32 count.
    """

    version_word: int
    minor: int
    bugfix: int
    file_type_byte: int
    platform_byte: int
    min_os: Version
    file_size: int
    function_list: Section
    public_metadata: Section
    private_metadata: Section
    modules: Section

    @classmethod
    def parse(cls, data: ModuleBytes) -> Header:
        """FormatError for a short file or a wrong magic, UnsupportedError for a format we know the name of."""
        magic, file_kind = bytes(data[:4]), sniff(data)
        if file_kind in _ADVICE:
            raise UnsupportedError(f"not a metallib but {file_kind.words}{_ADVICE[file_kind]}", offset=0)
        if not magic:
            raise FormatError("the file is empty", offset=0)
        if magic != MAGIC[: len(magic)]:
            raise FormatError(f"not a metallib: the file starts with {magic!r}, not {MAGIC!r}", offset=0)
        if len(data) < HEADER_SIZE:
            raise FormatError(f"truncated: the header needs {HEADER_SIZE} bytes, {len(data)} left", offset=len(data))
        _, version_word, minor, bugfix, kind, platform, major, os_minor, update, file_size, *ranges = (
            _HEADER.unpack_from(data)
        )
        if file_size > len(data):
            raise FormatError(f"truncated: the header says {file_size} bytes, {len(data)} are there", offset=len(data))
        sections = [Section(*ranges[i : i + 2]) for i in range(0, 8, 2)]
        return cls(version_word, minor, bugfix, kind, platform, Version(major, os_minor, update), file_size, *sections)


def read(data: bytes | bytearray | memoryview) -> Library:
    """The library in `data`, which must not change while the library is used.

    FormatError, with the offset, if header, function list, header extension or a small section is bad; other parts are
    read when they are first asked for, and raise then. UnsupportedError for fat containers and single modules.
    """
    view = memoryview(data)
    return LibraryReader(view.toreadonly() if view.format == "B" else view.cast("B").toreadonly()).library()


def open_library(path: str | os.PathLike[str]) -> Library:
    """The library in a file, mapped into memory: listing its functions reads no byte of a module.

    Use it as a context manager, or call `close`. Raises what `read` raises, naming the file; OSError as it comes.
    """
    try:
        file = MappedFile(path)
        try:
            library = LibraryReader(file.data).library()
        except BaseException:
            file.close()
            raise
        library._file = file
        return library
    except (FormatError, UnsupportedError) as error:
        raise error.in_file(os.fspath(path)) from None


class LibraryReader:
    """One file being read. It is the `Origin` of its functions and hands out each stored part once."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.header = Header.parse(data)
        for name in ("function_list", "public_metadata", "private_metadata", "modules"):
            section: Section = getattr(self.header, name)
            if section.end > len(data):
                raise FormatError(
                    f"{name.replace('_', ' ')} {section.offset:#x}..{section.end:#x} leaves the {len(data)} bytes",
                    offset=section.offset,
                )
        self.functions: list[LibraryFunction] = []
        self.function_list_end = 0
        self.extension_end = 0
        self.sections: dict[str, Section] = {}
        """The sections that the header extension names, in the order of their tags."""
        self.reflection_offsets: dict[int, ReflectionEntry] = {}
        self.archive_offsets: dict[int, SourceArchive] = {}
        """Archives by the value that SOFF has for them: the offset of SARC in the sources section."""
        self.section_ends: dict[str, int] = {}
        """Where the content of those sections ended that are read on opening."""
        self._handed_out: Counter[Section] = Counter()
        self._modules: dict[int, ModuleBytes] = {}
        self._public: dict[int, PublicMetadata] = {}
        self._private: dict[int, PrivateMetadata] = {}
        self._groups: dict[bytes, list[tuple[str, TagValue]]] = {}
        self._module_ends: dict[int, int] | None = None

    # --- the whole ---

    def library(self) -> Library:
        header = self.header
        version = Version(header.version_word & 0x7FFF, header.minor, header.bugfix)
        library = Library(container_version=version, is_64bit=bool(header.platform_byte >> 7))
        library.stored_size = len(self.data)
        library.has_macos_bit = bool(header.version_word >> 15)
        library.platform = Platform(header.platform_byte & 0x7F)
        library.min_os = header.min_os
        library.file_type = FileType(header.file_type_byte & 0x7F)
        library.is_stub = bool(header.file_type_byte >> 7)
        self.read_function_list()
        library.functions = list(self.functions)  # the caller may add to it
        self._read_extension(library)
        library.layout = self._layout()
        self.includes_itself = CONVENTIONS[library.layout].metadata_size_includes_itself
        self._read_sections(library)
        library.has_nul_after_modules = self._has_nul_after_modules()
        return library

    def _layout(self) -> Layout:
        """Told by the size word of the first metadata group; without functions by what only air-lld writes."""
        if not self.functions:
            air_lld = {"UUID", "HDYN", "VLST", "ILST", "RLST"} & self.extension_tags.keys()
            return Layout.AIR_LLD if air_lld else Layout.METALLIB
        first = self.stored(self.functions[0])
        reader = self._in_section(self.header.public_metadata, first.offsets[0], "public metadata")
        start = reader.pos
        size = reader.u32("group size")
        for _ in iterate_tags(reader):
            pass
        if size == reader.pos - start:
            return Layout.AIR_LLD
        if size == reader.pos - start - 4:
            return Layout.METALLIB if first.get("MDSZ") is not None else Layout.METALLIB_LEGACY
        raise FormatError(f"group of {reader.pos - start} bytes says that it has {size}", offset=start)

    # --- function list ---

    def read_function_list(self) -> None:
        """u32 count, then per function a group whose u32 size counts itself."""
        start = self.header.function_list.offset
        # The list lies in one piece before the public metadata; bytes are much faster to take apart than a mapping.
        end = self.header.public_metadata.offset
        if end <= start:
            end = self.header.function_list.end + 4
        data = bytes(self.data[start:end])
        if len(data) < 4:
            raise FormatError("truncated: function count", offset=start)
        count: int = _U32.unpack_from(data)[0]
        if count * MIN_GROUP_SIZE > len(data) - 4:
            raise FormatError(f"{count} functions in {len(data) - 4} bytes", offset=start)
        parse = FunctionListParser(self, data, start).parse
        pos = 4
        for _ in range(count):
            function, pos = parse(pos)
            self.functions.append(function)
        self.function_list_end = start + pos

    # --- header extension ---

    def _read_extension(self, library: Library) -> None:
        """Tags with a 16-bit length; those of sections carry u64 absolute offset and u64 size."""
        self.extension_tags: dict[str, RawTag] = {}
        self.extension_end = self.function_list_end
        library.has_extension = self.function_list_end < self.header.public_metadata.offset
        if not library.has_extension:
            return
        reader = Reader(self.data, self.function_list_end, self.header.public_metadata.offset)
        for name, payload in iterate_tags(reader):
            if name in self.extension_tags:
                raise FormatError(f"header extension has {name!r} twice", offset=payload.offset)
            value = RawTag(payload.take(payload.remaining))
            self.extension_tags[name] = value
            if name == "UUID":
                if len(value) != 16:
                    raise FormatError(f"UUID of {len(value)} bytes", offset=payload.offset)
                library.uuid = bytes(value)
            elif name in Library.EXTENSION_ORDER or self._names_section(value):
                self.sections[name] = self._section(name, value, payload.offset - len(value))
            else:
                library.unknown_extension_tags.append((name, value))
        self.extension_end = reader.pos
        library.extension_order = tuple(self.extension_tags)
        library.section_order = tuple(sorted(self.sections, key=lambda name: self.sections[name].offset))

    def _names_section(self, value: bytes) -> bool:
        if len(value) != _SECTION_TAG_SIZE:
            return False
        section = Section(*struct.unpack("<2Q", value))
        return self.header.modules.end <= section.offset and section.size > 0 and section.end <= len(self.data)

    def _section(self, name: str, value: bytes, offset: int) -> Section:
        if len(value) != _SECTION_TAG_SIZE:
            raise FormatError(f"{name} has {len(value)} bytes, not offset and size", offset=offset)
        section = Section(*struct.unpack("<2Q", value))
        if section.end > len(self.data):
            raise FormatError(
                f"{name} section {section.offset:#x}..{section.end:#x} leaves the {len(self.data)} bytes", offset=offset
            )
        return section

    # --- sections ---

    def _read_sections(self, library: Library) -> None:
        for name, section in self.sections.items():
            reader = Reader(self.data, section.offset, section.end)
            if name in ("HSRC", "HSRD"):
                if library.sources is not None:
                    raise FormatError("two sections of embedded sources", offset=section.offset)
                library.sources = self._read_sources(reader, has_directory=name == "HSRD")
            elif name == "HDYN":
                library.dynamic_header = DynamicHeader(read_tags(reader))
            elif name == "VLST":
                library.exported_variables = self._read_entries(reader, SymbolEntry)
            elif name == "ILST":
                library.imported_symbols = self._read_entries(reader, SymbolEntry)
            elif name == "SLST":
                library.scripts = self._read_entries(reader, TagGroup)
            elif name == "RLST":
                library.stored_reflections = self._stored_reflections
            else:
                library.unknown_sections[name] = reader.take(section.size)
            self.section_ends[name] = reader.pos

    def _read_sources(self, reader: Reader, *, has_directory: bool) -> Sources:
        """u32 count, cstr command line, [cstr working directory], then groups whose u32 size does not count itself."""
        start = reader.pos
        count = self._count(reader, "source archives")
        command_line = string_from_bytes(reader.cstring("link command line"))
        directory = string_from_bytes(reader.cstring("working directory")) if has_directory else None
        sources = Sources(command_line, directory)
        for _ in range(count):
            group = reader.sub(reader.u32("size of source archive"), "source archive")
            soff = group.pos - start
            tags: list[tuple[str, ModuleBytes]] = [
                (name, payload.take(payload.remaining)) for name, payload in iterate_tags(group)
            ]
            self._at_end(group, "source archive")
            if not tags or tags[0][0] != "SARC":
                raise FormatError("source archive does not start with SARC", offset=start + soff)
            body = Reader(tags[0][1], base=start + soff + 8)
            archive = SourceArchive(string_from_bytes(body.cstring("archive id")), body.take(body.remaining), tags[1:])
            sources.archives.append(archive)
            self.archive_offsets[soff] = archive
        return sources

    def _read_entries(self, reader: Reader, kind: type[_G]) -> list[_G]:
        """u32 count, then groups whose u32 size counts itself."""
        return [kind(read_tags(group)) for group in self._entry_groups(reader)]

    def _entry_groups(self, reader: Reader) -> Iterator[Reader]:
        for _ in range(self._count(reader, "entries")):
            group = self._group(reader, includes_itself=True)
            yield group
            self._at_end(group, "list entry")

    def _count(self, reader: Reader, what: str) -> int:
        count = reader.u32(f"number of {what}")
        if count * MIN_GROUP_SIZE > reader.remaining:
            raise reader.fail(f"{count} {what} in {reader.remaining} bytes", at=reader.pos - 4)
        return count

    def _group(self, reader: Reader, *, includes_itself: bool) -> Reader:
        size = reader.u32("group size")
        if includes_itself and size < 4:
            raise reader.fail(f"group of {size} bytes", at=reader.pos - 4)
        return reader.sub(size - 4 if includes_itself else size, "group")

    def _at_end(self, group: Reader, what: str) -> None:
        if group.remaining:
            raise group.fail(f"{group.remaining} bytes between ENDT and the end of a {what}")

    def _hand_out(self, section: Section, size: int) -> None:
        """Note that `size` bytes of a section belong to one more part: distinct parts can't be larger than it.

        Without this bound a small file whose parts overlap could stand for any amount of data and work.
        """
        self._handed_out[section] += size
        if self._handed_out[section] > section.size:
            raise FormatError("parts of different functions overlap in a section", offset=section.offset)

    def _in_section(self, section: Section, offset: int, what: str) -> Reader:
        if offset > section.size:
            raise FormatError(
                f"{what} at {offset:#x} of a section of {section.size:#x} bytes", offset=section.offset + offset
            )
        return Reader(self.data, section.offset + offset, section.end)

    # --- fields of functions, when they are asked for ---

    def load(self, function: LibraryFunction, attribute: str) -> object:
        return _FIELDS[attribute](self, function.stored)

    def stored(self, function: LibraryFunction) -> StoredFunction:
        """The group that `function` was read from."""
        stored: StoredFunction = function.stored
        return stored

    def public_metadata(self, offset: int) -> PublicMetadata:
        """The group at `offset` of the public metadata section."""
        if offset not in self._public:
            self._public[offset] = PublicMetadata(self._metadata(self.header.public_metadata, offset))
        return self._public[offset]

    def private_metadata(self, offset: int) -> PrivateMetadata:
        """The group at `offset` of the private metadata section."""
        if offset not in self._private:
            self._private[offset] = PrivateMetadata(self._metadata(self.header.private_metadata, offset))
        return self._private[offset]

    def _metadata(self, section: Section, offset: int) -> list[tuple[str, TagValue]]:
        reader = self._in_section(section, offset, "metadata group")
        group = self._group(reader, includes_itself=self.includes_itself)
        self._hand_out(section, 4 + group.remaining)
        content = bytes(self.data[group.pos : group.end])
        if content not in self._groups:  # most functions have one of a few groups
            self._groups[content] = read_tags(group)
            self._at_end(group, "metadata group")
        return list(self._groups[content])

    def module(self, offset: int, size: int | None) -> ModuleBytes:
        """`size` bytes at `offset` of the module section; up to the next module where no MDSZ says the size."""
        module = self._modules.get(offset)
        if module is None or (size is not None and len(module) != size):
            reader = self._in_section(self.header.modules, offset, "module")
            module = reader.take(self._extent(offset) if size is None else size, "module")
            self._hand_out(self.header.modules, len(module))
            self._modules[offset] = module
        return module

    def module_size(self, stored: StoredFunction) -> int:
        """MDSZ, or the extent of the module where there is none."""
        size = stored.number("MDSZ")
        return self._extent(stored.offsets[2]) if size is None else size

    def _extent(self, offset: int) -> int:
        """The size of a module without MDSZ: all up to the next one, less the NUL that old writers put there."""
        if self._module_ends is None:
            starts = sorted(set(self._module_offsets()))
            self._module_ends = dict(zip(starts, [*starts[1:], self.header.modules.size], strict=True))
        size = self._module_ends[offset] - offset
        module = self.data[self.header.modules.offset + offset :][: max(size, 0)]
        wrapped = wrapped_size(module)
        return wrapped if wrapped is not None and wrapped + 1 == size and module[wrapped] == 0 else size

    def _module_offsets(self) -> Iterator[int]:
        return (self.stored(function).offsets[2] for function in self.functions)

    def _has_nul_after_modules(self) -> bool:
        """Whether the first module is followed by one NUL that is not part of it (docs/format.md §17)."""
        if not self.functions or self.includes_itself:
            return False
        first = self.stored(self.functions[0])
        start, size = first.offsets[2], first.number("MDSZ")
        following = [offset for offset in self._module_offsets() if offset > start]
        end = min(following, default=self.header.modules.size)
        if size is None:
            size = self._extent(start)
        return end - start == size + 1 and self.data[self.header.modules.offset + end - 1] == 0

    def source_archive(self, offset: int | None) -> SourceArchive | None:
        """The archive whose SARC lies at `offset` of the sources section."""
        if offset is None:
            return None
        archive = self.archive_offsets.get(offset)
        if archive is None:
            raise FormatError(f"SOFF {offset:#x} is not the offset of a source archive")
        return archive

    def reflection_entry(self, offset: int | None) -> ReflectionEntry | None:
        """The entry at `offset` of the reflection list."""
        if offset is None:
            return None
        entry = self.reflection_offsets.get(offset)
        if entry is None:
            section = self.sections.get("RLST")
            if section is None:
                raise FormatError("function has RFLT, but there is no reflection list")
            entry = self._plain_reflection(section, offset)
            if entry is None:
                reader = self._in_section(section, offset, "reflection entry")
                entry = self._read_reflection(self._group(reader, includes_itself=True))
            self._hand_out(section, len(entry.buffer))
            self.reflection_offsets[offset] = entry
        return entry

    def _plain_reflection(self, section: Section, offset: int) -> ReflectionEntry | None:
        """The usual entry: one RBUF with its padding. There may be thousands. None for whatever else there is."""
        start = section.offset + offset
        if offset + 16 > section.size:
            return None
        size, tag, length = _PLAIN_ENTRY.unpack_from(self.data, start)
        buffer = align_up(start + _PLAIN_ENTRY.size, ALIGNED_TAGS["RBUF"])
        end = start + size - len(END_TAG)
        if tag != b"RBUF" or length != size - 16 or not buffer <= end <= section.end - len(END_TAG):
            return None
        if any(self.data[start + _PLAIN_ENTRY.size : buffer]) or self.data[end : end + 4] != END_TAG:
            return None
        return ReflectionEntry(self.data[buffer:end])

    def _read_reflection(self, group: Reader) -> ReflectionEntry:
        tags = [(name, payload) for name, payload in iterate_tags(group)]
        self._at_end(group, "reflection entry")
        if not tags:
            raise group.fail("reflection entry without a buffer")
        (name, payload), *more = tags
        padding = -payload.offset % ALIGNED_TAGS.get(name, 1)
        aligned = padding <= payload.remaining and not any(payload.data[payload.pos : payload.pos + padding])
        if aligned:
            payload.take(padding)
        buffer = payload.take(payload.remaining)
        return ReflectionEntry(
            buffer, tag=name, aligned=aligned, more_tags=[(tag, rest.take(rest.remaining)) for tag, rest in more]
        )

    def entry_offsets(self, section: Section) -> Iterator[int]:
        """Where the entries of a list lie in its section; FormatError where one would leave it."""
        end = 4
        for _ in range(self._count(Reader(self.data, section.offset, section.end), "entries")):
            offset = end
            start = section.offset + offset
            end += int.from_bytes(self.data[start : start + 4], "little")
            if not offset + MIN_GROUP_SIZE <= end <= section.size:
                raise FormatError("list entry leaves its section", offset=start)
            yield offset

    def _stored_reflections(self) -> StoredReflections:
        section = self.sections["RLST"]
        referred = {self.stored(function).number("RFLT") for function in self.functions}
        stored = StoredReflections([], [])
        for offset in self.entry_offsets(section):
            entry = self.reflection_entry(offset)
            assert entry is not None
            stored.entries.append(entry)
            if offset not in referred:
                stored.orphans.append(entry)
        return stored


_FIELDS: dict[str, Callable[[LibraryReader, StoredFunction], object]] = {
    "air_version": lambda file, stored: stored.version(0),
    "language_version": lambda file, stored: stored.version(1),
    "tessellation": lambda file, stored: stored.tessellation,
    "layer_type": lambda file, stored: stored.layer_type,
    "public_metadata": lambda file, stored: file.public_metadata(stored.offsets[0]),
    "private_metadata": lambda file, stored: file.private_metadata(stored.offsets[1]),
    "source": lambda file, stored: file.source_archive(stored.number("SOFF")),
    "reflection": lambda file, stored: file.reflection_entry(stored.number("RFLT")),
    "unknown_tags": lambda file, stored: stored.unknown_tags,
    "stored_hash": lambda file, stored: stored.get("HASH"),
    "tag_order": lambda file, stored: stored.shape.order,
    "module_offset": lambda file, stored: file.header.modules.offset + stored.offsets[2],
    "_module": lambda file, stored: file.module(stored.offsets[2], stored.number("MDSZ")),
}
