"""Embedded sources as documents: archives, their files, and the text of those that are text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from ...base.errors import MtlbError
from ...base.strings import string_to_bytes
from ...container.source_files import unpack_sources
from ...container.sources import Sources

_MAX_TEXT = 2_000_000  # bytes of one file; larger ones can be saved
_METAL = (".metal", ".h", ".hpp", ".metalh", ".c", ".cc", ".cpp", ".cxx")


class OpenedArchive(NamedTuple):
    """An archive: its name, its files (path, content), and why it can't be read, if it can't."""

    name: str
    files: list[tuple[str, bytes]]
    problem: str | None = None


def open_archives(sources: Sources) -> list[OpenedArchive]:
    """Every archive of a library's sources, each by itself: one that is damaged does not hide the others."""
    opened = []
    for archive in sources.archives:
        try:
            files = [(file.path, file.data) for file in unpack_sources(replace(sources, archives=[archive]))]
            opened.append(OpenedArchive(archive.id, files))
        except MtlbError as error:
            opened.append(OpenedArchive(archive.id, [], str(error)))
    return opened


def sources_form(
    archives: Iterable[OpenedArchive], command_line: str | None = None, directory: str | None = None
) -> dict[str, Any]:
    """The document of the sources."""
    listed = list(archives)
    problems = [f"{archive.name}: {archive.problem}" for archive in listed if archive.problem is not None]
    return {
        "command_line": command_line,
        "directory": directory,
        "archives": [
            {"name": archive.name, "files": [_file(path, data) for path, data in archive.files]} for archive in listed
        ],
        "problem": "; ".join(problems) or None,
    }


def _file(path: str, data: bytes) -> dict[str, Any]:
    return {
        "name": path,
        "size": len(data),
        "text": _text(data),
        "language": "metal" if path.lower().endswith(_METAL) else "text",
    }


def _text(data: bytes) -> str | None:
    """The content as text; None if it is not text or too large to show."""
    if len(data) > _MAX_TEXT or b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def recorded_file(path: str, text: str) -> tuple[str, bytes]:
    """A source that is recorded in a module."""
    return path, string_to_bytes(text)
