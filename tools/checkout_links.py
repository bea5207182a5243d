"""Links `mtlb/linker` and `mtlb/cli` in a checkout, for tools that follow files and not imports.

`linker/` and `cli/` are folders at the top of the repository; wheels have them as `mtlb/linker` and `mtlb/cli`, and in
a checkout `mtlb/base/checkout.py` finds them at run time. mypy, pyright and mypyc look for files: for them an editable
install, a build of the compiled engine, or `python tools/checkout_links.py` makes links, which git ignores. On Windows
they are junctions, which need no privilege.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["FOLDERS", "make_links"]

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


if __name__ == "__main__":
    if not make_links():
        raise SystemExit("mtlb: error: this file system has no links: type checkers see an installed wheel alone")
