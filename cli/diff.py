"""mtlb diff: the differences of two libraries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Annotated

from mtlb.base.strings import counted

from . import console
from . import io as files
from .arguments import Arch, AsJson, Role
from .parameters import CommandArgument, CommandOption

if TYPE_CHECKING:
    from mtlb.inspect.diff import Change, FunctionDiff, LibraryDiff
    from mtlb.inspect.diff_tree import LibraryChange
    from mtlb.inspect.parts import FilePart


def command(
    old: Annotated[
        str,
        CommandArgument(metavar="OLD", help="The library, app, folder, wheel or module to compare with; - for stdin."),
        Role.READ,
    ],
    new: Annotated[str, CommandArgument(metavar="NEW", help="The one to compare."), Role.READ],
    ir: Annotated[bool, CommandOption("--ir", help="Show changes of the disassembly, ignoring renumbering.")] = False,
    brief: Annotated[
        bool,
        CommandOption("--brief", "-q", help="List the parts that differ, without details of modules and reflection."),
    ] = False,
    exit_code: Annotated[bool, CommandOption("--exit-code", help="Exit with 1 if the libraries differ.")] = False,
    arch: Arch = None,
    as_json: AsJson = False,
) -> int:
    """Show what differs between two libraries, part by part and function by function.

    Functions are paired by name: + added, - removed, ~ changed, > moved. For a changed function the tags that
    differ are shown, then metadata and reflection as unified diffs, and with --ir the disassembly, which ignores
    renumbered values, attribute groups and metadata. Exit code 0 unless --exit-code is given. A module (.air) is
    compared like a library of its entry points. Two Direct3D containers are compared part by part; --ir also
    compares their listings.

    Of inputs with several libraries (apps, folders, wheels, zips, universal files) each library is compared with the
    one at the same path, or with the one of equal bytes or equal UUID, which was renamed.

    Examples:

      mtlb diff old.metallib new.metallib
      mtlb diff --ir --exit-code before.metallib after.metallib
      mtlb diff --brief Old.app New.app
    """
    from mtlb.inspect.diff import diff_json, diff_parts

    if files.STDIO not in (old, new) and any(_has_several(name, arch) for name in (old, new)):
        return _diff_trees(old, new, arch, ir=ir, brief=brief, exit_code=exit_code, as_json=as_json)
    with ExitStack() as stack:
        before, after = (stack.enter_context(files.open_part(name, arch)) for name in (old, new))
        with console.progress("comparing"):
            difference = diff_parts(before, after, ir=ir, lines=as_json or not brief)
        if as_json:
            console.print_json(diff_json(files.shown(old), files.shown(new), difference))
        else:
            console.lines(_lines(files.shown(old), files.shown(new), difference, brief))
    return 1 if exit_code and difference.differs else 0


def _has_several(name: str, arch: str | None) -> bool:
    """Whether an input is a folder, or contains several libraries or modules."""
    if os.path.isdir(name):
        return True
    parts = files.input_parts(name, arch)
    with closing(parts):  # type: ignore[type-var]
        return next(parts, None) is not None and next(parts, None) is not None


def _diff_trees(old: str, new: str, arch: str | None, *, ir: bool, brief: bool, exit_code: bool, as_json: bool) -> int:
    from mtlb.inspect.diff_tree import diff_trees, list_libraries, tree_json

    readings = [files.Reading([name], arch) for name in (old, new)]
    with console.progress("comparing"):
        listed = [list_libraries(reading, name) for reading, name in zip(readings, (old, new), strict=True)]
        again = [lambda name=name: _readable(name, arch) for name in (old, new)]
        changes = diff_trees(listed[0], listed[1], again[0], again[1], ir=ir, lines=as_json or not brief)
        if as_json:
            document = tree_json(old, new, changes)
            console.print_json(document)
            differs = document["differs"]
        else:
            numbers = dict.fromkeys(("added", "removed", "changed", "renamed", "equal"), 0)
            for change in changes:
                numbers[change.status] += 1
                console.lines(_tree_lines(change, brief))
            console.out(f"libraries: {', '.join(f'{number:,} {status}' for status, number in numbers.items())}")
            differs = sum(numbers.values()) != numbers["equal"]
    failed = any(reading.failed for reading in readings)  # unreadable libraries are not compared
    return 1 if failed or (exit_code and differs) else 0


def _readable(name: str, arch: str | None) -> Iterator[FilePart]:
    """The readable parts; errors of the others were reported when the input was first read."""
    return (part for part in files.input_parts(name, arch) if part.problem is None)


def _tree_lines(change: LibraryChange, brief: bool) -> Iterator[str]:
    name = console.printable(change.name) or "(the file itself)"
    if change.status in ("added", "removed"):
        sign = _SIGNS[change.status]
        what = counted(len(change.functions), "function")
        yield console.styled(f"{sign}{sign}{sign} {name}: library {change.status}, {what}", _STYLES[sign])
        for function in change.functions:
            yield console.styled(f"{sign} {console.printable(function)}", _STYLES[sign])
    elif change.status == "renamed":
        yield f">>> {console.printable(change.old or '')} → {console.printable(change.new or '')}"
    elif change.diff is not None:
        yield from _lines(change.old or "", change.new or "", change.diff, brief)


_SIGNS = {"added": "+", "removed": "-", "changed": "~", "moved": ">"}
_STYLES = {"+": "green", "-": "bold red", "~": "bold yellow", ">": "dim", "@": "dim"}


def _lines(old: str, new: str, difference: LibraryDiff, brief: bool) -> Iterator[str]:
    if not difference.differs:
        return
    yield console.bold(console.printable(f"--- {old}"))
    yield console.bold(console.printable(f"+++ {new}"))
    for change in difference.parts:
        yield from _change_lines(change, "")
    for function in difference.functions:
        yield from _function_lines(function, brief)
    yield _summary(difference)


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


def _summary(difference: LibraryDiff) -> str:
    from mtlb.inspect.diff import Status

    return ", ".join(f"{len(difference.having(status)):,} {status.value}" for status in Status)
