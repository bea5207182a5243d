"""Embedded sources (HSRC, HSRD): the linker's command line, and an archive for each translation unit."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.binary import Reader, Writer
from ..base.classes import dataclass, field
from ..base.errors import FormatError
from ..base.filekind import FileKind, sniff
from ..base.releases import SOURCE_DIRECTORY_SINCE
from ..base.strings import string_from_bytes, string_to_bytes
from ..base.versions import Version
from .checking import Check
from .header import Section
from .modules import ModuleBytes
from .portable import Portable
from .section import Content, SectionPart
from .stored import StoredFile
from .tags import END_TAG, expect_end, iterate_tags, read_count, write_tag, written_group


@dataclass(eq=False, slots=True)
class SourceArchive(Portable):
    """One embedded source archive: `id` and the bzip2 stream with its padding, as stored."""

    id: str
    data: ModuleBytes
    more_tags: list[tuple[str, ModuleBytes]] = field(default_factory=list)
    """Unknown tags after SARC."""

    def __repr__(self) -> str:
        return f"SourceArchive({self.id!r}, {len(self.data)} bytes)"


@dataclass(eq=False, slots=True)
class Sources:
    """The embedded sources section. `working_directory` is None in HSRC, a string in HSRD."""

    command_line: str
    working_directory: str | None
    archives: list[SourceArchive] = field(default_factory=list)

    @property
    def tag(self) -> str:
        """The tag of the header extension that names the section: HSRC or HSRD."""
        return "HSRC" if self.working_directory is None else "HSRD"


class _SourcesPart(SectionPart):
    """u32 count, cstr command line, [cstr working directory], then groups whose u32 size does not count itself.

    SOFF of a function is the offset of the tag SARC of its archive in the section.
    """

    field = "sources"
    title = "SOURCES"
    tags = ("HSRC", "HSRD")
    words = "sources"
    versions = (("HSRC", Version(0), SOURCE_DIRECTORY_SINCE), ("HSRD", SOURCE_DIRECTORY_SINCE, None))

    def tag_of(self, value: Sources) -> str:
        """HSRD if the working directory is recorded."""
        return value.tag

    def refuse(self, value: Sources, version: Version) -> str | None:
        """The working directory is recorded from container 1.2.6 on."""
        if (value.tag == "HSRD") == (version >= SOURCE_DIRECTORY_SINCE):
            return None
        wants = "needs" if version >= SOURCE_DIRECTORY_SINCE else "can't record"
        return f"container {version.full} {wants} the working directory of embedded sources"

    def read(self, file: StoredFile, tag: str, section: Section) -> Content:
        """The archives; `items` has them by their SOFF."""
        reader = file.reader(section)
        start = reader.pos
        count = read_count(reader, "source archives")
        command_line = string_from_bytes(reader.cstring("link command line"))
        directory = string_from_bytes(reader.cstring("working directory")) if tag == "HSRD" else None
        sources = Sources(command_line, directory)
        items: dict[int, SourceArchive] = {}
        for _ in range(count):
            group = reader.sub(reader.u32("size of source archive"), "source archive")
            soff = group.pos - start
            tags: list[tuple[str, ModuleBytes]] = [
                (name, payload.take(payload.remaining)) for name, payload in iterate_tags(group)
            ]
            expect_end(group, "source archive")
            if not tags or tags[0][0] != "SARC":
                raise FormatError("source archive does not start with SARC", offset=start + soff)
            body = Reader(tags[0][1], base=start + soff + 8)
            archive = SourceArchive(string_from_bytes(body.cstring("archive id")), body.take(body.remaining), tags[1:])
            sources.archives.append(archive)
            items[soff] = archive
        return Content(section, sources, reader.pos, items)

    def item(self, content: Content | None, offset: int) -> SourceArchive:
        """The archive whose SARC is at `offset`."""
        archive: SourceArchive | None = None if content is None else content.items.get(offset)
        if archive is None:
            raise FormatError(f"SOFF {offset:#x} is not the offset of a source archive")
        return archive

    def write(self, out: Writer, value: Sources) -> dict[int, int]:
        """Returns the offset of SARC of each archive."""
        start = out.offset
        out.u32(len(value.archives))
        for text in (value.command_line, value.working_directory):
            if text is not None:
                out.write(string_to_bytes(text) + b"\0")
        offsets: dict[int, int] = {}
        for archive in value.archives:
            offsets[id(archive)] = out.offset + 4 - start
            with written_group(out, includes_itself=False):
                write_tag(out, "SARC", string_to_bytes(archive.id) + b"\0" + archive.data)
                for name, payload in archive.more_tags:
                    write_tag(out, name, payload)
                out.write(END_TAG)
        return offsets

    def check(self, check: Check, file: StoredFile, content: Content | None) -> None:
        """Archives are bzip2 streams, and every SOFF is the offset of one."""
        for archive in content.value.archives if content is not None else ():
            if sniff(archive.data) is not FileKind.BZIP2:
                check.report("source-archive", f"archive {archive.id!a} is not a bzip2 stream")
        for group in file.groups:
            place = group.number("SOFF")
            if place is not None and (content is None or place not in content.items):
                check.report("reference", f"SOFF {place:#x} is not the offset of an archive", group.offset, group.name)

    def parts(self, value: Sources) -> Iterator[tuple[str, str | bytes]]:
        """The command line, the directory and each archive."""
        yield "sources: command line", ascii(value.command_line)
        yield "sources: working directory", ascii(value.working_directory)
        for index, archive in enumerate(value.archives):
            yield f"sources: archive {index} {archive.id!a}", bytes(archive.data)


SOURCES = _SourcesPart()
