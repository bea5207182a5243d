"""Building a library from bitcode that is already there: the way in for compilers that write AIR themselves."""

from __future__ import annotations

import uuid as _uuid
from collections.abc import Iterable, Sequence

from ..base.binary import align_up
from ..base.errors import BuildError, FormatError
from ..base.filekind import FileKind, sniff
from ..base.metal import DataType
from ..base.releases import (
    HEADER_EXTENSION_SINCE,
    LIBRARY_NAME_SINCE,
    PLATFORM_SINCE,
    REFLECTION_SINCE,
    RELEASES,
    SOURCE_DIRECTORY_SINCE,
    oldest_os_for,
    release_for,
)
from ..base.toolchains import Layout, Toolchain, container_version_for
from ..base.versions import Platform, Version
from ..bitstream.wrapper import ALIGNMENT, is_wrapped, unwrap, wrap
from .dynamic import DynamicHeader
from .function_list import FunctionType, LibraryFunction, Tessellation
from .header import FileType
from .layouts import CONVENTIONS, layout_for
from .library import Library
from .lists import SymbolEntry
from .metadata import PrivateMetadata, PublicMetadata, VertexAttribute
from .modules import ModuleBytes
from .reflections import ReflectionEntry
from .sources import SourceArchive, Sources
from .tags import (
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    TagGroup,
    encode_string,
    encode_tag,
)
from .uuid import UuidPolicy

__all__ = ["LibraryBuilder", "check_library"]

_DEFAULT_NAMES = {FileType.EXECUTABLE: "default.metallib", FileType.CORE_IMAGE: ""}
"""Names that libraries carry from container 1.2.9 on: what Xcode calls its own, and what air-lld writes."""

_ONE_MODULE = (FileType.CORE_IMAGE, FileType.DYNAMIC_LIBRARY, FileType.SYMBOL_COMPANION)
_TYPES_OF_FILE = {
    FileType.CORE_IMAGE: frozenset({FunctionType.EXTERN}),
    FileType.DYNAMIC_LIBRARY: frozenset({FunctionType.UNQUALIFIED, FunctionType.VISIBLE}),
    FileType.EXECUTABLE: frozenset(FunctionType) - {FunctionType.EXTERN, FunctionType.UNQUALIFIED},
}


