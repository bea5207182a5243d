"""A run of a command as a process: errors as single lines on stderr, the exit code, and termination.
0: success. 1: an invalid input, a failed link or check, or a file that cannot be read or written. 2: the command
line is invalid. 130: interrupted. Errors are one line each on stderr, never a traceback."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from mtlb.base.errors import MtlbError
from mtlb.base.files import exit_by_signal

from . import console, sigbus
from . import io as files
from .usage import UsageError

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


def guarded(job: Callable[[list[str]], int], arguments: Sequence[str]) -> int:
    """Call `job` with the words of a command line, response files expanded. Returns its exit code, for any
    exception."""
    with console.new_settings() as settings:
        try:
            settings.words = tuple(files.expand_response_files(arguments))
            code = job(list(settings.words))
            sys.stdout.flush()
            return code
        except KeyboardInterrupt:
            return INTERRUPTED
        except Exception as error:
            return _report(error)


def _report(error: Exception) -> int:
    """Print the error in a single line. Returns the exit code."""
    if isinstance(error, BrokenPipeError):
        # The reader of stdout closed it. Python would report that again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    if isinstance(error, UsageError):
        console.error(str(error))
        return USAGE
    if isinstance(error, (MtlbError, OSError)):
        console.failure(error)
        return FAILED
    if console.settings().verbosity >= 3:
        raise error
    console.error(f"internal error: {type(error).__name__}: {error}\nThis is a bug in mtlb; -vvv shows where it is.")
    return FAILED


def process(run: Callable[[Sequence[str]], int]) -> NoReturn:
    """Run with this process's command line, and end the process with the exit code.
    The garbage collector runs seldom, and memory is not freed at the end (as in lld), since most objects live until
    then. Together this saves a third of the time for listing 16,000 functions."""
    gc.set_threshold(200_000, 20, 100)
    gc.enable()
    console.prepare_streams()
    sigbus.install()
    # Raise exceptions on interrupts, so that temporary files are removed. Before this an interrupt ends the process
    # (mtlb/__main__.py).
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP; nohup ignores it
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, exit_by_signal)
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        words = sys.argv[1:]
        code = run(files.expand_patterns(words) if os.name == "nt" else words)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        code = INTERRUPTED
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # `guarded` already reported errors on stdout
            stream.flush()
    os._exit(code)
