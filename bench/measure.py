"""Measuring commands: seconds and peak memory of child processes, beside a yardstick of the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, Any, NamedTuple, TypeVar

from bench.engines import Engine

__all__ = ["Case", "Measured", "Pieces", "Sample", "Task", "command", "job", "measure", "run", "total"]

_K = TypeVar("_K")

SLOW, SLOWEST = 4.0, 60.0
"""Seconds: what takes longer runs twice at most, or once."""


@dataclass(frozen=True)
class Sample:
    """One run: seconds on the clock, seconds of the processor (of all processes of the run), and the peak resident
    memory of a process in bytes; 0 where the system doesn't report it."""

    seconds: float
    processor: float
    memory: int = 0


Task = Callable[[], Sample]


@dataclass(frozen=True)
class Pieces:
    """A job in pieces, and the command whose process does them: it prints how many there are, then reads the number of
    one after the other and prints the seconds of the processor that it took, a line each."""

    words: tuple[str, ...]
    engine: Engine


class Allowed(NamedTuple):
    """The greatest allowed ratio to the yardstick, of each engine."""

    pure: float
    compiled: float


@dataclass(frozen=True)
class Case:
    """A job of mtlb and its yardstick.

    `ours` makes the task of an engine and a number of processes; where the yardstick is in pieces, so is it, in the
    same ones. `allowed` are the greatest allowed ratios, `memory_limit` the most bytes that the job may take.
    `input_size` is the bytes that it reads, where speed is told in MB/s. `quick`: it is part of `--check`.
    `both_engines`: false for what the engine does not change.
    """

    name: str
    size: str
    ours: Callable[[Engine, int], Task | Pieces]
    yardstick: Task | Pieces
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
    tasks: dict[tuple[str, int] | None, Task | Pieces]
    tasks = {(engine.name, count): case.ours(engine, count) for engine, count in variants}
    tasks[None] = case.yardstick
    pieces = {key: task for key, task in tasks.items() if isinstance(task, Pieces)}
    others = {key: task for key, task in tasks.items() if not isinstance(task, Pieces)}
    if pieces and others:
        raise ValueError(f"{case.key}: only one of the job and its yardstick is in pieces")
    best = _by_turns(pieces, rounds) if pieces else _one_after_another(others, rounds)
    return Measured(best[None], {key: sample for key, sample in best.items() if key is not None})


def _rounds(most: int, longest: Callable[[], float]) -> Iterator[None]:
    """Rounds, after each of which `longest` says how many seconds the slowest job takes."""
    done, smallest = 0, most
    while done < smallest:
        yield
        done += 1
        seconds = longest()
        smallest = min(most, 1 if seconds > SLOWEST else 2 if seconds > SLOW else most)


def _one_after_another(tasks: Mapping[_K, Task], rounds: int) -> dict[_K, Sample]:
    """The best of each task."""
    result: dict[_K, list[Sample]] = {key: [] for key in tasks}
    for _ in _rounds(rounds, lambda: max(sample.seconds for samples in result.values() for sample in samples)):
        for key, task in tasks.items():
            result[key].append(task())
    return {
        key: Sample(min(s.seconds for s in all_), min(s.processor for s in all_), max(s.memory for s in all_))
        for key, all_ in result.items()
    }


def _by_turns(jobs: Mapping[_K, Pieces], rounds: int) -> dict[_K, Sample]:
    """Each piece by all jobs before the next one; the best of each piece, added up. A machine that is busy for a while
    is so for all of them, and other work seldom meets a piece every time."""
    with ExitStack() as stack:
        running = {key: stack.enter_context(_Running(pieces)) for key, pieces in jobs.items()}
        (count,) = {int(item.answer()) for item in running.values()}
        least = {key: [float("inf")] * count for key in running}
        for _ in _rounds(rounds, lambda: max(map(sum, least.values()))):
            for piece in range(count):
                for key, item in running.items():
                    least[key][piece] = min(least[key][piece], item.seconds(piece))
    return {key: Sample(sum(least[key]), sum(least[key]), item.memory) for key, item in running.items()}


class _Running:
    """The process of a job in pieces. `memory`: its peak, once it has ended."""

    def __init__(self, pieces: Pieces) -> None:
        self.words = pieces.words
        self.process = subprocess.Popen(
            pieces.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=pieces.engine.environment,
            cwd=pieces.engine.directory,
            text=True,
        )
        self.memory = 0

    def __enter__(self) -> _Running:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        code, _, self.memory = _ended(self.process)
        if code:
            raise subprocess.CalledProcessError(code, self.words)

    def seconds(self, piece: int) -> float:
        """Do one of the pieces."""
        assert self.process.stdin is not None
        print(piece, file=self.process.stdin, flush=True)
        return float(self.answer())

    def answer(self) -> str:
        """A line that it prints; EOFError if it ended."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"ended before its work: {' '.join(self.words)}")
        return line


# --- tasks -----------------------------------------------------------------------------------------------------------


def command(*words: str, engine: Engine | None = None) -> Task:
    """Runs a command with what it prints thrown away."""
    return lambda: run(words, engine, stderr=subprocess.DEVNULL)


def job(*words: str, engine: Engine | None = None) -> Task:
    """Runs a command whose last line on stderr is the seconds that count; the others are for whoever watches."""

    def sample() -> Sample:
        with tempfile.TemporaryFile() as said:
            whole = run(words, engine, stderr=said)
            said.seek(0)
            *others, last = said.read().decode().splitlines()
            print(*others, sep="\n", end="\n" if others else "", file=sys.stderr)
            return Sample(float(last), float(last), whole.memory)

    return sample


def run(words: Sequence[str], engine: Engine | None = None, stderr: IO[bytes] | int | None = None) -> Sample:
    """One sample of a command; an exit code other than 0 is an error."""
    environment = None if engine is None else engine.environment
    directory = None if engine is None else engine.directory
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=stderr, env=environment, cwd=directory)
    code, used, memory = _ended(process)
    seconds = time.perf_counter() - start
    if code:
        raise subprocess.CalledProcessError(code, words)
    return Sample(seconds, used or seconds, memory)


def _ended(process: subprocess.Popen[Any]) -> tuple[int, float, int]:
    """Wait for a process: its exit code, the seconds of the processor that it took, and its peak of memory in bytes."""
    if not hasattr(os, "wait4"):
        before = os.times()
        code = process.wait()
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        return code, used, 0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    memory = usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)
    return process.returncode, usage.ru_utime + usage.ru_stime, memory


def total(*parts: Task) -> Task:
    """The times of several jobs, added up."""

    def sample() -> Sample:
        samples = [part() for part in parts]
        return Sample(
            sum(s.seconds for s in samples), sum(s.processor for s in samples), max(s.memory for s in samples)
        )

    return sample
