"""The listing: byte for byte what spirv-dis prints (golden/spirv; tests/spirv/remake.py)."""

from __future__ import annotations

import math
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.spirv import read
from mtlb.spirv.listing import listing_lines
from mtlb.spirv.literals import number_text, string_text
from mtlb.spirv.types import TypeFloat, TypeInt
from tests.conftest import ROOT
from tests.spirv.samples import binary, compute, op

GOLDEN = sorted((ROOT / "golden" / "spirv").glob("*.spv"))
RAW = {"raw_ids": True, "indent": False, "header": False, "offsets": True}


def listing(data: bytes, **options: bool) -> str:
    return "".join(f"{line}\n" for line in listing_lines(read(data), **options))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_listings_are_those_of_spirv_dis(path: Path) -> None:
    data = path.read_bytes()
    assert listing(data) == path.with_suffix(".lst").read_text(encoding="utf-8")
    assert listing(data, **RAW) == path.with_suffix(".raw.lst").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("spirv-dis") is None, reason="spirv-dis is not installed")
def test_the_corpus_beside_spirv_dis(shared: Path) -> None:
    for path in sorted(shared.joinpath("spirv").glob("*.spv")):
        expected = subprocess.run(["spirv-dis", "--no-color", path], capture_output=True, check=True).stdout
        assert listing(path.read_bytes()).encode("utf-8", "surrogateescape") == expected, path.name


def test_what_spirv_dis_refuses_is_printed() -> None:
    text = listing(compute(op(9999, 7, 0xFFFFFFFF), before=[op("OpDecorate", 3, 65000, 5)]))
    assert "               Op9999 0x7 0xffffffff\n" in text
    assert "               OpDecorate %3 65000 0x5\n" in text
    masked = listing(binary(op("OpTypeVoid", 1), op("OpFunction", 1, 3, 0x80000001, 2)))
    assert "%3 = OpFunction %void Inline|0x80000000 %2" in masked


def test_a_generator_that_is_not_registered() -> None:
    text = listing(binary(header=(0x07230203, 0x00010000, 0x7FFF0003, 1, 0)))
    assert text.splitlines()[2] == "; Generator: Unknown(32767); 3"


@given(st.floats(width=32))
def test_floats_are_printed_so_that_they_can_be_read(value: float) -> None:
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    text = number_text(bits, TypeFloat(1, 32))
    if "p+128" in text:  # infinity and NaN have no other notation
        assert not math.isfinite(value)
    else:
        again = float.fromhex(text) if "p" in text else float(text)
        assert struct.pack("<f", again) == struct.pack("<f", value)


@given(st.integers(0, 0xFFFF))
def test_halves_are_printed_in_hexadecimal(bits: int) -> None:
    value = struct.unpack("<e", bits.to_bytes(2, "little"))[0]
    text = number_text(bits, TypeFloat(1, 16))
    if math.isfinite(value):
        assert struct.pack("<e", float.fromhex(text)) == struct.pack("<e", value)


def test_integers_and_strings() -> None:
    assert number_text(0xFFFF_FFFB, TypeInt(1, 8, True)) == "-5"
    assert number_text(0xFFFF_FFFF_FFFF_FFFF, TypeInt(1, 64, False)) == "18446744073709551615"
    assert string_text('a "b" \\') == '"a \\"b\\" \\\\"'
