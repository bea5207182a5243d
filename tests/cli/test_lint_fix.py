"""mtlb lint --fix: where the results go, what is printed of them, and what is never written."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

import mtlb
from mtlb.ir import parse
from tests.cli.invoke import Result, invoke
from tests.cli.test_lint import library, without_flags
from tests.cli.test_paths import kept
from tests.conftest import ROOT

UNSTAMPED = ROOT / "golden/bad/air/unstamped.air"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text("")
    Path("s.air").write_bytes(without_flags("saxpy"))
    Path("good.air").write_bytes((ROOT / "golden/air/saxpy.air").read_bytes())
    Path("x.metallib").write_bytes(library())
    Path("b.json").write_text('{"schema": "mtlb.lint-baseline/1", "findings": []}')
    Path("no.air").write_bytes(b"BC\xc0\xde" + bytes(20))
    Path("bad.metallib").write_bytes(library()[:-50])
    shutil.copy(UNSTAMPED, "unstamped.air")
    shutil.copy(ROOT / "golden/bad/src/unstamped.ll", "text.ll")
    Path("good.ll").write_bytes((ROOT / "golden/src/saxpy.ll").read_bytes())
    return tmp_path


def fix(*words: str | Path) -> Result:
    return invoke("lint", "--fix", *words)


def test_a_module(folder: Path) -> None:
    before = kept(folder)
    result = fix("unstamped.air", "-o", "new.air")
    lines = result.text.splitlines()
    assert result.code == 0 and len(lines) == 8
    assert [line.split(": ")[1] for line in lines] == ["fixed"] * 6 + ["saxpy", "warning"]
    assert result.stderr == f"new.air: {Path('new.air').stat().st_size:,} bytes, 7 findings fixed, 1 left\n"
    assert {name: data for name, data in kept(folder).items() if name != "new.air"} == before
    assert invoke("lint", "new.air").text.splitlines() == [lines[-1].replace("unstamped", "new")]
    assert invoke("link", "--pack", "new.air", "-o", "new.metallib").code == 0
    assert invoke("verify", "--modules", "new.metallib").code == 0


def test_the_output_may_be_the_input(folder: Path) -> None:
    fix("s.air", "-o", "other.air")
    result = fix("s.air", "-o", "s.air", "-q")
    assert (result.code, result.stderr) == (0, "")
    first = Path("s.air").read_bytes()
    assert first == Path("other.air").read_bytes() != without_flags("saxpy")
    result = fix("s.air", "-o", "s.air")
    assert result.text == "" and Path("s.air").read_bytes() == first


@pytest.mark.parametrize("name", ["good.air", "good.ll"])
def test_what_is_in_order_comes_out_as_it_is(folder: Path, name: str) -> None:
    result = fix(name, "-o", "out")
    assert (result.code, result.text) == (0, "")
    assert Path("out").read_bytes() == Path(name).read_bytes()


def test_a_library(folder: Path) -> None:
    result = fix("x.metallib", "-o", "y.metallib")
    assert all(" 5 times: first, second, third and 2 more" in line for line in result.text.splitlines())
    assert len(fix("x.metallib", "--dry-run", "--all").text.splitlines()) == 10
    data = Path("y.metallib").read_bytes()
    assert mtlb.verify(data, modules=True) == [] and invoke("lint", "y.metallib").text == ""
    assert invoke("lint", "--fix", "-", "-o", "z.metallib", stdin=library()).code == 0
    assert Path("z.metallib").read_bytes() == data
    for jobs in ("1", "3"):
        fix("x.metallib", "-o", "z.metallib", "-j", jobs)
        assert Path("z.metallib").read_bytes() == data


def test_several_go_into_a_directory(folder: Path) -> None:
    before = kept(folder)
    result = fix("s.air", "x.metallib", "good.air", "-d", "new")
    made = kept(folder / "new")
    assert made.keys() == {"s.air", "x.metallib", "good.air"} and kept(folder) == before
    assert made["good.air"] == before["good.air"] and len(result.stderr.splitlines()) == 3
    assert fix("s.air", "x.metallib", "good.air", "-d", ".").code == 0
    assert kept(folder) == {**before, **made}
    after = kept(folder)
    assert fix("s.air", "x.metallib", "good.air", "-d", ".").text == "" and kept(folder) == after


def test_text_comes_out_as_text(folder: Path) -> None:
    result = fix("text.ll", "-o", "new.ll")
    assert "text.ll: the text was regenerated, without comments" in result.stderr
    text = Path("new.ll").read_text(encoding="utf-8")
    assert parse(text).function("air.wg.barrier") is None and "leaves out" not in text and "@saxpy" in text
    fixed = [line.split(": ")[-1] for line in result.text.splitlines() if "fixed: " in line]
    assert len(fixed) == 7
    first = Path("new.ll").read_bytes()
    assert fix("new.ll", "-o", "new.ll").code == 0 and Path("new.ll").read_bytes() == first
    assert invoke("lint", "new.ll").text.splitlines() == [result.text.splitlines()[-1].replace("text.ll", "new.ll")]


def test_text_that_is_none(folder: Path) -> None:
    Path("bad.ll").write_text("define void @f( {\n")
    before = kept(folder)
    for words in (("bad.ll",), ("--fix", "bad.ll", "-o", "out")):
        result = invoke("lint", *words)
        assert result.code == 1 and result.stderr.startswith("mtlb: error: bad.ll: ")
    assert kept(folder) == before


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    before = kept(folder)
    for more in ((), ("-o", "new.air"), ("-d", "new")):
        result = fix("s.air", "--dry-run", *more)
        assert result.code == 0 and result.stderr == ""
        assert [line.split(": ")[1] for line in result.text.splitlines()] == ["would fix", "would fix"]
    assert "written anew" not in fix("text.ll", "--dry-run").stderr
    assert kept(folder) == before and not (folder / "new").exists()


def test_json(folder: Path) -> None:
    value = json.loads(fix("unstamped.air", "good.air", "--dry-run", "--json").text)
    first, second = value["files"]
    assert [item["code"] for item in first["fixed"]] == [
        *("AIR005", "AIR007", "AIR008", "AIR009", "AIR014", "AIR076", "AIR027")
    ]
    assert [finding["code"] for finding in first["findings"]] == ["AIR010"] and value["ok"]
    assert value["counts"] == {"error": 0, "warning": 1, "note": 0}
    assert second == {"file": "good.air", "fixed": [], "findings": []}
    assert "fixed" not in json.loads(invoke("lint", "good.air", "--json").text)["files"][0]
    rules = {rule["code"]: rule["cure"] for rule in json.loads(invoke("lint", "--rules", "--json").text)["rules"]}
    assert rules["AIR054"] == "computes it" and rules["AIR010"] == ""


def test_sarif_has_what_is_left(folder: Path) -> None:
    (run,) = json.loads(fix("unstamped.air", "--dry-run", "--sarif").text)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["AIR010"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), 0),
        (("--fail-on", "warning"), 1),
        (("--fail-on", "AIR007"), 0),
        (("--fail-on", "AIR007", "--ignore", "AIR010"), 0),
        (("--fail-on", "note", "--ignore", "AIR010"), 0),
        (("--fail-on", "warning", "--ignore", "AIR010", "--baseline", "b.json"), 0),
        (("--ignore", "AIR007"), 0),
    ],
)
def test_the_exit_code_is_that_of_what_is_left(folder: Path, options: tuple[str, ...], code: int) -> None:
    result = fix("unstamped.air", "-o", "new.air", *options)
    assert result.code == code and Path("new.air").exists()
    text = invoke("lint", "new.air").text
    assert ("AIR007" in text) == ("AIR007" in options and "--ignore" in options and "--fail-on" not in options)


def test_what_was_accepted_and_is_fixed_is_said(folder: Path) -> None:
    assert invoke("lint", "s.air", "--write-baseline", "b.json").code == 0
    result = fix("s.air", "-o", "new.air", "--baseline", "b.json")
    assert result.stderr.count("no longer found") == 2 and len(result.text.splitlines()) == 2


def test_a_cure_that_is_not_made_is_said(folder: Path) -> None:
    text = (ROOT / "golden/convert/producers/llvmlite-0.50.ll").read_text(encoding="utf-8")
    Path("opaque.ll").write_text(text)
    result = fix("opaque.ll", "-o", "opaque.ll")
    assert result.code == 1 and Path("opaque.ll").read_text() == text
    reason = "AIR004: with its cure the module would have an error: the module has opaque pointers"
    assert f"mtlb: warning: opaque.ll: not cured: {reason}" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("s.air", "--fix needs an output"),
        ("s.air -o a -d b", "-o and -d can't be used together"),
        ("s.air good.air -o a", "name a directory with -d"),
        ("s.air -o -", "the findings are printed to stdout"),
        ("- -d new", "stdin has no name"),
        ("s.air ./s.air -d new", "two inputs would be written to s.air"),
        ("s.air -d good.air", "good.air is a file"),
        ("s.air -o o --write-baseline w.json", "--fix and --write-baseline can't be used together"),
        ("s.air -o b.json --baseline b.json", "b.json is an input: name another file"),
        ("./ -d new", "a directory has no file name"),
        (". -o out", "choose one of"),
        ("-o out", "name a module or a library"),
    ],
)
def test_wrong_usage(folder: Path, words: str, message: str) -> None:
    before = kept(folder)
    result = fix(*words.split())
    assert (result.code, result.stdout) == (2, b"") and message in result.stderr
    assert kept(folder) == before and not (folder / "new").exists()


def test_what_is_taken_out_of_a_file_never_replaces_it(folder: Path) -> None:
    assert invoke("lipo", "create", "x.metallib", "-o", "fat").code == 0
    with zipfile.ZipFile("app.zip", "w") as archive:
        archive.write("x.metallib")
    before = kept(folder)
    for name in ("fat", "app.zip"):
        for output in (["-o", name], ["-d", "."]):
            result = fix(name, *output)
            assert result.code == 2 and f"{name} is an input: name another file" in result.stderr
        assert kept(folder) == before
    fix("x.metallib", "-o", "y.metallib")
    for name in ("fat", "app.zip"):
        assert fix(name, "-o", "z.metallib").code == 0
        assert Path("z.metallib").read_bytes() == Path("y.metallib").read_bytes()


def test_what_is_not_part_of_the_library_is_named(folder: Path) -> None:
    Path("x.metallib").write_bytes(library() + b"more")
    result = fix("x.metallib", "-o", "y.metallib")
    assert "x.metallib: 4 bytes that are not part of the library are left out" in result.stderr
    fix("y.metallib", "-o", "z.metallib")
    assert Path("z.metallib").read_bytes() == Path("y.metallib").read_bytes()


@pytest.mark.parametrize("words", ["-o x", "-d x", "--dry-run"])
def test_options_of_a_fix_alone(folder: Path, words: str) -> None:
    result = invoke("lint", "s.air", *words.split())
    assert result.code == 2 and "-o, -d and --dry-run are for --fix" in result.stderr


def test_an_input_never_replaces_another_one(folder: Path) -> None:
    """Through a link, either."""
    Path("in").mkdir()
    shutil.copy("s.air", "in/link.air")
    Path("link.air").symlink_to("s.air")
    before = kept(folder)
    result = fix("in/link.air", "s.air", "-d", ".")
    assert result.code == 2 and "link.air is an input: name another file" in result.stderr
    result = fix("in/link.air", "s.air", "-o", "s.air")
    assert result.code == 2 and kept(folder) == before


@pytest.mark.parametrize("bad", ["no.air", "bad.metallib", "missing", "b.json"])
@pytest.mark.parametrize("more", [(), ("s.air",)])
def test_all_or_nothing(folder: Path, bad: str, more: tuple[str, ...]) -> None:
    before = kept(folder)
    result = fix(*more, bad, "-d", "new")
    assert result.code == 1 and bad in result.stderr + result.text and "Traceback" not in result.stderr
    result = fix(*more, bad, "-d", ".")
    assert result.code == 1 and kept(folder) == before and not (folder / "new").exists()
    if not more:
        assert fix(bad, "-o", "out").code == 1 and kept(folder) == before


def test_an_output_that_can_not_be_written(folder: Path) -> None:
    before = kept(folder)
    result = fix("s.air", "-o", "missing/x.air")
    assert result.code == 1 and "missing" in result.stderr and kept(folder) == before
