"""Search with a regular expression in the textual IR of modules and in embedded sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..base.errors import MtlbError
from ..bitcode import read_module
from ..machinery.collection import module_lifetime
from .files import NamedModule


class Match(NamedTuple):
    """A line that matches, or one beside it (`is_context`).

    `line` counts from 1 in the text of the function's module, as `mtlb objdump` prints it, or in the source file.
    """

    function: str
    line: int
    text: str
    is_context: bool = False
    problem: MtlbError | None = None
    """The reason why the module could not be searched; without a line then."""


_LOOKS_AROUND = re.compile(r"\\[AZB]|\(\?")
"""Constructs that may match at the ends of a line but not in the whole text: without them, the whole text is searched
first."""


def search_modules(pattern: re.Pattern[str], context: int, modules: Sequence[NamedModule]) -> list[Match]:
    """The matches in the text of each module; a module that can't be read is a match with a `problem`."""
    matches: list[Match] = []
    whole = _LOOKS_AROUND.search(pattern.pattern) is None
    for name, data, _ in modules:
        try:
            with module_lifetime() as lifetime:
                text = lifetime.own(read_module(data)).text()
        except MtlbError as error:
            matches.append(Match(name or "", 0, "", problem=error if name is None else error.in_module(name)))
            continue
        if not whole or pattern.search(text) is not None:
            matches += search_lines(pattern, context, name or "", text.splitlines())
    return matches


def search_lines(pattern: re.Pattern[str], context: int, name: str, lines: Sequence[str]) -> list[Match]:
    """The lines that match, each once, with as many lines of context before and after."""
    hits = [number for number, line in enumerate(lines) if pattern.search(line)]
    if not context:
        return [Match(name, number + 1, lines[number]) for number in hits]
    matching = set(hits)
    shown = sorted({near for hit in hits for near in range(max(hit - context, 0), min(hit + context + 1, len(lines)))})
    return [Match(name, number + 1, lines[number], number not in matching) for number in shown]
