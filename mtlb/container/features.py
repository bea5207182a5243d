"""Features that the tags and metadata of a function show, with the AIR version that they came with."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.metal import DataType
from ..base.versions import Version
from .function_list import FunctionType, LibraryFunction

__all__ = ["features"]

# The AIR version, and thereby the OS release, in which a kind of function or value appeared (`kinds` has those of the
# kinds of library).
# Source: Metal Shading Language Specification (versions of its features), docs/format.md §15.2 for their AIR versions.
_FUNCTION_TYPES = {
    FunctionType.VISIBLE: Version(2, 3),
    FunctionType.INTERSECTION: Version(2, 3),
    FunctionType.MESH: Version(2, 5),
    FunctionType.OBJECT: Version(2, 5),
}
_TESSELLATION = Version(1, 11)
_FUNCTION_CONSTANTS = Version(1, 11)
_DATA_TYPES = {
    DataType.BFLOAT: Version(2, 6),
    DataType.BFLOAT2: Version(2, 6),
    DataType.BFLOAT3: Version(2, 6),
    DataType.BFLOAT4: Version(2, 6),
    DataType.TENSOR: Version(2, 8),
}


def features(function: LibraryFunction) -> Iterator[tuple[str, Version]]:
    """Features that tags and metadata show, with the AIR version they came with."""
    if function.type in _FUNCTION_TYPES:
        yield f"{function.type.label} functions", _FUNCTION_TYPES[function.type]
    if function.tessellation is not None:
        yield "tessellation", _TESSELLATION
    metadata = function.public_metadata
    if metadata.function_constants:
        yield "function constants", _FUNCTION_CONSTANTS
    types = [a.type for a in metadata.vertex_attributes] + [c.type for c in metadata.function_constants]
    for kind in map(DataType, dict.fromkeys(types)):
        if kind in _DATA_TYPES:
            yield f"type {kind.label}", _DATA_TYPES[kind]
