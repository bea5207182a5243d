"""Worker threads that share the threadgroups of a run. They start before the locks close (locks.py).
Threadgroups do not wait for each other. So the output does not depend on which thread runs which threadgroup, unless
two of them write to the same memory; `Prepared.is_shareable` says whether no operation of a function depends on
their order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

_PIECES = 8  # pieces for each thread, if all are equally fast
_LONGEST = 0.05  # the maximum duration of a piece in seconds


class Shares:
    """Threadgroups that several threads take in turn, piece by piece. `done` is the number of finished ones,
    readable by all."""

    def __init__(self, at: int, end: int, jobs: int, seconds: float, done: Any) -> None:
        self.jobs = jobs
        self._at, self._end, self._done = at, end, done
        pieces = max(_PIECES * jobs, seconds / _LONGEST)
        self._size = max(1, int((end - at) / pieces))
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        while True:
            with self._lock:
                start = self._at
                end = self._at = min(self._end, start + self._size)
            if start >= end:
                return
            yield start, end
            with self._lock:
                self._done.value += end - start


class Helpers:
    """Threads that wait for work, in addition to the calling thread."""

    def __init__(self) -> None:
        self._tasks: list[SimpleQueue[Callable[[], None]]] = []
        self._finished: SimpleQueue[BaseException | None] = SimpleQueue()

    @property
    def count(self) -> int:
        """The number of threads."""
        return len(self._tasks)

    def start(self, count: int) -> None:
        """Start this many threads, or as many as the system allows."""
        for _ in range(count):
            arguments: SimpleQueue[Callable[[], None]] = SimpleQueue()
            try:
                threading.Thread(target=self._serve, args=(arguments,), daemon=True).start()
            except RuntimeError:
                return
            self._tasks.append(arguments)

    def _serve(self, arguments: SimpleQueue[Callable[[], None]]) -> None:
        while True:
            work = arguments.get()
            try:
                work()
            except BaseException as error:
                self._finished.put(error)
            else:
                self._finished.put(None)

    def run(self, work: Callable[[int], None], jobs: int) -> None:
        """Call `work` with 0 in this thread, and with 1 to `jobs` - 1 in other threads; returns when all calls have
        ended."""
        for number in range(1, jobs):
            self._tasks[number - 1].put(lambda number=number: work(number))  # type: ignore[misc]
        try:
            work(0)
        finally:
            errors = [self._finished.get() for _ in range(1, jobs)]
        for error in errors:
            if error is not None:
                raise error
