"""Records of debug information whose fields differ between LLVM versions."""

from __future__ import annotations

import pytest

from mtlb.ir import MetadataCode, metadata_schema


@pytest.mark.parametrize(
    ("version", "length", "first"),
    [(0, 8, "tag"), (0, 9, "tag"), (0, 7, "scope"), (1, 8, "scope"), (1, 9, "scope")],
)
def test_local_variables_of_llvm_3_have_a_tag(version: int, length: int, first: str) -> None:
    """DXIL's debug information: nine numbers, the first of which promises no alignment (LLVM's reader decides so)."""
    schema = metadata_schema(MetadataCode.LOCAL_VAR, version, length)
    assert schema is not None
    assert schema.names[0] == first
    assert schema.names.index("name") == (2 if first == "tag" else 1)
    assert schema.metadata[0] == (int(first == "tag"), 1)
