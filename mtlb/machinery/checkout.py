"""Where `mtlb.linker` and `mtlb.cli` are in a checkout: the folders `linker` and `cli` at the top of the repository.

A wheel has them inside the package, and so has a checkout where a build linked them (tools/checkout_links.py). This
module is not imported then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_FOLDERS = {"mtlb.linker": "linker", "mtlb.cli": "cli"}


class _Finder:
    """A meta path finder for these two packages; their submodules are imported as usual."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a package at the top of the checkout; None for any other name."""
        folder = _FOLDERS.get(name)
        if folder is None:
            return None
        place = os.path.join(_ROOT, folder)
        return spec_from_file_location(name, os.path.join(place, "__init__.py"), submodule_search_locations=[place])


def find_folders_at_the_top() -> None:
    """Let imports of `mtlb.linker` and `mtlb.cli` find them."""
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)
