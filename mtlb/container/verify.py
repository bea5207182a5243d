"""Verifying a metallib: structure, hashes, bounds, overlaps, order, and that every byte is accounted for."""

from __future__ import annotations

import mmap
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing

from ..base.binary import Reader, align_up
from ..base.digest import sha256
from ..base.errors import FormatError, UnsupportedError
from ..base.filekind import FileKind, sniff
from ..base.findings import Certainty, Finding, Severity
from ..base.mapped import MappedFile
from ..base.releases import HEADER_EXTENSION_SINCE, PLATFORM_SINCE, REFLECTION_SINCE, RELEASES, SOURCE_DIRECTORY_SINCE
from ..base.toolchains import Layout
from ..base.versions import Platform
from ..bitstream.wrapper import ALIGNMENT, WRAPPER_SIZE, is_wrapped
from .layouts import CONVENTIONS
from .model import FileType, Library, LibraryFunction
from .reader import FUNCTION_LIST_OFFSET, HEADER_SIZE, LibraryReader, Section, StoredFunction
from .tags import PrivateMetadata, PublicMetadata, TagGroup, read_tags
from .writer import write

__all__ = ["CODES", "finding", "verify"]


CODES: dict[str, tuple[Severity, str]] = {
    "malformed": (Severity.ERROR, "the file can't be read to its end"),
    "file-size": (Severity.ERROR, "the header's file size is not the size of the file"),
    "function-list": (Severity.ERROR, "offset or size of the function list in the header is wrong"),
    "stamp": (Severity.ERROR, "platform, OS version and flags of the header contradict each other"),
    "section": (Severity.ERROR, "a section does not start where the one before it ends"),
    "gap": (Severity.ERROR, "bytes that belong to nothing"),
    "overlap": (Severity.ERROR, "bytes that belong to two things"),
    "order": (Severity.ERROR, "metadata or modules do not lie in the order of the functions"),
    "hash": (Severity.ERROR, "HASH is not the SHA-256 of the stored module"),
    "wrapper": (Severity.ERROR, "the bitcode wrapper does not describe its module"),
    "alignment": (Severity.ERROR, "a module or reflection buffer is not aligned to 16 bytes"),
    "duplicate-name": (Severity.ERROR, "two functions have one name"),
    "missing-tag": (Severity.ERROR, "a function lacks a tag that its layout always writes"),
    "broken-tag": (Severity.ERROR, "the payload of a known tag breaks the tag's format"),
    "attributes": (Severity.ERROR, "VATT and VATY do not describe the same attributes"),
    "reference": (Severity.ERROR, "SOFF or RFLT points at nothing, or at nothing of its kind"),
    "source-archive": (Severity.ERROR, "an embedded source archive is not a bzip2 stream"),
    "version-gate": (Severity.ERROR, "the container version is too old for what the file carries"),
    "module": (Severity.ERROR, "the bitcode of a module is malformed or not sound (with --modules)"),
    "core-image-hash": (Severity.WARNING, "HASH of a Core Image module, which Apple computes before a last rewrite"),
    "tag-order": (Severity.WARNING, "the tags of a function stand in no order that Apple writes"),
    "section-order": (Severity.WARNING, "the sections do not stand in the order that Apple writes"),
    "unreferenced": (Severity.WARNING, "a reflection entry that no function refers to"),
    "unknown-tag": (Severity.WARNING, "a tag that nobody knows; it is kept"),
    "unknown-value": (Severity.WARNING, "a platform, type or version that nobody knows; it is kept"),
    "name-encoding": (Severity.WARNING, "a function name that is not UTF-8"),
    "more": (Severity.WARNING, "further findings of a code, not listed"),
}
"""Every code with its severity and meaning. Codes are stable: scripts may compare them."""

MAX_FINDINGS_PER_CODE = 100

_NEWEST_CONTAINER = max(release.container_version for release in RELEASES)
_RELEASED_PAGES = 16 << 20


