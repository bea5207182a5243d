"""Check libraries against promised operating systems, and report which facts break a promise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import NamedTuple

from ..air.target import parse_os
from ..base.classes import dataclass, replace
from ..base.digest import sha256
from ..base.errors import BuildError, MtlbError
from ..base.findings import Certainty, Finding, FindingRule
from ..base.versions import Platform, Version
from .find import Found
from .floors import Floor, Reason, floor, module_floor
from .parts import FilePart


class PromisedBy(str, Enum):
    """Who promises: the caller (`REQUEST`), the platform tag of a wheel, or the Info.plist of a bundle."""

    REQUEST = "request"
    WHEEL = "wheel"
    BUNDLE = "bundle"

    def __str__(self) -> str:
        return self.value


class Promise(NamedTuple):
    """An OS that libraries are to be loaded on: `os` and every later one, or any version where that is None.

    `source`: the place in a package that promises it, such as ``LSMinimumSystemVersion of My.app/Contents/Info.plist``.
    """

    platform: Platform
    os: Version | None = None
    origin: PromisedBy = PromisedBy.REQUEST
    source: str = ""

    @classmethod
    def parse(cls, text: str) -> Promise:
        """``macos:14.0`` and the other forms of docs/targets.md, or ``macos``; BuildError for anything else."""
        if text.strip()[:1].isdecimal():
            raise BuildError(f"{text}: write PLATFORM:VERSION, such as macos:{text.strip()}")
        if re.search(r"[\d:]", text):
            return cls(*parse_os(text))
        return cls(Platform.of(text))

    def __str__(self) -> str:
        return self.platform.label if self.os is None else f"{self.platform.label} {self.os}"

    @property
    def text(self) -> str:
        """``macOS 13.0, by the tag macosx_13_0_arm64 (file name)``: for people."""
        os = self.platform.display if self.os is None else f"{self.platform.display} {self.os}"
        return f"{os}, by {self.source}" if self.source else os


class Declared(NamedTuple):
    """The promises of the packages around a library, and the reasons why any can't be read."""

    promises: tuple[Promise, ...] = ()
    problems: tuple[str, ...] = ()


NOTHING_DECLARED = Declared()


class Failure(NamedTuple):
    """A broken promise: `reason` is the fact that breaks it (None for a library of another platform).

    `code` is one of `RULES`.
    """

    promise: Promise | None
    text: str
    reason: Reason | None = None
    code: str = "other-platform"


@dataclass(frozen=True)
class Checked:
    """The result for one library: its place, floor and failures. It does not hold a view into the file.

    `floor` is None for something that could not be read; `failures` says why. `promises` are those that it was compared
    with, `others` those for another platform.
    """

    found: Found
    sha256: str | None
    floor: Floor | None
    failures: tuple[Failure, ...] = ()
    promises: tuple[Promise, ...] = ()
    others: tuple[Promise, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it keeps every promise."""
        return not self.failures

    @property
    def findings(self) -> list[Finding]:
        """The failures as findings, with the codes of `RULES`."""
        return [self._finding(failure) for failure in self.failures]

    def _finding(self, failure: Failure) -> Finding:
        functions = failure.reason.functions if failure.reason is not None else ()
        promise = failure.promise
        by = f" (promised: {promise.text})" if promise is not None and promise.source else ""
        severity = RULES[failure.code].severity
        return Finding(failure.code, severity, Certainty.PROVEN, failure.text + by, functions=tuple(functions))


RULES = {
    rule.code: rule
    for rule in (
        FindingRule(
            "newer-os",
            "NewerOs",
            "A library needs a newer OS than was promised.",
            "The loader of an older OS refuses libraries, and functions, that are made for a newer one.",
        ),
        FindingRule(
            "other-platform",
            "OtherPlatform",
            "A library is for a platform that was not promised, or its parts contradict each other.",
            "The loader refuses libraries that are made for another platform.",
        ),
        FindingRule(
            "unreadable",
            "Unreadable",
            "A file is not a readable Metal library.",
            "An unreadable file was not checked.",
        ),
        FindingRule(
            "unreadable-promise",
            "UnreadablePromise",
            "The tags of a wheel or the Info.plist of a bundle can't be read.",
            "The promises in it were not checked.",
        ),
    )
}
"""The rules of `Checked.findings`."""


def check(found: Found, promises: Sequence[Promise] = (), declared: Declared = NOTHING_DECLARED) -> Checked:
    """Check one library against `promises`: it must be for a platform among them and load on the OS promised for it.

    Without promises only a library that can't be read fails. `declared`: the promises of its packages, which apply only
    to libraries for the same platform.
    """
    if found.library is None or found.data is None:
        return Checked(_without_views(found), None, None, (_unreadable(found.problem),))
    return _checked(found, found.data, partial(floor, found.library), promises, declared)


def check_part(part: FilePart, promises: Sequence[Promise] = ()) -> Checked:
    """Check a part of a file against `promises`: a library, or a module, which has the same needs as a library of
    it."""
    place = Found(part.place, 0, len(part.data), problem="" if part.problem is None else part.problem.reason)
    if part.problem is not None:
        return Checked(place, None, None, (_unreadable(place.problem),))
    return _checked(
        place,
        part.data,
        partial(module_floor, part.data) if part.is_module else lambda: floor(part.library()),
        promises,
    )


def _without_views(candidate: Found) -> Found:
    return replace(candidate, library=None, data=None, layers=())


def _unreadable(problem: str) -> Failure:
    return Failure(None, problem, code="unreadable")


def _checked(
    candidate: Found,
    data: memoryview,
    of: Callable[[], Floor],
    promises: Sequence[Promise],
    declared: Declared = NOTHING_DECLARED,
) -> Checked:
    place = _without_views(candidate)
    digest = sha256(data).hex()
    try:
        needs = of()
    except MtlbError as error:
        return Checked(place, digest, None, (_unreadable(error.reason),))
    failures = [Failure(None, problem) for problem in needs.problems]
    failures += [Failure(None, problem, code="unreadable-promise") for problem in declared.problems]
    if promises and not any(promise.platform is needs.platform for promise in promises):
        names = ", ".join(dict.fromkeys(promise.platform.display for promise in promises))
        failures.append(Failure(None, f"is for {needs.platform.display}, not for {names}"))
    every = (*promises, *declared.promises)
    compared = tuple(promise for promise in every if promise.platform is needs.platform)
    others = tuple(promise for promise in every if promise.platform is not needs.platform)
    return Checked(place, digest, needs, (*failures, *_broken(needs, compared)), compared, others)


def _broken(needs: Floor, promises: Sequence[Promise]) -> list[Failure]:
    failures: list[Failure] = []
    for promise in promises:
        if promise.os is not None:
            failures += [_failure(needs, promise, reason) for reason in needs.against(promise.os)]
    return failures


def _failure(needs: Floor, promise: Promise, reason: Reason) -> Failure:
    needed = (
        f"needs {needs.platform.display} {reason.os}"
        if reason.os
        else f"no {needs.platform.display} release is known to meet it"
    )
    return Failure(promise, f"{reason.text}: {needed}", reason, "newer-os")
