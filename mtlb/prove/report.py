"""The result of a proof: whether each library loads, whether each function compiles, and the comparison of its run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from ..base.strings import counted

SCHEMA = "mtlb.prove/1"
MOST_TEXT = 60_000
"""The maximum number of characters in a report: an issue on GitHub allows 65,536."""
_LAST_LINE = 60  # reserved for the line with the number of omitted functions


@dataclass(slots=True)
class FunctionProof:
    """The result for a function. `compiled`: ok, failed or skipped; `ran`: equal, close, differs, failed, skipped, or
    "".

    `reason`: why it was skipped or failed, in Metal's text if it comes from Metal. For a run: `elements` were compared,
    `unequal` differ; `ulps` (units of the last place) and `worst` (a number) are the largest differences; `bound` is
    the allowed difference, relative to the value's magnitude, which counts as at least 1.
    """

    name: str
    kind: str
    compiled: str = ""
    ran: str = ""
    reason: str = ""
    elements: int = 0
    unequal: int = 0
    ulps: int = 0
    worst: float = 0.0
    bound: float = 0.0

    @property
    def is_failure(self) -> bool:
        """Whether the function failed."""
        return self.compiled == "failed" or self.ran in ("differs", "failed")

    @property
    def verdict(self) -> str:
        """The result in a few words."""
        if self.compiled != "ok":
            return self.compiled
        if self.ran == "equal":
            return "compiled, equal"
        if self.ran == "close":
            return f"compiled, equal within {self.ulps} units of the last place (bound {self.bound:g})"
        return f"compiled, {self.ran}" if self.ran and self.ran != "skipped" else "compiled"


@dataclass(slots=True)
class LibraryProof:
    """The result for a library: its name without folders, the hash of its bytes, whether Metal loads it, and its
    functions.
    """

    file: str
    sha256: str
    size: int
    loaded: bool = False
    error: str = ""
    functions: list[FunctionProof] = field(default_factory=list)

    @property
    def is_failure(self) -> bool:
        """Whether the library or one of its functions failed."""
        return not self.loaded or any(function.is_failure for function in self.functions)


@dataclass(slots=True)
class ProofReport:
    """The whole result. `device` is the result of `framework.describe_device`."""

    mtlb: str
    device: dict[str, Any]
    libraries: list[LibraryProof] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not any(library.is_failure for library in self.libraries)

    def as_json(self) -> dict[str, Any]:
        """The report in the schema `mtlb.prove/1`."""
        return {
            "schema": SCHEMA,
            "ok": self.ok,
            "mtlb": self.mtlb,
            "device": self.device,
            "libraries": [asdict(library) for library in self.libraries],
        }

    def summary(self) -> str:
        """A summary in one line."""
        functions = [function for library in self.libraries for function in library.functions]
        loaded = sum(library.loaded for library in self.libraries)
        compiled = sum(function.compiled == "ok" for function in functions)
        skipped = sum(function.compiled == "skipped" for function in functions)
        ran = [function for function in functions if function.ran not in ("", "skipped")]
        equal = sum(item.ran in ("equal", "close") for item in ran)
        return (
            f"{loaded} of {counted(len(self.libraries), 'library', 'libraries')} loaded, "
            f"{compiled} of {counted(len(functions), 'function')} compiled ({skipped} skipped), "
            f"{equal} of {len(ran)} that ran left equal values"
        )

    def markdown(self) -> str:
        """The report as text for an issue: a summary, the failures, and as many functions as fit."""
        device = self.device
        lines = [
            f"# mtlb prove: {device['name']}, {device['system']}",
            "",
            self.summary() + ".",
            "",
            f"- mtlb {self.mtlb}, PyObjC {device['pyobjc']}, Python {device['python']}, {device['machine']}",
            f"- {device['build']}; {', '.join(device['families']) or 'no GPU family'}",
            "",
        ]
        failures = list(self._failures())
        lines += ["## What failed", ""] + (failures or ["Nothing."]) + ["", "## All functions", ""]
        size = sum(len(line) + 1 for line in lines)
        rest = list(self._lines())
        for number, line in enumerate(rest):
            size += len(line) + 1
            if size > MOST_TEXT - _LAST_LINE:
                lines.append(f"- and {counted(len(rest) - number, 'line')} more, which the JSON has")
                break
            lines.append(line)
        text = "\n".join(lines)
        return f"{text[:MOST_TEXT]}\n"

    def _failures(self) -> Iterator[str]:
        for library in self.libraries:
            if not library.loaded:
                yield f"- `{library.file}` does not load: {_one_line(library.error)}"
            for function in library.functions:
                if function.is_failure:
                    what = "does not compile" if function.compiled == "failed" else f"ran: {function.ran}"
                    yield f"- `{library.file}` `{function.name}` ({function.kind}) {what}: {_one_line(function.reason)}"

    def _lines(self) -> Iterator[str]:
        for library in self.libraries:
            loaded = "loaded" if library.loaded else "does not load"
            yield f"- `{library.file}` ({library.size:,} bytes, sha256 {library.sha256[:16]}): {loaded}"
            for function in library.functions:
                note = f"; {_one_line(function.reason)}" if function.reason and not function.is_failure else ""
                yield f"  - `{function.name}` ({function.kind}): {function.verdict}{note}"


def _one_line(text: str) -> str:
    """Text from other programs, on one line and with a limited length."""
    words = " ".join(text.split())
    return words if len(words) <= 600 else f"{words[:600]}…"
