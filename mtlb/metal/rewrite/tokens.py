"""C++ tokens with their places: the output of a preprocessor, split, edited, and written again.

A token keeps the whitespace before it, so that unedited text is written unchanged, with the same lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any

from ...base.errors import BuildError

_TOKEN = re.compile(
    r"""(?P<directive>^[ \t]*\#[^\n]*)
|(?P<space>[ \t\r\f\v\n]+)
|(?P<raw>(?:u8|[uUL])?R"(?P<fence>[^\s()\\]{0,16})\((?s:.*?)\)(?P=fence)")
|(?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
|(?P<char>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
|(?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)
|(?P<word>(?:[^\W\d]|\$|[^\x00-\x7f])(?:\w|[^\x00-\x7f])*)
|(?P<punct><%|%>|:>|<:(?!:[^:>])|->\*?|::|\.\.\.|&&|\|\||==|!=|<=|>=|\+\+|--|[-+*/%&|^]=|.)""",
    re.VERBOSE | re.MULTILINE,
)
_MARKER = re.compile(r'\s*#\s*(line\s+)?(\d+)(?:\s+"((?:\\.|[^"\\])*)"((?:[ \t]+[1-4])*))?')
_OPENING, _CLOSING = "([{", ")]}"
_DIGRAPHS = {"<%": "{", "%>": "}", "<:": "[", ":>": "]"}
_WITH_STATEMENTS = frozenset({"for", "if", "switch"})
"""Words before brackets that may have semicolons in them: `if (int x = f(); x)`, `if constexpr (…)`."""
ACCESS_WORDS = frozenset({"public", "private", "protected"})
"""The words before a colon in a class."""
TYPE_KEYWORDS = frozenset(
    {"auto", "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void"}
)
"""The keywords of C++ for types."""
_MOST_NESTED = 256
_STEPS = 64
_LONGEST_LIST = 4096


class SourceError(BuildError):
    """The error for a source that does not compile.

    `reason` has the form of compilers, `file:line:column: error: text`, followed by notes. `messages` has the same as
    `SourceMessage` objects if a whole compilation raised the error.
    """

    def __init__(self, reason: str, messages: Sequence[Any] = ()) -> None:
        super().__init__(reason)
        self.messages = list(messages)

    def __str__(self) -> str:
        return self.reason

    def __reduce__(self) -> tuple[Any, ...]:
        return SourceError, (self.reason, self.messages)


def source_error(where: str, reason: str) -> SourceError:
    """An error at `file:line:column`, to be raised."""
    return SourceError(f"{where}: error: {reason}")


class TokenKind(Enum):
    """The kind of a token."""

    STRING = "string"
    CHAR = "char"
    NUMBER = "number"
    WORD = "word"
    PUNCT = "punct"


@dataclass(slots=True)
class SourcePlace:
    """Where a token is in the source: the file as the preprocessor names it, the line, the column in its text."""

    file: str
    line: int
    column: int


@dataclass(slots=True)
class CppToken:
    """A token: `text` is the input, `out` the output, `before` the whitespace and directives before it."""

    kind: TokenKind
    text: str
    out: str
    before: str
    place: SourcePlace


class SourceTokens:
    """The tokens of a preprocessed file, and their replacements.

    `texts[i]` is the input text of token `i`; `partner[i]` the matching bracket of bracket `i`, -1 for other tokens.
    SourceError for an unterminated string or an unmatched bracket; without `matched` brackets are not checked and there
    are no partners.
    """

    def __init__(self, text: str, file: str = "", *, matched: bool = True) -> None:
        self.tokens: list[CppToken] = []
        self._end = ""
        self._read(text, file, strict=matched)
        if matched:
            self._index()

    def _index(self) -> None:
        self.texts = [token.text for token in self.tokens]
        self._in_block: list[bool] = []
        self._starts: list[int] = []
        self._around: list[int] = []
        self._tables: dict[Sequence[str], list[int]] = {}
        self.partner = self._match()

    def without_erased(self, inserted: Mapping[int, str] = MappingProxyType({})) -> SourceTokens:
        """A copy without the tokens that were erased; the others have their input text. Line numbers are kept.

        `inserted`: text of one line before the token of an index, or behind the last one; its tokens have the place of
        that token.
        """
        tokens = SourceTokens("")
        before = ""
        for at in range(len(self.tokens) + bool(self.tokens)):
            is_end = at == len(self.tokens)
            token = self.tokens[at - is_end]
            own = " " if is_end else token.before  # it may have a directive, which begins its line
            for new in SourceTokens(inserted[at], matched=False).tokens if at in inserted else ():
                tokens.tokens.append(CppToken(new.kind, new.text, new.text, before + own + new.before, token.place))
                before, own = " ", ""
            if is_end:
                break
            if token.out or not token.text:
                tokens.tokens.append(CppToken(token.kind, token.text, token.text, before + own, token.place))
                before = ""
            else:
                before += own
        tokens._end = before + self._end
        tokens._index()
        return tokens

    def _read(self, text: str, file: str, *, strict: bool) -> None:
        line, start, before = 1, 0, ""
        kinds = {kind.value: kind for kind in TokenKind}
        for match in _TOKEN.finditer(text):
            kind, part = match.lastgroup or "", match[0]
            if kind == "fence" or match["raw"] is not None:
                kind = "string"
            if kind == "directive":
                marker = _MARKER.match(part)
                if marker is not None:
                    line = int(marker[2]) - 1
                    file = file if marker[3] is None else _unquoted(marker[3])
                    # The flags of a line marker identify system headers, for which some warnings are disabled.
                    part = f'{"#line" if marker[1] else "#"} {marker[2]} "{_quoted(file)}"{marker[4] or ""}'
                before += part
            elif kind == "space":
                before += part
            else:
                place = SourcePlace(file, line, match.start() - start + 1)
                if strict and kind == "punct" and part in "\"'":
                    raise source_error(f"{place.file}:{line}:{place.column}", f"unterminated {part}")
                part = _DIGRAPHS.get(part, part)
                self.tokens.append(CppToken(kinds[kind], part, part, before, place))
                before = ""
            newlines = match[0].count("\n")
            if newlines:
                line, start = line + newlines, match.start() + match[0].rindex("\n") + 1
        self._end = before

    def _takes_statements(self, open_: int) -> bool:
        """Whether semicolons may follow an opening bracket before it is closed."""
        return self.texts[open_] == "{" or not _WITH_STATEMENTS.isdisjoint(self.texts[max(open_ - 2, 0) : open_])

    def _match(self) -> list[int]:
        partner = [-1] * len(self.tokens)
        open_: list[int] = []
        depth = dict.fromkeys(_OPENING, 0)
        for at, text in enumerate(self.texts):
            if text in _OPENING:
                open_.append(at)
                depth[text] += 1
                if depth[text] > _MOST_NESTED:  # clang's limit and words
                    raise self.error(at, f"bracket nesting level exceeded maximum of {_MOST_NESTED}")
            elif text in _CLOSING:
                last, opening = self.texts[open_[-1]] if open_ else "", _OPENING[_CLOSING.index(text)]
                if last not in ("", "{", opening):
                    break
                if last != opening:
                    raise self.error(at, f"extraneous closing bracket ('{text}')")
                depth[last] -= 1
                partner[at] = open_.pop()
                partner[partner[at]] = at
            elif text == ";" and open_ and not self._takes_statements(open_[-1]):
                raise self.error(at, f"expected '{_CLOSING[_OPENING.index(self.texts[open_[-1]])]}'")  # as clang
        if open_:
            raise self.error(open_[-1], f"no bracket closes this '{self.texts[open_[-1]]}'")
        return partner

    def error(self, at: int, reason: str) -> SourceError:
        """An error at a token, in the form of compilers, to be raised."""
        return source_error(self.where(at), reason)

    def where(self, at: int) -> str:
        """`file:line:column` of a token."""
        place = self.tokens[min(at, len(self.tokens) - 1)].place
        return f"{place.file}:{place.line}:{place.column}"

    # --- edits

    def set(self, at: int, out: str) -> None:
        """Replace the output of a token."""
        self.tokens[at].out = out

    def erase(self, first: int, end: int) -> None:
        """Erase the tokens from `first` up to `end`."""
        for token in self.tokens[first:end]:
            token.out = ""

    def append(self, at: int, text: str) -> None:
        """Insert text after a token."""
        self.tokens[at].out += text

    def prepend(self, at: int, text: str) -> None:
        """Insert text before a token."""
        self.tokens[at].out = text + self.tokens[at].out

    def is_edited(self, at: int) -> bool:
        """Whether the output of a token differs from its input."""
        return self.tokens[at].out != self.tokens[at].text

    def written(self) -> str:
        """The whole output; directives start a line, and no line is added."""
        return "".join([*[token.before + token.out for token in self.tokens], self._end])

    # --- navigation

    def skip(self, at: int) -> int:
        """The index of the next token, or for an opening bracket the index after its closing bracket."""
        partner = self.partner[at]
        return (partner if partner > at else at) + 1

    def text(self, at: int) -> str:
        """The input text of a token; "" after the last."""
        return self.texts[at] if at < len(self.texts) else ""

    def is_in_block(self, at: int) -> bool:
        """Whether a token is between braces."""
        if not self._in_block:
            depth = 0
            for text in self.texts:
                depth -= text == "}"
                self._in_block.append(depth > 0)
                depth += text == "{"
        return self._in_block[at]

    def statement_start(self, at: int) -> int:
        """The first token of the enclosing declaration or statement."""
        if not self._starts:
            texts, start = self.texts, 0
            for n in range(len(texts)):
                before = texts[n - 1] if n else ""
                if before in (";", "{", "}") or (before == ":" and n > 1 and texts[n - 2] in ACCESS_WORDS):
                    start = n
                self._starts.append(start)
        return self._starts[at]

    def opening(self, at: int) -> int:
        """The innermost bracket around a token; -1 for none."""
        if not self._around:
            open_ = [-1]
            for n, partner in enumerate(self.partner):
                if 0 <= partner < n:
                    open_.pop()
                self._around.append(open_[-1])
                if partner > n:
                    open_.append(n)
        return self._around[at]

    def brackets(self, at: int) -> Iterator[int]:
        """The brackets around a token, from the inner to the outer."""
        while (at := self.opening(at)) >= 0:
            yield at

    def heads(self, at: int) -> Iterator[list[str]]:
        """The words before each bracket around a token, in its statement, from the inner bracket to the outer:
        `struct A : B`, `namespace n`, `if`.
        """
        for open_ in self.brackets(at):
            yield self.texts[self.statement_start(open_) : open_]

    def find(self, at: int, words: Sequence[str]) -> int:
        """The first token from `at` on that is one of `words`, outside of brackets that open on the way.

        The number of tokens if there is none.
        """
        texts, end = self.texts, len(self.texts)
        for _ in range(_STEPS):
            if at >= end:
                return end
            if texts[at] in words:
                return at
            at = self.skip(at)
        return self._table(words)[min(at, end)]

    def _table(self, names: Sequence[str]) -> list[int]:
        """The result of `find` from each token on, computed once for long texts."""
        table = self._tables.get(names)
        if table is None:
            end = len(self.texts)
            table = self._tables[names] = [end] * (end + 1)
            for at in range(end - 1, -1, -1):
                table[at] = at if self.texts[at] in names else table[self.skip(at)]
        return table

    def angle_end(self, at: int) -> int:
        """The `>` that closes the `<` at `at`; -1 if none does within the statement and the first few thousand
        tokens.
        """
        depth, last = 0, min(at + _LONGEST_LIST, len(self.texts))
        while at < last:
            text = self.texts[at]
            if text == "<":
                depth += 1
            elif text == ">":
                depth -= 1
                if depth == 0:
                    return at
            elif text in (";", "{", "}", ")"):
                return -1
            at = self.skip(at) if text in "([" else at + 1
        return -1

    def split(self, first: int, end: int, separator: str = ",") -> Iterator[tuple[int, int]]:
        """The ranges between separators outside of brackets and angle brackets, from `first` up to `end`."""
        start, at, depth = first, first, 0
        while at < end:
            text = self.texts[at]
            if text == "<":
                depth += 1
            elif text == ">" and depth:
                depth -= 1
            if text == separator and depth == 0:
                yield start, at
                start = at + 1
            at = self.skip(at)
        if start < end:
            yield start, end


def joined(words: Iterable[str]) -> str:
    """The text of tokens. A shift is two tokens, because two template argument lists may end where it could be."""
    return _SHIFT.sub(r"\1\1", " ".join(words))


_SHIFT = re.compile(r"([<>]) \1(?= |$)")


def outside_of_angles(words: Iterable[str]) -> list[str]:
    """The words outside of template arguments: `visible_function_table<float(float)>` is not a function."""
    results, depth = [], 0
    for word in words:
        depth += word == "<"
        if not depth:
            results.append(word)
        depth -= word == ">" and depth > 0
    return results


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _quoted(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", text)
