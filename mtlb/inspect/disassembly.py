"""Textual IR of modules, through llvmlite, and that text without what changes when something else does."""

from __future__ import annotations

import re

from ..errors import FormatError, UnsupportedError
from ..wrapper import unwrap

__all__ = ["disassemble", "normalised"]

_NOISE = (
    (re.compile(r", ![a-z_.]+ !\d+"), ""),  # attachments: !dbg, !tbaa, ... by number
    (re.compile(r"(?<![\w.])#\d+"), "#"),  # attribute groups
    (re.compile(r"(?<![\w\"])!\d+"), "!"),
    (re.compile(r"%\d+"), "%"),  # nameless values
    (re.compile(r"^\d+:"), ":"),  # nameless blocks
    (re.compile(r"; preds = .*"), ""),
    (re.compile(r"\s+"), " "),
)
_DROPPED = re.compile(r"!\d+ = |![\w.]+ = |; ModuleID")


def disassemble(module: bytes | memoryview) -> str:
    """LLVM assembly of a module (in a wrapper or not), in the dialect of the llvmlite that is installed.

    FormatError if LLVM can't read it, UnsupportedError without llvmlite.
    """
    try:
        from llvmlite import binding
    except ImportError as error:
        raise UnsupportedError("disassembly needs llvmlite (pip install llvmlite)") from error
    try:
        with binding.parse_bitcode(bytes(unwrap(module)), context=binding.create_context()) as parsed:
            return str(parsed)
    except RuntimeError as error:
        raise FormatError(f"LLVM can't read the module: {str(error).strip()}") from None


def normalised(line: str) -> str:
    """A line of IR without numbers that are given out anew when something else changes: nameless values and blocks,
    attribute groups, metadata. Lines that are metadata come out empty: `mtlb.inspect.diff` compares that as a graph."""
    if _DROPPED.match(line):
        return ""
    for pattern, replacement in _NOISE:
        line = pattern.sub(replacement, line)
    return line.strip()
