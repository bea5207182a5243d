"""Validation of a worker's answers. They are untrusted: code that went out of control may have written them."""

from __future__ import annotations

import base64
import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ..base.errors import RunError
from .layout import ReportKind

_WORD = (1 << 32) - 1
_LONG = (1 << 64) - 1
COUNTS = ("threads", "barriers", "meetings", "switches", "died", "accesses")


def _wrong(what: str) -> RunError:
    return RunError(f"the process that ran the function gave an invalid answer: {what}")


def parse(line: bytes, asked: int) -> dict[str, Any]:
    """Parse the answer to the request with this number. Raises RunError if it is malformed."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise _wrong("not a line of JSON") from None
    if not isinstance(answer, dict) or answer.get("number of request") != asked:
        raise _wrong("not an answer to the request")
    return answer


def number(answer: dict[str, Any], name: str, most: int = _LONG, least: int = 0) -> int:
    """An integer between limits. Raises RunError for any other value."""
    value = answer.get(name)
    if type(value) is not int or not least <= value <= most:
        raise _wrong(f"{name!r} is not a number up to {most}")
    return value


def real(answer: dict[str, Any], name: str) -> float:
    """A number of seconds. Raises RunError for any other value."""
    value = answer.get(name)
    if type(value) not in (int, float) or not 0 <= value < 1e12:  # type: ignore[operator]
        raise _wrong(f"{name!r} is not a time")
    return float(value)  # type: ignore[arg-type]


def text(answer: dict[str, Any], name: str) -> str:
    """A text. Raises RunError for any other value."""
    value = answer.get(name)
    if not isinstance(value, str):
        raise _wrong(f"{name!r} is not a text")
    return value


def _list(answer: dict[str, Any], name: str, most: int) -> list[Any]:
    value = answer.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise _wrong(f"{name!r} is not a list of up to {most}")
    return value


def texts(answer: dict[str, Any], name: str) -> list[str]:
    """A list of texts. Raises RunError for any other value."""
    result = _list(answer, name, 100)
    if not all(isinstance(item, str) for item in result):
        raise _wrong(f"{name!r} is not a list of texts")
    return result


def code_in(answer: dict[str, Any]) -> tuple[bytes, list[str]]:
    """The code of a function, and the names of its constructors. Raises RunError for any other value."""
    try:
        code = base64.b64decode(text(answer, "code"), validate=True)
    except ValueError:
        raise _wrong("'code' is not in base 64") from None
    return code, texts(answer, "constructors")


@dataclass(frozen=True, slots=True)
class CheckReport:
    """A report of the checks (native/check.c). `span` is the offset of the memory that `owner` stands for, if known.
    `place`: for a texel, its x, y, z, layer, sample and level."""

    kind: int
    site: int
    thread: int
    group: int
    other_thread: int
    other_group: int
    owner: int
    size: int
    address: int
    span: tuple[int, int] | None
    place: tuple[int, ...]

    @classmethod
    def of(cls, answer: object, sites: int, meetings: int, owners: Collection[int]) -> CheckReport:
        """A report that is valid for this many accesses, meeting places and owners. Raises RunError for any other
        report."""
        if not isinstance(answer, dict):
            raise _wrong("a report is not an object")
        words = {name: number(answer, name, _WORD) for name in cls.__slots__[:-3]}
        span = None
        if pairs := _list(answer, "span", 1):
            ends = _list({"span": pairs[0]}, "span", 2)
            if len(ends) != 2 or words["owner"] not in owners:
                raise _wrong("a report about unknown memory")
            span = (number({"start": ends[0]}, "start"), number({"end": ends[1]}, "end"))
        most = meetings if words["kind"] >= FIRST_OF_LANES else sites
        place = tuple(number({"place": item}, "place", _WORD) for item in _list(answer, "place", 6))
        if len(place) != 6:
            raise _wrong("'place' is not six numbers")
        if not 1 <= words["kind"] <= len(ReportKind) or not 1 <= words["site"] <= most:
            raise _wrong("a report of an unknown kind or about an unknown place")
        return cls(**words, address=number(answer, "address"), span=span, place=place)


FIRST_OF_LANES = int(ReportKind.NO_SUCH_LANE)
"""Report kinds from this value on are about places where lanes meet."""


@dataclass(frozen=True, slots=True)
class RunAnswer:
    """The result of a run. `error` is a number from native/runtime.h; `sites` are the places where threads wait."""

    seconds: float
    error: int
    sites: tuple[int, int]
    group: int
    counts: dict[str, int]
    base: int
    reports: list[CheckReport]

    @classmethod
    def of(cls, answer: dict[str, Any], sites: int, accesses: int, owners: Collection[int]) -> RunAnswer:
        """The answer about a function with this many places. Raises RunError for values that cannot occur."""
        error = number(answer, "error", 4)
        places = _list(answer, "sites", 2)
        if len(places) != 2:
            raise _wrong("'sites' is not two numbers")
        first = number({"site": places[0]}, "site", sites, 1 if error in (1, 2) else 0)
        second = number({"site": places[1]}, "site", sites, 1 if error == 2 else 0)
        counts = answer.get("counts")
        if not isinstance(counts, dict):
            raise _wrong("'counts' is not an object")
        return cls(
            real(answer, "seconds"),
            error,
            (first, second),
            number(answer, "group", _WORD),
            {name: number(counts, name) for name in COUNTS if name in counts},
            number(answer, "base"),
            [CheckReport.of(item, accesses, sites, owners) for item in _list(answer, "reports", 4096)]
            if "reports" in answer
            else [],
        )
