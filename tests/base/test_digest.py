"""Hashes are those of `hashlib`, whichever functions compute them."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import uuid

import pytest

from mtlb.base import digest

SMALL, LARGE = b"module", bytes(range(256)) * 2000


@pytest.mark.parametrize("left", [0, digest._OWN_BYTES], ids=["OpenSSL", "own"])
@pytest.mark.parametrize("data", [b"", SMALL, LARGE], ids=len)
def test_hashes_are_those_of_hashlib(monkeypatch: pytest.MonkeyPatch, left: int, data: bytes) -> None:
    hashes = digest._Hashes()
    hashes._left = left
    monkeypatch.setattr(digest, "_hashes", hashes)
    for value in (data, memoryview(data)):
        assert digest.sha256(value) == hashlib.sha256(data).digest()
    named = uuid.UUID(bytes=hashlib.md5(data + data, usedforsecurity=False).digest(), version=3)
    assert digest.name_based_uuid([data, memoryview(data)]) == named.bytes


def test_without_own_functions_openssl_computes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "_own", lambda _: None)
    monkeypatch.setattr(digest, "_hashes", digest._Hashes())
    assert digest.sha256(SMALL) == hashlib.sha256(SMALL).digest()


@pytest.mark.parametrize(("data", "is_loaded"), [(SMALL, False), (LARGE, True)], ids=["small", "large"])
def test_openssl_is_loaded_for_many_bytes(data: bytes, is_loaded: bool) -> None:
    code = "import sys, mtlb.base.digest as d; d.sha256(bytes(int(sys.argv[1]))); print('hashlib' in sys.modules)"
    words = [sys.executable, "-c", code, str(len(data))]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(is_loaded)]
