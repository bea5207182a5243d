"""The golden-file helper: what passes, what fails with which words, and what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.container import RawTag
from mtlb.testing import UPDATE_VARIABLE, assert_metallib_equal, differences
from tests.container.samples import LIBRARIES, wrapped

GOLDEN = LIBRARIES["air_lld"]


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "a.metallib"
    path.write_bytes(GOLDEN)
    return path


def test_equal_libraries_pass_in_every_form(golden: Path) -> None:
    for actual in (GOLDEN, bytearray(GOLDEN), memoryview(GOLDEN), mtlb.read(GOLDEN), golden, str(golden)):
        assert_metallib_equal(actual, golden)


def test_differences_are_listed_part_by_part(golden: Path) -> None:
    library = mtlb.read(GOLDEN)
    first = library.functions[0]
    first.module = wrapped(99)
    first.layer_type = None
    first.unknown_tags = [("NEW9", RawTag(b"x"))]
    assert library.dynamic_header is not None
    library.dynamic_header.libraries = ["@rpath/libA.metallib"]
    with pytest.raises(AssertionError) as caught:
        assert_metallib_equal(library, golden)
    text = str(caught.value)
    assert f"the library is not {golden}" in text
    assert "- function 'vertex_main': module at byte 0x18" in text
    assert "+ function 'vertex_main': layer type: None" in text
    assert "+ function 'vertex_main': tag 'NEW9': 1 bytes" in text
    assert "- dynamic header 0: 2 DYNL: '@rpath/libB.metallib'" in text
    assert "ns::kernel': module" not in text
    assert UPDATE_VARIABLE in text


def test_equal_parts_in_other_places() -> None:
    lines = differences(GOLDEN + b"\0", GOLDEN)
    assert lines[0] == "all parts are equal, their offsets differ"
    assert lines[1] == f"- file at byte {len(GOLDEN):#x}: end ({len(GOLDEN)} bytes)"


def test_unreadable_actual(golden: Path) -> None:
    with pytest.raises(AssertionError, match="can't be read: truncated"):
        assert_metallib_equal(GOLDEN[:-1], golden)


def test_many_differences_are_cut(golden: Path) -> None:
    with pytest.raises(AssertionError, match=r"\.\.\. and \d+ more"):
        assert_metallib_equal(LIBRARIES["empty_newest"], golden)


def test_missing_golden_file(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=f"does not exist; set {UPDATE_VARIABLE}=1"):
        assert_metallib_equal(GOLDEN, tmp_path / "none.metallib")


def test_update(tmp_path: Path, golden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = LIBRARIES["metallib"]
    new = tmp_path / "deep" / "new.metallib"
    assert_metallib_equal(other, new, update=True)
    assert new.read_bytes() == other
    monkeypatch.setenv(UPDATE_VARIABLE, "1")
    assert_metallib_equal(other, golden)
    assert golden.read_bytes() == other
    with pytest.raises(AssertionError):
        assert_metallib_equal(GOLDEN, golden, update=False)
    monkeypatch.setenv(UPDATE_VARIABLE, "0")
    with pytest.raises(AssertionError):
        assert_metallib_equal(GOLDEN, golden)
