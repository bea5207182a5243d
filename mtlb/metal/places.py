"""The place in the source of an instruction, from its debug info."""

from __future__ import annotations

from collections.abc import Iterator

from ..air.facts import debug_field
from ..ir import Instruction, MDNode, MDString

_DEEPEST = 1 << 10
"""The maximum number of calls in line and of scopes around an instruction."""


def source_place(instruction: Instruction) -> tuple[str, int, int] | None:
    """The file, line and column of an instruction, or of the call in line that led to it if it has no file; None
    without debug info.
    """
    location = instruction.debug_loc
    for _ in range(_DEEPEST):
        if location is None:
            return None
        name = next(_files(location.scope), "")
        if name and not name.startswith("<"):
            return name, location.line, location.column
        location = location.caller
    return None


def _files(scope: MDNode | None) -> Iterator[str]:
    """The names of the files of a scope and those around it."""
    for _ in range(_DEEPEST):
        if scope is None:
            return
        file = debug_field(scope, "file")
        name = debug_field(file, "filename") if isinstance(file, MDNode) else None
        if isinstance(name, MDString):
            yield name.value
        around = debug_field(scope, "scope")
        scope = around if isinstance(around, MDNode) else None
