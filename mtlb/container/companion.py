"""Symbol companions (`.metallibsym`): a library's embedded sources in a file beside it (docs/format.md §23).

A companion is the library with its sources: the same functions, modules, names and UUID, by which debuggers match both.
The library without them lacks the sources section, SOFF of each function, and DEPF in its private metadata.
"""

from __future__ import annotations

from ..base.errors import BuildError
from .header import FileType
from .library import Library


def as_companion(library: Library) -> Library:
    """Turn `library`, which has sources, into the companion of the library without them; returns it.

    BuildError for a library without sources, or without a UUID, which matches the two.
    """
    if library.sources is None:
        raise BuildError("the library has no embedded sources to move to a companion")
    if library.uuid is None:
        raise BuildError("the library has no UUID, which matches a companion to its library")
    _set_kind(library, FileType.SYMBOL_COMPANION)
    return library


def join_sources(library: Library, companion: Library) -> Library:
    """Turn the companion into the library with sources, of the given library's kind; returns it. BuildError if it is
    not a companion, or if its UUID, functions or modules differ.
    """
    if companion.file_type is not FileType.SYMBOL_COMPANION:
        raise BuildError(f"it is not a symbol companion but a library of type {companion.file_type.label}")
    if library.file_type is FileType.SYMBOL_COMPANION:
        raise BuildError("both are symbol companions: name the library first")
    if library.sources is not None:
        raise BuildError("the library has sources already")
    if library.uuid != companion.uuid or library.uuid is None:
        ours, theirs = (uuid.hex() if isinstance(uuid, bytes) else "none" for uuid in (library.uuid, companion.uuid))
        raise BuildError(f"it belongs to another library: its UUID is {theirs}, that of the library {ours}")
    if len(library.functions) != len(companion.functions):
        counts = len(companion.functions), len(library.functions)
        raise BuildError(f"it has {counts[0]} functions, the library {counts[1]}: one of the two was changed")
    for ours_, theirs_ in zip(library.functions, companion.functions, strict=True):
        if ours_.name != theirs_.name or bytes(ours_.module) != bytes(theirs_.module):
            raise BuildError(f"function {ours_.name!a} differs in the companion: one of the two files was changed")
    _set_kind(companion, library.file_type)
    return companion


def _set_kind(library: Library, file_type: FileType) -> None:
    """Change the file type and keep the UUID, which otherwise is derived again for a changed library."""
    uuid = library.uuid
    library.file_type = file_type
    library.uuid = uuid
