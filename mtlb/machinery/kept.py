"""A cache folder: files that can be made again, named after what they were made from.

The folder belongs to the user and nobody else may write to it, nor to a file in it; else nothing is read from it. A
file is there whole or not at all: it is written under another name and renamed.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..base.errors import BuildError

_TEMPORARY: Final = ".tmp"
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


class KeptFiles:
    """A folder of files, of at most `most` bytes: the least recently used files are removed first.

    `what`: what is kept, and `variable`: the environment variable that names the folder, both for messages. Nothing
    that goes wrong with a file is an error. BuildError, from `check`, for a folder that others may write to.
    """

    def __init__(self, folder: str | os.PathLike[str], most: int, suffixes: tuple[str, ...], what: str, variable: str):
        self.folder, self.most = Path(folder), most
        self._suffixes, self._what, self._variable = suffixes, what, variable

    def check(self) -> None:
        """Make the folder. BuildError if it is not of this user alone, OSError if it can't be made."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name != "posix":  # where a user's own folders are closed to others by what they inherit
            return
        status = os.lstat(self.folder)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE:
            raise BuildError(
                f"{self.folder} can't keep {self._what}: it must be a folder that you own and no other user can "
                f"write to (set {self._variable} to another folder, or to off)"
            )

    def get(self, name: str, most: int) -> bytes | None:
        """The first `most` bytes of a file, if it is there and nobody else may write to it."""
        path = self.folder / name
        try:
            self.check()
            flags = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"))
            file = os.open(path, flags)
        except (OSError, BuildError):
            return None
        with os.fdopen(file, "rb") as stream:
            if not _is_ours(os.fstat(file)):
                return None
            content = stream.read(most)
        with suppress(OSError):
            os.utime(path)
        return content

    def path(self, name: str) -> str | None:
        """The path of a file, for a program that reads it, if `get` would give it."""
        path = self.folder / name
        try:
            self.check()
            if not _is_ours(os.lstat(path)):
                return None
            os.utime(path)
        except (OSError, BuildError):
            return None
        return str(path)

    def put(self, name: str, content: bytes) -> bool:
        """Keep a file if possible; returns whether it was kept."""
        try:
            self.check()
            file, temporary = tempfile.mkstemp(_TEMPORARY, "", self.folder)  # which nobody else may read or write
        except (OSError, BuildError):
            return False
        try:
            with os.fdopen(file, "wb") as stream:
                stream.write(content)
            os.replace(temporary, self.folder / name)
        except BaseException as error:
            with suppress(OSError):
                os.unlink(temporary)
            if isinstance(error, OSError):
                return False
            raise
        self.trim()
        return True

    def drop(self, name: str) -> None:
        """Remove a file."""
        with suppress(OSError):
            os.unlink(self.folder / name)

    def _files(self) -> list[tuple[float, int, str]]:
        """When each file was used last, its bytes, and where it is."""
        files = []
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith((*self._suffixes, _TEMPORARY)):
                    with suppress(OSError):
                        status = entry.stat(follow_symlinks=False)
                        files.append((status.st_mtime, status.st_size, entry.path))
        return sorted(files)

    def trim(self) -> None:
        """Remove the least recently used files until the rest is small enough."""
        files = self._files()
        size = sum(bytes_ for _, bytes_, _ in files)
        for _, bytes_, path in files:
            if size <= self.most:
                break
            size -= bytes_
            with suppress(OSError):
                os.unlink(path)

    def clear(self) -> int:
        """Remove all files; returns their number. BuildError as `check` raises it."""
        if not os.path.lexists(self.folder):
            return 0
        self.check()
        files = self._files()
        for _, _, path in files:
            with suppress(OSError):
                os.unlink(path)
        return len(files)


def _is_ours(status: os.stat_result) -> bool:
    if not stat.S_ISREG(status.st_mode):
        return False
    return os.name != "posix" or (status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE)


def kept_folder(variable: str, name: str) -> Path | None:
    """The folder that a variable names, else `name` in the folder for caches; None if it is `off` or none is there."""
    named = os.environ.get(variable)
    if named == "off":
        return None
    if named:
        return Path(os.path.abspath(named))
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return Path(base) / "mtlb" / name
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) / "mtlb" / "cache" / name if local else None
    if not os.environ.get("HOME"):
        return None
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "mtlb" / name
