"""The static explorer's folder (`mtlb explore --export`), of a runtime that is made up."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mtlb.base.errors import BuildError
from mtlb.explore.export import PYODIDE, export_explorer
from tests.cli.invoke import invoke
from tests.conftest import ROOT

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    folder = tmp_path / "runtime"
    folder.mkdir()
    for name in (*RUNTIME, "package.json", "README.md"):
        (folder / name).write_text(name)
    return folder


def held(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_folder_is_whole_and_always_the_same(tmp_path: Path, runtime: Path) -> None:
    names = export_explorer(tmp_path / "a", runtime)
    export_explorer(tmp_path / "b", runtime)
    export_explorer(tmp_path / "b", runtime)  # an earlier export is replaced
    first = held(tmp_path / "a")
    assert first == held(tmp_path / "b") and sorted(first) == names
    listed = json.loads(first.pop("manifest.json"))["files"]
    expected = {name: (len(data), hashlib.sha256(data).hexdigest()) for name, data in first.items()}
    assert {name: (row["size"], row["sha256"]) for name, row in listed.items()} == expected
    (wheel,) = json.loads(first["pyodide/wheels.json"])
    with zipfile.ZipFile(tmp_path / "a" / "pyodide" / wheel) as packed:
        members = packed.namelist()
    assert "mtlb/explore/session.py" in members and "mtlb/inspect/page/page.js" in members
    assert not [name for name in members if "/cli/" in name or "/linker/" in name or name.endswith(".pyc")]
    assert not list(tmp_path.glob(".mtlb-*"))


def test_what_is_refused(tmp_path: Path, runtime: Path) -> None:
    (runtime / "pyodide.mjs").unlink()
    with pytest.raises(BuildError, match=rf"lacks pyodide.mjs: .*npm pack pyodide@{PYODIDE}"):
        export_explorer(tmp_path / "x", runtime)
    (runtime / "pyodide.mjs").write_text("")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("")
    with pytest.raises(BuildError, match="is not empty and is not an earlier export; choose another folder"):
        export_explorer(tmp_path / "mine", runtime)
    assert held(tmp_path / "mine") == {"letter.txt": b""}


@pytest.mark.long
def test_the_command(tmp_path: Path, runtime: Path) -> None:
    assert invoke("explore", "--export", tmp_path / "x").code == 2
    assert invoke("explore", "--pyodide", runtime, "--no-browser").code == 2
    assert invoke("explore", "a.metallib", "--export", tmp_path / "x", "--pyodide", runtime).code == 2
    result = invoke("explore", "--export", tmp_path / "x", "--pyodide", runtime)
    assert (result.code, result.stderr) == (0, f"{tmp_path / 'x'}: 15 files\n")
    words = [sys.executable, str(ROOT / "tools/build_explorer.py"), str(tmp_path / "y"), "--runtime", str(tmp_path)]
    refused = subprocess.run(words, capture_output=True, text=True, check=False)
    assert refused.returncode == 1 and "lacks pyodide.mjs" in refused.stderr


def test_the_version_of_pyodide_is_that_of_the_page() -> None:
    packages = json.loads((ROOT / "web" / "package.json").read_text())
    assert packages["devDependencies"]["pyodide"] == PYODIDE
