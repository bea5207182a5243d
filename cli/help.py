"""The layout of `--help`: as wide as the terminal, and the same with every release of typer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import typer.core

from . import console

__all__ = ["Command", "Group"]

_NARROWEST = 24
_INDENT = 2
_OPTION_COLUMN = 30
COMMON = "Options of every command"  # the last panel


class Command(typer.core.TyperCommand):
    """A subcommand whose help is its docstring, its arguments and its options, panel by panel."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Called by typer for --help."""
        formatter.write("\n".join(_command_help(self, ctx)) + "\n")


class Group(typer.core.TyperGroup):
    """The command itself: the list of subcommands with the first line of each one's docstring."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Called by typer for --help."""
        formatter.write("\n".join(_group_help(self, ctx)) + "\n")


def _command_help(command: Command, ctx: Any) -> Iterator[str]:
    arguments = _parameters(command, ctx, "argument")
    options = _parameters(command, ctx, "option")
    usage = " ".join([ctx.command_path, "[OPTIONS]", *(_argument_usage(p) for p in arguments)])
    yield f"Usage: {usage}"
    yield ""
    yield from _prose(command.help or "")
    if arguments:
        yield from _section("Arguments", [(_argument_name(p), p.help or "") for p in arguments])
    panels: dict[str, list[Any]] = {}
    for option in options:
        panel = COMMON if option.name == "help" else getattr(option, "rich_help_panel", None) or "Options"
        panels.setdefault(panel, []).append(option)
    for panel in sorted(panels, key=lambda name: name == COMMON):
        yield from _section(panel, [(_option_name(p), p.help or "") for p in panels[panel]])


def _group_help(group: Group, ctx: Any) -> Iterator[str]:
    yield f"Usage: {ctx.command_path} COMMAND [OPTIONS] ..."
    yield ""
    yield from _prose(group.help or "")
    commands = [(name, group.get_command(ctx, name)) for name in group.list_commands(ctx)]
    rows = [(name, (command.help or "").partition("\n\n")[0]) for name, command in commands if command]
    yield from _section("Commands", rows, column=12)
    yield from _section("Options", [(_option_name(p), p.help or "") for p in _parameters(group, ctx, "option")])


def _parameters(command: Any, ctx: Any, kind: str) -> list[Any]:
    return [p for p in command.get_params(ctx) if p.param_type_name == kind and not getattr(p, "hidden", False)]


def _prose(text: str) -> Iterator[str]:
    """Paragraphs are filled; those that are indented (examples) are printed as they are."""
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0].startswith(" "):
            yield from lines
        else:
            yield from textwrap.wrap(" ".join(lines), max(console.width(), _NARROWEST))
        yield ""


def _section(title: str, rows: list[tuple[str, str]], column: int = _OPTION_COLUMN) -> Iterator[str]:
    yield f"{title}:"
    yield from help_rows(rows, column)
    yield ""


def help_rows(rows: list[tuple[str, str]], column: int = _OPTION_COLUMN) -> Iterator[str]:
    """Names and what they mean, in two columns."""
    width = max(console.width(), _NARROWEST)
    column = min(column, width // 3)
    for name, text in rows:
        lines = textwrap.wrap(" ".join(text.split()), width - _INDENT - column)
        first = " " * _INDENT + name
        if len(name) > column - 2 or not lines:
            yield first
        else:
            yield f"{first:{_INDENT + column}}{lines.pop(0)}"
        for line in lines:
            yield " " * (_INDENT + column) + line


def _argument_name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _argument_usage(argument: Any) -> str:
    name = _argument_name(argument) + ("..." if argument.nargs == -1 else "")
    return name if argument.required else f"[{name}]"


def _option_name(option: Any) -> str:
    short_first = sorted(option.opts, key=lambda name: name.startswith("--"))
    name = ", ".join(short_first)
    if option.secondary_opts:
        name += " / " + ", ".join(option.secondary_opts)
    takes_value = not (option.is_flag or getattr(option, "count", False))
    return f"{name} {option.metavar or 'TEXT'}" if takes_value else name
