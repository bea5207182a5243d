"""Compiled functions on disk, by what they were made of.

The code is executed, so whoever can write such a file says what a function computes. The folder belongs to the user and
nobody else may write to it, nor to a file in it; else the cache is not used. What is read runs behind the same locks
as what was compiled just now, and its symbols are looked at in the same way (worker.py). What a process answers that
ran or compiled anything before is not kept: a function that got hold of its process can't leave code for another one.

A file is there whole or not at all: it is written under another name and renamed, and carries a digest of itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .._version import __version__
from ..base.errors import BuildError

VARIABLE: Final = "MTLB_CODE_CACHE"
_FORMAT: Final = b"mtlb code 1\n"
_SUFFIX: Final = ".code"
_TEMPORARY: Final = ".tmp"
_MOST_BYTES: Final = 256 << 20
MOST_CODE: Final = 32 << 20
"""Bytes of a function's code: more is not kept."""
_DIGEST: Final = 32
_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class KeptCode:
    """The object file of a function, and the names of the static constructors in it."""

    data: bytes
    constructors: list[str]


class CodeCache:
    """A folder of compiled functions, of at most `most` bytes: what was not used for longest goes first.

    Nothing that goes wrong with a file is an error: the function is compiled then. BuildError, from `check`, for a
    folder that others may write to.
    """

    def __init__(self, folder: str | os.PathLike[str], most: int = _MOST_BYTES) -> None:
        self.folder, self.most = Path(folder), most

    @staticmethod
    def key(version: str, request: dict[str, Any], modules: Sequence[bytes]) -> str:
        """What names the code: mtlb, LLVM, processor and run-time (`version`), how it is made, and of what."""
        digest = hashlib.sha256(_FORMAT)
        for part in (__version__.encode(), version.encode(), json.dumps(request, sort_keys=True).encode(), *modules):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
        return digest.hexdigest()

    def check(self) -> None:
        """Make the folder. BuildError if it is not of this user alone, OSError if it can't be made."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = os.lstat(self.folder)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE:
            raise BuildError(
                f"{self.folder} can't keep compiled functions: it must be a folder of this user that nobody else may "
                f"write to ({VARIABLE} names another one, or is off)"
            )

    def read(self, key: str) -> KeptCode | None:
        """The code of a key, if it is there and as it was written."""
        path = self.folder / f"{key}{_SUFFIX}"
        try:
            self.check()
            file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except (OSError, BuildError):
            return None
        with os.fdopen(file, "rb") as stream:
            status = os.fstat(file)
            if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE:
                return None
            content = stream.read(MOST_CODE + (1 << 20))
        with suppress(OSError):
            os.utime(path)
        return _unpacked(key, content)

    def write(self, key: str, code: KeptCode) -> None:
        """Keep the code of a key, if the folder can take it."""
        names = json.dumps(code.constructors).encode()
        if len(code.data) > MOST_CODE or len(names) > 1 << 16:
            return
        body = b"".join((bytes.fromhex(key), len(names).to_bytes(4, "little"), names, code.data))
        try:
            self.check()
            file, name = tempfile.mkstemp(_TEMPORARY, "", self.folder)  # which nobody else may read or write
        except (OSError, BuildError):
            return
        try:
            with os.fdopen(file, "wb") as stream:
                stream.write(_FORMAT + hashlib.sha256(body).digest() + body)
            os.replace(name, self.folder / f"{key}{_SUFFIX}")
        except OSError:
            with suppress(OSError):
                os.unlink(name)
            return
        self.trim()

    def _files(self) -> list[tuple[float, int, str]]:
        """When each file was used last, its bytes, and where it is."""
        found = []
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith((_SUFFIX, _TEMPORARY)):
                    with suppress(OSError):
                        status = entry.stat(follow_symlinks=False)
                        found.append((status.st_mtime, status.st_size, entry.path))
        return sorted(found)

    def trim(self) -> None:
        """Take out what was not used for longest, until the rest is small enough."""
        files = self._files()
        size = sum(bytes_ for _, bytes_, _ in files)
        for _, bytes_, path in files:
            if size <= self.most:
                break
            size -= bytes_
            with suppress(OSError):
                os.unlink(path)

    def clear(self) -> int:
        """Take everything out; how many files there were. BuildError as `check` has it."""
        if not os.path.lexists(self.folder):
            return 0
        self.check()
        files = self._files()
        for _, _, path in files:
            with suppress(OSError):
                os.unlink(path)
        return len(files)


def _unpacked(key: str, content: bytes) -> KeptCode | None:
    start = len(_FORMAT) + _DIGEST
    body = memoryview(content)[start:]
    if content[: len(_FORMAT)] != _FORMAT or hashlib.sha256(body).digest() != content[len(_FORMAT) : start]:
        return None
    if body[:_DIGEST] != bytes.fromhex(key):
        return None
    count = int.from_bytes(body[_DIGEST : _DIGEST + 4], "little")
    try:
        names = json.loads(bytes(body[_DIGEST + 4 : _DIGEST + 4 + count]))
    except ValueError:
        return None
    return KeptCode(bytes(body[_DIGEST + 4 + count :]), names)


def default_cache() -> CodeCache | None:
    """The cache of this user: the folder that $MTLB_CODE_CACHE names, or `code` in mtlb's folder for caches.

    None if the variable is `off`, or where functions are not run.
    """
    named = os.environ.get(VARIABLE)
    if named == "off" or os.name != "posix":
        return None
    if named:
        return CodeCache(os.path.abspath(named))
    home = Path.home() if os.environ.get("HOME") else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base and os.path.isabs(base):
        return CodeCache(Path(base) / "mtlb" / "code")
    if home is None:
        return None
    return CodeCache(home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "mtlb" / "code")
