"""Writing a metallib, step by step as Apple's MetalLibObjectWriter does; then every location is backpatched.

Source of the steps: docs/format.md §2 and §19; sections younger than that listing follow in file order.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import TypeVar

from ..base.atomic import write_atomic
from ..base.binary import Buffer, Location, Writer
from ..base.digest import UUID_SIZE, name_based_uuid, sha256
from ..base.errors import BuildError
from ..base.strings import string_to_bytes
from .layouts import CONVENTIONS
from .model import Library, LibraryFunction, ModuleBytes, ReflectionEntry, SourceArchive, UuidPolicy
from .reader import MAGIC, Section
from .tags import ALIGNED_TAGS, END_TAG, TagGroup, encode_string, write_tag, write_tags

__all__ = ["save_library", "write", "write_chunks"]

_P = TypeVar("_P")
_OFFSETS = struct.Struct("<3Q")
_REQUIRED_TAGS = frozenset({"NAME", "TYPE", "HASH", "MDSZ", "OFFT"})


def write(library: Library) -> bytes:
    """The bytes of `library`. BuildError if something in it can't be expressed."""
    return b"".join(write_chunks(library))


def write_chunks(library: Library) -> list[Buffer]:
    """What `write` returns, in pieces: large modules are the library's own, not copies."""
    writer = _LibraryWriter(library)
    try:
        writer.write_all()
    except (struct.error, OverflowError) as error:
        raise BuildError(f"a number does not fit its field ({error})") from None
    return writer.out.chunks()


def save_library(library: Library, path: str | os.PathLike[str]) -> None:
    """Write `library` to a file, whole or not at all; `path` may be the file that the library was opened from.

    BuildError if something in it can't be expressed; MtlbError if the file it was opened from has changed since;
    OSError, naming `path`, if the file can't be written.
    """
    chunks = write_chunks(library)
    library.check_unchanged()
    write_atomic(path, chunks)


