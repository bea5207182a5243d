"""Places inside files, as commands print and take them: ``FILE@0x1234``, ``ZIP!MEMBER@0x10``, ``FILE:ARCH``.

A file that exists under the whole name always wins over what the name would mean as a place.
"""

from __future__ import annotations

import os
import re

from .architectures import without_architecture

MEMBER = "!"
"""The separator between an archive and the path of a member."""

_OFFSET = r"@(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})"


def split_offset(name: str) -> tuple[str, int | None]:
    """``FILE@OFFSET`` as the name and the offset in bytes (decimal, or hexadecimal after ``0x``); None without one."""
    before, _, after = name.rpartition("@")
    if not before or re.fullmatch(_OFFSET, f"@{after}") is None:
        return name, None
    return before, int(after, 16 if after[:2] in ("0x", "0X") else 10)


def file_of_place(name: str) -> str:
    """The path of the file that a place is in; the name itself where nothing of it exists."""
    if os.path.exists(name):
        return name
    for shorter in (without_architecture(name), split_offset(name)[0], split_offset(name)[0].partition(MEMBER)[0]):
        if os.path.exists(shorter):
            return shorter
    return name
