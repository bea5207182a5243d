"""mtlb prove on the command line: the kit as files, reports, wrong usage. What it does is in tests/prove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.inspect.test_schemas import SCHEMA

STANDIN = ROOT / "tests/prove/standin"
LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"


def test_the_kit_as_files(tmp_path: Path) -> None:
    result = invoke("prove", "--kit", tmp_path / "kit", "--target", "macos14")
    assert result.code == 0 and result.stdout == b""
    names = sorted(path.name for path in (tmp_path / "kit").iterdir())
    assert len(names) == 15 and "mesh@macos14.metallib" in names


@pytest.mark.parametrize("words", [["--kit", "x", LIBRARY], ["--target", "macos14", LIBRARY], ["--target", "beos"]])
def test_wrong_usage(words: list[str | Path]) -> None:
    assert invoke("prove", *words).code == 2


def test_an_input_without_a_library(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = invoke("prove", tmp_path / "empty")
    assert result.code == 1 and "no metallib found" in result.stderr


@pytest.mark.long
def test_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(STANDIN))
    result = invoke("prove", LIBRARY, "-d", tmp_path / "proof", "--json")
    value = json.loads(result.text)
    assert result.code == 0 and "3 of 3 functions compiled" in result.stderr
    Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": "#/$defs/prove"}]}).validate(value)
    assert json.loads((tmp_path / "proof" / "proof.json").read_text(encoding="ascii")) == value
    text = (tmp_path / "proof" / "proof.md").read_text(encoding="utf-8")
    assert text.startswith("# mtlb prove: Stand-in over mtlb.cpu")
    assert str(tmp_path) not in text and str(ROOT) not in text
    monkeypatch.setenv("MTLB_STANDIN", '[["compile", "saxpy"]]')
    result = invoke("prove", LIBRARY, "--compile-only")
    assert (
        result.code == 1 and "`saxpy` (kernel) does not compile: Compiler encountered an internal error" in result.text
    )


@pytest.mark.long
def test_without_metal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "objc.py").write_text("raise ImportError('none')", encoding="utf-8")
    (tmp_path / "Metal.py").write_text("raise ImportError('none')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    result = invoke("prove", LIBRARY)
    assert result.code == 1 and "Metal is not available" in result.stderr and "pyobjc-framework-Metal" in result.stderr
