"""`--help` through typer. On a terminal rich lays it out; in a file or a pipe it is plain text, equal on all
systems."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import typer.core

from .arguments import COMMON
from .console import COLUMNS
from .usage import UsageError
from .values import keep_plain_values

_TEXTS = ("str", "list[str]")


def refuse_joined_letters(parameters: list[Any], words: list[str]) -> None:
    """Raise UsageError for a single-dash word that is not an option, in a command with options such as `-std`.
    Otherwise the parser would read `-gcodeview` as `-g -c -o deview`, and write that file."""
    options = {
        name: parameter
        for parameter in parameters
        for name in (*parameter.opts, *parameter.secondary_opts)
        if name.startswith("-")
    }
    if not any(len(name) > 2 and name[1] != "-" for name in options):
        return
    before: Any = None
    for word in words:
        name = word.partition("=")[0]
        if word == "--":
            return
        is_value = before is not None and not before.is_flag
        before = options.get(word)
        if is_value or len(word) < 3 or word[0] != "-" or word[1] == "-" or name in options:
            continue
        letter = options.get(word[:2])
        if letter is None or letter.is_flag:
            raise UsageError(f"no such option: {name}; `mtlb apple metal` takes more of Apple's")


class Command(typer.core.TyperCommand):
    """A subcommand whose plain help groups options in panels, as rich's help does.
    Text arguments show only their name: typer would append the type (`FILE <list[str]>`)."""

    def __init__(self, *words: Any, **settings: Any) -> None:
        super().__init__(*words, **settings)
        arguments: list[Any] = [parameter for parameter in self.params if parameter.param_type_name == "argument"]
        for argument in arguments:
            if argument.bare_type() in _TEXTS:
                argument.display_type_rich = _no_type

    prepare: Callable[[list[str]], list[str]] | None = None
    """A function that changes the words of the command line before they are parsed."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Called by typer for the words after the command's name."""
        words = args if self.prepare is None else self.prepare(args)
        refuse_joined_letters(self.params, words)
        return super().parse_args(ctx, words)

    def get_help_option(self, ctx: Any) -> Any:
        """Called by typer for --help itself."""
        option = super().get_help_option(ctx)
        keep_plain_values([option])
        if option is not None:
            option.rich_help_panel = COMMON
        return option

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Called by typer for the arguments and options of plain help."""
        panels: dict[str, list[Any]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            panel = getattr(parameter, "rich_help_panel", None) or f"{parameter.param_type_name.capitalize()}s"
            record = parameter.get_help_record(ctx)
            if record is not None:
                panels.setdefault(panel, []).append(record)
        for panel, records in panels.items():
            if records:
                with formatter.section(panel):
                    formatter.write_dl(records)


def _no_type(ctx: Any) -> None:
    """The result of `display_type_rich` for a parameter whose type is not shown."""


def settings() -> dict[str, Any]:
    """typer's settings for every command and for `mtlb` itself."""
    return {"help_option_names": ["-h", "--help"], "terminal_width": None if sys.stdout.isatty() else COLUMNS}


def help_of(command: Any) -> Any:
    """The command, with its docstring formatted for stdout: for rich on a terminal, otherwise as plain text."""
    command.rich_markup_mode = "rich" if sys.stdout.isatty() else None
    text = command.help or ""
    if command.rich_markup_mode:  # rich would keep line breaks that do not fit the terminal
        command.help = re.sub(r"(?<=\S)\n(?=\S)", " ", text)
    else:  # click re-wraps every paragraph without a marker: keep examples unchanged
        command.help = re.sub(r"\n\n(?= )", "\n\n\b\n", text)
    return command


def plain_help(usage: str, prose: str, sections: list[tuple[str, list[tuple[str, str]]]]) -> str:
    """Plain help in typer's form for commands that typer does not parse: Apple's tools."""
    context = typer.Context(Command(None), **settings())
    formatter = context.make_formatter()
    program, _, arguments = usage.partition(" ")
    formatter.write_usage(program, arguments)
    formatter.write_paragraph()
    formatter.write_text(prose)
    for title, rows in sections:
        with formatter.section(title):
            formatter.write_dl(rows)
    return formatter.getvalue()
