"""Symbol companions (`.metallibsym`): a library's embedded sources in a file beside it (docs/format.md §23).

A companion is the library with its sources: the same functions, modules, names and UUID, by which debuggers match both.
The library without them lacks the sources section, SOFF of each function, and DEPF in its private metadata.
"""

from __future__ import annotations

from ..base.errors import BuildError
from .header import FileType
from .library import Library


def as_companion(library: Library) -> Library:
    """Make `library`, which has sources, the companion of what it is without them; it is returned.

    BuildError for a library without sources, or without a UUID for the two to be matched by.
    """
    if library.sources is None:
        raise BuildError("there are no embedded sources that a companion could hold")
    if library.uuid is None:
        raise BuildError("the library has no UUID, by which a companion is matched with it")
    _set_kind(library, FileType.SYMBOL_COMPANION)
    return library


def join_sources(library: Library, companion: Library) -> Library:
    """The library with the sources of its companion: the companion made a library of that kind; it is returned.

    BuildError if it is no companion, is that of a library with another UUID, or has other functions or modules.
    """
    if companion.file_type is not FileType.SYMBOL_COMPANION:
        raise BuildError(f"it is no symbol companion but a library of type {companion.file_type.label}")
    if library.file_type is FileType.SYMBOL_COMPANION:
        raise BuildError("both are symbol companions: name the library first")
    if library.sources is not None:
        raise BuildError("the library has sources already")
    if library.uuid != companion.uuid or library.uuid is None:
        ours, theirs = (uuid.hex() if isinstance(uuid, bytes) else "none" for uuid in (library.uuid, companion.uuid))
        raise BuildError(f"it is the companion of another library: its UUID is {theirs}, that of the library {ours}")
    if len(library.functions) != len(companion.functions):
        counts = len(companion.functions), len(library.functions)
        raise BuildError(f"it has {counts[0]} functions, the library {counts[1]}: one of them was changed")
    for ours_, theirs_ in zip(library.functions, companion.functions, strict=True):
        if ours_.name != theirs_.name or bytes(ours_.module) != bytes(theirs_.module):
            raise BuildError(f"function {ours_.name!a} is another one there: one of the two files was changed")
    _set_kind(companion, library.file_type)
    return companion


def _set_kind(library: Library, file_type: FileType) -> None:
    """Change the file type and keep the UUID, which a changed library otherwise derives anew."""
    uuid = library.uuid
    library.file_type = file_type
    library.uuid = uuid