class LibraryBuilder:
    """Collects functions and gives the library that Apple's linker would write for them.

    >>> builder = LibraryBuilder(platform="macos", min_os="15.0")
    >>> builder.add("saxpy", "kernel", bitcode)
    >>> mtlb.save(builder.build(), "out.metallib")

    What can't be, or can't be expressed in the container version, is refused with a BuildError that says why. The
    result depends on what is given and on nothing else.
    """

    def __init__(
        self,
        *,
        platform: Platform | str,
        min_os: Version | str,
        file_type: FileType = FileType.EXECUTABLE,
        layout: Layout = Layout.AIR_LLD,
        container_version: Version | str | None = None,
        toolchain: Toolchain | None = None,
        uuid: bytes | _uuid.UUID | UuidPolicy | None = UuidPolicy.FROM_CONTENT,
        name: str | None = None,
        libraries: Iterable[str] = (),
        imported_symbols: Iterable[str] = (),
        sources: Sources | None = None,
    ) -> None:
        """`container_version` None: what `toolchain` (the newest) writes for the target.

        `uuid`: 16 bytes, derived from the content, or none; a layout or version without UUIDs gets none by itself.
        `name`: the install name of a dynamic library, or the name that executables carry from container 1.2.9 on.
        `libraries`, `imported_symbols`: install names of dynamic libraries, and the symbols that they define.
        """
        self.platform = Platform.parse(platform) if isinstance(platform, str) else platform
        self.min_os = _version(min_os)
        self.file_type = file_type
        self.layout = layout
        if container_version is None:
            self.container_version = container_version_for(self.platform, self.min_os, layout, toolchain)
        else:
            self.container_version = _version(container_version)
        self.uuid = uuid.bytes if isinstance(uuid, _uuid.UUID) else uuid
        self.name = name
        self.libraries = list(libraries)
        self.imported_symbols = list(imported_symbols)
        self.sources = sources
        self.functions: list[LibraryFunction] = []
        self._modules: dict[bytes, bytes] = {}

    def add(
        self,
        name: str,
        type: FunctionType | str,
        bitcode: ModuleBytes,
        *,
        air_version: Version | str | None = None,
        language_version: Version | str | None = None,
        vertex_attributes: Sequence[VertexAttribute] = (),
        function_constants: Sequence[ConstantTag] = (),
        tessellation: Tessellation | None = None,
        layer_type: DataType | None = None,
        return_type: DataType | None = None,
        arguments: Sequence[CoreImageArgument] | None = None,
        debug_location: DebugLocation | None = None,
        dependency_files: Sequence[str] = (),
        source: SourceArchive | None = None,
        reflection: ModuleBytes | None = None,
    ) -> LibraryFunction:
        """Append a function; it is returned, and may be changed until `build`.

        `bitcode` is bare (a wrapper and padding are put around it) or wrapped. AIR and MSL version: what the
        platform's compiler has for `min_os`, if not given. `return_type` and `arguments` are for Core Image alone.
        `reflection` is the AIRR buffer of the function (`mtlb.air` derives it).
        """
        release = release_for(self.platform, self.min_os)
        public, private = PublicMetadata(), PrivateMetadata()
        public.vertex_attributes = tuple(vertex_attributes)
        public.function_constants = tuple(function_constants)
        public.return_type = return_type
        public.arguments = None if arguments is None else tuple(arguments)
        private.debug_location = debug_location
        private.dependency_files = list(dependency_files)
        function = LibraryFunction(
            name,
            _function_type(type),
            self._module(name, bitcode),
            air_version=release.air if air_version is None else _version(air_version),
            language_version=release.msl if language_version is None else _version(language_version),
            tessellation=tessellation,
            layer_type=layer_type,
            public_metadata=public,
            private_metadata=private,
            source=source,
            reflection=None if reflection is None else ReflectionEntry(reflection),
        )
        self.functions.append(function)
        return function

    def build(self) -> Library:
        """The library. BuildError for what does not go together."""
        newest_air = max((f.air_version for f in self.functions if f.air_version is not None), default=None)
        library = Library(
            platform=self.platform,
            min_os=self.min_os,
            container_version=self.container_version,
            file_type=self.file_type,
            layout=layout_for(self.layout, newest_air),
            functions=list(self.functions),
            sources=self.sources,
            dynamic_header=self._dynamic_header(),
            imported_symbols=[SymbolEntry.named(name) for name in self.imported_symbols] or None,
            uuid=self._uuid_of_layout(),
        )
        if self.layout is not Layout.AIR_LLD:
            for function in library.functions:  # each in the order that `metallib` has for its AIR version
                function.tag_order = CONVENTIONS[layout_for(self.layout, function.air_version)].function_tags
        check_library(library, target=(self.platform, self.min_os))
        return library

    def _module(self, name: str, bitcode: ModuleBytes) -> ModuleBytes:
        """The module wrapped and padded; one object for equal modules where the file type stores one for all."""
        data = bytes(bitcode)
        try:
            bare = bytes(unwrap(data))
        except FormatError as error:
            raise BuildError(f"function {name!a}: {error.reason}") from None
        if sniff(bare) is not FileKind.BITCODE:
            raise BuildError(f"function {name!a}: the module is not bitcode, it starts with {bare[:4]!r}")
        is_finished = is_wrapped(data) and len(data) % ALIGNMENT == 0
        module = data if is_finished else wrap(bare)
        return self._modules.setdefault(module, module) if self.file_type in _ONE_MODULE else module

    def _dynamic_header(self) -> DynamicHeader | None:
        has_name = self.file_type is FileType.DYNAMIC_LIBRARY or self.container_version >= LIBRARY_NAME_SINCE
        if self.layout is not Layout.AIR_LLD or not has_name:
            if self.name is not None:
                raise BuildError(f"there is no place for a library name in {self._kind()}")
            if not self.libraries:
                return None
        header = DynamicHeader()
        if has_name:
            header.name = self.name if self.name is not None else _DEFAULT_NAMES.get(self.file_type)
        header.libraries = self.libraries
        return header

    def _uuid_of_layout(self) -> bytes | UuidPolicy | None:
        has_uuid = self.layout is Layout.AIR_LLD and self.container_version >= HEADER_EXTENSION_SINCE
        if isinstance(self.uuid, bytes) and not has_uuid:
            raise BuildError(f"there is no place for a UUID in {self._kind()}")
        return self.uuid if has_uuid else None

    def _kind(self) -> str:
        return (
            f"container {self.container_version.full}, {self.file_type.label}, in the layout of {self.layout.program}"
        )


def _version(version: Version | str) -> Version:
    return Version.parse(version) if isinstance(version, str) else version


def _function_type(type: FunctionType | str) -> FunctionType:
    if isinstance(type, FunctionType):
        return type
    try:
        return FunctionType.from_label(type)
    except ValueError:
        names = ", ".join(known.label for known in FunctionType)
        raise BuildError(f"unknown function type {type!r} (one of {names})") from None


# --- what goes together ------------------------------------------------------------------------------------


def check_library(library: Library, *, target: tuple[Platform, Version] | None = None) -> None:
    """BuildError, with the reason, for a library that is no library Apple's tools could have written.

    `target`: platform and OS version it is built for; by default what its header says, and containers before 1.2.6
    say nothing, so that nothing is checked against it.
    """
    if target is None and library.container_version >= PLATFORM_SINCE:
        target = library.platform, library.min_os
    _check_stamp(library, target)
    _check_sections(library)
    names: set[str] = set()
    for function in library.functions:
        if function.name in names:
            raise BuildError(f"two functions are called {function.name!a}")
        names.add(function.name)
        try:
            _check_function(library, function)
            _check_versions(function, target)
        except BuildError as error:
            raise BuildError(f"function {function.name[:100]!a}: {error.reason}") from None


