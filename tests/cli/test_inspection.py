"""check, doctor, lint, diff, size and report as commands: what they print, and their exit codes."""

from __future__ import annotations

import json
import os
from email.message import Message
from pathlib import Path

import pytest

from tests.air.test_lint import version
from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.inspect.libraries import GOLDEN, edited, function, module, stored

LIBRARY = GOLDEN / "lib" / "air-lld-macos14.metallib"


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    path = tmp_path / "mixed.metallib"
    path.write_bytes(stored(function("old"), *(function(f"new{i}", msl="3.2") for i in range(5))))
    return path


def test_check_lists_floors(mixed: Path) -> None:
    result = invoke("check", mixed)
    assert (result.code, result.text) == (0, f"{mixed}: needs macOS 15.0 (Metal 3.2)\n")


def test_check_lists_functions_that_need_more(mixed: Path) -> None:
    result = invoke("check", mixed, "--min-os", "macos:14.0")
    assert result.code == 1
    assert result.text.splitlines() == [
        f"{mixed}: no: needs macOS 15.0 (Metal 3.2)",
        "  Metal 3.2: needs macOS 15.0 in new0, new1, new2 and 2 more",
    ]
    assert "new3, new4\n" in invoke("check", mixed, "--min-os", "macos:14.0", "-f").text
    assert invoke("check", mixed, "--min-os", "macos:15", "--min-os", "ios:17").code == 0
    assert "is for macOS, not for iOS" in invoke("check", mixed, "--platform", "ios").text


def test_check_walks_directories(mixed: Path, tmp_path: Path) -> None:
    (tmp_path / "exe").write_bytes(b"\x7fELF" + bytes(60) + LIBRARY.read_bytes())
    lines = invoke("check", tmp_path).text.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{tmp_path}{os.sep}exe@0x40", str(mixed)]


def test_check_without_any_library_fails(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("nothing")
    result = invoke("check", tmp_path)
    assert (result.code, result.stdout) == (1, b"")
    assert "no metallib found" in result.stderr
    (tmp_path / "exe").write_bytes(b"\x7fELF" + bytes(60))
    assert invoke("check", tmp_path / "exe").code == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--min-os", "macos"],
        ["--min-os", "14.0"],
        ["--min-os", "macos:x"],
        ["--platform", "beos"],
        ["--min-os", "ios:1", "--min-os", "ios:2"],
    ],
)
def test_check_usage(words: list[str]) -> None:
    assert invoke("check", LIBRARY, *words).code == 2


def test_doctor(tmp_path: Path) -> None:
    path = tmp_path / "new.metallib"
    path.write_bytes(stored(function(air="2.8", msl="4.0"), os="26.0", container="1.2.9"))
    result = invoke("doctor", path, "--os", "macos:15.7", "--no-modules")
    assert result.code == 1
    lines = result.text.splitlines()
    assert lines[:4] == [
        f"{path}: 1 error; the modules were not read",
        "",
        "error[library-language]",
        "  This library is using language version 4.0 which is not supported on this OS.",
    ]
    assert any(line.startswith("  What to do: ") for line in lines)
    assert (
        invoke("doctor", path, "--os", "macos:26", "--no-modules").text
        == f"{path}: nothing wrong; the modules were not read\n"
    )
    assert invoke("doctor", path, "--os", "beos:5").code == 2


def test_lint_severities(tmp_path: Path) -> None:
    path = tmp_path / "x.air"
    path.write_bytes(edited(lambda m: m.named_metadata.pop("air.compile_options")))
    assert invoke("lint", path).code == 0
    assert invoke("lint", path, "--fail-on", "warning").code == 1
    without = ["--ignore", "AIR010", "--ignore", "AIR008"]
    assert invoke("lint", path, "--fail-on", "warning", *without).code == 0
    assert f"{path}: warning: !air.compile_options is missing" in invoke("lint", path).text
    assert invoke("lint", path, "--ignore", "AIR999").code == 2
    assert invoke("lint", path, "--fail-on", "never").code == 2


def test_lint_rules_are_listed() -> None:
    lines = invoke("lint", "--rules").text.splitlines()
    assert lines[0].split()[:3] == ["AIR000", "error", "proven"]
    assert len(lines) > 25


