"""Legal sources that are written in unusual ways compile and leave the right values (`values/odd.metal`)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mtlb
from mtlb.air import read_entry_points
from tests.metal.needed import needs_clang

SOURCE = Path(__file__).parent / "values" / "odd.metal"
_ROW = re.compile(r"// (\w*) ?= ([-\d. ]+)$")
_NAME = re.compile(r"(\w+)(?: \[\[.*?\]\] )?\((?:OUT|device float\* o|Values o|float device\* o|Arguments in|Within x)")


def _expected() -> dict[str, list[float]]:
    """The values that each kernel leaves, by the comments of the source."""
    text = SOURCE.read_text(encoding="utf-8").replace("CAT(mac, ros)", "macros")
    rows: dict[str, list[float]] = {}
    values: list[float] | None = None
    for line in text.splitlines():
        if row := _ROW.fullmatch(line):
            values = [float(word) for word in row[2].split()]
            if row[1]:
                rows[row[1]] = values
                values = None
        elif values is not None and (name := _NAME.search(line)):
            rows[name[1]] = values
            values = None
    return rows


@needs_clang
@pytest.mark.long
def test_values() -> None:
    compiled = mtlb.compile(SOURCE, "macos15", fast_math=False)
    assert compiled.warnings == []
    rows = _expected()
    points = read_entry_points(mtlb.read_module(compiled.bitcode))
    names = {point.name.rpartition("::")[2]: point.name for point in points}
    assert sorted(rows) == sorted(names)
    assert len(rows) > 40
    for name, values in ((names[key], values) for key, values in rows.items()):
        out = np.arange(1, 9, dtype=np.float32)
        mtlb.run(compiled.bitcode, name, 1, 1, buffers={0: out}, check=True)
        assert out[: len(values)].tolist() == values, name
        assert out[len(values) :].tolist() == list(range(len(values) + 1, 9)), name
