"""mtlb diff: the differences of two libraries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from . import console
from . import io as files
from .arguments import Arch, AsJson, Role

if TYPE_CHECKING:
    from mtlb.inspect.diff import Change, FunctionDiff, LibraryDiff


def command(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The library or module to compare with; - for stdin."), Role.READ
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The library or module to compare."), Role.READ],
    ir: Annotated[bool, typer.Option("--ir", help="Show changes of the disassembly, ignoring renumbering.")] = False,
    brief: Annotated[
        bool,
        typer.Option(
            "--brief", "-q", help="List what differs, without the differences inside of modules and reflection."
        ),
    ] = False,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit with 1 if the libraries differ.")] = False,
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """Show what differs between two libraries, part by part and function by function.

    Functions are paired by name: + was added, - removed, ~ changed, > moved among the others. For a changed function
    the tags that differ are shown, then metadata and reflection as unified diffs, and with --ir the disassembly, in
    which renumbered values, attribute groups and metadata don't count. Exit code 0 unless --exit-code is given. A
    module (.air) is compared as a library of its entry points. Two Direct3D containers are compared part by part, with
    --ir their listings as well.

    Examples:

      mtlb diff old.metallib new.metallib
      mtlb diff --ir --exit-code before.metallib after.metallib
    """
    from mtlb.inspect.diff import diff_json, diff_parts

    with ExitStack() as stack:
        before, after = (stack.enter_context(files.open_part(name, arch)) for name in (old, new))
        with console.progress("comparing"):
            found = diff_parts(before, after, ir=ir, lines=as_json or not brief)
        if as_json:
            console.print_json(diff_json(files.shown(old), files.shown(new), found))
        else:
            console.lines(_lines(files.shown(old), files.shown(new), found, brief))
    return 1 if exit_code and found.differs else 0


_SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
_STYLES = {"+": "green", "-": "bold red", "~": "bold yellow", ">": "dim", "@": "dim"}


def _lines(old: str, new: str, found: LibraryDiff, brief: bool) -> Iterator[str]:
    if not found.differs:
        return
    yield console.bold(console.printable(f"--- {old}"))
    yield console.bold(console.printable(f"+++ {new}"))
    for change in found.parts:
        yield from _change_lines(change, "")
    for function in found.functions:
        yield from _function_lines(function, brief)
    yield _summary(found)


def _function_lines(function: FunctionDiff, brief: bool) -> Iterator[str]:
    sign = _SIGNS.get(function.status.value)
    if sign is None:
        return
    name = console.printable(function.name)
    where = f" (from position {function.old} to {function.new})" if sign == ">" else ""
    yield console.styled(f"{sign} {name}{where}", _STYLES[sign])
    for change in function.changes:
        yield from _change_lines(change, "    ")
    for line in () if brief else function.lines:
        style = _STYLES.get(line[:1])
        text = console.printable(line)
        yield f"      {console.styled(text, style) if style else text}"


def _change_lines(change: Change, indent: str) -> Iterator[str]:
    part = console.printable(change.part)
    old, new = ("(none)" if v is None else console.printable(v) for v in (change.old, change.new))
    yield f"{indent}{part}: {old} → {new}"


def _summary(found: LibraryDiff) -> str:
    from mtlb.inspect.diff import Status

    return ", ".join(f"{len(found.having(status)):,} {status.value}" for status in Status)
