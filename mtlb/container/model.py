"""A Metal library in memory: what it says, free of where the bytes lie.

Lengths, counts, offsets, hashes and padding are the writer's business. What stands here is information: the stamp,
the functions with their tags in order, the sections, who shares what with whom, and the quirks of old writers.
Sharing is identity: functions that hold the *same* module (or metadata, reflection or archive object) share one
stored copy; equal ones that are different objects are stored twice, as Apple does (docs/format.md §16).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import TracebackType
from typing import Any, NamedTuple, Protocol

from ..base.digest import sha256
from ..base.enums import OpenEnum
from ..base.mapped import MappedFile
from ..base.metal import DataType
from ..base.releases import HEADER_EXTENSION_SINCE, PLATFORM_SINCE
from ..base.toolchains import Layout
from ..base.versions import Platform, Version
from ..bitstream.wrapper import unwrap
from .tags import DynamicHeader, PrivateMetadata, PublicMetadata, RawTag, SymbolEntry, TagGroup

__all__ = [
    "FileType",
    "FunctionType",
    "Library",
    "LibraryFunction",
    "ModuleBytes",
    "PatchType",
    "ReflectionEntry",
    "SourceArchive",
    "Sources",
    "StoredReflections",
    "Tessellation",
    "UuidPolicy",
]

ModuleBytes = bytes | memoryview


class FileType(OpenEnum):
    """Bits 0-6 of byte 10 of the header."""

    EXECUTABLE = 0
    CORE_IMAGE = 1
    DYNAMIC_LIBRARY = 2
    SYMBOL_COMPANION = 3


class FunctionType(OpenEnum):
    """TYPE of a function."""

    VERTEX = 0
    FRAGMENT = 1
    KERNEL = 2
    UNQUALIFIED = 3
    VISIBLE = 4
    EXTERN = 5
    INTERSECTION = 6
    MESH = 7
    OBJECT = 8


class PatchType(OpenEnum):
    """Bits 0-1 of TESS."""

    NONE = 0
    TRIANGLE = 1
    QUAD = 2


class Tessellation(NamedTuple):
    """TESS of a vertex function: patch kind (bits 0-1) and number of control points (bits 2-7)."""

    patch: PatchType
    control_points: int


class UuidPolicy(Enum):
    """Where the UUID of a library comes from, in place of 16 given bytes."""

    FROM_CONTENT = "from-content"
    """MD5 of the file with the UUID zeroed, version 3 bits set. Apple's own can't be derived (docs/format.md §14)."""


class SourceArchive:
    """One embedded source archive: `id` and the bzip2 stream with its padding, as stored."""

    __slots__ = ("data", "id", "more_tags")

    def __init__(self, id: str, data: ModuleBytes, more_tags: list[tuple[str, ModuleBytes]] | None = None) -> None:
        self.id = id
        self.data = data
        self.more_tags: list[tuple[str, ModuleBytes]] = more_tags or []
        """Unknown tags behind SARC."""

    def __repr__(self) -> str:
        return f"SourceArchive({self.id!r}, {len(self.data)} bytes)"


class Sources:
    """The embedded sources section. `working_directory` is None in HSRC, a string in HSRD."""

    __slots__ = ("archives", "command_line", "working_directory")

    def __init__(
        self, command_line: str, working_directory: str | None, archives: list[SourceArchive] | None = None
    ) -> None:
        self.command_line = command_line
        self.working_directory = working_directory
        self.archives: list[SourceArchive] = archives or []

    @property
    def tag(self) -> str:
        return "HSRC" if self.working_directory is None else "HSRD"


class ReflectionEntry:
    """One entry of the reflection list: the AIRR FlatBuffer of RBUF, without the padding before it."""

    __slots__ = ("aligned", "buffer", "more_tags", "tag")

    def __init__(
        self,
        buffer: ModuleBytes,
        *,
        tag: str = "RBUF",
        aligned: bool = True,
        more_tags: list[tuple[str, ModuleBytes]] | None = None,
    ) -> None:
        self.buffer = buffer
        self.tag = tag
        self.aligned = aligned
        """False where a foreign writer left out the padding to a file offset of 16."""
        self.more_tags: list[tuple[str, ModuleBytes]] = more_tags or []
        """Unknown tags behind the buffer."""

    def __repr__(self) -> str:
        return f"ReflectionEntry({self.tag}, {len(self.buffer)} bytes)"


class StoredReflections(NamedTuple):
    """The reflection list of a file: all entries in order, and those of them that no function refers to."""

    entries: list[ReflectionEntry]
    orphans: list[ReflectionEntry]


_NO_VERSION = Version(0)


class Origin(Protocol):
    """The file that a function was read from."""

    def load(self, function: LibraryFunction, attribute: str) -> object:
        """The value of one of `LibraryFunction.LOADED` as stored; FormatError if it is bad."""


class LibraryFunction:
    """One entry of the function list.

    A function that was read decodes most fields when they are first asked for, and raises FormatError then if that part
    of the file is bad. Fields may be set; None leaves the tag out.
    """

    LOADED = (
        "air_version",
        "language_version",
        "tessellation",
        "layer_type",
        "public_metadata",
        "private_metadata",
        "source",
        "reflection",
        "unknown_tags",
        "stored_hash",
        "tag_order",
        "module_offset",
        "_module",
    )
    __slots__ = ("name", "type", *LOADED, "_origin", "stored")

    name: str
    type: FunctionType
    air_version: Version | None
    language_version: Version | None
    tessellation: Tessellation | None
    layer_type: DataType | None
    """Type of the render target array index that a vertex function returns."""
    public_metadata: PublicMetadata
    private_metadata: PrivateMetadata
    source: SourceArchive | None
    """The archive of the translation unit that defines the function (SOFF); one of the library's archives."""
    reflection: ReflectionEntry | None
    """The entry of the reflection list (RFLT)."""
    unknown_tags: list[tuple[str, RawTag]]
    stored_hash: bytes | None
    """HASH as read, kept even where it is wrong; None for a new function, and once the module is replaced."""
    tag_order: tuple[str, ...]
    """The tags as read; empty for the order of the library's layout."""
    module_offset: int | None
    """Where the module lies in the file that the function was read from, in bytes; None for a new function."""
    _module: ModuleBytes

    def __init__(
        self,
        name: str,
        type: FunctionType,
        module: ModuleBytes = b"",
        *,
        air_version: Version | None = None,
        language_version: Version | None = None,
        tessellation: Tessellation | None = None,
        layer_type: DataType | None = None,
        public_metadata: PublicMetadata | None = None,
        private_metadata: PrivateMetadata | None = None,
        source: SourceArchive | None = None,
        reflection: ReflectionEntry | None = None,
        unknown_tags: list[tuple[str, RawTag]] | None = None,
    ) -> None:
        """`module` is wrapped bitcode with its padding (`mtlb.wrapper.wrap`)."""
        self.name = name
        self.type = type
        self.air_version = air_version
        self.language_version = language_version
        self.tessellation = tessellation
        self.layer_type = layer_type
        self.public_metadata = public_metadata or PublicMetadata()
        self.private_metadata = private_metadata or PrivateMetadata()
        self.source = source
        self.reflection = reflection
        self.unknown_tags = unknown_tags or []
        self.stored_hash = None
        self.tag_order = ()
        self.module_offset = None
        self._module = module
        self._origin: Origin | None = None
        self.stored: Any = None

    @classmethod
    def read_from(cls, origin: Origin, stored: Any, name: str, type: FunctionType) -> LibraryFunction:
        """A function whose other fields `origin` loads when they are asked for; `stored` is its own note on it."""
        function = cls.__new__(cls)
        function.name = name
        function.type = type
        function._origin = origin
        function.stored = stored
        return function

    def __getattr__(self, attribute: str) -> Any:
        """Called for a field that is not set yet: load it from the file."""
        if attribute not in _LOADED or self._origin is None:
            raise AttributeError(f"a function has no {attribute!r}")
        value = self._origin.load(self, attribute)
        setattr(self, attribute, value)
        return value

    def __repr__(self) -> str:
        return f"<LibraryFunction {self.name!a} {self.type}>"

    @property
    def module(self) -> ModuleBytes:
        """Wrapper, bitcode and padding: a view into the file until it is replaced."""
        return self._module

    @module.setter
    def module(self, module: ModuleBytes) -> None:
        self._module = module
        self.stored_hash = None

    @property
    def bitcode(self) -> memoryview:
        """The module's bitcode without wrapper and padding."""
        return unwrap(self.module)

    def computed_hash(self) -> bytes:
        """SHA-256 of the stored module: wrapper, bitcode and padding."""
        return sha256(self.module)

    @property
    def wrong_hash(self) -> bytes | None:
        """The HASH of the file if it is not the module's."""
        stored = self.stored_hash
        return stored if stored is not None and stored != self.computed_hash() else None


