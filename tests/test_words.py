"""Words of the pages (docs/development.md §6): private idiom may only become rarer."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.conftest import ROOT

MOST = {
    "anew": 0,
    "goes on": 0,
    "is no option": 0,
    "is none": 1,
    "of ours": 0,
    "once more": 0,
    "rooms": 0,
    "search for garbage": 0,
    "stretches": 0,
    "those there are": 0,
    "too young": 0,
    "what is no": 0,
    "younger": 0,
}
"""Phrases, and how often the pages may have them. Lower a number when the count falls; raise none."""

ABOUT_WORDS = "docs/development.md"  # names them in order to forbid them


@cache
def text() -> str:
    """README and the pages that people write, without blocks of code, in one line."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    joined = ""
    for page in pages:
        written = page.read_text(encoding="utf-8")
        if page == ROOT / ABOUT_WORDS:
            written = written.partition("\n## 6. ")[0]
        joined += re.sub(r"^```.*?^```$", "", written, flags=re.MULTILINE | re.DOTALL)
    return " ".join(joined.lower().split())


@pytest.mark.parametrize("phrase", MOST)
def test_offenders_do_not_spread(phrase: str) -> None:
    assert len(re.findall(rf"\b{phrase}\b", text())) <= MOST[phrase]


def test_every_word_of_the_list_is_explained_once() -> None:
    page = (ROOT / ABOUT_WORDS).read_text(encoding="utf-8").partition("\n## 6. ")[2]
    words = [word for row in re.findall(r"^- \*\*([^*]+)\*\*: \S", page, re.MULTILINE) for word in row.split(", ")]
    assert len(words) > 30 and len(set(words)) == len(words)
