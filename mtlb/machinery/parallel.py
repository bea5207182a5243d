"""Map over items in worker processes; results keep the input order for any worker count.

Any `concurrent.futures.Executor` can do the work (`in_executor`); `worker_processes` makes one of local processes. They
are forks of this process on Linux, which share its mapped files, and spawned on other platforms.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..base.errors import MtlbError
from ..base.files import exit_by_signal

# Imported where processes are started: the import takes longer than many commands.
if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

_T = TypeVar("_T")
_R = TypeVar("_R")

_CHUNKS_PER_JOB = 16
_MIN_CHUNK = 8
_GRACE = 2.0
"""How many seconds a worker has to remove its temporary files before it is killed."""
# Windows has no SIGHUP.
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_work: Callable[[Any], list[Any]] = list  # read by forks; set before they start
_items: Sequence[Any] = ()


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _method() -> str:
    """The start method of processes: fork where that is safe."""
    return "fork" if sys.platform == "linux" else "spawn"


@contextmanager
def worker_processes(jobs: int, method: str | None = None) -> Iterator[Executor | None]:
    """An executor of `jobs` local processes, started with the first task; None for one job, which runs in this process.

    `method`: how they are started, "fork" or "spawn". They end with the block, and when this process is killed.
    SIGINT and SIGHUP are for this process alone; SIGTERM, with which it ends them, is SystemExit in a worker.
    """
    if jobs <= 1:
        yield None
        return
    workers = _Workers(jobs, method or _method())
    try:
        yield cast("Executor", workers)
    except BaseException:
        workers.terminate()
        raise
    finally:
        workers.shutdown()


class _Workers:
    """Local processes as an executor. They start with the first task."""

    def __init__(self, jobs: int, method: str) -> None:
        self._jobs = jobs
        self._method = method
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, work: Callable[..., _R], /, *arguments: Any, **named: Any) -> Future[_R]:
        """As `concurrent.futures.Executor` has it."""
        if self._pool is None:
            import multiprocessing
            from concurrent.futures import ProcessPoolExecutor

            self._pool = ProcessPoolExecutor(self._jobs, multiprocessing.get_context(self._method), _begin)
        with _later_signals():  # it may start processes
            return self._pool.submit(_until_terminated, work, *arguments, **named)

    def terminate(self) -> None:
        """Terminate the processes; `shutdown` would wait for their tasks."""
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())
        for process in processes:
            process.terminate()
        _wait_for(processes)
        for process in processes:
            process.kill()
        # One that ended while it sent a result leaves a part of it, and the pool would wait for the rest: the other end
        # of the pipe is open here too (CPython 3.10 to 3.14).
        results: Any = self._pool._result_queue
        results._writer.close()

    def shutdown(self) -> None:
        """Wait for the processes to end."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def _wait_for(processes: Sequence[BaseProcess]) -> None:
    """Wait for processes to end, for a while."""
    from multiprocessing.connection import wait

    waiting, end = {process.sentinel for process in processes}, time.monotonic() + _GRACE
    while waiting and (left := end - time.monotonic()) > 0:
        waiting.difference_update(wait(list(waiting), left))


