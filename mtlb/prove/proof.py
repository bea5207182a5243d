"""Runs the proof of libraries in a child process; after a crash a new process continues with the next function."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from .._version import __version__
from ..base.digest import sha256
from ..base.errors import BuildError, UnsupportedError
from .report import FunctionProof, LibraryProof, ProofReport

_SECONDS = 180.0
_STDERR_LINES = 12
_CRASHES = 40
"""The number of processes that may crash on one library before its remaining functions are skipped."""


class GivenLibrary(NamedTuple):
    """A library to test: its name in the report, its bytes, and pairs of functions for pictures."""

    name: str
    data: bytes
    draws: tuple[tuple[str, str], ...] = ()


def prove(
    libraries: Iterable[GivenLibrary],
    *,
    run: bool = True,
    seconds: float = _SECONDS,
    progress: Callable[[str], None] | None = None,
) -> ProofReport:
    """Load each library through Metal, compile each function, run the supported functions, and compare with the CPU.

    `run`: also run kernels and pictures; otherwise only create pipelines. `seconds`: the time limit for a function.
    `progress` is called with the name of each library. UnsupportedError if there is no Metal. Nothing is sent to a
    network.
    """
    child = _Child(seconds)
    try:
        report = ProofReport(__version__, child.device())
        with tempfile.TemporaryDirectory(prefix="mtlb-prove-") as folder:
            for number, library in enumerate(libraries):
                if progress is not None:
                    progress(library.name)
                path = Path(folder) / f"{number}.metallib"
                path.write_bytes(library.data)
                report.libraries.append(_proof(child, library, path, run))
                path.unlink()
        return report
    finally:
        child.close()


def _proof(child: _Child, library: GivenLibrary, path: Path, run: bool) -> LibraryProof:
    """The proof of one library, with as many processes as needed."""
    proof = LibraryProof(Path(library.name).name, sha256(library.data).hex(), len(library.data))
    for _ in range(_CRASHES):
        done = [function.name for function in proof.functions]
        child.start()
        child.ask({"path": str(path), "done": done, "run": run, "draws": library.draws if run else ()})
        begun: dict[str, Any] = {}
        while (event := child.event()) is not None:
            if "done" in event:
                return proof
            if "loaded" in event:
                proof.loaded, proof.error = event["loaded"], event["error"]
            elif "begin" in event:
                begun = event
            elif "function" in event:
                proof.functions.append(FunctionProof(**event["function"]))
                begun = {}
        ended = child.last_words()
        if not begun:
            proof.error = proof.error or ended
            return proof
        proof.functions.append(FunctionProof(begun["begin"], begun["kind"], "failed", "", ended))
    proof.error = f"given up after {_CRASHES} processes died"
    return proof


class _Child:
    """A worker process, started on first use."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._events: queue.Queue[str | None] = queue.Queue()
        self._stderr: list[str] = []
        self._readers: list[threading.Thread] = []
        self._device: dict[str, Any] | None = None
        self._late = False

    def device(self) -> dict[str, Any]:
        """The device description from the first process. UnsupportedError if there is no device."""
        self.start()
        assert self._device is not None
        return self._device

    def start(self) -> None:
        """Start a process that waits for jobs."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._events, self._stderr, self._late = queue.Queue(), [], False
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            threading.Thread(target=_read_events, args=(self._process.stdout, self._events), daemon=True),
            threading.Thread(target=self._stderr.extend, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        first = self.event()
        if first is None:
            raise BuildError(f"the process that loads Metal: {self.last_words()}")
        if "problem" in first:
            raise UnsupportedError(first["problem"])
        self._device = first["device"]

    def ask(self, job: dict[str, Any]) -> None:
        """Send a job."""
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()

    def event(self) -> dict[str, Any] | None:
        """The next event; None if the process has ended, or was killed after its time limit."""
        try:
            line = self._events.get(timeout=self.seconds)
        except queue.Empty:
            self._late = True
            assert self._process is not None
            self._process.kill()
            self._process.wait()
            return None
        if line is None:
            return None
        event: dict[str, Any] = json.loads(line)
        return event

    def last_words(self) -> str:
        """How the process ended, with the last lines of its output."""
        assert self._process is not None
        code = self._process.wait()
        for reader in self._readers:
            reader.join(timeout=5)
        if self._late:
            return f"no answer within {self.seconds:g} s: the process was ended"
        how = f"exit code {code}" if code >= 0 else f"signal {_signal_name(-code)}"
        said = " / ".join(line.strip() for line in self._stderr[-_STDERR_LINES:] if line.strip())
        return f"the process ended with {how}" + (f": {said}" if said else "")

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None and not process.stdin.closed:
            with suppress(OSError):  # it ended without reading its input
                process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for reader in self._readers:
            reader.join(timeout=5)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def _read_events(stream: IO[str], events: queue.Queue[str | None]) -> None:
    for line in stream:
        events.put(line)
    events.put(None)


def _signal_name(number: int) -> str:
    try:
        return f"{number} ({signal.Signals(number).name})"
    except ValueError:
        return str(number)
