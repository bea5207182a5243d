"""The MTLB container: model, reader, writer, verifier and builder."""

from __future__ import annotations

from ..base.findings import Finding, Severity
from ..base.toolchains import Layout
from .builder import LibraryBuilder, check_library
from .model import (
    FileType,
    FunctionType,
    Library,
    LibraryFunction,
    PatchType,
    ReflectionEntry,
    SourceArchive,
    Sources,
    Tessellation,
    UuidPolicy,
)
from .reader import open_library, read
from .sources import SourceFile, unpack_sources
from .tags import (
    AttributeUse,
    ConstantTag,
    CoreImageArgument,
    DebugLocation,
    DynamicHeader,
    PrivateMetadata,
    PublicMetadata,
    RawTag,
    SymbolEntry,
    TagGroup,
    VertexAttribute,
)
from .verify import verify
from .writer import save_library, write

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
