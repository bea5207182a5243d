"""Output of the commands: results on stdout, messages on stderr, color and progress only on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import TYPE_CHECKING, Any, TextIO

from mtlb.base.classes import dataclass, field
from mtlb.base.strings import counted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from mtlb.base.errors import MtlbError
    from mtlb.base.findings import Severity

_PROGRESS_DELAY = 0.5  # seconds after which a job shows progress
_NARROWEST = 24
_MOST_ROWS = 1000  # the maximum of rows in a table that rich lays out
_STYLES = {"error": "bold red", "warning": "bold yellow", "note": "dim"}
COLUMNS = 100
"""The width of help and explanations in a file or a pipe."""


class Color(str, Enum):
    """When output is coloured."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass
class Settings:
    """The values of the common options in this run, and its `words` with `response_files` expanded.
    `program`: the prefix of messages."""

    color: Color = Color.AUTO
    verbosity: int = 0
    words: tuple[str, ...] = ()
    response_files: list[str] = field(default_factory=list)
    program: str = "mtlb"
    _terminals: dict[int, Console] = field(default_factory=dict)

    def terminal(self, stream: TextIO) -> Console | None:
        """rich's console for a stream that is a terminal or that --color treats as one; None for a file or a pipe.
        rich is imported only for terminals, since the import takes 30 ms."""
        is_forced = self.color is Color.ALWAYS
        if not (is_forced or stream.isatty()):
            return None
        if id(stream) not in self._terminals:
            from rich.console import Console

            system: Any = {Color.ALWAYS: "standard", Color.NEVER: None}.get(self.color, "auto")
            self._terminals[id(stream)] = Console(
                file=stream,
                color_system=system,
                no_color=False if is_forced else None,
                force_terminal=True if is_forced else None,
                width=None if stream.isatty() else COLUMNS,
                height=None if stream.isatty() else COLUMNS,  # otherwise rich queries the terminal for both
                markup=False,
                highlight=False,
                emoji=False,
            )
        return self._terminals[id(stream)]


_settings: ContextVar[Settings] = ContextVar("settings")


def settings() -> Settings:
    """The settings of the current run; the defaults outside of one."""
    return _settings.get(Settings())


@contextmanager
def new_settings() -> Iterator[Settings]:
    """Settings for one run: for this thread, until the block ends."""
    token = _settings.set(Settings())
    try:
        yield _settings.get()
    finally:
        _settings.reset(token)


def set_program(name: str) -> None:
    """Set the prefix of this run's messages to `name`."""
    settings().program = name


