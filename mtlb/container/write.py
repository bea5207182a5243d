"""Writing a metallib, part by part as Apple's MetalLibObjectWriter does; then every offset is filled in.

The order of the parts: docs/format.md §2 and §19.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..base.arguments import instance
from ..base.binary import Buffer, Writer
from ..base.errors import BuildError
from ..base.files import write_atomic
from .extension import ExtensionWriter
from .function_list import FunctionListWriter, LibraryFunction
from .header import HEADER_SIZE, Header, Section
from .library import EXTENSION_ORDER, SECTIONS, Library
from .modules import ModuleBytes
from .tags import TagGroup, arranged, write_tags, written_group
from .uuid import write_uuid

_P = TypeVar("_P")


def write(library: Library) -> bytes:
    """The bytes of `library`, which is settled before (`Library.settle`).

    BuildError if something in it can't be expressed, or if it is not a library.
    """
    return b"".join(write_chunks(library))


def write_chunks(library: Library) -> list[Buffer]:
    """The result of `write` in pieces: large modules are the library's own, not copies."""
    try:
        return _write(library)
    except (struct.error, OverflowError) as error:
        raise BuildError(f"a number does not fit its field ({error})") from None


def save(library: Library, path: str | os.PathLike[str]) -> None:
    """Write the library to `path`, whole or not at all; `path` may be the file it was opened from.

    BuildError if something in the library can't be expressed, MtlbError if the file that it was opened from was written
    to since, OSError as it comes.
    """
    instance("path", path, str, os.PathLike)
    chunks = write_chunks(library)
    library.check_unchanged()
    write_atomic(path, chunks)


def _write(library: Library) -> list[Buffer]:
    instance("library", library, Library)
    library.settle()
    out = Writer()
    functions = library.functions
    parts = {part.tag_of(value): (part, value) for part in SECTIONS if (value := part.value_of(library)) is not None}
    sections = (*parts, *library.unknown_sections)
    header = out.reserve(HEADER_SIZE)
    start = out.offset
    out.u32(len(functions))
    function_list = FunctionListWriter(out, library.layout)
    function_list.write(functions)
    function_section = Section(start, out.offset - start - 4)
    extension = ExtensionWriter(out, library, sections)

    def write_group(group: TagGroup | bytes) -> None:
        with written_group(out, includes_itself=library.layout.size_includes_itself):
            if isinstance(group, bytes):
                out.write(group)
            else:
                write_tags(out, group.tags)

    def write_module(module: ModuleBytes) -> None:
        out.write(module)
        if library.has_nul_after_modules:
            out.u8(0)

    parts_of = LibraryFunction.stored_metadata
    public, public_offsets = _write_shared(out, [parts_of(f, "public_metadata") for f in functions], write_group)
    private, private_offsets = _write_shared(out, [parts_of(f, "private_metadata") for f in functions], write_group)
    modules, module_offsets = _write_shared(out, [f.module for f in functions], write_module)
    function_list.place(public_offsets, private_offsets, module_offsets)
    items: dict[str, dict[int, int]] = {}
    for tag in arranged(sections, library.section_order, EXTENSION_ORDER):
        start = out.offset
        if tag in parts:
            part, value = parts[tag]
            items[part.field] = part.write(out, value)
        else:
            out.write(library.unknown_sections[tag])
        extension.place(tag, Section(start, out.offset - start))
    for part, item, location in function_list.references:
        offset = items.get(part.field, {}).get(id(item))
        if offset is None:
            raise BuildError(f"a function refers to {item!r}, which is not in the library's {part.field}")
        out.patch(location, offset)
    out.patch(
        header,
        Header(
            library.container_version,
            library.has_macos_bit,
            library.file_type,
            library.is_stub,
            library.platform,
            library.is_64bit,
            library.min_os,
            out.offset,
            function_section,
            public,
            private,
            modules,
        ).pack(),
    )
    if library.uuid is not None:
        write_uuid(out, extension.uuid, library.uuid)
    return out.chunks()


def _write_shared(out: Writer, parts: Sequence[_P], write: Callable[[_P], None]) -> tuple[Section, list[int]]:
    """Write each distinct part once. Returns the section, and the offset of every part in it."""
    start = out.offset
    offsets: dict[int, int] = {}
    for part in parts:
        if id(part) not in offsets:
            offsets[id(part)] = out.offset - start
            write(part)
    return Section(start, out.offset - start), [offsets[id(part)] for part in parts]
