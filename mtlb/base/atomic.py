"""Output files that are there whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from .binary import Buffer

__all__ = ["discard_unfinished", "write_atomic"]

_unfinished: set[Path] = set()  # temporary files that are being written


def write_atomic(path: str | os.PathLike[str], data: Buffer | Sequence[Buffer]) -> None:
    """Write `data` (or its chunks, in order) to `path` through a temporary file beside it: synced, then renamed.

    The target may be a file that `data` is mapped from. A symbolic link is followed, the mode of an existing file is
    kept, and what is not a regular file (a pipe, /dev/null) is written to in place. OSError, naming `path`, if that
    fails; the target is then as it was and the temporary file is gone. Only a process that is killed outright leaves
    its temporary file behind (`.mtlb-*.tmp`).
    """
    target = Path(os.path.realpath(path))
    chunks = [data] if isinstance(data, (bytes, bytearray, memoryview)) else data
    try:
        mode = _mode_of(target)
        if mode is not None and not stat.S_ISREG(mode):
            with target.open("wb") as file:
                file.writelines(chunks)
        else:
            _replace(target, chunks, mode)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def _replace(target: Path, chunks: Sequence[Buffer], mode: int | None) -> None:
    # A short name of our own: one made from the target's could be too long for the file system.
    temporary = target.parent / f".mtlb-{os.urandom(8).hex()}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    _unfinished.add(temporary)
    try:
        with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:  # less what the umask takes
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    finally:
        _unfinished.discard(temporary)


def discard_unfinished() -> None:
    """Remove the temporary files of outputs that are being written: for a process that is about to end abruptly."""
    for temporary in tuple(_unfinished):
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _mode_of(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
