"""Whatever golden/ shows is in order: `lint`, `doctor` and `verify` find nothing worse than a note outside of bad/."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air.lint import lint_library, lint_module
from mtlb.base.filekind import FileKind, sniff
from mtlb.base.findings import Finding, Severity
from mtlb.inspect import diagnose
from tests.golden import make

KINDS = {path: sniff(path.read_bytes()) for path in sorted(make.GOLDEN.rglob("*")) if path.is_file()}
MODULES = [path for path, kind in KINDS.items() if kind.is_module]
LIBRARIES = [path for path, kind in KINDS.items() if kind is FileKind.METALLIB]

# True findings about files that Apple's tools wrote.
OF_APPLE: dict[str, set[str]] = {}


def _worth(findings: list[Finding]) -> set[str]:
    return {finding.code for finding in findings if finding.severity is not Severity.NOTE}


def _is_bad(path: Path) -> bool:
    return make.BAD in path.parents


def _name(path: Path) -> str:
    return path.relative_to(make.GOLDEN).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_modules(path: Path) -> None:
    """Notes are enough for the bad ones: what nobody knows is not wrong."""
    findings = lint_module(path.read_bytes())
    actual = {finding.code for finding in findings} if _is_bad(path) else _worth(findings)
    assert bool(actual) == _is_bad(path), actual


@pytest.mark.parametrize("path", [path for path in LIBRARIES if not _is_bad(path)], ids=_name)
def test_libraries(path: Path) -> None:
    data = path.read_bytes()
    actual = _worth([*mtlb.verify(data, modules=True), *lint_library(mtlb.read(data)), *diagnose(data)])
    assert actual == OF_APPLE.get(_name(path), set())


def test_what_is_shown_as_bad_is() -> None:
    """The folder has nothing but what is made for it, and each of the libraries has an error or a warning."""
    libraries = {path.stem: path.read_bytes() for path in make.BAD.glob("*.metallib")}
    assert libraries.keys() == make.DAMAGE.keys()
    assert all(_worth([*mtlb.verify(data), *diagnose(data)]) for data in libraries.values())
