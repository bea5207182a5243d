"""The command `mtlb`: its subcommands and common options."""

from __future__ import annotations

import os.path
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, NoReturn, get_type_hints

import typer
import typer.core

from mtlb.machinery.lazy import submodule

from . import console, help
from .actions import with_action
from .arguments import keeps_inputs
from .commands import NAMES, OTHERS, ROWS
from .groups import flattened
from .process import INTERRUPTED, OK, guarded, process
from .usage import UsageError
from .values import keep_plain_values

# BadParameter's base: click.UsageError with older releases of typer, its own copy of that with newer ones.
_TyperUsageError: type[Exception] = typer.BadParameter.__bases__[0]
_PYDANTIC = (
    (re.compile(r"Value error, "), ""),
    (re.compile(r"Input should be greater than or equal to (\S+)"), r"it must be at least \1"),
    (re.compile(r"Input should be less than or equal to (\S+)"), r"it must be at most \1"),
    (re.compile(r"Input should be greater than (\S+)"), r"it must be more than \1"),
    (re.compile(r"Input should be less than (\S+)"), r"it must be less than \1"),
    (re.compile(r"Input should be a valid integer\b.*"), "it must be a whole number"),
    (re.compile(r"Input should be a valid number\b.*"), "it must be a number"),
)
"""What pydantic says in typer's messages, and what is said instead."""


def _in_our_words(message: str) -> str:
    for pattern, words in _PYDANTIC:
        message = pattern.sub(words, message)
    return message


_OUTPUT_OPTIONS = ("-o", "--output")
_OUTPUTS = {
    "extract": "the folder for the files is -d DIR",
    "link": "the library is -o FILE",
}


def _hint(error: Any, command: str) -> str:
    """What to use for an option that the command lacks and others have; empty if there is nothing to say."""
    if getattr(error, "option_name", "") not in _OUTPUT_OPTIONS or command not in ROWS:
        return ""
    return f"; {_OUTPUTS.get(command, 'the result goes to stdout: redirect it with > FILE')}"


