"""Check libraries against the operating systems that were promised, and say which facts break the promise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from ..base.digest import sha256
from ..base.errors import BuildError, MtlbError
from ..base.findings import Certainty, Finding, FindingRule
from ..base.versions import Platform, Version
from .find import Found
from .floors import Floor, Reason, floor, module_floor
from .parts import FilePart

__all__ = ["RULES", "Checked", "Failure", "Promise", "check", "check_part"]


class Promise(NamedTuple):
    """An OS that libraries are to be loaded on: `os` and every later one, or any version where that is None."""

    platform: Platform
    os: Version | None = None

    @classmethod
    def parse(cls, text: str) -> Promise:
        """``macos:14.0`` or ``macos``; BuildError for anything else."""
        name, colon, number = text.partition(":")
        if not colon and name.strip()[:1].isdecimal():
            raise BuildError(f"{text}: write PLATFORM:VERSION, such as macos:{text.strip()}")
        return cls(Platform.of(name), Version.parse(number) if colon else None)

    def __str__(self) -> str:
        return self.platform.label if self.os is None else f"{self.platform.label} {self.os}"


class Failure(NamedTuple):
    """A broken promise: `reason` is the fact that breaks it (None for a library of another platform)."""

    promise: Promise | None
    text: str
    reason: Reason | None = None


@dataclass(frozen=True)
class Checked:
    """One library: where it was found, its floor, and what is wrong with it. It holds no view into the file.

    `floor` is None for something that could not be read; `failures` says why.
    """

    found: Found
    sha256: str | None
    floor: Floor | None
    failures: tuple[Failure, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it keeps every promise."""
        return not self.failures

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with it as findings, whose codes are those of `RULES`."""
        return [self._finding(failure) for failure in self.failures]

    def _finding(self, failure: Failure) -> Finding:
        code = "newer-os" if failure.reason is not None else "unreadable" if self.floor is None else "other-platform"
        functions = failure.reason.functions if failure.reason is not None else ()
        severity = RULES[code].severity
        return Finding(code, severity, Certainty.PROVEN, failure.text, functions=tuple(functions))


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
            "A file is no readable Metal library.",
            "What can't be read was not checked.",
        ),
    )
}
"""What `Checked.findings` reports."""


def check(found: Found, promises: Sequence[Promise] = ()) -> Checked:
    """Check one library against `promises`: it must be for a platform among them and load on the OS promised for it.

    Without promises only a library that can't be read fails.
    """
    if found.library is None or found.data is None:
        return Checked(replace(found, library=None, data=None), None, None, (Failure(None, found.problem),))
    return _checked(found, found.data, partial(floor, found.library), promises)


def check_part(part: FilePart, promises: Sequence[Promise] = ()) -> Checked:
    """Check a part of a file against `promises`: a library, or a module, which needs what a library of it needs."""
    place = Found(part.place, 0, len(part.data), problem="" if part.problem is None else part.problem.reason)
    if part.problem is not None:
        return Checked(place, None, None, (Failure(None, place.problem),))
    return _checked(
        place,
        part.data,
        partial(module_floor, part.data) if part.is_module else lambda: floor(part.library()),
        promises,
    )


def _checked(found: Found, data: memoryview, of: Callable[[], Floor], promises: Sequence[Promise]) -> Checked:
    place = replace(found, library=None, data=None)
    digest = sha256(data).hex()
    try:
        needs = of()
    except MtlbError as error:
        return Checked(place, digest, None, (Failure(None, error.reason),))
    return Checked(place, digest, needs, tuple(_failures(needs, promises)))


def _failures(needs: Floor, promises: Sequence[Promise]) -> list[Failure]:
    failures = [Failure(None, problem) for problem in needs.problems]
    if not promises:
        return failures
    applying = [promise for promise in promises if promise.platform is needs.platform]
    if not applying:
        wanted = ", ".join(dict.fromkeys(promise.platform.display for promise in promises))
        failures.append(Failure(None, f"is for {needs.platform.display}, not for {wanted}"))
    for promise in applying:
        if promise.os is not None:
            failures += [_failure(needs, promise, reason) for reason in needs.against(promise.os)]
    return failures


def _failure(needs: Floor, promise: Promise, reason: Reason) -> Failure:
    needed = (
        f"needs {needs.platform.display} {reason.os}"
        if reason.os
        else f"no {needs.platform.display} release is known to meet it"
    )
    return Failure(promise, f"{reason.text}: {needed}", reason)
