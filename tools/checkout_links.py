"""Links `mtlb/linker` and `mtlb/cli` in a checkout, for tools that follow files and not imports.

`linker/` and `cli/` are folders at the top of the repository; wheels have them as `mtlb/linker` and `mtlb/cli`, and in
a checkout `mtlb/machinery/checkout.py` finds them at run time. mypy, pyright and mypyc look for files: for them an
editable install, a build of the compiled engine, or `python tools/checkout_links.py` makes links, which git ignores. On
Windows they are junctions, which need no privilege.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

__all__ = ["FOLDERS", "make_links", "modules", "source"]

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("linker", "cli")


def _link(link: Path, folder: Path) -> None:
    if sys.platform == "win32":
        import _winapi

        _winapi.CreateJunction(str(folder), str(link))
    else:
        link.symlink_to(os.path.relpath(folder, link.parent), target_is_directory=True)


def make_links(root: Path = ROOT) -> bool:
    """Make the links that are missing; False if the file system refuses one. Nothing that exists is changed."""
    try:
        for name in FOLDERS:
            link = root / "mtlb" / name
            if not link.is_dir():
                _link(link, root / name)
    except OSError:
        return False
    return True


def source(name: str, root: Path = ROOT) -> Path:
    """The file or folder with this name in the package, whether links are there or not.

    Of `mtlb/linker/link.py` it is linker/link.py at the top.
    """
    top = name.removeprefix("mtlb/")
    return root / (top if top.partition("/")[0] in FOLDERS else name)


def modules() -> dict[str, bool]:
    """Every module below `mtlb`, in order, and whether it is a package: what pkgutil.walk_packages gives of a wheel."""
    result = {f"mtlb.{name}": True for name in FOLDERS}
    for name in ("mtlb", *result):
        result |= {item.name: item.ispkg for item in pkgutil.walk_packages(import_module(name).__path__, f"{name}.")}
    return dict(sorted(result.items()))


if __name__ == "__main__":
    if not make_links():
        raise SystemExit("mtlb: error: this file system has no links: type checkers see an installed wheel alone")