class _Subcommands(typer.core.TyperGroup):
    """The commands of the table. Module mtlb.cli.NAME is imported when its command is used."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(NAMES, typer.core.TyperCommand(None))  # for suggestions: their names alone

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)
        keep_plain_values([option])
        return option

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return subcommand(cmd_name) if cmd_name in NAMES else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in NAMES and (meant := _meant(args[0])):
            raise UsageError(f"there is no command {args[0]!r}; did you mean {meant}?")
        return super().resolve_command(ctx, args)


# What people try who know other tools; Apple's own names have stand-ins.
_MEANT = {
    "list": "nm, or info -f",
    "ls": "nm, or info -f",
    "symbols": "nm",
    "version": "--version",
    "help": "--help",
    "disassemble": "objdump",
    "dis": "objdump",
    "show": "info",
    "unpack": "extract",
    "merge": "edit or link",
    "otool": "objdump",
    "readobj": "info",
    "source": "sources",
    "dsymutil": "sources",
    "libtool": "ar or link",
    "validate": "verify, lint or doctor",
    "cat": "info, or objdump",
    "print": "info, or objdump",
    "dump": "objdump",
    "objcopy": "edit, strip or rewrite",
    "install_name_tool": "edit",
    "cc": "compile",
    "clang": "compile",
    "build": "link",
    "strings": "nm, info --reflection or objdump",
    "hexdump": "objdump -s",
    "readelf": "info",
    "bloaty": "size",
    "rg": "grep",
    "search": "find (libraries in files) or grep (text in functions)",
    "carve": "find --extract",
    "cmp": "diff",
    "compare": "diff",
    "ld": "link",
    "as": "link or convert",
    "opt": "convert",
    "llvm-dis": "objdump",
    "spirv-dis": "objdump",
    "file": "info",
    "test": "run",
    "lld": "link",
}


def _meant(name: str) -> str | None:
    from .apple.names import APPLE_NAMES

    plain = name.removeprefix("metal-").removeprefix("air-")
    meant = plain if plain in NAMES else _MEANT.get(plain)
    if name not in APPLE_NAMES:
        return meant
    return f"apple {name}, or {meant}" if meant and plain != name else f"apple {name}"


def subcommand(name: str) -> Any:
    """The command of this name, as typer has it."""
    function = flattened(submodule(__package__, name).command)
    if name in OTHERS:
        command = _build(name, function)
        # After the name of a stand-in, all words are the stand-in's.
        command.allow_interspersed_args = name != "apple"
    else:
        row = ROWS[name]
        command = _build(name, keeps_inputs(function, may_replace=row.replaces))
        if row.before and "action" in (hints := get_type_hints(function)):
            actions = [action.value for action in hints["action"]]
            command.prepare = partial(with_action, name, actions, row.before[0])
    command.params += [p for p in _build(name, _common_options).params if p.name != "help"]
    keep_plain_values(command.params)
    return help.help_of(command)


def _build(name: str, function: Callable[..., Any]) -> Any:
    app = typer.Typer(add_completion=False, context_settings=help.settings())
    app.command(name, cls=help.Command)(function)
    return typer.main.get_command(app)


def _set(parameter: typer.CallbackParam, value: Any) -> Any:
    setattr(console.settings(), parameter.name or "", value)
    return value


def _common_options(
    verbosity: Annotated[
        int,
        typer.Option(
            "--verbose",
            "-v",
            count=True,
            callback=_set,
            expose_value=False,
            show_default=False,
            rich_help_panel=help.COMMON,
            help="Print more on stderr; repeat for even more.",
        ),
    ] = 0,
    color: Annotated[
        console.Color,
        typer.Option(
            callback=_set,
            expose_value=False,
            rich_help_panel=help.COMMON,
            help="Colour the output; auto: on a terminal, unless NO_COLOR is set.",
        ),
    ] = console.Color.AUTO,
) -> None:
    pass


app = typer.Typer(cls=_Subcommands)


_VERBOSE = frozenset({"-v", "--verbose"})


def _print_version(context: typer.Context, value: bool) -> None:
    if value:
        from mtlb._version import __version__
        from mtlb.machinery.engine import engine

        console.out(f"mtlb {__version__}")
        if not _VERBOSE.isdisjoint(context.obj):  # which stands after --version as a rule, so it is not parsed yet
            console.out(f"engine: {engine()}")
            release = ".".join(map(str, sys.version_info[:3]))
            console.out(f"Python {release} ({sys.implementation.name}), {sys.platform}")
        raise typer.Exit()


def _print_cmake_directory(value: bool) -> None:
    if value:
        import mtlb

        console.out(os.path.join(os.path.dirname(os.path.abspath(mtlb.__file__)), "cmake"))
        raise typer.Exit()


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            "-V",
            callback=_print_version,
            is_eager=True,
            help="Print the version; with -v also the engine.",
        ),
    ] = False,
    cmake_dir: Annotated[
        bool,
        typer.Option(
            "--cmake-dir", callback=_print_cmake_directory, is_eager=True, help="Print the folder of CMake's package."
        ),
    ] = False,
    verbosity: Annotated[bool, typer.Option("--verbose", "-v", hidden=True)] = False,
) -> None:
    """Link, read, check and write Apple Metal libraries (.metallib) on any machine.

    It starts from AIR modules (.air), which Apple's compiler or another one makes, or from .metal source (compile).

    Inputs are paths, or - for stdin. Outputs go to -o FILE, or to stdout, but never as binary to a terminal;
    a file is written whole or not at all. @FILE is replaced by the words in that file. Exit codes: 0 done and
    nothing wrong, 1 something is wrong with an input or a file, 2 wrong usage.

    `mtlb COMMAND --help` explains one command.
    """
    if verbosity:
        raise UsageError("-v before the command applies only to --version: put it after the command")


def run(arguments: Sequence[str]) -> int:
    """Run the command line `arguments` (without the program name); its exit code."""
    return guarded(_run, arguments)


def _run(words: list[str]) -> int:
    try:
        command = help.help_of(typer.main.get_command(app))
        command.context_settings = help.settings()
        keep_plain_values(command.params)
        code = command(words or ["--help"], prog_name="mtlb", standalone_mode=False, obj=words)
    except typer.Abort:
        return INTERRUPTED
    except _TyperUsageError as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else " ".join(["mtlb", *(word for word in words[:1] if word in NAMES)])
        message = _in_our_words(error.format_message())  # type: ignore[attr-defined]
        message += _hint(error, words[0])
        raise UsageError(f"{message}\nTry '{path} --help'.") from error
    return code if isinstance(code, int) else OK


def main() -> NoReturn:
    """Run the command that `sys.argv` has, and end the process with its exit code."""
    process(run)
