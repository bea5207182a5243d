"""The compile cache, without a compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.metal.cache import CompileCache

HEADER = bytes(range(256)) * 9000


@pytest.mark.parametrize("damage", ["none", "a bit", "its end", "no check", "another check", "no header"])
def test_a_damaged_header_is_missing(tmp_path: Path, damage: str) -> None:
    """Clang reads a precompiled header with other bits in it, and crashes or compiles something else."""
    cache = CompileCache(tmp_path / "cache")
    cache.keep_header("k", HEADER)
    cache.keep_header("other", HEADER[1:])
    path, check = (tmp_path / "cache" / f"k.{suffix}" for suffix in ("pch", "check"))
    if damage == "a bit":
        path.write_bytes(HEADER[:5] + bytes([HEADER[5] ^ 4]) + HEADER[6:])
    elif damage == "its end":
        path.write_bytes(HEADER[:-1])
    elif damage == "no check":
        check.unlink()
    elif damage == "another check":
        check.write_bytes(check.with_name("other.check").read_bytes())
    elif damage == "no header":
        path.unlink()
    assert cache.header("k") == (str(path) if damage == "none" else None)
    cache.keep_header("k", HEADER)
    assert cache.header("k") == str(path) and path.read_bytes() == HEADER
    cache.drop_header("k")
    assert cache.header("k") is None and cache.clear() == 2


def test_what_does_not_fit_is_removed(tmp_path: Path) -> None:
    cache = CompileCache(tmp_path / "cache", most=len(HEADER) + 100)
    cache.keep_header("first", HEADER)
    assert cache.header("first") is not None
    cache.keep_header("second", HEADER)
    assert cache.header("first") is None and cache.header("second") is not None
