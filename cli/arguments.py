"""Arguments and options that several commands share, and the parameters of a command that are paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from functools import partial, wraps
from typing import Annotated, Any

from mtlb.base.errors import MtlbError

from . import io as files
from .parameters import CommandArgument, CommandOption, declarations

COMMON = "Options of every command"
"""The last options panel in `--help`."""


class Role(Enum):
    """An annotation for a parameter: its value is the path of a file (or several) that the command reads or writes.
    `keeps_inputs` uses it to refuse an output that is also an input."""

    READ = "read"
    WRITTEN = "written"
    REPLACING = "replacing"
    """The file is written, and may be the input that it is made from: the command checks that itself."""


to_file = partial(CommandOption, "--output", "-o", metavar="FILE")
"""The option for a command's output file."""

to_directory = partial(CommandOption, "--directory", "-d", metavar="DIR")
"""The option for a command's output directory."""

OneLibrary = Annotated[
    str,
    CommandArgument(metavar="LIB", help="The library; FILE:ARCH for a slice of a universal file; - for stdin."),
    Role.READ,
]
Files = Annotated[
    list[str],
    CommandArgument(
        metavar="FILE",
        help="Libraries, modules (.air), archives, universal files (FILE:ARCH for one slice), wheels, app bundles, "
        "executables; - for stdin.",
    ),
    Role.READ,
]
OneFile = Annotated[
    str,
    CommandArgument(metavar="FILE", help="A library, or any other file that contains modules; - for stdin."),
    Role.READ,
]
Arch = Annotated[
    str | None,
    CommandOption(
        "--arch", metavar="ARCH", help="Only the slices of universal files for this architecture (air64_v28)."
    ),
]
Output = Annotated[
    str,
    to_file(show_default="stdout", help="Where to write it."),
    Role.WRITTEN,
]


def complete_function(ctx: Any, incomplete: str) -> list[str]:
    """For completion, with typer's context: the names of the functions in the files that are already on the command
    line."""
    from mtlb.inspect.symbols import symbols_of

    names: set[str] = set()
    arguments = [parameter.name for parameter in ctx.command.params if parameter.param_type_name == "argument"]
    paths = [path for name in arguments for path in _paths(ctx.params.get(name or ""))]
    for path in paths or ctx.args:  # if an option's value is still missing, typer leaves the arguments there
        if path != files.STDIO:
            with suppress(MtlbError, OSError):  # not a file, or without functions: no suggestions
                for part in files.input_parts(path):
                    names.update(symbol.name for symbol in symbols_of(part) if symbol.letter in "Tt")
    return sorted(name for name in names if name.startswith(incomplete))


FunctionNames = Annotated[
    list[str] | None,
    CommandOption(
        "--function",
        metavar="NAME",
        autocompletion=complete_function,
        help="Only the function of this name. Repeatable.",
    ),
]


def jobs_option(what: str) -> CommandOption:
    """Create the option `--jobs`, with its help."""
    return CommandOption("--jobs", "-j", min=1, metavar="N", show_default="the number of cores", help=what)


Jobs = Annotated[int | None, jobs_option("How many processes work on the modules. The output does not depend on it.")]
AsJson = Annotated[bool, CommandOption("--json", help="Print JSON.")]


Quiet = Annotated[bool, CommandOption("--quiet", "-q", help="Print no summary: only warnings and errors.")]


def count_of(jobs: int | None) -> int:
    """The number of processes for a value of `--jobs`."""
    if jobs is not None:
        return jobs
    from mtlb.machinery.parallel import cores

    return cores()


def keeps_inputs(function: Callable[..., Any], *, may_replace: bool) -> Callable[..., Any]:
    """Wrap the function of a command, so that it is not called if an output is an input, or if two outputs are the
    same file.
    `may_replace`: the output may be the input that it is made from. Raises UsageError, with the path."""
    hints = {declared.name: declared.annotation for declared in declarations(function)}
    roles = {
        name: role
        for name, hint in hints.items()
        for role in getattr(hint, "__metadata__", ())
        if isinstance(role, Role)
    }

    @wraps(function)
    def checked(**values: Any) -> Any:
        read, written = (
            [path for name in values if roles.get(name) is role for path in _paths(values[name])]
            for role in (Role.READ, Role.WRITTEN)
        )
        files.check_paths(read, written, may_replace=may_replace)
        return function(**values)

    return checked


def _paths(value: object) -> Iterator[str]:
    for item in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(item, str):
            yield item