def _check_stamp(library: Library, target: tuple[Platform, Version] | None) -> None:
    version = library.container_version
    if version not in {release.container_version for release in RELEASES}:
        raise BuildError(
            f"container version {version.full} is unknown (the newest is {RELEASES[-1].container_version.full})"
        )
    if not library.file_type.is_known:
        raise BuildError(f"file type {library.file_type} is unknown")
    if target is None:
        return
    platform, min_os = target
    if not platform.is_known or platform is Platform.NONE:
        raise BuildError(f"platform {platform} is unknown")
    first = next(release for release in RELEASES if platform.device in release.oldest)
    if version < first.container_version:
        raise BuildError(
            f"container {version.full} is too old for platform {platform.label} ({first.container_version.full})"
        )
    if not (0 <= min_os.major <= 0xFFFF and 0 <= min_os.minor <= 0xFF and 0 <= min_os.update <= 0xFF):
        raise BuildError(f"OS version {min_os} does not fit the header (16, 8 and 8 bits)")


def _check_sections(library: Library) -> None:
    version, is_air_lld = library.container_version, library.layout is Layout.AIR_LLD
    linked = [
        name
        for name, part in (
            ("a dynamic header", library.dynamic_header),
            ("exported variables", library.exported_variables),
            ("imported symbols", library.imported_symbols),
            ("a UUID", library.uuid),
        )
        if part is not None
    ]
    if linked and not is_air_lld:
        raise BuildError(f"metallib's layout has no place for {linked[0]}")
    if (linked or library.sources is not None) and version < HEADER_EXTENSION_SINCE:
        raise BuildError(f"container {version.full} has no place for {(*linked, 'sources')[0]}")
    if library.sources is not None and (library.sources.tag == "HSRD") != (version >= SOURCE_DIRECTORY_SINCE):
        wants = "needs" if version >= SOURCE_DIRECTORY_SINCE else "can't record"
        raise BuildError(f"container {version.full} {wants} the working directory of embedded sources")
    if library.imported_symbols and not (library.dynamic_header and library.dynamic_header.libraries):
        raise BuildError("there are imported symbols, but no dynamic library to import them from")
    has_name = library.dynamic_header is not None and bool(library.dynamic_header.name)
    if library.file_type is FileType.DYNAMIC_LIBRARY and not has_name:
        raise BuildError("a dynamic library needs an install name")
    for group in (library.dynamic_header, *(library.imported_symbols or []), *(library.exported_variables or [])):
        _check_tags(group)


def _check_function(library: Library, function: LibraryFunction) -> None:
    version = library.container_version
    if not function.name or "\0" in function.name:
        raise BuildError("a name can't be empty or contain a NUL")
    encode_string(function.name)
    allowed = _TYPES_OF_FILE.get(library.file_type, frozenset(FunctionType))
    if function.type not in allowed:
        raise BuildError(f"a {library.file_type.label} has no functions of type {function.type}")
    if not len(function.module):
        raise BuildError("it has no module")
    if len(function.module) != align_up(len(function.module), ALIGNMENT):
        raise BuildError(f"its module is not padded to {ALIGNMENT} bytes")
    public, is_vertex = function.public_metadata, function.type is FunctionType.VERTEX
    for what, value, fits in (
        ("tessellation", function.tessellation, is_vertex),
        ("a layer type", function.layer_type, is_vertex),
        ("vertex attributes", public.vertex_attributes or None, is_vertex),
        ("a Core Image signature", public.return_type or public.arguments, function.type is FunctionType.EXTERN),
    ):
        if value is not None and not fits:
            raise BuildError(f"a function of type {function.type} can't have {what}")
    if function.tessellation is not None and not 0 < function.tessellation.control_points <= 0x3F:
        raise BuildError(f"{function.tessellation.control_points} control points are not in 1..63")
    if function.reflection is not None and (library.layout is not Layout.AIR_LLD or version < REFLECTION_SINCE):
        raise BuildError(f"no reflection in container {version.full} laid out as {library.layout.program} does")
    if function.source is not None and (
        library.sources is None or not any(a is function.source for a in library.sources.archives)
    ):
        raise BuildError("its source archive is not among the library's sources")
    _check_tags(public)
    _check_tags(function.private_metadata)


def _check_versions(function: LibraryFunction, target: tuple[Platform, Version] | None) -> None:
    if function.air_version is None or function.language_version is None:
        raise BuildError("it has no AIR or MSL version")
    for version in (function.air_version, function.language_version):
        if not all(0 <= part <= 0xFFFF for part in version):
            raise BuildError(f"version {version} does not fit 16 bits")
    if target is None:
        return
    platform, min_os = target
    if release_for(platform, min_os).air < function.air_version:
        oldest = oldest_os_for(platform, function.air_version)
        needs = f"{platform.label} {oldest}" if oldest is not None else "a release that is not known yet"
        raise BuildError(f"AIR {function.air_version} needs {needs}, the library is for {min_os}")


def _check_tags(group: TagGroup | None) -> None:
    for name, value in group.tags if group is not None else ():
        encode_tag(name, value)
