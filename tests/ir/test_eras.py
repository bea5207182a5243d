"""The table of eras: as the documentation has it, and an answer for every version and every module."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.ir import ERAS, Era, era_for_air

DOCS = Path(__file__).parent.parent.parent / "docs" / "bitcode.md"
NOT_LISTED = {"name", "air", "is_writable"}


def shown(value: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value > 1 << 30 else str(int(value))


def test_the_documentation_lists_every_feature() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (.*) \|$", DOCS.read_text("utf-8"), re.MULTILINE))
    rows.pop("Era")
    assert {name: cells.split(" | ") for name, cells in rows.items()} == {
        field.name: [shown(getattr(era, field.name)) for era in ERAS]
        for field in fields(Era)
        if field.name not in NOT_LISTED
    }


def test_every_air_version_has_one_era() -> None:
    for era in ERAS:
        assert era_for_air(era.air[0]) is era_for_air((*era.air[1], 0)) is era
    assert era_for_air((9, 9)) is ERAS[-1]
    with pytest.raises(UnsupportedError):
        era_for_air((1, 8))
