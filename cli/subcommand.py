"""A command in the table: its function, and its own and common parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, get_args

from mtlb.base.classes import NamedTuple
from mtlb.machinery.lazy import submodule

from . import console
from .actions import with_action
from .arguments import COMMON, keeps_inputs
from .commands import OTHERS, ROWS
from .groups import flattened
from .parameters import CommandOption, declarations, parameter, read


class Subcommand(NamedTuple):
    """`function` has only keyword parameters, with the annotations that `parameters` declares. `prepare` changes the
    words of the command line before they are read; `interspersed`: options may follow arguments."""

    function: Callable[..., Any]
    prepare: Callable[[list[str]], list[str]] | None = None
    interspersed: bool = True

    @classmethod
    def of(cls, name: str) -> Subcommand:
        """The command with this name. Imports the module mtlb.cli.NAME."""
        module = submodule(__package__, name)
        function = flattened(module.command)
        prepare = getattr(module, "prepare", None)
        if name in OTHERS:
            # All words after the name of a stand-in belong to the stand-in.
            return cls(keeps_inputs(function, may_replace=False), prepare, interspersed=name != "apple")
        row = ROWS[name]
        declared = {declaration.name: declaration for declaration in declarations(function)}
        if row.before and "action" in declared:
            actions = [action.value for action in get_args(declared["action"].annotation)[0]]
            prepare = partial(with_action, name, actions, row.before[0])
        return cls(keeps_inputs(function, may_replace=row.replaces), prepare)

    def read(self, words: Sequence[str]) -> dict[str, Any] | None:
        """The values for `function` from the words after the command's name; None if typer must read them."""
        declared = (*declarations(self.function), *_COMMON)
        parameters = [row for declaration in declared if (row := parameter(declaration)) is not None]
        if len(parameters) < len(declared):
            return None
        prepared = list(words) if self.prepare is None else self.prepare(list(words))
        return read(parameters, prepared, interspersed=self.interspersed)


def _set(name: str, value: Any) -> None:
    setattr(console.settings(), name, value)


def common_options(
    verbosity: Annotated[
        int,
        CommandOption(
            "--verbose",
            "-v",
            count=True,
            callback=_set,
            expose_value=False,
            show_default=False,
            rich_help_panel=COMMON,
            help="Print more on stderr; repeat for even more.",
        ),
    ] = 0,
    color: Annotated[
        console.Color,
        CommandOption(
            callback=_set,
            expose_value=False,
            rich_help_panel=COMMON,
            help="Colour the output; auto: on a terminal, unless NO_COLOR is set.",
        ),
    ] = console.Color.AUTO,
) -> None:
    """The common options of all commands, which are settings of the run."""


_COMMON = declarations(common_options)
