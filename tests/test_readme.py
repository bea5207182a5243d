"""What the README shows is run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

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
    """CI runs the README's command as it stands, alone on its line, before what takes longer."""
    command = blocks("sh")[1].strip().rsplit(" && ", 1)[1].removeprefix(".venv/bin/")
    lines = [line.partition(" #")[0].rstrip() for line in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()]
    assert lines.index(command) < lines.index(f"{command} -m long")


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", README)
    assert len(targets) > 10
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_it_is_short() -> None:
    """What, two commands, one picture, where to go; tables have their own pages."""
    assert len(README.splitlines()) < 85 and len(README.split()) < 700
    assert len(blocks("sh")) == 2 and README.count("![") == 1
    assert all(f"(docs/for-{reader}.md)" in README for reader in ("ci", "compilers", "reverse-engineers", "packagers"))
