"""The bitcode wrapper: five 32-bit words before the bitcode, zero padding to 16 bytes after it.

Layout (little-endian): magic 0x0B17C0DE, version 0, offset of the bitcode (20), size of the bitcode, CPU type
0xFFFFFFFF. Source: LLVM's BitcodeWriter (Darwin wrapper); Apple's values in all of 220,279 modules (docs/format.md §9).
"""

from __future__ import annotations

import struct
from typing import Final

from ..base.binary import align_up
from ..base.errors import FormatError
from ..base.filekind import FileKind

_MAGIC: Final = FileKind.WRAPPED_BITCODE.magic
WRAPPER_SIZE: Final = 20
ALIGNMENT: Final = 16
_CPU_TYPE: Final = 0xFFFFFFFF
_WRAPPER: Final = struct.Struct("<5I")
_MAX_BITCODE: Final = 0xFFFFFFFF


def is_wrapped(data: bytes | memoryview) -> bool:
    """Whether `data` starts with the magic of a bitcode wrapper."""
    return data[:4] == _MAGIC


def wrap(bitcode: bytes | memoryview) -> bytes:
    """`bitcode` in a wrapper, padded with zeros so that the whole is a multiple of 16 bytes.

    FormatError for more bitcode than the wrapper's 32-bit size can hold.
    """
    if len(bitcode) > _MAX_BITCODE:
        raise FormatError(f"{len(bitcode)} bytes of bitcode do not fit a wrapper's 32-bit size")
    header = _WRAPPER.pack(int.from_bytes(_MAGIC, "little"), 0, WRAPPER_SIZE, len(bitcode), _CPU_TYPE)
    padding = bytes(-(WRAPPER_SIZE + len(bitcode)) % ALIGNMENT)
    return b"".join((header, bitcode, padding))


def unwrap(data: bytes | memoryview) -> memoryview:
    """The bitcode inside a wrapper, without a copy; `data` itself if it has no wrapper.

    FormatError if the wrapper is truncated or names bytes beyond the end.
    """
    view = memoryview(data)
    if not is_wrapped(view):
        return view
    offset, size = _extent(view)
    return view[offset : offset + size]


def bitcode_offset(data: bytes | memoryview) -> int:
    """Where in `data` the bitcode starts: after the wrapper's header, or at 0 without one."""
    return _extent(memoryview(data))[0] if is_wrapped(data) else 0


def wrapped_size(data: bytes | memoryview) -> int | None:
    """How many bytes of `data` wrapper, bitcode and padding take; None if there is no wrapper."""
    view = memoryview(data)
    if not is_wrapped(view):
        return None
    offset, size = _extent(view)
    return min(align_up(offset + size, ALIGNMENT), len(view))


def _extent(view: memoryview) -> tuple[int, int]:
    if len(view) < WRAPPER_SIZE:
        raise FormatError(f"bitcode wrapper needs {WRAPPER_SIZE} bytes, {len(view)} left", offset=0)
    _, _, offset, size, _ = _WRAPPER.unpack_from(view)
    if offset + size > len(view):
        raise FormatError(f"bitcode wrapper names bytes {offset:#x}..{offset + size:#x} of {len(view)}", offset=8)
    return offset, size
