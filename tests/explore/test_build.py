"""The static explorer's folder (tools/build_explorer.py), of a runtime and a wheel that are made up."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


def build(target: Path, wheel: Path, runtime: Path) -> subprocess.CompletedProcess[str]:
    words = [str(ROOT / "tools/build_explorer.py"), str(target), "--wheel", str(wheel), "--runtime", str(runtime)]
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


def test_the_folder_is_whole_and_always_the_same(tmp_path: Path) -> None:
    runtime, wheel = tmp_path / "runtime", tmp_path / "mtlb-1-py3-none-any.whl"
    runtime.mkdir()
    wheel.write_bytes(b"a wheel")
    refused = build(tmp_path / "x", wheel, runtime)
    assert refused.returncode == 1 and "lacks pyodide.mjs" in refused.stderr
    for name in (*RUNTIME, "package.json", "README.md"):
        (runtime / name).write_text(name)
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        done = build(folder, wheel, runtime)
        assert done.returncode == 0, done.stderr
    first, second = (
        {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in folders
    )
    assert first == second
    listed = json.loads(first.pop("manifest.json"))["files"]
    expected = {n.replace("\\", "/"): (len(d), hashlib.sha256(d).hexdigest()) for n, d in first.items()}
    assert {name: (row["size"], row["sha256"]) for name, row in listed.items()} == expected
    assert json.loads(first["pyodide/wheels.json"]) == [wheel.name]


def test_a_wheel_for_one_kind_of_machine_is_refused(tmp_path: Path) -> None:
    refused = build(tmp_path / "x", tmp_path / "mtlb-1-cp311-cp311-manylinux_2_28_x86_64.whl", tmp_path)
    assert refused.returncode == 1 and "needs one of Python alone" in refused.stderr
