"""Measuring commands: wall time and peak memory of child processes, beside a yardstick of the same run."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import IO


@dataclass(frozen=True)
class Sample:
    """One run: seconds on the clock, peak resident memory in bytes (0 where the system doesn't report it)."""

    seconds: float
    memory: int = 0


@dataclass
class Case:
    """A job of mtlb and its yardstick; both give one sample per call.

    `limit` is the greatest allowed ratio of the two, if there is one, `memory_limit` the most bytes that the job
    may take.
    """

    name: str
    size: str
    ours: Callable[[], Sample]
    yardstick: Callable[[], Sample]
    against: str
    limit: float | None = None
    memory_limit: int | None = None
    samples: list[Sample] = field(default_factory=list)
    yardstick_samples: list[Sample] = field(default_factory=list)

    def run(self, rounds: int) -> None:
        """Ours and the yardstick in turn, so that a busy moment of the machine hits both."""
        for _ in range(rounds):
            self.samples.append(self.ours())
            self.yardstick_samples.append(self.yardstick())

    @property
    def seconds(self) -> float:
        return min(sample.seconds for sample in self.samples)

    @property
    def yardstick_seconds(self) -> float:
        return min(sample.seconds for sample in self.yardstick_samples)

    @property
    def ratio(self) -> float:
        return self.seconds / self.yardstick_seconds

    @property
    def memory(self) -> int:
        return max(sample.memory for sample in self.samples)

    @property
    def holds(self) -> bool:
        return (self.limit is None or self.ratio <= self.limit) and (
            self.memory_limit is None or self.memory <= self.memory_limit
        )

    def row(self) -> dict[str, object]:
        """What is kept as JSON."""
        return {
            "case": self.name,
            "size": self.size,
            "seconds": self.seconds,
            "median_seconds": statistics.median(sample.seconds for sample in self.samples),
            "yardstick": self.against,
            "yardstick_seconds": self.yardstick_seconds,
            "ratio": self.ratio,
            "limit": self.limit,
            "peak_memory": self.memory,
            "memory_limit": self.memory_limit,
            "holds": self.holds,
        }


def command(*words: str) -> Callable[[], Sample]:
    """Runs a command with what it prints thrown away."""
    return lambda: run(words, stderr=subprocess.DEVNULL)


def job(*words: str) -> Callable[[], Sample]:
    """Runs a command that prints, on stderr, the seconds that count; lines before that are for whoever watches."""

    def sample() -> Sample:
        with tempfile.TemporaryFile() as said:
            whole = run(words, stderr=said)
            said.seek(0)
            *others, seconds = said.read().decode().splitlines()
            print(*others, sep="\n", end="\n" if others else "", file=sys.stderr)
            return Sample(float(seconds), whole.memory)

    return sample


def run(words: Sequence[str], stderr: IO[bytes] | int | None = None) -> Sample:
    """One sample of a command; an exit code other than 0 is an error."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr)
    if not hasattr(os, "wait4"):
        code, memory = process.wait(), 0
    else:
        _, status, usage = os.wait4(process.pid, 0)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        memory = usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)
    seconds = time.perf_counter() - start
    if code:
        raise subprocess.CalledProcessError(code, words)
    return Sample(seconds, memory)


def total(*parts: Callable[[], Sample]) -> Callable[[], Sample]:
    """The times of several jobs, added up."""

    def sample() -> Sample:
        samples = [part() for part in parts]
        return Sample(sum(s.seconds for s in samples), max(s.memory for s in samples))

    return sample
