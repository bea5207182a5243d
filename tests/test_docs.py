"""The transcripts in docs/ are what the commands print: ```console blocks of `$ mtlb ...` lines and their output.

`MTLB_UPDATE_GOLDEN=1` writes what is printed now into the pages.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from mtlb.air.lint.rules import RULES
from mtlb.inspect.doctor import CHECKS
from mtlb.testing import UPDATE_VARIABLE
from tests.cli.invoke import invoke

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted((ROOT / "docs" / "commands").glob("*.md")), ROOT / "docs" / "messages.md"]
BLOCK = re.compile(r"```console\n(.*?)```\n", re.DOTALL)


def transcript(block: str) -> str:
    """The block with the output of its commands as it is now."""
    lines = []
    for command in re.findall(r"^\$ (mtlb .*)$", block, re.MULTILINE):
        result = invoke(*shlex.split(command)[1:])
        lines.append(f"$ {command}\n{result.text}{result.stderr}")
        if result.code:
            lines.append(f"(exit code {result.code})\n")
    return "".join(lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_transcripts(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "golden").symlink_to(ROOT / "golden")
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    now = BLOCK.sub(lambda match: f"```console\n{transcript(match[1])}```\n", text)
    if os.environ.get(UPDATE_VARIABLE, "0") not in ("", "0"):
        page.write_text(now, encoding="utf-8")
        return
    assert "$ mtlb " in text
    assert now == text


def test_every_rule_has_a_page() -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "lint").glob("AIR*.md")}
    assert sorted(pages) == sorted(RULES)
    for code, rule in RULES.items():
        assert pages[code].startswith(f"# {code}: {rule.summary}\n\n{rule.severity}, {rule.certainty}\n"), code
    index = (ROOT / "docs" / "lint" / "README.md").read_text(encoding="utf-8")
    assert [code for code in RULES if f"[{code}]({code}.md)" not in index] == []


def test_every_message_is_in_the_index() -> None:
    index = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    assert [code for code in CHECKS if f"`{code}`" not in index] == []
