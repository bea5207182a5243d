"""What `doctor` and `lint` have to say: findings, how bad they are, and how sure we are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["Certainty", "Finding", "Severity", "counts"]


class Severity(str, Enum):
    """`ERROR`: it will not load or run. `WARNING`: it may not. `NOTE`: worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    def __str__(self) -> str:
        return self.value


class Certainty(str, Enum):
    """`PROVEN`: measured by somebody who published it, or holds in every file of Apple's. `SUSPECTED`: inferred."""

    PROVEN = "proven"
    SUSPECTED = "suspected"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Finding:
    """One thing to say. `message` is what Apple's loader or linker says, word for word; empty where that is not known.

    `functions` are the names of those it is about; empty for the whole library.
    """

    code: str
    severity: Severity
    certainty: Certainty
    message: str
    explanation: str
    advice: str
    functions: tuple[str, ...] = ()


def counts(findings: list[Finding]) -> str:
    """``2 errors, 1 warning``."""
    parts = []
    for severity in Severity:
        number = sum(finding.severity is severity for finding in findings)
        if number:
            parts.append(f"{number} {severity.value}{'s' if number > 1 else ''}")
    return ", ".join(parts) or "nothing wrong"
