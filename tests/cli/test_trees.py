"""Sizes and differences of several libraries: folders, universal files, budgets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mtlb.base.errors import BuildError, FormatError
from mtlb.inspect.growth import GrowthLimit, Measured, compare_sizes, measured_in_json
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.inspect.test_schemas import validated

LIB = ROOT / "golden/lib"
MACOS14, MACOS26 = LIB / "air-lld-macos14.metallib", LIB / "air-lld-macos26.metallib"
KINDS, IOS15 = LIB / "air-lld-kinds.metallib", LIB / "air-lld-ios15.metallib"


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    """Two versions of an app: one library changed, one was renamed, one stayed, one came and one went."""
    layout = {
        "old": {"x/a": MACOS14, "gone": IOS15, "k": KINDS, "same": MACOS26},
        "new": {"x/a": MACOS26, "moved": KINDS, "came": LIB / "air-lld-macos14-xcode14.metallib", "same": MACOS26},
    }
    for side, files in layout.items():
        for name, source in files.items():
            path = tmp_path / side / f"{name}.metallib"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source.read_bytes())
    return tmp_path / "old", tmp_path / "new"


def test_diff_library_by_library(trees: tuple[Path, Path]) -> None:
    result = invoke("diff", "--brief", *trees)
    lines = result.text.splitlines()
    assert lines[-1] == "libraries: 1 added, 1 removed, 1 changed, 1 renamed, 1 equal" and result.code == 0
    assert "+++ came.metallib: library added, 3 functions" in lines
    assert "--- gone.metallib: library removed, 1 function" in lines and "- flat_fragment" in lines
    start, end = (
        lines.index(f"--- {trees[0]}/x/a.metallib"),
        lines.index("--- gone.metallib: library removed, 1 function"),
    )
    assert invoke("diff", "--brief", MACOS14, MACOS26).text.splitlines()[2:] == lines[start + 2 : end]
    assert invoke("diff", "--exit-code", *trees).code == 1
    assert invoke("diff", "--exit-code", trees[0], trees[0]).code == 0


def test_diff_json(trees: tuple[Path, Path]) -> None:
    document = validated("diff", "--json", *trees)
    assert isinstance(document, dict)
    assert {library["name"]: library["status"] for library in document["libraries"]} == {
        "came.metallib": "added", "moved.metallib": "renamed", "same.metallib": "equal", "x/a.metallib": "changed",
        "gone.metallib": "removed",
    }  # fmt: skip


def test_a_renamed_library_that_changed_is_found_by_its_uuid(tmp_path: Path) -> None:
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
    (tmp_path / "old/a.metallib").write_bytes(MACOS14.read_bytes())
    (tmp_path / "new/b.metallib").write_bytes(MACOS14.read_bytes().replace(b"saxpy\0", b"saxpz\0", 1))
    assert "libraries: 0 added, 0 removed, 1 changed" in invoke("diff", tmp_path / "old", tmp_path / "new").text


def test_what_cannot_be_read_is_said(trees: tuple[Path, Path]) -> None:
    (trees[1] / "same.metallib").write_bytes(MACOS26.read_bytes()[:1000])
    result = invoke("diff", "--brief", *trees)
    assert result.code == 1 and "same.metallib" in result.stderr


def test_sizes_of_several(trees: tuple[Path, Path]) -> None:
    table = invoke("size", trees[0]).text.splitlines()
    total = sum(path.stat().st_size for path in trees[0].rglob("*.metallib"))
    assert table[-1].split()[0] == f"{total:,}" and "total of 4 files" in table[-1]
    document = validated("size", "--json", MACOS14, KINDS)
    assert isinstance(document, dict) and document["size"] == sum(p.stat().st_size for p in (MACOS14, KINDS))


def test_a_budget(trees: tuple[Path, Path], tmp_path: Path) -> None:
    saved = tmp_path / "sizes.json"
    saved.write_bytes(invoke("size", "--json", trees[0]).stdout)
    for old in (trees[0], saved):
        assert invoke("size", trees[0], "--against", old, "--max-growth", "0").code == 0
        result = invoke("size", trees[1], "--against", old, "--max-growth", "10")
        assert result.code == 1 and "grew by more than 10" in result.stderr
        assert invoke("size", trees[1], "--against", old, "--max-growth", "90%").code == 0
    assert validated("size", trees[1], "--against", saved, "--max-growth", "1%", "--json")
    grown = invoke("size", MACOS14, "--against", MACOS26, "--max-growth", "5%")
    assert grown.code == 1 and "saxpy" in grown.text and MACOS14.name in grown.stderr


def test_wrong_budgets(tmp_path: Path) -> None:
    assert invoke("size", MACOS14, "--max-growth", "5%").code == 2
    assert invoke("size", MACOS14, "--against", MACOS26, "--max-growth", "a lot").code == 2
    (tmp_path / "x.json").write_text("{}")
    result = invoke("size", MACOS14, "--against", tmp_path / "x.json")
    assert result.code == 1 and "x.json: not the output of mtlb size --json" in result.stderr


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"null", b'{"schema":"mtlb.size/1"}', b"[" * 100_000, b"\xff",
    b'{"schema":"mtlb.size/1","file":"a","size":-1,"functions":[]}',
    b'{"schema":"mtlb.sizes/1","files":3}'])  # fmt: skip
def test_other_json(text: bytes) -> None:
    with pytest.raises(FormatError):
        measured_in_json(text)


def test_limits() -> None:
    assert GrowthLimit.parse("5%").allows(100, 105) and not GrowthLimit.parse("5%").allows(100, 106)
    assert GrowthLimit.parse("0.1%").allows(1000, 1001) and GrowthLimit.parse("7").allows(0, 7)
    for wrong in ("", "5 %", "-1", "x", "1e3", "%"):
        with pytest.raises(BuildError):
            GrowthLimit.parse(wrong)


def test_pairs_below_the_common_folder() -> None:
    old = [Measured(f"A.app/{n}/x.metallib", size, {}) for n, size in (("a", 1), ("b", 2))]
    new = [Measured(f"B.app/{n}/x.metallib", size, {}) for n, size in (("b", 20), ("a", 10))]
    assert [(difference.old, difference.new) for difference in compare_sizes(old, new)] == [(2, 20), (1, 10)]
    assert json.dumps([difference.name for difference in compare_sizes(old, [])])
