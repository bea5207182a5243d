"""A Metal library in memory: its information, without offsets and sizes.

Lengths, counts, offsets, hashes and padding are computed by the writer. The model has the header's
platform and versions, the functions with their tags in order, the sections, which functions share which parts, and the
quirks of old writers. Sharing is identity: functions that hold the *same* module (or metadata, reflection or archive
object) share one stored copy; equal ones that are different objects are stored twice, as Apple does
(docs/format.md §16).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType

from ..base.files import MappedFile
from ..base.releases import HEADER_EXTENSION_SINCE, PLATFORM_SINCE
from ..base.toolchains import Layout
from ..base.versions import Platform, Version
from .dynamic import DYNAMIC_HEADER, DynamicHeader
from .function_list import LibraryFunction
from .header import FileType
from .lists import EXPORTED_VARIABLES, IMPORTED_SYMBOLS, SCRIPTS, SymbolEntry
from .modules import ModuleBytes
from .reflections import REFLECTIONS, ReflectionEntry, StoredReflections
from .section import SectionPart
from .sources import SOURCES, Sources
from .tags import RawTag, TagGroup
from .uuid import UUID_TAG, UuidPolicy

__all__ = ["EXTENSION_ORDER", "SECTIONS", "Library"]

SECTIONS: tuple[SectionPart, ...] = (
    SOURCES,
    DYNAMIC_HEADER,
    EXPORTED_VARIABLES,
    IMPORTED_SYMBOLS,
    REFLECTIONS,
    SCRIPTS,
)
"""The sections that the header extension names, in the order in which Apple writes them."""

EXTENSION_ORDER = (*(tag for part in SECTIONS for tag in part.tags), UUID_TAG)
"""The order of the header extension's tags, and of the sections they name."""

_NO_VERSION = Version(0)


class Library:
    """A metallib. See the module's docstring for what is kept and what the writer computes."""

    def __init__(
        self,
        *,
        platform: Platform = Platform.NONE,
        min_os: Version = _NO_VERSION,
        container_version: Version,
        file_type: FileType = FileType.EXECUTABLE,
        layout: Layout = Layout.AIR_LLD,
        functions: list[LibraryFunction] | None = None,
        has_macos_bit: bool | None = None,
        is_64bit: bool | None = None,
        is_stub: bool = False,
        sources: Sources | None = None,
        dynamic_header: DynamicHeader | None = None,
        exported_variables: list[SymbolEntry] | None = None,
        imported_symbols: list[SymbolEntry] | None = None,
        scripts: list[TagGroup] | None = None,
        uuid: bytes | UuidPolicy | None = None,
        file: MappedFile | None = None,
    ) -> None:
        """A container before 1.2.6 names no platform: `platform` then only decides the macOS bit.

        `file`: what the library is read from; it is closed with the library.
        """
        names_platform = container_version >= PLATFORM_SINCE
        self.container_version = container_version
        """Version of the file format, which follows from the OS that the library is for."""
        self.has_macos_bit = platform.has_macos_bit if has_macos_bit is None else has_macos_bit
        """Bit 15 of the first version word: macOS and Mac Catalyst."""
        self.platform = platform if names_platform else Platform.NONE
        """The platform that the library is for; NONE before container 1.2.6."""
        self.is_64bit = names_platform if is_64bit is None else is_64bit
        """Bit 7 of the platform byte."""
        self.min_os = min_os if names_platform else _NO_VERSION
        """The oldest OS version that the library is for; 0 before container 1.2.6."""
        self.file_type = file_type
        """What the library is: executable, dynamic library, symbol companion or Core Image."""
        self.is_stub = is_stub
        """Bit 7 of the file type byte (never seen set)."""
        self.layout = layout
        """Whose byte conventions the file follows."""
        self.functions: list[LibraryFunction] = functions or []
        """The functions in file order."""
        self.sources = sources
        """Embedded sources (HSRC, HSRD); None for no such section, as with all of these."""
        self.dynamic_header = dynamic_header
        """Names of the library and of those that it links (HDYN)."""
        self.exported_variables = exported_variables
        """Variables that other libraries may use (VLST, never seen)."""
        self.imported_symbols = imported_symbols
        """Symbols that other libraries define (ILST)."""
        self.scripts = scripts
        """Scripts (SLST, never seen)."""
        self._stored_reflections: StoredReflections | Callable[[], StoredReflections] = StoredReflections([], [])
        self.uuid = uuid
        """16 bytes, how to derive them, or None for no UUID."""
        self.unknown_extension_tags: list[tuple[str, RawTag]] = []
        """Unknown tags of the header extension that do not name a section."""
        self.unknown_sections: dict[str, ModuleBytes] = {}
        """Sections that an unknown tag names."""
        self.has_extension = container_version >= HEADER_EXTENSION_SINCE
        """Containers before 1.2.3 end their function list without a header extension."""
        self.extension_order: tuple[str, ...] = ()
        """The tags of the header extension as read; empty for `EXTENSION_ORDER`."""
        self.section_order: tuple[str, ...] = ()
        """The sections that those tags name, in file order as read; empty for `EXTENSION_ORDER`."""
        self.has_nul_after_modules = False
        """Quirk of the `metallib` of LLVM 3.5's time: one NUL after each module, which no size and no hash covers."""
        self.stored_size: int | None = None
        """Bytes of the file that it was read from; None for a library that was built."""
        self._file = file

    def __repr__(self) -> str:
        return f"<Library {self.container_version.full} {self.platform}, {len(self.functions)} functions>"

    def __len__(self) -> int:
        """The number of functions."""
        return len(self.functions)

    def __bool__(self) -> bool:
        """True, also without functions."""
        return True

    def __iter__(self) -> Iterator[LibraryFunction]:
        """The functions in file order."""
        return iter(self.functions)

    def __contains__(self, name: object) -> bool:
        """Whether a function has this name."""
        return any(function.name == name for function in self.functions)

    def __getitem__(self, name: str) -> LibraryFunction:
        """The first function of this name; KeyError if there is none."""
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(name)

    @property
    def stored_reflections(self) -> StoredReflections:
        """The reflection list as read; empty for a new library. FormatError if it is bad."""
        if not isinstance(self._stored_reflections, StoredReflections):
            self._stored_reflections = self._stored_reflections()
        return self._stored_reflections

    @stored_reflections.setter
    def stored_reflections(self, stored: StoredReflections | Callable[[], StoredReflections]) -> None:
        self._stored_reflections = stored

    @property
    def reflections(self) -> list[ReflectionEntry]:
        """The reflection list: entries in the order read, new ones in the order of the functions, shared ones once.

        An entry is dropped with its last function; one that no function ever referred to stays.
        """
        stored = self.stored_reflections
        entries = {id(entry): entry for function in self.functions if (entry := function.reflection) is not None}
        entries.update((id(entry), entry) for entry in stored.orphans)
        ordered = {id(entry): entry for entry in stored.entries if id(entry) in entries}
        return list((ordered | entries).values())

    def check_unchanged(self) -> None:
        """MtlbError if the file that the library was opened from was written to since."""
        if self._file is not None:
            self._file.check_unchanged()

    def close(self) -> None:
        """Close the file; views into it that are still held stay valid."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
