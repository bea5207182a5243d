"""A large input that somebody cuts short while we read it: an error message, and not a process that dies of SIGBUS.

Large files are mapped (`mtlb.mapped`), and the system answers a look behind the new end of one with SIGBUS. Python's
own handlers run between two of its instructions, which never comes: the look is tried again and again. A handler that
C knows runs at once; it says what happened and ends the process.
"""

from __future__ import annotations

import os
import signal
import stat

from mtlb.base.atomic import discard_unfinished
from mtlb.base.mapped import MAPPED_FROM

__all__ = ["watch"]

_FAILED = 1  # exit code
_names: list[str] = []  # of what may be cut short
_handlers: list[object] = []  # ctypes does not keep what it passes on


def watch(name: str) -> None:
    """Be prepared for `name`, a file or directory that is about to be read; small files are not mapped."""
    try:
        status = os.stat(name)
    except OSError:
        return  # whoever reads it says so
    is_small = stat.S_ISREG(status.st_mode) and status.st_size < MAPPED_FROM
    if not hasattr(signal, "SIGBUS") or is_small:
        return
    _names.append(name)
    if not _handlers:
        import ctypes  # 10 ms, which are little beside reading such a file

        handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(_end)
        _handlers.append(handler)
        ctypes.CDLL(None).signal(int(signal.SIGBUS), handler)


def _end(_number: int) -> None:
    discard_unfinished()
    said = f"mtlb: error: {' or '.join(_names)}: a file was cut short while it was being read\n"
    os.write(2, said.encode(errors="backslashreplace"))
    os._exit(_FAILED)