@contextmanager
def _later_signals() -> Iterator[None]:
    """Signals to this thread are delivered at the end of the block. A process that is started in it has none either,
    until it has its own handlers: an interrupt in the middle of a fork is lost, or printed as a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    import threading

    threading.Thread(target=_end_with_parent, daemon=True).start()


def _until_terminated(work: Callable[..., _R], /, *arguments: Any, **named: Any) -> _R:
    signal.signal(signal.SIGTERM, exit_by_signal)
    try:
        return work(*arguments, **named)
    except SystemExit:  # the pool would send it as the result, and do the next task
        os._exit(1)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE)
        os._exit(1)


def in_executor(
    work: Callable[[_T], _R], tasks: Iterable[_T], executor: Executor | None, ahead: int = 32
) -> Iterator[_R]:
    """The result of `work` for each of `tasks`, in their order. `executor` None runs it in this process.

    At most `ahead` tasks are submitted and not yet returned. Raises what `work` raises for the first task that fails,
    and MtlbError for a worker that was killed or ran out of memory; tasks that were not started are cancelled, those of
    `worker_processes` at the end of its block.
    """
    if executor is None:
        yield from map(work, tasks)
        return
    waiting: deque[Future[_R]] = deque()
    try:
        for task in tasks:
            with _workers_that_end():
                future = executor.submit(work, task)
            waiting.append(future)
            if len(waiting) >= ahead:
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        # A pool whose processes are terminated has no use for a cancelled task (CPython 3.10 and 3.11: a traceback).
        for future in waiting if not isinstance(executor, _Workers) else ():
            future.cancel()


def _result(future: Future[_R]) -> _R:
    with _workers_that_end():
        return future.result()


@contextmanager
def _workers_that_end() -> Iterator[None]:
    from concurrent.futures import BrokenExecutor

    try:
        yield
    except BrokenExecutor:
        raise MtlbError(
            "a worker process ended early: it was killed, or the system ran out of memory; try fewer jobs (-j)"
        ) from None
    except MemoryError:
        raise MtlbError("a worker process ran out of memory; try fewer jobs (-j)") from None


def in_order(
    work: Callable[[Sequence[_T]], list[_R]],
    items: Sequence[_T],
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
    *,
    size: Callable[[_T], int] | None = None,
    method: str | None = None,
) -> Iterator[_R]:
    """The results of `work` for `items`, which gets a range of items per call.

    `jobs`: how many processes; few items are done here. `progress` is called with (items done, items in all). `size`:
    what the work on an item is about proportional to, such as its bytes; without it all items are alike. `method`: as
    `worker_processes` takes it. Items for spawned processes are pickled. Raises what `in_executor` does.
    """
    stretches = _ranges(items, max(jobs, 1) * _CHUNKS_PER_JOB, size)
    if jobs <= 1 or len(stretches) < 2:
        for start, end in stretches:
            yield from work(items[start:end])
            if progress is not None:
                progress(end, len(items))
        return
    global _work, _items
    method = method or _method()
    jobs = min(jobs, len(stretches))
    try:
        with worker_processes(jobs, method) as pool:
            batches: Iterator[list[_R]]
            if method == "fork":
                _work, _items = work, items
                batches = in_executor(_stretch, stretches, pool, jobs * 4)
            else:
                batches = in_executor(_sent, (_pickled((work, items[s:e])) for s, e in stretches), pool, jobs * 4)
            for (_, end), results in zip(stretches, batches, strict=True):
                yield from results
                if progress is not None:
                    progress(end, len(items))
    finally:
        _work, _items = list, ()


def _ranges(items: Sequence[_T], count: int, size: Callable[[_T], int] | None) -> list[tuple[int, int]]:
    """The ends of about `count` ranges of items, of `_MIN_CHUNK` items or more, that take about the same time."""
    sizes = [1] * len(items) if size is None else [size(item) for item in items]
    share = sum(sizes) / count
    ranges: list[tuple[int, int]] = []
    start = filled = 0
    for end, item_size in enumerate(sizes, 1):
        filled += item_size
        if end == len(items) or (end - start >= _MIN_CHUNK and filled >= share):
            ranges.append((start, end))
            start, filled = end, 0
    return ranges


def _stretch(ends: tuple[int, int]) -> list[Any]:
    return _work(_items[ends[0] : ends[1]])


def _pickled(value: object) -> bytes:
    """The value as `pickle` has it; views into a file are sent as bytes."""
    import copyreg
    import pickle

    file = io.BytesIO()
    pickler = pickle.Pickler(file)
    pickler.dispatch_table = {**copyreg.dispatch_table, memoryview: lambda view: (bytes, (view.tobytes(),))}
    pickler.dump(value)
    return file.getvalue()


def _sent(task: bytes) -> list[Any]:
    import pickle

    work, items = pickle.loads(task)
    results: list[Any] = work(items)
    return results
