"""Assembles the static explorer in a folder: `python tools/build_explorer.py DIR`. Any web server can serve it.

The page comes from `mtlb/inspect/page`, Pyodide from the npm package that `web/package-lock.json` names (`npm ci` in
`web/` fetches it), mtlb from a wheel of this checkout, which pip builds, or from `--wheel`. Nothing else is fetched,
then or by the page. The same files give the same folder, which has about 14 MB:

    index.html page.js page.css worker.js LICENSES.txt
    manifest.json  size and SHA-256 of every other file
    pyodide/   pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json wheels.json *.whl,
               package.json and README.md of Pyodide (Mozilla Public License 2.0)
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "mtlb" / "inspect" / "page"
RUNTIME = ROOT / "web" / "node_modules" / "pyodide"

PAGE_FILES = {
    "explore.html": "index.html",
    "page.js": "page.js",
    "page.css": "page.css",
    "worker.js": "worker.js",
    "LICENSES.txt": "LICENSES.txt",
}
RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ABOUT_RUNTIME = ("package.json", "README.md")  # its version, licence and home
DAWN = "315532800"  # seconds: 1980, before which no zip can date a file; the wheel does not depend on the clock
SOURCES = ("mtlb", "linker", "cli", "tools", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")


def build_wheel(directory: Path) -> Path:
    """A wheel of this checkout that runs on any machine: Python alone, nothing compiled."""
    source = directory / "source"  # setuptools leaves files beside what it builds
    source.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, source / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(directory), str(source)]
    subprocess.run(command, check=True, env={**os.environ, "MTLB_PURE": "1", "SOURCE_DATE_EPOCH": DAWN})
    (wheel,) = directory.glob("mtlb-*.whl")
    return wheel


def build(target: Path, wheel: Path, runtime: Path) -> None:
    """Fills the folder `target`, which is made if it isn't there."""
    if not wheel.name.endswith("-none-any.whl"):
        raise SystemExit(f"{wheel.name} is for one kind of machine; the browser needs one of Python alone (none-any)")
    missing = [name for name in RUNTIME_FILES if not (runtime / name).is_file()]
    if missing:
        raise SystemExit(
            f"{runtime} lacks {', '.join(missing)}: run `npm ci` in web/, or name Pyodide's with --runtime"
        )
    python = target / "pyodide"
    python.mkdir(parents=True, exist_ok=True)
    for name, name_there in PAGE_FILES.items():
        shutil.copyfile(PAGE / name, target / name_there)
    for name in (*RUNTIME_FILES, *ABOUT_RUNTIME):
        shutil.copyfile(runtime / name, python / name)
    for old in python.glob("*.whl"):
        old.unlink()
    shutil.copyfile(wheel, python / wheel.name)
    (python / "wheels.json").write_text(json.dumps([wheel.name]) + "\n", encoding="utf-8")
    made = (*PAGE_FILES.values(), *(f"pyodide/{name}" for name in (*RUNTIME_FILES, *ABOUT_RUNTIME, wheel.name)))
    files = {name: described(target / name) for name in sorted((*made, "pyodide/wheels.json"))}
    (target / "manifest.json").write_text(json.dumps({"files": files}, indent=1) + "\n", encoding="utf-8")


def described(path: Path) -> dict[str, int | str]:
    """The row of a file in the manifest."""
    data = path.read_bytes()
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Assembles the static explorer in a folder.")
    parser.add_argument("target", type=Path, help="the folder to fill")
    parser.add_argument("--wheel", type=Path, help="a wheel of mtlb; else one is built of this checkout")
    parser.add_argument("--runtime", type=Path, default=RUNTIME, help="the folder with Pyodide's files")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        wheel = arguments.wheel or build_wheel(Path(scratch))
        build(arguments.target, wheel, arguments.runtime)


if __name__ == "__main__":
    main()
