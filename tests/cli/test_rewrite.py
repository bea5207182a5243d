"""mtlb rewrite: it reports bytes that it does not write back."""

from __future__ import annotations

from pathlib import Path

from tests.cli.invoke import invoke
from tests.conftest import ROOT
from tests.golden.make import BAD

GOLDEN = ROOT / "golden"


def test_the_same_bytes(tmp_path: Path) -> None:
    source = GOLDEN / "lib" / "air-lld-kinds.metallib"
    result = invoke("rewrite", source, "-o", tmp_path / "again.metallib")
    output = tmp_path / "again.metallib"
    assert (result.code, result.stderr) == (0, f"{output}: {output.stat().st_size:,} bytes\n")
    assert (tmp_path / "again.metallib").read_bytes() == source.read_bytes()


def test_bytes_that_belong_to_nothing_are_not_dropped_silently(tmp_path: Path) -> None:
    source = BAD / "trailing-bytes.metallib"
    for output in (tmp_path / "out.metallib", "-"):
        result = invoke("rewrite", source, "-o", output)
        assert result.code == 0 and "4 bytes that are not part of the library are left out" in result.stderr
    assert (tmp_path / "out.metallib").read_bytes() == result.stdout == source.read_bytes()[:-4]
