"""The parent's side of the worker: start it, send requests, and handle its failure."""

from __future__ import annotations

import json
import math
import mmap
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..base.errors import FormatError, MtlbError, RunError, TimeLimitError, UnsupportedError
from . import answers
from .cache import CodeCache

PAGE = max(4096, mmap.PAGESIZE)
_MARK_AT = 64
_POLL_SECONDS = 0.05
_LONGEST_WAIT = 600.0
_MEMORY_LIMIT = 16 << 30
_MOST_JOBS = 64
ANSWER_BYTES = 1 << 20
_PIECE = 1 << 16
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
"""The path of the mtlb package. The worker imports it from there, even if the parent did not use `sys.path`."""
_ENVIRONMENT = frozenset(
    {"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"}
    | {"__PYVENV_LAUNCHER__", "SYSTEMROOT"}
)
"""Environment variables that Python itself may need to start."""


_CRASHES = frozenset({"SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGTRAP"})


class CrashError(RunError):
    """The process crashed; nothing ended it from outside, and it did not reach a limit.

    `how`: the signal, and the last line that the process wrote, if it was an assertion.
    """

    how = ""


class Memory:
    """Memory that is shared with the worker: an anonymous file. Pieces start at pages, each followed by a guard
    page.
    Its layout can be replaced; contents and the largest size are kept. The size is at most `most` bytes (0: no
    limit)."""

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self.file = _file_without_name("mtlb")
        _keep_size(self.file)
        self._mapped: mmap.mmap | None = None
        self.begin()

    def begin(self) -> None:
        """Start a new layout: only the first page is reserved, with a guard page after it."""
        self.size = 2 * PAGE
        self.guards = [PAGE]

    def reserve(self, size: int, gap: int = 0) -> int:
        """Reserve this many bytes, with at least `gap` unused bytes after them. Returns the offset."""
        at = self.size
        end = at + -(-max(size, 1) // PAGE) * PAGE
        self.guards.append(end)
        self.size = end + max(PAGE, -(-gap // PAGE) * PAGE)
        return at

    @property
    def mapped(self) -> mmap.mmap:
        """A mapping of all memory that was ever reserved. Raises RunError if the system does not have that much."""
        if self._mapped is None or len(self._mapped) < self.size:
            try:
                if 0 < self.most < self.size:
                    raise OverflowError
                os.ftruncate(self.file, self.size)
                self._mapped = mmap.mmap(self.file, self.size)
            except (OSError, OverflowError):
                raise RunError(
                    f"the arguments and results of a run have {self.size} bytes: there is not enough memory for them"
                ) from None
        return self._mapped

    def close(self) -> None:
        """Release the memory."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1
            self._mapped = None


class Worker:
    """A process that compiles and runs functions, and its memory. It ends with `close`, or when this process ends.
    Its answers are not trusted: its code may have been changed by a function that ran there. `locks`: names of the
    restrictions that it accepted before it loaded a module (locks.py). `version`: what its code depends on besides
    modules. `is_fresh`: it has not received a module yet. `jobs`: how many threads may share a run."""

    def __init__(self, memory: Memory, limit: int, jobs: int = 1) -> None:
        self.memory = memory
        self.is_fresh = True
        self._layout: tuple[int, list[int]] = (0, [])
        self._said = _file_without_name("mtlb-worker")
        life, self._life = os.pipe()  # the worker detects the end of this process when this pipe closes
        self._asked = 0
        by_kernel = threading.current_thread() is threading.main_thread()
        paths = [*map(os.path.abspath, sys.path), _ROOT]
        words = [json.dumps(paths), str(memory.file), str(limit)]
        options = ["-I", *["-B"] * sys.dont_write_bytecode]
        with tempfile.TemporaryDirectory(prefix="mtlb-") as folder:  # deleted once the worker is in it
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    *options,
                    "-c",
                    _PROGRAM,
                    *words,
                    *map(str, (os.getpid(), life, int(by_kernel), jobs)),
                ],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                pass_fds=(memory.file, life),
                cwd=folder,
                env={name: value for name, value in os.environ.items() if name in _ENVIRONMENT},
            )
            os.close(life)
            assert self.process.stdin is not None and self.process.stdout is not None
            self._input, self._output = self.process.stdin, self.process.stdout
            for stream in (self._input, self._output):
                os.set_blocking(stream.fileno(), False)
            try:
                hello = self.ask({"what": "hello"}, seconds=60)
                self.locks = answers.texts(hello, "locks")
                self.version = answers.text(hello, "version")
            except MtlbError:
                self.close()
                raise

    @property
    def mapped(self) -> mmap.mmap:
        """The memory, as mapped in this process."""
        return self.memory.mapped

    @property
    def is_alive(self) -> bool:
        """Whether the process accepts requests."""
        return self.process.poll() is None

    def lay_out(self) -> None:
        """Send the current memory layout to the process."""
        layout = (len(self.mapped), self.memory.guards)
        if layout != self._layout:
            self.ask({"what": "map", "size": layout[0], "guards": layout[1]}, seconds=60)
            self._layout = (layout[0], list(layout[1]))

    def ask(
        self,
        request: dict[str, Any],
        *data: bytes,
        seconds: float,
        progress: Callable[[int], None] | None = None,
        most: int = ANSWER_BYTES,
    ) -> dict[str, Any]:
        """Send a request and return the answer, of at most this many bytes.
        Raises TimeLimitError if it takes too long, RunError if the process ends or answers with invalid values,
        UnsupportedError for an unsupported request, and FormatError for a module that LLVM rejects."""
        self.mapped[0:8] = bytes(8)
        self._asked += 1
        head = json.dumps({**request, "number of request": self._asked, "seconds": seconds})
        try:
            line = self._exchange(b"".join((head.encode(), b"\n", *data)), seconds, progress, most)
            answer = answers.parse(line, self._asked)
        except BaseException:  # also an interrupt: a late answer would be misread
            self.close()
            raise
        if "failed" in answer:
            raise FormatError(f"LLVM rejects the module: {' '.join(answers.text(answer, 'failed').split())}")
        if "lacking" in answer:
            raise RunError(f"the process that runs functions is out of memory: {answers.text(answer, 'lacking')}")
        if "unsupported" in answer:
            raise UnsupportedError(answers.text(answer, "unsupported"))
        return answer

    def _exchange(self, request: bytes, seconds: float, progress: Callable[[int], None] | None, most: int) -> bytes:
        """Send a request and read a line within the time limit, even if either pipe blocks."""
        end = time.monotonic() + seconds
        left, result = memoryview(request), bytearray()
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        poll.register(self._input, select.POLLOUT)
        while True:
            wait = min(max(0.0, end - time.monotonic()), _POLL_SECONDS if progress else _LONGEST_WAIT)
            ready = {file for file, _ in poll.poll(math.ceil(1000 * wait))}
            try:
                if left and self._input.fileno() in ready:
                    left = left[os.write(self._input.fileno(), left[:_PIECE]) :]
                    if not left:
                        poll.unregister(self._input)
                if self._output.fileno() in ready:
                    piece = os.read(self._output.fileno(), _PIECE)
                    if not piece:
                        raise self._ended()
                    result += piece
            except BlockingIOError:
                continue
            except OSError:
                raise self._ended() from None
            if len(result) > most:
                self.close()
                raise RunError(f"the process that ran the function answered with more than {most} bytes")
            if result.endswith(b"\n") and not left:
                return bytes(result)
            if progress is not None:
                progress(int.from_bytes(self.mapped[0:8], "little"))
            if time.monotonic() >= end:
                self.close()
                raise TimeLimitError(f"still running after {seconds:g} seconds")

    def mark(self) -> int:
        """The number of the loop that ran last; 0 for none."""
        return int.from_bytes(self.mapped[_MARK_AT : _MARK_AT + 4], "little")

    def _ended(self) -> RunError:
        """Describe how the process ended."""
        process = self.process
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        code = process.returncode
        last = self._last_line()
        self.close()
        if code is not None and code < 0:
            name = signal.Signals(-code).name
            what = {
                "SIGSEGV": "it accessed memory outside of its arguments (--check finds such accesses), or a "
                "thread overflowed its stack",
                "SIGBUS": "it accessed memory outside of its arguments (--check finds such accesses), or a "
                "thread overflowed its stack",
                "SIGILL": "it executed a trap, or jumped to something that is not code",
                "SIGKILL": "the system ended it, probably for want of memory",
                "SIGABRT": "LLVM gave up on it",
                "SIGSYS": "it made a system call, which a GPU function can't do",
                "SIGXCPU": "it used up the processor time that it was given",
            }.get(name, "it was ended")
            said = f": {last}" if name == "SIGABRT" and last else ""
            reason = f"the process that ran the function did not survive: {what} ({name}){said}"[:400]
            if name not in _CRASHES:
                return RunError(reason)
            crash = CrashError(reason)
            crash.how = f"{name}{said}"[:400]
            return crash
        return RunError(f"the process that ran the function ended with code {code}: {last}"[:400])

    def _last_line(self) -> str:
        """The last line that the process wrote to stderr."""
        size = os.fstat(self._said).st_size
        text = os.pread(self._said, _PIECE, max(0, size - _PIECE)).decode("utf-8", "replace")
        last = next((line for line in reversed(text.split("\n")) if line.strip()), "")
        return "".join(c if c.isprintable() else "?" for c in last)

    def close(self) -> None:
        """End the process."""
        process = self.process
        if process.poll() is None:
            process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        process.wait()
        for file in (self._life, self._said):
            if file >= 0:
                os.close(file)
        self._life = self._said = -1


def _keep_size(file: int) -> None:
    """Prevent the file from being shortened: reading removed pages would end this process."""
    try:
        import fcntl

        fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
    except (ImportError, AttributeError, OSError):
        return


def _file_without_name(name: str) -> int:
    """An anonymous file that no other process can open, in memory where the system supports it."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


class Session:
    """A worker that several functions share, one after the other. A context manager.
    It starts on first use, and starts again after a function ended it. `jobs`: how many threads may share a run;
    `cache`: where compiled functions are stored; `optimize`: LLVM's level for functions without their own."""

    def __init__(
        self, limit: int = _MEMORY_LIMIT, *, jobs: int = 1, cache: CodeCache | None = None, optimize: int = 2
    ) -> None:
        self.jobs = min(_MOST_JOBS, max(1, jobs))
        self.optimize = optimize
        self.cache = cache
        self.memory = Memory(limit)
        self.limit = limit
        self.compiled: set[int] = set()
        self._worker: Worker | None = None
        self._locks: list[str] | None = None
        self._numbers = 0

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def worker(self) -> Worker:
        """The worker process; started if necessary."""
        if self._worker is None or not self._worker.is_alive:
            self.compiled.clear()
            self._worker = Worker(self.memory, self.limit, self.jobs)
            self._locks = self._worker.locks
        return self._worker

    @property
    def locks(self) -> list[str]:
        """The locks that the last process closed; it may have ended."""
        return self.worker.locks if self._locks is None else self._locks

    def number(self) -> int:
        """A number for a new function."""
        self._numbers += 1
        return self._numbers

    def close(self) -> None:
        """End the process and release its memory."""
        if self._worker is not None:
            self._worker.close()
            self._worker = None
        self.memory.close()


_PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.argv.pop(1))
from mtlb.cpu.worker import main
main()
"""
