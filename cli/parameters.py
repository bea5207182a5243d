"""Declarations of command parameters, and a command line reader that uses them.

Command files declare their parameters with `CommandArgument` and `CommandOption`, which hold typer's settings.
Importing typer takes longer than a small command (0.05 s), so it is imported only for help, completion and errors
(`typed.py`).
`read` handles the other command lines; those that it rejects are parsed again by typer, which explains the error."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from mtlb.base.classes import NamedTuple

REQUIRED: Any = ...
"""The default of a parameter without one."""


class Declaration(NamedTuple):
    """A parameter of a function, with its evaluated annotation."""

    name: str
    annotation: Any
    default: object = REQUIRED


def annotations_of(owner: Any) -> dict[str, Any]:
    """The evaluated annotations of a function or a class, without those of its bases.
    As `inspect.get_annotations`, which takes 5 ms to import; `typing.get_type_hints` hides Annotated behind Optional in
    Python 3.10."""
    names = vars(sys.modules[owner.__module__])
    return {name: eval(hint, names) if isinstance(hint, str) else hint for name, hint in owner.__annotations__.items()}


def declarations(function: Callable[..., Any]) -> tuple[Declaration, ...]:
    """The parameters of a function: those in its attribute `declarations`, if it has it."""
    declared: tuple[Declaration, ...] | None = getattr(function, "declarations", None)
    if declared is not None:
        return declared
    code, hints = function.__code__, annotations_of(function)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional = names[: code.co_argcount]
    defaults = dict(zip(reversed(positional), reversed(function.__defaults__ or ())))  # noqa: B905
    defaults.update(function.__kwdefaults__ or {})
    return tuple(Declaration(name, hints[name], defaults.get(name, REQUIRED)) for name in names)


class DeclaredParameter:
    """An annotation for a parameter: typer's settings for it."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings: Mapping[str, Any] = settings

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.names))}, {self.settings!r})"


class CommandArgument(DeclaredParameter):
    """A positional argument. `settings` are those of `typer.Argument`."""


class CommandOption(DeclaredParameter):
    """An option with its names (``--output``, ``-o``; ``--find/--no-find``), by default from the parameter's name.
    `settings` are those of `typer.Option`."""


class CommandParameter(NamedTuple):
    """A parameter that `read` supports: `type` is the type of a value, or of each value in a list."""

    name: str
    type: Any
    is_list: bool
    is_option: bool
    is_required: bool
    default: object
    on: tuple[str, ...]
    """The spellings of the option."""
    off: tuple[str, ...]
    """The spellings that turn a flag off."""
    settings: Mapping[str, Any]

    @property
    def is_flag(self) -> bool:
        """Whether the option takes no value."""
        return self.type is bool or "count" in self.settings

    def value(self, word: str) -> object:
        """The value of a word; None if typer must check it."""
        if self.type is str:
            return word or None
        if get_origin(self.type) is Literal:
            return word if word in get_args(self.type) else None
        if issubclass(self.type, Enum):
            return next((member for member in self.type if member.value == word), None)
        if re.fullmatch(_NUMBERS[self.type], word) is None:
            return None
        number = self.type(word)
        lowest, highest = self.settings.get("min"), self.settings.get("max")
        fits = (lowest is None or lowest <= number) and (highest is None or number <= highest)
        return number if fits else None


_NUMBERS = {int: r"-?[0-9]{1,18}", float: r"-?[0-9]{1,18}(\.[0-9]{1,18})?"}
_TYPES = (str, bool, int, float)
_READ = frozenset({"min", "max", "count", "callback"})
"""Settings that `read` implements."""
_OF_HELP = frozenset(
    {"metavar", "help", "show_default", "rich_help_panel", "hidden", "autocompletion", "expose_value", "case_sensitive"}
)
"""Settings without effect on `read`; `expose_value` is implied by `callback` here."""


def parameter(declared: Declaration) -> CommandParameter | None:
    """The parameter of a command; None for a parameter that only typer supports."""
    type_, *notes = get_args(declared.annotation) or (None,)
    info = next((note for note in notes if isinstance(note, DeclaredParameter)), None)
    if get_origin(type_) not in (list, Literal):
        types = [choice for choice in get_args(type_) if choice is not type(None)]
        type_ = types[0] if len(types) == 1 else type_
    is_list = get_origin(type_) is list
    of = get_args(type_)[0] if is_list else type_
    is_supported = get_origin(of) is Literal or of in _TYPES or (isinstance(of, type) and issubclass(of, Enum))
    if info is None or not is_supported:
        return None
    is_option = isinstance(info, CommandOption)
    if info.settings.keys() - _READ - _OF_HELP or (of is bool and not (is_option and info.names)):
        return None
    on, off = _names(declared.name, info.names) if is_option else ((), ())
    is_required = declared.default is REQUIRED
    return CommandParameter(
        declared.name, of, is_list, is_option, is_required, declared.default, on, off, info.settings
    )


