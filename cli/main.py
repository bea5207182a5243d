"""The command `mtlb`: its subcommands and common options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer

from . import console
from .arguments import keeps_inputs
from .commands import NAMES, OTHERS, ROWS
from .help import COMMON, Command, Group
from .process import INTERRUPTED, OK, guarded, process
from .usage import UsageError

__all__ = ["main", "run"]

# BadParameter's base: click.UsageError with older releases of typer, its own copy of that with newer ones.
_TyperUsageError: type[Exception] = typer.BadParameter.__bases__[0]
_NOISE = "Value error, "  # pydantic's, in typer's messages about choices


class _Subcommands(Group):
    """The commands of the table. Module mtlb.cli.NAME is imported when its command is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(NAMES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in NAMES:
            return _subcommand(cmd_name)
        if not ctx.resilient_parsing and not cmd_name.startswith("-"):
            raise UsageError(f"there is no command {cmd_name!r}{_suggestion(cmd_name)}")
        return None


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
    "lld": "link",
}


def _suggestion(name: str) -> str:
    from .apple.names import APPLE_NAMES

    plain = name.removeprefix("metal-").removeprefix("air-")
    meant = plain if plain in NAMES else _MEANT.get(plain)
    if name in APPLE_NAMES:
        also = f", or {meant}" if meant and plain != name else ""
        return f"; did you mean apple {name}{also}?"
    close = get_close_matches(name, NAMES, n=1)
    found = meant or (close[0] if close else None)
    return f"; did you mean {found}?" if found else ""


def _subcommand(name: str) -> Any:
    function = import_module(f"mtlb.cli.{name}").command
    if name in OTHERS:
        command = _build(name, function)
        command.allow_interspersed_args = False  # after the name of a stand-in, all words are the stand-in's
    else:
        command = _build(name, keeps_inputs(function, may_replace=ROWS[name].replaces))
    command.params += [p for p in _build(name, _common_options).params if p.name != "help"]
    return command


def _build(name: str, function: Callable[..., Any]) -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_HELP)
    app.command(name, cls=Command)(function)
    return typer.main.get_command(app)


_HELP = {"help_option_names": ["-h", "--help"]}


def _set_color(value: console.Color) -> console.Color:
    console.settings().color = value
    return value


def _set_verbosity(value: int) -> int:
    console.settings().verbosity = value
    return value


def _common_options(
    verbose: Annotated[
        int,
        typer.Option(
            "--verbose",
            "-v",
            count=True,
            callback=_set_verbosity,
            expose_value=False,
            rich_help_panel=COMMON,
            help="Print more on stderr; repeat for still more.",
        ),
    ] = 0,
    color: Annotated[
        console.Color,
        typer.Option(
            "--color",
            metavar="WHEN",
            callback=_set_color,
            expose_value=False,
            rich_help_panel=COMMON,
            help="Colour the output: auto (on a terminal, unless NO_COLOR is set), always, never.",
        ),
    ] = console.Color.AUTO,
) -> None:
    pass


app = typer.Typer(cls=_Subcommands, rich_markup_mode=None, add_completion=True, context_settings=_HELP)


def _print_version(value: bool) -> None:
    if value:
        from mtlb._version import __version__

        console.out(f"mtlb {__version__}")
        raise typer.Exit()


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Link, read, check and write Apple Metal libraries (.metallib) on any machine.

    mtlb does not compile .metal source: it starts from AIR modules (.air), which Apple's compiler or another one makes.

    Inputs are paths, or - for stdin. Outputs go to -o FILE, or to stdout, but never as binary to a terminal;
    a file is written whole or not at all. @FILE is replaced by the words in that file. Exit codes: 0 done and
    nothing wrong, 1 something is wrong with an input or a file, 2 wrong usage.

    `mtlb COMMAND --help` explains one command.
    """


def run(arguments: Sequence[str]) -> int:
    """Run the command line `arguments` (without the program name); its exit code."""
    return guarded(_run, arguments)


def _run(words: list[str]) -> int:
    try:
        code = typer.main.get_command(app)(words or ["--help"], prog_name="mtlb", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except _TyperUsageError as error:
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "mtlb"
        message = error.format_message().replace(_NOISE, "")  # type: ignore[attr-defined]
        raise UsageError(f"{message}\nTry '{path} --help'.") from error
    return code if isinstance(code, int) else OK


def main() -> NoReturn:
    """Run the command that `sys.argv` has, and end the process with its exit code."""
    process(run)
