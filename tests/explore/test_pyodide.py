"""The session inside Pyodide, under node: the same answers as here. Needs the npm package (`npm ci` in web/).

MTLB_PYODIDE names another folder with the package.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import mtlb
from mtlb.explore import Explorer
from mtlb.linker import LinkOptions, SourceOptions, link
from tests.conftest import ROOT
from tests.linker.test_sources import recorded

GOLDEN = ROOT / "golden"
NODE = shutil.which("node")
PYODIDE = Path(os.environ.get("MTLB_PYODIDE") or ROOT / "web" / "node_modules" / "pyodide")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        NODE is None or not (PYODIDE / "pyodide.asm.wasm").is_file(), reason="no node, or no npm package pyodide"
    ),
]

QUESTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("open", {}),
    ("library", {}),
    ("columns", {}),
    ("function", {"index": 0}),
    ("code", {"index": 0}),
    ("source", {"index": 0}),
    ("calls", {"index": 0}),
    ("uses", {}),
    ("search", {"text": "load"}),
    ("sources", {}),
    ("verify", {"modules": True}),
    ("lint", {}),
    ("doctor", {"os": "macos:12", "modules": True}),
    ("save", {"kind": "ir", "params": {"index": 0}}),
    ("save", {"kind": "modules"}),
    ("save", {"kind": "sources"}),
    ("save", {"kind": "stripped"}),
    ("save", {"kind": "retargeted", "params": {"platform": "ios"}}),
    ("save", {"kind": "facts"}),
    ("save", {"kind": "report"}),
)


def files(directory: Path) -> list[str]:
    """Golden files of each kind, a library with sources and a zip, in a directory."""
    names = []
    for path in (*sorted((GOLDEN / "lib").glob("*.metallib")), GOLDEN / "air/saxpy.air", GOLDEN / "dxbc/compute.dxbc"):
        shutil.copy(path, directory)
        names.append(path.name)
    library = link([recorded()], LinkOptions(sources=SourceOptions("metallib x.air", "/build"))).library
    (directory / "sources.metallib").write_bytes(mtlb.write(library))
    (directory / "damaged.metallib").write_bytes((GOLDEN / "lib/air-lld-macos14.metallib").read_bytes()[:-900])
    (directory / "x.txt").write_bytes(b"no shader")
    shutil.make_archive(str(directory / "x"), "zip", GOLDEN / "apple")
    return [*names, "sources.metallib", "damaged.metallib", "x.txt", "x.zip"]


def here(directory: Path, name: str, explorer: Explorer, opened: dict[str, Any], method: str, params: Any) -> list[Any]:
    if name not in opened:
        opened[name] = json.loads(explorer.open(name, str(directory / name)))
    if "error" in opened[name] or method == "open":
        return [opened[name], None]
    text, data = explorer.call(method, json.dumps({**params, "file": opened[name]["result"]["file"]}))
    return [json.loads(text), None if data is None else hashlib.sha256(data).hexdigest()]


def test_the_answers_are_the_same(tmp_path: Path) -> None:
    packages, directory = tmp_path / "packages", tmp_path / "files"
    directory.mkdir()
    # Without the links to linker/ and cli/: the session needs neither.
    ignored = shutil.ignore_patterns("__pycache__", "linker", "cli")
    shutil.copytree(ROOT / "mtlb", packages / "mtlb", ignore=ignored, symlinks=True)
    questions = [(name, method, params) for name in files(directory) for method, params in QUESTIONS]
    (directory / "questions.json").write_text(json.dumps(questions))
    assert NODE is not None
    command = [NODE, str(Path(__file__).with_name("in_pyodide.mjs")), str(PYODIDE), str(packages)]
    done = subprocess.run(
        [*command, str(directory / "questions.json")], capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    *answers, (loaded, _) = (json.loads(line) for line in done.stdout.splitlines())
    assert loaded == ""
    explorer, opened = Explorer(), dict[str, Any]()
    for (name, method, params), (text, digest) in zip(questions, answers, strict=True):
        expected = here(directory, name, explorer, opened, method, params)
        assert [json.loads(text.replace("/files/", f"{directory}/")), digest] == expected, f"{name}: {method} {params}"
