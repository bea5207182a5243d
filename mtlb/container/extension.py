"""The header extension: bare tags after the function list that name sections, and the UUID. From container 1.2.3 on."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from ..base.binary import Location, Reader, Writer
from ..base.classes import dataclass, field
from ..base.errors import BuildError, FormatError
from ..base.releases import HEADER_EXTENSION_SINCE
from .checking import Check
from .header import Section
from .library import EXTENSION_ORDER, LINK_TAG, SECTIONS, Library
from .stored import StoredFile
from .tags import END_TAG, RawTag, arranged, iterate_tags, write_tag
from .uuid import UUID_TAG, read_uuid

_RANGE = struct.Struct("<2Q")


@dataclass
class Extension:
    """The content of the header extension. `end`: its end offset in the file; `tags`: their names, in order.
    `sections`: by tag, in the order of the tags; `unknown`: the tags that do not name a section.
    """

    end: int
    exists: bool = True
    tags: tuple[str, ...] = ()
    sections: dict[str, Section] = field(default_factory=dict)
    uuid: bytes | None = None
    unknown: list[tuple[str, RawTag]] = field(default_factory=list)

    @property
    def section_order(self) -> tuple[str, ...]:
        """The tags of the sections, in the order of the sections in the file."""
        return tuple(sorted(self.sections, key=lambda tag: self.sections[tag].offset))


def read_extension(file: StoredFile, start: int) -> Extension:
    """The tags from `start`, where the function list ends, to the public metadata. FormatError for bad ones."""
    end = file.header.public_metadata.offset
    if start >= end:
        return Extension(start, exists=False)
    extension = Extension(start)
    tags: dict[str, RawTag] = {}
    reader = Reader(file.data, start, end)
    for name, payload in iterate_tags(reader):
        if name in tags:
            raise FormatError(f"header extension has {name!r} twice", offset=payload.offset)
        value = tags[name] = RawTag(payload.take(payload.remaining))
        if name == UUID_TAG:
            extension.uuid = read_uuid(value, payload.offset)
        elif name in EXTENSION_ORDER or (name == LINK_TAG and any(value)) or _names_section(file, value):
            extension.sections[name] = _section(file, name, value, payload.offset - len(value))
        else:
            extension.unknown.append((name, value))
    extension.end = reader.pos
    extension.tags = tuple(tags)
    return extension


def _names_section(file: StoredFile, value: bytes) -> bool:
    """Whether the payload of an unknown tag is a range after the modules."""
    if len(value) != _RANGE.size:
        return False
    section = Section(*_RANGE.unpack(value))
    return file.header.modules.end <= section.offset and section.size > 0 and section.end <= len(file.data)


def _section(file: StoredFile, name: str, value: bytes, offset: int) -> Section:
    if len(value) != _RANGE.size:
        raise FormatError(f"{name} has {len(value)} bytes, not offset and size", offset=offset)
    section = Section(*_RANGE.unpack(value))
    if section.end > len(file.data):
        where = f"{section.offset:#x}..{section.end:#x}"
        raise FormatError(f"{name} section {where} leaves the {len(file.data)} bytes", offset=offset)
    return section


class ExtensionWriter:
    """Writes the extension, reserving the fields for section ranges and UUID."""

    def __init__(self, out: Writer, library: Library, sections: Iterable[str]) -> None:
        """`sections`: the tags of the sections that the library has. BuildError if its version has no extension."""
        self._out = out
        self._locations: dict[str, Location] = {}
        unknown = dict(library.unknown_extension_tags)
        present = (*unknown, *sections, *([UUID_TAG] if library.uuid is not None else []))
        if not library.has_extension:
            if present:
                raise BuildError(f"container {library.container_version.full} can't carry {', '.join(present)}")
            return
        for tag in arranged(present, library.extension_order, EXTENSION_ORDER):
            payload = unknown.get(tag, RawTag(_RANGE.size))
            write_tag(out, tag, payload)
            self._locations[tag] = Location(out.offset - len(payload), len(payload))
        out.write(END_TAG)

    @property
    def uuid(self) -> Location:
        """The reserved field of the UUID."""
        return self._locations[UUID_TAG]

    def place(self, tag: str, section: Section) -> None:
        """Fill in the range of a section."""
        self._out.patch(self._locations[tag], _RANGE.pack(*section))


def check_extension(check: Check, file: StoredFile, extension: Extension, start: int) -> None:
    """Report unknown tags, tags that the container version does not have, and an unusual order."""
    version = file.header.container_version
    if extension.exists != (version >= HEADER_EXTENSION_SINCE):
        state = "has" if extension.exists else "lacks"
        check.report("version-gate", f"container {version.full} {state} a header extension", start)
    for name in extension.tags:
        if name not in EXTENSION_ORDER and name != LINK_TAG:
            check.report("unknown-tag", f"header extension has {name!r}", start)
    for part in SECTIONS:
        for tag, since, until in part.versions:
            if tag in extension.sections and not (since <= version and (until is None or version < until)):
                check.report("version-gate", f"container {version.full} has {tag}", start)
    for order in (extension.tags, extension.section_order):
        ordered = [name for name in order if name in EXTENSION_ORDER]
        if ordered != sorted(ordered, key=EXTENSION_ORDER.index):
            check.report("section-order", " ".join(ordered), start)
    check.cover(start, extension.end)
