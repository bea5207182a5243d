"""Reading a metallib: the header, the function list and the small sections at once, everything else on demand."""

from __future__ import annotations

import os

from ..base.arguments import BYTES, instance
from ..base.errors import FormatError, in_file
from ..base.files import MappedFile
from ..base.toolchains import Layout
from .extension import read_extension
from .function_list import FunctionFile, read_function_list
from .library import SECTIONS, Library
from .metadata import PrivateMetadata, PublicMetadata, StoredMetadata
from .modules import ModuleBytes, StoredModules
from .sources import SOURCES
from .tags import iterate_tags


def read(data: bytes | bytearray | memoryview) -> Library:
    """The library in `data`, which must not change while the library is used.

    FormatError, with the offset, if header, function list, header extension or a small section is bad; other parts are
    read when they are first asked for, and raise then. UnsupportedError for fat containers and single modules.
    """
    view = memoryview(instance("data (a path is for `open`)", data, *BYTES))
    return LibraryReader(view.toreadonly() if view.format == "B" else view.cast("B").toreadonly()).library


def open(path: str | os.PathLike[str]) -> Library:
    """The library in a file, mapped into memory: listing its functions reads no byte of a module.

    Use it as a context manager, or call `close`. Raises what `read` raises, naming the file; OSError as it comes.
    """
    instance("path", path, str, os.PathLike)
    with in_file(os.fspath(path)):
        file = MappedFile(path)
        try:
            return LibraryReader(file.data, file).library
        except BaseException:
            file.close()
            raise


class LibraryReader(FunctionFile):
    """Reads one file, part by part; the same stored part is returned as the same object. Results: `functions`,
    `extension`, `contents` (by the field of the library) and `library`.
    """

    def __init__(self, data: memoryview, file: MappedFile | None = None) -> None:
        """Raises what `read` raises. `file` is what `data` belongs to."""
        super().__init__(data)
        header = self.header
        self.functions, self.groups, self.function_list_end = read_function_list(self)
        self.extension = read_extension(self, self.function_list_end)
        self.layout = self._layout()
        self.public = StoredMetadata(self, header.public_metadata, PublicMetadata)
        self.private = StoredMetadata(self, header.private_metadata, PrivateMetadata)
        self.contents = {}
        self.unknown_sections: dict[str, ModuleBytes] = {}
        self._read_sections()
        self.modules = StoredModules(self)
        self.library = self._library(file)

    def _layout(self) -> Layout:
        """Determined by the size word of the first metadata group; without functions by what only air-lld writes."""
        if not self.groups:
            is_air_lld = {"UUID", "HDYN", "VLST", "ILST", "RLST"}.intersection(self.extension.tags)
            return Layout.AIR_LLD if is_air_lld else Layout.METALLIB
        first = self.groups[0]
        reader = self.reader_at(self.header.public_metadata, first.offsets[0], "public metadata")
        start = reader.pos
        size = reader.u32("group size")
        for _ in iterate_tags(reader):
            pass
        if size == reader.pos - start:
            return Layout.AIR_LLD
        if size == reader.pos - start - 4:
            return Layout.METALLIB if first.get("MDSZ") is not None else Layout.METALLIB_LEGACY
        raise FormatError(f"group of {reader.pos - start} bytes says that it has {size}", offset=start)

    def _read_sections(self) -> None:
        parts = {tag: part for part in SECTIONS for tag in part.tags}
        for tag, section in self.extension.sections.items():
            part = parts.get(tag)
            if part is None:
                self.unknown_sections[tag] = self.reader(section).take(section.size)
            elif part.field in self.contents:
                raise FormatError(f"two sections of {part.field}", offset=section.offset)
            else:
                self.contents[part.field] = part.read(self, tag, section)

    def _library(self, file: MappedFile | None) -> Library:
        header, extension = self.header, self.extension
        library = Library(
            container_version=header.container_version,
            file_type=header.file_type,
            layout=self.layout,
            functions=list(self.functions),  # the caller may add to it
            has_macos_bit=header.has_macos_bit,
            is_64bit=header.is_64bit,
            is_stub=header.is_stub,
            uuid=extension.uuid,
            file=file,
        )
        # Unchecked, unlike the setters: reading accepts unknown values.
        library._platform, library._min_os = header.platform, header.min_os
        library.has_extension = extension.exists
        library.extension_order = extension.tags
        library.section_order = extension.section_order
        library.unknown_extension_tags = extension.unknown
        library.unknown_sections = self.unknown_sections
        library.has_nul_after_modules = self.modules.has_nul_after_modules
        library.stored_size = len(self.data)
        for field, content in self.contents.items():
            # Not through the property, which would load the archive of every function.
            setattr(library, "_sources" if field == SOURCES.field else field, content.value)
        library.mark_as_read()
        return library
