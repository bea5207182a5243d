"""The MTLB container: model, reader, writer, verifier and builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from .write import save, write

if TYPE_CHECKING:
    from ..base.findings import Finding, Severity
    from .buildable import check_library
    from .builder import PlainLibraryBuilder
    from .source_files import SourceFile, unpack_sources
    from .target import Target
    from .verify import verify
else:  # not imported for reading and linking
    from ..machinery.lazy import lazy_names

    _HOMES = {
        "Finding": "..base.findings",
        "PlainLibraryBuilder": ".builder",
        "Severity": "..base.findings",
        "SourceFile": ".source_files",
        "Target": ".target",
        "check_library": ".buildable",
        "unpack_sources": ".source_files",
        "verify": ".verify",
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
