"""What a command that judges files says at its end: how many there were, and how much is wrong."""

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
"""What is counted, in this order."""


class Tally:
    """Counts files by kind, errors and warnings. `errors` is what the exit code follows from."""

    def __init__(self) -> None:
        self._files: Counter[str] = Counter()
        self.errors = 0
        self.warnings = 0

    def count(self, kind: str) -> None:
        """One more file of a kind."""
        assert kind in _KINDS
        self._files[kind] += 1

    @property
    def text(self) -> str:
        """``3 libraries, 0 errors``; ``0 libraries, 1 error`` where there was nothing, and no module either."""
        kinds = [kind for kind in _KINDS if self._files[kind]] or ["library"]
        words = [counted(self._files[kind], kind, _KINDS[kind]) for kind in kinds]
        words.append(counted(self.errors, "error"))
        return ", ".join(words + ([counted(self.warnings, "warning")] if self.warnings else []))

    def print(self, *, quiet: bool) -> None:
        """The line on stderr, unless it is to be `quiet`."""
        console.summary(self.text, quiet=quiet)
