"""A large input that is cut short while it is read: an error message instead of SIGBUS.

Large files are mapped (`mtlb.base.files`), and reading a mapped page after the new end of the file raises SIGBUS.
Python runs its own signal handlers between two of its instructions, and the read never completes: it is
retried forever. A handler that C calls runs at once; it says what happened and ends the process.
"""

from __future__ import annotations

import os
import signal

from mtlb.base.files import before_mapping, discard_unfinished

from . import console

_FAILED = 1  # exit code
_names: list[str] = []  # of the files that were mapped
_handlers: list[object] = []  # ctypes does not keep what it passes on


def install() -> None:
    """From now on, end this process with a message when a mapped file is cut short. Without SIGBUS, do nothing."""
    if hasattr(signal, "SIGBUS"):
        before_mapping(_watch)


def _watch(name: str) -> None:
    _names.append(name)
    if not _handlers:
        import ctypes  # takes 10 ms, which is little beside reading such a file

        handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(_end)
        _handlers.append(handler)
        ctypes.CDLL(None).signal(int(signal.SIGBUS), handler)


def _end(_number: int) -> None:
    discard_unfinished()
    if console.shows_progress():
        os.write(2, b"\r\x1b[K\x1b[?25h")  # the cursor again
    said = f"mtlb: error: {' or '.join(_names)}: a file was cut short while it was being read\n"
    os.write(2, said.encode(errors="backslashreplace"))
    os._exit(_FAILED)
