"""A run of a command as a process: its errors as one line on stderr, its exit code, its end.

0: done, and nothing is wrong. 1: an input is bad, a link or a check failed, or a file can't be read or written.
2: the command line is invalid. 130: interrupted. Errors are one line each on stderr, never a traceback.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from mtlb.base.errors import MtlbError

from . import console, sigbus
from . import io as files
from .usage import UsageError

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


def guarded(job: Callable[[list[str]], int], arguments: Sequence[str]) -> int:
    """Call `job` with the words of a command line, response files expanded; its exit code, whatever it raises."""
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
    """Print what went wrong, in one line; the exit code."""
    if isinstance(error, BrokenPipeError):
        # The reader of our output closed it. Python would report that again while it closes stdout.
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

    A run makes many objects and drops few, so the garbage collector runs seldom, and the system frees the memory at the
    end (as lld does): together a third of the time of listing 16,000 functions.
    """
    gc.set_threshold(200_000, 20, 100)
    console.prepare_streams()
    sigbus.install()
    # As exceptions, so that temporary files are removed. Until here an interrupt ended the process (mtlb/__main__.py).
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        words = sys.argv[1:]
        code = run(files.expand_patterns(words) if os.name == "nt" else words)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:
        code = INTERRUPTED
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # stdout's own failures were reported by `guarded`
            stream.flush()
    os._exit(code)
