"""The listing of DXIL: the tables that dxc prints as comments, then the module (docs/dxbc.md §11)."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.errors import UnsupportedError
from ..bitcode import read_module
from .container import Container
from .dxil import BITCODE_PARTS, read_bitcode_program, read_debug_name, read_hash
from .features import feature_lines, read_features

__all__ = ["dxil_lines"]


def dxil_lines(container: Container) -> Iterator[str]:
    """The lines of the listing. FormatError for bad parts; UnsupportedError for a container without DXIL."""
    part = container.get(*BITCODE_PARTS)
    if part is None:
        raise UnsupportedError("there is no DXIL (no part DXIL or ILDB)")
    program = read_bitcode_program(part.data, base=part.data_offset, name=part.tag)
    yield from _commented(_head(container))
    yield from read_module(program.bitcode, base=program.offset).text().splitlines()


def _commented(lines: Iterator[str]) -> Iterator[str]:
    return (f"; {line}".rstrip() for line in lines)


def _head(container: Container) -> Iterator[str]:
    yield ""
    if (part := container.get("SFI0")) is not None:
        yield from feature_lines(read_features(part.data, base=part.data_offset))
    if (part := container.get("ILDN")) is not None:
        yield f"shader debug name: {read_debug_name(part.data, base=part.data_offset).name}"
    if (part := container.get("HASH")) is not None:
        found = read_hash(part.data, base=part.data_offset)
        yield f"shader hash: {found.digest.hex()}{' (includes source)' if found.flags & 1 else ''}"
    yield ""
