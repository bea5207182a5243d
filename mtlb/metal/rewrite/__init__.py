"""The rewriter: Metal that was preprocessed becomes C++17, line by line the same, with tables of what C++ lacks.

Each pass is a file; `rewrite` has them in order. A pass looks at the tokens as they were read, and edits what is
written for them.
"""

from __future__ import annotations

from .attributes import take_attributes
from .constants import rewrite_constants
from .entries import find_entries
from .expressions import rewrite_expressions
from .external import find_external
from .literals import refuse_words, rewrite_literals
from .overloads import drop_overloads
from .rules import check_rules
from .samplers import rewrite_samplers
from .spaces import erase_spaces
from .structs import list_members
from .tokens import SourceError, SourceTokens, source_error
from .unit import ExternalFunction, SourceConstant, SourceEntry, SourceMember, SourceParameter, Unit

__all__ = [
    "ExternalFunction",
    "SourceConstant",
    "SourceEntry",
    "SourceError",
    "SourceMember",
    "SourceParameter",
    "SourceTokens",
    "Unit",
    "rewrite",
    "source_error",
]


def rewrite(text: str, file: str = "", language: tuple[int, int] = (3, 1)) -> Unit:
    """Rewrite a preprocessed source; `unit.source.written()` is the C++. `language`: the version of Metal.

    SourceError, with file, line and column, for what is not Metal.
    """
    source = SourceTokens(text, file)
    try:
        return _rewritten(source, language)
    except IndexError:  # a pass looked for what has to follow
        raise source.error(len(source.tokens) - 1, "unexpected end of file") from None


def _rewritten(source: SourceTokens, language: tuple[int, int]) -> Unit:
    check_rules(source, language)
    unit = drop_overloads(Unit(source))
    take_attributes(unit)
    list_members(unit)
    find_entries(unit)
    find_external(unit)
    refuse_words(unit)
    rewrite_literals(unit)
    rewrite_expressions(unit)
    rewrite_samplers(unit)
    rewrite_constants(unit)
    erase_spaces(unit)
    return unit
