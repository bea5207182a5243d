"""mtlb ar: archives of AIR modules."""

from __future__ import annotations

import os
import sys
from enum import Enum
from typing import Annotated

import typer

from mtlb.base.errors import FormatError, in_file

from . import console
from . import io as files
from .arguments import Role
from .usage import UsageError


class Action(str, Enum):
    """What `mtlb ar` does."""

    CREATE = "create"
    LIST = "list"


def command(
    action: Annotated[Action, typer.Argument(metavar="ACTION", help="create or list.")],
    inputs: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Modules (create) or archives (list); - for stdin."), Role.READ
    ],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to write the archive; default: stdout."),
        Role.WRITTEN,
    ] = None,
) -> None:
    """Make static archives of AIR modules, and list what is in them.

    create: an archive as newer metal-ar writes it, with a table of symbols first. All dates, owners and so on are zero:
    equal files give equal bytes. Members are called like their files, without directories. list: the members with their
    sizes and the symbols that they define.

    Examples:

      mtlb ar create noise.air blur.air -o libeffects.a
      mtlb ar list libeffects.a
    """
    if action is Action.LIST:
        if output is not None:
            raise UsageError("ar list writes no file: leave out --output")
        _list(inputs)
        return
    from mtlb.container.archive import write_archive

    output = files.STDIO if output is None else output
    files.check_output(output)
    contents = [(os.path.basename(files.shown(name)), files.read_input(name)) for name in inputs]
    files.write_output(output, write_archive(contents))
    console.note(f"{len(contents)} members")


def _list(names: list[str]) -> None:
    from mtlb.base.filekind import FileKind, sniff
    from mtlb.bitcode import read_module
    from mtlb.container.archive import defined_symbols, members

    rows = []
    for name in names:
        data = memoryview(files.read_input(name))
        with in_file(files.shown(name)):
            if sniff(data) is not FileKind.ARCHIVE:
                raise FormatError(f"not an archive but {sniff(data).words}", offset=0)
            for member in members(data):
                symbols: list[str] = []
                if sniff(member.data).is_module:
                    label = f"{files.shown(name)}({member.name})"
                    module = read_module(member.data, bodies=False, file=label, base=member.offset)
                    symbols = list(defined_symbols(module))
                rows.append((files.shown(name), member, symbols))
    for archive, member, symbols in rows:
        prefix = f"{console.printable(archive)}: " if len(names) > 1 else ""
        sys.stdout.write(f"{prefix}{console.printable(member.name)}  {len(member.data):,} bytes\n")
        for symbol in symbols:
            sys.stdout.write(f"  {console.printable(symbol)}\n")
