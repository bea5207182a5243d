"""What mtlb makes today is what is stored in golden/, byte for byte. `python -m tests.golden.refresh` stores anew."""

from __future__ import annotations

from pathlib import Path

import llvmlite
import pytest

from mtlb.testing import assert_metallib_equal
from tests.golden import make


def stems(paths: list[Path]) -> list[str]:
    return [path.stem for path in sorted(paths)]


@pytest.mark.skipif(
    not llvmlite.__version__.startswith(make.COMPILER), reason=f"modules are made by llvmlite {make.COMPILER}"
)
@pytest.mark.parametrize("name", stems([*make.SOURCES.glob("*.ll")]))
def test_module(name: str) -> None:
    assert make.compile_module(make.SOURCES / f"{name}.ll") == (make.MODULES / f"{name}.air").read_bytes()


def test_every_module_has_its_source() -> None:
    assert stems([*make.SOURCES.glob("*.ll")]) == stems([*make.MODULES.glob("*.air")])


@pytest.mark.parametrize("name", stems([*make.LIBRARIES.glob("*.rsp")]))
def test_library(name: str) -> None:
    recipe = make.LIBRARIES / f"{name}.rsp"
    assert_metallib_equal(make.library(recipe), recipe.with_suffix(".metallib"))


@pytest.mark.parametrize("name", sorted(make.DAMAGE))
def test_damaged(name: str) -> None:
    assert make.damaged(name) == (make.DAMAGED / f"{name}.metallib").read_bytes()


@pytest.mark.parametrize("name", stems([*make.TRANSCRIPTS.glob("*.txt")]))
def test_transcript(name: str) -> None:
    path = make.TRANSCRIPTS / f"{name}.txt"
    assert make.transcript(path) == path.read_text(encoding="utf-8")
