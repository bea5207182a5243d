"""The table of eras: as the documentation has it, and an answer for every version and every module."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from mtlb.ir import ERAS, LLVM_3_ERAS, Era, era_for_air, native_era

DOCS = Path(__file__).parent.parent.parent / "docs" / "bitcode-records.md"
NOT_LISTED = {"name", "air", "is_writable"}


def shown(value: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value > 1 << 30 else str(int(value))


def test_the_documentation_lists_every_feature() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (.*) \|$", DOCS.read_text("utf-8"), re.MULTILINE))
    rows.pop("Era")
    assert {name: cells.split(" | ") for name, cells in rows.items()} == {
        field.name: [shown(getattr(era, field.name)) for era in (*LLVM_3_ERAS, *ERAS)]
        for field in fields(Era)
        if field.name not in NOT_LISTED
    }


def test_every_air_version_has_one_era() -> None:
    for era in ERAS:
        assert era_for_air(era.air[0]) is era_for_air((*era.air[1], 0)) is era
    assert era_for_air((9, 9)) is ERAS[-1]
    native_5, later_5, native_7, later_7 = LLVM_3_ERAS
    assert era_for_air((1, 6)) is era_for_air((1, 8)) is era_for_air((1, 11), is_macos=True) is later_5
    assert era_for_air((1, 11)) is later_7
    assert [native_era(era) for era in (*LLVM_3_ERAS, *ERAS)] == [native_5, native_5, native_7, native_7, *ERAS]
