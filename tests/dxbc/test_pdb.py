"""SPDB: the lines of a token program in a PDB file."""

from __future__ import annotations

import random
import struct

import pytest

from mtlb.base.errors import FormatError
from mtlb.dxbc.pdb import ProgramLine, read_program_database
from tests.dxbc.pdb_assembler import BLOCK, MAGIC, Inlined, msf, pdb

FILES = ("C:\\src\\a.hlsl", "C:\\src\\b.hlsl")
LINES = ((8, 3, 5), (28, 4, 9), (28, 4, 13), (60, 0xFEEFEE, 0))  # of two at one address the second is an expression


def test_lines_of_a_program() -> None:
    database = read_program_database(pdb(FILES, LINES, 80))
    assert database.block_size == BLOCK
    assert database.lines == (ProgramLine(8, 28, FILES[0], 3, 5), ProgramLine(28, 60, FILES[0], 4, 13))


def test_lines_of_inlined_functions_replace_those_of_the_call() -> None:
    outer = bytes((9, 2, 6, 4, 3, 12, 3, 20, 4, 8))  # column 2; line + 2; at + 12, at + 20 for 8 bytes
    inner = bytes((5, 0, 9, 7, 11, 0x2C, 4, 4, 0, 0))  # file 0; column 7; line + 1 at + 12, for 4 bytes; padding
    data = pdb(FILES, LINES, 80, calls=(Inlined(1, 100, outer), Inlined(1, 200, inner)), start=8)
    lines = read_program_database(data).lines
    assert lines == (
        ProgramLine(8, 20, FILES[0], 3, 5),
        ProgramLine(20, 24, FILES[0], 201, 7),
        ProgramLine(24, 48, FILES[1], 102, 2),
        ProgramLine(48, 60, FILES[0], 4, 13),
    )


def test_ranges_of_inlined_code_count_from_the_last_range() -> None:
    """Operation 1 counts from the start of the program; a length does not move the place."""
    annotations = bytes((12, 4, 8, 1, 40, 12, 4, 0, 12, 4, 8))
    data = pdb(FILES, (), 80, calls=(Inlined(1, 7, annotations),), start=8)
    lines = read_program_database(data).lines
    assert [(line.address, line.end) for line in lines] == [(16, 20), (40, 44), (48, 52)]
    assert {line.line for line in lines} == {7}


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        (len(MAGIC), 77, "blocks of 77 bytes"),
        (len(MAGIC) + 12, 1 << 30, "a directory of"),
        (len(MAGIC) + 20, 1 << 20, "blocks of the directory"),
    ],
)
def test_a_damaged_header_is_refused(place: int, value: int, reason: str) -> None:
    data = bytearray(pdb(FILES, LINES, 80))
    struct.pack_into("<I", data, place, value)
    with pytest.raises(FormatError, match=reason):
        read_program_database(bytes(data))


def test_other_files_are_refused() -> None:
    with pytest.raises(FormatError, match="not a PDB file"):
        read_program_database(bytes(50))
    assert read_program_database(msf([b"", b"", b"", b""])).lines == ()


def test_damage_ends_in_an_error_of_the_part() -> None:
    data = pdb(FILES, LINES, 80, calls=(Inlined(1, 100, bytes((3, 12, 4, 4))),))
    rng, refused = random.Random(37), 0
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.choice((0, 1, 0x7F, 0xFF))
        try:
            read_program_database(bytes(damaged), base=100)
        except FormatError as error:
            refused += 1
            assert str(error).startswith("SPDB: ") and error.offset is not None and error.offset >= 100
    assert refused > 5
