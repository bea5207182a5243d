"""The choice of the engine: the compiled modules if they are installed, else the Python files (docs/engine.md).

Python prefers a compiled module to the source file of the same name. With `MTLB_PURE=1` in the environment mtlb's own
modules are all imported from their source files.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import machinery
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # mypyc reads what a class is decorated with; for Python it is nothing
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_attributes):
        return lambda decorated: decorated


_PREFIX = "mtlb."
_LIBRARY = "mtlb._engine__mypyc"
"""The extension module with the code of all compiled modules."""


@cache
def _finder(folder: str) -> machinery.FileFinder:
    """It lists a folder, and lists it again when it changes."""
    return machinery.FileFinder(folder, (machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES))


class _SourceFinder:
    """Finds the modules of the package as source files alone."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> machinery.ModuleSpec | None:
        """As `importlib.abc.MetaPathFinder` has it. None, which asks the next finder, for what has no source file."""
        if path is None or not name.startswith(_PREFIX):
            return None
        for entry in path:
            spec = _finder(entry).find_spec(name, target)
            if spec is not None:
                return spec
        return None


def _forced_pure() -> bool:
    return os.environ.get("MTLB_PURE", "") not in ("", "0")


def choose_engine() -> None:
    """Apply `MTLB_PURE` to all modules of the package that are imported later."""
    if _forced_pure() and _SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, _SourceFinder)


def is_compiled() -> bool:
    """Whether the compiled engine runs. It is all modules or none."""
    return not _forced_pure() and _is_installed()


def _is_installed() -> bool:
    return find_spec(_LIBRARY) is not None


def engine() -> str:
    """The engine that runs: ``compiled by mypyc 2.4.1``, ``core compiled by mypyc 2.4.1`` or ``pure Python``."""
    if not _is_installed():
        return "pure Python"
    if _forced_pure():
        return "pure Python (MTLB_PURE is set; a compiled one is installed)"
    try:
        from .._engine_build import ENGINE, MYPYC  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return "compiled by mypyc"
    return f"{'core ' if ENGINE == 'core' else ''}compiled by mypyc {MYPYC}"
