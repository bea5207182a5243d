"""Reading a metallib: the header, the function list and the small sections at once, everything else when asked for."""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from ..binary import Reader
from ..digest import HASH_SIZE
from ..errors import FormatError, UnsupportedError
from ..target import Platform, Version
from ..wrapper import wrapped_size
from .model import (
    Dialect,
    FileType,
    Function,
    FunctionType,
    Library,
    ModuleBytes,
    PatchType,
    ReflectionEntry,
    SourceArchive,
    Sources,
    Stored,
    Tessellation,
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
    string_from_bytes,
)

__all__ = ["FUNCTION_LIST_OFFSET", "HEADER_SIZE", "MAGIC", "Header", "LibraryReader", "Section", "open_library", "read"]

MAGIC = b"MTLB"
HEADER_SIZE = 88
FUNCTION_LIST_OFFSET = 0x58
_HEADER = struct.Struct("<4sHHHBBHBB9Q")
_U8 = struct.Struct("<B")
_U32 = struct.Struct("<I")
_U64 = struct.Struct("<Q")
_OFFSETS = struct.Struct("<3Q")
_VERSIONS = struct.Struct("<4H")
_MIN_GROUP_SIZE = 8  # size word and ENDT
_SECTION_TAG_SIZE = 16

_OTHER_FORMATS = {
    b"\xcb\xfe\xba\xbe": "a universal (fat) metallib; take out one slice first",
    b"\xca\xfe\xba\xbe": "a fat Mach-O container (a precompiled system library); take out its AIR slice first",
    b"\xcf\xfa\xed\xfe": "a 64-bit Mach-O file (a binary archive of compiled GPU code)",
    b"\xce\xfa\xed\xfe": "a 32-bit Mach-O file",
    b"\xde\xc0\x17\x0b": "a single AIR module (wrapped bitcode), not a library; link it first",
    b"BC\xc0\xde": "a single AIR module (bitcode), not a library; link it first",
    b"!<ar": "an archive of AIR modules, not a library; link it first",
}

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
    """The 88 bytes at the start of the file (FORMAT.md §2).

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
    os_version: Version
    file_size: int
    function_list: Section
    public_metadata: Section
    private_metadata: Section
    modules: Section

    @classmethod
    def parse(cls, data: ModuleBytes) -> Header:
        """FormatError for a short file or a wrong magic, UnsupportedError for a format we know the name of."""
        magic = bytes(data[:4])
        if magic in _OTHER_FORMATS:
            raise UnsupportedError(f"not a metallib but {_OTHER_FORMATS[magic]}", offset=0)
        if not magic:
            raise FormatError("the file is empty", offset=0)
        if magic != MAGIC[: len(magic)]:
            raise FormatError(f"not a metallib: the file starts with {magic!r}, not {MAGIC!r}", offset=0)
        if len(data) < HEADER_SIZE:
            raise FormatError(f"truncated: the header needs {HEADER_SIZE} bytes, {len(data)} left", offset=len(data))
        _, version_word, minor, bugfix, kind, platform, major, os_minor, update, file_size, *ranges = (
            _HEADER.unpack_from(data)
        )
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
        mapping = _map(path)
        view = memoryview(mapping)
        try:
            library = LibraryReader(view).library()
        except BaseException:
            _Mapping(mapping, view).close()
            raise
        library._closer = _Mapping(mapping, view)
        return library
    except (FormatError, UnsupportedError) as error:
        raise error.in_file(os.fspath(path)) from None


def _map(path: str | os.PathLike[str]) -> mmap.mmap | bytes:
    if os.path.isdir(path):
        raise FormatError("is a directory, not a metallib")
    with open(path, "rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (ValueError, OSError):  # empty, or a pipe
            return file.read()


class _Mapping:
    def __init__(self, mapping: mmap.mmap | bytes, view: memoryview) -> None:
        self._mapping = mapping
        self._view = view

    def close(self) -> None:
        try:
            self._view.release()
            if isinstance(self._mapping, mmap.mmap):
                self._mapping.close()
        except BufferError:
            pass  # views into the file are held; the mapping goes with the last of them


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
        self.functions: list[Function] = []
        self.function_offsets: list[int] = []
        self.function_list_end = 0
        self.extension_end = 0
        self.sections: dict[str, Section] = {}
        """The sections that the header extension names, in the order of their tags."""
        self.reflection_offsets: dict[int, ReflectionEntry] = {}
        self.archive_offsets: dict[int, SourceArchive] = {}
        """Archives by the value that SOFF has for them: the offset of SARC in the sources section."""
        self._modules: dict[int, ModuleBytes] = {}
        self._public: dict[int, PublicMetadata] = {}
        self._private: dict[int, PrivateMetadata] = {}
        self._module_ends: dict[int, int] | None = None

    # --- the whole ---

    def library(self) -> Library:
        header = self.header
        version = Version(header.version_word & 0x7FFF, header.minor, header.bugfix)
        library = Library(container_version=version, is_64bit=bool(header.platform_byte >> 7))
        library.has_macos_bit = bool(header.version_word >> 15)
        library.platform = Platform(header.platform_byte & 0x7F)
        library.os_version = header.os_version
        library.file_type = FileType(header.file_type_byte & 0x7F)
        library.is_stub = bool(header.file_type_byte >> 7)
        self.read_function_list()
        library.functions = self.functions
        self._read_extension(library)
        library.dialect = self._dialect()
        self.includes_itself = library.dialect.metadata_size_includes_itself
        self._read_sections(library)
        library.has_nul_after_modules = self._has_nul_after_modules()
        return library

    def _dialect(self) -> Dialect:
        """Told by the size word of the first metadata group; without functions by what only air-lld writes."""
        if not self.functions:
            air_lld = {"UUID", "HDYN", "VLST", "ILST", "RLST"} & self.extension_tags.keys()
            return Dialect.AIR_LLD if air_lld else Dialect.METALLIB
        first = self.functions[0]
        assert first.stored is not None
        reader = self._in_section(self.header.public_metadata, first.stored.public, "public metadata")
        start = reader.pos
        size = reader.u32("group size")
        for _ in iterate_tags(reader):
            pass
        if size == reader.pos - start:
            return Dialect.AIR_LLD
        if size == reader.pos - start - 4:
            return Dialect.METALLIB if first.stored.module_size is not None else Dialect.METALLIB_LEGACY
        raise FormatError(f"group of {reader.pos - start} bytes says that it has {size}", offset=start)

    # --- function list ---

    def read_function_list(self) -> None:
        """u32 count, then per function a group whose u32 size counts itself."""
        start = self.header.function_list.offset
        # The list lies in one piece before the public metadata; bytes are much faster to take apart than a mapping.
        end = self.header.public_metadata.offset
        if end <= start:
            end = len(self.data)
        data = bytes(self.data[start:end])
        if len(data) < 4:
            raise FormatError("truncated: function count", offset=start)
        count: int = _U32.unpack_from(data)[0]
        if count * _MIN_GROUP_SIZE > len(data) - 4:
            raise FormatError(f"{count} functions in {len(data) - 4} bytes", offset=start)
        parse = _FunctionListParser(self, data, start).parse
        pos = 4
        for _ in range(count):
            self.function_offsets.append(start + pos)
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
                library.orphan_reflections = self._orphan_reflections
            else:
                library.unknown_sections[name] = reader.take(section.size)

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
        if count * _MIN_GROUP_SIZE > reader.remaining:
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

    def _in_section(self, section: Section, offset: int, what: str) -> Reader:
        if offset > section.size:
            raise FormatError(
                f"{what} at {offset:#x} of a section of {section.size:#x} bytes", offset=section.offset + offset
            )
        return Reader(self.data, section.offset + offset, section.end)

    # --- parts, when they are asked for ---

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
        tags = read_tags(group)
        self._at_end(group, "metadata group")
        return tags

    def module(self, offset: int, size: int | None) -> ModuleBytes:
        """`size` bytes at `offset` of the module section; up to the next module where no MDSZ says the size."""
        module = self._modules.get(offset)
        if module is None or (size is not None and len(module) != size):
            reader = self._in_section(self.header.modules, offset, "module")
            module = reader.take(self._extent(offset) if size is None else size, "module")
            self._modules[offset] = module
        return module

    def _extent(self, offset: int) -> int:
        """The size of a module without MDSZ: all up to the next one, less the NUL that old writers put there."""
        if self._module_ends is None:
            starts = sorted({f.stored.module for f in self.functions if f.stored is not None})
            self._module_ends = dict(zip(starts, [*starts[1:], self.header.modules.size], strict=True))
        size = self._module_ends[offset] - offset
        module = self.data[self.header.modules.offset + offset :][: max(size, 0)]
        wrapped = wrapped_size(module)
        return wrapped if wrapped is not None and wrapped + 1 == size and module[wrapped] == 0 else size

    def _has_nul_after_modules(self) -> bool:
        """Whether the first module is followed by one NUL that is not part of it (FORMAT.md §10.4)."""
        first = next(iter(self.functions), None)
        if first is None or self.includes_itself:
            return False
        assert first.stored is not None
        start, size = first.stored.module, first.stored.module_size
        following = [f.stored.module for f in self.functions if f.stored is not None and f.stored.module > start]
        end = min(following, default=self.header.modules.size)
        if size is None:
            size = self._extent(start)
        return end - start == size + 1 and self.data[self.header.modules.offset + end - 1] == 0

    def source_archive(self, offset: int) -> SourceArchive:
        """The archive whose SARC lies at `offset` of the sources section."""
        archive = self.archive_offsets.get(offset)
        if archive is None:
            raise FormatError(f"SOFF {offset:#x} is not the offset of a source archive")
        return archive

    def reflection_entry(self, offset: int) -> ReflectionEntry:
        """The entry at `offset` of the reflection list."""
        entry = self.reflection_offsets.get(offset)
        if entry is None:
            section = self.sections.get("RLST")
            if section is None:
                raise FormatError("function has RFLT, but there is no reflection list")
            reader = self._in_section(section, offset, "reflection entry")
            entry = self._read_reflection(self._group(reader, includes_itself=True))
            self.reflection_offsets[offset] = entry
        return entry

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

    def _orphan_reflections(self) -> list[ReflectionEntry]:
        section = self.sections["RLST"]
        referred = {f.stored.reflection for f in self.functions if f.stored is not None}
        groups = self._entry_groups(Reader(self.data, section.offset, section.end))
        orphans: list[ReflectionEntry] = []
        for group in groups:
            offset = group.pos - 4 - section.offset
            if offset in referred:
                group.take(group.remaining)
            else:
                orphans.append(self._read_reflection(group))
        return orphans


class _Shape(NamedTuple):
    """What a set of tags in a given order means for the function that has them."""

    order: tuple[str, ...]
    unknown: tuple[bytes, ...]


_FIXED_SIZES = {
    b"TYPE": 1,
    b"HASH": 32,
    b"MDSZ": 8,
    b"OFFT": 24,
    b"VERS": 8,
    b"TESS": 1,
    b"LAYR": 1,
    b"SOFF": 8,
    b"RFLT": 8,
}
_REQUIRED = (b"NAME", b"TYPE", b"OFFT")


class _FunctionListParser:
    """Takes function groups apart. The whole list passes through here on opening, so it works without `Reader`."""

    def __init__(self, origin: LibraryReader, data: bytes, base: int) -> None:
        self._origin = origin
        self._data = data
        self._base = base
        self._types: dict[bytes, FunctionType] = {}
        self._versions: dict[bytes, tuple[Version, Version]] = {}
        self._shapes: dict[tuple[bytes, ...], _Shape] = {}

    def parse(self, start: int) -> tuple[Function, int]:
        """The function whose group starts at `start`, and where the group ends."""
        data = self._data
        size = int.from_bytes(data[start : start + 4], "little")
        end = start + size
        if size < _MIN_GROUP_SIZE or end > len(data):
            raise self._error(start, f"function group of {size} bytes, {len(data) - start} left")
        payloads: dict[bytes, bytes] = {}
        pos, last = start + 4, end - 4
        while pos <= last and (tag := data[pos : pos + 4]) != END_TAG:
            value = pos + 6
            following = value + int.from_bytes(data[pos + 4 : value], "little")
            if following > last:
                raise self._error(pos, f"tag {tag!r} runs over the end of its group")
            if tag in payloads:
                raise self._error(pos, f"function has tag {tag!r} twice")
            payloads[tag] = data[value:following]
            pos = following
        if pos != last:
            raise self._error(pos, "function group does not end with ENDT at its end")
        return self._function(start, payloads), end

    def _function(self, start: int, payloads: dict[bytes, bytes]) -> Function:
        get = payloads.get
        try:
            shape = self._shapes.get(tuple(payloads)) or self._new_shape(start, payloads)
            hash, module_size, source, reflection = get(b"HASH"), get(b"MDSZ"), get(b"SOFF"), get(b"RFLT")
            tessellation, layer = get(b"TESS"), get(b"LAYR")
            name = payloads[b"NAME"]
            if not name or name[-1] or (hash is not None and len(hash) != HASH_SIZE):
                raise ValueError
            public, private, module = _OFFSETS.unpack(payloads[b"OFFT"])
            air, msl = self._version_pair(get(b"VERS"))
            return Function(
                name[:-1].decode("utf-8", "surrogateescape"),
                self._types.get(payloads[b"TYPE"]) or self._type(payloads[b"TYPE"]),
                air_version=air,
                msl_version=msl,
                tessellation=None if tessellation is None else _tessellation(tessellation),
                layer_type=None if layer is None else _U8.unpack(layer)[0],
                unknown_tags=[(tag.decode("latin-1"), RawTag(payloads[tag])) for tag in shape.unknown],
                stored_hash=hash,
                tag_order=shape.order,
                stored=Stored(
                    self._origin,
                    public,
                    private,
                    module,
                    None if module_size is None else _U64.unpack(module_size)[0],
                    None if source is None else _U64.unpack(source)[0],
                    None if reflection is None else _U64.unpack(reflection)[0],
                ),
            )
        except (struct.error, ValueError):
            raise self._bad_payload(start, payloads) from None

    def _new_shape(self, start: int, payloads: dict[bytes, bytes]) -> _Shape:
        for tag in _REQUIRED:
            if tag not in payloads:
                raise self._error(start, f"function has no {tag.decode()}")
        unknown = tuple(tag for tag in payloads if tag != b"NAME" and tag not in _FIXED_SIZES)
        shape = _Shape(tuple(tag.decode("latin-1") for tag in payloads), unknown)
        self._shapes[tuple(payloads)] = shape
        return shape

    def _type(self, payload: bytes) -> FunctionType:
        return self._types.setdefault(payload, FunctionType(_U8.unpack(payload)[0]))

    def _version_pair(self, payload: bytes | None) -> tuple[Version | None, Version | None]:
        if payload is None:
            return None, None
        pair = self._versions.get(payload)
        if pair is None:
            air_major, air_minor, msl_major, msl_minor = _VERSIONS.unpack(payload)
            pair = self._versions[payload] = (Version(air_major, air_minor), Version(msl_major, msl_minor))
        return pair

    def _bad_payload(self, start: int, payloads: dict[bytes, bytes]) -> FormatError:
        for tag, payload in payloads.items():
            if len(payload) != _FIXED_SIZES.get(tag, len(payload)):
                return self._error(start, f"{tag.decode()} has {len(payload)} bytes, not {_FIXED_SIZES[tag]}")
        return self._error(start, "the function's NAME has no terminating NUL")

    def _error(self, pos: int, reason: str) -> FormatError:
        return FormatError(reason, offset=self._base + pos)


def _tessellation(payload: bytes) -> Tessellation:
    (value,) = _U8.unpack(payload)
    return Tessellation(PatchType(value & 3), value >> 2)
