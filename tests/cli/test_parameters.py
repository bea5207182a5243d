"""Command lines are read as typer reads them, without it."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from functools import wraps
from typing import Any, Literal, get_args, get_origin

import pytest

from mtlb.cli import console, typed
from mtlb.cli.commands import NAMES
from mtlb.cli.parameters import CommandParameter, declarations, parameter
from mtlb.cli.subcommand import Subcommand, common_options
from mtlb.cli.usage import UsageError

TEXTS = ("a.air", "-", "x=1", "b c", "7", "-x", "--", "", "--json", "-o", "é")
ODD = ("-h", "--nope", "-Z", "--json=1", "-qv", "-vv", "--color", "--color=never", "-", "--", "-o", "-j2", "-j=2")


def declared(name: str) -> list[CommandParameter]:
    items = (*declarations(Subcommand.of(name).function), *declarations(common_options))
    parameters = [parameter(item) for item in items]
    assert None not in parameters
    return [item for item in parameters if item is not None]


def value(item: CommandParameter, choose: random.Random) -> str:
    if get_origin(item.type) is Literal:
        return choose.choice([*get_args(item.type), "nope"])
    if issubclass(item.type, Enum):
        return choose.choice([*(str(member.value) for member in item.type), "nope"])
    if item.type is str:
        return choose.choice(TEXTS)
    return choose.choice(("0", "1", "2", "17", "-3", "1.5", "1e3", "x", "1_0", " 4", "99999999999"))


def line(parameters: list[CommandParameter], choose: random.Random) -> list[str]:
    """A command line, most often a valid one."""
    pieces: list[list[str]] = []
    for item in parameters:
        if not item.is_option:
            count = choose.choice((0, 1, 1, 1, 2, 3)) if item.is_list else choose.choice((0, 1, 1, 1, 1))
            pieces += [[value(item, choose)] for _ in range(count)]
    options = [item for item in parameters if item.is_option]
    required = [option for option in options if option.is_required]
    for item in {
        item.name: item for item in (*required, *choose.sample(options, min(len(options), choose.randint(0, 3))))
    }.values():
        for _ in range(choose.choice((1, 1, 2))):
            written = choose.choice((*item.on, *item.off))
            if item.is_flag:
                pieces.append([written])
                continue
            text = value(item, choose)
            is_short = len(written) == 2
            pieces.append(choose.choice(([written, text], [written + ("" if is_short else "=") + text])))
    if choose.random() < 0.2:
        pieces.append([choose.choice(ODD)])
    choose.shuffle(pieces)
    return [word for piece in pieces for word in piece]


class Typers:
    """The command of a name as typer has it; it keeps the values that it is called with."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.name = name
        self.called: list[dict[str, Any]] = []
        subcommand = Subcommand.of(name)

        @wraps(subcommand.function)
        def function(**values: Any) -> None:
            self.called.append(values)

        with monkeypatch.context() as patch:
            patch.setattr(Subcommand, "of", lambda _: subcommand._replace(function=function))
            command = typed.subcommand(name)
        monkeypatch.setattr(typed, "subcommand", lambda _: command)

    def read(self, words: list[str]) -> dict[str, Any] | None:
        """The values; None if the command is not called."""
        self.called.clear()
        with contextlib.suppress(UsageError):
            typed.run([self.name, *words])
        return self.called[0] if self.called else None


@pytest.mark.parametrize("lines", [8, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_without_typer_is_what_typer_reads(name: str, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    parameters = declared(name)
    choose = random.Random(name)
    command, typer = Subcommand.of(name), Typers(name, monkeypatch)
    read = 0
    for _ in range(lines):
        words = line(parameters, choose)
        with console.new_settings() as settings:
            try:
                values = command.read(words)
            except UsageError:  # of an action
                continue
            ours = settings.verbosity, settings.color
        if values is None:
            continue
        read += 1
        with console.new_settings() as settings:
            assert values == typer.read(words), words
            assert ours == (settings.verbosity, settings.color), words
    assert read > lines / 10 or lines < 100


def lines_for_typer() -> Iterator[list[str]]:
    yield from (["nm", "--help"], ["nm"], ["nm", "--nope", "x"], ["nm", "x", "--json=1"], ["lint", "x", "-j", "0"])
    yield from (
        ["lint", "x", "-j", "x"],
        ["nm", "x", "-o"],
        ["compile", "x", "-gcodeview"],
        ["convert", "x", "--pointers", "?"],
    )
    yield from (["extract", "x"], ["info", "x", "--function="])


@pytest.mark.parametrize("words", list(lines_for_typer()), ids=" ".join)
def test_help_and_errors_are_typers(words: list[str]) -> None:
    assert Subcommand.of(words[0]).read(words[1:]) is None


def test_a_link_imports_no_typer() -> None:
    code = "import sys, mtlb.cli.main as m; print(m.run(['link', 'gone.air']), 'typer' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "1 False\n"
