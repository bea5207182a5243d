"""The options of Apple's tools: a row for each, and a parser for all.
Apple's tools spell long options with a single dash (`-platform_version macos 14.0 15.0`), which GNU-style parsers
reject."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ..usage import UsageError


class Does(Enum):
    """How a stand-in handles an option."""

    WORK = "works as in Apple's tool"
    NOTHING = "accepted, and ignored"
    REFUSE = "known, but refused"
    ELSEWHERE = "for the compiler that MTLB_METAL names; else refused for sources"


@dataclass(frozen=True)
class Flag:
    """An option of a tool.
    `names`: its spellings without dashes. One and two dashes are equivalent; a one-letter name has one dash.
    `values`: placeholders for the words that follow it; a last value may also be joined with `=`. `joined`: the
    value may follow without a blank (`-lNAME`). `optional`: the value is only taken after a `=`. `to`: the name
    under which the parser stores it; `constant` is stored before its values. `help`: for --help and
    docs/apple-options.md; for an ignored option, the reason that ignoring it is correct."""

    names: tuple[str, ...]
    help: str
    values: tuple[str, ...] = ()
    does: Does = Does.WORK
    to: str = ""
    constant: str = ""
    joined: bool = False
    optional: bool = False

    @property
    def target(self) -> str:
        """The name under which the parser stores it: `to`, by default its first name."""
        return self.to or self.names[0]

    @property
    def spelling(self) -> str:
        """The spelling in the help: `-o FILE`, `-install_name NAME`."""
        names = ", ".join(f"-{name}" for name in self.names)
        return names if self.optional else " ".join([names, *self.values])


@dataclass(frozen=True)
class Word:
    """A parsed argument: `flag` and its values, or an input (`flag` None, one value)."""

    flag: Flag | None
    values: tuple[str, ...]
    words: tuple[str, ...]
    """The original words of the command line."""


UNKNOWN = Flag(("?",), "An option that no row describes.")


@dataclass
class Given:
    """A parsed command line, in order: `written` has the original words, `words` the parsed arguments."""

    tool: str
    written: tuple[str, ...]
    words: list[Word] = field(default_factory=list)

    @property
    def unknown(self) -> list[str]:
        """The options without a row; not empty only if unknown options are permitted."""
        return [word.words[0] for word in self.words if word.flag is UNKNOWN]

    @property
    def inputs(self) -> list[str]:
        """The words that are not options."""
        return [word.values[0] for word in self.words if word.flag is None]

    def all(self, name: str) -> list[tuple[str, ...]]:
        """The values of each use of an option, `constant` first."""
        return [word.values for word in self.words if word.flag is not None and word.flag.target == name]

    def has(self, name: str) -> bool:
        """Whether the option was given."""
        return bool(self.all(name))

    def last(self, name: str) -> str | None:
        """The last value of the option's last use; None if it was not given, "" if it has no value."""
        uses = self.all(name)
        return None if not uses else (uses[-1][-1] if uses[-1] else "")


def parse(
    tool: str,
    flags: Sequence[Flag],
    words: Sequence[str],
    *,
    grouped: bool = False,
    permissive: bool = False,
    ends_at_input: bool = False,
) -> Given:
    """Parse `words` for `tool`. Raises UsageError for an unknown option (unless `permissive`) and for a refused one.
    `grouped`: one-letter options may share a dash (`-gU`), as in LLVM's inspection tools. `ends_at_input`: all words
    after the first input are inputs too."""
    flags_by_name = {name: flag for flag in flags for name in flag.names}
    parsed = Given(tool, tuple(words))
    rest = iter(words)
    for word in rest:
        if word == "--" or (ends_at_input and not word.startswith("-")):
            inputs = rest if word == "--" else (word, *rest)
            parsed.words += [Word(None, (word,), (word,)) for word in inputs]
        elif word == "-" or not word.startswith("-"):
            parsed.words.append(Word(None, (word,), (word,)))
        else:
            values = list(_options(word, flags_by_name, rest, grouped, tool))
            if not values and not permissive:
                raise UsageError(f"unknown option {word} (mtlb apple {tool} --help lists its options)")
            parsed.words += values or [Word(UNKNOWN, (word,), (word,))]
    for option in parsed.words:
        if option.flag is not None and option.flag.does is Does.REFUSE:
            raise UsageError(f"{option.words[0]} is not supported: {option.flag.help}")
    return parsed


def _options(
    word: str, flags_by_name: dict[str, Flag], rest: Iterator[str], grouped: bool, tool: str
) -> Iterator[Word]:
    """The options in a word, with their values from the following words; empty for an unknown option."""
    name = word.removeprefix("-").removeprefix("-")
    flag = flags_by_name.get(name)
    if flag is not None and (len(name) > 1 or not word.startswith("--")):
        yield _with_values(flag, word, (), rest, tool)
        return
    before, equals, value = name.partition("=")
    flag = flags_by_name.get(before)
    if equals and flag is not None and flag.values:
        yield _with_values(flag, word, (value,), rest, tool)
        return
    if word.startswith("--"):
        return
    for length in range(len(name) - 1, 0, -1):
        flag = flags_by_name.get(name[:length])
        if flag is not None and flag.joined:
            yield _with_values(flag, word, (name[length:],), rest, tool)
            return
    if grouped and all(letter in flags_by_name for letter in name):
        halves, last = name[:-1], name[-1]
        if not any(flags_by_name[letter].values for letter in halves):
            for letter in halves:
                yield _with_values(flags_by_name[letter], f"-{letter}", (), rest, tool)
            yield _with_values(flags_by_name[last], f"-{last}", (), rest, tool)


def _with_values(flag: Flag, word: str, joined: tuple[str, ...], rest: Iterator[str], tool: str) -> Word:
    values = list(joined)
    if not flag.optional:
        for placeholder in flag.values[len(joined) :]:
            value = next(rest, None)
            if value is None:
                raise UsageError(f"{word} needs {placeholder} after it")
            values.append(value)
    following = tuple(values[len(joined) :])
    constant = (flag.constant,) if flag.constant else ()
    return Word(flag, (*constant, *values), (word, *following))
