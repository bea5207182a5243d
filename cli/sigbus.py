"""Handles truncation of a large input while it is read: an error message instead of a crash by SIGBUS.
Large files are mapped (`mtlb.base.files`), and reading a mapped page beyond the new end of the file raises SIGBUS.
Python runs its signal handlers only between its instructions, and the read never completes: it is retried forever.
So the handler is a C callback, which runs at once, prints the message and ends the process."""

from __future__ import annotations

import os
import signal

from mtlb.base.files import before_mapping, discard_unfinished

from . import console

_FAILED = 1  # exit code
_names: list[str] = []  # names of the mapped files
_handlers: list[object] = []  # ctypes does not keep references to callbacks


def install() -> None:
    """End this process with a message if a mapped file is truncated from now on. No effect without SIGBUS."""
    if hasattr(signal, "SIGBUS"):
        before_mapping(_watch)


def _watch(name: str) -> None:
    _names.append(name)
    if not _handlers:
        import ctypes  # takes 10 ms, which is short compared to reading such a file

        handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(_end)
        _handlers.append(handler)
        ctypes.CDLL(None).signal(int(signal.SIGBUS), handler)


def _end(_number: int) -> None:
    discard_unfinished()
    if console.shows_progress():
        os.write(2, b"\r\x1b[K\x1b[?25h")  # show the cursor again
    said = f"mtlb: error: {' or '.join(_names)}: a file was cut short while it was being read\n"
    os.write(2, said.encode(errors="backslashreplace"))
    os._exit(_FAILED)
