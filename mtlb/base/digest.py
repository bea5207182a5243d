"""SHA-256 of modules and UUIDs derived from content."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

from .files import WINDOW, release_pages

HASH_SIZE = 32
UUID_SIZE = 16

_OWN_BYTES = 256 << 10
"""Bytes that the interpreter's own functions hash, before OpenSSL's: importing those takes 2 ms, as long as its own
take longer for these bytes. Python's module `random` chooses in this way too."""


class _Hashes:
    """Hash functions of `hashlib`, or those that it has without OpenSSL."""

    def __init__(self) -> None:
        self._left = _OWN_BYTES

    def new(self, name: str, size: int) -> Any:
        """An object that computes the hash function `name`, for `size` bytes."""
        self._left -= size
        function = _own(name) if self._left >= 0 else None
        if function is not None:
            return function()
        import hashlib

        return hashlib.new(name, usedforsecurity=False)


@cache
def _own(name: str) -> Any:
    """A hash function of the interpreter; None if it was built without."""
    try:
        if name == "md5":
            from _md5 import md5  # type: ignore[import-not-found, unused-ignore]

            return md5
        if sys.version_info >= (3, 12):
            from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]
        else:
            from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    return sha256


_hashes = _Hashes()


def sha256(data: bytes | memoryview) -> bytes:
    """The 32 bytes of SHA-256, as HASH tags carry them. A large mapped file is read in windows to bound memory."""
    hashed = _hashes.new("sha256", len(data))
    if len(data) <= WINDOW or not isinstance(data, memoryview):
        hashed.update(data)
    else:
        for start in range(0, len(data), WINDOW):
            hashed.update(data[start : start + WINDOW])
            release_pages(data)
    digest: bytes = hashed.digest()
    return digest


def name_based_uuid(chunks: Sequence[bytes | bytearray | memoryview]) -> bytes:
    """16 bytes: the MD5 of all `chunks` with the bits of version 3 set, as in Apple's UUIDs (docs/format.md §14)."""
    md5 = _hashes.new("md5", sum(map(len, chunks)))
    for chunk in chunks:
        md5.update(chunk)
    uuid = bytearray(md5.digest())
    uuid[6] = uuid[6] & 0x0F | 0x30
    uuid[8] = uuid[8] & 0x3F | 0x80
    return bytes(uuid)
