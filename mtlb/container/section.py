"""The interface of the sections that the header extension names: how each is read, written and checked.

A new section is a file like `dynamic.py` and its line in `library.SECTIONS`; reader, writer, verifier, `mtlb size` and
the order of the header extension go by that list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..base.binary import Writer
from ..base.classes import dataclass
from ..base.errors import FormatError
from ..base.versions import Version
from .checking import Check
from .header import Section
from .stored import StoredFile


@dataclass
class Content:
    """A section that was read: its range, its content, and the end of the content in the file, in bytes.

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
    """The section's name in metal-readobj's output, if known."""
    tags: tuple[str, ...]
    """The tags of the header extension that may name the section; one of them in each file."""
    words: str = ""
    """The section in messages of `check_library`; empty if functions alone decide whether there is one."""
    is_linked: bool = False
    """Whether air-lld alone writes the section."""
    versions: tuple[tuple[str, Version, Version | None], ...] = ()
    """Tags with the first container version that has them, and the first one that no longer does."""

    def value_of(self, library: Any) -> Any:
        """The content of the section for `library`; None for no section."""
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
        """The item at `offset` that a function refers to; FormatError if there is none. `content` None: no such
        section."""
        raise FormatError(f"nothing begins at offset {offset:#x} of the section {self.title}")

    def write(self, out: Writer, value: Any) -> dict[int, int]:
        """Write the section. Returns the offsets in it of the items that functions refer to, by their `id`."""
        raise NotImplementedError

    def parts(self, value: Any) -> Iterator[tuple[str, str | bytes]]:
        """The parts of the section that can differ between libraries, by name."""
        return iter(())

    def check(self, check: Check, file: StoredFile, content: Content | None) -> None:
        """Report errors in the section and in functions' references to it. None: no such section."""
