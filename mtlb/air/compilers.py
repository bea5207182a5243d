"""The builds of Apple's compiler that modules name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..base.errors import MtlbError
from ..bitcode import read_module
from ..bitcode.codes import BlockId
from ..bitstream.stream import read_stream
from ..bitstream.wrapper import unwrap
from ..ir.names import IDENT
from .facts import string_operand

_BUILD = re.compile(rb"metalfe-([0-9]{1,9}(?:\.[0-9]{1,9})+)")


def newest_compiler(modules: Iterable[bytes | memoryview]) -> str | None:
    """The newest build of Apple's compiler that modules name ("32023.830"); None if none does.

    Modules since LLVM 4 store strings as plain bytes, which are searched. If no module has such a string, the first
    module is parsed: older modules store strings as records.
    """
    builds, first = [], None
    for module in modules:
        first = module if first is None else first
        match = _BUILD.search(module)
        if match is not None:
            builds.append(match[1].decode("ascii"))
    if not builds and first is not None:
        builds = [result[1].decode("ascii") for text in _idents(first) for result in _BUILD.finditer(text)]
    return max(builds, key=build_numbers, default=None)


def _idents(module: bytes | memoryview) -> list[bytes]:
    """The strings of `llvm.ident`; empty for a module that can't be read, or that stores strings as plain bytes, as all
    with a string table (LLVM 5) do.
    """
    try:
        if any(block.id == BlockId.STRTAB for block in read_stream(unwrap(module)).blocks()):
            return []
        nodes = read_module(module, bodies=False).named_metadata.get(IDENT, ())
        return [string_operand(node, 0, IDENT).encode("utf-8", "replace") for node in nodes]
    except MtlbError:
        return []


def build_numbers(build: str) -> tuple[int, ...]:
    """The numbers in the name of a build."""
    return tuple(int(part) for part in build.split("."))
