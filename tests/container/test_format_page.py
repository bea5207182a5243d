"""The tables of docs/format.md are those of the code."""

from __future__ import annotations

import re
import struct
import subprocess
import sys

import pytest

from mtlb.base.enums import OpenEnum
from mtlb.base.toolchains import Layout
from mtlb.container.checking import CODES
from mtlb.container.function_list import FUNCTION_TAGS, TAG_ORDER, FunctionType
from mtlb.container.header import HEADER_FIELDS, FileType
from mtlb.container.library import EXTENSION_ORDER
from mtlb.container.lists import SymbolEntry
from mtlb.container.metadata import PrivateMetadata, PublicMetadata
from mtlb.container.tags import TAG_NAMES
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")


def rows(section: int, table: int = 0) -> list[list[str]]:
    """The cells of a table of a section, without its heading."""
    (text,) = re.findall(rf"^## {section}\. .*?\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    actual = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)[table]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in actual.splitlines()[2:]]


def test_header() -> None:
    fields = [(int(offset, 16), int(size)) for offset, sizes, _ in rows(3) for size in sizes.split(" + ")[:1]]
    assert sum(len(sizes.split("+")) for _, sizes, _ in rows(3)) == len(HEADER_FIELDS)
    starts = {}
    offset = 0
    for code in HEADER_FIELDS.values():
        starts[offset] = struct.calcsize("<" + code)
        offset += starts[offset]
    assert offset == 88
    assert all(starts[offset] == size for offset, size in fields)


def test_function_tags() -> None:
    page = {tag: None if length == "n + 1" else int(length) for tag, length, *_ in rows(5)}
    assert list(page) == list(FUNCTION_TAGS)
    assert page == {tag: row.size for tag, row in FUNCTION_TAGS.items()}


def test_order_and_presence_of_function_tags() -> None:
    (cells,) = (row for row in rows(1) if row[0].startswith("tags of a function"))
    for layout, cell in zip((Layout.METALLIB_LEGACY, Layout.METALLIB, Layout.AIR_LLD), cells[1:], strict=True):
        tags = re.findall(r"(\\\[)?([A-Z]{4})", cell)
        order = TAG_ORDER[layout]
        assert [tag for tag in order if tag in [name for _, name in tags]] == [name for _, name in tags]
        always = [name for bracket, name in tags if not bracket]
        assert always == [tag for tag in order if not FUNCTION_TAGS[tag].is_optional]
    (cells,) = (row for row in rows(1) if row[0].startswith("size word"))
    assert [cell == "counts itself" for cell in cells[1:]] == [
        layout.size_includes_itself for layout in (Layout.METALLIB_LEGACY, Layout.METALLIB, Layout.AIR_LLD)
    ]


def test_header_extension() -> None:
    assert [tag for tags, *_ in rows(6) for tag in tags.split(", ")] == [*EXTENSION_ORDER, "HSRP"]


@pytest.mark.parametrize(("section", "kind"), [(7, PublicMetadata), (8, PrivateMetadata)])
def test_metadata(section: int, kind: type[PublicMetadata | PrivateMetadata]) -> None:
    tags = tuple(tag for tag, *_ in rows(section))
    assert tags == kind.ORDER
    assert TAG_NAMES.issuperset(tags + SymbolEntry.ORDER)


@pytest.mark.parametrize(
    ("text", "kind"),
    [(" ".join(rows(5, 1)[0]), FunctionType), (next(row[2] for row in rows(3) if row[0] == "0x0A"), FileType)],
)
def test_enums(text: str, kind: type[OpenEnum]) -> None:
    for member in kind:
        assert f"{int(member)} {member.label.replace('-', ' ')}" in text.lower()


def test_findings() -> None:
    subprocess.run([sys.executable, "tools/gen_findings.py", "--check"], cwd=ROOT, check=True)
    page = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    assert all(f"| `{code}` | {severity} | {meaning} |\n" in page for code, (severity, meaning) in CODES.items())
