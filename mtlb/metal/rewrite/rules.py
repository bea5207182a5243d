"""Rules of Metal that are stricter than C++ and can be checked on tokens; those that need types are in `describe.py`.

The error texts are those of Apple's compilers, from public reports:

- `'double' is not supported in Metal`, `'goto' is not supported in Metal`, `labeled statements are not supported in
  Metal`: notes of projects that compile generated Metal. For other keywords of C++ the sentence is a guess; that Metal
  lacks them is in the language specification, section 1.5.4.
- `pointer type must have explicit address space qualifier`: hashcat/hashcat pull request 3540 and shader-slang/slang
  issue 4129, at the asterisk. From Metal 4.1 on pointers may be generic (AliceO2Group/AliceO2 pull request 15802).
- `program scope variable must reside in constant address space`: AdaptiveCpp/AdaptiveCpp issue 864, at the name.

- `lambda expressions are not supported in Metal`, before Metal 3.2, at the bracket: Blaizzy/mlx-vlm pull request 469,
  go-gui-org/go-gui issue 126.
- `cannot combine with previous 'type-name' declaration specifier` for `uint half`, at `half`; `'X' attribute cannot be
  applied to types`, at an attribute behind the parameters; `an attribute list cannot appear here`, at the brackets
  between `kernel` and the type: transcripts of compiler 32023.883 in a public benchmark of generated kernels.

That `long long` is not supported, nor the operator `noexcept`, is in the specification (2.1 and 1.5.4), without texts.
Before Metal 3.2 `coherent` (4.8) is a name that nothing declares.

Only errors that are certain without types are reported: pointers to types that are known by name, and variables whose
declaration has no bracket before its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .stages import STAGE_WORDS
from .storage import NUMBER_NAMES, storage_errors
from .tokens import ACCESS_WORDS, TYPE_KEYWORDS, SourceError, SourceTokens, TokenKind
from .unit import CLASS_WORDS, SPACES

_WORDS = frozenset(
    {"goto", "double", "virtual", "new", "delete", "throw", "try", "typeid", "dynamic_cast", "thread_local", "asm"}
)
"""Keywords of C++ that Metal does not have."""
_MOST_ERRORS = 20
_GENERIC = (4, 1)
"""The first version of the language in which a pointer without an address space is generic."""
_KNOWN = re.compile(
    rf"(packed_)?({NUMBER_NAMES})([234](x[234])?)?|u?int(8|16|32|64)_t|size_t|ptrdiff_t|void|unsigned|signed|atomic_\w+"
)
_SPECIFIERS = frozenset(
    {"const", "volatile", "static", "constexpr", "inline", "struct", "class", "typename", "metal", "::"}
)
_LABEL_STARTS = frozenset({";", "{", "}", ":"})
_NO_LABELS = ACCESS_WORDS | {"default"}
_TYPES = CLASS_WORDS | {"enum"}
_NO_VARIABLE = _TYPES | {"using", "typedef", "friend", "extern", "static_assert", "template", "operator", "namespace"}
_ENDS_NAME = ("=", "(", "[", "<")


def check_rules(source: SourceTokens, language: tuple[int, int], *, is_standard: bool = True) -> list[str]:
    """Raise SourceError, listing all violations, for constructs that Metal of this version does not have. Returns
    warnings. `is_standard`: the version is that of -std=; otherwise it is that of the target, and Apple's compiler,
    whose default is the SDK's, may have compiled a source with lambda expressions for it.
    """
    result = [*_words(source), *_labels(source), *_vectors(source), *_variables(source), *storage_errors(source)]
    result += [*_frameworks(source), *_names_of_types(source), *_attribute_places(source)]
    newer = [*_newer(source, language)]
    warned = [] if is_standard else [item for item in newer if item[1] == _LAMBDA]
    result += [item for item in newer if item not in warned]
    if language < _GENERIC:
        result += _pointers(source)
    if result:
        lines = [f"{source.where(at)}: error: {reason}" for at, reason in sorted(set(result))]
        raise SourceError("\n".join(lines[:_MOST_ERRORS]))
    return [f"{source.where(at)}: warning: {reason} before version 3.2" for at, reason in warned]


def _words(source: SourceTokens) -> Iterator[tuple[int, str]]:
    texts = source.texts
    for at, token in enumerate(source.tokens):
        is_long = token.text == "long" and texts[at + 1 : at + 2] == ["long"] and texts[at - 1] != "long"
        if is_long and '""' not in texts[source.opening(at) - 2 : source.opening(at)]:  # C++'s literal operators
            yield at, "'long long' is not supported in Metal"  # specification, 2.1
        if at and token.text == "noexcept" and texts[at + 1 : at + 2] == ["("] and texts[at - 1] in _BEFORE_OPERATOR:
            yield at, "'noexcept' is not supported in Metal"
        if token.kind is not TokenKind.WORD or token.text not in _WORDS:
            continue
        if token.text == "delete" and at and texts[at - 1] in ("=", "operator"):
            continue
        if token.text == "new" and at and texts[at - 1] == "operator":
            continue
        yield at, f"'{token.text}' is not supported in Metal"


_NAMED_TYPE = re.compile(rf"({NUMBER_NAMES})[234]?|u?int(8|16|32|64)_t|size_t|ptrdiff_t")
_AFTER_NAME = frozenset({"=", ";", ",", ")", "[", "{", ":"})


def _names_of_types(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """Declarations of something named `half`, which is a keyword of Metal."""
    texts = source.texts
    for at in range(1, len(texts) - 1):
        if texts[at] != "half" or texts[at + 1] not in _AFTER_NAME:
            continue
        if texts[at - 1] in TYPE_KEYWORDS or _NAMED_TYPE.fullmatch(texts[at - 1]):
            kind = texts[at - 1] if texts[at - 1] in TYPE_KEYWORDS else "type-name"
            yield at, f"cannot combine with previous '{kind}' declaration specifier"


_OF_FUNCTIONS = frozenset({"max_total_threads_per_threadgroup", "early_fragment_tests", "host_name", "patch"})


def _attribute_places(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """Attributes of functions that are not before the first word of the declaration."""
    texts = source.texts
    for at in range(1, len(texts) - 2):
        if texts[at] != "[" or texts[at + 1] != "[":
            continue
        if texts[at - 1] in STAGE_WORDS and source.opening(at) < 0:
            yield at, "an attribute list cannot appear here"
        elif texts[at - 1] == ")" and texts[at + 2] in _OF_FUNCTIONS:
            yield at + 2, f"'{texts[at + 2]}' attribute cannot be applied to types"


_BEFORE_OPERATOR = frozenset({"=", "(", ",", "return", "!", "&&", "||", "?", ":", ";", "{", "}", "==", "!="})
_LAMBDA = "lambda expressions are not supported in Metal"
_NEWER = (3, 2)
"""The version of the language with lambda expressions and `coherent`."""


def _newer(source: SourceTokens, language: tuple[int, int]) -> Iterator[tuple[int, str]]:
    """What a later version of the language has."""
    texts = source.texts
    for at in range(1, len(texts) - 1) if language < _NEWER else ():
        if texts[at] == "[" and texts[at - 1] in _BEFORE_OPERATOR and texts[at + 1] != "[":
            if texts[source.partner[at] + 1 : source.partner[at] + 2] in (["("], ["{"], ["<"]):
                yield at, _LAMBDA
        elif texts[at] == "coherent" and texts[at + 1] in ("(", *SPACES):
            yield at, "unknown type name 'coherent'"


_OPAQUE = {
    ("coreimage", "sampler"): "only kernels with C linkage are",
}
"""Types of frameworks, by namespace and name, whose use in functions that are called is an error, with the reason."""


def _frameworks(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """Uses of such types, qualified or within the namespace, unless the source defines them."""
    texts = source.texts
    own = {texts[at] for at in range(1, len(texts) - 1) if texts[at - 1] in _TYPES and texts[at + 1] == "{"}
    for at in range(2, len(texts)):
        for (space, name), reason in _OPAQUE.items():
            if texts[at] != name or name in own or texts[at - 1] in _TYPES:
                continue
            is_called = not {"stitchable", "visible"}.isdisjoint(texts[source.statement_start(at) : at])
            if is_called and (texts[at - 2 : at] == [space, "::"] or _is_within(source, at, space)):
                yield at, f"functions with a '{space}::{name}' are not compiled: {reason}"


def _is_within(source: SourceTokens, at: int, space: str) -> bool:
    """Whether an unqualified name is in a block of a namespace."""
    texts = source.texts
    is_qualified = texts[at - 1] == "::"
    return not is_qualified and any(texts[n - 2 : n] == ["namespace", space] for n in source.brackets(at))


def _labels(source: SourceTokens) -> Iterator[tuple[int, str]]:
    texts = source.texts
    for at in range(1, len(texts) - 1):
        if texts[at + 1] == ":" and texts[at - 1] in _LABEL_STARTS and source.tokens[at].kind is TokenKind.WORD:
            after_case = texts[at - 1] == ":" and not _follows_label(texts, at - 1)
            is_bit_field = _KNOWN.fullmatch(texts[at]) is not None  # without a name: `uint : 4;`
            if texts[at] not in _NO_LABELS and not after_case and not is_bit_field:
                yield at, "labeled statements are not supported in Metal"


def _follows_label(texts: list[str], at: int) -> bool:
    """Whether the colon ends `case x:` or `default:`, and is not that of a conditional expression."""
    first = at - 1
    while first > 0 and texts[first] not in (";", "{", "}", "?", ":"):
        if texts[first] in ("case", "default"):
            return True
        first -= 1
    return False


_VECTOR = re.compile(rf"(?:{NUMBER_NAMES})([34])")
_LISTED = re.compile(rf"(?:packed_)?(?:{NUMBER_NAMES})([234])")


def _vectors(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """Constructors of vectors from fewer numbers than elements, which are errors (language specification, 2.2), and
    lists in braces that are longer than the vector; they may be shorter. The texts are clang's for its vectors.
    """
    texts = source.texts
    for at, text in enumerate(texts[:-1]):
        match = _VECTOR.fullmatch(text) if texts[at + 1] == "(" else None
        if match is None:
            continue
        values = texts[at + 2 : source.partner[at + 1]]
        numbers, signs = values[::2], values[1::2]
        is_plain = all(token.kind is TokenKind.NUMBER for token in source.tokens[at + 2 : source.partner[at + 1] : 2])
        if is_plain and set(signs) == {","} and len(numbers) < int(match[1]):
            yield at, f"too few elements in vector initialization (expected {match[1]} elements, have {len(numbers)})"
    for at, text in enumerate(texts[:-3]):
        if not (match := _LISTED.fullmatch(text)):
            continue
        open_ = at + 1 + (source.tokens[at + 1].kind is TokenKind.WORD)
        open_ += texts[open_] == "="
        if texts[open_] == "{" and ";" not in texts[open_ : source.partner[open_]]:
            elements = list(source.split(open_ + 1, source.partner[open_]))
            if len(elements) > int(match[1]):
                yield elements[int(match[1])][0], EXCESS_ELEMENTS


# --- pointers


def _names(source: SourceTokens) -> set[str]:
    """The types of the source: classes, and aliases of known types that are not pointers. Names that are also variables
    are excluded.
    """
    texts = source.texts
    names: set[str] = set()
    declared: set[int] = set()
    for at, text in enumerate(texts[:-3]):
        before = texts[at - 1] if at else ";"
        if text in ("struct", "class") and before not in ("enum", "<", ",") and texts[at + 2] in ("{", ":"):
            names.add(texts[at + 1])
        elif text == "typedef":
            end = source.find(at, (";", "{"))
            words = texts[at + 1 : end]
            if words and all(word in _SPECIFIERS or _KNOWN.fullmatch(word) for word in words[:-1]):
                names.add(words[-1])
                declared.add(end - 1)
    values = {
        texts[at]
        for at in range(1, len(texts) - 1)
        if texts[at] in names
        and at not in declared
        and texts[at + 1] in _AFTER_VALUE
        and (texts[at - 1] in names or _KNOWN.fullmatch(texts[at - 1]))
    }
    return {name for name in names - values if name.isidentifier()}


def _pointers(source: SourceTokens) -> Iterator[tuple[int, str]]:
    texts, own = source.texts, _names(source)
    for at in range(1, len(texts) - 1):
        if texts[at] not in ("*", "&"):
            continue
        last = at - 1
        while last > 0 and texts[last] in ("const", "volatile"):
            last -= 1
        is_own = texts[last] in own
        if not (is_own or _KNOWN.fullmatch(texts[last])) or not _is_declarator(source, at, is_own):
            continue
        first = last
        while first > 0 and (
            texts[first - 1] in _SPECIFIERS or _KNOWN.fullmatch(texts[first - 1]) or texts[first] == "::"
        ):
            first -= 1
        if texts[first - 1] == ")" and texts[first - 4 : first - 2] == ["coherent", "("]:
            first -= 4
        before = texts[first - 1] if first else ";"
        if before in SPACES or before in (".", "->") or (is_own and before not in _BEFORE_TYPE):
            continue
        kind = "pointer" if texts[at] == "*" else "reference"
        yield at, f"{kind} type must have explicit address space qualifier"


NO_SPACE = "program scope variable must reside in constant address space"
EXCESS_ELEMENTS = "excess elements in vector initializer"
_AFTER_VALUE = frozenset({",", ")", ";", "=", "["})
_BEFORE_TYPE = frozenset({"(", ",", ";", "{", "}", "<"})
"""The tokens before the type in a declaration that can't precede a value."""


