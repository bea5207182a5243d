"""The reflection list (RLST): an AIRR FlatBuffer per module, in the order of the functions."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from ..base.binary import Reader, Writer, align_up
from ..base.classes import NamedTuple, dataclass, field
from ..base.errors import FormatError
from ..base.files import UsedPages
from ..base.releases import REFLECTION_SINCE
from .checking import Check
from .header import Section
from .modules import ModuleBytes
from .portable import Portable
from .section import Content, SectionPart
from .stored import StoredFile
from .tags import (
    ALIGNED_TAGS,
    END_TAG,
    MIN_GROUP_SIZE,
    expect_end,
    iterate_tags,
    read_count,
    read_group,
    write_tag,
    written_group,
)

_PLAIN_ENTRY = struct.Struct("<I4sI")


@dataclass(eq=False, slots=True)
class ReflectionEntry(Portable):
    """One entry of the reflection list: the AIRR FlatBuffer of RBUF, without the padding before it."""

    buffer: ModuleBytes
    tag: str = "RBUF"
    aligned: bool = True
    """False where a foreign writer left out the padding to a file offset of 16."""
    more_tags: list[tuple[str, ModuleBytes]] = field(default_factory=list)
    """Unknown tags after the buffer."""

    def __repr__(self) -> str:
        return f"ReflectionEntry({self.tag}, {len(self.buffer)} bytes)"


class StoredReflections(NamedTuple):
    """The reflection list of a file: all entries in order, and the unreferenced ones."""

    entries: list[ReflectionEntry]
    orphans: list[ReflectionEntry]


class _EntryReader:
    """The entries of the list, each decoded once."""

    def __init__(self, file: StoredFile, section: Section) -> None:
        self._file = file
        self._section = section
        self._entries: dict[int, ReflectionEntry] = {}

    def at(self, offset: int) -> ReflectionEntry:
        """The entry at `offset` of the section; FormatError if it is bad."""
        entry = self._entries.get(offset)
        if entry is None:
            entry = self._plain(offset)
            if entry is None:
                reader = self._file.reader_at(self._section, offset, "reflection entry")
                entry = _read_entry(read_group(reader, includes_itself=True))
            self._file.hand_out(self._section, len(entry.buffer))
            self._entries[offset] = entry
        return entry

    def _plain(self, offset: int) -> ReflectionEntry | None:
        """The usual entry, parsed quickly: one RBUF with its padding. None for any other form."""
        data, section = self._file.data, self._section
        start = section.offset + offset
        if offset + 16 > section.size:
            return None
        size, tag, length = _PLAIN_ENTRY.unpack_from(data, start)
        buffer = align_up(start + _PLAIN_ENTRY.size, ALIGNED_TAGS["RBUF"])
        end = start + size - len(END_TAG)
        if tag != b"RBUF" or length != size - 16 or not buffer <= end <= section.end - len(END_TAG):
            return None
        if any(data[start + _PLAIN_ENTRY.size : buffer]) or data[end : end + 4] != END_TAG:
            return None
        return ReflectionEntry(data[buffer:end])

    def offsets(self) -> Iterator[int]:
        """The offsets of the entries in the section; FormatError if one exceeds it."""
        end = 4
        section = self._section
        for _ in range(read_count(self._file.reader(section), "entries")):
            offset = end
            start = section.offset + offset
            end += int.from_bytes(self._file.data[start : start + 4], "little")
            if not offset + MIN_GROUP_SIZE <= end <= section.size:
                raise FormatError("list entry leaves its section", offset=start)
            yield offset

    def all(self) -> StoredReflections:
        """The whole list, read now."""
        referred = set(self._file.numbers("RFLT"))
        stored = StoredReflections([], [])
        pages = UsedPages()
        for offset in self.offsets():
            entry = self.at(offset)
            stored.entries.append(entry)
            pages.used(entry.buffer)
            if offset not in referred:
                stored.orphans.append(entry)
        return stored


def _read_entry(group: Reader) -> ReflectionEntry:
    tags = list(iterate_tags(group))
    expect_end(group, "reflection entry")
    if not tags:
        raise group.fail("reflection entry without a buffer")
    (name, payload), *more = tags
    padding = -payload.offset % ALIGNED_TAGS.get(name, 1)
    aligned = padding <= payload.remaining and not any(payload.data[payload.pos : payload.pos + padding])
    if aligned:
        payload.take(padding)
    buffer = payload.take(payload.remaining)
    return ReflectionEntry(buffer, name, aligned, [(tag, rest.take(rest.remaining)) for tag, rest in more])


class _ReflectionsPart(SectionPart):
    """u32 count, then groups whose u32 size counts itself; RFLT of a function is the offset of one in the section.

    Each FlatBuffer starts at a file offset that is a multiple of 16. The list is read on demand.
    """

    field = "stored_reflections"
    title = "REFLECTION_LIST"
    tags = ("RLST",)
    versions = (("RLST", REFLECTION_SINCE, None),)

    def value_of(self, library: Any) -> list[ReflectionEntry] | None:
        """The entries of the functions, and those of the file that no function refers to."""
        return library.reflections or None

    def read(self, file: StoredFile, tag: str, section: Section) -> Content:
        """The reader of the list, which the library calls on first access."""
        entries = _EntryReader(file, section)
        return Content(section, entries.all, None, entries)

    def item(self, content: Content | None, offset: int) -> ReflectionEntry:
        """The entry at `offset`."""
        if content is None:
            raise FormatError("function has RFLT, but there is no reflection list")
        entries: _EntryReader = content.items
        return entries.at(offset)

    def write(self, out: Writer, value: list[ReflectionEntry]) -> dict[int, int]:
        """Returns the offset of each entry."""
        start = out.offset
        out.u32(len(value))
        offsets: dict[int, int] = {}
        pages = UsedPages()
        for entry in value:
            offsets[id(entry)] = out.offset - start
            pages.used(entry.buffer)
            alignment = ALIGNED_TAGS.get(entry.tag, 1) if entry.aligned else 1
            padding = bytes(-(out.offset + _PLAIN_ENTRY.size) % alignment)
            if entry.tag == "RBUF" and not entry.more_tags:
                size = len(padding) + len(entry.buffer)
                out.write(_PLAIN_ENTRY.pack(size + 16, b"RBUF", size) + padding)
                out.write(entry.buffer)
                out.write(END_TAG)
                continue
            with written_group(out, includes_itself=True):
                write_tag(out, entry.tag, padding + entry.buffer if padding else entry.buffer)
                for name, payload in entry.more_tags:
                    write_tag(out, name, payload)
                out.write(END_TAG)
        return offsets

    def check(self, check: Check, file: StoredFile, content: Content | None) -> None:
        """Check every entry, that every RFLT is the offset of one, and that every entry is referenced."""
        start = 0
        entries: set[int] = set()
        if content is not None:
            start = content.section.offset
            entries.update(_check_entries(check, file, content.section, content.items))
        referred = set()
        for group in file.groups:
            place = group.number("RFLT")
            if place is not None and place not in entries:
                check.report("reference", f"RFLT {place:#x} is not the offset of an entry", group.offset, group.name)
            referred.add(place)
        for place in sorted(entries - referred):
            check.report("unreferenced", "no function refers to this reflection entry", start + place)


def _check_entries(check: Check, file: StoredFile, section: Section, entries: _EntryReader) -> Iterator[int]:
    """The offset of every reflection entry; checks their form."""
    place = end = 4
    try:
        for place in entries.offsets():
            entry = entries.at(place)
            if not entry.aligned:
                check.report("alignment", "reflection buffer without its padding", section.offset + place)
            for name in ([] if entry.tag == "RBUF" else [entry.tag]) + [name for name, _ in entry.more_tags]:
                check.report("unknown-tag", f"reflection entry has {name!r}", section.offset + place)
            yield place
        start = section.offset + place
        end = place + int.from_bytes(file.data[start : start + 4], "little")
    except FormatError as error:
        check.report("malformed", error.reason, error.offset)
    check.cover(section.offset, section.offset + end)


REFLECTIONS = _ReflectionsPart()
