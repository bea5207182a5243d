"""A folder with two modules and what a build system needs; the tools are run as a user runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mtlb
from tests.conftest import ROOT

FILES = ROOT / "integrations"
FIRST, SECOND, THIRD = (ROOT / "golden/air" / f"{name}.air" for name in ("saxpy", "triangle_vertex", "air_vertex"))


def tool(name: str) -> str:
    """The path of a tool; the test is skipped where there is none. Those of this environment come first."""
    path = shutil.which(name, path=search_path())
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def search_path() -> str:
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


class Project:
    """`folder` with first.air and second.air; `run` runs a tool there with `mtlb` in PATH."""

    def __init__(self, folder: Path, *copied: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(FIRST, folder / "first.air")
        shutil.copy(SECOND, folder / "second.air")
        for path in copied:
            shutil.copy(path, folder / path.name)
        programs = folder / "programs"
        programs.mkdir()
        self.program = programs / "mtlb"
        self.calls = folder / "calls.txt"
        self.program.write_text(
            f"#!/bin/sh\necho \"$@\" >> '{self.calls}'\nPYTHONPATH='{ROOT}' exec '{sys.executable}' -m mtlb \"$@\"\n"
        )
        self.program.chmod(0o755)
        self.environment = {**os.environ, "PATH": os.pathsep.join([str(programs), search_path()])}

    def run(self, *words: str | Path, code: int = 0, **variables: str) -> str:
        """What the tool says."""
        result = subprocess.run(
            [str(word) for word in words],
            cwd=self.folder,
            env={**self.environment, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )
        assert result.returncode == code, result.stdout
        return result.stdout

    @property
    def links(self) -> int:
        """How often `mtlb link` was called so far."""
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return sum(line.startswith("link ") for line in lines)

    def change(self, name: str = "second.air") -> None:
        """Another module in this file, newer than all others."""
        path = self.folder / name
        later = max(path.stat().st_mtime for path in self.folder.rglob("*") if path.is_file()) + 2
        shutil.copy(THIRD, path)
        os.utime(path, (later, later))


def expected(folder: Path, output: str = "shaders.metallib") -> bytes:
    """The library of the folder's two modules."""
    options = mtlb.LinkOptions(output=output)
    files = [(name, (folder / name).read_bytes()) for name in ("first.air", "second.air")]
    return mtlb.write(mtlb.link(files, options).library)
