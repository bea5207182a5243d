"""Symbol companions: a library's sources in a file beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import BuildError
from mtlb.container import FileType, Library
from mtlb.container.companion import as_companion, join_sources
from mtlb.linker import LinkOptions, SourceOptions, link
from tests.linker.test_sources import recorded


def both() -> tuple[bytes, bytes, bytes]:
    """A library with sources, the library without them, and the companion."""
    options = LinkOptions(sources=SourceOptions("air-lld", "/work"))
    data = mtlb.write(link([recorded()], options).library)
    library = mtlb.read(data)
    library.strip(sources=True)
    return data, mtlb.write(library), mtlb.write(as_companion(mtlb.read(data)))


def test_a_library_is_split_and_joined() -> None:
    data, library, companion = both()
    less, more = mtlb.read(library), mtlb.read(companion)
    assert (less.file_type, more.file_type) == (FileType.EXECUTABLE, FileType.SYMBOL_COMPANION)
    assert less.uuid == more.uuid == mtlb.read(data).uuid and less.sources is None and more.sources is not None
    assert [f.private_metadata.dependency_files for f in less.functions] == [[]]
    assert [f.private_metadata.dependency_files for f in more.functions] == [["build/saxpy.air"]]
    assert bytes(less.functions[0].module) == bytes(more.functions[0].module)
    assert mtlb.verify(library) == mtlb.verify(companion) == []
    assert mtlb.write(join_sources(mtlb.read(library), mtlb.read(companion))) == data


def another_uuid(library: Library) -> None:
    library.uuid = bytes(16)


def without_function(library: Library) -> None:
    uuid = library.uuid
    library.functions = []
    library.uuid = uuid


def an_executable(library: Library) -> None:
    library.file_type = FileType.EXECUTABLE


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (another_uuid, "it belongs to another library: its UUID is 0000"),
        (without_function, "it has 0 functions, the library 1"),
        (an_executable, "it is not a symbol companion but a library of type executable"),
    ],
)
def test_a_companion_that_does_not_belong_to_it_is_refused(change: Callable[[Library], None], reason: str) -> None:
    _, library, companion = both()
    other = mtlb.read(companion)
    change(other)
    with pytest.raises(BuildError, match=reason):
        join_sources(mtlb.read(library), other)


def test_what_can_not_be_split_or_joined() -> None:
    data, library, companion = both()
    with pytest.raises(BuildError, match="no embedded sources"):
        as_companion(mtlb.read(library))
    nameless = mtlb.read(data)
    nameless.uuid = None
    with pytest.raises(BuildError, match="no UUID"):
        as_companion(nameless)
    with pytest.raises(BuildError, match="has sources already"):
        join_sources(mtlb.read(data), mtlb.read(companion))
    with pytest.raises(BuildError, match="both are symbol companions"):
        join_sources(mtlb.read(companion), mtlb.read(companion))


@pytest.mark.corpus
def test_the_real_pair(shared: Path) -> None:
    (path,) = shared.joinpath("corpus").rglob("*__libMetalFloat64.metallibsym.metallib")
    companion = path.read_bytes()
    library = path.with_name(path.name.replace(".metallibsym", "")).read_bytes()
    joined = mtlb.write(join_sources(mtlb.read(library), mtlb.read(companion)))
    stripped = mtlb.read(joined)
    stripped.strip(sources=True)
    assert mtlb.write(stripped) == library
    assert mtlb.write(as_companion(mtlb.read(joined))) == companion
