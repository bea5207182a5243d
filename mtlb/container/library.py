"""A Metal library in memory: its information, without offsets and sizes.

Lengths, counts, offsets, hashes and padding are computed by the writer. The model has the header's
platform and versions, the functions with their tags in order, the sections, which functions share which parts, and the
quirks of old writers. Sharing is identity: functions that hold the *same* module (or metadata, reflection or archive
object) share one stored copy; equal ones that are different objects are stored twice, as Apple does
(docs/format.md §16).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import NoneType, TracebackType
from typing import TYPE_CHECKING, Any

from ..base.arguments import flag, instance, items, named
from ..base.classes import replace
from ..base.errors import BuildError
from ..base.files import MappedFile, UsedPages
from ..base.releases import (
    HEADER_EXTENSION_SINCE,
    LIBRARY_NAME_SINCE,
    PLATFORM_SINCE,
    REFLECTION_SINCE,
    RELEASES,
    SOURCE_DIRECTORY_SINCE,
    check_os,
    release_for,
)
from ..base.strings import counted
from ..base.toolchains import Layout, container_version_for
from ..base.versions import Platform, Version, VersionLike
from .dynamic import DYNAMIC_HEADER, DynamicHeader
from .function_list import LibraryFunction
from .functions import FunctionList
from .header import FileType
from .kinds import kind_of
from .lists import EXPORTED_VARIABLES, IMPORTED_SYMBOLS, SCRIPTS, SymbolEntry
from .module_cache import ModuleCache
from .modules import ModuleBytes
from .portable import portable, restored
from .reflections import REFLECTIONS, ReflectionEntry, StoredReflections
from .section import SectionPart
from .sources import SOURCES, Sources
from .tags import RawTag, TagGroup
from .target import Target, named_target
from .uuid import UUID_TAG, UuidPolicy, uuid_value

if TYPE_CHECKING:
    from uuid import UUID

    from typing_extensions import Self

SECTIONS: tuple[SectionPart, ...] = (
    SOURCES,
    DYNAMIC_HEADER,
    EXPORTED_VARIABLES,
    IMPORTED_SYMBOLS,
    REFLECTIONS,
    SCRIPTS,
)
"""The sections that the header extension names, in the order in which Apple writes them."""

LINK_TAG = "HSRP"
"""The tag of a section in binary archives, a group of tags with a tag LINK; its range is 0 in slices of universal
files."""
EXTENSION_ORDER = (*(tag for part in SECTIONS for tag in part.tags), UUID_TAG)
"""The order of the header extension's tags, and of the sections they name."""

_NO_VERSION = Version(0)
_SETTLED = (REFLECTION_SINCE, LIBRARY_NAME_SINCE)


