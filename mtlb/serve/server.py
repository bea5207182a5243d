"""The loop of `mtlb serve`: reads and writes lines, and enforces the limits of time and memory."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO

from ..base.errors import BuildError, TimeLimitError
from .protocol import RequestLimits, answer_line, error_json
from .requests import Service, read_request

TIME_IS_OVER = 3
"""The exit code of a process that ended because a request exceeded its time limit."""


def serve(input: BinaryIO, output: BinaryIO, limits: RequestLimits, *, paths: bool = False) -> None:
    """Answer each line of `input` by a line of `output`, in order, until `input` ends.
    A line over the limit is answered by an error without an id, and skipped. A request that exceeds its time is
    answered by a TimeLimitError, and ends the process with `TIME_IS_OVER`, since interrupted work could leave
    inconsistent state."""
    service = Service(limits, paths=paths)
    lock = threading.Lock()

    def write(answer: bytes) -> None:
        output.write(answer)
        output.flush()

    limit_memory(limits)
    for line in lines(input, limits.line):
        if line is None:
            write(answer_line(None, error=error_json(BuildError(f"the line has more than {limits.line} bytes"))))
            continue
        if not line.strip():
            continue
        with _watched(line, limits, write, lock) as finish:
            finish(service.answer(line))


def lines(input: BinaryIO, limit: int) -> Iterator[bytes | None]:
    """The lines; None for a line above the limit, which is discarded in pieces."""
    while line := input.readline(limit + 1):
        if line.endswith(b"\n") or len(line) <= limit:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = input.readline(limit + 1)
        yield None


@contextlib.contextmanager
def _watched(
    line: bytes, limits: RequestLimits, write: Callable[[bytes], None], lock: threading.Lock
) -> Iterator[Callable[[bytes], None]]:
    """End the process when the time is over. The first to take the lock answers: the request or the timer."""

    def end() -> None:
        if not lock.acquire(blocking=False):
            return
        try:
            id: object = read_request(line).id
        except BuildError:
            id = None
        error = TimeLimitError(f"the request took more than {limits.seconds:g} seconds; this process ends")
        write(answer_line(id, error=error_json(error)))
        os._exit(TIME_IS_OVER)

    def finish(answer: bytes) -> None:
        lock.acquire()
        write(answer)

    timer = threading.Timer(limits.seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield finish
    finally:
        timer.cancel()
        lock.release()


def limit_memory(limits: RequestLimits) -> None:
    """Limit the address space of the process, where the system supports it."""
    if not limits.memory:
        return
    try:
        import resource
    except ImportError:
        return
    limit = limits.memory << 20
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):  # macOS has the limit but refuses to set it
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard < 0 else min(limit, hard), hard))
