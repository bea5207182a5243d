"""Metal.jl's rules of a library, over Apple's files and ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.container import Layout, write
from mtlb.container import read as read_library
from mtlb.prove import kit_libraries
from tests.conftest import ROOT
from tests.judges.metaljl import Refused, read


@pytest.mark.parametrize(
    "target", ["macos14", *[pytest.param(t, marks=pytest.mark.long) for t in ("macos11", "macos26")]]
)
def test_our_libraries_are_read(target: str) -> None:
    libraries = list(kit_libraries((target,)))
    assert len(libraries) > 10
    for library in libraries:
        reading = read(library.data)
        assert reading.functions == len(read_library(library.data).functions), library.name
        assert not reading.unknown_tags - {"LAYR", "TESS", "VATT", "VATY"}, library.name


def layouts_of(path: Path) -> bool | None:
    """Whether a file has air-lld's layout, which the reader knows; None for others than thin libraries whose functions
    have modules of their own: the reader does not claim dynamic libraries and companions."""
    data = path.read_bytes()
    if data[:4] != b"MTLB" or data[10] & 0x7F not in (0, 1):
        return None
    library = read_library(data)
    return library.layout is Layout.AIR_LLD if library.functions else None


def taken(path: Path) -> bool:
    try:
        read(path.read_bytes())
    except Refused:
        return False
    return True


def test_golden_libraries_of_apples_are_read() -> None:
    files = [path for path in sorted((ROOT / "golden/apple").rglob("*.metallib*")) if layouts_of(path)]
    assert files
    assert [path for path in files if not taken(path)] == []


def test_damage_is_refused() -> None:
    data = next(iter(kit_libraries(("macos14",)))).data
    for place in (24, 40, 56, 80):  # where the function list and metadata begin, how large all modules are
        with pytest.raises(Refused):
            read(data[:place] + bytes([data[place] + 1]) + data[place + 1 :])
    with pytest.raises(Refused, match="not a Metal library"):
        read(b"MTLC" + data[4:])
    assert read(write(read_library(data))) == read(data)


@pytest.mark.long
def test_apples_libraries_are_read(shared: Path) -> None:
    """All that air-lld wrote, and none of the program `metallib`: its groups leave their own size out."""
    files = sorted([*(shared / "corpus").rglob("*.metallib*"), *(shared / "pairs").rglob("*.metallib*")])
    known = [path for path in files if layouts_of(path)]
    others = [path for path in files if layouts_of(path) is False]
    assert len(known) > 60 and len(others) > 60
    assert [path for path in known if not taken(path)] == []
    assert [path for path in others if taken(path)] == []
