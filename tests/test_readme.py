"""What the README shows is run."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

import mtlb
from tests.cli.invoke import invoke
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_main_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mtlb commands of the first line, on the inputs in the repository."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "golden").symlink_to(ROOT / "golden")
    commands = [part.strip() for part in blocks("sh")[0].split("&&")]
    ours = [command for command in commands if command.startswith(".venv/bin/mtlb ")]
    assert len(ours) == 2 and commands[1] == ".venv/bin/pip install -q ."
    outputs = []
    for command in ours:
        words = [w for word in shlex.split(command)[1:] for w in (sorted(map(str, Path().glob(word))) or [word])]
        result = invoke(*words)
        assert result.code == 0, result.stderr
        outputs.append(result.stdout)
    assert b"functions   5" in outputs[1] and len(mtlb.open("shaders.metallib").functions) == 5


def test_the_tests_are_run_as_ci_runs_them() -> None:
    command = blocks("sh")[1].strip().rsplit(" && ", 1)[1]
    assert command.replace(".venv/bin/", "") in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "golden").mkdir()
    library = ROOT / "golden" / "lib" / "air-lld-kinds.metallib"
    for name in ("default.metallib", "golden/default.metallib"):
        shutil.copyfile(library, tmp_path / name)
    for source, name in (("link_main", "main.air"), ("link_helper", "noise.air")):
        shutil.copyfile(ROOT / "golden" / "air" / f"{source}.air", tmp_path / name)
    bitcode = (ROOT / "golden" / "air" / "saxpy.air").read_bytes()
    names: dict[str, Any] = {"bitcode": bitcode, "built": mtlb.read(library.read_bytes())}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)
    linked = len(mtlb.open("shaders.metallib").functions)
    assert capsys.readouterr().out.count("\n") == len(mtlb.open(library).functions) + linked > linked > 0
    assert [function.name for function in mtlb.open("saxpy.metallib").functions] == ["saxpy"]


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", README)
    assert len(targets) > 10
    assert [target for target in targets if not (ROOT / target).exists()] == []
