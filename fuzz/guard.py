"""Findings: an exception other than MtlbError, a violated guarantee, too much time, or too much memory."""

from __future__ import annotations

import signal
import time
import traceback
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from mtlb.base.errors import MtlbError

from .targets import Target

__all__ = ["Finding", "Outcome", "check"]

SECONDS_PER_BYTE = 1 / 100_000  # the guarantee: no more than 1 s for 100 KB, ...
SLACK_SECONDS = 0.5  # ... beyond what a garbage collection or a first import takes
SLACK_MEMORY = 2 << 20  # what imports, caches and streams take, beyond so many times the file (Target.memory)
HANG_SECONDS = 20
_OURS = frozenset({"mtlb", "linker", "cli"})


@dataclass(frozen=True)
class Finding:
    """`place` identifies a finding: where it was raised, or which limit was exceeded."""

    target: str
    place: str
    detail: str


@dataclass(frozen=True)
class Outcome:
    accepted: bool
    seconds: float
    finding: Finding | None = None


class _Hang(BaseException):
    """Not an Exception, so that no handler of the code under test catches it."""


@contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    def ring(signal_number: int, frame: FrameType | None) -> None:
        raise _Hang

    if not hasattr(signal, "setitimer"):  # Windows
        yield
        return
    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def check(target: Target, data: bytes, *, measure_memory: bool = False) -> Outcome:
    """Run a target on bytes, and again where memory is measured, which makes it several times slower."""
    allowed = SECONDS_PER_BYTE * len(data) + SLACK_SECONDS
    outcome = _run(target, data)
    if outcome.finding is None and outcome.seconds > allowed:  # of the input, or of the machine for a moment?
        outcome = _run(target, data)
    accepted, seconds, finding = outcome.accepted, outcome.seconds, outcome.finding
    if finding is None and seconds > allowed:
        finding = Finding(target.name, "time", f"{seconds:.2f} s for a file of {len(data)} bytes")
    if finding is None and measure_memory:
        peak = _peak_memory(target, data)
        if peak > target.memory * len(data) + SLACK_MEMORY:
            finding = Finding(target.name, "memory", f"{peak} bytes for a file of {len(data)}")
    return Outcome(accepted, seconds, finding)


def _run(target: Target, data: bytes) -> Outcome:
    start = time.process_time()
    finding = None
    try:
        with _alarm(HANG_SECONDS):
            target.run(data)
        accepted = True
    except MtlbError as error:
        accepted, finding = False, _bad_message(target, error)
    except (_Hang, Exception) as error:
        accepted, finding = False, _raised(target, error)
    return Outcome(accepted, time.process_time() - start, finding)


def _peak_memory(target: Target, data: bytes) -> int:
    """The peak of Python's memory for a run without other findings."""
    tracemalloc.start()
    try:
        with suppress(MtlbError):
            target.run(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _raised(target: Target, error: BaseException) -> Finding:
    kind = type(error).__name__.lstrip("_")
    return Finding(target.name, f"{kind} in {_place(error)}", "".join(traceback.format_exception(error)))


def _bad_message(target: Target, error: MtlbError) -> Finding | None:
    """Every error has a message, which can be printed."""
    try:
        said = str(error).encode("utf-8", "backslashreplace")
    except Exception as problem:
        return Finding(target.name, f"message: {type(problem).__name__}", repr(error.args))
    return None if said else Finding(target.name, f"message: empty {type(error).__name__}", repr(error.args))


def _place(error: BaseException) -> str:
    """The innermost frame, and the innermost one of mtlb if it differs."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return "?"
    ours = [frame for frame in frames if _OURS.intersection(Path(frame.filename).parts)]
    frame = (ours or frames)[-1]
    return f"{Path(frame.filename).name}:{frame.name}"
