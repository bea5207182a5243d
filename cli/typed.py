"""The command `mtlb` in typer: help, completion, errors, and command lines that `parameters.read` does not support."""

from __future__ import annotations

import os.path
import re
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args

import typer
import typer.core

from . import console, help
from .commands import NAMES, ROWS
from .parameters import REQUIRED, CommandOption, DeclaredParameter, declarations
from .process import INTERRUPTED, OK
from .subcommand import Subcommand, common_options
from .usage import UsageError
from .values import keep_plain_values
from .version import print_version

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
"""Replacements for pydantic's phrases in typer's messages."""


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
    """A suggestion for an option of other commands that this one lacks; empty if there is none."""
    if getattr(error, "option_name", "") not in _OUTPUT_OPTIONS or command not in ROWS:
        return ""
    return f"; {_OUTPUTS.get(command, 'the result goes to stdout: redirect it with > FILE')}"


class _Subcommands(typer.core.TyperGroup):
    """The commands in the table. The module mtlb.cli.NAME is imported when its command is used."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(NAMES, typer.core.TyperCommand(None))  # only the names, for suggestions

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


# Commands of other tools that users may try; Apple's own names have stand-ins.
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
    """The typer command with this name."""
    declared = Subcommand.of(name)
    command = _build(name, declared.function)
    command.allow_interspersed_args = declared.interspersed
    command.prepare = declared.prepare
    command.params += [p for p in _build(name, common_options).params if p.name != "help"]
    keep_plain_values(command.params)
    return help.help_of(command)


def _build(name: str, function: Callable[..., Any]) -> Any:
    app = typer.Typer(add_completion=False, context_settings=help.settings())
    app.command(name, cls=help.Command)(_for_typer(function))
    return typer.main.get_command(app)


def _for_typer(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with parameter annotations in typer's form."""

    @wraps(function)
    def called(**values: Any) -> Any:
        return function(**values)

    annotated: Any = Annotated
    parameters = []
    for declared in declarations(function):
        type_, *notes = get_args(declared.annotation)
        parts = (type_, *map(_typers, notes))
        annotation = annotated[parts]
        default = Parameter.empty if declared.default is REQUIRED else declared.default
        parameters.append(Parameter(declared.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return called


def _typers(note: object) -> object:
    """A parameter declaration in typer's form; other annotations are unchanged."""
    if not isinstance(note, DeclaredParameter):
        return note
    settings = dict(note.settings)
    if "callback" in settings:
        settings["callback"] = _callback(settings["callback"])
    return (typer.Option if isinstance(note, CommandOption) else typer.Argument)(*note.names, **settings)


def _callback(callback: Callable[[str, Any], None]) -> Callable[..., Any]:
    def call(parameter: typer.CallbackParam, value: Any) -> Any:
        callback(parameter.name or "", value)
        return value

    return call


app = typer.Typer(cls=_Subcommands)


def _print_version(context: typer.Context, value: bool) -> None:
    if value:
        print_version(context.obj)  # -v usually follows --version, so it is not parsed yet
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


def run(words: list[str]) -> int:
    """Run the command line. Returns its exit code. Raises UsageError for command lines that typer rejects."""
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