def _names(name: str, names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    written = names or (f"--{name.replace('_', '-')}",)
    pairs = [word.partition("/") for word in written]
    return tuple(on for on, _, _ in pairs), tuple(off for _, _, off in pairs if off)


class _NotRead(Exception):
    """The command line must be read by typer."""


def read(
    parameters: Iterable[CommandParameter], words: Sequence[str], *, interspersed: bool = True
) -> dict[str, Any] | None:
    """The values of a command's parameters from its words; None if typer must read them: for help, errors, and
    unusual forms.
    `interspersed`: options may follow arguments. Callbacks of options are called."""
    rows = list(parameters)
    try:
        words_by_name, positional = _Words(rows, interspersed).read(list(words))
        _give_arguments([row for row in rows if not row.is_option], positional, words_by_name)
        values = {row.name: _value(row, words_by_name.get(row.name)) for row in rows}
    except _NotRead:
        return None
    for row in rows:
        callback: Callable[[str, Any], None] | None = row.settings.get("callback")
        if callback is not None:
            callback(row.name, values.pop(row.name))
    return values


class _Words:
    """Separates options from arguments, as click's parser does: a value may begin with a dash, short flags may be
    joined."""

    def __init__(self, parameters: list[CommandParameter], interspersed: bool) -> None:
        self.options = {name: (parameter, True) for parameter in parameters for name in parameter.on}
        self.options |= {name: (parameter, False) for parameter in parameters for name in parameter.off}
        self.joined = not any(len(name) > 2 and name[1] != "-" for name in self.options)
        self.interspersed = interspersed
        self.words_of: dict[str, list[object]] = {}

    def read(self, words: list[str]) -> tuple[dict[str, list[object]], list[str]]:
        """The values of each option, and the arguments."""
        positional: list[str] = []
        words.reverse()
        while words:
            word = words.pop()
            if word == "--":
                break
            if len(word) > 1 and word[0] == "-":
                self._option(word, words)
                continue
            positional.append(word)
            if not self.interspersed:
                break
        return self.words_of, positional + words[::-1]

    def _option(self, word: str, rest: list[str]) -> None:
        name, equals, value = word.partition("=")
        if name in self.options and (word[:2] == "--" or len(name) > 2 or not equals):
            option, is_on = self.options[name]
            if option.is_flag and equals:
                raise _NotRead
            self._give(option, is_on, [value] if equals else rest)
            return
        if word[:2] == "--" or (not self.joined and word[:2] in self.options and self.options[word[:2]][0].is_flag):
            raise _NotRead  # the rule of help.refuse_joined_letters
        for place, letter in enumerate(word[1:], 2):
            if f"-{letter}" not in self.options:
                raise _NotRead
            option, is_on = self.options[f"-{letter}"]
            if not option.is_flag and place < len(word):
                self._give(option, is_on, [word[place:]])
                return
            self._give(option, is_on, rest)

    def _give(self, option: CommandParameter, is_on: bool, rest: list[str]) -> None:
        """Assign the following value, which is the last of `rest`, to an option."""
        values = self.words_of.setdefault(option.name, [])
        if option.is_flag:
            values.append(is_on)
        elif rest and (value := option.value(rest.pop())) is not None:
            values.append(value)
        else:
            raise _NotRead


def _give_arguments(
    arguments: list[CommandParameter], words: list[str], words_by_name: dict[str, list[object]]
) -> None:
    """Assign words to arguments: a list argument takes the rest, except the words for arguments after it."""
    single = sum(not argument.is_list for argument in arguments)
    if len(arguments) - single > 1 or (single == len(arguments) and len(words) > single):
        raise _NotRead
    for place, argument in enumerate(arguments):
        count = max(len(words) - (len(arguments) - place - 1), 0) if argument.is_list else min(len(words), 1)
        texts, words = words[:count], words[count:]
        values = [argument.value(text) for text in texts]
        if None in values or (argument.is_required and not values):
            raise _NotRead
        words_by_name[argument.name] = values


def _value(parameter: CommandParameter, words: list[object] | None) -> object:
    if "count" in parameter.settings:
        return len(words or ())
    if not words:
        if parameter.is_required:
            raise _NotRead
        return parameter.default
    return words if parameter.is_list else words[-1]
