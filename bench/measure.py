"""Measuring commands: seconds and peak memory of child processes, beside a yardstick of the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

from bench.engines import Engine

__all__ = ["Case", "Measured", "Sample", "Task", "command", "job", "measure", "run", "total"]

SLOW, SLOWEST = 4.0, 60.0
"""Seconds: what takes longer runs twice at most, or once."""


@dataclass(frozen=True)
class Sample:
    """One run: seconds on the clock, seconds of the processor (of all processes of the run), and the peak resident
    memory of a process in bytes; 0 where the system doesn't report it. `parts`: the seconds of its parts, if it tells
    them."""

    seconds: float
    processor: float
    memory: int = 0
    parts: tuple[float, ...] = ()


Task = Callable[[], Sample]


class Allowed(NamedTuple):
    """The greatest allowed ratio to the yardstick, of each engine."""

    pure: float
    compiled: float


@dataclass(frozen=True)
class Case:
    """A job of mtlb and its yardstick.

    `ours` makes the task of an engine and a number of processes. `allowed` are the greatest allowed ratios,
    `memory_limit` the most bytes that the job may take. `input_size` is the bytes that it reads, where speed is told in
    MB/s. `quick`: it is part of `--check`. `both_engines`: false for what the engine does not change.
    """

    name: str
    size: str
    ours: Callable[[Engine, int], Task]
    yardstick: Task
    against: str
    allowed: Allowed | None = None
    memory_limit: int | None = None
    processes: tuple[int, ...] = (1,)
    input_size: int = 0
    quick: bool = False
    both_engines: bool = True

    @property
    def key(self) -> str:
        """What names the case among all of them."""
        return f"{self.name}, {self.size}, {self.against}"


@dataclass(frozen=True)
class Measured:
    """The best of several runs: of the yardstick, and of each engine and number of processes."""

    yardstick: Sample
    ours: dict[tuple[str, int], Sample]

    def ratio(self, engine: str, processes: int) -> float:
        """Ours to the yardstick: seconds of the processor for one process, on the clock for several."""
        mine = self.ours[engine, processes]
        if processes > 1:
            return mine.seconds / self.yardstick.seconds
        return mine.processor / self.yardstick.processor


def measure(case: Case, engines: Sequence[Engine], rounds: int) -> Measured:
    """Run ours and the yardstick in turn, so that a busy moment of the machine hits all of them."""
    variants = [
        (engine, count) for engine in (engines if case.both_engines else engines[:1]) for count in case.processes
    ]
    tasks = {(engine.name, count): case.ours(engine, count) for engine, count in variants}
    mine: dict[tuple[str, int], list[Sample]] = {key: [] for key in tasks}
    theirs: list[Sample] = []
    done, wanted = 0, rounds
    while done < wanted:
        for key, task in tasks.items():
            mine[key].append(task())
        theirs.append(case.yardstick())
        done += 1
        longest = max(sample.seconds for sample in (*theirs, *(one for samples in mine.values() for one in samples)))
        wanted = min(rounds, 1 if longest > SLOWEST else 2 if longest > SLOW else rounds)
    return Measured(_best(theirs), {key: _best(samples) for key, samples in mine.items()})


def _best(samples: Sequence[Sample]) -> Sample:
    """The least seconds of all runs; of runs in parts those of each part, as other work seldom meets one every time."""
    memory = max(sample.memory for sample in samples)
    if all(sample.parts for sample in samples):
        least = sum(map(min, zip(*[sample.parts for sample in samples], strict=True)))
        return Sample(least, least, memory)
    return Sample(min(sample.seconds for sample in samples), min(sample.processor for sample in samples), memory)


# --- tasks -----------------------------------------------------------------------------------------------------------


def command(*words: str, engine: Engine | None = None) -> Task:
    """Runs a command with what it prints thrown away."""
    return lambda: run(words, engine, stderr=subprocess.DEVNULL)


def job(*words: str, engine: Engine | None = None) -> Task:
    """Runs a command that prints, on stderr, the seconds that count, or those of its parts in one line; lines before
    that are for whoever watches."""

    def sample() -> Sample:
        with tempfile.TemporaryFile() as said:
            whole = run(words, engine, stderr=said)
            said.seek(0)
            *others, last = said.read().decode().splitlines()
            print(*others, sep="\n", end="\n" if others else "", file=sys.stderr)
            parts = tuple(map(float, last.split()))
            return Sample(sum(parts), sum(parts), whole.memory, parts)

    return sample


def run(words: Sequence[str], engine: Engine | None = None, stderr: IO[bytes] | int | None = None) -> Sample:
    """One sample of a command; an exit code other than 0 is an error."""
    environment: Mapping[str, str] | None = None if engine is None else engine.environment
    directory: Path | None = None if engine is None else engine.directory
    start, before = time.perf_counter(), os.times()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr, env=environment, cwd=directory)
    if not hasattr(os, "wait4"):
        code, memory = process.wait(), 0
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
    else:
        _, status, usage = os.wait4(process.pid, 0)
        code = process.returncode = os.waitstatus_to_exitcode(status)
        memory = usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)
        used = usage.ru_utime + usage.ru_stime
    seconds = time.perf_counter() - start
    if code:
        raise subprocess.CalledProcessError(code, words)
    return Sample(seconds, used or seconds, memory)


def total(*parts: Task) -> Task:
    """The times of several jobs, added up."""

    def sample() -> Sample:
        samples = [part() for part in parts]
        return Sample(
            sum(s.seconds for s in samples), sum(s.processor for s in samples), max(s.memory for s in samples)
        )

    return sample
