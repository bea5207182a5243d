"""Work on many items in several processes, with the results in the order of the items whatever the number is.

The processes are forks of this one: they have its mapped files and models, and only results are copied. Where a system
can't fork (Windows), the work is done here.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

__all__ = ["in_executor", "in_order"]

_T = TypeVar("_T")
_R = TypeVar("_R")

_CHUNKS_PER_JOB = 16
_MIN_CHUNK = 8
_work: Callable[[Any], list[Any]] = list  # of the forks: set before they start
_items: Sequence[Any] = ()


def in_executor(
    work: Callable[[_T], _R], tasks: Iterable[_T], executor: Executor | None, ahead: int = 32
) -> Iterator[_R]:
    """What `work` gives for each of `tasks`, in their order, done by `executor`; None does it here.

    Tasks are made when they are due: no more than `ahead` are under way or wait for an earlier one. Raises what `work`
    raises for the first task that fails, whatever was done before; what was not begun then is cancelled.
    """
    if executor is None:
        yield from map(work, tasks)
        return
    waiting: deque[Future[_R]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(work, task))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def in_order(
    work: Callable[[Sequence[_T]], list[_R]],
    items: Sequence[_T],
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[_R]:
    """The results that `work` gives for `items`, of which it gets a stretch at a time.

    `jobs`: how many processes. `progress` is called with (items done, items in all). Raises what `work` raises.
    """
    size = max(_MIN_CHUNK, len(items) // (max(jobs, 1) * _CHUNKS_PER_JOB))
    stretches = [(start, min(start + size, len(items))) for start in range(0, len(items), size)]
    if jobs <= 1 or len(stretches) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        for start, end in stretches:
            yield from work(items[start:end])
            if progress is not None:
                progress(end, len(items))
        return
    global _work, _items
    _work, _items = work, items
    try:
        with multiprocessing.get_context("fork").Pool(min(jobs, len(stretches)), _begin) as pool:
            for (_, end), results in zip(stretches, pool.imap(_stretch, stretches), strict=True):
                yield from results
                if progress is not None:
                    progress(end, len(items))
    finally:
        _work, _items = list, ()


def _begin() -> None:
    # An interrupt is for the process that collects the results; it ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _stretch(ends: tuple[int, int]) -> list[Any]:
    return _work(_items[ends[0] : ends[1]])
