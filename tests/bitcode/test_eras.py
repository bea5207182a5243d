"""The era of a module that is read, determined by its records."""

from __future__ import annotations

import pytest

from mtlb.bitcode.eras import era_of_records
from mtlb.ir import ERAS, LLVM_3_ERAS


def test_the_length_of_function_records_tells_the_era() -> None:
    known = [(1, 15), (2, 15), (2, 16), (2, 19)]
    assert tuple(era_of_records(version, count, identified=True) for version, count in known) == ERAS
    lengths = [era_of_records(1, count, identified=False) for count in (12, 15)]
    assert lengths == [LLVM_3_ERAS[1], LLVM_3_ERAS[3]]  # whether it is native is known once the ident is


@pytest.mark.parametrize(
    ("version", "count", "like"), [(2, 25, 3), (2, 17, 3), (2, 14, 1), (1, 12, 0), (1, 19, 0), (0, 9, 0)]
)
def test_a_module_that_no_row_describes(version: int, count: int, like: int) -> None:
    era = era_of_records(version, count, identified=True)
    assert not era.is_writable and str(count) in era.name
    assert era.air == ERAS[like].air
