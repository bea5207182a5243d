"""Messages of the compiler for users of Metal: places in the source, Metal's type names, no references to mtlb's
header.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from .names import source_names
from .rewrite import SourceTokens
from .rewrite.unit import SPACES, STAGES

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


_NO_ASSIGNMENT = "no viable overloaded '='"
_NOT_CONVERTED = re.compile(
    r"candidate function .*: no known conversion from '([^']*)' .*?to '(?:const )?([^']*)' for 1st"
)
_IS_CONST = re.compile(r"candidate function .*: 'this' argument has type 'const ")
_OF_CONSTANTS = "'used' attribute ignored"
"""The start of a warning about the rewriter's constants, after an error in the function that they describe."""
_OWN_REQUIREMENT = re.compile(r"static assertion failed due to requirement '[^']*__mtl[^']*': ")
_NO_MEMBER = re.compile(r"no member named '(\w+)' in '((?:\w+?)([234]))'")
_COMPONENT_SETS = "xyzw", "rgba"
_SPACED = rf"(?:const )?({'|'.join(SPACES)}) [^']*"
_QUALIFIERS = re.compile(rf"assigning to '({_SPACED})' from '({_SPACED})' discards qualifiers")
"""A pointer to constant memory, which is const, that is assigned to one to other memory."""
_NOT_INSTANCE = re.compile(r"address of overloaded function '(\w+)' cannot be static_cast to type ")
_DUPLICATE = re.compile(r"no setter defined for property '(?=\w*(\w)\w*\1)[xyzwrgba]+'")


def _metal_text(text: str, note: str = "") -> str:
    """The text of an error as Metal's compiler has it, where mtlb's vectors differ from clang's own. `note`: a note of
    this error in mtlb's header.

    Public reports of Apple's compiler: `assigning to 'float4' from incompatible type 'half4'`
    (Unity-Technologies/HLSLcc issue 15), at the `=`; `variable length arrays are not supported in Metal`
    (ggml-org/llama.cpp pull request 12612). The others are clang's texts for its own vectors, which Apple's are.
    """
    if text == _NO_ASSIGNMENT and (match := _NOT_CONVERTED.match(note)) is not None:
        return f"assigning to '{match[2]}' from incompatible type '{match[1]}'"
    if text == _NO_ASSIGNMENT and _IS_CONST.match(note) is not None:
        return "read-only variable is not assignable"
    if text == "variable length arrays are not supported for the current target":
        return "variable length arrays are not supported in Metal"
    if (match := _QUALIFIERS.fullmatch(text)) is not None and match[2] != match[4]:
        return f"assigning to '{match[1]}' from incompatible type '{match[3]}'"
    if (match := _OWN_REQUIREMENT.match(text)) is not None:
        return text[match.end() :]
    if _DUPLICATE.match(text) is not None:
        return "vector is not assignable (contains duplicate components)"
    if (match := _NOT_INSTANCE.match(text)) is not None:
        return f"explicit instantiation of '{match[1]}' does not refer to a function template: other parameters"
    match = _NO_MEMBER.fullmatch(text)
    return text if match is None else _of_component(match[1], match[2], int(match[3])) or text


def _of_component(name: str, vector: str, count: int) -> str:
    """The error for a selection of components; "" for a name that is not one."""
    letters = next((letters for letters in _COMPONENT_SETS if name[0] in letters), "")
    if not letters or len(name) > 4:
        return ""
    alien = next((letter for letter in name if letter not in letters), "")
    if alien:
        return f"illegal vector component name '{alien}'"
    return f"vector component access exceeds type '{vector}'" if max(map(letters.index, name)) >= count else ""


def read_messages(text: str, header: str) -> list[SourceMessage]:
    """The messages that clang printed. A message in a file below the folder `header` gets the place in the source that
    led there; notes in the header are dropped.
    """
    messages: list[SourceMessage] = []
    pending: SourceMessage | None = None
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None or match["text"].startswith(_OF_CONSTANTS):
            continue
        file = match["file"]
        level = _FATAL.sub("", match["level"])
        said = _SAME.sub(r"\1", source_names(match["text"]))
        message = SourceMessage(
            file, int(match["line"]), int(match["column"]), level, said if level == "note" else _metal_text(said)
        )
        if file.startswith((header, "<")):
            if level != "note":
                pending = message
            elif messages and messages[-1].text == _NO_ASSIGNMENT:
                messages[-1] = replace(messages[-1], text=_metal_text(_NO_ASSIGNMENT, said))
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
            if messages[-1:] != [message]:  # clang evaluates a condition of `diagnose_if` twice
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
    is_dropped = False
    for message in messages:
        if message.level == "note" and is_dropped:
            continue
        is_dropped = False
        if message.level == "warning" and _LOSS.fullmatch(message.text):
            if _TO_BFLOAT.fullmatch(message.text) and _is_assigned(message, lines(message.file)):
                reason = "implicit conversion from 'float' to 'bfloat' is not permitted"
                kept.append(replace(message, level="error", text=reason))
                continue
            if not _ASKED & set(options):
                is_dropped = True
                continue
        kept.append(message)
    return kept


