"""mtlb lipo on the golden libraries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mtlb.archives import Slice, UniversalFile, read_universal
from tests.cli.invoke import invoke
from tests.conftest import ROOT

IOS15 = ROOT / "golden/lib/air-lld-ios15.metallib"  # AIR 2.4
MACOS14 = ROOT / "golden/lib/air-lld-macos14.metallib"  # AIR 2.6


@pytest.fixture
def both(tmp_path: Path) -> Path:
    path = tmp_path / "both.metallib"
    assert invoke("lipo", "create", MACOS14, IOS15, "-o", path) == invoke("lipo", "create", MACOS14, IOS15, "-o", path)
    return path


def test_create_is_what_the_library_makes(both: Path) -> None:
    slices = [Slice.of(path.read_bytes()) for path in (IOS15, MACOS14)]
    assert both.read_bytes() == UniversalFile.create(slices).to_bytes()
    assert [str(a) for a in read_universal(both.read_bytes()).architectures] == ["air64_v24", "air64_v26"]


def test_thin_gives_the_file_back(both: Path, tmp_path: Path) -> None:
    for words in ((both, "--arch", "air64_v24"), (f"{both}:air64_v24",)):
        assert invoke("lipo", "thin", *words, "-o", tmp_path / "thin").code == 0
        assert (tmp_path / "thin").read_bytes() == IOS15.read_bytes()
    result = invoke("lipo", "thin", both, "--arch", "air64_v28", "-o", tmp_path / "none")
    assert result.code == 1 and "no slice for air64_v28 (available: air64_v24, air64_v26)" in result.stderr
    assert not (tmp_path / "none").exists()


def test_extract_and_replace(both: Path, tmp_path: Path) -> None:
    folder = tmp_path / "one"
    assert invoke("lipo", "extract", both, "--arch", "air64_v26", "-o", folder).code == 0
    assert invoke("lipo", "archs", folder, both).text == "air64_v26\nair64_v24 air64_v26\n"
    assert invoke("lipo", "replace", both, f"{MACOS14}:air64_v24", "-o", folder).code == 0
    held = read_universal(folder.read_bytes())
    assert [bytes(part.data) == MACOS14.read_bytes() for part in held.slices] == [True, True]
    assert (
        invoke("lipo", "create", folder, f"{IOS15}:air64_v28", "--align", "air64_v28=4096", "-o", tmp_path / "3").code
        == 0
    )
    last = read_universal((tmp_path / "3").read_bytes()).slices[-1]
    assert (str(last.architecture), last.alignment, last.offset) == ("air64_v28", 12, (last.offset or 0) // 4096 * 4096)


def test_verify_arch(both: Path) -> None:
    assert invoke("lipo", "verify-arch", both, "--arch", "air64_v24", "--arch", "air64_v26").code == 0
    result = invoke("lipo", "verify-arch", both, MACOS14, "--arch", "air64_v24")
    assert (result.code, result.text) == (1, f"{MACOS14}: no air64_v24\n")


def test_info(both: Path, tmp_path: Path) -> None:
    described = json.loads(invoke("lipo", "info", "--json", both, MACOS14).text)
    assert [(file["universal"], [part["offset"] for part in file["slices"]]) for file in described["files"]] == [
        (True, [48, 48 + -(-IOS15.stat().st_size // 16) * 16]),
        (False, [0]),
    ]
    result = invoke("lipo", "info", tmp_path / "missing", both)
    assert result.code == 1 and "missing" in result.stderr and "air64_v26" in result.text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("thin", MACOS14), "needs one architecture"),
        (("thin", MACOS14, MACOS14, "--arch", "air64_v24"), "takes one file"),
        (("extract", MACOS14), "needs --arch"),
        (("create", MACOS14, "--arch", "air64_v24"), "takes FILE:ARCH"),
        (("replace", MACOS14), "takes a universal file, then the new slices"),
        (("verify-arch", MACOS14), "needs --arch"),
        (("info", MACOS14, "-o", "x"), "writes no file"),
        (("archs", MACOS14, "--json"), "is for lipo info"),
        (("create", MACOS14, "--json"), "is for lipo info"),
        (("thin", MACOS14, "--arch", "arm64"), "unknown architecture 'arm64'"),
        (("create", MACOS14, "--align", "air64_v26=3"), "a power of two"),
        (("create", MACOS14, "--align", "air64_v26=\N{SUPERSCRIPT TWO}"), "a power of two"),
        (("sharpen", MACOS14), "sharpen"),
    ],
)
def test_wrong_usage(words: tuple[str | Path, ...], reason: str) -> None:
    result = invoke("lipo", *words)
    assert result.code == 2 and reason in result.stderr and result.stdout == b""


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("create", MACOS14, MACOS14), "two slices for architecture air64_v26"),
        (("extract", MACOS14, "--arch", "air64_v26"), "not a universal file but a metallib"),
        (("create", ROOT / "README.md"), "has no Metal architecture"),
    ],
)
def test_what_cannot_be_done(words: tuple[str | Path, ...], reason: str, tmp_path: Path) -> None:
    result = invoke("lipo", *words, "-o", tmp_path / "out")
    assert result.code == 1 and reason in result.stderr and not (tmp_path / "out").exists()
