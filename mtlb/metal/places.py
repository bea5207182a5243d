"""The place in the source of an instruction, from its debug info."""

from __future__ import annotations

from ..air.facts import file_of_scope
from ..ir import Instruction

_DEEPEST = 1 << 10
"""The maximum number of calls in line around an instruction."""


def source_place(instruction: Instruction) -> tuple[str, int, int] | None:
    """The file, line and column of an instruction, or of the call in line that led to it if it has no file; None
    without debug info.
    """
    location = instruction.debug_loc
    for _ in range(_DEEPEST):
        if location is None:
            return None
        name, _ = file_of_scope(location.scope)
        if name and not name.startswith("<"):
            return name, location.line, location.column
        location = location.caller
    return None
