"""The parent's side of the worker: start it, give it work, and survive whatever becomes of it."""

from __future__ import annotations

import json
import mmap
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..base.errors import FormatError, RunError, TimeLimitError, UnsupportedError

__all__ = ["PAGE", "Memory", "Session", "Worker"]

PAGE = 4096
_MARK_AT = 64
_POLL_SECONDS = 0.05
_MEMORY_LIMIT = 16 << 30


class Memory:
    """Memory that the worker sees too: a file without a name. Pieces start at pages, each followed by a guard page.

    It may be laid out anew, and keeps its contents and its largest size.
    """

    def __init__(self) -> None:
        if hasattr(os, "memfd_create"):
            self.file = os.memfd_create("mtlb")
        else:
            with tempfile.TemporaryFile() as file:
                self.file = os.dup(file.fileno())
        self._mapped: mmap.mmap | None = None
        self.begin()

    def begin(self) -> None:
        """Lay the memory out anew: nothing is reserved but the first page."""
        self.size = PAGE
        self.guards: list[int] = []

    def reserve(self, size: int, gap: int = 0) -> int:
        """Room for so many bytes, and at least `gap` bytes that nobody uses after it; where it is."""
        at = self.size
        end = at + -(-max(size, 1) // PAGE) * PAGE
        self.guards.append(end)
        self.size = end + max(PAGE, -(-gap // PAGE) * PAGE)
        return at

    @property
    def mapped(self) -> mmap.mmap:
        """All that was ever reserved."""
        if self._mapped is None or len(self._mapped) < self.size:
            os.ftruncate(self.file, self.size)
            self._mapped = mmap.mmap(self.file, self.size)
        return self._mapped

    def close(self) -> None:
        """Give the memory back."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1
            self._mapped = None


class Worker:
    """A process that compiles and runs functions, and its memory. It ends with `close`, or when this process does."""

    def __init__(self, memory: Memory, limit: int) -> None:
        self.memory = memory
        self._layout: tuple[int, list[int]] = (0, [])
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, json.dumps(sys.path), str(memory.file), str(limit)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(memory.file,),
        )
        unsupported = self.ask({"what": "hello"}, seconds=60)["unsupported"]
        if unsupported:
            self.close()
            raise UnsupportedError(unsupported)

    @property
    def mapped(self) -> mmap.mmap:
        """The memory, as this process sees it."""
        return self.memory.mapped

    @property
    def is_alive(self) -> bool:
        """Whether the process can be asked."""
        return self.process.poll() is None

    def lay_out(self) -> None:
        """Tell the process how the memory is laid out now."""
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
    ) -> dict[str, Any]:
        """The answer to a request. TimeLimitError when it takes longer, RunError if the process does not survive it."""
        process = self.process
        assert process.stdin is not None and process.stdout is not None
        self.mapped[0:8] = bytes(8)
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n" + b"".join(data))
            process.stdin.flush()
        except OSError:
            raise self._ended() from None
        end = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select(
                [process.stdout], [], [], _POLL_SECONDS if progress else max(0.0, end - time.monotonic())
            )
            if ready:
                break
            if progress is not None:
                progress(int.from_bytes(self.mapped[0:8], "little"))
            if time.monotonic() >= end:
                self.close()
                raise TimeLimitError(f"still running after {seconds:g} seconds")
        line = process.stdout.readline()
        if not line:
            raise self._ended()
        answer: dict[str, Any] = json.loads(line)
        if "failed" in answer:
            raise FormatError(f"LLVM does not take the module: {' '.join(answer['failed'].split())}")
        return answer

    def mark(self) -> int:
        """The number of the loop that ran last; 0 for none."""
        return int.from_bytes(self.mapped[_MARK_AT : _MARK_AT + 4], "little")

    def _ended(self) -> RunError:
        """What became of the process."""
        process = self.process
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
        code = process.returncode
        words = process.stderr.read().decode("utf-8", "replace").split("\n") if process.stderr is not None else []
        last = next((line for line in reversed(words) if line.strip()), "")
        self.close()
        if code is not None and code < 0:
            name = signal.Signals(-code).name
            what = {
                "SIGSEGV": "it accessed memory that is not its own, which --check finds, or a thread used up its stack",
                "SIGBUS": "it accessed memory that is not its own, which --check finds, or a thread used up its stack",
                "SIGKILL": "the system ended it, probably for want of memory",
                "SIGABRT": "LLVM gave up on it",
            }.get(name, "it was ended")
            said = f": {last}" if name == "SIGABRT" and last else ""
            return RunError(f"the process that ran the function did not survive: {what} ({name}){said}"[:400])
        return RunError(f"the process that ran the function ended with code {code}: {last}"[:400])

    def close(self) -> None:
        """End the process."""
        process = self.process
        if process.poll() is None:
            process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        process.wait()


class Session:
    """A worker that several functions share, one after the other. A context manager.

    It is started when it is needed, and started again when a function ended it.
    """

    def __init__(self, limit: int = _MEMORY_LIMIT) -> None:
        self.memory = Memory()
        self.limit = limit
        self.compiled: set[int] = set()
        self._worker: Worker | None = None
        self._numbers = 0

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def worker(self) -> Worker:
        """The process."""
        if self._worker is None or not self._worker.is_alive:
            self.compiled.clear()
            self._worker = Worker(self.memory, self.limit)
        return self._worker

    def number(self) -> int:
        """A number for another function."""
        self._numbers += 1
        return self._numbers

    def close(self) -> None:
        """End the process and give its memory back."""
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
