"""The dynamic header (HDYN): the name of the library, and the dynamic libraries that it links."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.binary import Writer
from ..base.install_names import InstallName
from .checking import Check
from .header import FileType, Section
from .section import Content, SectionPart
from .stored import StoredFile
from .tags import TagGroup, read_tags, write_tags


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

    def check(self, check: Check, file: StoredFile, content: Content | None) -> None:
        """A dynamic library has an install name, and the install names of linked libraries can be resolved."""
        header = file.header
        if content is None:
            if header.file_type is FileType.DYNAMIC_LIBRARY:
                check.report("install-name", "the dynamic library has no install name")
            return
        value: DynamicHeader = content.value
        names = list(value.libraries)
        if header.file_type is FileType.DYNAMIC_LIBRARY:
            names.insert(0, value.name or "")
        for name in names:
            if not name:
                check.report("install-name", "the dynamic library has no install name", content.section.offset)
            elif not InstallName.of(name, "").is_resolvable:
                check.report("install-name", f"{name!a} is neither an absolute path nor relative to a known place")

    def parts(self, value: DynamicHeader) -> Iterator[tuple[str, str | bytes]]:
        """The tags."""
        return value.parts("dynamic header 0")


DYNAMIC_HEADER = _DynamicHeaderPart()