def _is_declarator(source: SourceTokens, at: int, is_own: bool) -> bool:
    """Whether the tokens after an asterisk are those of a declarator."""
    texts = source.texts
    following = source.tokens[at + 1]
    if is_own and following.kind is TokenKind.WORD:
        return at + 2 < len(texts) and texts[at + 2] in ("=", ";", ",", ")", "[", "(")
    return following.kind is TokenKind.WORD or following.text in (")", ",", ">", "*", "&")


# --- variables


def declarations(source: SourceTokens) -> Iterator[tuple[int, int]]:
    """The declarations of namespaces: the first token, and the semicolon or the bracket that opens a body."""
    texts, at = source.texts, 0
    while at < len(texts):
        end = source.find(at, (";", "{", "}"))
        if end >= len(texts):
            return
        words = texts[at:end]
        if texts[end] == "}":
            at = end + 1
            continue
        if texts[end] == "{" and ((words[:1] in (["namespace"], ["inline"]) and "namespace" in words) or _is_c(words)):
            at = end + 1
            continue
        yield at, end
        at = _after(source, at, end)


def _variables(source: SourceTokens) -> Iterator[tuple[int, str]]:
    """Variables of namespaces that have no address space."""
    for at, end in declarations(source):
        name = _variable(source, at, end)
        if name >= 0:
            yield name, NO_SPACE


