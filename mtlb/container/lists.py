"""The lists of symbols and scripts: exported variables (VLST), imported symbols (ILST), scripts (SLST)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.binary import Writer
from .header import Section
from .section import Content, SectionPart
from .stored import StoredFile
from .tags import TagGroup, expect_end, read_count, read_group, read_tags, write_tags, written_group


class SymbolEntry(TagGroup):
    """One entry of the imported symbol list or the exported variable list."""

    __slots__ = ()
    ORDER = ("NAME",)

    @classmethod
    def named(cls, name: str) -> SymbolEntry:
        """An entry for the symbol of this (mangled) name."""
        return cls([("NAME", name)])

    @property
    def name(self) -> str | None:
        """The mangled symbol."""
        return self.string("NAME")


class _ListPart(SectionPart):
    """u32 count, then groups whose u32 size counts itself."""

    is_linked = True

    def __init__(self, field: str, title: str, tag: str, kind: type[TagGroup]) -> None:
        self.field = field
        self.title = title
        self.tags = (tag,)
        self.words = field.replace("_", " ")
        self._kind = kind
        self._entry = self.words.removesuffix("s")

    def read(self, file: StoredFile, tag: str, section: Section) -> Content:
        """The entries, each of the list's kind."""
        reader = file.reader(section)
        entries = []
        for _ in range(read_count(reader, "entries")):
            group = read_group(reader, includes_itself=True)
            entries.append(self._kind(read_tags(group)))
            expect_end(group, "list entry")
        return Content(section, entries, reader.pos)

    def write(self, out: Writer, value: Sequence[TagGroup]) -> dict[int, int]:
        """The count and the entries."""
        out.u32(len(value))
        for entry in value:
            with written_group(out, includes_itself=True):
                write_tags(out, entry.tags)
        return {}

    def parts(self, value: Sequence[TagGroup]) -> Iterator[tuple[str, str | bytes]]:
        """The tags of each entry."""
        for index, entry in enumerate(value):
            yield from entry.parts(f"{self._entry} {index}")


EXPORTED_VARIABLES = _ListPart("exported_variables", "VARIABLE_LIST", "VLST", SymbolEntry)
IMPORTED_SYMBOLS = _ListPart("imported_symbols", "IMPORTED_SYMBOL_LIST", "ILST", SymbolEntry)
SCRIPTS = _ListPart("scripts", "SCRIPT_LIST", "SLST", TagGroup)
