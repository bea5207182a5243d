"""The dynamic header (HDYN): the name of the library, and the dynamic libraries that it links."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.binary import Writer
from .header import Section
from .section import Content, SectionPart
from .stored import StoredFile
from .tags import TagGroup, read_tags, write_tags

__all__ = ["DYNAMIC_HEADER", "DynamicHeader"]


class DynamicHeader(TagGroup):
    """HDYN: the install name (a dylib) or file name (an executable), and the libraries linked against."""

    __slots__ = ()
    ORDER = ("NAME", "DYNL")

    @property
    def name(self) -> str | None:
        """NAME; None if there is none."""
        return self.string("NAME")

    @name.setter
    def name(self, name: str | None) -> None:
        self.set_optional("NAME", name)

    @property
    def libraries(self) -> list[str]:
        """Install names of the dynamic libraries that this one needs."""
        return self.strings("DYNL")

    @libraries.setter
    def libraries(self, names: list[str]) -> None:
        self.set_values("DYNL", list(names))


class _DynamicHeaderPart(SectionPart):
    """Bare tags without a size word."""

    field = "dynamic_header"
    title = "DYNAMIC_HEADER"
    tags = ("HDYN",)
    words = "a dynamic header"
    is_linked = True

    def read(self, file: StoredFile, tag: str, section: Section) -> Content:
        """The tags up to ENDT."""
        reader = file.reader(section)
        return Content(section, DynamicHeader(read_tags(reader)), reader.pos)

    def write(self, out: Writer, value: DynamicHeader) -> dict[int, int]:
        """The tags and ENDT."""
        write_tags(out, value.tags)
        return {}

    def parts(self, value: DynamicHeader) -> Iterator[tuple[str, str | bytes]]:
        """The tags."""
        return value.parts("dynamic header 0")


DYNAMIC_HEADER = _DynamicHeaderPart()
