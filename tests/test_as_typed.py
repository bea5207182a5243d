"""Each command of the README and of the guides, typed in order in a copy of the repository as git has it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.typed import commands, copy_repository, shaders, typed

PAGES = (
    "README.md",
    "docs/index.md",
    "docs/for-ci.md",
    "docs/for-compilers.md",
    "docs/for-reverse-engineers.md",
    "docs/for-packagers.md",
    "docs/hello-kernel.md",
    "docs/where-air-comes-from.md",
)

FIRST = ("index", "for-ci", "for-reverse-engineers", "for-compilers", "hello-kernel")
"""The newcomer's path: pages of docs/ that are short enough to be read in one go."""

NOT_TYPED = {
    ". .venv/bin/activate": "a shell's own command",
    "pip install .": "the network",
    "python3 -m venv .venv": "pip and the network; tests/test_packaging.py installs into an environment",
    ".venv/bin/pip install -q .": "the network; tests/test_packaging.py installs",
    ".venv/bin/pip install -q '.[test]'": "the network",
    ".venv/bin/python -m pytest -n 2": "these tests",
}
"""What is not typed here, and why."""


@pytest.mark.long
def test_each_command_does_what_the_page_says(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path_factory.mktemp("clone")
    copy_repository(clone)
    monkeypatch.chdir(clone)
    left_out = set()
    wrong = []
    count = 0
    for page in PAGES:
        actual = commands((clone / page).read_text(encoding="utf-8"))
        assert actual or page != "README.md"
        for command in actual:
            if command.line in NOT_TYPED:
                left_out.add(command.line)
                continue
            count += 1
            result = typed(command.line)
            if result.code != command.code:
                wrong.append(f"{page}: {command.line}: exit code {result.code}\n{result.stderr}")
    assert wrong == []
    assert left_out == set(NOT_TYPED) and count > 35
    assert (clone / "shaders.metallib").read_bytes() == shaders()


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_one_that_is_typed(page: str) -> None:
    """A command in a block of another language would be typed by readers, and by no test."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for block in text.split("```")[1::2]:
        language, _, body = block.partition("\n")
        if language not in ("sh", "console"):
            assert not any(line.startswith(("$ ", "mtlb ")) for line in body.splitlines()) or language == "bat", page


@pytest.mark.parametrize("page", FIRST)
def test_the_first_pages_are_short(page: str) -> None:
    assert f"docs/{page}.md" in PAGES
    assert len((ROOT / f"docs/{page}.md").read_text(encoding="utf-8").split()) < 600


def test_the_program_of_the_page_is_the_one_that_runs() -> None:
    program = Path(ROOT / "examples/hello_kernel.py").read_text(encoding="utf-8")
    assert f"```python\n{program}```" in (ROOT / "docs/hello-kernel.md").read_text(encoding="utf-8")
    assert len(program.splitlines()) <= 20


def test_what_the_commands_leave_is_not_taken_for_a_part_of_the_repository() -> None:
    """`git status` of a clone in which the guides were typed is clean."""
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    outputs = set()
    for page in PAGES:
        for command in commands((ROOT / page).read_text(encoding="utf-8")):
            words = shlex.split(command.line)
            outputs |= {words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-o", "-d")}
    assert len(outputs) > 8
    assert [
        output for output in outputs if f"/{output}/" not in ignored and f"/*{Path(output).suffix}" not in ignored
    ] == []