class _LibraryWriter:
    """Writes front to back. What is known only later is reserved as a `Location` and noted in `patches`."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.out = Writer()
        self.patches: list[tuple[Location, bytes]] = []
        self.section_writers: dict[str, Callable[[], None]] = self._present_sections()
        self.section_locations: dict[str, Location] = {}
        self.offset_locations: list[Location] = []
        self.part_offsets: list[list[int]] = []  # of public metadata, private metadata and modules
        self.archive_locations: list[tuple[SourceArchive, Location]] = []
        self.reflection_locations: list[tuple[ReflectionEntry, Location]] = []
        self.uuid_location: Location | None = None
        self.hashes: dict[int, bytes] = {}

    def write_all(self) -> None:
        self.write_header()
        self.write_function_list()
        self.write_header_extension()
        self.write_public_metadata()
        self.write_private_metadata()
        self.write_module_list()
        for name in _arranged(tuple(self.section_writers), self.library.section_order, Library.EXTENSION_ORDER):
            self.write_section(name)
        self.backpatch_all_locations()
        self.compute_uuid()

    # --- header and function list ---

    def write_header(self) -> None:
        """88 bytes; the file size and the four section ranges come later."""
        library, out = self.library, self.out
        major, minor, bugfix = library.container_version
        out.write(MAGIC)
        out.write(
            struct.pack(
                "<HHHBBHBB",
                major | library.has_macos_bit << 15,
                minor,
                bugfix,
                library.file_type | library.is_stub << 7,
                library.platform | library.is_64bit << 7,
                *library.min_os,
            )
        )
        self.file_size_location = out.reserve(8)
        self.range_locations = [out.reserve(16) for _ in range(4)]  # functions, public, private, modules

    def write_function_list(self) -> None:
        """u32 count, then one group per function. The size in the header leaves out the count."""
        out = self.out
        start = out.offset
        out.u32(len(self.library.functions))
        for function in self.library.functions:
            self.write_function(function)
        self._note_range(0, Section(start, out.offset - start - 4))

    def write_function(self, function: LibraryFunction) -> None:
        out = self.out
        start = out.offset
        size = out.reserve(4)
        unknown = dict(function.unknown_tags)
        for tag in self._function_tags(function):
            if tag == "OFFT":
                self.offset_locations.append(self._reserve_tag(tag, 24))
            elif tag == "SOFF" and function.source is not None:
                self.archive_locations.append((function.source, self._reserve_tag(tag, 8)))
            elif tag == "RFLT" and function.reflection is not None:
                self.reflection_locations.append((function.reflection, self._reserve_tag(tag, 8)))
            else:
                write_tag(out, tag, unknown[tag] if tag in unknown else self._function_field(tag, function))
        out.write(END_TAG)
        out.patch(size, out.offset - start)

    def _function_tags(self, function: LibraryFunction) -> tuple[str, ...]:
        canonical = CONVENTIONS[self.library.layout].function_tags
        present = [tag for tag in function.tag_order or canonical if tag in _REQUIRED_TAGS]
        optional = (
            ("VERS", function.air_version),
            ("TESS", function.tessellation),
            ("LAYR", function.layer_type),
            ("SOFF", function.source),
            ("RFLT", function.reflection),
        )
        present += [tag for tag, value in optional if value is not None]
        present += [tag for tag, _ in function.unknown_tags]
        return _arranged(tuple(present), function.tag_order, canonical)

    def _function_field(self, tag: str, function: LibraryFunction) -> bytes:
        if tag == "NAME":
            return encode_string(function.name)
        if tag == "TYPE":
            return struct.pack("<B", function.type)
        if tag == "HASH":
            return self._hash(function)
        if tag == "MDSZ":
            return struct.pack("<Q", len(function.module))
        if tag == "VERS" and function.air_version is not None and function.language_version is not None:
            air, msl = function.air_version, function.language_version
            if air.update or msl.update:
                raise BuildError(f"function {function.name!a}: VERS has no place for updates (AIR {air}, MSL {msl})")
            return struct.pack("<4H", *air[:2], *msl[:2])
        if tag == "TESS" and function.tessellation is not None:
            return struct.pack("<B", function.tessellation.control_points << 2 | function.tessellation.patch)
        if tag == "LAYR" and function.layer_type is not None:
            return struct.pack("<B", function.layer_type)
        raise BuildError(f"function {function.name!a} has no value for tag {tag}")

    def _hash(self, function: LibraryFunction) -> bytes:
        module = function.module
        if id(module) not in self.hashes:
            self.hashes[id(module)] = sha256(module)
        # A hash that was wrong in the file is information; a right one is computed to the same bytes.
        return function.stored_hash or self.hashes[id(module)]

    def _reserve_tag(self, tag: str, size: int) -> Location:
        self.out.write(tag.encode("latin-1") + struct.pack("<H", size))
        return self.out.reserve(size)

    # --- header extension ---

    def _present_sections(self) -> dict[str, Callable[[], None]]:
        library, sections = self.library, dict[str, Callable[[], None]]()
        if library.sources is not None:
            sections[library.sources.tag] = self.write_sources
        if library.dynamic_header is not None:
            sections["HDYN"] = self.write_dynamic_header
        if library.exported_variables is not None:
            sections["VLST"] = self.write_variable_list
        if library.imported_symbols is not None:
            sections["ILST"] = self.write_imported_symbol_list
        if library.reflections:
            sections["RLST"] = self.write_reflection_list
        if library.scripts is not None:
            sections["SLST"] = self.write_script_list
        for name, data in library.unknown_sections.items():
            sections[name] = partial(self.out.write, data)
        return sections

    def write_header_extension(self) -> None:
        """Bare tags without a size word: a range per section, the UUID, and what nobody knows."""
        library, out = self.library, self.out
        unknown = dict(library.unknown_extension_tags)
        present = [*unknown, *self.section_writers, *(["UUID"] if library.uuid is not None else [])]
        if not library.has_extension:
            if present:
                raise BuildError(f"container {library.container_version.full} can't carry {', '.join(present)}")
            return
        for tag in _arranged(tuple(present), library.extension_order, Library.EXTENSION_ORDER):
            if tag == "UUID":
                self.uuid_location = self._reserve_tag(tag, UUID_SIZE)
            elif tag in unknown:
                write_tag(out, tag, unknown[tag])
            else:
                self.section_locations[tag] = self._reserve_tag(tag, 16)
        out.write(END_TAG)

    # --- metadata and modules ---

    def write_public_metadata(self) -> None:
        """Vertex attributes, function constants and signatures, one group per function."""
        section = self._write_parts([f.public_metadata for f in self.library.functions], self._write_metadata)
        self._note_range(1, section)

    def write_private_metadata(self) -> None:
        """Source lines and dependency files, one group per function."""
        section = self._write_parts([f.private_metadata for f in self.library.functions], self._write_metadata)
        self._note_range(2, section)

    def write_module_list(self) -> None:
        """Wrapped modules, one behind the other; each is a multiple of 16 bytes, the section start is not aligned."""
        section = self._write_parts([f.module for f in self.library.functions], self._write_module)
        self._note_range(3, section)

    def _write_parts(self, parts: Sequence[_P], write: Callable[[_P], None]) -> Section:
        """Write each distinct part once, and note for every function where in the section its own lies."""
        start = self.out.offset
        offsets: dict[int, int] = {}
        for part in parts:
            if id(part) not in offsets:
                offsets[id(part)] = self.out.offset - start
                write(part)
        self.part_offsets.append([offsets[id(part)] for part in parts])
        return Section(start, self.out.offset - start)

    def _write_metadata(self, group: TagGroup) -> None:
        self._write_group(
            lambda: write_tags(self.out, group.tags), CONVENTIONS[self.library.layout].metadata_size_includes_itself
        )

    def _write_module(self, module: ModuleBytes) -> None:
        self.out.write(module)
        if self.library.has_nul_after_modules:
            self.out.u8(0)

    def _write_group(self, write_body: Callable[[], None], includes_itself: bool) -> None:
        size = self.out.reserve(4)
        start = self.out.offset
        write_body()
        self.out.patch(size, self.out.offset - start + (4 if includes_itself else 0))

    # --- sections that the header extension names ---

    def write_section(self, name: str) -> None:
        start = self.out.offset
        self.section_writers[name]()
        section = Section(start, self.out.offset - start)
        self.patches.append((self.section_locations[name], struct.pack("<2Q", *section)))

    def write_sources(self) -> None:
        """HSRC/HSRD: u32 count, command line, [working directory], archives. SOFF is the offset of the SARC tag."""
        sources, out = self.library.sources, self.out
        assert sources is not None
        start = out.offset
        out.u32(len(sources.archives))
        for text in (sources.command_line, sources.working_directory):
            if text is not None:
                out.write(string_to_bytes(text) + b"\0")
        offsets: dict[int, int] = {}
        for archive in sources.archives:
            offsets[id(archive)] = out.offset + 4 - start
            self._write_group(partial(self._write_archive, archive), includes_itself=False)
        for archive, location in self.archive_locations:
            if id(archive) not in offsets:
                raise BuildError(f"a function's source archive {archive.id!r} is not among the library's")
            self._note(location, offsets[id(archive)])

    def _write_archive(self, archive: SourceArchive) -> None:
        write_tag(self.out, "SARC", string_to_bytes(archive.id) + b"\0" + archive.data)
        self._write_more_tags(archive.more_tags)

    def _write_more_tags(self, tags: list[tuple[str, ModuleBytes]]) -> None:
        for name, payload in tags:
            write_tag(self.out, name, payload)
        self.out.write(END_TAG)

    def write_dynamic_header(self) -> None:
        """HDYN: bare tags without a size word."""
        assert self.library.dynamic_header is not None
        write_tags(self.out, self.library.dynamic_header.tags)

    def write_variable_list(self) -> None:
        """VLST: names of exported variables."""
        self._write_entries(self.library.exported_variables or [])

    def write_imported_symbol_list(self) -> None:
        """ILST: names of symbols that other libraries define."""
        self._write_entries(self.library.imported_symbols or [])

    def write_script_list(self) -> None:
        """SLST."""
        self._write_entries(self.library.scripts or [])

    def _write_entries(self, entries: Sequence[TagGroup]) -> None:
        """u32 count, then groups whose size counts itself."""
        self.out.u32(len(entries))
        for entry in entries:
            self._write_group(partial(write_tags, self.out, entry.tags), includes_itself=True)

    def write_reflection_list(self) -> None:
        """RLST: like the other lists; each FlatBuffer starts at a file offset that is a multiple of 16."""
        start = self.out.offset
        entries = self.library.reflections
        self.out.u32(len(entries))
        offsets: dict[int, int] = {}
        for entry in entries:
            offsets[id(entry)] = self.out.offset - start
            self._write_group(partial(self._write_reflection, entry), includes_itself=True)
        for entry, location in self.reflection_locations:
            self._note(location, offsets[id(entry)])

    def _write_reflection(self, entry: ReflectionEntry) -> None:
        alignment = ALIGNED_TAGS.get(entry.tag, 1) if entry.aligned else 1
        buffer_offset = self.out.offset + 8  # behind the tag's name and 32-bit length
        padding = bytes(-buffer_offset % alignment)
        write_tag(self.out, entry.tag, padding + entry.buffer if padding else entry.buffer)
        self._write_more_tags(entry.more_tags)

    # --- what could only be known at the end ---

    def _note(self, location: Location, value: int) -> None:
        self.patches.append((location, struct.pack("<Q", value)))

    def _note_range(self, index: int, section: Section) -> None:
        self.patches.append((self.range_locations[index], struct.pack("<2Q", *section)))

    def backpatch_all_locations(self) -> None:
        """File size, section ranges, and the offsets of every function."""
        self._note(self.file_size_location, self.out.offset)
        for location, *offsets in zip(self.offset_locations, *self.part_offsets, strict=True):
            self.out.patch(location, _OFFSETS.pack(*offsets))
        for location, value in self.patches:
            self.out.patch(location, value)

    def compute_uuid(self) -> None:
        """The given 16 bytes, or a name-based UUID of the finished file with zeros in the UUID's place."""
        uuid = self.library.uuid
        if self.uuid_location is None or uuid is None:
            return
        if uuid is UuidPolicy.FROM_CONTENT:
            uuid = name_based_uuid(self.out.chunks())
        assert isinstance(uuid, bytes)
        if len(uuid) != UUID_SIZE:
            raise BuildError(f"UUID of {len(uuid)} bytes, not {UUID_SIZE}")
        self.out.patch(self.uuid_location, uuid)


@lru_cache(maxsize=1024)  # the functions of a library have a handful of sets of tags
def _arranged(present: tuple[str, ...], recorded: tuple[str, ...], canonical: tuple[str, ...]) -> tuple[str, ...]:
    """`present` in the recorded order; what was not recorded goes behind what stands before it in canonical order."""
    if set(present) == set(recorded):
        return recorded
    order = [tag for tag in recorded if tag in present]
    for index, tag in enumerate(canonical):
        if tag in present and tag not in order:
            before = [order.index(other) for other in canonical[:index] if other in order]
            order.insert(max(before) + 1 if before else 0, tag)
    return (*order, *(tag for tag in dict.fromkeys(present) if tag not in order))
