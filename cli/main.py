"""The command `mtlb`: its subcommands, common options, and exit codes.

0: done, and nothing is wrong. 1: an input is bad, a link or a check failed, or a file can't be read or written.
2: the command line is invalid. Errors are one line each on stderr, never a traceback.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer

from mtlb.base.errors import MtlbError

from . import console, sigbus
from . import io as files
from .arguments import keeps_inputs
from .commands import NAMES, ROWS
from .help import COMMON, Command, Group
from .usage import TyperUsageError, UsageError

__all__ = ["main", "run"]

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130


class _Subcommands(Group):
    """The commands of the table. Module mtlb.cli.NAME is imported when its command is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(NAMES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in NAMES:
            return _subcommand(cmd_name)
        if not ctx.resilient_parsing and not cmd_name.startswith("-"):
            close = get_close_matches(cmd_name, NAMES, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise UsageError(f"there is no command {cmd_name!r}{hint}")
        return None


def _subcommand(name: str) -> Any:
    function = import_module(f"mtlb.cli.{name}").command
    command = _build(name, keeps_inputs(function, may_replace=ROWS[name].replaces))
    command.params += [p for p in _build(name, _common_options).params if p.name != "help"]
    return command


def _build(name: str, function: Callable[..., Any]) -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_HELP)
    app.command(name, cls=Command)(function)
    return typer.main.get_command(app)


_HELP = {"help_option_names": ["-h", "--help"]}


def _set_color(value: str) -> str:
    if value not in ("auto", "always", "never"):
        raise typer.BadParameter(f"{value!r} is not one of auto, always, never")
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
        str,
        typer.Option(
            "--color",
            metavar="WHEN",
            callback=_set_color,
            expose_value=False,
            rich_help_panel=COMMON,
            help="Colour the output: auto (on a terminal, unless NO_COLOR is set), always, never.",
        ),
    ] = "auto",
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
    with console.new_settings() as settings:
        try:
            words = files.expand_response_files(arguments) or ["--help"]
            settings.words = tuple(words)
            code = typer.main.get_command(app)(words, prog_name="mtlb", standalone_mode=False)
            sys.stdout.flush()
            return code if isinstance(code, int) else OK
        except Exception as error:
            return _report(error)


def _report(error: Exception) -> int:
    """Print what went wrong, in one line; the exit code."""
    if isinstance(error, BrokenPipeError):
        # The reader of our output closed it. Python would report that again while it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    if isinstance(error, TyperUsageError):
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "mtlb"
        console.error(f"{error.format_message()}\nTry '{path} --help'.")  # type: ignore[attr-defined]
        return USAGE
    if isinstance(error, UsageError):
        console.error(str(error))
        return USAGE
    if isinstance(error, (MtlbError, OSError)):
        console.failure(error)
        return FAILED
    if isinstance(error, typer.Abort):
        return INTERRUPTED
    if console.settings().verbosity >= 3:
        raise error
    console.error(f"internal error: {type(error).__name__}: {error}\nThis is a bug in mtlb; -vvv shows where it is.")
    return FAILED


def main() -> NoReturn:
    """The entry point of the `mtlb` script and of `python -m mtlb`: ends the process with the exit code.

    A run makes many objects and drops few, so the garbage collector runs seldom, and the system frees the memory at the
    end (as lld does): together a third of the time of listing 16,000 functions.
    """
    gc.set_threshold(200_000, 20, 100)
    console.prepare_streams()
    sigbus.install()
    # As an exception, so that temporary files are removed.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # stdout's own failures were reported by `run`
            stream.flush()
    os._exit(code)