def prepare_streams() -> None:
    """Make text for a file or a pipe UTF-8 with plain newlines on every system and in every locale.

    A stream that is closed (`>&-`) is open afterwards, so that no file gets its number: reading stdin and writing to
    stdout are errors, and messages go nowhere.
    """
    for number, (name, mode, flags) in enumerate(
        (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
    ):
        if getattr(sys, name) is None and os.open(os.devnull, flags) == number:
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 (until the end)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:  # a replaced stream, from a test or a host program
            continue
        if stream.isatty():
            reconfigure(errors="backslashreplace")
        else:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def printable(text: str) -> str:
    """`text` with whatever could break a line, move a cursor or fail to encode escaped (\\x1b, \\n, \\xff)."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(c: str) -> str:
    if 0xDC80 <= ord(c) <= 0xDCFF:  # a byte that is not UTF-8, in the form of surrogateescape
        return f"\\x{ord(c) - 0xDC00:02x}"
    return c.encode("unicode_escape").decode("ascii")


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    """`text` in a rich style, such as "bold red", if `stream` (stdout) supports color."""
    terminal = settings().terminal(stream or sys.stdout)
    if terminal is None or terminal.color_system is None or terminal.no_color:
        return text
    return terminal.get_style(style).render(text)


def bold(text: str) -> str:
    """`text` in bold on stdout."""
    return styled(text, "bold")


def severe(severity: Severity, text: str = "") -> str:
    """`text`, or the name of the severity, in the color of the severity."""
    return styled(text or severity.value, _STYLES[severity.value])


def width() -> int:
    """The width of stdout's terminal; for a file or a pipe the default width."""
    terminal = settings().terminal(sys.stdout)
    return COLUMNS if terminal is None else max(terminal.width, _NARROWEST)


def out(line: str = "") -> None:
    """One line of the result, on stdout."""
    sys.stdout.write(line + "\n")


def lines(texts: Iterable[str]) -> None:
    """Print lines of the result on stdout as they are produced."""
    for line in texts:
        out(line)


def _say(kind: str, message: str) -> None:
    text = "\n".join(printable(line) for line in message.split("\n"))
    sys.stderr.write(f"{settings().program}: {styled(kind, _STYLES[kind], sys.stderr)}: {text}\n")


def error(message: str) -> None:
    """An error on stderr: why the run failed."""
    _say("error", message)


def failure(reason: MtlbError | OSError) -> None:
    """Print the error on stderr for an exception: an invalid input, or a file that cannot be read or written."""
    if getattr(reason, "messages", None):  # compiler messages begin with the source position, which editors parse
        source_message(str(reason))
        return
    if isinstance(reason, OSError):
        place = reason.filename
        text = f"{reason.strerror or reason}" if place is None else f"{place or repr(place)}: {reason.strerror}"
    else:
        place = reason.file
        text = str(reason)
    if isinstance(place, str) and text.startswith(place):  # a line break in it is not one of the message's
        text = printable(place) + text[len(place) :]
    error(text)


def source_message(text: str) -> None:
    """Print messages on stderr in the form of compilers: `file:line:column: error: text`, with source lines."""
    sys.stderr.write("".join(f"{printable(line)}\n" for line in text.split("\n")))


def warn(message: str) -> None:
    """Print a warning on stderr."""
    _say("warning", message)


def warn_all(messages: Iterable[str], names: Iterable[str]) -> None:
    """Print warnings, each of which may start with one of the `names` of inputs, or with a member of one. Warnings
    with the same text about several inputs are combined to a single line with their number; -v shows all."""
    shown = set(names)
    about: dict[tuple[str, str], list[str]] = {}
    for message in messages:
        name = _name_in(message, shown)
        about.setdefault(("", message) if name is None else ("input", message[len(name) :]), []).append(message)
    for (kind, text), same in about.items():
        if not kind or len(same) == 1 or settings().verbosity:
            for message in same:
                warn(message)
        else:
            warn(f"{same[0][: -len(text)]} and {counted(len(same) - 1, 'other input')}{text}")


def _name_in(message: str, names: set[str]) -> str | None:
    """The name of an input, or of a member, at the start of a message."""
    end = message.find(": ")
    while end >= 0:
        name = message[:end]
        if name in names or (name.endswith(")") and name.rpartition("(")[0] in names):
            return name
        end = message.find(": ", end + 1)
    return None


def note(message: str, level: int = 1) -> None:
    """A note on stderr, if `-v` was given at least `level` times."""
    if settings().verbosity >= level:
        _say("note", message)


def summary(message: str, *, quiet: bool) -> None:
    """Print a summary line on stderr, unless `quiet`."""
    if not quiet:
        sys.stderr.write(f"{printable(message)}\n")


def print_json(value: Any) -> None:
    """`value` as JSON on stdout: ASCII, two blanks of indentation, keys in the order given."""
    import json

    json.dump(value, sys.stdout, indent=2)
    sys.stdout.write("\n")


def code(text: str, language: str) -> None:
    """Print code in a language that pygments supports on stdout, highlighted if stdout supports color."""
    terminal = settings().terminal(sys.stdout)
    if terminal is None or terminal.color_system is None or terminal.no_color:
        sys.stdout.write(text)
        return
    from rich.syntax import Syntax

    terminal.print(Syntax("", language, theme="ansi_dark").highlight(text), soft_wrap=True, end="")


def table(rows: Sequence[tuple[str, ...]], align: str = "", stream: TextIO | None = None) -> Iterator[str]:
    """Print a table with columns two blanks apart; `align` has a `>` for each right-aligned column.
    If `stream` (stdout) is a terminal, rich wraps long cells within their column. Lines are not wrapped in files,
    nor in tables of more than a thousand rows, for which rich takes seconds."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = align.ljust(len(widths), "<")
    terminal = settings().terminal(stream or sys.stdout)
    if terminal is None or len(rows) > _MOST_ROWS:
        for row in rows:
            cells = (f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True))
            yield "  ".join(cells).rstrip()
        return
    from rich.table import Column, Table

    columns = [Column(justify="right" if side == ">" else "left", overflow="fold") for side in sides]
    laid_out = Table(*columns, box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rows:
        laid_out.add_row(*row)
    with terminal.capture() as printed:
        terminal.print(laid_out)
    yield from (line.rstrip() for line in printed.get().splitlines())


_shown: list[Progress] = []


def shows_progress() -> bool:
    """Whether progress is on the terminal at this moment, with a hidden cursor."""
    return bool(_shown)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress on `what` on a terminal, after half a second.
    Yields a function that the work may call with (done, total) to show a percentage; without calls the elapsed time
    is shown."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from threading import Timer

    terminal_of = settings().terminal  # other threads have no settings

    def show() -> None:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("mtlb: {task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
        )
        bar = Progress(
            *columns,
            console=terminal_of(sys.stderr),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        bar.add_task(printable(what), total=None)
        bar.start()
        _shown.append(bar)

    def update(done: int, total: int) -> None:
        for bar in _shown:
            bar.update(bar.task_ids[0], completed=done, total=total)

    timer = Timer(_PROGRESS_DELAY, show)
    timer.daemon = True
    timer.start()
    try:
        yield update
    finally:
        timer.cancel()
        timer.join()
        while _shown:
            _shown.pop().stop()
