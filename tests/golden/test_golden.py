"""What mtlb makes today is what is stored in golden/, byte for byte. `python -m tests.golden.refresh` stores anew."""

from __future__ import annotations

from pathlib import Path

import llvmlite
import pytest

import mtlb
from mtlb.base.errors import FormatError, UnsupportedError
from mtlb.base.findings import Severity
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.testing import assert_metallib_equal
from tests.golden import make
from tests.golden.packages import PACKAGES, packages


def stems(paths: list[Path]) -> list[str]:
    return [path.stem for path in sorted(paths)]


@pytest.mark.long
@pytest.mark.parametrize("source", make.sources(), ids=lambda path: path.stem)
def test_module(source: Path) -> None:
    """Stored modules are LLVM 15's; our writer gives them back, and where LLVM 15 is installed, it makes them again."""
    stored = make.module_of(source).read_bytes()
    assert write_module(read_module(stored)) == stored
    if llvmlite.__version__.startswith(make.COMPILER):
        assert make.compile_module(source) == stored


def test_every_module_was_made_of_its_source() -> None:
    """With any llvmlite: a source that was edited, added or taken away needs a refresh."""
    assert make.source_hashes() == (make.MODULES / "SOURCES").read_text(encoding="utf-8")
    assert [make.module_of(source) for source in make.sources()] == make.modules()


@pytest.mark.parametrize("name", stems([*make.LIBRARIES.glob("*.rsp")]))
def test_library(name: str) -> None:
    recipe = make.LIBRARIES / f"{name}.rsp"
    assert_metallib_equal(make.library(recipe), recipe.with_suffix(".metallib"))


def test_all_that_is_bad_is_made() -> None:
    assert {path.name for path in make.BAD.iterdir() if path.is_file()} == {f"{name}.metallib" for name in make.DAMAGE}


@pytest.mark.parametrize("name", sorted(make.DAMAGE))
def test_damaged(name: str) -> None:
    """Reading refuses a damaged library or verifying finds the damage; `mtlb verify` says so, in a transcript."""
    data = make.damaged(name)
    assert (make.BAD / f"{name}.metallib").read_bytes() == data
    errors = [finding for finding in mtlb.verify(data) if finding.severity is Severity.ERROR]
    assert errors
    if errors[0].code == "malformed" and name != "fat":  # verifying looks into the slices, reading takes one library
        with pytest.raises((FormatError, UnsupportedError)) as caught:
            mtlb.read(data)
        assert str(caught.value).startswith(errors[0].message)
    shown = (make.TRANSCRIPTS / f"verify-{name}.txt").read_text(encoding="utf-8")
    assert shown.startswith(f"$ mtlb verify bad/{name}.metallib\n") and shown.endswith("exit 1\n")


def test_packages() -> None:
    stored = {p.relative_to(PACKAGES).as_posix(): p.read_bytes() for p in PACKAGES.rglob("*") if p.is_file()}
    assert stored == packages()


@pytest.mark.parametrize("name", stems(make.transcripts()))
def test_transcript(name: str) -> None:
    path = make.TRANSCRIPTS / f"{name}.txt"
    assert make.transcript(path) == path.read_text(encoding="utf-8")
