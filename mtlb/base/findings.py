"""Findings of verifiers, linters and `doctor`, with severity and certainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .classes import NamedTuple, dataclass
from .enums import TextEnum
from .strings import counted


class Severity(TextEnum):
    """`ERROR`: it will not load or run. `WARNING`: it may not. `NOTE`: worth knowing. The worst comes first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Certainty(TextEnum):
    """`PROVEN`: measured and published, or true of every file of Apple's. `SUSPECTED`: inferred."""

    PROVEN = "proven"
    SUSPECTED = "suspected"


class FindingRule(NamedTuple):
    """One kind of finding: its stable code, a name of one word, a description, and the reason.

    `cure`: what `mtlb lint --fix` does about it, to be read after these words; "" if there is none, or a choice.
    `former_names`: names of the rule in earlier versions (SARIF: `deprecatedNames`).
    """

    code: str
    name: str
    summary: str
    why: str
    severity: Severity = Severity.ERROR
    certainty: Certainty = Certainty.PROVEN
    cure: str = ""
    former_names: tuple[str, ...] = ()

    def finding(self, message: str, function: str = "") -> Finding:
        """The rule is broken: `message` says how, in `function` ("" for the file as a whole)."""
        functions = (function,) if function else ()
        return Finding(self.code, self.severity, self.certainty, message, self.why, functions=functions)

    def as_json(self) -> dict[str, str]:
        """All of it, as `mtlb lint --rules --json` prints it."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity.value,
            "certainty": self.certainty.value,
            "summary": self.summary,
            "why": self.why,
            "cure": self.cure,
        }


@dataclass(frozen=True)
class Finding:
    """One error or anomaly in a file.

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

    def as_json(self, keys: str, **extra: Any) -> dict[str, Any]:
        """The finding as a JSON object with these keys, in this order: its attributes, or values in `extra`. `text` is
        its message.
        """
        own = {**vars(self), "severity": self.severity.value, "certainty": self.certainty.value, "text": self.message}
        values = {**own, "function": self.function, "functions": list(self.functions), **extra}
        return {key: values[key] for key in keys.split()}

    def __str__(self) -> str:
        """``error: hash: function 'f': HASH is not ... (at offset 0x5c)``."""
        at = f" (at offset {self.offset:#x})" if self.offset is not None else ""
        of = f"function {self.function!a}: " if self.function is not None else ""
        return f"{self.severity}: {self.code}: {of}{self.message}{at}"


Codes = Mapping[str, tuple[Severity, str]]
"""The codes of a verifier, each with its severity and meaning. Codes are stable: scripts may compare them."""

MAX_FINDINGS_PER_CODE = 100


def coded(codes: Codes, code: str, message: str, offset: int | None = None, function: str | None = None) -> Finding:
    """The finding of one of the codes, about the function of this name or the whole file."""
    functions = () if function is None else (function,)
    return Finding(code, codes[code][0], Certainty.PROVEN, message, functions=functions, offset=offset)


class CodedFindings:
    """The findings of a verifier run: up to `MAX_FINDINGS_PER_CODE` per code, and the number of further ones."""

    def __init__(self, codes: Codes, more: str = "{} more of {!r}") -> None:
        """`more`: the message of the code ``more``, with placeholders for a number and a code."""
        self.findings: list[Finding] = []
        self._codes = codes
        self._more = more
        self._counts: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """The number of reports so far, including those that are not listed."""
        return self._counts.total()

    def admits(self, code: str) -> bool:
        """Count a finding of this code; returns whether it is to be listed."""
        self._counts[code] += 1
        return self._counts[code] <= MAX_FINDINGS_PER_CODE

    def report(self, code: str, message: str, offset: int | None = None, function: str | None = None) -> None:
        """Add a finding of one of the codes, about the function of this name or the whole file."""
        if self.admits(code):
            self.findings.append(coded(self._codes, code, message, offset, function))

    def finish(self) -> list[Finding]:
        """All findings; the last ones state how many were not listed."""
        for code, count in self._counts.items():
            if count > MAX_FINDINGS_PER_CODE:
                message = self._more.format(count - MAX_FINDINGS_PER_CODE, code)
                self.findings.append(coded(self._codes, "more", message))
        return self.findings


def counts(findings: Iterable[Finding]) -> str:
    """``2 errors, 1 warning``."""
    severities = [finding.severity for finding in findings]
    numbers = [(severities.count(severity), severity.value) for severity in Severity]
    return ", ".join(counted(n, name) for n, name in numbers if n) or "nothing wrong"


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by severity; those of one severity keep their order."""
    order = list(Severity)
    return sorted(findings, key=lambda finding: order.index(finding.severity))