def test_sarif(tmp_path: Path) -> None:
    path = tmp_path / "a b.metallib"
    path.write_bytes(stored(function("f", data=edited(lambda m: m.named_metadata.pop("air.version")))))
    result = invoke("lint", "--sarif", path)
    log = json.loads(result.text)
    assert (result.code, log["version"]) == (1, "2.1.0")
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == sorted({result["ruleId"] for result in run["results"]})
    for actual in run["results"]:
        assert rules[actual["ruleIndex"]] == actual["ruleId"]
        (location,) = actual["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"].endswith("/a%20b.metallib")
        assert location["logicalLocations"] == [{"name": "f", "kind": "function"}]
    assert "AIR004" in rules
    for rule in run["tool"]["driver"]["rules"]:
        assert f"docs/lint/{rule['id']}.md" in rule["help"]["text"] and (ROOT / f"docs/lint/{rule['id']}.md").exists()


def test_sarif_has_the_former_names_of_a_rule(tmp_path: Path) -> None:
    """SARIF 2.1.0: `deprecatedNames` lets a result manager match results from before the change."""
    path = tmp_path / "x.metallib"
    path.write_bytes(stored(function("f", data=edited(version("air.language_version", 3, 2, 0)))))
    driver = json.loads(invoke("lint", "--sarif", path).text)["runs"][0]["tool"]["driver"]
    (rule,) = [rule for rule in driver["rules"] if rule["id"] == "AIR006"]
    assert (rule["name"], rule["deprecatedNames"]) == ("language-too-new", ["language-too-young"])
    assert {rule["id"] for rule in driver["rules"] if "deprecatedNames" in rule} == {"AIR006"}


def test_sarif_links_the_documentation_that_the_package_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.metallib"
    path.write_bytes(stored(function("f", data=edited(lambda m: m.named_metadata.pop("air.version")))))
    named = Message()
    named["Project-URL"] = "Documentation, https://example.org/mtlb/"
    for actual, uri in ((named, "https://example.org/mtlb/lint/AIR004/"), (Message(), None)):
        monkeypatch.setattr("importlib.metadata.metadata", lambda name, actual=actual: actual)
        driver = json.loads(invoke("lint", "--sarif", path).text)["runs"][0]["tool"]["driver"]
        assert {rule["id"]: rule.get("helpUri") for rule in driver["rules"]}["AIR004"] == uri
        assert driver.get("informationUri") == ("https://example.org/mtlb/" if uri else None)


def test_diff(tmp_path: Path) -> None:
    old, new = tmp_path / "old.metallib", tmp_path / "new.metallib"
    old.write_bytes(stored(function("a"), function("b"), function("c")))
    new.write_bytes(stored(function("b"), function("a", msl="3.0"), function("d"), os="14.1"))
    result = invoke("diff", old, new)
    assert result.code == 0
    assert result.text.splitlines() == [
        f"--- {old}",
        f"+++ {new}",
        "header: platform: macos (0x1), OS 14.0.0 → macos (0x1), OS 14.1.0",
        "> b (from position 1 to 0)",
        "~ a",
        "    MSL version: 3.1 → 3.0",
        "+ d",
        "- c",
        "1 added, 1 removed, 1 changed, 1 moved, 0 same",
    ]
    assert invoke("diff", "--exit-code", old, new).code == 1
    same = invoke("diff", "--exit-code", old, old)
    assert (same.code, same.stdout) == (0, b"")


def test_size(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    path.write_bytes(stored(function("k_float"), function("k_half"), function("other", data=module() + bytes(32))))
    text = invoke("size", path, "-n", "2").text
    assert "MODULE_LIST" in text
    assert "functions: the largest 2 of 3" in text
    assert "k_*" in text
    assert "stored more than once" in text
    assert "k_float, k_half" in text
    assert "largest" not in invoke("size", path, "-n", "0").text


def test_report(tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    result = invoke("report", LIBRARY, "-o", output)
    assert (result.code, result.stdout) == (0, b"")
    assert output.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert invoke("report", LIBRARY).text == output.read_text(encoding="utf-8")
    assert len(invoke("report", LIBRARY, "--code", "0").stdout) < output.stat().st_size


def test_names_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.metallib"
    evil = function("\x1b[31mred\n\udcff", msl="4.0")
    path.write_bytes(stored(evil, evil))
    commands: tuple[list[str | Path], ...] = (
        ["check", path, "--min-os", "macos:14"],
        ["doctor", path, "--os", "macos:14"],
        ["lint", path],
        ["size", path],
        ["diff", LIBRARY, path],
    )
    for words in commands:
        text = invoke(*words).text
        assert "\x1b" not in text
        assert "\\x1b[31mred\\n" in text


def test_info_sorts_versions_by_number(tmp_path: Path) -> None:
    path = tmp_path / "x.metallib"
    path.write_bytes(stored(function("a", air="2.10"), function("b", air="2.9"), function("c", air="2.10")))
    assert "2.9 (1), 2.10 (2)\n" in invoke("info", path).text
