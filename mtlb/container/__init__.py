"""The MTLB container: model, reader, writer, verifier and builder."""

from __future__ import annotations

from ..base.findings import Finding, Severity
from .builder import LibraryBuilder, check_library
from .model import (
    Dialect,
    FileType,
    Function,
    FunctionType,
    Library,
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
    CoreImageArgument,
    DebugLocation,
    DynamicHeader,
    FunctionConstant,
    PrivateMetadata,
    PublicMetadata,
    RawTag,
    SymbolEntry,
    TagGroup,
    VertexAttribute,
)
from .verify import verify
from .writer import write

__all__ = [
    "AttributeUse",
    "CoreImageArgument",
    "DebugLocation",
    "Dialect",
    "DynamicHeader",
    "FileType",
    "Finding",
    "Function",
    "FunctionConstant",
    "FunctionType",
    "Library",
    "LibraryBuilder",
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
    "unpack_sources",
    "verify",
    "write",
]
