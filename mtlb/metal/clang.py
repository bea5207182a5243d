"""The C++ front end: finds a stock clang, and runs it with limits in a separate folder.

Search order: the requested program, `MTLB_CLANG`, a clang of version 19 or newer in PATH (names with a version first,
newest first, then `clang`), and the clang inside of the package `ziglang`.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import IO

from ..base.errors import BuildError, UnsupportedError

OLDEST, NEWEST = 19, 23
"""The oldest and newest supported version of clang."""
VARIABLE = "MTLB_CLANG"
_INSTALL = "`pip install ziglang` brings one, and so does `apt install clang` where that is version 19 or newer"
_ENVIRONMENT = ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_VERSION_SECONDS = 60.0
_MOST_OUTPUT = 1 << 30
_MOST_MESSAGES = 16 << 20
_GRACE = 1.0
"""Seconds that a stopped program has to close its pipes."""
_CHUNK = 1 << 16


@dataclass(frozen=True)
class Clang:
    """A clang: its command, and its version."""

    command: tuple[str, ...]
    version: tuple[int, int, int]

    def __str__(self) -> str:
        return f"clang {'.'.join(map(str, self.version))}"


@dataclass(frozen=True)
class Finished:
    """The result of a run: whether it succeeded, and its output."""

    succeeded: bool
    output: bytes
    messages: str


def find_clang(asked: str | None = None) -> Clang:
    """The clang to use. UnsupportedError if there is none, or if the requested clang is too old or too new."""
    named = asked or os.environ.get(VARIABLE)
    if named:
        result = _version_of((named,))
        if result is None:
            raise UnsupportedError(f"not a clang that runs: {named}")
        if not OLDEST <= result.version[0] <= NEWEST:
            raise UnsupportedError(f"not a clang of version {OLDEST} to {NEWEST}: {named} is {result}")
        return result
    names = [*(f"clang-{version}" for version in range(NEWEST, OLDEST - 1, -1)), "clang"]
    for command in [*((path,) for path in map(shutil.which, names) if path), *clang_of_ziglang()]:
        result = _version_of(command)
        if result is not None and OLDEST <= result.version[0] <= NEWEST:
            return result
    raise UnsupportedError(f"no clang is there to compile Metal with: {_INSTALL}")


def clang_of_ziglang() -> list[tuple[str, str]]:
    """The command of the clang inside of the package `ziglang`, if it is installed: the program itself, because Python
    would take three times as long to start it.
    """
    spec = importlib.util.find_spec("ziglang")
    folders = spec.submodule_search_locations if spec is not None else None
    zig = shutil.which(os.path.join(folders[0], "zig")) if folders else None
    return [(zig, "clang")] if zig else []


@cache
def _version_of(command: tuple[str, ...]) -> Clang | None:
    """The clang behind a command; None for another program, and for Apple's clang, which has a different version
    scheme.
    """
    try:
        result = run(command, ["--version"], seconds=_VERSION_SECONDS, megabytes=0)
    except BuildError:
        return None
    text = result.output.decode("utf-8", "replace")
    match = re.search(r"clang version (\d+)\.(\d+)\.(\d+)", text)
    if not result.succeeded or match is None or "Apple clang" in text:
        return None
    return Clang(command, (int(match[1]), int(match[2]), int(match[3])))


def run(
    command: Sequence[str],
    arguments: Sequence[str],
    *,
    data: bytes = b"",
    seconds: float,
    megabytes: int,
    folder: str | None = None,
    most: int = _MOST_OUTPUT,
    what: str = "the compiler",
) -> Finished:
    """Run a program with `data` as its input. BuildError if it can't be started, exceeds its time or `most` bytes of
    output, or crashes. `what` names it in errors.
    """
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**environment, "LC_ALL": "C"},
            start_new_session=True,
        )
    except OSError as error:
        raise BuildError(f"{what} can't be started: {error}") from None
    with process:
        _limit(process.pid, seconds, megabytes)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        streams = [_Collected(process.stdout, most, process), _Collected(process.stderr, _MOST_MESSAGES, process)]
        feeding = threading.Thread(target=_feed, args=(process.stdin, data), daemon=True)
        feeding.start()
        try:
            process.wait(seconds)
        except BaseException as error:
            _kill(process)
            for thread in (feeding, *streams):  # before the end of the block closes what they read and write
                thread.join(_GRACE)
            if isinstance(error, subprocess.TimeoutExpired):
                raise BuildError(f"{what}: still running after {seconds:g} s, and was stopped") from None
            raise
        for thread in (feeding, *streams):
            thread.join()
    if any(stream.is_full for stream in streams):
        raise BuildError(
            f"{what} wrote more than {most >> 20} MB, which macros, #include or templates expand to: stopped"
        )
    output, messages = (stream.data for stream in streams)
    text = messages.decode("utf-8", "replace")
    code = process.returncode
    if code < 0 or code >= 128 or "PLEASE submit a bug report" in text:
        reason = "it needs more memory than it may have" if "out of memory" in text.lower() else "it crashed"
        if -code == getattr(signal, "SIGXCPU", 0):
            reason = f"it computed for more than {seconds:g} s"
        elif -code == getattr(signal, "SIGKILL", 0):
            reason = "it was killed"
        first = next((line for line in text.splitlines() if line.strip() and "PLEASE submit" not in line), "")
        raise BuildError(f"{what} did not finish: {reason} (exit status {code}){': ' + first if first else ''}")
    return Finished(code == 0, output, text)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started: `python -m ziglang clang` runs zig, which runs clang."""
    if os.name == "nt":
        process.kill()
    elif process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


class _Collected(threading.Thread):
    """Collects the output of a program up to a limit; a program that exceeds it is stopped."""

    def __init__(self, stream: IO[bytes], most: int, process: subprocess.Popen[bytes]) -> None:
        super().__init__(daemon=True)
        self.stream, self.most, self.process = stream, most, process
        self.parts: list[bytes] = []
        self.is_full = False
        self.start()

    @property
    def data(self) -> bytes:
        """The collected output."""
        return b"".join(self.parts)

    def run(self) -> None:
        size = 0
        with suppress(OSError, ValueError):  # closed: a program was stopped whose own children have the pipe too
            while part := os.read(self.stream.fileno(), _CHUNK):
                size += len(part)
                if size > self.most:
                    self.is_full = True
                    _kill(self.process)
                    return
                self.parts.append(part)


def _feed(stream: IO[bytes], data: bytes) -> None:
    """Write the input of a program, which may exit before it has read all of it."""
    with suppress(OSError):
        try:
            stream.write(data)
        finally:
            stream.close()


def _limit(pid: int, seconds: float, megabytes: int) -> None:
    """Limit the resources of a process, on systems where another process can do that (Linux)."""
    if sys.platform != "linux" or not megabytes:
        return
    import resource

    try:
        resource.prlimit(pid, resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        cpu = int(seconds) + 1
        resource.prlimit(pid, resource.RLIMIT_CPU, (cpu, cpu))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):  # the process has ended already
        return
