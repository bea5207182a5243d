"""mtlb lint: grouping, what fails a run, baselines, and the table in pyproject.toml."""

from __future__ import annotations

import json
import tracemalloc
from functools import cache
from pathlib import Path

import pytest

import mtlb
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.inspect.lint_settings import Baseline, baseline_text
from mtlb.ir import MDString
from mtlb.linker import link
from tests.cli.invoke import invoke

ROOT = Path(__file__).resolve().parents[2]
MODULE = Path("saxpy.air")  # a warning AIR008 and a note AIR009
LIBRARY = Path("linked.metallib")  # the same for several functions


@cache
def without_flags(name: str) -> bytes:
    """A golden module without the flags that these two rules look for."""
    module = read_module((ROOT / f"golden/air/{name}.air").read_bytes())
    flags = module.named_metadata["llvm.module.flags"]
    names = [flag.fields[1] for flag in flags]
    flags[:] = [
        flag
        for flag, name in zip(flags, names, strict=True)
        if not (isinstance(name, MDString) and name.value.startswith(("frame-pointer", "air.max_")))
    ]
    return write_module(module)


@cache
def library() -> bytes:
    names = ("link_main", "link_helper", "link_stages")
    return mtlb.write(link([(f"{name}.air", without_flags(name)) for name in names]).library)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings of a project, and the two files."""
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / MODULE).write_bytes(without_flags("saxpy"))
    (tmp_path / LIBRARY).write_bytes(library())
    monkeypatch.chdir(tmp_path)


def test_findings_of_several_functions_are_one_line() -> None:
    every = invoke("lint", LIBRARY, "--all").text.splitlines()
    grouped = invoke("lint", LIBRARY).text.splitlines()
    functions = {line.split(": ")[1] for line in every}
    messages = {line.split(": ", 2)[2] for line in every}
    assert len(functions) > 3 and len(every) > len(messages) == len(grouped)
    assert all(f" and {len(functions) - 3} more" in line for line in grouped if f"{len(functions)} times" in line)
    times = [int(line.rpartition(" times:")[0].rpartition(" ")[2]) if " times:" in line else 1 for line in grouped]
    assert sum(times) == len(every)


def test_json_counts() -> None:
    report = json.loads(invoke("lint", MODULE, "--json").text)
    assert report["counts"] == {"error": 0, "warning": 1, "note": 1}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--fail-on", "AIR009"), 1),
        (("--fail-on", "AIR007"), 0),
        (("--fail-on", "AIR007", "--fail-on", "AIR008"), 1),
        (("--fail-on", "AIR008", "--ignore", "AIR008"), 0),
        (("--fail-on", "warning"), 1),
        (("--fail-on", "warning", "--ignore", "AIR008"), 0),
        (("--fail-on", "note", "--ignore", "AIR008"), 1),
        (("--fail-on", "AIR999"), 2),
    ],
)
def test_what_fails(options: tuple[str, ...], code: int) -> None:
    assert invoke("lint", MODULE, *options).code == code


def test_errors_fail_whatever_else_does(tmp_path: Path) -> None:
    (tmp_path / "x.air").write_bytes(MODULE.read_bytes()[:-64])
    assert invoke("lint", tmp_path / "x.air", "--fail-on", "AIR009").code == 1


def test_a_baseline(tmp_path: Path) -> None:
    accepted = tmp_path / "accepted.json"
    assert invoke("lint", MODULE, "--fail-on", "note", "--write-baseline", accepted).code == 0
    first = accepted.read_bytes()
    assert [entry["rule"] for entry in json.loads(first)["findings"]] == ["AIR008", "AIR009"]
    result = invoke("lint", MODULE, "--fail-on", "note", "--baseline", accepted)
    assert (result.code, result.text, result.stderr) == (0, "", "")
    document = json.loads(first)
    document["findings"][0]["message"] = "another"
    accepted.write_text(json.dumps(document))
    result = invoke("lint", MODULE, "--fail-on", "note", "--baseline", accepted)
    assert result.code == 1 and "AIR008" in result.text and "AIR009" not in result.text
    assert "no longer found: another [AIR008]" in result.stderr
    invoke("lint", MODULE, "--write-baseline", accepted)
    assert accepted.read_bytes() == first


def test_a_baseline_takes_no_more_memory_than_it_has_bytes(tmp_path: Path) -> None:
    path = tmp_path / "accepted.json"
    path.write_text(baseline_text([]))
    tracemalloc.start()
    try:
        assert Baseline.read(str(path)).keys == frozenset()
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"schema": "mtlb.lint-baseline/1"}', "[" * 100_000,
             '{"schema": "mtlb.lint-baseline/1", "findings": [{"rule": "AIR008"}]}',
             '{"schema": "mtlb.lint-baseline/2", "findings": []}'],
    ids=range(7),
)  # fmt: skip
def test_a_file_that_is_not_a_baseline(tmp_path: Path, text: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text)
    result = invoke("lint", MODULE, "--baseline", path)
    assert result.code == 1 and f"{path}: not a baseline of lint" in result.stderr


def test_no_baseline_from_inputs_that_can_not_be_read(tmp_path: Path) -> None:
    assert invoke("lint", MODULE, tmp_path / "missing", "--write-baseline", tmp_path / "b.json").code == 1
    assert not (tmp_path / "b.json").exists()


def test_the_nearest_pyproject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.mtlb.lint]\nignore = ["AIR009"]\nfail-on = ["AIR008"]\n')
    monkeypatch.chdir(below)
    result = invoke("lint", tmp_path / MODULE)
    assert result.code == 1 and "AIR008" in result.text and "AIR009" not in result.text
    invoke("lint", tmp_path / MODULE, "--write-baseline", tmp_path / "accepted.json")
    (tmp_path / "pyproject.toml").write_text('[tool.mtlb.lint]\nbaseline = "accepted.json"\n')
    result = invoke("lint", tmp_path / MODULE)
    assert "AIR008" not in result.text and "AIR009" in result.text
    (below / "pyproject.toml").write_text("[tool.other]\n")
    assert "AIR008" in invoke("lint", tmp_path / MODULE).text


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("ignored = []", "unknown key ignored"),
        ('ignore = ["AIR999"]', "there is no rule AIR999"),
        ('ignore = "AIR009"', "ignore must be a list of strings"),
        ('fail-on = ["bad"]', "'bad' is not one of"),
        ("baseline = 3", "baseline must be a path"),
        ("ignore = [", "not TOML"),
    ],
)
def test_wrong_settings(tmp_path: Path, table: str, reason: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.mtlb.lint]\n{table}\n")
    result = invoke("lint", MODULE)
    assert result.code == 1 and "pyproject.toml: " in result.stderr and reason in result.stderr
