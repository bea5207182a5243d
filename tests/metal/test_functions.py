"""docs/metal-library.md: what it says is there is there, and what it says is not there is an error."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import mtlb
from mtlb.base.errors import BuildError
from tests.conftest import ROOT
from tests.metal.needed import needs_clang

PAGE = ROOT / "docs/metal-library.md"


def _names(title: str, column: int) -> list[str]:
    """The names in a column of the table below a title."""
    text = PAGE.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ")][1:]
    return [name for row in rows for name in re.findall(r"`([\w:]+)`", row[column])]


def _source(path: Path, lines: list[str]) -> Path:
    path.write_text("#include <metal_stdlib>\n" + "\n".join(lines) + "\nkernel void k() {}\n", encoding="utf-8")
    return path


def test_the_page_is_up_to_date() -> None:
    subprocess.run([sys.executable, "tools/gen_metal_functions.py", "--check"], cwd=ROOT, check=True)


@needs_clang
@pytest.mark.long
def test_what_is_there(tmp_path: Path) -> None:
    names = _names("Functions", 1)
    assert len(names) > 150
    mtlb.compile(_source(tmp_path / "x.metal", [f"using metal::{name};" for name in names]))


@needs_clang
@pytest.mark.long
def test_what_is_not_there(tmp_path: Path) -> None:
    names = _names("Not there", 2)
    assert names
    for start in range(0, len(names), 15):  # clang stops at the 20th error
        batch = names[start : start + 15]
        lines = [f"typedef decltype(metal::{name}) t{number};" for number, name in enumerate(batch)]
        with pytest.raises(BuildError) as error:
            mtlb.compile(_source(tmp_path / "x.metal", lines))
        for name in batch:
            assert f"'{name.rpartition('::')[2]}'" in str(error.value), name
