"""File input and output: input is mapped or read, with a check that it does not change; output is written
atomically."""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from .arguments import instance
from .binary import Buffer
from .errors import FormatError, MtlbError
from .strings import string_to_bytes

if TYPE_CHECKING:
    from pathlib import Path  # its import takes 4 ms, for what a file needs nothing of

# --- input ------------------------------------------------------------------------------------------------------------

# Reading a mapped file that was truncated meanwhile ends the process (SIGBUS), so only large files are mapped.
MAPPED_FROM = 8 << 20  # bytes
WINDOW = 8 << 20
"""The most bytes of a mapped file that stay in memory when it is read sequentially."""
# Not on Windows, where a mapped file can't be replaced, and so not be input and output; nor in a browser, whose Python
# would copy it.
_CAN_MAP = os.name != "nt" and sys.platform != "emscripten"
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


def release_pages(view: memoryview) -> None:
    """Release the pages of the mapped file that `view` is part of; the system reads them again on access. No effect for
    other views, for writable mappings (a private one would lose changes), and on systems without support."""
    mapping = view.obj
    if isinstance(mapping, mmap.mmap) and memoryview(mapping).readonly and hasattr(mmap, "MADV_DONTNEED"):
        mapping.madvise(mmap.MADV_DONTNEED)


class UsedPages:
    """Counts the bytes read from mapped files, and releases their pages after every `WINDOW` bytes."""

    def __init__(self) -> None:
        self._size = 0

    def used(self, view: Buffer) -> None:
        """Record that all or a part of `view` was read."""
        self._size += len(view)
        if self._size >= WINDOW and isinstance(view, memoryview):
            release_pages(view)
            self._size = 0


class MappedFile:
    """`data` is the content of the file at `path`; FormatError for a directory, OSError as it comes.

    Closing unmaps it, unless views into it are held: those keep it mapped until they go.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        instance("path", path, str, os.PathLike)
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
        """MtlbError if the file was written to since it was opened; a file that was replaced by a new one is
        accepted."""
        if _stamp(self._file) != self._stamp:
            raise MtlbError("the file changed while it was being read", file=self._path)

    def close(self) -> None:
        """Close the file; its mapping goes with the last view into it."""
        self._file.close()
        try:
            self.data.release()
            if self.mapping is not None:
                self.mapping.close()
        except BufferError:
            pass  # views into the file are held; the mapping goes with the last of them


def read_file(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file of any size. MtlbError if it changes meanwhile, OSError as it comes."""
    with open(path, "rb") as file:
        before = _stamp(file)
        content = file.read()
        if _stamp(file) != before:
            raise MtlbError("the file changed while it was being read", file=os.fspath(path))
    return content


def read_regular_file(path: str | os.PathLike[str], most: int) -> bytes:
    """All bytes of a file with an untrusted name: pipes, which may never end, and devices are refused. MtlbError for
    anything but a regular file of at most `most` bytes; OSError is passed on.
    """
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise MtlbError("is not a regular file")
        if status.st_size > most:
            raise MtlbError(f"has {status.st_size} bytes, more than {most}")
        return file.read(most)


def _stamp(file: BinaryIO) -> tuple[int, int] | None:
    """Size and time of the last change; None for pipes, which are read once."""
    status = os.fstat(file.fileno())
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None


# --- output -----------------------------------------------------------------------------------------------------------

_BUFFER = 1 << 20  # bytes
_unfinished: set[str] = set()  # temporary files and directories that are being written


def write_atomic(path: str | os.PathLike[str], data: Buffer | Sequence[Buffer]) -> None:
    """Write `data` (or its chunks, in order) to `path` through a temporary file beside it: synced, then renamed.

    The target may be a file that `data` is mapped from. A symbolic link is followed, the mode of an existing file is
    kept, and what is not a regular file (a pipe, /dev/null) is written to in place. OSError, naming `path`, if that
    fails; the target is then as it was and the temporary file is gone. Only a process that is killed outright leaves
    its temporary file (`.mtlb-*.tmp`).
    """
    target = os.path.realpath(path)
    chunks = [data] if isinstance(data, (bytes, bytearray, memoryview)) else data
    try:
        mode = _mode_of(path)
        if mode is not None and not stat.S_ISREG(mode):
            with open(path, "wb") as file:  # not through the link: /dev/stdout may be a pipe
                _write_chunks(file, chunks)
        else:
            _replace(target, chunks, mode)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def _write_chunks(file: BinaryIO, chunks: Iterable[Buffer]) -> None:
    """Write chunks, of which those of a mapped file are not kept in memory."""
    pages = UsedPages()
    for chunk in chunks:
        file.write(chunk)
        pages.used(chunk)


