"""Functions and specialisations that differ only in address spaces: in C++, which has none, they would be
redefinitions.

Only the first is kept. If the bodies differ in more than the words for address spaces, a warning says so.
"""

from __future__ import annotations

from collections.abc import Hashable

from .tokens import TokenKind
from .unit import SPACES, Unit

_AFTER_LIST = frozenset({"const", "volatile", "noexcept", *SPACES})
_NO_FUNCTION = frozenset({"if", "for", "while", "switch", "else", "return", "do", "catch"})


def drop_overloads(unit: Unit) -> Unit:
    """The unit without such redefinitions."""
    texts = unit.source.texts
    seen: dict[Hashable, tuple[int, int]] = {}
    scope, scopes = 0, list[int]()
    for at, text in enumerate(texts):
        if text == "{":
            scopes.append(scope)
            scope = at
        elif text == "}" and scopes:
            scope = scopes.pop()
        elif text in ("struct", "class"):
            _specialisation(unit, at, scope, seen)
        elif text == "(":
            _function(unit, at, scope, seen)
    return Unit(unit.source.without_erased(), warnings=unit.warnings)


def _key(words: list[str]) -> tuple[str, ...]:
    """A head without address spaces; `constant` is also const."""
    names: list[str] = []
    for word in words:
        plain = "const" if word == "constant" else word
        if plain not in SPACES and not (plain == "const" and names[-1:] == ["const"]):
            names.append(plain)
    return tuple(names)


def _seen(unit: Unit, seen: dict[Hashable, tuple[int, int]], key: Hashable, start: int, body: int) -> None:
    """Record a definition; erase it if an equal one was recorded before."""
    source = unit.source
    head = source.texts[start:body]
    first = seen.setdefault(key, (start, body))
    if first == (start, body) or not any(word in SPACES for word in (*head, *source.texts[first[0] : first[1]])):
        return
    end = source.partner[body] + 1 if source.texts[body] == "{" else source.find(body, (";",)) + 1
    if _body(unit, *first) != _body(unit, start, body):
        unit.warnings.append(
            f"{source.where(start)}: warning: this overload differs from the one at {source.where(first[0])} in "
            "address spaces alone, and does something else: the first is called for both"
        )
    source.erase(start, end)


def _body(unit: Unit, start: int, body: int) -> tuple[str, ...]:
    """The tokens of a definition, without address spaces, and with numbers in place of parameter names."""
    source = unit.source
    open_ = source.find(start, ("(", "{"))
    numbers: dict[str, str] = {}
    if open_ < body and source.texts[open_] == "(":
        for number, name in enumerate(sorted(_parameter_names(unit, open_))):
            numbers[source.texts[name]] = f"${number}"
    end = source.partner[body] + 1 if source.texts[body] == "{" else source.find(body, (";",))
    words = [numbers.get(word, word) for word in source.texts[body:end]]
    return _key(words)


def _parameter_names(unit: Unit, open_: int) -> set[int]:
    """The tokens that name the parameters in brackets."""
    source = unit.source
    names = set()
    for first, end in source.split(open_ + 1, source.partner[open_]):
        stop = min(source.find(first, ("=", "[")), end)
        if stop - first > 1 and source.tokens[stop - 1].kind is TokenKind.WORD:
            names.add(stop - 1)
    return names


def _specialisation(unit: Unit, at: int, scope: int, seen: dict[Hashable, tuple[int, int]]) -> None:
    source = unit.source
    if at + 2 >= len(source.texts) or source.texts[at + 2] != "<":
        return
    body = source.find(at + 3, ("{", ";"))
    if body < len(source.texts) and source.texts[body] == "{":
        start = source.statement_start(at)
        _seen(unit, seen, (scope, *_key(source.texts[start:body])), start, body)


def _function(unit: Unit, open_: int, scope: int, seen: dict[Hashable, tuple[int, int]]) -> None:
    source = unit.source
    texts = source.texts
    before = source.tokens[open_ - 1] if open_ else None
    is_operator = open_ > 1 and "operator" in texts[max(open_ - 3, 0) : open_]
    if before is None or not (before.kind is TokenKind.WORD or before.text == ">" or is_operator):
        return
    close = source.partner[open_]
    after = close + 1
    while after < len(texts) and (texts[after] in _AFTER_LIST or texts[after] == "["):
        after = source.skip(after)
    is_defaulted = texts[after : after + 1] == ["="] and texts[after + 1 : after + 2] in (["default"], ["delete"])
    if after >= len(texts) or not (texts[after] in ("{", ":") or is_defaulted):
        return
    start = source.statement_start(open_)
    if texts[start] in _NO_FUNCTION or texts[start] == "(":
        return
    names = _parameter_names(unit, open_)
    head = [texts[n] for n in range(start, close) if n not in names]
    tail = [word for word in texts[close + 1 : after] if word not in SPACES]
    if is_defaulted:
        _seen(unit, seen, (scope, *_key(head), ")", *tail), start, after)
        return
    body = after
    while texts[body] != "{" or (
        texts[after] == ":" and source.tokens[body - 1].kind is TokenKind.WORD and body > after + 1
    ):
        body = source.skip(body)
        if body >= len(texts):
            return
    _seen(unit, seen, (scope, *_key(head), ")", *tail), start, body)
