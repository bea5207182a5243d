"""What pages show, typed: their commands, in a copy of the repository, after the README's first command."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import mtlb
from tests.cli.invoke import Result, invoke
from tests.conftest import ROOT

MADE = {".git", ".venv", "__pycache__", "build", "dist", "site", "node_modules", "findings"}
"""What lies in a checkout and is not part of the repository, where git can't be asked."""


@dataclass(frozen=True)
class Command:
    """A command of a page."""

    line: str
    code: int = 0
    """The exit code that the page says; a transcript says it in a line of its own, `(exit code 1)`."""


def commands(text: str) -> list[Command]:
    """The commands of a page's blocks of sh and console, in their order; a chain `a && b` is two."""
    results = []
    for language, block in re.findall(r"^```(sh|console)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        results += _of_transcript(block) if language == "console" else _of_script(block)
    return results


def _of_script(block: str) -> list[Command]:
    lines = re.sub(r"\\\n\s*", "", block).splitlines()
    lines = [re.sub(r"(^|\s+)#.*", "", line).strip() for line in lines]
    return [Command(part.strip()) for line in lines if line for part in line.split(" && ")]


def _of_transcript(block: str) -> list[Command]:
    results = []
    for item in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, said = item.partition("\n")
        code = re.search(r"^\(exit code (\d+)\)$", said, re.MULTILINE)
        results.append(Command(line, int(code[1]) if code else 0))
    return results


def typed(line: str) -> Result:
    """A command as it is typed, in the working directory: mtlb in this process, Python in another one.

    No shell takes part, so the line has no pipe or redirection; patterns of file names are expanded.
    """
    raw = shlex.split(line, posix=False)  # with their quotes
    assert not {"|", ">", "<", ";", "&", "&&"} & set(raw), f"{line}: needs a shell"
    program, *arguments = [name for word in raw for name in _expanded(word)]
    if Path(program).name == "mtlb":
        return invoke(*arguments)
    assert Path(program).name in ("python", "python3"), f"{line}: neither mtlb nor Python"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, env=environment, timeout=60)
    return Result(done.returncode, done.stdout, done.stderr.decode("utf-8"))


def _expanded(word: str) -> list[str]:
    """A word without its quotes; a pattern without quotes is the files that fit."""
    names = sorted(map(str, Path().glob(word))) if "*" in word and not {"'", '"'} & set(word) else []
    return names or shlex.split(word)


@cache
def tracked() -> tuple[str, ...]:
    """Every file of the repository: what git lists, or in a checkout without git what is no product of a build."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        names = [name for name in os.fsdecode(listed).split("\0") if name]
    else:
        names = []
        for directory, folders, files in os.walk(ROOT):
            folders[:] = [
                folder for folder in folders if folder not in MADE and not folder.endswith(("_cache", ".egg-info"))
            ]
            names += [Path(directory, file).relative_to(ROOT).as_posix() for file in files]
    return tuple(sorted(name for name in names if (ROOT / name).is_file()))


def copy_repository(place: Path) -> None:
    """The files of the repository in a folder, as a fresh clone has them; code that no command names is left out."""
    for name in tracked():
        if name.partition("/")[0] not in ("bench", "cli", "fuzz", "linker", "mtlb", "tests", "web"):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, place / name)


@cache
def shaders() -> bytes:
    """`shaders.metallib`, which the README's first command leaves."""
    modules = sorted((ROOT / "golden" / "air").glob("link_*.air"))
    return mtlb.write(mtlb.link(modules).library)
