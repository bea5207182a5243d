"""Building a library from finished bitcode, for compilers that write AIR themselves."""

from __future__ import annotations

import uuid as _uuid
from collections.abc import Iterable, Sequence
from types import NoneType

from ..base.arguments import bytes_of, instance, items, named, text
from ..base.errors import BuildError, FormatError
from ..base.filekind import FileKind, sniff
from ..base.metal import DataType
from ..base.releases import check_os, release_for
from ..base.toolchains import Layout, Toolchain, container_version_for
from ..base.versions import Platform, Version, VersionLike
from ..bitstream.wrapper import ALIGNMENT, is_wrapped, unwrap, wrap
from .assemble import Producer, assemble
from .buildable import check_library
from .function_list import FunctionType, LibraryFunction, Tessellation
from .header import FileType
from .kinds import kind_of
from .library import Library
from .metadata import PrivateMetadata, PublicMetadata, VertexAttribute
from .modules import ModuleBytes
from .reflections import ReflectionEntry
from .sources import SourceArchive, Sources
from .tags import ConstantTag, CoreImageArgument, DebugLocation
from .target import Target
from .uuid import UuidPolicy, uuid_value


class PlainLibraryBuilder:
    """`mtlb.LibraryBuilder` without the conversion: a module that is not AIR is refused."""

    def __init__(
        self,
        *,
        platform: Platform | str | int,
        min_os: VersionLike,
        file_type: FileType | str | int = FileType.EXECUTABLE,
        layout: Layout | str = Layout.AIR_LLD,
        container_version: VersionLike | None = None,
        toolchain: Toolchain | str | None = None,
        uuid: bytes | _uuid.UUID | UuidPolicy | str | None = UuidPolicy.FROM_CONTENT,
        library_name: str | None = None,
        libraries: Iterable[str] = (),
        imported_symbols: Iterable[str] = (),
        sources: Sources | None = None,
    ) -> None:
        """BuildError for a value of the wrong type, and for an OS version that does not exist.

        `platform`: "macos", "ios-simulator", ...; `min_os`: 15, "15.1"; `file_type`: "executable", "dynamic-library",
        ...; `layout`: "air-lld" or "metallib"; `toolchain`: the build of Apple's tools to write like ("32023.404"), by
        default the newest. `container_version`: by default what the toolchain writes for the target.
        `uuid`: 16 bytes, a UUID or its text, derived from the content, or none; without effect where layout, version or
        toolchain have no UUID. `library_name`: the install name of a dynamic library, or the name that executables
        carry from container 1.2.9 on. `libraries`, `imported_symbols`: install names of dynamic libraries, and the
        symbols that they define.
        """
        self.platform = Platform.of(platform)
        self.min_os = named("min_os", Version.of, min_os)
        check_os(self.platform, self.min_os)
        self.file_type = FileType.of(file_type)
        self.layout = Layout.of(layout)
        self.toolchain = Toolchain.of(toolchain)
        if container_version is None:
            version = container_version_for(self.platform, self.min_os, self.layout, self.toolchain)
        else:
            version = named("container_version", Version.of, container_version)
        self.container_version = version
        self.uuid = uuid_value("uuid", uuid)
        self.library_name = None if library_name is None else text("library_name", library_name)
        self.libraries = list(items("libraries", libraries, str))
        self.imported_symbols = list(items("imported_symbols", imported_symbols, str))
        self.sources = instance("sources", sources, Sources, NoneType)
        self.functions: list[LibraryFunction] = []
        self._modules: dict[bytes, bytes] = {}

    def add(
        self,
        name: str,
        type: FunctionType | str | int,
        bitcode: ModuleBytes,
        *,
        air_version: VersionLike | None = None,
        language_version: VersionLike | None = None,
        vertex_attributes: Sequence[VertexAttribute] = (),
        function_constants: Sequence[ConstantTag] = (),
        tessellation: Tessellation | None = None,
        layer_type: DataType | str | int | None = None,
        return_type: DataType | str | int | None = None,
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
        public.vertex_attributes = items("vertex_attributes", vertex_attributes, VertexAttribute)
        public.function_constants = items("function_constants", function_constants, ConstantTag)
        public.return_type = None if return_type is None else DataType.of(return_type)
        public.arguments = None if arguments is None else items("arguments", arguments, CoreImageArgument)
        private.debug_location = instance("debug_location", debug_location, DebugLocation, NoneType)
        private.dependency_files = list(items("dependency_files", dependency_files, str))
        function = LibraryFunction(
            text("name", name),
            FunctionType.of(type),
            self._module(name, self._prepared(name, bytes(bytes_of("bitcode", bitcode)))),
            air_version=release.air if air_version is None else named("air_version", Version.of, air_version),
            language_version=release.msl
            if language_version is None
            else named("language_version", Version.of, language_version),
            tessellation=instance("tessellation", tessellation, Tessellation, NoneType),
            layer_type=None if layer_type is None else DataType.of(layer_type),
            public_metadata=public,
            private_metadata=private,
            source=instance("source", source, SourceArchive, NoneType),
            reflection=None if reflection is None else ReflectionEntry(bytes_of("reflection", reflection)),
        )
        self.functions.append(function)
        return function

    def build(self) -> Library:
        """The library. BuildError for functions and options that are inconsistent."""
        target = Target(self.platform, self.min_os, self.container_version)
        producer = Producer(target, self.layout, self.toolchain, self.file_type)
        name = self.library_name
        if name is None:
            name = kind_of(self.file_type).default_name if producer.has_name else None
        elif not producer.has_name:
            raise BuildError(f"a library name can't be recorded in {producer}")
        library = assemble(
            self.functions,
            producer,
            name=name,
            libraries=self.libraries,
            imported_symbols=self.imported_symbols,
            sources=self.sources,
            uuid=self.uuid,
        )
        check_library(library, target=(self.platform, self.min_os))
        return library

    def _prepared(self, name: str, bitcode: bytes) -> bytes:
        """A module in the form that loaders take; `mtlb.LibraryBuilder` converts others."""
        try:
            from ..bitcode.probe import has_opaque_pointers

            if has_opaque_pointers(bitcode):
                raise BuildError(f"function {name!a}: the module has opaque pointers: convert it (mtlb.convert)")
        except FormatError:
            pass  # malformed modules are reported by `mtlb verify`, not here
        return bitcode

    def _module(self, name: str, bitcode: ModuleBytes) -> ModuleBytes:
        """The module wrapped and padded; the same object for equal modules where the file type stores one module for
        all functions."""
        data = bytes(bitcode)
        try:
            bare = bytes(unwrap(data))
        except FormatError as error:
            raise BuildError(f"function {name!a}: {error.reason}") from None
        if sniff(bare) is not FileKind.BITCODE:
            raise BuildError(f"function {name!a}: the module is not bitcode, it starts with {bare[:4]!r}")
        is_finished = is_wrapped(data) and len(data) % ALIGNMENT == 0
        module = data if is_finished else wrap(bare)
        return self._modules.setdefault(module, module) if kind_of(self.file_type).shares_module else module
