"""Messages of the compiler for users of Metal: places in the source, Metal's type names, no references to mtlb's
header.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .names import source_names
from .rewrite import SourceTokens

_LINE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?P<level>(?:fatal )?error|warning|note): (?P<text>.*)"
)
_SILENT = re.compile(r"__mtl|__MTL")
_COMMENT = re.compile(r"/\*.*?\*/|//.*")
_FATAL = re.compile(r"fatal (?=error)")


@dataclass(frozen=True)
class SourceMessage:
    """A message. `file`, `line` and `column` are those of the source; `level`: error, warning or note."""

    file: str
    line: int
    column: int
    level: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.level}: {self.text}"


_SAME = re.compile(r"('([^']*)') \(aka '\2'\)")
"""A type and its alias, which have the same name in Metal."""


def read_messages(text: str, header: str, names: dict[str, str]) -> list[SourceMessage]:
    """The messages that clang printed. A message in a file below the folder `header` gets the place in the source that
    led there; notes in the header are dropped. `names`: the names of files in the source.
    """
    messages: list[SourceMessage] = []
    pending: SourceMessage | None = None
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        file = names.get(match["file"], match["file"])
        level = _FATAL.sub("", match["level"])
        message = SourceMessage(
            file, int(match["line"]), int(match["column"]), level, _SAME.sub(r"\1", source_names(match["text"]))
        )
        if file.startswith((header, "<")):
            if level != "note":
                pending = message
        elif level == "note":
            if pending is not None:
                messages.append(SourceMessage(message.file, message.line, message.column, pending.level, pending.text))
                pending = None
            elif not _SILENT.search(message.text):
                messages.append(message)
        else:
            if pending is not None:
                messages.append(pending)
            pending = None
            messages.append(message)
    return messages + ([pending] if pending is not None else [])


_LOSSES = "implicit-float-conversion"
_ASKED = frozenset({f"-W{_LOSSES}", "-Wconversion", "-Wfloat-conversion", "-Weverything"})
LOSSES = (
    f"-W{_LOSSES}",
    f"-Wno-error={_LOSSES}",
    "-Wno-implicit-int-float-conversion",
    "-Wimplicit-const-int-float-conversion",
)
"""Options with which clang reports implicit conversions from float to bfloat."""
_LOSS = re.compile(r"implicit conversion .*loses floating-point precision: .*")
_TO_BFLOAT = re.compile(r"implicit conversion loses floating-point precision: 'float' to '(?:const )?bfloat'")
_ASSIGNED = re.compile(r"(?:[^-+*/%&|^=!<>]=|\breturn\b)([^=;{}]*)$")


def with_refused_conversions(
    messages: Sequence[SourceMessage], lines: Callable[[str], list[str]], options: Sequence[str]
) -> list[SourceMessage]:
    """The messages with an error for each value of float that initialises, or is assigned to, a bfloat (specification,
    2.22; tracel-ai/cubecl issue 1522). Of clang's warnings about lost precision only those that `options` name remain.
    """
    kept: list[SourceMessage] = []
    for message in messages:
        if message.level == "warning" and _LOSS.fullmatch(message.text):
            if _TO_BFLOAT.fullmatch(message.text) and _is_assigned(message, lines(message.file)):
                reason = "implicit conversion from 'float' to 'bfloat' is not permitted"
                kept.append(replace(message, level="error", text=reason))
                continue
            if not _ASKED & set(options):
                continue
        kept.append(message)
    return kept


def _is_assigned(message: SourceMessage, lines: list[str]) -> bool:
    """Whether the place is in a value after `=` or `return`, and not in the arguments of a call there."""
    if not 0 < message.line <= len(lines):
        return False
    match = _ASSIGNED.search(lines[message.line - 1][: message.column - 1])
    return match is not None and all(match[1].count(a) <= match[1].count(b) for a, b in ("()", "[]"))


def in_source_columns(
    messages: Sequence[SourceMessage], written: SourceTokens, lines: dict[str, list[str]]
) -> list[SourceMessage]:
    """The messages with columns of the source.

    The preprocessor and the rewriter change columns. Clang's column identifies a token of the rewritten line; the same
    token, counted from the start of the line, is searched in the line of the file. `lines`: gives the lines of each
    file.
    """
    tokens: dict[tuple[str, int], list[tuple[int, str]]] = {}
    requested = {(message.file, message.line) for message in messages}
    for token in written.tokens:
        key = (token.place.file, token.place.line)
        if key in requested:
            tokens.setdefault(key, []).append((token.place.column, token.text))
    return [
        _moved(message, tokens.get((message.file, message.line), []), lines.get(message.file, []))
        for message in messages
    ]


def _moved(message: SourceMessage, tokens: list[tuple[int, str]], lines: list[str]) -> SourceMessage:
    if not tokens or not 0 < message.line <= len(lines):
        return message
    text = _COMMENT.sub(lambda result: " " * len(result[0]), lines[message.line - 1])
    at = max((n for n, (column, _) in enumerate(tokens) if column <= message.column), default=0)
    start = _place(text, [item for _, item in tokens[: at + 1]])
    return SourceMessage(message.file, message.line, start + 1, message.level, message.text)


def _place(text: str, words: Sequence[str]) -> int:
    """The offset in a line of the last of these words. The line contains all words except those from macros.

    If the last word comes from a macro: the offset after the nearest preceding word, which is that of the macro.
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
