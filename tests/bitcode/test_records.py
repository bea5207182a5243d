"""The tables of records, and that the code made of them is the code that is checked in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mtlb.bitcode.codes import ModuleCode
from mtlb.bitcode.records.row import Operand, row

ROOT = Path(__file__).parents[2]


def test_what_is_made_of_the_tables_is_checked_in() -> None:
    command = [sys.executable, str(ROOT / "tools/gen_records.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_an_operand_says_its_kind_suffix_default_width_and_feature() -> None:
    found = row(ModuleCode.GLOBALVAR, "type:type space:int?=-1/v6@spaces rest:int*")
    assert found.operands == (
        Operand("type", "type"),
        Operand("space", "int", "", "?", -1, "v6", "spaces"),
        Operand("rest", "int", "", "*"),
    )
    assert found.text == "[type, space?, rest*]" and found.fields == ("space", "rest")


@pytest.mark.parametrize("text", ["type", "type:", "type:nothing", "type:int!"])
def test_what_is_no_operand_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an operand"):
        row(ModuleCode.GLOBALVAR, text)
