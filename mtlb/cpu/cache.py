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
"""Bytes of a function's code: more is not kept."""
_DIGEST: Final = 32


@dataclass(frozen=True, slots=True)
class KeptCode:
    """The object file of a function, and the names of the static constructors in it."""

    data: bytes
    constructors: list[str]


class CodeCache(KeptFiles):
    """A folder of compiled functions, of at most `most` bytes: what was not used for longest goes first.

    Nothing that goes wrong with a file is an error: the function is compiled then. BuildError, from `check`, for a
    folder that others may write to.
    """

    def __init__(self, folder: str | os.PathLike[str], most: int = _MOST_BYTES) -> None:
        super().__init__(folder, most, (_SUFFIX, _CRASHED), "compiled functions", VARIABLE)

    @staticmethod
    def key(version: str, request: dict[str, Any], modules: Sequence[bytes]) -> str:
        """What names the code: mtlb, LLVM, processor and run-time (`version`), how it is made, and of what."""
        digest = hashlib.sha256(_FORMAT)
        for part in (__version__.encode(), version.encode(), json.dumps(request, sort_keys=True).encode(), *modules):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(part)
        return digest.hexdigest()

    def read(self, key: str) -> KeptCode | None:
        """The code of a key, if it is there and as it was written."""
        content = self.get(f"{key}{_SUFFIX}", MOST_CODE + (1 << 20))
        return None if content is None else _unpacked(key, content)

    def write(self, key: str, code: KeptCode) -> None:
        """Keep the code of a key, if the folder can take it."""
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
    """The cache of this user: the folder that $MTLB_CODE_CACHE names, or `code` in mtlb's folder for caches.

    None if the variable is `off`, or where functions are not run.
    """
    folder = kept_folder(VARIABLE, "code") if os.name == "posix" else None
    return None if folder is None else CodeCache(folder)