def _is_c(words: list[str]) -> bool:
    return len(words) == 2 and words[0] == "extern" and words[1].startswith('"')


def _after(source: SourceTokens, at: int, end: int) -> int:
    """The token at which the next declaration begins."""
    texts = source.texts
    if texts[end] == ";":
        return end + 1
    after = source.partner[end] + 1
    ends_there = "=" not in texts[at:end] and not _TYPES & set(texts[at:end])
    if ends_there and after < len(texts) and texts[after] != ";":
        return after
    return source.find(after, (";",)) + 1


def _variable(source: SourceTokens, at: int, end: int) -> int:
    """The token of the variable's name in a declaration without an address space; -1 for any other declaration."""
    texts = source.texts
    if texts[at] == "template" and texts[at + 1] == "<":
        at = source.angle_end(at + 1) + 1 or end
    stop = min(source.find(at, _ENDS_NAME), end)
    if stop < end and texts[stop] == "<":
        stop = source.angle_end(stop) + 1
        stop = min(source.find(stop, _ENDS_NAME), end) if stop else end
    words = texts[at:stop]
    if stop >= len(texts) or texts[stop] in ("(", "<") or len(words) < 2 or _NO_VARIABLE & set(words):
        return -1
    if texts[stop] == "[" and texts[stop + 1] == "[":
        return -1
    name = source.tokens[stop - 1]
    if {"constant", "threadgroup", "sampler"} & set(words) or name.kind is not TokenKind.WORD or "::" in words[-2:]:
        return -1
    if texts[stop] == "=" and texts[stop + 1] == "[":  # a lambda
        return -1
    if texts[stop] == "{" and words[0] not in ("const", "constexpr", "static"):
        return -1
    return stop - 1
