"""Uses of each function, type, attribute and qualifier of the Metal Shading Language Specification 4.0, by chapter.

The sources in `specification/` and that of `textures.py` go through all steps. The uses of `signatures.py` and
`texture_signatures.py`, every overload with every type, are compiled by the front end: the types of results are those
of the text. docs/metal.md §5 has what is not there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air.lint import lint_library
from mtlb.air.target import AirTarget
from mtlb.base.findings import Severity
from mtlb.metal.cache import default_compile_cache
from mtlb.metal.compile import Compilation
from mtlb.metal.options import CompileOptions
from mtlb.metal.rewrite import SourceError, rewrite
from tests.metal import texture_signatures
from tests.metal.needed import needs_clang
from tests.metal.signatures import HEAD, TABLES, Use, instance, rows, source, uses
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


def failures(path: Path, lines: list[Use], target: str = "macos26") -> dict[str, str]:
    """The uses that the front end refuses, with the first error of each."""
    path.write_text(source(use.line for use in lines), encoding="utf-8")
    options = CompileOptions(target=AirTarget(target), warnings=("-ferror-limit=0",))
    compilation = Compilation(str(path), options, cache=default_compile_cache())
    preprocessed = compilation.start()
    try:
        with compilation.folders() as (folder, own):
            unit = rewrite(preprocessed.text, str(path), options.language)
            compilation.front_end(unit, str(folder), own)
    except SourceError as error:
        assert error.messages, error
        first = HEAD.count("\n") + 1
        errors = [(item.line - first, item.text) for item in error.messages if item.level == "error"]
        return {lines[number].name: text for number, text in reversed(errors)}
    return {}


@pytest.mark.parametrize("section", TABLES)
def test_functions(tmp_path: Path, section: str) -> None:
    lines = list(uses(section))
    assert len(lines) == len(list(rows(section))) > 20
    assert failures(tmp_path / "x.metal", lines) == {}


def test_methods_of_textures(tmp_path: Path) -> None:
    lines = list(texture_signatures.uses())
    assert len(lines) > 3000
    assert failures(tmp_path / "x.metal", lines) == {}


def test_a_wrong_signature_is_named(tmp_path: Path) -> None:
    right, other = list(uses("6.8"))[:2]
    wrong = Use("wrong", right.line.replace("is_same_v<half", "is_same_v<float"))
    missing = Use("missing", other.line.replace("metal::cross", "metal::crossed"))
    assert list(failures(tmp_path / "x.metal", [right, wrong, other, missing])) == ["missing", "wrong"]
    assert instance("Tu absdiff(T, Ti)", "char3") == "uchar3 absdiff(char3, int3)"