def _replace(target: str, chunks: Sequence[Buffer], mode: int | None) -> None:
    # A short name: one derived from the target's could be too long for the file system.
    temporary = os.path.join(os.path.dirname(target), f".mtlb-{os.urandom(8).hex()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    _unfinished.add(temporary)
    try:
        # The mode is less what the umask takes. Most chunks of a large library are smaller than the buffer.
        with os.fdopen(os.open(temporary, flags, 0o666), "wb", buffering=_BUFFER) as file:
            _write_chunks(file, chunks)
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


def write_directory(directory: str | os.PathLike[str], contents: Iterable[tuple[str, Buffer]]) -> None:
    """Write files (name, content) into `directory`, which is created if necessary: all of them or none.

    All files are written to a hidden directory first. A new directory then appears under its name in one step. Files
    that replace others are moved into place one by one; if one can't be, those before it are put back as they were. A
    process that is killed while files are moved leaves some of them replaced, and the rest in `.mtlb-*.tmp`. Several
    processes may write into one directory at the same time: of files with one name, one remains, whole.
    OSError, naming the file, for a name that is taken by a directory or comes twice, and for what can't be written.
    """
    import shutil
    from pathlib import Path

    target = Path(os.path.realpath(directory))
    # Inside an existing directory: we may lack write permission on its parent.
    parent = target if target.is_dir() else target.parent
    new = [path for path in (parent, *parent.parents) if not path.exists()]
    parent.mkdir(parents=True, exist_ok=True)
    scratch = hidden_directory(parent, directory)
    fresh, old = scratch / "made", scratch / "old"
    _unfinished.add(str(scratch))
    try:
        fresh.mkdir()
        old.mkdir()
        names = []
        for name, data in contents:
            _make_file(fresh / name, data, target / name)
            names.append(name)
        _unfinished.discard(str(scratch))  # from here on it may contain files that must not be lost
        if parent is target or not _move_directory(fresh, target):
            _move_files(names, fresh, target, old)
            shutil.rmtree(old, ignore_errors=True)
    finally:
        _unfinished.discard(str(scratch))
        shutil.rmtree(fresh, ignore_errors=True)
        # rmdir fails intentionally if a file could not be restored, or if the directory holds the result.
        for path in (old, scratch, *new):
            with contextlib.suppress(OSError):
                path.rmdir()


def hidden_directory(parent: Path, target: str | os.PathLike[str]) -> Path:
    """A new directory in `parent` for what will be at `target`. OSError that names `target` if there can't be one."""
    import tempfile
    from pathlib import Path

    try:
        return Path(tempfile.mkdtemp(prefix=".mtlb-", suffix=".tmp", dir=parent))
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(target)) from None


def holds_other(path: str, data: Buffer) -> bool:
    """Whether something other than a regular file with the content `data` is at `path`. False if there is nothing,
    also if another process removes the file during the call. MtlbError if the file changes during the call, OSError as
    it comes."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode) or read_file(path) != bytes(data)
    except FileNotFoundError:
        return os.path.islink(path)


def _make_file(path: Path, data: Buffer, target: Path) -> None:
    """Write a file of the hidden directory, which is `target` in an error. OSError if nothing can be there."""
    try:
        if target.is_dir() and not target.is_symlink():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(target)) from None


def _move_directory(fresh: Path, target: Path) -> bool:
    """Give the directory `fresh` the name `target`; False if another process has made one with files there."""
    try:
        os.rename(fresh, target)
    except OSError as error:
        if target.is_dir():
            return False
        raise OSError(error.errno, error.strerror or str(error), os.fspath(target)) from None
    return True


def _move_files(names: list[str], fresh: Path, target: Path, old: Path) -> None:
    """Move the files `names` from `fresh` to `target`, and the files that they replace to `old`; undo everything if one
    fails. Another process may move files of these names at the same time."""
    begun: list[str] = []
    try:
        for name in names:
            begun.append(name)
            with contextlib.suppress(FileNotFoundError):
                os.rename(target / name, old / name)
            os.replace(fresh / name, target / name)
    except BaseException as error:
        for name in begun:
            with contextlib.suppress(OSError):
                if os.path.lexists(old / name):
                    os.replace(old / name, target / name)
                elif not os.path.lexists(fresh / name):
                    os.unlink(target / name)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror or str(error), os.fspath(target / begun[-1])) from None
        raise


def exit_by_signal(number: int, frame: object) -> NoReturn:
    """A signal handler: SystemExit with the shell's code for the signal, so that temporary files are removed. A second
    signal of this kind does not interrupt that."""
    import signal

    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def discard_unfinished() -> None:
    """Remove temporary files of unfinished writes, for a process that is about to exit abruptly."""
    for temporary in tuple(_unfinished):
        if os.path.isdir(temporary):
            import shutil

            shutil.rmtree(temporary, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _mode_of(path: str | os.PathLike[str]) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


# --- names of output --------------------------------------------------------------------------------------------------

_KEPT = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.$")
_MAX_NAME = 180  # of the 255 bytes that common file systems allow; the number keeps shortened names apart
_MIN_DIGITS = 5


def numbered_name(index: int, count: int, name: str, suffix: str) -> str:
    """``00007_name.air`` for entry 7 of `count`; names sort as the entries do.

    Bytes other than ASCII letters, digits and ``_-.$`` become ``%`` and two hex digits, so that no name leaves its
    directory or means something to a shell or file system; the number in front keeps names off Windows' reserved
    ones and apart from each other where case doesn't count. A long name is cut and ends in ``~``.
    """
    safe = "".join(chr(b) if b in _KEPT else f"%{b:02X}" for b in string_to_bytes(name))
    if len(safe) > _MAX_NAME:
        safe = safe[: _MAX_NAME - 1] + "~"
    digits = max(_MIN_DIGITS, len(str(max(count - 1, 0))))
    return f"{index:0{digits}}_{safe}{suffix}"
