"""The explorer as a folder that any web server can serve: the page, Pyodide's files, and this mtlb as a wheel."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import zipfile
from pathlib import Path

from .._version import __version__
from ..base.errors import BuildError
from ..base.files import hidden_directory
from ..inspect.templates import page_file

PYODIDE = "314.0.7"
"""The version of the npm package pyodide that the page was tested with."""
_PACKAGE = Path(__file__).resolve().parents[1]
_PAGE_FILES = {
    "index.html": "explore.html",
    "page.js": "page.js",
    "page.css": "page.css",
    "worker.js": "worker.js",
    "LICENSES.txt": "LICENSES.txt",
}
_RUNTIME_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_ABOUT_RUNTIME = ("package.json", "README.md")  # its version, licence and home
_LEFT_OUT = ("linker", "cli", "__pycache__")  # of the package: what the session does not import
_NOT_PYTHON = (".so", ".pyd", ".ll", ".pyc")
_MANIFEST = "manifest.json"


def export_explorer(directory: str | os.PathLike[str], pyodide: str | os.PathLike[str]) -> list[str]:
    """Fill the folder `directory` with the static explorer; the names of its files, in order.

    ::

        index.html page.js page.css worker.js LICENSES.txt
        manifest.json   size in bytes and SHA-256 of every other file
        pyodide/        Pyodide's files from the folder `pyodide` (those of its npm package), wheels.json, mtlb's wheel

    The folder appears as a whole. It may replace an earlier export; BuildError for any other folder that is not empty,
    and for Pyodide's files that are not there. The same files give the same folder.
    """
    target, runtime = Path(os.path.realpath(directory)), Path(pyodide)
    missing = [name for name in _RUNTIME_FILES if not (runtime / name).is_file()]
    if missing:
        raise BuildError(
            f"{os.fspath(pyodide)} lacks {', '.join(missing)}: it has to be the npm package pyodide "
            f"(npm pack pyodide@{PYODIDE}, unpacked)"
        )
    if target.exists() and not _is_replaceable(target):
        raise BuildError(f"{os.fspath(directory)} is not empty and is not an earlier export; choose another folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = hidden_directory(target.parent, directory)
    try:
        folder = scratch / "made"
        names = _fill(folder, runtime)
        _swap(folder, target, scratch / "old")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return names


def _swap(folder: Path, target: Path, old: Path) -> None:
    """Put `folder` at `target`; what was there goes to `old`, and comes back if that fails."""
    if not target.exists():
        os.rename(folder, target)
        return
    os.rename(target, old)
    try:
        os.rename(folder, target)
    except OSError:
        os.rename(old, target)
        raise


def _is_replaceable(target: Path) -> bool:
    return target.is_dir() and ((target / _MANIFEST).is_file() or not any(target.iterdir()))


def _fill(folder: Path, runtime: Path) -> list[str]:
    (folder / "pyodide").mkdir(parents=True)
    wheel = f"mtlb-{__version__}-py3-none-any.whl"
    contents: dict[str, bytes] = {name: page_file(source).encode() for name, source in _PAGE_FILES.items()}
    for name in (*_RUNTIME_FILES, *_ABOUT_RUNTIME):
        if (runtime / name).is_file():
            contents[f"pyodide/{name}"] = (runtime / name).read_bytes()
    contents[f"pyodide/{wheel}"] = _packed_package()
    contents["pyodide/wheels.json"] = (json.dumps([wheel]) + "\n").encode()
    files = {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in sorted(contents.items())
    }
    contents[_MANIFEST] = (json.dumps({"files": files}, indent=1) + "\n").encode()
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return sorted(contents)


def _packed_package() -> bytes:
    """This package as a wheel: its Python and data files, in order of their names, without dates."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(_package_files()):
            member = zipfile.ZipInfo(f"mtlb/{path.relative_to(_PACKAGE).as_posix()}")
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(member, path.read_bytes())
    return packed.getvalue()


def _package_files() -> list[Path]:
    files = []
    for folder, folders, names in os.walk(_PACKAGE):
        folders[:] = [name for name in folders if name not in _LEFT_OUT]
        files += [Path(folder, name) for name in names if not name.endswith(_NOT_PYTHON)]
    return files
