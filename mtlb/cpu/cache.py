"""A cache of compiled functions on disk, keyed by their inputs.
The cached code is executed, so anybody who can write such a file controls what a function computes. The folder
therefore belongs to the user, and the cache is not used if others can write to the folder or to a file in it. Cached
code runs behind the same locks as freshly compiled code, and its symbols are checked in the same way (worker.py).
Code from a process that has already run or compiled another function is not stored, so a function that takes over
its process cannot leave code for a later function.
Files are complete or absent: each is written under a temporary name and then renamed, and contains a digest of
itself."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from .._version import __version__
from ..machinery.kept import KeptFiles, kept_folder

VARIABLE: Final = "MTLB_CODE_CACHE"
_FORMAT: Final = b"mtlb code 1\n"
_SUFFIX: Final = ".code"
_CRASHED: Final = ".crashed"
_MOST_BYTES: Final = 256 << 20
MOST_CODE: Final = 32 << 20
"""The maximum size of a function's code in bytes; larger code is not stored."""
_DIGEST: Final = 32


@dataclass(frozen=True, slots=True)
class KeptCode:
    """The object file of a function, and the names of the static constructors in it."""

    data: bytes
    constructors: list[str]


class CodeCache(KeptFiles):
    """A folder of compiled functions, of at most `most` bytes; the least recently used file is removed first.
    A file that cannot be read or written is not an error: the function is compiled instead. `check` raises
    BuildError for a folder that others can write to."""

    def __init__(self, folder: str | os.PathLike[str], most: int = _MOST_BYTES) -> None:
        super().__init__(folder, most, (_SUFFIX, _CRASHED), "compiled functions", VARIABLE)

    @staticmethod
    def key(version: str, request: dict[str, Any], modules: Sequence[bytes]) -> str:
        """The key of compiled code: the versions of mtlb, LLVM, processor and run-time (`version`), the options and
        the inputs."""
        digest = hashlib.sha256(_FORMAT)
        for part in (__version__.encode(), version.encode(), json.dumps(request, sort_keys=True).encode(), *modules):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
        return digest.hexdigest()

    def read(self, key: str) -> KeptCode | None:
        """Read the code of a key, if the file exists and its digest matches."""
        content = self.get(f"{key}{_SUFFIX}", MOST_CODE + (1 << 20))
        return None if content is None else _unpacked(key, content)

    def write(self, key: str, code: KeptCode) -> None:
        """Store the code of a key, if the folder can be written."""
        names = json.dumps(code.constructors).encode()
        if len(code.data) > MOST_CODE or len(names) > 1 << 16:
            return
        body = b"".join((bytes.fromhex(key), len(names).to_bytes(4, "little"), names, code.data))
        self.put(f"{key}{_SUFFIX}", _FORMAT + hashlib.sha256(body).digest() + body)

    def crashes(self, key: str) -> bool:
        """Whether LLVM crashed when it compiled what has this key."""
        return self.get(f"{key}{_CRASHED}", len(_FORMAT)) == _FORMAT

    def write_crash(self, key: str) -> None:
        """Remember that LLVM crashes when it compiles what has this key."""
        self.put(f"{key}{_CRASHED}", _FORMAT)


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
    """The cache of this user: the folder that $MTLB_CODE_CACHE names, or `code` in mtlb's cache folder.
    None if the variable is `off`, or on systems where functions are not run."""
    folder = kept_folder(VARIABLE, "code") if os.name == "posix" else None
    return None if folder is None else CodeCache(folder)
