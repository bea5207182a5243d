"""The texts that users see are in plain English: error messages, and the help of every command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.golden.make import GOLDEN
from tools import gen_error_index

ACCENT = re.compile(
    r"(?<!there )\b(is|are) no (?!longer|more)\w|\b(that|this|is|are) none\b|\banew\b|\bonce more\b|\bgoes on\b"
    r"|\bas it comes\b|\byoung|\bthat one\b|\bwhat is no\b|\bexclude each other\b|\bstays?\b|\bGPUs of Apple\b"
    r"|\bnobody\b",
    re.IGNORECASE,
)
"""Turns of phrase that readers stop at; docs/development.md has the words to use."""

ELSEWHERE = "mtlb/metal/tables"
"""The text of this file is still to be changed."""


def messages() -> dict[str, set[str]]:
    """Each message that the code raises, with the modules that raise it."""
    actual, _ = gen_error_index.raised()
    return {text: modules for texts in actual.values() for text, modules in texts.items()}


@pytest.mark.long
def test_messages_are_in_plain_english() -> None:
    texts = messages()
    assert len(texts) > 1000
    assert {text: modules for text, modules in texts.items() if ACCENT.search(text) and modules != {ELSEWHERE}} == {}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("cli/help*.txt")), ids=lambda path: path.stem)
def test_help_is_in_plain_english(path: Path) -> None:
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if ACCENT.search(line)] == []


@pytest.mark.parametrize("text", ["x is no pointer", "made anew", "a key that is none", "the UUID stays"])
def test_the_accent_is_seen(text: str) -> None:
    assert ACCENT.search(text)
