"""SHA-256 of modules and UUIDs derived from content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from .files import WINDOW, release_pages

HASH_SIZE = 32
UUID_SIZE = 16


def sha256(data: bytes | memoryview) -> bytes:
    """The 32 bytes of SHA-256, as HASH tags carry them. A large mapped file is read in windows to bound memory."""
    if len(data) <= WINDOW or not isinstance(data, memoryview):
        return hashlib.sha256(data).digest()
    hashed = hashlib.sha256()
    for start in range(0, len(data), WINDOW):
        hashed.update(data[start : start + WINDOW])
        release_pages(data)
    return hashed.digest()


def name_based_uuid(chunks: Iterable[bytes | bytearray | memoryview]) -> bytes:
    """16 bytes: the MD5 of all `chunks` with the bits of version 3 set, as in Apple's UUIDs (docs/format.md §14)."""
    md5 = hashlib.md5(usedforsecurity=False)
    for chunk in chunks:
        md5.update(chunk)
    uuid = bytearray(md5.digest())
    uuid[6] = uuid[6] & 0x0F | 0x30
    uuid[8] = uuid[8] & 0x3F | 0x80
    return bytes(uuid)
