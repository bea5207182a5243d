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
        made = SourceMessage(file, int(match["line"]), int(match["column"]), level, metal_names(match["text"]))
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
    text = lines[message.line - 1]
    at = max((n for n, (column, _) in enumerate(tokens) if column <= message.column), default=0)
    word = tokens[at][1]
    place = sum(1 for _, other in tokens[:at] if other == word)
    whole = rf"(?<!\w){re.escape(word)}(?!\w)" if word[:1].isalnum() else re.escape(word)
    starts = [match.start() for match in re.finditer(whole, text)]
    first = len(text) - len(text.lstrip())
    column = (starts[place] if place < len(starts) else first) + 1
    return SourceMessage(message.file, message.line, column, message.level, message.text)
