"""AIR features that are visible in a function's tags and metadata, with the AIR version that introduced them."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.features import (
    BFLOAT_SINCE,
    FUNCTION_CONSTANTS_SINCE,
    FUNCTION_TABLES_SINCE,
    MESH_SINCE,
    TENSORS_SINCE,
    TESSELLATION_SINCE,
)
from ..base.metal import DataType
from ..base.versions import Version
from .function_list import FunctionType, LibraryFunction

# Which kind of function or value came when (`kinds` has the kinds of library): docs/format.md §15.2.
_FUNCTION_TYPES = {
    FunctionType.VISIBLE: FUNCTION_TABLES_SINCE,
    FunctionType.INTERSECTION: FUNCTION_TABLES_SINCE,
    FunctionType.MESH: MESH_SINCE,
    FunctionType.OBJECT: MESH_SINCE,
}
_DATA_TYPES = {
    **dict.fromkeys((DataType.BFLOAT, DataType.BFLOAT2, DataType.BFLOAT3, DataType.BFLOAT4), BFLOAT_SINCE),
    DataType.TENSOR: TENSORS_SINCE,
}


def features(function: LibraryFunction) -> Iterator[tuple[str, Version]]:
    """The features visible in tags and metadata, with the AIR version that introduced each."""
    if function.type in _FUNCTION_TYPES:
        yield f"{function.type.label} functions", _FUNCTION_TYPES[function.type]
    if function.tessellation is not None:
        yield "tessellation", TESSELLATION_SINCE
    metadata = function.public_metadata
    if metadata.function_constants:
        yield "function constants", FUNCTION_CONSTANTS_SINCE
    types = [a.type for a in metadata.vertex_attributes] + [c.type for c in metadata.function_constants]
    for kind in map(DataType, dict.fromkeys(types)):
        if kind in _DATA_TYPES:
            yield f"type {kind.label}", _DATA_TYPES[kind]
