"""Where the files of the package are: `linker/` and `cli/` lie at the top of the repository and are `mtlb.linker`, `mtlb.cli`.

`python tools/checkout.py` makes links to them in `mtlb/`, for what follows files instead of importing: mypy, pyright,
mypyc, mkdocstrings. An editable install makes them too. git ignores them, and running mtlb needs none
(`mtlb/base/checkout.py`).
"""

from __future__ import annotations

import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

__all__ = ["FOLDERS", "link_folders", "modules", "packages", "source"]

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("cli", "linker")


def source(name: str) -> Path:
    """The file or folder with this name in the package: of `mtlb/linker/link.py` it is linker/link.py at the top."""
    top = name.removeprefix("mtlb/")
    return ROOT / (top if top.partition("/")[0] in FOLDERS else name)


def packages(editable: bool) -> dict[str, object]:
    """What setup() needs: the packages, and where their files are.

    An editable install names one folder, so that it is a plain path entry, which type checkers follow.
    """
    from setuptools import find_namespace_packages  # folders of data files are packages, too

    def found(*names: str, without: tuple[str, ...] = ()) -> list[str]:
        wanted = [pattern for name in names for pattern in (name, f"{name}.*")]
        return sorted(find_namespace_packages(str(ROOT), exclude=["*.__pycache__", *without], include=wanted))

    inside = found("mtlb", without=tuple(f"mtlb.{name}{end}" for name in FOLDERS for end in ("", ".*")))
    if editable:
        return {"packages": inside, "package_dir": {"": "."}}
    places = {"": ".", **{f"mtlb.{name}": name for name in FOLDERS}}
    return {"packages": [*inside, *(f"mtlb.{name}" for name in found(*FOLDERS))], "package_dir": places}


def modules() -> dict[str, bool]:
    """Every module below `mtlb`, in order, and whether it is a package: what pkgutil.walk_packages gives of a wheel."""
    found: dict[str, bool] = {}
    for name in ("mtlb", *(f"mtlb.{folder}" for folder in FOLDERS)):
        if name != "mtlb":
            found[name] = True
        found |= {one.name: one.ispkg for one in pkgutil.walk_packages(import_module(name).__path__, f"{name}.")}
    return dict(sorted(found.items()))


def link_folders() -> list[str]:
    """Make the links that are not there; returns the names of those that can't be made.

    On Windows they are junctions, which every user may make.
    """
    failed = []
    for name in FOLDERS:
        link = ROOT / "mtlb" / name
        try:
            if link.exists() and link.samefile(ROOT / name):
                continue
            if link.is_symlink():
                link.unlink()
            if sys.platform == "win32":
                import _winapi

                _winapi.CreateJunction(str(ROOT / name), str(link))
            else:
                os.symlink(os.path.join("..", name), link, target_is_directory=True)
        except OSError:
            failed.append(f"mtlb/{name}")
    return failed


if __name__ == "__main__":
    missing = link_folders()
    if missing:
        sys.exit(f"mtlb: error: {' and '.join(missing)}: can't make a link there")
