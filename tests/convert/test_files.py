"""`mtlb.convert_file`, and the call of the package that has its command's name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb.convert import ConvertTarget, Plan
from tests.cli.invoke import invoke
from tests.conftest import ROOT

SOURCE = ROOT / "golden/src/saxpy.ll"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, []),
        ({"target": "ios17.2"}, ["--target", "ios17.2"]),
        ({"target": ConvertTarget.parse("ios17.2")}, ["--target", "ios17.2"]),
        ({"target": "ios17-simulator"}, ["--target", "ios-simulator:17.0"]),
        ({"target": "air2.5"}, ["--target", "air64-apple-macosx13.0.0"]),
        ({"platform": "ios", "min_os": "17.2"}, ["--platform", "ios", "--min-os", "17.2"]),
        ({"platform": mtlb.Platform.MACOS, "min_os": (15, 0)}, ["--target", "macos15"]),
        ({"target": "macos15", "pointers": "i8"}, ["--target", "macos15", "--pointers", "i8"]),
    ],
)
def test_a_file_is_converted_as_the_command_does(given: dict[str, Any], words: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out.air"
    result = invoke("convert", SOURCE, *words, "-o", out)
    assert result.code == 0, result.stderr
    expected = out.read_bytes()
    for file in (
        SOURCE,
        str(SOURCE),
        (str(SOURCE), SOURCE.read_bytes()),
        (str(SOURCE), bytearray(SOURCE.read_bytes())),
    ):
        assert mtlb.convert_file(file, **given).bitcode == expected
    assert [f.name for f in mtlb.link([("saxpy.air", expected)]).library] == ["saxpy"]


def test_plans_are_texts_and_tables(tmp_path: Path) -> None:
    text = """
define void @fill(ptr %out, i32 %i) {
  %at = getelementptr float, ptr %out, i32 %i
  store float 1.0, ptr %at
  ret void
}
"""
    toml = "[entries.fill]\n"
    toml += 'arguments = [{ buffer = 0, type = "float" }, { builtin = "thread_position_in_grid", axis = "x" }]\n'
    plan = Plan.parse(toml)
    (tmp_path / "plan.toml").write_text(toml, encoding="utf-8")
    (tmp_path / "fill.ll").write_text(text, encoding="utf-8")
    out = tmp_path / "out.air"
    result = invoke("convert", tmp_path / "fill.ll", "--plan", tmp_path / "plan.toml", "-o", out)
    assert result.code == 0, result.stderr
    for inputs in (toml, plan):
        made = mtlb.convert_file(tmp_path / "fill.ll", plan=inputs)
        assert made.bitcode == out.read_bytes()
        assert [item.name for item in mtlb.describe(made.module)] == ["fill"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"target": "macos99"}, "there is no macOS 99.0: "),
        ({"target": "windows"}, "not a target: 'windows'"),
        ({"target": 14}, "target is 14; expected "),
        ({"target": "ios17", "platform": "ios"}, "can't be used together"),
        ({"min_os": "17"}, "min_os needs platform"),
        ({"pointers": "none"}, "unknown policy for pointers: 'none'"),
        ({"source": "cuda"}, "unknown source 'cuda'"),
        ({"entries": "saxpy"}, "entries is 'saxpy'; expected a list"),
        ({"plan": 1}, "plan is 1; expected "),
        ({"shader": {}}, "shader is {}; expected "),
    ],
)
def test_bad_options_are_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(mtlb.BuildError) as caught:
        mtlb.convert_file(SOURCE, **given)
    assert reason in str(caught.value)


def test_bad_inputs_are_refused(tmp_path: Path) -> None:
    for wrong in (None, b"x", 1, ("x",), ("x", "text"), (1, b"x")):
        with pytest.raises(mtlb.BuildError, match="input"):
            mtlb.convert_file(wrong)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        mtlb.convert_file(tmp_path / "none.ll")
    with pytest.raises(mtlb.FormatError, match=r"^bad\.ll: it is neither LLVM bitcode nor textual IR"):
        mtlb.convert_file(("bad.ll", b"\0\1"))


def test_an_os_of_the_year_after_the_newest_has_a_warning() -> None:
    assert "is newer than this mtlb" in mtlb.convert_file(SOURCE, "macos28").warnings[0]


@pytest.mark.parametrize("before", ["", "mtlb.link; ", "import mtlb.convert; mtlb.convert.ConvertOptions; "])
def test_a_call_of_the_package_names_the_function(before: str) -> None:
    """Whatever was imported before it."""
    code = f"import mtlb; {before}mtlb.convert('x.ll')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "TypeError: mtlb.convert is a package: mtlb.convert_file(path) converts a file"
    )
