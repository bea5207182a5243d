"""In a checkout `linker/` and `cli/` are folders beside `mtlb/`: here Python learns to find `mtlb.linker` and `mtlb.cli`.

A wheel has them inside of `mtlb/`, where Python finds them anyway (docs/development.md §1).
"""

from __future__ import annotations

import os.path
import sys
from collections.abc import Sequence
from importlib import machinery
from types import ModuleType

__all__ = ["find_folders_at_the_top"]

_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_ROOT = os.path.dirname(_PACKAGE)
_FOLDERS = {"mtlb.cli": "cli", "mtlb.linker": "linker"}


class _TopFolders:
    """Finds the two packages at the top of the checkout, also where mtlb/ has links to them for type checkers.

    So each module has one file name, whether links are there or not.
    """

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> machinery.ModuleSpec | None:
        """As `importlib.abc.MetaPathFinder` has it. None, which asks the next finder, for all other names."""
        return machinery.PathFinder.find_spec(name, [_ROOT], target) if name in _FOLDERS else None


def _is_checkout() -> bool:
    """Whether what lies beside the package is its own: pyproject.toml, both folders, and no other ones in the package."""
    if not os.path.isfile(os.path.join(_ROOT, "pyproject.toml")):
        return False
    for folder in _FOLDERS.values():
        inside, top = os.path.join(_PACKAGE, folder), os.path.join(_ROOT, folder)
        if not os.path.isfile(os.path.join(top, "__init__.py")):
            return False
        if os.path.isdir(inside) and not os.path.samefile(inside, top):
            return False
    return True


def find_folders_at_the_top() -> None:
    """Do so for all imports that follow, in a checkout; nothing elsewhere."""
    if _is_checkout() and _TopFolders not in sys.meta_path:
        sys.meta_path.insert(0, _TopFolders)
