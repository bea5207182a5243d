"""The place in the source of an instruction, from its debug info."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ..air.facts import debug_field
from ..ir import Instruction, MDNode, MDString

_DEEPEST = 1 << 10
"""The maximum number of calls in line and of scopes around an instruction."""


def source_place(instruction: Instruction, header: str) -> tuple[str, int, int] | None:
    """The file, line and column of an instruction, or of the call in line that led to it if it comes from a file below
    the folder `header`; None without debug info.
    """
    location = instruction.debug_loc
    for _ in range(_DEEPEST):
        if location is None:
            return None
        name, folder = next(_files(location.scope), ("", ""))
        if name and not name.startswith("<") and not os.path.join(folder, name).startswith(header):
            return name, location.line, location.column
        location = location.caller
    return None


def _files(scope: MDNode | None) -> Iterator[tuple[str, str]]:
    """The files of a scope and those around it: each file's name, and the folder that it is relative to."""
    for _ in range(_DEEPEST):
        if scope is None:
            return
        file = debug_field(scope, "file")
        if isinstance(file, MDNode):
            name, folder = (debug_field(file, item) for item in ("filename", "directory"))
            if isinstance(name, MDString):
                yield name.value, folder.value if isinstance(folder, MDString) else ""
        around = debug_field(scope, "scope")
        scope = around if isinstance(around, MDNode) else None
