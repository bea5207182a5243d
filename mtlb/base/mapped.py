"""Input files: small ones read, large ones mapped, and none taken that changes meanwhile."""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Callable
from typing import BinaryIO

from .errors import FormatError, MtlbError

__all__ = ["MAPPED_FROM", "MappedFile", "before_mapping", "map_file", "read_file"]

# A mapped file that is cut short takes its reader down with it (SIGBUS): only files that are worth it are mapped.
MAPPED_FROM = 8 << 20  # bytes
_CAN_MAP = os.name != "nt"  # where a mapped file can't be replaced, and so not be input and output
_watchers: list[Callable[[str], object]] = []


def before_mapping(watcher: Callable[[str], object]) -> None:
    """Call `watcher` with the name of every file, just before it is mapped."""
    if watcher not in _watchers:
        _watchers.append(watcher)


def map_file(file: BinaryIO, name: str) -> mmap.mmap | None:
    """An open file, mapped; None for a small one and for what can't be mapped (a pipe, any file on Windows)."""
    status = os.fstat(file.fileno())
    if not _CAN_MAP or not stat.S_ISREG(status.st_mode) or status.st_size < MAPPED_FROM:
        return None
    for watcher in _watchers:
        watcher(name)
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


class MappedFile:
    """`data` is the content of the file at `path`; FormatError for a directory, OSError as it comes.

    Closing unmaps it, unless views into it are held: those keep it mapped until they go.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if os.path.isdir(path):
            raise FormatError("is a directory, not a metallib")
        self._path = os.fspath(path)
        self._file: BinaryIO = open(path, "rb")  # noqa: SIM115 (closed by close)
        self._stamp = _stamp(self._file)
        self.mapping: mmap.mmap | None = None
        try:
            self.data = self._content()
        except BaseException:
            self._file.close()
            raise

    def _content(self) -> memoryview:
        self.mapping = map_file(self._file, self._path)
        if self.mapping is not None:
            return memoryview(self.mapping)
        content = self._file.read()
        self.check_unchanged()
        return memoryview(content)

    def check_unchanged(self) -> None:
        """MtlbError if somebody wrote to the file since it was opened; one that was replaced as a whole is fine."""
        if _stamp(self._file) != self._stamp:
            raise MtlbError("the file changed while it was being read", file=self._path)

    def close(self) -> None:
        self._file.close()
        try:
            self.data.release()
            if self.mapping is not None:
                self.mapping.close()
        except BufferError:
            pass  # views into the file are held; the mapping goes with the last of them


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file, of whatever size. MtlbError if it changes meanwhile, OSError as it comes."""
    with open(path, "rb") as file:
        before = _stamp(file)
        content = file.read()
        if _stamp(file) != before:
            raise MtlbError("the file changed while it was being read", file=os.fspath(path))
    return content


def _stamp(file: BinaryIO) -> tuple[int, int] | None:
    """Size and time of the last change; None for pipes, which are read once."""
    status = os.fstat(file.fileno())
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None