def _is_assigned(message: SourceMessage, lines: list[str]) -> bool:
    """Whether the place is in a value after `=` or `return`, and not in the arguments of a call there."""
    if not 0 < message.line <= len(lines):
        return False
    match = _ASSIGNED.search(lines[message.line - 1][: message.column - 1])
    return match is not None and all(match[1].count(a) <= match[1].count(b) for a, b in ("()", "[]"))


def with_texts(messages: list[SourceMessage], others: list[SourceMessage]) -> list[SourceMessage]:
    """The messages with the texts of another run, in which the types have address spaces; the same if they differ in
    more than columns.
    """
    if [(item.file, item.line, item.level) for item in messages] != [
        (item.file, item.line, item.level) for item in others
    ]:
        return messages
    return [replace(item, text=other.text) for item, other in zip(messages, others, strict=True)]


class SourceColumns:
    """The columns of the source for places of the text that clang read.

    The preprocessor and the rewriter change columns. Clang's column identifies a token of the rewritten line; the
    tokens of both lines are aligned, and the result is the place of the same token in the file's line. A token of a
    macro has the place of the macro's name. `lines`: returns the lines of a file.
    """

    def __init__(self, written: SourceTokens, lines: Callable[[str], list[str]]) -> None:
        self.written = written
        self._lines = lines
        self._files: dict[str, list[str]] = {}
        self._aligned: dict[tuple[str, int], _AlignedLine | None] = {}
        self._tokens: dict[tuple[str, int], list[tuple[int, str]]] = {}
        for token in written.tokens:
            key = (token.place.file, token.place.line)
            self._tokens.setdefault(key, []).append((token.place.column, token.text))

    @property
    def files(self) -> set[str]:
        """The files that the text comes from, as its line markers name them."""
        return {file for file, _ in self._tokens}

    def column(self, file: str, line: int, column: int) -> tuple[int, bool]:
        """The column of a place, and whether no token of the source has led to it."""
        key = (file, line)
        if key not in self._aligned:
            if file not in self._files:
                self._files[file] = self._lines(file)
            tokens, text = self._tokens.get(key), self._files[file]
            self._aligned[key] = _AlignedLine(tokens, text[line - 1]) if tokens and 0 < line <= len(text) else None
        aligned = self._aligned[key]
        return (column, False) if aligned is None else aligned.column(column)


def in_source_columns(messages: Sequence[SourceMessage], columns: SourceColumns) -> list[SourceMessage]:
    """The messages with columns of the source. Of several errors one that only a token of the rewriter has is
    dropped.
    """
    result: list[SourceMessage] = []
    for message in messages:
        column, is_generated = columns.column(message.file, message.line, message.column)
        if not (is_generated and message.level == "error" and any(item.level == "error" for item in result)):
            result.append(replace(message, column=column))
    return result


_MOST_ALIGNED = 600
"""The maximum number of tokens of a line that are aligned; the tokens of longer lines are counted."""
_NO_MACROS = frozenset({*SPACES, *STAGES, "constexpr", "static", "inline", "template"})
"""Words that the rewriter erases."""


class _AlignedLine:
    """A line of the rewritten text, with column and text of its tokens, beside that of the file."""

    def __init__(self, tokens: list[tuple[int, str]], line: str) -> None:
        self._starts = [column for column, _ in tokens]
        self._words = [word for _, word in tokens]
        self._text = _COMMENT.sub(lambda result: " " * len(result[0]), line)
        in_file = SourceTokens(self._text, matched=False).tokens if len(self._text) < 8 * _MOST_ALIGNED else []
        self._in_file = in_file if max(len(tokens), len(in_file)) <= _MOST_ALIGNED else []
        self._own = [token.text for token in self._in_file]
        self._blocks = (
            SequenceMatcher(None, self._own, self._words, autojunk=False).get_matching_blocks() if self._own else []
        )

    def column(self, column: int) -> tuple[int, bool]:
        """The column in the file's line, and whether no token there has led to it."""
        at = max((n for n, start in enumerate(self._starts) if start <= column), default=0)
        if not self._own:
            return _place(self._text, self._words[: at + 1]) + 1, False
        own, blocks = self._own, self._blocks
        for block in blocks:
            if block.b <= at < block.b + block.size:
                return self._in_file[block.a + at - block.b].place.column, False
        following = next((block.a for block in blocks if block.b > at), len(own))
        aligned = {n for block in blocks for n in range(block.a, block.a + block.size)}
        macro = next((n for n in range(following - 1, -1, -1) if n not in aligned and _may_be_macro(own, n)), -1)
        if macro >= 0:
            return self._in_file[macro].place.column, False
        before = max((block.a + block.size - 1 for block in blocks if block.size and block.b <= at), default=0)
        return self._in_file[before].place.column, True


def _may_be_macro(words: Sequence[str], at: int) -> bool:
    """Whether a word that is in the file alone may be the name of a macro, and not an attribute that was removed."""
    is_attribute = "[" in words[:at] and words[at - 1] in ("[", ",") and _in_attribute(words, at)
    return words[at].isidentifier() and words[at] not in _NO_MACROS and not is_attribute


def _in_attribute(words: Sequence[str], at: int) -> bool:
    opened = max((n for n in range(at - 1) if words[n] == "[" == words[n + 1]), default=-1)
    return opened >= 0 and not any(words[n] == "]" == words[n + 1] for n in range(opened, at - 1))


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
