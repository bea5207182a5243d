"""The final line of a command that checks files: the number of files and of errors."""

from __future__ import annotations

from collections import Counter

from mtlb.base.strings import counted

from . import console

_KINDS = {
    "library": "libraries",
    "module": "modules",
    "Direct3D container": "Direct3D containers",
    "SPIR-V module": "SPIR-V modules",
}
"""The kinds of files, in the order of the line."""


class Tally:
    """Counts files by kind, errors and warnings. `errors` determines the exit code."""

    def __init__(self) -> None:
        self._files: Counter[str] = Counter()
        self.errors = 0
        self.warnings = 0

    def count(self, kind: str) -> None:
        """Count a file of a kind."""
        assert kind in _KINDS
        self._files[kind] += 1

    @property
    def text(self) -> str:
        """``3 libraries, 0 errors``; ``0 libraries, 1 error`` if there was neither a library nor a module."""
        kinds = [kind for kind in _KINDS if self._files[kind]] or ["library"]
        words = [counted(self._files[kind], kind, _KINDS[kind]) for kind in kinds]
        words.append(counted(self.errors, "error"))
        return ", ".join(words + ([counted(self.warnings, "warning")] if self.warnings else []))

    def print(self, *, quiet: bool) -> None:
        """Print the line on stderr, unless `quiet`."""
        console.summary(self.text, quiet=quiet)
