"""Rules about the storage of variables and the address spaces of pointers that can be checked on tokens.

The error texts are those of Apple's compiler:

- `automatic variable qualified with an address space`, at the name: a public project's log of `xcrun metal` for
  `constant float2 unitQuad[4] = {` in a function;
- `variables in function scope cannot be declared static`, `Metal does not support the 'register' storage class
  specifier`, `C-style cast from 'A' to 'B' converts between mismatching address spaces`: the texts that
  kagurasumusun/llvm-project recorded;
- `variables in the threadgroup address space cannot be declared in a non-qualified function`, at the word:
  transcripts of compiler 32023.883 in a public benchmark of generated kernels;
- `constant sampler must be declared constexpr`, at the type of a variable without a value: a public project's log of
  compiler 32023.619;
- `cannot initialize a variable of type 'A' with an lvalue of type 'B'`, `assigning to 'A' from incompatible type 'B'`
  and `no matching function for call to 'f'` are clang's texts for pointers that do not convert.

Only declarations and uses that are certain without types are reported: a pointer is one whose declaration names its
address space and whose name has a single declaration in the function.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from ...air.types import NUMBERS
from .tokens import SourceTokens, TokenKind
from .unit import CLASS_WORDS, SPACES, STAGES

_BEFORE_BLOCK = frozenset({")", "else", "do", ";", "{", "}", "const"})
"""The tokens before the brace of a block of statements, in contrast to that of a class or an initializer."""
_ENDS_NAME = frozenset({"=", "[", ";", "{", ","})
_NO_VARIABLE = frozenset({"*", "&", "(", ")", "<", "using", "typedef", "static", "constexpr", "operator", "extern"})
_OF_VARIABLES = frozenset({"constant", "device"})
_BEFORE_VALUE = frozenset({"=", "(", ",", "return", "?", ":", "+", "-", "!", "*"})
_AFTER_VALUE = frozenset({";", ",", ")", "+", "-"})
_AFTER_DECLARED = (["="], [";"], [","], [")"])


def storage_errors(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """The violations: a token and the text of the error."""
    texts = source.texts
    for at, text in enumerate(texts):
        if text == "register" and source.tokens[at].kind is TokenKind.WORD:
            yield at, "Metal does not support the 'register' storage class specifier"
        elif text in ("static", "constant", "device", "const") and _starts_statement(source, at):
            yield from _variable(source, at)
        elif text == "threadgroup" and _starts_statement(source, at) and _is_called_function(source, at):
            yield from _threadgroup_variable(source, at)
        elif text in SPACES and text != "thread" and _starts_member(source, at):
            yield from _member(source, at)
        elif text == "array_ref" or _TEXTURE.fullmatch(text):
            yield from _resource(source, at)
        elif text == "sampler" and texts[at + 2 : at + 3] == [";"]:
            first = at - 2 if texts[at - 2 : at] == ["metal", "::"] else at
            if _starts_statement(source, first):
                yield first, "constant sampler must be declared constexpr"
    yield from _conversions(source)


_TEXTURE = re.compile(r"(?:texture(?:1d|2d|2d_ms|3d|cube)|depth(?:2d|2d_ms|cube))(?:_array)?|texture_buffer")
_WRITABLE = frozenset({"write", "read_write"})


def _starts_member(source: SourceTokens, at: int) -> bool:
    """Whether a declaration in the body of a class starts here."""
    around = source.opening(at)
    if around < 1 or source.texts[around] != "{" or source.statement_start(at) != at:
        return False
    head = next(source.heads(at))
    return bool(CLASS_WORDS & set(head[:1])) and "(" not in head


def _member(source: SourceTokens, at: int) -> Iterator[tuple[int, str]]:
    """The error for a member in an address space: only pointers name one (specification, 2.12). The text is clang's.
    That `thread` is allowed is from the public sources of the Loki library: `thread float seed;` in its class.
    """
    texts, end = source.texts, at
    while end < len(texts) and texts[end] not in _ENDS_NAME and texts[end] != "(":
        end += 1
    words = texts[at:end]
    is_plain = len(words) > 2 and all(word.isidentifier() or word == "::" for word in words)
    if is_plain and end < len(texts) and texts[end] in (";", "[", "=") and not {"static", "constexpr"} & set(words):
        yield end - 1, "field may not be qualified with an address space"


def _resource(source: SourceTokens, at: int) -> Iterator[tuple[int, str]]:
    """The error for a variable in a function that is a texture which is written (specification, 2.9), or an `array_ref`
    (2.12.1). The texts are mtlb's.
    """
    texts = source.texts
    first = at - 2 if texts[at - 2 : at] == ["metal", "::"] else at
    while texts[first - 1] in ("const", "thread"):
        first -= 1
    if texts[at + 1 : at + 2] != ["<"] or not _starts_statement(source, first):
        return
    end = source.angle_end(at + 1) + 1
    if end < 1 or source.tokens[end].kind is not TokenKind.WORD or texts[end + 1] not in ("=", ";", ",", "(", "{"):
        return
    if texts[at] == "array_ref":
        yield end, "a variable in a function can't be an array_ref"
    elif texts[end - 3] == "::" and _WRITABLE & {texts[end - 2]}:
        access = f"access::{texts[end - 2]}"
        yield end, f"a texture that is a variable in a function has access::sample or access::read, not {access}"


def _starts_statement(source: SourceTokens, at: int) -> bool:
    """Whether a statement in the body of a function starts here."""
    around = source.opening(at)
    if around < 1 or source.texts[around] != "{" or source.statement_start(at) != at:
        return False
    return source.texts[around - 1] in _BEFORE_BLOCK


def _variable(source: SourceTokens, at: int) -> Iterator[tuple[int, str]]:
    """The error for the storage of a variable in a function."""
    texts, end = source.texts, at
    while end < len(texts) and texts[end] not in _ENDS_NAME and texts[end] != "(":
        end += 1
    words = texts[at:end]
    if len(words) < 3 or end >= len(texts) or source.tokens[end - 1].kind is not TokenKind.WORD:
        return
    if texts[end] == "(" or texts[end : end + 2] == ["[", "["]:
        return
    if words[0] == "static":
        if not {"constant", "constexpr", "const", "threadgroup", "<", "*", "&"} & set(words):
            yield end - 1, "variables in function scope cannot be declared static"
    elif _OF_VARIABLES & set(words) and not _NO_VARIABLE & set(words):
        yield end - 1, "automatic variable qualified with an address space"


_STAGES = frozenset(STAGES) - {"tile"}  # heads have the names of parameters, too


def _is_called_function(source: SourceTokens, at: int) -> bool:
    """Whether the outermost function around a token is not an entry point."""
    heads = [head for head in source.heads(at) if "(" in head and not CLASS_WORDS & set(head[:1])]
    return bool(heads) and not _STAGES & set(heads[-1])


def _threadgroup_variable(source: SourceTokens, at: int) -> Iterator[tuple[int, str]]:
    """The error for a variable of a threadgroup. Vertex and fragment functions are checked with what they call."""
    texts, end = source.texts, at
    while end < len(texts) and texts[end] not in _ENDS_NAME and texts[end] != "(":
        end += 1
    words = texts[at:end]
    if len(words) > 2 and texts[end] in ("[", ";", "=", ",") and not {"*", "&", "<"} & set(words):
        yield at, "variables in the threadgroup address space cannot be declared in a non-qualified function"


# --- pointers


@dataclass
class _Pointer:
    """A pointer that is declared with its address space, at `at`. `end`: the token where its scope ends."""

    at: int
    end: int
    space: str
    type: str


def _conversions(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """Initializations, casts and calls that change the address space of a pointer."""
    texts = source.texts
    declared: dict[str, list[_Pointer]] = {}
    others: dict[str, list[int]] = {}
    for at, token in enumerate(source.tokens):
        if token.kind is not TokenKind.WORD or at < 2:
            continue
        pointer = _declared(source, at)
        if pointer is not None:
            declared.setdefault(token.text, []).append(pointer)
            continue
        is_value = source.tokens[at - 1].kind is TokenKind.WORD and texts[at - 1] not in ("return", "else", "case")
        if is_value or (texts[at - 1] in ("*", "&", ">") and texts[at + 1 : at + 2] in (*_AFTER_DECLARED, ["["])):
            others.setdefault(token.text, []).append(at)
    alone = {
        name: [
            pointer
            for pointer in pointers
            if not any(other is not pointer and _meet(other, pointer) for other in pointers)
            and not any(pointer.at < at < pointer.end for at in others.get(name, ()))
        ]
        for name, pointers in declared.items()
    }
    functions = _functions(source)
    for name, pointers in alone.items():
        for pointer in pointers:
            for at in range(pointer.at + 1, pointer.end):
                if texts[at] == name and texts[at + 1] in _AFTER_VALUE:
                    yield from _use(source, at, pointer, alone, functions)
    yield from _addresses(source, functions)


def _addresses(source: SourceTokens, functions: dict[str, list[str | None]]) -> Iterator[tuple[int, str]]:
    """Calls with the address of a variable of a function, which is in thread memory, for a pointer to other memory."""
    texts, automatic = source.texts, _automatic(source)
    for at in range(1, len(texts) - 2):
        if texts[at] != "&" or texts[at - 1] not in ("(", ",") or texts[at + 2] not in (",", ")"):
            continue
        open_ = source.opening(at)
        if texts[open_] != "(" or texts[open_ - 2] in (".", "->", "::") or texts[open_ - 1] not in functions:
            continue
        place = sum(1 for _ in source.split(open_ + 1, at)) if texts[at - 1] == "," else 0
        spaces = functions[texts[open_ - 1]]
        is_variable = _is_inside(source, at, automatic.get(texts[at + 1], []))
        if place < len(spaces) and spaces[place] not in (None, "thread") and is_variable:
            yield open_ - 1, f"no matching function for call to '{texts[open_ - 1]}'"


def _automatic(source: SourceTokens) -> dict[str, list[int]]:
    """The variables of blocks that are numbers or vectors, `float4 v;`, by name, in order."""
    texts = source.texts
    result: dict[str, list[int]] = {}
    for at in range(1, len(texts) - 1):
        is_variable = texts[at + 1] in ("=", ";", "{", ",") and _NUMBER.fullmatch(texts[at - 1]) is not None
        around = source.opening(at) if is_variable and source.statement_start(at) == at - 1 else -1
        if around > 0 and texts[around] == "{" and texts[around - 1] in _BEFORE_BLOCK:
            result.setdefault(texts[at], []).append(at)
    return result


def _is_inside(source: SourceTokens, at: int, declared: list[int]) -> bool:
    """Whether a token is in the scope of one of the last of these declarations before it."""
    last = bisect_left(declared, at)
    return any(at < source.partner[source.opening(n)] for n in declared[max(last - _MOST_SCOPES, 0) : last])


_MOST_SCOPES = 16
NUMBER_NAMES = "|".join(sorted({number.name for number in NUMBERS} | {"bool"}, key=len, reverse=True))
"""A regular expression for the names of numbers."""
_NUMBER = re.compile(rf"(?:{NUMBER_NAMES})[234]?")


def _declared(source: SourceTokens, at: int) -> _Pointer | None:
    """The pointer whose declaration names it at `at`: `device const float* p`."""
    texts = source.texts
    last = at - 2 if texts[at - 1] == "const" else at - 1
    has_attribute = texts[at + 1 : at + 3] == ["[", "["]
    if last < 2 or texts[last] != "*" or not (has_attribute or texts[at + 1 : at + 2] in _AFTER_DECLARED):
        return None
    first = last - 1
    while first >= 0 and (source.tokens[first].kind is TokenKind.WORD or texts[first] == "::"):
        first -= 1
    words = texts[first + 1 : last]
    spaces = [word for word in words if word in SPACES]
    if len(spaces) != 1 or texts[first] not in ("(", ",", ";", "{", "}") or len(words) < 2 or "return" in words:
        return None
    around = source.opening(at)
    if around < 0:
        return None
    if texts[around] == "(":  # a parameter: its scope is the body
        body = source.partner[around] + 1
        if texts[body : body + 1] != ["{"] or source.tokens[around - 1].kind is not TokenKind.WORD:
            return None
        end = source.partner[body]
    elif texts[around] == "{" and texts[around - 1] in _BEFORE_BLOCK and texts[at + 1] != ",":
        end = source.partner[around]
    else:
        return None
    return _Pointer(at, end, spaces[0], " ".join([*words, "*"]))


def _use(
    source: SourceTokens,
    at: int,
    pointer: _Pointer,
    alone: dict[str, list[_Pointer]],
    functions: dict[str, list[str | None]],
) -> Iterator[tuple[int, str]]:
    """The error for a use of a pointer that converts it to another address space."""
    texts = source.texts
    if texts[at - 1] == "=" and texts[at + 1] == ";":
        target = _declared(source, at - 2)
        if target is not None and target.space != pointer.space:
            types = f"'{target.type}' with an lvalue of type '{pointer.type}'"
            yield target.at, f"cannot initialize a variable of type {types}"
        elif target is None and source.statement_start(at) == at - 2:
            for other in alone.get(texts[at - 2], ()):
                if other.at < at < other.end and other.space != pointer.space:
                    yield at, f"assigning to '{other.type}' from incompatible type '{pointer.type}'"
    elif texts[at - 2 : at] == ["*", ")"]:
        open_ = source.partner[at - 1]
        words = texts[open_ + 1 : at - 2]
        spaces = [word for word in words if word in SPACES]
        is_type = len(words) > 1 and all(word.isidentifier() or word == "::" for word in words)
        if is_type and len(spaces) == 1 and spaces[0] != pointer.space and texts[open_ - 1] in _BEFORE_VALUE:
            types = f"'{pointer.type}' to '{' '.join(words)} *'"
            yield open_, f"C-style cast from {types} converts between mismatching address spaces"
    elif texts[at - 1] in ("(", ",") and texts[at + 1] in (",", ")"):
        open_ = source.opening(at)
        name = texts[open_ - 1]
        if texts[open_] != "(" or texts[open_ - 2] in (".", "->", "::") or name not in functions:
            return
        place = sum(1 for _ in source.split(open_ + 1, at)) if texts[at - 1] == "," else 0
        spaces_of = functions[name]
        if place < len(spaces_of) and spaces_of[place] not in (None, pointer.space):
            yield open_ - 1, f"no matching function for call to '{name}'"


def _functions(source: SourceTokens) -> dict[str, list[str | None]]:
    """The address spaces of the pointer parameters of functions that are declared once and are not templates."""
    texts = source.texts
    functions: dict[str, list[str | None]] = {}
    several: set[str] = set()
    for open_ in range(2, len(texts)):
        if texts[open_] != "(" or source.tokens[open_ - 1].kind is not TokenKind.WORD:
            continue
        after = source.partner[open_] + 1
        before = source.tokens[open_ - 2]
        is_head = before.kind is TokenKind.WORD or before.text in ("*", "&", ">", "]")
        if not is_head or texts[after : after + 1] not in (["{"], [";"]):
            continue
        name = texts[open_ - 1]
        start = source.statement_start(open_ - 1)
        is_local = source.opening(open_ - 1) >= 0 and texts[source.opening(open_ - 1) - 1] in _BEFORE_BLOCK
        if name in functions or texts[start] == "template" or is_local or texts[after] == ";":
            several.add(name)
            continue
        functions[name] = []
        for first, end in source.split(open_ + 1, source.partner[open_]):
            words = texts[first:end]
            words = words[: words.index("=")] if "=" in words else words
            spaces = [word for word in words if word in SPACES]
            is_pointer = words.count("*") == 1 and len(spaces) == 1 and "(" not in words and "&" not in words
            functions[name].append(spaces[0] if is_pointer else None)
    return {name: spaces for name, spaces in functions.items() if name not in several}


def _meet(pointer: _Pointer, other: _Pointer) -> bool:
    """Whether the scopes of two declarations have tokens in common."""
    return pointer.at < other.end and other.at < pointer.end
