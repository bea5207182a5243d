"""Verifying a metallib: structure, hashes, bounds, overlaps, order, and that every byte is accounted for.

Each part of the file has its own checks; this is the loop over them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from functools import partial

from ..base.errors import FormatError, UnsupportedError
from ..base.files import MappedFile
from ..base.findings import Finding, Severity, coded
from ..base.toolchains import Layout
from .checking import CODES, Check
from .extension import check_extension
from .function_list import check_function_list
from .header import FileType
from .kinds import kind_of
from .library import SECTIONS, Library
from .read import LibraryReader
from .write import write

__all__ = ["CODES", "Finding", "Severity", "finding", "verify"]

finding = partial(coded, CODES)


def verify(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | Library,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> list[Finding]:
    """The errors in a file, in bytes, or in a library as it would be written; empty if there are none. `progress` is
    called with (bytes done, bytes in all). OSError is passed on.
    """
    if isinstance(source, Library):
        source = write(source)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _verify(source, progress)
    try:
        file = MappedFile(source)
    except FormatError as error:
        return [finding("malformed", error.reason, error.offset)]
    with closing(file):
        return _verify(file.data, progress)


def _verify(source: bytes | bytearray | memoryview, progress: Callable[[int, int], None] | None) -> list[Finding]:
    data = memoryview(source)
    check = Check(len(data), data, progress)
    try:
        _check_all(check, LibraryReader(data))
    except (FormatError, UnsupportedError) as error:
        check.report("malformed", error.reason, error.offset)
    return check.finish()


def _check_all(check: Check, file: LibraryReader) -> None:
    header, extension = file.header, file.extension
    header.check(check, file.function_list_end)
    check.cover(header.function_list.offset, file.function_list_end)
    check_extension(check, file, extension, file.function_list_end)
    for tag in file.unknown_sections:
        check.cover(extension.sections[tag].offset, extension.sections[tag].end)
    for content in file.contents.values():
        if content.end is not None:
            check.cover(content.section.offset, content.end)
    _check_sections(check, file)
    check_function_list(check, file)
    file.public.check(check, [(group.name, group.offsets[0]) for group in file.groups])
    file.private.check(check, [(group.name, group.offsets[1]) for group in file.groups])
    # The first written form of a Core Image module from another producer can't be computed.
    is_rewritten = kind_of(header.file_type).is_rewritten and file.layout is Layout.AIR_LLD
    hash_code = "core-image-hash" if is_rewritten and header.file_type is FileType.CORE_IMAGE else "hash"
    file.modules.check(check, hash_code=hash_code, is_rewritten=is_rewritten)
    for part in SECTIONS:
        part.check(check, file, file.contents.get(part.field))
    check.coverage()


def _check_sections(check: Check, file: LibraryReader) -> None:
    """Sections follow each other without a gap, from the header extension to the end of the file."""
    header = file.header
    sections = [
        ("public metadata", header.public_metadata),
        ("private metadata", header.private_metadata),
        ("modules", header.modules),
        *sorted(file.extension.sections.items(), key=lambda item: item[1]),
    ]
    end = file.extension.end
    for name, section in sections:
        if section.offset != end:
            check.report("section", f"{name}: at {section.offset:#x}, not at {end:#x}", section.offset)
        end = section.end
