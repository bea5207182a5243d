"""The bitcode wrapper."""

from __future__ import annotations

import hashlib
import uuid

import pytest

from mtlb.base.digest import name_based_uuid, sha256
from mtlb.base.errors import FormatError
from mtlb.bitstream.wrapper import is_wrapped, unwrap, wrap, wrapped_size

BITCODE = b"BC\xc0\xde" + bytes(13)


def test_layout() -> None:
    wrapped = wrap(BITCODE)
    assert wrapped[:20] == bytes.fromhex("dec0170b 00000000 14000000 11000000 ffffffff")
    assert wrapped[20:37] == BITCODE
    assert wrapped[37:] == bytes(11)
    assert len(wrapped) % 16 == 0
    assert is_wrapped(wrapped)
    assert not is_wrapped(BITCODE)


@pytest.mark.parametrize("size", range(33))
def test_unwrap_gives_back_what_was_wrapped(size: int) -> None:
    wrapped = wrap(bytes(size))
    assert bytes(unwrap(wrapped)) == bytes(size)
    assert wrapped_size(wrapped + b"more of the file") == len(wrapped)


def test_unwrap_leaves_bare_bitcode() -> None:
    assert unwrap(BITCODE).obj is BITCODE
    assert wrapped_size(BITCODE) is None


@pytest.mark.parametrize("size", [4, 19, 20, 36])
def test_cut_short(size: int) -> None:
    with pytest.raises(FormatError) as caught:
        unwrap(wrap(BITCODE)[:size])
    assert caught.value.offset is not None


def test_digests() -> None:
    assert sha256(b"abc").hex().startswith("ba7816bf8f01cfea")
    assert name_based_uuid([b"a", b"bc"]) == uuid.UUID(bytes=hashlib.md5(b"abc").digest(), version=3).bytes
