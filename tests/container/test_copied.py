"""Functions that are written as they were read: their groups and metadata are copied, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.container.tags import RawTag
from tests.container.samples import LIBRARIES

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = {path.stem: path.read_bytes() for path in sorted(ROOT.joinpath("golden/lib").glob("*.metallib"))}
FILES |= LIBRARIES


def decoded(data: bytes) -> bytes:
    """The library, written from its fields."""
    library = mtlb.read(data)
    library.uuid = library.uuid  # which would follow the content
    for function in library.functions:
        function.stored_hash = function.stored_hash
        function.public_metadata, function.private_metadata = function.public_metadata, function.private_metadata
        assert function.stored_group is None
    return mtlb.write(library)


@pytest.mark.parametrize("name", FILES)
def test_what_is_copied_is_what_the_fields_say(name: str) -> None:
    data = FILES[name]
    library = mtlb.read(data)
    assert all(function.stored_group is not None for function in library.functions)
    assert mtlb.write(library) == mtlb.write(library) == decoded(data)


def test_a_list_of_tags_that_was_handed_out_may_be_changed() -> None:
    library = mtlb.read(FILES["air-lld-macos14"])
    library.functions[0].unknown_tags.append(("XTRA", RawTag(b"\1\2")))
    assert mtlb.read(mtlb.write(library)).functions[0].unknown_tags == [("XTRA", RawTag(b"\1\2"))]


def test_metadata_that_was_handed_out_may_be_changed() -> None:
    library = mtlb.read(FILES["air-lld-macos14"])
    library.functions[0].private_metadata.dependency_files = ["a.air"]
    assert mtlb.read(mtlb.write(library)).functions[0].private_metadata.dependency_files == ["a.air"]
