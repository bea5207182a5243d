"""What the commands print: results on stdout, the rest on stderr, colour and progress only on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from mtlb.base.errors import MtlbError
    from mtlb.base.findings import Severity

__all__ = [
    "Color",
    "Style",
    "bold",
    "dim",
    "error",
    "failure",
    "new_settings",
    "note",
    "out",
    "print_json",
    "printable",
    "progress",
    "set_program",
    "settings",
    "severe",
    "table",
    "warn",
    "width",
]

_PROGRESS_DELAY = 0.5  # seconds before a job counts as long
_PROGRESS_PERIOD = 0.1
_COLUMNS = 100


class Color(str, Enum):
    """When output is coloured."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass
class Settings:
    """The options of every command as this run was given them, and its `words`, `response_files` expanded.

    `program`: the name in front of messages.
    """

    color: Color = Color.AUTO
    verbosity: int = 0
    words: tuple[str, ...] = ()
    response_files: list[str] = field(default_factory=list)
    program: str = "mtlb"


_settings: ContextVar[Settings] = ContextVar("settings")


def settings() -> Settings:
    """The settings of the current run; the defaults outside of one."""
    return _settings.get(Settings())


@contextmanager
def new_settings() -> Iterator[Settings]:
    """Settings for one run: in this thread, and until the block ends."""
    token = _settings.set(Settings())
    try:
        yield _settings.get()
    finally:
        _settings.reset(token)


def set_program(name: str) -> None:
    """From now on, messages of this run begin with `name`."""
    settings().program = name


class Style:
    """ANSI parameters of the few styles in use."""

    BOLD = "1"
    DIM = "2"
    RED = "1;31"
    GREEN = "32"
    YELLOW = "1;33"


def prepare_streams() -> None:
    """Make text for a file or a pipe UTF-8 with plain newlines on every machine and in every locale."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:  # a test's or a host program's own stream
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
    if 0xDC80 <= ord(c) <= 0xDCFF:  # a byte that is not UTF-8, as surrogateescape holds it
        return f"\\x{ord(c) - 0xDC00:02x}"
    return c.encode("unicode_escape").decode("ascii")


def uses_color(stream: TextIO) -> bool:
    """Whether text for `stream` is coloured: as --color says; by default on a terminal, unless NO_COLOR is set."""
    if settings().color is not Color.AUTO:
        return settings().color is Color.ALWAYS
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, style: str, stream: TextIO | None = None) -> str:
    """`text` in a style of `Style` where `stream` (stdout) takes colour."""
    return f"\x1b[{style}m{text}\x1b[0m" if uses_color(stream or sys.stdout) else text


def bold(text: str) -> str:
    """`text` in bold on stdout."""
    return styled(text, Style.BOLD)


def dim(text: str) -> str:
    """`text` dimmed on stdout."""
    return styled(text, Style.DIM)


def severe(severity: Severity, text: str = "") -> str:
    """`text`, or the name of the severity, in the colour of the severity."""
    styles = {"error": Style.RED, "warning": Style.YELLOW, "note": Style.DIM}
    return styled(text or severity.value, styles[severity.value])


def width() -> int:
    """The columns of the terminal; for a file or a pipe as many as help and explanations are best read in."""
    import shutil

    return shutil.get_terminal_size((_COLUMNS, 0)).columns if _is_terminal() else _COLUMNS


def _is_terminal() -> bool:
    return sys.stdout.isatty() or sys.stderr.isatty()


def out(line: str = "") -> None:
    """One line of the result, on stdout."""
    sys.stdout.write(line + "\n")


def _say(kind: str, style: str, message: str) -> None:
    lines = "\n".join(printable(line) for line in message.split("\n"))
    sys.stderr.write(f"{settings().program}: {styled(kind, style, sys.stderr)}: {lines}\n")


def error(message: str) -> None:
    """An error on stderr: why the run failed."""
    _say("error", Style.RED, message)


def failure(reason: MtlbError | OSError) -> None:
    """The error on stderr that an exception stands for: a bad input, or a file that can't be read or written."""
    if isinstance(reason, OSError):
        where = f"{reason.filename}: " if reason.filename else ""
        error(f"{where}{reason.strerror or reason}")
    else:
        error(str(reason))


def warn(message: str) -> None:
    """A warning on stderr; the run goes on."""
    _say("warning", Style.YELLOW, message)


def note(message: str, level: int = 1) -> None:
    """A note on stderr, if `-v` was given at least `level` times."""
    if settings().verbosity >= level:
        _say("note", Style.DIM, message)


def print_json(value: Any) -> None:
    """`value` as JSON on stdout: ASCII, two blanks of indentation, keys in the order given."""
    import json

    json.dump(value, sys.stdout, indent=2)
    sys.stdout.write("\n")


def table(rows: list[tuple[str, ...]], align: str = "") -> Iterator[str]:
    """The lines of a table, columns two blanks apart; `align` has a `>` for each column to be set right."""
    if not rows:
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = align.ljust(len(widths), "<")
    for row in rows:
        cells = (f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True))
        yield "  ".join(cells).rstrip()


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress on `what` on a terminal, once it has taken half a second.

    The value is a function that the work may call with (done, total) to show a percentage; without a call the seconds
    that have passed are shown.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done, total: None
        return

    import threading
    import time

    state: list[int] = [0, 0]
    finished = threading.Event()
    shown = False

    def show() -> None:
        nonlocal shown
        start = time.monotonic()
        wait = _PROGRESS_DELAY
        while not finished.wait(wait):
            wait = _PROGRESS_PERIOD
            done, total = state
            how_far = f"{100 * done // total} %" if total else f"{time.monotonic() - start:.0f} s"
            sys.stderr.write(f"\r\x1b[Kmtlb: {printable(what)} ... {how_far}")
            sys.stderr.flush()
            shown = True

    def update(done: int, total: int) -> None:
        state[:] = done, total

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield update
    finally:
        finished.set()
        thread.join()
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
