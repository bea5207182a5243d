"""What the compiler says, as a user of Metal reads it: places in the source, Metal's types, nothing from our header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .names import metal_names
from .rewrite import SourceTokens

_LINE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<level>(?:fatal )?error|warning|note): (?P<text>.*)"
)
_SILENT = re.compile(r"__mtl|__MTL")
_COMMENT = re.compile(r"/\*.*?\*/|//.*")
_FATAL = re.compile(r"fatal (?=error)")


@dataclass(frozen=True)
class SourceMessage:
    """One message. `file`, `line` and `column` are those of the source; `level`: error, warning or note."""

    file: str
    line: int
    column: int
    level: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.level}: {self.text}"


_SAME = re.compile(r"('([^']*)') \(aka '\2'\)")
"""A type and what it is, which Metal calls the same."""


def read_messages(text: str, header: str, names: dict[str, str]) -> list[SourceMessage]:
    """The messages that clang printed. Those that are in files below the folder `header` get the place in the source
    that led there, and notes there are left out. `names`: files as the source calls them.
    """
    found: list[SourceMessage] = []
    pending: SourceMessage | None = None
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        file = names.get(match["file"], match["file"])
        level = _FATAL.sub("", match["level"])
        made = SourceMessage(
            file, int(match["line"]), int(match["column"]), level, _SAME.sub(r"\1", metal_names(match["text"]))
        )
        if file.startswith((header, "<")):
            if level != "note":
                pending = made
        elif level == "note":
            if pending is not None:
                found.append(SourceMessage(made.file, made.line, made.column, pending.level, pending.text))
                pending = None
            elif not _SILENT.search(made.text):
                found.append(made)
        else:
            if pending is not None:
                found.append(pending)
            pending = None
            found.append(made)
    return found + ([pending] if pending is not None else [])


def in_source_columns(
    messages: Sequence[SourceMessage], written: SourceTokens, lines: dict[str, list[str]]
) -> list[SourceMessage]:
    """The messages with columns of the source.

    A preprocessor and the rewriter move what is on a line. Clang's column leads to a token of the rewritten line, and
    the same token, counted from the start of the line, is looked for in the line of the file. `lines`: of each file.
    """
    tokens: dict[tuple[str, int], list[tuple[int, str]]] = {}
    wanted = {(one.file, one.line) for one in messages}
    for token in written.tokens:
        key = (token.place.file, token.place.line)
        if key in wanted:
            tokens.setdefault(key, []).append((token.place.column, token.text))
    return [_moved(one, tokens.get((one.file, one.line), []), lines.get(one.file, [])) for one in messages]


def _moved(message: SourceMessage, tokens: list[tuple[int, str]], lines: list[str]) -> SourceMessage:
    if not tokens or not 0 < message.line <= len(lines):
        return message
    text = _COMMENT.sub(lambda found: " " * len(found[0]), lines[message.line - 1])
    at = max((n for n, (column, _) in enumerate(tokens) if column <= message.column), default=0)
    start = _place(text, [one for _, one in tokens[: at + 1]])
    return SourceMessage(message.file, message.line, start + 1, message.level, message.text)


def _place(text: str, words: Sequence[str]) -> int:
    """Where the last of these words is in a line that has all of them but those that macros stand for.

    Of a word that is not there: what follows the nearest one before it that is, where the macro is.
    """
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        whole = rf"(?<!\w){re.escape(word)}(?!\w)" if word[:1].isalnum() or word[:1] == "_" else re.escape(word)
        starts = [match.start() for match in re.finditer(whole, text)]
        place = words[:at].count(word)
        if place >= len(starts):
            continue
        if at == len(words) - 1:
            return starts[place]
        rest = text[starts[place] + len(word) :]
        return len(text) - len(rest.lstrip()) if rest.strip() else starts[place]
    return len(text) - len(text.lstrip())
