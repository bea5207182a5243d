"""mtlb ar: archives of AIR modules."""

from __future__ import annotations

import os
import sys
from enum import Enum
from typing import Annotated

from mtlb.base.errors import FormatError, in_file
from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Role, to_file
from .parameters import CommandArgument
from .usage import UsageError


class ArchiveAction(str, Enum):
    """What `mtlb ar` does."""

    CREATE = "create"
    LIST = "list"


def command(
    action: Annotated[
        ArchiveAction, CommandArgument(metavar="ACTION", help="What to do; list if only files are given.")
    ],
    inputs: Annotated[
        list[str], CommandArgument(metavar="FILE", help="Modules (create) or archives (list); - for stdin."), Role.READ
    ],
    output: Annotated[
        str | None,
        to_file(show_default="stdout", help="Where to write the archive."),
        Role.WRITTEN,
    ] = None,
) -> None:
    """Make static archives of AIR modules, and list what is in them.

    create: write an archive like newer versions of metal-ar, with a symbol table first. All dates and owners are
    zero, so equal files give equal bytes. Members have the names of their files, without directories. list: print
    the members with their sizes and the symbols that they define; a module is listed like a member.

    Examples:

      mtlb ar create noise.air blur.air -o libeffects.a
      mtlb ar list libeffects.a
    """
    if action is ArchiveAction.LIST:
        if output is not None:
            raise UsageError("ar list writes no file: leave out --output")
        _list(inputs)
        return
    from mtlb.archives.archive import write_archive

    output = files.STDIO if output is None else output
    files.check_output(output)
    contents = [(os.path.basename(files.shown(name)), files.read_input(name)) for name in inputs]
    files.write_output(output, write_archive(contents, origins=[files.shown(name) for name in inputs]))
    console.note(counted(len(contents), "member"))


def _list(names: list[str]) -> None:
    from mtlb.archives.archive import Member, defined_symbols, members
    from mtlb.base.filekind import FileKind, sniff
    from mtlb.bitcode import read_module

    lines = []
    for name in names:
        shown = files.shown(name)
        data = memoryview(files.read_input(name))
        kind = sniff(data)
        with in_file(shown):
            if kind is not FileKind.ARCHIVE and not kind.is_module:
                raise FormatError(f"neither an archive nor a module but {kind.words}", offset=0)
            listed = list(members(data)) if kind is FileKind.ARCHIVE else [Member(shown, data, 0)]
        prefix = f"{console.printable(shown)}: " if len(names) > 1 else ""
        for member in listed:
            lines.append(f"{prefix}{console.printable(member.name)}  {counted(len(member.data), 'byte')}")
            if sniff(member.data).is_module:
                label = f"{shown}({member.name})" if kind is FileKind.ARCHIVE else shown
                module = read_module(member.data, bodies=False, file=label, base=member.offset)
                lines += [f"  {console.printable(symbol)}" for symbol in defined_symbols(module)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
