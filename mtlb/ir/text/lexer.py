"""The words of LLVM assembly: tokens, a cursor over them, and errors that name line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum
from typing import NoReturn

from ...base.errors import FormatError, UnsupportedError
from ...base.strings import string_from_bytes
from .spelling import is_plain, unescaped

_DEEPEST = 100


class Token(IntEnum):
    """The kind of a token; its number is that of the group in the pattern."""

    LABEL = 1  # name: without the colon; a field of a debug-info node as well
    GLOBAL = 2
    LOCAL = 3
    COMDAT = 4
    METADATA = 5  # !name, !number or a single !
    STRING = 6  # with quotes, and c before them for bytes
    DEBUG_RECORD = 7
    GROUP = 8  # #number
    HEX = 9
    FLOAT = 10
    INTEGER = 11
    WORD = 12
    SIGN = 13
    END = 14


_NAME = r"[-a-zA-Z$._][-a-zA-Z$._0-9]*"
# Blanks and comments; written so that there is one way only to match them.
_SPACE = r"[ \t\r\n]*(?:;[^\n]*\n[ \t\r\n]*)*(?:;[^\n]*\Z)?"
_TOKEN = re.compile(
    rf"""{_SPACE}(?:
    ((?:[-a-zA-Z$._0-9]+|"[^"]*"):)
    |(@(?:{_NAME}|"[^"]*"|[0-9]+))
    |(%(?:{_NAME}|"[^"]*"|[0-9]+))
    |(\$(?:{_NAME}|"[^"]*"))
    |(!(?:[-a-zA-Z$._\\][-a-zA-Z$._0-9\\]*|[0-9]+)?)
    |(c?"[^"]*")
    |(\#dbg_[a-z_]+)
    |(\#[0-9]+)
    |([usf]?0x[KLMHR]?[0-9A-Fa-f]+)
    |([-+]?[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[-+](?:inf|qnan|s?nan\(0x[0-9A-Fa-f]+\)))
    |(-?[0-9]+)
    |([a-zA-Z_][a-zA-Z0-9_.]*)
    |(\.\.\.|[()\[\]{{}}<>,=*|:])
    |(\Z))""",
    re.VERBOSE,
)
_KINDS = list(Token)
_BLANK = re.compile(_SPACE)


class Tokens:
    """The tokens of a text, and the current position. Raises FormatError if the text cannot be tokenized."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: list[Token] = []
        self.words: list[str] = []
        self.places: list[int] = []
        self.at = 0
        self.depth = 0
        self._scan()

    def _scan(self) -> None:
        text, match, at = self.text, _TOKEN.match, 0
        kinds, words, places = self.kinds, self.words, self.places
        while True:
            token = match(text, at)
            if token is None:
                blank = _BLANK.match(text, at)
                self._refuse_character(at if blank is None else blank.end())
            group = token.lastindex or 0
            kinds.append(_KINDS[group - 1])
            words.append(token[group])
            at = token.end()
            places.append(token.start(group))
            if group == Token.END:
                return

    def _refuse_character(self, place: int) -> NoReturn:
        if self.text.startswith('"', place):
            raise FormatError(f"{self.where(place)}: unterminated string")
        raise FormatError(f"{self.where(place)}: unexpected character {self.text[place]!a}")

    # --- errors ------------------------------------------------------------------------------------------------------

    def where(self, place: int) -> str:
        """Line and column, from 1 on, of a place in the text."""
        line = self.text.count("\n", 0, place) + 1
        return f"line {line}, column {place - self.text.rfind(chr(10), 0, place)}"

    def error(self, reason: str, at: int | None = None) -> FormatError:
        """The error at the current token, or at token `at`."""
        return FormatError(f"{self.where(self.places[self.at if at is None else at])}: {reason}")

    def unsupported(self, what: str, at: int | None = None) -> UnsupportedError:
        """The error for constructs that do not occur in shaders."""
        return UnsupportedError(f"{self.where(self.places[self.at if at is None else at])}: {what}")

    def expected(self, what: str) -> FormatError:
        """The error for another token than the one that must follow."""
        word = self.words[self.at]
        next_token = "the end of the text" if self.kinds[self.at] is Token.END else f"{word[:40]!a}"
        return self.error(f"expected {what}, not {next_token}")

    def enter(self) -> None:
        """Enter a nested construct, with a check of the depth; `leave` ends it."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.unsupported(f"parts that are nested more than {_DEEPEST} deep")

    def leave(self) -> None:
        """Go back one level."""
        self.depth -= 1

    # --- tokens ------------------------------------------------------------------------------------------------------

    @property
    def kind(self) -> Token:
        """The kind of the current token."""
        return self.kinds[self.at]

    @property
    def word(self) -> str:
        """The text of the current token."""
        return self.words[self.at]

    def next(self) -> str:
        """The current token; advances to the next."""
        word = self.words[self.at]
        self.at += 1
        return word

    def take(self, word: str) -> bool:
        """Go on if the current token is this word or sign."""
        if self.words[self.at] == word and self.kinds[self.at] >= Token.WORD:
            self.at += 1
            return True
        return False

    def need(self, word: str) -> None:
        """Go on over this word or sign."""
        if not self.take(word):
            raise self.expected(f"'{word}'")

    def integer(self, what: str = "a number") -> int:
        """An integer."""
        if self.kinds[self.at] is not Token.INTEGER:
            raise self.expected(what)
        word = self.next()
        if len(word) > 4000:
            raise self.unsupported("a number of thousands of digits", self.at - 1)
        return int(word)

    def number(self, what: str = "a number", most: int = (1 << 32) - 1) -> int:
        """An integer from 0 to `most`."""
        at = self.at
        value = self.integer(what)
        if not 0 <= value <= most:
            raise self.error(f"{value} is out of range", at)
        return value

    def string(self, what: str = "a string") -> str:
        """A string in quotes."""
        if self.kinds[self.at] is not Token.STRING or self.word[0] == "c":
            raise self.expected(what)
        return self.decoded(self.next()[1:-1])

    def bytes_of(self, inner: str) -> bytes:
        """The bytes that the inside of a string means."""
        return unescaped(inner.encode("utf-8", "surrogateescape"))

    def decoded(self, inner: str) -> str:
        """The inside of a string, its escapes replaced."""
        return string_from_bytes(self.bytes_of(inner)) if "\\" in inner else inner

    def name_in(self, word: str) -> str:
        """The name in ``@name``, ``%"name"``, ...; of a number "" (see `index_in`)."""
        if word[1] == '"':
            name = self.decoded(word[2:-1])
            if "\0" in name:
                raise self.error("a NUL in a name", max(self.at - 1, 0))
            return name
        return word[1:]

    def key(self, word: str) -> str:
        """The one spelling of ``@name``, ``%"name"`` or ``%N`` under which it is known."""
        if word[1] != '"':
            return word
        name = self.name_in(word)
        return word[0] + name if is_plain(name) else f'{word[0]}"{name}'

    def choice(self, words: Mapping[str, int], default: int = 0) -> int:
        """The number of the current word, if it is one of these."""
        number = words.get(self.words[self.at]) if self.kinds[self.at] is Token.WORD else None
        if number is None:
            return default
        self.at += 1
        return number
