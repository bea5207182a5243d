"""Stages: the keyword or the attribute that makes a function an entry point, and the brackets of such functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .attributes import read_attributes
from .tokens import SourceTokens, TokenKind
from .unit import CLASS_WORDS, STAGES, Attributes

STAGE_WORDS = STAGES[:3]
"""The stages that are keywords too."""
_BEFORE_STAGE = frozenset({";", "}", "{", ">", "]", "template", "static", "inline", ")", ":"})
_NO_TYPES = CLASS_WORDS | {"enum", "namespace", "return", "else", "new", "goto"}


def stage_at(source: SourceTokens, attributes: Mapping[int, tuple[int, Attributes]], at: int) -> tuple[str, int]:
    """The stage that a token or an attribute gives a function, and the token after it; "" for none. `attributes`: those
    of the source, by their first token.
    """
    if at in attributes:
        end, names = attributes[at]
        return next((name for name in names if name in STAGES), ""), end + 1
    text = source.texts[at]
    if text in STAGE_WORDS and at + 1 < len(source.texts):
        following, before = source.tokens[at + 1], source.texts[at - 1] if at else ";"
        starts = following.kind is TokenKind.WORD or following.text in ("[", "::")
        if starts and (before in _BEFORE_STAGE or before.startswith('"') or is_after_type(source, at)):
            return text, at + 1
    return "", at + 1


def is_after_type(source: SourceTokens, at: int) -> bool:
    """Whether a stage stands between the type of a result and the function's name: `float4 vertex f() {`,
    `auto vertex f() -> float4 {`, or `template void kernel f<int>(device int*);`.
    """
    before, texts = source.tokens[at - 1], source.texts
    if before.kind is not TokenKind.WORD or before.text in _NO_TYPES:
        return False
    if texts[at + 2 : at + 3] in (["<"], ["::"]):
        start = source.statement_start(at)
        return texts[start] == "template" and texts[start + 1] != "<"
    if texts[at + 2 : at + 3] != ["("]:
        return False
    return texts[source.partner[at + 2] + 1 : source.partner[at + 2] + 2] in (["{"], ["->"])


def staged_functions(source: SourceTokens) -> Iterator[tuple[str, int, int]]:
    """The functions with a stage: the stage, the bracket of the parameters, and that of the body, or the semicolon of a
    declaration or an explicit instantiation.
    """
    texts = source.texts
    attributes = read_attributes(source)
    for at in range(len(texts) - 1):
        stage, after = stage_at(source, attributes, at)
        open_ = _parameters(source, after) if stage else -1
        body = source.find(source.partner[open_] + 1, ("{", ";")) if open_ >= 0 else len(texts)
        if body < len(texts):
            yield stage, open_, body


def _parameters(source: SourceTokens, at: int) -> int:
    """The bracket that opens the parameters of the function declared at `at`; -1 for none."""
    texts = source.texts
    for open_ in range(at, len(texts)):
        if texts[open_] in (";", "{", "=", "}"):
            break
        name = source.tokens[open_ - 1]
        around = source.opening(open_)
        is_name = name.kind is TokenKind.WORD or name.text in (">", "]")
        if texts[open_] == "(" and is_name and name.text != "decltype" and not (around >= 0 and texts[around] in "(["):
            return open_
    return -1
