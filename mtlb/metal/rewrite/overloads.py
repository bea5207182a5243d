"""Functions and specialisations that differ only in address spaces: in C++, which has none, they would be
redefinitions.

Of those with equal bodies the first is kept. A function with another body gets another name, and the first calls it
where its arguments are in the second's address spaces (`__mtl::in_space`, which the back end decides; a constant
expression can't). Constructors can't be called so: the first is kept, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from .tokens import TokenKind, joined
from .unit import CLASS_WORDS, SPACES, Unit

_AFTER_LIST = frozenset({"const", "volatile", "noexcept", *SPACES})
_NO_FUNCTION = frozenset({"if", "for", "while", "switch", "else", "return", "do", "catch"})
OVERLOAD = "__mtl_overload_"
"""How the names of functions begin that were overloads."""
_OPERATOR = "operator"
_NOT_CALLED = frozenset({"...", "auto", "consteval"})
_QUALIFIED = frozenset({"::", "~", ".", "->"})


_Place = tuple[int, int, int]


@dataclass(slots=True)
class _Seen:
    """The definitions seen so far by head, each as its first token, its body and the bracket of its parameters (-1 for
    a class); and the edits for those that are kept under another name."""

    first: dict[Hashable, _Place] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    inserted: dict[int, str] = field(default_factory=dict)


def drop_overloads(unit: Unit) -> Unit:
    """The unit without such redefinitions."""
    texts = unit.source.texts
    seen = _Seen()
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
    for at, name in seen.names.items():
        unit.source.set(at, name)
        unit.source.tokens[at].text = name
    return Unit(unit.source.without_erased(seen.inserted), warnings=unit.warnings)


def _key(words: list[str]) -> tuple[str, ...]:
    """A head without address spaces; `constant` is also const."""
    names: list[str] = []
    for word in words:
        plain = "const" if word == "constant" else word
        if plain not in SPACES and not (plain == "const" and names[-1:] == ["const"]):
            names.append(plain)
    return tuple(names)


def _seen(unit: Unit, seen: _Seen, key: Hashable, start: int, body: int, open_: int = -1) -> None:
    """Record a definition; erase it if an equal one was recorded before. `open_`: the bracket of its parameters."""
    source = unit.source
    head = source.texts[start:body]
    own = start, body, open_
    first = seen.first.setdefault(key, own)
    if first == own or not any(word in SPACES for word in (*head, *source.texts[first[0] : first[1]])):
        return
    if _spaces(head) == _spaces(source.texts[first[0] : first[1]]):
        return  # a redefinition, of which the compiler has the error
    end = source.partner[body] + 1 if source.texts[body] == "{" else source.find(body, (";",)) + 1
    if _body(unit, *first[:2]) != _body(unit, start, body):
        if open_ >= 0 and _called_by_first(unit, seen, first, own):
            return
        unit.warnings.append(
            f"{source.where(start)}: warning: this overload differs from the one at {source.where(first[0])} in "
            "address spaces alone, and does something else: the first is called for both"
        )
    source.erase(start, end)


def _spaces(words: list[str]) -> list[str]:
    return [word for word in words if word in SPACES]


def _called_by_first(unit: Unit, seen: _Seen, first: _Place, own: _Place) -> bool:
    """Give a definition another name, by which the first calls it; returns whether that can be written."""
    source = unit.source
    texts = source.texts
    start, body, open_ = own
    first_start, first_body, first_open = first
    name = _name_of(unit, open_)
    heads = (*texts[first_start:first_body], *texts[start:body])
    is_plain = texts[body] == texts[first_body] == "{" and source.tokens[name].kind is TokenKind.WORD
    if not is_plain or texts[name - 1] in _QUALIFIED or not _NOT_CALLED.isdisjoint(heads):
        return False
    if "=" in texts[start:open_]:
        return False  # a default of a template's parameter can't be said twice
    head = class_head(unit, start)
    if texts[name] in head:
        return False  # a constructor
    names, conditions = [], []
    inserted: dict[int, str] = {}
    parameters = source.split(open_ + 1, source.partner[open_])
    for (begin, end), (first_begin, first_end) in zip(
        parameters, source.split(first_open + 1, source.partner[first_open]), strict=False
    ):
        words, first_words = texts[begin:end], texts[first_begin:first_end]
        places = _parameter_names(unit, first_open) & set(range(first_begin, first_end))
        if places:
            names.append(texts[places.pop()])
        else:
            names.append(f"__mtl_{len(names)}")
            inserted[first_end] = f" {names[-1]} "
        spaces = [word for word in words if word in SPACES]
        if spaces != [word for word in first_words if word in SPACES]:
            marks = [word for word in words if word in ("*", "&")] or ["*"] * words.count("[")
            if len(marks) != 1 or len(spaces) != 1:
                return False
            address = "&" if marks == ["&"] else ""
            conditions.append(f"__mtl::in_space<{SPACES[spaces[0]]}>({address}{names[-1]})")
    tail, first_tail = (
        [word for word in texts[source.partner[bracket] : end] if word in SPACES]
        for bracket, end in ((open_, body), (first_open, first_body))
    )
    if len(tail) == 1 and tail != first_tail:
        conditions.append(f"__mtl::in_space<{SPACES[tail[0]]}>(this)")
    if not conditions:
        return False
    other = f"{OVERLOAD}{len(seen.names)}_{texts[name]}"
    seen.names[name] = other
    source.erase(name + 1, open_)
    for at, text in inserted.items():
        seen.inserted.setdefault(at, text)
    call = f"if ({' && '.join(conditions)}) return {other}({', '.join(names)});"
    seen.inserted[first_body + 1] = seen.inserted.get(first_body + 1, "") + call
    if not head:
        declaration = f"{_declaration(unit, start, body, open_, other)};"
        seen.inserted[first_start] = seen.inserted.get(first_start, "") + declaration
    return True


def class_head(unit: Unit, at: int) -> list[str]:
    """The words before the bracket of the class that a token is in; none outside of classes."""
    head = next(unit.source.heads(at), [])
    return head if not CLASS_WORDS.isdisjoint(head) else []


def _name_of(unit: Unit, open_: int) -> int:
    """The token of the name of the function whose parameters begin here: `operator` of `operator[](`."""
    return next((at for at in range(open_ - 3, open_ - 1) if unit.source.texts[at] == _OPERATOR), open_ - 1)


def _declaration(unit: Unit, start: int, body: int, open_: int, name: str) -> str:
    """The head of a function under another name, without default arguments."""
    source = unit.source
    texts = source.texts[:body]
    words = [*texts[start : _name_of(unit, open_)], name, "("]
    for number, (begin, end) in enumerate(source.split(open_ + 1, source.partner[open_])):
        words += [*([","] if number else []), *texts[begin : min(source.find(begin, ("=",)), end)]]
    return joined([*words, *texts[source.partner[open_] : body]])


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


def _parameter_types(unit: Unit, open_: int) -> list[str]:
    """The words of the parameters in brackets without their names; an array is a pointer to its elements."""
    source = unit.source
    names = _parameter_names(unit, open_)
    words: list[str] = []
    for number, (first, end) in enumerate(source.split(open_ + 1, source.partner[open_])):
        words += [","] * bool(number)
        stop = min(source.find(first, ("*", "&", "<", "[")), end)
        if "const" in source.texts[first:stop]:  # `uchar const*` is `const uchar*`
            words.append("const")
        for at in range(first, end):
            if source.texts[at] == "const" and at < stop:
                continue
            if at in names:
                is_array = source.texts[at + 1 : at + 2] == ["["] and source.texts[at + 1 : at + 3] != ["[", "["]
                tail = range(source.partner[at + 1] + 1 if is_array else at + 1, end)
                words += [*["*"] * is_array, *(source.texts[n] for n in tail)]
                break
            words.append(source.texts[at])
    return words


def _specialisation(unit: Unit, at: int, scope: int, seen: _Seen) -> None:
    source = unit.source
    if at + 2 >= len(source.texts) or source.texts[at + 2] != "<":
        return
    body = source.find(at + 3, ("{", ";"))
    if body < len(source.texts) and source.texts[body] == "{":
        start = source.statement_start(at)
        _seen(unit, seen, (scope, *_key(source.texts[start:body])), start, body)


def _function(unit: Unit, open_: int, scope: int, seen: _Seen) -> None:
    source = unit.source
    texts = source.texts
    before = source.tokens[open_ - 1] if open_ else None
    is_operator = open_ > 1 and _OPERATOR in texts[max(open_ - 3, 0) : open_]
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
    head = [*texts[start : open_ + 1], *_parameter_types(unit, open_)]
    is_constructor = texts[open_ - 1] in class_head(unit, start)
    tail = _key([word for word in texts[close + 1 : after] if not is_constructor or word not in SPACES])
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
    _seen(unit, seen, (scope, *_key(head), ")", *tail), start, body, open_)
