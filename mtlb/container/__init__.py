"""The MTLB container: model, reader, writer, verifier and builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.findings import Finding, Severity
from ..base.toolchains import Layout
from .dynamic import DynamicHeader
from .function_list import FunctionType, LibraryFunction, PatchType, Tessellation
from .functions import FunctionList
from .header import FileType
from .library import Library
from .lists import SymbolEntry
from .metadata import PrivateMetadata, PublicMetadata, VertexAttribute
from .read import open, read
from .reflections import ReflectionEntry
from .sources import SourceArchive, Sources
from .tags import AttributeUse, ConstantTag, CoreImageArgument, DebugLocation, RawTag, TagGroup
from .uuid import UuidPolicy
from .verify import verify
from .write import save, write

if TYPE_CHECKING:
    from .buildable import check_library
    from .builder import PlainLibraryBuilder
    from .source_files import SourceFile, unpack_sources
    from .target import Target
else:  # not imported for reading and linking
    from ..machinery.lazy import lazy_names

    _HOMES = {
        "PlainLibraryBuilder": ".builder",
        "SourceFile": ".source_files",
        "Target": ".target",
        "check_library": ".buildable",
        "unpack_sources": ".source_files",
    }
    __getattr__ = lazy_names(globals(), _HOMES)

__all__ = [
    "AttributeUse",
    "ConstantTag",
    "CoreImageArgument",
    "DebugLocation",
    "DynamicHeader",
    "FileType",
    "Finding",
    "FunctionList",
    "FunctionType",
    "Layout",
    "Library",
    "LibraryFunction",
    "PatchType",
    "PlainLibraryBuilder",
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
    "open",
    "read",
    "save",
    "unpack_sources",
    "verify",
    "write",
]
