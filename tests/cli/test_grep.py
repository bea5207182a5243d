"""mtlb grep on the golden libraries, against the text that objdump prints."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mtlb
from mtlb.bitcode import read_module
from mtlb.container import unpack_sources
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.linker.test_sources import OPTIONS, link, recorded

LIBRARY = ROOT / "golden/lib/air-lld-macos14.metallib"


def expected(word: str) -> list[str]:
    results = []
    for function in mtlb.open(LIBRARY).functions:
        for number, line in enumerate(read_module(function.module).text().splitlines(), 1):
            if word in line:
                results.append(f"{LIBRARY}:{function.name}:{number}: {line}")
    return results


@pytest.mark.parametrize("word", ["fmul", "air.", "!0 = ", "float*"])
def test_lines_are_those_of_the_text(word: str) -> None:
    result = invoke("grep", "-F", word, LIBRARY)
    assert result.text.splitlines() == expected(word)
    assert result.code == (0 if expected(word) else 1)


def test_processes_do_not_change_the_output() -> None:
    kinds = ROOT / "golden/lib/air-lld-kinds.metallib"
    assert invoke("grep", "define", kinds, "-j", "1") == invoke("grep", "define", kinds, "-j", "2")


@pytest.mark.parametrize("pattern", [r"\Adefine", r"\{\Z", r"(?=fmul)fmul", r"^define", r"float$", r"^\s*ret"])
def test_anchors_are_those_of_a_line(pattern: str) -> None:
    lines = [
        line for f in mtlb.open(LIBRARY).functions for line in read_module(f.module).text().splitlines()
        if re.search(pattern, line)
    ]  # fmt: skip
    assert lines or pattern == "float$"
    assert len(invoke("grep", pattern, LIBRARY).text.splitlines()) == len(lines)


def test_options() -> None:
    assert invoke("grep", "-l", "fmul", LIBRARY).text.splitlines() == [
        f"{LIBRARY}:saxpy", f"{LIBRARY}:triangle_fragment"
    ]  # fmt: skip
    assert invoke("grep", "-c", "FMUL", "-i", LIBRARY).text == f"{LIBRARY}: 2 lines\n"
    nothing = invoke("grep", "FMUL", LIBRARY)
    assert (nothing.code, nothing.stdout, nothing.stderr) == (1, b"", "nothing matches 'FMUL'\n")
    assert len(invoke("grep", "fmul", LIBRARY, "--function", "saxpy").text.splitlines()) == 1
    around = invoke("grep", "fmul", LIBRARY, "--function", "saxpy", "-C", "1").text.splitlines()
    assert [f"{LIBRARY}{sign}saxpy{sign}" in line for sign, line in zip("-:-", around, strict=True)] == [True] * 3


def test_json_says_the_same() -> None:
    matches = json.loads(invoke("grep", "fmul", LIBRARY, "--json").text)["matches"]
    assert [f"{m['library']}:{m['function']}:{m['line']}: {m['text']}" for m in matches] == expected("fmul")


def test_sources(tmp_path: Path) -> None:
    with_sources = tmp_path / "x.metallib"
    with_sources.write_bytes(mtlb.write(link((recorded(),), OPTIONS).library))
    files = unpack_sources(mtlb.open(with_sources).sources)  # type: ignore[arg-type]
    word = next(line for file in files for line in file.data.decode().splitlines() if len(line) > 8)
    assert word in invoke("grep", "-F", "--sources", "--", word, with_sources).text


def test_wrong_use_and_bad_inputs(tmp_path: Path) -> None:
    assert invoke("grep", "(", LIBRARY).code == 2
    assert invoke("grep", "-l", "-c", "x", LIBRARY).code == 2
    bad = tmp_path / "bad.metallib"
    bad.write_bytes(LIBRARY.read_bytes()[:3000])
    result = invoke("grep", "fmul", bad, LIBRARY)
    assert result.code == 1 and "bad.metallib" in result.stderr and len(result.text.splitlines()) == 2
