"""The output of `mtlb link` about a new library, on stderr and as a link map."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from mtlb.base.strings import counted

from . import console
from . import io as files

if TYPE_CHECKING:
    from mtlb.container import Library
    from mtlb.linker import LinkResult

_LONGEST_NAME = 40
_MOST_SHOWN = 3  # functions of the run-time library


def write_map(path: str | None, result: LinkResult, data: bytes) -> None:
    """Write the link map of a library with the bytes `data`, if there is a path for it."""
    from mtlb.linker import link_map

    if path is not None:
        import json

        files.write_output(path, (json.dumps(link_map(result, data), indent=2) + "\n").encode("ascii"))


def report_result(result: LinkResult, names: Iterable[str]) -> None:
    """Print notes, warnings and omissions on stderr."""
    for note in result.notes:
        console.note(note)
    console.warn_all(result.warnings, names)
    for path, reason in result.dropped:
        console.warn(f"left out {path}: {reason}")


def summarise(library: Library, output: str, size: int, dropped: int = 0, runtime: tuple[str, ...] = ()) -> None:
    """Print a short table about the new library on stderr."""
    from collections import Counter

    from mtlb.inspect import floor

    kinds = Counter(function.type.label for function in library.functions)
    rows = [(kind, counted(count, "function")) for kind, count in kinds.items()]
    needs = floor(library, modules=False)
    binding = next((reason for reason in needs.binding if reason.function), None)
    because = f" ({binding.text}, as in {binding.function})" if binding else ""
    rows.append(("needs", f"{needs.platform.display} {needs.os}{because}" if needs.os else "no known OS release"))
    if runtime:
        more = f" and {len(runtime) - _MOST_SHOWN:,} more" if len(runtime) > _MOST_SHOWN else ""
        rows.append(("runtime", f"open: {', '.join(runtime[:_MOST_SHOWN])}{more}"))
    if dropped:
        rows.append(("left out", counted(dropped, "input")))
    written = (files.shown(output) if output != files.STDIO else "size", counted(size, "byte"))
    if len(output) <= _LONGEST_NAME:  # a long path would push the values off the screen
        rows.append(written)
    shown = [(console.printable(name), console.printable(text)) for name, text in rows]
    for line in console.table(shown, stream=sys.stderr):
        sys.stderr.write(line + "\n")
    if len(output) > _LONGEST_NAME:
        sys.stderr.write(f"{console.printable(written[0])}  {written[1]}\n")
