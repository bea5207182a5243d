"""Every library on every target: what `retarget` makes of it has no finding that the library did not have.

A library's own findings, and those of what is made of it, are the errors and warnings of `lint`, and the errors of
`doctor` where no module is read for them (it reads modules for what `lint` finds as well).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import mtlb
from mtlb.air.lint import lint_functions
from mtlb.air.lint.run import provided
from mtlb.base.findings import Finding, Severity
from mtlb.base.releases import RELEASES
from mtlb.base.versions import Platform, Version
from mtlb.inspect import diagnose

Found = frozenset[tuple[str, str]]
"""Codes of findings, with the function that each is about."""


class Target(NamedTuple):
    """A platform and the first OS version of a year of its releases."""

    platform: Platform
    min_os: Version

    def __str__(self) -> str:
        return f"{self.platform.label} {self.min_os}"


def targets(platforms: Sequence[Platform] = tuple(Platform)) -> Iterator[Target]:
    """The first version of each year of each platform."""
    for platform in platforms:
        for release in RELEASES:
            oldest = release.oldest.get(platform.device)
            if oldest is not None and oldest >= platform.oldest_target:
                yield Target(platform, oldest)


class Findings:
    """The findings about libraries; what is found in a module is remembered by its content."""

    def __init__(self) -> None:
        self._modules: dict[tuple[bytes, frozenset[str]], list[Finding]] = {}

    def of(self, library: mtlb.Library, data: bytes) -> Found:
        """Those of a library, and of the file that it is written as."""
        findings: list[Finding] = []
        for function in library.functions:
            key = sha256(function.module).digest(), provided(library)
            if key not in self._modules:
                self._modules[key] = lint_functions([function], key[1])
            findings += self._modules[key]
        findings += diagnose(data, modules=False)
        worth = (Severity.ERROR, Severity.WARNING)
        return frozenset((item.code, item.function or "") for item in findings if item.severity in worth)


class Outcome:
    """What came of a matrix: cells by how they ended, refusals by reason, and the findings that are new."""

    def __init__(self) -> None:
        self.done = 0
        self.refused: Counter[str] = Counter()
        self.new: list[str] = []


def run(paths: Sequence[Path], expected: Sequence[Target] | None = None) -> Outcome:
    """Retarget each library to each target: by default to every release of its own platform."""
    outcome, findings = Outcome(), Findings()
    for path in paths:
        data = path.read_bytes()
        own = mtlb.read(data)
        before = findings.of(own, data)
        for target in expected if expected is not None else list(targets([own.target.platform])):
            library = mtlb.read(data)
            try:
                library.retarget(*target)
            except mtlb.MtlbError as error:
                assert error.reason
                assert mtlb.write(library) == data, f"{path.name} to {target}: changed, though it was refused"
                outcome.refused[error.reason.split(": ", 1)[-1]] += 1
                continue
            result = mtlb.write(library)
            new = findings.of(mtlb.read(result), result) - before
            outcome.done += 1
            outcome.new += [f"{path.name} to {target}: {code} {function}" for code, function in sorted(new)]
    return outcome