class Library:
    """A metallib. The module's docstring says what is stored and what the writer computes.

    Fields are checked when they are set: BuildError names the field. Those that have a text take it as well
    (`library.platform = "ios"`, `library.min_os = "17.0"`). The macOS bit follows from the platform, and the container
    version, with what it can carry, from both (`settle`). A library that was read with a UUID and changed gets one that
    is derived from the content, unless `uuid` is set. What changes modules is in `mtlb.edit`.
    """

    has_macos_bit: bool
    """Bit 15 of the first version word: macOS and Mac Catalyst."""
    is_64bit: bool
    """Bit 7 of the platform byte."""
    is_stub: bool
    """Bit 7 of the file type byte (never seen set)."""
    dynamic_header: DynamicHeader | None
    """Names of the library and of those that it links (HDYN); None for no such section, as with all of these."""
    exported_variables: list[SymbolEntry] | None
    """Variables that other libraries may use (VLST, never seen)."""
    imported_symbols: list[SymbolEntry] | None
    """Symbols that other libraries define (ILST)."""
    scripts: list[TagGroup] | None
    """Scripts (SLST, never seen)."""
    unknown_extension_tags: list[tuple[str, RawTag]]
    """Unknown tags of the header extension that do not name a section."""
    unknown_sections: dict[str, ModuleBytes]
    """Sections that an unknown tag names."""
    has_extension: bool
    """Containers before 1.2.3 end their function list without a header extension."""
    extension_order: tuple[str, ...] = ()
    """The tags of the header extension as read; empty for `EXTENSION_ORDER`."""
    section_order: tuple[str, ...] = ()
    """The sections that those tags name, in file order as read; empty for `EXTENSION_ORDER`."""
    has_nul_after_modules: bool = False
    """Quirk of the `metallib` of LLVM 3.5's time: one NUL after each module, which no size and no hash covers."""
    stored_size: int | None = None
    """Bytes of the file that it was read from; None for a library that was built."""

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
        self._aimed: Target | None = None  # set by `aim`, and not settled yet
        self._was: Target | None = None  # the target before `_aimed`
        self._is_changed = False
        self._as_read: tuple[LibraryFunction, ...] | None = None
        self._platform = platform if names_platform else Platform.NONE
        self._min_os = min_os if names_platform else _NO_VERSION
        self._container_version = container_version
        self._file_type = file_type
        self._layout = layout
        self._sources = sources
        self._uuid = uuid
        self._stored_reflections: StoredReflections | Callable[[], StoredReflections] = StoredReflections([], [])
        self._file = file
        self._functions = FunctionList()
        self.functions = functions or []
        self.has_macos_bit = platform.has_macos_bit if has_macos_bit is None else has_macos_bit
        self.is_64bit = names_platform if is_64bit is None else is_64bit
        self.is_stub = is_stub
        self.dynamic_header = dynamic_header
        self.exported_variables = exported_variables
        self.imported_symbols = imported_symbols
        self.scripts = scripts
        self.unknown_extension_tags = []
        self.unknown_sections = {}
        self.has_extension = container_version >= HEADER_EXTENSION_SINCE

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            check = _CHECKS.get(name)
            if check is None:
                raise AttributeError(f"a library has no field {name!r}")
            try:
                value = check(name, value)
            except BuildError as error:
                raise BuildError(f"the library: {error.reason}") from None
        object.__setattr__(self, name, value)
        if not name.startswith("_"):
            object.__setattr__(self, "_is_changed", True)

    def __getstate__(self) -> dict[str, Any]:
        """All of it, decoded: the library that is unpickled, or a deep copy, has no file. FormatError for a bad part.

        It writes the same bytes: functions that share a part share one there.
        """
        return portable({**vars(self), "_stored_reflections": self.stored_reflections, "_file": None})  # type: ignore[no-any-return]

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(restored(state))

    # --- what it is and what it is for

    @property
    def functions(self) -> FunctionList:
        """The functions in file order, with look-up by name. Setting copies the list."""
        return self._functions

    @functions.setter
    def functions(self, functions: Iterable[LibraryFunction]) -> None:
        self._functions = functions if functions is self._functions else FunctionList(functions)

    @property
    def platform(self) -> Platform:
        """The platform that the library is for; NONE if it was read from a container before 1.2.6, which records
        none."""
        return self._platform if self._aimed is None else self._aimed.platform

    @platform.setter
    def platform(self, platform: Platform | str | int) -> None:
        self._aim(Platform.of(platform), self.target.min_os)

    @property
    def min_os(self) -> Version:
        """The oldest OS version that the library is for; 0 if it was read from a container before 1.2.6."""
        return self._min_os if self._aimed is None else self._aimed.min_os

    @min_os.setter
    def min_os(self, min_os: VersionLike) -> None:
        """BuildError for an OS version that the library's platform does not have (`mtlb.base.releases.check_os`)."""
        platform, version = self.target.platform, Version.of(min_os)
        check_os(platform, version)
        self._aim(platform, version)

    @property
    def container_version(self) -> Version:
        """Version of the file format. Setting the platform or OS determines it."""
        return self._container_version if self._aimed is None else self._aimed.container_version

    @container_version.setter
    def container_version(self, version: VersionLike) -> None:
        target = self.target
        self._aimed = Target(target.platform, target.min_os, Version.of(version))

    @property
    def target(self) -> Target:
        """The target of the library. For containers before 1.2.6 it is that of the first module, or without modules a
        guess: macOS if the macOS bit is set, else iOS, and OS 0.0.
        """
        if self._aimed is not None:
            return self._aimed
        if self._platform is not Platform.NONE:
            return Target(self._platform, self._min_os, self._container_version)
        guess = Platform.MACOS if self.has_macos_bit else Platform.IOS
        platform, min_os = named_target(self.functions) or (guess, self._min_os)
        return Target(platform, min_os, self._container_version)

    def _aim(self, platform: Platform, min_os: Version) -> None:
        """Set platform or OS. Dependent fields are settled when the library is written, after both may have been
        set."""
        now = self.target
        was = self._was or now
        self.aim(Target(platform, min_os, _following(was, platform, min_os, self.layout)))
        self._was = was

    def aim(self, target: Target) -> None:
        """Set platform, OS and container version together."""
        self._aimed = target
        self._is_changed = True
        self.has_macos_bit = target.platform.has_macos_bit

    def settle(self) -> None:
        """Update all fields that depend on a platform, OS or container version that was set; `write` calls it.

        A container before 1.2.6 names neither platform nor OS. Before 1.2.7 it has no reflection, before 1.2.3 no
        header extension, and so no UUID; executables have a name from 1.2.9 on. BuildError for information that the
        container can't store: linked libraries, the working directory of sources.
        """
        if self._aimed is None:
            return
        aimed, version, sources = self._aimed, self._aimed.container_version, self.sources
        self.check_settled(aimed)
        before = self._container_version
        names_platform = version >= PLATFORM_SINCE
        self._platform = aimed.platform if names_platform else Platform.NONE
        self._min_os = aimed.min_os if names_platform else _NO_VERSION
        self._container_version = version
        self._aimed = self._was = None
        self.is_64bit = names_platform
        self.has_extension = version >= HEADER_EXTENSION_SINCE
        if not self.has_extension:
            self.uuid = None
            self.unknown_extension_tags = []
            self._drop_name()
        if sources is not None:
            sources.working_directory = sources.working_directory or ("" if version >= SOURCE_DIRECTORY_SINCE else None)
        crossed = [since for since in _SETTLED if (since <= version) != (since <= before)]
        if REFLECTION_SINCE in crossed and version < REFLECTION_SINCE:
            for function in self.functions:
                function.reflection = None
            self.stored_reflections = StoredReflections([], [])
        if LIBRARY_NAME_SINCE in crossed:
            self._settle_name(version)

    def check_settled(self, target: Target) -> None:
        """BuildError for content that the container version of `target` can't store."""
        version, sources, header = target.container_version, self.sources, self.dynamic_header
        if sources is not None and sources.working_directory and version < SOURCE_DIRECTORY_SINCE:
            raise BuildError(f"container {version.full} can't record the working directory of embedded sources")
        if version < HEADER_EXTENSION_SINCE:
            sections = [part.words for part in SECTIONS if part.words and part.value_of(self) is not None]
            kept = [words for words in sections if words != DYNAMIC_HEADER.words or (header and header.libraries)]
            if kept or self.unknown_sections:
                raise BuildError(f"container {version.full} can't have {(*kept, *self.unknown_sections)[0]}")

    def _settle_name(self, version: Version) -> None:
        """The dynamic header of an executable or a Core Image library names it from container 1.2.9 on."""
        kind, header = kind_of(self.file_type), self.dynamic_header
        if kind.needs_name or kind.default_name is None or self.layout is not Layout.AIR_LLD:
            return
        if version >= LIBRARY_NAME_SINCE:
            header = self.dynamic_header = header or DynamicHeader()
            if header.name is None:
                header.tags.insert(0, ("NAME", kind.default_name))
        else:
            self._drop_name()

    def _drop_name(self) -> None:
        header = self.dynamic_header
        if header is not None:
            header.name = None
            self.dynamic_header = header if header.tags else None

    @property
    def file_type(self) -> FileType:
        """The type of the library: executable, dynamic library, symbol companion or Core Image."""
        return self._file_type

    @file_type.setter
    def file_type(self, file_type: FileType | str | int) -> None:
        self._file_type = FileType.of(file_type)

    @property
    def layout(self) -> Layout:
        """Whose byte conventions the file follows."""
        return self._layout

    @layout.setter
    def layout(self, layout: Layout | str) -> None:
        """Set the layout; functions get its tag order. BuildError for content that it can't store."""
        new = Layout.of(layout)
        if new.program == self._layout.program:
            return
        if new is not Layout.AIR_LLD:
            linked = [part.words for part in SECTIONS if part.is_linked and part.value_of(self) is not None]
            linked += ["a UUID"] * (self.uuid is not None) + ["reflection"] * bool(self.reflections)
            if linked:
                raise BuildError(f"the library: layout: {new.program}'s layout can't have {linked[0]}")
        air = [function.air_version for function in self.functions if function.air_version is not None]
        self._layout = new.for_air(max(air, default=None))
        for function in self.functions:
            function.tag_order = ()

    @property
    def sources(self) -> Sources | None:
        """Embedded sources (HSRC, HSRD). Functions keep no archive that the new sources don't have."""
        return self._sources

    @sources.setter
    def sources(self, sources: Sources | None) -> None:
        self._sources = sources
        kept = {id(archive) for archive in sources.archives} if sources is not None else set()
        for function in self.functions:
            if function.source is not None and id(function.source) not in kept:
                function.source = None

    @property
    def uuid(self) -> bytes | UuidPolicy | None:
        """16 bytes, how to derive them, or None for no UUID. A text or `uuid.UUID` may be set."""
        if isinstance(self._uuid, bytes) and self._as_read is not None and self.is_changed:
            return UuidPolicy.FROM_CONTENT
        return self._uuid

    @uuid.setter
    def uuid(self, uuid: bytes | UUID | UuidPolicy | str | None) -> None:
        assert uuid is None or isinstance(uuid, (bytes, UuidPolicy))
        self._uuid = uuid
        self._as_read = None  # the caller may change it from here on

    @property
    def name(self) -> str | None:
        """The library's name: the install name of a dynamic library, the file name for other kinds; None if there is
        none."""
        return None if self.dynamic_header is None else self.dynamic_header.name

    @property
    def is_changed(self) -> bool:
        """Whether a library that was read has been changed: a field, the list of functions, or a function's field."""
        return self._is_changed or self._as_read != tuple(self.functions) or any(f.is_changed for f in self.functions)

    def mark_as_read(self) -> None:
        """Treat the current state as read from a file: `is_changed` becomes False, and the UUID is kept."""
        self._as_read = tuple(self.functions)
        self._is_changed = False

    def __repr__(self) -> str:
        return f"<Library {self.container_version.full} {self.platform}, {counted(len(self.functions), 'function')}>"

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
        """Whether the library has a function of this name, or this function object."""
        return name in self.functions

    def __getitem__(self, name: str) -> LibraryFunction:
        """The first function of this name; UnknownFunctionError, which is a KeyError too, if there is none."""
        return self.functions[name]

    def snapshot(self) -> Callable[[], None]:
        """A function that restores the current state: its fields, those of its functions, header and sources.

        Groups of metadata, modules and sections are not copied: an edit replaces them.
        """
        fields = dict(vars(self))
        lists = {name: list(value) for name, value in fields.items() if isinstance(value, list)}
        functions = [function.snapshot() for function in self.functions]
        header, sources = self.dynamic_header, self._sources
        tags = [] if header is None else list(header.tags)
        kept = None if sources is None else replace(sources, archives=list(sources.archives))

        def restore() -> None:
            for name in vars(self).keys() - fields.keys():
                object.__delattr__(self, name)
            for name, value in fields.items():
                if name in lists:
                    value[:] = lists[name]
                object.__setattr__(self, name, value)
            for restore_function in functions:
                restore_function()
            if header is not None:
                header.tags = tags
            if sources is not None and kept is not None:
                sources.command_line, sources.working_directory = kept.command_line, kept.working_directory
                sources.archives[:] = kept.archives

        return restore

    def rehash(self) -> int:
        """Drop the stored hashes, so that all are computed. Returns how many functions had a wrong one."""
        wrong = self.wrong_hashes()
        for function in wrong:
            function.stored_hash = None
        return len(wrong)

    def wrong_hashes(self) -> list[LibraryFunction]:
        """The functions whose stored HASH is not that of their module. FormatError for a bad part."""
        hashes = ModuleCache(self.functions, LibraryFunction.computed_hash)
        pages = UsedPages()
        wrong = []
        for function in self.functions:
            if function.stored_hash is not None:
                if function.stored_hash != hashes(function):
                    wrong.append(function)
                pages.used(function.module)
        return wrong

    # --- its parts

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
        """The reflection list: entries in the order of the functions, shared ones once.

        Entries that were read in another order, or that no function ever referred to, keep their order, and new ones
        follow. An entry is dropped with its last function; entries that were unreferenced in the file remain.
        """
        stored = self.stored_reflections
        used = {id(entry): entry for function in self.functions if (entry := function.reflection) is not None}
        entries = used | {id(entry): entry for entry in stored.orphans}
        ordered = {id(entry): entry for entry in stored.entries if id(entry) in entries}
        if not stored.orphans and list(ordered) == [key for key in used if key in ordered]:
            return list(used.values())
        return list((ordered | entries).values())

    def check_unchanged(self) -> None:
        """MtlbError if the file that the library was opened from has changed."""
        if self._file is not None:
            self._file.check_unchanged()

    def close(self) -> None:
        """Close the file; views into it that are still held stay valid."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# --- checks of fields, when they are set -----------------------------------------------------------------------------

_Check = Callable[[str, Any], Any]


def _version(name: str, value: Any) -> Version:
    return named(name, Version.of, value)


def _os_version(name: str, value: Any) -> Version:
    version = _version(name, value)
    if version.major > 0xFFFF or version.minor > 0xFF or version.update > 0xFF:
        raise BuildError(f"{name} is {version}, which does not fit in the header (16, 8 and 8 bits)")
    return version


def _container(name: str, value: Any) -> Version:
    version = _version(name, value)
    if version not in {release.container_version for release in RELEASES}:
        newest = RELEASES[-1].container_version
        raise BuildError(f"{name} is {version.full}, which is unknown (the newest is {newest.full})")
    return version


def _platform(name: str, value: Any) -> Platform:
    platform = named(name, Platform.of, value)
    if platform is Platform.NONE:
        raise BuildError(f"{name} is {platform}: a library needs a platform")
    return platform


def _file_type(name: str, value: Any) -> FileType:
    file_type = named(name, FileType.of, value)
    if not 0 <= file_type < 0x80:
        raise BuildError(f"{name} {value!r} does not fit in 7 bits")
    return file_type


def _functions(name: str, value: Any) -> Iterable[LibraryFunction]:
    functions = items(name, value, LibraryFunction)
    return value if isinstance(value, FunctionList) else functions


def _list_of(kind: type) -> _Check:
    def check(name: str, value: Any) -> list[Any]:
        entries = items(name, value, kind)
        return value if isinstance(value, list) else list(entries)

    return check


def _optional(check: _Check) -> _Check:
    return lambda name, value: None if value is None else check(name, value)


def _of(*kinds: type) -> _Check:
    return lambda name, value: instance(name, value, *kinds)


def _tags(name: str, value: Any) -> tuple[str, ...]:
    return items(name, value, str)


_CHECKS: dict[str, _Check] = {
    "platform": _platform,
    "min_os": _os_version,
    "container_version": _container,
    "file_type": _file_type,
    "layout": lambda name, value: named(name, Layout.of, value),
    "functions": _functions,
    "has_macos_bit": flag,
    "is_64bit": flag,
    "is_stub": flag,
    "sources": _of(Sources, NoneType),
    "dynamic_header": _of(DynamicHeader, NoneType),
    "exported_variables": _optional(_list_of(SymbolEntry)),
    "imported_symbols": _optional(_list_of(SymbolEntry)),
    "scripts": _optional(_list_of(TagGroup)),
    "uuid": uuid_value,
    "name": lambda name, value: instance(name, value, str, NoneType),
    "stored_reflections": lambda name, value: value,
    "unknown_extension_tags": _list_of(tuple),
    "unknown_sections": _of(dict),
    "has_extension": flag,
    "extension_order": _tags,
    "section_order": _tags,
    "has_nul_after_modules": flag,
    "stored_size": _of(int, NoneType),
}


def _following(was: Target, platform: Platform, min_os: Version, layout: Layout) -> Version:
    """The container version for another target: the same for releases that have the same one, or that are unknown."""
    try:
        if release_for(platform, min_os).container_version == release_for(was.platform, was.min_os).container_version:
            return was.container_version
        return container_version_for(platform, min_os, layout)
    except BuildError:
        return was.container_version
