"""The compile cache: headers precompiled by clang, and finished modules, keyed by content.

The key of a module covers all its inputs: each file that was read, the options, the clang, mtlb itself. The
preprocessor always runs, so that a header that was added to an earlier include folder is noticed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from .._version import __version__
from ..machinery.kept import KeptFiles, kept_folder

VARIABLE: Final = "MTLB_COMPILE_CACHE"
"""The environment variable with the folder, or `off`."""
_HEADER, _CHECK, _MODULE = ".pch", ".check", ".module"
_MOST_BYTES: Final = 512 << 20
_MOST_MODULE: Final = 256 << 20
_FORMAT: Final = b"mtlb compiled 1\n"
_DIGEST: Final = 32
_CHECK_SIZE: Final = 4
_CHUNK: Final = 1 << 20


class CompileCache(KeptFiles):
    """A folder of compilations, limited to `most` bytes; the least recently used are removed first.

    An unreadable or damaged file counts as missing. BuildError, from `check`, for a folder that others may write to.
    """

    def __init__(self, folder: str | os.PathLike[str], most: int = _MOST_BYTES) -> None:
        super().__init__(folder, most, (_HEADER, _CHECK, _MODULE), "compilations", VARIABLE)

    def module(self, key: str) -> tuple[dict[str, Any], bytes] | None:
        """The record of a module, and its bytes; None if it is missing or damaged."""
        content = self.get(f"{key}{_MODULE}", _MOST_MODULE)
        start = len(_FORMAT) + _DIGEST
        if content is None or content[: len(_FORMAT)] != _FORMAT:
            return None
        body = content[start:]
        if hashlib.sha256(key.encode() + body).digest() != content[len(_FORMAT) : start]:
            return None
        size = int.from_bytes(body[:4], "little")
        try:
            said = json.loads(body[4 : 4 + size])
        except ValueError:
            return None
        return said, body[4 + size :]

    def keep_module(self, key: str, said: dict[str, Any], data: bytes) -> None:
        """Store a module."""
        words = json.dumps(said).encode()
        body = len(words).to_bytes(4, "little") + words + data
        if len(body) < _MOST_MODULE - len(_FORMAT) - _DIGEST:
            self.put(f"{key}{_MODULE}", _FORMAT + hashlib.sha256(key.encode() + body).digest() + body)

    def header(self, key: str) -> str | None:
        """The path of a precompiled header; None if it is missing or damaged, which clang does not notice."""
        check, path = self.get(f"{key}{_CHECK}", _CHECK_SIZE + 1), self.path(f"{key}{_HEADER}")
        try:
            return path if check is not None and path is not None and check == _checked(path) else None
        except OSError:
            return None

    def keep_header(self, key: str, data: bytes) -> None:
        """Store a precompiled header."""
        if self.put(f"{key}{_HEADER}", data):
            self.put(f"{key}{_CHECK}", _check_of(zlib.crc32(data)))

    def drop_header(self, key: str) -> None:
        """Remove a header that clang could not read."""
        self.drop(f"{key}{_HEADER}")
        self.drop(f"{key}{_CHECK}")


def _check_of(checksum: int) -> bytes:
    return checksum.to_bytes(_CHECK_SIZE, "little")


def _checked(path: str) -> bytes:
    """What the check of a header has to be. A header has 15 MB: a CRC takes 10 ms, a digest 40."""
    checksum = 0
    with open(path, "rb", buffering=0) as file:
        while part := file.read(_CHUNK):
            checksum = zlib.crc32(part, checksum)
    return _check_of(checksum)


def default_compile_cache() -> CompileCache | None:
    """The user's cache: the folder in $MTLB_COMPILE_CACHE, or `compile` in mtlb's cache folder.

    None if the variable is `off`.
    """
    folder = kept_folder(VARIABLE, "compile")
    return None if folder is None else CompileCache(folder)


def key_of(parts: Iterable[str | bytes]) -> str:
    """The cache key for these inputs and this version of mtlb."""
    digest = hashlib.sha256()
    for part in (__version__, _own_code(), *parts):
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def program_state(command: Sequence[str]) -> str:
    """A text that changes when another version of the program is installed under the same name."""
    path = shutil.which(command[0])
    if path is None:
        return " ".join(command)
    status = os.stat(path)
    return f"{' '.join(command)} {os.path.realpath(path)} {status.st_size} {status.st_mtime_ns}"


@cache
def _own_code() -> str:
    """A text that changes with the package's code: names, sizes and times of its files."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parent.parent
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".h", ".so", ".pyd")):
                status = os.stat(os.path.join(folder, name))
                digest.update(f"{folder}/{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