_LOADED = frozenset(LibraryFunction.LOADED)


class Library:
    """A metallib. See the module's docstring for what is kept and what the writer computes."""

    EXTENSION_ORDER = ("HSRC", "HSRD", "HDYN", "VLST", "ILST", "RLST", "SLST", "UUID")
    """The order of the header extension's tags, and of the sections they point at (docs/format.md §6)."""

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
    ) -> None:
        """A container before 1.2.6 names no platform: `platform` then only decides the macOS bit."""
        names_platform = container_version >= PLATFORM_SINCE
        self.container_version = container_version
        self.has_macos_bit = platform.has_macos_bit if has_macos_bit is None else has_macos_bit
        """Bit 15 of the first version word: macOS and Mac Catalyst."""
        self.platform = platform if names_platform else Platform.NONE
        self.is_64bit = names_platform if is_64bit is None else is_64bit
        """Bit 7 of the platform byte."""
        self.min_os = min_os if names_platform else _NO_VERSION
        self.file_type = file_type
        self.is_stub = is_stub
        """Bit 7 of the file type byte (never seen set)."""
        self.layout = layout
        self.functions: list[LibraryFunction] = functions or []
        self.sources = sources
        self.dynamic_header = dynamic_header
        self.exported_variables = exported_variables
        self.imported_symbols = imported_symbols
        self.scripts = scripts
        self._stored_reflections: StoredReflections | Callable[[], StoredReflections] = StoredReflections([], [])
        self.uuid = uuid
        self.unknown_extension_tags: list[tuple[str, RawTag]] = []
        """Tags of the header extension that nobody knows and that do not name a section."""
        self.unknown_sections: dict[str, ModuleBytes] = {}
        """Sections that a tag nobody knows points at."""
        self.has_extension = container_version >= HEADER_EXTENSION_SINCE
        """Containers before 1.2.3 end their function list without a header extension."""
        self.extension_order: tuple[str, ...] = ()
        """The tags of the header extension as read; empty for `EXTENSION_ORDER`."""
        self.section_order: tuple[str, ...] = ()
        """The sections that those tags name, in file order as read; empty for `EXTENSION_ORDER`."""
        self.has_nul_after_modules = False
        """Quirk of the `metallib` of LLVM 3.5's time: one NUL behind each module, covered by no size and no hash."""
        self.stored_size: int | None = None
        """Bytes of the file that it was read from; None for a library that was built."""
        self._file: MappedFile | None = None

    def __repr__(self) -> str:
        return f"<Library {self.container_version.full} {self.platform}, {len(self.functions)} functions>"

    @property
    def stored_reflections(self) -> StoredReflections:
        """The reflection list as read; empty for a new library."""
        if not isinstance(self._stored_reflections, StoredReflections):
            self._stored_reflections = self._stored_reflections()
        return self._stored_reflections

    @stored_reflections.setter
    def stored_reflections(self, stored: StoredReflections | Callable[[], StoredReflections]) -> None:
        self._stored_reflections = stored

    @property
    def reflections(self) -> list[ReflectionEntry]:
        """The reflection list: entries in the order read, new ones in the order of the functions, shared ones once.

        An entry whose functions are gone goes with them; one that no function ever had stays.
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
        """Let go of the file; views into it that are still held stay good."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
