"""mtlb run: values in files, expectations, checks, comparison of libraries."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from mtlb import emit
from mtlb.emit import f32, u32
from tests.cli.invoke import invoke


def library(path: Path, factor: float) -> Path:
    module = emit.Module("macos14", path.stem)
    k = module.kernel("scale")
    x, out = k.buffer("x", f32, 0, "read"), k.buffer("out", f32, 1)
    i = k.builtin("thread_position_in_grid", u32)
    k.entry()
    out[i].store(x[i].load() * factor)
    path.write_bytes(module.link())
    return path


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    return library(tmp_path / "twice.metallib", 2.0)


def test_arrays_in_files(twice: Path, tmp_path: Path) -> None:
    x = np.arange(64, dtype="f4")
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "want.npy", 2 * x)
    saved = tmp_path / "out.npy"
    words = ["--grid", "64", "--threadgroup", "32", "--buffer", f"x={tmp_path / 'x.npy'}", "--buffer", "1=zeros:f32:64"]
    result = invoke(
        "run", twice, "scale", *words, "--expect", f"1={tmp_path / 'want.npy'}", "--save", f"1={saved}", "--check"
    )
    assert (result.code, result.stderr) == (0, "")
    assert "64 threads" in result.text
    assert "1: as expected" in result.text
    assert np.load(saved).tolist() == (2 * x).tolist()


def test_an_expectation_that_is_not_met(twice: Path) -> None:
    words = ["--grid", "4", "--buffer", "x=ones:f32:4", "--buffer", "out=zeros:f32:4"]
    result = invoke("run", twice, "scale", *words, "--expect", "out=2.5")
    assert result.code == 1
    assert "out: element 0 is 2.0, expected 2.5 (difference 0.2, tolerance 0)" in result.text
    assert invoke("run", twice, "scale", *words, "--expect", "out=2.5", "--tolerance", "0.3").code == 0


def test_findings_as_text_json_and_sarif(twice: Path) -> None:
    words = [twice, "scale", "--grid", "8", "--buffer", "x=ones:f32:8", "--buffer", "out=zeros:f32:4", "--check"]
    result = invoke("run", *words)
    assert result.code == 1
    assert "error: out-of-bounds: writes outside of all memory" in result.text
    assert "'out'[4] of 4 elements" in result.text
    value = json.loads(invoke("run", *words, "--json").text)
    assert (value["schema"], value["function"]) == ("mtlb.run/1", "scale")
    assert [finding["code"] for finding in value["findings"]] == ["out-of-bounds"]
    sarif = json.loads(invoke("run", *words, "--sarif").text)
    assert sarif["runs"][0]["results"][0]["ruleId"] == "out-of-bounds"


def test_two_libraries_are_compared(twice: Path, tmp_path: Path) -> None:
    other = library(tmp_path / "other.metallib", 3.0)
    same = library(tmp_path / "same.metallib", 2.0)
    result = invoke("run", twice, "--against", same)
    assert (result.code, result.text) == (0, "1 of 1 functions leave the same bytes\n")
    result = invoke("run", twice, "--against", other)
    assert result.code == 1
    assert result.text.startswith("scale: differs: seed 1: buffer 'out': ")
    value = json.loads(invoke("run", twice, "--against", other, "--json").text)
    assert value["comparisons"][0]["outcome"] == "differs"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["scale"], 2, "--grid is missing"),
        (["scale", "--grid", "a"], 2, "--grid 'a': expected one to three numbers"),
        (["scale", "--grid", "4", "--buffer", "x"], 2, "--buffer 'x': expected NAME=VALUE"),
        (["scale", "--grid", "4", "--buffer", "x=ones:f31:4"], 1, "type 'f31' is not one of"),
        (["scale", "--grid", "4", "--buffer", "x=nosuch.npy"], 1, "nosuch.npy"),
        (["scale", "--grid", "4", "--buffer", "x=ones:f32:4"], 1, "buffer 'out', index 1 of float needs a value"),
        (["scale", "--grid", "4", "--constant", "a=b"], 2, "--constant 'b'"),
        (["blur", "--grid", "4"], 1, "no function 'blur' in the library, which has 'scale'"),
        (["scale", "--grid", "4", "--sampler", "s=smooth"], 1, "'smooth' is not one of linear"),
    ],
)
def test_errors(words: list[str], code: int, message: str, twice: Path) -> None:
    result = invoke("run", twice, *words)
    assert result.code == code
    assert message in result.stderr
    assert result.stdout == b""
