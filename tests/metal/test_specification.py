"""One use of each function, type, attribute and qualifier of the Metal Shading Language Specification 4.0, by chapter.

The sources are in `specification/`; that of textures is `textures.py`. docs/metal.md §5 has what is not there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air.lint import lint_library
from mtlb.base.findings import Severity
from tests.metal.test_compile import needs_clang
from tests.metal.textures import texture_source

pytestmark = [needs_clang, pytest.mark.long]
SOURCES = sorted((Path(__file__).parent / "specification").glob("*.metal"))
_OLDER = ("commands",)
"""Sources that are compiled for AIR 2.6: what a vertex buffer of a later command has as its stride is not known."""


def _check(path: Path, target: str) -> None:
    library = mtlb.link([("a.air", mtlb.compile(path, target).bitcode)]).library
    assert [
        finding for finding in lint_library(library) if finding.severity in (Severity.ERROR, Severity.WARNING)
    ] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_chapter(path: Path) -> None:
    _check(path, "macos14" if path.stem in _OLDER else "macos26")


def test_textures(tmp_path: Path) -> None:
    path = tmp_path / "textures.metal"
    path.write_text(texture_source(), encoding="utf-8")
    _check(path, "macos26")
