"""What a verifier, a linter or `doctor` reports: findings, how bad they are, and how sure we are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .strings import counted

__all__ = ["Certainty", "Finding", "FindingRule", "Severity", "counts", "worst_first"]


class Severity(str, Enum):
    """`ERROR`: it will not load or run. `WARNING`: it may not. `NOTE`: worth knowing. The worst comes first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    def __str__(self) -> str:
        return self.value


class Certainty(str, Enum):
    """`PROVEN`: measured and published, or true of every file of Apple's. `SUSPECTED`: inferred."""

    PROVEN = "proven"
    SUSPECTED = "suspected"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class FindingRule:
    """One kind of finding: its stable code, a name of one word, what is found, why that is wrong."""

    code: str
    name: str
    summary: str
    why: str
    severity: Severity = Severity.ERROR
    certainty: Certainty = Certainty.PROVEN


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong or strange in a file.

    `code` is stable: scripts may compare it. `message` is one sentence, in `doctor` what Apple's loader or linker says
    word for word ("" where that is not known). `explanation` and `advice` may be empty. `functions` are the names of
    the functions it is about; none if it is about the whole file. `offset` is in bytes from the start of the file;
    None if no single byte is wrong.
    """

    code: str
    severity: Severity
    certainty: Certainty
    message: str
    explanation: str = ""
    advice: str = ""
    functions: tuple[str, ...] = ()
    offset: int | None = None

    @property
    def function(self) -> str | None:
        """The name of the first function it is about; None if it is about the whole file."""
        return self.functions[0] if self.functions else None

    @property
    def is_error(self) -> bool:
        """Whether it will not load or run."""
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        """``error: hash: function 'f': HASH is not ... (at offset 0x5c)``."""
        at = f" (at offset {self.offset:#x})" if self.offset is not None else ""
        of = f"function {self.function!a}: " if self.function is not None else ""
        return f"{self.severity}: {self.code}: {of}{self.message}{at}"


def counts(findings: Iterable[Finding]) -> str:
    """``2 errors, 1 warning``."""
    severities = [finding.severity for finding in findings]
    numbers = [(severities.count(severity), severity.value) for severity in Severity]
    return ", ".join(counted(n, name) for n, name in numbers if n) or "nothing wrong"


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity; those of one severity keep their order."""
    order = list(Severity)
    return sorted(findings, key=lambda finding: order.index(finding.severity))
