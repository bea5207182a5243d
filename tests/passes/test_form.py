"""The rows of what AIR versions have in different forms."""

from __future__ import annotations

import re
from typing import Any

from mtlb.air.target import AirTarget
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import parse
from mtlb.passes.form import entries, form_for, is_in_form, metadata, older, to_version
from mtlb.passes.form.difference import Difference, rules
from tests.conftest import ROOT
from tests.linker.samples import golden
from tests.passes.test_calls import SOURCE

TABLES = (entries.ARGUMENTS, entries.OUTPUTS, older.ATTRIBUTES, older.INSTRUCTIONS, older.TYPES)
IN_TABLES = [row for table in TABLES for row in table.values()]
DIFFERENCES: list[Difference[Any]] = [*dict.fromkeys(IN_TABLES), metadata.INITIALIZERS, metadata.DATA_LAYOUT]
"""All rows, each once."""


def test_the_table_of_the_documentation_has_these_rows() -> None:
    text = (ROOT / "docs/air.md").read_text(encoding="utf-8")
    section = text[text.index("### 2.3 ") : text.index("## 3. ")]
    rows = re.findall(r"^\| (.*?) \| (\d+\.\d+) \|", section, re.MULTILINE)
    assert rows == [(row.name, str(row.since)) for row in DIFFERENCES]


def test_each_row_does_something_and_says_how_it_is_known() -> None:
    assert all((row.older or row.newer) and row.source for row in DIFFERENCES)


def test_a_row_applies_before_its_version_or_from_it_on() -> None:
    row = Difference("a", Version(2, 3), "seen", older="older", newer="newer")
    one_way = Difference("b", Version(2, 5), "seen", older="older")
    table = {1: row, 2: one_way}
    assert rules(table, Version(2, 2)) == {1: "older", 2: "older"}
    assert rules(table, Version(2, 3)) == {1: "newer", 2: "older"}
    assert rules(table, Version(2, 5)) == {1: "newer"}


def test_a_module_gets_another_version_and_keeps_its_own() -> None:
    """Calls and samplers are changed in a copy."""
    module = parse(SOURCE)
    before = module.text()
    result = to_version(module, AirTarget("air2.7")).module
    assert module.text() == before
    assert "get_read_sampler" in before and "get_read_sampler" not in result.text()


def test_what_is_in_its_form_is_left_alone() -> None:
    module = read_module(golden("saxpy").data)
    assert is_in_form(module, Version(2, 6)) and form_for(module, Version(2, 6)).module is module
    assert not is_in_form(module, Version(2, 5))
    older = form_for(module, Version(2, 5)).module
    assert write_module(older) != write_module(module)
