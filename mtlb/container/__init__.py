"""The MTLB container: model, reader, writer, verifier and builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.findings import Finding, Severity
from ..base.toolchains import Layout
from .dynamic import DynamicHeader
from .function_list import FunctionType, LibraryFunction, PatchType, Tessellation
from .header import FileType
from .library import Library
from .lists import SymbolEntry
from .metadata import PrivateMetadata, PublicMetadata, VertexAttribute
from .read import open_library, read
from .reflections import ReflectionEntry
from .source_files import SourceFile, unpack_sources
from .sources import SourceArchive, Sources
from .tags import AttributeUse, ConstantTag, CoreImageArgument, DebugLocation, RawTag, TagGroup
from .uuid import UuidPolicy
from .verify import verify
from .write import save_library, write

if TYPE_CHECKING:
    from .assemble import Target
    from .buildable import check_library
    from .builder import LibraryBuilder
else:  # not imported for reading
    from ..base.lazy import lazy_names

    _HOMES = {"Target": ".assemble", "check_library": ".buildable", "LibraryBuilder": ".builder"}
    __getattr__ = lazy_names(globals(), _HOMES)

__all__ = [
    "AttributeUse",
    "ConstantTag",
    "CoreImageArgument",
    "DebugLocation",
    "DynamicHeader",
    "FileType",
    "Finding",
    "FunctionType",
    "Layout",
    "Library",
    "LibraryBuilder",
    "LibraryFunction",
    "PatchType",
    "PrivateMetadata",
    "PublicMetadata",
    "RawTag",
    "ReflectionEntry",
    "Severity",
    "SourceArchive",
    "SourceFile",
    "Sources",
    "SymbolEntry",
    "TagGroup",
    "Target",
    "Tessellation",
    "UuidPolicy",
    "VertexAttribute",
    "check_library",
    "open_library",
    "read",
    "save_library",
    "unpack_sources",
    "verify",
    "write",
]
