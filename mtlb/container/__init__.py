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
from .source_files import SourceFile, unpack_sources
from .sources import SourceArchive, Sources
from .tags import AttributeUse, ConstantTag, CoreImageArgument, DebugLocation, RawTag, TagGroup
from .uuid import UuidPolicy
from .verify import verify
from .write import save, write

if TYPE_CHECKING:
    from .buildable import check_library
    from .builder import PlainLibraryBuilder
    from .target import Target
    from .universal import Slice, UniversalFile, architecture_of, read_universal
else:  # not imported for reading
    from ..base.lazy import lazy_names

    _HOMES = {
        "PlainLibraryBuilder": ".builder",
        "Slice": ".universal",
        "Target": ".target",
        "UniversalFile": ".universal",
        "architecture_of": ".universal",
        "check_library": ".buildable",
        "read_universal": ".universal",
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
    "Slice",
    "SourceArchive",
    "SourceFile",
    "Sources",
    "SymbolEntry",
    "TagGroup",
    "Target",
    "Tessellation",
    "UniversalFile",
    "UuidPolicy",
    "VertexAttribute",
    "architecture_of",
    "check_library",
    "open",
    "read",
    "read_universal",
    "save",
    "unpack_sources",
    "verify",
    "write",
]
