"""mtlb grep: a regular expression over the code of all functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from mtlb.base.strings import counted, string_from_bytes

from . import console
from . import io as files
from .arguments import Arch, AsJson, Files, FunctionNames, Jobs, count_of
from .parameters import CommandArgument, CommandOption
from .usage import UsageError

if TYPE_CHECKING:
    from mtlb.inspect.grep import Match
    from mtlb.inspect.parts import FilePart


def command(
    pattern: Annotated[
        str, CommandArgument(metavar="PATTERN", help="A regular expression in the syntax of Python's re.")
    ],
    inputs: Files,
    ignore_case: Annotated[bool, CommandOption("--ignore-case", "-i", help="Ignore case.")] = False,
    fixed: Annotated[bool, CommandOption("--fixed-strings", "-F", help="PATTERN is plain text.")] = False,
    context: Annotated[
        int,
        CommandOption("--context", "-C", min=0, max=1000, metavar="N", help="Also print N lines around each match."),
    ] = 0,
    names_only: Annotated[
        bool, CommandOption("--files-with-matches", "-l", help="Print only the names of libraries and functions.")
    ] = False,
    count: Annotated[bool, CommandOption("--count", "-c", help="Print only the number of matching lines.")] = False,
    names: FunctionNames = None,
    sources: Annotated[
        bool,
        CommandOption("--sources", help="Also search the embedded sources (PATH replaces the function in the output)."),
    ] = False,
    arch: Arch = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> int:
    """Search with a regular expression in the code of all functions.

    The code is the text that `mtlb objdump` prints: declarations, instructions and metadata of each function's module.
    A line of output is LIBRARY:FUNCTION:LINE: text; LINE counts in the text of the function's module. A module that
    several functions share is searched once, for the first of them. Exit code 1 if nothing matches, or if something
    could not be read.

    Examples:

      mtlb grep 'air\\.simdgroup_matrix' mlx.metallib -l
      mtlb grep -i -C 2 'fmul fast' default.metallib --function blur_h
      mtlb grep -F '#include' --sources Game.app
    """
    if names_only and count:
        raise UsageError("--files-with-matches and --count can't be used together")
    if as_json and (names_only or count):
        raise UsageError("--json prints every match: leave out --files-with-matches and --count")
    compiled = _compiled(pattern, ignore_case=ignore_case, fixed=fixed)
    reading = files.Reading(inputs, arch)
    total = 0
    described: list[dict[str, Any]] = []
    for part in reading:
        counts: dict[str, int] = {}
        with reading.reporting(part.place), console.progress(f"searching {part.place}") as update:
            for match in _matches(part, compiled, context, names or [], sources, count_of(jobs), update):
                if match.problem is not None:
                    with reading.reporting(part.place):
                        raise match.problem
                    continue
                counts[match.function] = counts.get(match.function, 0) + (not match.is_context)
                if as_json:
                    described.append(_as_json(part.place, match))
                elif not (names_only or count):
                    console.out(_line(part.place, match))
        total += sum(counts.values())
        if names_only:
            console.lines(f"{console.printable(part.place)}:{console.printable(name)}" for name in counts)
        elif count:
            console.out(f"{console.printable(part.place)}: {counted(sum(counts.values()), 'line')}")
    if as_json:
        console.print_json({"schema": "mtlb.grep/1", "pattern": pattern, "matches": described})
    elif not total and not reading.failed:
        console.summary(f"nothing matches {pattern!a}", quiet=False)
    return reading.code if total else 1


def _compiled(pattern: str, *, ignore_case: bool, fixed: bool) -> re.Pattern[str]:
    try:
        return re.compile(re.escape(pattern) if fixed else pattern, re.MULTILINE | (re.IGNORECASE * ignore_case))
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"{pattern!a} is not a regular expression: {error} (-F searches for plain text)") from None


def _matches(
    part: FilePart,
    pattern: re.Pattern[str],
    context: int,
    names: list[str],
    sources: bool,
    jobs: int,
    update: Any,
) -> Iterator[Match]:
    from mtlb.container import unpack_sources
    from mtlb.inspect.files import assembled, each_once, modules_of_parts
    from mtlb.inspect.grep import search_lines, search_modules
    from mtlb.machinery.parallel import in_order

    part = assembled(part)
    modules = each_once(modules_of_parts([part], names))
    yield from in_order(partial(search_modules, pattern, context), modules, jobs, update)
    if sources and not part.is_module and (stored := part.library().sources) is not None:
        for file in unpack_sources(stored):
            lines = string_from_bytes(file.data).splitlines()
            yield from search_lines(pattern, context, file.path, lines)


def _line(place: str, match: Match) -> str:
    sign = "-" if match.is_context else ":"
    where = f"{console.printable(place)}{sign}{console.printable(match.function)}{sign}{match.line}{sign}"
    return f"{console.styled(where, 'dim')} {console.printable(match.text)}"


def _as_json(place: str, match: Match) -> dict[str, Any]:
    return {
        "library": place,
        "function": match.function,
        "line": match.line,
        "text": match.text,
        "context": match.is_context,
    }