def finding(code: str, message: str, offset: int | None = None, function: str | None = None) -> Finding:
    """The finding of a code of `CODES`, about the function of this name or the whole file."""
    functions = () if function is None else (function,)
    return Finding(code, CODES[code][0], Certainty.PROVEN, message, functions=functions, offset=offset)


def verify(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | Library,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> list[Finding]:
    """What is wrong with a file, some bytes, or a library as it would be written; empty if nothing is.

    `progress` is called with bytes done and bytes in all. OSError as it comes.
    """
    if isinstance(source, Library):
        source = write(source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _Verifier(progress).run(source)
    try:
        file = MappedFile(source)
    except FormatError as error:
        return [finding("malformed", error.reason, error.offset)]
    with closing(file):
        return _Verifier(progress).run(file.mapping or file.data)


class _Verifier:
    """One run over one file."""

    def __init__(self, progress: Callable[[int, int], None] | None) -> None:
        self.progress = progress
        self.findings: list[Finding] = []
        self.counts: Counter[str] = Counter()
        self.ranges: set[tuple[int, int]] = set()
        self.checked_groups: set[tuple[type[TagGroup], bytes]] = set()

    def run(self, source: bytes | bytearray | memoryview | mmap.mmap) -> list[Finding]:
        self.mapping = source if isinstance(source, mmap.mmap) else None
        try:
            self.file = LibraryReader(memoryview(source))
            self.library = self.file.library()
            self.check()
        except (FormatError, UnsupportedError) as error:
            self.report("malformed", error.reason, error.offset)
        for code, count in self.counts.items():
            if count > MAX_FINDINGS_PER_CODE:
                self.findings.append(finding("more", f"{count - MAX_FINDINGS_PER_CODE} more of {code!r}"))
        return self.findings

    def report(
        self, code: str, message: str, offset: int | None = None, function: LibraryFunction | None = None
    ) -> None:
        self.counts[code] += 1
        if self.counts[code] <= MAX_FINDINGS_PER_CODE:
            self.findings.append(finding(code, message, offset, None if function is None else function.name))

    def check(self) -> None:
        self.check_header()
        self.check_stamp()
        self.check_extension()
        self.check_sections()
        self.check_functions()
        self.check_order()
        self.check_metadata()
        self.check_modules()
        self.check_sources()
        self.check_reflections()
        self.check_coverage()

    # --- header ---

    def check_header(self) -> None:
        file, header = self.file, self.file.header
        if header.file_size != len(file.data):
            self.report("file-size", f"the header says {header.file_size} bytes, the file has {len(file.data)}", 16)
        if header.function_list.offset != FUNCTION_LIST_OFFSET:
            self.report(
                "function-list", f"starts at {header.function_list.offset:#x}, not {FUNCTION_LIST_OFFSET:#x}", 24
            )
        size = file.function_list_end - header.function_list.offset - 4
        if header.function_list.size != size:
            self.report("function-list", f"the header says {header.function_list.size} bytes, it has {size}", 32)
        self.ranges.add((0, HEADER_SIZE))
        self.ranges.add((header.function_list.offset, file.function_list_end))
        self.ranges.add((file.function_list_end, file.extension_end))

    def check_stamp(self) -> None:
        library, version = self.library, self.library.container_version
        if version[:2] != _NEWEST_CONTAINER[:2] or version > _NEWEST_CONTAINER:
            self.report("unknown-value", f"container version {version.full}", 4)
        if not library.file_type.is_known:
            self.report("unknown-value", f"file type {library.file_type}", 10)
        if version < PLATFORM_SINCE:
            if library.platform or library.is_64bit or library.min_os != (0, 0, 0):
                self.report("stamp", f"container {version.full} names a platform or OS version", 11)
            return
        if not library.platform.is_known:
            self.report("unknown-value", f"platform {library.platform}", 11)
        elif library.has_macos_bit != library.platform.has_macos_bit:
            state = "set" if library.has_macos_bit else "clear"
            self.report("stamp", f"the macOS bit is {state}, but the platform is {library.platform}", 4)
        if library.platform is Platform.NONE:
            self.report("stamp", f"container {version.full} names no platform", 11)

    def check_extension(self) -> None:
        library, version, at = self.library, self.library.container_version, self.file.function_list_end
        if library.has_extension != (version >= HEADER_EXTENSION_SINCE):
            state = "has" if library.has_extension else "lacks"
            self.report(
                "version-gate", f"container {version.full} {state} a header extension", self.file.function_list_end
            )
        for name in library.extension_order:
            if name not in Library.EXTENSION_ORDER:
                self.report("unknown-tag", f"header extension has {name!r}", at)
        if library.sources is not None and (library.sources.tag == "HSRD") != (version >= SOURCE_DIRECTORY_SINCE):
            self.report(
                "version-gate", f"container {version.full} has {library.sources.tag}", self.file.function_list_end
            )
        if "RLST" in self.file.sections and version < REFLECTION_SINCE:
            self.report("version-gate", f"container {version.full} has RLST", at)
        for order in (library.extension_order, library.section_order):
            known = [name for name in order if name in Library.EXTENSION_ORDER]
            if known != sorted(known, key=Library.EXTENSION_ORDER.index):
                self.report("section-order", " ".join(known), at)
        for name, end in self.file.section_ends.items():
            self.ranges.add((self.file.sections[name].offset, end))

    def check_sections(self) -> None:
        """Sections follow each other without a gap, from the header extension to the end of the file."""
        file, header = self.file, self.file.header
        sections = [
            ("public metadata", header.public_metadata),
            ("private metadata", header.private_metadata),
            ("modules", header.modules),
            *sorted(file.sections.items(), key=lambda item: item[1]),
        ]
        end = file.extension_end
        for name, section in sections:
            if section.offset != end:
                self.report("section", f"{name}: at {section.offset:#x}, not at {end:#x}", section.offset)
            end = section.end

    # --- functions ---

    def stored(self) -> Iterator[tuple[LibraryFunction, int, StoredFunction]]:
        """Every function with the offset of its group and its stored tags."""
        for function in self.library.functions:
            stored = self.file.stored(function)
            yield function, stored.offset, stored

    def check_functions(self) -> None:
        names: set[str] = set()
        shapes: dict[int, list[tuple[str, str]]] = {}
        for function, offset, stored in self.stored():
            if function.name in names:
                self.report("duplicate-name", "the name is taken", offset, function)
            names.add(function.name)
            if not function.name.isascii() and not _is_utf8(function.name):
                self.report("name-encoding", "the name is not UTF-8", offset, function)
            if not function.type.is_known:
                self.report("unknown-value", f"function type {function.type}", offset, function)
            key = id(stored.shape)  # all functions of a shape have the same findings
            if key not in shapes:
                shapes[key] = list(self._shape_findings(stored.shape.order))
            for code, message in shapes[key]:
                self.report(code, message, offset, function)

    def _shape_findings(self, order: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        layout = self.library.layout
        known = [tag for tag in order if tag in CONVENTIONS[Layout.AIR_LLD].function_tags]
        for tag in order:
            if tag not in known:
                yield "unknown-tag", f"tag {tag!r}"
        for tag in ("HASH", "VERS", *(["MDSZ"] if layout is Layout.AIR_LLD else [])):
            if tag not in order:
                yield "missing-tag", f"no {tag}"
        # `metallib` writes each function as its own module asks, so a library may mix its two dialects.
        if layout is not Layout.AIR_LLD:
            layout = Layout.METALLIB if "MDSZ" in order else Layout.METALLIB_LEGACY
        wanted = CONVENTIONS[layout].function_tags
        if known != sorted(known, key=lambda tag: wanted.index(tag) if tag in wanted else len(wanted)):
            yield "tag-order", " ".join(known)

    def check_order(self) -> None:
        """A part that no earlier function has lies behind all parts of earlier functions."""
        seen: list[set[int]] = [set(), set(), set()]
        highest = [-1, -1, -1]
        for function, offset, stored in self.stored():
            for slot, place in enumerate(stored.offsets):
                if place not in seen[slot] and place < highest[slot]:
                    self.report("order", f"its {_PARTS[slot]} lies before an earlier function's", offset, function)
                seen[slot].add(place)
                highest[slot] = max(highest[slot], place)

    # --- metadata ---

    def check_metadata(self) -> None:
        sections = (self.file.header.public_metadata, self.file.header.private_metadata)
        for slot, (section, kind) in enumerate(zip(sections, (PublicMetadata, PrivateMetadata), strict=True)):
            data = bytes(self.file.data[section.offset : section.end])
            done: set[int] = set()
            for function, _, stored in self.stored():
                place = stored.offsets[slot]
                if place not in done:
                    done.add(place)
                    self._check_group(section, data, place, kind, function)

    def _check_group(
        self, section: Section, data: bytes, place: int, kind: type[TagGroup], function: LibraryFunction
    ) -> None:
        includes_itself = CONVENTIONS[self.library.layout].metadata_size_includes_itself
        end = place + int.from_bytes(data[place : place + 4], "little") + (0 if includes_itself else 4)
        if not place + 8 <= end <= len(data):
            self.report("malformed", f"{kind.__name__} leaves its section", section.offset + place, function)
            return
        self.ranges.add((section.offset + place, section.offset + end))
        content = data[place + 4 : end]
        if (kind, content) in self.checked_groups:
            return  # most functions have the same few groups, which are fine
        before = self.counts.total()
        self._check_group_tags(Reader(content, base=section.offset + place + 4), kind, function)
        if self.counts.total() == before:
            self.checked_groups.add((kind, content))

    def _check_group_tags(self, reader: Reader, kind: type[TagGroup], function: LibraryFunction) -> None:
        offset = reader.offset
        try:
            group = kind(read_tags(reader))
        except FormatError as error:
            self.report("malformed", error.reason, error.offset, function)
            return
        if reader.remaining:
            self.report("gap", f"{reader.remaining} bytes behind ENDT of a group", reader.offset, function)
        for name, _ in group.raw_tags:
            code = "broken-tag" if name in kind.ORDER else "unknown-tag"
            self.report(code, f"{kind.__name__} has {name!r}", offset, function)
        if isinstance(group, PublicMetadata):
            slots, types = group.values("VATT"), group.values("VATY")
            if [len(v) for v in slots if isinstance(v, tuple)] != [len(v) for v in types if isinstance(v, tuple)]:
                self.report("attributes", "VATT and VATY differ in number", offset, function)

    # --- modules ---

    def check_modules(self) -> None:
        modules = self.file.header.modules
        terminator = int(self.library.has_nul_after_modules)
        hashes: dict[tuple[int, int], bytes] = {}
        hashed = released = 0
        for function, offset, stored in self.stored():
            place = stored.offsets[2]
            try:
                size = self.file.module_size(stored)
            except FormatError as error:
                self.report("malformed", error.reason, error.offset, function)
                continue
            start = modules.offset + place
            if place + size > modules.size:
                self.report("malformed", f"module of {size} bytes leaves its section", start, function)
                continue
            if (place, size) not in hashes:
                hashed += size
                if hashed > modules.size:
                    self.report("overlap", "the modules are larger than their section", start, function)
                    return
                with self.file.data[start : start + size] as module:
                    hashes[place, size] = sha256(module)
                    self._check_wrapper(module, start, function)
                self.ranges.add((start, start + size + terminator))
                if start + size - released > _RELEASED_PAGES:
                    released = self._release_pages(released, start + size)
            stored_hash = stored.get("HASH")
            if stored_hash is not None and stored_hash != hashes[place, size]:
                self._report_hash(function, offset)

    def _report_hash(self, function: LibraryFunction, offset: int) -> None:
        # Since Xcode 26 air-lld hashes Core Image modules before it writes them a last time, with the local symbols in
        # another order: such a hash can't be told from a wrong one by what is stored.
        library = self.library
        is_excused = library.file_type is FileType.CORE_IMAGE and library.layout is Layout.AIR_LLD
        code = "core-image-hash" if is_excused else "hash"
        self.report(code, "HASH is not the SHA-256 of the module as stored", offset, function)

    def _check_wrapper(self, module: memoryview, start: int, function: LibraryFunction) -> None:
        if len(module) % ALIGNMENT:
            self.report("alignment", f"{len(module)} bytes are no multiple of {ALIGNMENT}", start, function)
        if not is_wrapped(module) or len(module) < WRAPPER_SIZE:
            self.report("wrapper", "the module has no bitcode wrapper", start, function)
            return
        offset, size = (int.from_bytes(module[at : at + 4], "little") for at in (8, 12))
        padding = len(module) - offset - size
        if offset < WRAPPER_SIZE or not 0 <= padding < ALIGNMENT:
            self.report("wrapper", f"{size} bytes at {offset} of a module of {len(module)}", start, function)
        elif any(module[offset + size :]):
            self.report("wrapper", "the padding behind the bitcode is not zero", start + offset + size, function)

    def _release_pages(self, start: int, end: int) -> int:
        """Give hashed pages back, so that a large file does not fill the memory; from where to go on."""
        start, end = (align_up(at, mmap.PAGESIZE) for at in (start, end - mmap.PAGESIZE))
        if self.mapping is not None and hasattr(mmap, "MADV_DONTNEED"):
            self.mapping.madvise(mmap.MADV_DONTNEED, start, end - start)
        if self.progress is not None:
            self.progress(end, len(self.file.data))
        return end

    # --- sections behind the modules ---

    def check_sources(self) -> None:
        for archive in self.library.sources.archives if self.library.sources is not None else ():
            if sniff(archive.data) is not FileKind.BZIP2:
                self.report("source-archive", f"archive {archive.id!a} is not a bzip2 stream")
        for function, offset, stored in self.stored():
            place = stored.number("SOFF")
            if place is not None and place not in self.file.archive_offsets:
                self.report("reference", f"SOFF {place:#x} is not the offset of an archive", offset, function)

    def check_reflections(self) -> None:
        section = self.file.sections.get("RLST")
        entries = set() if section is None else set(self._check_entries(section))
        referred = set()
        for function, offset, stored in self.stored():
            place = stored.number("RFLT")
            if place is not None and place not in entries:
                self.report("reference", f"RFLT {place:#x} is not the offset of an entry", offset, function)
            referred.add(place)
        for place in sorted(entries - referred):
            start = section.offset if section is not None else 0
            self.report("unreferenced", "no function refers to this reflection entry", start + place)

    def _check_entries(self, section: Section) -> Iterator[int]:
        """The offset of every reflection entry; their form is checked on the way."""
        place = end = 4
        try:
            for place in self.file.entry_offsets(section):
                entry = self.file.reflection_entry(place)
                assert entry is not None
                if not entry.aligned:
                    self.report("alignment", "reflection buffer without its padding", section.offset + place)
                for name in ([] if entry.tag == "RBUF" else [entry.tag]) + [name for name, _ in entry.more_tags]:
                    self.report("unknown-tag", f"reflection entry has {name!r}", section.offset + place)
                yield place
            start = section.offset + place
            end = place + int.from_bytes(self.file.data[start : start + 4], "little")
        except FormatError as error:
            self.report("malformed", error.reason, error.offset)
        self.ranges.add((section.offset, section.offset + end))

    # --- the whole file ---

    def check_coverage(self) -> None:
        """Everything that was found lies side by side, from the first byte to the last."""
        covered = 0
        for start, end in sorted(self.ranges):
            if start == end:
                continue
            if start > covered:
                self.report("gap", f"{start - covered} bytes belong to nothing", covered)
            elif start < covered:
                self.report("overlap", f"{min(covered, end) - start} bytes belong to two things", start)
            covered = max(covered, end)
        if covered < len(self.file.data):
            self.report("gap", f"{len(self.file.data) - covered} bytes belong to nothing", covered)


_PARTS = ("public metadata", "private metadata", "module")


def _is_utf8(name: str) -> bool:
    return not any("\udc80" <= character <= "\udcff" for character in name)
