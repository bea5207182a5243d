"""What every section has that the header extension names: how it is read, written and checked, in one file each.

A new section is a file like `dynamic.py` and its line in `library.SECTIONS`; reader, writer, verifier, `mtlb size` and
the order of the header extension go by that list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..base.binary import Writer
from ..base.errors import FormatError
from ..base.versions import Version
from .checking import Check
from .header import Section
from .stored import StoredFile


@dataclass
class Content:
    """A section that was read: its range, what it holds, and where that ended in the file, in bytes.

    `end` None: only `SectionPart.check` reads the section. `items`: what functions refer to, by the
    offset in the section.
    """

    section: Section
    value: Any
    end: int | None
    items: Any = None


class SectionPart:
    """One kind of section. `value` is what `Library` holds in the attribute `field`; None if there is no section."""

    field: str
    title: str
    """The name that metal-readobj has for the section, as far as that is known."""
    tags: tuple[str, ...]
    """The tags of the header extension that may name the section; one of them in each file."""
    words: str = ""
    """The section in messages of `check_library`; empty if functions alone decide whether there is one."""
    is_linked: bool = False
    """Whether air-lld alone writes the section."""
    versions: tuple[tuple[str, Version, Version | None], ...] = ()
    """Tags with the first container version that has them, and the first that doesn't any more."""

    def value_of(self, library: Any) -> Any:
        """What `library` has to write into the section; None for no section."""
        return getattr(library, self.field, None)

    def tag_of(self, value: Any) -> str:
        """The tag that names a section of this content."""
        return self.tags[0]

    def refuse(self, value: Any, version: Version) -> str | None:
        """Why a container of this version can't have this section; None if it can."""
        return None

    def read(self, file: StoredFile, tag: str, section: Section) -> Content:
        """The content of the section; FormatError if it is bad."""
        raise NotImplementedError

    def item(self, content: Content | None, offset: int) -> Any:
        """What a function refers to by `offset`; FormatError if there is nothing. `content` None: no such section."""
        raise FormatError(f"nothing begins at offset {offset:#x} of the section {self.title}")

    def write(self, out: Writer, value: Any) -> dict[int, int]:
        """Write the section. Returns the offsets in it of the items that functions refer to, by their `id`."""
        raise NotImplementedError

    def parts(self, value: Any) -> Iterator[tuple[str, str | bytes]]:
        """What of the section can differ between two libraries, by name."""
        return iter(())

    def check(self, check: Check, file: StoredFile, content: Content | None) -> None:
        """Report what is wrong with the section, and with what functions say of it; None for no such section."""
